#include "output/json_parts.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace leeway::output {
namespace {

Json change_json(const catalog::Change& change) {
  Json json;
  json["kind"] = catalog::to_string(change.kind);
  put_if_any(json, "column", change.column);
  put_if_any(json, "path", change.path);
  put_if_any(json, "before", change.before);
  put_if_any(json, "after", change.after);
  json["danger"] = catalog::to_string(change.danger);
  return json;
}

}  // namespace

Json opening(std::string_view version, std::string_view command) {
  Json json;
  json["version"] = version;
  json["command"] = command;
  return json;
}

std::string pretty(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string json_string(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json action_json(const pipeline::DriftAction& action) {
  Json json;
  json["table"] = action.table;
  json["action"] = pipeline::to_string(action.action);
  json["reason"] = action.reason;
  Json changes = Json::array();
  for (const auto& change : action.changes) changes.push_back(change_json(change));
  json["changes"] = std::move(changes);
  return json;
}

Json drift_json(const DriftSummary& summary) {
  Json actions = Json::array();
  for (const auto& table : summary.tables)
    for (const auto& action : table.actions) actions.push_back(action_json(action));
  Json json;
  json["tables_checked"] = summary.tables_checked;
  json["tables_drifted"] = summary.tables.size();
  json["actions_taken"] = std::move(actions);
  return json;
}

Json statement_json(const pipeline::Statement& statement) {
  Json json;
  json["purpose"] = pipeline::to_string(statement.purpose);
  json["target"] = statement.target.display();
  json["sql"] = statement.sql;
  json["reason"] = statement.reason;
  return json;
}

Json excluded_json(const std::vector<pipeline::ExcludedTable>& excluded) {
  Json array = Json::array();
  for (const auto& table : excluded) {
    Json json;
    json["asset_key"] = table.asset_key;
    json["source_schema"] = table.source_schema;
    json["table_name"] = table.table_name;
    json["reason"] = table.reason;
    array.push_back(std::move(json));
  }
  return array;
}

Json override_warnings_json(const std::vector<pipeline::OverrideWarning>& warnings) {
  Json array = Json::array();
  for (const auto& warning : warnings) {
    Json json;
    json["rule_index"] = warning.rule_index;
    json["kind"] = warning.kind;
    json["message"] = warning.message;
    put_if_any(json, "connector", warning.connector);
    put_if_any(json, "table", warning.table);
    array.push_back(std::move(json));
  }
  return array;
}

void put_if_any(Json& json, const char* key, const std::string& value) {
  if (!value.empty()) json[key] = value;
}

void put_if_any(Json& json, const char* key, const std::vector<std::string>& values) {
  if (!values.empty()) json[key] = values;
}

void put_array_if_any(Json& json, const char* key, Json array) {
  if (!array.empty()) json[key] = std::move(array);
}

}  // namespace leeway::output
