#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

#include "print/decimal.h"
#include "print/diff_parts.h"
#include "print/encode.h"

namespace leeway::print {
namespace {

using Paths = std::map<std::string, const Value*>;
using Names = std::span<const std::string_view>;

// What is never compared as a statistic (print format v1, section 2.6): it moves on every run, has
// an event of its own, or a diff does not measure it.
constexpr std::array<std::string_view, 10> never{"freshness",
                                                 "sql_type",
                                                 "nullable",
                                                 "rows_scanned",
                                                 "inferred.sampled",
                                                 "inferred.matched",
                                                 "inferred.looks_like_candidate",
                                                 "inferred.looks_like_candidate_share",
                                                 "sketch",
                                                 "unmeasured"};
// Two approximations of one column differ by construction.
constexpr std::array<std::string_view, 2> approximate{"cardinality", "cardinality_ratio"};
// What grows with the number of rows read.
constexpr std::array<std::string_view, 9> scaled{
    "cardinality", "null_count",      "values",
    "sum",         "zero_count",      "negative_count",
    "empty_count", "quantized_count", "normalized_cardinality"};
// What tells a withheld value.
constexpr std::array<std::string_view, 6> literal{"values", "range", "percentiles",
                                                  "mean",   "sum",   "length"};

bool names(std::string_view named, std::string_view path) {
  return path == named ||
         (path.starts_with(named) && path.size() > named.size() && path[named.size()] == '.');
}

bool any_names(Names list, std::string_view path) {
  return std::ranges::any_of(list, [&](std::string_view named) { return names(named, path); });
}

bool any_names(const std::vector<std::string>& list, std::string_view path) {
  return std::ranges::any_of(list, [&](const std::string& named) { return names(named, path); });
}

// Maps are flattened one level, with a dot; lists stay whole. Points into `entry`.
Paths paths_of(const Value& entry) {
  Paths paths;
  for (std::size_t i = 0; i < entry.keys.size(); ++i) {
    const Value& item = entry.items[i];
    if (item.kind != Value::Kind::map) {
      paths.emplace(entry.keys[i], &item);
      continue;
    }
    for (std::size_t j = 0; j < item.keys.size(); ++j)
      paths.emplace(entry.keys[i] + "." + item.keys[j], &item.items[j]);
  }
  return paths;
}

bool is_approximate(const ColumnPrint& column) {
  return column.cardinality_method == "approximate";
}

struct ColumnPair {
  const std::string& table;
  const ColumnPrint& before;
  const ColumnPrint& after;
  bool scoped = false;
};

bool is_compared(const ColumnPair& pair, const std::string& path, bool on_both_sides) {
  if (any_names(Names(never), path)) return false;
  if ((is_approximate(pair.before) || is_approximate(pair.after)) &&
      any_names(Names(approximate), path))
    return false;
  if (pair.scoped && any_names(Names(scaled), path)) return false;
  if ((pair.before.redacted || pair.after.redacted) && any_names(Names(literal), path))
    return false;
  if (path == "normalized_cardinality" && !on_both_sides) return false;
  return !any_names(pair.before.unmeasured, path) && !any_names(pair.after.unmeasured, path);
}

// With the digits of both numbers; the share of what it was is a double, left out where that is 0.
void add_delta(Value& fields, const Value& before, const Value& after) {
  if (before.kind != Value::Kind::number || after.kind != Value::Kind::number) return;
  const auto delta = subtract(after.text, before.text);
  if (!delta) return;
  fields.set("delta", make_number(*delta));
  const double share = to_double(make_number(*delta)) / std::abs(to_double(before));
  if (std::isfinite(share) && share != 0) fields.set("delta_pct", make_real(share));
}

DiffEvent statistic_event(const ColumnPair& pair, const std::string& path, const Value& before,
                          const Value& after) {
  DiffEvent event = column_event(DiffKind::statistic_changed, pair.table, pair.before.key);
  event.fields.set("stat", make_string(path));
  event.fields.set("before", before);
  event.fields.set("after", after);
  add_delta(event.fields, before, after);
  return event;
}

void compare_column(const ColumnPair& pair, Events& events) {
  if (pair.before == pair.after) return;
  const Value absent = make_null();
  const Value entry_before = encode_column(pair.before);
  const Value entry_after = encode_column(pair.after);
  const Paths before = paths_of(entry_before);
  const Paths after = paths_of(entry_after);
  Paths all = before;
  all.insert(after.begin(), after.end());
  for (const auto& [path, any] : all) {
    const auto old = before.find(path);
    const auto now = after.find(path);
    if (!is_compared(pair, path, old != before.end() && now != after.end())) continue;
    const Value& was = old == before.end() ? absent : *old->second;
    const Value& is = now == after.end() ? absent : *now->second;
    if (!same_value(was, is)) events.push_back(statistic_event(pair, path, was, is));
  }
}

}  // namespace

bool same_value(const Value& a, const Value& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == Value::Kind::number) return normalized_number(a.text) == normalized_number(b.text);
  if (a.is_scalar()) return a == b;
  return a.keys == b.keys && a.items.size() == b.items.size() &&
         std::ranges::equal(a.items, b.items, same_value);
}

void compare_statistics(const TablePair& pair, Events& events) {
  if (!pair.before->statistics || !pair.after->statistics) return;
  const Statistics& before = *pair.before->statistics;
  const Statistics& after = *pair.after->statistics;
  if (before.catalog_only || after.catalog_only) return;
  std::map<std::string, const ColumnPrint*> columns;
  for (const ColumnPrint& column : before.columns) columns.emplace(column.key, &column);
  for (const auto& [key, column] : columns)
    if (const ColumnPrint* other = after.find(key))
      compare_column({pair.after->fqn, *column, *other, before.scope || after.scope}, events);
}

}  // namespace leeway::print
