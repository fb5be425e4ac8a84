#include "print/decode.h"

#include <algorithm>
#include <limits>

#include "print/decode_fields.h"

namespace leeway::print {
namespace {

std::optional<int> small_integer(const Value& map, std::string_view key) {
  const auto number = integer_of(map, key);
  if (!number || *number < 0 || *number > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(*number);
}

// What the map says, over what holds where it says nothing.
StatisticsParams decode_params(const Value& map, StatisticsParams params) {
  const auto read = [&](const char* key, int StatisticsParams::* member) {
    if (const auto number = small_integer(map, key)) params.*member = *number;
  };
  read("enumeration_threshold", &StatisticsParams::enumeration_threshold);
  read("top_n_values", &StatisticsParams::top_n_values);
  read("top_n_null_patterns", &StatisticsParams::top_n_null_patterns);
  read("looks_like_sample_size", &StatisticsParams::looks_like_sample_size);
  if (const Value* const list = list_of(map, "percentiles")) {
    params.percentiles.clear();
    for (const Value& item : list->items) {
      const double percent = to_double(item);
      if (percent >= 1 && percent <= 99) params.percentiles.push_back(static_cast<int>(percent));
    }
  }
  return params;
}

bool includes_all_ddl(const Value& manifest) {
  const auto included = texts_of(manifest, "ddl_includes").value_or(std::vector<std::string>{});
  return std::ranges::count(included, "indexes") > 0 &&
         std::ranges::count(included, "comments") > 0;
}

template <typename Part>
std::optional<Part> part_of(const Artifact& artifact,
                            std::optional<Part> (*decode_part)(const Value&)) {
  if (!artifact.present || artifact.error) return std::nullopt;
  return decode_part(artifact.value);
}

TablePrint decode_table(const TableFiles& files, const StatisticsParams& defaults) {
  TablePrint table;
  table.fqn = files.fqn;
  table.type = text_or_empty(files.entry, "type");
  table.path = text_or_empty(files.entry, "path");
  table.profiled_at = text_or_empty(files.entry, "profiled_at");
  table.row_count = integer_of(files.entry, "row_count");
  table.max_age_days = small_integer(files.entry, "max_age_days");
  if (const Value* const params = map_of(files.entry, "statistics_params"))
    table.statistics_params = decode_params(*params, defaults);
  if (files.ddl.present && !files.ddl.error) table.ddl = files.ddl.value.text;
  table.statistics = part_of(files.statistics, decode_statistics);
  table.relationships = part_of(files.relationships, decode_relationships);
  table.has_description = files.has_description;
  table.has_statistics_annotations = files.statistics_annotations.present;
  table.has_relationships_annotations = files.relationships_annotations.present;
  return table;
}

Status check_manifest(const PrintFiles& files) {
  if (!files.manifest.present)
    return std::unexpected(
        Error{ErrorCode::not_found,
              fmt::format("{} holds no print: there is no manifest.yaml", files.description),
              "Write one with 'leeway generate'."});
  if (files.manifest.error)
    return std::unexpected(Error{ErrorCode::integrity, files.manifest.error->text(), {}});
  const Value& manifest = files.manifest.value;
  if (manifest.find("format_version") == nullptr)
    return fail(ErrorCode::integrity,
                "manifest.yaml of {} is no manifest of a print: it has no "
                "format_version",
                files.description);
  if (!is_version_1(manifest))
    return std::unexpected(
        Error{ErrorCode::integrity,
              fmt::format("manifest.yaml of {} is of another format version than 1, the one this "
                          "leeway reads",
                          files.description),
              "Nothing was changed. Read it with the version of the tool that wrote it."});
  if (map_of(manifest, "tables") == nullptr)
    return fail(ErrorCode::integrity, "manifest.yaml of {} lists no tables", files.description);
  return {};
}

}  // namespace

Result<Print> decode(const PrintFiles& files) {
  LEEWAY_CHECK(check_manifest(files));
  const Value& manifest = files.manifest.value;
  Print print;
  print.generated_at = text_or_empty(manifest, "generated_at");
  print.connection = text_or_empty(manifest, "connection");
  print.adapter = text_or_empty(manifest, "adapter");
  print.producer_version = text_or_empty(manifest, "dbprint_version");
  print.complete_ddl = includes_all_ddl(manifest);
  if (const Value* const params = map_of(manifest, "statistics_params"))
    print.statistics_params = decode_params(*params, {});
  if (const Value* const selectors = map_of(manifest, "selectors"))
    print.selectors = {texts_of(*selectors, "include").value_or(std::vector<std::string>{"*"}),
                       texts_of(*selectors, "exclude").value_or(std::vector<std::string>{})};
  print.redaction_rules_configured =
      small_integer(manifest, "redaction_rules_configured").value_or(0);
  print.default_collation = text_or_empty(manifest, "default_collation");
  print.has_annotations = files.manifest_annotations.present;
  print.tables.reserve(files.tables.size());
  for (const TableFiles& table : files.tables)
    print.tables.push_back(decode_table(table, print.statistics_params));
  return print;
}

}  // namespace leeway::print
