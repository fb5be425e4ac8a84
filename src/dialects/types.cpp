#include <algorithm>

#include <fmt/format.h>

#include "dialects/dialect.h"

namespace leeway::dialects {
namespace {

template <char quote, bool backslash>
std::string quote_field(std::string_view name) {
  std::string result(1, quote);
  for (const char c : name) {
    if (c == quote || (backslash && c == '\\')) result += backslash ? '\\' : quote;
    result += c;
  }
  return result + quote;
}

auto field_quoting(const IdentifierRules& rules) {
  if (rules.quote_open == '"') return quote_field<'"', false>;
  return rules.backslash_escapes ? quote_field<'`', true> : quote_field<'`', false>;
}

// The largest decimal precision anywhere in a type.
int largest_precision(const types::SqlType& type) {
  int largest = type.kind == types::TypeKind::decimal ? type.precision.value_or(0) : 0;
  for (const auto& child : type.children) largest = std::max(largest, largest_precision(child));
  for (const auto& field : type.fields) largest = std::max(largest, largest_precision(field.type));
  return largest;
}

void drop_text_lengths(types::SqlType& type) {
  if (type.kind == types::TypeKind::text) type.length.reset();
  for (auto& child : type.children) drop_text_lengths(child);
  for (auto& field : type.fields) drop_text_lengths(field.type);
}

}  // namespace

types::SqlType parse_type(const Dialect& dialect, std::string_view text) {
  return types::parse_type(dialect.spellings(), text);
}

std::string render_type(const Dialect& dialect, const types::SqlType& type) {
  return types::render_type(dialect.spellings(), type, field_quoting(dialect.identifiers));
}

bool has_type(const Dialect& dialect, const types::SqlType& type) {
  if (largest_precision(type) > dialect.capabilities.max_decimal_precision) return false;
  types::SqlType kept = type;
  if (!dialect.capabilities.enforces_text_length) drop_text_lengths(kept);
  return parse_type(dialect, render_type(dialect, kept)) == kept;
}

types::WideningVerdict classify_widening(const Dialect& dialect, const types::SqlType& from,
                                         const types::SqlType& to) {
  const int most_digits = dialect.capabilities.max_decimal_precision;
  if (const int digits = largest_precision(to); digits > most_digits)
    return {false, nullptr,
            fmt::format("{} holds at most {} digits, {} are needed", dialect.name, most_digits,
                        digits)};
  if (!has_type(dialect, to))
    return {false, nullptr, fmt::format("{} has no type {}", dialect.name, types::describe(to))};
  const auto name_of = [&](const types::SqlType& type) { return render_type(dialect, type); };
  return types::classify_widening(dialect.widenings, from, to, name_of);
}

}  // namespace leeway::dialects
