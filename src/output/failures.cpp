#include <algorithm>
#include <map>

#include "base/text.h"
#include "output/fold.h"
#include "output/summary.h"

namespace leeway::output {
namespace {

using pipeline::Disposition;
using pipeline::Plan;
using pipeline::RunReport;
using pipeline::TableStatus;

// The members that have the same key, together, in the order of their first appearance.
template <typename Member, typename Key>
std::vector<std::vector<const Member*>> folded_by(const std::vector<Member>& members, Key key) {
  std::vector<std::vector<const Member*>> groups;
  std::map<std::string, std::size_t> places;
  for (const auto& member : members) {
    const auto [place, first] = places.emplace(key(member), groups.size());
    if (first) groups.emplace_back();
    groups[place->second].push_back(&member);
  }
  return groups;
}

std::vector<std::string> warning_texts(std::vector<std::string> texts,
                                       const std::vector<pipeline::OverrideWarning>& overrides) {
  for (const auto& warning : overrides) texts.push_back(warning.message);
  return texts;
}

}  // namespace

std::vector<std::vector<const DriftedTable*>> folded(const std::vector<DriftedTable>& tables) {
  return folded_by(tables, [](const DriftedTable& table) {
    std::vector<std::string> parts{table.consequence, table.next};
    for (const auto& action : table.actions) {
      parts.emplace_back(to_string(action.action));
      parts.push_back(action.reason);
    }
    return join(parts, "\n");
  });
}

std::vector<Failure> failures_of(const RunReport& report) {
  std::vector<Failure> failures;
  const auto refused = tables_of(report, TableStatus::refused);
  for (const auto& error : report.errors)
    if (std::ranges::find(refused, error.table) == refused.end())
      failures.push_back({subject_of(error), error.asset_key.empty() ? "" : error.asset_key.back(),
                          error.failure_kind, error.error.message, error.error.hint,
                          error.statement});
  return failures;
}

std::vector<Failure> failures_of(const Plan& plan) {
  std::vector<Failure> failures;
  for (const auto& table : plan.tables)
    if (table.error && table.disposition != Disposition::refused)
      failures.push_back({table.target.display(), table.target.table,
                          pipeline::failure_kind(table.error->code), table.error->message,
                          table.error->hint, ""});
  return failures;
}

std::vector<std::vector<const Failure*>> folded(const std::vector<Failure>& failures) {
  return folded_by(failures, [](const Failure& failure) {
    const auto text =
        join(std::vector<std::string>{failure.kind, failure.message, failure.hint}, "\n");
    return without_names(text, failure.table, failure.name);
  });
}

std::vector<std::string> tables_of(const RunReport& report, TableStatus status) {
  std::vector<std::string> tables;
  for (const auto& outcome : report.tables)
    if (outcome.status == status) tables.push_back(outcome.plan.target.display());
  return tables;
}

std::vector<std::string> warnings_of(const RunReport& report) {
  return warning_texts(report.warnings, report.override_warnings);
}

std::vector<std::string> warnings_of(const Plan& plan) {
  return warning_texts(plan.warnings, plan.override_warnings);
}

}  // namespace leeway::output
