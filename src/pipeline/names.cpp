// Spellings of the closed sets of plan.h and report.h, and the counts taken from their values.
#include <algorithm>

#include "pipeline/plan.h"
#include "pipeline/report.h"

namespace leeway::pipeline {

std::string_view to_string(Purpose purpose) {
  switch (purpose) {
    case Purpose::create_catalog:
      return "create_catalog";
    case Purpose::create_schema:
      return "create_schema";
    case Purpose::widen_prelude:
      return "widen_prelude";
    case Purpose::alter_column_type:
      return "alter_column_type";
    case Purpose::add_column:
      return "add_column";
    case Purpose::drop_table:
      return "drop_table";
    case Purpose::clear_table:
      return "clear_table";
    case Purpose::clear_boundary:
      return "clear_boundary";
    case Purpose::full_refresh_copy:
      return "full_refresh_copy";
    case Purpose::incremental_copy:
      return "incremental_copy";
    case Purpose::merge_copy:
      return "merge_copy";
    case Purpose::view:
      return "view";
    case Purpose::materialized_view:
      return "materialized_view";
    case Purpose::rename_table:
      return "rename_table";
    case Purpose::create_index:
      return "create_index";
    case Purpose::comment:
      return "comment";
  }
  return "unknown";
}

std::string_view to_string(ActionKind kind) {
  switch (kind) {
    case ActionKind::add_columns:
      return "add_columns";
    case ActionKind::alter_column_types:
      return "alter_column_types";
    case ActionKind::drop_and_recreate:
      return "drop_and_recreate";
    case ActionKind::require_review:
      return "require_review";
  }
  return "unknown";
}

std::string_view to_string(Disposition disposition) {
  switch (disposition) {
    case Disposition::copy:
      return "copy";
    case Disposition::up_to_date:
      return "up_to_date";
    case Disposition::pruned:
      return "pruned";
    case Disposition::refused:
      return "refused";
    case Disposition::failed:
      return "failed";
  }
  return "unknown";
}

std::string_view to_string(CopyMode mode) {
  switch (mode) {
    case CopyMode::full_refresh:
      return "full_refresh";
    case CopyMode::incremental:
      return "incremental";
    case CopyMode::merge:
      return "merge";
    case CopyMode::view:
      return "view";
    case CopyMode::materialized_view:
      return "materialized_view";
  }
  return "unknown";
}

std::string_view to_string(TableStatus status) {
  switch (status) {
    case TableStatus::copied:
      return "copied";
    case TableStatus::up_to_date:
      return "up_to_date";
    case TableStatus::pruned:
      return "pruned";
    case TableStatus::excluded:
      return "excluded";
    case TableStatus::skipped:
      return "skipped";
    case TableStatus::failed:
      return "failed";
    case TableStatus::refused:
      return "refused";
    case TableStatus::interrupted:
      return "interrupted";
  }
  return "unknown";
}

std::string_view to_string(RunStatus status) {
  switch (status) {
    case RunStatus::success:
      return "Success";
    case RunStatus::partial_failure:
      return "PartialFailure";
    case RunStatus::failure:
      return "Failure";
    case RunStatus::interrupted:
      return "Interrupted";
    case RunStatus::skipped_idempotent:
      return "SkippedIdempotent";
    case RunStatus::skipped_in_flight:
      return "SkippedInFlight";
  }
  return "unknown";
}

std::string failure_kind(ErrorCode code) {
  switch (code) {
    case ErrorCode::connection:
      return "connection-failed";
    case ErrorCode::auth:
    case ErrorCode::permission:
      return "auth-failed";
    case ErrorCode::refused:
    case ErrorCode::constraint:
    case ErrorCode::conversion:
      return "query-rejected";
    case ErrorCode::transient:
    case ErrorCode::timeout:
      return "transient";
    case ErrorCode::not_found:
      return "not-found";
    case ErrorCode::policy:
      return "require-review";
    default:
      return "unknown";
  }
}

long long tables_drifted(const Plan& plan) {
  return std::ranges::count_if(plan.tables,
                               [](const TablePlan& table) { return !table.drift.empty(); });
}

long long tables_checked(const Plan& plan) {
  return std::ranges::count_if(plan.tables,
                               [](const TablePlan& table) { return table.drift_checked; });
}

long long RunReport::tables_copied() const {
  return std::ranges::count_if(tables, [](const TableOutcome& table) {
    return table.status == TableStatus::copied || table.status == TableStatus::up_to_date;
  });
}

long long RunReport::tables_failed() const {
  return std::ranges::count_if(tables, [](const TableOutcome& table) {
    return table.status == TableStatus::failed || table.status == TableStatus::refused;
  });
}

std::string DoctorReport::worst() const {
  const auto any = [this](std::string_view status) {
    return std::ranges::any_of(
        checks, [status](const DoctorCheck& check) { return check.status == status; });
  };
  if (any("error")) return "error";
  return any("warn") ? "warn" : "ok";
}

}  // namespace leeway::pipeline
