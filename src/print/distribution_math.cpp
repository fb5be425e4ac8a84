#include "print/distribution_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace leeway::print {
namespace {

constexpr double least_share = 0.0001;
constexpr double least_expected = 5;
constexpr double precision = std::numeric_limits<double>::epsilon();

// x^a e^-x / gamma(a)
double leading_factor(double a, double x) {
  // std::lgamma may write a global sign; a is positive, so the sign is never read.
  return std::exp(a * std::log(x) - x - std::lgamma(a));
}

double lower_by_series(double a, double x) {
  double term = 1 / a;
  double sum = term;
  for (double n = a + 1; term > sum * precision; ++n) {
    term *= x / n;
    sum += term;
  }
  return leading_factor(a, x) * sum;
}

// Lentz's evaluation of 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...))).
double upper_by_fraction(double a, double x) {
  constexpr double tiny = 1e-300;
  constexpr int most_terms = 100000;
  double b = x + 1 - a;
  double c = 1 / tiny;
  double d = 1 / b;
  double value = d;
  for (int i = 1; i < most_terms; ++i) {
    const double numerator = -i * (i - a);
    b += 2;
    d = numerator * d + b;
    if (std::abs(d) < tiny) d = tiny;
    c = b + numerator / c;
    if (std::abs(c) < tiny) c = tiny;
    d = 1 / d;
    const double factor = d * c;
    value *= factor;
    if (std::abs(factor - 1) <= precision) break;
  }
  return leading_factor(a, x) * value;
}

double divergence_part(double share, double middle) {
  return share > 0 ? share * std::log2(share / middle) : 0;
}

}  // namespace

double population_stability(const std::vector<double>& before, const std::vector<double>& after) {
  double index = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double p = std::max(before[i], least_share);
    const double q = std::max(after[i], least_share);
    index += (q - p) * std::log(q / p);
  }
  return index;
}

double jensen_shannon_distance(const std::vector<double>& before,
                               const std::vector<double>& after) {
  double divergence = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double middle = (before[i] + after[i]) / 2;
    divergence += divergence_part(before[i], middle) / 2 + divergence_part(after[i], middle) / 2;
  }
  return std::sqrt(std::clamp(divergence, 0.0, 1.0));
}

ChiSquare chi_square(const std::vector<std::int64_t>& before,
                     const std::vector<std::int64_t>& after) {
  const auto total = [](const std::vector<std::int64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), 0.0);
  };
  const double rows[] = {total(before), total(after)};
  ChiSquare result;
  result.degrees = -1;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double observed[] = {static_cast<double>(before[i]), static_cast<double>(after[i])};
    const double pooled = observed[0] + observed[1];
    if (pooled == 0) continue;
    ++result.degrees;
    for (int side = 0; side < 2; ++side) {
      const double expected = pooled * (rows[side] / (rows[0] + rows[1]));
      result.statistic += (observed[side] - expected) * (observed[side] - expected) / expected;
      result.rare_bins |= expected < least_expected;
    }
  }
  if (result.degrees > 0) result.p = upper_gamma_share(result.degrees / 2.0, result.statistic / 2);
  return result;
}

double upper_gamma_share(double a, double x) {
  if (x <= 0) return 1;
  const double share = x < a + 1 ? 1 - lower_by_series(a, x) : upper_by_fraction(a, x);
  return std::clamp(share, 0.0, 1.0);
}

}  // namespace leeway::print
