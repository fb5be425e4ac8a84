#include "output/markdown.h"

#include "output/style.h"

#include <fmt/format.h>

#include "base/text.h"
#include "output/comment.h"
#include "output/summary.h"

namespace leeway::output {
namespace {

using pipeline::Disposition;
using pipeline::Plan;
using pipeline::RunReport;

using Rows = std::vector<std::vector<std::string>>;

std::string drift_title(const DriftSummary& drift) {
  return fmt::format("Drift ({} of {} compared)", with_thousands(std::ssize(drift.tables)),
                     counted(drift.tables_checked, "table"));
}

void add_drift(Comment& comment, DriftSummary drift) {
  sort_by_importance(drift.tables);
  Rows rows;
  for (const auto& table : drift.tables)
    for (const auto& action : table.actions)
      rows.push_back({code_span(table.table), code_span(to_string(action.action)),
                      markdown_text(action.reason), markdown_text(table.consequence)});
  comment.table(drift_title(drift), {"Table", "Action", "Reason", "Result"}, rows, "action");
}

std::string with_hint(const Error& error) {
  return error.hint.empty() ? markdown_text(error.message)
                            : fmt::format("{}<br>**Next:** {}", markdown_text(error.message),
                                          markdown_text(error.hint));
}

void add_failures(Comment& comment, const RunReport& report) {
  Rows rows;
  for (const auto& error : report.errors)
    rows.push_back(
        {code_span(subject_of(error)), markdown_text(error.failure_kind), with_hint(error.error)});
  comment.table("Failures", {"Table", "Kind", "What happened"}, rows, "failure");
}

void add_failures(Comment& comment, const Plan& plan) {
  Rows rows;
  for (const auto& table : plan.tables)
    if (table.error)
      rows.push_back({code_span(table.target.display()),
                      markdown_text(leeway::to_string(table.error->code)),
                      with_hint(*table.error)});
  comment.table("Failures", {"Table", "Kind", "What happened"}, rows, "failure");
}

std::string state_of(const pipeline::CheckResult& check) {
  if (!check.evaluated) return "could not run";
  return check.severity == config::Severity::error ? "failed" : "warning";
}

void add_checks(Comment& comment, const RunReport& report) {
  Rows rows;
  for (const auto& table : report.checks)
    for (const auto& check : table.checks)
      if (!check.passed)
        rows.push_back({code_span(table.table), code_span(check.name), state_of(check),
                        markdown_text(check.reason)});
  comment.table("Checks that did not pass", {"Table", "Check", "State", "Reason"}, rows, "check");
}

void add_anomalies(Comment& comment, const RunReport& report) {
  Rows rows;
  for (const auto& anomaly : report.anomalies)
    rows.push_back({code_span(anomaly.table), markdown_text(anomaly.reason)});
  comment.table("Row count anomalies", {"Table", "Reason"}, rows, "anomaly");
}

void add_notices(Rows& rows, const pipeline::TablePlan& table) {
  for (const auto& notice : table.notices)
    rows.push_back({code_span(table.target.display()), markdown_text(notice)});
}

void add_warnings(Comment& comment, const std::vector<std::string>& warnings,
                  const std::vector<pipeline::OverrideWarning>& overrides) {
  Rows rows;
  for (const auto& warning : warnings) rows.push_back({markdown_text(warning)});
  for (const auto& warning : overrides) rows.push_back({markdown_text(warning.message)});
  comment.table("Warnings", {"Warning"}, rows, "warning");
}

void add_unreadable(Comment& comment, const Plan& plan) {
  Rows rows;
  for (const auto& table : unchecked_of(plan))
    if (table.unreadable) rows.push_back({code_span(table.table), markdown_text(table.reason)});
  comment.table("Could not be compared", {"Table", "Reason"}, rows, "table");
}

void add_decisions(Comment& comment, const Plan& plan) {
  Rows rows;
  for (const auto& table : plan.tables)
    if (table.disposition == Disposition::copy)
      rows.push_back({code_span(table.target.display()), code_span(to_string(table.mode)),
                      markdown_text(table.why)});
  comment.table("Tables to copy", {"Table", "How", "Why"}, rows, "table");
}

std::string statement_block(const pipeline::Statement& statement) {
  std::string title = fmt::format("{} of {}", code_span(to_string(statement.purpose)),
                                  code_span(statement.target.display()));
  if (!statement.reason.empty()) title += ": " + markdown_text(statement.reason);
  return fmt::format("{}\n\n{}\n", title, code_block(statement.sql + ";", "sql"));
}

void add_statements(Comment& comment, const Plan& plan) {
  std::vector<std::string> blocks;
  blocks.reserve(plan.preparation.size());
  for (const auto& statement : plan.preparation) blocks.push_back(statement_block(statement));
  for (const auto& table : plan.tables)
    if (table.disposition == Disposition::copy)
      for (const auto& statement : table.statements) blocks.push_back(statement_block(statement));
  comment.folded(counted(std::ssize(blocks), "statement"), blocks, "statement");
}

void add_quiet_counts(Comment& comment, const std::string& counts) {
  if (!counts.empty()) comment.paragraph(markdown_text(counts) + ".");
}

}  // namespace

std::string to_markdown(const RunReport& report, std::size_t max_bytes) {
  Comment comment(max_bytes);
  std::string head = fmt::format("**{}.**", markdown_text(verdict(report)));
  if (!report.run_id.empty()) head += fmt::format(" Run {}", code_span(report.run_id));
  comment.paragraph(head);
  add_quiet_counts(comment, quiet_counts(report));
  add_failures(comment, report);
  add_drift(comment, drift_of(report));
  add_checks(comment, report);
  add_anomalies(comment, report);
  Rows notices;
  for (const auto& outcome : report.tables) add_notices(notices, outcome.plan);
  comment.table("Notices", {"Table", "Notice"}, notices, "notice");
  add_warnings(comment, report.warnings, report.override_warnings);
  return comment.text();
}

std::string to_markdown(const Plan& plan, std::size_t max_bytes) {
  Comment comment(max_bytes);
  comment.paragraph(fmt::format("**{}.**", markdown_text(verdict(plan))));
  if (!plan.plan_id.empty())
    comment.paragraph(
        fmt::format("Apply with {}",
                    code_span(fmt::format("leeway apply {} --expect-spec-digest {}", plan.plan_id,
                                          plan.digest.substr(0, shown_digest)))));
  add_quiet_counts(comment, quiet_counts(plan));
  add_failures(comment, plan);
  add_drift(comment, drift_of(plan));
  Rows notices;
  for (const auto& table : plan.tables) add_notices(notices, table);
  comment.table("Notices", {"Table", "Notice"}, notices, "notice");
  add_warnings(comment, plan.warnings, plan.override_warnings);
  add_decisions(comment, plan);
  add_statements(comment, plan);
  return comment.text();
}

std::string drift_to_markdown(const Plan& plan, std::size_t max_bytes) {
  Comment comment(max_bytes);
  comment.paragraph(fmt::format("**{}.**", markdown_text(drift_verdict(plan))));
  add_failures(comment, plan);
  add_drift(comment, drift_of(plan));
  add_unreadable(comment, plan);
  Rows notices;
  for (const auto& table : plan.tables)
    if (table.drift_checked) add_notices(notices, table);
  comment.table("Notices", {"Table", "Notice"}, notices, "notice");
  add_warnings(comment, plan.warnings, plan.override_warnings);
  return comment.text();
}

}  // namespace leeway::output
