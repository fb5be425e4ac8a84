// What DuckDB's catalog functions tell about the objects of some schemas, and how it becomes
// tables.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "catalog/table.h"
#include "dialects/dialect.h"
#include "engines/duckdb/values.h"

namespace leeway::engines::duckdb {

// Parameters: the database or NULL for the current one; the schemas' names, folded to lower ASCII
// case; a table's name or NULL for all. Every row speaks of one object (table or view); what its
// columns mean depends on its section. A catalog function always goes through the whole catalog, of
// every attached database: asking about many schemas costs the same as asking about one.
extern const char* const kDescription;

struct DescriptionReaders;

// Puts the rows of kDescription together, in whatever order the objects and sections come.
class Assembly {
 public:
  // The tables are named by the schemas as they are written here.
  Assembly(const std::vector<catalog::SchemaName>& schemas, const dialects::Dialect& dialect);

  void add(const Api& api, const Chunk& chunk);
  // In the order of the schemas, each in name order.
  std::vector<catalog::Table> finish();

 private:
  struct Described {
    catalog::Table table;
    bool listed = false;                      // the object itself was among the rows
    std::vector<long long> column_positions;  // beside table.columns
  };

  void add_row(const DescriptionReaders& rows, idx_t row);
  Described& object(std::string_view schema, std::string_view name);
  void add_column(Described& described, const DescriptionReaders& rows, idx_t row);
  static void sort_columns(Described& described);
  const types::SqlType& parsed(const std::string& type);

  const std::vector<catalog::SchemaName>& schemas_;
  const dialects::Dialect& dialect_;
  std::unordered_map<std::string, types::SqlType> types_;  // each text is parsed once
  std::map<std::pair<std::size_t, std::string>, Described> objects_;
  std::string last_schema_;
  std::size_t last_schema_position_ = 0;
  Described* last_ = nullptr;
};

}  // namespace leeway::engines::duckdb
