// DuckDB itself takes back what leeway writes.
#include <gtest/gtest.h>

#include <string>

#include "dialects/dialect.h"
#include "support/duckdb_c.h"
#include "support/type_printing.h"

namespace leeway::dialects {
namespace {

using testing::DuckdbMemory;
using types::SqlType;

class DuckdbTypes : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(engine_.opened()); }

  // The type text of a new table's only column of the type `text`.
  std::string read_back(const std::string& text) {
    const auto made = engine_.query("CREATE OR REPLACE TABLE t (c " + text + ")");
    if (!made) return made.error();
    const auto rows =
        engine_.query("SELECT data_type FROM duckdb_columns() WHERE table_name = 't'");
    return rows && rows->size() == 1 ? (*rows)[0][0] : "no column";
  }

  void expect_round_trip(const std::string& text) {
    const SqlType type = parse_type(duckdb_, text);
    EXPECT_NE(type.kind, types::TypeKind::unknown) << text.substr(0, 200);
    const std::string rendered = render_type(duckdb_, type);
    EXPECT_TRUE(parse_type(duckdb_, rendered) == type) << text.substr(0, 200);
    const std::string stored = read_back(rendered);
    EXPECT_TRUE(parse_type(duckdb_, stored) == type)
        << text.substr(0, 200) << " / " << rendered.substr(0, 200) << " / "
        << stored.substr(0, 200);
  }

  const Dialect& duckdb_ = *find_dialect("duckdb");
  DuckdbMemory engine_;
};

TEST_F(DuckdbTypes, every_type_of_the_engine_round_trips) {
  for (const std::string call : {"test_all_types()", "test_all_types(use_large_enum = true)"}) {
    const auto columns = engine_.query("DESCRIBE SELECT * FROM " + call);
    ASSERT_TRUE(columns) << columns.error();
    ASSERT_GT(columns->size(), 50U);
    for (const auto& column : *columns) {
      SCOPED_TRACE(column[0]);
      // Geometry is of no kind leeway knows: its text is kept.
      if (column[1] == "GEOMETRY") continue;
      expect_round_trip(column[1]);
    }
  }
}

TEST_F(DuckdbTypes, awkward_names_labels_and_nesting_round_trip) {
  for (const std::string text :
       {R"(STRUCT("a b" INTEGER, "x""y" VARCHAR, "select" INTEGER[], "Case" DATE))",
        R"(STRUCT("double" DOUBLE, "VARCHAR" VARCHAR, date DATE, "1a" TIME, "(" INTEGER))",
        R"(ENUM('it''s', 'b,c', '', ')', '\', 'C'))",
        R"(MAP(STRUCT(k INTEGER, z ENUM('a')), UNION(n DECIMAL(38,37), "s t" VARCHAR[])[2]))",
        "STRUCT(a STRUCT(b STRUCT(c INTEGER[3][][2])[])[4])", "TIMESTAMP WITH TIME ZONE[]",
        "STRUCT(a TIMESTAMP WITH TIME ZONE, b \"NULL\")"}) {
    SCOPED_TRACE(text);
    expect_round_trip(text);
  }
}

TEST_F(DuckdbTypes, kept_verbatim_types_are_taken_back) {
  for (const std::string text : {"GEOMETRY", "GEOMETRY('OGC:CRS84')", "VARIANT"}) {
    const SqlType type = parse_type(duckdb_, text);
    EXPECT_EQ(type.kind, types::TypeKind::unknown) << text;
    EXPECT_EQ(parse_type(duckdb_, read_back(render_type(duckdb_, type))), type) << text;
  }
}

// What a person may write and what the engine prints for it are one type.
TEST_F(DuckdbTypes, field_F009_every_alias_of_the_engine_is_one_type) {
  const auto aliases = engine_.query(
      "SELECT DISTINCT type_name FROM duckdb_types() WHERE database_name = 'system' AND type_name "
      "NOT IN ('array', 'list', 'enum', 'map', 'struct', 'row', 'union', 'null', 'type', "
      "'variant', "
      "'geometry', 'any', 'lambda', 'unknown')");
  ASSERT_TRUE(aliases) << aliases.error();
  ASSERT_GT(aliases->size(), 40U);
  for (const auto& alias : *aliases) {
    const std::string stored = read_back(alias[0]);
    EXPECT_EQ(parse_type(duckdb_, alias[0]), parse_type(duckdb_, stored))
        << alias[0] << " is stored as " << stored;
  }
}

TEST_F(DuckdbTypes, field_F209_parameters_the_engine_forgets_are_no_drift) {
  for (const std::string text : {"VARCHAR(10)",
                                 "CHAR(3)",
                                 "CHARACTER VARYING(7)",
                                 "NUMERIC",
                                 "DECIMAL",
                                 "NUMERIC(5)",
                                 "dec( 4 ,2 )",
                                 "TEXT",
                                 "timestamp(0)",
                                 "timestamp(1)",
                                 "timestamp(3)",
                                 "timestamp(4)",
                                 "timestamp(6)",
                                 "timestamp(9)",
                                 "datetime",
                                 "int array",
                                 "int array[3]",
                                 "INT [ 3 ] [ ]",
                                 "timestamp  with\n time zone",
                                 "row(a int)",
                                 "FLOAT(3)",
                                 "varint",
                                 "bitstring"}) {
    const std::string stored = read_back(text);
    EXPECT_EQ(parse_type(duckdb_, text), parse_type(duckdb_, stored)) << text << " / " << stored;
  }
}

// Bare NUMERIC of another engine never lands in DuckDB's DECIMAL(18,3).
TEST_F(DuckdbTypes, field_F033_a_decimal_without_limits_is_refused) {
  const SqlType unlimited = parse_type(*find_dialect("postgres"), "numeric");
  EXPECT_FALSE(engine_.query("CREATE TABLE u (c " + render_type(duckdb_, unlimited) + ")"));
}

}  // namespace
}  // namespace leeway::dialects
