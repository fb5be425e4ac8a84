#include <algorithm>

#include "base/text.h"
#include "catalog/change.h"
#include "catalog/compare_parts.h"

namespace leeway::catalog {
namespace {

void append_table_changes(const Table& before, const Table& after, const ColumnMatch& match,
                          const CompareOptions& options, std::vector<Change>& changes) {
  if (before.kind != after.kind)
    changes.push_back({.kind = ChangeKind::object_kind_changed,
                       .column = {},
                       .path = {},
                       .before = std::string(to_string(before.kind)),
                       .after = std::string(to_string(after.kind)),
                       .danger = Danger::destructive});
  const std::string old_comment = before.comment.value_or("");
  const std::string new_comment = after.comment.value_or("");
  if (options.comments && old_comment != new_comment)
    changes.push_back({.kind = ChangeKind::comment_changed,
                       .column = {},
                       .path = {},
                       .before = old_comment,
                       .after = new_comment});
  if (options.order) append_order_change(before, after, match, changes);
}

Change whole_table(ChangeKind kind, const Table& table) {
  const std::string text(to_string(table.kind));
  const bool added = kind == ChangeKind::table_added;
  return {.kind = kind,
          .column = {},
          .path = {},
          .before = added ? "" : text,
          .after = added ? text : "",
          .danger = added ? Danger::additive : Danger::destructive};
}

std::vector<const Table*> in_name_order(const std::vector<Table>& tables) {
  std::vector<const Table*> result;
  result.reserve(tables.size());
  for (const auto& table : tables) result.push_back(&table);
  std::ranges::sort(result, {}, [](const Table* table) { return table->name; });
  return result;
}

}  // namespace

std::vector<Change> compare(const Table& before, const Table& after,
                            const CompareOptions& options) {
  std::vector<Change> changes;
  const ColumnMatch match = match_columns(before, after);
  append_table_changes(before, after, match, options, changes);
  append_column_changes(before, after, match, options, changes);
  append_key_changes(before, after, match, changes);
  if (options.rename_hints) append_rename_hints(before, after, match, changes);
  return changes;
}

std::vector<TableChanges> compare(const std::vector<Table>& before, const std::vector<Table>& after,
                                  const CompareOptions& options) {
  const auto old_tables = in_name_order(before);
  const auto new_tables = in_name_order(after);
  std::vector<TableChanges> result;
  auto left = old_tables.begin();
  auto right = new_tables.begin();
  while (left != old_tables.end() || right != new_tables.end()) {
    if (right == new_tables.end() || (left != old_tables.end() && (*left)->name < (*right)->name)) {
      result.push_back({(*left)->name, {whole_table(ChangeKind::table_removed, **left)}});
      ++left;
    } else if (left == old_tables.end() || (*right)->name < (*left)->name) {
      result.push_back({(*right)->name, {whole_table(ChangeKind::table_added, **right)}});
      ++right;
    } else {
      auto changes = compare(**left, **right, options);
      if (!changes.empty()) result.push_back({(*right)->name, std::move(changes)});
      ++left;
      ++right;
    }
  }
  return result;
}

}  // namespace leeway::catalog
