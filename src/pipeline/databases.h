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
};

Result<Databases> open_databases(const config::Project& project,
                                 const config::Replication& replication, Access access);

}  // namespace leeway::pipeline
