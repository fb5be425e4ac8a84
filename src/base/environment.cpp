#include "base/environment.h"

#include <cstdlib>

namespace leeway {

Environment process_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
  };
}

}  // namespace leeway
