// What earlier runs saw and decided, and for how long it is kept.
#include "state/sqlite_store.h"

namespace leeway::state {
namespace {

constexpr long long row_counts_kept = 10;

// The runs to delete: older than the first parameter, not among the newest (second parameter), and
// not at work (third).
constexpr std::string_view expired_runs =
    "SELECT run_id FROM runs WHERE started_at < ? AND rowid NOT IN "
    "(SELECT rowid FROM runs ORDER BY started_at DESC, rowid DESC LIMIT ?) AND run_id <> ?";

}  // namespace

Result<std::vector<long long>> SqliteStore::row_counts(const std::string& table,
                                                       std::size_t limit) {
  return read([&]() -> Result<std::vector<long long>> {
    LEEWAY_TRY(auto statement, database_.prepare("SELECT row_count FROM row_counts WHERE "
                                                 "table_name = ? ORDER BY position DESC LIMIT ?"));
    std::vector<long long> counts;
    LEEWAY_CHECK(statement.bind(table, as_limit(limit)).each([&] {
      counts.push_back(statement.integer(0));
    }));
    return counts;
  });
}

Status SqliteStore::add_row_count(const std::string& table, long long count) {
  return write(Durability::kept, [&]() -> Status {
    LEEWAY_CHECK(database_.run(
        "INSERT INTO row_counts (table_name, position, row_count, counted_at) SELECT ?, "
        "1 + coalesce(max(position), 0), ?, ? FROM row_counts WHERE table_name = ?",
        table, count, now(), table));
    return database_.run(
        "DELETE FROM row_counts WHERE table_name = ? AND position <= "
        "(SELECT max(position) FROM row_counts WHERE table_name = ?) - ?",
        table, table, row_counts_kept);
  });
}

Result<std::optional<std::vector<std::string>>> SqliteStore::known_sources(
    const std::string& pipeline) {
  return read([&]() -> Result<std::optional<std::vector<std::string>>> {
    LEEWAY_TRY(auto discovers, database_.prepare("SELECT 1 FROM discovers WHERE pipeline = ?"));
    LEEWAY_TRY(const bool discovered, discovers.bind(pipeline).step());
    if (!discovered) return std::nullopt;
    LEEWAY_TRY(auto sources, database_.prepare("SELECT schema_name FROM known_sources "
                                               "WHERE pipeline = ? ORDER BY schema_name"));
    return sources.bind(pipeline).texts();
  });
}

Status SqliteStore::remember_sources(const std::string& pipeline,
                                     const std::vector<std::string>& schemas) {
  return write(Durability::synced, [&]() -> Status {
    LEEWAY_CHECK(
        database_.run("INSERT OR REPLACE INTO discovers (pipeline, discovered_at) VALUES (?, ?)",
                      pipeline, now()));
    LEEWAY_CHECK(database_.run("DELETE FROM known_sources WHERE pipeline = ?", pipeline));
    LEEWAY_TRY(auto insertion,
               database_.prepare(
                   "INSERT OR IGNORE INTO known_sources (pipeline, schema_name) VALUES (?, ?)"));
    for (const auto& schema : schemas) LEEWAY_CHECK(insertion.bind(pipeline, schema).run());
    return {};
  });
}

Status SqliteStore::record_policy_decision(const std::string& run_id, const std::string& table,
                                           const std::string& effect, const std::string& detail) {
  return write(Durability::synced, [&] {
    return database_.run(
        "INSERT INTO policy_decisions (run_id, table_name, effect, detail, "
        "decided_at) VALUES (?, ?, ?, ?, ?)",
        run_id, table, effect, detail, now());
  });
}

Result<SweepResult> SqliteStore::sweep(const RetentionSettings& settings, bool dry_run) {
  const auto expired = [&]() -> Result<std::vector<std::string>> {
    const long long oldest = now() - Duration{std::chrono::days{settings.max_age_days}}.count();
    LEEWAY_TRY(auto statement, database_.prepare(expired_runs));
    return statement.bind(oldest, settings.min_runs_kept, live_run()).texts();
  };
  SweepResult result;
  const auto count = [&](const std::vector<std::string>& runs) -> Status {
    LEEWAY_TRY(const long long all, database_.integer("SELECT count(*) FROM runs"));
    result.runs_deleted = static_cast<long long>(runs.size());
    result.runs_kept = all - result.runs_deleted;
    return {};
  };
  if (dry_run) {
    LEEWAY_CHECK(read([&]() -> Status {
      LEEWAY_TRY(const auto runs, expired());
      return count(runs);
    }));
    return result;
  }
  LEEWAY_CHECK(write(Durability::synced, [&]() -> Status {
    LEEWAY_TRY(const auto runs, expired());
    LEEWAY_CHECK(count(runs));
    return delete_runs(runs);
  }));
  return result;
}

Status SqliteStore::delete_runs(const std::vector<std::string>& run_ids) {
  for (const std::string_view table :
       {"policy_decisions", "run_checks", "run_drift", "run_tables", "runs"}) {
    LEEWAY_TRY(auto removal,
               database_.prepare(fmt::format("DELETE FROM {} WHERE run_id = ?", table)));
    for (const auto& run_id : run_ids) LEEWAY_CHECK(removal.bind(run_id).run());
  }
  return {};
}

}  // namespace leeway::state
