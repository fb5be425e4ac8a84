#include <utility>

#include <nlohmann/json.hpp>

#include "output/json.h"
#include "output/json_parts.h"

namespace leeway::output {
namespace {

Json watermark_json(const state::Watermark& watermark) {
  Json json;
  json["table"] = watermark.table;
  json["last_value"] = watermark.value;
  json["updated_at"] = to_rfc3339(watermark.updated_at);
  json["column"] = watermark.column;
  json["type"] = watermark.type;
  json["rows_at_value"] = watermark.rows_at_value;
  return json;
}

Json table_record_json(const state::TableRecord& record) {
  Json json;
  json["model_name"] = record.name;
  json["duration_ms"] = record.duration_ms;
  if (record.rows) json["rows_affected"] = *record.rows;
  json["status"] = record.status;
  json["table"] = record.table;
  put_if_any(json, "error", record.error);
  return json;
}

Json drift_records_json(const std::vector<state::DriftRecord>& records) {
  Json array = Json::array();
  for (const auto& record : records) {
    Json json;
    json["table"] = record.table;
    json["action"] = record.action;
    json["reason"] = record.reason;
    array.push_back(std::move(json));
  }
  return array;
}

void put_audit(Json& json, const state::RunRecord& run) {
  put_if_any(json, "git_commit", run.git_commit);
  put_if_any(json, "git_branch", run.git_branch);
  put_if_any(json, "idempotency_key", run.idempotency_key);
  put_if_any(json, "hostname", run.hostname);
  put_if_any(json, "leeway_version", run.version);
  put_if_any(json, "config_digest", run.config_digest);
}

Json run_json(const state::RunRecord& run, bool audit) {
  Json models = Json::array();
  for (const auto& record : run.tables) models.push_back(table_record_json(record));
  Json json;
  json["run_id"] = run.run_id;
  json["started_at"] = to_rfc3339(run.started_at);
  json["status"] = run.status;
  json["trigger"] = run.trigger;
  json["models_executed"] = run.tables.size();
  json["duration_ms"] = run.duration_ms;
  json["models"] = std::move(models);
  put_if_any(json, "pipeline", run.pipeline);
  json["command"] = run.command;
  put_if_any(json, "filter", run.filter);
  put_if_any(json, "resumed_from", run.resumed_from);
  put_array_if_any(json, "drift", drift_records_json(run.drift));
  if (audit) put_audit(json, run);
  return json;
}

Json execution_json(const pipeline::ModelHistoryReport::Execution& execution) {
  const auto& record = execution.record;
  Json json;
  json["started_at"] = to_rfc3339(record.started_at);
  json["duration_ms"] = record.duration_ms;
  if (record.rows) json["rows_affected"] = *record.rows;
  json["status"] = record.status;
  json["sql_hash"] = record.sql_hash;
  json["run_id"] = execution.run_id;
  json["table"] = record.table;
  put_if_any(json, "error", record.error);
  return json;
}

Json series_json(const pipeline::RollingStats::Series& series) {
  Json json;
  json["mean"] = series.mean;
  json["std_dev"] = series.std_dev;
  if (series.latest_z_score) json["latest_z_score"] = *series.latest_z_score;
  return json;
}

Json rolling_json(const pipeline::RollingStats& stats) {
  Json json;
  json["window"] = stats.window;
  json["samples"] = stats.samples;
  if (stats.rows_affected) json["rows_affected"] = series_json(*stats.rows_affected);
  json["duration_ms"] = series_json(stats.duration_ms);
  json["health_score"] = stats.health_score;
  return json;
}

}  // namespace

std::string to_json(const pipeline::StateReport& report, std::string_view version) {
  Json watermarks = Json::array();
  for (std::size_t i = 0; i < report.watermarks.size(); ++i) {
    Json json = watermark_json(report.watermarks[i]);
    if (i < report.sources.size()) put_if_any(json, "source", report.sources[i]);
    watermarks.push_back(std::move(json));
  }
  Json json = opening(version, "state");
  json["watermarks"] = std::move(watermarks);
  json["schema_version_supported"] = report.schema_version_supported;
  json["schema_version_on_disk"] =
      report.schema_version_on_disk ? Json(*report.schema_version_on_disk) : Json();
  json["path"] = report.path;
  return pretty(json);
}

std::string to_json(const pipeline::HistoryReport& report, std::string_view version) {
  Json runs = Json::array();
  for (const auto& run : report.runs) runs.push_back(run_json(run, report.audit));
  Json json = opening(version, "history");
  json["runs"] = std::move(runs);
  json["count"] = report.runs.size();
  return pretty(json);
}

std::string to_json(const pipeline::ModelHistoryReport& report, std::string_view version) {
  Json executions = Json::array();
  for (const auto& execution : report.executions) executions.push_back(execution_json(execution));
  Json json = opening(version, "history");
  json["model"] = report.model;
  json["executions"] = std::move(executions);
  json["count"] = report.executions.size();
  if (report.rolling_stats) json["rolling_stats"] = rolling_json(*report.rolling_stats);
  return pretty(json);
}

std::string to_json(const SweepReport& report, std::string_view version) {
  Json json = opening(version, "state retention sweep");
  json["dry_run"] = report.dry_run;
  json["runs_deleted"] = report.result.runs_deleted;
  json["runs_kept"] = report.result.runs_kept;
  json["lineage_deleted"] = 0;
  json["audit_deleted"] = 0;
  json["domains"] = {"history"};
  json["duration_ms"] = report.duration_ms;
  return pretty(json);
}

}  // namespace leeway::output
