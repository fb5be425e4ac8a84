// Private steps of complete_edges().
#pragma once

#include <vector>

#include "print/print.h"

namespace leeway::print {

// A column of a print with what its table says about it.
struct EdgeEnd {
  const TablePrint* table = nullptr;
  const ColumnPrint* column = nullptr;
};

// Edges that the sketches show, of every referencing table, in the order of the format. Whatever
// measured edges there are, they are not looked at.
struct MeasuredEdge {
  std::size_t table = 0;  // index in print.tables
  Edge edge;
};
std::vector<MeasuredEdge> measured_edges(const Print& print);

// nullopt where the format wants no block: an end without a cardinality, or without a value.
std::optional<Observed> observe(const EdgeEnd& child, const EdgeEnd& parent);

}  // namespace leeway::print
