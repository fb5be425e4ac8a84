#include "pipeline/plan_json.h"

#include <array>
#include <type_traits>

#include <nlohmann/json.hpp>

// Each value type lists its members once; writing and reading both follow the list.

namespace leeway::pipeline {
namespace {

using nlohmann::json;

class Writer {
 public:
  explicit Writer(json& object) : object_(object) {}

  template <typename T>
  void operator()(const char* key, const T& value) {
    object_[key] = write(value);
  }

  template <typename T>
  static json write(const T& value);

 private:
  json& object_;
};

class Reader {
 public:
  explicit Reader(const json& object) : object_(object) {}

  template <typename T>
  void operator()(const char* key, T& value) {
    read(object_.at(key), value);
  }

  template <typename T>
  static void read(const json& from, T& value);

 private:
  const json& object_;
};

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, catalog::TableName>
void members(Visitor& visit, T& v) {
  visit("catalog", v.catalog);
  visit("schema", v.schema);
  visit("table", v.table);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, Statement>
void members(Visitor& visit, T& v) {
  visit("purpose", v.purpose);
  visit("target", v.target);
  visit("sql", v.sql);
  visit("reason", v.reason);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, catalog::Change>
void members(Visitor& visit, T& v) {
  visit("kind", v.kind);
  visit("column", v.column);
  visit("path", v.path);
  visit("before", v.before);
  visit("after", v.after);
  visit("type_change", v.type_change);
  visit("danger", v.danger);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, DriftAction>
void members(Visitor& visit, T& v) {
  visit("action", v.action);
  visit("table", v.table);
  visit("reason", v.reason);
  visit("changes", v.changes);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, ExpectedColumn>
void members(Visitor& visit, T& v) {
  visit("name", v.name);
  visit("type", v.type);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, WatermarkPlan>
void members(Visitor& visit, T& v) {
  visit("column", v.column);
  visit("type", v.type);
  visit("previous", v.previous);
  visit("repaired", v.repaired);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, GateRecord>
void members(Visitor& visit, T& v) {
  visit("effect", v.effect);
  visit("reason", v.reason);
  visit("verify_after", v.verify_after);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, Error>
void members(Visitor& visit, T& v) {
  visit("code", v.code);
  visit("message", v.message);
  visit("hint", v.hint);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, TablePlan>
void members(Visitor& visit, T& v) {
  visit("asset_key", v.asset_key);
  visit("tenant", v.tenant);
  visit("connector_id", v.connector_id);
  visit("state_key", v.state_key);
  visit("superseded", v.superseded);
  visit("source", v.source);
  visit("target", v.target);
  visit("strategy", v.strategy);
  visit("mode", v.mode);
  visit("disposition", v.disposition);
  visit("why", v.why);
  visit("creates_target", v.creates_target);
  visit("unreadable", v.unreadable);
  visit("drift_checked", v.drift_checked);
  visit("drift", v.drift);
  visit("notices", v.notices);
  visit("statements", v.statements);
  visit("fallback", v.fallback);
  visit("expected", v.expected);
  visit("source_columns", v.source_columns);
  visit("metadata_columns", v.metadata_columns);
  visit("merge_keys", v.merge_keys);
  visit("watermark", v.watermark);
  visit("timestamp_column", v.timestamp_column);
  visit("source_marker", v.source_marker);
  visit("source_fingerprint", v.source_fingerprint);
  visit("target_fingerprint", v.target_fingerprint);
  visit("gate", v.gate);
  visit("error", v.error);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, ExcludedTable>
void members(Visitor& visit, T& v) {
  visit("asset_key", v.asset_key);
  visit("source_schema", v.source_schema);
  visit("table_name", v.table_name);
  visit("reason", v.reason);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, OverrideWarning>
void members(Visitor& visit, T& v) {
  visit("rule_index", v.rule_index);
  visit("kind", v.kind);
  visit("message", v.message);
  visit("connector", v.connector);
  visit("table", v.table);
}

template <typename Visitor, typename T>
  requires std::is_same_v<std::remove_const_t<T>, Plan>
void members(Visitor& visit, T& v) {
  visit("plan_id", v.plan_id);
  visit("kind", v.kind);
  visit("pipeline", v.pipeline);
  visit("filter", v.filter);
  visit("config_digest", v.config_digest);
  visit("prune", v.prune);
  visit("preparation", v.preparation);
  visit("tables", v.tables);
  visit("excluded", v.excluded);
  visit("override_warnings", v.override_warnings);
  visit("warnings", v.warnings);
}

template <typename T>
constexpr bool is_optional = false;
template <typename T>
constexpr bool is_optional<std::optional<T>> = true;
template <typename T>
constexpr bool is_list = false;
template <typename T>
constexpr bool is_list<std::vector<T>> = true;

template <typename T>
json Writer::write(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return json(std::string(to_string(value)));
  } else if constexpr (is_optional<T>) {
    return value ? write(*value) : json(nullptr);
  } else if constexpr (is_list<T>) {
    json list = json::array();
    for (const auto& element : value) list.push_back(write(element));
    return list;
  } else if constexpr (std::is_same_v<T, std::string> || !std::is_class_v<T>) {
    return json(value);
  } else {
    json object = json::object();
    Writer writer(object);
    members(writer, value);
    return object;
  }
}

// Enumerators are contiguous from 0 and stored by name.
template <typename E>
constexpr int last_enumerator() {
  if constexpr (std::is_same_v<E, Purpose>)
    return static_cast<int>(Purpose::comment);
  else if constexpr (std::is_same_v<E, ActionKind>)
    return static_cast<int>(ActionKind::require_review);
  else if constexpr (std::is_same_v<E, Disposition>)
    return static_cast<int>(Disposition::failed);
  else if constexpr (std::is_same_v<E, CopyMode>)
    return static_cast<int>(CopyMode::materialized_view);
  else if constexpr (std::is_same_v<E, config::Strategy>)
    return static_cast<int>(config::Strategy::dynamic_table);
  else if constexpr (std::is_same_v<E, catalog::ChangeKind>)
    return static_cast<int>(catalog::ChangeKind::possible_rename);
  else if constexpr (std::is_same_v<E, catalog::TypeChange>)
    return static_cast<int>(catalog::TypeChange::kind);
  else if constexpr (std::is_same_v<E, catalog::Danger>)
    return static_cast<int>(catalog::Danger::destructive);
  else
    return static_cast<int>(ErrorCode::internal);
}

template <typename E>
E enumerator_named(const std::string& name) {
  for (int number = 0; number <= last_enumerator<E>(); ++number)
    if (to_string(static_cast<E>(number)) == name) return static_cast<E>(number);
  throw json::other_error::create(501, "'" + name + "' is not known to this version", nullptr);
}

template <typename T>
void Reader::read(const json& from, T& value) {
  if constexpr (std::is_enum_v<T>) {
    value = enumerator_named<T>(from.get<std::string>());
  } else if constexpr (is_optional<T>) {
    if (from.is_null()) {
      value.reset();
    } else {
      read(from, value.emplace());
    }
  } else if constexpr (is_list<T>) {
    value.clear();
    for (const auto& element : from) read(element, value.emplace_back());
  } else if constexpr (std::is_same_v<T, std::string> || !std::is_class_v<T>) {
    value = from.get<T>();
  } else {
    Reader reader(from);
    members(reader, value);
  }
}

}  // namespace

json plan_body(const Plan& plan) { return Writer::write(plan); }

Plan plan_of_body(const json& body) {
  Plan plan;
  Reader::read(body, plan);
  return plan;
}

}  // namespace leeway::pipeline
