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

// A recorded watermark that the target does not bear out.
struct Contradiction {
  state::Watermark recorded;
  bool ahead = false;  // the target holds rows beyond it; else it lacks rows at it
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
  // Set where the store's watermark was found wrong; `watermark` is then the target's.
  std::optional<Contradiction> contradiction = {};
};

// Rows of one side around a watermark.
struct SideCount {
  std::int64_t newer = 0;     // finite, and beyond the watermark
  std::int64_t level = 0;     // exactly at it
  std::int64_t endless = 0;   // at infinity or NaN
  std::int64_t dateless = 0;  // NULL or -infinity: no watermark reaches them
};

// What a probe found. Merge: source rows that the target does not hold, in `source.newer`.
struct ProbeAnswer {
  SideCount source;
  std::optional<SideCount> target;  // absent: not asked
};

struct Decision {
  TablePlan plan;
  // A query of one row whose integer columns are a SideCount, or two; absent when the plan is
  // complete.
  std::optional<std::string> probe;
  // Set: decide again with this contradiction and the watermark that the target has.
  std::optional<Contradiction> contradiction;
};

Decision decide(const Rules& rules, const TableInput& input,
                const std::optional<ProbeAnswer>& answer = std::nullopt);

}  // namespace leeway::pipeline
