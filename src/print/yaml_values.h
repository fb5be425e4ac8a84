// What both readers of YAML share; private to the room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "print/value.h"

namespace leeway::print {

// Scalars, keys, and starts and ends of lists and maps that one document may hold.
constexpr std::size_t kNodeLimit = 2'000'000;

// A plain scalar, typed by the core schema of YAML 1.2.
Value plain_value(std::string_view text);

// The first key that an earlier one equals; the number of keys where none does.
std::size_t first_twin(const std::vector<std::string>& keys);

// parse_yaml (decode.h) of any YAML text, by its events.
Result<Value> parse_yaml_events(std::string_view text);

}  // namespace leeway::print
