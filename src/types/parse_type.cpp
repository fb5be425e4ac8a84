#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <utility>

#include "base/text.h"
#include "types/spelling.h"
#include "types/type_tokens.h"

namespace leeway::types {
namespace {

// Tokens [begin, end).
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
};

// A type's words and its one bracketed group, e.g. "timestamp with time zone" and "(3)".
struct Head {
  std::string words;
  std::optional<Extent> group;  // between the brackets
};

std::optional<long long> to_number(std::string_view text) {
  long long value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

bool takes_group(Parameters parameters) {
  switch (parameters) {
    case Parameters::none:
    case Parameters::qualifier:
      return false;
    default:
      return true;
  }
}

bool needs_group(Parameters parameters) {
  switch (parameters) {
    case Parameters::labels:
    case Parameters::element:
    case Parameters::key_value:
    case Parameters::fields:
    case Parameters::wrapper:
    case Parameters::scale:
      return true;
    default:
      return false;
  }
}

class TypeParser {
 public:
  TypeParser(const SpellingTable& table, std::string_view text)
      : table_(table), list_(tokenize(text, table.backslash_escapes)) {}

  SqlType parse() {
    const Extent all{0, list_.tokens.size()};
    if (!list_.balanced) return verbatim(all);
    SqlType type = parse_any(all, 0);
    return too_deep_ ? verbatim(all) : type;
  }

 private:
  const Token& token(std::size_t i) const { return list_.tokens[i]; }
  bool is_word(std::size_t i, std::string_view word) const {
    return token(i).kind == TokenKind::word && equal_ignoring_case(token(i).text, word);
  }

  SqlType verbatim(Extent extent) const {
    return unknown(normalized(list_, extent.begin, extent.end, table_.case_sensitive));
  }

  SqlType parse_any(Extent extent, int depth) {
    if (auto type = parse_known(extent, depth)) return *std::move(type);
    return too_deep_ ? SqlType() : verbatim(extent);
  }

  enum class Elements { any, known };  // of bracket lists

  // Nothing where the table does not know the type.
  std::optional<SqlType> parse_known(Extent extent, int depth, Elements elements = Elements::any) {
    if (depth > max_type_depth) too_deep_ = true;
    if (too_deep_ || extent.size() == 0) return std::nullopt;
    if (table_.bracket_lists) {
      if (auto list = parse_bracket_list(extent, depth, elements)) return list;
    }
    if (const Spelling* spelling = find_whole(extent)) return spelling->type;
    if (auto type = parse_qualified(extent)) return type;
    const bool is_unsigned = strip_sign(extent);
    auto type = parse_spelled(extent, depth);
    if (type && is_unsigned) type->is_signed = false;
    return type;
  }

  // "INTEGER[3][]", "integer array", "integer array[3]".
  std::optional<SqlType> parse_bracket_list(Extent extent, int depth, Elements elements) {
    std::vector<std::optional<long long>> lengths;  // the outermost first
    while (extent.size() > 1) {
      const std::size_t last = extent.end - 1;
      if (is_word(last, "array")) {
        lengths.emplace_back();
        extent.end = last;
        continue;
      }
      if (token(last).text != "]") break;
      const std::size_t open = token(last).partner;
      const Extent inside{open + 1, last};
      if (open <= extent.begin || inside.size() > 1) return std::nullopt;
      lengths.push_back(inside.size() == 1 ? to_number(token(inside.begin).text) : std::nullopt);
      if (inside.size() == 1 && !lengths.back()) return std::nullopt;
      extent.end = open;
      if (extent.size() > 1 && is_word(open - 1, "array")) --extent.end;
    }
    if (lengths.empty()) return std::nullopt;
    if (!table_.lists_have_shape) lengths.assign(1, std::nullopt);
    too_deep_ = too_deep_ || lengths.size() > max_type_depth;
    if (too_deep_) return std::nullopt;
    auto type = parse_known(extent, depth + static_cast<int>(lengths.size()), elements);
    if (!type && elements == Elements::known) return std::nullopt;
    if (!type) type = verbatim(extent);
    for (const auto& length : lengths | std::views::reverse) {
      type = list_of(*std::move(type));
      type->length = length;
    }
    return type;
  }

  // A spelling that fixes the parameters too, e.g. "tinyint(1)".
  const Spelling* find_whole(Extent extent) const {
    constexpr std::size_t longest = 8;
    if (extent.size() > longest) return nullptr;
    const std::string whole = normalized(list_, extent.begin, extent.end, true);
    const auto at = std::ranges::find_if(table_.spellings, [&](const Spelling& spelling) {
      return !needs_group(spelling.parameters) && equal_ignoring_case(spelling.words, whole);
    });
    return at == table_.spellings.end() ? nullptr : &*at;
  }

  // "interval day to second(3)"
  std::optional<SqlType> parse_qualified(Extent extent) const {
    const auto at = std::ranges::find_if(table_.spellings, [&](const Spelling& spelling) {
      return spelling.parameters == Parameters::qualifier && is_word(extent.begin, spelling.words);
    });
    if (at == table_.spellings.end()) return std::nullopt;
    constexpr std::array<std::string_view, 8> qualifiers = {"year", "month",  "week",   "day",
                                                            "hour", "minute", "second", "to"};
    for (std::size_t i = extent.begin + 1; i < extent.end; ++i) {
      const auto is_this = [&](std::string_view word) { return is_word(i, word); };
      const bool is_name =
          token(i).kind == TokenKind::word || token(i).kind == TokenKind::quoted_name;
      if (is_name && std::ranges::none_of(qualifiers, is_this)) return std::nullopt;
    }
    SqlType type = at->type;
    type.name = normalized(list_, extent.begin + 1, extent.end, false);
    return type;
  }

  // Removes MySQL's words about the sign; true when the type is unsigned.
  bool strip_sign(Extent& extent) const {
    bool is_unsigned = false;
    while (table_.unsigned_suffix && extent.size() > 1) {
      const std::size_t last = extent.end - 1;
      const bool makes_unsigned = is_word(last, "unsigned") || is_word(last, "zerofill");
      if (!makes_unsigned && !is_word(last, "signed")) break;
      is_unsigned = is_unsigned || makes_unsigned;
      --extent.end;
    }
    return is_unsigned;
  }

  std::optional<Head> read_head(Extent extent) const {
    Head head;
    for (std::size_t i = extent.begin; i < extent.end; ++i) {
      const bool opens = token(i).text == "(" || token(i).text == "<";
      if (token(i).kind == TokenKind::word || token(i).kind == TokenKind::quoted_name) {
        if (!head.words.empty()) head.words += ' ';
        head.words += token(i).text;
      } else if (opens && !head.words.empty() && !head.group) {
        head.group = Extent{i + 1, token(i).partner};
        i = token(i).partner;
      } else {
        return std::nullopt;
      }
    }
    return head;
  }

  std::optional<SqlType> parse_spelled(Extent extent, int depth) {
    const auto head = read_head(extent);
    if (!head) return std::nullopt;
    for (const Spelling& spelling : table_.spellings) {
      if (!equal_ignoring_case(spelling.words, head->words)) continue;
      if (head->group ? !takes_group(spelling.parameters) : needs_group(spelling.parameters))
        continue;
      if (!head->group) return spelling.type;
      SqlType type = spelling.type;
      if (read_group(spelling.parameters, *head->group, depth, type)) return type;
    }
    return std::nullopt;
  }

  bool read_group(Parameters parameters, Extent group, int depth, SqlType& type) {
    switch (parameters) {
      case Parameters::labels:
        return read_labels(group, type);
      case Parameters::element:
      case Parameters::key_value:
        return read_children(parameters, group, depth, type);
      case Parameters::fields:
        return read_fields(group, depth, type);
      case Parameters::wrapper:
        return read_wrapped(group, depth, type);
      case Parameters::fraction_zone:
      case Parameters::zone_name:
        return read_zone(parameters, group, type);
      default:
        return read_numbers(parameters, group, type);
    }
  }

  bool read_numbers(Parameters parameters, Extent group, SqlType& type) const {
    std::vector<long long> numbers;
    for (const Extent part : parts(group)) {
      const bool negative = part.size() == 2 && token(part.begin).text == "-";
      const auto number =
          part.size() == 1 || negative ? to_number(token(part.end - 1).text) : std::nullopt;
      constexpr long long largest = 1LL << 40;
      if (!number || *number > largest) return false;
      numbers.push_back(negative ? -*number : *number);
    }
    return apply_numbers(parameters, numbers, type);
  }

  bool apply_numbers(Parameters parameters, std::span<const long long> numbers,
                     SqlType& type) const {
    const auto number = [&](std::size_t i) { return static_cast<int>(numbers[i]); };
    const auto all_between = [&](long long low, long long high) {
      return std::ranges::all_of(numbers, [&](long long n) { return n >= low && n <= high; });
    };
    switch (parameters) {
      case Parameters::length:
        if (numbers.size() != 1 || numbers[0] < 0) return false;
        type.length = numbers[0];
        return true;
      case Parameters::precision_scale:
        if (numbers.empty() || numbers.size() > 2 || !all_between(-10'000, 10'000)) return false;
        if (numbers[0] < 1) return false;
        type.precision = number(0);
        type.scale = numbers.size() == 2 ? number(1) : 0;
        return true;
      case Parameters::scale:
        if (numbers.size() != 1 || !all_between(0, 10'000)) return false;
        type.scale = number(0);
        return true;
      case Parameters::float_precision:
        if (numbers.empty() || numbers.size() > 2 || !all_between(0, 255)) return false;
        if (numbers.size() == 1) {
          constexpr int single_significand = 24;
          type.bits = number(0) <= single_significand ? 32 : 64;
        } else {
          type.precision = number(0);
          type.scale = number(1);
        }
        return true;
      case Parameters::fraction_digits:
        if (numbers.size() != 1 || !all_between(0, 12)) return false;
        return set_fraction(number(0), type);
      case Parameters::display_width:
        return !numbers.empty();
      default:
        return false;
    }
  }

  bool set_fraction(int digits, SqlType& type) const {
    const auto& steps = table_.fraction_steps;
    const auto step = std::ranges::lower_bound(steps, digits);
    if (!steps.empty() && step == steps.end()) return false;
    type.fraction_digits = steps.empty() ? digits : *step;
    return true;
  }

  // (3), (3, 'UTC'), ('UTC')
  bool read_zone(Parameters parameters, Extent group, SqlType& type) const {
    std::vector<Extent> rest = parts(group);
    if (std::ranges::any_of(rest, [](Extent part) { return part.size() != 1; })) return false;
    if (!rest.empty() && token(rest.back().begin).kind == TokenKind::string) {
      type.name = unquoted(token(rest.back().begin), table_.backslash_escapes);
      rest.pop_back();
    }
    if (parameters == Parameters::zone_name) return rest.empty();
    if (rest.size() != 1) return rest.empty();
    return read_numbers(Parameters::fraction_digits, rest[0], type);
  }

  // 'a', 'b'; ClickHouse also 'a' = 1.
  bool read_labels(Extent group, SqlType& type) const {
    bool counted = true;
    std::vector<int> values;
    for (const Extent part : parts(group)) {
      if (part.size() == 0 || token(part.begin).kind != TokenKind::string) return false;
      type.labels.push_back(unquoted(token(part.begin), table_.backslash_escapes));
      if (part.size() == 1) continue;
      const bool negative = part.size() == 4 && token(part.begin + 2).text == "-";
      if (token(part.begin + 1).text != "=" || (part.size() != 3 && !negative)) return false;
      const auto value = to_number(token(part.end - 1).text);
      if (!value || *value > std::numeric_limits<short>::max() + 1) return false;
      values.push_back(static_cast<int>(negative ? -*value : *value));
      counted = counted && values.back() == static_cast<int>(type.labels.size());
    }
    if (!values.empty() && values.size() != type.labels.size()) return false;
    if (!counted) type.label_values = std::move(values);
    return true;
  }

  bool read_children(Parameters parameters, Extent group, int depth, SqlType& type) {
    const std::vector<Extent> all = parts(group);
    if (all.size() != (parameters == Parameters::element ? 1U : 2U)) return false;
    for (const Extent part : all) {
      if (part.size() == 0) return false;
      type.children.push_back(parse_any(part, depth + 1));
    }
    return true;
  }

  bool read_wrapped(Extent group, int depth, SqlType& type) {
    const bool nullable = type.nullable_wrapper;
    if (group.size() == 0) return false;
    type = parse_any(group, depth + 1);
    (nullable ? type.nullable_wrapper : type.low_cardinality) = true;
    return true;
  }

  bool read_fields(Extent group, int depth, SqlType& type) {
    for (const Extent part : parts(group)) {
      auto field = read_field(part, depth);
      if (!field) return false;
      type.fields.push_back(*std::move(field));
    }
    return !type.fields.empty();
  }

  // "a INTEGER", "a: int NOT NULL COMMENT 'x'", or a type alone.
  std::optional<Field> read_field(Extent extent, int depth) {
    Field field;
    if (extent.size() > 2 && is_word(extent.end - 2, "comment")) extent.end -= 2;
    if (extent.size() > 2 && is_word(extent.end - 2, "not") && is_word(extent.end - 1, "null")) {
      field.nullable = false;
      extent.end -= 2;
    }
    if (extent.size() == 0) return std::nullopt;
    if (auto nameless = parse_known(extent, depth + 1, Elements::known)) {
      field.type = *std::move(nameless);
      return field;
    }
    const Token& name = token(extent.begin);
    Extent rest{extent.begin + 1, extent.end};
    if (rest.size() > 1 && token(rest.begin).text == ":") ++rest.begin;
    const bool names = rest.size() > 0 && token(rest.begin).kind != TokenKind::open &&
                       (name.kind == TokenKind::word || name.kind == TokenKind::quoted_name ||
                        name.kind == TokenKind::number);
    if (!names) {
      field.type = verbatim(extent);
      return field;
    }
    field.name = name.kind == TokenKind::quoted_name ? unquoted(name, table_.backslash_escapes)
                                                     : std::string(name.text);
    field.type = parse_any(rest, depth + 1);
    return field;
  }

  // The parts of a group between its commas.
  std::vector<Extent> parts(Extent group) const {
    std::vector<Extent> result;
    if (group.size() == 0) return result;
    std::size_t begin = group.begin;
    for (std::size_t i = group.begin; i < group.end; ++i) {
      if (token(i).kind == TokenKind::open) {
        i = token(i).partner;
      } else if (token(i).text == ",") {
        result.push_back({begin, i});
        begin = i + 1;
      }
    }
    result.push_back({begin, group.end});
    return result;
  }

  const SpellingTable& table_;
  TokenList list_;
  bool too_deep_ = false;
};

}  // namespace

SqlType parse_type(const SpellingTable& table, std::string_view text) {
  return TypeParser(table, text).parse();
}

}  // namespace leeway::types
