#include <algorithm>

#include "print/encode.h"
#include "print/encode_fields.h"

namespace leeway::print {
namespace {

Value encode_scope(const Scope& scope) {
  Value map = make_map();
  put(map, "rows_scanned", scope.rows_scanned);
  if (scope.sample) map.set("sample", make_real(*scope.sample));
  put(map, "filter", scope.filter);
  return map;
}

Value encode_null_patterns(const NullPatterns& patterns) {
  Value list = make_list();
  for (const NullPattern& pattern : patterns.patterns) {
    Value entry = make_map();
    entry.set("columns", list_of(pattern.columns));
    put(entry, "count", pattern.count);
    list.items.push_back(std::move(entry));
  }
  Value map = make_map();
  put_measured(map, "coverage", patterns.coverage);
  put(map, "coverage_method", patterns.coverage_method);
  map.set("patterns", std::move(list));
  return map;
}

Value encode_dependencies(const std::vector<Dependency>& dependencies) {
  Value list = make_list();
  for (const Dependency& dependency : dependencies) {
    Value entry = make_map();
    put(entry, "determinant", dependency.determinant);
    put(entry, "dependent", dependency.dependent);
    put_measured(entry, "strength", dependency.strength);
    list.items.push_back(std::move(entry));
  }
  return list;
}

Value encode_timeline(const Timeline& timeline) {
  Value buckets = make_list();
  for (const TimelineBucket& bucket : timeline.buckets) {
    Value entry = make_map();
    entry.set("start", bucket.start);
    put(entry, "count", bucket.count);
    buckets.items.push_back(std::move(entry));
  }
  Value map = make_map();
  put(map, "column", timeline.column);
  put(map, "unit", timeline.unit);
  map.set("buckets", std::move(buckets));
  put_measured(map, "coverage", timeline.coverage);
  return map;
}

Value encode_columns(const std::vector<ColumnPrint>& columns) {
  Value map = make_map();
  for (const ColumnPrint& column : columns) map.set(column.key, encode_column(column));
  return map;
}

}  // namespace

Value encode_grain(const Grain& grain) {
  Value keys = make_list();
  for (const GrainKey& key : grain.keys) {
    Value entry = make_map();
    entry.set("columns", list_of(key.columns));
    put(entry, "detection", key.detection);
    keys.items.push_back(std::move(entry));
  }
  Value map = make_map();
  map.set("keys", std::move(keys));
  if (grain.search_exhausted) {
    Value search = make_map();
    put(search, "exhausted", grain.search_exhausted);
    map.set("search", std::move(search));
  }
  return map;
}

Value encode_physical_layout(const PhysicalLayout& layout) {
  Value keys = make_list();
  for (const LayoutKey& key : layout.keys) {
    Value entry = make_map();
    put(entry, "expression", key.expression);
    put(entry, "column", key.column);
    keys.items.push_back(std::move(entry));
  }
  Value map = make_map();
  put(map, "mechanism", layout.mechanism);
  map.set("keys", std::move(keys));
  return map;
}

Value encode_statistics(const TablePrint& table) {
  const Statistics& statistics = *table.statistics;
  Value map = make_map();
  put(map, "format_version", std::int64_t{1});
  put(map, "table", table.fqn);
  put(map, "type", table.type);
  put(map, "profiled_at", statistics.profiled_at);
  put_if_true(map, "catalog_only", statistics.catalog_only);
  put(map, "row_count", statistics.row_count);
  put(map, "row_count_method", statistics.row_count_method);
  if (statistics.scope) map.set("scope", encode_scope(*statistics.scope));
  if (statistics.null_patterns)
    map.set("null_patterns", encode_null_patterns(*statistics.null_patterns));
  if (statistics.physical_layout)
    map.set("physical_layout", encode_physical_layout(*statistics.physical_layout));
  map.set("grain", encode_grain(statistics.grain.value_or(Grain{})));
  if (statistics.dependencies)
    map.set("dependencies", encode_dependencies(*statistics.dependencies));
  if (statistics.timeline) map.set("timeline", encode_timeline(*statistics.timeline));
  if (statistics.depends_on) map.set("depends_on", list_of(*statistics.depends_on));
  auto unmeasured = statistics.unmeasured;
  std::ranges::sort(unmeasured);
  put_unless_empty(map, "unmeasured", unmeasured);
  map.set("columns", encode_columns(statistics.columns));
  return map;
}

}  // namespace leeway::print
