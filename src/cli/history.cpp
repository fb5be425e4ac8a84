#include <charconv>

#include "cli/command.h"
#include "cli/pipeline_options.h"
#include "cli/render.h"
#include "pipeline/inspect.h"

namespace leeway::cli {
namespace {

constexpr int default_window = 20;

Result<std::optional<TimePoint>> since(const Invocation& invocation) {
  const auto text = invocation.arguments.value("since");
  if (!text) return std::nullopt;
  const auto time = parse_rfc3339(*text);
  if (!time)
    return fail(ErrorCode::usage,
                "--since '{}' is not a date or time. Write YYYY-MM-DD or 2026-11-30T08:00:00Z",
                *text);
  return time;
}

Result<std::optional<int>> window(const Invocation& invocation) {
  if (!invocation.arguments.flag("rolling-stats")) return std::nullopt;
  const auto text = invocation.arguments.value("window");
  if (!text) return default_window;
  int value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc{} || end != text->data() + text->size() || value < 1)
    return fail(ErrorCode::usage, "--window '{}' is not a positive number of runs", *text);
  return value;
}

int execute(Invocation& invocation) {
  if (invocation.arguments.flag("rolling-stats") && !invocation.arguments.flag("model"))
    return invocation.report({ErrorCode::usage, "--rolling-stats needs --model TABLE", {}});
  const auto from = since(invocation);
  if (!from) return invocation.report(from.error());
  const auto span = window(invocation);
  if (!span) return invocation.report(span.error());
  const auto project = invocation.load_project();
  if (!project) return invocation.report(project.error());
  const auto context = context_of(invocation, *project);
  const auto path = invocation.state_path(*project);
  if (const auto model = invocation.arguments.value("model")) {
    const auto report = pipeline::model_history_report(context, path, *model, *from, *span);
    if (!report) return invocation.report(report.error());
    invocation.print(render(invocation, *report));
    return exit_success;
  }
  const auto report =
      pipeline::history_report(context, path, *from, invocation.arguments.flag("audit"));
  if (!report) return invocation.report(report.error());
  invocation.print(render(invocation, *report));
  return exit_success;
}

}  // namespace

Command history_command() {
  return {"history",
          "Show earlier runs with what they did about drift",
          {{"--model", "TABLE", "Only this table, run by run", false, {}, {}},
           {"--rolling-stats", "", "With --model: mean and spread of rows and time", false, {}, {}},
           {"--window", "RUNS", "How many runs the statistics look at (default 20)", false, {}, {}},
           {"--since", "TIME", "Only runs since YYYY-MM-DD or an RFC 3339 time", false, {}, {}},
           {"--audit", "", "With who, where and from which commit", false, {}, {}}},
          execute,
          {},
          "leeway history --model orders --rolling-stats"};
}

}  // namespace leeway::cli
