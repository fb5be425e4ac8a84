#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "catalog/compare_parts.h"

namespace leeway::catalog {
namespace {

// Something a table holds any number of. Two are the same when their identities are.
struct Item {
  std::string identity;
  std::string text;
};

struct Difference {
  std::vector<std::string> removed;  // texts, in the order given
  std::vector<std::string> added;
};

std::vector<std::string> texts_without(const std::vector<Item>& items,
                                       const std::vector<Item>& others) {
  std::unordered_map<std::string, std::size_t> counts;
  for (const auto& other : others) ++counts[other.identity];
  std::vector<std::string> result;
  for (const auto& item : items) {
    const auto found = counts.find(item.identity);
    if (found == counts.end() || found->second == 0)
      result.push_back(item.text);
    else
      --found->second;
  }
  return result;
}

Difference difference(const std::vector<Item>& before, const std::vector<Item>& after) {
  return {texts_without(before, after), texts_without(after, before)};
}

Change table_change(ChangeKind kind, std::string before, std::string after,
                    Danger danger = Danger::notice) {
  return {.kind = kind,
          .column = {},
          .path = {},
          .before = std::move(before),
          .after = std::move(after),
          .danger = danger};
}

// A removed and an added thing of one kind are one thing that changed.
void append_paired(ChangeKind kind, const Difference& items, std::vector<Change>& changes) {
  const std::size_t count = std::max(items.removed.size(), items.added.size());
  for (std::size_t i = 0; i < count; ++i)
    changes.push_back(table_change(kind, i < items.removed.size() ? items.removed[i] : "",
                                   i < items.added.size() ? items.added[i] : ""));
}

std::string in_parentheses(const std::vector<std::string>& names) {
  return '(' + join(names, ", ") + ')';
}

// One text for a list of names that no other list has.
std::string identity_of(const std::vector<std::string>& names, const ColumnNames& columns) {
  std::string result;
  for (const auto& name : names) {
    const std::string& spelling = columns.spelling(name);
    result += fmt::format("{}:{}", spelling.size(), spelling);
  }
  return result;
}

// The names of both tables, each with the spelling `after` has for it.
struct BothNames {
  ColumnNames before;
  ColumnNames after;
};

BothNames both_names(const Table& before, const Table& after, const ColumnMatch& match) {
  BothNames names;
  for (std::size_t i = 0; i < before.columns.size(); ++i) {
    const std::string& name = before.columns[i].name;
    const auto partner = match.after_of[i];
    names.before.add(name, partner ? after.columns[*partner].name : name);
  }
  for (const auto& column : after.columns) names.after.add(column.name, column.name);
  return names;
}

void append_primary_key_change(const Table& before, const Table& after, const BothNames& names,
                               std::vector<Change>& changes) {
  if (identity_of(before.primary_key, names.before) == identity_of(after.primary_key, names.after))
    return;
  const auto text = [](const auto& key) { return key.empty() ? "" : in_parentheses(key); };
  changes.push_back(table_change(ChangeKind::primary_key_changed, text(before.primary_key),
                                 text(after.primary_key)));
}

std::vector<Item> unique_items(const Table& table, const ColumnNames& names) {
  std::vector<Item> items;
  items.reserve(table.unique_keys.size());
  for (const auto& key : table.unique_keys)
    items.push_back({identity_of(key, names), in_parentheses(key)});
  return items;
}

std::vector<Item> check_items(const Table& table) {
  std::vector<Item> items;
  items.reserve(table.checks.size());
  for (const auto& check : table.checks) items.push_back({std::string(trim(check)), check});
  return items;
}

// A reference inside the table's own schema is the same wherever the schema is.
std::string reference_identity(const Table& table, const ForeignKey& key) {
  const bool own_schema = key.references.schema_name() == table.name.schema_name();
  return own_schema ? "." + key.references.table : key.references.display();
}

std::vector<Item> foreign_key_items(const Table& table, const ColumnNames& names) {
  std::vector<Item> items;
  items.reserve(table.foreign_keys.size());
  for (const auto& key : table.foreign_keys)
    items.push_back(
        {fmt::format("{}|{}|{}", identity_of(key.columns, names), reference_identity(table, key),
                     identity_of(key.referenced_columns, ColumnNames{})),
         fmt::format("{} references {} {}", in_parentheses(key.columns), key.references.display(),
                     in_parentheses(key.referenced_columns))});
  return items;
}

void append_foreign_key_changes(const Table& before, const Table& after, const BothNames& names,
                                std::vector<Change>& changes) {
  const Difference keys =
      difference(foreign_key_items(before, names.before), foreign_key_items(after, names.after));
  for (const auto& text : keys.added)
    changes.push_back(table_change(ChangeKind::foreign_key_added, {}, text));
  for (const auto& text : keys.removed)
    changes.push_back(table_change(ChangeKind::foreign_key_removed, text, {}));
}

std::string index_text(const Index& index) {
  return fmt::format("{}{} {}", index.unique ? "unique " : "", index.name,
                     in_parentheses(index.columns));
}

// What a definition says apart from the names of index and table.
std::string_view definition_body(const Index& index) {
  const std::string_view definition = index.definition;
  const auto at = definition.find('(');
  return at == std::string_view::npos ? definition : definition.substr(at);
}

// Compares indexes by name, then takes those left over with equal content as renamed.
class IndexCompare {
 public:
  IndexCompare(const Table& before, const Table& after, const BothNames& names)
      : before_(before), after_(after), names_(names), same_table_(before.name == after.name) {}

  void append(std::vector<Change>& changes) const {
    std::unordered_map<std::string, std::size_t> by_name;
    for (std::size_t i = 0; i < before_.indexes.size(); ++i)
      by_name.emplace(before_.indexes[i].name, i);
    std::vector<bool> used(before_.indexes.size());
    std::vector<const Index*> added;
    for (const auto& index : after_.indexes) {
      const auto found = by_name.find(index.name);
      if (found == by_name.end()) {
        added.push_back(&index);
      } else {
        used[found->second] = true;
        append_pair(before_.indexes[found->second], index, changes);
      }
    }
    append_unpaired(used, added, changes);
  }

 private:
  void append_pair(const Index& before, const Index& after, std::vector<Change>& changes) const {
    if (same_columns(before, after) && same_definition(before, after)) return;
    const bool show_definition = index_text(before) == index_text(after);
    changes.push_back(table_change(ChangeKind::index_modified,
                                   show_definition ? before.definition : index_text(before),
                                   show_definition ? after.definition : index_text(after)));
  }

  void append_unpaired(const std::vector<bool>& used, const std::vector<const Index*>& added,
                       std::vector<Change>& changes) const {
    std::unordered_map<std::string, std::vector<const Index*>> removed;
    for (std::size_t i = used.size(); i-- > 0;)
      if (!used[i])
        removed[content(before_.indexes[i], names_.before)].push_back(&before_.indexes[i]);
    for (const Index* index : added) {
      auto& candidates = removed[content(*index, names_.after)];
      if (candidates.empty()) {
        changes.push_back(
            table_change(ChangeKind::index_added, {}, index_text(*index), Danger::additive));
      } else {
        changes.push_back(table_change(ChangeKind::index_modified, index_text(*candidates.back()),
                                       index_text(*index)));
        candidates.pop_back();
      }
    }
    append_removed(used, removed, changes);
  }

  void append_removed(const std::vector<bool>& used,
                      const std::unordered_map<std::string, std::vector<const Index*>>& removed,
                      std::vector<Change>& changes) const {
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) continue;
      const Index& index = before_.indexes[i];
      const auto& left = removed.at(content(index, names_.before));
      if (std::ranges::find(left, &index) != left.end())
        changes.push_back(table_change(ChangeKind::index_removed, index_text(index), {}));
    }
  }

  bool same_columns(const Index& before, const Index& after) const {
    return before.unique == after.unique &&
           identity_of(before.columns, names_.before) == identity_of(after.columns, names_.after);
  }

  // The definition tells what columns and uniqueness do not: a method, a predicate.
  bool same_definition(const Index& before, const Index& after) const {
    if (before.definition.empty() || after.definition.empty()) return true;
    return same_table_ ? before.definition == after.definition
                       : definition_body(before) == definition_body(after);
  }

  static std::string content(const Index& index, const ColumnNames& names) {
    return fmt::format("{}|{}|{}", index.unique, identity_of(index.columns, names),
                       definition_body(index));
  }

  const Table& before_;
  const Table& after_;
  const BothNames& names_;
  bool same_table_;
};

}  // namespace

void ColumnNames::add(const std::string& name, const std::string& spelling) {
  exact_.emplace(name, spelling);
  folded_.emplace(to_lower(name), spelling);
}

const std::string& ColumnNames::spelling(const std::string& name) const {
  if (const auto found = exact_.find(name); found != exact_.end()) return found->second;
  const auto folded = folded_.find(to_lower(name));
  return folded == folded_.end() ? name : folded->second;
}

void append_key_changes(const Table& before, const Table& after, const ColumnMatch& match,
                        std::vector<Change>& changes) {
  const BothNames names = both_names(before, after, match);
  append_primary_key_change(before, after, names, changes);
  append_paired(ChangeKind::unique_key_changed,
                difference(unique_items(before, names.before), unique_items(after, names.after)),
                changes);
  append_paired(ChangeKind::check_changed, difference(check_items(before), check_items(after)),
                changes);
  IndexCompare(before, after, names).append(changes);
  append_foreign_key_changes(before, after, names, changes);
}

}  // namespace leeway::catalog
