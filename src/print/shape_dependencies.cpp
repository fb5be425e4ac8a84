#include <algorithm>
#include <set>
#include <tuple>

#include "base/text.h"
#include "print/shape_parts.h"

namespace leeway::print {
namespace {

constexpr std::size_t kMostPairs = 300;
// Least strength that is told, in hundredths.
constexpr std::int64_t kLeastStrength = 95;

// One name's tokens begin the other's: customer and customer_name.
bool names_adjacent(const std::string& a, const std::string& b) {
  const auto& [shorter, longer] = std::minmax(
      a, b, [](const std::string& x, const std::string& y) { return x.size() < y.size(); });
  return longer.size() > shorter.size() && longer.starts_with(shorter + '_');
}

bool is_categorical(const ColumnPrint& column) {
  return column.classification == "categorical" || column.classification == "boolean";
}

// Whether the first may determine the second, as far as the estimates tell.
bool may_determine(const ColumnPrint& a, const ColumnPrint& b) {
  return !a.inferred.candidate_key &&
         largest_cardinality(a) * estimate_slack >= static_cast<double>(*b.cardinality);
}

bool qualifies(const ColumnPrint& a, const ColumnPrint& b, bool adjacent) {
  if (!adjacent && !(is_categorical(a) && is_categorical(b))) return false;
  return may_determine(a, b) || may_determine(b, a);
}

// At most so many pairs as are tested: names that belong together first, then the smallest.
std::vector<dialects::ColumnSet> candidate_pairs(const std::vector<ShapeColumn>& columns) {
  struct Candidate {
    bool apart = false;
    double product = 0;
    std::size_t first = 0;
    std::size_t second = 0;
    auto operator<=>(const Candidate&) const = default;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (std::size_t j = i + 1; j < columns.size(); ++j) {
      const ColumnPrint& a = *columns[i].print;
      const ColumnPrint& b = *columns[j].print;
      const bool adjacent = names_adjacent(a.key, b.key);
      if (!qualifies(a, b, adjacent)) continue;
      const auto product =
          static_cast<double>(*a.cardinality) * static_cast<double>(*b.cardinality);
      candidates.push_back({!adjacent, product, i, j});
    }
  std::ranges::sort(candidates);
  if (candidates.size() > kMostPairs) candidates.resize(kMostPairs);
  std::vector<dialects::ColumnSet> pairs;
  for (const auto& candidate : candidates) pairs.push_back({candidate.first, candidate.second});
  return pairs;
}

bool strong_enough(std::int64_t determinants, std::int64_t pairs) {
  return determinants * 100 >= kLeastStrength * pairs;
}

// The pairs of a few rows are among those of all: more of them than a dependency of the format's
// strength leaves room for rule it out.
Result<std::vector<dialects::ColumnSet>> possible_pairs(const GroupCounter& counter,
                                                        const std::vector<ShapeColumn>& columns,
                                                        std::vector<dialects::ColumnSet> pairs) {
  LEEWAY_TRY(const auto some, counter.first_rows(pairs));
  std::vector<dialects::ColumnSet> result;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double most = std::max(largest_cardinality(*columns[pairs[i][0]].print),
                                 largest_cardinality(*columns[pairs[i][1]].print));
    if (strong_enough(static_cast<std::int64_t>(most), some[i].groups))
      result.push_back(std::move(pairs[i]));
  }
  return result;
}

class Strengths {
 public:
  Strengths(const GroupCounter& counter, const std::vector<ShapeColumn>& columns)
      : counter_(counter), columns_(columns) {}

  Result<std::vector<Dependency>> of(const std::vector<dialects::ColumnSet>& pairs) {
    std::set<std::size_t> members;
    for (const auto& pair : pairs) members.insert(pair.begin(), pair.end());
    std::vector<dialects::ColumnSet> sets;
    for (const std::size_t member : members) sets.push_back({member});
    sets.insert(sets.end(), pairs.begin(), pairs.end());
    LEEWAY_TRY(const auto counts, counter_.all_rows(sets));
    for (std::size_t i = 0; i < members.size(); ++i) values_[sets[i][0]] = counts[i].groups;
    for (std::size_t i = members.size(); i < sets.size(); ++i) {
      add(sets[i][0], sets[i][1], counts[i].groups);
      add(sets[i][1], sets[i][0], counts[i].groups);
    }
    std::ranges::sort(found_);
    std::vector<Dependency> result;
    for (const auto& [determinant, dependent, strength] : found_)
      result.push_back({columns_[determinant].print->key, columns_[dependent].print->key,
                        to_double(round_measured(strength))});
    return result;
  }

 private:
  void add(std::size_t determinant, std::size_t dependent, std::int64_t pairs) {
    const std::int64_t values = values_[determinant];
    if (columns_[determinant].print->inferred.candidate_key) return;
    if (values_[dependent] < 2 || values < values_[dependent]) return;
    if (!strong_enough(values, pairs)) return;
    found_.emplace_back(determinant, dependent,
                        static_cast<double>(values) / static_cast<double>(pairs));
  }

  const GroupCounter& counter_;
  const std::vector<ShapeColumn>& columns_;
  std::map<std::size_t, std::int64_t> values_;  // exact numbers of distinct values
  std::vector<std::tuple<std::size_t, std::size_t, double>> found_;
};

Result<std::vector<Dependency>> find_dependencies(const ShapeRequest& request,
                                                  const Statistics& statistics) {
  auto columns = groupable_columns(request, statistics);
  std::erase_if(columns, [](const ShapeColumn& column) { return *column.print->cardinality < 2; });
  auto pairs = candidate_pairs(columns);
  if (pairs.empty()) return std::vector<Dependency>();
  const GroupCounter counter(request, columns);
  LEEWAY_TRY(const auto possible, possible_pairs(counter, columns, std::move(pairs)));
  if (possible.empty()) return std::vector<Dependency>();
  return Strengths(counter, columns).of(possible);
}

}  // namespace

void measure_dependencies(const ShapeRequest& request, Statistics& statistics,
                          std::vector<std::string>& warnings) {
  if (statistics.catalog_only) return;
  statistics.dependencies.emplace();
  if (request.scoped || statistics.scope || statistics.row_count.value_or(0) == 0) return;
  auto found = find_dependencies(request, statistics);
  if (found) {
    statistics.dependencies = std::move(*found);
    return;
  }
  statistics.dependencies.reset();
  warnings.push_back(failure(request, "dependencies", found.error()));
  note_unmeasured(statistics, "dependencies");
}

}  // namespace leeway::print
