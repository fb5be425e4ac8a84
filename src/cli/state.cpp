#include "cli/command.h"
#include "cli/pipeline_options.h"
#include "cli/render.h"
#include "pipeline/inspect.h"

namespace leeway::cli {
namespace {

int show(Invocation& invocation) {
  const auto project = invocation.load_project();
  if (!project) return invocation.report(project.error());
  const auto report =
      pipeline::state_report(context_of(invocation, *project), invocation.state_path(*project));
  if (!report) return invocation.report(report.error());
  invocation.print(render(invocation, *report));
  return exit_success;
}

int sweep(Invocation& invocation) {
  const auto project = invocation.load_project();
  if (!project) return invocation.report(project.error());
  const auto store = state::Store::open(invocation.state_path(*project), false, invocation.clock);
  if (!store) return invocation.report(store.error());
  output::SweepReport report;
  report.dry_run = invocation.arguments.flag("dry-run");
  const TimePoint started = invocation.clock.now();
  const auto result = (*store)->sweep(
      {project->state.retention_max_age_days, project->state.retention_min_runs_kept},
      report.dry_run);
  if (!result) return invocation.report(result.error());
  report.result = *result;
  report.duration_ms = milliseconds(invocation.clock.now() - started);
  invocation.print(render(invocation, report));
  return exit_success;
}

Command retention() {
  Command sweep_command{"sweep",
                        "Forget runs older than [state.retention] allows",
                        {{"--dry-run", "", "Count them only", false, {}, {}}},
                        sweep,
                        {},
                        "leeway state retention sweep --dry-run"};
  const auto ask = [](Invocation& invocation) {
    return invocation.report(
        {ErrorCode::usage, "say what to do: `leeway state retention sweep`", {}});
  };
  return {"retention", "Keep the history small", {}, ask, {sweep_command}, sweep_command.example};
}

}  // namespace

Command state_command() {
  return {
      "state",
      "Show the recorded watermarks",
      {},
      show,
      {{"show", "Show the recorded watermarks", {}, show, {}, "leeway state show"}, retention()},
      "leeway state -o json"};
}

}  // namespace leeway::cli
