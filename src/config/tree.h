// A parsed TOML or YAML file as a plain tree, so that one source file knows each library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "config/project.h"

namespace leeway::config {

struct Node {
  enum class Kind { text, integer, number, boolean, list, table, moment };

  Kind kind = Kind::table;
  std::string key;  // empty for the root and for items of a list
  Location location;
  std::string text;  // of a text, after variables were replaced; of any scalar of YAML, as written
  std::string written;      // of a text that held variables: as the file has it; else empty
  bool unresolved = false;  // a text with a variable that is not set
  long long integer = 0;
  double number = 0;
  bool boolean = false;
  std::vector<Node> children;  // items of a list; entries of a table, in file order

  const Node* find(std::string_view name) const;
};

// "a string", "a list", ...
std::string_view describe(Node::Kind kind);

// Errors (ErrorCode::config) name file, line, column and the reason.
Result<Node> parse_toml(std::string_view text, const std::string& file);
// Anchors, aliases and merge keys are followed; plain scalars are typed as YAML 1.1 and 1.2 agree,
// and yes, no, on, off are booleans. Keys without a value are left out.
Result<Node> parse_yaml(std::string_view text, const std::string& file);

}  // namespace leeway::config
