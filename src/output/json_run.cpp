#include <algorithm>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include "output/json.h"
#include "output/json_parts.h"
#include "output/summary.h"

namespace leeway::output {
namespace {

using pipeline::RunReport;
using pipeline::RunStatus;
using pipeline::TableOutcome;
using pipeline::TableStatus;

bool finished(const TableOutcome& outcome) {
  return outcome.status == TableStatus::copied || outcome.status == TableStatus::up_to_date;
}

// `interrupted` tells an interruption; the status then says how far the run came.
std::string_view wire_status(const RunReport& report) {
  if (report.status != RunStatus::interrupted) return to_string(report.status);
  return to_string(report.tables_copied() > 0 ? RunStatus::partial_failure : RunStatus::failure);
}

Json metadata_json(const TableOutcome& outcome) {
  Json json;
  json["strategy"] = pipeline::to_string(outcome.plan.mode);
  if (outcome.watermark) json["watermark"] = *outcome.watermark;
  json["target_table_full_name"] = outcome.plan.target.display();
  return json;
}

Json materialization_json(const TableOutcome& outcome) {
  Json json;
  json["asset_key"] = outcome.plan.asset_key;
  json["rows_copied"] = outcome.rows_copied ? Json(*outcome.rows_copied) : Json();
  json["duration_ms"] = outcome.duration_ms;
  json["started_at"] = to_rfc3339(outcome.started_at);
  json["metadata"] = metadata_json(outcome);
  put_if_any(json, "tenant", outcome.plan.tenant);
  if (outcome.attempts > 1) json["attempts"] = outcome.attempts;
  json["outcome"] = to_string(outcome.status);
  put_if_any(json, "why", outcome.plan.why);
  put_if_any(json, "notices", outcome.plan.notices);
  if (outcome.fell_back) json["fell_back"] = true;
  return json;
}

Json materializations_json(const RunReport& report) {
  Json array = Json::array();
  for (const auto& outcome : report.tables)
    if (finished(outcome)) array.push_back(materialization_json(outcome));
  return array;
}

// Tables of the run that were not reached, so that none is unaccounted for.
Json not_copied_json(const RunReport& report) {
  Json array = Json::array();
  for (const auto& outcome : report.tables) {
    if (outcome.status != TableStatus::skipped && outcome.status != TableStatus::interrupted)
      continue;
    Json json;
    json["asset_key"] = outcome.plan.asset_key;
    json["table"] = outcome.plan.target.display();
    json["status"] = to_string(outcome.status);
    array.push_back(std::move(json));
  }
  return array;
}

Json detail_json(const pipeline::Detail& detail) {
  return std::visit(
      [](const auto& value) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
          return {};
        else
          return Json(value);
      },
      detail);
}

Json check_json(const pipeline::CheckResult& check) {
  Json json;
  json["name"] = check.name;
  json["passed"] = check.passed;
  json["severity"] = config::to_string(check.severity);
  for (const auto& [key, value] : check.details)
    if (!json.contains(key)) json[key] = detail_json(value);
  if (!json.contains("kind")) json["kind"] = check.kind;
  json["evaluated"] = check.evaluated;
  put_if_any(json, "reason", check.reason);
  return json;
}

Json check_results_json(const std::vector<pipeline::TableChecks>& tables) {
  Json array = Json::array();
  for (const auto& table : tables) {
    Json checks = Json::array();
    for (const auto& check : table.checks) checks.push_back(check_json(check));
    Json json;
    json["asset_key"] = table.asset_key;
    json["checks"] = std::move(checks);
    put_if_any(json, "table", table.table);
    array.push_back(std::move(json));
  }
  return array;
}

Json anomalies_json(const std::vector<pipeline::Anomaly>& anomalies) {
  Json array = Json::array();
  for (const auto& anomaly : anomalies) {
    Json json;
    json["table"] = anomaly.table;
    json["current_count"] = anomaly.current_count;
    json["baseline_avg"] = anomaly.baseline_avg;
    json["deviation_pct"] = anomaly.deviation_pct;
    json["reason"] = anomaly.reason;
    array.push_back(std::move(json));
  }
  return array;
}

Json errors_json(const std::vector<pipeline::TableError>& errors) {
  Json array = Json::array();
  for (const auto& error : errors) {
    Json json;
    json["asset_key"] = error.asset_key;
    json["error"] = error.error.message;
    json["failure_kind"] = error.failure_kind;
    json["table"] = error.table;
    json["code"] = leeway::to_string(error.error.code);
    put_if_any(json, "hint", error.error.hint);
    put_if_any(json, "statement", error.statement);
    array.push_back(std::move(json));
  }
  return array;
}

Json execution_json(const RunReport& report) {
  Json json;
  json["concurrency"] = report.concurrency;
  json["tables_processed"] = report.tables_copied() + report.tables_failed();
  json["tables_failed"] = report.tables_failed();
  if (report.adaptive_concurrency) json["adaptive_concurrency"] = true;
  return json;
}

// The duration that at least `percent` of the finished tables did not exceed; null without tables.
Json percentile(const std::vector<long long>& sorted, std::size_t percent) {
  if (sorted.empty()) return {};
  const std::size_t rank = (sorted.size() * percent + 99) / 100;
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

Json metrics_json(const RunReport& report) {
  std::vector<long long> durations;
  for (const auto& outcome : report.tables)
    if (finished(outcome) || outcome.status == TableStatus::failed)
      durations.push_back(outcome.duration_ms);
  std::ranges::sort(durations);
  const auto failed = report.tables_failed();
  const auto processed = report.tables_copied() + failed;
  const auto counts = counts_of(report);
  Json json;
  json["tables_processed"] = processed;
  json["tables_failed"] = failed;
  json["error_rate_pct"] =
      processed == 0 ? 0.0 : 100.0 * static_cast<double>(failed) / static_cast<double>(processed);
  json["statements_executed"] = report.statements_executed;
  json["retries_attempted"] = report.retries_attempted;
  json["retries_succeeded"] = report.retries_succeeded;
  json["anomalies_detected"] = report.anomalies.size();
  json["table_duration_p50_ms"] = percentile(durations, 50);
  json["table_duration_p95_ms"] = percentile(durations, 95);
  json["table_duration_max_ms"] = percentile(durations, 100);
  json["query_duration_p50_ms"] = nullptr;
  json["query_duration_p95_ms"] = nullptr;
  json["query_duration_max_ms"] = nullptr;
  json["rows_copied"] = counts.rows_complete ? Json(counts.rows) : Json();
  return json;
}

Json permissions_json(const RunReport& report) {
  Json json;
  json["grants_added"] = 0;
  json["grants_revoked"] = 0;
  json["catalogs_created"] = report.catalogs_created;
  json["schemas_created"] = report.schemas_created;
  return json;
}

bool skipped(const RunReport& report) {
  return report.status == RunStatus::skipped_idempotent ||
         report.status == RunStatus::skipped_in_flight;
}

void put_head(Json& json, const RunReport& report) {
  json["run_id"] = report.run_id;
  json["status"] = wire_status(report);
  put_if_any(json, "skipped_by_run_id", report.skipped_by_run_id);
  put_if_any(json, "idempotency_key", report.idempotency_key);
  json["pipeline_type"] = "replication";
  json["pipeline"] = report.pipeline;
  json["filter"] = report.filter;
  json["started_at"] = to_rfc3339(report.started_at);
  json["duration_ms"] = report.duration_ms;
  json["tables_copied"] = report.tables_copied();
  json["tables_failed"] = report.tables_failed();
  if (report.tables_skipped > 0) json["tables_skipped"] = report.tables_skipped;
  put_array_if_any(json, "excluded_tables", excluded_json(excluded_of(report)));
  put_if_any(json, "resumed_from", report.resumed_from);
  put_if_any(json, "plan_id", report.plan_id);
}

}  // namespace

std::string to_json(const RunReport& report, std::string_view version) {
  Json json = opening(version, "run");
  put_head(json, report);
  json["materializations"] = materializations_json(report);
  put_array_if_any(json, "not_copied", not_copied_json(report));
  json["check_results"] = check_results_json(report.checks);
  json["checks_failed"] = report.checks_failed_run;
  put_array_if_any(json, "anomalies", anomalies_json(report.anomalies));
  put_array_if_any(json, "errors", errors_json(report.errors));
  json["execution"] = execution_json(report);
  json["metrics"] = skipped(report) ? Json() : metrics_json(report);
  json["permissions"] = permissions_json(report);
  json["drift"] = drift_json(drift_of(report));
  put_array_if_any(json, "override_warnings", override_warnings_json(report.override_warnings));
  put_if_any(json, "warnings", report.warnings);
  json["interrupted"] = report.interrupted;
  return pretty(json);
}

}  // namespace leeway::output
