// A print project as its files describe it: `.dbprint.yaml`, or `[print.<connection>]` tables of a
// leeway.toml; the same keys in both.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/environment.h"
#include "base/error.h"
#include "base/secrets.h"
#include "config/project.h"
#include "config/tree.h"

namespace leeway::config {

// Where a key is absent the value in force before the rule stays.
struct StatisticsOverrides {
  std::optional<int> enumeration_threshold;
  std::optional<int> top_n_values;
  std::optional<int> top_n_null_patterns;
  std::optional<int> looks_like_sample_size;
  std::optional<std::vector<int>> percentiles;

  bool operator==(const StatisticsOverrides&) const = default;
};

struct PrintRule {
  std::string name;  // for messages: "rules[2]" and where it stands
  std::vector<std::string> include = {"*"};
  std::vector<std::string> exclude;
  std::optional<std::int64_t> min_rows;
  std::optional<double> sample;
  std::optional<std::string> filter;
  std::optional<std::int64_t> max_rows_scanned;
  StatisticsOverrides statistics;
  std::optional<int> max_age_days;

  bool operator==(const PrintRule&) const = default;
};

struct RedactRule {
  std::vector<std::string> columns;  // globs over "<fqn>.<column>"
  std::vector<std::string> sensitivity;
  std::vector<std::string> looks_like;
  std::string with = "mask";  // mask, drop, hash

  bool operator==(const RedactRule&) const = default;
};

struct PrintDiffThresholds {
  double cardinality_ratio = 0.02;
  double percentile_pct = 0.05;
  double values_coverage = 0.05;
  double fallback = 0.01;  // the key `default`

  bool operator==(const PrintDiffThresholds&) const = default;
};

// `diff.distribution` of a connection (leeway's own): thresholds of distribution tests. Absent keys
// keep the defaults; `false` switches a test off. `check: true` makes `check` fail on them.
struct DistributionSettings {
  std::map<std::string, std::optional<double>> thresholds;  // by test name
  bool check = false;

  bool operator==(const DistributionSettings&) const = default;
};

struct PrintConnection {
  std::string name;
  std::string adapter;  // as the format names it: duckdb, postgres, mysql, ...
  // The [adapter.NAME] block of a leeway.toml that the credentials come from; else empty.
  std::string adapter_block;
  bool automatic = false;
  std::filesystem::path output = "prints";  // when loaded absolute: <project>/<output>/<name>
  std::vector<std::string> include = {"*"};
  std::vector<std::string> exclude;
  int max_age_days = 7;
  std::optional<std::int64_t> max_rows_scanned;
  bool infer_relationships = true;
  bool materialize_sample = true;
  bool sketch_all_columns = false;
  bool compute_timeline = true;
  StatisticsOverrides statistics;
  std::vector<PrintRule> rules;  // the defaults' first
  std::vector<RedactRule> redact;
  PrintDiffThresholds thresholds;
  DistributionSettings distribution;
  Node assertions;  // as written; print/check.h judges it
  Location location;
};

struct PrintProject {
  std::filesystem::path file;
  std::filesystem::path root;  // the folder of `file`, absolute
  std::vector<PrintConnection> connections;
  std::vector<std::string> warnings;

  const PrintConnection* find(const std::string& name) const;
};

// `place`: a project folder, a project file, or nothing (then upward from `working_folder`, and
// `.dbprint.yaml` before leeway.toml in one folder). Errors (config) name file, line and key;
// not_found says where was looked.
Result<PrintProject> load_print_project(const std::optional<std::filesystem::path>& place,
                                        const std::filesystem::path& working_folder,
                                        const Environment& environment, Redactor& redactor);

// The connections a command works on: the named one; else those with `auto`; else the only one.
Result<std::vector<const PrintConnection*>> select_connections(
    const PrintProject& project, const std::optional<std::string>& name);

struct Credentials {
  std::map<std::string, std::string> values;  // database, host, read_only, ...
  std::string redaction_salt;
};

// First hit of each key: DBPRINT_<CONN>_<KEY> in the environment; ~/.dbprint/connections.yaml (or,
// for a leeway.toml, the adapter block the connection names); DBPRINT_<CONN>_<KEY> in the project's
// .env. Errors (auth): every required key that is missing, in one message.
Result<Credentials> resolve_credentials(const PrintProject& project,
                                        const PrintConnection& connection,
                                        const Environment& environment, Redactor& redactor);

}  // namespace leeway::config
