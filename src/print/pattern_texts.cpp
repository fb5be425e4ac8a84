// Patterns of identifiers and texts of the net.
#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "print/patterns.h"

namespace leeway::print::patterns {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::string_view digits = "0123456789";
constexpr std::string_view hex_digits = "0123456789abcdefABCDEF";
constexpr std::string_view alphanumeric =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view blanks = " \t\n\r\f\v";

bool only(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == npos;
}

bool is_alphanumeric(char c) { return alphanumeric.contains(c); }
bool is_letter(char c) { return is_alphanumeric(c) && !digits.contains(c); }

bool is_address(int family, std::string_view text) {
  std::array<unsigned char, 16> address{};
  const std::string terminated(text);
  return terminated.size() == text.size() && !text.contains('\0') &&
         inet_pton(family, terminated.c_str(), address.data()) == 1;
}

// An address with a prefix length or a mask behind a slash.
bool is_network(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == npos || text.find('/', slash + 1) != npos) return false;
  const auto address = text.substr(0, slash);
  const auto suffix = text.substr(slash + 1);
  const bool length = !suffix.empty() && suffix.size() <= 3 && only(suffix, digits);
  if (is_address(AF_INET, address))
    return (length && std::stoi(std::string(suffix)) <= 32) || is_address(AF_INET, suffix);
  return is_address(AF_INET6, address) && length && std::stoi(std::string(suffix)) <= 128;
}

bool is_type_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_alphanumeric(c) || std::string_view("!#$&^_.+-").contains(c);
  });
}

bool is_subtype(std::string_view text) {
  constexpr std::size_t longest = 127;
  return text.size() <= longest && is_type_name(text) && is_alphanumeric(text[0]);
}

// The names of the system's zone database; empty where it has none.
std::set<std::string, std::less<>> load_zones() {
  namespace fs = std::filesystem;
  const fs::path root = "/usr/share/zoneinfo";
  std::set<std::string, std::less<>> zones;
  std::error_code failed;
  for (fs::recursive_directory_iterator at(root, failed), end; !failed && at != end;
       at.increment(failed)) {
    const std::string name = at->path().lexically_relative(root).generic_string();
    if (name == "posix" || name == "right") at.disable_recursion_pending();
    std::error_code ignored;
    if (name.front() >= 'A' && name.front() <= 'Z' && at->is_regular_file(ignored))
      zones.insert(name);
  }
  return zones;
}

// Takes a run of digits off the front.
std::string_view take_digits(std::string_view& text) {
  const auto run = text.substr(0, text.find_first_not_of(digits));
  text.remove_prefix(run.size());
  return run;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// "12Y", "3M", ... in the order of `units`, each at most once; false when something else is there.
bool take_amounts(std::string_view& text, std::string_view units) {
  for (const char unit : units) {
    std::string_view rest = text;
    if (!take_digits(rest).empty() && take(rest, unit)) text = rest;
  }
  return text.empty() || text[0] == 'T';
}

bool is_calendar_date(std::string_view text) {
  const auto number = [&](std::size_t at, std::size_t length) {
    return std::stoi(std::string(text.substr(at, length)));
  };
  const std::chrono::year_month_day date{std::chrono::year(number(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(number(8, 2)))};
  return number(0, 4) >= 1 && date.ok();
}

// '9' stands for a digit, everything else for itself.
bool has_shape(std::string_view shape, std::string_view text) {
  return std::ranges::equal(shape, text,
                            [](char s, char c) { return s == '9' ? digits.contains(c) : s == c; });
}

// Z or an offset or nothing.
bool is_zone_suffix(std::string_view text) {
  return text.empty() || text == "Z" || has_shape("+99:99", text) || has_shape("-99:99", text);
}

bool is_decimal(std::string_view text, bool needs_fraction) {
  take(text, '-');
  if (take_digits(text).empty()) return false;
  if (text.empty()) return !needs_fraction;
  return take(text, '.') && !take_digits(text).empty() && text.empty();
}

// A number without leading zeros.
bool take_version_number(std::string_view& text) {
  const auto run = take_digits(text);
  return !run.empty() && (run.size() == 1 || run[0] != '0');
}

bool are_identifiers(std::string_view text, bool refuse_leading_zeros) {
  for (const auto& part : split(text, ".")) {
    if (part.empty() ||
        !std::ranges::all_of(part, [](char c) { return is_alphanumeric(c) || c == '-'; }))
      return false;
    if (refuse_leading_zeros && only(part, digits) && part.size() > 1 && part[0] == '0')
      return false;
  }
  return true;
}

std::string decode_base64url(std::string_view text) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string bytes;
  unsigned buffer = 0;
  int bits = 0;
  for (const char c : text) {
    buffer = (buffer << 6U) | static_cast<unsigned>(alphabet.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>((buffer >> static_cast<unsigned>(bits)) & 0xFFU);
  }
  return bytes;
}

bool is_base64url(std::string_view text) {
  return std::ranges::all_of(text,
                             [](char c) { return is_alphanumeric(c) || c == '-' || c == '_'; });
}

}  // namespace

bool uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !hex_digits.contains(text[i])) return false;
  }
  return text[14] >= '1' && text[14] <= '7' && std::string_view("89abAB").contains(text[19]);
}

bool email(std::string_view text) {
  const auto at = text.find('@');
  if (at == npos || at == 0) return false;
  const auto domain = text.substr(at + 1);
  const auto dot = domain.rfind('.');
  const auto is_local = [](char c) {
    return is_alphanumeric(c) || std::string_view("._%+-").contains(c);
  };
  const auto is_domain = [](char c) { return is_alphanumeric(c) || c == '.' || c == '-'; };
  return std::ranges::all_of(text.substr(0, at), is_local) && dot != npos && dot > 0 &&
         std::ranges::all_of(domain, is_domain) && domain.size() - dot > 2 &&
         std::ranges::all_of(domain.substr(dot + 1), is_letter);
}

bool url(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (text.starts_with(scheme) && text.size() > scheme.size())
      return text.find_first_of(blanks) == npos;
  return false;
}

bool urn(std::string_view text) {
  if (!equal_ignoring_case(text.substr(0, 4), "urn:")) return false;
  text.remove_prefix(4);
  const auto colon = text.find(':');
  if (colon == npos || colon == 0 || colon > 31 || !is_alphanumeric(text[0])) return false;
  return std::ranges::all_of(text.substr(0, colon),
                             [](char c) { return is_alphanumeric(c) || c == '-'; }) &&
         colon + 1 < text.size() && text.find_first_of(blanks) == npos;
}

bool content_type(std::string_view text) {
  constexpr std::array<std::string_view, 10> types{"application", "audio",   "example", "font",
                                                   "image",       "message", "model",   "multipart",
                                                   "text",        "video"};
  const auto slash = text.find('/');
  if (slash == npos) return false;
  const std::string type = to_lower(text.substr(0, slash));
  const bool extension = type.starts_with("x-") && is_type_name(type.substr(2));
  if (!extension && std::ranges::find(types, type) == types.end()) return false;
  const auto rest = text.substr(slash + 1);
  const auto semicolon = rest.find(';');
  if (semicolon == npos) return is_subtype(rest);
  const auto subtype = rest.substr(0, rest.substr(0, semicolon).find_last_not_of(blanks) + 1);
  return is_subtype(subtype) && !trim(rest.substr(semicolon + 1)).empty();
}

bool ip(std::string_view text) { return is_address(AF_INET, text) || is_address(AF_INET6, text); }

bool mac_address(std::string_view text) {
  if (text.size() != 17 || (text[2] != ':' && text[2] != '-')) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i % 3 == 2 ? text[i] != text[2] : !hex_digits.contains(text[i])) return false;
  return true;
}

bool phone(std::string_view text) {
  const bool international = text.starts_with('+');
  const auto number = text.substr(international ? 1 : 0);
  if (number.empty() || !only(number, "0123456789 ()-")) return false;
  const auto count = std::ranges::count_if(number, [](char c) { return digits.contains(c); });
  if (international) return count >= 8 && count <= 15;
  return number.find_first_of(" ()-") != npos && count >= 10 && count <= 15;
}

bool timezone(std::string_view text) {
  static const std::set<std::string, std::less<>> zones = load_zones();
  return zones.contains(text);
}

bool json(std::string_view text) {
  const auto body = trim(text);
  return (body.starts_with('{') || body.starts_with('[')) && nlohmann::json::accept(body);
}

bool hex(std::string_view text) {
  if (text.starts_with('#')) text.remove_prefix(1);
  return text.size() >= 6 && only(text, hex_digits) && text.find_first_of("abcdefABCDEF") != npos;
}

bool jwt(std::string_view text) {
  const auto first = text.find('.');
  const auto second = first == npos ? npos : text.find('.', first + 1);
  if (second == npos || text.find('.', second + 1) != npos) return false;
  const auto header = text.substr(0, first);
  const auto payload = text.substr(first + 1, second - first - 1);
  if (header.empty() || payload.empty() || !is_base64url(header) || !is_base64url(payload) ||
      !is_base64url(text.substr(second + 1)))
    return false;
  const auto decoded = nlohmann::json::parse(decode_base64url(header), nullptr, false);
  return decoded.is_object() && decoded.contains("alg");
}

bool base64(std::string_view text) {
  if (text.size() < 16 || text.size() % 4 != 0) return false;
  const auto padding = text.find('=');
  const auto body = text.substr(0, padding);
  if (padding != npos && (text.size() - padding > 2 || !only(text.substr(padding), "=")))
    return false;
  const bool standard =
      std::ranges::all_of(body, [](char c) { return is_alphanumeric(c) || c == '+' || c == '/'; });
  const auto is_between = [&](char low, char high) {
    return std::ranges::any_of(body, [=](char c) { return c >= low && c <= high; });
  };
  return (standard || is_base64url(body)) && is_between('a', 'z') && is_between('A', 'Z');
}

bool latlon(std::string_view text) {
  const auto comma = text.find(',');
  if (comma == npos) return false;
  auto longitude = text.substr(comma + 1);
  take(longitude, ' ');
  const auto latitude = text.substr(0, comma);
  if (!is_decimal(latitude, true) || !is_decimal(longitude, true)) return false;
  const auto within = [](std::string_view number, double limit) {
    const double value = std::strtod(std::string(number).c_str(), nullptr);
    return value >= -limit && value <= limit;
  };
  return within(latitude, 90) && within(longitude, 180);
}

bool iso8601_duration(std::string_view text) {
  if (!take(text, 'P') || text.empty()) return false;
  std::string_view weeks = text;
  if (!take_digits(weeks).empty() && weeks == "W") return true;
  if (!take_amounts(text, "YMD")) return false;
  if (text.empty()) return true;
  take(text, 'T');
  return !text.empty() && digits.contains(text[0]) && take_amounts(text, "HMS") && text.empty();
}

bool iso8601_date(std::string_view text) {
  return has_shape("9999-99-99", text) && is_calendar_date(text);
}

bool iso8601_datetime(std::string_view text) {
  constexpr std::string_view to_minutes = "9999-99-99T99:99";
  if (text.size() < to_minutes.size() || (text[10] != 'T' && text[10] != ' ')) return false;
  if (!iso8601_date(text.substr(0, 10)) || !has_shape("99:99", text.substr(11, 5))) return false;
  text.remove_prefix(to_minutes.size());
  if (text.size() >= 3 && has_shape(":99", text.substr(0, 3))) {
    text.remove_prefix(3);
    if (take(text, '.'))
      if (const auto fraction = take_digits(text); fraction.empty() || fraction.size() > 6)
        return false;
  }
  return is_zone_suffix(text);
}

bool numeric_string(std::string_view text) { return is_decimal(text, false); }

bool semver(std::string_view text) {
  take(text, 'v');
  for (int part = 0; part < 3; ++part)
    if ((part > 0 && !take(text, '.')) || !take_version_number(text)) return false;
  const auto plus = text.find('+');
  const auto release = text.substr(0, plus);
  if (plus != npos && !are_identifiers(text.substr(plus + 1), false)) return false;
  return release.empty() || (release[0] == '-' && are_identifiers(release.substr(1), true));
}

bool path(std::string_view text) {
  if (text.find_first_of(blanks) != npos || is_network(text)) return false;
  take(text, '/');
  return text.contains('/') && text[0] != '/' && !text.contains("//");
}

bool filename(std::string_view text) {
  const auto dot = text.rfind('.');
  if (dot == npos || dot == 0 || text.find_first_of("/\\") != npos ||
      text.find_first_of(blanks) != npos)
    return false;
  const auto extension = text.substr(dot + 1);
  return !extension.empty() && extension.size() <= 10 && is_letter(extension[0]) &&
         std::ranges::all_of(extension, is_alphanumeric);
}

bool prose(std::string_view text) {
  constexpr std::string_view common =
      " a an and are as at be been but by for from has have in is it its of on or that the there "
      "this "
      "to was were which with you your ";
  std::size_t tokens = 0;
  bool speaks = false;
  std::string word;
  const auto end_word = [&] {
    speaks |= !word.empty() && common.contains(" " + word + " ");
    word.clear();
  };
  bool blank_before = true;
  for (const char c : to_lower(text)) {
    const bool blank = blanks.contains(c);
    if (blank_before && !blank) ++tokens;
    blank_before = blank;
    if ((c >= 'a' && c <= 'z') || c == '\'')
      word += c;
    else
      end_word();
  }
  end_word();
  return tokens >= 5 && speaks;
}

}  // namespace leeway::print::patterns
