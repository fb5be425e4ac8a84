// Data checks on a copied table. A check that could not run has failed, whatever its severity.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engines/session.h"
#include "pipeline/context.h"
#include "pipeline/report.h"

namespace leeway::pipeline {

struct TableCheckRun {
  TableChecks checks;
  std::optional<Anomaly> anomaly;
};

// Every configured check of one table, in the order row_count, column_match, freshness, null_rate,
// custom, assertions. `now` is the target as it is after the copy.
TableCheckRun run_checks(const Context& context, engines::Session& session, state::Store& store,
                         const config::Replication& replication, const TablePlan& table,
                         const catalog::Presence& now);

// Keys that stand in more than one of the tables that share a source type and a table name.
std::vector<TableChecks> run_cross_source_overlap(engines::Session& session,
                                                  const config::CrossSourceOverlap& overlap,
                                                  const std::vector<const TablePlan*>& tables);

// A policy rule that granted a change may name checks that must exist and pass after it; where one
// does not, the run fails and says so.
void enforce_verify_after(RunReport& report);

}  // namespace leeway::pipeline
