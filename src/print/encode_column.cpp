#include <algorithm>

#include "print/base64.h"
#include "print/encode.h"
#include "print/encode_fields.h"

namespace leeway::print {
namespace {

Value encode_populated(const Populated& populated) {
  Value map = make_map();
  map.set("from", populated.from);
  map.set("to", populated.to);
  return map;
}

Value encode_inferred(const Inferred& inferred) {
  Value map = make_map();
  put(map, "looks_like", inferred.looks_like);
  put(map, "sampled", inferred.sampled);
  put(map, "matched", inferred.matched);
  put(map, "looks_like_candidate", inferred.looks_like_candidate);
  put_measured(map, "looks_like_candidate_share", inferred.looks_like_candidate_share);
  put_if_true(map, "candidate_key", inferred.candidate_key);
  put(map, "candidate_key_exception", inferred.candidate_key_exception);
  put(map, "sensitivity", inferred.sensitivity);
  put(map, "epoch_unit", inferred.epoch_unit);
  return map;
}

Value encode_values(const std::vector<ValueCount>& values) {
  Value list = make_list();
  for (const ValueCount& listed : values) {
    Value entry = make_map();
    if (listed.value) entry.set("value", *listed.value);
    put(entry, "count", listed.count);
    put(entry, "spelling_of", listed.spelling_of);
    list.items.push_back(std::move(entry));
  }
  return list;
}

Value encode_frequencies(const Frequencies& frequencies) {
  Value map = make_map();
  put(map, "top", frequencies.top);
  put(map, "bottom", frequencies.bottom);
  put(map, "listed", frequencies.listed);
  put(map, "total", frequencies.total);
  return map;
}

Value encode_range(const Range& range) {
  Value map = make_map();
  map.set("min", round_measured(range.min));
  map.set("max", round_measured(range.max));
  put(map, "span_days", range.span_days);
  return map;
}

Value encode_length(const Length& length) {
  Value map = make_map();
  put(map, "min", length.min);
  put(map, "max", length.max);
  put_measured(map, "avg", length.avg);
  put_measured(map, "p95", length.p95);
  return map;
}

Value encode_freshness(const Freshness& freshness) {
  Value map = make_map();
  put(map, "max_age_days", freshness.max_age_days);
  put(map, "classification", freshness.classification);
  return map;
}

Value encode_sketch(const Sketch& sketch) {
  std::string bytes;
  bytes.reserve(sketch.hashes.size() * 8);
  for (const std::uint64_t hash : sketch.hashes) {
    for (int shift = 56; shift >= 0; shift -= 8)
      bytes += static_cast<char>(static_cast<unsigned char>(hash >> static_cast<unsigned>(shift)));
  }
  Value map = make_map();
  put(map, "method", sketch.method);
  put(map, "values", to_base64(bytes));
  return map;
}

void put_identity(Value& map, const ColumnPrint& column) {
  put(map, "sql_type", column.sql_type);
  put(map, "nullable", column.nullable);
  put(map, "null_count", column.null_count);
  put_measured(map, "null_rate", column.null_rate);
  put(map, "classification", column.classification);
  put(map, "physical_name", column.physical_name);
  put(map, "collation", column.collation);
  put(map, "cardinality", column.cardinality);
  put_measured(map, "cardinality_ratio", column.cardinality_ratio);
  put(map, "cardinality_method", column.cardinality_method);
  put(map, "rows_scanned", column.rows_scanned);
  put_if_true(map, "physical_layout_key", column.physical_layout_key);
  if (column.populated) map.set("populated", encode_populated(*column.populated));
  put(map, "redacted", column.redacted);
}

void put_numbers(Value& map, const ColumnPrint& column) {
  if (column.range) map.set("range", encode_range(*column.range));
  if (column.percentiles) {
    Value percentiles = make_map();
    for (const auto& [key, value] : *column.percentiles)
      percentiles.set(key, round_measured(value));
    map.set("percentiles", std::move(percentiles));
  }
  if (column.mean) map.set("mean", round_measured(*column.mean));
  if (column.sum) map.set("sum", round_measured(*column.sum));
  if (column.length) map.set("length", encode_length(*column.length));
  put(map, "zero_count", column.zero_count);
  put(map, "negative_count", column.negative_count);
  put(map, "empty_count", column.empty_count);
  put(map, "quantized_count", column.quantized_count);
  if (column.freshness) map.set("freshness", encode_freshness(*column.freshness));
}

}  // namespace

Value encode_column(const ColumnPrint& column) {
  Value map = make_map();
  put_identity(map, column);
  if (Value inferred = encode_inferred(column.inferred); !inferred.items.empty())
    map.set("inferred", std::move(inferred));
  if (column.values) map.set("values", encode_values(*column.values));
  put_measured(map, "values_coverage", column.values_coverage);
  put(map, "values_coverage_method", column.values_coverage_method);
  put(map, "distribution", column.distribution);
  if (column.frequencies) map.set("frequencies", encode_frequencies(*column.frequencies));
  put_numbers(map, column);
  put_unless_empty(map, "unrepresentable", column.unrepresentable);
  auto unmeasured = column.unmeasured;
  std::ranges::sort(unmeasured);
  put_unless_empty(map, "unmeasured", unmeasured);
  if (column.sketch) map.set("sketch", encode_sketch(*column.sketch));
  put(map, "normalized_cardinality", column.normalized_cardinality);
  return map;
}

}  // namespace leeway::print
