// The parts that compare() is made of; private to the room.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "catalog/change.h"

namespace leeway::catalog {

// Which column of one table is which of the other: by exact name first, then without regard to
// ASCII case, each column at most once.
struct ColumnMatch {
  std::vector<std::optional<std::size_t>> before_of;  // one an `after` column
  std::vector<std::optional<std::size_t>> after_of;   // one a `before` column
};
ColumnMatch match_columns(const Table& before, const Table& after);

// Finds the common spelling of a column name that stands in a key or index.
class ColumnNames {
 public:
  // The names of `table`, each with the spelling it stands for.
  void add(const std::string& name, const std::string& spelling);
  // The name itself where it is no column's (an expression).
  const std::string& spelling(const std::string& name) const;

 private:
  std::unordered_map<std::string, std::string> exact_;
  std::unordered_map<std::string, std::string> folded_;
};

Danger danger_of(TypeChange change);

// Appends what changed about one column's type: one change, or one a difference inside.
void append_type_changes(const Column& before, const Column& after, std::vector<Change>& changes);

void append_column_changes(const Table& before, const Table& after, const ColumnMatch& match,
                           const CompareOptions& options, std::vector<Change>& changes);
void append_order_change(const Table& before, const Table& after, const ColumnMatch& match,
                         std::vector<Change>& changes);
void append_rename_hints(const Table& before, const Table& after, const ColumnMatch& match,
                         std::vector<Change>& changes);

// Primary key, unique keys, checks, indexes, foreign keys.
void append_key_changes(const Table& before, const Table& after, const ColumnMatch& match,
                        std::vector<Change>& changes);

}  // namespace leeway::catalog
