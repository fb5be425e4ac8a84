#include "print/profile_column.h"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "print/inference.h"
#include "print/measured_number.h"

namespace leeway::print {
namespace {

using dialects::Figure;
using dialects::Measure;

ColumnPrint described(const ColumnReading& reading, Classification kind) {
  ColumnPrint made;
  made.key = reading.key;
  made.sql_type = reading.column->raw_type;
  made.nullable = reading.column->nullable;
  made.classification = to_string(kind);
  if (reading.column->name != reading.key) made.physical_name = reading.column->name;
  return made;
}

class ColumnMaker {
 public:
  ColumnMaker(const ColumnReading& reading, const ColumnContext& context)
      : reading_(reading),
        context_(context),
        kind_(reading.classification(context.params.enumeration_threshold)),
        made_(described(reading, kind_)) {}

  ColumnPrint make() {
    if (context_.scoped) made_.rows_scanned = context_.rows;
    if (reading_.present) {
      made_.null_count = context_.rows - *reading_.present;
      made_.null_rate = null_rate(*made_.null_count, context_.rows);
    }
    if (kind_ != Classification::unsupported) {
      add_cardinality();
      add_inferred();
      add_values();
      add_ordered();
      add_words();
    }
    if (reading_.failed) name_what_is_missing();
    return std::move(made_);
  }

 private:
  bool exhaustive() const {
    return reading_.cardinality && *reading_.cardinality <= context_.params.enumeration_bound();
  }
  std::int64_t present() const { return reading_.present.value_or(0); }

  void add_cardinality() {
    if (!reading_.cardinality) return;
    made_.cardinality = reading_.cardinality;
    made_.cardinality_ratio = cardinality_ratio(*reading_.cardinality, context_.rows);
    made_.cardinality_method = "exact";
    made_.normalized_cardinality = reading_.folded;
    constexpr double nearly_all = 0.9999;
    if (*reading_.cardinality == 0 || *made_.cardinality_ratio < nearly_all) return;
    made_.inferred.candidate_key = true;
    if (*made_.cardinality_ratio < 1 && *reading_.cardinality < present())
      made_.inferred.candidate_key_exception = "measured_duplicates";
  }

  void add_inferred() {
    auto& inferred = made_.inferred;
    std::vector<std::string> sample;
    if (is_sampled(kind_)) sample = reading_.sample;
    if (!sample.empty()) {
      const LooksLike judged = judge_sample(sample, reading_.family == TypeFamily::numeric);
      inferred.looks_like = judged.verdict;
      if (judged.verdict) {
        inferred.sampled = judged.sampled;
        inferred.matched = judged.matched;
      } else if (judged.candidate) {
        inferred.looks_like_candidate = judged.candidate;
        inferred.looks_like_candidate_share = judged.candidate_share;
      }
      inferred.epoch_unit = epoch_unit_of_sample(sample);
    }
    inferred.sensitivity = sensitivity_of(reading_.column->name, inferred.looks_like, sample);
  }

  Value value_of(const std::string& text) const {
    switch (reading_.family) {
      case TypeFamily::numeric:
        return read_number(text, reading_.measured.measure == Measure::real);
      case TypeFamily::boolean:
        return make_bool(text == "true");
      case TypeFamily::temporal:
        return make_string(read_moment(text).text);
      default:
        return make_string(text);
    }
  }

  static std::string spelled(const Value& value) {
    if (value.kind == Value::Kind::boolean) return value.boolean ? "true" : "false";
    return value.text;
  }

  // Most frequent first, equal counts in the order of the text that the print shows.
  std::vector<ValueCount> listed() const {
    std::map<std::string, std::string> canonical;  // by folded text
    std::vector<std::pair<ValueCount, std::string>> entries;
    const auto size = exhaustive() ? reading_.listed.size()
                                   : std::min<std::size_t>(
                                         reading_.listed.size(),
                                         static_cast<std::size_t>(context_.params.top_n_values));
    for (std::size_t i = 0; i < size; ++i) {
      ValueCount entry;
      entry.value = value_of(reading_.listed[i].text);
      entry.count = reading_.listed[i].count;
      entries.emplace_back(std::move(entry), reading_.listed[i].fold);
    }
    std::ranges::stable_sort(entries, [](const auto& a, const auto& b) {
      if (a.first.count != b.first.count) return a.first.count > b.first.count;
      return spelled(*a.first.value) < spelled(*b.first.value);
    });
    std::vector<ValueCount> values;
    for (auto& [entry, fold] : entries) {
      if (reading_.family == TypeFamily::words) {
        const auto [first, is_first] = canonical.emplace(fold, entry.value->text);
        if (!is_first) entry.spelling_of = first->second;
      }
      values.push_back(std::move(entry));
    }
    return values;
  }

  void add_values() {
    if (!reading_.cardinality || kind_ == Classification::json) return;
    if (kind_ == Classification::text && made_.inferred.looks_like == "prose") return;
    auto values = listed();
    std::vector<std::int64_t> counts;
    Frequencies frequencies;
    for (const auto& value : values) {
      counts.push_back(value.count);
      frequencies.total += value.count;
    }
    if (!counts.empty()) {
      frequencies.top = counts.front();
      frequencies.bottom = counts.back();
      frequencies.listed = static_cast<std::int64_t>(counts.size());
    }
    if (kind_ != Classification::boolean)
      made_.distribution = distribution_of(counts, present(), exhaustive());
    made_.values = std::move(values);
    if (kind_ == Classification::temporal || kind_ == Classification::numeric) {
      made_.frequencies = frequencies;
      return;
    }
    constexpr double nearly_all = 0.999999;
    made_.values_coverage = exhaustive() || present() == 0
                                ? 1.0
                                : std::min(share_of(frequencies.total, present()), nearly_all);
    if (exhaustive()) made_.values_coverage_method = "measured";
  }

  void add_ordered() {
    if (kind_ == Classification::temporal) add_temporal();
    if (kind_ == Classification::numeric) add_numeric();
  }

  void add_temporal() {
    const auto low = reading_.figure(Figure::minimum);
    const auto high = reading_.figure(Figure::maximum);
    if (!low || !high) return;
    const Moment first = read_moment(*low);
    const Moment last = read_moment(*high);
    made_.range = Range{make_string(first.text), make_string(last.text), span_days(first, last)};
    made_.freshness = freshness_of(last, context_.profiled_at);
    if (!first.representable) made_.unrepresentable.emplace_back("min");
    if (!last.representable) made_.unrepresentable.emplace_back("max");
    if (has_day_times(reading_.column->type))
      made_.quantized_count = reading_.count(Figure::quantized);
    add_percentiles();
  }

  std::int64_t span_days(const Moment& first, const Moment& last) {
    if (const auto days = days_between(first, last)) return *days;
    if (reading_.measured.measure == Measure::clock) return 0;
    const auto low = reading_.figure(Figure::finite_minimum);
    const auto high = reading_.figure(Figure::finite_maximum);
    warn(fmt::format("holds infinity in {} rows; its span is that of the finite values",
                     reading_.count(Figure::not_finite)));
    return low && high ? days_between(read_moment(*low), read_moment(*high)).value_or(0) : 0;
  }

  void add_percentiles() {
    std::vector<std::pair<std::string, Value>> percentiles;
    for (const int percentile : context_.params.percentiles) {
      const auto found = reading_.percentiles.find(percentile);
      if (found == reading_.percentiles.end()) return;
      const std::string name = fmt::format("p{:02}", percentile);
      if (reading_.family == TypeFamily::temporal && !read_moment(found->second).representable)
        made_.unrepresentable.push_back(name);
      percentiles.emplace_back(name, round_measured(value_of(found->second)));
    }
    if (!percentiles.empty()) made_.percentiles = std::move(percentiles);
  }

  void add_numeric() {
    const auto low = reading_.figure(Figure::minimum);
    const auto high = reading_.figure(Figure::maximum);
    if (!low || !high) return;
    made_.range = Range{round_measured(value_of(*low)), round_measured(value_of(*high)), {}};
    made_.inferred.epoch_unit = epoch_unit_of_range(made_.range->min, made_.range->max);
    made_.zero_count = reading_.count(Figure::zero);
    made_.negative_count = reading_.count(Figure::negative);
    const bool whole = reading_.measured.measure != Measure::real && reading_.measured.scale == 0;
    made_.quantized_count = whole ? present() : reading_.count(Figure::quantized);
    add_percentiles();
    if (reading_.measured.measure == Measure::real)
      add_real_sum(to_double(value_of(*low)), to_double(value_of(*high)));
    else
      add_exact_sum();
  }

  void add_exact_sum() {
    if (!reading_.sum || present() == 0) return;
    const bool wide = reading_.measured.measure == Measure::wide;
    const std::string sum =
        wide ? with_point(*reading_.sum, reading_.measured.scale) : *reading_.sum;
    made_.sum = round_measured(read_number(sum, false));
    made_.mean = round_measured(mean_of(sum, present()));
  }

  void add_real_sum(double low, double high) {
    const auto upper = reading_.figure(Figure::real_high);
    const auto lower = reading_.figure(Figure::real_low);
    const std::int64_t odd = reading_.count(Figure::not_finite);
    if (odd > 0)
      warn(
          fmt::format("holds NaN or infinity in {} rows; range, percentiles, mean and sum are "
                      "those of the finite values",
                      odd));
    if (!upper || !lower || !reading_.reach || odd == present()) return;
    const int exponent = exponent_above(*reading_.reach);
    const double mean = real_sum(*upper, *lower, exponent, present() - odd);
    made_.mean = round_measured(std::clamp(mean, low, high));
    const double sum = real_sum(*upper, *lower, exponent, 1);
    if (std::abs(sum) <= std::numeric_limits<double>::max()) {
      made_.sum = round_measured(sum);
    } else {
      made_.unmeasured.emplace_back("sum");
      warn("has a sum that no number of its type can hold");
    }
  }

  void add_words() {
    if (reading_.family != TypeFamily::words) return;
    if (kind_ == Classification::text && reading_.cardinality && !reading_.figures.empty())
      made_.empty_count = reading_.count(Figure::empty);
    const auto sum = reading_.figure(Figure::length_sum);
    const auto p95 = reading_.figure(Figure::length_p95);
    if (!sum || !p95 || present() == 0) return;
    Length length;
    length.min = reading_.count(Figure::length_minimum);
    length.max = reading_.count(Figure::length_maximum);
    length.avg = std::clamp(share_of(reading_.count(Figure::length_sum), present()),
                            static_cast<double>(length.min), static_cast<double>(length.max));
    length.p95 = static_cast<double>(reading_.count(Figure::length_p95));
    made_.length = length;
  }

  void warn(const std::string& what) {
    context_.warnings->push_back(fmt::format("{}: column \"{}\" {}", context_.table,
                                             printable(reading_.column->name), what));
  }

  // Fields the format requires of this kind of column and that are not there.
  void name_what_is_missing() {
    const auto require = [&](const char* name, bool there) {
      if (!there) made_.unmeasured.emplace_back(name);
    };
    require("null_count", made_.null_count.has_value());
    require("null_rate", made_.null_rate.has_value());
    if (kind_ != Classification::unsupported) {
      require("cardinality", made_.cardinality.has_value());
      require("cardinality_ratio", made_.cardinality.has_value());
      require("cardinality_method", made_.cardinality.has_value());
    }
    require_by_kind(require);
    std::ranges::sort(made_.unmeasured);
    const auto again = std::ranges::unique(made_.unmeasured);
    made_.unmeasured.erase(again.begin(), again.end());
  }

  template <typename Require>
  void require_by_kind(const Require& require) {
    const bool ordered = kind_ == Classification::temporal || kind_ == Classification::numeric;
    const bool lists = kind_ == Classification::boolean || kind_ == Classification::categorical ||
                       kind_ == Classification::foreign_key_candidate ||
                       (kind_ == Classification::text && made_.inferred.looks_like != "prose");
    if (lists || ordered) require("values", made_.values.has_value());
    if (lists) {
      require("values_coverage", made_.values_coverage.has_value());
    }
    if (ordered || (lists && kind_ != Classification::boolean))
      require("distribution", made_.distribution.has_value());
    if (ordered) {
      require("frequencies", made_.frequencies.has_value());
      require("range", made_.range.has_value());
      require("percentiles", made_.percentiles.has_value());
    }
    if (kind_ == Classification::numeric || has_day_times(reading_.column->type))
      if (ordered) require("quantized_count", made_.quantized_count.has_value());
    if (kind_ == Classification::temporal) require("freshness", made_.freshness.has_value());
    if (kind_ == Classification::numeric) {
      require("mean", made_.mean.has_value());
      require("sum", made_.sum.has_value());
      require("zero_count", made_.zero_count.has_value());
      require("negative_count", made_.negative_count.has_value());
    }
    if (kind_ == Classification::text) require("empty_count", made_.empty_count.has_value());
    if (reading_.family == TypeFamily::words && present() > 0)
      require("length", made_.length.has_value());
  }

  const ColumnReading& reading_;
  const ColumnContext& context_;
  Classification kind_;
  ColumnPrint made_;
};

}  // namespace

ColumnPrint make_column(const ColumnReading& reading, const ColumnContext& context) {
  return ColumnMaker(reading, context).make();
}

ColumnPrint describe_column(const ColumnReading& reading) {
  return described(reading, classify(reading.family, reading.foreign_key, std::nullopt, 0));
}

}  // namespace leeway::print
