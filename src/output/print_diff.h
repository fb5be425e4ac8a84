// What moved between two prints, for machines, for a terminal and for a pull request.
#pragma once

#include <string>
#include <vector>

#include "output/markdown.h"
#include "output/style.h"
#include "print/diff.h"
#include "print/distribution.h"

namespace leeway::output {

// The document of diff.yaml, unfiltered, and after its keys `unevaluated` (tables and reasons) and
// `distribution` (every finding), each where there is any.
print::Value diff_document(const print::PrintDiff& diff,
                           const std::vector<print::DistributionFinding>& distribution);

// The verdict, then what changed by table, the most important first: shape before data, removed
// before added, then by how far it moved. What the thresholds quiet is counted; what was not
// compared is listed last with its reason.
std::string print_diff_to_text(const print::PrintDiff& diff,
                               const std::vector<print::DistributionFinding>& distribution,
                               const print::DiffThresholds& thresholds, const Style& style);
std::string print_diff_to_markdown(const print::PrintDiff& diff,
                                   const std::vector<print::DistributionFinding>& distribution,
                                   const print::DiffThresholds& thresholds,
                                   std::size_t max_bytes = comment_bytes);

}  // namespace leeway::output
