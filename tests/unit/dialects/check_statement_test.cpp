// The statements that check data, run on DuckDB.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dialects/checks.h"
#include "dialects/statements.h"
#include "support/raw_duckdb.h"

namespace leeway::dialects {
namespace {

using ::testing::ElementsAre;

constexpr std::string_view now = "2026-11-30T12:00:00.500Z";

class CheckStatementTest : public ::testing::Test {
 protected:
  void table(const std::string& columns, const std::string& values) {
    db_.query("CREATE OR REPLACE TABLE t(" + columns + ")");
    if (!values.empty()) db_.query("INSERT INTO t VALUES " + values);
  }

  leeway::testing::RawDuckdb db_;
  const Dialect& duckdb_ = *find_dialect("duckdb");
  const catalog::TableName name_{"memory", "main", "t"};
  const CheckedRows all_{name_, ""};
};

TEST_F(CheckStatementTest, null_rates_count_in_one_pass) {
  table("a INTEGER, \"b c\" VARCHAR", "(1, NULL), (NULL, NULL), (3, 'x'), (4, NULL)");
  EXPECT_THAT(db_.query(null_rates(duckdb_, name_, {"b c", "a"}, 100)),
              ElementsAre(ElementsAre("4", "3", "1")));
  EXPECT_THAT(db_.query(null_rates(duckdb_, name_, {"a"}, 1e-9)),
              ElementsAre(ElementsAre("0", "0")));
}

TEST_F(CheckStatementTest, null_rates_sample_about_the_percentage) {
  db_.query("CREATE TABLE t AS SELECT CASE WHEN i % 2 = 0 THEN i END AS a FROM range(100000) r(i)");
  const auto rows = db_.query(null_rates(duckdb_, name_, {"a"}, 10));
  const double sampled = std::stod(rows[0][0].value());
  EXPECT_NEAR(sampled, 10000, 1500);
  EXPECT_NEAR(std::stod(rows[0][1].value()) / sampled, 0.5, 0.1);
}

TEST_F(CheckStatementTest, null_rates_of_an_empty_table_are_zeros) {
  table("a INTEGER", "");
  EXPECT_THAT(db_.query(null_rates(duckdb_, name_, {"a"}, 10)), ElementsAre(ElementsAre("0", "0")));
}

TEST_F(CheckStatementTest, freshness_is_measured_from_the_given_instant) {
  struct Case {
    std::string type;
    std::string newest;
    std::string text;
    std::string lag;
  };
  const std::vector<Case> cases = {
      {"TIMESTAMP", "2026-11-30 11:59:00.25", "2026-11-30 11:59:00.25", "60"},
      {"TIMESTAMPTZ", "2026-11-30 13:59:00+02", "2026-11-30 06:59:00-05", "60"},
      {"TIMESTAMP_NS", "2026-11-30 12:00:00.600000001", "2026-11-30 12:00:00.600000001", "-1"},
      {"DATE", "2026-11-30", "2026-11-30", "43200"},
  };
  // What the connection's zone is does not matter to the lag.
  db_.query("SET TimeZone = 'America/New_York'");
  for (const auto& each : cases) {
    SCOPED_TRACE(each.type);
    table("seen " + each.type, "('2026-01-01'), (NULL), ('" + each.newest + "')");
    EXPECT_THAT(db_.query(freshness(duckdb_, name_, "seen", now)),
                ElementsAre(ElementsAre(each.text, each.lag)));
  }
  table("seen TIMESTAMP", "(NULL)");
  EXPECT_THAT(db_.query(freshness(duckdb_, name_, "seen", now)),
              ElementsAre(ElementsAre(std::nullopt, std::nullopt)));
}

TEST_F(CheckStatementTest, a_custom_check_names_its_table) {
  db_.query("CREATE TABLE \"{table} \"\" x\" AS SELECT 1 AS a");
  EXPECT_EQ(db_.value(custom_check(duckdb_,
                                   "SELECT (SELECT COUNT(*) FROM {table}) + (SELECT MAX(a) FROM "
                                   "{table}) -- {table}",
                                   {"memory", "main", "{table} \" x"})),
            "2");
}

TEST_F(CheckStatementTest, every_assertion_counts_the_rows_that_fail) {
  db_.query(
      "CREATE TABLE t AS SELECT * FROM (VALUES (1, 'a', 1.5), (2, 'a', 2.5), (3, 'b', NULL), "
      "(4, NULL, 4.5), (NULL, NULL, -1)) AS v(id, code, n)");
  db_.query("CREATE TABLE codes AS SELECT * FROM (VALUES ('a'), (NULL)) AS v(code)");
  const catalog::TableName codes{"memory", "main", "codes"};
  const CheckedRows some{name_, "id <= 3 -- some"};
  struct Case {
    std::string sql;
    std::string failures;
  };
  const std::vector<Case> cases = {
      {not_null_failures(duckdb_, all_, "id"), "1"},
      {not_null_failures(duckdb_, some, "id"), "0"},
      {unique_failures(duckdb_, all_, {"code"}), "2"},
      {unique_failures(duckdb_, {name_, "id <> 1"}, {"code"}), "0"},
      {unique_failures(duckdb_, all_, {"id", "code"}), "0"},
      {unique_expression_failures(duckdb_, all_, "id % 2 -- odd"), "4"},
      {unique_expression_failures(duckdb_, some, "code || 'x'"), "2"},
      {accepted_values_failures(duckdb_, all_, "code", {"a"}), "1"},
      {accepted_values_failures(duckdb_, all_, "code", {}), "3"},
      {accepted_values_failures(duckdb_, all_, "id", {"1", "2", "3"}), "1"},
      {relationship_failures(duckdb_, all_, "code", codes, "code"), "1"},
      {relationship_failures(duckdb_, {name_, "id = 1"}, "code", codes, "code"), "0"},
      {expression_failures(duckdb_, all_, "n > 2 -- NULL passes"), "2"},
      {expression_failures(duckdb_, some, "n > 2"), "1"},
      {row_count_failures(duckdb_, all_, {.min = 5, .max = 5}), "0"},
      {row_count_failures(duckdb_, all_, {.min = 6, .max = {}}), "1"},
      {row_count_failures(duckdb_, all_, {.min = {}, .max = 4}), "1"},
      {row_count_failures(duckdb_, some, {.min = 4, .max = 9}), "1"},
      {row_count_failures(duckdb_, all_, {}), "0"},
      {range_failures(duckdb_, all_, "n", {.min = 0, .max = 4.5}), "1"},
      {range_failures(duckdb_, all_, "n", {.min = {}, .max = 1.5}), "2"},
      {range_failures(duckdb_, some, "n", {.min = 2, .max = {}}), "1"},
      {range_failures(duckdb_, all_, "n", {}), "0"},
      {regex_failures(duckdb_, all_, "code", "^[a'\\\\]$"), "1"},
      {regex_failures(duckdb_, all_, "code", "a|b"), "0"},
  };
  for (const auto& each : cases) EXPECT_EQ(db_.value(each.sql), each.failures) << each.sql;
}

TEST_F(CheckStatementTest, a_relationship_to_a_column_that_is_not_there_does_not_pass) {
  db_.query("CREATE TABLE t AS SELECT 1 AS id");
  db_.query("CREATE TABLE other AS SELECT 2 AS key");
  EXPECT_THROW(
      db_.query(relationship_failures(duckdb_, all_, "id", {"memory", "main", "other"}, "id")),
      std::runtime_error);
}

TEST_F(CheckStatementTest, aggregates_hold_or_fail) {
  struct Case {
    Aggregate aggregate;
    Comparison comparison;
    double value;
    std::string failures;
  };
  table("n INTEGER", "(1), (2), (2), (NULL)");
  const std::vector<Case> cases = {
      {Aggregate::count, Comparison::equal, 3, "0"},
      {Aggregate::count_distinct, Comparison::equal, 2, "0"},
      {Aggregate::sum, Comparison::greater, 4.5, "0"},
      {Aggregate::sum, Comparison::greater, 5, "1"},
      {Aggregate::sum, Comparison::greater_or_equal, 5, "0"},
      {Aggregate::avg, Comparison::less, 1.7, "0"},
      {Aggregate::min, Comparison::not_equal, 1, "1"},
      {Aggregate::max, Comparison::less_or_equal, 2, "0"},
      {Aggregate::sum, Comparison::less, 1e20, "0"},
  };
  for (const auto& each : cases)
    EXPECT_EQ(db_.value(aggregate_failures(duckdb_, all_, "n", each.aggregate, each.comparison,
                                           each.value)),
              each.failures);
  const CheckedRows none{name_, "n > 99"};
  EXPECT_EQ(db_.value(aggregate_failures(duckdb_, none, "n", Aggregate::sum, Comparison::less, 9)),
            "NULL");
  EXPECT_EQ(
      db_.value(aggregate_failures(duckdb_, none, "", Aggregate::count, Comparison::equal, 0)),
      "0");
}

TEST_F(CheckStatementTest, instants_are_compared_with_the_given_now) {
  for (const std::string type : {"TIMESTAMP", "TIMESTAMPTZ"}) {
    SCOPED_TRACE(type);
    table("seen " + type,
          "('2026-11-30 12:00:00.4+00'), ('2026-11-30 12:00:00.6+00'), (NULL), "
          "('2026-11-28 12:00:00.4+00'), ('2026-11-28 12:00:00.6+00')");
    EXPECT_EQ(db_.value(not_in_future_failures(duckdb_, all_, "seen", now)), "1");
    EXPECT_EQ(db_.value(older_than_days_failures(duckdb_, all_, "seen", 2, now)), "3");
  }
}

TEST(CheckWordStatementTest, words_and_symbols_are_read) {
  EXPECT_EQ(parse_aggregate("SUM"), Aggregate::sum);
  EXPECT_EQ(parse_aggregate("count_distinct"), Aggregate::count_distinct);
  EXPECT_EQ(parse_aggregate("median"), std::nullopt);
  EXPECT_EQ(parse_comparison(" GTE "), Comparison::greater_or_equal);
  EXPECT_EQ(parse_comparison("!="), Comparison::not_equal);
  EXPECT_EQ(parse_comparison("=="), Comparison::equal);
  EXPECT_EQ(parse_comparison("~"), std::nullopt);
}

}  // namespace
}  // namespace leeway::dialects
