// What leeway remembers between runs, in one SQLite file (mode 0600). Threads may share a Store. A
// write that returned without an error survives a crash and, row counts excepted, a power cut.
//
// A watermark moves with the copy it belongs to: before a copy starts its table is marked in
// flight; after the engine's commit the watermark is written and the mark removed in one
// transaction. A mark found at the next start means "may have committed": the watermark is then
// read again from the target, never assumed.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/error.h"

namespace leeway::state {

struct Watermark {
  std::string table;  // target's display name, e.g. "warehouse.staging.orders"
  std::string value;  // text at full precision, as the engine prints it
  std::string type;   // the engine's type of the column
  std::string column;
  long long rows_at_value = 0;  // rows of the target that hold exactly this value
  TimePoint updated_at{};

  bool operator==(const Watermark&) const = default;
};

struct DriftRecord {
  std::string table, action, reason;
  bool operator==(const DriftRecord&) const = default;
};

// One table of one run.
struct TableRecord {
  std::string table;   // target's display name
  std::string name;    // bare target table name
  std::string status;  // success, failed, skipped, interrupted
  TimePoint started_at{};
  long long duration_ms = 0;
  std::optional<long long> rows;
  std::string error;
  std::string sql_hash;

  bool operator==(const TableRecord&) const = default;
};

struct RunRecord {
  std::string run_id;
  std::string pipeline;
  std::string filter;
  std::string command;  // run, apply
  std::string status;   // running, Success, PartialFailure, Failure, Interrupted
  std::string trigger = "Manual";
  TimePoint started_at{};
  std::optional<TimePoint> finished_at;
  long long duration_ms = 0;
  std::string config_digest;
  std::string idempotency_key;
  std::string resumed_from;
  std::string hostname, git_commit, git_branch, version;
  std::vector<TableRecord> tables;
  std::vector<DriftRecord> drift;
  std::vector<std::pair<std::string, bool>> checks;  // name, passed

  bool operator==(const RunRecord&) const = default;
};

enum class IdempotencyClaim { claimed, completed, in_flight };
struct ClaimResult {
  IdempotencyClaim claim = IdempotencyClaim::claimed;
  std::string run_id;  // of the run that holds or finished the key
};

struct IdempotencySettings {
  std::string dedup_on = "success";
  int in_flight_ttl_hours = 24;
  int retention_days = 30;
};

struct RetentionSettings {
  int max_age_days = 365;
  int min_runs_kept = 100;
};
struct SweepResult {
  long long runs_deleted = 0;
  long long runs_kept = 0;
};

class Store {
 public:
  // Opens or creates the store and its folder. Errors: state (not a store, newer schema; says what
  // to do), io. A read-only open of an absent store gives an empty one.
  static Result<std::unique_ptr<Store>> open(const std::filesystem::path& file, bool read_only,
                                             Clock clock);
  virtual ~Store() = default;

  // Takes the project's run lock for this process; released by the destructor or a crash. Fails
  // with ErrorCode::locked and the id of the run that holds it. Waits up to `patience`. A run takes
  // it before begin_run and keeps it to its end: that is how it is known to be at work.
  virtual Status lock_for_run(const std::string& run_id, Duration patience) = 0;

  virtual Result<std::optional<Watermark>> watermark(const std::string& table) = 0;
  virtual Result<std::vector<Watermark>> watermarks() = 0;
  virtual Status forget_watermark(const std::string& table) = 0;

  // Marks a table's copy as in flight, and asks which are.
  virtual Status begin_copy(const std::string& run_id, const std::string& table) = 0;
  virtual Result<std::vector<std::string>> copies_in_flight() = 0;
  // In one transaction: the watermark and marker (when given) are stored, the mark is removed and
  // the table's record is added to the run.
  struct CopyCommit {
    std::string run_id;
    TableRecord record;
    std::optional<Watermark> watermark = {};
    std::optional<std::string> source_marker = {};
    std::vector<DriftRecord> drift = {};
  };
  virtual Status finish_copy(const CopyCommit& commit) = 0;
  // The same for many tables that needed no copy: one transaction.
  virtual Status finish_untouched(const std::string& run_id,
                                  const std::vector<TableRecord>& records) = 0;
  // The copy failed: the record is added, and the mark removed, unless rows may stand all the same
  // (`in_doubt`), so that the next run asks the target.
  virtual Status fail_copy(const std::string& run_id, const TableRecord& record,
                           bool in_doubt = false) = 0;

  virtual Result<std::optional<std::string>> source_marker(const std::string& table) = 0;

  virtual Status begin_run(const RunRecord& run) = 0;
  virtual Status finish_run(const RunRecord& run) = 0;  // tables are already recorded
  // Newest first. A run still "running" whose process is gone is shown as "Interrupted".
  virtual Result<std::vector<RunRecord>> runs(std::optional<TimePoint> since,
                                              std::size_t limit) = 0;
  virtual Result<std::optional<RunRecord>> run(const std::string& run_id) = 0;
  // The newest run of the pipeline that did not succeed, is not at work now, and whose work no
  // later success has done (of the same filter, of no filter, or resuming it).
  virtual Result<std::optional<RunRecord>> latest_unfinished(const std::string& pipeline) = 0;
  // Tables finished (status "success") by the run and by those it resumed, transitively; of several
  // words on one table that of the run nearest to this one counts.
  virtual Result<std::vector<std::string>> finished_tables(const std::string& run_id) = 0;

  // `claimed` when the key is new, is this run's own, or was left behind: by a run that crashed or
  // (dedup_on "success") failed, or for longer than the TTL by a run that is not known.
  virtual Result<ClaimResult> claim_idempotency(const std::string& key, const std::string& run_id,
                                                const IdempotencySettings& settings) = 0;
  // Ends the run's own claim: the key is completed, or free again.
  virtual Status release_idempotency(const std::string& key, const std::string& run_id,
                                     bool success, const IdempotencySettings& settings) = 0;

  // Row counts seen at earlier runs, newest first; the last ten are kept.
  virtual Result<std::vector<long long>> row_counts(const std::string& table,
                                                    std::size_t limit) = 0;
  virtual Status add_row_count(const std::string& table, long long count) = 0;

  // Source schemas as last remembered, sorted; nullopt before the first discover.
  virtual Result<std::optional<std::vector<std::string>>> known_sources(
      const std::string& pipeline) = 0;
  virtual Status remember_sources(const std::string& pipeline,
                                  const std::vector<std::string>& schemas) = 0;

  virtual Status record_policy_decision(const std::string& run_id, const std::string& table,
                                        const std::string& effect, const std::string& detail) = 0;

  // Deletes the history of runs that are older than max_age_days and not among the min_runs_kept
  // newest; never of the run at work.
  virtual Result<SweepResult> sweep(const RetentionSettings& settings, bool dry_run) = 0;

  virtual int schema_version_supported() const = 0;
  virtual std::optional<int> schema_version_on_disk() const = 0;
};

// Where the store of a project is when no path is given, following the places the facts give
// (section 14), all in the working folder: models/.rocky-state.redb when it exists; else
// .rocky-state.redb when it exists; else the first when there is a folder models/, otherwise the
// second. With a namespace models/.rocky-state/<namespace>.redb. A project in leeway.toml uses
// .leeway/state.db or .leeway/state/<namespace>.db beside that file instead.
// REQUIRES: the namespace is a plain name (letters, digits, underscores).
std::filesystem::path default_path(const std::filesystem::path& project_file,
                                   const std::filesystem::path& working_folder,
                                   const std::optional<std::string>& state_namespace);

}  // namespace leeway::state
