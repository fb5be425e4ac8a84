// What commands have to tell, as values. The output room renders them; nothing here knows of JSON
// or terminals.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "config/naming.h"
#include "config/project.h"
#include "pipeline/plan.h"
#include "state/store.h"

namespace leeway::pipeline {

// A detail of a check result. monostate is JSON null: not known.
using Detail =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::string>>;

struct CheckResult {
  std::string name;  // row_count, column_match, freshness, null_rate:<column>, ...
  std::string kind;  // row_count, column_match, freshness, null_rate, custom, assertion, overlap
  bool passed = false;
  bool evaluated = true;  // false: it could not run, and so has failed
  config::Severity severity = config::Severity::error;
  std::string reason;                                   // for people; always set when not passed
  std::vector<std::pair<std::string, Detail>> details;  // in output order
};

struct TableChecks {
  std::vector<std::string> asset_key;
  std::string table;
  std::vector<CheckResult> checks;
};

// The word of a failed table in plans, drift reports and runs: connection-failed, auth-failed,
// query-rejected, transient, not-found, require-review or unknown.
std::string failure_kind(ErrorCode code);

struct TableError {
  std::vector<std::string> asset_key;
  std::string table;  // target's display name
  Error error;
  std::string failure_kind;  // see failure_kind()
  std::string statement;     // the SQL that failed, when there was one
};

enum class TableStatus {
  copied,
  up_to_date,
  pruned,
  excluded,
  skipped,
  failed,
  refused,
  interrupted
};
std::string_view to_string(TableStatus status);

struct TableOutcome {
  TablePlan plan;
  TableStatus status = TableStatus::copied;
  std::optional<std::int64_t> rows_copied;
  TimePoint started_at{};
  long long duration_ms = 0;
  int attempts = 1;
  bool fell_back = false;                // a refused ALTER was followed by a rebuild
  std::vector<DriftAction> drift;        // what was done, not only planned
  std::optional<std::string> watermark;  // after the copy
};

struct Anomaly {
  std::string table;
  std::int64_t current_count = 0;
  double baseline_avg = 0;
  double deviation_pct = 0;
  std::string reason;
};

enum class RunStatus {
  success,
  partial_failure,
  failure,
  interrupted,
  skipped_idempotent,
  skipped_in_flight
};
std::string_view to_string(RunStatus status);  // Success, PartialFailure, Failure, ...

struct RunReport {
  std::string command = "run";  // run or apply
  std::string run_id;
  std::string pipeline;
  std::string filter;
  RunStatus status = RunStatus::success;
  TimePoint started_at{};
  long long duration_ms = 0;
  std::vector<TableOutcome> tables;  // in plan order
  std::vector<ExcludedTable> excluded;
  std::vector<OverrideWarning> override_warnings;
  std::vector<TableChecks> checks;  // in plan order
  std::vector<Anomaly> anomalies;
  std::vector<TableError> errors;
  std::vector<std::string> warnings;
  std::string plan_id;  // of an applied plan
  std::string resumed_from;
  long long tables_skipped = 0;  // by resume
  std::string idempotency_key;
  std::string skipped_by_run_id;
  int concurrency = 1;
  bool adaptive_concurrency = false;
  std::int64_t statements_executed = 0;
  std::int64_t retries_attempted = 0;
  std::int64_t retries_succeeded = 0;
  long long catalogs_created = 0;
  long long schemas_created = 0;
  bool checks_failed_run = false;  // an error-severity check failed and fail_on_error holds
  bool interrupted = false;

  long long tables_copied() const;  // copied and up to date
  long long tables_failed() const;  // failed and refused
};

struct DiscoveredSource {
  std::string id;
  std::string source_type;
  catalog::SchemaName schema;
  config::Components components;
  struct Entry {
    std::string name;
    std::optional<std::int64_t> row_count;
  };
  std::vector<Entry> tables;
};

struct DiscoverReport {
  std::string pipeline;
  std::vector<DiscoveredSource> sources;
  std::vector<ExcludedTable> excluded;
  std::vector<std::pair<std::string, std::string>> unmatched;  // schema, why the pattern rejects it
  std::optional<std::vector<std::string>> new_sources;
  std::optional<config::Checks> checks;
};

struct StateReport {
  std::string path;
  std::vector<state::Watermark> watermarks;
  // By watermark: the table its rows come from; empty where the store does not tell.
  std::vector<std::string> sources;
  int schema_version_supported = 0;
  std::optional<int> schema_version_on_disk;
};

struct HistoryReport {
  std::vector<state::RunRecord> runs;
  bool audit = false;
};

struct RollingStats {
  struct Series {
    double mean = 0;
    double std_dev = 0;
    std::optional<double> latest_z_score;
  };
  int window = 0;
  int samples = 0;
  std::optional<Series> rows_affected;
  Series duration_ms;
  double health_score = 0;  // 0 to 1: the share of the window's runs that succeeded
};

struct ModelHistoryReport {
  std::string model;
  struct Execution {
    std::string run_id;
    state::TableRecord record;
  };
  std::vector<Execution> executions;  // newest first
  std::optional<RollingStats> rolling_stats;
};

struct DoctorCheck {
  std::string name;    // config, adapter:<name>, state, target:<pipeline>, ...
  std::string status;  // ok, warn, error
  std::string message;
  long long duration_ms = 0;
};
struct DoctorReport {
  std::vector<DoctorCheck> checks;
  std::string worst() const;
};

}  // namespace leeway::pipeline
