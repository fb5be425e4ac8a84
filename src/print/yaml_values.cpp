#include "print/yaml_values.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_set>

#include "base/yaml_events.h"

namespace leeway::print {
namespace {

// An exponent wider than this is beyond every double, on one side or the other.
constexpr long kExponentLimit = 400;

std::string without_leading_zeros(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? "0" : std::string(digits.substr(first));
}

// "0x1F" and "0o17" in decimal; nullopt beyond 64 bits.
std::optional<std::string> based_integer(std::string_view digits, int base) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (read.ec != std::errc()) return std::nullopt;
  return std::to_string(number);
}

std::string integer_digits(std::string_view text) {
  const bool negative = text.front() == '-';
  if (negative || text.front() == '+') text.remove_prefix(1);
  std::string digits = without_leading_zeros(text);
  return negative && digits != "0" ? "-" + digits : digits;
}

struct RealParts {
  bool negative = false;
  std::string whole;
  std::string fraction;
  std::string_view exponent;
};

RealParts split_real(std::string_view text) {
  RealParts parts;
  parts.negative = text.front() == '-';
  if (parts.negative || text.front() == '+') text.remove_prefix(1);
  if (const std::size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    parts.exponent = text.substr(e + 1);
    text = text.substr(0, e);
  }
  const std::size_t point = text.find('.');
  parts.whole = text.substr(0, point);
  if (point != std::string_view::npos) parts.fraction = text.substr(point + 1);
  return parts;
}

// Moves the point by the exponent; false where that leaves what a double can hold.
bool apply_exponent(RealParts& parts) {
  if (parts.exponent.empty()) return true;
  std::string_view digits = parts.exponent;
  if (digits.front() == '+') digits.remove_prefix(1);
  long shift = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), shift);
  if (read.ec != std::errc() || shift > kExponentLimit || shift < -kExponentLimit) return false;
  const auto places = static_cast<std::size_t>(shift < 0 ? -shift : shift);
  std::string& from = shift < 0 ? parts.whole : parts.fraction;
  if (from.size() < places) {
    if (shift < 0)
      from.insert(0, places - from.size(), '0');
    else
      from.append(places - from.size(), '0');
  }
  if (shift < 0) {
    parts.fraction.insert(0, from, from.size() - places, places);
    from.resize(from.size() - places);
  } else {
    parts.whole.append(from, 0, places);
    from.erase(0, places);
  }
  return true;
}

std::string beyond_double(const RealParts& parts) {
  const bool zero = (parts.whole + parts.fraction).find_first_not_of('0') == std::string::npos;
  if (zero || parts.exponent.front() == '-') return parts.negative ? "-0.0" : "0.0";
  return parts.negative ? "-.inf" : ".inf";
}

std::string real_digits(std::string_view text) {
  if (const char last = text.back(); last == 'f' || last == 'F')
    return text.front() == '-' ? "-.inf" : ".inf";
  if (const char last = text.back(); last == 'n' || last == 'N') return ".nan";
  RealParts parts = split_real(text);
  if (!apply_exponent(parts)) return beyond_double(parts);
  if (parts.fraction.empty()) parts.fraction = "0";
  return (parts.negative ? "-" : "") + without_leading_zeros(parts.whole) + "." + parts.fraction;
}

}  // namespace

Value plain_value(std::string_view text) {
  switch (classify_plain(text)) {
    case YamlScalar::null:
      return make_null();
    case YamlScalar::boolean:
      return make_bool(text.front() == 't' || text.front() == 'T');
    case YamlScalar::integer:
      if (text.starts_with("0x") || text.starts_with("0o")) {
        auto digits = based_integer(text.substr(2), text[1] == 'x' ? 16 : 8);
        return digits ? make_number(*std::move(digits)) : make_string(std::string(text));
      }
      return make_number(integer_digits(text));
    case YamlScalar::real:
      return make_number(real_digits(text));
    case YamlScalar::string:
      break;
  }
  return make_string(std::string(text));
}

std::size_t first_twin(const std::vector<std::string>& keys) {
  constexpr std::size_t few = 24;
  if (keys.size() <= few) {
    for (std::size_t i = 1; i < keys.size(); ++i) {
      const auto end = keys.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(keys.begin(), end, keys[i]) != end) return i;
    }
    return keys.size();
  }
  std::unordered_set<std::string_view> seen(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!seen.insert(keys[i]).second) return i;
  }
  return keys.size();
}

}  // namespace leeway::print
