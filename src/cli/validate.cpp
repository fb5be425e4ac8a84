#include "cli/command.h"
#include "cli/render.h"

namespace leeway::cli {
namespace {

std::optional<int> line_of(const config::Location& location) {
  return location.line > 0 ? std::optional(location.line) : std::nullopt;
}

// A project may name engines that this program cannot connect to.
void tell_engines(config::Validation& validation) {
  if (!validation.project) return;
  for (const auto& [name, adapter] : validation.project->adapters)
    if (adapter.type != "duckdb" && adapter.kind != "discovery")
      validation.findings.push_back(
          {"warn", "L008",
           fmt::format("adapter.{}: leeway connects to duckdb only; commands that need this {} "
                       "adapter fail",
                       name, adapter.type),
           validation.project->file.string(), "adapter." + name, line_of(adapter.location)});
}

int execute(Invocation& invocation) {
  std::filesystem::path file = invocation.arguments.value("config").value_or("");
  if (file.empty()) {
    const auto found = config::default_file(".");
    if (!found) return invocation.report(found.error());
    file = *found;
  }
  auto validation =
      config::validate(file.lexically_normal(), invocation.environment, invocation.redactor);
  tell_engines(validation);
  invocation.print(render(invocation, validation));
  return validation.valid ? exit_success : exit_failure;
}

}  // namespace

Command validate_command() {
  return {"validate", "Check the project file without a connection", {}, execute,
          {},         "leeway -c shop/leeway.toml validate"};
}

}  // namespace leeway::cli
