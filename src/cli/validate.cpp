#include "cli/command.h"
#include "cli/render.h"

namespace leeway::cli {
namespace {

int execute(Invocation& invocation) {
  std::filesystem::path file = invocation.arguments.value("config").value_or("");
  if (file.empty()) {
    const auto found = config::default_file(".");
    if (!found) return invocation.report(found.error());
    file = *found;
  }
  const auto validation = config::validate(file, invocation.environment, invocation.redactor);
  invocation.print(invocation.redactor.redact(render(invocation, validation)));
  return validation.valid ? exit_success : exit_failure;
}

}  // namespace

Command validate_command() {
  return {"validate", "Check the project file without a connection", {}, execute, {}};
}

}  // namespace leeway::cli
