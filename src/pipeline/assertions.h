// Declared assertions and keys shared between tables, run on an engine.
#pragma once

#include "base/clock.h"
#include "engines/session.h"
#include "pipeline/report.h"

namespace leeway::pipeline {

CheckResult run_assertion(engines::Session& session, const config::Assertion& assertion,
                          const catalog::TableName& table, TimePoint now);

}  // namespace leeway::pipeline
