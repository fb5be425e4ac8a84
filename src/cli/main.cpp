#include "cli/main.h"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <memory>
#include <mutex>

#include "base/text.h"
#include "cli/command.h"
#include "cli/parser.h"
#include "cli/terminal.h"

namespace leeway::cli {
namespace {

OutputMode output_mode(const Arguments& arguments, bool terminal) {
  const auto asked = arguments.value("output");
  if (!asked) return terminal ? OutputMode::table : OutputMode::json;
  if (*asked == "json") return OutputMode::json;
  if (*asked == "yaml") return OutputMode::yaml;
  if (*asked == "md") return OutputMode::md;
  return OutputMode::table;
}

ProgressStyle progress_style(const Arguments& arguments, const Terminal& terminal,
                             const Environment& environment) {
  const std::string asked = arguments.value("progress").value_or("auto");
  if (asked == "none" || arguments.flag("quiet")) return ProgressStyle::none;
  if (asked == "plain") return ProgressStyle::plain;
  if (!terminal.err_is_terminal || arguments.flag("verbose")) return ProgressStyle::none;
  return environment("TERM") == "dumb" ? ProgressStyle::plain : ProgressStyle::live;
}

// The sink, which with -v also writes every statement and phase on stderr, secrets redacted.
ProgressSink telling_notes(ProgressSink next, Invocation& invocation) {
  const auto mutex = std::make_shared<std::mutex>();
  return [next = std::move(next), mutex, &invocation](const ProgressEvent& event) {
    if (event.kind == ProgressEvent::Kind::note) {
      const std::lock_guard lock(*mutex);
      *invocation.err << invocation.redactor.redact(printable(event.text)) << '\n';
      invocation.err->flush();
    } else if (next) {
      next(event);
    }
  };
}

bool is_word(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

bool is_principal(const std::string& text) {
  return text.empty() || equal_ignoring_case(text, "human") || equal_ignoring_case(text, "agent");
}

bool wants_color(const Arguments& arguments, const Terminal& terminal,
                 const Environment& environment) {
  return terminal.out_is_terminal && !arguments.flag("no-color") &&
         environment("NO_COLOR").value_or("").empty() && environment("TERM") != "dumb";
}

}  // namespace

std::vector<Command> all_commands() {
  return {init_command(),     validate_command(), query_command(),   doctor_command(),
          discover_command(), drift_command(),    plan_command(),    apply_command(),
          run_command(),      state_command(),    history_command(), generate_command(),
          diff_command(),     check_command(),    list_command(),    context_command()};
}

int run(int argc, char** argv) {
  const auto commands = all_commands();
  Invocation invocation;
  invocation.out = &std::cout;
  invocation.err = &std::cerr;
  const auto parsed =
      parse(commands, std::span<const char* const>(argv, static_cast<std::size_t>(argc)));
  if (!parsed) return invocation.report(parsed.error());
  if (!parsed->command) {
    invocation.print(parsed->text);
    return exit_success;
  }
  if (const auto key = parsed->arguments.value("state-namespace"); key && !is_word(*key))
    return invocation.report({ErrorCode::usage,
                              "--state-namespace '" + printable(*key) +
                                  "' may hold letters, digits and _ only. Nothing was written",
                              {}});
  if (const auto who = process_environment()("ROCKY_PRINCIPAL"); who && !is_principal(*who))
    return invocation.report({ErrorCode::usage,
                              "ROCKY_PRINCIPAL is '" + printable(*who) +
                                  "'; it can be human or agent. Nothing was written",
                              {}});
  const Terminal terminal = look_at_terminal();
  invocation.arguments = parsed->arguments;
  invocation.environment = process_environment();
  invocation.clock = system_clock();
  invocation.output = output_mode(parsed->arguments, terminal.out_is_terminal);
  invocation.color = wants_color(parsed->arguments, terminal, invocation.environment);
  invocation.width = terminal.width;
  invocation.quiet = parsed->arguments.flag("quiet");
  invocation.progress =
      make_progress(progress_style(parsed->arguments, terminal, invocation.environment), terminal,
                    invocation.clock);
  if (parsed->arguments.flag("verbose") && !invocation.quiet)
    invocation.progress = telling_notes(invocation.progress, invocation);
  const StopOnSignal signals;
  invocation.stop = signals.token();
  const int code = parsed->command->run(invocation);
  if (std::cout.good()) return code;
  const int failed = invocation.report(
      {ErrorCode::io, "the output could not be written to its end; what was done stays done", {}});
  return code == exit_success ? failed : code;
}

}  // namespace leeway::cli
