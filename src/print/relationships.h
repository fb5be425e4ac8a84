// Edges between tables: declared by the catalog, inferred from names, measured from sketches.
// Pure; see the format's section on relationships.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "catalog/table.h"
#include "print/print.h"

namespace leeway::print {

// What inference needs to know of a table of the print, whether read now or carried.
struct EdgeTable {
  std::string fqn;
  std::string name;        // the last part of the FQN
  std::string name_space;  // what stands before it
  std::string type;        // table, view, matview
  struct Column {
    std::string key;
    std::string sql_type;

    bool operator==(const Column&) const = default;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> unique_keys;  // primary key first; column keys
  bool has_primary_key = false;
  std::vector<Edge> declared;

  bool operator==(const EdgeTable&) const = default;
};

EdgeTable edge_table(const std::string& fqn, const catalog::Table& table,
                     const std::map<catalog::TableName, std::string>& fqn_of);
// From a committed print, for tables this run does not read. A print does not tell a primary key
// from a UNIQUE: of several single-column keys, the first whose column takes no NULL is the primary
// key where the print calls the table an eligible target, and there is none where it does not say.
EdgeTable edge_table(const TablePrint& table);

// refers_to of every table (declared, then inferred where `infer`), by FQN; referenced_by is filled
// by complete_edges().
std::map<std::string, Relationships> find_edges(const std::vector<EdgeTable>& tables, bool infer);

// The column that a naming-inferred edge to this table ends at: its single-column primary key, else
// the only column that is UNIQUE by itself. Empty for what is no base table or has neither.
std::string referable_column(const EdgeTable& table);

// Adds edges that the sketches of two columns show, observations to every single-column edge, and
// then the mirror of each refers_to whose target is in the print, sorted as the format says.
void complete_edges(Print& print, bool measure);

// Columns of `fqn` at an end of an edge, and those at its referencing end.
struct EdgeColumns {
  std::set<std::string> any;
  std::set<std::string> referencing;
};
EdgeColumns edge_columns(const std::map<std::string, Relationships>& edges, const std::string& fqn);

}  // namespace leeway::print
