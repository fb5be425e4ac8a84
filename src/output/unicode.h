// Text that is safe to show: valid UTF-8, no control or direction characters, known width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace leeway::output {

// One line a terminal cannot be driven with: control characters (C0, DEL and C1), line and
// direction marks and bytes that are not UTF-8 are written as escapes such as \n, \x9b and \u202e.
std::string one_line(std::string_view text);

// The same, but line feeds and tabs stay: for SQL.
std::string many_lines(std::string_view text);

// Columns the text takes on a terminal, colour sequences not counted: wide characters take two,
// combining marks none. (Unicode Standard Annex 11, to the precision tables need.)
// REQUIRES: text is valid UTF-8.
std::size_t display_width(std::string_view text);

// The longest beginning of at most `bytes` bytes that ends between characters.
std::string_view clip(std::string_view text, std::size_t bytes);

}  // namespace leeway::output
