// Runs one table's plan: its statements in one transaction where the engine has them, the read-back
// after every change of shape, the watermark with the commit.
#pragma once

#include <optional>

#include "engines/session.h"
#include "pipeline/context.h"
#include "pipeline/report.h"

namespace leeway::pipeline {

struct TableRun {
  TableOutcome outcome;
  std::optional<TableError> error;
  // What the state store is to remember; filled in for a copied table.
  std::optional<state::Watermark> watermark;
  // Rows may have landed although there is an error: the copy stays marked as in flight, must not
  // be tried again in this run, and is repaired by the next.
  bool in_doubt = false;
};

// REQUIRES: plan.disposition is copy, or up_to_date with a repaired watermark.
// Marks the copy as in flight, executes, commits, stores. On an error everything the table's
// statements did is rolled back (where the engine can) and the error says what stands.
TableRun execute_table(const Context& context, engines::Session& session, state::Store& store,
                       const std::string& run_id, const TablePlan& plan);

// Waits before another try; doubles from try to try up to the policy's maximum.
Duration backoff(const config::RetryPolicy& policy, int attempt);
bool worth_retrying(ErrorCode code);

}  // namespace leeway::pipeline
