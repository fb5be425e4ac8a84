// Prints with every part that a diff compares, for the tests of diffs.
#pragma once

#include "print/print.h"

namespace leeway::print::samples {

inline ColumnPrint id_column() {
  ColumnPrint column;
  column.key = "id";
  column.sql_type = "INTEGER";
  column.nullable = false;
  column.null_count = 0;
  column.null_rate = 0;
  column.classification = "numeric";
  column.cardinality = 100;
  column.cardinality_ratio = 1;
  column.cardinality_method = "exact";
  column.inferred.candidate_key = true;
  column.values = {{make_integer(1), 1, {}}, {make_integer(2), 1, {}}};
  column.distribution = "long_tail";
  column.frequencies = Frequencies{1, 1, 20, 20};
  column.range = Range{make_integer(1), make_integer(100), {}};
  column.percentiles = {{"p25", make_integer(25)}, {"p50", make_integer(50)}};
  column.mean = make_real(50.5);
  column.sum = make_integer(5050);
  column.zero_count = 0;
  column.negative_count = 0;
  column.quantized_count = 100;
  return column;
}

inline ColumnPrint state_column() {
  ColumnPrint column;
  column.key = "state";
  column.sql_type = "VARCHAR";
  column.nullable = true;
  column.null_count = 10;
  column.null_rate = 0.1;
  column.classification = "categorical";
  column.cardinality = 2;
  column.cardinality_ratio = 0.02;
  column.cardinality_method = "exact";
  column.inferred.sensitivity = "contact";
  column.values = {{make_string("open"), 60, {}}, {make_string("shut"), 30, {}}};
  column.values_coverage = 1;
  column.values_coverage_method = "measured";
  column.distribution = "uniform";
  column.length = Length{4, 4, 4, 4};
  column.normalized_cardinality = 2;
  return column;
}

inline ColumnPrint note_column() {
  ColumnPrint column = state_column();
  column.key = "note";
  column.classification = "text";
  column.inferred = {};
  column.inferred.looks_like = "email";
  column.inferred.sampled = 90;
  column.inferred.matched = 90;
  column.empty_count = 3;
  column.collation = "nocase";
  column.physical_name = "Note";
  return column;
}

inline ColumnPrint at_column() {
  ColumnPrint column;
  column.key = "at";
  column.sql_type = "TIMESTAMP";
  column.nullable = true;
  column.null_count = 0;
  column.null_rate = 0;
  column.classification = "temporal";
  column.cardinality = 90;
  column.cardinality_ratio = 0.9;
  column.populated =
      Populated{make_string("2026-01-01T00:00:00"), make_string("2026-02-01T00:00:00")};
  column.range = Range{make_string("2026-01-01T00:00:00"), make_string("2026-02-01T00:00:00"), 31};
  column.percentiles = {{"p50", make_string("2026-01-15T00:00:00")}};
  column.freshness = Freshness{3, "live"};
  column.unrepresentable = {"p99"};
  return column;
}

inline TablePrint orders() {
  TablePrint table;
  table.fqn = "shop.main.orders";
  table.type = "table";
  table.path = "shop/main/orders";
  table.ddl =
      "CREATE TABLE orders(id INTEGER DEFAULT(7), state VARCHAR, note VARCHAR, at TIMESTAMP);\n"
      "CREATE INDEX by_state ON orders(state);\n"
      "COMMENT ON TABLE \"main\".\"orders\" IS 'All orders';\n"
      "COMMENT ON COLUMN \"main\".\"orders\".\"state\" IS 'open or shut';\n";
  Statistics statistics;
  statistics.row_count = 100;
  statistics.row_count_method = "exact";
  statistics.physical_layout = PhysicalLayout{"sort", {{"id", "id"}}};
  statistics.grain = Grain{{{{"id"}, "declared"}}, true};
  statistics.dependencies.emplace();
  statistics.columns = {id_column(), state_column(), note_column(), at_column()};
  table.row_count = statistics.row_count;
  table.statistics = statistics;
  Edge edge;
  edge.column = {"id"};
  edge.other_table = "shop.main.customers";
  edge.other_column = {"id"};
  edge.on_delete = "CASCADE";
  edge.on_update = "NO ACTION";
  edge.detection = "declared";
  table.relationships = Relationships{true, {edge}, {}};
  return table;
}

inline TablePrint overview() {
  TablePrint view;
  view.fqn = "shop.main.overview";
  view.type = "view";
  view.path = "shop/main/overview";
  view.ddl = "CREATE VIEW overview AS SELECT 1 AS id;\n";
  Statistics statistics;
  statistics.catalog_only = true;
  statistics.grain.emplace();
  statistics.depends_on = {"shop.main.orders"};
  ColumnPrint column;
  column.key = "id";
  column.sql_type = "INTEGER";
  column.classification = "numeric";
  statistics.columns = {column};
  view.statistics = statistics;
  return view;
}

inline Print shop() {
  Print print;
  print.generated_at = "2026-05-17T22:48:01Z";
  print.connection = "primary";
  print.adapter = "duckdb";
  print.producer_version = "0.1.0";
  print.complete_ddl = true;
  print.tables = {orders(), overview()};
  return print;
}

}  // namespace leeway::print::samples
