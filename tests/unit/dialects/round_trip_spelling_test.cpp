// parse(render(t)) == t over every spelling of every engine, alone and nested.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dialects/dialect.h"
#include "support/type_printing.h"

namespace leeway::dialects {
namespace {

using types::Parameters;
using types::SqlType;
using types::TypeKind;

SqlType with_length(SqlType type, long long length) {
  type.length = length;
  return type;
}

// The types one spelling can write.
std::vector<SqlType> examples(const types::Spelling& spelling) {
  std::vector<SqlType> result;
  SqlType type = spelling.type;
  switch (spelling.parameters) {
    case Parameters::length:
      return {type, with_length(type, 1), with_length(type, 77), with_length(type, 65'535)};
    case Parameters::precision_scale:
      for (const int precision : {1, 2, 9, 38}) {
        for (const int scale : {0, 1, 2, 9, 38}) {
          if (scale > precision) continue;
          type.precision = precision;
          type.scale = scale;
          result.push_back(type);
        }
      }
      result.push_back(spelling.type);
      return result;
    case Parameters::fraction_digits:
    case Parameters::fraction_zone:
      for (const int digits : {0, 3, 6, 9}) {
        type.fraction_digits = digits;
        result.push_back(type);
      }
      if (spelling.parameters == Parameters::fraction_zone) {
        type.name = "Europe/Berlin";
        result.push_back(type);
      }
      return result;
    case Parameters::zone_name:
      type.name = "UTC";
      return {spelling.type, type};
    case Parameters::qualifier:
      type.name = "year to month";
      return {spelling.type, type};
    case Parameters::labels:
      type.labels = {"a", "", "it's", "b,c)", "back\\slash", "\"", "ä\nö", "A"};
      return {type};
    case Parameters::element:
    case Parameters::key_value:
    case Parameters::fields:
    case Parameters::wrapper:
      return {};
    default:
      return {type};
  }
}

std::vector<SqlType> simple_types(const Dialect& dialect) {
  std::vector<SqlType> result;
  for (const auto& spelling : dialect.spellings().spellings) {
    for (SqlType& type : examples(spelling)) result.push_back(std::move(type));
  }
  result.push_back(parse_type(dialect, "Some_Unknown(Point, 4326)"));
  return result;
}

bool has_kind(const Dialect& dialect, TypeKind kind) {
  for (const auto& spelling : dialect.spellings().spellings) {
    if (spelling.type.kind == kind) return true;
  }
  return kind == TypeKind::list && dialect.spellings().bracket_lists;
}

SqlType structure(TypeKind kind, const SqlType& inner) {
  SqlType type = types::of_kind(kind);
  type.fields = {{"plain", inner}, {"With Case", inner}, {"quote\"`'", inner}, {"select", inner}};
  return type;
}

// One level of nesting around a type, in every way the engine has.
std::vector<SqlType> nested(const Dialect& dialect, const SqlType& inner) {
  std::vector<SqlType> result;
  // PostgreSQL has no lists of lists: all dimensions are one type.
  const bool shape = dialect.spellings().lists_have_shape;
  if (has_kind(dialect, TypeKind::list) && (shape || inner.kind != TypeKind::list))
    result.push_back(types::list_of(inner));
  if (dialect.spellings().bracket_lists && shape)
    result.push_back(with_length(types::list_of(inner), 3));
  if (has_kind(dialect, TypeKind::map)) {
    SqlType map = types::of_kind(TypeKind::map);
    map.children = {inner, inner};
    result.push_back(map);
  }
  for (const TypeKind kind : {TypeKind::structure, TypeKind::tagged_union}) {
    if (has_kind(dialect, kind)) result.push_back(structure(kind, inner));
  }
  if (dialect.name == "clickhouse") {
    SqlType wrapped = inner;
    wrapped.nullable_wrapper = true;
    result.push_back(wrapped);
  }
  return result;
}

void expect_round_trip(const Dialect& dialect, const SqlType& type) {
  const std::string text = render_type(dialect, type);
  EXPECT_EQ(parse_type(dialect, text), type) << dialect.name << ": " << text;
  const std::string again = render_type(dialect, parse_type(dialect, text));
  EXPECT_EQ(again, text) << dialect.name;
}

TEST(RoundTripSpelling, rendered_types_parse_back) {
  for (const Dialect* dialect : all_dialects()) {
    int count = 0;
    for (const SqlType& simple : simple_types(*dialect)) {
      expect_round_trip(*dialect, simple);
      for (const SqlType& once : nested(*dialect, simple)) {
        expect_round_trip(*dialect, once);
        if (++count % 7 != 0) continue;
        for (const SqlType& twice : nested(*dialect, once)) expect_round_trip(*dialect, twice);
      }
    }
  }
}

TEST(RoundTripSpelling, rendering_follows_the_engine) {
  struct Case {
    std::string dialect;
    std::string text;
    std::string rendered;
  };
  const std::vector<Case> cases = {
      {"duckdb", "timestamptz", "TIMESTAMP WITH TIME ZONE"},
      {"duckdb", "numeric(10,2)", "DECIMAL(10,2)"},
      {"duckdb", "struct(a int, b varchar[3])", "STRUCT(\"a\" INTEGER, \"b\" VARCHAR[3])"},
      {"postgres", "timestamptz(3)", "timestamp(3) with time zone"},
      {"postgres", "numeric", "numeric"},
      {"postgres", "varbit(3)", "bit varying(3)"},
      {"mysql", "tinyint(1)", "BOOLEAN"},
      {"mysql", "decimal(5,2) unsigned", "DECIMAL(5,2) UNSIGNED"},
      {"clickhouse", "LowCardinality(Nullable(String))", "LowCardinality(Nullable(String))"},
      {"clickhouse", "DateTime('UTC')", "DateTime('UTC')"},
      {"clickhouse", "Enum8('x' = -1, 'y' = 5)", "Enum8('x' = -1, 'y' = 5)"},
      {"clickhouse", "AggregateFunction(sum, UInt64)", "AggregateFunction(sum,UInt64)"},
      {"snowflake", "number(10,2)", "NUMBER(10,2)"},
      {"bigquery", "numeric", "NUMERIC"},
      {"bigquery", "bignumeric(58,20)", "BIGNUMERIC(58,20)"},
      {"bigquery", "struct<a int64>", "STRUCT<`a` INT64>"},
      {"databricks", "struct<a:int not null>", "STRUCT<`a`: INT NOT NULL>"},
      {"trino", "row(bigint, varchar(5))", "row(bigint, varchar(5))"},
  };
  for (const Case& c : cases) {
    const Dialect& dialect = *find_dialect(c.dialect);
    EXPECT_EQ(render_type(dialect, parse_type(dialect, c.text)), c.rendered);
  }
}

// A type from elsewhere becomes the nearest one that holds every value, never a smaller one.
TEST(RoundTripSpelling, field_F039_types_of_other_engines_become_wider_ones) {
  const Dialect& duckdb = *find_dialect("duckdb");
  const Dialect& postgres = *find_dialect("postgres");
  EXPECT_EQ(render_type(postgres, types::integer(64, false)), "numeric(20,0)");
  EXPECT_EQ(render_type(postgres, types::integer(32, false)), "bigint");
  EXPECT_EQ(render_type(postgres, types::integer(8)), "smallint");
  EXPECT_EQ(render_type(duckdb, types::text(10)), "VARCHAR");
  EXPECT_EQ(render_type(duckdb, types::timestamp(4)), "TIMESTAMP");
}

TEST(RoundTripSpelling, types_an_engine_lacks_are_named_as_such) {
  const Dialect& duckdb = *find_dialect("duckdb");
  const SqlType unlimited = types::of_kind(TypeKind::decimal);
  for (const SqlType& type : {unlimited, types::list_of(unlimited), types::timestamp(12)}) {
    EXPECT_FALSE(has_type(duckdb, type)) << types::describe(type);
    EXPECT_TRUE(render_type(duckdb, type).starts_with("UNSUPPORTED TYPE"));
    EXPECT_FALSE(classify_widening(duckdb, types::decimal(10, 2), type).safe);
  }
  EXPECT_TRUE(has_type(duckdb, types::text(10)));
  EXPECT_TRUE(has_type(*find_dialect("postgres"), unlimited));
  EXPECT_FALSE(has_type(duckdb, types::decimal(39, 0)));
}

}  // namespace
}  // namespace leeway::dialects
