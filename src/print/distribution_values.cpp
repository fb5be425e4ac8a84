#include "print/distribution_values.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "print/decimal.h"

namespace leeway::print {
namespace {

using Counts = std::map<std::string, std::int64_t>;

// Equal for values that are one to a reader.
std::string identity(const Value& value) {
  switch (value.kind) {
    case Value::Kind::boolean:
      return value.boolean ? "b:true" : "b:false";
    case Value::Kind::number:
      return "n:" + normalized_number(value.text);
    default:
      return "s:" + value.text;
  }
}

Counts counts_of(const ColumnPrint& column) {
  Counts counts;
  for (const ValueCount& listed : *column.values)
    if (listed.value) counts[identity(*listed.value)] += listed.count;
  return counts;
}

std::int64_t total(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& entry) { return sum + entry.second; });
}

// Of one value; nothing where the list cannot tell.
std::optional<std::int64_t> count_in(const Counts& counts, bool complete,
                                     const std::string& value) {
  const auto found = counts.find(value);
  if (found != counts.end()) return found->second;
  return complete ? std::optional<std::int64_t>(0) : std::nullopt;
}

}  // namespace

bool lists_every_value(const ColumnPrint& column) {
  return column.values && column.values_coverage && *column.values_coverage >= 1;
}

std::int64_t listed_rows(const ColumnPrint& column) {
  std::int64_t rows = 0;
  for (const ValueCount& listed : *column.values) rows += listed.count;
  return rows;
}

std::optional<ValueBins> value_bins(const ColumnPrint& before, std::int64_t rows_before,
                                    const ColumnPrint& after, std::int64_t rows_after) {
  const Counts old = counts_of(before);
  const Counts now = counts_of(after);
  const bool old_complete = lists_every_value(before);
  const bool now_complete = lists_every_value(after);
  std::int64_t old_rest = old_complete ? total(old) : rows_before;
  std::int64_t now_rest = now_complete ? total(now) : rows_after;
  Counts either = old;
  either.insert(now.begin(), now.end());
  ValueBins bins;
  for (const auto& [value, any] : either) {
    const auto was = count_in(old, old_complete, value);
    const auto is = count_in(now, now_complete, value);
    if (!was || !is) {
      bins.folded += was ? 1 : 0;
      continue;
    }
    bins.before.push_back(*was);
    bins.after.push_back(*is);
    old_rest -= *was;
    now_rest -= *is;
  }
  if (old_rest < 0 || now_rest < 0) return std::nullopt;
  bins.before.push_back(old_rest);
  bins.after.push_back(now_rest);
  return bins;
}

std::int64_t rows_of_new_values(const ColumnPrint& before, const ColumnPrint& after) {
  const Counts old = counts_of(before);
  std::int64_t rows = 0;
  for (const auto& [value, count] : counts_of(after))
    if (!old.contains(value)) rows += count;
  return rows;
}

}  // namespace leeway::print
