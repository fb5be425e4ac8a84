#include "print/decode_fields.h"

namespace leeway::print {
namespace {

std::optional<Scope> decode_scope(const Value& document) {
  const Value* const map = map_of(document, "scope");
  if (map == nullptr) return std::nullopt;
  return Scope{integer_or_zero(*map, "rows_scanned"), real_of(*map, "sample"),
               text_of(*map, "filter")};
}

std::optional<NullPatterns> decode_null_patterns(const Value& document) {
  const Value* const map = map_of(document, "null_patterns");
  const Value* const list = map == nullptr ? nullptr : list_of(*map, "patterns");
  const auto coverage = map == nullptr ? std::nullopt : real_of(*map, "coverage");
  if (list == nullptr || !coverage) return std::nullopt;
  NullPatterns patterns{*coverage, text_of(*map, "coverage_method"), {}};
  for (const Value& entry : list->items) {
    const auto columns = texts_of(entry, "columns");
    const auto count = integer_of(entry, "count");
    if (columns && count) patterns.patterns.push_back({*columns, *count});
  }
  return patterns;
}

std::optional<PhysicalLayout> decode_physical_layout(const Value& document) {
  const Value* const map = map_of(document, "physical_layout");
  const Value* const list = map == nullptr ? nullptr : list_of(*map, "keys");
  if (list == nullptr) return std::nullopt;
  PhysicalLayout layout{text_or_empty(*map, "mechanism"), {}};
  for (const Value& entry : list->items)
    layout.keys.push_back({text_or_empty(entry, "expression"), text_of(entry, "column")});
  return layout;
}

std::optional<Grain> decode_grain(const Value& document) {
  const Value* const map = map_of(document, "grain");
  const Value* const list = map == nullptr ? nullptr : list_of(*map, "keys");
  if (list == nullptr) return std::nullopt;
  Grain grain;
  for (const Value& entry : list->items) {
    if (const auto columns = texts_of(entry, "columns"))
      grain.keys.push_back({*columns, text_or_empty(entry, "detection")});
  }
  if (const Value* const search = map_of(*map, "search"))
    grain.search_exhausted = boolean_of(*search, "exhausted");
  return grain;
}

std::optional<std::vector<Dependency>> decode_dependencies(const Value& document) {
  const Value* const list = list_of(document, "dependencies");
  if (list == nullptr) return std::nullopt;
  std::vector<Dependency> dependencies;
  for (const Value& entry : list->items) {
    const auto determinant = text_of(entry, "determinant");
    const auto dependent = text_of(entry, "dependent");
    const auto strength = real_of(entry, "strength");
    if (determinant && dependent && strength)
      dependencies.push_back({*determinant, *dependent, *strength});
  }
  return dependencies;
}

std::optional<Timeline> decode_timeline(const Value& document) {
  const Value* const map = map_of(document, "timeline");
  const Value* const list = map == nullptr ? nullptr : list_of(*map, "buckets");
  const auto coverage = map == nullptr ? std::nullopt : real_of(*map, "coverage");
  if (list == nullptr || !coverage) return std::nullopt;
  Timeline timeline{text_or_empty(*map, "column"), text_or_empty(*map, "unit"), {}, *coverage};
  for (const Value& entry : list->items) {
    const auto start = scalar_of(entry, "start");
    const auto count = integer_of(entry, "count");
    if (start && count) timeline.buckets.push_back({*start, *count});
  }
  return timeline;
}

std::optional<Observed> decode_observed(const Value& edge) {
  const Value* const map = map_of(edge, "observed");
  if (map == nullptr) return std::nullopt;
  return Observed{.scope_compatible = is_true(*map, "scope_compatible"),
                  .fanout_avg = real_of(*map, "fanout_avg"),
                  .target_coverage = real_of(*map, "target_coverage"),
                  .fanout_max = integer_of(*map, "fanout_max"),
                  .coherent = boolean_of(*map, "coherent"),
                  .containment = real_of(*map, "containment"),
                  .answerable_count = integer_of(*map, "answerable_count")};
}

// `other`: "target" or "referencer". Entries without both ends are left out.
std::vector<Edge> decode_edges(const Value& list, const std::string& other) {
  std::vector<Edge> edges;
  for (const Value& entry : list.items) {
    const auto column = texts_of(entry, "column");
    const auto other_table = text_of(entry, other + "_table");
    const auto other_column = texts_of(entry, other + "_column");
    if (!column || !other_table || !other_column) continue;
    edges.push_back({.column = *column,
                     .other_table = *other_table,
                     .other_column = *other_column,
                     .on_delete = text_of(entry, "on_delete"),
                     .on_update = text_of(entry, "on_update"),
                     .detection = text_or_empty(entry, "detection"),
                     .constraint_name = text_of(entry, "constraint_name"),
                     .observed = decode_observed(entry)});
  }
  return edges;
}

}  // namespace

std::optional<Statistics> decode_statistics(const Value& document) {
  const Value* const columns = map_of(document, "columns");
  if (!is_version_1(document) || columns == nullptr) return std::nullopt;
  Statistics statistics;
  statistics.profiled_at = text_or_empty(document, "profiled_at");
  statistics.catalog_only = is_true(document, "catalog_only");
  statistics.row_count = integer_of(document, "row_count");
  statistics.row_count_method = text_of(document, "row_count_method");
  statistics.scope = decode_scope(document);
  statistics.null_patterns = decode_null_patterns(document);
  statistics.physical_layout = decode_physical_layout(document);
  statistics.grain = decode_grain(document);
  statistics.dependencies = decode_dependencies(document);
  statistics.timeline = decode_timeline(document);
  statistics.depends_on = texts_of(document, "depends_on");
  statistics.unmeasured = texts_of(document, "unmeasured").value_or(std::vector<std::string>{});
  statistics.columns.reserve(columns->items.size());
  for (std::size_t i = 0; i < columns->items.size(); ++i)
    statistics.columns.push_back(decode_column(columns->keys[i], columns->items[i]));
  return statistics;
}

std::optional<Relationships> decode_relationships(const Value& document) {
  const Value* const refers_to = list_of(document, "refers_to");
  const Value* const referenced_by = list_of(document, "referenced_by");
  if (!is_version_1(document) || refers_to == nullptr || referenced_by == nullptr)
    return std::nullopt;
  return Relationships{.eligible_target = boolean_of(document, "eligible_target"),
                       .refers_to = decode_edges(*refers_to, "target"),
                       .referenced_by = decode_edges(*referenced_by, "referencer")};
}

}  // namespace leeway::print
