// A print's values as JSON.
#pragma once

#include <string>

#include "print/value.h"

namespace leeway::output {

// Pretty JSON, two spaces, keys in their order, one newline at the end. Every digit of a number is
// kept; what JSON has no number for (".nan", ".inf") is a string. Bytes that are not UTF-8 become
// U+FFFD.
std::string value_to_json(const print::Value& value);
// The same in one line, with a blank behind each comma and colon, without the newline.
std::string value_to_json_line(const print::Value& value);

}  // namespace leeway::output
