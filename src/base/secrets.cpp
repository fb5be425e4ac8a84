#include "base/secrets.h"

#include <fmt/format.h>

#include "base/text.h"

namespace leeway {
namespace {

bool stays_in_url(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || c == '~';
}

std::string seal_mark(std::size_t number) { return fmt::format("\x01***{}\x01", number); }

enum class Hex { upper, lower };

std::string url_encoded(std::string_view text, Hex hex) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (stays_in_url(c))
      result += c;
    else
      result += hex == Hex::upper ? fmt::format("%{:02X}", byte) : fmt::format("%{:02x}", byte);
  }
  return result;
}

}  // namespace

void Redactor::add(std::string_view secret) {
  constexpr std::size_t shortest = 4;
  if (secret.size() < shortest) return;
  secrets_.emplace(secret);
  secrets_.insert(url_encoded(secret, Hex::upper));
  secrets_.insert(url_encoded(secret, Hex::lower));
  secrets_.insert(replace_all(replace_all(std::string(secret), "\\", "\\\\"), "\"", "\\\""));
}

std::string Redactor::redact(std::string text) const {
  for (const auto& secret : secrets_) text = replace_all(std::move(text), secret, "***");
  return text;
}

std::string Redactor::seal(std::string text) const {
  std::size_t number = 0;
  for (const auto& secret : secrets_)
    text = replace_all(std::move(text), secret, seal_mark(number++));
  return text;
}

std::string Redactor::unseal(std::string text) const {
  std::size_t number = 0;
  for (const auto& secret : secrets_)
    text = replace_all(std::move(text), seal_mark(number++), secret);
  return text;
}

}  // namespace leeway
