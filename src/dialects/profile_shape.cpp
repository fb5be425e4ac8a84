#include "dialects/profile_shape.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "dialects/forms.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

std::string null_flags(const Dialect& dialect, const std::vector<std::string>& columns,
                       std::size_t first) {
  const std::size_t end = std::min(columns.size(), first + null_flags_in_word);
  std::vector<std::string> flags;
  for (std::size_t i = first; i < end; ++i)
    flags.push_back(fmt::format("CASE WHEN {} IS NULL THEN {} ELSE 0 END",
                                quote(dialect, columns[i]), std::uint64_t{1} << (end - 1 - i)));
  return join(flags, " + ");
}

}  // namespace

std::string null_patterns(const Dialect& dialect, const ScanSource& source,
                          const std::vector<std::string>& columns, std::size_t limit) {
  std::vector<std::string> words, names, order;
  for (std::size_t first = 0; first < columns.size(); first += null_flags_in_word) {
    names.push_back(fmt::format("w{}", names.size()));
    words.push_back(fmt::format("{} AS {}", null_flags(dialect, columns, first), names.back()));
    order.push_back(names.back() + " DESC");
  }
  return fmt::format(
      "SELECT {0}, COUNT(*) AS n FROM (SELECT {1} FROM {2}) AS flags\n"
      "GROUP BY {0} ORDER BY n DESC, {3} LIMIT {4}",
      join(names, ", "), join(words, ",\n"), scan_clause(dialect, source), join(order, ", "),
      limit);
}

std::string group_counts(const Dialect& dialect, const ScanSource& source,
                         const std::vector<std::string>& columns,
                         const std::vector<ColumnSet>& sets,
                         std::optional<std::size_t> first_rows) {
  const std::string all = quoted_list(dialect, columns);
  std::vector<std::string> groupings;
  for (const auto& set : sets) {
    std::vector<std::string> names;
    for (const std::size_t position : set) names.push_back(columns[position]);
    groupings.push_back('(' + quoted_list(dialect, names) + ')');
  }
  std::string rows = scan_clause(dialect, source);
  if (first_rows)
    rows = fmt::format("(SELECT {} FROM {} LIMIT {}) AS first_rows", all, rows, *first_rows);
  return fmt::format(
      "SELECT g, COUNT(*), SUM(n) FROM (SELECT GROUPING({}) AS g, COUNT(*) AS n FROM {}\n"
      "GROUP BY GROUPING SETS ({})) AS counted GROUP BY g",
      all, rows, join(groupings, ", "));
}

std::uint64_t grouping_id(std::size_t columns, const ColumnSet& set) {
  std::uint64_t id = (std::uint64_t{1} << columns) - 1;
  for (const std::size_t position : set) id &= ~(std::uint64_t{1} << (columns - 1 - position));
  return id;
}

}  // namespace leeway::dialects
