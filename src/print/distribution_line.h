// The distribution of numbers or instants as a print tells it: its ends and its percentiles.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "print/print.h"

namespace leeway::print {

// A number for each value on one line: a number's own digits; of a date, time or instant as prints
// spell them, seconds with every decimal. Nothing for other texts.
std::optional<std::string> place_on_line(const Value& value);

// Points at which the share of smaller values is known, ascending: the minimum (0), each percentile
// and the maximum (1).
struct Knot {
  double at = 0;     // distance from the origin of both sides
  double share = 0;  // of the values up to here
};
using Knots = std::vector<Knot>;

// Both sides of a column, measured from the smallest value of the baseline: differences are exact
// before they become doubles, so values near 7e17 that differ by 1 stay apart. Nothing where a side
// lacks its ends or percentiles, or holds a value that has no place on the line.
struct Line {
  Knots before;
  Knots after;
  // By how much the share at a percentile may be off: one row of each side, where an engine may
  // place a percentile between two rows.
  double slack_before = 0;
  double slack_after = 0;
};
std::optional<Line> line_of(const ColumnPrint& before, const ColumnPrint& after);

// Shares of both sides between the baseline's percentiles; the outermost bins are open. A value at
// which several knots of the baseline meet (many rows hold it) is a bin of its own. Between its own
// knots a side's values are taken as spread evenly, so the shares are estimates.
struct Shares {
  std::vector<double> before;
  std::vector<double> after;
};
Shares shares_between_knots(const Line& line);

// The largest difference of the two distribution functions that the knots prove: at every knot,
// what one side has at least less what the other has at most. The two-sample Kolmogorov-Smirnov
// statistic (N. V. Smirnov, 1939) is no smaller.
double smirnov_lower_bound(const Line& line);

}  // namespace leeway::print
