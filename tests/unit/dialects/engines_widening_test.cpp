// What each engine carries out in place, and what it does not.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "dialects/dialect.h"

namespace leeway::dialects {
namespace {

struct Change {
  std::string from;
  std::string to;
};

struct Rules {
  std::string dialect;
  std::vector<Change> safe;
  std::vector<Change> unsafe;
};

std::vector<Rules> rules() {
  return {
      {"postgres",
       {{"smallint", "integer"},
        {"integer", "bigint"},
        {"integer", "numeric(10,0)"},
        {"bigint", "numeric"},
        {"integer", "double precision"},
        {"real", "double precision"},
        {"numeric(10,2)", "numeric(12,2)"},
        {"numeric(10,2)", "numeric(14,4)"},
        {"numeric(10,2)", "numeric"},
        {"varchar(10)", "varchar(20)"},
        {"varchar(10)", "text"},
        {"bit varying(3)", "bit varying(5)"},
        {"timestamp(3)", "timestamp(6)"},
        {"time(0)", "time(3)"},
        {"integer", "text"},
        {"numeric(6,3)", "varchar(8)"},
        {"numeric", "text"},
        {"boolean", "text"},
        {"double precision", "text"}},
       {{"bigint", "integer"},
        {"bigint", "double precision"},
        {"numeric(38,6)", "numeric(38,2)"},
        {"numeric", "numeric(38,10)"},
        {"varchar(20)", "varchar(17)"},
        {"text", "integer"},
        {"char(3)", "char(5)"},
        {"date", "timestamp"},
        {"timestamp", "timestamptz"},
        {"numeric(6,3)", "varchar(5)"},
        {"json", "jsonb"},
        {"integer[]", "bigint[]"}}},
      {"mysql",
       {{"int", "bigint"},
        {"mediumint", "int"},
        {"int unsigned", "bigint"},
        {"int unsigned", "bigint unsigned"},
        {"tinyint(1)", "int"},
        {"int", "decimal(10,0)"},
        {"int", "double"},
        {"float", "double"},
        {"decimal(10,2)", "decimal(12,2)"},
        {"varchar(10)", "varchar(20)"},
        {"varchar(100)", "text"},
        {"text", "longtext"},
        {"varbinary(3)", "varbinary(5)"},
        {"datetime", "datetime(6)"},
        {"time(3)", "time(6)"},
        {"int", "varchar(11)"},
        {"decimal(10,2)", "varchar(12)"},
        {"bool", "varchar(5)"},
        {"enum('a')", "enum('a','b')"}},
       {{"bigint unsigned", "bigint"},
        {"bigint", "bigint unsigned"},
        {"decimal(10,2)", "decimal(10,0)"},
        {"varchar(10)", "varchar(5)"},
        {"varchar(100)", "tinytext"},
        {"longtext", "text"},
        {"float", "text"},
        {"datetime", "timestamp"},
        {"date", "datetime"},
        {"enum('a','b')", "enum('b','a')"},
        {"char(3)", "char(5)"},
        {"bigint", "double"},
        {"int", "float"},
        {"text", "int"}}},
      {"clickhouse",
       {{"Int32", "Int64"},
        {"UInt32", "Int64"},
        {"Int128", "Int256"},
        {"Int32", "Float64"},
        {"Int64", "Decimal(38, 10)"},
        {"Float32", "Float64"},
        {"Decimal(10, 2)", "Decimal(20, 4)"},
        {"Int64", "String"},
        {"Decimal(10, 2)", "String"},
        {"Float64", "String"},
        {"Bool", "String"},
        {"Nullable(Int32)", "Nullable(Int64)"},
        {"Enum8('a' = 0)", "Enum8('a' = 0, 'b' = 1)"}},
       {{"String", "Nullable(String)"},
        {"Nullable(String)", "String"},
        {"Int32", "Nullable(Int64)"},
        {"Int64", "Float64"},
        {"Date", "Date32"},
        {"DateTime", "DateTime64(3)"},
        {"DateTime64(3)", "DateTime64(9)"},
        {"FixedString(3)", "FixedString(5)"},
        {"Enum8('a' = 0)", "Enum8('a' = 1, 'b' = 2)"},
        {"Array(Int8)", "Array(Int16)"}}},
      {"redshift",
       {{"varchar(10)", "varchar(20)"}},
       {{"varchar(20)", "varchar(10)"},
        {"integer", "bigint"},
        {"real", "double precision"},
        {"numeric(10,2)", "numeric(12,2)"},
        {"integer", "varchar(20)"},
        {"char(3)", "char(5)"}}},
      {"snowflake",
       {{"NUMBER(10,2)", "NUMBER(12,2)"},
        {"VARCHAR(10)", "VARCHAR"},
        {"VARCHAR(10)", "VARCHAR(20)"}},
       {{"NUMBER(10,2)", "NUMBER(12,4)"},
        {"NUMBER(12,2)", "NUMBER(10,2)"},
        {"NUMBER(10,0)", "VARCHAR"},
        {"NUMBER(10,0)", "FLOAT"},
        {"BOOLEAN", "VARCHAR"},
        {"DATE", "TIMESTAMP_NTZ"},
        {"BINARY(3)", "BINARY(5)"}}},
      {"bigquery",
       {{"INT64", "NUMERIC"}, {"INT64", "BIGNUMERIC"}, {"NUMERIC", "BIGNUMERIC"}},
       {{"NUMERIC(10,2)", "NUMERIC(12,2)"},
        {"NUMERIC(10,2)", "NUMERIC"},
        {"NUMERIC(10,2)", "BIGNUMERIC"},
        {"NUMERIC", "BIGNUMERIC(60,30)"},
        {"INT64", "NUMERIC(30,0)"},
        {"INT64", "FLOAT64"},
        {"INT64", "STRING"},
        {"NUMERIC", "STRING"},
        {"BIGNUMERIC", "NUMERIC"},
        {"STRING(10)", "STRING(20)"},
        {"DATE", "TIMESTAMP"}}},
      {"databricks",
       {{"TINYINT", "BIGINT"},
        {"INT", "BIGINT"},
        {"TINYINT", "DOUBLE"},
        {"SMALLINT", "DOUBLE"},
        {"INT", "DOUBLE"},
        {"FLOAT", "DOUBLE"},
        {"TINYINT", "DECIMAL(10,0)"},
        {"SMALLINT", "DECIMAL(12,2)"},
        {"INT", "DECIMAL(10,0)"},
        {"BIGINT", "DECIMAL(20,0)"},
        {"DECIMAL(10,2)", "DECIMAL(12,2)"},
        {"DECIMAL(10,2)", "DECIMAL(12,4)"},
        {"VARCHAR(10)", "VARCHAR(20)"},
        {"VARCHAR(10)", "STRING"}},
       {{"BIGINT", "INT"},
        {"BIGINT", "DOUBLE"},
        {"INT", "FLOAT"},
        {"TINYINT", "DECIMAL(5,0)"},
        {"INT", "DECIMAL(10,2)"},
        {"BIGINT", "DECIMAL(19,0)"},
        {"DECIMAL(10,2)", "DECIMAL(11,4)"},
        {"DATE", "TIMESTAMP_NTZ"},
        {"INT", "STRING"},
        {"BOOLEAN", "STRING"},
        {"ARRAY<INT>", "ARRAY<BIGINT>"}}},
      {"trino",
       {{"integer", "bigint"}, {"real", "double"}, {"decimal(10,2)", "decimal(12,2)"}},
       {{"bigint", "integer"},
        {"smallint", "integer"},
        {"integer", "double"},
        {"decimal(10,2)", "decimal(12,4)"},
        {"integer", "varchar"},
        {"varchar(10)", "varchar(20)"},
        {"date", "timestamp(6)"}}},
  };
}

types::WideningVerdict verdict(const Dialect& dialect, const Change& change) {
  return classify_widening(dialect, parse_type(dialect, change.from),
                           parse_type(dialect, change.to));
}

// Also: field_F011, field_F013, field_F027, field_F047.
TEST(EnginesWidening, field_F013_each_engine_has_its_own_rules) {
  for (const Rules& rule : rules()) {
    const Dialect& dialect = *find_dialect(rule.dialect);
    std::set<const types::WideningRow*> used;
    for (const Change& change : rule.safe) {
      const auto answer = verdict(dialect, change);
      EXPECT_TRUE(answer.safe) << rule.dialect << ": " << change.from << " to " << change.to << ": "
                               << answer.reason;
      used.insert(answer.row);
    }
    for (const Change& change : rule.unsafe) {
      ASSERT_NE(parse_type(dialect, change.from), parse_type(dialect, change.to)) << change.from;
      EXPECT_FALSE(verdict(dialect, change).safe)
          << rule.dialect << ": " << change.from << " to " << change.to;
    }
    for (const auto& row : dialect.widenings) EXPECT_TRUE(used.contains(&row)) << row.source;
  }
}

TEST(EnginesWidening, field_F017_no_engine_widens_beyond_its_digits) {
  const types::SqlType from = types::decimal(32, 8);
  const types::SqlType to = types::decimal(39, 8);
  for (const std::string_view name : {"duckdb", "redshift", "snowflake", "databricks", "trino"})
    EXPECT_FALSE(classify_widening(*find_dialect(name), from, to).safe) << name;
  for (const std::string_view name : {"postgres", "mysql", "clickhouse"})
    EXPECT_TRUE(classify_widening(*find_dialect(name), from, to).safe) << name;
}

TEST(EnginesWidening, databricks_needs_a_table_feature_first) {
  for (const Dialect* dialect : all_dialects()) {
    EXPECT_EQ(dialect->capabilities.widen_prelude.empty(), dialect->name != "databricks");
  }
}

}  // namespace
}  // namespace leeway::dialects
