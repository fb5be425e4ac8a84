// What makes an SQLite file a store of leeway, and how an older store becomes a current one.
#pragma once

#include <filesystem>
#include <span>

#include "base/error.h"
#include "state/sqlite.h"

namespace leeway::state {

// "LWAY", in the header field that SQLite keeps for the application.
inline constexpr long long store_application_id = 0x4C574159;

// Step i takes a store from version i to version i + 1; a new store takes them all.
std::span<const char* const> schema_steps();

struct Identity {
  long long application_id = 0;
  long long version = 0;
};
Result<Identity> identity_of(Database& database);

// Refuses a file of another application and a store newer than `supported` (ErrorCode::state).
Status check_identity(const std::filesystem::path& file, const Identity& identity, int supported);

// Takes the steps that are missing, all in one transaction: after an error or a crash the store is
// as it was.
Status upgrade(Database& database, std::span<const char* const> steps);

// An error of SQLite, told for the person who owns the file. A damaged or foreign file has
// ErrorCode::state.
Error explain(const std::filesystem::path& file, const Error& error);

}  // namespace leeway::state
