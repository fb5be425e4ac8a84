// The catalogs of the schemas a run touches, read once each.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "engines/session.h"

namespace leeway::pipeline {

class Catalogs {
 public:
  // Reads schemas, those read before left out. A schema that cannot be read makes its tables
  // unreadable; an engine that is gone, busy or interrupted is an error.
  Status read(engines::Session& session, const std::set<catalog::SchemaName>& schemas);

  // Absent for a table of a schema that was read and does not hold it.
  // REQUIRES: the table's schema was read.
  const catalog::Presence& find(const dialects::Dialect& dialect,
                                const catalog::TableName& table) const;

 private:
  struct Schema {
    std::unordered_map<std::string, catalog::Presence> tables;  // by the engine's identity of names
    catalog::Presence otherwise = catalog::Absent{};
  };
  std::map<catalog::SchemaName, Schema> schemas_;
};

}  // namespace leeway::pipeline
