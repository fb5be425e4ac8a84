// Every statement of every dialect, held against statements/<dialect>.sql beside this file. With
// LEEWAY_UPDATE_GOLDEN set the files are written anew.
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "dialects/checks.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

using catalog::TableName;

struct Golden {
  std::string name;
  std::function<std::string(const Dialect&)> write;
};

TableName target_of(const Dialect& d) {
  const bool three_parts = d.name != "mysql" && d.name != "clickhouse" && d.name != "postgres";
  return {three_parts ? "db" : "", "main", "orders"};
}
TableName source_of(const Dialect& d) { return {target_of(d).catalog, "raw", "order \"list\""}; }

types::SqlType moment(const Dialect& d) {
  return parse_type(d, d.name == "clickhouse" ? "DateTime64(6)"
                       : d.name == "bigquery" ? "DATETIME"
                                              : "TIMESTAMP(6)");
}
constexpr std::string_view watermark = "2026-01-02 03:04:05.678901";
constexpr std::string_view now = "2026-11-30T23:35:16.250Z";

std::vector<Projection> projections(const Dialect& d) {
  return {project_column(d, "id", "id"), project_column(d, "Amount", "amount"),
          project_null(d, "gone", types::integer(32)),
          project_expression(d, "current_user -- who", "VARCHAR", "loaded_by")};
}

std::vector<Golden> definitions() {
  const std::string query = "SELECT 1 AS one";
  return {
      {"create_catalog",
       [](const Dialect& d) {
         return d.capabilities.create_catalog ? create_catalog(d, "db") : "none";
       }},
      {"create_schema",
       [](const Dialect& d) { return create_schema(d, target_of(d).schema_name()); }},
      {"create_table_as",
       [=](const Dialect& d) { return create_table_as(d, target_of(d), query); }},
      {"create_or_replace_table_as",
       [=](const Dialect& d) {
         return d.capabilities.replace == ReplaceForm::create_or_replace
                    ? create_or_replace_table_as(d, target_of(d), query)
                    : "none";
       }},
      {"create_view", [=](const Dialect& d) { return create_view(d, target_of(d), query); }},
      {"create_materialized_view",
       [=](const Dialect& d) {
         return d.capabilities.materialized_views ? create_materialized_view(d, target_of(d), query)
                                                  : "none";
       }},
      {"drop_table", [](const Dialect& d) { return drop_table(d, target_of(d)); }},
      {"drop_view", [](const Dialect& d) { return drop_view(d, target_of(d)); }},
      {"rename_table",
       [](const Dialect& d) { return rename_table(d, target_of(d), "old orders"); }},
      {"add_column",
       [](const Dialect& d) { return add_column(d, target_of(d), "region", types::integer(64)); }},
      {"alter_column_type nullable",
       [](const Dialect& d) {
         return alter_column_type(d, target_of(d), "amount", types::decimal(12, 2), true);
       }},
      {"alter_column_type not null",
       [](const Dialect& d) {
         return alter_column_type(d, target_of(d), "amount", types::decimal(12, 2), false);
       }},
      {"widen_prelude",
       [](const Dialect& d) { return widen_prelude(d, target_of(d)).value_or("none"); }},
      {"comment_on_table",
       [](const Dialect& d) { return comment_on_table(d, target_of(d), "it's a\\b\nline"); }},
      {"comment_on_column",
       [](const Dialect& d) {
         const std::string text = comment_on_column(d, target_of(d), "amount", "it's");
         return text.empty() ? "none" : text;
       }},
  };
}

std::vector<Golden> movements() {
  return {
      {"select", [](const Dialect& d) { return select(d, projections(d), source_of(d)); }},
      {"select where",
       [](const Dialect& d) {
         return select(d, {project_column(d, "id", "id")}, source_of(d),
                       newer_than(d, "at", watermark, moment(d)));
       }},
      {"insert_select",
       [](const Dialect& d) {
         return insert_select(d, target_of(d), projections(d), "SELECT 1, 2, 3, 4");
       }},
      {"delete_where",
       [](const Dialect& d) {
         return delete_where(d, target_of(d), equal_to(d, "at", watermark, moment(d)));
       }},
      {"merge",
       [](const Dialect& d) {
         return d.capabilities.merge
                    ? merge(d, target_of(d), projections(d), "SELECT 1 -- all;", {"ID"})
                    : "none";
       }},
      {"merge every match",
       [](const Dialect& d) {
         return d.capabilities.merge ? merge(d, target_of(d), projections(d), "SELECT 1;", {"id"},
                                             MergeUpdate::every_match)
                                     : "none";
       }},
      {"field_F117 merge of keys alone",
       [](const Dialect& d) {
         const std::vector<Projection> keys = {project_column(d, "a", "a"),
                                               project_column(d, "b", "b")};
         return d.capabilities.merge ? merge(d, target_of(d), keys, "SELECT 1", {"b", "a"})
                                     : "none";
       }},
      {"newer_than", [](const Dialect& d) { return newer_than(d, "n", "7", types::integer(64)); }},
      {"at_or_after", [](const Dialect& d) { return at_or_after(d, "at", watermark, moment(d)); }},
      {"equal_to",
       [](const Dialect& d) { return equal_to(d, "n", "1.50", types::decimal(10, 2)); }},
      {"watermark_probe",
       [](const Dialect& d) {
         return watermark_probe(d, {source_of(d), "at"}, TimedTable{target_of(d), "At", false},
                                std::string(watermark), moment(d));
       }},
      {"watermark_probe without a watermark",
       [](const Dialect& d) {
         return watermark_probe(d, {source_of(d), "at"}, std::nullopt, std::nullopt, moment(d));
       }},
      {"watermark_probe of numbers",
       [](const Dialect& d) {
         return watermark_probe(d, {source_of(d), "n", false}, std::nullopt, "7",
                                types::integer(64));
       }},
      {"watermark_read",
       [](const Dialect& d) { return watermark_read(d, target_of(d), "at", moment(d)); }},
      {"count_rows", [](const Dialect& d) { return count_rows(d, target_of(d)); }},
      {"duplicate_keys",
       [](const Dialect& d) { return duplicate_keys(d, target_of(d), {"a", "b"}); }},
      {"rows_differ_probe",
       [](const Dialect& d) {
         return rows_differ_probe(d, source_of(d), target_of(d), {"a", "b"});
       }},
  };
}

std::vector<Golden> checks() {
  const auto rows = [](const Dialect& d) { return CheckedRows{target_of(d), "x > 1 -- some"}; };
  const auto all = [](const Dialect& d) { return CheckedRows{target_of(d), ""}; };
  return {
      {"null_rates",
       [](const Dialect& d) { return null_rates(d, target_of(d), {"a", "b"}, 12.5); }},
      {"null_rates of all rows",
       [](const Dialect& d) { return null_rates(d, target_of(d), {"a"}, 100); }},
      {"freshness", [](const Dialect& d) { return freshness(d, target_of(d), "at", now); }},
      {"custom_check",
       [](const Dialect& d) {
         return custom_check(d, "SELECT COUNT(*) FROM {table}", target_of(d));
       }},
      {"not_null", [=](const Dialect& d) { return not_null_failures(d, rows(d), "a"); }},
      {"unique", [=](const Dialect& d) { return unique_failures(d, rows(d), {"a"}); }},
      {"composite", [=](const Dialect& d) { return unique_failures(d, all(d), {"a", "b"}); }},
      {"unique_expr",
       [=](const Dialect& d) { return unique_expression_failures(d, all(d), "lower(a)"); }},
      {"accepted_values",
       [=](const Dialect& d) { return accepted_values_failures(d, rows(d), "a", {"x", "it's"}); }},
      {"relationships",
       [=](const Dialect& d) {
         return relationship_failures(d, rows(d), "a", source_of(d), "key");
       }},
      {"expression",
       [=](const Dialect& d) { return expression_failures(d, all(d), "a > 1 -- x"); }},
      {"row_count_range",
       [=](const Dialect& d) { return row_count_failures(d, all(d), {.min = 1, .max = 1e6}); }},
      {"in_range",
       [=](const Dialect& d) { return range_failures(d, rows(d), "a", {.min = 0.5, .max = {}}); }},
      {"regex_match", [=](const Dialect& d) { return regex_failures(d, all(d), "a", "^\\d+'$"); }},
      {"aggregate",
       [=](const Dialect& d) {
         return aggregate_failures(d, all(d), "a", Aggregate::count_distinct,
                                   Comparison::greater_or_equal, 3);
       }},
      {"not_in_future",
       [=](const Dialect& d) { return not_in_future_failures(d, all(d), "at", now); }},
      {"older_than_n_days",
       [=](const Dialect& d) { return older_than_days_failures(d, all(d), "at", 2, now); }},
  };
}

std::string written(const Dialect& dialect) {
  std::string text;
  for (const auto& group : {definitions(), movements(), checks()})
    for (const auto& golden : group)
      text += "== " + golden.name + '\n' + golden.write(dialect) + "\n\n";
  return text;
}

std::string golden_file(const Dialect& dialect) {
  return std::string(LEEWAY_SOURCE_DIR "/tests/unit/dialects/statements/") +
         std::string(dialect.name) + ".sql";
}

TEST(GoldenStatementTest, every_statement_of_every_dialect) {
  for (const Dialect* dialect : all_dialects()) {
    const std::string file = golden_file(*dialect);
    if (std::getenv("LEEWAY_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << written(*dialect);
    std::stringstream expected;
    expected << std::ifstream(file).rdbuf();
    EXPECT_EQ(written(*dialect), expected.str()) << file;
  }
}

TEST(GoldenStatementTest, no_statement_ends_in_a_semicolon) {
  for (const Dialect* dialect : all_dialects())
    EXPECT_EQ(written(*dialect).find(";\n\n"), std::string::npos) << dialect->name;
}

}  // namespace
}  // namespace leeway::dialects
