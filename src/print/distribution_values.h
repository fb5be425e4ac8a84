// The distribution of a column whose values a print lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "print/print.h"

namespace leeway::print {

// Whether the list holds every value of the column.
bool lists_every_value(const ColumnPrint& column);

// Rows of the listed values. REQUIRES: column.values.
std::int64_t listed_rows(const ColumnPrint& column);

// Counts of both sides over the same bins: a value that both lists tell the count of, and, last,
// all others together. A complete list tells that a value it lacks has none.
struct ValueBins {
  std::vector<std::int64_t> before;
  std::vector<std::int64_t> after;
  // Values of the baseline's list that only the last bin can hold: what tests say is then a lower
  // bound.
  std::int64_t folded = 0;
};
// `rows_*`: rows whose value is not NULL. Nothing where a list counts more than that.
std::optional<ValueBins> value_bins(const ColumnPrint& before, std::int64_t rows_before,
                                    const ColumnPrint& after, std::int64_t rows_after);

// Rows of `after` whose listed value the list of `before` lacks.
std::int64_t rows_of_new_values(const ColumnPrint& before, const ColumnPrint& after);

}  // namespace leeway::print
