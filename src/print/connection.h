// Opening the database a connection of a print project names.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "config/print_project.h"
#include "engines/session.h"

namespace leeway::print {

struct OpenConnection {
  std::shared_ptr<engines::Database> database;
  std::string redaction_salt;
};

// Read-only unless the credentials say otherwise; a file that is not there is not made. Errors:
// auth (missing credentials, a hashing rule without a salt), not_found, connection, unsupported.
Result<OpenConnection> open_connection(const config::PrintProject& project,
                                       const config::PrintConnection& connection,
                                       const Environment& environment, Redactor& redactor);

}  // namespace leeway::print
