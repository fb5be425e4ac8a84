// How one table that stands on both sides is compared. For the diff*.cpp files of this room only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "print/ddl_facts.h"
#include "print/diff.h"

namespace leeway::print {

struct TablePair {
  const TablePrint* before = nullptr;
  const TablePrint* after = nullptr;
  // Absent: not known.
  std::optional<DdlFacts> ddl_before;
  std::optional<DdlFacts> ddl_after;
  // Whether the DDL of both sides tells every index and comment.
  bool complete_ddl = false;
  std::string default_index_type;  // of an index whose statement names none
};

using Events = std::vector<DiffEvent>;

// An event of a table, or of a column where one is named; `fields` begins with both.
DiffEvent table_event(DiffKind kind, const std::string& table);
DiffEvent column_event(DiffKind kind, const std::string& table, const std::string& column);

// Equal as a reader takes them: numbers by their value, everything else as it is.
bool same_value(const Value& a, const Value& b);

// Each appends its events in the order of the document.
void compare_columns(const TablePair& pair, Events& events);
void compare_relationships(const TablePair& pair, Events& events);
void compare_indexes(const TablePair& pair, Events& events);
void compare_comments(const TablePair& pair, Events& events);
void compare_row_counts(const TablePair& pair, Events& events);
void compare_blocks(const TablePair& pair, Events& events);  // grain, layout, depends_on
void compare_statistics(const TablePair& pair, Events& events);

}  // namespace leeway::print
