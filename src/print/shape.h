// The blocks of a table's statistics that tell how its columns hang together. Each is measured
// after the columns are (profile.h calls them); each degrades by itself: a block that could not be
// measured is absent and, where the format has a word for it, named in Statistics::unmeasured.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "catalog/table.h"
#include "dialects/profile_source.h"
#include "engines/session.h"
#include "print/print.h"

namespace leeway::print {

struct ShapeRequest {
  engines::Session* session = nullptr;
  dialects::ScanSource source;
  const catalog::Table* table = nullptr;
  std::map<std::string, std::string> physical_names;  // column key -> catalog spelling
  StatisticsParams params;
  bool scoped = false;
  // Columns that measuring has already failed for: left out of every statement.
  std::set<std::string> failed_columns;
  // Columns whose values will be withheld: no sketch, no anchor of a timeline.
  std::set<std::string> redacted_columns;
};

// One statement. Present iff some column has a NULL.
void measure_null_patterns(const ShapeRequest& request, Statistics& statistics,
                           std::vector<std::string>& warnings);
// Declared keys always; the search for pairs only on an unscoped, non-empty table.
void measure_grain(const ShapeRequest& request, Statistics& statistics,
                   std::vector<std::string>& warnings);
void measure_dependencies(const ShapeRequest& request, Statistics& statistics,
                          std::vector<std::string>& warnings);
// Timeline and, with it, each column's populated span: two statements.
void measure_timeline(const ShapeRequest& request, Statistics& statistics,
                      std::vector<std::string>& warnings);

// A sketch for each column of `keys`, in as few statements as the engine allows. Columns that fail
// are returned; the others have their sketch.
std::vector<std::string> measure_sketches(const ShapeRequest& request,
                                          const std::set<std::string>& keys, Statistics& statistics,
                                          std::vector<std::string>& warnings);
// Which columns the format asks a sketch of: ends of edges, single-column keys, at most 1,024
// distinct values, candidate keys; of a sketchable type, not redacted, table not scoped.
std::set<std::string> sketch_columns(const Statistics& statistics, const catalog::Table& table,
                                     const std::set<std::string>& edge_columns,
                                     const std::set<std::string>& redacted_columns,
                                     bool all_columns);

}  // namespace leeway::print
