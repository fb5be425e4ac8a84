#include "pipeline/plan_file.h"

#include "cli/command.h"
#include "cli/pipeline_options.h"
#include "cli/render.h"
#include "pipeline/run.h"

namespace leeway::cli {
namespace {

int execute(Invocation& invocation) {
  const auto project = invocation.load_project();
  if (!project) return invocation.report(project.error());
  const auto plan = pipeline::plan(
      context_of(invocation, *project),
      {invocation.arguments.value("pipeline"), invocation.arguments.value("filter"),
       !invocation.arguments.flag("no-prune"), true, invocation.state_path(*project)});
  if (!plan) return invocation.report(plan.error());
  if (const Status stored =
          pipeline::store_plan(pipeline::plans_folder(project->file), *plan, invocation.redactor);
      !stored)
    invocation.warn("the plan could not be stored and cannot be applied: " +
                    stored.error().message);
  invocation.print(render(invocation, *plan));
  return exit_success;
}

}  // namespace

Command plan_command() {
  return {"plan",
          "Show and store what the next run would do",
          {filter_option(), pipeline_option(), no_prune_option()},
          execute,
          {},
          "leeway plan -o md > comment.md"};
}

}  // namespace leeway::cli
