#include <gmock/gmock.h>

#include "unit/print/profile_support.h"

namespace leeway::print {
namespace {

using ::testing::HasSubstr;

TEST_F(ProfileTest, AViewIsDescribedWithoutAStatement) {
  run("CREATE TABLE base (a INTEGER, b VARCHAR, c BLOB)");
  run("CREATE VIEW seen AS SELECT a, b AS \"B\", c FROM base");
  const auto request = request_for("seen");
  const auto before = session_->statements_sent();
  const auto made = profile(request).statistics;
  EXPECT_EQ(session_->statements_sent(), before);
  EXPECT_TRUE(made.catalog_only);
  EXPECT_FALSE(made.row_count);
  EXPECT_EQ(made.grain, Grain{});
  ASSERT_EQ(made.columns.size(), 3U);
  EXPECT_EQ(made.columns[0].classification, "numeric");
  EXPECT_EQ(made.columns[1].classification, "text");
  EXPECT_EQ(made.columns[1].physical_name, "B");
  EXPECT_EQ(made.columns[2].classification, "unsupported");
  EXPECT_FALSE(made.columns[0].null_count);
}

TEST_F(ProfileTest, CountsRowsAndTime) {
  run("CREATE TABLE t AS SELECT * FROM range(7)");
  const auto made = profile("t").statistics;
  EXPECT_EQ(made.profiled_at, "2024-06-30T12:00:00Z");
  EXPECT_EQ(made.row_count, 7);
  EXPECT_EQ(made.row_count_method, "exact");
  EXPECT_FALSE(made.scope);
  EXPECT_FALSE(made.columns[0].rows_scanned);
}

TEST_F(ProfileTest, AFilterNarrowsWhatIsRead) {
  run("CREATE TABLE t AS SELECT i FROM range(100) AS r(i)");
  auto request = request_for("t");
  request.settings.filter = "i < 10 -- the first";
  const auto made = profile(request).statistics;
  EXPECT_EQ(made.scope, (Scope{10, std::nullopt, "i < 10 -- the first"}));
  EXPECT_EQ(made.row_count, 100);
  EXPECT_EQ(made.columns[0].rows_scanned, 10);
  EXPECT_EQ(made.columns[0].cardinality, 10);
}

// The copy is the same rows with any number of threads, and is gone afterwards.
TEST_F(ProfileTest, ASampleIsDrawnOnce) {
  std::vector<Statistics> made;
  for (const int threads : {1, 4}) {
    open(threads);
    run("CREATE TABLE t AS SELECT i, (i * 0.37)::DOUBLE AS x FROM range(300000) AS r(i)");
    auto request = request_for("t");
    request.settings.sample = 0.1;
    made.push_back(profile(request).statistics);
    const auto left = session_->query("SELECT table_name FROM duckdb_tables() WHERE temporary", 10);
    ASSERT_TRUE(left);
    EXPECT_TRUE(left->rows.empty());
  }
  EXPECT_EQ(made[0], made[1]);
  ASSERT_TRUE(made[0].scope);
  EXPECT_EQ(made[0].scope->sample, 0.1);
  EXPECT_NEAR(static_cast<double>(made[0].scope->rows_scanned), 30000, 1500);
  EXPECT_EQ(made[0].columns[0].cardinality, made[0].scope->rows_scanned);
  EXPECT_EQ(made[0].row_count_method, "approximate");
}

TEST_F(ProfileTest, ARefusedCopyIsAWarning) {
  run("CREATE TABLE t AS SELECT i FROM range(30000) AS r(i)");
  auto request = request_for("t");
  request.settings.sample = 0.5;
  const auto copied = profile(request);
  EXPECT_TRUE(copied.warnings.empty());
  request.materialize_sample = false;
  const auto drawn = profile(request);
  EXPECT_EQ(drawn.warnings.size(), 1U);
  EXPECT_EQ(drawn.statistics, copied.statistics);
}

TEST_F(ProfileTest, TheSameDataGivesTheSamePrint) {
  std::vector<Statistics> made;
  for (const int threads : {1, 4, 4}) {
    open(threads);
    run("CREATE TABLE t AS SELECT sin(i) * pow(10, i % 30) AS x, 'v' || (hash(i) % 70000) AS s, "
        "hash(i) % 90 AS m, TIMESTAMP '2020-01-01' + INTERVAL (hash(i) % 100000) SECOND AS at, "
        "CASE WHEN i % 2 = 0 THEN 0.0 ELSE -0.0 END AS zero FROM range(150000) AS r(i)");
    made.push_back(profile("t").statistics);
  }
  for (const auto& other : made) EXPECT_EQ(other, made[0]);
  EXPECT_EQ(list_text(made[0].columns[4].values), "0.0:150000 ");
}

// One statement for all counts, one a column for its values, three for percentiles at most.
TEST_F(ProfileTest, StatementsAreFew) {
  run("CREATE TABLE big AS SELECT i AS a, 'x' || i AS b FROM "
      "range(600000) AS r(i)");
  auto request = request_for("big");
  request.compute_sketches = false;
  auto before = session_->statements_sent();
  profile(request);
  EXPECT_EQ(session_->statements_sent() - before, 1 + 2 + 3 + 1U);  // one of normalized text
  std::string columns;
  for (int i = 0; i < 320; ++i) columns += fmt::format("{}c{} INTEGER", i == 0 ? "" : ", ", i);
  run("CREATE TABLE wide (" + columns + ")");
  request = request_for("wide");
  request.compute_sketches = false;
  before = session_->statements_sent();
  EXPECT_EQ(profile(request).statistics.columns.size(), 320U);
  EXPECT_EQ(session_->statements_sent() - before, 1 + 20U);
}

// A column of which one kind of statement fails costs nothing but its own figures.
TEST_F(ProfileTest, field_F177_OneBadColumnCostsOnlyItself) {
  std::string columns;
  for (int i = 0; i < 40; ++i) columns += fmt::format("{}i + {} AS c{}", i == 0 ? "" : ", ", i, i);
  run("CREATE TABLE t AS SELECT " + columns + " FROM range(60) AS r(i)");
  const auto request = request_for("t");
  const auto whole = profile(request);
  for (const std::string bad : {"sum(\"c7\")", "GROUP BY 1", "quantile_disc"}) {
    WatchedSession watched(*session_);
    watched.instead = [&](const std::string& sql) -> std::optional<Result<engines::RowSet>> {
      if (!sql.contains(bad) || !sql.contains("\"c7\"")) return std::nullopt;
      return fail(ErrorCode::refused, "no");
    };
    const auto made = profile_table(watched, request);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_TRUE(made->partial);
    EXPECT_EQ(made->warnings.size(), 1U);
    for (std::size_t i = 0; i < whole.statistics.columns.size(); ++i) {
      const auto& column = made->statistics.columns[i];
      if (i != 7) {
        EXPECT_EQ(column, whole.statistics.columns[i]);
      }
      EXPECT_EQ(column.null_count, 0);
      EXPECT_EQ(column.unmeasured.empty(), i != 7);
    }
  }
}

TEST_F(ProfileTest, WhatAFailedColumnLacksIsNamed) {
  run("CREATE TABLE t AS SELECT i AS c FROM range(60) AS r(i)");
  WatchedSession watched(*session_);
  watched.instead = [](const std::string& sql) -> std::optional<Result<engines::RowSet>> {
    if (!sql.starts_with("WITH")) return std::nullopt;
    return fail(ErrorCode::conversion, "no");
  };
  const auto made = profile_table(watched, request_for("t"));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->statistics.columns[0].unmeasured,
            (std::vector<std::string>{"cardinality", "cardinality_method", "cardinality_ratio",
                                      "distribution", "frequencies", "mean", "negative_count",
                                      "percentiles", "quantized_count", "range", "sum", "values",
                                      "zero_count"}));
}

TEST_F(ProfileTest, AnInterruptEndsEverythingAtOnce) {
  run("CREATE TABLE t AS SELECT i AS a, i AS b FROM range(60) AS r(i)");
  for (const std::string at : {"CREATE", "count(\"a\")", "WITH", "none"}) {
    WatchedSession watched(*session_);
    bool stopped = false;
    watched.instead = [&](const std::string& sql) -> std::optional<Result<engines::RowSet>> {
      EXPECT_TRUE(!stopped || sql.starts_with("DROP")) << sql;
      if (!sql.contains(at)) return std::nullopt;
      stopped = true;
      return fail(ErrorCode::interrupted, "stopped");
    };
    auto request = request_for("t");
    request.settings.sample = 0.9;
    const auto made = profile_table(watched, request);
    EXPECT_EQ(made.has_value(), at == "none");
    if (!made) {
      EXPECT_EQ(made.error().code, ErrorCode::interrupted);
    }
  }
}

TEST_F(ProfileTest, ATableThatIsGoneIsAnError) {
  run("CREATE TABLE t AS SELECT 1 AS a, 2 AS b");
  const auto request = request_for("t");
  run("DROP TABLE t");
  const auto made = profile_table(*session_, request);
  ASSERT_FALSE(made);
}

}  // namespace
}  // namespace leeway::print
