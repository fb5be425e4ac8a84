#include "cli/command.h"
#include "cli/pipeline_options.h"
#include "cli/run_result.h"
#include "pipeline/plan_file.h"
#include "pipeline/run.h"

namespace leeway::cli {
namespace {

int execute(Invocation& invocation) {
  const auto project = invocation.load_project();
  if (!project) return invocation.report(project.error());
  const auto plan =
      pipeline::load_plan(pipeline::plans_folder(project->file),
                          *invocation.arguments.value("plan_id"), invocation.redactor);
  if (!plan) return invocation.report(plan.error());
  const auto report = pipeline::apply(
      context_of(invocation, *project), *plan,
      {invocation.state_path(*project), invocation.arguments.value("expect-spec-digest")});
  if (!report) return invocation.report(report.error());
  return show_run(invocation, *report);
}

}  // namespace

Command apply_command() {
  return {
      "apply",
      "Run a stored plan, unless what it rests on moved",
      {{"plan_id", "PLAN_ID", "The id that `leeway plan` printed", true, {}, {}},
       {"--expect-spec-digest", "DIGEST", "Refuse a plan whose digest is another", false, {}, {}}},
      execute,
      {},
      "leeway apply 2f9c...e1 --expect-spec-digest f24a115463c454e2"};
}

}  // namespace leeway::cli
