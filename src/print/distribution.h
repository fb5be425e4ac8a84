// How far a column's distribution moved between two prints, from what the prints hold: no
// connection, no data. Formulas and their sources stand beside each function.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "print/print.h"

namespace leeway::print {

enum class DistributionTest {
  psi,                 // population stability index over the baseline's bins
  jensen_shannon,      // distance: square root of the base-2 divergence, 0 to 1
  kolmogorov_smirnov,  // lower bound of the statistic, from percentiles
  chi_square,          // p-value over complete value lists
  null_share,          // absolute difference of NULL shares
  new_categories,      // share of rows whose value the baseline's complete list lacks
};

std::string_view to_string(DistributionTest test);

struct DistributionFinding {
  std::string table;
  std::string column;
  DistributionTest test = DistributionTest::psi;
  std::optional<double> value;  // absent: not evaluated
  std::string reason;           // why not evaluated, or a word on how
  double threshold = 0;
  bool drifted = false;

  bool operator==(const DistributionFinding&) const = default;
};

struct DistributionThresholds {
  std::optional<double> psi = 0.2;
  std::optional<double> jensen_shannon = 0.1;
  std::optional<double> kolmogorov_smirnov = 0.1;
  std::optional<double> chi_square_p = 0.01;
  std::optional<double> null_share = 0.05;
  std::optional<double> new_categories = 0.0;

  bool operator==(const DistributionThresholds&) const = default;
};

// Every column both prints measured, in table and column order. A test drifts when its value is
// above its threshold (chi-square: p below it); 0 is a legal threshold; an absent one is not run.
std::vector<DistributionFinding> compare_distributions(const Print& baseline, const Print& live,
                                                       const DistributionThresholds& thresholds);

}  // namespace leeway::print
