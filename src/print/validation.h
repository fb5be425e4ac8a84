// The parts of the validator; private to the room. Each looks at one kind of artifact as parsed,
// reports every fault it sees, and leaves what it cannot read to the check that says so.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/dialect.h"
#include "print/check.h"

namespace leeway::print::validation {

// Where a fault is: an artifact's path, and the place in it.
struct Place {
  std::string file;
  std::string inside;

  Place at(std::string_view key) const;
  std::string text() const;  // "shop/main/orders/statistics.yaml::columns.id"
};

class Findings {
 public:
  // Severity and reference come from the catalogue of codes.
  // REQUIRES: the code is in it.
  void add(std::string_view code, const Place& place, std::string detail);
  // Sorted by path and code.
  std::vector<Issue> take();

 private:
  std::vector<Issue> issues_;
};

// Typed looks into a value; nullopt where it is absent or of another type.
std::optional<std::int64_t> integer(const Value* value);
std::optional<double> number(const Value* value);
std::optional<std::string> text(const Value* value);
std::optional<bool> boolean(const Value* value);
const Value* map(const Value* value);
const Value* list(const Value* value);
std::vector<std::string> texts(const Value* value);

enum class FieldType { text, integer, number, boolean, map, list, instant, scalar, any };
struct Field {
  std::string_view key;
  FieldType type;
  bool required = false;
};
// Reports required fields that are missing and fields of the wrong type; unknown keys are
// tolerated.
void check_fields(const Value& value, std::span<const Field> fields, const Place& place,
                  Findings& findings);
// The format version of a document; false when its content may mean something else.
bool check_version(const Value& document, const Place& place, Findings& findings);

// What the checks of one table's artifacts share.
struct TableView {
  const TableFiles* files = nullptr;
  std::string path;                   // the table's folder
  const Value* statistics = nullptr;  // null where unreadable
  // Whether both numbers are known; else they are 0 and nothing is judged by them.
  bool counted = false;
  std::int64_t row_count = 0;
  std::int64_t rows_scanned = 0;
  const dialects::Dialect* dialect = nullptr;  // of the adapter; null where it is not known
  bool scoped = false;
  bool catalog_only = false;
  std::string profiled_at;
};

// Reports a number with more digits than the format publishes.
void check_precision(const Value* value, const Place& place, Findings& findings);

// One column of a table, and what several checks ask of it.
struct ColumnView {
  ColumnView(const TableView& owner, const std::string& name, const Value& content, Place at);

  // The field at "range.min" or "sql_type"; null where absent.
  const Value* find(std::string_view path) const;
  bool has(std::string_view path) const { return find(path) != nullptr; }
  std::optional<std::int64_t> count(std::string_view path) const { return integer(find(path)); }
  bool is_exact() const;  // the cardinality was counted
  bool is_prose() const;  // a text column that lists no values
  bool is_unmeasured(std::string_view field) const;

  const TableView& table;
  const std::string& key;
  const Value& value;
  Place place;
  std::string classification;
  std::int64_t nulls;
  std::int64_t filled;  // rows scanned that are not NULL
  std::optional<std::int64_t> cardinality;
  std::optional<std::string> redacted;
  std::vector<std::string> unmeasured;
};

void check_layout(const PrintFiles& files, const std::string& adapter, Findings& findings);
void check_manifest(const PrintFiles& files, Findings& findings);
void check_statistics(const TableView& table, Findings& findings);
void check_column_fields(const ColumnView& column, Findings& findings);
// REQUIRES (both): the column is of a measured table whose rows are counted, and has a null_count.
void check_column_values(const ColumnView& column, Findings& findings);
void check_column_bounds(const ColumnView& column, Findings& findings);
void check_blocks(const TableView& table, const Place& place, Findings& findings);
void check_relationships(const PrintFiles& files, const std::vector<TableView>& tables,
                         Findings& findings);
void check_diff(const PrintFiles& files, const std::vector<TableView>& tables, Findings& findings);
void check_annotations(const PrintFiles& files, const std::vector<TableView>& tables,
                       Findings& findings);

}  // namespace leeway::print::validation
