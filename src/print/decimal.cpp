#include "print/decimal.h"

#include <algorithm>

namespace leeway::print {
namespace {

struct Decimal {
  bool negative = false;
  std::string whole;
  std::string fraction;
};

bool all_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<Decimal> parse(std::string_view text) {
  Decimal decimal;
  if (text.starts_with('-') || text.starts_with('+')) {
    decimal.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  const auto point = text.find('.');
  decimal.whole = text.substr(0, point);
  if (point != std::string_view::npos) decimal.fraction = text.substr(point + 1);
  if (!all_digits(decimal.whole) || !all_digits(decimal.fraction)) return std::nullopt;
  if (decimal.whole.empty() && decimal.fraction.empty()) return std::nullopt;
  return decimal;
}

// The digits of both at the same scale and length, so that they compare and add as texts.
void align(Decimal& a, Decimal& b) {
  const auto scale = std::max(a.fraction.size(), b.fraction.size());
  const auto width = std::max(a.whole.size(), b.whole.size());
  for (Decimal* each : {&a, &b}) {
    each->fraction.resize(scale, '0');
    each->whole.insert(0, width - each->whole.size(), '0');
    each->whole += each->fraction;
  }
}

// REQUIRES: equal lengths.
std::string sum_of(const std::string& a, const std::string& b) {
  std::string sum = a;
  int carry = 0;
  for (std::size_t i = a.size(); i-- > 0;) {
    const int digit = (a[i] - '0') + (b[i] - '0') + carry;
    sum[i] = static_cast<char>('0' + digit % 10);
    carry = digit / 10;
  }
  return carry > 0 ? "1" + sum : sum;
}

// REQUIRES: equal lengths, larger >= smaller.
std::string difference_of(const std::string& larger, const std::string& smaller) {
  std::string difference = larger;
  int borrow = 0;
  for (std::size_t i = larger.size(); i-- > 0;) {
    const int digit = larger[i] - smaller[i] - borrow;
    borrow = digit < 0 ? 1 : 0;
    difference[i] = static_cast<char>('0' + digit + 10 * borrow);
  }
  return difference;
}

std::string without_leading_zeros(const std::string& digits) {
  const auto first = digits.find_first_not_of('0');
  return first == std::string::npos ? "0" : digits.substr(first);
}

std::string spelled(bool negative, const std::string& digits, std::size_t scale) {
  std::string whole = without_leading_zeros(digits.substr(0, digits.size() - scale));
  std::string fraction = digits.substr(digits.size() - scale);
  if (scale > 0) fraction.erase(std::max<std::size_t>(fraction.find_last_not_of('0') + 1, 1));
  const bool zero = digits.find_first_not_of('0') == std::string::npos;
  std::string text = negative && !zero ? "-" + whole : whole;
  return scale > 0 ? text + "." + fraction : text;
}

}  // namespace

std::optional<std::string> subtract(std::string_view a, std::string_view b) {
  auto left = parse(a);
  auto right = parse(b);
  if (!left || !right) return std::nullopt;
  align(*left, *right);
  const auto scale = left->fraction.size();
  if (left->negative != right->negative)
    return spelled(left->negative, sum_of(left->whole, right->whole), scale);
  if (left->whole >= right->whole)
    return spelled(left->negative, difference_of(left->whole, right->whole), scale);
  return spelled(!left->negative, difference_of(right->whole, left->whole), scale);
}

std::string normalized_number(std::string_view number) {
  const auto decimal = parse(number);
  if (!decimal) return std::string(number);
  std::string fraction = decimal->fraction;
  fraction.erase(fraction.find_last_not_of('0') + 1);
  std::string text = without_leading_zeros(decimal->whole);
  if (!fraction.empty()) text += "." + fraction;
  return decimal->negative && text != "0" ? "-" + text : text;
}

}  // namespace leeway::print
