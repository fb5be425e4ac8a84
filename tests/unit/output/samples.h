// The values that the golden files show.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "output/json.h"
#include "pipeline/plan.h"
#include "pipeline/report.h"

namespace leeway::output::samples {

using namespace pipeline;

inline TimePoint at(std::string_view text) { return *parse_rfc3339(text); }

inline catalog::Change type_change(std::string column, std::string before, std::string after,
                                   catalog::Danger danger) {
  return {catalog::ChangeKind::type_changed,
          std::move(column),
          "",
          std::move(before),
          std::move(after),
          catalog::TypeChange::widened,
          danger};
}

inline DriftAction widened(const std::string& table) {
  return {ActionKind::alter_column_types,
          table,
          "column 'amount' changed DECIMAL(10,2) -> DECIMAL(12,2)",
          {type_change("amount", "DECIMAL(10,2)", "DECIMAL(12,2)", catalog::Danger::widening)}};
}

inline DriftAction added(const std::string& table) {
  return {ActionKind::add_columns,
          table,
          "added column 'region' (VARCHAR)",
          {{catalog::ChangeKind::column_added, "region", "", "", "VARCHAR",
            catalog::TypeChange::none, catalog::Danger::additive}}};
}

inline DriftAction rebuilt(const std::string& table) {
  return {ActionKind::drop_and_recreate,
          table,
          "column 'status' changed STRING -> INT",
          {type_change("status", "STRING", "INT", catalog::Danger::destructive)}};
}

inline TablePlan table_plan(const std::string& name, CopyMode mode = CopyMode::incremental) {
  TablePlan plan;
  plan.asset_key = {"duckdb", "orders", name};
  plan.source = {"warehouse", "raw__orders", name};
  plan.target = {"warehouse", "staging", name};
  plan.mode = mode;
  plan.why =
      mode == CopyMode::incremental ? "12 rows are newer than the watermark" : "no watermark";
  plan.drift_checked = true;
  return plan;
}

inline TableOutcome outcome(TablePlan plan, TableStatus status, std::optional<std::int64_t> rows) {
  TableOutcome result;
  result.plan = std::move(plan);
  result.status = status;
  result.rows_copied = rows;
  result.started_at = at("2026-11-30T23:35:16.250Z");
  result.duration_ms = 41;
  return result;
}

inline TableOutcome evolved_outcome() {
  auto orders = table_plan("orders");
  orders.tenant = "acme";
  orders.expected = {{"id", "INTEGER"}, {"amount", "DECIMAL(12,2)"}, {"region", "VARCHAR"}};
  orders.notices = {
      "column 'legacy' is gone from the source: the target keeps it, filled with NULL"};
  auto result = outcome(orders, TableStatus::copied, 1204);
  const auto table = orders.target.display();
  result.drift = {widened(table), added(table)};
  result.watermark = "2026-11-30 23:00:00.123456";
  return result;
}

inline TableOutcome refused_outcome() {
  auto users = table_plan("users");
  users.disposition = Disposition::refused;
  users.drift = {rebuilt(users.target.display())};
  return outcome(users, TableStatus::refused, std::nullopt);
}

inline TableOutcome rebuilt_outcome() {
  auto events = table_plan("events", CopyMode::full_refresh);
  auto result = outcome(events, TableStatus::copied, 5000000);
  result.drift = {rebuilt(events.target.display())};
  result.attempts = 2;
  return result;
}

inline TableError error_of(const TablePlan& table, std::string kind, Error error) {
  return {table.asset_key, table.target.display(), std::move(error), std::move(kind), ""};
}

inline std::vector<TableChecks> sample_checks() {
  CheckResult count{"row_count",
                    "row_count",
                    false,
                    true,
                    config::Severity::error,
                    "the source has 1,210 rows, the target 1,204",
                    {{"source_count", std::int64_t{1210}}, {"target_count", std::int64_t{1204}}}};
  CheckResult columns{
      "column_match",
      "column_match",
      true,
      true,
      config::Severity::error,
      "",
      {{"missing", std::vector<std::string>{}}, {"extra", std::vector<std::string>{}}}};
  CheckResult fresh{"freshness",
                    "freshness",
                    false,
                    false,
                    config::Severity::warning,
                    "the newest time could not be read",
                    {{"lag_seconds", std::monostate{}}, {"threshold_seconds", std::int64_t{3600}}}};
  CheckResult unique{"unique:id",
                     "assertion",
                     true,
                     true,
                     config::Severity::error,
                     "",
                     {{"kind", std::string("unique")},
                      {"column", std::string("id")},
                      {"failing_rows", std::int64_t{0}}}};
  return {{{"duckdb", "orders", "orders"},
           "warehouse.staging.orders",
           {count, columns, fresh, unique}}};
}

// Everything that can happen, in one run.
inline RunReport full_run() {
  RunReport report;
  report.run_id = "run-20261130-233516-250";
  report.pipeline = "orders";
  report.filter = "source=orders";
  report.status = RunStatus::partial_failure;
  report.started_at = at("2026-11-30T23:35:16.250Z");
  report.duration_ms = 1234;
  const auto lines = table_plan("lines");
  auto pruned = table_plan("countries");
  pruned.drift_checked = false;
  auto late = table_plan("late");
  late.drift_checked = false;
  auto quiet = table_plan("quiet");
  quiet.why = "no row is newer than the watermark";
  report.tables = {evolved_outcome(),
                   rebuilt_outcome(),
                   refused_outcome(),
                   outcome(lines, TableStatus::failed, std::nullopt),
                   outcome(quiet, TableStatus::up_to_date, 0),
                   outcome(pruned, TableStatus::pruned, std::nullopt),
                   outcome(late, TableStatus::interrupted, std::nullopt),
                   outcome(table_plan("fresh"), TableStatus::copied, 7)};
  report.excluded = {
      {{"duckdb", "orders", "ghost"}, "raw__orders", "ghost", "missing_from_source"}};
  report.override_warnings = {{0, "zero_match", "rule 0 matches no table", "", "nothing_*"}};
  report.checks = sample_checks();
  report.anomalies = {{"warehouse.staging.quiet", 5, 500, 99,
                       "row count dropped 99.0% (expected "
                       "~500, got 5)"}};
  report.errors = {error_of(lines, "query-rejected",
                            {ErrorCode::conversion,
                             "column 'n': the value 'abc' does not fit INTEGER. The target was not "
                             "changed.",
                             "correct the row at the source, or set the column's type to VARCHAR"}),
                   error_of(refused_outcome().plan, "require-review",
                            {ErrorCode::policy, "the change is not additive", "apply it by hand"})};
  report.errors[0].statement = "INSERT INTO warehouse.staging.lines (id, n)\nSELECT id, n FROM raw";
  report.warnings = {"the block [cost] is read and not acted on"};
  report.concurrency = 4;
  report.adaptive_concurrency = true;
  report.statements_executed = 31;
  report.retries_attempted = 1;
  report.retries_succeeded = 1;
  report.schemas_created = 1;
  report.checks_failed_run = true;
  return report;
}

inline RunReport quiet_run(int tables) {
  RunReport report;
  report.run_id = "run-20261201-080000-000";
  report.pipeline = "orders";
  report.started_at = at("2026-12-01T08:00:00Z");
  report.duration_ms = 900;
  for (int i = 0; i < tables; ++i)
    report.tables.push_back(
        outcome(table_plan("t" + std::to_string(i)), TableStatus::up_to_date, 0));
  return report;
}

inline Statement statement(Purpose purpose, catalog::TableName target, std::string sql,
                           std::string reason = "") {
  return {purpose, std::move(target), std::move(sql), std::move(reason)};
}

inline TablePlan evolving_plan() {
  auto orders = table_plan("orders");
  const auto name = orders.target;
  orders.drift = {widened(name.display())};
  orders.watermark = WatermarkPlan{"updated_at", "TIMESTAMP", "2026-11-30 22:00:00.5", false};
  orders.statements = {
      statement(Purpose::alter_column_type, name,
                "ALTER TABLE warehouse.staging.orders ALTER COLUMN amount TYPE DECIMAL(12,2)",
                "column 'amount' changed DECIMAL(10,2) -> DECIMAL(12,2)"),
      statement(Purpose::incremental_copy, name,
                "INSERT INTO warehouse.staging.orders (id, amount)\nSELECT id, amount\n"
                "FROM warehouse.raw__orders.orders\nWHERE updated_at > "
                "CAST('2026-11-30 22:00:00.5' AS TIMESTAMP)",
                "12 rows are newer than the watermark")};
  orders.fallback = {statement(Purpose::full_refresh_copy, name,
                               "CREATE OR REPLACE TABLE warehouse.staging.orders AS\nSELECT id, "
                               "amount\nFROM warehouse.raw__orders.orders")};
  return orders;
}

inline Plan full_plan() {
  Plan plan;
  plan.plan_id = std::string(64, 'a');
  plan.digest = std::string(64, 'b');
  plan.created_at = at("2026-11-30T23:30:00Z");
  plan.pipeline = "orders";
  plan.preparation = {statement(Purpose::create_schema, {"warehouse", "staging", ""},
                                "CREATE SCHEMA IF NOT EXISTS warehouse.staging")};
  auto fresh = table_plan("fresh", CopyMode::full_refresh);
  fresh.creates_target = true;
  fresh.drift_checked = false;
  fresh.why = "the target does not exist";
  fresh.statements = {statement(Purpose::full_refresh_copy, fresh.target,
                                "CREATE TABLE warehouse.staging.fresh AS\nSELECT id\nFROM "
                                "warehouse.raw__orders.fresh")};
  auto users = refused_outcome().plan;
  users.error = Error{ErrorCode::policy, "the change is not additive", "apply it by hand"};
  auto lost = table_plan("lost");
  lost.drift_checked = false;
  lost.unreadable = true;
  lost.notices = {"the source could not be read: permission denied"};
  lost.statements = {
      statement(Purpose::incremental_copy, lost.target, "INSERT INTO lost SELECT 1")};
  auto quiet = table_plan("quiet");
  quiet.disposition = Disposition::up_to_date;
  auto pruned = table_plan("countries");
  pruned.disposition = Disposition::pruned;
  pruned.drift_checked = false;
  plan.tables = {evolving_plan(), fresh, users, lost, quiet, pruned};
  plan.excluded = {{{"duckdb", "orders", "off"}, "raw__orders", "off", "table_override_disabled"}};
  plan.warnings = {"the block [cost] is read and not acted on"};
  return plan;
}

inline DiscoverReport discovery() {
  DiscoverReport report;
  report.pipeline = "orders";
  report.sources = {{"raw__eu__orders",
                     "duckdb",
                     {"warehouse", "raw__eu__orders"},
                     {{"regions", {"eu"}, true}, {"source", {"orders"}, false}},
                     {{"orders", 500}, {"lines", std::nullopt}}}};
  report.unmatched = {{"raw__x", "2 segments are needed, there is 1"}};
  report.new_sources = {"raw__eu__orders"};
  config::Checks checks;
  checks.freshness = config::FreshnessCheck{3600, {}, config::Severity::error};
  config::Assertion assertion;
  assertion.table = "orders";
  assertion.type = "not_null";
  assertion.column = "id";
  checks.assertions = {assertion};
  report.checks = checks;
  return report;
}

inline config::Validation validation() {
  config::Validation result;
  config::Project project;
  config::Adapter duck;
  duck.name = "local";
  duck.type = "duckdb";
  project.adapters["local"] = duck;
  config::Adapter bad = duck;
  bad.type = "duckbd";
  project.adapters["bad"] = bad;
  config::Pipeline pipeline;
  pipeline.name = "orders";
  pipeline.replication.emplace();
  pipeline.replication->target.catalog_template = "warehouse";
  pipeline.replication->target.schema_template = "staging__{source}";
  project.pipelines["orders"] = pipeline;
  result.project = project;
  result.findings = {
      {"ok", "V001", "Config syntax valid", std::nullopt, std::nullopt, std::nullopt},
      {"error", "V017", "adapter.bad: unknown type 'duckbd'. Did you mean 'duckdb'?", "leeway.toml",
       "adapter.bad.type", 4},
      {"warn", "V034", "pipeline.orders: null_rate has no columns", std::nullopt,
       "pipeline.orders.checks", std::nullopt},
      {"lint", "V099", "a note", std::nullopt, std::nullopt, std::nullopt}};
  return result;
}

inline StateReport state() {
  StateReport report;
  report.path = ".leeway/state.db";
  report.watermarks = {{"warehouse.staging.orders", "2026-11-30 23:00:00.123456", "TIMESTAMP",
                        "updated_at", 2, at("2026-11-30T23:35:17Z")}};
  report.sources = {"warehouse.raw__orders.orders"};
  report.schema_version_supported = 1;
  report.schema_version_on_disk = 1;
  return report;
}

inline HistoryReport history() {
  state::RunRecord good;
  good.run_id = "run-20261130-233516-250";
  good.pipeline = "orders";
  good.command = "run";
  good.status = "PartialFailure";
  good.started_at = at("2026-11-30T23:35:16.250Z");
  good.duration_ms = 1234;
  good.hostname = "builder";
  good.version = "0.1.0";
  good.git_branch = "main";
  good.tables = {{"warehouse.staging.orders", "orders", "success", at("2026-11-30T23:35:16.250Z"),
                  41, 1204, "", "ab12"},
                 {"warehouse.staging.lines", "lines", "failed", at("2026-11-30T23:35:16.250Z"), 3,
                  std::nullopt, "a value does not fit", ""}};
  good.drift = {{"warehouse.staging.orders", "add_columns", "added column 'region' (VARCHAR)"}};
  HistoryReport report;
  report.runs = {good};
  report.audit = true;
  return report;
}

inline ModelHistoryReport model_history() {
  ModelHistoryReport report;
  report.model = "orders";
  report.executions = {{"run-20261130-233516-250", history().runs[0].tables[0]}};
  RollingStats stats;
  stats.window = 5;
  stats.samples = 1;
  stats.rows_affected = RollingStats::Series{1204, 0, std::nullopt};
  stats.duration_ms = {41, 0.5, 1.25};
  stats.health_score = 1;
  report.rolling_stats = stats;
  return report;
}

inline DoctorReport doctor() {
  return {{{"config", "ok", "leeway.toml is valid", 1},
           {"adapter:local", "error", "the file warehouse.duckdb is locked by process 17", 3}}};
}

}  // namespace leeway::output::samples
