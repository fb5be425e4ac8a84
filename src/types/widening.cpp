#include "types/widening.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "types/spelling.h"

namespace leeway::types {
namespace {

// Whether a condition holds, and the clause that says why.
struct Finding {
  bool holds = false;
  std::string reason;
};

struct Question {
  const WideningRow& row;
  const SqlType& from;
  const SqlType& to;
  std::string from_name;
  std::string to_name;
};

Finding every_value_fits(const Question& q) {
  return {true, fmt::format("every {} fits in {}", q.from_name, q.to_name)};
}

Finding shrinks(std::string_view what, long long before, long long after) {
  return {false, fmt::format("{} from {} to {}", what, before, after)};
}

Finding not_held(const Question& q) {
  return {false, fmt::format("{} does not hold every {}", q.to_name, q.from_name)};
}

// Significand bits of an IEEE 754 number.
int significand_bits(int bits) {
  if (bits <= 16) return 11;
  return bits <= 32 ? 24 : 53;
}

int value_bits(const SqlType& integer_type) {
  return integer_type.is_signed ? integer_type.bits - 1 : integer_type.bits;
}

Finding integer_range_grows(const Question& q) {
  const bool negatives_kept = q.to.is_signed || !q.from.is_signed;
  if (!negatives_kept) return {false, fmt::format("{} holds no negative numbers", q.to_name)};
  return value_bits(q.to) >= value_bits(q.from) ? every_value_fits(q) : not_held(q);
}

Finding float_holds_integer(const Question& q) {
  const int bits = significand_bits(q.to.bits);
  if (value_bits(q.from) <= bits) return every_value_fits(q);
  return {false, fmt::format("{} is exact only up to {} bits", q.to_name, bits)};
}

Finding bits_grow(const Question& q) {
  return q.to.bits > q.from.bits && !q.to.precision ? every_value_fits(q) : not_held(q);
}

// Loss of a sign or of the digits before or after the point, if any.
std::optional<Finding> digits_lost(const Question& q) {
  if (!q.to.is_signed && q.from.is_signed)
    return Finding{false, fmt::format("{} holds no negative numbers", q.to_name)};
  if (!q.to.precision) return std::nullopt;
  if (!q.from.precision)
    return Finding{false, fmt::format("{} has no largest precision", q.from_name)};
  const int from_scale = q.from.scale.value_or(0);
  const int to_scale = q.to.scale.value_or(0);
  if (to_scale < from_scale) return shrinks("fraction digits shrink", from_scale, to_scale);
  const int from_digits = *q.from.precision - from_scale;
  const int to_digits = *q.to.precision - to_scale;
  if (to_digits < from_digits) return shrinks("integer digits shrink", from_digits, to_digits);
  return std::nullopt;
}

Finding digits_kept(const Question& q) {
  if (auto lost = digits_lost(q)) return *std::move(lost);
  return every_value_fits(q);
}

Finding precision_grows_same_scale(const Question& q) {
  if (auto lost = digits_lost(q)) return *std::move(lost);
  if (q.from.scale != q.to.scale)
    return shrinks("the scale changes", q.from.scale.value_or(0), q.to.scale.value_or(0));
  return every_value_fits(q);
}

Finding integer_fits_decimal(const Question& q) {
  if (q.from.is_signed && !q.to.is_signed)
    return {false, fmt::format("{} holds no negative numbers", q.to_name)};
  const int needed = std::max(integer_digits(q.from), q.row.min_integer_digits);
  if (integer_digits(q.from) == 0) return not_held(q);
  if (!q.to.precision) return every_value_fits(q);
  const int digits = *q.to.precision - q.to.scale.value_or(0);
  if (digits >= needed) return every_value_fits(q);
  return {false, fmt::format("{} needs {} integer digits, {} has {}", q.from_name, needed,
                             q.to_name, digits)};
}

// Lengths in bytes and in characters compare as if every character took four bytes.
Finding length_grows(const Question& q) {
  if (q.from.fixed_length || q.to.fixed_length)
    return {false, "values of a fixed length are padded"};
  if (!q.to.length) return every_value_fits(q);
  if (!q.from.length) return {false, fmt::format("{} has no largest length", q.from_name)};
  constexpr long long bytes_a_character = 4;
  const bool to_bytes = q.to.bits != 0 && q.from.bits == 0 && q.from.kind == TypeKind::text;
  const long long needed = to_bytes ? *q.from.length * bytes_a_character : *q.from.length;
  if (*q.to.length < needed) return shrinks("the length shrinks", needed, *q.to.length);
  return every_value_fits(q);
}

// Characters of the longest value as text; nothing where there is no longest.
std::optional<long long> longest_text(const SqlType& type) {
  switch (type.kind) {
    case TypeKind::boolean:
      return 5;  // false
    case TypeKind::integer:
      if (integer_digits(type) == 0) return std::nullopt;
      return integer_digits(type) + (type.is_signed ? 1 : 0);
    case TypeKind::decimal:
      // The sign, the point, and the zero before it where all digits follow the point.
      if (!type.precision) return std::nullopt;
      return *type.precision + (type.precision == type.scale ? 3 : 2);
    case TypeKind::floating:
      // Sign, significant digits, point, and an exponent such as e-308.
      return type.bits <= 32 ? 15 : 24;
    default:
      return std::nullopt;
  }
}

Finding text_holds_value(const Question& q) {
  if (q.to.fixed_length) return {false, "values of a fixed length are padded"};
  if (!q.to.length) return {true, fmt::format("every {} has a text in {}", q.from_name, q.to_name)};
  const auto longest = longest_text(q.from);
  if (longest && *q.to.length >= *longest)
    return {true, fmt::format("the longest {} has {} characters", q.from_name, *longest)};
  if (!longest) return {false, fmt::format("{} has no longest text", q.from_name)};
  return {false, fmt::format("{} needs {} characters, {} holds {}", q.from_name, *longest,
                             q.to_name, *q.to.length)};
}

Finding fraction_digits_grow(const Question& q) {
  if (q.from.zone != q.to.zone || q.from.bits != q.to.bits || q.from.name != q.to.name)
    return {false, "the time zone or the range changes"};
  const int before = q.from.fraction_digits.value_or(0);
  const int after = q.to.fraction_digits.value_or(0);
  if (after < before) return shrinks("fraction digits shrink", before, after);
  return every_value_fits(q);
}

Finding labels_appended(const Question& q) {
  const auto& before = q.from.labels;
  const auto& after = q.to.labels;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i < after.size() && after[i] == before[i]) continue;
    const bool gone = std::ranges::find(after, before[i]) == after.end();
    return {false,
            fmt::format("the label '{}' {}", printable(before[i]), gone ? "is gone" : "moves")};
  }
  const auto number_of = [](const SqlType& type, std::size_t i) {
    return type.label_values.empty() ? static_cast<int>(i) + 1 : type.label_values[i];
  };
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (number_of(q.from, i) != number_of(q.to, i))
      return {false, fmt::format("the label '{}' changes its number", printable(before[i]))};
  }
  return {true,
          fmt::format("{} added at the end",
                      counted(static_cast<long long>(after.size() - before.size()), "label"))};
}

class Classifier {
 public:
  Classifier(std::span<const WideningRow> rows,
             const std::function<std::string(const SqlType&)>& name_of)
      : rows_(rows), name_of_(name_of) {}

  WideningVerdict classify(const SqlType& from, const SqlType& to) const {
    if (from.nullable_wrapper != to.nullable_wrapper)
      return {false, nullptr,
              to.nullable_wrapper ? "values become nullable, which rewrites how they are stored"
                                  : "NULL is no longer allowed"};
    WideningVerdict verdict;
    for (const WideningRow& row : rows_) {
      if (!row.from.matches(from) || !row.to.matches(to)) continue;
      Finding finding = find(row, from, to);
      if (finding.holds) return {true, &row, std::move(finding.reason)};
      if (verdict.reason.empty()) verdict.reason = std::move(finding.reason);
    }
    if (verdict.reason.empty())
      verdict.reason = fmt::format("no rule widens {} to {}", name(from), name(to));
    return verdict;
  }

 private:
  Finding find(const WideningRow& row, const SqlType& from, const SqlType& to) const {
    const Question q{row, from, to, name(from), name(to)};
    switch (row.condition) {
      case Condition::always:
        return from.kind == TypeKind::list || from.kind == TypeKind::map ? children_widen(q)
                                                                         : every_value_fits(q);
      case Condition::integer_range_grows:
        return integer_range_grows(q);
      case Condition::float_holds_integer:
        return float_holds_integer(q);
      case Condition::bits_grow:
        return bits_grow(q);
      case Condition::precision_grows_same_scale:
        return precision_grows_same_scale(q);
      case Condition::digits_kept:
        return digits_kept(q);
      case Condition::integer_fits_decimal:
        return integer_fits_decimal(q);
      case Condition::length_grows:
        return length_grows(q);
      case Condition::text_holds_value:
        return text_holds_value(q);
      case Condition::fraction_digits_grow:
        return fraction_digits_grow(q);
      case Condition::labels_appended:
        return labels_appended(q);
      case Condition::fields_added:
        return fields_added(q);
    }
    return {};
  }

  Finding part(std::string_view what, const SqlType& from, const SqlType& to) const {
    if (from == to) return {true, {}};
    const WideningVerdict verdict = classify(from, to);
    return {verdict.safe, fmt::format("{}: {}", what, verdict.reason)};
  }

  Finding children_widen(const Question& q) const {
    if (q.from.length != q.to.length || q.from.children.size() != q.to.children.size())
      return {false, "the size of the array changes"};
    Finding all{true, {}};
    for (std::size_t i = 0; i < q.from.children.size(); ++i) {
      const bool is_key = q.from.kind == TypeKind::map && i == 0;
      const std::string_view what = q.from.kind == TypeKind::list ? "element"
                                    : is_key                      ? "key"
                                                                  : "value";
      Finding finding = part(what, q.from.children[i], q.to.children[i]);
      if (!finding.holds) return finding;
      if (all.reason.empty()) all.reason = std::move(finding.reason);
    }
    return all;
  }

  Finding fields_added(const Question& q) const {
    const auto nameless = [](const Field& field) { return field.name.empty(); };
    if (std::ranges::any_of(q.from.fields, nameless) || std::ranges::any_of(q.to.fields, nameless))
      return {false, "fields without names cannot be told apart"};
    Finding all{true, {}};
    for (const Field& field : q.from.fields) {
      Finding finding = field_kept(field, q.to);
      if (!finding.holds) return finding;
      if (all.reason.empty()) all.reason = std::move(finding.reason);
    }
    const auto added = static_cast<long long>(q.to.fields.size() - q.from.fields.size());
    if (added > 0) {
      if (auto strict = added_not_null(q)) return *std::move(strict);
      all.reason =
          counted(added, "field") + " added" + (all.reason.empty() ? "" : "; ") + all.reason;
    }
    if (all.reason.empty()) all.reason = "fields are matched by name";
    return all;
  }

  Finding field_kept(const Field& field, const SqlType& to) const {
    const std::string what = fmt::format("field {}", printable(field.name));
    const Field* const kept = find_field(to, field.name);
    if (kept == nullptr) return {false, what + " is gone"};
    if (field.nullable && !kept->nullable) return {false, what + " no longer allows NULL"};
    return part(what, field.type, kept->type);
  }

  static std::optional<Finding> added_not_null(const Question& q) {
    for (const Field& field : q.to.fields) {
      if (!field.nullable && find_field(q.from, field.name) == nullptr)
        return Finding{false,
                       fmt::format("the new field {} allows no NULL", printable(field.name))};
    }
    return std::nullopt;
  }

  static const Field* find_field(const SqlType& type, std::string_view name) {
    const auto at = std::ranges::find_if(
        type.fields, [&](const Field& field) { return equal_ignoring_case(field.name, name); });
    return at == type.fields.end() ? nullptr : &*at;
  }

  // Short enough for a clause.
  std::string name(const SqlType& type) const {
    constexpr std::size_t longest = 60;
    std::string text = printable(name_of_ ? name_of_(type) : describe(type));
    if (text.size() <= longest) return text;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return text.substr(0, end) + "...";
  }

  std::span<const WideningRow> rows_;
  const std::function<std::string(const SqlType&)>& name_of_;
};

}  // namespace

bool TypePattern::matches(const SqlType& type) const {
  return type.kind == kind && (bits == 0 || type.bits == bits) &&
         (is_signed == -1 || type.is_signed == (is_signed == 1)) &&
         (precision == 0 || type.precision == precision) && (scale == -1 || type.scale == scale);
}

WideningVerdict classify_widening(std::span<const WideningRow> rows, const SqlType& from,
                                  const SqlType& to,
                                  const std::function<std::string(const SqlType&)>& name_of) {
  return Classifier(rows, name_of).classify(from, to);
}

int integer_digits(const SqlType& integer_type) {
  if (integer_type.bits == unbounded_bits) return 0;
  constexpr double digits_a_bit = 0.30102999566398120;
  return static_cast<int>(value_bits(integer_type) * digits_a_bit) + 1;
}

}  // namespace leeway::types
