#include <algorithm>
#include <set>
#include <tuple>

#include "print/edge_completion.h"
#include "print/relationships.h"
#include "print/sketch.h"

namespace leeway::print {
namespace {

constexpr std::int64_t kEnoughAnswers = 400;
constexpr double kEnoughContainment = 0.95;
// Values that lie in more keys than this, such as small numbers, tell of none of them.
constexpr std::size_t kMostTargets = 8;

struct Candidate {
  std::size_t table = 0;
  const ColumnPrint* column = nullptr;
  SketchKind kind = SketchKind::none;
};

bool is_comparable(const ColumnPrint& column) {
  return column.sketch && !column.sketch->hashes.empty() && !column.redacted &&
         column.cardinality.value_or(0) > 0;
}

struct Candidates {
  std::vector<Candidate> children;
  std::vector<Candidate> parents;
};

Candidates candidates_of(const Print& print) {
  Candidates result;
  for (std::size_t i = 0; i < print.tables.size(); ++i) {
    const TablePrint& table = print.tables[i];
    if (!table.statistics || table.statistics->scope) continue;
    const auto& params = table.statistics_params.value_or(print.statistics_params);
    const std::string key = referable_column(edge_table(table));
    for (const auto& column : table.statistics->columns) {
      if (!is_comparable(column)) continue;
      const Candidate candidate{i, &column, sketch_kind(column.sql_type)};
      if (candidate.kind == SketchKind::none) continue;
      const bool unique = column.inferred.candidate_key;
      if (unique || *column.cardinality > params.enumeration_threshold)
        result.children.push_back(candidate);
      if (unique || column.key == key) result.parents.push_back(candidate);
    }
  }
  return result;
}

// Most pairs have nothing in common, and a few hashes tell.
bool may_be_contained(const Sketch& child, const Sketch& parent) {
  constexpr std::size_t looked_at = 16;
  std::size_t answerable = 0, common = 0;
  for (const std::uint64_t hash : child.hashes) {
    if (answerable == looked_at || hash > parent.hashes.back()) break;
    ++answerable;
    if (std::ranges::binary_search(parent.hashes, hash)) ++common;
  }
  return common * 2 >= answerable;
}

bool is_edge(const Candidate& child, const Candidate& parent) {
  if (child.table == parent.table || child.kind != parent.kind) return false;
  if (*parent.column->cardinality <= *child.column->cardinality) return false;
  const Sketch& inner = *child.column->sketch;
  const Sketch& outer = *parent.column->sketch;
  if (!may_be_contained(inner, outer)) return false;
  const auto shared =
      overlap({&inner, *child.column->cardinality}, {&outer, *parent.column->cardinality});
  if (!shared) return false;
  const bool both_whole = inner.hashes.size() < sketch_size && outer.hashes.size() < sketch_size;
  if (both_whole && shared->all_contained) return true;
  return shared->answerable >= kEnoughAnswers && shared->containment >= kEnoughContainment;
}

using Ends = std::tuple<std::string, std::string, std::string>;  // column, other table and column

std::set<Ends> known_ends(const TablePrint& table) {
  std::set<Ends> result;
  if (!table.relationships) return result;
  for (const auto& edge : table.relationships->refers_to)
    if (edge.detection != "measured" && edge.column.size() == 1 && edge.other_column.size() == 1)
      result.emplace(edge.column.front(), edge.other_table, edge.other_column.front());
  return result;
}

std::vector<Edge> edges_of(const Print& print, const Candidate& child,
                           const std::vector<Candidate>& parents, const std::set<Ends>& known) {
  std::vector<Edge> edges;
  for (const auto& parent : parents) {
    if (edges.size() > kMostTargets) break;
    if (!is_edge(child, parent)) continue;
    const std::string& target = print.tables[parent.table].fqn;
    if (known.contains({child.column->key, target, parent.column->key})) continue;
    Edge edge;
    edge.column = {child.column->key};
    edge.other_table = target;
    edge.other_column = {parent.column->key};
    edge.detection = "measured";
    edges.push_back(std::move(edge));
  }
  return edges;
}

}  // namespace

std::vector<MeasuredEdge> measured_edges(const Print& print) {
  const Candidates candidates = candidates_of(print);
  std::vector<MeasuredEdge> result;
  std::size_t table = print.tables.size();
  std::set<Ends> known;
  for (const auto& child : candidates.children) {
    if (child.table != table) known = known_ends(print.tables[table = child.table]);
    auto edges = edges_of(print, child, candidates.parents, known);
    if (edges.size() <= kMostTargets)
      for (auto& edge : edges) result.push_back({child.table, std::move(edge)});
  }
  std::ranges::stable_sort(result, {}, [](const MeasuredEdge& one) {
    return std::tie(one.table, one.edge.other_table, one.edge.other_column, one.edge.column);
  });
  return result;
}

}  // namespace leeway::print
