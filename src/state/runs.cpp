// The history of runs.
#include <limits>

#include "state/sqlite_store.h"

namespace leeway::state {
namespace {

constexpr std::string_view run_columns =
    "run_id, pipeline, filter, command, status, triggered_by, started_at, finished_at, "
    "duration_ms, config_digest, idempotency_key, resumed_from, hostname, git_commit, git_branch, "
    "version";

RunRecord run_at(const Statement& row) {
  RunRecord run;
  run.run_id = row.text(0);
  run.pipeline = row.text(1);
  run.filter = row.text(2);
  run.command = row.text(3);
  run.status = row.text(4);
  run.trigger = row.text(5);
  run.started_at = from_stored(row.integer(6));
  if (const auto finished = row.optional_integer(7)) run.finished_at = from_stored(*finished);
  run.duration_ms = row.integer(8);
  run.config_digest = row.text(9);
  run.idempotency_key = row.text(10);
  run.resumed_from = row.text(11);
  run.hostname = row.text(12);
  run.git_commit = row.text(13);
  run.git_branch = row.text(14);
  run.version = row.text(15);
  return run;
}

TableRecord table_at(const Statement& row) {
  return {.table = row.text(0),
          .name = row.text(1),
          .status = row.text(2),
          .started_at = from_stored(row.integer(3)),
          .duration_ms = row.integer(4),
          .rows = row.optional_integer(5),
          .error = row.text(6),
          .sql_hash = row.text(7)};
}

// `on_conflict` says what happens to a run that is known already.
Status store_run(Database& database, const RunRecord& run, std::string_view on_conflict) {
  std::optional<long long> finished;
  if (run.finished_at) finished = to_stored(*run.finished_at);
  return database.run(
      fmt::format(
          "INSERT INTO runs ({}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) {}",
          run_columns, on_conflict),
      run.run_id, run.pipeline, run.filter, run.command, run.status, run.trigger,
      to_stored(run.started_at), finished, run.duration_ms, run.config_digest, run.idempotency_key,
      run.resumed_from, run.hostname, run.git_commit, run.git_branch, run.version);
}

constexpr std::string_view overwrite =
    "ON CONFLICT (run_id) DO UPDATE SET pipeline = excluded.pipeline, filter = excluded.filter, "
    "command = excluded.command, status = excluded.status, triggered_by = excluded.triggered_by, "
    "started_at = excluded.started_at, finished_at = excluded.finished_at, "
    "duration_ms = excluded.duration_ms, config_digest = excluded.config_digest, "
    "idempotency_key = excluded.idempotency_key, resumed_from = excluded.resumed_from, "
    "hostname = excluded.hostname, git_commit = excluded.git_commit, "
    "git_branch = excluded.git_branch, version = excluded.version";

// Of the runs that did not succeed, the newest whose work no later success has done: one of the
// same filter, one without a filter, or one that resumed it.
constexpr std::string_view newest_unfinished =
    "FROM runs AS old WHERE pipeline = ? AND run_id <> ? "
    "AND status IN ('running', 'PartialFailure', 'Failure', 'Interrupted') "
    "AND EXISTS (SELECT 1 FROM run_tables WHERE run_tables.run_id = old.run_id) "
    "AND NOT EXISTS (SELECT 1 FROM runs AS later WHERE later.pipeline = old.pipeline "
    "AND later.status = 'Success' "
    "AND (later.started_at, later.rowid) > (old.started_at, old.rowid) "
    "AND (later.filter IN (old.filter, '') OR later.resumed_from = old.run_id)) "
    "ORDER BY started_at DESC, rowid DESC LIMIT 1";

// The run nearest to the asked one decides about a table; a skip decides nothing.
constexpr std::string_view finished_in_chain =
    "WITH RECURSIVE chain (run_id, depth) AS ("
    "  SELECT ?, 0 "
    "  UNION SELECT runs.resumed_from, chain.depth + 1 FROM chain JOIN runs USING (run_id) "
    "  WHERE runs.resumed_from <> '' AND chain.depth < 1000), "
    "decided (table_name, status, depth) AS ("
    "  SELECT table_name, status, min(chain.depth) FROM chain JOIN run_tables USING (run_id) "
    "  WHERE status <> 'skipped' GROUP BY table_name) "
    "SELECT table_name FROM decided WHERE status = 'success' ORDER BY table_name";

}  // namespace

Status SqliteStore::begin_run(const RunRecord& run) {
  return write(Durability::synced, [&] { return store_run(database_, run, ""); });
}

Status SqliteStore::finish_run(const RunRecord& run) {
  return write(Durability::synced, [&]() -> Status {
    LEEWAY_CHECK(store_run(database_, run, overwrite));
    LEEWAY_CHECK(add_drift(run.run_id, run.drift));
    return store_checks(run);
  });
}

// A record that is there already is left alone: a run's drift is told table by table and again at
// its end.
Status SqliteStore::add_drift(const std::string& run_id, const std::vector<DriftRecord>& drift) {
  LEEWAY_TRY(auto insertion,
             database_.prepare("INSERT OR IGNORE INTO run_drift "
                               "(run_id, table_name, action, reason) VALUES (?, ?, ?, ?)"));
  for (const auto& record : drift)
    LEEWAY_CHECK(insertion.bind(run_id, record.table, record.action, record.reason).run());
  return {};
}

Status SqliteStore::store_checks(const RunRecord& run) {
  LEEWAY_CHECK(database_.run("DELETE FROM run_checks WHERE run_id = ?", run.run_id));
  LEEWAY_TRY(auto insertion,
             database_.prepare("INSERT INTO run_checks (run_id, position, name, passed) "
                               "VALUES (?, ?, ?, ?)"));
  long long position = 0;
  for (const auto& [name, passed] : run.checks)
    LEEWAY_CHECK(insertion.bind(run.run_id, position++, name, passed ? 1LL : 0LL).run());
  return {};
}

Result<std::vector<RunRecord>> SqliteStore::runs(std::optional<TimePoint> since,
                                                 std::size_t limit) {
  return read([&]() -> Result<std::vector<RunRecord>> {
    LEEWAY_TRY(auto statement,
               database_.prepare(fmt::format("SELECT {} FROM runs WHERE started_at >= ? "
                                             "ORDER BY started_at DESC, rowid DESC LIMIT ?",
                                             run_columns)));
    statement.bind(since ? to_stored(*since) : std::numeric_limits<long long>::min(),
                   as_limit(limit));
    return read_runs(statement);
  });
}

Result<std::optional<RunRecord>> SqliteStore::run(const std::string& run_id) {
  return read([&]() -> Result<std::optional<RunRecord>> {
    LEEWAY_TRY(auto statement,
               database_.prepare(fmt::format("SELECT {} FROM runs WHERE run_id = ?", run_columns)));
    statement.bind(run_id);
    LEEWAY_TRY(auto found, read_runs(statement));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
  });
}

Result<std::optional<RunRecord>> SqliteStore::latest_unfinished(const std::string& pipeline) {
  return read([&]() -> Result<std::optional<RunRecord>> {
    LEEWAY_TRY(auto statement,
               database_.prepare(fmt::format("SELECT {} {}", run_columns, newest_unfinished)));
    statement.bind(pipeline, live_run());
    LEEWAY_TRY(auto found, read_runs(statement));
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
  });
}

Result<std::vector<std::string>> SqliteStore::finished_tables(const std::string& run_id) {
  return read([&]() -> Result<std::vector<std::string>> {
    LEEWAY_TRY(auto statement, database_.prepare(finished_in_chain));
    return statement.bind(run_id).texts();
  });
}

Result<std::vector<RunRecord>> SqliteStore::read_runs(Statement& statement) {
  const std::string live = live_run();
  std::vector<RunRecord> runs;
  LEEWAY_CHECK(statement.each([&] { runs.push_back(run_at(statement)); }));
  for (auto& run : runs) {
    if (run.status == "running" && run.run_id != live) run.status = "Interrupted";
    LEEWAY_CHECK(read_details(run));
  }
  return runs;
}

Status SqliteStore::read_details(RunRecord& run) {
  LEEWAY_TRY(auto tables,
             database_.prepare("SELECT table_name, name, status, started_at, duration_ms, "
                               "row_count, error, sql_hash FROM run_tables WHERE run_id = ? "
                               "ORDER BY started_at, table_name"));
  LEEWAY_CHECK(tables.bind(run.run_id).each([&] { run.tables.push_back(table_at(tables)); }));
  LEEWAY_TRY(auto drift, database_.prepare("SELECT table_name, action, reason FROM run_drift "
                                           "WHERE run_id = ? ORDER BY rowid"));
  LEEWAY_CHECK(drift.bind(run.run_id).each([&] {
    run.drift.push_back({drift.text(0), drift.text(1), drift.text(2)});
  }));
  LEEWAY_TRY(auto checks, database_.prepare("SELECT name, passed FROM run_checks "
                                            "WHERE run_id = ? ORDER BY position"));
  return checks.bind(run.run_id).each([&] {
    run.checks.emplace_back(checks.text(0), checks.integer(1) != 0);
  });
}

}  // namespace leeway::state
