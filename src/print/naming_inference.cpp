#include "print/naming_inference.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"

namespace leeway::print {
namespace {

constexpr std::string_view kSuffix = "_id";

std::string base_name(std::string_view sql_type) {
  return to_lower(trim(sql_type.substr(0, sql_type.find('('))));
}

bool is_integer(std::string_view base) {
  static constexpr auto names = std::to_array<std::string_view>(
      {"smallint", "integer", "int", "int2", "int4", "int8", "bigint", "mediumint", "tinyint"});
  return std::ranges::find(names, base) != names.end();
}

bool ends_in_sibilant(std::string_view stem) {
  static constexpr auto ends = std::to_array<std::string_view>({"s", "x", "z", "ch", "sh"});
  return std::ranges::any_of(ends, [&](std::string_view end) { return stem.ends_with(end); });
}

bool ends_in_consonant_y(std::string_view stem) {
  constexpr std::string_view vowels = "aeiou";
  return stem.size() > 1 && stem.ends_with('y') &&
         vowels.find(stem[stem.size() - 2]) == vowels.npos;
}

const EdgeTable::Column* find_column(const EdgeTable& table, const std::string& key) {
  const auto found = std::ranges::find(table.columns, key, &EdgeTable::Column::key);
  return found == table.columns.end() ? nullptr : &*found;
}

}  // namespace

std::string regular_plural(std::string_view stem) {
  if (ends_in_sibilant(stem)) return std::string(stem) + "es";
  if (ends_in_consonant_y(stem)) return std::string(stem.substr(0, stem.size() - 1)) + "ies";
  return std::string(stem) + "s";
}

bool types_compatible(std::string_view a, std::string_view b) {
  const std::string one = base_name(a), other = base_name(b);
  return one == other || (is_integer(one) && is_integer(other));
}

TargetNames::TargetNames(const std::vector<EdgeTable>& tables) {
  for (const auto& table : tables)
    if (!referable_column(table).empty()) by_name_[table.name].push_back(&table);
}

const EdgeTable* TargetNames::find_in(const std::string& name, std::string_view name_space) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return nullptr;
  const auto table = std::ranges::find(found->second, name_space, &EdgeTable::name_space);
  return table == found->second.end() ? nullptr : *table;
}

const EdgeTable* TargetNames::find(std::string_view stem, std::string_view name_space) const {
  const std::array names = {std::string(stem), regular_plural(stem)};
  for (const auto& name : names)
    if (const EdgeTable* table = find_in(name, name_space)) return table;
  for (const auto& name : names)
    if (const auto found = by_name_.find(name); found != by_name_.end())
      return found->second.size() == 1 ? found->second.front() : nullptr;
  return nullptr;
}

std::vector<Edge> inferred_edges(const EdgeTable& table, const TargetNames& targets) {
  std::set<std::string> declared;
  for (const auto& edge : table.declared) declared.insert(edge.column.begin(), edge.column.end());
  std::vector<Edge> edges;
  for (const auto& column : table.columns) {
    if (!column.key.ends_with(kSuffix) || column.key.size() == kSuffix.size()) continue;
    if (declared.contains(column.key)) continue;
    const std::string_view stem(column.key.data(), column.key.size() - kSuffix.size());
    const EdgeTable* target = targets.find(stem, table.name_space);
    if (target == nullptr) continue;
    const std::string end = referable_column(*target);
    if (target->fqn == table.fqn && end == column.key) continue;
    const EdgeTable::Column* end_column = find_column(*target, end);
    if (end_column == nullptr || !types_compatible(column.sql_type, end_column->sql_type)) continue;
    Edge& edge = edges.emplace_back();
    edge.column = {column.key};
    edge.other_table = target->fqn;
    edge.other_column = {end};
    edge.detection = "inferred";
  }
  return edges;
}

}  // namespace leeway::print
