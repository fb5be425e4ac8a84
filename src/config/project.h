// A project, typed: what leeway.toml (or rocky.toml, the same grammar) says, with every default
// filled in. docs/config.md lists the keys.
//
// Loading is strict: an unknown key, strategy or value is an error that names file, line and the
// nearest right spelling. ${NAME} and ${NAME:-default} are replaced inside strings from the
// environment; every value so read is a secret and is registered with the Redactor.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/environment.h"
#include "base/error.h"
#include "base/secrets.h"

namespace leeway::config {

// Where a value stands, for errors.
struct Location {
  std::string file;
  int line = 0;  // 0: not known

  // "leeway.toml:12", or the file alone.
  std::string text() const;
  bool operator==(const Location&) const = default;
};

enum class Strategy { full_refresh, incremental, merge, view, materialized_view, dynamic_table };
std::string_view to_string(Strategy strategy);

enum class Severity { error, warning };
std::string_view to_string(Severity severity);

struct RetryPolicy {
  int max_retries = 3;
  long long initial_backoff_ms = 1000;
  long long max_backoff_ms = 30000;
  double backoff_multiplier = 2.0;
  bool jitter = true;
};

struct Adapter {
  std::string name;
  std::string type;                             // a dialect's name, or a discovery-only kind
  std::string kind;                             // "", "data" or "discovery"
  std::map<std::string, std::string> settings;  // path, host, account, ... as text
  RetryPolicy retry;
  Location location;

  std::string setting(const std::string& key) const;  // "" when absent
};

struct SchemaPattern {
  std::string prefix;
  std::string separator;
  std::vector<std::string> components;  // "name" or "name..." for a variable-length one
  Location location;
};

enum class OnCollision { off, warn, error };

struct Source {
  std::string adapter = "default";
  std::string catalog;                           // empty: the adapter's default
  std::optional<std::string> discovery_adapter;  // absent: no discovery configured
  bool report_new_sources = false;
  OnCollision on_collision = OnCollision::off;
  SchemaPattern pattern;
};

struct Governance {
  bool auto_create_catalogs = false;
  bool auto_create_schemas = false;
};

struct Target {
  std::string adapter = "default";
  std::string catalog_template;
  std::string schema_template;
  std::optional<std::string> separator;
  Governance governance;
  Location location;
};

struct MetadataColumn {
  std::string name;
  std::string type;
  std::string value;  // a SQL expression; may hold {component} placeholders
  Location location;
};

struct TableOverride {
  std::string match_connector;  // empty: any
  std::string match_table;      // literal or glob; empty: any
  std::optional<Strategy> strategy;
  std::optional<std::vector<std::string>> merge_keys;
  std::optional<std::vector<std::string>> merge_keys_fallback;
  std::optional<std::string> timestamp_column;
  std::optional<bool> enabled;
  Location location;
};

struct SimpleCheck {
  bool enabled = false;
  Severity severity = Severity::error;
};

struct FreshnessCheck {
  long long threshold_seconds = 0;
  std::map<std::string, long long> overrides;  // by target table name
  Severity severity = Severity::error;
};

struct NullRateCheck {
  std::vector<std::string> columns;
  double threshold = 0;        // a fraction, 0 to 1
  double sample_percent = 10;  // 0 to 100
  Severity severity = Severity::error;
};

struct CustomCheck {
  std::string name;
  std::string sql;  // {table} stands for the quoted target
  double threshold = 0;
  Severity severity = Severity::error;
  Location location;
};

// One declared assertion on a target table; which fields matter depends on the type.
struct Assertion {
  std::string table;
  std::string name;  // may be empty
  std::string type;  // not_null, unique, unique_expr, accepted_values, relationships, expression,
                     // row_count_range, in_range, regex_match, aggregate, composite,
                     // not_in_future, older_than_n_days
  std::string column;
  std::string filter;
  Severity severity = Severity::error;
  std::map<std::string, std::string> text;                // expression, pattern, to_table, op, ...
  std::map<std::string, double> number;                   // min, max, value, days, ...
  std::map<std::string, std::vector<std::string>> lists;  // values, columns
  Location location;
};

struct CrossSourceOverlap {
  std::vector<std::string> keys;
  std::string key_expression;
  Severity severity = Severity::error;
  long long max_overlap_rows = 0;
  int sample = 20;
};

struct Checks {
  bool enabled = true;      // false: no check runs
  bool configured = false;  // a [checks] block exists
  SimpleCheck row_count;
  SimpleCheck column_match;
  std::optional<FreshnessCheck> freshness;
  std::optional<NullRateCheck> null_rate;
  std::vector<CustomCheck> custom;
  std::vector<Assertion> assertions;
  std::optional<CrossSourceOverlap> cross_source_overlap;
  double anomaly_threshold_pct = 50.0;  // 0: off
  bool fail_on_error = true;            // a failed error-severity check fails the run
};

struct Execution {
  int concurrency = 0;  // 0: adaptive
  bool fail_fast = false;
  int error_rate_abort_pct = 50;
  int table_retries = 1;
};

enum class OnAlterFailure { fail, full_refresh };
enum class OnUnreadableTarget { rebuild, fail };

// leeway's own keys of a replication pipeline.
struct DriftPolicy {
  OnAlterFailure on_alter_failure = OnAlterFailure::fail;
  OnUnreadableTarget on_unreadable_target = OnUnreadableTarget::rebuild;
};

struct Replication {
  Strategy strategy = Strategy::incremental;
  std::string timestamp_column = "_fivetran_synced";
  std::vector<std::string> merge_keys;
  std::vector<std::string> merge_keys_fallback;
  std::vector<MetadataColumn> metadata_columns;
  bool prune_unchanged = false;
  DriftPolicy drift;
  Source source;
  Target target;
  std::vector<TableOverride> table_overrides;
  Checks checks;
  Execution execution;
};

struct Pipeline {
  std::string name;
  std::string type = "replication";
  std::vector<std::string> depends_on;
  std::optional<Replication> replication;  // present when type is "replication"
  Location location;
};

struct PolicyRule {
  std::string principal;   // "human", "agent" or "*"
  std::string capability;  // schema_change.additive, apply, ...
  std::string effect;      // allow, require_review, deny
  bool any = false;
  std::vector<std::string> models;        // globs over the table name
  std::vector<std::string> verify_after;  // checks that must pass after the change
  std::optional<bool> contracted;
  std::optional<int> max_downstreams;
  std::vector<std::string> tags, classifications, exclude_classifications;
  std::string layer;
  Location location;
};

struct Policy {
  int version = 1;
  std::string default_agent_effect = "require_review";
  std::vector<PolicyRule> rules;
};

struct Resilience {
  bool auto_apply_additive_drift = false;
};

struct StateSettings {
  std::string backend = "local";
  bool namespacing_by_pipeline = false;
  int retention_max_age_days = 365;
  int retention_min_runs_kept = 100;
  long long sweep_interval_seconds = 3600;       // 0: after every run
  std::string idempotency_dedup_on = "success";  // success | any
  int idempotency_in_flight_ttl_hours = 24;
  int idempotency_retention_days = 30;
};

struct Project {
  std::filesystem::path file;    // as given
  std::filesystem::path folder;  // of the file; where models/ is looked for
  std::map<std::string, Adapter> adapters;
  std::map<std::string, Pipeline> pipelines;
  std::optional<Policy> policy;
  Resilience resilience;
  StateSettings state;
  std::vector<std::string> warnings;  // e.g. a block leeway reads and does not act on
  std::string digest;                 // SHA-256 of the file's text before ${} is replaced

  // The single pipeline, or the named one. Errors name the choices and the nearest spelling.
  Result<const Pipeline*> select_pipeline(const std::optional<std::string>& name) const;
  Result<const Adapter*> adapter(const std::string& name) const;
};

// One finding of `validate`. The codes follow the facts (V001, V010, V020, ...).
struct Finding {
  std::string severity;  // ok, warn, error, lint
  std::string code;
  std::string message;
  std::optional<std::string> file;
  std::optional<std::string> field;
  std::optional<int> line;  // of `file`, from 1
};

// Loads and checks everything that can be checked without a connection; the first error ends it.
Result<Project> load(const std::filesystem::path& file, const Environment& environment,
                     Redactor& redactor);

// Every finding, not only the first.
struct Validation {
  bool valid = false;
  std::optional<Project> project;  // absent when it could not be read
  std::vector<Finding> findings;
};
Validation validate(const std::filesystem::path& file, const Environment& environment,
                    Redactor& redactor);

// leeway.toml, or rocky.toml when there is no leeway.toml, in `folder`.
Result<std::filesystem::path> default_file(const std::filesystem::path& folder);

}  // namespace leeway::config
