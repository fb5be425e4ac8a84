// A value as an artifact of a print holds it: what YAML can say, in the order it was said.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace leeway::print {

struct Value {
  enum class Kind { null, boolean, number, string, list, map };

  Kind kind = Kind::null;
  bool boolean = false;
  // Of a string: the string. Of a number: its decimal digits without an exponent ("7", "-0.25",
  // "1250.5"), or ".nan", ".inf", "-.inf". A number keeps its digits: it may be wider than a
  // double.
  std::string text;
  std::vector<std::string> keys;  // of a map, beside `items`
  std::vector<Value> items;       // of a list or map

  bool operator==(const Value&) const = default;

  bool is_scalar() const { return kind != Kind::list && kind != Kind::map; }
  // The entry of a map; null when it is none or has no such key.
  const Value* find(std::string_view key) const;
  // Appends an entry to a map.
  void set(std::string key, Value value);
};

Value make_null();
Value make_bool(bool value);
Value make_integer(std::int64_t value);
// The shortest digits that read back to the same double, positional, always with a point.
Value make_real(double value);
// REQUIRES: digits as `text` describes a number.
Value make_number(std::string digits);
Value make_string(std::string text);
Value make_list();
Value make_map();

// A number as prints publish measured ones (print format v1, section 3): at most six decimals,
// half to even, and six significant figures where six decimals would make zero of another number.
// Counts and listed values are never rounded. What is no number stays as it is.
Value round_measured(double value);
Value round_measured(Value value);

// A number's value as a double; NaN for what is no number.
double to_double(const Value& value);

}  // namespace leeway::print
