#include "print/distribution_line.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "print/decimal.h"

namespace leeway::print {
namespace {

// Reads the pieces of an ISO 8601 text from its beginning.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  std::optional<int> number(std::size_t digits) {
    const std::string_view part = text_.substr(0, digits);
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (part.size() != digits || error != std::errc{} || end != part.data() + digits || value < 0)
      return std::nullopt;
    text_.remove_prefix(digits);
    return value;
  }
  std::string digits() {
    const auto end = std::min(text_.find_first_not_of("0123456789"), text_.size());
    std::string taken(text_.substr(0, end));
    text_.remove_prefix(end);
    return taken;
  }
  bool is_time() const { return text_.size() > 2 && text_[2] == ':'; }

 private:
  std::string_view text_;
};

struct Seconds {
  long long whole = 0;
  std::string fraction;  // digits behind the point
};

bool read_date(Cursor& cursor, Seconds& seconds) {
  const auto year = cursor.number(4);
  if (!year || !cursor.take('-')) return false;
  const auto month = cursor.number(2);
  if (!month || !cursor.take('-')) return false;
  const auto day = cursor.number(2);
  if (!day) return false;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return false;
  seconds.whole += std::chrono::sys_days(date).time_since_epoch().count() * 86400LL;
  return true;
}

bool read_offset(Cursor& cursor, Seconds& seconds) {
  if (cursor.take('Z') || cursor.done()) return true;
  const bool east = cursor.take('+');
  if (!east && !cursor.take('-')) return false;
  const auto hours = cursor.number(2);
  if (!hours) return false;
  std::optional<int> minutes = 0;
  if (!cursor.done()) {
    cursor.take(':');
    minutes = cursor.number(2);
  }
  if (!minutes) return false;
  const long long offset = *hours * 3600LL + *minutes * 60LL;
  seconds.whole += east ? -offset : offset;
  return true;
}

bool read_time(Cursor& cursor, Seconds& seconds) {
  const auto hour = cursor.number(2);
  if (!hour || !cursor.take(':')) return false;
  const auto minute = cursor.number(2);
  if (!minute) return false;
  std::optional<int> second = 0;
  if (cursor.take(':')) second = cursor.number(2);
  if (!second) return false;
  if (cursor.take('.')) seconds.fraction = cursor.digits();
  seconds.whole += *hour * 3600LL + *minute * 60LL + *second;
  return read_offset(cursor, seconds);
}

std::optional<std::string> seconds_of(std::string_view text) {
  Cursor cursor(text);
  Seconds seconds;
  bool timed = cursor.is_time();
  if (!timed) {
    if (!read_date(cursor, seconds)) return std::nullopt;
    timed = cursor.take('T') || cursor.take(' ');
  }
  if ((timed && !read_time(cursor, seconds)) || !cursor.done()) return std::nullopt;
  return subtract(std::to_string(seconds.whole), "-0." + seconds.fraction);
}

std::optional<Knots> knots_of(const ColumnPrint& column, const std::string& origin) {
  Knots knots;
  const auto add = [&](const Value& value, double share) {
    const auto place = place_on_line(value);
    const auto distance = place ? subtract(*place, origin) : std::nullopt;
    if (distance) knots.push_back({to_double(make_number(*distance)), share});
    return distance.has_value();
  };
  if (!add(column.range->min, 0)) return std::nullopt;
  for (const auto& [key, value] : *column.percentiles) {
    int percent = 0;
    if (!key.starts_with('p') ||
        std::from_chars(key.data() + 1, key.data() + key.size(), percent).ec != std::errc{})
      return std::nullopt;
    if (!add(value, percent / 100.0)) return std::nullopt;
  }
  if (!add(column.range->max, 1)) return std::nullopt;
  if (!std::ranges::is_sorted(knots, {}, &Knot::at)) return std::nullopt;
  return knots;
}

// A place, or the place just before it.
struct Cut {
  double at = 0;
  bool before = false;
};

// The share of values below the cut, spread evenly between the knots.
double share_below(const Knots& knots, const Cut& cut) {
  const auto next = std::ranges::find_if(
      knots, [&](const Knot& knot) { return cut.before ? knot.at >= cut.at : knot.at > cut.at; });
  if (next == knots.end()) return 1;
  if (next == knots.begin()) return 0;
  const Knot& last = *std::prev(next);
  const double part = (cut.at - last.at) / (next->at - last.at);
  return last.share + (next->share - last.share) * part;
}

bool is_end(const Knot& knot) { return knot.share <= 0 || knot.share >= 1; }

// Of the last knot below the cut.
double least_share_below(const Knots& knots, const Cut& cut, double slack) {
  double share = 0;
  for (const Knot& knot : knots)
    if (cut.before ? knot.at < cut.at : knot.at <= cut.at)
      share = is_end(knot) ? knot.share : std::max(knot.share - slack, 0.0);
  return share;
}

// Of the first knot above it.
double most_share_below(const Knots& knots, const Cut& cut, double slack) {
  for (const Knot& knot : knots)
    if (cut.before ? knot.at >= cut.at : knot.at > cut.at)
      return is_end(knot) ? knot.share : std::min(knot.share + slack, 1.0);
  return 1;
}

std::vector<Cut> baseline_cuts(const Knots& knots) {
  std::vector<Cut> cuts;
  for (std::size_t i = 0; i < knots.size(); ++i) {
    if (i > 0 && knots[i].at == knots[i - 1].at) continue;
    const bool meet = i + 1 < knots.size() && knots[i + 1].at == knots[i].at;
    const bool end = i == 0 || i + 1 == knots.size();
    if (meet) cuts.push_back({knots[i].at, true});
    if (meet || !end) cuts.push_back({knots[i].at, false});
  }
  return cuts;
}

std::vector<double> shares_of(const Knots& knots, const std::vector<Cut>& cuts) {
  std::vector<double> shares;
  double below = 0;
  for (const Cut& cut : cuts) {
    const double share = share_below(knots, cut);
    shares.push_back(share - below);
    below = share;
  }
  shares.push_back(1 - below);
  return shares;
}

}  // namespace

std::optional<std::string> place_on_line(const Value& value) {
  if (value.kind == Value::Kind::string) return seconds_of(value.text);
  if (value.kind != Value::Kind::number || !std::isfinite(to_double(value))) return std::nullopt;
  return value.text;
}

std::optional<Line> line_of(const ColumnPrint& before, const ColumnPrint& after) {
  for (const ColumnPrint* side : {&before, &after})
    if (!side->range || !side->percentiles || side->percentiles->empty()) return std::nullopt;
  // A number beside an instant has no common line.
  if (before.range->min.kind != after.range->min.kind) return std::nullopt;
  const auto origin = place_on_line(before.range->min);
  if (!origin) return std::nullopt;
  auto old = knots_of(before, *origin);
  auto now = knots_of(after, *origin);
  if (!old || !now) return std::nullopt;
  return Line{std::move(*old), std::move(*now), 0, 0};
}

Shares shares_between_knots(const Line& line) {
  const auto cuts = baseline_cuts(line.before);
  return {shares_of(line.before, cuts), shares_of(line.after, cuts)};
}

double smirnov_lower_bound(const Line& line) {
  const auto& [before, after, slack_before, slack_after] = line;
  double bound = 0;
  for (const Knots* knots : {&before, &after})
    for (const Knot& knot : *knots)
      for (const bool just_before : {true, false}) {
        const Cut cut{knot.at, just_before};
        bound = std::max({bound,
                          least_share_below(before, cut, slack_before) -
                              most_share_below(after, cut, slack_after),
                          least_share_below(after, cut, slack_after) -
                              most_share_below(before, cut, slack_before)});
      }
  return bound;
}

}  // namespace leeway::print
