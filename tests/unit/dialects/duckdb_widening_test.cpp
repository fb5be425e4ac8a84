// Every verdict about DuckDB is tried on DuckDB: a safe change keeps every value, an unsafe one
// loses or refuses one, or the table says why leeway is stricter.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "dialects/dialect.h"
#include "support/duckdb_c.h"

namespace leeway::dialects {
namespace {

using testing::DuckdbMemory;

struct Safe {
  std::string from;
  std::string to;
  std::vector<std::string> values;  // SQL expressions of the old type, boundaries first
  std::string compared_as = {};     // the type to compare by; empty: the old one
};

std::vector<Safe> safe_changes() {
  const std::vector<std::string> int8 = {"-128", "127", "0", "-1"};
  const std::vector<std::string> int16 = {"-32768", "32767", "0", "-1"};
  const std::vector<std::string> int32 = {"-2147483648", "2147483647", "0", "-1"};
  const std::vector<std::string> int64 = {"'-9223372036854775808'", "'9223372036854775807'", "0"};
  const std::vector<std::string> int128 = {"'-170141183460469231731687303715884105728'",
                                           "'170141183460469231731687303715884105727'", "0"};
  const std::vector<std::string> uint8 = {"0", "255"};
  const std::vector<std::string> uint64 = {"0", "'18446744073709551615'"};
  const std::vector<std::string> uint128 = {"0", "'340282366920938463463374607431768211455'"};
  const std::vector<std::string> float32 = {
      "'nan'",          "'inf'",   "'-inf'",          "-0.0",           "0.1", "16777216",
      "'3.4028235e38'", "'1e-45'", "'1.1754944e-38'", "'-3.4028235e38'"};
  const std::vector<std::string> float64 = {"'nan'",
                                            "'inf'",
                                            "-0.0",
                                            "0.1",
                                            "'1.7976931348623157e308'",
                                            "'5e-324'",
                                            "'-2.2250738585072014e-308'"};
  const std::vector<std::string> dec10_2 = {"'-99999999.99'", "'99999999.99'", "0", "'0.01'"};
  return {
      {"TINYINT", "SMALLINT", int8},
      {"TINYINT", "INTEGER", int8},
      {"TINYINT", "BIGINT", int8},
      {"SMALLINT", "INTEGER", int16},
      {"SMALLINT", "BIGINT", int16},
      {"INTEGER", "BIGINT", int32},
      {"FLOAT", "DOUBLE", float32},
      {"DECIMAL(10,2)", "DECIMAL(12,2)", dec10_2},
      {"DECIMAL(10,2)", "DECIMAL(38,2)", dec10_2},
      {"VARCHAR(3)", "VARCHAR(5)", {"'abc'", "''", "'äöü'"}},
      {"TINYINT", "VARCHAR", int8},
      {"SMALLINT", "VARCHAR", int16},
      {"INTEGER", "VARCHAR", int32},
      {"BIGINT", "VARCHAR", int64},
      {"HUGEINT", "VARCHAR", int128},
      {"UTINYINT", "VARCHAR", uint8},
      {"UBIGINT", "VARCHAR", uint64},
      {"UHUGEINT", "VARCHAR", uint128},
      {"BIGNUM", "VARCHAR", uint128},
      {"FLOAT", "VARCHAR", float32},
      {"DOUBLE", "VARCHAR", float64},
      {"DECIMAL(10,2)", "VARCHAR", dec10_2},
      {"DECIMAL(38,38)", "VARCHAR", {"'0.00000000000000000000000000000000000001'", "'-0.5'"}},
      {"BOOLEAN", "VARCHAR", {"true", "false"}},
      {"STRUCT(a INTEGER)", "STRUCT(a INTEGER, b VARCHAR)", {"{'a': 1}", "{'a': NULL}"}},
      {"STRUCT(a INTEGER, b VARCHAR)", "STRUCT(b VARCHAR, a BIGINT)", {"{'a': -5, 'b': 'x'}"}},
      {"STRUCT(s STRUCT(a TINYINT))", "STRUCT(s STRUCT(b DATE, a INTEGER))", {"{'s': {'a': -1}}"}},
      {"INTEGER[]", "BIGINT[]", {"[-2147483648, NULL, 2147483647]", "[]"}},
      {"STRUCT(a TINYINT)[][]", "STRUCT(a SMALLINT, b INTEGER)[][]", {"[[{'a': 127}], NULL, []]"}},
      {"MAP(INTEGER, FLOAT)", "MAP(BIGINT, DOUBLE)", {"MAP {-1: 0.1, 2: NULL}", "MAP {}"}},
  };
}

struct Unsafe {
  std::string from;
  std::string to;
  std::string value;          // that is lost or refused
  std::string stricter = {};  // why leeway is stricter than the engine, which keeps the value
};

std::vector<Unsafe> unsafe_changes() {
  const std::string largest = "'9223372036854775807'";
  const std::string unlisted = "the requirement's list does not name it";
  return {
      {"BIGINT", "HUGEINT", "'1'", unlisted},
      {"BIGINT", "BIGNUM", "'1'", unlisted},
      {"UTINYINT", "USMALLINT", "1", unlisted},
      {"USMALLINT", "UINTEGER", "1", unlisted},
      {"UINTEGER", "UBIGINT", "1", unlisted},
      {"UBIGINT", "UHUGEINT", "1", unlisted},
      {"UTINYINT", "SMALLINT", "1", unlisted},
      {"USMALLINT", "INTEGER", "1", unlisted},
      {"UINTEGER", "BIGINT", "1", unlisted},
      {"UBIGINT", "HUGEINT", "1", unlisted},
      {"DECIMAL(10,2)", "DECIMAL(12,4)", "'1.23'", unlisted},
      {"DECIMAL(4,1)", "DECIMAL(38,35)", "'0.1'", unlisted},
      {"DECIMAL(9,2)", "DECIMAL(11,4)", "'1.23'", unlisted},
      {"TINYINT", "FLOAT", "1", unlisted},
      {"SMALLINT", "FLOAT", "1", unlisted},
      {"USMALLINT", "FLOAT", "1", unlisted},
      {"INTEGER", "DOUBLE", "1", unlisted},
      {"UINTEGER", "DOUBLE", "1", unlisted},
      {"TINYINT", "DECIMAL(3,0)", "1", unlisted},
      {"SMALLINT", "DECIMAL(7,2)", "1", unlisted},
      {"INTEGER", "DECIMAL(10,0)", "1", unlisted},
      {"BIGINT", "DECIMAL(38,19)", "1", unlisted},
      {"UBIGINT", "DECIMAL(20,0)", "1", unlisted},
      {"ENUM('a', 'b')", "ENUM('a', 'b', 'c')", "'b'", unlisted},
      {"INTEGER[2]", "DOUBLE[2]", "[1, 2]", unlisted},
      {"BIGINT", "INTEGER", largest},
      {"SMALLINT", "TINYINT", "128"},
      {"INTEGER", "UINTEGER", "-1"},
      {"TINYINT", "UHUGEINT", "-1"},
      {"UINTEGER", "INTEGER", "4294967295"},
      {"UHUGEINT", "HUGEINT", "'340282366920938463463374607431768211455'"},
      {"BIGNUM", "UHUGEINT", "'340282366920938463463374607431768211456'"},
      {"DOUBLE", "FLOAT", "0.1"},
      {"INTEGER", "FLOAT", "16777217"},
      {"BIGINT", "DOUBLE", "'9007199254740993'"},
      {"INTEGER", "DECIMAL(9,0)", "2147483647"},
      {"INTEGER", "DECIMAL(11,2)", "2147483647"},
      {"HUGEINT", "DECIMAL(38,0)", "'170141183460469231731687303715884105727'"},
      {"DOUBLE", "DECIMAL(38,10)", "'1e-20'"},
      {"DECIMAL(4,1)", "INTEGER", "'0.5'"},
      {"DECIMAL(38,10)", "DOUBLE", "'1234567890123456789.0123456789'"},
      {"DECIMAL(10,2)", "DECIMAL(9,2)", "'99999999.99'"},
      {"DECIMAL(10,2)", "DECIMAL(10,4)", "'12345678.90'"},
      {"DECIMAL(10,2)", "DECIMAL(12,1)", "'0.01'"},
      {"DECIMAL(10,4)", "DECIMAL(10,2)", "'1.2345'"},
      {"VARCHAR", "INTEGER", "'007'"},
      {"VARCHAR", "INTEGER", "'x'"},
      {"VARCHAR", "BOOLEAN", "'yes'"},
      {"INTEGER", "BOOLEAN", "2"},
      {"BOOLEAN", "INTEGER", "true", "the requirement has no such rule"},
      {"DATE", "TIMESTAMP", "'5881580-07-10'"},
      {"TIMESTAMP", "DATE", "'2024-01-02 03:04:05'"},
      {"TIMESTAMP", "TIMESTAMP_S", "'2024-01-02 03:04:05.5'"},
      {"TIMESTAMP", "TIMESTAMP_NS", "'9999-01-01'"},
      {"TIMESTAMP", "TIMESTAMPTZ", "'2024-01-02 03:04:05'", "the session's zone decides"},
      {"TIMETZ", "TIME", "'01:02:03+05'"},
      {"ENUM('a', 'b')", "ENUM('a', 'c')", "'b'"},
      {"ENUM('a', 'b')", "ENUM('b', 'a')", "'b'", "the order of values changes"},
      {"ENUM('a', 'b')", "ENUM('x', 'a', 'b')", "'b'", "only appended labels keep the positions"},
      {"STRUCT(a INTEGER, b INTEGER)", "STRUCT(a INTEGER)", "{'a': 1, 'b': 2}"},
      {"STRUCT(a INTEGER)", "STRUCT(b INTEGER)", "{'a': 1}"},
      {"STRUCT(a BIGINT)", "STRUCT(a INTEGER, b DATE)", "{'a': " + largest + "}"},
      {"UNION(n INTEGER, s VARCHAR)", "UNION(n INTEGER)", "union_value(s := 'x')"},
      {"BIGINT[]", "INTEGER[]", "[" + largest + "]"},
      {"INTEGER[2]", "INTEGER[3]", "[1, 2]"},
      {"INTEGER[2]", "INTEGER[]", "[1, 2]", "the shape changes"},
      {"MAP(VARCHAR, BIGINT)", "MAP(VARCHAR, INTEGER)", "MAP {'k': " + largest + "}"},
      {"MAP(VARCHAR, BIGINT)", "MAP(INTEGER, BIGINT)", "MAP {'k': 1}"},
      {"UUID", "VARCHAR", "'00000000-0000-0000-0000-000000000001'",
       "the requirement names numbers and BOOLEAN only"},
      {"DATE", "VARCHAR", "'2024-01-02'", "the requirement names numbers and BOOLEAN only"},
  };
}

class DuckdbWidening : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(engine_.opened()); }

  void make_table(const std::string& type, const std::vector<std::string>& values) {
    ASSERT_TRUE(engine_.query("CREATE OR REPLACE TABLE t (id INTEGER, c " + type + ")"));
    ASSERT_TRUE(engine_.query("INSERT INTO t VALUES (0, NULL)"));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto done = engine_.query("INSERT INTO t VALUES (" + std::to_string(i + 1) + ", CAST(" +
                                      values[i] + " AS " + type + "))");
      ASSERT_TRUE(done) << values[i] << ": " << done.error();
    }
  }

  std::expected<DuckdbMemory::Rows, std::string> read_as(const std::string& type) {
    return engine_.query("SELECT id, CAST(CAST(c AS " + type + ") AS VARCHAR) FROM t ORDER BY id");
  }

  std::expected<DuckdbMemory::Rows, std::string> alter(const std::string& to) {
    return engine_.query("ALTER TABLE t ALTER COLUMN c TYPE " +
                         render_type(duckdb_, parse_type(duckdb_, to)));
  }

  types::WideningVerdict verdict(const std::string& from, const std::string& to) const {
    return classify_widening(duckdb_, parse_type(duckdb_, from), parse_type(duckdb_, to));
  }

  const Dialect& duckdb_ = *find_dialect("duckdb");
  DuckdbMemory engine_;
};

TEST_F(DuckdbWidening, a_safe_change_keeps_every_value) {
  for (const Safe& change : safe_changes()) {
    SCOPED_TRACE(change.from + " to " + change.to);
    // The engine forgets lengths, so both texts are one type.
    if (parse_type(duckdb_, change.from) != parse_type(duckdb_, change.to)) {
      const auto answer = verdict(change.from, change.to);
      EXPECT_TRUE(answer.safe) << answer.reason;
      EXPECT_NE(answer.row, nullptr);
      EXPECT_FALSE(answer.reason.empty());
    }
    make_table(change.from, change.values);
    const std::string& compared_as = change.compared_as.empty() ? change.from : change.compared_as;
    const auto before = read_as(compared_as);
    const auto altered = alter(change.to);
    ASSERT_TRUE(altered) << altered.error();
    const auto after = read_as(compared_as);
    ASSERT_TRUE(after) << after.error();
    EXPECT_EQ(*before, *after);
  }
}

TEST_F(DuckdbWidening, every_row_of_the_table_is_tried) {
  std::set<const types::WideningRow*> tried;
  for (const Safe& change : safe_changes()) tried.insert(verdict(change.from, change.to).row);
  // Lengths are forgotten; the row stands for types that carry one all the same.
  tried.insert(classify_widening(duckdb_, types::text(3), types::text(5)).row);
  for (const auto& row : duckdb_.widenings) EXPECT_TRUE(tried.contains(&row)) << row.source;
}

// Also: field_F208, field_F013, field_F221.
TEST_F(DuckdbWidening, field_F208_an_unsafe_change_loses_a_value_or_says_why) {
  for (const Unsafe& change : unsafe_changes()) {
    SCOPED_TRACE(change.from + " to " + change.to);
    const auto answer = verdict(change.from, change.to);
    EXPECT_FALSE(answer.safe) << answer.reason;
    EXPECT_EQ(answer.row, nullptr);
    EXPECT_FALSE(answer.reason.empty());
    make_table(change.from, {change.value});
    const auto before = read_as(change.from);
    const bool altered = alter(change.to).has_value();
    const auto after = read_as(change.from);
    const bool kept = altered && after && *after == *before;
    EXPECT_EQ(kept, !change.stricter.empty());
  }
}

}  // namespace
}  // namespace leeway::dialects
