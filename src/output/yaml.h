#pragma once

#include <string>

namespace leeway::output {

// The same document in YAML block style; strings are always quoted, so no reader re-types them.
// REQUIRES: json is what to_json() gives.
std::string json_to_yaml(const std::string& json);

}  // namespace leeway::output
