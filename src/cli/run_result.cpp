#include "cli/run_result.h"

#include "cli/render.h"

namespace leeway::cli {

int show_run(Invocation& invocation, const pipeline::RunReport& report) {
  invocation.print(render(invocation, report));
  if (invocation.output != OutputMode::table) {
    for (const auto& error : report.errors) invocation.report(error.error);
    for (const auto& warning : report.warnings) invocation.warn(warning);
    for (const auto& anomaly : report.anomalies)
      invocation.warn("row count anomaly detected: " + anomaly.table + ": " + anomaly.reason);
  }
  switch (report.status) {
    case pipeline::RunStatus::success:
    case pipeline::RunStatus::skipped_idempotent:
    case pipeline::RunStatus::skipped_in_flight:
      return exit_success;
    case pipeline::RunStatus::partial_failure:
      return exit_partial;
    case pipeline::RunStatus::failure:
      return exit_failure;
    case pipeline::RunStatus::interrupted:
      return exit_interrupted;
  }
  return exit_failure;
}

}  // namespace leeway::cli
