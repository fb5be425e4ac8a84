#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "output/json.h"
#include "output/json_parts.h"

namespace leeway::output {
namespace {

Json components_json(const config::Components& components) {
  Json json = Json::object();
  for (const auto& component : components) {
    if (component.variable || component.values.size() != 1)
      json[component.name] = component.values;
    else
      json[component.name] = component.values.front();
  }
  return json;
}

Json source_json(const pipeline::DiscoveredSource& source) {
  Json tables = Json::array();
  for (const auto& entry : source.tables) {
    Json table;
    table["name"] = entry.name;
    if (entry.row_count) table["row_count"] = *entry.row_count;
    tables.push_back(std::move(table));
  }
  Json json;
  json["id"] = source.id;
  json["components"] = components_json(source.components);
  json["source_type"] = source.source_type;
  json["last_sync_at"] = nullptr;
  json["tables"] = std::move(tables);
  json["schema"] = catalog::display(source.schema);
  return json;
}

Json configured_checks_json(const config::Checks& checks) {
  Json json = Json::object();
  for (const auto& assertion : checks.assertions) {
    Json entry;
    entry["name"] = assertion.name.empty()
                        ? fmt::format("{}:{}", assertion.type,
                                      assertion.column.empty() ? "-" : assertion.column)
                        : assertion.name;
    entry["kind"] = assertion.type;
    json[assertion.table].push_back(std::move(entry));
  }
  return json;
}

Json checks_json(const config::Checks& checks) {
  Json json = Json::object();
  if (checks.freshness)
    json["freshness"] = {{"threshold_seconds", checks.freshness->threshold_seconds}};
  put_array_if_any(json, "configured_checks", configured_checks_json(checks));
  return json;
}

Json unmatched_json(const std::vector<std::pair<std::string, std::string>>& unmatched) {
  Json array = Json::array();
  for (const auto& [schema, reason] : unmatched) {
    Json json;
    json["schema"] = schema;
    json["reason"] = reason;
    array.push_back(std::move(json));
  }
  return array;
}

// Whether no error finding is about the block "<kind>.<name>".
bool block_is_ok(const std::vector<config::Finding>& findings, std::string_view kind,
                 const std::string& name) {
  const std::string block = fmt::format("{}.{}", kind, name);
  const auto is_about = [&block](const std::string& field) {
    return field == block || field.starts_with(block + ".");
  };
  return std::ranges::none_of(findings, [&](const config::Finding& finding) {
    return finding.severity == "error" && finding.field && is_about(*finding.field);
  });
}

Json adapters_json(const config::Validation& validation) {
  Json array = Json::array();
  if (!validation.project) return array;
  for (const auto& [name, adapter] : validation.project->adapters) {
    Json json;
    json["name"] = name;
    json["adapter_type"] = adapter.type;
    json["ok"] = block_is_ok(validation.findings, "adapter", name);
    array.push_back(std::move(json));
  }
  return array;
}

Json pipelines_json(const config::Validation& validation) {
  Json array = Json::array();
  if (!validation.project) return array;
  for (const auto& [name, pipeline] : validation.project->pipelines) {
    const auto* replication = pipeline.replication ? &*pipeline.replication : nullptr;
    Json json;
    json["name"] = name;
    json["pipeline_type"] = pipeline.type;
    json["strategy"] = replication ? config::to_string(replication->strategy) : "";
    json["catalog_template"] = replication ? replication->target.catalog_template : "";
    json["schema_template"] = replication ? replication->target.schema_template : "";
    json["ok"] = block_is_ok(validation.findings, "pipeline", name);
    array.push_back(std::move(json));
  }
  return array;
}

Json findings_json(const std::vector<config::Finding>& findings) {
  Json array = Json::array();
  for (const auto& finding : findings) {
    Json json;
    json["severity"] = finding.severity;
    json["code"] = finding.code;
    json["message"] = finding.message;
    if (finding.file) json["file"] = *finding.file;
    if (finding.field) json["field"] = *finding.field;
    if (finding.line) json["line"] = *finding.line;
    array.push_back(std::move(json));
  }
  return array;
}

}  // namespace

std::string to_json(const pipeline::DiscoverReport& report, std::string_view version) {
  Json sources = Json::array();
  for (const auto& source : report.sources) sources.push_back(source_json(source));
  Json json = opening(version, "discover");
  json["sources"] = std::move(sources);
  if (report.checks) put_array_if_any(json, "checks", checks_json(*report.checks));
  put_array_if_any(json, "excluded_tables", excluded_json(report.excluded));
  if (report.new_sources) json["new_sources"] = *report.new_sources;
  json["pipeline"] = report.pipeline;
  put_array_if_any(json, "unmatched", unmatched_json(report.unmatched));
  return pretty(json);
}

std::string to_json(const config::Validation& validation, std::string_view version) {
  Json json = opening(version, "validate");
  json["valid"] = validation.valid;
  json["adapters"] = adapters_json(validation);
  json["pipelines"] = pipelines_json(validation);
  json["models"] = {{"found", false}, {"count", 0}, {"dag_valid", true}};
  json["messages"] = findings_json(validation.findings);
  return pretty(json);
}

std::string to_json(const pipeline::DoctorReport& report, std::string_view version) {
  Json checks = Json::array();
  for (const auto& check : report.checks) {
    Json json;
    json["name"] = check.name;
    json["status"] = check.status;
    json["message"] = check.message;
    json["duration_ms"] = check.duration_ms;
    checks.push_back(std::move(json));
  }
  Json json = opening(version, "doctor");
  json["overall"] = report.worst();
  json["checks"] = std::move(checks);
  return pretty(json);
}

}  // namespace leeway::output
