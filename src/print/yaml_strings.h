// How a string stands in YAML so that readers of version 1.1 and 1.2 take it for that string.
#pragma once

#include <string>
#include <string_view>

namespace leeway::print {

// The string on one line: plain, single-quoted or double-quoted. Bytes that are no UTF-8 become
// U+FFFD, because YAML has no way to say them.
std::string yaml_string(std::string_view text);

// Whether the syntax, whatever the type, lets the text stand without quotes.
// REQUIRES: not empty, and stands_on_one_line.
bool can_be_plain(std::string_view text);
// Whether the text is UTF-8 without breaks, controls and other characters that need an escape.
bool stands_on_one_line(std::string_view text);

}  // namespace leeway::print
