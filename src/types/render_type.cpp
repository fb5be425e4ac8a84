#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "types/spelling.h"
#include "types/type_tokens.h"
#include "types/widening.h"

namespace leeway::types {
namespace {

// What a spelling fixes, whatever its parameters.
bool same_frame(const SqlType& a, const SqlType& b) {
  return a.kind == b.kind && a.fixed_length == b.fixed_length && a.zone == b.zone;
}

bool same_precision(const SqlType& a, const SqlType& b) {
  return a.precision == b.precision && a.scale == b.scale;
}

bool decimal_fits(const Spelling& spelling, const SqlType& type) {
  if (same_precision(spelling.type, type)) return true;
  if (!type.precision || !type.scale) return false;
  if (!spelling.defaults_are_maximum) return true;
  const int most_scale = spelling.type.scale.value_or(0);
  const int most_integer_digits = spelling.type.precision.value_or(0) - most_scale;
  return *type.scale <= most_scale && *type.precision - *type.scale <= most_integer_digits;
}

bool has_fraction(const SpellingTable& table, const SqlType& type) {
  const auto& steps = table.fraction_steps;
  return type.fraction_digits &&
         (steps.empty() || std::ranges::find(steps, *type.fraction_digits) != steps.end());
}

// True when the spelling, given the right parameters, means the type.
bool spells(const SpellingTable& table, const Spelling& spelling, const SqlType& type) {
  const SqlType& own = spelling.type;
  if (spelling.parameters == Parameters::wrapper || !same_frame(own, type)) return false;
  if (own.is_signed != type.is_signed && !table.unsigned_suffix) return false;
  const bool bits = own.bits == type.bits;
  const bool names = own.name == type.name;
  const bool fraction = own.fraction_digits == type.fraction_digits;
  switch (spelling.parameters) {
    case Parameters::none:
    case Parameters::display_width:
      return bits && names && fraction && own.length == type.length && same_precision(own, type);
    case Parameters::length:
      return bits && names && (own.length == type.length || type.length.has_value());
    case Parameters::precision_scale:
      return names && decimal_fits(spelling, type);
    case Parameters::float_precision:
      return bits && names;
    case Parameters::fraction_digits:
      return bits && names && (fraction || has_fraction(table, type));
    case Parameters::fraction_zone:
      return bits && type.fraction_digits.has_value();
    case Parameters::zone_name:
      return bits && fraction;
    case Parameters::qualifier:
      return true;
    case Parameters::labels:
      return bits && !type.labels.empty();
    case Parameters::element:
      return type.children.size() == 1 && !type.length;
    case Parameters::key_value:
      return type.children.size() == 2;
    case Parameters::fields:
      return !type.fields.empty();
    case Parameters::scale:
    case Parameters::wrapper:
      return false;
  }
  return false;
}

const Spelling* find_spelling(const SpellingTable& table, const SqlType& type) {
  const auto at = std::ranges::find_if(
      table.spellings, [&](const Spelling& spelling) { return spells(table, spelling, type); });
  return at == table.spellings.end() ? nullptr : &*at;
}

const Spelling* find_wrapper(const SpellingTable& table, bool nullable) {
  const auto at = std::ranges::find_if(table.spellings, [&](const Spelling& spelling) {
    return spelling.parameters == Parameters::wrapper && spelling.type.nullable_wrapper == nullable;
  });
  return at == table.spellings.end() ? nullptr : &*at;
}

// The next types of the same kind that hold every value of `type`, nearest first.
std::vector<SqlType> wider_integers(const SqlType& type) {
  std::vector<SqlType> result;
  for (const int bits : {16, 32, 64, 128, 256}) {
    if (bits <= type.bits) continue;
    result.push_back(integer(bits, true));
    if (!type.is_signed) result.push_back(integer(bits, false));
  }
  constexpr int common_precision = 38;  // of most engines' decimals
  const int digits = integer_digits(type);
  if (digits > 0 && digits <= common_precision) result.push_back(decimal(digits, 0));
  return result;
}

std::vector<SqlType> wider_fractions(const SqlType& type) {
  std::vector<SqlType> result;
  constexpr int most_digits = 12;
  for (int digits = type.fraction_digits.value_or(0); digits <= most_digits; ++digits) {
    result.push_back(type);
    result.back().fraction_digits = digits;
    result.back().name.clear();
    result.back().bits = 0;
  }
  return result;
}

std::vector<SqlType> wider_text(SqlType type) {
  std::vector<SqlType> result;
  type.bits = 0;
  type.label_values.clear();
  result.push_back(type);
  type.fixed_length = false;
  result.push_back(type);
  type.length.reset();
  result.push_back(type);
  return result;
}

std::vector<SqlType> nearest_types(const SqlType& type) {
  switch (type.kind) {
    case TypeKind::integer:
      return wider_integers(type);
    case TypeKind::floating:
      if (type.bits >= 64) return {};
      return {floating(type.bits * 2), floating(64)};
    case TypeKind::decimal: {
      SqlType with_sign = type;
      with_sign.is_signed = true;
      return {with_sign};
    }
    case TypeKind::date:
    case TypeKind::interval:
      return {of_kind(type.kind)};
    case TypeKind::time:
    case TypeKind::timestamp:
      return wider_fractions(type);
    case TypeKind::text:
    case TypeKind::binary:
    case TypeKind::bit_string:
      return wider_text(type);
    case TypeKind::json: {
      SqlType binary_form = type;
      binary_form.name = "binary";
      return {of_kind(TypeKind::json), binary_form};
    }
    case TypeKind::list:
    case TypeKind::enumeration: {
      SqlType plain = type;
      plain.bits = 0;
      plain.length.reset();
      plain.label_values.clear();
      return {plain};
    }
    default:
      return {};
  }
}

class TypeRenderer {
 public:
  TypeRenderer(const SpellingTable& table, std::string (*quote)(std::string_view))
      : table_(table), quote_(quote) {}

  // Empty where the table has no spelling for the type or a part of it.
  std::optional<std::string> render(const SqlType& type) const {
    const Spelling* low_cardinality = type.low_cardinality ? find_wrapper(table_, false) : nullptr;
    const Spelling* nullable = type.nullable_wrapper ? find_wrapper(table_, true) : nullptr;
    auto text = render_bare(type);
    if (!text) return std::nullopt;
    if (nullable != nullptr) text = fmt::format("{}({})", nullable->words, *text);
    if (low_cardinality != nullptr) text = fmt::format("{}({})", low_cardinality->words, *text);
    return text;
  }

 private:
  std::optional<std::string> render_bare(const SqlType& type) const {
    if (type.kind == TypeKind::unknown) return type.name;
    if (auto exact = render_exact(type)) return exact;
    for (const SqlType& near : nearest_types(type)) {
      if (auto text = render_exact(near)) return text;
    }
    return std::nullopt;
  }

  std::optional<std::string> render_exact(const SqlType& type) const {
    if (type.kind == TypeKind::list && table_.bracket_lists) return render_bracket_list(type);
    const Spelling* spelling = find_spelling(table_, type);
    if (spelling == nullptr) return std::nullopt;
    auto group = render_group(*spelling, type);
    if (!group) return std::nullopt;
    const bool is_unsigned = table_.unsigned_suffix && !type.is_signed && spelling->type.is_signed;
    return with_group(*spelling, *group) + (is_unsigned ? " UNSIGNED" : "");
  }

  std::optional<std::string> render_bracket_list(const SqlType& type) const {
    if (type.children.size() != 1) return std::nullopt;
    auto element = render(type.children[0]);
    if (!element) return std::nullopt;
    if (!type.length || !table_.lists_have_shape) return *element + "[]";
    return fmt::format("{}[{}]", *element, *type.length);
  }

  // The group stands after the first word of "TIMESTAMP(3) WITH TIME ZONE", else at the end.
  static std::string with_group(const Spelling& spelling, const std::string& group) {
    std::string text(spelling.words);
    const bool inside = spelling.parameters == Parameters::fraction_digits;
    const auto blank = inside ? text.find(' ') : std::string::npos;
    return text.insert(blank == std::string::npos ? text.size() : blank, group);
  }

  // With its brackets; empty text where the spelling needs none.
  std::optional<std::string> render_group(const Spelling& spelling, const SqlType& type) const {
    switch (spelling.parameters) {
      case Parameters::length:
        if (spelling.type.length == type.length) return "";
        return fmt::format("({})", type.length.value_or(0));
      case Parameters::precision_scale:
      case Parameters::float_precision:
        return render_precision(spelling, type);
      case Parameters::fraction_digits:
        if (spelling.type.fraction_digits == type.fraction_digits) return "";
        return fmt::format("({})", type.fraction_digits.value_or(0));
      case Parameters::fraction_zone:
        if (type.name.empty()) return fmt::format("({})", type.fraction_digits.value_or(0));
        return fmt::format("({}, {})", type.fraction_digits.value_or(0), string(type.name));
      case Parameters::zone_name:
        return type.name.empty() ? "" : "(" + string(type.name) + ")";
      case Parameters::qualifier:
        if (type.name.empty() || type.name.starts_with('(')) return type.name;
        return " " + type.name;
      case Parameters::labels:
        return "(" + render_labels(type) + ")";
      case Parameters::element:
      case Parameters::key_value:
        return render_children(type.children);
      case Parameters::fields:
        return render_fields(type);
      default:
        return "";
    }
  }

  static std::string render_precision(const Spelling& spelling, const SqlType& type) {
    const bool is_default = same_precision(spelling.type, type);
    if (!type.precision || (is_default && spelling.defaults_are_maximum)) return "";
    return fmt::format("({},{})", *type.precision, type.scale.value_or(0));
  }

  std::string render_labels(const SqlType& type) const {
    std::string result;
    for (std::size_t i = 0; i < type.labels.size(); ++i) {
      if (i > 0) result += ", ";
      result += string(type.labels[i]);
      if (i < type.label_values.size()) result += fmt::format(" = {}", type.label_values[i]);
    }
    return result;
  }

  std::optional<std::string> render_children(std::span<const SqlType> children) const {
    std::string result;
    for (const SqlType& child : children) {
      const auto text = render(child);
      if (!text) return std::nullopt;
      result += (result.empty() ? "" : ", ") + *text;
    }
    return bracketed(result);
  }

  std::optional<std::string> render_fields(const SqlType& type) const {
    std::string result;
    for (const Field& field : type.fields) {
      const auto text = render(field.type);
      if (!text) return std::nullopt;
      if (!result.empty()) result += ", ";
      if (!field.name.empty()) result += quote_(field.name) + std::string(table_.field_separator);
      result += *text + (field.nullable ? "" : " NOT NULL");
    }
    return bracketed(result);
  }

  std::string bracketed(const std::string& inner) const {
    return table_.open == '<' ? "<" + inner + ">" : "(" + inner + ")";
  }
  std::string string(std::string_view text) const {
    return quoted_string(text, table_.backslash_escapes);
  }

  const SpellingTable& table_;
  std::string (*quote_)(std::string_view);
};

std::string quote_standard(std::string_view name) {
  std::string result = "\"";
  for (const char c : name) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

SpellingTable standard_table() {
  using enum Parameters;
  SqlType character = text(1);
  character.fixed_length = true;
  const auto any = [](TypeKind kind) { return of_kind(kind); };
  return {
      .spellings = {{"BOOLEAN", any(TypeKind::boolean)},
                    {"TINYINT", integer(8)},
                    {"SMALLINT", integer(16)},
                    {"INTEGER", integer(32)},
                    {"BIGINT", integer(64)},
                    {"INT128", integer(128)},
                    {"INT256", integer(256)},
                    {"BIGNUM", integer(unbounded_bits)},
                    {"DECIMAL WITHOUT LIMITS", any(TypeKind::decimal)},
                    {"DECIMAL", any(TypeKind::decimal), precision_scale},
                    {"REAL", floating(32)},
                    {"DOUBLE PRECISION", floating(64)},
                    {"VARCHAR", text(), length},
                    {"CHARACTER", character, length},
                    {"VARBINARY", binary(), length},
                    {"BIT VARYING", any(TypeKind::bit_string), length},
                    {"DATE", any(TypeKind::date)},
                    {"TIME", time(6), fraction_digits},
                    {"TIME WITH TIME ZONE", time(6, TimeZone::zoned), fraction_digits},
                    {"TIMESTAMP", timestamp(6), fraction_digits},
                    {"TIMESTAMP WITH TIME ZONE", timestamp(6, TimeZone::zoned), fraction_digits},
                    {"TIMESTAMP WITH LOCAL TIME ZONE", timestamp(6, TimeZone::session),
                     fraction_digits},
                    {"INTERVAL", any(TypeKind::interval), qualifier},
                    {"JSON", any(TypeKind::json)},
                    {"UUID", any(TypeKind::uuid)},
                    {"ENUM", any(TypeKind::enumeration), labels},
                    {"MAP", any(TypeKind::map), key_value},
                    {"ROW", any(TypeKind::structure), fields},
                    {"UNION", any(TypeKind::tagged_union), fields},
                    {"NULL", any(TypeKind::null)}},
      .unsigned_suffix = true,
      .bracket_lists = true};
}

}  // namespace

std::string render_type(const SpellingTable& table, const SqlType& type,
                        std::string (*quote)(std::string_view name)) {
  const auto text = TypeRenderer(table, quote).render(type);
  return text ? *text : "UNSUPPORTED TYPE " + describe(type);
}

std::string describe(const SqlType& type) {
  static const SpellingTable standard = standard_table();
  return TypeRenderer(standard, quote_standard).render(type).value_or("UNKNOWN");
}

}  // namespace leeway::types
