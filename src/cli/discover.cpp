#include "cli/command.h"
#include "cli/pipeline_options.h"
#include "cli/render.h"
#include "pipeline/inspect.h"

namespace leeway::cli {
namespace {

int execute(Invocation& invocation) {
  const auto project = invocation.load_project();
  if (!project) return invocation.report(project.error());
  const auto report = pipeline::discover_report(context_of(invocation, *project),
                                                invocation.arguments.value("pipeline"),
                                                invocation.state_path(*project));
  if (!report) return invocation.report(report.error());
  for (const auto& [schema, why] : report->unmatched)
    if (invocation.output != OutputMode::table)
      invocation.warn(fmt::format("left out of the copy: {}", why));
  invocation.print(render(invocation, *report));
  return exit_success;
}

}  // namespace

Command discover_command() {
  return {"discover", "List what the source offers", {pipeline_option()}, execute,
          {},         "leeway discover -o table"};
}

}  // namespace leeway::cli
