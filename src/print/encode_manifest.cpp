#include "print/encode.h"
#include "print/encode_fields.h"

namespace leeway::print {
namespace {

Value encode_percentiles(const std::vector<int>& percentiles) {
  Value list = make_list();
  for (const int percent : percentiles) list.items.push_back(make_integer(percent));
  return list;
}

// The parameters of `params` that differ from `defaults`; all of them where there are none.
Value encode_params(const StatisticsParams& params, const StatisticsParams* defaults) {
  Value map = make_map();
  const auto number = [&](const char* key, int StatisticsParams::* member) {
    if (defaults == nullptr || params.*member != defaults->*member)
      put(map, key, std::int64_t{params.*member});
  };
  number("enumeration_threshold", &StatisticsParams::enumeration_threshold);
  number("top_n_values", &StatisticsParams::top_n_values);
  number("top_n_null_patterns", &StatisticsParams::top_n_null_patterns);
  number("looks_like_sample_size", &StatisticsParams::looks_like_sample_size);
  if (defaults == nullptr || params.percentiles != defaults->percentiles)
    map.set("percentiles", encode_percentiles(params.percentiles));
  return map;
}

Value encode_artifacts(const TablePrint& table) {
  Value map = make_map();
  const auto name = [&](bool present, const char* key, const char* file) {
    if (present) map.set(key, make_string(file));
  };
  name(table.ddl.has_value(), "ddl", "ddl.sql");
  name(table.statistics.has_value(), "statistics", "statistics.yaml");
  name(table.relationships.has_value(), "relationships", "relationships.yaml");
  name(table.has_description, "description", "description.md");
  name(table.has_statistics_annotations, "statistics_annotations", "statistics.annotations.yaml");
  name(table.has_relationships_annotations, "relationships_annotations",
       "relationships.annotations.yaml");
  return map;
}

Value encode_entry(const TablePrint& table, const StatisticsParams& defaults) {
  Value map = make_map();
  put(map, "type", table.type);
  put(map, "path", table.path);
  map.set("artifacts", encode_artifacts(table));
  if (table.statistics)
    put(map, "columns", static_cast<std::int64_t>(table.statistics->columns.size()));
  put(map, "profiled_at", table.profiled_at);
  put(map, "row_count", table.row_count);
  if (table.max_age_days) put(map, "max_age_days", std::int64_t{*table.max_age_days});
  if (table.statistics_params && *table.statistics_params != defaults)
    map.set("statistics_params", encode_params(*table.statistics_params, &defaults));
  return map;
}

Value encode_selectors(const Selectors& selectors) {
  Value map = make_map();
  map.set("include", list_of(selectors.include));
  map.set("exclude", list_of(selectors.exclude));
  return map;
}

}  // namespace

Value encode_manifest(const Print& print) {
  Value map = make_map();
  put(map, "format_version", std::int64_t{1});
  put(map, "generated_at", print.generated_at);
  put(map, "connection", print.connection);
  put(map, "adapter", print.adapter);
  put(map, "dbprint_version", print.producer_version);
  map.set("statistics_params", encode_params(print.statistics_params, nullptr));
  map.set("selectors", encode_selectors(print.selectors));
  put(map, "redaction_rules_configured", std::int64_t{print.redaction_rules_configured});
  put(map, "default_collation", print.default_collation);
  if (print.complete_ddl) map.set("ddl_includes", list_of({"indexes", "comments"}));
  if (print.has_annotations)
    map.set("manifest_annotations", make_string("manifest.annotations.yaml"));
  Value tables = make_map();
  for (const TablePrint& table : print.tables)
    tables.set(table.fqn, encode_entry(table, print.statistics_params));
  map.set("tables", std::move(tables));
  return map;
}

}  // namespace leeway::print
