#include "state/schema.h"

#include <array>

namespace leeway::state {
namespace {

// Times are microseconds since 1970-01-01 UTC. A table of a source or target goes by its display
// name, in `table_name`.
constexpr const char* first_step = R"sql(
CREATE TABLE watermarks (
  table_name TEXT PRIMARY KEY, column_name TEXT NOT NULL, type TEXT NOT NULL, value TEXT NOT NULL,
  rows_at_value INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE copies_in_flight (
  table_name TEXT PRIMARY KEY, run_id TEXT NOT NULL, started_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE source_markers (
  table_name TEXT PRIMARY KEY, marker TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  run_id TEXT NOT NULL UNIQUE, pipeline TEXT NOT NULL, filter TEXT NOT NULL, command TEXT NOT NULL,
  status TEXT NOT NULL, triggered_by TEXT NOT NULL, started_at INTEGER NOT NULL,
  finished_at INTEGER, duration_ms INTEGER NOT NULL, config_digest TEXT NOT NULL,
  idempotency_key TEXT NOT NULL, resumed_from TEXT NOT NULL, hostname TEXT NOT NULL,
  git_commit TEXT NOT NULL, git_branch TEXT NOT NULL, version TEXT NOT NULL) STRICT;
CREATE INDEX runs_by_start ON runs (started_at);
CREATE TABLE run_tables (
  run_id TEXT NOT NULL, table_name TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL,
  started_at INTEGER NOT NULL, duration_ms INTEGER NOT NULL, row_count INTEGER,
  error TEXT NOT NULL, sql_hash TEXT NOT NULL,
  PRIMARY KEY (run_id, table_name)) STRICT, WITHOUT ROWID;
CREATE TABLE run_drift (
  run_id TEXT NOT NULL, table_name TEXT NOT NULL, action TEXT NOT NULL, reason TEXT NOT NULL,
  UNIQUE (run_id, table_name, action, reason)) STRICT;
CREATE TABLE run_checks (
  run_id TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, passed INTEGER NOT NULL,
  PRIMARY KEY (run_id, position)) STRICT, WITHOUT ROWID;
CREATE TABLE policy_decisions (
  decision INTEGER PRIMARY KEY, run_id TEXT NOT NULL, table_name TEXT NOT NULL,
  effect TEXT NOT NULL, detail TEXT NOT NULL, decided_at INTEGER NOT NULL) STRICT;
CREATE INDEX policy_decisions_by_run ON policy_decisions (run_id);

CREATE TABLE idempotency_keys (
  key TEXT PRIMARY KEY, run_id TEXT NOT NULL, completed INTEGER NOT NULL,
  changed_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE row_counts (
  table_name TEXT NOT NULL, position INTEGER NOT NULL, row_count INTEGER NOT NULL,
  counted_at INTEGER NOT NULL, PRIMARY KEY (table_name, position)) STRICT, WITHOUT ROWID;
CREATE TABLE discovers (
  pipeline TEXT PRIMARY KEY, discovered_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE known_sources (
  pipeline TEXT NOT NULL, schema_name TEXT NOT NULL,
  PRIMARY KEY (pipeline, schema_name)) STRICT, WITHOUT ROWID;
)sql";

constexpr std::array steps{first_step};

constexpr std::string_view start_anew =
    "To start with an empty store, move the file away; to keep it, give another path with "
    "--state-path.";

}  // namespace

std::span<const char* const> schema_steps() { return steps; }

Result<Identity> identity_of(Database& database) {
  Identity identity;
  LEEWAY_TRY(identity.application_id, database.integer("PRAGMA application_id"));
  LEEWAY_TRY(identity.version, database.integer("PRAGMA user_version"));
  return identity;
}

Status check_identity(const std::filesystem::path& file, const Identity& identity, int supported) {
  if (identity.application_id != store_application_id)
    return std::unexpected(
        Error{ErrorCode::state,
              fmt::format("'{}' is an SQLite database, but not a state store of leeway. It was not "
                          "changed.",
                          file.string()),
              std::string(start_anew)});
  if (identity.version > supported)
    return std::unexpected(
        Error{ErrorCode::state,
              fmt::format("the state store '{}' has schema version {}, written by a newer leeway; "
                          "this one knows versions up to {}. It was not changed.",
                          file.string(), identity.version, supported),
              "Use the newer leeway, or give another path with --state-path."});
  return {};
}

Status upgrade(Database& database, std::span<const char* const> steps) {
  LEEWAY_TRY(auto transaction, Transaction::begin(database, Transaction::Kind::write));
  LEEWAY_TRY(const long long version, database.integer("PRAGMA user_version"));
  const auto wanted = static_cast<long long>(steps.size());
  if (version >= wanted) return {};
  for (const char* step : steps.subspan(static_cast<std::size_t>(version)))
    LEEWAY_CHECK(database.script(step));
  const std::string stamp = fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                        store_application_id, wanted);
  LEEWAY_CHECK(database.script(stamp.c_str()));
  return transaction.commit();
}

Error explain(const std::filesystem::path& file, const Error& error) {
  const std::string path = file.string();
  switch (error.code) {
    case ErrorCode::locked:
      return {
          ErrorCode::locked,
          fmt::format("another process keeps the state store '{}' busy: {}", path, error.message),
          "Nothing was changed; try again."};
    case ErrorCode::io:
      return {ErrorCode::io,
              fmt::format("cannot read or write the state store '{}': {}", path, error.message),
              "Check the permissions and the free space of its folder."};
    case ErrorCode::unsupported:
      return {ErrorCode::state,
              fmt::format("'{}' is not a state store of leeway; another tool may keep its state "
                          "under this name. It was not changed.",
                          path),
              std::string(start_anew)};
    case ErrorCode::integrity:
      return {ErrorCode::state,
              fmt::format("the state store '{}' is damaged: {}", path, error.message),
              "Restore a copy of the file, or move it away to start with an empty store."};
    case ErrorCode::state:
      return {ErrorCode::state, fmt::format("the state store '{}' failed: {}", path, error.message),
              "Nothing of this step was stored."};
    default:
      return error;
  }
}

}  // namespace leeway::state
