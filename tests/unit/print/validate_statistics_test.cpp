// Every conformance code about the fields, counts and lists of statistics.yaml.
#include <gtest/gtest.h>

#include "unit/print/validate_support.h"

namespace leeway::print {
namespace {

using testing_support::edit_file;
using testing_support::expect_faults;
using testing_support::expect_finding;
using enum testing_support::Severity;

TEST(ValidateStatistics, Schema) {
  expect_faults("customers",
                {{"schema.missing-required-field", "", "row_count: 4\n", ""},
                 {"schema.missing-required-field", "", "row_count_method: exact\n", ""},
                 {"schema.missing-required-field", "", "type: table\n", ""},
                 {"schema.missing-required-field", "id", "min: 1, max: 10", "max: 10"},
                 {"schema.missing-required-field", "joined", ", span_days: 3", ""},
                 {"schema.missing-required-field", "id", ", total: 2", ""},
                 {"schema.missing-required-field", "joined", ", classification: live", ""},
                 {"schema.missing-required-field", "city", ", avg: 5.0", ""},
                 {"schema.type-mismatch", "", "row_count: 4", "row_count: '4'"},
                 {"schema.type-mismatch", "id", "nullable: false", "nullable: no way"},
                 {"schema.type-mismatch", "id", "min: 1, max", "min: [1], max"},
                 {"schema.type-mismatch", "vip", "count: 3}", "count: three}"},
                 {"schema.type-mismatch", "photo", "sql_type: BLOB", "sql_type: 7"},
                 {"schema.invalid-percentile-key", "id", "p50", "p5"},
                 {"schema.invalid-percentile-key", "id", "p50", "q50"},
                 {"schema.unknown-classification", "photo", "unsupported", "binary", {}, warning},
                 {"schema.unknown-looks-like", "city", "country_code", "color", {}, warning},
                 {"schema.unknown-sensitivity", "name", "personal_name", "pet_name", {}, warning},
                 {"version.missing-format-version", "", "format_version: 1\n", ""},
                 {"version.unknown-format-version", "", "format_version: 1", "format_version: 3"}});
  expect_faults("orders",
                {{"schema.unknown-looks-like", "city", "filename", "color", {}, warning},
                 {"schema.unknown-epoch-unit", "seen", "seconds", "fortnights", {}, warning}});
}

TEST(ValidateStatistics, FieldsOfAClass) {
  const std::string missing = "stats.missing-required-field-for-classification";
  const std::string forbidden = "stats.forbidden-field-for-classification";
  expect_faults(
      "customers",
      {{missing, "id", "    mean: 4.25\n", ""},
       {missing, "id", "    quantized_count: 4\n", ""},
       {missing, "joined", "    quantized_count: 0\n", ""},
       {missing, "joined", "    freshness: {max_age_days: 5, classification: live}\n", ""},
       {missing, "vip", "    values_coverage: 1.0\n", ""},
       {missing, "city", "    length: {min: 5, max: 5, avg: 5.0, p95: 5.0}\n", ""},
       {missing, "notes", "    cardinality_ratio: 0.25\n", ""},
       {missing, "photo", "    null_rate: 0.0\n", ""},
       {missing, "photo", "    null_count: 0\n", ""},
       {forbidden, "id", "    sum: 17", "    sum: 17\n    values_coverage: 0.5"},
       {forbidden, "id", "max: 10}", "max: 10, span_days: 9}"},
       {forbidden, "born", "    unrep", "    quantized_count: 3\n    unrep"},
       {forbidden, "vip", "    values:", "    distribution: imbalanced\n    values:"},
       {forbidden, "notes", "    cardinality:", "    values: []\n    cardinality:"},
       {forbidden, "notes", "    cardinality:", "    redacted: mask\n    cardinality:"},
       {forbidden, "photo", "BLOB", "BLOB\n    cardinality: 0"},
       {forbidden, "id", "candidate_key: true", "candidate_key: true, fk_candidate: true"}});
  expect_faults("orders", {{forbidden, "customer_id", "    sketch",
                            "    length: {min: 1, max: 1, avg: 1.0, p95: 1.0}\n    sketch"},
                           {forbidden, "note", "    empty_count",
                            "    distribution: uniform\n    empty_count"},
                           {forbidden, "at", "redacted: hash", "redacted: drop"}});
}

TEST(ValidateStatistics, Counts) {
  expect_faults(
      "customers",
      {{"stats.cardinality-exceeds-row-count",
        "notes",
        "cardinality: 1\n    cardinality_ratio: 0.25",
        "cardinality: 5\n    cardinality_ratio: 1.25",
        {"stats.candidate-key-mismatch"}},
       {"stats.null-count-exceeds-row-count",
        "photo",
        "null_count: 0\n    null_rate: 0.0",
        "null_count: 5\n    null_rate: 1.25",
        {"stats.null-patterns-reconciliation-mismatch", "stats.null-rate-mismatch"}},
       {"stats.nullable-contradicts-null-count", "city", "nullable: true", "nullable: false"},
       {"stats.degenerate-count-exceeds-row-count", "id", "zero_count: 0", "zero_count: 5"},
       {"stats.degenerate-count-exceeds-row-count", "id", "negative_count: 0", "negative_count: 5"},
       {"stats.degenerate-count-exceeds-row-count", "joined", "quantized_count: 0",
        "quantized_count: 5"},
       {"stats.degenerate-count-exceeds-row-count", "name", "empty_count: 0", "empty_count: 5"},
       {"stats.null-rate-mismatch", "city", "0.25", "0.26"},
       {"stats.cardinality-ratio-mismatch", "vip", "0.5", "0.4"},
       {"stats.normalized-cardinality-exceeds-cardinality", "city", "normalized_cardinality: 1",
        "normalized_cardinality: 3"},
       {"stats.length-order-violated", "name", "avg: 5.0", "avg: 2.0"},
       {"stats.length-order-violated", "name", "avg: 5.0", "avg: 9.5"},
       {"stats.excess-precision", "id", "mean: 4.25", "mean: 4.2500001"},
       {"stats.excess-precision", "id", "p50: 2.5", "p50: 2.5000001"},
       {"stats.excess-precision", "", "strength: 1.0", "strength: 0.9999999"},
       {"stats.mean-outside-range", "id", "mean: 4.25", "mean: 10.5"},
       {"stats.mean-outside-range", "id", "mean: 4.25", "mean: 0.5"}});
}

// One of ten million: a share that would round to 0 or to 1 says neither.
TEST(ValidateStatistics, SharesNeverRoundToNothingOrAll) {
  const std::string text =
      "format_version: 1\ntable: shop.main.nothing\ntype: table\n"
      "profiled_at: '2024-01-10T12:00:00Z'\nrow_count: 10000000\nrow_count_method: exact\n"
      "null_patterns: {coverage: 1.0, patterns: [{columns: [a], count: 9999999}, {columns: [at],\n"
      "  count: 1}]}\ngrain: {keys: []}\ndependencies: []\ncolumns:\n"
      "  a: {sql_type: JSON, nullable: true, null_count: 9999999, null_rate: 0.999999,\n"
      "    classification: json, cardinality: 1, cardinality_ratio: 0.000001,\n"
      "    cardinality_method: exact}\n"
      "  at: {sql_type: JSON, nullable: true, null_count: 1, null_rate: 0.000001,\n"
      "    classification: json, cardinality: 9, cardinality_ratio: 0.000001,\n"
      "    cardinality_method: exact}\n";
  const std::string file = "shop/main/nothing/statistics.yaml";
  auto files = testing_support::wellformed_print();
  files[file] = text;
  EXPECT_TRUE(testing_support::validate(files).empty())
      << testing_support::told(testing_support::validate(files));
  expect_finding(
      {"stats.null-rate-mismatch", error, {{file, "", "null_rate: 0.999999", "null_rate: 1.0"}}},
      files);
  expect_finding(
      {"stats.null-rate-mismatch", error, {{file, "", "null_rate: 0.000001", "null_rate: 0.0"}}},
      files);
  expect_finding({"stats.cardinality-ratio-mismatch",
                  error,
                  {{file, "", "cardinality_ratio: 0.000001", "cardinality_ratio: 0.0"}}},
                 files);
}

TEST(ValidateStatistics, Lists) {
  expect_faults(
      "customers",
      {{"stats.values-sum-mismatch",
        "vip",
        "count: 3",
        "count: 2",
        {"stats.values-coverage-mismatch"},
        warning},
       {"stats.values-sum-mismatch",
        "name",
        "count: 1}, {value: '[redacted]', count: 1}",
        "count: 4}, {value: '[redacted]', count: 1}",
        {"stats.values-coverage-mismatch"},
        warning},
       {"stats.values-sum-mismatch",
        "id",
        "{value: 1, count: 1}",
        "{value: 1, count: 9}",
        {},
        warning},
       {"stats.values-coverage-mismatch",
        "name",
        "values_coverage: 0.5",
        "values_coverage: 0.6",
        {},
        warning},
       {"stats.values-list-short-of-cardinality",
        "vip",
        "[{value: false, count: 3}, {value: true, count: 1}]",
        "[{value: false, count: 4}]",
        {"annotations.unknown-value"}},
       {"stats.values-list-exceeds-cardinality",
        "vip",
        "{value: true, count: 1}",
        "{value: true, count: 1}, {value: maybe, count: 0}",
        {},
        warning},
       {"stats.values-not-ordered", "vip", "[{value: false, count: 3}, {value: true, count: 1}]",
        "[{value: true, count: 1}, {value: false, count: 3}]"},
       {"stats.values-not-ordered", "joined",
        "[{value: '2024-01-01T10:00:00', count: 1}, {value: '2024-01-02T10:00:00', count: 1}]",
        "[{value: '2024-01-02T10:00:00', count: 1}, {value: '2024-01-01T10:00:00', count: 1}]"},
       {"stats.values-not-ordered", "id", "[{value: 1, count: 1}, {value: 10, count: 1}]",
        "[{value: 2, count: 1}, {value: 10, count: 1}]"},
       {"stats.spelling-of-target-unlisted", "city", "spelling_of: Paris", "spelling_of: PARIS"},
       {"stats.spelling-of-key-mismatch",
        "city",
        "{value: paris,",
        "{value: pari,",
        {"annotations.unknown-value", "annotations.claim-contradicts-statistic"}},
       {"stats.redacted-without-marker", "id", "{value: 1, count: 1}", "{count: 1}"},
       {"stats.distribution-mismatch",
        "city",
        "distribution: uniform",
        "distribution: imbalanced",
        {},
        warning},
       {"stats.distribution-contradicts-frequencies", "id", "distribution: uniform",
        "distribution: imbalanced"},
       {"stats.distribution-contradicts-frequencies", "id", "listed: 2, total: 2",
        "listed: 2, total: 1"}});
}

// Where one value or none stands behind a redaction, no aggregate of it is told.
TEST(ValidateStatistics, AggregatesOfOneRedactedValue) {
  const std::string file = "shop/main/nothing/statistics.yaml";
  auto files = testing_support::wellformed_print();
  edit_file(files, {"manifest.yaml", "main/nothing\n", "columns: 2", "columns: 1"});
  files[file] =
      "format_version: 1\ntable: shop.main.nothing\ntype: table\n"
      "profiled_at: '2024-01-10T12:00:00Z'\nrow_count: 1\nrow_count_method: exact\n"
      "grain: {keys: []}\ndependencies: []\ncolumns:\n  a:\n    sql_type: VARCHAR\n"
      "    nullable: true\n    null_count: 0\n    null_rate: 0.0\n    classification: text\n"
      "    cardinality: 1\n    cardinality_ratio: 1.0\n    cardinality_method: exact\n"
      "    redacted: mask\n    inferred: {candidate_key: true}\n"
      "    values: [{value: '[redacted]', count: 1}]\n    values_coverage: 1.0\n"
      "    distribution: dominant_value\n    empty_count: 0\n";
  EXPECT_TRUE(testing_support::validate(files).empty())
      << testing_support::told(testing_support::validate(files));
  expect_finding({"stats.forbidden-field-for-classification",
                  error,
                  {{file, "", "    empty_count",
                    "    length: {min: 1, max: 1, avg: 1.0, p95: 1.0}\n    empty_count"}}},
                 files);
}

TEST(ValidateStatistics, BoundedLists) {
  expect_faults(
      "customers",
      {{"stats.values-list-short-of-cardinality-bounded",
        "city",
        "[{value: Paris, count: 2}, {value: paris, count: 1, spelling_of: Paris}]\n"
        "    values_coverage: 1.0\n    values_coverage_method: measured\n    distribution: uniform",
        "[{value: paris, count: 4}]\n    values_coverage: 1.0\n"
        "    values_coverage_method: bounded\n    distribution: dominant_value",
        {},
        warning}});
}

}  // namespace
}  // namespace leeway::print
