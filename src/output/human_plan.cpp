#include <ranges>

#include <fmt/format.h>

#include "base/text.h"
#include "output/human.h"
#include "output/human_parts.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

using pipeline::Disposition;
using pipeline::Plan;
using pipeline::Statement;
using pipeline::TablePlan;

// Of the tables that were compared, or of all.
std::vector<Subject> notices_of(const Plan& plan, bool compared_only) {
  std::vector<Subject> subjects;
  for (const auto& table : plan.tables) {
    if (compared_only && !table.drift_checked) continue;
    for (const auto& notice : table.notices) subjects.push_back({table.target.display(), notice});
  }
  return subjects;
}

void write_decisions(Page& page, const Plan& plan) {
  std::vector<std::vector<std::string>> rows;
  std::size_t total = 0;
  for (const auto& table : plan.tables) {
    if (table.disposition != Disposition::copy) continue;
    if (++total <= rows_shown)
      rows.push_back({one_line(table.target.display()), std::string(to_string(table.mode)),
                      one_line(table.why)});
  }
  if (rows.empty()) return;
  page.heading("Tables to copy");
  page.columns_and_text("  ", rows);
  if (total > rows_shown)
    page.line(fmt::format("  ... and {}",
                          counted(static_cast<long long>(total - rows_shown), "more table")));
}

void write_quiet_counts(Page& page, const Plan& plan) {
  if (const auto quiet = quiet_counts(plan); !quiet.empty()) {
    page.blank();
    page.wrapped("", quiet);
  }
}

// "-- purpose (target): reason", further lines commented too.
void write_statement(Page& page, const Statement& statement) {
  page.line(fmt::format("-- {} ({})", to_string(statement.purpose),
                        one_line(statement.target.display())) +
            (statement.reason.empty() ? "" : ": " + statement_start(statement.reason)));
  page.verbatim(short_sql(many_lines(statement.sql)));
  page.blank();
}

void write_more(Page& page, const StatementRun& run) {
  if (run.more == 0) return;
  page.line(fmt::format("-- ... and {} like this for {} (all of them with -o json)",
                        counted(static_cast<long long>(run.more), "more statement"),
                        one_line(run.shown.front().target.display())));
  page.blank();
}

void write_statements(Page& page, const std::vector<Statement>& statements) {
  for (const auto& run : statement_runs(statements)) {
    for (const auto& statement : run.shown) write_statement(page, statement);
    write_more(page, run);
  }
}

void write_fallback(Page& page, const TablePlan& table) {
  if (table.fallback.empty()) return;
  page.line(fmt::format("-- If the engine refuses a change of {}, these run instead:",
                        one_line(table.target.display())));
  for (const auto& statement : table.fallback)
    for (const auto& line : split(short_sql(many_lines(statement.sql)), "\n"))
      page.line("--   " + line);
  page.blank();
}

void write_statements(Page& page, const Plan& plan) {
  page.blank();
  write_statements(page, plan.preparation);
  for (const auto& table : plan.tables) {
    if (table.disposition != Disposition::copy) continue;
    write_statements(page, table.statements);
    write_fallback(page, table);
  }
}

void write_unchecked(Page& page, const Plan& plan) {
  std::vector<Subject> unreadable;
  std::vector<Subject> nothing;
  for (const auto& table : unchecked_of(plan)) {
    if (table.failed) continue;
    (table.unreadable ? unreadable : nothing).push_back({table.table, table.reason});
  }
  write_subjects(page, "Could not be compared", unreadable);
  if (nothing.empty()) return;
  page.blank();
  page.line(fmt::format(
      "Nothing to compare for {}: {}", counted(static_cast<long long>(nothing.size()), "table"),
      nothing.size() == 1 ? one_line(nothing.front().name + ", " + nothing.front().text)
                          : "no target yet, or unchanged since the last copy"));
}

}  // namespace

std::string to_text(const Plan& plan, const Style& style) {
  Page page(style);
  page.line(page.paint(Paint::bold, one_line(verdict(plan))));
  write_drift(page, drift_of(plan));
  write_failures(page, failures_of(plan));
  write_subjects(page, "Notices", notices_of(plan, false), "notice");
  write_list(page, "Warnings", warnings_of(plan));
  write_decisions(page, plan);
  write_quiet_counts(page, plan);
  write_statements(page, plan);
  if (!plan.plan_id.empty() && worth_applying(plan)) {
    page.blank();
    page.line(fmt::format("Plan ID:    {}", plan.plan_id));
    page.line(fmt::format("Digest:     {}", plan.digest.substr(0, shown_digest)));
    page.line(fmt::format("Apply with: leeway apply {} \\", plan.plan_id));
    page.line(
        fmt::format("              --expect-spec-digest {}", plan.digest.substr(0, shown_digest)));
  }
  return page.finished();
}

std::string drift_to_text(const Plan& plan, const Style& style) {
  Page page(style);
  const bool clean = pipeline::tables_drifted(plan) == 0;
  page.line(page.paint(clean ? Paint::green : Paint::yellow, one_line(drift_verdict(plan))));
  write_drift(page, drift_of(plan));
  write_failures(page, failures_of(plan));
  write_unchecked(page, plan);
  write_subjects(page, "Notices", notices_of(plan, true), "notice");
  write_list(page, "Warnings", warnings_of(plan));
  return page.finished();
}

}  // namespace leeway::output
