// Statements that measure how the columns of a table hang together. Every result is bounded: by a
// limit, or by the number of columns asked about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/dialect.h"
#include "dialects/profile_source.h"
#include "types/sql_type.h"

namespace leeway::dialects {

// Which of some columns are NULL together. A row is one pattern: flags as integers of
// `null_flags_in_word` columns each (the last holds the rest; its first column is the highest bit
// that is used), then the number of rows. Most frequent first, at most `limit`.
inline constexpr std::size_t null_flags_in_word = 60;
std::string null_patterns(const Dialect& dialect, const ScanSource& source,
                          const std::vector<std::string>& columns, std::size_t limit);

// How many groups each of several sets of columns makes: rows (id, groups, rows), one a set, where
// id is grouping_id() of the set. `first_rows` looks at so many rows only, whichever the engine
// gives first.
// REQUIRES: no columns but those of the sets, at most `grouping_columns`; positions in columns.
inline constexpr std::size_t grouping_columns = 60;
using ColumnSet = std::vector<std::size_t>;
std::string group_counts(const Dialect& dialect, const ScanSource& source,
                         const std::vector<std::string>& columns,
                         const std::vector<ColumnSet>& sets,
                         std::optional<std::size_t> first_rows = std::nullopt);
std::uint64_t grouping_id(std::size_t columns, const ColumnSet& set);

// A column of dates or timestamps that rows are ordered by. Values outside the years 1 to 9999,
// infinity among them, count as none.
struct TimeAnchor {
  std::string column;
  types::SqlType type;
};
// One row: least and greatest value as text (timestamps without zone, in UTC), NULL where none.
std::string anchor_bounds(const Dialect& dialect, const ScanSource& source,
                          const TimeAnchor& anchor);
// Rows (start as text, rows), ascending. `unit` is day, week or month.
std::string timeline_buckets(const Dialect& dialect, const ScanSource& source,
                             const TimeAnchor& anchor, std::string_view unit, std::size_t limit);
// One row: for each column the least and the greatest anchor of the rows where it is not NULL.
std::string populated_spans(const Dialect& dialect, const ScanSource& source,
                            const TimeAnchor& anchor, const std::vector<std::string>& columns);

// What a sketch needs of a column. The type is one the format has canonical bytes for: integer,
// decimal, text, uuid, boolean, date, time, timestamp.
struct SketchTask {
  std::string column;
  types::SqlType type;
  bool repeats = false;  // values mostly stand in several rows: they are told apart before hashing
  // Only hashes below this bound are wanted; absent: all.
  std::optional<std::uint64_t> below;
};
// Rows (position of the task, hash as 16 lower-case hexadecimal digits): of each column the `k`
// least distinct hashes, in no order.
std::string sketch_hashes(const Dialect& dialect, const ScanSource& source,
                          const std::vector<SketchTask>& tasks, std::size_t k);

}  // namespace leeway::dialects
