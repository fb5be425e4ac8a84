// The store on SQLite. Every public function takes the mutex for its whole length, so that threads
// may share one store; every write is one transaction.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

#include "state/run_lock.h"
#include "state/sqlite.h"
#include "state/store.h"

namespace leeway::state {

class SqliteStore final : public Store {
 public:
  struct Opened {
    std::filesystem::path file;
    bool read_only = false;
    bool write_ahead_log = false;
    std::optional<int> version_on_disk = {};
  };
  SqliteStore(Database database, Opened opened, Clock clock)
      : database_(std::move(database)), opened_(std::move(opened)), clock_(std::move(clock)) {}

  Status lock_for_run(const std::string& run_id, Duration patience) override;

  Result<std::optional<Watermark>> watermark(const std::string& table) override;
  Result<std::vector<Watermark>> watermarks() override;
  Status forget_watermark(const std::string& table) override;

  Status begin_copy(const std::string& run_id, const std::string& table) override;
  Result<std::vector<std::string>> copies_in_flight() override;
  Status finish_copy(const CopyCommit& commit) override;
  Status finish_untouched(const std::string& run_id,
                          const std::vector<TableRecord>& records) override;
  Status fail_copy(const std::string& run_id, const TableRecord& record, bool in_doubt) override;
  Result<std::optional<std::string>> source_marker(const std::string& table) override;

  Status begin_run(const RunRecord& run) override;
  Status finish_run(const RunRecord& run) override;
  Result<std::vector<RunRecord>> runs(std::optional<TimePoint> since, std::size_t limit) override;
  Result<std::optional<RunRecord>> run(const std::string& run_id) override;
  Result<std::optional<RunRecord>> latest_unfinished(const std::string& pipeline) override;
  Result<std::vector<std::string>> finished_tables(const std::string& run_id) override;

  Result<ClaimResult> claim_idempotency(const std::string& key, const std::string& run_id,
                                        const IdempotencySettings& settings) override;
  Status release_idempotency(const std::string& key, const std::string& run_id, bool success,
                             const IdempotencySettings& settings) override;

  Result<std::vector<long long>> row_counts(const std::string& table, std::size_t limit) override;
  Status add_row_count(const std::string& table, long long count) override;
  Result<std::optional<std::vector<std::string>>> known_sources(
      const std::string& pipeline) override;
  Status remember_sources(const std::string& pipeline,
                          const std::vector<std::string>& schemas) override;
  Status record_policy_decision(const std::string& run_id, const std::string& table,
                                const std::string& effect, const std::string& detail) override;
  Result<SweepResult> sweep(const RetentionSettings& settings, bool dry_run) override;

  int schema_version_supported() const override;
  std::optional<int> schema_version_on_disk() const override { return opened_.version_on_disk; }

 private:
  // What is on the disk when a write returns: `synced` survives a power cut, `kept` survives a
  // crash of the process and reaches the disk with the next synced write.
  enum class Durability { synced, kept };
  Status write(Durability durability, const std::function<Status()>& body);
  // Calls `body` in a read transaction: all its statements see the same state.
  template <typename Body>
  auto read(const Body& body) -> decltype(body());

  Error explained(const Error& error) const;
  std::filesystem::path lock_file() const;
  // The run that is at work now; "" when none is.
  std::string live_run() const;
  long long now() const;

  Status add_drift(const std::string& run_id, const std::vector<DriftRecord>& drift);
  Status store_checks(const RunRecord& run);
  Result<std::vector<RunRecord>> read_runs(Statement& statement);
  Status read_details(RunRecord& run);
  Status delete_runs(const std::vector<std::string>& run_ids);
  Result<ClaimResult> claim(const std::string& key, const std::string& run_id,
                            const IdempotencySettings& settings);
  Result<IdempotencyClaim> judge_claim_of(const std::string& holder, long long claimed_at,
                                          const IdempotencySettings& settings);

  mutable std::mutex mutex_;
  Database database_;
  const Opened opened_;
  const Clock clock_;
  std::optional<RunLock> lock_;
  std::string locked_run_;
};

inline long long to_stored(TimePoint time) { return time.time_since_epoch().count(); }
inline TimePoint from_stored(long long microseconds) { return TimePoint{Duration{microseconds}}; }

// As SQLite's LIMIT takes it.
long long as_limit(std::size_t limit);

template <typename Body>
auto SqliteStore::read(const Body& body) -> decltype(body()) {
  const std::scoped_lock guard(mutex_);
  const auto transaction = Transaction::begin(database_, Transaction::Kind::read);
  if (!transaction) return std::unexpected(explained(transaction.error()));
  auto result = body();
  if (!result) return std::unexpected(explained(result.error()));
  return result;
}

}  // namespace leeway::state
