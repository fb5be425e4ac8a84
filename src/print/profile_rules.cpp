// The rules of the format for single figures.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include <fmt/chrono.h>

#include "print/profile_column.h"

namespace leeway::print {
namespace {

constexpr double millionth = 0.000001;

double six_decimals(double value) { return std::round(value / millionth) / 1'000'000; }

}  // namespace

double share_of(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return 0;
  return six_decimals(static_cast<double>(part) / static_cast<double>(whole));
}

double null_rate(std::int64_t nulls, std::int64_t rows) {
  if (rows == 0 || nulls == 0) return 0;
  if (nulls == rows) return 1;
  return std::clamp(share_of(nulls, rows), millionth, 1 - millionth);
}

double cardinality_ratio(std::int64_t cardinality, std::int64_t rows) {
  if (rows == 0 || cardinality == 0) return 0;
  return std::max(share_of(cardinality, rows), millionth);
}

std::string distribution_of(const std::vector<std::int64_t>& counts, std::int64_t present,
                            bool exhaustive) {
  constexpr double dominant = 0.95;
  constexpr double tail = 0.30;
  if (counts.empty() || present <= 0) return "uniform";
  const auto all = static_cast<double>(present);
  const auto listed =
      static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
  if (static_cast<double>(counts.front()) / all >= dominant) return "dominant_value";
  if (!exhaustive && listed / all < tail) return "long_tail";
  if (counts.front() > 2 * counts.back()) return "imbalanced";
  return "uniform";
}

Freshness freshness_of(const Moment& newest, TimePoint profiled_at) {
  constexpr std::int64_t stale_days = 7;
  constexpr std::int64_t dormant_days = 90;
  const auto today = std::chrono::floor<std::chrono::days>(profiled_at);
  Moment now;
  now.days = today.time_since_epoch().count();
  now.day_microseconds = (profiled_at - today).count();
  Freshness freshness;
  freshness.max_age_days = std::max<std::int64_t>(days_between(newest, now).value_or(0), 0);
  freshness.classification = freshness.max_age_days < stale_days     ? "live"
                             : freshness.max_age_days < dormant_days ? "stale"
                                                                     : "dormant";
  return freshness;
}

std::string instant_text(TimePoint time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", std::chrono::floor<std::chrono::seconds>(time));
}

}  // namespace leeway::print
