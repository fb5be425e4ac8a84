#include "print/table_keys.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace leeway::print {
namespace {

// A predicate stands after the list of columns.
bool covers_every_row(const catalog::Index& index) {
  const std::string definition = to_lower(index.definition);
  const auto columns = definition.find('(');
  return columns == std::string::npos || definition.find(" where ", columns) == std::string::npos;
}

bool is_plain(const catalog::Table& table, const catalog::Index& index) {
  return !index.columns.empty() && std::ranges::all_of(index.columns, [&](const auto& column) {
    return table.find(column) != nullptr;
  });
}

}  // namespace

DeclaredKeys declared_keys(const catalog::Table& table) {
  DeclaredKeys result;
  std::set<std::set<std::string>> seen;
  const auto add = [&](const std::vector<std::string>& columns) {
    std::vector<std::string> key;
    for (const auto& column : columns) key.push_back(to_lower(column));
    if (!key.empty() && seen.emplace(key.begin(), key.end()).second)
      result.keys.push_back(std::move(key));
  };
  add(table.primary_key);
  result.has_primary_key = !table.primary_key.empty();
  for (const auto& key : table.unique_keys) add(key);
  for (const auto& index : table.indexes)
    if (index.unique && is_plain(table, index) && covers_every_row(index)) add(index.columns);
  return result;
}

std::optional<std::string> single_key_column(const std::vector<std::vector<std::string>>& keys,
                                             bool has_primary_key) {
  if (has_primary_key && !keys.empty() && keys.front().size() == 1) return keys.front().front();
  std::optional<std::string> only;
  for (const auto& key : keys) {
    if (key.size() != 1) continue;
    if (only) return std::nullopt;
    only = key.front();
  }
  return only;
}

}  // namespace leeway::print
