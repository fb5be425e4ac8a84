// Finding a database file, and saying why it cannot be opened.
#pragma once

#include <string>

#include "base/error.h"

namespace leeway::engines::duckdb {

// The one spelling of the path that every opener of the file uses. Errors: not_found, connection
// (unreadable, a folder, not a DuckDB database).
Result<std::string> checked_path(const std::string& path, bool create);

// What the library's refusal to open or attach a file means.
Error open_error(const std::string& path, Error refusal);

}  // namespace leeway::engines::duckdb
