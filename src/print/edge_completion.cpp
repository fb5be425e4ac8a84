#include "print/edge_completion.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "print/relationships.h"
#include "print/sketch.h"

namespace leeway::print {
namespace {

bool is_exact(const ColumnPrint& column) {
  return column.cardinality_method.value_or("exact") == "exact";
}

// Two tables of which every row was read, or the same fraction.
bool scopes_compatible(const Statistics& child, const Statistics& parent) {
  if (!child.scope && !parent.scope) return true;
  return child.scope && parent.scope && child.scope->sample &&
         child.scope->sample == parent.scope->sample;
}

std::optional<Overlap> overlap_of(const ColumnPrint& child, const ColumnPrint& parent) {
  if (!child.sketch || !parent.sketch) return std::nullopt;
  if (child.sketch->method != parent.sketch->method) return std::nullopt;
  return overlap({&*child.sketch, *child.cardinality}, {&*parent.sketch, *parent.cardinality});
}

class Completion {
 public:
  explicit Completion(Print& print) : print_(print) {
    for (auto& table : print.tables) by_fqn_.emplace(table.fqn, &table);
  }

  void add_measured() {
    for (auto& table : print_.tables)
      if (table.relationships)
        std::erase_if(table.relationships->refers_to,
                      [](const Edge& edge) { return edge.detection == "measured"; });
    for (auto& [table, edge] : measured_edges(print_))
      relationships_of(print_.tables[table]).refers_to.push_back(std::move(edge));
  }

  void observe_all() {
    for (auto& table : print_.tables)
      if (table.relationships)
        for (auto& edge : table.relationships->refers_to) edge.observed = observed(table, edge);
  }

  void mirror() {
    for (auto& table : print_.tables)
      if (table.relationships) table.relationships->referenced_by.clear();
    for (const auto& table : print_.tables) {
      if (!table.relationships) continue;
      // A table that refers to itself grows no refers_to here.
      for (const auto& edge : table.relationships->refers_to)
        if (const auto target = by_fqn_.find(edge.other_table); target != by_fqn_.end())
          relationships_of(*target->second).referenced_by.push_back(turned(table.fqn, edge));
    }
    for (auto& table : print_.tables)
      if (table.relationships)
        std::ranges::stable_sort(table.relationships->referenced_by, {}, [](const Edge& edge) {
          return std::tie(edge.other_table, edge.other_column, edge.column);
        });
  }

 private:
  static Relationships& relationships_of(TablePrint& table) {
    if (!table.relationships) table.relationships.emplace();
    return *table.relationships;
  }

  static Edge turned(const std::string& referencer, const Edge& edge) {
    Edge result = edge;
    result.other_table = referencer;
    std::swap(result.column, result.other_column);
    return result;
  }

  std::optional<Observed> observed(const TablePrint& child, const Edge& edge) const {
    if (edge.column.size() != 1 || edge.other_column.size() != 1) return std::nullopt;
    const auto parent = by_fqn_.find(edge.other_table);
    if (parent == by_fqn_.end()) return std::nullopt;
    return observe(end_of(child, edge.column.front()),
                   end_of(*parent->second, edge.other_column.front()));
  }

  static EdgeEnd end_of(const TablePrint& table, const std::string& column) {
    return {&table, table.statistics ? table.statistics->find(column) : nullptr};
  }

  Print& print_;
  std::map<std::string, TablePrint*> by_fqn_;
};

}  // namespace

std::optional<Observed> observe(const EdgeEnd& child, const EdgeEnd& parent) {
  if (child.column == nullptr || parent.column == nullptr) return std::nullopt;
  const auto& statistics = *child.table->statistics;
  const auto child_values = child.column->cardinality.value_or(0);
  const auto parent_values = parent.column->cardinality.value_or(0);
  if (child_values == 0 || parent_values == 0 || !statistics.row_count) return std::nullopt;
  Observed result;
  result.scope_compatible = scopes_compatible(statistics, *parent.table->statistics);
  if (!result.scope_compatible) return result;
  const auto distinct = static_cast<double>(child_values);
  result.fanout_avg =
      to_double(round_measured(static_cast<double>(*statistics.row_count) / distinct));
  // More values than there are to refer to say no more than all of them.
  result.target_coverage =
      published_ratio(std::min(1.0, distinct / static_cast<double>(parent_values)));
  const auto& values = child.column->values;
  if (values && !values->empty()) result.fanout_max = values->front().count;
  if (is_exact(*child.column) && is_exact(*parent.column))
    result.coherent = child_values <= parent_values;
  if (const auto shared = overlap_of(*child.column, *parent.column)) {
    result.target_coverage = shared->target_coverage;
    result.containment = shared->containment;
    result.answerable_count = shared->answerable;
  }
  return result;
}

void complete_edges(Print& print, bool measure) {
  Completion completion(print);
  if (measure) completion.add_measured();
  completion.observe_all();
  completion.mirror();
}

}  // namespace leeway::print
