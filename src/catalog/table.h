// The one model of a table that every engine reads into and every job compares.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "catalog/names.h"
#include "types/sql_type.h"

namespace leeway::catalog {

enum class ObjectKind { table, view, materialized_view, external, temporary, other };

std::string_view to_string(ObjectKind kind);

struct Column {
  std::string name;
  types::SqlType type;
  std::string raw_type;  // as the engine printed it
  bool nullable = true;
  std::optional<std::string> default_value;  // an expression, as the catalog prints it
  std::optional<std::string> comment;
  bool generated = false;

  bool operator==(const Column&) const = default;
};

struct Index {
  std::string name;
  bool unique = false;
  std::vector<std::string> columns;  // names or expressions, as the catalog gives them
  std::string definition;            // the statement that makes it, where the engine tells

  bool operator==(const Index&) const = default;
};

struct ForeignKey {
  std::vector<std::string> columns;
  TableName references;
  std::vector<std::string> referenced_columns;
  // What a print tells and no comparison of tables looks at; empty where the engine does not tell.
  std::string name = {};
  std::string on_delete = {};  // NO ACTION, RESTRICT, CASCADE, SET NULL, SET DEFAULT
  std::string on_update = {};

  bool operator==(const ForeignKey&) const = default;
};

struct Table {
  TableName name;
  ObjectKind kind = ObjectKind::table;
  std::vector<Column> columns;           // in catalog order
  std::vector<std::string> primary_key;  // column names, in key order
  std::vector<std::vector<std::string>> unique_keys;
  std::vector<std::string> checks;  // CHECK expressions
  std::vector<Index> indexes;       // secondary indexes
  std::vector<ForeignKey> foreign_keys;
  std::optional<std::string> comment;
  std::optional<long long> estimated_rows;
  std::string definition;  // a view's query or a table's DDL, where the engine tells

  // By name without regard to ASCII case, exact spelling first; null when there is none.
  const Column* find(std::string_view column) const;

  bool operator==(const Table&) const = default;
};

// Existence has three answers.
struct Absent {
  bool operator==(const Absent&) const = default;
};
struct Unreadable {
  std::string reason;
  ObjectKind kind = ObjectKind::other;  // where the engine still tells it
  bool operator==(const Unreadable&) const = default;
};
using Presence = std::variant<Absent, Unreadable, Table>;

inline const Table* present(const Presence& presence) { return std::get_if<Table>(&presence); }

// A short digest of what a plan depends on: kind, and each column's name, type, nullability, plus
// keys and indexes. Equal tables have equal fingerprints.
std::string fingerprint(const Presence& presence);

}  // namespace leeway::catalog
