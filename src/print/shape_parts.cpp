#include "print/shape_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "base/text.h"

namespace leeway::print {
namespace {

// Enough to tell most pairs apart, little enough to cost nothing.
constexpr std::size_t kFirstRows = 32768;
// Groups that one statement may hold in memory.
constexpr double kGroupsInStatement = 4e6;

}  // namespace

std::vector<ShapeColumn> readable_columns(const ShapeRequest& request,
                                          const Statistics& statistics) {
  std::vector<ShapeColumn> result;
  for (const auto& column : statistics.columns) {
    if (request.failed_columns.contains(column.key)) continue;
    const auto name = request.physical_names.find(column.key);
    if (name != request.physical_names.end()) result.push_back({&column, name->second});
  }
  return result;
}

const catalog::Column* catalog_column(const ShapeRequest& request, const std::string& key) {
  const auto name = request.physical_names.find(key);
  return request.table->find(name == request.physical_names.end() ? key : name->second);
}

std::vector<ShapeColumn> groupable_columns(const ShapeRequest& request,
                                           const Statistics& statistics) {
  auto columns = readable_columns(request, statistics);
  std::erase_if(columns, [](const ShapeColumn& column) {
    return column.print->null_count != 0 || column.print->classification == "unsupported" ||
           column.print->cardinality.value_or(0) < 1;
  });
  return columns;
}

std::int64_t integer_of(const std::optional<std::string>& cell) {
  return cell ? std::strtoll(cell->c_str(), nullptr, 10) : 0;
}

double coverage_of(std::int64_t part, std::int64_t whole) {
  constexpr double nearly_all = 0.999999;
  if (part == whole) return 1.0;
  if (whole <= 0) return 0.0;
  const double ratio = static_cast<double>(part) / static_cast<double>(whole);
  return std::min(nearly_all, to_double(round_measured(ratio)));
}

void note_unmeasured(Statistics& statistics, const char* block) {
  auto& names = statistics.unmeasured;
  if (std::ranges::find(names, block) == names.end()) names.emplace_back(block);
  std::ranges::sort(names);
}

std::string failure(const ShapeRequest& request, std::string_view what, const Error& error) {
  return fmt::format("could not measure the {} of {}: {}", what, request.table->name.display(),
                     error.text());
}

double largest_cardinality(const ColumnPrint& column) {
  const auto cardinality = static_cast<double>(column.cardinality.value_or(0));
  return column.cardinality_method == "approximate" ? cardinality * estimate_slack : cardinality;
}

Result<std::vector<GroupCounter::Count>> GroupCounter::first_rows(
    const std::vector<dialects::ColumnSet>& sets) const {
  return count(sets, kFirstRows);
}

Result<std::vector<GroupCounter::Count>> GroupCounter::all_rows(
    const std::vector<dialects::ColumnSet>& sets) const {
  return count(sets, std::nullopt);
}

Result<std::vector<GroupCounter::Count>> GroupCounter::count(
    const std::vector<dialects::ColumnSet>& sets, std::optional<std::size_t> limit) const {
  std::vector<Count> counts(sets.size());
  for (std::size_t first = 0; first < sets.size();) {
    const std::size_t end = batch_end(sets, first, limit);
    LEEWAY_CHECK(count_batch(sets, first, end, limit, counts));
    first = end;
  }
  return counts;
}

std::size_t GroupCounter::batch_end(const std::vector<dialects::ColumnSet>& sets, std::size_t first,
                                    std::optional<std::size_t> limit) const {
  std::set<std::size_t> members;
  double groups = 0;
  for (std::size_t i = first; i < sets.size(); ++i) {
    double product = 1;
    for (const std::size_t position : sets[i]) {
      members.insert(position);
      product *= largest_cardinality(*columns_[position].print);
    }
    groups += limit ? std::min(product, static_cast<double>(*limit)) : product;
    const bool full = members.size() > dialects::grouping_columns || groups > kGroupsInStatement;
    if (full && i > first) return i;
  }
  return sets.size();
}

Status GroupCounter::count_batch(const std::vector<dialects::ColumnSet>& sets, std::size_t first,
                                 std::size_t end, std::optional<std::size_t> limit,
                                 std::vector<Count>& counts) const {
  std::set<std::size_t> members;
  for (std::size_t i = first; i < end; ++i) members.insert(sets[i].begin(), sets[i].end());
  const std::vector<std::size_t> positions(members.begin(), members.end());
  std::vector<std::string> names;
  for (const std::size_t position : positions) names.push_back(columns_[position].name);
  std::vector<dialects::ColumnSet> batch;
  std::map<std::uint64_t, std::size_t> by_id;
  for (std::size_t i = first; i < end; ++i) {
    auto& set = batch.emplace_back();
    for (const std::size_t position : sets[i])
      set.push_back(static_cast<std::size_t>(std::ranges::lower_bound(positions, position) -
                                             positions.begin()));
    by_id[dialects::grouping_id(names.size(), set)] = i;
  }
  auto& session = *request_.session;
  LEEWAY_TRY(const auto rows, session.query(dialects::group_counts(
                                  session.dialect(), request_.source, names, batch, limit)));
  for (const auto& row : rows.rows)
    if (const auto set = by_id.find(static_cast<std::uint64_t>(integer_of(row[0])));
        set != by_id.end())
      counts[set->second] = {integer_of(row[1]), integer_of(row[2])};
  return {};
}

}  // namespace leeway::print
