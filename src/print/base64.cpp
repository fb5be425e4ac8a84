#include "print/base64.h"

#include <array>
#include <cstdint>

namespace leeway::print {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t kNone = 64;

constexpr std::array<std::uint8_t, 256> kSixBits = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(kNone);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  return table;
}();

std::uint32_t byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t group =
        byte_at(bytes, at) << 16U | byte_at(bytes, at + 1) << 8U | byte_at(bytes, at + 2);
    text += kAlphabet[group >> 18U];
    text += kAlphabet[(group >> 12U) & 63U];
    text += at + 1 < bytes.size() ? kAlphabet[(group >> 6U) & 63U] : '=';
    text += at + 2 < bytes.size() ? kAlphabet[group & 63U] : '=';
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const std::size_t digits = text.size() - padding;
  std::string bytes(text.size() / 4 * 3, '\0');
  std::uint32_t strange = 0;  // has bit 6 once something that is no digit was met
  for (std::size_t at = 0, to = 0; at < text.size(); at += 4, to += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
      const std::uint32_t six = i < digits ? kSixBits[static_cast<unsigned char>(text[i])] : 0U;
      strange |= six;
      group = (group << 6U) | (six & 63U);
    }
    bytes[to] = static_cast<char>(static_cast<unsigned char>(group >> 16U));
    bytes[to + 1] = static_cast<char>(static_cast<unsigned char>(group >> 8U));
    bytes[to + 2] = static_cast<char>(static_cast<unsigned char>(group));
  }
  if ((strange & kNone) != 0) return std::nullopt;
  // Bits that no byte takes are zero.
  const std::string_view unused = std::string_view(bytes).substr(bytes.size() - padding);
  if (unused.find_first_not_of('\0') != std::string_view::npos) return std::nullopt;
  bytes.resize(bytes.size() - padding);
  return bytes;
}

}  // namespace leeway::print
