// The one vocabulary of change. compare() is the only comparison of schemas in leeway: job 1 turns
// changes into an evolution, job 2 into the schema half of a verdict, job 3 into a diff.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/table.h"

namespace leeway::catalog {

enum class ChangeKind {
  table_added,
  table_removed,
  object_kind_changed,
  column_added,
  column_removed,
  type_changed,
  nullable_changed,
  default_changed,
  comment_changed,  // of the table when `column` is empty
  order_changed,    // one change a table: same columns, other order
  primary_key_changed,
  unique_key_changed,
  check_changed,
  index_added,
  index_removed,
  index_modified,
  foreign_key_added,
  foreign_key_removed,
  possible_rename,  // a hint beside the added and the removed column, never acted on
};

// The kind of a type change, by what the two types mean.
enum class TypeChange {
  none,
  widened,       // every old value fits the new type
  narrowed,      // every new value fits the old type
  parameters,    // same kind, neither holds the other
  fields_added,  // nested: only additions
  nested,        // nested: a removal or retype inside
  kind,          // another kind of type
};

enum class Danger { notice, additive, widening, destructive };

struct Change {
  ChangeKind kind;
  std::string column;  // top-level column; empty for a change of the table
  std::string path;    // for a change inside the column's type: "address.zip", "tags[]",
                       // "props[key]", "props[value]"; else empty
  std::string before;  // for people: raw type, expression, comment; empty when there was none
  std::string after;
  TypeChange type_change = TypeChange::none;  // of the types at `path`, where there is one
  Danger danger = Danger::notice;

  // e.g. "column 'status' changed STRING -> INT", "added column 'region' (VARCHAR)".
  std::string reason() const;

  bool operator==(const Change&) const = default;
};

std::string_view to_string(ChangeKind kind);
std::string_view to_string(TypeChange change);
std::string_view to_string(Danger danger);

struct CompareOptions {
  bool order = true;
  bool comments = true;
  bool defaults = true;
  bool rename_hints = true;
};

// What changed from `before` to `after`. Columns are matched by name (exact spelling first, then
// without regard to ASCII case). Type equality is by meaning. Equal tables give an empty list; one
// difference gives one change (a rename hint comes beside its added and removed columns, a changed
// foreign key is one removed and one added). A difference inside a structure, list or map is a
// type_changed with its `path`: fields_added for a field that is new, nested for one that is gone
// or for another order of fields, else the class of the two types at the path; several may name one
// column. Row estimates, definitions and the spelling of a name are no change. The order of the
// list is: table changes, columns in `after` order, removed columns in `before` order, keys,
// indexes, foreign keys, hints.
std::vector<Change> compare(const Table& before, const Table& after,
                            const CompareOptions& options = {});

// The same over whole catalogs, matched by table name, in name order.
struct TableChanges {
  TableName table;
  std::vector<Change> changes;

  bool operator==(const TableChanges&) const = default;
};
std::vector<TableChanges> compare(const std::vector<Table>& before, const std::vector<Table>& after,
                                  const CompareOptions& options = {});

// How two types differ, by what they mean.
// REQUIRES: before != after.
TypeChange classify_type_change(const types::SqlType& before, const types::SqlType& after);

}  // namespace leeway::catalog
