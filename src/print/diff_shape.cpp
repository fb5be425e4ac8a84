#include <algorithm>
#include <map>
#include <set>

#include "print/decimal.h"
#include "print/diff_parts.h"
#include "print/encode.h"
#include "print/encode_fields.h"

namespace leeway::print {
namespace {

using ColumnMap = std::map<std::string, const ColumnPrint*>;

Value text_or_null(const std::optional<std::string>& text) {
  return text ? make_string(*text) : make_null();
}

ColumnMap columns_of(const TablePrint& table) {
  ColumnMap columns;
  for (const ColumnPrint& column : table.statistics->columns) columns.emplace(column.key, &column);
  return columns;
}

void add_change(DiffEvent event, Value before, Value after, Events& events) {
  event.fields.set("before", std::move(before));
  event.fields.set("after", std::move(after));
  events.push_back(std::move(event));
}

void compare_default(const TablePair& pair, const std::string& key, Events& events) {
  if (!pair.ddl_before || !pair.ddl_after) return;
  const auto before = pair.ddl_before->defaults.find(key);
  const auto after = pair.ddl_after->defaults.find(key);
  if (before == pair.ddl_before->defaults.end() || after == pair.ddl_after->defaults.end()) return;
  if (before->second == after->second) return;
  add_change(column_event(DiffKind::column_default_changed, pair.after->fqn, key),
             text_or_null(before->second), text_or_null(after->second), events);
}

void compare_shared_column(const TablePair& pair, const ColumnPrint& before,
                           const ColumnPrint& after, Events& events) {
  const std::string& table = pair.after->fqn;
  if (before.sql_type != after.sql_type)
    add_change(column_event(DiffKind::column_type_changed, table, after.key),
               make_string(before.sql_type), make_string(after.sql_type), events);
  if (before.nullable && after.nullable && *before.nullable != *after.nullable)
    add_change(column_event(DiffKind::column_nullable_changed, table, after.key),
               make_bool(*before.nullable), make_bool(*after.nullable), events);
  compare_default(pair, after.key, events);
}

void compare_comment(const std::string& table, const std::string& column,
                     const std::optional<std::string>& before,
                     const std::optional<std::string>& after, Events& events) {
  if (before == after) return;
  DiffEvent event = table_event(DiffKind::comment_changed, table);
  event.column = column;
  put(event.fields, "target", std::string(column.empty() ? "table" : "column"));
  if (!column.empty()) put(event.fields, "column", column);
  add_change(std::move(event), text_or_null(before), text_or_null(after), events);
}

std::optional<std::string> find_text(const std::map<std::string, std::string>& texts,
                                     const std::string& key) {
  const auto found = texts.find(key);
  return found == texts.end() ? std::nullopt : std::optional(found->second);
}

Value encode_index(const DdlIndex& index, const TablePair& pair) {
  Value map = make_map();
  map.set("columns", list_of(index.columns));
  map.set("unique", make_bool(index.unique));
  put(map, "type", index.type.empty() ? pair.default_index_type : index.type);
  return map;
}

DiffEvent index_event(DiffKind kind, const TablePair& pair, const std::string& name) {
  DiffEvent event = table_event(kind, pair.after->fqn);
  put(event.fields, "index_name", name);
  return event;
}

// Of the declared keys alone where a side could not be searched for others.
std::set<std::pair<std::vector<std::string>, std::string>> keys_of(const Grain& grain,
                                                                   bool declared_only) {
  std::set<std::pair<std::vector<std::string>, std::string>> keys;
  for (const GrainKey& key : grain.keys)
    if (!declared_only || key.detection == "declared") keys.emplace(key.columns, key.detection);
  return keys;
}

// A narrowed read never searches for keys: that it has none says nothing.
void compare_grain(const TablePair& pair, Events& events) {
  const Statistics& before = *pair.before->statistics;
  const Statistics& after = *pair.after->statistics;
  if (before.catalog_only || after.catalog_only || !before.grain || !after.grain) return;
  const bool declared_only = before.scope.has_value() || after.scope.has_value();
  if (keys_of(*before.grain, declared_only) == keys_of(*after.grain, declared_only) &&
      (declared_only || before.grain->search_exhausted == after.grain->search_exhausted))
    return;
  add_change(table_event(DiffKind::grain_changed, pair.after->fqn), encode_grain(*before.grain),
             encode_grain(*after.grain), events);
}

bool is_unmeasured(const Statistics& statistics, std::string_view block) {
  return std::ranges::find(statistics.unmeasured, block) != statistics.unmeasured.end();
}

Value layout_or_null(const Statistics& statistics) {
  return statistics.physical_layout ? encode_physical_layout(*statistics.physical_layout)
                                    : make_null();
}

void compare_layout(const TablePair& pair, Events& events) {
  const Statistics& before = *pair.before->statistics;
  const Statistics& after = *pair.after->statistics;
  if (is_unmeasured(before, "physical_layout") || is_unmeasured(after, "physical_layout")) return;
  if (before.physical_layout == after.physical_layout) return;
  add_change(table_event(DiffKind::physical_layout_changed, pair.after->fqn),
             layout_or_null(before), layout_or_null(after), events);
}

void compare_dependencies(const TablePair& pair, Events& events) {
  const auto& before = pair.before->statistics->depends_on;
  const auto& after = pair.after->statistics->depends_on;
  if (!before || !after) return;
  if (std::set(before->begin(), before->end()) == std::set(after->begin(), after->end())) return;
  add_change(table_event(DiffKind::depends_on_changed, pair.after->fqn), list_of(*before),
             list_of(*after), events);
}

}  // namespace

DiffEvent table_event(DiffKind kind, const std::string& table) {
  DiffEvent event{kind, table, "", make_map()};
  put(event.fields, "table", table);
  return event;
}

DiffEvent column_event(DiffKind kind, const std::string& table, const std::string& column) {
  DiffEvent event = table_event(kind, table);
  event.column = column;
  put(event.fields, "column", column);
  return event;
}

void compare_columns(const TablePair& pair, Events& events) {
  if (!pair.before->statistics || !pair.after->statistics) return;
  const ColumnMap before = columns_of(*pair.before);
  const ColumnMap after = columns_of(*pair.after);
  const std::string& table = pair.after->fqn;
  for (const auto& [key, column] : after) {
    if (before.contains(key)) continue;
    DiffEvent event = column_event(DiffKind::column_added, table, key);
    put(event.fields, "sql_type", column->sql_type);
    put(event.fields, "nullable", column->nullable);
    events.push_back(std::move(event));
  }
  for (const auto& [key, column] : before)
    if (!after.contains(key)) events.push_back(column_event(DiffKind::column_removed, table, key));
  for (const auto& [key, column] : before)
    if (const auto other = after.find(key); other != after.end())
      compare_shared_column(pair, *column, *other->second, events);
}

void compare_indexes(const TablePair& pair, Events& events) {
  if (!pair.complete_ddl || !pair.ddl_before || !pair.ddl_after) return;
  const auto& before = pair.ddl_before->indexes;
  const auto& after = pair.ddl_after->indexes;
  for (const auto& [name, index] : after) {
    if (before.contains(name)) continue;
    DiffEvent event = index_event(DiffKind::index_added, pair, name);
    const Value fields = encode_index(index, pair);
    for (std::size_t i = 0; i < fields.keys.size(); ++i)
      event.fields.set(fields.keys[i], fields.items[i]);
    events.push_back(std::move(event));
  }
  for (const auto& [name, index] : before)
    if (!after.contains(name)) events.push_back(index_event(DiffKind::index_removed, pair, name));
  for (const auto& [name, index] : before) {
    const auto other = after.find(name);
    if (other == after.end()) continue;
    Value was = encode_index(index, pair);
    Value is = encode_index(other->second, pair);
    if (was != is)
      add_change(index_event(DiffKind::index_modified, pair, name), std::move(was), std::move(is),
                 events);
  }
}

void compare_comments(const TablePair& pair, Events& events) {
  if (!pair.complete_ddl || !pair.ddl_before || !pair.ddl_after) return;
  const DdlFacts& before = *pair.ddl_before;
  const DdlFacts& after = *pair.ddl_after;
  compare_comment(pair.after->fqn, "", before.comment, after.comment, events);
  if (!pair.before->statistics || !pair.after->statistics) return;
  // A comment comes and goes with its column, which has an event of its own.
  const ColumnMap shared = columns_of(*pair.before);
  const ColumnMap now = columns_of(*pair.after);
  for (const auto& [key, column] : shared)
    if (now.contains(key))
      compare_comment(pair.after->fqn, key, find_text(before.column_comments, key),
                      find_text(after.column_comments, key), events);
}

void compare_row_counts(const TablePair& pair, Events& events) {
  if (!pair.before->statistics || !pair.after->statistics) return;
  const Statistics& before = *pair.before->statistics;
  const Statistics& after = *pair.after->statistics;
  if (before.catalog_only || after.catalog_only) return;
  if (!before.row_count || !after.row_count || *before.row_count == *after.row_count) return;
  const Value was = make_integer(*before.row_count);
  const Value is = make_integer(*after.row_count);
  DiffEvent event = table_event(DiffKind::table_row_count_changed, pair.after->fqn);
  event.fields.set("before", was);
  event.fields.set("after", is);
  event.fields.set("delta", make_number(*subtract(is.text, was.text)));
  put(event.fields, "before_method", before.row_count_method.value_or("exact"));
  put(event.fields, "after_method", after.row_count_method.value_or("exact"));
  events.push_back(std::move(event));
}

void compare_blocks(const TablePair& pair, Events& events) {
  if (!pair.before->statistics || !pair.after->statistics) return;
  compare_grain(pair, events);
  compare_layout(pair, events);
  compare_dependencies(pair, events);
}

}  // namespace leeway::print
