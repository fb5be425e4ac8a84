#include "pipeline/run.h"

#include "cli/command.h"
#include "cli/pipeline_options.h"
#include "cli/run_result.h"

namespace leeway::cli {
namespace {

int execute(Invocation& invocation) {
  const auto project = invocation.load_project();
  if (!project) return invocation.report(project.error());
  pipeline::RunOptions options;
  options.pipeline = invocation.arguments.value("pipeline");
  options.filter = invocation.arguments.value("filter");
  options.prune = !invocation.arguments.flag("no-prune");
  options.resume = invocation.arguments.value("resume");
  options.resume_latest = invocation.arguments.flag("resume-latest");
  options.idempotency_key = invocation.arguments.value("idempotency-key");
  for (const char* name : {"LEEWAY_IDEMPOTENCY_KEY", "ROCKY_IDEMPOTENCY_KEY"})
    if (!options.idempotency_key) options.idempotency_key = invocation.environment(name);
  options.state_path = invocation.state_path(*project);
  const auto report = pipeline::run(context_of(invocation, *project), options);
  if (!report) return invocation.report(report.error());
  return show_run(invocation, *report);
}

}  // namespace

Command run_command() {
  return {"run",
          "Copy what is new and evolve drifted targets",
          {filter_option(),
           pipeline_option(),
           no_prune_option(),
           {"--resume",
            "RUN_ID",
            "Leave out what this run has finished",
            false,
            {},
            {"--resume-latest"}},
           {"--resume-latest", "", "The same, newest run that did not finish", false, {}, {}},
           {"--idempotency-key", "KEY", "Do nothing when it has succeeded before", false, {}, {}}},
          execute,
          {},
          "leeway run --filter table=orders"};
}

}  // namespace leeway::cli
