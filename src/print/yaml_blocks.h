// A quick reader of the YAML that leeway writes; private to the room.
#pragma once

#include <optional>
#include <string_view>

#include "print/value.h"

namespace leeway::print {

// The value of a text in block style whose scalars are plain or single-quoted and on one line, and
// whose lists and maps are not empty or are written [] and {}. Null for every other text, right or
// wrong: parse_yaml_events reads it or says what is wrong. A text that both take is the same value.
std::optional<Value> parse_yaml_blocks(std::string_view text);

}  // namespace leeway::print
