// The numbers of distribution tests, over shares and counts of the same bins. Pure.
#pragma once

#include <cstdint>
#include <vector>

namespace leeway::print {

// Population stability index: sum over the bins of (q - p) ln(q / p), p the baseline's share and q
// the new one, each taken as at least 0.0001 so that an empty bin has a weight. 0 for equal shares;
// 2 (1 - 0.0001) ln 10000 = 18.42 for two that share no bin of one each. (N. Siddiqi, Credit Risk
// Scorecards, 2006; the index is the symmetrised Kullback-Leibler divergence.)
// REQUIRES: equal sizes.
double population_stability(const std::vector<double>& before, const std::vector<double>& after);

// Square root of the Jensen-Shannon divergence to base 2: 0 for equal shares, 1 for disjoint ones.
// (J. Lin, Divergence Measures Based on the Shannon Entropy, 1991; that the root is a metric:
// D. M. Endres and J. E. Schindelin, A New Metric for Probability Distributions, 2003.)
// REQUIRES: equal sizes.
double jensen_shannon_distance(const std::vector<double>& before, const std::vector<double>& after);

struct ChiSquare {
  double statistic = 0;
  int degrees = 0;  // of freedom; 0: one bin only, nothing to test
  double p = 1;
  bool rare_bins = false;  // a bin's expected count is below 5: p is a rough guide
};

// Pearson's test of homogeneity of two samples: sum over bins and samples of (observed -
// expected)^2 / expected, expected from the pooled counts, degrees of freedom the bins that hold
// anything less one. (K. Pearson, 1900; the rule of 5: W. G. Cochran, 1954.)
// REQUIRES: equal sizes, a sum above 0 on both sides.
ChiSquare chi_square(const std::vector<std::int64_t>& before,
                     const std::vector<std::int64_t>& after);

// Regularised upper incomplete gamma function Q(a, x), by its series below a + 1 and by its
// continued fraction above (M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions,
// 6.5.29 and 6.5.31). REQUIRES: a > 0, x >= 0.
double upper_gamma_share(double a, double x);

}  // namespace leeway::print
