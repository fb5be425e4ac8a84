#include "unit/print/profile_support.h"

namespace leeway::print {
namespace {

TEST_F(ProfileTest, ListsEveryValueOfAColumnOfFew) {
  const auto made =
      column("SELECT c FROM (VALUES ('b'), ('a'), ('a'), (' A'), ('B '), ('c'), (NULL)) AS t(c)");
  EXPECT_EQ(made.classification, "categorical");
  EXPECT_EQ(list_text(made.values), "a:2  A:1=a B :1 b:1=B  c:1 ");
  EXPECT_EQ(made.values_coverage, 1.0);
  EXPECT_EQ(made.values_coverage_method, "measured");
  EXPECT_EQ(made.distribution, "uniform");
  EXPECT_EQ(made.cardinality, 5);
  EXPECT_EQ(made.cardinality_ratio, 0.714286);
  EXPECT_EQ(made.cardinality_method, "exact");
  EXPECT_EQ(made.length, (Length{1, 2, 1.333333, 2}));
  EXPECT_FALSE(made.empty_count);
}

TEST_F(ProfileTest, NumbersOfEqualCountsGoByTheirText) {
  const auto made = column("SELECT c FROM (VALUES (1), (2), (10), (100)) AS t(c)");
  EXPECT_EQ(list_text(made.values), "1:1 10:1 100:1 2:1 ");
}

// 60 values: i stands i + 1 times; 1,830 rows, 10 more without a value.
TEST_F(ProfileTest, ListsTheMostFrequentOfMany) {
  const auto made = column(
      "SELECT 'v' || i AS c FROM range(60) AS t(i), range(60) AS u(k) WHERE k <= i UNION ALL "
      "SELECT NULL FROM range(10)");
  EXPECT_EQ(made.classification, "text");
  ASSERT_EQ(made.values->size(), 20U);
  EXPECT_EQ(made.values->front(), (ValueCount{make_string("v59"), 60, {}}));
  EXPECT_EQ(made.values->back(), (ValueCount{make_string("v40"), 41, {}}));
  EXPECT_EQ(made.values_coverage, 0.551913);  // 1010 / 1830
  EXPECT_FALSE(made.values_coverage_method);
  EXPECT_EQ(made.distribution, "uniform");
  EXPECT_EQ(made.empty_count, 0);
}

TEST_F(ProfileTest, MeasuresNumbers) {
  const auto made = column("SELECT (i - 10)::DECIMAL(6, 2) / 2 AS c FROM range(101) AS t(i)");
  EXPECT_EQ(made.classification, "numeric");
  EXPECT_EQ(made.zero_count, 1);
  EXPECT_EQ(made.negative_count, 10);
  EXPECT_EQ(made.quantized_count, 51);
  EXPECT_EQ(made.mean->text, "20.0");
  EXPECT_EQ(made.frequencies, (Frequencies{1, 1, 20, 20}));
  EXPECT_EQ(made.distribution, "long_tail");
  ASSERT_TRUE(made.values);
  EXPECT_EQ(made.values->size(), 20U);
  EXPECT_FALSE(made.values_coverage);
  EXPECT_FALSE(made.length);
}

TEST_F(ProfileTest, PercentilesAreOfTheNearestRank) {
  run("CREATE TABLE many AS SELECT i AS few, i * 3 AS c FROM range(1, 101) AS t(i)");
  auto request = request_for("many");
  request.settings.statistics.percentiles = {7, 29, 50, 55, 99};
  EXPECT_EQ(percentile_text(profile(request).statistics.columns[1]),
            "p07=21 p29=87 p50=150 p55=165 p99=297 ");
}

// Enough values that the ranks are searched for between guesses; the values are 0, 2, 4... and
// stand in no order.
TEST_F(ProfileTest, PercentilesOfManyValuesAreExact) {
  run("CREATE TABLE many AS SELECT (i * 7919 % 200003) * 2 AS whole, ((i * 7919 % 200003) * "
      "2)::DOUBLE AS real, DATE '1500-01-01' + (i * 7919 % 200003)::INTEGER AS day FROM "
      "range(200003) AS t(i)");
  run("INSERT INTO many VALUES (NULL, 'nan', NULL), (NULL, 'inf', NULL)");
  WatchedSession watched(*session_);
  const auto request = request_for("many");
  const std::string expected = "p01=4000 p25=100000 p50=200002 p75=300004 p99=396004 ";
  const std::string real = "p01=4000.0 p25=100000.0 p50=200002.0 p75=300004.0 p99=396004.0 ";
  for (const bool misled : {false, true}) {
    watched.instead = [&](const std::string& sql) -> std::optional<Result<engines::RowSet>> {
      if (!misled || !sql.contains("TABLESAMPLE")) return std::nullopt;
      engines::RowSet rows;
      rows.rows.emplace_back(20, "1");
      rows.rows[0].insert(rows.rows[0].end(), 10, "1500-01-01");
      return rows;
    };
    const auto made = profile_table(watched, request);
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(percentile_text(made->statistics.columns[0]), expected);
    EXPECT_EQ(percentile_text(made->statistics.columns[1]), real);
    EXPECT_EQ(percentile_text(made->statistics.columns[2]).substr(0, 15), "p01=1505-06-24 ");
  }
}

TEST_F(ProfileTest, MeasuresTimestamps) {
  const auto made =
      column("SELECT TIMESTAMP '2024-03-01' + INTERVAL (i * 12) HOUR AS c FROM range(101) AS t(i)");
  EXPECT_EQ(made.classification, "temporal");
  EXPECT_EQ(made.quantized_count, 51);
  EXPECT_EQ(range_text(made), "2024-03-01T00:00:00..2024-04-20T00:00:00 50");
  EXPECT_EQ(made.freshness, (Freshness{71, "stale"}));
}

TEST_F(ProfileTest, ProseHasNoValues) {
  const auto made = column("SELECT 'this is the word of number ' || i AS c FROM range(60) AS t(i)");
  EXPECT_EQ(made.inferred.looks_like, "prose");
  EXPECT_FALSE(made.values);
  EXPECT_FALSE(made.values_coverage);
  EXPECT_FALSE(made.distribution);
  EXPECT_TRUE(made.length);
}

TEST_F(ProfileTest, DrawsDistinctValues) {
  run("CREATE TABLE people AS SELECT 'u' || (i % 2000) || '@x.org' AS mail FROM range(6000) AS "
      "t(i)");
  auto request = request_for("people");
  request.settings.statistics.looks_like_sample_size = 700;
  const auto made = profile(request).statistics.columns[0];
  EXPECT_EQ(made.inferred.sampled, 700);
  EXPECT_EQ(made.inferred.looks_like, "email");
}

TEST_F(ProfileTest, EmptyAndNullColumns) {
  run("CREATE TABLE bare (a INTEGER, b VARCHAR, c BOOLEAN, d BLOB, e DATE)");
  for (const int rows : {0, 3}) {
    for (const auto& column : profile("bare").statistics.columns) {
      EXPECT_EQ(column.null_count, rows) << column.key;
      EXPECT_EQ(column.null_rate, rows == 0 ? 0 : 1) << column.key;
      if (column.key == "d") continue;
      EXPECT_EQ(column.classification, column.key == "c" ? "boolean" : "categorical");
      EXPECT_EQ(column.cardinality, 0);
      EXPECT_EQ(column.cardinality_ratio, 0);
      EXPECT_EQ(list_text(column.values), "");
      EXPECT_EQ(column.values_coverage, 1.0);
      EXPECT_FALSE(column.length);
      EXPECT_FALSE(column.range);
      EXPECT_FALSE(column.inferred.candidate_key);
    }
    run("INSERT INTO bare SELECT NULL, NULL, NULL, NULL, NULL FROM range(3)");
  }
}

TEST_F(ProfileTest, KeysAndReferences) {
  run("CREATE TABLE keyed (\"Id\" INTEGER PRIMARY KEY, code VARCHAR UNIQUE, other INTEGER, near "
      "INTEGER)");
  run("INSERT INTO keyed SELECT i, CASE WHEN i < 90 THEN ' K' || i END, i % 3, i FROM range(100) "
      "AS t(i)");
  auto request = request_for("keyed");
  request.foreign_key_columns = {"other"};
  const auto columns = profile(request).statistics.columns;
  EXPECT_EQ(columns[0].key, "id");
  EXPECT_EQ(columns[0].physical_name, "Id");
  EXPECT_EQ(columns[0].classification, "numeric");
  EXPECT_EQ(columns[0].nullable, false);
  EXPECT_TRUE(columns[0].inferred.candidate_key);
  EXPECT_EQ(columns[0].frequencies, (Frequencies{1, 1, 20, 20}));
  EXPECT_EQ(percentile_text(columns[0]), "p01=0 p25=24 p50=49 p75=74 p99=98 ");
  EXPECT_EQ(columns[1].cardinality, 90);
  EXPECT_EQ(columns[1].normalized_cardinality, 90);
  EXPECT_FALSE(columns[1].inferred.candidate_key);
  EXPECT_EQ(columns[2].classification, "foreign_key_candidate");
  EXPECT_EQ(list_text(columns[2].values), "0:34 1:33 2:33 ");
  EXPECT_FALSE(columns[2].physical_name);
  EXPECT_FALSE(columns[2].length);
  EXPECT_TRUE(columns[3].inferred.candidate_key);
}

// Two texts of two million characters that differ in the last one.
TEST_F(ProfileTest, field_F171_LongValuesAreCutAndStayDifferent) {
  const auto made = column(
      "SELECT repeat('ä', 2000000) || x AS c FROM (VALUES ('a'), ('b'), ('b'), ('')) AS t(x)");
  EXPECT_EQ(made.cardinality, 3);
  ASSERT_EQ(made.values->size(), 3U);
  EXPECT_EQ(made.values->front().count, 2);
  for (const auto& value : *made.values) {
    EXPECT_LT(value.value->text.size(), 2200U);
    EXPECT_TRUE(value.value->text.contains("…[sha256:"));
    EXPECT_TRUE(value.value->text.ends_with(" characters]"));
  }
  EXPECT_EQ(made.length->min, 2000000);
  EXPECT_EQ(made.length->max, 2000001);
}

TEST_F(ProfileTest, NamesOfAnyKind) {
  run("CREATE TABLE names (\"a\"\"b\" INTEGER, \"x.y\" INTEGER, \"new\nline\" VARCHAR, \"ÄÖ\" "
      "VARCHAR, \"select\" DATE, v INTEGER, n INTEGER, t VARCHAR, g0 INTEGER)");
  run("INSERT INTO names VALUES (1, 2, 'x', 'y', '2024-01-01', 3, 4, 'z', 5)");
  const auto made = profile("names");
  EXPECT_TRUE(made.warnings.empty());
  ASSERT_EQ(made.statistics.columns.size(), 9U);
  for (const auto& column : made.statistics.columns) EXPECT_EQ(column.cardinality, 1) << column.key;
  EXPECT_EQ(list_text(made.statistics.columns[8].values), "5:1 ");
}

}  // namespace
}  // namespace leeway::print
