// Whether a column's bounds, days, sketch and digits are in order.
#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "base/clock.h"
#include "print/decode.h"
#include "print/predicates.h"
#include "print/sketch.h"
#include "print/validation.h"

namespace leeway::print::validation {
namespace {

constexpr double tolerance = 1.5e-6;
constexpr std::int64_t coarse_days = 90;

// nullopt: not of one kind, or spelled so that their order cannot be seen.
std::optional<bool> less(const Value& a, const Value& b) {
  if (a.kind != b.kind) return std::nullopt;
  if (a.kind == Value::Kind::number) return to_double(a) + tolerance < to_double(b);
  const auto x = read_instant(a.text);
  const auto y = read_instant(b.text);
  if (x && y) return *x < *y;
  if (a.text.size() != b.text.size()) return std::nullopt;
  return a.text < b.text;
}

std::optional<TimePoint> instant(const Value* value) {
  const auto word = text(value);
  return word ? read_instant(*word) : std::nullopt;
}

std::int64_t days_between(TimePoint from, TimePoint to) {
  return std::chrono::floor<std::chrono::days>(to - from).count();
}

class BoundCheck : private ColumnView {
 public:
  BoundCheck(const ColumnView& column, Findings& findings)
      : ColumnView(column), findings_(findings) {}

  void run() {
    check_range();
    check_length();
    if (classification == "temporal") check_days();
    check_sketch();
    check_digits();
  }

 private:
  void add(std::string_view code, std::string_view field, std::string detail) {
    findings_.add(code, place.at(field), std::move(detail));
  }

  // A bound that can be compared: not withheld, and inside the calendar.
  const Value* readable(std::string_view name, std::string_view path) const {
    const auto outside = texts(find("unrepresentable"));
    if (redacted || std::ranges::find(outside, name) != outside.end()) return nullptr;
    return find(path);
  }

  void check_range() {
    const Value* min = readable("min", "range.min");
    const Value* max = readable("max", "range.max");
    const auto is_outside = [&](const Value& one) {
      return (min && less(one, *min) == true) || (max && less(*max, one) == true);
    };
    if (const Value* mean = find("mean"); mean && is_outside(*mean))
      add("stats.mean-outside-range", "mean", "it lies outside the range");
    const Value* percentiles = map(find("percentiles"));
    if (!percentiles) return;
    const Value* before = nullptr;
    auto names = percentiles->keys;
    std::ranges::sort(names);
    for (const auto& name : names) {
      const Value* one = readable(name, "percentiles." + name);
      if (!one) continue;
      if (before && less(*one, *before) == true)
        add("stats.percentiles-not-ordered", "percentiles", name + " is below the one before");
      if (is_outside(*one))
        add("stats.percentile-outside-range", "percentiles", name + " lies outside the range");
      before = one;
    }
  }

  void check_length() {
    const auto low = number(find("length.min"));
    const auto high = number(find("length.max"));
    const auto mean = number(find("length.avg"));
    if (low && high && mean && (*low > *mean + tolerance || *mean > *high + tolerance))
      add("stats.length-order-violated", "length", "min, avg and max are out of order");
  }

  void check_days() {
    const auto span = count("range.span_days");
    const auto age = count("freshness.max_age_days");
    if (redacted) {
      for (const auto& days : {span, age})
        if (days && *days % coarse_days != 0)
          return findings_.add("stats.uncoarsened-redacted-day-count", place,
                               "day counts go by 90 here");
      return;
    }
    const auto min = instant(readable("min", "range.min"));
    const auto max = instant(readable("max", "range.max"));
    if (min && max && span && *span != days_between(*min, *max))
      add("stats.span-days-mismatch", "range.span_days",
          fmt::format("{} is not {}", *span, days_between(*min, *max)));
    const auto now = parse_rfc3339(table.profiled_at);
    if (!max || !now || !age) return;
    const auto expected = std::max<std::int64_t>(0, days_between(*max, *now));
    if (*age != expected)
      add("stats.max-age-days-mismatch", "freshness.max_age_days",
          fmt::format("{} is not {}", *age, expected));
  }

  void check_sketch() {
    const Value* sketch = map(find("sketch"));
    if (!sketch) return;
    if (text(sketch->find("method")) != "kmv_md5_lo64")
      return add("stats.sketch-unknown-method", "sketch.method", "it is not kmv_md5_lo64");
    const auto hashes = decode_hashes(text(sketch->find("values")).value_or(""));
    if (!hashes)
      add("stats.sketch-invalid-encoding", "sketch.values", "it is no base64 of 8-byte numbers");
    else if (hashes->size() > sketch_size)
      add("stats.sketch-oversized", "sketch.values", fmt::format("{} hashes", hashes->size()));
    else if (std::ranges::adjacent_find(*hashes, std::ranges::greater_equal{}) != hashes->end())
      add("stats.sketch-not-ascending", "sketch.values", "its hashes are not ascending");
  }

  void check_digits() {
    for (const std::string_view field :
         {"null_rate", "cardinality_ratio", "values_coverage", "mean", "sum", "range.min",
          "range.max", "length.avg", "length.p95", "inferred.looks_like_candidate_share"})
      check_precision(find(field), place.at(field), findings_);
    if (const Value* percentiles = map(find("percentiles")))
      for (const auto& one : percentiles->items)
        check_precision(&one, place.at("percentiles"), findings_);
  }

  Findings& findings_;
};

}  // namespace

void check_column_bounds(const ColumnView& column, Findings& findings) {
  BoundCheck(column, findings).run();
}

}  // namespace leeway::print::validation
