// Reads everything a decision rests on, once for the whole run, and decides every table.
//
// Statements sent: one listing of the source and one of the target, one catalog read a schema and
// side, and at most one probe a table (and two more where the target contradicts its watermark).
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "config/naming.h"
#include "pipeline/context.h"
#include "pipeline/databases.h"
#include "pipeline/plan.h"
#include "state/store.h"

namespace leeway::pipeline {

struct PlanRequest {
  std::string pipeline;
  std::optional<config::Filter> filter;
  bool prune = true;
  bool probes = true;                     // false: drift only, no question about rows
  std::set<std::string> skip;             // targets finished by the run that is resumed
  std::filesystem::path state_path = {};  // of the store, for messages
};

// Errors are those that concern the whole run: discovery, a collision, an engine that does not
// answer. What concerns one table is in that table's plan. Nothing is written, to engine or state.
Result<Plan> make_plan(const Context& context, const Databases& databases, state::Store& store,
                       const PlanRequest& request);

// The watermark a table has now: the recorded one, or after an unfinished copy what the target
// says.
struct EffectiveWatermark {
  std::optional<state::Watermark> watermark;
  bool repaired = false;
};
Result<EffectiveWatermark> read_watermark(engines::Session& session,
                                          const catalog::TableName& table,
                                          const std::string& column, const std::string& column_type,
                                          TimePoint now);

// How many tables are worked on at once.
std::size_t worker_count(const config::Execution& execution, std::size_t tables);

}  // namespace leeway::pipeline
