#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace leeway {

// SHA-256 of the bytes, as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

// BLAKE2b (RFC 7693, no key) of the bytes with a digest of `size` bytes, as lower-case hexadecimal
// digits. REQUIRES: 1 <= size <= 64.
std::string blake2b_hex(std::string_view bytes, std::size_t size);

}  // namespace leeway
