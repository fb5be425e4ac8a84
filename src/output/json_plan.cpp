#include <utility>

#include <nlohmann/json.hpp>

#include "output/json.h"
#include "output/json_parts.h"
#include "output/summary.h"

namespace leeway::output {
namespace {

using pipeline::Disposition;
using pipeline::Plan;
using pipeline::TablePlan;

Json statements_json(const std::vector<pipeline::Statement>& statements) {
  Json array = Json::array();
  for (const auto& statement : statements) array.push_back(statement_json(statement));
  return array;
}

// In the order `apply` runs them.
Json all_statements_json(const Plan& plan) {
  Json array = statements_json(plan.preparation);
  for (const auto& table : plan.tables)
    if (table.disposition == Disposition::copy)
      for (const auto& statement : table.statements) array.push_back(statement_json(statement));
  return array;
}

Json watermark_json(const pipeline::WatermarkPlan& watermark) {
  Json json;
  json["column"] = watermark.column;
  json["type"] = watermark.type;
  json["previous"] = watermark.previous ? Json(*watermark.previous) : Json();
  if (watermark.repaired) json["repaired"] = true;
  return json;
}

void put_error(Json& json, const Error& error) {
  json["error"] = error.message;
  json["failure_kind"] = pipeline::failure_kind(error.code);
  json["code"] = leeway::to_string(error.code);
  put_if_any(json, "hint", error.hint);
}

Json table_json(const TablePlan& table) {
  Json json;
  json["table"] = table.target.display();
  json["source"] = table.source.display();
  json["asset_key"] = table.asset_key;
  json["strategy"] = config::to_string(table.strategy);
  json["mode"] = pipeline::to_string(table.mode);
  json["disposition"] = pipeline::to_string(table.disposition);
  json["why"] = table.why;
  json["creates_target"] = table.creates_target;
  json["drift_checked"] = table.drift_checked;
  if (table.watermark) json["watermark"] = watermark_json(*table.watermark);
  Json drift = Json::array();
  for (const auto& action : reported_actions(table)) drift.push_back(action_json(action));
  put_array_if_any(json, "drift", std::move(drift));
  put_if_any(json, "notices", table.notices);
  put_array_if_any(json, "fallback", statements_json(table.fallback));
  if (table.error) put_error(json, *table.error);
  return json;
}

Json tables_json(const Plan& plan) {
  Json array = Json::array();
  for (const auto& table : plan.tables) array.push_back(table_json(table));
  return array;
}

Json unchecked_json(const Plan& plan, bool unreadable) {
  Json array = Json::array();
  for (const auto& table : unchecked_of(plan)) {
    if (table.unreadable != unreadable) continue;
    Json json;
    json["table"] = table.table;
    json["reason"] = table.reason;
    array.push_back(std::move(json));
  }
  return array;
}

Json notices_json(const Plan& plan) {
  Json array = Json::array();
  for (const auto& table : plan.tables) {
    for (const auto& notice : table.notices) {
      Json json;
      json["table"] = table.target.display();
      json["notice"] = notice;
      array.push_back(std::move(json));
    }
  }
  return array;
}

Json failures_json(const Plan& plan) {
  Json array = Json::array();
  for (const auto& table : plan.tables) {
    if (!table.error) continue;
    Json json;
    json["asset_key"] = table.asset_key;
    json["table"] = table.target.display();
    put_error(json, *table.error);
    array.push_back(std::move(json));
  }
  return array;
}

void put_left_out(Json& json, const Plan& plan) {
  put_array_if_any(json, "excluded_tables", excluded_json(excluded_of(plan)));
  put_array_if_any(json, "override_warnings", override_warnings_json(plan.override_warnings));
  put_if_any(json, "warnings", plan.warnings);
}

}  // namespace

std::string to_json(const Plan& plan, std::string_view version) {
  Json json = opening(version, "plan");
  json["filter"] = plan.filter;
  json["statements"] = all_statements_json(plan);
  put_if_any(json, "plan_id", plan.plan_id);
  json["plan_kind"] = plan.kind;
  json["created_at"] = to_rfc3339(plan.created_at);
  put_if_any(json, "digest", plan.digest);
  json["pipeline"] = plan.pipeline;
  json["drift"] = drift_json(drift_of(plan));
  json["tables"] = tables_json(plan);
  put_left_out(json, plan);
  return pretty(json);
}

std::string drift_to_json(const Plan& plan, std::string_view version) {
  Json json = opening(version, "drift");
  json["pipeline"] = plan.pipeline;
  json["filter"] = plan.filter;
  json["drift"] = drift_json(drift_of(plan));
  json["unreadable"] = unchecked_json(plan, true);
  json["not_checked"] = unchecked_json(plan, false);
  json["notices"] = notices_json(plan);
  put_array_if_any(json, "errors", failures_json(plan));
  put_left_out(json, plan);
  return pretty(json);
}

}  // namespace leeway::output
