// What every rendering of a diff of prints has to work out first. For the print_diff*.cpp files of
// this room only.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "print/diff.h"
#include "print/distribution.h"

namespace leeway::output {

enum class ChangeMark { removed, changed, added, data };

struct ChangeLine {
  ChangeMark mark = ChangeMark::data;
  std::string subject;  // "column note", "note null_rate", "index by_state"; empty for the table
  std::string text;     // "removed", "10 -> 11 (+1, +10 %)"
  double size = 0;      // how far a number moved, as a share; infinite for what is no number
};

struct TableChanges {
  std::string table;
  std::vector<ChangeLine> lines;  // the most important first
};

struct Subjects {
  std::string reason;
  std::vector<std::string> names;
};

struct DiffView {
  std::string verdict;
  std::string counts;                     // of what moved; empty where nothing did
  std::vector<TableChanges> tables;       // the most important first
  std::size_t quieted = 0;                // changes below the thresholds
  std::vector<ChangeLine> distributions;  // that moved, the furthest first
  std::vector<Subjects> unevaluated;      // tables, by reason
  std::vector<Subjects> untested;  // columns whose distribution could not be tested, by reason
};

DiffView view_of(const print::PrintDiff& diff,
                 const std::vector<print::DistributionFinding>& distribution,
                 const print::DiffThresholds& thresholds);

// "a, b, c and 7 more"
std::string named(const std::vector<std::string>& names, std::size_t most);

// The line of one event. Its two sides never look alike.
ChangeLine line_of(const print::DiffEvent& event);

}  // namespace leeway::output
