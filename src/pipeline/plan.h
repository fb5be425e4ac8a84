// A plan is the decision, made before anything is done: for each table the mode of its copy, the
// drift that was found, the ordered statements with the reason for each, and what they were decided
// from. `plan` shows it, `apply` runs exactly it, `run` decides and runs in one go.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "catalog/change.h"
#include "config/project.h"

namespace leeway::pipeline {

enum class Purpose {
  create_catalog,
  create_schema,
  widen_prelude,
  alter_column_type,
  add_column,
  drop_table,
  clear_table,     // a full refresh that keeps the table object
  clear_boundary,  // rows at or beyond the watermark, copied again with the new ones
  full_refresh_copy,
  incremental_copy,
  merge_copy,
  view,
  materialized_view,
  rename_table,
  create_index,
  comment,
};
std::string_view to_string(Purpose purpose);

struct Statement {
  Purpose purpose;
  catalog::TableName target;  // what it writes; for schema and catalog statements the parts set
  std::string sql;
  std::string reason;  // for people; empty where the purpose says it all

  bool operator==(const Statement&) const = default;
};

enum class ActionKind { add_columns, alter_column_types, drop_and_recreate, require_review };
std::string_view to_string(ActionKind kind);

struct DriftAction {
  ActionKind action;
  std::string table;   // target's display name
  std::string reason;  // "column 'status' changed STRING -> INT", several joined by ", "
  std::vector<catalog::Change> changes;

  bool operator==(const DriftAction&) const = default;
};

enum class Disposition {
  copy,        // statements will run
  up_to_date,  // proven: nothing to copy, nothing to change
  pruned,      // the source reports the change marker of the last copy
  refused,     // the drift gate asks for review; nothing is touched
  failed,      // a check before the first statement failed; nothing is touched
};
std::string_view to_string(Disposition disposition);

// How rows reach the target.
enum class CopyMode { full_refresh, incremental, merge, view, materialized_view };
std::string_view to_string(CopyMode mode);

struct WatermarkPlan {
  std::string column;
  std::string type;                     // the engine's text, as the target will have it
  std::optional<std::string> previous;  // absent: none recorded
  bool repaired = false;  // read from the target: an unfinished copy, or a contradiction

  bool operator==(const WatermarkPlan&) const = default;
};

struct ExpectedColumn {
  std::string name;
  std::string type;  // as rendered for the target

  bool operator==(const ExpectedColumn&) const = default;
};

// A decision of the drift-governance gate on a table whose drift it judged.
struct GateRecord {
  std::string effect;  // allow, require_review, deny
  std::string reason;
  std::vector<std::string> verify_after;  // checks that must exist and pass after the change

  bool operator==(const GateRecord&) const = default;
};

struct TablePlan {
  std::vector<std::string> asset_key;  // source type, component values, table
  std::string tenant;                  // value of a component named "tenant"; may be empty
  std::string connector_id;
  std::string state_key;                // of the table in the state store
  std::vector<std::string> superseded;  // keys of other sources whose rows this copy replaces
  catalog::TableName source;
  catalog::TableName target;
  config::Strategy strategy = config::Strategy::incremental;  // as configured
  CopyMode mode = CopyMode::full_refresh;                     // of this run
  Disposition disposition = Disposition::copy;
  std::string why;              // one clause: why this mode or disposition
  bool creates_target = false;  // the target is absent (or unreadable and rebuilt)
  bool unreadable = false;      // one side stands there and could not be read
  bool drift_checked = false;   // both sides were read and compared
  std::vector<DriftAction> drift;
  std::vector<std::string> notices;      // removed columns, lost constraints, an unreadable side
  std::vector<Statement> statements;     // run in one transaction where the engine has them
  std::vector<Statement> fallback;       // run instead after a refused ALTER, where policy says so
  std::vector<ExpectedColumn> expected;  // read back after the ALTERs
  std::vector<std::string> source_columns;  // for column_match
  std::vector<std::string> metadata_columns;
  std::vector<std::string> merge_keys;
  std::optional<WatermarkPlan> watermark;
  std::string timestamp_column;
  std::optional<std::string> source_marker;
  std::string source_fingerprint;
  std::string target_fingerprint;
  std::optional<GateRecord> gate;  // what the drift-governance gate decided, where it is on
  std::optional<Error> error;      // for refused and failed

  bool operator==(const TablePlan&) const = default;
};

struct ExcludedTable {
  std::vector<std::string> asset_key;
  std::string source_schema;
  std::string table_name;
  std::string reason;  // missing_from_source, table_override_disabled, unchanged_since_last_copy

  bool operator==(const ExcludedTable&) const = default;
};

struct OverrideWarning {
  int rule_index = 0;
  std::string kind;  // zero_match, connector_match_empty
  std::string message;
  std::string connector;
  std::string table;

  bool operator==(const OverrideWarning&) const = default;
};

struct Plan {
  std::string plan_id;  // SHA-256 of the intent: project, pipeline, flags, source inventory
  std::string digest;   // SHA-256 of everything the plan holds
  std::string kind = "replication";
  TimePoint created_at{};
  std::string pipeline;
  std::string filter;  // "" or key=value
  std::string config_digest;
  bool prune = true;
  std::vector<Statement> preparation;  // catalogs and schemas to make, each once
  std::vector<TablePlan> tables;
  std::vector<ExcludedTable> excluded;
  std::vector<OverrideWarning> override_warnings;
  std::vector<std::string> warnings;
};

// Tables whose plan carries drift.
long long tables_drifted(const Plan& plan);
// Tables whose both sides were compared.
long long tables_checked(const Plan& plan);

}  // namespace leeway::pipeline
