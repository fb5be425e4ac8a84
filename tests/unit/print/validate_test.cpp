// Every conformance code about the files, the manifest, the relationships, the diff and the
// annotations of a print; validate_statistics_test.cpp and
// validate_blocks_test.cpp have the others.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/print/validate_support.h"

namespace leeway::print {
namespace {

using testing_support::edit_file;
using testing_support::expect_finding;
using testing_support::Mutation;
using testing_support::told;
using testing_support::validate;
using testing_support::wellformed_print;
using enum testing_support::Severity;

const std::string manifest = "manifest.yaml";
const std::string diff = "diff.yaml";
const std::string customers = "shop/main/customers/";
const std::string orders = "shop/main/orders/";
const std::string incoming = customers + "relationships.yaml";
const std::string outgoing = orders + "relationships.yaml";
const std::string notes = customers + "statistics.annotations.yaml";
const std::string edge_notes = orders + "relationships.annotations.yaml";

void expect_all(const std::vector<Mutation>& mutations) {
  for (const auto& mutation : mutations) expect_finding(mutation);
}

TEST(Validate, AWellFormedPrintHasNoFinding) {
  const auto issues = validate(wellformed_print());
  EXPECT_TRUE(issues.empty()) << told(issues);
}

TEST(Validate, WhatTheFormatTolerates) {
  auto files = wellformed_print();
  files.erase(customers + "description.md");
  edit_file(files, {manifest, "", "      description: description.md\n", ""});
  edit_file(files,
            {manifest, "", "dbprint_version", "profiling_params: {later: 1}\ndbprint_version"});
  edit_file(files,
            {customers + "statistics.yaml", "  id:", "    mean", "    geometry: 3\n    mean"});
  edit_file(files, {diff, "", "*",
                    "format_version: 1\ngenerated_at: '2024-01-10T12:00:00Z'\nconnection: shop\n"
                    "adapter: duckdb\nbaseline: {source: committed_prints, path: prints/shop,\n"
                    "  generated_at: null, dbprint_version: null}\n"
                    "target: {source: live_database, scanned_at: '2024-01-10T12:00:00.25Z',\n"
                    "  selectors: {include: ['*'], exclude: []}, tables_scanned: 5}\n"
                    "summary: {tables_added: 0, tables_removed: 0, tables_modified: 0,\n"
                    "  columns_added: 0, columns_removed: 0, columns_type_changed: 0,\n"
                    "  columns_nullable_changed: 0, columns_default_changed: 0,\n"
                    "  statistics_drifted: 0, relationships_changed: 0, indexes_changed: 0,\n"
                    "  comments_changed: 0, unchanged_tables: 4, unevaluated_tables: 1}\n"
                    "changes: []\n"});
  files[".leeway-run/journal"] = "";
  const auto issues = validate(files);
  EXPECT_TRUE(issues.empty()) << told(issues);
}

TEST(Validate, Layout) {
  expect_all({
      {"layout.missing-reading-guide", error, {{"reading.md", "", "*", ""}}},
      {"layout.missing-diff", error, {{diff, "", "*", ""}}},
      {"layout.invalid-path-segment", error, {{"shop/Main/x/notes.md", "", "", "x"}}},
      {"layout.invalid-path-segment", error, {{"shop/-main/x/notes.md", "", "", "x"}}},
      {"layout.unknown-file", warning, {{customers + "notes.txt", "", "", "x"}}},
      {"layout.unknown-file", warning, {{"notes.txt", "", "", "x"}}},
      {"layout.unexpected-directory-level",
       error,
       {{"shop/orders/ddl.sql", "", "", "CREATE TABLE t(i INTEGER);\n"}},
       {"manifest.orphaned-artifact"}},
  });
}

// Nothing says which files belong to the print: those of tables are then all in no entry.
TEST(Validate, APrintWithoutItsManifest) {
  expect_finding({"layout.missing-manifest",
                  error,
                  {{manifest, "", "*", ""}},
                  {"manifest.orphaned-artifact"}});
}

TEST(Validate, DepthOfFolders) {
  auto files = wellformed_print();
  for (const auto& [adapter, conforms] :
       std::vector<std::pair<std::string, bool>>{{"duckdb", true},
                                                 {"snowflake", true},
                                                 {"postgres", true},
                                                 {"redshift", true},
                                                 {"databricks", true},
                                                 {"mysql", false},
                                                 {"clickhouse", false},
                                                 {"bigquery", false},
                                                 {"", true},
                                                 {"other", true}}) {
    const auto issues = validate(files, adapter);
    EXPECT_EQ(std::ranges::none_of(issues,
                                   [](const Issue& issue) {
                                     return issue.code == "layout.unexpected-directory-level";
                                   }),
              conforms)
        << adapter << "\n"
        << told(issues);
  }
}

TEST(Validate, Schema) {
  expect_all({
      {"schema.invalid-yaml", error, {{outgoing, "", "*", "refers_to: [\n"}}},
      {"schema.invalid-yaml", error, {{diff, "", "*", "a: 1\na: 2\n"}}},
      {"schema.missing-required-field", error, {{manifest, "", "default_collation: binary\n", ""}}},
      {"schema.missing-required-field", error, {{manifest, "", ", exclude: []", ""}}},
      {"schema.missing-required-field",
       error,
       {{manifest, "", "{ddl: ddl.sql, statistics", "{statistics"}},
       {"manifest.orphaned-artifact"}},
      {"schema.missing-required-field", error, {{outgoing, "", "referenced_by: []\n", ""}}},
      {"schema.missing-required-field", error, {{diff, "", "adapter: duckdb\n", ""}}},
      {"schema.missing-required-field", error, {{diff, "", "  path: prints/shop\n", ""}}},
      {"schema.missing-required-field", error, {{diff, "", ", indexes_changed: 0", ""}}},
      {"schema.missing-required-field", error, {{diff, "", "before_method: exact, ", ""}}},
      {"schema.missing-required-field", error, {{diff, "", ", type: table", ""}}},
      {"schema.missing-required-field",
       error,
       {{edge_notes, "", "refers_to:", "refers:"}},
       {"schema.type-mismatch"}},
      {"schema.type-mismatch", error, {{manifest, "", "row_count: 4", "row_count: four"}}},
      {"schema.type-mismatch", error, {{manifest, "", "'2024-01-10T12:00:00Z'", "'2024-01-10'"}}},
      {"schema.type-mismatch",
       error,
       {{manifest, "", "'2024-01-10T12:00:00Z'", "'2024-01-10T12:00:00+01:00'"}}},
      {"schema.type-mismatch",
       error,
       {{outgoing, "", "eligible_target: false", "eligible_target: 0"}}},
      {"schema.type-mismatch", error, {{notes, "", "    note: never", "    memo: never"}}},
      {"schema.type-mismatch", error, {{notes, "", "columns: [id], note", "columns: [id], memo"}}},
      {"schema.type-mismatch", error, {{notes, "", "value: paris, note", "value: paris, memo"}}},
      {"schema.type-mismatch", error, {{edge_notes, "", "note: a", "memo: a"}}},
      {"schema.type-mismatch", error, {{edge_notes, "", "verdict: rejected", "verdict: maybe"}}},
      {"schema.type-mismatch", error, {{"manifest.annotations.yaml", "", "notes", "memo"}}},
      {"schema.unknown-change-kind",
       warning,
       {{diff, "", "kind: grain_changed", "kind: grain_moved"}}},
  });
}

TEST(Validate, Version) {
  expect_all({
      {"version.missing-format-version", error, {{outgoing, "", "format_version: 1\n", ""}}},
      {"version.missing-format-version", error, {{diff, "", "format_version: 1\n", ""}}},
      {"version.missing-format-version", error, {{notes, "", "format_version: 1\n", ""}}},
      {"version.missing-format-version", error, {{outgoing, "", "*", "[]\n"}}},
      {"version.invalid-format-version", error, {{manifest, "", "version: 1", "version: '1'"}}},
      {"version.invalid-format-version", error, {{manifest, "", "version: 1", "version: 0"}}},
      {"version.invalid-format-version", error, {{manifest, "", "version: 1", "version: 1.5"}}},
      {"version.unknown-format-version", error, {{diff, "", "version: 1", "version: 2"}}},
      {"version.unknown-format-version",
       error,
       {{manifest, "", "version: 1", "version: 2"},
        {customers + "statistics.yaml", "", "mean: 4.25", "mean: 99"}},
       {"stats.mean-outside-range"}},
  });
}

TEST(Validate, Manifest) {
  const std::string path = customers + "statistics.yaml";
  expect_all({
      {"manifest.missing-artifact", error, {{orders + "ddl.sql", "", "*", ""}}},
      {"manifest.missing-artifact", error, {{"manifest.annotations.yaml", "", "*", ""}}},
      {"manifest.missing-artifact", error, {{customers + "description.md", "", "*", ""}}},
      {"manifest.missing-artifact",
       error,
       {{manifest, "", "statistics.yaml", "stats.yaml"}},
       {"manifest.orphaned-artifact"}},
      {"manifest.orphaned-artifact", warning, {{"shop/main/old/ddl.sql", "", "", "x\n"}}},
      {"manifest.orphaned-artifact", warning, {{"shop/main/old/description.md", "", "", "x\n"}}},
      {"manifest.orphaned-artifact",
       warning,
       {{"shop/main/names/relationships.yaml", "", "",
         "format_version: 1\ntable: shop.main.names\nprofiled_at: '2024-01-10T12:00:00Z'\n"
         "refers_to: []\nreferenced_by: []\n"}}},
      {"manifest.table-fqn-mismatch",
       error,
       {{path, "", "shop.main.customers", "shop.main.clients"}}},
      {"manifest.table-fqn-mismatch",
       error,
       {{outgoing, "", "shop.main.orders", "shop.main.sales"}}},
      {"manifest.selectors-mismatch-diff", error, {{diff, "", "include: ['*']", "include: [a]"}}},
      {"manifest.selectors-mismatch-diff", error, {{manifest, "", "exclude: []", "exclude: [a]"}}},
      {"manifest.columns-count-mismatch", error, {{manifest, "", "columns: 8", "columns: 9"}}},
      {"ddl.empty-file", error, {{orders + "ddl.sql", "", "*", "\n"}}},
      {"ddl.missing-trailing-newline", warning, {{orders + "ddl.sql", "", ";\n", ";"}}},
  });
}

TEST(Validate, Relationships) {
  const std::string sketch = customers + "statistics.yaml";
  expect_all({
      {"relationships.column-array-length-mismatch",
       error,
       {{outgoing, "", "target_column: [id, city]", "target_column: [id]"}},
       {"relationships.broken-reciprocity"}},
      {"relationships.column-array-length-mismatch",
       error,
       {{incoming, "", "referencer_column: [payer]", "referencer_column: [payer, day]"}}},
      {"relationships.column-array-length-mismatch",
       error,
       {{edge_notes, "", "column: [note]", "column: [note, at]"}},
       {"relationships.path-on-composite-endpoint"}},
      {"relationships.broken-reciprocity",
       error,
       {{outgoing, "", "column: [customer_id]", "column: [seen]"}},
       {"annotations.unknown-edge", "relationships.observed-fanout-mismatch",
        "relationships.observed-coherent-mismatch"}},
      {"relationships.ineligible-target-is-referenced",
       error,
       {{incoming, "", "eligible_target: true", "eligible_target: false"}}},
      {"relationships.path-on-composite-endpoint",
       error,
       {{outgoing, "[id, city]", "  detection", "  path: [a]\n  detection"}}},
      {"relationships.observed-fanout-mismatch", error, {{outgoing, "", "avg: 2.0", "avg: 2.1"}}},
      {"relationships.observed-fanout-mismatch", error, {{incoming, "", "avg: 2.0", "avg: 2.1"}}},
      {"relationships.observed-coverage-mismatch", error, {{outgoing, "", "0.75", "0.5"}}},
      {"relationships.observed-coherent-mismatch",
       error,
       {{outgoing, "", "coherent: true", "coherent: false"}},
       {"annotations.claim-contradicts-statistic"}},
      {"relationships.observed-containment-mismatch",
       error,
       {{outgoing, "", "containment: 1.0", "containment: 0.9"}}},
      {"relationships.observed-answerable-count-mismatch",
       error,
       {{outgoing, "", "count: 3", "count: 2"}}},
      {"stats.excess-precision", error, {{outgoing, "", "0.75", "0.7500001"}}},
  });
}

// Without sketches the coverage is that of the counts, and it never exceeds 1.
TEST(Validate, CoverageWithoutSketches) {
  auto files = wellformed_print();
  for (const auto& file : {incoming, outgoing})
    edit_file(files, {file, "", ", containment: 1.0, answerable_count: 3", ""});
  edit_file(files,
            {orders + "statistics.yaml", "",
             "    sketch: {method: kmv_md5_lo64, values: AAAAAAAAAAEAAAAAAAAAAgAAAAAAAAAD}\n", ""});
  EXPECT_TRUE(validate(files).empty()) << told(validate(files));
  expect_finding(
      {"relationships.observed-coverage-mismatch", error, {{outgoing, "", "0.75", "0.7"}}}, files);
}

// No hash of the child lies below the largest one of a parent that holds 1024 of them.
TEST(Validate, ContainmentThatNoSketchCanTell) {
  std::string payload;
  for (int i = 0; i < 1024; ++i) payload += std::string("\0\0\0\0\0\0", 6) + char(i >> 8) + char(i);
  std::string text;
  for (std::size_t i = 0; i < payload.size(); i += 3) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (i + j < payload.size() ? static_cast<unsigned char>(payload[i + j]) : 0U);
    for (int shift = 18; shift >= 0; shift -= 6) text += digits[bits >> shift & 63U];
  }
  text.replace(text.size() - 1, 1, "=");
  expect_finding(
      {"relationships.observed-containment-forbidden",
       error,
       {{customers + "statistics.yaml", "", "AAAAAAAAAAEAAAAAAAAAAgAAAAAAAAADAAAAAAAAAAQ=", text},
        {orders + "statistics.yaml", "", "AAAAAAAAAAEAAAAAAAAAAgAAAAAAAAAD",
         "AAAAAAEAAAAAAAABAAAAAQAAAAEAAAAC"}}});
}

TEST(Validate, AReferrerThatCannotBeReadBreaksNothing) {
  expect_finding({"schema.invalid-yaml", error, {{outgoing, "", "*", "refers_to: [\n"}}});
}

TEST(Validate, Diff) {
  const std::string action = "on_delete: {before: NO ACTION, after: CASCADE}";
  expect_all({
      {"diff.summary-count-mismatch",
       warning,
       {{diff, "", "statistics_drifted: 2", "statistics_drifted: 3"}}},
      {"diff.summary-count-mismatch",
       warning,
       {{diff, "", "tables_modified: 3", "tables_modified: 2"}},
       {"diff.summary-total-mismatch"}},
      {"diff.summary-total-mismatch",
       warning,
       {{diff, "", "tables_scanned: 5", "tables_scanned: 4"}}},
      {"diff.relationship-modified-no-change", error, {{diff, "", ",\n  " + action, ""}}},
      {"diff.relationship-modified-no-change", error, {{diff, action, "CASCADE", "NO ACTION"}}},
      {"diff.comment-target-column-mismatch",
       error,
       {{diff, "", "target: column", "target: table"}}},
      {"diff.comment-target-column-mismatch",
       error,
       {{diff, "", ", column: city, before: null", ", before: null"}}},
      {"diff.statistic-changed-delta-on-non-numeric",
       error,
       {{diff, "", "after: uniform", "after: uniform, delta: 1"}}},
      {"diff.statistic-changed-delta-on-non-numeric",
       error,
       {{diff, "", "after: uniform", "after: uniform, delta_pct: 1"}}},
      {"diff.statistic-changed-delta-pct-sign-mismatch", error, {{diff, "", "-0.15", "0.15"}}},
      {"diff.row-count-changed-delta-mismatch", error, {{diff, "", "delta: 1", "delta: 2"}}},
      {"diff.grain-changed-no-change",
       error,
       {{diff, "", "{keys: [{columns: [id], detection: declared}]}", "{keys: []}"}}},
      {"diff.physical-layout-changed-no-change",
       error,
       {{diff, "", "{mechanism: sort, keys: [{expression: joined, column: joined}]}", "null"}}},
      {"diff.depends-on-changed-no-change",
       error,
       {{diff, "", "after: [shop.main.customers]", "after: []"}}},
      {"privacy.redacted-value-compared",
       error,
       {{diff, "",
         "column: id, stat: mean, before: 5.0,\n  after: 4.25, delta: -0.75, delta_pct: -0.15",
         "column: name, stat: length.max, before: 5, after: 9"}}},
  });
}

TEST(Validate, Annotations) {
  expect_all({
      {"annotations.unknown-column", warning, {{notes, "", "  id:", "  identity:"}}},
      {"annotations.grain-unknown-column",
       warning,
       {{notes, "", "columns: [id]", "columns: [no]"}}},
      {"annotations.unknown-value", warning, {{notes, "", "value: paris", "value: Lyon"}}},
      {"annotations.unknown-value",
       warning,
       {{notes, "", "value: true", "value: true"},
        {customers + "statistics.yaml", "  vip:",
         "[{value: false, count: 3}, {value: true, count: 1}]", "[{value: false, count: 4}]"}},
       {"stats.values-list-short-of-cardinality"}},
      {"annotations.value-note-unassertable",
       warning,
       {{notes, "", "  id:\n", "  name: {values: [{value: A, note: first}]}\n  id:\n"}}},
      {"annotations.claim-contradicts-statistic", warning, {{notes, "", "max: 5", "max: 2"}}},
      {"annotations.claim-contradicts-statistic",
       warning,
       {{notes, "", "key: true", "key: false"}}},
      {"annotations.claim-contradicts-statistic",
       warning,
       {{notes, "", "[Paris, paris, Lyon]", "[Lyon]"}}},
      {"annotations.claim-contradicts-statistic",
       warning,
       {{edge_notes, "", "coherent: true", "coherent: false"}}},
      {"annotations.claim-unassertable", warning, {{notes, "", "cardinality:", "empty_count:"}}},
      {"annotations.claim-unassertable",
       warning,
       {{notes, "", "cardinality: {min: 1, max: 5}", "cardinality: many"}}},
      {"annotations.claim-unassertable",
       warning,
       {{notes, "", "  id:\n", "  at: {}\n  id:\n"},
        {notes, "", "  at: {}\n", "  name: {claims: {length.max: 9}}\n"},
        {notes, "", "length.max: 9", "range.max: z"}}},
      {"annotations.unknown-edge", warning, {{edge_notes, "", "[customer_id]", "[seen]"}}},
      {"annotations.verdict-on-declared-edge",
       warning,
       {{edge_notes, "", "[customer_id]", "[customer_id, city]"},
        {edge_notes, "", "target_column: [id]", "target_column: [id, city]"},
        {edge_notes, "", "  claims: {observed.coherent: true}\n", ""}}},
  });
}

// An addition to a list that is not complete is news, not a mistake.
TEST(Validate, ANoteOnAValueOfAPartialList) {
  auto files = wellformed_print();
  files[orders + "statistics.annotations.yaml"] =
      "format_version: 1\ncolumns: {city: {values: [{value: z.txt, note: new}]}}\n";
  EXPECT_TRUE(validate(files).empty()) << told(validate(files));
}

TEST(Validate, FindingsGoByPathAndCode) {
  auto files = wellformed_print();
  edit_file(files, {customers + "statistics.yaml", "", "mean: 4.25", "mean: 99.1234567"});
  edit_file(files, {diff, "", "tables_scanned: 5", "tables_scanned: 4"});
  edit_file(files, {orders + "ddl.sql", "", ";\n", ";"});
  std::vector<std::string> places;
  for (const auto& issue : validate(files)) places.push_back(issue.path + " " + issue.code);
  EXPECT_EQ(places,
            (std::vector<std::string>{
                "diff.yaml::summary diff.summary-total-mismatch",
                "shop/main/customers/statistics.yaml::columns.id.mean stats.excess-precision",
                "shop/main/customers/statistics.yaml::columns.id.mean stats.mean-outside-range",
                "shop/main/orders/ddl.sql ddl.missing-trailing-newline"}));
}

}  // namespace
}  // namespace leeway::print
