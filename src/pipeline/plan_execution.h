// Executes the tables of one plan on several sessions, each table contained: what happens to one
// never stops another, unless the project asks for that.
#pragma once

#include "pipeline/context.h"
#include "pipeline/databases.h"
#include "pipeline/report.h"

namespace leeway::pipeline {

// Makes missing schemas, runs every table with its checks and retries, remembers each in the store,
// and fills the report's tables (in plan order), checks, anomalies, errors and counters.
Status execute_tables(const Context& context, const Databases& databases, state::Store& store,
                      const config::Replication& replication, const Plan& plan, RunReport& report);

}  // namespace leeway::pipeline
