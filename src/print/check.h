// Is a committed print well-formed, fresh and within its assertions? Works on parsed files alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "config/print_project.h"
#include "print/decode.h"
#include "print/diff.h"
#include "print/print.h"

namespace leeway::print {

// A finding of the validator or of an assertion; codes as the format's catalogue spells them,
// e.g. "stats.null-rate-mismatch", "assertion.row-count-mismatch".
struct Issue {
  std::string code;
  bool error = true;  // else a warning
  std::string path;   // file under the connection's root, "::" and the place in it
  std::string detail;
  std::string spec_ref;

  bool operator==(const Issue&) const = default;
};

// Every conformance check, sorted by (path, code); a print conforms when none is an error.
std::vector<Issue> validate_print(const PrintFiles& files, const std::string& adapter);

struct StaleTable {
  std::string table;
  std::string profiled_at;
  std::optional<double> age_days;  // absent: its moment cannot be read
  double threshold_days = 0;

  bool operator==(const StaleTable&) const = default;
};

// A table is stale when older than the threshold: `max_age` (days) where given, else the one its
// manifest entry records, else the connection's rules.
std::vector<StaleTable> stale_tables(const Print& print, const config::PrintConnection& connection,
                                     const std::string& now, std::optional<double> max_age_days);
// "30d", "12h", "45m", "10s" in days; Errors (usage) name the forms.
Result<double> parse_max_age(std::string_view text);

// Assertions over a print's statistics (committed or read now).
std::vector<Issue> check_assertions(const Print& print, const config::PrintConnection& connection);

// The project's SQL assertions; `query` runs one text read-only and returns its rows.
struct SqlRows {
  std::vector<std::string> types;                             // of the result's columns
  std::vector<std::vector<std::optional<std::string>>> rows;  // the first row at most
};
std::vector<Issue> check_sql_assertions(
    const config::PrintConnection& connection,
    const std::function<Result<SqlRows>(const std::string& sql)>& query);

// drift.schema-changed and drift.statistic-changed, one an event.
std::vector<Issue> drift_issues(const PrintDiff& diff);

}  // namespace leeway::print
