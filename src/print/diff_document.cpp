#include <array>
#include <cmath>
#include <utility>

#include "print/diff.h"
#include "print/encode_fields.h"

namespace leeway::print {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 19> kind_names{
    "table_added",
    "table_removed",
    "column_added",
    "column_removed",
    "column_type_changed",
    "column_nullable_changed",
    "column_default_changed",
    "statistic_changed",
    "table_row_count_changed",
    "grain_changed",
    "physical_layout_changed",
    "depends_on_changed",
    "relationship_added",
    "relationship_removed",
    "relationship_modified",
    "index_added",
    "index_removed",
    "index_modified",
    "comment_changed",
};

Value text_or_null(const std::optional<std::string>& text) {
  return text ? make_string(*text) : make_null();
}

Value encode_baseline(const PrintDiff& diff) {
  Value map = make_map();
  put(map, "source", std::string("committed_prints"));
  put(map, "path", diff.baseline_path);
  map.set("generated_at", text_or_null(diff.baseline_generated_at));
  map.set("dbprint_version", text_or_null(diff.baseline_version));
  return map;
}

Value encode_target(const PrintDiff& diff) {
  Value selectors = make_map();
  selectors.set("include", list_of(diff.selectors.include));
  selectors.set("exclude", list_of(diff.selectors.exclude));
  Value map = make_map();
  put(map, "source", std::string("live_database"));
  put(map, "scanned_at", diff.scanned_at);
  map.set("selectors", std::move(selectors));
  put(map, "tables_scanned", diff.tables_scanned);
  return map;
}

Value encode_summary(const DiffSummary& summary) {
  Value map = make_map();
  put(map, "tables_added", summary.tables_added);
  put(map, "tables_removed", summary.tables_removed);
  put(map, "tables_modified", summary.tables_modified);
  put(map, "columns_added", summary.columns_added);
  put(map, "columns_removed", summary.columns_removed);
  put(map, "columns_type_changed", summary.columns_type_changed);
  put(map, "columns_nullable_changed", summary.columns_nullable_changed);
  put(map, "columns_default_changed", summary.columns_default_changed);
  put(map, "statistics_drifted", summary.statistics_drifted);
  put(map, "relationships_changed", summary.relationships_changed);
  put(map, "indexes_changed", summary.indexes_changed);
  put(map, "comments_changed", summary.comments_changed);
  put(map, "unchanged_tables", summary.unchanged_tables);
  put(map, "unevaluated_tables", summary.unevaluated_tables);
  return map;
}

Value encode_event(const DiffEvent& event) {
  Value map = make_map();
  put(map, "kind", std::string(to_string(event.kind)));
  for (std::size_t i = 0; i < event.fields.keys.size(); ++i)
    map.set(event.fields.keys[i], event.fields.items[i]);
  return map;
}

// How far a number moved: the delta itself, or as a part of what it was. Infinite where it was 0.
double movement(const Value& before, const Value& delta, bool relative) {
  const double moved = std::abs(to_double(delta));
  return relative ? moved / std::abs(to_double(before)) : moved;
}

}  // namespace

std::string_view to_string(DiffKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

bool is_data(DiffKind kind) {
  return kind == DiffKind::statistic_changed || kind == DiffKind::table_row_count_changed;
}

Value encode_diff(const PrintDiff& diff) {
  Value changes = make_list();
  for (const DiffEvent& event : diff.events) changes.items.push_back(encode_event(event));
  Value map = make_map();
  put(map, "format_version", std::int64_t{1});
  put(map, "generated_at", diff.generated_at);
  put(map, "connection", diff.connection);
  put(map, "adapter", diff.adapter);
  map.set("baseline", encode_baseline(diff));
  map.set("target", encode_target(diff));
  map.set("summary", encode_summary(diff.summary));
  map.set("changes", std::move(changes));
  return map;
}

bool is_shown(const DiffEvent& event, const DiffThresholds& thresholds) {
  if (event.kind != DiffKind::statistic_changed) return true;
  const Value* before = event.fields.find("before");
  const Value* delta = event.fields.find("delta");
  const Value* stat = event.fields.find("stat");
  if (before == nullptr || delta == nullptr || stat == nullptr) return true;
  if (stat->text == "cardinality_ratio")
    return movement(*before, *delta, false) >= thresholds.cardinality_ratio;
  if (stat->text == "values_coverage")
    return movement(*before, *delta, false) >= thresholds.values_coverage;
  const bool percentile = stat->text.starts_with("percentiles.");
  return movement(*before, *delta, true) >=
         (percentile ? thresholds.percentile_pct : thresholds.fallback);
}

}  // namespace leeway::print
