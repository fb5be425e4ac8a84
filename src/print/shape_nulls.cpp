#include <algorithm>
#include <numeric>

#include "print/shape_parts.h"

namespace leeway::print {
namespace {

// Columns that are NULL somewhere, by key: the order in which patterns are told apart.
std::vector<ShapeColumn> nullable_columns(const ShapeRequest& request,
                                          const Statistics& statistics) {
  auto columns = readable_columns(request, statistics);
  std::erase_if(
      columns, [](const ShapeColumn& column) { return column.print->null_count.value_or(0) <= 0; });
  std::ranges::sort(columns, {}, [](const ShapeColumn& column) { return column.print->key; });
  return columns;
}

NullPattern pattern_of(const std::vector<ShapeColumn>& columns,
                       const std::vector<std::optional<std::string>>& row) {
  constexpr std::size_t in_word = dialects::null_flags_in_word;
  NullPattern pattern;
  pattern.count = integer_of(row.back());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t word = i / in_word;
    const std::size_t width = std::min(in_word, columns.size() - word * in_word);
    const auto flags = static_cast<std::uint64_t>(integer_of(row[word]));
    if ((flags >> (width - 1 - i % in_word)) & 1) pattern.columns.push_back(columns[i].print->key);
  }
  return pattern;
}

}  // namespace

void measure_null_patterns(const ShapeRequest& request, Statistics& statistics,
                           std::vector<std::string>& warnings) {
  const auto columns = nullable_columns(request, statistics);
  if (columns.empty()) return;
  const auto cap = static_cast<std::size_t>(request.params.top_n_null_patterns);
  std::vector<std::string> names;
  for (const auto& column : columns) names.push_back(column.name);
  auto& session = *request.session;
  const auto rows =
      session.query(dialects::null_patterns(session.dialect(), request.source, names, cap + 1));
  if (!rows) {
    warnings.push_back(failure(request, "null patterns", rows.error()));
    note_unmeasured(statistics, "null_patterns");
    return;
  }
  NullPatterns result;
  for (const auto& row : rows->rows)
    if (result.patterns.size() < cap) result.patterns.push_back(pattern_of(columns, row));
  std::ranges::sort(result.patterns, [](const NullPattern& a, const NullPattern& b) {
    return a.count != b.count ? a.count > b.count : a.columns < b.columns;
  });
  std::int64_t sum = 0;
  for (const auto& pattern : result.patterns) sum += pattern.count;
  const std::int64_t scanned =
      statistics.scope ? statistics.scope->rows_scanned : statistics.row_count.value_or(0);
  result.coverage = coverage_of(sum, scanned);
  if (rows->rows.size() <= cap) result.coverage_method = sum == scanned ? "measured" : "bounded";
  statistics.null_patterns = std::move(result);
}

}  // namespace leeway::print
