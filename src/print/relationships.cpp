#include "print/relationships.h"

#include <algorithm>

#include "base/text.h"
#include "print/naming_inference.h"
#include "print/table_keys.h"

namespace leeway::print {
namespace {

std::vector<std::string> lower(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  result.reserve(names.size());
  for (const auto& name : names) result.push_back(to_lower(name));
  return result;
}

std::string_view type_of(catalog::ObjectKind kind) {
  if (kind == catalog::ObjectKind::view) return "view";
  return kind == catalog::ObjectKind::materialized_view ? "matview" : "table";
}

// Splits an FQN before its last part, which may hold dots itself.
void set_name(EdgeTable& table, std::string name) {
  if (!table.fqn.ends_with(name)) name = table.fqn.substr(table.fqn.rfind('.') + 1);
  const std::size_t before = table.fqn.size() - name.size();
  table.name_space = before == 0 ? "" : table.fqn.substr(0, before - 1);
  table.name = std::move(name);
}

std::string joined_fqn(const catalog::TableName& name) {
  std::vector<std::string> parts;
  for (const auto* part : {&name.catalog, &name.schema, &name.table})
    if (!part->empty()) parts.push_back(to_lower(*part));
  return join(parts, ".");
}

// A target that is no table of this connection keeps the name its catalog gives it.
std::string target_fqn(const EdgeTable& referencer, const catalog::Table& table,
                       const catalog::TableName& target,
                       const std::map<catalog::TableName, std::string>& fqn_of) {
  if (const auto found = fqn_of.find(target); found != fqn_of.end()) return found->second;
  const std::string wanted = joined_fqn(target);
  for (const auto& [name, fqn] : fqn_of)
    if (joined_fqn(name) == wanted) return fqn;
  if (target.schema_name() == table.name.schema_name() && !referencer.name_space.empty())
    return referencer.name_space + '.' + to_lower(target.table);
  return wanted;
}

std::optional<std::string> unless_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// Of the single-column keys of a print, the one to take for the primary key.
void find_primary_key(EdgeTable& edges, const TablePrint& table) {
  const bool eligible = table.relationships && table.relationships->eligible_target.value_or(false);
  if (!eligible || single_key_column(edges.unique_keys, false)) return;
  const auto takes_no_null = [&](const std::vector<std::string>& key) {
    const ColumnPrint* column = key.size() == 1 ? table.statistics->find(key.front()) : nullptr;
    return column != nullptr && column->nullable == false;
  };
  auto key = std::ranges::find_if(edges.unique_keys, takes_no_null);
  if (key == edges.unique_keys.end())
    key = std::ranges::find_if(edges.unique_keys, [](const auto& one) { return one.size() == 1; });
  if (key == edges.unique_keys.end()) return;
  std::rotate(edges.unique_keys.begin(), key, key + 1);
  edges.has_primary_key = true;
}

}  // namespace

EdgeTable edge_table(const std::string& fqn, const catalog::Table& table,
                     const std::map<catalog::TableName, std::string>& fqn_of) {
  EdgeTable result;
  result.fqn = fqn;
  result.type = type_of(table.kind);
  set_name(result, to_lower(table.name.table));
  for (const auto& column : table.columns)
    result.columns.push_back({to_lower(column.name), column.raw_type});
  DeclaredKeys keys = declared_keys(table);
  result.unique_keys = std::move(keys.keys);
  result.has_primary_key = keys.has_primary_key;
  for (const auto& key : table.foreign_keys)
    result.declared.push_back({.column = lower(key.columns),
                               .other_table = target_fqn(result, table, key.references, fqn_of),
                               .other_column = lower(key.referenced_columns),
                               .on_delete = unless_empty(key.on_delete),
                               .on_update = unless_empty(key.on_update),
                               .detection = "declared",
                               .constraint_name = unless_empty(key.name),
                               .observed = {}});
  return result;
}

EdgeTable edge_table(const TablePrint& table) {
  EdgeTable result;
  result.fqn = table.fqn;
  result.type = table.type;
  set_name(result, table.path.substr(table.path.rfind('/') + 1));
  if (table.statistics) {
    for (const auto& column : table.statistics->columns)
      result.columns.push_back({column.key, column.sql_type});
    if (table.statistics->grain)
      for (const auto& key : table.statistics->grain->keys)
        if (key.detection == "declared") result.unique_keys.push_back(key.columns);
    find_primary_key(result, table);
  }
  if (table.relationships)
    for (Edge edge : table.relationships->refers_to) {
      if (edge.detection != "declared") continue;
      edge.observed.reset();
      result.declared.push_back(std::move(edge));
    }
  return result;
}

std::string referable_column(const EdgeTable& table) {
  if (table.type != "table") return {};
  return single_key_column(table.unique_keys, table.has_primary_key).value_or("");
}

std::map<std::string, Relationships> find_edges(const std::vector<EdgeTable>& tables, bool infer) {
  std::map<std::string, Relationships> result;
  const TargetNames targets(tables);
  for (const auto& table : tables) {
    Relationships& relationships = result[table.fqn];
    relationships.refers_to = table.declared;
    if (!infer) continue;
    relationships.eligible_target = !referable_column(table).empty();
    for (Edge& edge : inferred_edges(table, targets))
      relationships.refers_to.push_back(std::move(edge));
  }
  return result;
}

EdgeColumns edge_columns(const std::map<std::string, Relationships>& edges,
                         const std::string& fqn) {
  EdgeColumns result;
  for (const auto& [table, relationships] : edges)
    for (const auto& edge : relationships.refers_to) {
      if (table == fqn) {
        result.referencing.insert(edge.column.begin(), edge.column.end());
        result.any.insert(edge.column.begin(), edge.column.end());
      }
      if (edge.other_table == fqn)
        result.any.insert(edge.other_column.begin(), edge.other_column.end());
    }
  return result;
}

}  // namespace leeway::print
