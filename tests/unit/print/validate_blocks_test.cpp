// Every conformance code about the blocks and markers of statistics.yaml.
#include <gtest/gtest.h>

#include "unit/print/validate_support.h"

namespace leeway::print {
namespace {

using testing_support::edit_file;
using testing_support::expect_faults;
using enum testing_support::Severity;

TEST(ValidateBlocks, Scope) {
  const std::string scope = "scope: {rows_scanned: 10, sample: 0.01}";
  expect_faults(
      "visits",
      {{"stats.scope-not-a-mapping", "", scope, "scope: part"},
       {"stats.scope-missing-rows-scanned", "", "rows_scanned: 10, ", ""},
       {"stats.scope-rows-scanned-exceeds-row-count", "",
        "row_count: 1000\nrow_count_method: approximate", "row_count: 9\nrow_count_method: exact"},
       {"stats.scope-sample-out-of-range", "", "sample: 0.01", "sample: 1.5"},
       {"stats.scope-sample-out-of-range", "", "sample: 0.01", "sample: 0"},
       {"stats.scope-sample-and-filter", "", "sample: 0.01", "sample: 0.01, filter: a > 1"},
       {"stats.scope-asserts-nothing",
        "",
        "row_count: 1000\nrow_count_method: approximate\n" + scope,
        "row_count: 10\nrow_count_method: exact\nscope: {rows_scanned: 10}",
        {},
        warning},
       {"stats.population-marker-mismatch", "kind", "    rows_scanned: 10\n", ""},
       {"stats.population-marker-mismatch", "kind", "rows_scanned: 10", "rows_scanned: 11"},
       {"stats.grain-measured-under-scope", "", "detection: declared", "detection: measured"},
       {"stats.dependencies-measured-under-scope", "", "dependencies: []",
        "dependencies: [{determinant: page, dependent: kind, strength: 1.0}]"},
       {"stats.timeline-under-scope",
        "",
        "dependencies: []",
        "dependencies: []\ntimeline: {column: kind, unit: day, buckets: [], coverage: 0.0}",
        {"stats.timeline-anchor-not-temporal"}}});
  expect_faults("customers", {{"stats.population-marker-mismatch", "vip",
                               "    values:", "    rows_scanned: 4\n    values:"}});
  // An estimate may have been too low; a filter may have found nothing.
  auto files = testing_support::wellformed_print();
  edit_file(files, {"shop/main/visits/statistics.yaml", "", "row_count: 1000", "row_count: 9"});
  EXPECT_TRUE(testing_support::validate(files).empty());
}

TEST(ValidateBlocks, Markers) {
  expect_faults(
      "customers",
      {{"stats.unrepresentable-names-unemitted-field", "born", "[min]", "[min, p75]"},
       {"stats.unrepresentable-empty", "born", "[min]", "[]"},
       {"stats.physical-name-matches-key", "born", "Born", "born", {}, warning},
       {"stats.candidate-key-mismatch",
        "id",
        "    inferred: {candidate_key: true}\n",
        "",
        {"annotations.claim-contradicts-statistic"}},
       {"stats.candidate-key-mismatch", "vip",
        "    values:", "    inferred: {candidate_key: true}\n    values:"},
       {"stats.candidate-key-exception-mismatch", "id", "key: true}",
        "key: true, candidate_key_exception: estimated}"},
       {"stats.looks-like-candidate-with-verdict", "city", "{looks",
        "{looks_like: filename, looks"},
       {"stats.looks-like-candidate-at-verdict-threshold", "city", "share: 0.5", "share: 0.95"},
       {"privacy.unredacted-sensitive",
        "city",
        "{looks",
        "{sensitivity: contact, looks",
        {},
        warning}});
  expect_faults(
      "visits",
      {{"stats.unmeasured-names-emitted-field", "page", "[distribution", "[length, distribution"},
       {"stats.unmeasured-names-unrequired-field", "page", "[distribution", "[range, distribution"},
       {"stats.unmeasured-names-unrequired-field", "page", "[distribution",
        "[inferred.sensitivity, distribution"},
       {"stats.unmeasured-names-emitted-block", "", "[null_patterns]",
        "[dependencies, null_patterns]"}});
}

TEST(ValidateBlocks, Days) {
  expect_faults(
      "customers",
      {{"stats.span-days-mismatch", "joined", "span_days: 3", "span_days: 4"},
       {"stats.max-age-days-mismatch", "joined", "max_age_days: 5", "max_age_days: 6"},
       {"stats.max-age-days-mismatch", "born", "max_age_days: 8775", "max_age_days: 8774"},
       {"stats.percentiles-not-ordered", "joined", "p25: '2024-01-01", "p25: '2024-01-03"},
       {"stats.percentiles-not-ordered", "id", "p25: 2,", "p25: 3,"},
       {"stats.percentile-outside-range", "id", "p50: 2.5", "p50: 11"},
       {"stats.percentile-outside-range", "joined", "p50: '2024-01-02T10:00:00'",
        "p50: '2024-01-04T12:00:00.75'"}});
  expect_faults(
      "orders",
      {{"stats.uncoarsened-redacted-day-count", "at", "span_days: 90", "span_days: 91"},
       {"stats.uncoarsened-redacted-day-count", "at", "max_age_days: 180", "max_age_days: 181"}});
}

TEST(ValidateBlocks, NullPatterns) {
  const std::string block = "  - {columns: [], count: 3}\n  - {columns: [city], count: 1}\n";
  expect_faults(
      "customers",
      {{"stats.null-patterns-absent-with-nulls", "",
        "null_patterns:\n  coverage: 1.0\n  coverage_method: measured\n  patterns:\n" + block, ""},
       {"stats.null-patterns-unknown-column", "", "[city], count: 1", "[city, town], count: 1"},
       {"stats.null-patterns-duplicate-combination", "", "  - {columns: [city], count: 1}\n",
        "  - {columns: [city], count: 1}\n  - {columns: [city], count: 0}\n"},
       {"stats.null-patterns-not-ordered", "", block,
        "  - {columns: [city], count: 1}\n  - {columns: [], count: 3}\n"},
       {"stats.null-patterns-coverage-mismatch", "", "coverage: 1.0\n  coverage_method: measured",
        "coverage: 0.9"},
       {"stats.null-patterns-sum-exceeds-rows-scanned", "", "count: 3}", "count: 4}"},
       {"stats.null-patterns-sum-exceeds-rows-scanned-bounded",
        "",
        "measured\n  patterns:\n  - {columns: [], count: 3}",
        "bounded\n  patterns:\n  - {columns: [], count: 4}",
        {},
        warning},
       {"stats.null-patterns-reconciliation-mismatch", "", block,
        "  - {columns: [], count: 2}\n  - {columns: [city], count: 2}\n"},
       {"stats.null-patterns-reconciliation-mismatch-bounded",
        "",
        "measured\n  patterns:\n" + block,
        "bounded\n  patterns:\n  - {columns: [], count: 2}\n  - {columns: [city], count: 2}\n",
        {},
        warning}});
  expect_faults("orders",
                {{"stats.null-patterns-absent-with-nulls", "", "grain:",
                  "null_patterns: {coverage: 1.0, patterns: [{columns: [], count: 6}]}\ngrain:"}});
}

TEST(ValidateBlocks, LayoutGrainAndDependencies) {
  expect_faults(
      "customers",
      {{"stats.physical-layout-unknown-column", "", "column: joined}]",
        "column: joined}, {expression: x, column: x}]"},
       {"stats.physical-layout-key-not-declared", "vip",
        "    values:", "    physical_layout_key: true\n    values:"},
       {"stats.physical-layout-key-missing-marker", "joined", "    physical_layout_key: true\n",
        ""},
       {"stats.grain-unknown-column", "", "[vip, born]", "[vip, age]"},
       {"stats.grain-duplicate-key", "", "{columns: [vip, born], detection: measured}",
        "{columns: [vip, born], detection: measured}\n  - {columns: [born, vip], detection: "
        "declared}"},
       {"stats.dependencies-unknown-column", "", "determinant: joined", "determinant: left"},
       {"stats.dependencies-self-referential", "", "dependent: city", "dependent: joined"},
       {"stats.dependencies-strength-out-of-range", "", "strength: 1.0", "strength: 1.1"},
       {"stats.dependencies-strength-out-of-range", "", "strength: 1.0", "strength: 0"},
       {"stats.dependencies-direction-impossible", "", "determinant: joined, dependent: city",
        "determinant: city, dependent: joined"},
       {"stats.depends-on-on-table", "", "grain:", "depends_on: []\ngrain:"}});
  expect_faults("nothing",
                {{"stats.grain-measured-on-empty-table", "", "keys: []",
                  "keys: [{columns: [a, at], detection: measured}]"},
                 {"stats.dependencies-measured-on-empty-table", "", "dependencies: []",
                  "dependencies: [{determinant: a, dependent: at, strength: 1.0}]"},
                 {"stats.timeline-on-empty-table",
                  "",
                  "dependencies: []",
                  "dependencies: []\ntimeline: {column: at, unit: day, buckets: [], coverage: 0.0}",
                  {"stats.timeline-anchor-not-temporal"}}});
}

TEST(ValidateBlocks, Timeline) {
  const std::string first = "  - {start: '2024-01-01T00:00:00', count: 1}\n";
  const std::string second = "  - {start: '2024-01-02T00:00:00', count: 1}\n";
  expect_faults("customers",
                {{"stats.timeline-unknown-column", "", "column: joined\n", "column: left\n"},
                 {"stats.timeline-anchor-not-temporal", "", "column: joined\n", "column: notes\n"},
                 {"stats.timeline-buckets-unordered", "", first + second, second + first},
                 {"stats.timeline-coverage-mismatch", "", "  coverage: 1.0\ncolumns",
                  "  coverage: 0.9\ncolumns"},
                 {"stats.populated-out-of-anchor-range", "city", "to: '2024-01-03T10:00:00'",
                  "to: '2024-01-05T10:00:00'"},
                 {"stats.populated-out-of-anchor-range", "city", "from: '2024-01-01T10:00:00'",
                  "from: '2023-01-01T10:00:00'"}});
  expect_faults(
      "orders",
      {{"stats.populated-without-timeline", "city", "    values:",
        "    populated: {from: '2024-01-01T10:00:00', to: '2024-01-01T10:00:00'}\n    values:"},
       {"stats.timeline-anchor-redacted", "", "dependencies: []",
        "dependencies: []\ntimeline: {column: at, unit: day, buckets: [], coverage: 0.0}"}});
}

TEST(ValidateBlocks, Sketches) {
  const std::string sketch = "AAAAAAAAAAEAAAAAAAAAAgAAAAAAAAADAAAAAAAAAAQ=";
  std::string wide;  // 1026 numbers of 8 bytes, all 0
  for (int i = 0; i < 1026 * 8 / 3; ++i) wide += "AAAA";
  expect_faults("customers", {{"stats.sketch-unknown-method", "id", "kmv_md5_lo64", "hll"},
                              {"stats.sketch-invalid-encoding", "id", sketch, "'%%%'"},
                              {"stats.sketch-oversized", "id", sketch, wide},
                              {"stats.sketch-not-ascending",
                               "id",
                               sketch,
                               "AAAAAAAAAAIAAAAAAAAAAQAAAAAAAAADAAAAAAAAAAQ=",
                               {}}});
}

TEST(ValidateBlocks, PlainViews) {
  const std::string code = "stats.measurement-under-catalog-only";
  expect_faults("names", {{code, "", "classification: text", "classification: text, null_count: 0"},
                          {code, "", "grain:", "row_count: 3\ngrain:"},
                          {code, "", "grain:", "dependencies: []\ngrain:"}});
}

}  // namespace
}  // namespace leeway::print
