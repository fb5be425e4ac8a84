// The databases a replication pipeline reads and writes.
#pragma once

#include <memory>

#include "config/project.h"
#include "engines/session.h"

namespace leeway::pipeline {

enum class Access {
  read,
  write,
  create,  // write, and make the database where there is none
};

// Opens an adapter's database. Errors name the adapter.
Result<std::shared_ptr<engines::Database>> open_adapter(const config::Project& project,
                                                        const std::string& adapter, Access access);

// One engine serves both sides: rows never pass through leeway. `database` is the target's; the
// source is the same database or one that it reads under the catalog name `source_catalog`.
struct Databases {
  std::shared_ptr<engines::Database> database;
  std::string source_catalog;
  std::string target_catalog;  // the one an empty catalog_template means
  std::string identity;  // of the target's database, relative to the project where it is below
};

// The state store's key of a table: its name, its database and its source, so that a watermark is
// never taken for another table of the same name. display_of_key() gives the name back.
std::string state_key(const Databases& databases, const catalog::TableName& target,
                      const catalog::TableName& source);
std::string display_of_key(const std::string& key);
// What a key says of the target: its name and database.
std::string place_of_key(const std::string& key);
// The source's name in a key; empty where it tells none.
std::string source_of_key(const std::string& key);
// The database of a key; empty where it tells none.
std::string database_of_key(const std::string& key);

Result<Databases> open_databases(const config::Project& project,
                                 const config::Replication& replication, Access access);

}  // namespace leeway::pipeline
