#include "unit/print/profile_support.h"

namespace leeway::print {
namespace {

struct TypeCase {
  std::string type;
  std::string low, high;  // as SQL text of the type
  std::string classification;
  std::string shown;  // range, or the listed values
};

class ProfileTypes : public ProfileTest, public ::testing::WithParamInterface<TypeCase> {};

TEST_P(ProfileTypes, ShowsBothEnds) {
  const auto& param = GetParam();
  const auto made = ordered("SELECT CAST(x AS " + param.type + ") AS c FROM (VALUES ('" +
                            param.low + "'), ('" + param.high + "'), (NULL)) AS t(x)");
  EXPECT_EQ(made.classification, param.classification);
  EXPECT_EQ(made.range ? range_text(made) : list_text(made.values), param.shown);
  EXPECT_EQ(made.null_count, 1);
  EXPECT_EQ(made.null_rate, 0.333333);
  EXPECT_TRUE(made.unmeasured.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Numbers, ProfileTypes,
    ::testing::Values(
        TypeCase{"TINYINT", "-128", "127", "numeric", "-128..127"},
        TypeCase{"UBIGINT", "0", "18446744073709551615", "numeric", "0..18446744073709551615"},
        TypeCase{"HUGEINT", "-170141183460469231731687303715884105728", "0", "numeric",
                 "-170141183460469231731687303715884105728..0"},
        TypeCase{"BIGNUM", "-5", "340282366920938463463374607431768211456", "numeric",
                 "-5..340282366920938463463374607431768211456"},
        TypeCase{"DECIMAL(10,2)", "-1.5", "4", "numeric", "-1.50..4.00"},
        TypeCase{"DECIMAL(18,8)", "0.00000001", "1.00000055", "numeric", "0.00000001..1.000001"},
        TypeCase{"FLOAT", "-0.0", "0.1", "numeric", "0.0..0.1"},
        TypeCase{"DOUBLE", "1e-9", "1e20", "numeric", "0.000000001..100000000000000000000.0"}));

INSTANTIATE_TEST_SUITE_P(
    field_F214_Moments, ProfileTypes,
    ::testing::Values(
        TypeCase{"DATE", "2024-02-28", "2024-03-01", "temporal", "2024-02-28..2024-03-01 2"},
        TypeCase{"DATE", "0044-03-15 (BC)", "0001-01-01", "temporal",
                 "0044-03-15 (BC)..0001-01-01 15998 !min !p01 !p25 !p50"},
        TypeCase{"TIMESTAMP", "2024-01-01 12:00:00", "2024-01-02 11:59:59.5", "temporal",
                 "2024-01-01T12:00:00..2024-01-02T11:59:59.500000 0"},
        TypeCase{"TIMESTAMP_NS", "2024-01-01 00:00:00.000000001", "2024-01-02", "temporal",
                 "2024-01-01T00:00:00.000000001..2024-01-02T00:00:00 1"},
        TypeCase{"TIMESTAMP_S", "9999-12-31 23:59:59", "10000-01-01", "temporal",
                 "9999-12-31T23:59:59..10000-01-01T00:00:00 0 !max !p75 !p99"},
        TypeCase{"TIMESTAMPTZ", "2024-01-01 00:00:00+02", "2024-01-01 00:00:00-02", "temporal",
                 "2023-12-31T22:00:00Z..2024-01-01T02:00:00Z 0"},
        TypeCase{"TIME", "00:00:00", "23:59:59.25", "temporal", "00:00:00..23:59:59.250000 0"},
        TypeCase{"TIME_NS", "00:00:00.000000001", "24:00:00", "temporal",
                 "00:00:00.000000001..24:00:00 0"},
        TypeCase{"TIMETZ", "10:00:00+00", "10:00:00-02:30", "temporal",
                 "10:00:00Z..10:00:00-02:30 0"}));

INSTANTIATE_TEST_SUITE_P(
    Words, ProfileTypes,
    ::testing::Values(TypeCase{"BOOLEAN", "true", "false", "boolean", "false:1 true:1 "},
                      TypeCase{"UUID", "00000000-0000-0000-0000-000000000001",
                               "ffffffff-ffff-ffff-ffff-ffffffffffff", "text",
                               "00000000-0000-0000-0000-000000000001:1 "
                               "ffffffff-ffff-ffff-ffff-ffffffffffff:1 "},
                      TypeCase{"INTERVAL", "30 days", "1 month", "text", "1 month:1 30 days:1 "},
                      TypeCase{"BIT", "101", "0", "text", "0:1 101:1 "},
                      TypeCase{"ENUM('b', 'a')", "a", "b", "text", "a:1 b:1 "},
                      TypeCase{"JSON", "{}", "[1]", "json", "absent"},
                      TypeCase{"BLOB", "a", "b", "unsupported", "absent"},
                      TypeCase{"INTEGER[]", "[1]", "[2]", "unsupported", "absent"}));

// Whatever the type, nothing fails: neither all columns at once nor one alone.
TEST_F(ProfileTest, field_F215_EveryTypeIsMeasured) {
  run("CREATE TABLE every AS SELECT * FROM test_all_types()");
  for (const int threshold : {0, 50}) {
    auto request = request_for("every");
    request.settings.statistics.enumeration_threshold = threshold;
    const auto together = profile(request);
    // Instants at both ends of a type leave no timeline; every column is measured all the same.
    for (const auto& warning : together.warnings)
      EXPECT_TRUE(warning.contains("timeline")) << warning;
    EXPECT_FALSE(together.partial);
    ASSERT_EQ(together.statistics.columns.size(), table_.columns.size());
    for (const auto& column : together.statistics.columns) {
      EXPECT_TRUE(column.unmeasured.empty()) << column.key;
      EXPECT_EQ(column.null_count, 1) << column.key;
      EXPECT_EQ(column.cardinality,
                column.classification == "unsupported" ? std::nullopt : std::optional(2L))
          << column.key;
    }
  }
}

TEST_F(ProfileTest, UnsupportedColumnsHaveFiveFields) {
  const auto made = column("SELECT {'a': 1} AS c");
  ColumnPrint expected;
  expected.key = "c";
  expected.sql_type = "STRUCT(a INTEGER)";
  expected.nullable = true;
  expected.null_count = 0;
  expected.null_rate = 0;
  expected.classification = "unsupported";
  EXPECT_EQ(made, expected);
}

TEST_F(ProfileTest, VariantsAreDocuments) {
  const auto made = column("SELECT 1::VARIANT AS c UNION ALL SELECT 'x'::VARIANT");
  EXPECT_EQ(made.classification, "json");
  EXPECT_EQ(made.cardinality, 2);
}

TEST_F(ProfileTest, field_F161_StatisticsAreOfFiniteValues) {
  const auto made = ordered(
      "SELECT CAST(x AS DOUBLE) AS c FROM (VALUES ('nan'), ('inf'), ('-inf'), ('1'), ('4')) AS "
      "t(x)");
  ASSERT_EQ(range_text(made), "1.0..4.0");
  EXPECT_EQ(percentile_text(made), "p01=1.0 p25=1.0 p50=1.0 p75=4.0 p99=4.0 ");
  EXPECT_EQ(made.mean->text, "2.5");
  EXPECT_EQ(made.sum->text, "5.0");
  EXPECT_EQ(made.negative_count, 1);
  EXPECT_EQ(made.quantized_count, 2);
  EXPECT_EQ(made.cardinality, 5);
  EXPECT_EQ(profile_.warnings.size(), 1U);
  EXPECT_FALSE(profile_.partial);
}

TEST_F(ProfileTest, field_F165_InfiniteDatesAreNamed) {
  const auto made = ordered(
      "SELECT CAST(x AS DATE) AS c FROM (VALUES ('infinity'), ('2024-01-01'), ('2024-01-11')) AS "
      "t(x)");
  EXPECT_EQ(range_text(made), "2024-01-01..infinity 10 !max !p75 !p99");
  EXPECT_EQ(made.freshness, (Freshness{0, "live"}));
  EXPECT_EQ(profile_.warnings.size(), 1U);
}

TEST_F(ProfileTest, field_F163_WideSumsDoNotOverflow) {
  const auto whole =
      ordered("SELECT 170141183460469231731687303715884105727::HUGEINT AS c FROM range(3)");
  EXPECT_EQ(whole.sum->text, "510423550381407695195061911147652317181");
  EXPECT_EQ(whole.mean->text, "170141183460469231731687303715884105727.0");
  const auto decimal =
      ordered("SELECT 9999999999999999999999999999.9999999999::DECIMAL(38, 10) AS c FROM range(2)");
  EXPECT_EQ(decimal.sum->text, "20000000000000000000000000000.0");
}

// A sum of floating-point numbers in which every intermediate rounding would show.
TEST_F(ProfileTest, RealsAreAddedExactly) {
  const auto made = ordered(
      "SELECT CAST(x AS DOUBLE) AS c FROM (VALUES ('1e16'), ('1'), ('-1e16'), ('0.5'), ('1e-3')) "
      "AS t(x)");
  EXPECT_EQ(made.sum->text, "1.501");
  const auto small = ordered("SELECT 5e-324::DOUBLE AS c");
  EXPECT_EQ(made.quantized_count, 3);
  EXPECT_EQ(to_double(*small.sum), 5e-324);
}

TEST_F(ProfileTest, ASumBeyondItsTypeIsUnmeasured) {
  const auto made = ordered("SELECT 1.5e308::DOUBLE AS c FROM range(4)");
  EXPECT_EQ(to_double(*made.mean), 1.5e308);
  EXPECT_EQ(made.unmeasured, std::vector<std::string>{"sum"});
  EXPECT_TRUE(profile_.partial);
}

}  // namespace
}  // namespace leeway::print
