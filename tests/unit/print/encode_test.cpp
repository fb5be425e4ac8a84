#include <gtest/gtest.h>

#include "print/encode.h"

namespace leeway::print {
namespace {

ColumnPrint full_column() {
  ColumnPrint column;
  column.key = "amount";
  column.sql_type = "DECIMAL(10,2)";
  column.nullable = true;
  column.null_count = 1;
  column.null_rate = 1.0 / 3;
  column.classification = "numeric";
  column.physical_name = "Amount";
  column.collation = "de";
  column.cardinality = 2;
  column.cardinality_ratio = 2.0 / 3;
  column.cardinality_method = "exact";
  column.rows_scanned = 3;
  column.physical_layout_key = true;
  column.populated = Populated{make_string("2026-01-01"), make_string("2026-02-01")};
  column.redacted = "mask";
  column.inferred = {"email", 10, 9, "url", 0.5, true, "estimated", "contact", "seconds"};
  column.values = {{make_number("0.123456789"), 2, std::nullopt},
                   {make_string("yes"), 1, "no"},
                   {std::nullopt, 1, std::nullopt}};
  column.values_coverage = 1;
  column.values_coverage_method = "measured";
  column.distribution = "uniform";
  column.frequencies = Frequencies{2, 1, 2, 3};
  column.range = Range{make_number("0.123456789"), make_integer(9), 4};
  column.percentiles = {{"p01", make_number("0.5")}, {"p99", make_number("0.00000012345678")}};
  column.mean = make_number("4.5");
  column.sum = make_integer(9);
  column.length = Length{1, 2, 1.5, 2};
  column.zero_count = 0;
  column.negative_count = 1;
  column.empty_count = 2;
  column.quantized_count = 3;
  column.freshness = Freshness{3, "live"};
  column.unrepresentable = {"min"};
  column.unmeasured = {"values", "mean"};
  column.sketch = Sketch{"kmv_md5_lo64", {1, 0xFFFFFFFFFFFFFFFF}};
  column.normalized_cardinality = 2;
  return column;
}

TEST(EncodeColumn, KeysStandInTheFormatsOrder) {
  EXPECT_EQ(to_yaml(encode_column(full_column())), R"(sql_type: DECIMAL(10,2)
nullable: true
null_count: 1
null_rate: 0.333333
classification: numeric
physical_name: Amount
collation: de
cardinality: 2
cardinality_ratio: 0.666667
cardinality_method: exact
rows_scanned: 3
physical_layout_key: true
populated:
  from: '2026-01-01'
  to: '2026-02-01'
redacted: mask
inferred:
  looks_like: email
  sampled: 10
  matched: 9
  looks_like_candidate: url
  looks_like_candidate_share: 0.5
  candidate_key: true
  candidate_key_exception: estimated
  sensitivity: contact
  epoch_unit: seconds
values:
- value: 0.123456789
  count: 2
- value: 'yes'
  count: 1
  spelling_of: 'no'
- count: 1
values_coverage: 1.0
values_coverage_method: measured
distribution: uniform
frequencies:
  top: 2
  bottom: 1
  listed: 2
  total: 3
range:
  min: 0.123457
  max: 9
  span_days: 4
percentiles:
  p01: 0.5
  p99: 0.000000123457
mean: 4.5
sum: 9
length:
  min: 1
  max: 2
  avg: 1.5
  p95: 2.0
zero_count: 0
negative_count: 1
empty_count: 2
quantized_count: 3
freshness:
  max_age_days: 3
  classification: live
unrepresentable:
- min
unmeasured:
- mean
- values
sketch:
  method: kmv_md5_lo64
  values: AAAAAAAAAAH//////////w==
normalized_cardinality: 2
)");
}

TEST(EncodeColumn, WhatIsAbsentHasNoKey) {
  ColumnPrint column;
  column.sql_type = "BLOB";
  column.classification = "unsupported";
  EXPECT_EQ(to_yaml(encode_column(column)), "sql_type: BLOB\nclassification: unsupported\n");
}

TablePrint small_table() {
  TablePrint table;
  table.fqn = "shop.main.t";
  table.type = "table";
  table.path = "shop/main/t";
  table.profiled_at = "2026-05-17T22:48:01Z";
  table.row_count = 3;
  table.max_age_days = 7;
  table.ddl = "CREATE TABLE t(i INTEGER);\n";
  table.statistics = Statistics{};
  table.statistics->profiled_at = table.profiled_at;
  table.relationships = Relationships{};
  return table;
}

TEST(EncodeStatistics, KeysStandInTheFormatsOrder) {
  TablePrint table = small_table();
  Statistics& statistics = *table.statistics;
  statistics.row_count = 3;
  statistics.row_count_method = "exact";
  statistics.scope = Scope{2, 0.5, std::nullopt};
  statistics.null_patterns = NullPatterns{1, "measured", {{{"a"}, 2}, {{}, 1}}};
  statistics.physical_layout = PhysicalLayout{"sort", {{"a", "a"}, {"lower(b)", std::nullopt}}};
  statistics.grain = Grain{{{{"a", "b"}, "measured"}}, true};
  statistics.dependencies = {{"a", "b", 0.99}};
  statistics.timeline = Timeline{"d", "week", {{make_string("2026-01-05"), 2}}, 1};
  statistics.depends_on = std::vector<std::string>{};
  statistics.unmeasured = {"physical_layout", "dependencies"};
  EXPECT_EQ(to_yaml(encode_statistics(table)), R"(format_version: 1
table: shop.main.t
type: table
profiled_at: '2026-05-17T22:48:01Z'
row_count: 3
row_count_method: exact
scope:
  rows_scanned: 2
  sample: 0.5
null_patterns:
  coverage: 1.0
  coverage_method: measured
  patterns:
  - columns:
    - a
    count: 2
  - columns: []
    count: 1
physical_layout:
  mechanism: sort
  keys:
  - expression: a
    column: a
  - expression: lower(b)
grain:
  keys:
  - columns:
    - a
    - b
    detection: measured
  search:
    exhausted: true
dependencies:
- determinant: a
  dependent: b
  strength: 0.99
timeline:
  column: d
  unit: week
  buckets:
  - start: '2026-01-05'
    count: 2
  coverage: 1.0
depends_on: []
unmeasured:
- dependencies
- physical_layout
columns: {}
)");
}

TEST(EncodeStatistics, ACatalogOnlyViewSaysSo) {
  TablePrint table = small_table();
  table.type = "view";
  table.statistics->catalog_only = true;
  EXPECT_EQ(to_yaml(encode_statistics(table)),
            "format_version: 1\ntable: shop.main.t\ntype: view\n"
            "profiled_at: '2026-05-17T22:48:01Z'\ncatalog_only: true\ngrain:\n  keys: []\n"
            "columns: {}\n");
}

TEST(EncodeRelationships, BothEndsNameTheOtherByItsPart) {
  TablePrint table = small_table();
  table.relationships->eligible_target = false;
  table.relationships->refers_to = {
      {{"a"}, "shop.main.u", {"id"}, "CASCADE", "NO ACTION", "declared", "fk", {}}};
  table.relationships->referenced_by = {{{"a"},
                                         "shop.main.v",
                                         {"t_id"},
                                         {},
                                         {},
                                         "inferred",
                                         {},
                                         Observed{true, 1.5, 1, 3, true, 1, 7}}};
  EXPECT_EQ(to_yaml(encode_relationships(table)), R"(format_version: 1
table: shop.main.t
profiled_at: '2026-05-17T22:48:01Z'
eligible_target: false
refers_to:
- column:
  - a
  target_table: shop.main.u
  target_column:
  - id
  on_delete: CASCADE
  on_update: NO ACTION
  detection: declared
  constraint_name: fk
referenced_by:
- column:
  - a
  referencer_table: shop.main.v
  referencer_column:
  - t_id
  detection: inferred
  observed:
    fanout_avg: 1.5
    target_coverage: 1.0
    scope_compatible: true
    fanout_max: 3
    coherent: true
    containment: 1.0
    answerable_count: 7
)");
}

TEST(EncodeManifest, KeysStandInTheFormatsOrder) {
  Print print;
  print.generated_at = "2026-05-17T22:48:01Z";
  print.connection = "primary";
  print.adapter = "duckdb";
  print.producer_version = "0.1.0";
  print.default_collation = "binary";
  print.complete_ddl = true;
  print.has_annotations = true;
  print.tables = {small_table()};
  print.tables[0].has_description = true;
  print.tables[0].statistics_params = StatisticsParams{.top_n_values = 5, .percentiles = {50}};
  EXPECT_EQ(to_yaml(encode_manifest(print)), R"(format_version: 1
generated_at: '2026-05-17T22:48:01Z'
connection: primary
adapter: duckdb
dbprint_version: '0.1.0'
statistics_params:
  enumeration_threshold: 50
  top_n_values: 20
  top_n_null_patterns: 20
  looks_like_sample_size: 1000
  percentiles:
  - 1
  - 25
  - 50
  - 75
  - 99
selectors:
  include:
  - '*'
  exclude: []
redaction_rules_configured: 0
default_collation: binary
ddl_includes:
- indexes
- comments
manifest_annotations: manifest.annotations.yaml
tables:
  shop.main.t:
    type: table
    path: shop/main/t
    artifacts:
      ddl: ddl.sql
      statistics: statistics.yaml
      relationships: relationships.yaml
      description: description.md
    columns: 0
    profiled_at: '2026-05-17T22:48:01Z'
    row_count: 3
    max_age_days: 7
    statistics_params:
      top_n_values: 5
      percentiles:
      - 50
)");
}

}  // namespace
}  // namespace leeway::print
