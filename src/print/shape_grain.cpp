#include <algorithm>
#include <set>

#include "print/shape_parts.h"
#include "print/table_keys.h"

namespace leeway::print {
namespace {

constexpr std::size_t kMostPairs = 32;

// A key that needs no second column makes a search for pairs pointless.
bool has_single_key(const Statistics& statistics) {
  return std::ranges::any_of(statistics.columns, [](const ColumnPrint& column) {
    return column.inferred.candidate_key && !column.inferred.candidate_key_exception;
  });
}

bool searches(const ShapeRequest& request, const Statistics& statistics) {
  return !request.scoped && !statistics.scope && statistics.row_count.value_or(0) > 0 &&
         !has_single_key(statistics);
}

// Column keys that are a declared key by themselves, and the declared pairs.
struct Declared {
  std::set<std::string> singles;
  std::set<std::set<std::string>> keys;
};

Declared declared_in(const Grain& grain) {
  Declared result;
  for (const auto& key : grain.keys) {
    if (key.columns.size() == 1) result.singles.insert(key.columns.front());
    result.keys.emplace(key.columns.begin(), key.columns.end());
  }
  return result;
}

// Positions in the columns, the most promising first.
std::vector<std::size_t> by_promise(const std::vector<ShapeColumn>& columns,
                                    const Declared& declared) {
  std::vector<std::size_t> order(columns.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    return std::pair(!declared.singles.contains(columns[i].print->key),
                     -*columns[i].print->cardinality);
  });
  return order;
}

// The pairs that may be a key, at most one more than will be tested.
std::vector<dialects::ColumnSet> candidate_pairs(const std::vector<ShapeColumn>& columns,
                                                 const Declared& declared, std::int64_t rows) {
  const auto order = by_promise(columns, declared);
  std::vector<dialects::ColumnSet> pairs;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size() && pairs.size() <= kMostPairs; ++j) {
      const ColumnPrint& a = *columns[order[i]].print;
      const ColumnPrint& b = *columns[order[j]].print;
      if (declared.keys.contains({a.key, b.key})) continue;
      if (largest_cardinality(a) * largest_cardinality(b) < static_cast<double>(rows)) continue;
      pairs.push_back({std::min(order[i], order[j]), std::max(order[i], order[j])});
    }
  return pairs;
}

// A pair that repeats among a few rows repeats among all; the others are counted one at a time, so
// that no statement holds more than one pair's values.
Result<std::vector<dialects::ColumnSet>> unique_pairs(const GroupCounter& counter,
                                                      std::vector<dialects::ColumnSet> pairs) {
  LEEWAY_TRY(const auto some, counter.first_rows(pairs));
  std::vector<dialects::ColumnSet> result;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (some[i].groups < some[i].rows) continue;
    LEEWAY_TRY(const auto all, counter.all_rows({pairs[i]}));
    if (all[0].groups == all[0].rows && all[0].rows > 0) result.push_back(std::move(pairs[i]));
  }
  std::ranges::sort(result);
  return result;
}

void search_pairs(const ShapeRequest& request, Statistics& statistics, Grain& grain,
                  std::vector<std::string>& warnings) {
  const auto columns = groupable_columns(request, statistics);
  auto pairs = candidate_pairs(columns, declared_in(grain), *statistics.row_count);
  grain.search_exhausted = pairs.size() <= kMostPairs;
  if (!*grain.search_exhausted) pairs.resize(kMostPairs);
  if (pairs.empty()) return;
  const auto found = unique_pairs(GroupCounter(request, columns), std::move(pairs));
  if (!found) {
    warnings.push_back(failure(request, "keys of two columns", found.error()));
    grain.search_exhausted = false;
    return;
  }
  for (const auto& pair : *found)
    grain.keys.push_back({{columns[pair[0]].print->key, columns[pair[1]].print->key}, "measured"});
}

}  // namespace

void measure_grain(const ShapeRequest& request, Statistics& statistics,
                   std::vector<std::string>& warnings) {
  Grain grain;
  for (auto& key : declared_keys(*request.table).keys)
    grain.keys.push_back({std::move(key), "declared"});
  if (searches(request, statistics)) search_pairs(request, statistics, grain, warnings);
  statistics.grain = std::move(grain);
}

}  // namespace leeway::print
