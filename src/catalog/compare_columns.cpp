#include <algorithm>

#include "base/text.h"
#include "catalog/compare_parts.h"
#include "catalog/type_text.h"

namespace leeway::catalog {
namespace {

std::string type_text(const Column& column) {
  return column.raw_type.empty() ? exact_text(column.type) : column.raw_type;
}

Change added_column(const Column& column) {
  const bool filled = column.nullable || column.default_value || column.generated;
  return {.kind = ChangeKind::column_added,
          .column = column.name,
          .path = {},
          .before = {},
          .after = type_text(column),
          .danger = filled ? Danger::additive : Danger::notice};
}

Change removed_column(const Column& column) {
  return {.kind = ChangeKind::column_removed,
          .column = column.name,
          .path = {},
          .before = type_text(column),
          .after = {},
          .danger = Danger::destructive};
}

Change nullable_change(const Column& before, const Column& after) {
  const auto text = [](bool nullable) { return nullable ? "NULL" : "NOT NULL"; };
  return {.kind = ChangeKind::nullable_changed,
          .column = after.name,
          .path = {},
          .before = text(before.nullable),
          .after = text(after.nullable),
          .danger = after.nullable ? Danger::widening : Danger::notice};
}

// How a column gets its value when none is given; empty where it has no way.
std::string default_text(const Column& column) {
  const std::string expression(trim(column.default_value.value_or("")));
  return column.generated ? "GENERATED ALWAYS AS (" + expression + ")" : expression;
}

void append_text_change(ChangeKind kind, const std::string& column, std::string before,
                        std::string after, std::vector<Change>& changes) {
  if (before == after) return;
  changes.push_back({.kind = kind,
                     .column = column,
                     .path = {},
                     .before = std::move(before),
                     .after = std::move(after)});
}

void append_pair_changes(const Column& before, const Column& after, const CompareOptions& options,
                         std::vector<Change>& changes) {
  append_type_changes(before, after, changes);
  if (before.nullable != after.nullable) changes.push_back(nullable_change(before, after));
  if (options.defaults)
    append_text_change(ChangeKind::default_changed, after.name, default_text(before),
                       default_text(after), changes);
  if (options.comments)
    append_text_change(ChangeKind::comment_changed, after.name, before.comment.value_or(""),
                       after.comment.value_or(""), changes);
}

std::string names_at(const Table& table, const std::vector<std::size_t>& positions,
                     std::size_t first, std::size_t last) {
  std::string result;
  for (std::size_t i = first; i < last; ++i) {
    if (i > first) result += ", ";
    result += table.columns[positions[i]].name;
  }
  return result;
}

Change rename_hint(const Column& before, const Column& after) {
  return {.kind = ChangeKind::possible_rename,
          .column = after.name,
          .path = {},
          .before = before.name,
          .after = after.name};
}

std::vector<std::size_t> unmatched(const std::vector<std::optional<std::size_t>>& partners) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < partners.size(); ++i)
    if (!partners[i]) result.push_back(i);
  return result;
}

// Pairs the columns that `key` gives equal names to and that have no partner yet.
void match_by(const Table& before, const Table& after, std::string (*key)(std::string_view),
              ColumnMatch& match) {
  std::unordered_map<std::string, std::vector<std::size_t>> waiting;
  for (std::size_t i = before.columns.size(); i-- > 0;)
    if (!match.after_of[i]) waiting[key(before.columns[i].name)].push_back(i);
  for (std::size_t i = 0; i < after.columns.size(); ++i) {
    if (match.before_of[i]) continue;
    const auto found = waiting.find(key(after.columns[i].name));
    if (found == waiting.end() || found->second.empty()) continue;
    match.before_of[i] = found->second.back();
    match.after_of[found->second.back()] = i;
    found->second.pop_back();
  }
}

}  // namespace

ColumnMatch match_columns(const Table& before, const Table& after) {
  ColumnMatch match;
  match.before_of.resize(after.columns.size());
  match.after_of.resize(before.columns.size());
  match_by(before, after, [](std::string_view name) { return std::string(name); }, match);
  match_by(before, after, to_lower, match);
  return match;
}

void append_column_changes(const Table& before, const Table& after, const ColumnMatch& match,
                           const CompareOptions& options, std::vector<Change>& changes) {
  for (std::size_t i = 0; i < after.columns.size(); ++i) {
    const auto partner = match.before_of[i];
    if (partner)
      append_pair_changes(before.columns[*partner], after.columns[i], options, changes);
    else
      changes.push_back(added_column(after.columns[i]));
  }
  for (const std::size_t i : unmatched(match.after_of))
    changes.push_back(removed_column(before.columns[i]));
}

void append_order_change(const Table& before, const Table& after, const ColumnMatch& match,
                         std::vector<Change>& changes) {
  std::vector<std::size_t> old_order, new_order, new_positions;
  for (std::size_t i = 0; i < after.columns.size(); ++i) {
    const auto partner = match.before_of[i];
    if (!partner) continue;
    new_order.push_back(*partner);
    new_positions.push_back(i);
  }
  old_order = new_order;
  std::ranges::sort(old_order);
  const auto first = std::ranges::mismatch(old_order, new_order).in1 - old_order.begin();
  if (static_cast<std::size_t>(first) == old_order.size()) return;
  std::size_t last = old_order.size();
  while (old_order[last - 1] == new_order[last - 1]) --last;
  changes.push_back({.kind = ChangeKind::order_changed,
                     .column = {},
                     .path = {},
                     .before = names_at(before, old_order, first, last),
                     .after = names_at(after, new_positions, first, last)});
}

void append_rename_hints(const Table& before, const Table& after, const ColumnMatch& match,
                         std::vector<Change>& changes) {
  const auto removed = unmatched(match.after_of);
  const auto added = unmatched(match.before_of);
  const bool only_pair = removed.size() == 1 && added.size() == 1;
  for (const std::size_t i : removed) {
    const std::size_t candidate = only_pair ? added.front() : i;
    if (candidate >= after.columns.size() || match.before_of[candidate]) continue;
    if (before.columns[i].type == after.columns[candidate].type)
      changes.push_back(rename_hint(before.columns[i], after.columns[candidate]));
  }
}

}  // namespace leeway::catalog
