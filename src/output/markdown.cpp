#include "output/markdown.h"

#include "output/style.h"

#include <fmt/format.h>

#include "base/text.h"
#include "output/comment.h"
#include "output/fold.h"
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

// One cell for the tables of an entry.
template <typename Member>
std::string tables_cell(const std::vector<const Member*>& group) {
  std::vector<std::string> names;
  for (const auto* member : group) names.push_back(code_span(member->table));
  return first_and_more(names, tables_named);
}

std::string with_next(std::string_view text, std::string_view next) {
  return next.empty() ? markdown_text(text)
                      : fmt::format("{}<br>**Next:** {}", markdown_text(text), markdown_text(next));
}

void add_drift(Comment& comment, DriftSummary drift) {
  sort_by_importance(drift.tables);
  Rows rows;
  for (const auto& group : folded(drift.tables)) {
    const DriftedTable& table = *group.front();
    for (const auto& action : table.actions)
      rows.push_back({tables_cell(group), code_span(to_string(action.action)),
                      markdown_text(short_reason(action)),
                      with_next(table.consequence, table.next)});
  }
  comment.table(drift_title(drift), {"Table", "Action", "Reason", "Result"}, rows, "action");
}

void add_failures(Comment& comment, const std::vector<Failure>& failures) {
  Rows rows;
  for (const auto& group : folded(failures)) {
    const Failure& failure = *group.front();
    rows.push_back({tables_cell(group), markdown_text(failure.kind),
                    with_next(failure.message, failure.hint)});
  }
  comment.table("Failures", {"Table", "Kind", "What happened"}, rows, "failure");
}

// One row a text, with the tables it is said of.
void add_subjects(Comment& comment, std::string_view title, std::string_view column,
                  const std::vector<Subject>& subjects, std::string_view noun) {
  Rows rows;
  for (const auto& group : folded(subjects)) {
    std::vector<std::string> names;
    for (const auto& name : group.names) names.push_back(code_span(name));
    rows.push_back({first_and_more(names, tables_named), markdown_text(group.text)});
  }
  comment.table(title, {"Table", std::string(column)}, rows, noun);
}

void add_names(Comment& comment, std::string_view title, std::vector<std::string> tables) {
  if (tables.empty()) return;
  for (auto& table : tables) table = code_span(table);
  comment.paragraph(fmt::format("{} ({}): {}.", title, counted(std::ssize(tables), "table"),
                                first_and_more(tables, tables_named)));
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

void add_notices(std::vector<Subject>& subjects, const pipeline::TablePlan& table) {
  for (const auto& notice : table.notices) subjects.push_back({table.target.display(), notice});
}

void add_warnings(Comment& comment, const std::vector<std::string>& warnings) {
  Rows rows;
  for (const auto& warning : warnings) rows.push_back({markdown_text(warning)});
  comment.table("Warnings", {"Warning"}, rows, "warning");
}

void add_unreadable(Comment& comment, const Plan& plan) {
  std::vector<Subject> subjects;
  for (const auto& table : unchecked_of(plan))
    if (table.unreadable && !table.failed) subjects.push_back({table.table, table.reason});
  add_subjects(comment, "Could not be compared", "Reason", subjects, "table");
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
  return fmt::format("{}\n\n{}\n", title, code_block(short_sql(statement.sql), "sql"));
}

void add_blocks(std::vector<std::string>& blocks,
                const std::vector<pipeline::Statement>& statements) {
  for (const auto& run : statement_runs(statements)) {
    for (const auto& statement : run.shown) blocks.push_back(statement_block(statement));
    if (run.more > 0)
      blocks.back() += fmt::format("\n_{} like this; `-o json` has all._\n\n",
                                   counted(static_cast<long long>(run.more), "more statement"));
  }
}

void add_statements(Comment& comment, const Plan& plan) {
  std::vector<std::string> blocks;
  add_blocks(blocks, plan.preparation);
  for (const auto& table : plan.tables)
    if (table.disposition == Disposition::copy) add_blocks(blocks, table.statements);
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
  add_names(comment, "Not reached", tables_of(report, pipeline::TableStatus::skipped));
  add_names(comment, "Not finished", tables_of(report, pipeline::TableStatus::interrupted));
  add_failures(comment, failures_of(report));
  add_drift(comment, drift_of(report));
  add_checks(comment, report);
  add_anomalies(comment, report);
  std::vector<Subject> notices;
  for (const auto& outcome : report.tables) add_notices(notices, outcome.plan);
  add_subjects(comment, "Notices", "Notice", notices, "notice");
  add_warnings(comment, warnings_of(report));
  return comment.text();
}

std::string to_markdown(const Plan& plan, std::size_t max_bytes) {
  Comment comment(max_bytes);
  comment.paragraph(fmt::format("**{}.**", markdown_text(verdict(plan))));
  if (!plan.plan_id.empty() && worth_applying(plan))
    comment.paragraph(
        fmt::format("Apply with {}",
                    code_span(fmt::format("leeway apply {} --expect-spec-digest {}", plan.plan_id,
                                          plan.digest.substr(0, shown_digest)))));
  add_quiet_counts(comment, quiet_counts(plan));
  add_failures(comment, failures_of(plan));
  add_drift(comment, drift_of(plan));
  std::vector<Subject> notices;
  for (const auto& table : plan.tables) add_notices(notices, table);
  add_subjects(comment, "Notices", "Notice", notices, "notice");
  add_warnings(comment, warnings_of(plan));
  add_decisions(comment, plan);
  add_statements(comment, plan);
  return comment.text();
}

std::string drift_to_markdown(const Plan& plan, std::size_t max_bytes) {
  Comment comment(max_bytes);
  comment.paragraph(fmt::format("**{}.**", markdown_text(drift_verdict(plan))));
  add_failures(comment, failures_of(plan));
  add_drift(comment, drift_of(plan));
  add_unreadable(comment, plan);
  std::vector<Subject> notices;
  for (const auto& table : plan.tables)
    if (table.drift_checked) add_notices(notices, table);
  add_subjects(comment, "Notices", "Notice", notices, "notice");
  add_warnings(comment, warnings_of(plan));
  return comment.text();
}

}  // namespace leeway::output
