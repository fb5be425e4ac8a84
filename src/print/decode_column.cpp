#include <utility>

#include "print/base64.h"
#include "print/decode.h"
#include "print/decode_fields.h"

namespace leeway::print {
namespace {

constexpr std::size_t kHashBytes = 8;

std::optional<Populated> decode_populated(const Value& column) {
  const Value* const map = map_of(column, "populated");
  if (map == nullptr) return std::nullopt;
  const auto from = scalar_of(*map, "from");
  const auto to = scalar_of(*map, "to");
  if (!from || !to) return std::nullopt;
  return Populated{*from, *to};
}

Inferred decode_inferred(const Value& column) {
  const Value* const map = map_of(column, "inferred");
  if (map == nullptr) return {};
  return {.looks_like = text_of(*map, "looks_like"),
          .sampled = integer_of(*map, "sampled"),
          .matched = integer_of(*map, "matched"),
          .looks_like_candidate = text_of(*map, "looks_like_candidate"),
          .looks_like_candidate_share = real_of(*map, "looks_like_candidate_share"),
          .candidate_key = is_true(*map, "candidate_key"),
          .candidate_key_exception = text_of(*map, "candidate_key_exception"),
          .sensitivity = text_of(*map, "sensitivity"),
          .epoch_unit = text_of(*map, "epoch_unit")};
}

std::optional<std::vector<ValueCount>> decode_values(const Value& column) {
  const Value* const list = list_of(column, "values");
  if (list == nullptr) return std::nullopt;
  std::vector<ValueCount> values;
  values.reserve(list->items.size());
  for (const Value& entry : list->items) {
    const auto count = integer_of(entry, "count");
    if (!count) return std::nullopt;
    values.push_back({scalar_of(entry, "value"), *count, text_of(entry, "spelling_of")});
  }
  return values;
}

std::optional<Frequencies> decode_frequencies(const Value& column) {
  const Value* const map = map_of(column, "frequencies");
  if (map == nullptr) return std::nullopt;
  const auto top = integer_of(*map, "top");
  const auto bottom = integer_of(*map, "bottom");
  const auto listed = integer_of(*map, "listed");
  const auto total = integer_of(*map, "total");
  if (!top || !bottom || !listed || !total) return std::nullopt;
  return Frequencies{*top, *bottom, *listed, *total};
}

std::optional<Range> decode_range(const Value& column) {
  const Value* const map = map_of(column, "range");
  if (map == nullptr) return std::nullopt;
  const auto min = scalar_of(*map, "min");
  const auto max = scalar_of(*map, "max");
  if (!min || !max) return std::nullopt;
  return Range{*min, *max, integer_of(*map, "span_days")};
}

std::optional<std::vector<std::pair<std::string, Value>>> decode_percentiles(const Value& column) {
  const Value* const map = map_of(column, "percentiles");
  if (map == nullptr) return std::nullopt;
  std::vector<std::pair<std::string, Value>> percentiles;
  for (std::size_t i = 0; i < map->items.size(); ++i) {
    if (map->items[i].is_scalar()) percentiles.emplace_back(map->keys[i], map->items[i]);
  }
  return percentiles;
}

std::optional<Length> decode_length(const Value& column) {
  const Value* const map = map_of(column, "length");
  if (map == nullptr) return std::nullopt;
  const auto min = integer_of(*map, "min");
  const auto max = integer_of(*map, "max");
  const auto avg = real_of(*map, "avg");
  const auto p95 = real_of(*map, "p95");
  if (!min || !max || !avg || !p95) return std::nullopt;
  return Length{*min, *max, *avg, *p95};
}

std::optional<Freshness> decode_freshness(const Value& column) {
  const Value* const map = map_of(column, "freshness");
  if (map == nullptr) return std::nullopt;
  const auto max_age_days = integer_of(*map, "max_age_days");
  const auto classification = text_of(*map, "classification");
  if (!max_age_days || !classification) return std::nullopt;
  return Freshness{*max_age_days, *classification};
}

std::optional<Sketch> decode_sketch(const Value& column) {
  const Value* const map = map_of(column, "sketch");
  if (map == nullptr) return std::nullopt;
  auto hashes = decode_hashes(text_or_empty(*map, "values"));
  if (!hashes) return std::nullopt;
  return Sketch{text_or_empty(*map, "method"), std::move(*hashes)};
}

void read_identity(const Value& map, ColumnPrint& column) {
  column.sql_type = text_or_empty(map, "sql_type");
  column.nullable = boolean_of(map, "nullable");
  column.null_count = integer_of(map, "null_count");
  column.null_rate = real_of(map, "null_rate");
  column.classification = text_or_empty(map, "classification");
  column.physical_name = text_of(map, "physical_name");
  column.collation = text_of(map, "collation");
  column.cardinality = integer_of(map, "cardinality");
  column.cardinality_ratio = real_of(map, "cardinality_ratio");
  column.cardinality_method = text_of(map, "cardinality_method");
  column.rows_scanned = integer_of(map, "rows_scanned");
  column.physical_layout_key = is_true(map, "physical_layout_key");
  column.populated = decode_populated(map);
  column.redacted = text_of(map, "redacted");
  column.inferred = decode_inferred(map);
}

void read_distribution(const Value& map, ColumnPrint& column) {
  column.values = decode_values(map);
  column.values_coverage = real_of(map, "values_coverage");
  column.values_coverage_method = text_of(map, "values_coverage_method");
  column.distribution = text_of(map, "distribution");
  column.frequencies = decode_frequencies(map);
  column.range = decode_range(map);
  column.percentiles = decode_percentiles(map);
  column.mean = scalar_of(map, "mean");
  column.sum = scalar_of(map, "sum");
  column.length = decode_length(map);
}

}  // namespace

std::optional<std::vector<std::uint64_t>> decode_hashes(std::string_view base64) {
  const auto bytes = from_base64(base64);
  if (!bytes || bytes->size() % kHashBytes != 0) return std::nullopt;
  std::vector<std::uint64_t> hashes;
  hashes.reserve(bytes->size() / kHashBytes);
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < bytes->size(); ++i) {
    hash = (hash << 8U) | static_cast<unsigned char>((*bytes)[i]);
    if (i % kHashBytes == kHashBytes - 1) hashes.push_back(hash);
  }
  return hashes;
}

ColumnPrint decode_column(const std::string& key, const Value& map) {
  ColumnPrint column;
  column.key = key;
  read_identity(map, column);
  read_distribution(map, column);
  column.zero_count = integer_of(map, "zero_count");
  column.negative_count = integer_of(map, "negative_count");
  column.empty_count = integer_of(map, "empty_count");
  column.quantized_count = integer_of(map, "quantized_count");
  column.freshness = decode_freshness(map);
  column.unrepresentable = texts_of(map, "unrepresentable").value_or(std::vector<std::string>{});
  column.unmeasured = texts_of(map, "unmeasured").value_or(std::vector<std::string>{});
  column.sketch = decode_sketch(map);
  column.normalized_cardinality = integer_of(map, "normalized_cardinality");
  return column;
}

}  // namespace leeway::print
