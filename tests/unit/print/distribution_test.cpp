#include "print/distribution.h"

#include <gtest/gtest.h>

#include <cmath>

#include "print/distribution_line.h"
#include "print/distribution_math.h"

namespace leeway::print {
namespace {

TEST(GammaShare, equals_published_tail_values_of_chi_square) {
  // Critical values of the chi-square distribution (NIST/SEMATECH e-Handbook, table 1.3.6.7.4).
  struct Case {
    int degrees;
    double statistic;
    double p;
  };
  for (const Case& c : {Case{1, 2.706, 0.10}, Case{1, 3.841, 0.05}, Case{1, 6.635, 0.01},
                        Case{1, 10.828, 0.001}, Case{2, 5.991, 0.05}, Case{5, 11.070, 0.05},
                        Case{5, 20.515, 0.001}, Case{10, 18.307, 0.05}, Case{10, 23.209, 0.01},
                        Case{30, 43.773, 0.05}, Case{50, 67.505, 0.05}, Case{100, 124.342, 0.05},
                        Case{100, 149.449, 0.001}, Case{10, 3.940, 0.95}, Case{100, 77.929, 0.95}})
    EXPECT_NEAR(upper_gamma_share(c.degrees / 2.0, c.statistic / 2), c.p, c.p * 1e-3)
        << c.degrees << " " << c.statistic;
}

TEST(GammaShare, has_its_closed_forms_and_ends) {
  EXPECT_DOUBLE_EQ(upper_gamma_share(0.5, 0), 1);
  EXPECT_NEAR(upper_gamma_share(1, 3), std::exp(-3), 1e-14);
  EXPECT_NEAR(upper_gamma_share(0.5, 2), std::erfc(std::sqrt(2.0)), 1e-14);
  EXPECT_NEAR(upper_gamma_share(3, 4), std::exp(-4) * (1 + 4 + 8), 1e-14);
  EXPECT_EQ(upper_gamma_share(1, 1e6), 0);
}

TEST(ChiSquare, equals_a_table_worked_by_hand) {
  // 2x2: rows 30/10 and 20/20; expected 25/15 each; 4 parts of 25/25 + 25/15 = 5.3333.
  const ChiSquare result = chi_square({30, 10}, {20, 20});
  EXPECT_NEAR(result.statistic, 16.0 / 3, 1e-12);
  EXPECT_EQ(result.degrees, 1);
  EXPECT_NEAR(result.p, 0.020921, 1e-6);
  EXPECT_FALSE(result.rare_bins);
}

TEST(ChiSquare, F191_bins_that_neither_side_holds_are_no_degree_of_freedom) {
  EXPECT_EQ(chi_square({5, 5, 0}, {5, 5, 0}).degrees, 1);
  EXPECT_EQ(chi_square({5, 5, 0}, {5, 5, 1}).degrees, 2);
  EXPECT_TRUE(chi_square({5, 5, 0}, {5, 5, 1}).rare_bins);
  EXPECT_EQ(chi_square({5, 0}, {9, 0}).p, 1);
}

TEST(Stability, equals_hand_computed_values) {
  EXPECT_EQ(population_stability({0.5, 0.5}, {0.5, 0.5}), 0);
  // 0.1 ln(0.6/0.5) - 0.1 ln(0.4/0.5) = 0.1 ln 1.5
  EXPECT_NEAR(population_stability({0.5, 0.5}, {0.6, 0.4}), 0.1 * std::log(1.5), 1e-15);
  EXPECT_NEAR(population_stability({1, 0}, {0, 1}), 2 * 0.9999 * std::log(10000.0), 1e-12);
}

TEST(JensenShannon, equals_hand_computed_values) {
  EXPECT_EQ(jensen_shannon_distance({0.25, 0.75}, {0.25, 0.75}), 0);
  EXPECT_DOUBLE_EQ(jensen_shannon_distance({1, 0}, {0, 1}), 1);
  // (1, 0) and (1/2, 1/2): 1/2 log2(4/3) + 1/4 log2(2/3) + 1/4 log2(2) = 0.311278
  EXPECT_NEAR(jensen_shannon_distance({1, 0}, {0.5, 0.5}), std::sqrt(0.31127812445913283), 1e-12);
}

TEST(Line, places_numbers_dates_times_and_instants) {
  EXPECT_EQ(place_on_line(make_number("-7.25")), "-7.25");
  EXPECT_EQ(place_on_line(make_string("1970-01-02")), "86400");
  EXPECT_EQ(place_on_line(make_string("1970-01-01T00:00:01.5Z")), "1.5");
  EXPECT_EQ(place_on_line(make_string("1970-01-01 02:00:00+02:00")), "0");
  EXPECT_EQ(place_on_line(make_string("1969-12-31T23:59:59.25")), "-0.75");
  EXPECT_EQ(place_on_line(make_string("00:01:30")), "90");
  EXPECT_EQ(place_on_line(make_string("1970-01-01T00:00:00.123456789Z")), "0.123456789");
  for (const char* text : {"", "x", "2026-13-01", "2026-02-30", "[redacted]", "44 BC",
                           "2026-01-01T", "2026-01-01X", "infinity"})
    EXPECT_EQ(place_on_line(make_string(text)), std::nullopt) << text;
  EXPECT_EQ(place_on_line(make_number(".inf")), std::nullopt);
  EXPECT_EQ(place_on_line(make_bool(true)), std::nullopt);
}

// Columns of a table of 1,000 rows.
ColumnPrint numeric(const std::vector<const char*>& knots) {
  ColumnPrint column;
  column.key = "c";
  column.classification = "numeric";
  column.null_count = 0;
  column.range = Range{make_number(knots.front()), make_number(knots.back()), {}};
  column.percentiles = {{"p01", make_number(knots[1])},
                        {"p25", make_number(knots[2])},
                        {"p50", make_number(knots[3])},
                        {"p75", make_number(knots[4])},
                        {"p99", make_number(knots[5])}};
  return column;
}

ColumnPrint categorical(const std::vector<std::pair<const char*, std::int64_t>>& values,
                        std::int64_t nulls = 0) {
  ColumnPrint column;
  column.key = "c";
  column.classification = "categorical";
  column.null_count = nulls;
  column.values.emplace();
  for (const auto& [value, count] : values)
    column.values->push_back({make_string(value), count, {}});
  column.values_coverage = 1;
  return column;
}

ColumnPrint text(const std::vector<std::pair<const char*, std::int64_t>>& values) {
  ColumnPrint column = categorical(values);
  column.classification = "text";
  column.values_coverage = 0.5;
  return column;
}

Print print_of(const ColumnPrint& column, std::int64_t rows = 1000) {
  Print print;
  TablePrint table;
  table.fqn = "t";
  table.statistics.emplace();
  table.statistics->row_count = rows;
  table.statistics->row_count_method = "exact";
  table.statistics->columns = {column};
  print.tables = {table};
  return print;
}

DistributionFinding find(const Print& before, const Print& after, DistributionTest test) {
  for (const auto& finding : compare_distributions(before, after, {}))
    if (finding.test == test) return finding;
  ADD_FAILURE() << to_string(test);
  return {};
}

DistributionFinding find(const ColumnPrint& before, const ColumnPrint& after,
                         DistributionTest test) {
  return find(print_of(before), print_of(after), test);
}

using enum DistributionTest;

const std::vector<const char*> even{"0", "10", "250", "500", "750", "990", "1000"};

TEST(Distribution, equal_sides_do_not_drift) {
  for (const auto& column : {numeric(even), numeric({"5", "5", "5", "5", "5", "5", "5"}),
                             numeric({"0", "0", "0", "0", "0", "7", "9"}),
                             categorical({{"a", 600}, {"b", 400}}), text({{"a", 300}, {"b", 200}})})
    for (const auto& finding : compare_distributions(print_of(column), print_of(column), {})) {
      EXPECT_FALSE(finding.drifted) << to_string(finding.test);
      if (finding.value) {
        EXPECT_EQ(*finding.value, finding.test == chi_square ? 1 : 0) << to_string(finding.test);
      }
    }
}

TEST(Distribution, F191_numbers_are_binned_by_the_baselines_percentiles) {
  // Everything moved up by a quarter: (0..p01] 1 %, 24 %, 25 %, 25 %, 24 %, 1 % becomes, between
  // the baseline's knots, 0, 0, 25 %, 25 %, 24 %, 26 %.
  const auto moved = numeric({"250", "260", "500", "750", "1000", "1240", "1250"});
  const double empty = 0.0001;
  const double expected = (empty - 0.01) * std::log(empty / 0.01) +
                          (empty - 0.24) * std::log(empty / 0.24) +
                          (0.26 - 0.01) * std::log(0.26 / 0.01);
  EXPECT_NEAR(*find(numeric(even), moved, psi).value, expected, 0.01);
  EXPECT_TRUE(find(numeric(even), moved, psi).drifted);
  EXPECT_TRUE(find(numeric(even), moved, jensen_shannon).drifted);
}

TEST(Distribution, smirnov_bound_is_below_the_true_difference) {
  const auto moved = numeric({"250", "260", "500", "750", "1000", "1240", "1250"});
  // The true statistic is 0.25. Up to 250 the baseline has a share of 0.25, the new side one of
  // 0.01 at most; a percentile leaves one row of 1,000 open on each side.
  const auto finding = find(numeric(even), moved, kolmogorov_smirnov);
  EXPECT_NEAR(*finding.value, 0.238, 1e-12);
  EXPECT_TRUE(finding.drifted);
}

TEST(Distribution, F185_constants_are_equal_or_maximally_apart) {
  const auto five = numeric({"5", "5", "5", "5", "5", "5", "5"});
  const auto six = numeric({"6", "6", "6", "6", "6", "6", "6"});
  EXPECT_EQ(*find(five, five, psi).value, 0);
  EXPECT_NEAR(*find(five, six, psi).value, 2 * 0.9999 * std::log(10000.0), 1e-9);
  EXPECT_DOUBLE_EQ(*find(five, six, jensen_shannon).value, 1);
  EXPECT_DOUBLE_EQ(*find(five, six, kolmogorov_smirnov).value, 1);
  const auto a = categorical({{"a", 1000}});
  const auto b = categorical({{"b", 1000}});
  EXPECT_NEAR(*find(a, b, psi).value, 2 * 0.9999 * std::log(10000.0), 1e-9);
  EXPECT_LT(*find(a, b, chi_square).value, 1e-100);
  EXPECT_DOUBLE_EQ(*find(a, b, new_categories).value, 1);
}

TEST(Distribution, F169_integers_near_7e17_stay_apart) {
  const auto before = numeric({"716000000000000000", "716000000000000001", "716000000000000025",
                               "716000000000000050", "716000000000000075", "716000000000000099",
                               "716000000000000100"});
  const auto after = numeric({"716000000000000050", "716000000000000051", "716000000000000075",
                              "716000000000000100", "716000000000000125", "716000000000000149",
                              "716000000000000150"});
  EXPECT_EQ(*find(before, before, psi).value, 0);
  // Up to ...50 one side has a share of 0.5, the other one of 0.01 at most.
  EXPECT_NEAR(*find(before, after, kolmogorov_smirnov).value, 0.488, 1e-12);
  EXPECT_GT(*find(before, after, psi).value, 1);
}

TEST(Distribution, F187_nulls_are_tested_apart) {
  const auto before = categorical({{"a", 500}, {"b", 500}});
  const auto after = categorical({{"a", 250}, {"b", 250}}, 500);
  EXPECT_EQ(*find(before, after, psi).value, 0);
  EXPECT_DOUBLE_EQ(*find(before, after, null_share).value, 0.5);
  EXPECT_TRUE(find(before, after, null_share).drifted);
}

TEST(Distribution, F189_another_kind_is_not_compared) {
  const auto finding = find(numeric(even), categorical({{"1", 1000}}), psi);
  EXPECT_EQ(finding.value, std::nullopt);
  EXPECT_FALSE(finding.drifted);
  EXPECT_NE(finding.reason, "");
  // Named values stay named, however many there are.
  EXPECT_TRUE(find(categorical({{"a", 1000}}), text({{"a", 10}, {"b", 10}}), new_categories).value);
}

TEST(Distribution, lists_in_part_are_compared_over_what_both_tell) {
  const auto before = text({{"a", 300}, {"b", 200}});
  const auto after = text({{"a", 100}, {"c", 300}});
  // a and all others: 0.3, 0.7 becomes 0.1, 0.9.
  const double expected = -0.2 * std::log(0.1 / 0.3) + 0.2 * std::log(0.9 / 0.7);
  EXPECT_NEAR(*find(before, after, psi).value, expected, 1e-12);
  EXPECT_EQ(find(before, after, chi_square).value, std::nullopt);
  EXPECT_EQ(find(before, after, new_categories).value, std::nullopt);
  EXPECT_EQ(find(before, text({{"c", 10}}), psi).value, std::nullopt);
}

TEST(Distribution, what_cannot_be_tested_says_why) {
  auto redacted = categorical({{"a", 1000}});
  redacted.redacted = "hash";
  auto bare = numeric(even);
  bare.percentiles.reset();
  const auto nothing = categorical({}, 1000);
  const auto named = categorical({{"a", 1000}});
  for (const auto& [before, after] : {std::pair{redacted, named},
                                      {named, redacted},
                                      {nothing, named},
                                      {named, nothing},
                                      {nothing, nothing},
                                      {bare, numeric(even)},
                                      {numeric(even), bare}}) {
    const auto finding = find(before, after, psi);
    EXPECT_EQ(finding.value, std::nullopt);
    EXPECT_NE(finding.reason, "");
    EXPECT_FALSE(finding.drifted);
    EXPECT_TRUE(find(before, after, null_share).value);
  }
  EXPECT_EQ(find(print_of(named), print_of(nothing, 0), null_share).value, std::nullopt);
}

TEST(Distribution, a_narrowed_read_has_shares_of_what_it_read) {
  Print scoped = print_of(categorical({{"a", 60}, {"b", 40}}), 1000);
  scoped.tables[0].statistics->scope = Scope{100, 0.1, {}};
  const Print whole = print_of(categorical({{"a", 600}, {"b", 400}}));
  for (const auto test : {psi, jensen_shannon, null_share, new_categories})
    EXPECT_EQ(*find(whole, scoped, test).value, 0) << to_string(test);
}

TEST(Distribution, booleans_and_foreign_keys_are_named_values) {
  for (const char* classification : {"boolean", "foreign_key_candidate"}) {
    auto before = categorical({{"a", 500}, {"b", 500}});
    auto after = categorical({{"a", 900}, {"b", 100}});
    before.classification = after.classification = classification;
    EXPECT_TRUE(find(before, after, psi).drifted) << classification;
    EXPECT_TRUE(find(before, after, chi_square).drifted) << classification;
  }
}

TEST(Distribution, instants_are_points_on_a_line) {
  auto before = numeric(even);
  before.classification = "temporal";
  before.range = Range{make_string("2026-01-01"), make_string("2026-01-31"), 30};
  before.percentiles = {{"p50", make_string("2026-01-15")}};
  auto after = before;
  after.range = Range{make_string("2027-01-01"), make_string("2027-01-31"), 30};
  after.percentiles = {{"p50", make_string("2027-01-15")}};
  EXPECT_DOUBLE_EQ(*find(before, after, kolmogorov_smirnov).value, 1);
  EXPECT_TRUE(find(before, after, psi).drifted);
}

TEST(Distribution, zero_is_a_threshold_and_an_absent_one_switches_a_test_off) {
  DistributionThresholds thresholds{{}, {}, {}, {}, 0, {}};
  const auto findings = compare_distributions(print_of(categorical({{"a", 1000}})),
                                              print_of(categorical({{"a", 999}}, 1)), thresholds);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings[0].drifted);
}

TEST(Distribution, estimates_of_rows_are_no_base_for_shares) {
  Print print = print_of(text({{"a", 300}, {"b", 200}}));
  print.tables[0].statistics->row_count_method = "approximate";
  EXPECT_EQ(find(print, print, psi).value, std::nullopt);
}

TEST(Distribution, tables_that_were_not_read_again_have_no_finding) {
  Print carried = print_of(categorical({{"b", 1000}}));
  carried.tables[0].carried = true;
  EXPECT_TRUE(compare_distributions(print_of(categorical({{"a", 1000}})), carried, {}).empty());
}

}  // namespace
}  // namespace leeway::print
