#include "print/value.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

namespace leeway::print {

const Value* Value::find(std::string_view key) const {
  if (kind != Kind::map) return nullptr;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return &items[i];
  }
  return nullptr;
}

void Value::set(std::string key, Value value) {
  keys.push_back(std::move(key));
  items.push_back(std::move(value));
}

Value make_null() { return {}; }

Value make_bool(bool value) {
  Value made;
  made.kind = Value::Kind::boolean;
  made.boolean = value;
  return made;
}

Value make_integer(std::int64_t value) { return make_number(std::to_string(value)); }

Value make_real(double value) {
  if (std::isnan(value)) return make_number(".nan");
  if (std::isinf(value)) return make_number(value < 0 ? "-.inf" : ".inf");
  // Positional digits of the largest double take 309 places, of the smallest about 1,080.
  char digits[1200];
  const auto end =
      std::to_chars(std::begin(digits), std::end(digits), value, std::chars_format::fixed);
  std::string text(digits, end.ptr);
  if (text.find('.') == std::string::npos) text += ".0";
  return make_number(std::move(text));
}

Value make_number(std::string digits) {
  Value made;
  made.kind = Value::Kind::number;
  made.text = std::move(digits);
  return made;
}

Value make_string(std::string text) {
  Value made;
  made.kind = Value::Kind::string;
  made.text = std::move(text);
  return made;
}

Value make_list() {
  Value made;
  made.kind = Value::Kind::list;
  return made;
}

Value make_map() {
  Value made;
  made.kind = Value::Kind::map;
  return made;
}

double to_double(const Value& value) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (value.kind != Value::Kind::number) return kNan;
  if (value.text == ".inf") return kInfinity;
  if (value.text == "-.inf") return -kInfinity;
  double number = 0;
  const char* const end = value.text.data() + value.text.size();
  const auto read = std::from_chars(value.text.data(), end, number);
  if (read.ec == std::errc::result_out_of_range) {
    // Only digits wider than a double get here: all zeros after the point, or too large.
    const bool small = value.text.find_first_not_of("-0") == value.text.find('.');
    const double bound = small ? 0.0 : kInfinity;
    return value.text.front() == '-' ? -bound : bound;
  }
  return read.ec == std::errc() && read.ptr == end ? number : kNan;
}

}  // namespace leeway::print
