// Base64 with the standard alphabet and padding (RFC 4648, section 4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace leeway::print {

std::string to_base64(std::string_view bytes);
// nullopt for what is no padded base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace leeway::print
