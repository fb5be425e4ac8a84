#include "pipeline/drift.h"

#include <gmock/gmock.h>

#include "unit/pipeline/support.h"

namespace leeway::pipeline {
namespace {

using testing::dialect_named;
using ::testing::ElementsAre;
using testing::table;

using Texts = std::vector<std::string>;

const dialects::Dialect& duckdb = dialect_named("duckdb");
const catalog::TableName source_name = testing::source_name;
const catalog::TableName target_name = testing::target_name;

struct Case {
  std::string name;
  Texts source;
  Texts target;
  Texts actions;  // "kind: reason"
  bool rebuild = false;
  bool additive_only = true;
  Texts widened = {};
  Texts added = {};
  Texts removed = {};
  std::size_t notices = 0;
};

Texts names(const std::vector<const catalog::Column*>& columns) {
  Texts result;
  for (const auto* column : columns) result.push_back(column->name);
  return result;
}

class PlanEvolution : public ::testing::TestWithParam<Case> {};

TEST_P(PlanEvolution, decides) {
  const Case& c = GetParam();
  const auto source = table(duckdb, source_name, c.source);
  const auto target = table(duckdb, target_name, c.target);
  const auto evolution = plan_evolution(duckdb, source, target, {"_loaded_at"});

  Texts actions;
  for (const auto& action : evolution.actions) {
    actions.push_back(fmt::format("{}: {}", to_string(action.action), action.reason));
    EXPECT_EQ(action.table, "fake.staging__acme.orders");
    EXPECT_FALSE(action.changes.empty());
  }
  EXPECT_EQ(actions, c.actions);
  EXPECT_EQ(evolution.rebuild, c.rebuild);
  EXPECT_EQ(evolution.additive_only, c.additive_only);
  EXPECT_EQ(names(evolution.widen), c.widened);
  EXPECT_EQ(names(evolution.add), c.added);
  EXPECT_EQ(names(evolution.removed), c.removed);
  EXPECT_EQ(evolution.notices.size(), c.notices) << ::testing::PrintToString(evolution.notices);
}

INSTANTIATE_TEST_SUITE_P(
    Tables, PlanEvolution,
    ::testing::Values(
        Case{"equal", {"id INTEGER", "name VARCHAR"}, {"id INTEGER", "name VARCHAR"}, {}},
        Case{"another_spelling_of_a_type", {"id INT4", "s TEXT"}, {"id INTEGER", "s VARCHAR"}, {}},
        Case{"another_spelling_of_a_name", {"ID INTEGER"}, {"id INTEGER"}, {}},
        Case{"another_order", {"a INTEGER", "b DATE"}, {"b DATE", "a INTEGER"}, {}},
        Case{"one_new_column",
             {"id INTEGER", "region VARCHAR"},
             {"id INTEGER"},
             {"add_columns: added column 'region' (VARCHAR)"},
             false,
             true,
             {},
             {"region"}},
        Case{"two_new_columns",
             {"a DATE", "id INTEGER", "b BIGINT"},
             {"id INTEGER"},
             {"add_columns: added column 'a' (DATE), added column 'b' (BIGINT)"},
             false,
             true,
             {},
             {"a", "b"}},
        Case{"a_new_column_that_is_not_null_is_no_pure_addition",
             {"id INTEGER", "region VARCHAR NOT NULL"},
             {"id INTEGER"},
             {"add_columns: added column 'region' (VARCHAR)"},
             false,
             false,
             {},
             {"region"}},
        Case{"integer_widens",
             {"id BIGINT"},
             {"id INTEGER"},
             {"alter_column_types: column 'id' changed INTEGER -> BIGINT"},
             false,
             false,
             {"id"}},
        Case{"every_row_of_the_default_list",
             {"a BIGINT", "b DOUBLE", "c DECIMAL(12,2)", "d VARCHAR", "e VARCHAR", "f VARCHAR"},
             {"a TINYINT", "b FLOAT", "c DECIMAL(10,2)", "d BOOLEAN", "e DECIMAL(5,1)", "f DOUBLE"},
             {"alter_column_types: column 'a' changed TINYINT -> BIGINT, column 'b' changed FLOAT "
              "-> DOUBLE, column 'c' changed DECIMAL(10,2) -> DECIMAL(12,2), column 'd' changed "
              "BOOLEAN -> VARCHAR, column 'e' changed DECIMAL(5,1) -> VARCHAR, column 'f' changed "
              "DOUBLE -> VARCHAR"},
             false,
             false,
             {"a", "b", "c", "d", "e", "f"}},
        Case{"widening_with_a_new_column",
             {"id BIGINT", "region VARCHAR"},
             {"id INTEGER"},
             {"alter_column_types: column 'id' changed INTEGER -> BIGINT",
              "add_columns: added column 'region' (VARCHAR)"},
             false,
             false,
             {"id"},
             {"region"}},
        Case{"kind_changes",
             {"status INTEGER"},
             {"status VARCHAR"},
             {"drop_and_recreate: column 'status' changed VARCHAR -> INTEGER"},
             true,
             false,
             {},
             {},
             {},
             1},
        Case{"integer_narrows",
             {"id INTEGER"},
             {"id BIGINT"},
             {"drop_and_recreate: column 'id' changed BIGINT -> INTEGER"},
             true,
             false,
             {},
             {},
             {},
             1},
        Case{"date_to_timestamp",
             {"d TIMESTAMP"},
             {"d DATE"},
             {"drop_and_recreate: column 'd' changed DATE -> TIMESTAMP"},
             true,
             false,
             {},
             {},
             {},
             1},
        Case{"decimal_scale_changes",
             {"d DECIMAL(10,3)"},
             {"d DECIMAL(10,2)"},
             {"drop_and_recreate: column 'd' changed DECIMAL(10,2) -> DECIMAL(10,3)"},
             true,
             false,
             {},
             {},
             {},
             1},
        Case{
            "one_unsafe_change_takes_all_with_it",
            {"a BIGINT", "b INTEGER", "c DATE"},
            {"a INTEGER", "b VARCHAR"},
            {"drop_and_recreate: column 'b' changed VARCHAR -> INTEGER, column 'a' changed INTEGER "
             "-> BIGINT, added column 'c' (DATE)"},
            true,
            false,
            {},
            {"c"},
            {},
            1},
        Case{"a_removed_column_is_no_drift",
             {"id INTEGER"},
             {"id INTEGER", "old DATE"},
             {},
             false,
             true,
             {},
             {},
             {"old"}},
        Case{"a_rename_is_an_addition_with_a_hint",
             {"id INTEGER", "customer_name VARCHAR"},
             {"id INTEGER", "customer_nam VARCHAR"},
             {"add_columns: added column 'customer_name' (VARCHAR)"},
             false,
             true,
             {},
             {"customer_name"},
             {"customer_nam"},
             1},
        Case{"metadata_columns_are_no_drift",
             {"id INTEGER"},
             {"id INTEGER", "_LOADED_AT TIMESTAMP"},
             {}},
        Case{"a_target_that_forbids_null_is_told",
             {"id INTEGER"},
             {"id INTEGER NOT NULL"},
             {},
             false,
             true,
             {},
             {},
             {},
             1},
        Case{"a_source_that_forbids_null_is_not", {"id INTEGER NOT NULL"}, {"id INTEGER"}, {}},
        Case{"a_field_is_added",
             {"a STRUCT(x INTEGER, y VARCHAR)"},
             {"a STRUCT(x INTEGER)"},
             {"alter_column_types: added field 'a.y' (VARCHAR)"},
             false,
             true,
             {"a"}},
        Case{"a_field_widens",
             {"a STRUCT(x BIGINT)"},
             {"a STRUCT(x INTEGER)"},
             {"alter_column_types: column 'a.x' changed INTEGER -> BIGINT"},
             false,
             false,
             {"a"}},
        Case{"a_field_is_gone",
             {"a STRUCT(x INTEGER)"},
             {"a STRUCT(x INTEGER, y VARCHAR)"},
             {"drop_and_recreate: removed field 'a.y' (VARCHAR)"},
             true,
             false,
             {},
             {},
             {},
             1},
        Case{"list_elements_change_kind",
             {"a INTEGER[]"},
             {"a VARCHAR[]"},
             {"drop_and_recreate: column 'a[]' changed VARCHAR -> INTEGER"},
             true,
             false,
             {},
             {},
             {},
             1}),
    [](const auto& info) { return info.param.name; });

TEST(PlanEvolution, points_into_the_tables_given) {
  const auto source = table(duckdb, source_name, {"id BIGINT", "b DATE"});
  const auto target = table(duckdb, target_name, {"id INTEGER", "old DATE"});
  const auto evolution = plan_evolution(duckdb, source, target, {});
  ASSERT_EQ(evolution.widen.size(), 1U);
  EXPECT_EQ(evolution.widen[0], &source.columns[0]);
  EXPECT_THAT(evolution.add, ElementsAre(&source.columns[1]));
  EXPECT_THAT(evolution.removed, ElementsAre(&target.columns[1]));
}

// What a change may cost depends on whether the engine carries it out in place.
TEST(PlanEvolution, a_change_in_place_is_no_destructive_one) {
  const auto source = table(duckdb, source_name, {"a VARCHAR", "b BIGINT", "c DATE"});
  const auto target = table(duckdb, target_name, {"a INTEGER", "b INTEGER"});
  const auto evolution = plan_evolution(duckdb, source, target, {});
  ASSERT_EQ(evolution.actions.size(), 2U);
  for (const auto& change : evolution.actions[0].changes)
    EXPECT_EQ(change.danger, catalog::Danger::widening) << change.reason();
  EXPECT_EQ(evolution.actions[1].changes.at(0).danger, catalog::Danger::additive);

  const auto narrowed = table(duckdb, source_name, {"a INTEGER", "b SMALLINT"});
  const auto rebuild = plan_evolution(duckdb, narrowed, target, {});
  ASSERT_EQ(rebuild.actions.size(), 1U);
  EXPECT_EQ(rebuild.actions[0].changes.at(0).danger, catalog::Danger::destructive);
}

TEST(PlanEvolution, reasons_show_no_raw_control_bytes) {
  auto source = table(duckdb, source_name, {"id INTEGER", "x DATE"});
  source.columns[1].name = "x\x1b[31m\n";
  const auto target = table(duckdb, target_name, {"id INTEGER"});
  const auto evolution = plan_evolution(duckdb, source, target, {});
  ASSERT_EQ(evolution.actions.size(), 1U);
  EXPECT_EQ(evolution.actions[0].reason.find('\x1b'), std::string::npos);
  EXPECT_EQ(evolution.actions[0].reason.find('\n'), std::string::npos);
  EXPECT_EQ(evolution.actions[0].changes[0].column, source.columns[1].name);
}

// The lists of engines that the requirement narrows or that carry ALTER out in another way.
struct EngineCase {
  std::string engine, from, to;
  bool safe;
};

class EngineEvolution : public ::testing::TestWithParam<EngineCase> {};

TEST_P(EngineEvolution, follows_the_list) {
  const auto& c = GetParam();
  const auto& dialect = dialect_named(c.engine);
  const auto source = table(dialect, source_name, {"c " + c.to});
  const auto target = table(dialect, target_name, {"c " + c.from});
  const auto evolution = plan_evolution(dialect, source, target, {});
  ASSERT_EQ(evolution.actions.size(), 1U);
  EXPECT_EQ(evolution.actions[0].action,
            c.safe ? ActionKind::alter_column_types : ActionKind::drop_and_recreate);
  EXPECT_EQ(evolution.actions[0].reason, fmt::format("column 'c' changed {} -> {}", c.from, c.to));
}

INSTANTIATE_TEST_SUITE_P(
    Lists, EngineEvolution,
    ::testing::Values(EngineCase{"duckdb", "INTEGER", "BIGINT", true},
                      EngineCase{"duckdb", "BOOLEAN", "VARCHAR", true},
                      EngineCase{"duckdb", "VARCHAR", "INTEGER", false},
                      EngineCase{"duckdb", "DATE", "TIMESTAMP", false},
                      EngineCase{"duckdb", "TINYINT", "SMALLINT", true},
                      EngineCase{"duckdb", "FLOAT", "DOUBLE", true},
                      EngineCase{"duckdb", "DECIMAL(10,2)", "DECIMAL(12,2)", true},
                      EngineCase{"duckdb", "DECIMAL(10,2)", "DECIMAL(12,3)", false},
                      EngineCase{"duckdb", "INTEGER", "DOUBLE", false},
                      EngineCase{"duckdb", "INTEGER", "DECIMAL(18,0)", false},
                      EngineCase{"duckdb", "UTINYINT", "SMALLINT", false},
                      EngineCase{"snowflake", "NUMBER(10,2)", "NUMBER(12,2)", true},
                      EngineCase{"snowflake", "VARCHAR(10)", "VARCHAR(20)", true},
                      EngineCase{"snowflake", "NUMBER(10,2)", "NUMBER(12,3)", false},
                      EngineCase{"snowflake", "NUMBER(10,0)", "VARCHAR", false},
                      EngineCase{"snowflake", "BOOLEAN", "VARCHAR", false},
                      EngineCase{"snowflake", "NUMBER(12,2)", "NUMBER(10,2)", false},
                      EngineCase{"bigquery", "INT64", "NUMERIC", true},
                      EngineCase{"bigquery", "INT64", "BIGNUMERIC", true},
                      EngineCase{"bigquery", "NUMERIC", "BIGNUMERIC", true},
                      EngineCase{"bigquery", "INT64", "STRING", false},
                      EngineCase{"bigquery", "NUMERIC", "STRING", false},
                      EngineCase{"bigquery", "BOOL", "STRING", false},
                      EngineCase{"bigquery", "INT64", "FLOAT64", false},
                      EngineCase{"databricks", "INT", "BIGINT", true},
                      EngineCase{"databricks", "FLOAT", "DOUBLE", true},
                      EngineCase{"databricks", "DECIMAL(10,2)", "DECIMAL(12,2)", true},
                      EngineCase{"databricks", "VARCHAR(10)", "VARCHAR(20)", true},
                      EngineCase{"databricks", "INT", "STRING", false},
                      EngineCase{"databricks", "DATE", "TIMESTAMP", false},
                      EngineCase{"trino", "integer", "bigint", true},
                      EngineCase{"trino", "real", "double", true},
                      EngineCase{"trino", "decimal(10,2)", "decimal(12,2)", true},
                      EngineCase{"trino", "varchar", "integer", false},
                      EngineCase{"trino", "date", "timestamp(6)", false}),
    [](const auto& info) {
      std::string name = info.param.engine + "_" + info.param.from + "_to_" + info.param.to;
      std::ranges::replace_if(name, [](char c) { return std::isalnum(c) == 0; }, '_');
      return name;
    });

}  // namespace
}  // namespace leeway::pipeline
