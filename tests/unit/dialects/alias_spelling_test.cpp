// Spellings of one type are one type on every engine, and other types are others.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dialects/dialect.h"
#include "support/type_printing.h"

namespace leeway::dialects {
namespace {

struct Group {
  std::string dialect;
  std::vector<std::string> texts;  // one type
};

std::vector<Group> groups() {
  return {
      {"duckdb", {"INTEGER", "int", " INT4 ", "Integral"}},
      {"duckdb", {"DECIMAL(18,3)", "NUMERIC", "decimal( 18 , 3 )", "DEC"}},
      {"duckdb", {"VARCHAR", "VARCHAR(10)", "char(3)", "TEXT", "string", "character varying(9)"}},
      {"duckdb", {"TIMESTAMP WITH TIME ZONE", "timestamptz", "timestamp\twith  time\nzone"}},
      {"duckdb", {"TIMESTAMP", "timestamp_us", "datetime", "TIMESTAMP(6)", "timestamp(5)"}},
      {"duckdb",
       {"STRUCT(a INTEGER, \"b\" VARCHAR)", "struct( A int,B text )", "ROW(a int, b text)"}},
      {"duckdb", {"INTEGER[3][]", "int [3] [ ]"}},
      {"duckdb", {"ENUM('a', 'B')", "enum('a','B')"}},
      {"duckdb", {"GEOMETRY('OGC:CRS84')", "geometry ( 'OGC:CRS84' )"}},
      {"postgres", {"timestamp(3)", "timestamp (3)", "TIMESTAMP(3) without time zone"}},
      {"postgres",
       {"timestamp(3) with time zone", "timestamptz(3)", "timestamp ( 3 )  with time\nzone"}},
      {"postgres", {"timestamp without time zone", "timestamp", "timestamp(6)"}},
      {"postgres", {"character varying(10)", "varchar(10)", "VARCHAR ( 10 )"}},
      {"postgres", {"character varying", "varchar", "text"}},
      {"postgres", {"numeric(10,2)", "decimal(10, 2)", "NUMERIC(10,2)"}},
      {"postgres", {"numeric(10)", "numeric(10,0)"}},
      {"postgres", {"character(1)", "char", "char(1)", "character"}},
      {"postgres", {"double precision", "float8", "float", "float(53)"}},
      {"postgres", {"real", "float4", "float(24)"}},
      {"postgres", {"time with time zone", "timetz", "timetz(6)"}},
      {"postgres", {"integer[]", "int[][]", "int4[3]", "integer array", "integer array[4]"}},
      {"postgres", {"bit varying(5)", "varbit(5)"}},
      {"postgres", {"bit", "bit(1)"}},
      {"postgres", {"interval day to second(3)", "INTERVAL  DAY TO SECOND (3)"}},
      {"postgres", {"bigint", "int8", "bigserial"}},
      {"mysql", {"tinyint(1)", "BOOL", "boolean"}},
      {"mysql", {"int(11)", "int", "INTEGER", "integer(10)"}},
      {"mysql", {"int(10) unsigned", "INT UNSIGNED", "int unsigned zerofill", "int zerofill"}},
      {"mysql", {"bigint(20) unsigned", "serial"}},
      {"mysql", {"decimal(10,0)", "DECIMAL", "numeric(10)", "fixed"}},
      {"mysql", {"datetime", "datetime(0)"}},
      {"mysql", {"double", "real", "double precision"}},
      {"mysql", {"enum('it''s','b')", "ENUM( 'it\\'s' , 'b' )"}},
      {"mysql", {"char(1)", "char"}},
      {"clickhouse", {"Decimal(38, 9)", "DECIMAL128(9)", "decimal(38,9)"}},
      {"clickhouse", {"Decimal(9, 4)", "Decimal32(4)"}},
      {"clickhouse", {"String", "LowCardinality(String)", "text", "VARCHAR(10)"}},
      {"clickhouse", {"Nullable(String)", "LowCardinality(Nullable(String))"}},
      {"clickhouse", {"Enum8('a' = 1, 'b' = 2)", "Enum('a', 'b')", "Enum8('a','b')"}},
      {"clickhouse", {"DateTime64(3, 'UTC')", "DateTime64(3,'UTC')"}},
      {"clickhouse", {"DateTime64(3)", "DateTime64"}},
      {"clickhouse", {"Tuple(a String, b UInt8)", "Tuple(`a` String, `b` UInt8)"}},
      {"redshift", {"character varying(256)", "varchar", "text", "nvarchar(256)"}},
      {"redshift", {"varchar(max)", "VARCHAR( MAX )", "character varying(65535)"}},
      {"redshift", {"numeric(18,0)", "decimal"}},
      {"redshift", {"timestamp with time zone", "timestamptz"}},
      {"snowflake", {"NUMBER(38,0)", "NUMBER", "INT", "bigint", "DECIMAL(38)"}},
      {"snowflake", {"VARCHAR(16777216)", "VARCHAR", "TEXT", "string"}},
      {"snowflake", {"VARCHAR(1)", "CHAR", "character(1)"}},
      {"snowflake", {"TIMESTAMP_NTZ(9)", "TIMESTAMP_NTZ", "DATETIME", "timestamp"}},
      {"snowflake", {"TIMESTAMP_TZ(9)", "timestamp with time zone", "TIMESTAMPTZ"}},
      {"snowflake", {"FLOAT", "DOUBLE", "real", "float4"}},
      {"bigquery", {"INT64", "INTEGER", "bigint"}},
      {"bigquery", {"NUMERIC", "DECIMAL", "NUMERIC(38, 9)"}},
      {"bigquery", {"BIGNUMERIC", "BIGDECIMAL", "BIGNUMERIC(76,38)"}},
      {"bigquery", {"STRUCT<a INT64, b ARRAY<STRING>>", "struct< a int64,b array< string > >"}},
      {"bigquery", {"NUMERIC(10, 2)", "DECIMAL(10,2)"}},
      {"databricks", {"INT", "integer"}},
      {"databricks", {"DECIMAL(10,0)", "decimal", "NUMERIC(10)"}},
      {"databricks",
       {"STRUCT<a: INT, b: ARRAY<STRING>>", "struct<a:int,b:array<string>>",
        "struct<`a` int COMMENT 'c', b array<string>>"}},
      {"databricks", {"TIMESTAMP", "timestamp_ltz"}},
      {"trino", {"decimal(38,0)", "decimal", "DECIMAL(38)"}},
      {"trino", {"timestamp(3)", "TIMESTAMP", "timestamp (3)"}},
      {"trino", {"timestamp(6) with time zone", "TIMESTAMP(6)  WITH TIME ZONE"}},
      {"trino", {"row(a bigint, \"b c\" varchar)", "ROW( A bigint,\"b c\" VARCHAR )"}},
      {"trino", {"array(map(varchar(5), double))", "ARRAY(MAP(varchar(5),double precision))"}},
  };
}

// Also: field_F019, field_F041, field_F141, field_F145, field_F209.
TEST(AliasSpelling, field_F009_field_F145_spellings_of_one_type_are_equal) {
  for (const Group& group : groups()) {
    const Dialect& dialect = *find_dialect(group.dialect);
    const auto first = parse_type(dialect, group.texts[0]);
    for (const std::string& text : group.texts)
      EXPECT_EQ(parse_type(dialect, text), first) << group.dialect << ": " << text;
  }
}

// Also: field_F143.
TEST(AliasSpelling, field_F143_different_types_differ) {
  const std::vector<Group> others = {
      {"duckdb",
       {"TIMESTAMP",
        "TIMESTAMP_S",
        "TIMESTAMP_MS",
        "TIMESTAMP_NS",
        "TIMESTAMPTZ",
        "TIME",
        "TIMETZ",
        "TIME_NS",
        "DATE",
        "JSON",
        "VARCHAR",
        "BLOB",
        "BIT",
        "UUID",
        "HUGEINT",
        "UHUGEINT",
        "BIGNUM",
        "UBIGINT",
        "INTEGER[]",
        "INTEGER[3]",
        "INTEGER[][3]",
        "INTEGER[3][]",
        "VARIANT",
        "GEOMETRY",
        "GEOMETRY('OGC:CRS84')",
        "\"NULL\"",
        "STRUCT(a INTEGER)",
        "STRUCT(b INTEGER)",
        "UNION(a INTEGER)",
        "STRUCT(INTEGER)",
        "ENUM('a', 'b')",
        "ENUM('b', 'a')",
        "ENUM('a', 'B')",
        "MAP(INTEGER, VARCHAR)",
        "INTERVAL"}},
      {"postgres",
       {"timestamp(6)",
        "timestamp(3)",
        "timestamptz",
        "numeric",
        "numeric(10)",
        "numeric(10,2)",
        "varchar(10)",
        "varchar",
        "char(10)",
        "bpchar",
        "\"char\"",
        "json",
        "jsonb",
        "interval",
        "interval year to month",
        "interval(3)",
        "bit(8)",
        "bit varying(8)",
        "int[]",
        "bigint[]",
        "mood",
        "\"Mood\"",
        "public.mood",
        "geometry(Point,4326)",
        "geometry(Point,3857)",
        "money"}},
      {"mysql",
       {"tinyint(1)",
        "tinyint(4)",
        "tinyint(1) unsigned",
        "int",
        "int unsigned",
        "mediumint",
        "varchar(255)",
        "tinytext",
        "text",
        "mediumtext",
        "longtext",
        "blob",
        "datetime",
        "timestamp",
        "datetime(6)",
        "enum('a')",
        "set('a')",
        "year",
        "float",
        "float(7,4)",
        "decimal(10,2)",
        "decimal(10,2) unsigned",
        "bit(1)",
        "bit(8)",
        "json"}},
      {"clickhouse",
       {"String",
        "Nullable(String)",
        "FixedString(5)",
        "Int8",
        "UInt8",
        "Int256",
        "UInt256",
        "DateTime",
        "DateTime('UTC')",
        "DateTime64(0)",
        "DateTime64(3, 'UTC')",
        "DateTime64(3, 'Europe/Berlin')",
        "Date",
        "Date32",
        "Enum8('a' = 1, 'b' = 2)",
        "Enum8('a' = 0, 'b' = 1)",
        "Enum16('a' = 1, 'b' = 2)",
        "Array(Nullable(Int8))",
        "Array(Int8)",
        "Float32",
        "Float64",
        "BFloat16",
        "AggregateFunction(sum, UInt64)",
        "AggregateFunction(Sum, UInt64)",
        "IPv4",
        "Tuple(UInt8, String)",
        "Variant(UInt8, String)"}},
      {"snowflake",
       {"NUMBER(38,0)", "NUMBER(10,0)", "TIMESTAMP_NTZ(9)", "TIMESTAMP_LTZ(9)", "TIMESTAMP_TZ(9)",
        "TIMESTAMP_NTZ(3)", "VARIANT", "ARRAY", "OBJECT", "ARRAY(NUMBER(38,0))", "VECTOR(FLOAT, 3)",
        "GEOGRAPHY", "VARCHAR(10)", "BINARY"}},
      {"bigquery",
       {"INT64", "NUMERIC", "BIGNUMERIC", "NUMERIC(10)", "NUMERIC(10,2)", "STRING", "STRING(10)",
        "BYTES", "DATETIME", "TIMESTAMP", "JSON", "GEOGRAPHY", "RANGE<DATE>", "ARRAY<INT64>"}},
      {"databricks",
       {"TIMESTAMP", "TIMESTAMP_NTZ", "STRING", "VARCHAR(10)", "CHAR(10)", "STRUCT<a: INT>",
        "STRUCT<a: INT NOT NULL>", "VARIANT", "VOID", "MAP<STRING, INT>", "INTERVAL YEAR TO MONTH",
        "INTERVAL DAY TO SECOND", "STRING COLLATE UTF8_LCASE"}},
      {"trino",
       {"timestamp(3)", "timestamp(6)", "timestamp(3) with time zone", "varchar", "varchar(10)",
        "char(10)", "row(a bigint)", "row(bigint)", "interval year to month", "unknown",
        "ipaddress", "hyperloglog"}},
  };
  for (const Group& group : others) {
    const Dialect& dialect = *find_dialect(group.dialect);
    for (std::size_t i = 0; i < group.texts.size(); ++i) {
      for (std::size_t j = i + 1; j < group.texts.size(); ++j) {
        EXPECT_NE(parse_type(dialect, group.texts[i]), parse_type(dialect, group.texts[j]))
            << group.dialect << ": " << group.texts[i] << " / " << group.texts[j];
      }
    }
  }
}

TEST(AliasSpelling, every_engine_has_its_sources) {
  ASSERT_EQ(all_dialects().size(), 9U);
  for (const Dialect* dialect : all_dialects()) {
    EXPECT_EQ(find_dialect(dialect->name), dialect);
    EXPECT_FALSE(dialect->spellings().source.empty()) << dialect->name;
    for (const auto& row : dialect->widenings) EXPECT_FALSE(row.source.empty()) << dialect->name;
  }
  EXPECT_EQ(find_dialect("postgresql"), find_dialect("postgres"));
  EXPECT_EQ(find_dialect("mariadb"), find_dialect("mysql"));
  EXPECT_EQ(find_dialect("oracle"), nullptr);
}

}  // namespace
}  // namespace leeway::dialects
