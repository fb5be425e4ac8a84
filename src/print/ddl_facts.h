// What a ddl.sql says that statistics do not: defaults, secondary indexes and comments. Both sides
// of a comparison are read by the same rules, whoever wrote them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/table.h"

namespace leeway::print {

// The text of a table's ddl.sql: the engine's definition, then the definition of each secondary
// index, then a statement for each comment; no blanks at the end of a line, a newline at the end.
// Empty where the engine tells no definition.
std::string complete_ddl(const catalog::Table& table, std::string_view adapter = "duckdb");

struct DdlIndex {
  std::vector<std::string> columns;  // lower-case names; expressions as written
  bool unique = false;
  std::string type;  // lower-case; empty where the statement names none

  bool operator==(const DdlIndex&) const = default;
};

struct DdlFacts {
  // By lower-case name, every column of the table; nothing for one without a default. A generated
  // column has none. Empty for a view.
  std::map<std::string, std::optional<std::string>> defaults;
  std::map<std::string, DdlIndex> indexes;  // by name
  std::optional<std::string> comment;
  std::map<std::string, std::string> column_comments;  // by lower-case name

  bool operator==(const DdlFacts&) const = default;
};

// Reads CREATE TABLE or CREATE VIEW and, after it, CREATE INDEX and COMMENT ON. Nothing, which
// means not known, for a text that holds any other statement or cannot be understood.
std::optional<DdlFacts> ddl_facts(std::string_view ddl);

}  // namespace leeway::print
