#include <fmt/format.h>

#include "base/text.h"
#include "output/human.h"
#include "output/human_parts.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

using pipeline::RunReport;
using pipeline::RunStatus;
using pipeline::TableStatus;

Paint paint_of(const RunReport& report) {
  if (report.interrupted || report.status == RunStatus::interrupted) return Paint::yellow;
  if (report.status == RunStatus::partial_failure || report.status == RunStatus::failure)
    return Paint::red;
  return report.checks_failed_run ? Paint::red : Paint::green;
}

void write_verdict(Page& page, const RunReport& report, const Style& style) {
  const std::string text = one_line(verdict(report));
  const std::string run =
      report.run_id.empty() ? "" : fmt::format("(run {})", one_line(report.run_id));
  const std::string painted = page.paint(paint_of(report), text);
  if (run.empty() || display_width(text) + 1 + display_width(run) <= style.width) {
    page.line(fmt::format("{} {}", painted, run));
  } else {
    page.line(painted);
    page.line(run);
  }
  if (!report.resumed_from.empty())
    page.line(fmt::format("Resumed from {}: {} already finished", one_line(report.resumed_from),
                          counted(report.tables_skipped, "table")));
}

std::string state_of(const pipeline::CheckResult& check) {
  if (!check.evaluated) return "could not run";
  return check.severity == config::Severity::error ? "failed" : "warning";
}

void write_checks(Page& page, const RunReport& report) {
  std::vector<Subject> subjects;
  for (const auto& table : report.checks)
    for (const auto& check : table.checks)
      if (!check.passed)
        subjects.push_back({fmt::format("{}  {}", table.table, check.name),
                            fmt::format("{}: {}", state_of(check), check.reason)});
  write_subjects(page, "Checks that did not pass", subjects, "check");
}

void write_anomalies(Page& page, const RunReport& report) {
  std::vector<Subject> subjects;
  subjects.reserve(report.anomalies.size());
  for (const auto& anomaly : report.anomalies) subjects.push_back({anomaly.table, anomaly.reason});
  write_subjects(page, "Row count anomalies", subjects);
}

// Copies that the drift section does not tell of.
void write_copied(Page& page, const RunReport& report) {
  std::vector<std::vector<std::string>> rows;
  long long more = 0;
  for (const auto& outcome : report.tables) {
    if (outcome.status != TableStatus::copied || !outcome.drift.empty()) continue;
    if (rows.size() == rows_shown) {
      ++more;
      continue;
    }
    rows.push_back({one_line(outcome.plan.target.display()),
                    outcome.rows_copied ? counted(*outcome.rows_copied, "row") : "",
                    std::string(to_string(outcome.plan.mode)), one_line(outcome.plan.why)});
  }
  if (rows.empty()) return;
  page.heading("Copied");
  using enum Page::Align;
  page.columns_and_text("  ", rows, {left, right});
  if (more > 0) page.line(fmt::format("  ... and {}", counted(more, "more table")));
}

void write_notices(Page& page, const RunReport& report) {
  std::vector<Subject> subjects;
  for (const auto& outcome : report.tables)
    for (const auto& notice : outcome.plan.notices)
      subjects.push_back({outcome.plan.target.display(), notice});
  write_subjects(page, "Notices", subjects, "notice");
}

std::string check_counts_text(const CheckCounts& counts) {
  const std::vector<std::pair<long long, std::string_view>> named{
      {counts.passed, "passed"},
      {counts.failed, "failed"},
      {counts.warned, "with a warning"},
      {counts.not_evaluated, "could not run"}};
  std::vector<std::string> parts;
  for (const auto& [count, words] : named)
    if (count > 0) parts.push_back(fmt::format("{} {}", with_thousands(count), words));
  return parts.empty() ? "" : fmt::format("Checks: {}", join(parts, ", "));
}

void write_counts(Page& page, const RunReport& report) {
  page.blank();
  const auto counts = counts_of(report);
  if (counts.copied > 0 && counts.rows_complete)
    page.line(fmt::format("{} copied", counted(counts.rows, "row")));
  if (const auto quiet = quiet_counts(report); !quiet.empty()) page.wrapped("", quiet);
  if (const auto checks = check_counts_text(counts_of(report.checks)); !checks.empty())
    page.line(checks);
}

void write_next_step(Page& page, const RunReport& report) {
  const auto counts = counts_of(report);
  if (counts.failed + counts.interrupted + counts.skipped == 0 || report.run_id.empty()) return;
  page.blank();
  page.line(
      fmt::format("Finish what is left with: leeway run --resume {}", one_line(report.run_id)));
}

}  // namespace

std::string to_text(const RunReport& report, const Style& style) {
  Page page(style);
  write_verdict(page, report, style);
  write_drift(page, drift_of(report));
  write_failures(page, failures_of(report));
  write_checks(page, report);
  write_anomalies(page, report);
  write_notices(page, report);
  write_list(page, "Warnings", warnings_of(report));
  write_names(page, "Not reached", tables_of(report, TableStatus::skipped));
  write_names(page, "Not finished", tables_of(report, TableStatus::interrupted));
  write_copied(page, report);
  write_counts(page, report);
  write_next_step(page, report);
  return page.finished();
}

}  // namespace leeway::output
