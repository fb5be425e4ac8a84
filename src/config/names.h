#pragma once

#include <map>
#include <string>
#include <vector>

namespace leeway::config {

// The keys of a map, as candidates for a suggestion.
template <typename Value>
std::vector<std::string> names_of(const std::map<std::string, Value>& things) {
  std::vector<std::string> names;
  names.reserve(things.size());
  for (const auto& [name, thing] : things) names.push_back(name);
  return names;
}

}  // namespace leeway::config
