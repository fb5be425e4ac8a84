// From a source schema's name to its components, and from components to a target's name.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/project.h"

namespace leeway::config {

// A component's values: one, or for a variable-length component one or more.
struct Component {
  std::string name;
  std::vector<std::string> values;
  bool variable = false;

  bool operator==(const Component&) const = default;
};

using Components = std::vector<Component>;  // in pattern order

// Parses a schema name by the pattern. Errors (ErrorCode::config) say which part does not fit; a
// schema with more segments than the pattern has components is an error too: dropping segments
// would fold two schemas into one.
Result<Components> parse_schema(const SchemaPattern& pattern, std::string_view schema);

// Replaces {name} and {name:SEP}. Unknown components and unmatched braces are errors that name the
// nearest component.
Result<std::string> resolve_template(std::string_view text, const Components& components,
                                     std::string_view default_separator);

// What --filter asks for: exactly one key=value. Keys: id, table, or a component of the pattern.
struct Filter {
  std::string key;
  std::string value;

  std::string text() const { return key.empty() ? "" : key + "=" + value; }
};
// Errors: no '=', or a key the pattern does not have (with the nearest).
Result<Filter> parse_filter(std::string_view text, const SchemaPattern& pattern);
// Whether a connector passes; the key "table" passes every connector.
bool matches(const Filter& filter, std::string_view connector_id, const Components& components);

// The settings of one table after overrides; per field the most specific rule wins
// (connector and literal table, connector and glob, connector, table; ties by order).
struct TableSettings {
  Strategy strategy = Strategy::incremental;
  std::string timestamp_column;
  std::vector<std::string> merge_keys;
  bool enabled = true;
};
TableSettings settings_for(const Replication& replication, std::string_view connector_id,
                           std::string_view schema, std::string_view table);

// Whether override `rule` applies to the table.
bool applies(const TableOverride& rule, std::string_view connector_id, std::string_view schema,
             std::string_view table);

}  // namespace leeway::config
