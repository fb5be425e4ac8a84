#include "base/secrets.h"

#include <cctype>

#include <fmt/format.h>

#include "base/text.h"

namespace leeway {
namespace {

std::string url_encoded(std::string_view text) {
  std::string result;
  for (const unsigned char c : text) {
    if (std::isalnum(c) || c == '-' || c == '_' || c == '.' || c == '~')
      result += static_cast<char>(c);
    else
      result += fmt::format("%{:02X}", c);
  }
  return result;
}

}  // namespace

void Redactor::add(std::string_view secret) {
  constexpr std::size_t shortest = 4;
  if (secret.size() < shortest) return;
  secrets_.emplace(secret);
  secrets_.insert(url_encoded(secret));
}

std::string Redactor::redact(std::string text) const {
  for (const auto& secret : secrets_) text = replace_all(std::move(text), secret, "***");
  return text;
}

}  // namespace leeway
