// What DuckDB's errors mean to leeway.
#pragma once

#include <string_view>

#include "base/error.h"
#include "duckdb.h"

namespace leeway::engines::duckdb {

// An error the library gave as text only; its kind is read from the text ("Binder Error: ...").
Error error_of(std::string_view message);
Error error_of(duckdb_error_type type, std::string_view message);

// "(PID 123)" of a message about a lock; empty where there is none.
std::string_view holder_of_lock(std::string_view message);

}  // namespace leeway::engines::duckdb
