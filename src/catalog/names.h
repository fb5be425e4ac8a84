// Names of things in a database, as the catalog spells them: exact, unquoted, of any characters.
#pragma once

#include <compare>
#include <string>

namespace leeway::catalog {

struct SchemaName {
  std::string catalog;  // database or project; empty where the engine has none or uses its default
  std::string schema;

  auto operator<=>(const SchemaName&) const = default;
};

struct TableName {
  std::string catalog;
  std::string schema;
  std::string table;

  SchemaName schema_name() const { return {catalog, schema}; }
  // "catalog.schema.table" for people, JSON and state keys, never for SQL; an empty catalog and its
  // dot are left out, and a part with a dot or quote in it is double-quoted.
  std::string display() const;

  auto operator<=>(const TableName&) const = default;
};

std::string display(const SchemaName& name);

}  // namespace leeway::catalog
