#include <gtest/gtest.h>

#include "print/measured_number.h"
#include "print/moment.h"
#include "print/profile_column.h"

namespace leeway::print {
namespace {

TEST(ProfileRules, SharesHaveFloorsAndCeilings) {
  EXPECT_EQ(null_rate(0, 10), 0);
  EXPECT_EQ(null_rate(1, 100'000'000), 0.000001);
  EXPECT_EQ(null_rate(99'999'999, 100'000'000), 0.999999);
  EXPECT_EQ(null_rate(3, 3), 1);
  EXPECT_EQ(null_rate(0, 0), 0);
  EXPECT_EQ(cardinality_ratio(1, 100'000'000), 0.000001);
  EXPECT_EQ(cardinality_ratio(99'999'999, 100'000'000), 1);
  EXPECT_EQ(cardinality_ratio(0, 0), 0);
  EXPECT_EQ(share_of(2, 3), 0.666667);
}

TEST(ProfileRules, DistributionIsTheFirstThatFits) {
  EXPECT_EQ(distribution_of({}, 0, true), "uniform");
  EXPECT_EQ(distribution_of({95, 5}, 100, true), "dominant_value");
  EXPECT_EQ(distribution_of({94, 6}, 100, true), "imbalanced");
  EXPECT_EQ(distribution_of({20, 9}, 100, false), "long_tail");
  EXPECT_EQ(distribution_of({20, 10}, 100, false), "uniform");
  EXPECT_EQ(distribution_of({21, 10}, 31, true), "imbalanced");
  EXPECT_EQ(distribution_of({7}, 7, true), "dominant_value");
}

TEST(ProfileRules, NumbersKeepTheirDigits) {
  EXPECT_EQ(read_number("1e+20", true).text, "100000000000000000000.0");
  EXPECT_EQ(read_number("-1.25e-07", true).text, "-0.000000125");
  EXPECT_EQ(read_number("-0.0", true).text, "0.0");
  EXPECT_EQ(read_number("-inf", true).text, "-.inf");
  EXPECT_EQ(read_number("nan", true).text, ".nan");
  EXPECT_EQ(read_number("12.50", false).text, "12.50");
  EXPECT_EQ(with_point("-5", 2), "-0.05");
  EXPECT_EQ(with_point("12345", 2), "123.45");
  EXPECT_EQ(with_point("7", 0), "7");
}

TEST(ProfileRules, MeansAreExact) {
  EXPECT_EQ(round_measured(mean_of("10", 4)).text, "2.5");
  EXPECT_EQ(round_measured(mean_of("12", 4)).text, "3.0");
  EXPECT_EQ(round_measured(mean_of("-2", 3)).text, "-0.666667");
  EXPECT_EQ(round_measured(mean_of("18014398509481986", 2)).text, "9007199254740993.0");
  EXPECT_EQ(round_measured(mean_of("1", 30'000'000)).text, "0.0000000333333");
  EXPECT_EQ(round_measured(mean_of("0.00", 3)).text, "0.00");
}

TEST(ProfileRules, DaysAreElapsedTime) {
  const auto days = [](const char* from, const char* to) {
    return days_between(read_moment(from), read_moment(to));
  };
  EXPECT_EQ(days("2024-01-01 12:00:00", "2024-01-02 11:59:59.999999"), 0);
  EXPECT_EQ(days("2024-01-01 12:00:00", "2024-01-02 12:00:00"), 1);
  EXPECT_EQ(days("0001-01-01", "9999-12-31"), 3'652'058);
  EXPECT_EQ(days("5877642-06-25 (BC)", "5881580-07-10"), 4'294'967'292);
  EXPECT_EQ(days("2024-01-01", "infinity"), std::nullopt);
  EXPECT_EQ(read_moment("10:00:00+00").text, "10:00:00Z");
  EXPECT_EQ(read_moment("24:00:00-15:59:59").text, "24:00:00-15:59:59");
  EXPECT_TRUE(read_moment("24:00:00-15:59:59").representable);
}

TEST(ProfileRules, FreshnessCountsWholeDays) {
  const auto now = *parse_rfc3339("2024-06-30T12:00:00Z");
  const auto age = [&](const char* newest) { return freshness_of(read_moment(newest), now); };
  EXPECT_EQ(age("2024-06-24"), (Freshness{6, "live"}));
  EXPECT_EQ(age("2024-06-23"), (Freshness{7, "stale"}));
  EXPECT_EQ(age("2024-04-01 12:00:00.000001"), (Freshness{89, "stale"}));
  EXPECT_EQ(age("2024-04-01 12:00:00"), (Freshness{90, "dormant"}));
  EXPECT_EQ(age("2030-01-01"), (Freshness{0, "live"}));
}

}  // namespace
}  // namespace leeway::print
