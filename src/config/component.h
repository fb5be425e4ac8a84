// The spelling of a pattern's component: "name", or "name..." for one that holds several segments.
#pragma once

#include <string>
#include <string_view>

namespace leeway::config {

struct ComponentSpec {
  std::string name;
  bool variable = false;
};

inline ComponentSpec parse_component(std::string_view spelling) {
  const bool variable = spelling.ends_with("...");
  while (spelling.ends_with("...")) spelling.remove_suffix(3);
  return {std::string(spelling), variable};
}

}  // namespace leeway::config
