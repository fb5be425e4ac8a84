#include "pipeline/drift.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "dialects/identifiers.h"

namespace leeway::pipeline {
namespace {

using catalog::Change;
using catalog::ChangeKind;

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::any_of(names, [&](const auto& n) { return equal_ignoring_case(n, name); });
}

// A table reduced to what drift is about: names, types and nullability of its columns.
catalog::Table columns_only(const catalog::Table& table,
                            const std::vector<std::string>& metadata_columns) {
  catalog::Table reduced;
  reduced.name = table.name;
  for (const auto& column : table.columns)
    if (!holds(metadata_columns, column.name)) reduced.columns.push_back(column);
  return reduced;
}

DriftAction action_of(ActionKind kind, const catalog::Table& target, std::vector<Change> changes) {
  std::vector<std::string> reasons;
  for (const auto& change : changes) reasons.push_back(change.reason());
  return DriftAction{kind, target.name.display(), join(reasons, ", "), std::move(changes)};
}

// The type changes of one top-level column, told as one change of the column.
struct ColumnDrift {
  const catalog::Column* before = nullptr;
  const catalog::Column* after = nullptr;
  std::vector<Change> changes;
};

// True for a column whose nested fields only grew: additive in the sense of a new column.
bool only_adds_fields(const ColumnDrift& drift) {
  return std::ranges::all_of(drift.changes, [](const Change& change) {
    return change.type_change == catalog::TypeChange::fields_added;
  });
}

}  // namespace

Evolution plan_evolution(const dialects::Dialect& dialect, const catalog::Table& source,
                         const catalog::Table& target,
                         const std::vector<std::string>& metadata_columns) {
  Evolution evolution;
  const auto changes = catalog::compare(
      columns_only(target, metadata_columns), columns_only(source, metadata_columns),
      {.order = false, .comments = false, .defaults = false, .rename_hints = true});

  std::vector<Change> added;
  std::vector<ColumnDrift> drifted;
  std::map<std::string, std::size_t> drift_of;
  for (const auto& change : changes) {
    switch (change.kind) {
      case ChangeKind::column_added: {
        const auto* column = source.find(change.column);
        evolution.add.push_back(column);
        if (!column->nullable) evolution.additive_only = false;
        added.push_back(change);
        break;
      }
      case ChangeKind::column_removed:
        evolution.removed.push_back(target.find(change.column));
        break;
      case ChangeKind::type_changed: {
        const auto [at, first] = drift_of.emplace(change.column, drifted.size());
        if (first) drifted.push_back({target.find(change.column), source.find(change.column), {}});
        drifted[at->second].changes.push_back(change);
        break;
      }
      case ChangeKind::nullable_changed:
        if (source.find(change.column)->nullable)
          evolution.notices.push_back(fmt::format(
              "column '{}' may hold NULL in the source but not in the target; a NULL would stop "
              "the copy",
              printable(change.column)));
        break;
      case ChangeKind::possible_rename:
        evolution.notices.push_back(change.reason());
        break;
      default:
        break;
    }
  }

  std::vector<Change> safe, unsafe;
  for (const auto& drift : drifted) {
    const auto verdict =
        dialects::classify_widening(dialect, drift.before->type, drift.after->type);
    auto& kind = verdict.safe ? safe : unsafe;
    for (Change change : drift.changes) {
      change.danger = verdict.safe ? catalog::Danger::widening : catalog::Danger::destructive;
      kind.push_back(std::move(change));
    }
    evolution.widen.push_back(drift.after);
    if (!only_adds_fields(drift) || !verdict.safe) evolution.additive_only = false;
    if (!verdict.safe)
      evolution.notices.push_back(
          fmt::format("column '{}': {}", printable(drift.after->name), verdict.reason));
  }

  if (!unsafe.empty()) {
    evolution.rebuild = true;
    evolution.widen.clear();
    unsafe.insert(unsafe.end(), safe.begin(), safe.end());
    unsafe.insert(unsafe.end(), added.begin(), added.end());
    evolution.actions.push_back(action_of(ActionKind::drop_and_recreate, target, unsafe));
  } else if (!safe.empty()) {
    evolution.actions.push_back(action_of(ActionKind::alter_column_types, target, safe));
  }
  if (!added.empty() && !evolution.rebuild)
    evolution.actions.push_back(action_of(ActionKind::add_columns, target, added));
  return evolution;
}

}  // namespace leeway::pipeline
