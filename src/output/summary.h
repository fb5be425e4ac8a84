// What every rendering of a run or a plan has to work out first: the drift to report, what was left
// out, what was not compared, the counts, and the one-line verdict.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/plan.h"
#include "pipeline/report.h"

namespace leeway::output {

struct DriftedTable {
  std::string table;
  std::string consequence;  // what became, or would become, of the table: one clause
  std::vector<pipeline::DriftAction> actions;
  std::string next;  // what to do about a refused one; else empty
};

struct DriftSummary {
  long long tables_checked = 0;
  std::vector<DriftedTable> tables;  // in plan order
};

// Of a run: what was done, and what the drift gate refused. Drift of a table whose copy failed and
// was rolled back is not in it.
DriftSummary drift_of(const pipeline::RunReport& report);
// Of a plan: what would be done.
DriftSummary drift_of(const pipeline::Plan& plan);
// The actions of one table; those of a refused table are all require_review.
std::vector<pipeline::DriftAction> reported_actions(const pipeline::TablePlan& table);
std::vector<pipeline::DriftAction> reported_actions(const pipeline::TableOutcome& outcome);

// Review first, then rebuilds, then type changes, then additions.
void sort_by_importance(std::vector<DriftedTable>& tables);

// Tables that differ in nothing but their names, together; never empty ones.
std::vector<std::vector<const DriftedTable*>> folded(const std::vector<DriftedTable>& tables);

// A table that failed, for people. A refused one is told with its drift.
struct Failure {
  std::string table;
  std::string name;  // the last part of `table`
  std::string kind;  // see pipeline::failure_kind
  std::string message;
  std::string hint;
  std::string statement;  // of a run: the SQL that failed, when there was one
};
std::vector<Failure> failures_of(const pipeline::RunReport& report);
std::vector<Failure> failures_of(const pipeline::Plan& plan);
// Failures that differ in nothing but their tables, together; never empty ones.
std::vector<std::vector<const Failure*>> folded(const std::vector<Failure>& failures);

// Tables of a run that were not reached.
std::vector<std::string> tables_of(const pipeline::RunReport& report, pipeline::TableStatus status);

// The plan's own warnings and those about its overrides; the same of a run.
std::vector<std::string> warnings_of(const pipeline::RunReport& report);
std::vector<std::string> warnings_of(const pipeline::Plan& plan);

// Whether `apply` would have anything to do.
bool worth_applying(const pipeline::Plan& plan);

// Excluded tables and pruned ones (unchanged_since_last_copy).
std::vector<pipeline::ExcludedTable> excluded_of(const pipeline::RunReport& report);
std::vector<pipeline::ExcludedTable> excluded_of(const pipeline::Plan& plan);

// A table of a plan whose two sides were not compared.
struct UncheckedTable {
  std::string table;
  std::string reason;
  bool unreadable = false;  // a side could not be read; otherwise there was nothing to compare
  bool failed = false;      // told as a failure, too
};
std::vector<UncheckedTable> unchecked_of(const pipeline::Plan& plan);

struct RunCounts {
  long long copied = 0;
  long long up_to_date = 0;
  long long pruned = 0;
  long long failed = 0;
  long long refused = 0;
  long long interrupted = 0;
  long long skipped = 0;
  std::int64_t rows = 0;      // of the copies whose count is known
  bool rows_complete = true;  // false: a copy did not tell its count
};
RunCounts counts_of(const pipeline::RunReport& report);

struct CheckCounts {
  long long passed = 0;
  long long failed = 0;         // error severity
  long long warned = 0;         // failed with warning severity
  long long not_evaluated = 0;  // could not run; counted nowhere else
};
CheckCounts counts_of(const std::vector<pipeline::TableChecks>& checks);

// "Copied 3 of 4 tables in 1.2 s; 1 failed", ...
std::string verdict(const pipeline::RunReport& report);
std::string verdict(const pipeline::Plan& plan);
std::string drift_verdict(const pipeline::Plan& plan);

// "3 tables up to date, 2 unchanged since the last copy": what needs no line of its own.
std::string quiet_counts(const pipeline::RunReport& report);
std::string quiet_counts(const pipeline::Plan& plan);

// The table of an error, or "the run".
std::string subject_of(const pipeline::TableError& error);

// "340 ms", "1.2 s", "3 min 12 s", "1 h 2 min".
std::string duration_text(long long milliseconds);

// "1,204 rows", or that their number is not known.
std::string rows_text(const std::optional<std::int64_t>& rows);

}  // namespace leeway::output
