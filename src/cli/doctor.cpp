#include "cli/command.h"
#include "cli/pipeline_options.h"
#include "cli/render.h"
#include "pipeline/inspect.h"

namespace leeway::cli {
namespace {

int execute(Invocation& invocation) {
  const auto project = invocation.load_project();
  if (!project) return invocation.report(project.error());
  const auto report =
      pipeline::doctor_report(context_of(invocation, *project), invocation.state_path(*project));
  invocation.print(render(invocation, report));
  return report.worst() == "error" ? exit_failure : exit_success;
}

}  // namespace

Command doctor_command() {
  return {"doctor",       "Try the connections, the source and the state store", {}, execute, {},
          "leeway doctor"};
}

}  // namespace leeway::cli
