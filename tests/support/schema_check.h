// Whether a JSON text has the shape a JSON Schema file asks for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace leeway::testing {

// What is wrong and where, or nullopt when the text is valid. A schema may refer to its neighbours
// by file name.
std::optional<std::string> schema_error(const std::filesystem::path& schema,
                                        std::string_view json_text);

}  // namespace leeway::testing
