// Decides what happens to one table. Pure: everything the decision rests on is in the input, and
// the answer is a value. A question only the engine can answer ("is there anything new?") is handed
// out as a probe; deciding again with its answer completes the plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "pipeline/discover.h"
#include "pipeline/plan.h"
#include "state/store.h"

namespace leeway::pipeline {

struct Rules {
  const config::Project& project;
  const config::Replication& replication;
  const dialects::Dialect& dialect;
  bool prune = true;  // false: --no-prune
  bool rows = true;   // false: only drift is asked for, nothing is copied
};

struct TableInput {
  const Candidate& candidate;
  const catalog::Presence& source;
  const catalog::Presence& target;
  bool target_schema_exists = true;
  std::optional<state::Watermark> watermark;
  bool in_flight = false;                    // an earlier copy was begun and never finished
  std::optional<std::string> live_marker;    // read now
  std::optional<std::string> stored_marker;  // of the last successful copy
};

// What a probe found. Incremental: rows newer than the watermark, rows exactly at it. Merge: source
// rows that the target does not hold, in `newer`.
struct ProbeAnswer {
  std::int64_t newer = 0;
  std::int64_t level = 0;
};

struct Decision {
  TablePlan plan;
  // A query of one row and one or two integer columns; absent when the plan is complete.
  std::optional<std::string> probe;
};

Decision decide(const Rules& rules, const TableInput& input,
                const std::optional<ProbeAnswer>& answer = std::nullopt);

}  // namespace leeway::pipeline
