// The statements that measure columns for a print, in the words of DuckDB. Each reads a ScanSource;
// every value comes back as text, so that no digit is lost and columns of different types share one
// result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dialects/dialect.h"
#include "dialects/profile_source.h"

namespace leeway::dialects {

// What can be asked of a column's values, by its type.
enum class Measure {
  presence,  // only whether a value is there: nested and binary types
  document,  // JSON: how many different values
  truth,     // booleans
  number,    // exact: integers and decimals
  wide,      // exact numbers whose sum may not fit the engine's widest integer
  real,      // floating point: has values that are not finite
  moment,    // dates and timestamps: may be infinite
  clock,     // a time of day
  words,     // anything with a text
};

struct MeasuredColumn {
  std::string name;  // as the catalog spells it
  std::string type;  // as the catalog prints it
  Measure measure = Measure::presence;
  int scale = 0;           // digits behind the point of a decimal
  bool text_key = false;   // values are told apart by their text
  bool day_times = false;  // `moment` with a time of day
};

// First column: rows. Then three columns for each of `columns`: values that are not NULL; of words
// and documents the longest value in bytes, of reals the largest finite magnitude; of exact numbers
// the sum (of a wide decimal its unscaled digits).
std::string profile_counts(const Dialect& dialect, const ScanSource& source,
                           const std::vector<MeasuredColumn>& columns);

struct ValuesRequest {
  MeasuredColumn column;
  std::size_t tag = 0;               // echoed in every row
  bool unique = false;               // each value stands once: nothing is to be grouped
  bool cut = false;                  // some value has more than cut_length characters
  std::size_t listed = 0;            // most frequent values to return
  std::size_t sampled = 0;           // distinct values to draw; 0: none
  std::string seed;                  // of the draw
  std::vector<int> percentiles;      // 1..99; of at most grouped_limit distinct values
  bool few_rows = false;             // the source has at most grouped_limit rows
  std::optional<int> real_exponent;  // of reals: every finite magnitude is below 2^exponent
  bool minimal = false;              // cardinality and listed values, nothing else
};

inline constexpr std::size_t cut_length = 1024;
inline constexpr std::size_t grouped_limit = 100000;

// One row a figure: tag, kind, number, text, fold.
//   'f' a figure: number is a Figure, text its value
//   't' a listed value: number is its count, text the value, fold its text without case and blanks
//   's' a value of the draw: text; in the draw's order by number
//   'p' a percentile: number is 1..99, text the observed value; NULL where there are too many
// Values longer than cut_length are cut, with a mark that holds a digest and their length.
std::string profile_values(const Dialect& dialect, const ScanSource& source,
                           const std::vector<ValuesRequest>& requests);

enum class Figure {
  distinct,
  minimum,
  maximum,
  finite_minimum,
  finite_maximum,
  not_finite,  // rows
  zero,
  negative,
  quantized,
  empty,
  length_minimum,
  length_maximum,
  length_sum,
  length_p95,
  real_high,  // the sum of reals is real_high * 2^(e - 62) + real_low * 2^(e - 122),
  real_low,   // with e the request's real_exponent
};

// Percentiles of columns with many values: first a fraction of the rows tells two values that a
// percentile probably lies between, then the rows below and between are counted, then the value of
// the exact rank is picked from those between.
struct Bracket {
  MeasuredColumn column;
  std::string low;
  std::string high;
};

// One row, for each column and each quantile (0..1) one text.
std::string profile_guesses(const Dialect& dialect, const ScanSource& source, double fraction,
                            const std::vector<MeasuredColumn>& columns,
                            const std::vector<double>& quantiles);
// One row, for each bracket the rows below and the rows inside (ends included).
std::string profile_ranks(const Dialect& dialect, const ScanSource& source,
                          const std::vector<Bracket>& brackets);
// One row, for each bracket the text of the value of that rank (from 1) inside it.
struct Pick {
  Bracket bracket;
  std::int64_t rank = 1;
  std::int64_t inside = 1;
};
std::string profile_picks(const Dialect& dialect, const ScanSource& source,
                          const std::vector<Pick>& picks);
// One row, for each percentile (1..99) a text.
std::string profile_percentiles(const Dialect& dialect, const ScanSource& source,
                                const MeasuredColumn& column, const std::vector<int>& percentiles);

// One number: distinct texts without case and blanks around.
std::string profile_folded(const Dialect& dialect, const ScanSource& source,
                           const MeasuredColumn& column);

// CREATE of a temporary copy of the source's rows, and the copy's name.
catalog::TableName sample_copy_name(std::string_view digest);
std::string create_sample_copy(const Dialect& dialect, const catalog::TableName& copy,
                               const ScanSource& source);

}  // namespace leeway::dialects
