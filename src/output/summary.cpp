#include "output/summary.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/text.h"

namespace leeway::output {
namespace {

using pipeline::ActionKind;
using pipeline::CopyMode;
using pipeline::Disposition;
using pipeline::DriftAction;
using pipeline::ExcludedTable;
using pipeline::Plan;
using pipeline::RunReport;
using pipeline::RunStatus;
using pipeline::TableOutcome;
using pipeline::TablePlan;
using pipeline::TableStatus;

constexpr std::string_view pruned_reason = "unchanged_since_last_copy";

bool has_action(const std::vector<DriftAction>& actions, ActionKind kind) {
  return std::ranges::any_of(actions,
                             [kind](const DriftAction& action) { return action.action == kind; });
}

// A table without a gate's record was refused for the reason its action tells.
std::string review_text(std::string_view fate, const TablePlan& table) {
  return table.gate ? fmt::format("{}, a review is needed: {}", fate, table.gate->reason)
                    : fmt::format("{}: it needs a review", fate);
}

std::string consequence_of(const TableOutcome& outcome, const std::vector<DriftAction>& actions) {
  if (outcome.status == TableStatus::refused) return review_text("not touched", outcome.plan);
  if (outcome.status == TableStatus::failed) return "changed, but the copy failed";
  if (outcome.fell_back)
    return fmt::format("the engine refused the change: rebuilt from the source, {}",
                       rows_text(outcome.rows_copied));
  if (has_action(actions, ActionKind::drop_and_recreate))
    return fmt::format("rebuilt from the source, {}", rows_text(outcome.rows_copied));
  if (outcome.plan.mode == CopyMode::full_refresh)
    return fmt::format("copied in full, {}", rows_text(outcome.rows_copied));
  if (outcome.rows_copied == 0) return "data kept, no new rows";
  return fmt::format("data kept, {} copied", rows_text(outcome.rows_copied));
}

std::string consequence_of(const TablePlan& table, const std::vector<DriftAction>& actions) {
  if (table.disposition == Disposition::refused) return review_text("not to be touched", table);
  if (table.disposition == Disposition::failed) return "not to be touched: see the failure";
  if (has_action(actions, ActionKind::drop_and_recreate)) return "to be rebuilt from the source";
  if (!table.fallback.empty()) return "data kept; rebuilt if the engine refuses the change";
  return table.mode == CopyMode::full_refresh ? "to be copied in full" : "data kept";
}

std::string hint_of(const TablePlan& table) { return table.error ? table.error->hint : ""; }

constexpr int least_importance = 3;

// 0 to least_importance; 0 is what a reader must see first.
int importance(const DriftedTable& table) {
  if (has_action(table.actions, ActionKind::require_review)) return 0;
  if (has_action(table.actions, ActionKind::drop_and_recreate)) return 1;
  return has_action(table.actions, ActionKind::alter_column_types) ? 2 : least_importance;
}

// Appends the table as pruned unless the list has it already.
void add_pruned(std::vector<ExcludedTable>& excluded, std::size_t listed, const TablePlan& table) {
  const auto known = std::ranges::any_of(
      excluded.begin(), excluded.begin() + static_cast<std::ptrdiff_t>(listed),
      [&](const ExcludedTable& entry) { return entry.asset_key == table.asset_key; });
  if (known) return;
  excluded.push_back(
      {table.asset_key, table.source.schema, table.source.table, std::string(pruned_reason)});
}

UncheckedTable unchecked(const TablePlan& table) {
  UncheckedTable result{table.target.display(), table.why, false};
  if (table.disposition == Disposition::pruned) {
    result.reason = "unchanged since the last copy";
  } else if (table.error) {
    result.reason = table.error->message;
    result.unreadable = true;
    result.failed = true;
  } else if (!table.notices.empty()) {
    result.reason = join(table.notices, "; ");
    result.unreadable = table.unreadable;
  } else if (table.creates_target) {
    result.reason = "the target does not exist yet";
  }
  return result;
}

long long count_plans(const Plan& plan, Disposition disposition) {
  return std::ranges::count_if(plan.tables, [disposition](const TablePlan& table) {
    return table.disposition == disposition;
  });
}

std::string with_filter(std::string_view pipeline, std::string_view filter) {
  if (filter.empty()) return fmt::format("pipeline '{}'", pipeline);
  return fmt::format("pipeline '{}', {}", pipeline, filter);
}

std::string joined_counts(const std::vector<std::pair<long long, std::string_view>>& counts) {
  std::vector<std::string> parts;
  for (const auto& [count, words] : counts)
    if (count > 0)
      parts.push_back(parts.empty() ? fmt::format("{} {}", counted(count, "table"), words)
                                    : fmt::format("{} {}", with_thousands(count), words));
  return join(parts, ", ");
}

std::string count_excluded(const std::vector<ExcludedTable>& excluded,
                           std::vector<std::pair<long long, std::string_view>> counts) {
  const auto count = [&](std::string_view reason) {
    return std::ranges::count_if(
        excluded, [reason](const ExcludedTable& table) { return table.reason == reason; });
  };
  counts.emplace_back(count(pruned_reason), "unchanged since the last copy");
  counts.emplace_back(count("table_override_disabled"), "switched off by table_overrides");
  counts.emplace_back(count("missing_from_source"), "missing from the source");
  return joined_counts(counts);
}

std::string skipped_verdict(const RunReport& report) {
  const auto* how =
      report.status == RunStatus::skipped_in_flight ? "is working on" : "has finished";
  return fmt::format("Nothing done: run {} {} the idempotency key '{}'", report.skipped_by_run_id,
                     how, report.idempotency_key);
}

// How far the run came.
std::string progress_text(const RunReport& report) {
  const auto counts = counts_of(report);
  const auto total = counts.copied + counts.up_to_date + counts.failed + counts.refused +
                     counts.interrupted + counts.skipped;
  const auto time = duration_text(report.duration_ms);
  const auto all = counted(total, "table");
  if (report.interrupted || report.status == RunStatus::interrupted)
    return fmt::format("Interrupted after {}: {} of {} finished", time,
                       with_thousands(report.tables_copied()), all);
  if (total == 0) return fmt::format("No table to copy after {}", time);
  if (counts.up_to_date == total && report.command == "apply")
    return fmt::format("Nothing done in {}: the plan held no statement for its {}", time, all);
  if (counts.up_to_date == total) return fmt::format("Nothing new: {} up to date in {}", all, time);
  return fmt::format("Copied {} of {} in {}",
                     counts.copied > 0 ? with_thousands(counts.copied) : "none", all, time);
}

// "; 1 failed, 2 need review", or "".
std::string trouble_text(const RunReport& report) {
  const auto counts = counts_of(report);
  std::vector<std::string> parts;
  if (counts.failed > 0) parts.push_back(fmt::format("{} failed", with_thousands(counts.failed)));
  if (counts.refused > 0)
    parts.push_back(fmt::format("{} {} review", with_thousands(counts.refused),
                                counts.refused == 1 ? "needs" : "need"));
  if (report.checks_failed_run) parts.emplace_back("checks failed");
  return parts.empty() ? "" : "; " + join(parts, ", ");
}

}  // namespace

std::vector<DriftAction> reported_actions(const TablePlan& table) {
  auto actions = table.drift;
  if (table.disposition != Disposition::refused) return actions;
  for (auto& action : actions) action.action = ActionKind::require_review;
  if (actions.empty() && table.error)
    actions.push_back(
        {ActionKind::require_review, table.target.display(), table.error->message, {}});
  return actions;
}

std::vector<DriftAction> reported_actions(const TableOutcome& outcome) {
  return outcome.status == TableStatus::refused ? reported_actions(outcome.plan) : outcome.drift;
}

DriftSummary drift_of(const RunReport& report) {
  DriftSummary summary;
  for (const auto& outcome : report.tables) {
    if (outcome.plan.drift_checked) ++summary.tables_checked;
    auto actions = reported_actions(outcome);
    if (actions.empty()) continue;
    auto consequence = consequence_of(outcome, actions);
    const bool refused = outcome.status == TableStatus::refused;
    summary.tables.push_back({outcome.plan.target.display(), std::move(consequence),
                              std::move(actions), refused ? hint_of(outcome.plan) : ""});
  }
  return summary;
}

DriftSummary drift_of(const Plan& plan) {
  DriftSummary summary;
  summary.tables_checked = pipeline::tables_checked(plan);
  for (const auto& table : plan.tables) {
    auto actions = reported_actions(table);
    if (actions.empty()) continue;
    auto consequence = consequence_of(table, actions);
    const bool refused = table.disposition == Disposition::refused;
    summary.tables.push_back({table.target.display(), std::move(consequence), std::move(actions),
                              refused ? hint_of(table) : ""});
  }
  return summary;
}

void sort_by_importance(std::vector<DriftedTable>& tables) {
  std::vector<DriftedTable> sorted;
  sorted.reserve(tables.size());
  for (int level = 0; level <= least_importance; ++level)
    std::ranges::copy_if(tables, std::back_inserter(sorted),
                         [level](const DriftedTable& table) { return importance(table) == level; });
  tables = std::move(sorted);
}

bool worth_applying(const Plan& plan) { return count_plans(plan, Disposition::copy) > 0; }

std::vector<ExcludedTable> excluded_of(const RunReport& report) {
  auto excluded = report.excluded;
  for (const auto& outcome : report.tables)
    if (outcome.status == TableStatus::pruned)
      add_pruned(excluded, report.excluded.size(), outcome.plan);
  return excluded;
}

std::vector<ExcludedTable> excluded_of(const Plan& plan) {
  auto excluded = plan.excluded;
  for (const auto& table : plan.tables)
    if (table.disposition == Disposition::pruned) add_pruned(excluded, plan.excluded.size(), table);
  return excluded;
}

std::vector<UncheckedTable> unchecked_of(const Plan& plan) {
  std::vector<UncheckedTable> result;
  for (const auto& table : plan.tables)
    if (!table.drift_checked) result.push_back(unchecked(table));
  return result;
}

RunCounts counts_of(const RunReport& report) {
  RunCounts counts;
  for (const auto& outcome : report.tables) {
    switch (outcome.status) {
      case TableStatus::copied:
        ++counts.copied;
        counts.rows += outcome.rows_copied.value_or(0);
        counts.rows_complete = counts.rows_complete && outcome.rows_copied.has_value();
        break;
      case TableStatus::up_to_date:
        ++counts.up_to_date;
        break;
      case TableStatus::pruned:
        ++counts.pruned;
        break;
      case TableStatus::failed:
        ++counts.failed;
        break;
      case TableStatus::refused:
        ++counts.refused;
        break;
      case TableStatus::interrupted:
        ++counts.interrupted;
        break;
      case TableStatus::skipped:
        ++counts.skipped;
        break;
      case TableStatus::excluded:
        break;
    }
  }
  return counts;
}

CheckCounts counts_of(const std::vector<pipeline::TableChecks>& checks) {
  CheckCounts counts;
  for (const auto& table : checks) {
    for (const auto& check : table.checks) {
      if (!check.evaluated)
        ++counts.not_evaluated;
      else if (check.passed)
        ++counts.passed;
      else if (check.severity == config::Severity::error)
        ++counts.failed;
      else
        ++counts.warned;
    }
  }
  return counts;
}

std::string verdict(const RunReport& report) {
  if (report.status == RunStatus::skipped_idempotent ||
      report.status == RunStatus::skipped_in_flight)
    return skipped_verdict(report);
  return progress_text(report) + trouble_text(report);
}

std::string verdict(const Plan& plan) {
  const auto counts =
      joined_counts({{count_plans(plan, Disposition::copy), "to copy"},
                     {count_plans(plan, Disposition::refused), "in need of review"},
                     {count_plans(plan, Disposition::failed), "that cannot be done"}});
  return fmt::format("Plan of {}: {}", with_filter(plan.pipeline, plan.filter),
                     counts.empty() ? "nothing to do" : counts);
}

std::string drift_verdict(const Plan& plan) {
  const auto drifted = pipeline::tables_drifted(plan);
  const auto checked = counted(pipeline::tables_checked(plan), "table");
  if (drifted == 0)
    return fmt::format("No drift in {} compared ({})", checked,
                       with_filter(plan.pipeline, plan.filter));
  return fmt::format("Drift in {} of {} compared ({})", with_thousands(drifted), checked,
                     with_filter(plan.pipeline, plan.filter));
}

std::string quiet_counts(const RunReport& report) {
  const auto counts = counts_of(report);
  const bool told = counts.up_to_date == std::ssize(report.tables);  // by the verdict
  return count_excluded(excluded_of(report), {{told ? 0 : counts.up_to_date, "up to date"}});
}

std::string quiet_counts(const Plan& plan) {
  return count_excluded(excluded_of(plan),
                        {{count_plans(plan, Disposition::up_to_date), "up to date"}});
}

std::string subject_of(const pipeline::TableError& error) {
  return error.table.empty() ? "the run" : error.table;
}

std::string duration_text(long long milliseconds) {
  if (milliseconds < 1000) return fmt::format("{} ms", milliseconds);
  if (milliseconds < 59950)
    return fmt::format("{:.1f} s", static_cast<double>(milliseconds) / 1000);
  const long long seconds = (milliseconds + 500) / 1000;
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

std::string rows_text(const std::optional<std::int64_t>& rows) {
  return rows ? counted(*rows, "row") : "an unknown number of rows";
}

}  // namespace leeway::output
