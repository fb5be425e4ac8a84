#include "print/measured_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace leeway::print {
namespace {

// Moves the point of "digits[.digits]" by `places` to the right (to the left where negative).
std::string shifted(std::string digits, int places) {
  auto point = digits.find('.');
  if (point == std::string::npos)
    point = digits.size();
  else
    digits.erase(point, 1);
  auto target = static_cast<std::ptrdiff_t>(point) + places;
  if (target <= 0) {
    digits.insert(0, static_cast<std::size_t>(1 - target), '0');
    target = 1;
  }
  const auto size = static_cast<std::ptrdiff_t>(digits.size());
  if (target >= size) return digits + std::string(static_cast<std::size_t>(target - size), '0');
  return digits.insert(static_cast<std::size_t>(target), ".");
}

// Without needless zeros at the front.
std::string trimmed(std::string digits) {
  const auto first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
  digits.erase(0, digits[first] == '.' || first > 0 ? first : 0);
  if (digits.starts_with('.')) digits.insert(0, "0");
  return digits;
}

bool all_zero(std::string_view digits) {
  return digits.find_first_not_of("0.") == std::string_view::npos;
}

long double integer_of(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  unsigned __int128 magnitude = 0;
  for (const char digit : digits.substr(negative ? 1 : 0))
    magnitude = magnitude * 10 + static_cast<unsigned>(digit - '0');
  const auto value = static_cast<long double>(magnitude);
  return negative ? -value : value;
}

}  // namespace

Value read_number(std::string_view engine_text, bool real) {
  const bool negative = engine_text.starts_with('-');
  const std::string sign = negative ? "-" : "";
  std::string_view rest = engine_text.substr(negative ? 1 : 0);
  if (rest == "inf") return make_number(sign + ".inf");
  if (rest == "nan") return make_number(".nan");
  int exponent = 0;
  if (const auto at = rest.find_first_of("eE"); at != std::string_view::npos) {
    std::string_view power = rest.substr(at + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    std::from_chars(power.data(), power.data() + power.size(), exponent);
    rest = rest.substr(0, at);
  }
  std::string digits =
      exponent == 0 ? std::string(rest) : trimmed(shifted(std::string(rest), exponent));
  if (real && digits.find('.') == std::string::npos) digits += ".0";
  return make_number(all_zero(digits) ? digits : sign + digits);
}

std::string with_point(std::string_view integer, int scale) {
  if (scale == 0) return std::string(integer);
  const bool negative = integer.starts_with('-');
  return (negative ? "-" : "") + shifted(std::string(integer.substr(negative ? 1 : 0)), -scale);
}

Value mean_of(std::string_view sum, std::int64_t count) {
  constexpr std::size_t significant = 20;
  constexpr std::size_t decimals = 8;
  const bool negative = sum.starts_with('-');
  const std::string_view digits = sum.substr(negative ? 1 : 0);
  const auto divisor = static_cast<unsigned __int128>(count);
  std::string quotient;
  unsigned __int128 rest = 0;
  std::size_t behind = 0;
  std::size_t figures = 0;
  bool point = false;
  for (std::size_t i = 0; i < digits.size() || behind < decimals || figures < significant; ++i) {
    if (i >= digits.size() && rest == 0) break;
    if (i < digits.size() && digits[i] == '.') {
      point = true;
      quotient += '.';
      continue;
    }
    if (i >= digits.size() && !point) {
      point = true;
      quotient += '.';
    }
    rest = rest * 10 + static_cast<unsigned>(i < digits.size() ? digits[i] - '0' : 0);
    quotient += static_cast<char>('0' + static_cast<int>(rest / divisor));
    rest %= divisor;
    if (point) ++behind;
    if (figures > 0 || quotient.back() != '0') ++figures;
  }
  if (rest != 0) quotient += '1';  // what is cut off decides a tie
  quotient = trimmed(quotient);
  if (!point) quotient += ".0";
  return make_number(negative && !all_zero(quotient) ? "-" + quotient : quotient);
}

double real_sum(std::string_view high, std::string_view low, int exponent, std::int64_t divisor) {
  const long double sum =
      std::ldexp(integer_of(high), exponent - 62) + std::ldexp(integer_of(low), exponent - 122);
  return static_cast<double>(sum / static_cast<long double>(divisor));
}

int exponent_above(double magnitude) {
  if (magnitude == 0) return 0;
  return std::ilogb(magnitude) + 1;
}

}  // namespace leeway::print
