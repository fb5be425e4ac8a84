#pragma once

#include "cli/command.h"
#include "pipeline/report.h"

namespace leeway::cli {

// Prints the report of `run` or `apply` and gives its exit code.
int show_run(Invocation& invocation, const pipeline::RunReport& report);

}  // namespace leeway::cli
