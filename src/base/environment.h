#pragma once

#include <functional>
#include <optional>
#include <string>

namespace leeway {

// Looks up an environment variable; nullopt when it is not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

Environment process_environment();

}  // namespace leeway
