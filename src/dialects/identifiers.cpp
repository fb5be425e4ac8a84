#include "dialects/identifiers.h"

#include "base/text.h"

namespace leeway::dialects {
namespace {

// The number of bytes of the UTF-8 sequence that starts `text`, or 0 where none does (Unicode 15,
// table 3-7).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [byte](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return follows(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;
    return follows(1, low, high) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

Status refuse(const Dialect& dialect, std::string_view name, std::string_view why) {
  return fail(ErrorCode::unsupported, "{} cannot hold the name '{}': {}", dialect.name,
              printable(name), why);
}

std::string escape_with_backslash(std::string_view text, char quote) {
  std::string result;
  for (const char c : text) {
    if (c == quote || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (c == '\r')
      result += "\\r";
    else
      result += c;
  }
  return result;
}

std::string doubled(std::string_view text, char quote) {
  std::string result;
  for (const char c : text) {
    if (c == quote) result += c;
    result += c;
  }
  return result;
}

}  // namespace

Status check_name(const Dialect& dialect, std::string_view name) {
  const IdentifierRules& rules = dialect.identifiers;
  if (name.empty())
    return fail(ErrorCode::unsupported, "{} cannot hold an empty name", dialect.name);
  if (name.contains('\0')) return refuse(dialect, name, "it contains a NUL byte");
  if (!is_utf8(name)) return refuse(dialect, name, "it is not UTF-8");
  if (rules.max_length != 0 && name.size() > rules.max_length)
    return refuse(
        dialect, name,
        fmt::format("it has {} bytes and the limit is {}", name.size(), rules.max_length));
  if (const auto at = name.find_first_of(rules.forbidden); at != std::string_view::npos)
    return refuse(dialect, name,
                  fmt::format("'{}' is not allowed in a name", printable(name.substr(at, 1))));
  return {};
}

std::string quote(const Dialect& dialect, std::string_view name) {
  const IdentifierRules& rules = dialect.identifiers;
  std::string result(1, rules.quote_open);
  result += rules.backslash_escapes ? escape_with_backslash(name, rules.quote_close)
                                    : doubled(name, rules.quote_close);
  return result + rules.quote_close;
}

std::string quote(const Dialect& dialect, const catalog::SchemaName& name) {
  if (name.catalog.empty()) return quote(dialect, name.schema);
  if (name.schema.empty()) return quote(dialect, name.catalog);
  return quote(dialect, name.catalog) + '.' + quote(dialect, name.schema);
}

std::string quote(const Dialect& dialect, const catalog::TableName& name) {
  if (name.catalog.empty() && name.schema.empty()) return quote(dialect, name.table);
  return quote(dialect, name.schema_name()) + '.' + quote(dialect, name.table);
}

std::string string_literal(const Dialect& dialect, std::string_view text) {
  std::string body;
  switch (dialect.statements.string_escapes) {
    case StringEscapes::quote_doubled:
      body = doubled(text, '\'');
      break;
    case StringEscapes::quote_doubled_backslash:
      body = replace_all(doubled(text, '\''), "\\", "\\\\");
      break;
    case StringEscapes::backslash:
      body = escape_with_backslash(text, '\'');
      break;
  }
  return '\'' + body + '\'';
}

bool same_name(const Dialect& dialect, std::string_view a, std::string_view b) {
  return dialect.identifiers.case_rule == CaseRule::insensitive ? equal_ignoring_case(a, b)
                                                                : a == b;
}

std::string collision_key(const Dialect& dialect, std::string_view name) {
  return dialect.identifiers.case_rule == CaseRule::folds_to_lower ? std::string(name)
                                                                   : to_lower(name);
}

std::string collision_key(const Dialect& dialect, const catalog::TableName& name) {
  std::string key;
  for (const auto* part : {&name.catalog, &name.schema, &name.table})
    key += collision_key(dialect, *part) + '\0';
  return key;
}

}  // namespace leeway::dialects
