#include "print/distribution.h"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "print/distribution_line.h"
#include "print/distribution_math.h"
#include "print/distribution_values.h"

namespace leeway::print {
namespace {

constexpr std::array<std::string_view, 6> test_names{
    "psi", "jensen_shannon", "kolmogorov_smirnov", "chi_square", "null_share", "new_categories"};

// What a column's values are to a test. Named values are told apart and have no order; points have
// a place on a line.
enum class Kind { named, numbers, instants, other };

// The print's own classification decides, never a guess from the values at hand.
Kind kind_of(const ColumnPrint& column) {
  const std::string& classification = column.classification;
  if (classification == "boolean" || classification == "categorical" ||
      classification == "foreign_key_candidate" || classification == "text")
    return Kind::named;
  if (classification == "numeric") return Kind::numbers;
  if (classification == "temporal") return Kind::instants;
  return Kind::other;
}

struct Side {
  const ColumnPrint* column = nullptr;
  std::optional<std::int64_t> rows;    // read; exact
  std::optional<std::int64_t> values;  // of them, not NULL
};

// Rows of an estimate are no base for shares.
Side side_of(const Statistics& statistics, const ColumnPrint& column) {
  Side side{&column, std::nullopt, std::nullopt};
  if (statistics.scope)
    side.rows = statistics.scope->rows_scanned;
  else if (statistics.row_count_method != "approximate")
    side.rows = statistics.row_count;
  if (side.rows && column.null_count && *column.null_count <= *side.rows)
    side.values = *side.rows - *column.null_count;
  else if (lists_every_value(column))
    side.values = listed_rows(column);
  return side;
}

std::optional<double> null_share(const Side& side) {
  if (side.rows == 0) return std::nullopt;
  if (side.rows && side.column->null_count)
    return static_cast<double>(*side.column->null_count) / static_cast<double>(*side.rows);
  return side.column->null_rate;
}

std::vector<double> shares_of(const std::vector<std::int64_t>& counts) {
  double total = 0;
  for (const auto count : counts) total += static_cast<double>(count);
  std::vector<double> shares;
  shares.reserve(counts.size());
  for (const auto count : counts) shares.push_back(static_cast<double>(count) / total);
  return shares;
}

class ColumnTests {
 public:
  ColumnTests(std::string table, const Side& before, const Side& after,
              const DistributionThresholds& thresholds, std::vector<DistributionFinding>& findings)
      : table_(std::move(table)),
        before_(before),
        after_(after),
        thresholds_(thresholds),
        findings_(findings) {}

  void run() {
    test_values();
    test_nulls();
  }

 private:
  using Test = DistributionTest;

  const ColumnPrint& old() const { return *before_.column; }
  const ColumnPrint& now() const { return *after_.column; }

  const std::optional<double>& threshold_of(Test test) const {
    switch (test) {
      case Test::psi:
        return thresholds_.psi;
      case Test::jensen_shannon:
        return thresholds_.jensen_shannon;
      case Test::kolmogorov_smirnov:
        return thresholds_.kolmogorov_smirnov;
      case Test::chi_square:
        return thresholds_.chi_square_p;
      case Test::null_share:
        return thresholds_.null_share;
      case Test::new_categories:
        return thresholds_.new_categories;
    }
    return thresholds_.psi;
  }

  void add(Test test, std::optional<double> value, std::string reason) {
    const auto& threshold = threshold_of(test);
    if (!threshold) return;
    const bool drifted =
        value && (test == Test::chi_square ? *value < *threshold : *value > *threshold);
    findings_.push_back({table_, old().key, test, value, std::move(reason), *threshold, drifted});
  }

  // The tests of the baseline's kind, none of them possible.
  void give_up(const std::string& reason) {
    add(Test::psi, std::nullopt, reason);
    add(Test::jensen_shannon, std::nullopt, reason);
    if (kind_of(old()) == Kind::named) {
      add(Test::chi_square, std::nullopt, reason);
      add(Test::new_categories, std::nullopt, reason);
    } else {
      add(Test::kolmogorov_smirnov, std::nullopt, reason);
    }
  }

  std::string why_not() const {
    if (kind_of(old()) != kind_of(now()))
      return fmt::format("it was {} and is {} now", old().classification, now().classification);
    if (old().redacted || now().redacted) return "its values are redacted";
    if (before_.values == 0 && after_.values == 0) return "it holds no value on either side";
    if (before_.values == 0) return "it held no value before";
    if (after_.values == 0) return "it holds no value now";
    return "";
  }

  void test_values() {
    if (kind_of(old()) == Kind::other) return;
    if (const std::string reason = why_not(); !reason.empty()) return give_up(reason);
    if (kind_of(old()) == Kind::named) return test_named();
    test_points();
  }

  void test_named() {
    if (!old().values || !now().values) return give_up("its values are not listed");
    const bool complete = lists_every_value(old()) && lists_every_value(now());
    if (!complete && (!before_.values || !after_.values))
      return give_up("its values are listed in part, and how many there are is not known exactly");
    const auto bins =
        value_bins(old(), before_.values.value_or(0), now(), after_.values.value_or(0));
    if (!bins) return give_up("its listed counts exceed its rows");
    test_bins(*bins);
    if (complete)
      test_chi_square(*bins);
    else
      add(Test::chi_square, std::nullopt, "its values are listed in part");
    test_new_values();
  }

  void test_bins(const ValueBins& bins) {
    if (bins.before.size() == 1) return add_shares_unknown("no value is listed on both sides");
    const auto before = shares_of(bins.before);
    const auto after = shares_of(bins.after);
    const std::string reason =
        bins.folded == 0 ? ""
                         : fmt::format("at least; {} listed values count as others", bins.folded);
    add(Test::psi, population_stability(before, after), reason);
    add(Test::jensen_shannon, jensen_shannon_distance(before, after), reason);
  }

  void add_shares_unknown(const std::string& reason) {
    add(Test::psi, std::nullopt, reason);
    add(Test::jensen_shannon, std::nullopt, reason);
  }

  void test_chi_square(const ValueBins& bins) {
    const ChiSquare result = chi_square(bins.before, bins.after);
    add(Test::chi_square, result.p,
        result.rare_bins ? "a rough guide: a value is expected fewer than 5 times" : "");
  }

  void test_new_values() {
    if (!lists_every_value(old()))
      return add(Test::new_categories, std::nullopt,
                 "the committed list holds a part of the values");
    const auto rows = rows_of_new_values(old(), now());
    if (lists_every_value(now()))
      return add(Test::new_categories,
                 static_cast<double>(rows) / static_cast<double>(listed_rows(now())), "");
    if (rows == 0)
      return add(Test::new_categories, std::nullopt, "the list holds a part of the values now");
    add(Test::new_categories, static_cast<double>(rows) / static_cast<double>(*after_.values),
        "at least: the list holds a part of the values now");
  }

  void test_points() {
    auto line = line_of(old(), now());
    if (!line) return give_up("its ends or percentiles are missing, or have no place on one line");
    const Shares shares = shares_between_knots(*line);
    constexpr std::string_view estimated = "estimated from percentiles";
    add(Test::psi, population_stability(shares.before, shares.after), std::string(estimated));
    add(Test::jensen_shannon, jensen_shannon_distance(shares.before, shares.after),
        std::string(estimated));
    if (!before_.values || !after_.values)
      return add(Test::kolmogorov_smirnov, std::nullopt, "how many values there are is not known");
    line->slack_before = 1 / static_cast<double>(*before_.values);
    line->slack_after = 1 / static_cast<double>(*after_.values);
    add(Test::kolmogorov_smirnov, smirnov_lower_bound(*line), "at least, from percentiles");
  }

  void test_nulls() {
    const auto before = null_share(before_);
    const auto after = null_share(after_);
    if (!before || !after)
      return add(Test::null_share, std::nullopt, "no row was read, or no NULL was counted");
    add(Test::null_share, std::abs(*after - *before), "");
  }

  std::string table_;
  Side before_;
  Side after_;
  const DistributionThresholds& thresholds_;
  std::vector<DistributionFinding>& findings_;
};

bool is_measured(const TablePrint& table) {
  return table.statistics && !table.statistics->catalog_only;
}

}  // namespace

std::string_view to_string(DistributionTest test) {
  return test_names[static_cast<std::size_t>(test)];
}

std::vector<DistributionFinding> compare_distributions(const Print& baseline, const Print& live,
                                                       const DistributionThresholds& thresholds) {
  std::vector<DistributionFinding> findings;
  for (const TablePrint& table : live.tables) {
    const TablePrint* before = baseline.find(table.fqn);
    if (before == nullptr || table.carried || !is_measured(table) || !is_measured(*before))
      continue;
    for (const ColumnPrint& column : table.statistics->columns)
      if (const ColumnPrint* old = before->statistics->find(column.key))
        ColumnTests(table.fqn, side_of(*before->statistics, *old),
                    side_of(*table.statistics, column), thresholds, findings)
            .run();
  }
  return findings;
}

}  // namespace leeway::print
