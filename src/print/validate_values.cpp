// Whether a column's counts, shares and lists agree with each other.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "print/validation.h"

namespace leeway::print::validation {
namespace {

constexpr double tolerance = 1.5e-6;

struct Listed {
  std::int64_t sum = 0;
  std::int64_t top = 0;
  std::int64_t bottom = 0;  // the least count above 0
  std::int64_t entries = 0;
};

// The share as the format rounds it: 6 decimals, never 0 for something, and below 1 where asked.
double share(std::int64_t part, std::int64_t whole, bool ceiling) {
  if (whole == 0 || part == 0) return 0;
  const double exact = static_cast<double>(part) / static_cast<double>(whole);
  const double rounded = std::max(std::round(exact * 1e6) / 1e6, 1e-6);
  return ceiling && part != whole ? std::min(rounded, 0.999999) : rounded;
}

std::string value_text(const Value& entry) {
  const Value* value = entry.find("value");
  if (!value) return "";
  return value->kind == Value::Kind::boolean ? (value->boolean ? "true" : "false") : value->text;
}

// The class of a list of counts (print format v1, section 7.9).
std::string_view distribution_of(const Listed& values, std::int64_t filled, bool exhaustive) {
  constexpr double dominant = 0.95;
  constexpr double tail = 0.30;
  if (values.sum == 0 || filled <= 0) return "uniform";
  if (exhaustive && values.bottom == values.sum) return "dominant_value";
  const auto all = static_cast<double>(filled);
  if (values.sum <= filled) {
    if (static_cast<double>(values.top) / all >= dominant) return "dominant_value";
    if (!exhaustive && static_cast<double>(values.sum) / all < tail) return "long_tail";
  }
  return values.bottom > 0 && values.top > 2 * values.bottom ? "imbalanced" : "uniform";
}

// What spellings of one value have in common: no blanks around, ASCII letters small.
std::string folded(std::string_view spelling) {
  while (spelling.starts_with(' ')) spelling.remove_prefix(1);
  while (spelling.ends_with(' ')) spelling.remove_suffix(1);
  return to_lower(spelling);
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c < 0x80; });
}

class ValueCheck : private ColumnView {
 public:
  ValueCheck(const ColumnView& column, Findings& findings)
      : ColumnView(column), findings_(findings) {}

  void run() {
    check_counts();
    check_ratios();
    check_list();
    check_distribution();
    check_key();
    check_guess();
  }

 private:
  void add(std::string_view code, std::string_view field, std::string detail) {
    findings_.add(code, place.at(field), std::move(detail));
  }

  void check_counts() {
    if (nulls > table.rows_scanned)
      add("stats.null-count-exceeds-row-count", "null_count",
          fmt::format("{} of {} rows", nulls, table.rows_scanned));
    if (cardinality && *cardinality > std::max<std::int64_t>(filled, 0))
      add("stats.cardinality-exceeds-row-count", "cardinality",
          fmt::format("{} distinct values in {} rows", *cardinality, filled));
    if (boolean(find("nullable")) == false && nulls > 0)
      add("stats.nullable-contradicts-null-count", "nullable",
          fmt::format("not nullable, yet {} NULLs", nulls));
    for (const std::string_view field :
         {"zero_count", "negative_count", "empty_count", "quantized_count"})
      if (const auto number = count(field); number && *number > filled)
        add("stats.degenerate-count-exceeds-row-count", field,
            fmt::format("{} of {} values", *number, filled));
    const auto normalized = count("normalized_cardinality");
    if (normalized && cardinality && is_exact() && *normalized > *cardinality)
      add("stats.normalized-cardinality-exceeds-cardinality", "normalized_cardinality",
          fmt::format("{} is more than {}", *normalized, *cardinality));
  }

  // Whether a published share of the rows is that of `part`: 0 stands for nothing alone, and, with
  // a ceiling, 1 for all of them alone.
  bool states(double published, std::int64_t part, bool ceiling) const {
    const double expected = share(part, table.rows_scanned, ceiling);
    return std::abs(published - expected) <= tolerance && (published == 0) == (expected == 0) &&
           (!ceiling || (published == 1) == (expected == 1));
  }

  void check_ratios() {
    const auto null_rate = number(find("null_rate"));
    if (null_rate && !states(*null_rate, nulls, true))
      add("stats.null-rate-mismatch", "null_rate",
          fmt::format("{} is not {} of {} rows", *null_rate, nulls, table.rows_scanned));
    const auto ratio = number(find("cardinality_ratio"));
    if (ratio && cardinality && !states(*ratio, *cardinality, false))
      add("stats.cardinality-ratio-mismatch", "cardinality_ratio",
          fmt::format("{} is not {} of {} rows", *ratio, *cardinality, table.rows_scanned));
  }

  static Listed summed(const Value& values) {
    Listed result;
    for (const auto& entry : values.items) {
      const auto one = integer(entry.find("count")).value_or(0);
      result.sum += one;
      result.top = std::max(result.top, one);
      if (one > 0) result.bottom = result.bottom == 0 ? one : std::min(result.bottom, one);
      ++result.entries;
    }
    return result;
  }

  void check_list() {
    const Value* values = list(find("values"));
    const auto is_counted = [](const Value& entry) {
      return integer(entry.find("count")).has_value();
    };
    if (!values || !std::ranges::all_of(values->items, is_counted)) return;
    const Listed listed = summed(*values);
    check_coverage(listed);
    const Value* before = nullptr;
    for (std::size_t i = 0; i < values->items.size(); ++i) {
      const Value& entry = values->items[i];
      const std::string path = fmt::format("values[{}]", i);
      if (!entry.find("value") && !redacted)
        add("stats.redacted-without-marker", path, "a value is withheld and nothing says so");
      check_spelling(*values, entry, path);
      if (before) check_order(*before, entry, path);
      before = &entry;
    }
  }

  void check_coverage(const Listed& listed) {
    const auto coverage = number(find("values_coverage"));
    const bool bounded = text(find("values_coverage_method")) == "bounded";
    const bool exhaustive = coverage == 1.0;
    if (!bounded && ((exhaustive && listed.sum != filled) || listed.sum > filled))
      add("stats.values-sum-mismatch", "values",
          fmt::format("the counts come to {}, there are {} values", listed.sum, filled));
    if (!coverage) return;
    const double expected =
        filled > 0 ? static_cast<double>(listed.sum) / static_cast<double>(filled) : 1.0;
    if (!bounded && std::abs(*coverage - std::min(expected, 1.0)) > tolerance)
      add("stats.values-coverage-mismatch", "values_coverage",
          fmt::format("{} is not {} of {}", *coverage, listed.sum, filled));
    if (!exhaustive || !cardinality || !is_exact()) return;
    const std::string detail = fmt::format("{} listed of {}", listed.entries, *cardinality);
    if (listed.entries < *cardinality)
      add(bounded ? "stats.values-list-short-of-cardinality-bounded"
                  : "stats.values-list-short-of-cardinality",
          "values", detail);
    else if (listed.entries > *cardinality)
      add("stats.values-list-exceeds-cardinality", "values", detail);
  }

  void check_order(const Value& before, const Value& entry, const std::string& path) {
    const auto a = integer(before.find("count")).value_or(0);
    const auto b = integer(entry.find("count")).value_or(0);
    if (a < b || (a == b && !redacted && value_text(before) > value_text(entry)))
      add("stats.values-not-ordered", path, "values go by count, then by their text");
  }

  void check_spelling(const Value& values, const Value& entry, const std::string& path) {
    const auto canonical = text(entry.find("spelling_of"));
    if (!canonical) return;
    const bool listed = std::ranges::any_of(values.items, [&](const Value& other) {
      return !other.find("spelling_of") && value_text(other) == *canonical;
    });
    if (!listed)
      add("stats.spelling-of-target-unlisted", path,
          fmt::format("no listed value is '{}'", printable(*canonical)));
    const std::string own = value_text(entry);
    if (is_ascii(own) && is_ascii(*canonical) && folded(own) != folded(*canonical))
      add("stats.spelling-of-key-mismatch", path,
          fmt::format("'{}' is no spelling of '{}'", printable(own), printable(*canonical)));
  }

  void check_distribution() {
    const auto stated = text(find("distribution"));
    if (!stated || !cardinality || is_unmeasured("distribution")) return;
    if (const Value* frequencies = map(find("frequencies"))) {
      const Listed listed{integer(frequencies->find("total")).value_or(0),
                          integer(frequencies->find("top")).value_or(0),
                          integer(frequencies->find("bottom")).value_or(0),
                          integer(frequencies->find("listed")).value_or(0)};
      if (is_exact())
        compare_distribution(*stated, listed, listed.entries == *cardinality,
                             "stats.distribution-contradicts-frequencies");
      return;
    }
    const Value* values = list(find("values"));
    if (values && number(find("values_coverage")) == 1.0)
      compare_distribution(*stated, summed(*values), true, "stats.distribution-mismatch");
  }

  void compare_distribution(const std::string& stated, const Listed& listed, bool exhaustive,
                            std::string_view code) {
    const auto expected = distribution_of(listed, filled, exhaustive);
    if (expected != stated) add(code, "distribution", fmt::format("the counts say {}", expected));
  }

  void check_key() {
    const auto ratio = number(find("cardinality_ratio"));
    if (!ratio || !cardinality) return;
    const bool expected = *ratio >= 0.9999 && *cardinality > 0;
    if (expected != boolean(find("inferred.candidate_key")).value_or(false))
      add("stats.candidate-key-mismatch", "inferred.candidate_key",
          fmt::format("a ratio of {} says {}", *ratio, expected));
    std::string exception;
    if (expected && *ratio < 1.0) {
      if (!is_exact())
        exception = "estimated";
      else if (*cardinality < filled)
        exception = "measured_duplicates";
    }
    if (text(find("inferred.candidate_key_exception")).value_or("") != exception)
      add("stats.candidate-key-exception-mismatch", "inferred.candidate_key_exception",
          exception.empty() ? "there is no exception" : "it is " + exception);
  }

  void check_guess() {
    constexpr double verdict_share = 0.95;
    const auto runner_up = number(find("inferred.looks_like_candidate_share"));
    if (has("inferred.looks_like") && has("inferred.looks_like_candidate"))
      add("stats.looks-like-candidate-with-verdict", "inferred", "a verdict has no runner-up");
    if (runner_up && *runner_up >= verdict_share)
      add("stats.looks-like-candidate-at-verdict-threshold", "inferred.looks_like_candidate_share",
          "from 0.95 on it is the verdict");
  }

  Findings& findings_;
};

}  // namespace

void check_column_values(const ColumnView& column, Findings& findings) {
  ValueCheck(column, findings).run();
}

}  // namespace leeway::print::validation
