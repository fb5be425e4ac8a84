// YAML text as a stream of events; the one file that knows the YAML library stands behind it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace leeway {

struct YamlEvent {
  enum class Kind { map_start, map_end, list_start, list_end, scalar, alias };
  Kind kind = Kind::scalar;
  std::string_view text;    // of a scalar: its value; of an alias: the anchor's name
  bool plain = false;       // a scalar without quotes: its type is told by its spelling
  std::string_view anchor;  // empty: none
  std::string_view tag;     // empty: none
  int line = 0;             // from 1
  int column = 0;           // from 1
};

// Calls `handle` for every event of the only document of `text` (an empty text has none); stops at
// the first error, of the text (ErrorCode::config, with line and column; also for more than a
// hundred levels) or of `handle`.
Status read_yaml(std::string_view text, const std::function<Status(const YamlEvent&)>& handle);

// What a plain scalar is by the core schema of YAML 1.2.
enum class YamlScalar { null, boolean, integer, real, string };
YamlScalar classify_plain(std::string_view text);

}  // namespace leeway
