#include "output/unicode.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace leeway::output {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

std::uint32_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// The character that begins at `at`; overlong forms, surrogates and cut sequences are not valid.
Character character_at(std::string_view text, std::size_t at) {
  const std::uint32_t lead = byte_at(text, at);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + bytes > text.size()) return {lead, 1, false};
  std::uint32_t code = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const std::uint32_t next = byte_at(text, at + i);
    if ((next & 0xc0U) != 0x80) return {lead, 1, false};
    code = code << 6U | (next & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
  if (code < smallest[bytes] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    return {lead, 1, false};
  return {code, bytes, true};
}

struct Range {
  std::uint32_t first, last;
};

template <std::size_t size>
bool within(const std::array<Range, size>& ranges, std::uint32_t code) {
  return std::ranges::any_of(
      ranges, [code](const Range& range) { return code >= range.first && code <= range.last; });
}

// Characters that move, reorder or hide text.
constexpr std::array<Range, 7> unsafe{{{0x00, 0x1f},
                                       {0x7f, 0x9f},
                                       {0x200e, 0x200f},
                                       {0x2028, 0x202e},
                                       {0x2066, 0x2069},
                                       {0xfeff, 0xfeff},
                                       {0xe0000, 0xe007f}}};
constexpr std::array<Range, 4> combining{
    {{0x300, 0x36f}, {0x200b, 0x200d}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}}};
constexpr std::array<Range, 8> wide{{{0x1100, 0x115f},
                                     {0x2e80, 0xa4cf},
                                     {0xac00, 0xd7a3},
                                     {0xf900, 0xfaff},
                                     {0xfe30, 0xfe6f},
                                     {0xff00, 0xff60},
                                     {0x1f300, 0x1faff},
                                     {0x20000, 0x3fffd}}};

std::string escaped(const Character& character) {
  if (!character.valid || character.code < 0x100) {
    switch (character.code) {
      case '\n':
        return "\\n";
      case '\r':
        return "\\r";
      case '\t':
        return "\\t";
      default:
        return fmt::format("\\x{:02x}", character.code);
    }
  }
  return fmt::format("\\u{:04x}", character.code);
}

std::string made_safe(std::string_view text, std::string_view kept) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] >= ' ' && text[at] <= '~') {
      result += text[at++];
      continue;
    }
    const Character character = character_at(text, at);
    const bool keep = character.valid && (!within(unsafe, character.code) ||
                                          kept.find(text[at]) != std::string_view::npos);
    if (keep)
      result += text.substr(at, character.bytes);
    else
      result += escaped(character);
    at += character.bytes;
  }
  return result;
}

// Where a colour sequence ("ESC [ ... m") that begins at `at` ends; `at` when none does.
std::size_t after_color(std::string_view text, std::size_t at) {
  if (text[at] != '\x1b') return at;
  const auto end = text.find('m', at);
  return end == std::string_view::npos ? at : end + 1;
}

}  // namespace

std::string one_line(std::string_view text) { return made_safe(text, ""); }

std::string many_lines(std::string_view text) { return made_safe(text, "\n\t"); }

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (const auto end = after_color(text, at); end != at) {
      at = end;
      continue;
    }
    const Character character = character_at(text, at);
    if (!within(combining, character.code)) width += within(wide, character.code) ? 2 : 1;
    at += character.bytes;
  }
  return width;
}

std::string_view clip(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (byte_at(text, bytes) & 0xc0U) == 0x80) --bytes;
  return text.substr(0, bytes);
}

}  // namespace leeway::output
