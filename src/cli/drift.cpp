#include <algorithm>

#include "cli/command.h"
#include "cli/pipeline_options.h"
#include "cli/render.h"
#include "pipeline/run.h"

namespace leeway::cli {
namespace {

int execute(Invocation& invocation) {
  const auto project = invocation.load_project();
  if (!project) return invocation.report(project.error());
  const auto plan =
      pipeline::plan(context_of(invocation, *project),
                     {invocation.arguments.value("pipeline"), invocation.arguments.value("filter"),
                      false, false, invocation.state_path(*project)});
  if (!plan) return invocation.report(plan.error());
  invocation.print(render(
      invocation, [&] { return output::drift_to_text(*plan, style_of(invocation)); },
      [&] { return output::drift_to_json(*plan, LEEWAY_VERSION); },
      [&] { return output::drift_to_markdown(*plan); }));
  const bool unchecked = std::ranges::any_of(plan->tables, [](const auto& table) {
    return table.unreadable || table.disposition == pipeline::Disposition::failed;
  });
  if (pipeline::tables_drifted(*plan) > 0) return exit_drift;
  return unchecked ? exit_failure : exit_success;
}

}  // namespace

Command drift_command() {
  return {"drift",
          "Report drift and change nothing (exit 3: drift)",
          {filter_option(), pipeline_option()},
          execute,
          {},
          "leeway drift --filter source=shop || echo \"exit code $?\""};
}

}  // namespace leeway::cli
