#include "print/yaml_strings.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "base/yaml_events.h"

namespace leeway::print {
namespace {

constexpr std::string_view kDigits = "0123456789";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads along a text; every step that finds nothing leaves it where it was.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  // The number of characters of `set` that were skipped, at most `most`.
  std::size_t skip(std::string_view set, std::size_t most = std::string_view::npos) {
    std::size_t size = std::min(rest_.find_first_not_of(set), rest_.size());
    size = std::min(size, most);
    rest_.remove_prefix(size);
    return size;
  }
  bool skip_one(std::string_view set) { return skip(set, 1) == 1; }
  bool skip_word(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

 private:
  std::string_view rest_;
};

// YAML 1.1 words: https://yaml.org/type/bool.html, merge.html and value.html.
bool is_yaml11_word(std::string_view text) {
  constexpr std::array<std::string_view, 18> words = {"y",  "Y",   "yes", "Yes", "YES", "n",
                                                      "N",  "no",  "No",  "NO",  "on",  "On",
                                                      "ON", "off", "Off", "OFF", "<<",  "="};
  return std::ranges::find(words, text) != words.end();
}

// "190:20:30", "20:30.15": https://yaml.org/type/int.html and float.html.
bool is_sexagesimal(Cursor at) {
  if (at.skip("0123456789_") == 0) return false;
  bool parts = false;
  while (at.skip_one(":")) {
    parts = true;
    if (at.skip(kDigits, 2) == 0) return false;
  }
  if (at.skip_one(".")) at.skip("0123456789_");
  return parts && at.at_end();
}

// Numbers of YAML 1.1 and 1.2 alike, a little more generously than either.
bool is_number(std::string_view text) {
  if (classify_plain(text) != YamlScalar::string) return true;
  Cursor at(text);
  at.skip("+-", 1);
  if (is_sexagesimal(at)) return true;
  Cursor based = at;
  if (based.skip_word("0x") && based.skip("0123456789abcdefABCDEF_") > 0 && based.at_end())
    return true;
  based = at;
  if (based.skip_word("0b") && based.skip("01_") > 0 && based.at_end()) return true;
  std::size_t digits = at.skip("0123456789_");
  if (at.skip_one(".")) digits += 1 + at.skip("0123456789_.");
  if (digits == 0) return false;
  if (at.skip_one("eE")) {
    at.skip("+-", 1);
    at.skip(kDigits);
  }
  return at.at_end();
}

// https://yaml.org/type/timestamp.html.
bool is_timestamp(std::string_view text) {
  Cursor at(text);
  if (at.skip(kDigits, 4) != 4 || !at.skip_one("-") || at.skip(kDigits, 2) == 0 ||
      !at.skip_one("-") || at.skip(kDigits, 2) == 0)
    return false;
  if (at.at_end()) return true;
  if (!at.skip_one("Tt") && at.skip(" \t") == 0) return false;
  if (at.skip(kDigits, 2) == 0 || !at.skip_one(":") || at.skip(kDigits, 2) != 2 ||
      !at.skip_one(":") || at.skip(kDigits, 2) != 2)
    return false;
  if (at.skip_one(".")) at.skip(kDigits);
  at.skip(" \t");
  if (at.at_end() || (at.skip_one("Z") && at.at_end())) return true;
  if (!at.skip_one("+-") || at.skip(kDigits, 2) == 0) return false;
  return at.at_end() || (at.skip_one(":") && at.skip(kDigits, 2) == 2 && at.at_end());
}

bool is_typed_by_some_reader(std::string_view text) {
  const char first = text.front();
  if (is_digit(first) || first == '-' || first == '+' || first == '.')
    return is_number(text) || is_timestamp(text);
  return classify_plain(text) != YamlScalar::string || is_yaml11_word(text);
}

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t size = 1;
  bool valid = false;
};

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

CodePoint decode_at(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return {first, 1, true};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + size > text.size()) return {};
  std::uint32_t value = first & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (!is_continuation(text[at + i])) return {};
    value = (value << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
  }
  const bool short_enough = size == 2 || value >= (size == 3 ? 0x800U : 0x10000U);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (!short_enough || surrogate || value > 0x10FFFF) return {};
  return {value, size, true};
}

// Whether a code point can stand as itself inside any scalar of one line.
bool stands_as_itself(std::uint32_t point) {
  if (point < 0x20 || (point >= 0x7F && point < 0xA0)) return false;
  return point != 0x2028 && point != 0x2029 && point != 0xFEFF && (point & 0xFFFEU) != 0xFFFEU;
}

bool needs_escapes(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decode_at(text, i);
    if (!point.valid || !stands_as_itself(point.value)) return true;
    i += point.size;
  }
  return false;
}

void append_escaped(std::string& out, std::uint32_t point) {
  using std::string_view_literals::operator""sv;
  constexpr std::string_view named = "\0\a\b\t\n\v\f\r\x1b\"\\"sv;
  constexpr std::string_view letters = "0abtnvfre\"\\";
  const std::size_t found =
      point < 0x80 ? named.find(static_cast<char>(point)) : std::string_view::npos;
  if (found != std::string_view::npos)
    out += {'\\', letters[found]};
  else if (point < 0x100)
    out += fmt::format("\\x{:02X}", point);
  else if (point < 0x10000)
    out += fmt::format("\\u{:04X}", point);
  else
    out += fmt::format("\\U{:08X}", point);
}

std::string double_quoted(std::string_view text) {
  constexpr std::string_view replacement = "\xEF\xBF\xBD";
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = decode_at(text, i);
    if (!point.valid)
      out += replacement;
    else if (point.value == '"' || point.value == '\\' || !stands_as_itself(point.value))
      append_escaped(out, point.value);
    else
      out += text.substr(i, point.size);
    i += point.size;
  }
  return out + '"';
}

std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out += c;
    if (c == '\'') out += c;
  }
  return out + '\'';
}

}  // namespace

bool can_be_plain(std::string_view text) {
  constexpr std::string_view indicators = ",[]{}#&*!|>'\"%@`";
  const char first = text.front();
  if (indicators.find(first) != std::string_view::npos) return false;
  if ((first == '-' || first == '?' || first == ':') && (text.size() == 1 || text[1] == ' '))
    return false;
  if (text.starts_with("---") || text.starts_with("...")) return false;
  if (first == ' ' || text.back() == ' ' || text.back() == ':') return false;
  return text.find(": ") == std::string_view::npos && text.find(" #") == std::string_view::npos;
}

bool stands_on_one_line(std::string_view text) { return !needs_escapes(text); }

std::string yaml_string(std::string_view text) {
  if (text.empty()) return "''";
  if (needs_escapes(text)) return double_quoted(text);
  if (!can_be_plain(text) || is_typed_by_some_reader(text)) return single_quoted(text);
  return std::string(text);
}

}  // namespace leeway::print
