#include "print/sketch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/text.h"

namespace leeway::print {
namespace {

constexpr double kHashes = 18446744073709551616.0;  // 2^64

bool is_exhaustive(const Sketch& sketch) { return sketch.hashes.size() < sketch_size; }

// The least hash a sketch says nothing of; nullopt: it speaks of all.
std::optional<std::uint64_t> theta(const Sketch& sketch) {
  if (is_exhaustive(sketch)) return std::nullopt;
  return sketch.hashes.back();
}

struct Counts {
  std::int64_t answerable = 0;
  std::int64_t common = 0;
};

Counts count_below(const Sketch& child, const Sketch& parent, std::optional<std::uint64_t> bound) {
  Counts counts;
  auto other = parent.hashes.begin();
  for (const std::uint64_t hash : child.hashes) {
    if (bound && hash >= *bound) break;
    ++counts.answerable;
    while (other != parent.hashes.end() && *other < hash) ++other;
    if (other != parent.hashes.end() && *other == hash) ++counts.common;
  }
  return counts;
}

double ratio(double part, double whole) { return std::min(1.0, part / whole); }

std::string base_type(std::string_view sql_type) {
  std::string base;
  int depth = 0;
  for (const char c : to_lower(sql_type)) {
    if (c == '(' || c == '<') ++depth;
    if (depth == 0 && !(c == ' ' && (base.empty() || base.back() == ' '))) base += c;
    if (c == ')' || c == '>') --depth;
  }
  for (const std::string_view word : {" unsigned", " signed", " zerofill"})
    base = replace_all(std::move(base), word, "");
  return std::string(trim(base));
}

struct KindName {
  std::string_view name;
  SketchKind kind;
};

constexpr auto kKindNames = std::to_array<KindName>({
    {"smallint", SketchKind::integer},
    {"integer", SketchKind::integer},
    {"bigint", SketchKind::integer},
    {"int", SketchKind::integer},
    {"tinyint", SketchKind::integer},
    {"mediumint", SketchKind::integer},
    {"int2", SketchKind::integer},
    {"int4", SketchKind::integer},
    {"int8", SketchKind::integer},
    {"int16", SketchKind::integer},
    {"int32", SketchKind::integer},
    {"int64", SketchKind::integer},
    {"int128", SketchKind::integer},
    {"int256", SketchKind::integer},
    {"uint8", SketchKind::integer},
    {"uint16", SketchKind::integer},
    {"uint32", SketchKind::integer},
    {"uint64", SketchKind::integer},
    {"uint128", SketchKind::integer},
    {"uint256", SketchKind::integer},
    {"hugeint", SketchKind::integer},
    {"uhugeint", SketchKind::integer},
    {"ubigint", SketchKind::integer},
    {"uinteger", SketchKind::integer},
    {"usmallint", SketchKind::integer},
    {"utinyint", SketchKind::integer},
    {"decimal", SketchKind::decimal},
    {"numeric", SketchKind::decimal},
    {"number", SketchKind::decimal},
    {"dec", SketchKind::decimal},
    {"fixed", SketchKind::decimal},
    {"varchar", SketchKind::text},
    {"text", SketchKind::text},
    {"char", SketchKind::text},
    {"character varying", SketchKind::text},
    {"character", SketchKind::text},
    {"string", SketchKind::text},
    {"uuid", SketchKind::text},
    {"fixedstring", SketchKind::text},
    {"tinytext", SketchKind::text},
    {"mediumtext", SketchKind::text},
    {"longtext", SketchKind::text},
    {"boolean", SketchKind::boolean},
    {"bool", SketchKind::boolean},
    {"date", SketchKind::temporal},
    {"date32", SketchKind::temporal},
    {"time", SketchKind::temporal},
    {"time with time zone", SketchKind::temporal},
    {"time without time zone", SketchKind::temporal},
    {"time_ns", SketchKind::temporal},
    {"timestamp", SketchKind::temporal},
    {"timestamp with time zone", SketchKind::temporal},
    {"timestamp without time zone", SketchKind::temporal},
    {"timestamp_ntz", SketchKind::temporal},
    {"timestamp_ltz", SketchKind::temporal},
    {"timestamp_tz", SketchKind::temporal},
    {"timestamp_ns", SketchKind::temporal},
    {"timestamp_ms", SketchKind::temporal},
    {"timestamp_s", SketchKind::temporal},
    {"datetime", SketchKind::temporal},
    {"datetime64", SketchKind::temporal},
    {"year", SketchKind::temporal},
});

}  // namespace

SketchKind sketch_kind(std::string_view sql_type) {
  if (to_lower(sql_type) == "tinyint(1)") return SketchKind::boolean;
  const std::string base = base_type(sql_type);
  const auto found = std::ranges::find(kKindNames, base, &KindName::name);
  return found == kKindNames.end() ? SketchKind::none : found->kind;
}

double published_ratio(double ratio) {
  constexpr double least = 0.000001;
  const double rounded = to_double(round_measured(ratio));
  return ratio > 0 ? std::max(rounded, least) : 0.0;
}

std::optional<Overlap> overlap(const SketchedColumn& child, const SketchedColumn& parent) {
  auto bound = theta(*parent.sketch);
  const bool whole_child = is_exhaustive(*child.sketch);
  if (!whole_child) bound = bound ? std::min(*bound, *theta(*child.sketch)) : theta(*child.sketch);
  const Counts counts = count_below(*child.sketch, *parent.sketch, bound);
  if (counts.answerable == 0) return std::nullopt;
  const auto child_values = static_cast<double>(child.cardinality);
  const auto parent_values = static_cast<double>(parent.cardinality);
  const auto common = static_cast<double>(counts.common);
  double shared = 0;  // values in both columns, estimated
  Overlap result;
  if (whole_child) {
    result.containment = ratio(common, static_cast<double>(counts.answerable));
    shared = std::nearbyint(result.containment * child_values);
  } else {
    // A truncated child always has a theta.
    shared = std::nearbyint(common * kHashes / static_cast<double>(*bound));
    result.containment = ratio(shared, child_values);
  }
  result.containment = to_double(round_measured(result.containment));
  result.target_coverage = published_ratio(ratio(shared, parent_values));
  result.answerable = counts.answerable;
  result.all_contained = counts.common == counts.answerable;
  return result;
}

}  // namespace leeway::print
