#include "print/value.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

namespace leeway::print {
namespace {

// Digits up to and with position `last`, which lies behind the point; half to even. Zeros at the
// end go, one digit behind the point stays.
std::string round_at(const std::string& digits, std::size_t last) {
  if (last + 1 >= digits.size()) return digits;
  std::string kept = digits.substr(0, last + 1);
  const bool more = digits.find_first_not_of('0', last + 2) != std::string::npos;
  const char next = digits[last + 1];
  const bool odd = (kept.back() - '0') % 2 == 1;
  bool carry = next > '5' || (next == '5' && (more || odd));
  for (std::size_t i = kept.size(); carry && i-- > 0;) {
    if (kept[i] == '.') continue;
    if (kept[i] == '-') break;
    carry = kept[i] == '9';
    kept[i] = carry ? '0' : static_cast<char>(kept[i] + 1);
  }
  if (carry) kept.insert(kept.begin() + (kept.front() == '-' ? 1 : 0), '1');
  while (kept.back() == '0' && kept[kept.size() - 2] != '.') kept.pop_back();
  return kept;
}

}  // namespace

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

Value round_measured(double value) { return round_measured(make_real(value)); }

Value round_measured(Value value) {
  constexpr std::size_t decimals = 6;
  if (value.kind != Value::Kind::number) return value;
  const std::size_t point = value.text.find('.');
  if (point == std::string::npos || value.text.size() - point - 1 <= decimals ||
      value.text.find_first_not_of("-.0123456789") != std::string::npos)
    return value;
  const std::size_t first = value.text.find_first_not_of("-.0");
  std::string rounded = round_at(value.text, point + decimals);
  if (first != std::string::npos && rounded.find_first_not_of("-.0") == std::string::npos)
    rounded = round_at(value.text, first + decimals - 1);
  return make_number(std::move(rounded));
}

}  // namespace leeway::print
