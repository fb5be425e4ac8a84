#include <filesystem>
#include <ostream>

#include "base/text.h"
#include "cli/command.h"
#include "state/store.h"

namespace leeway::cli {

void Invocation::print(const std::string& text) { print_rows(redactor.redact(text)); }

void Invocation::print_rows(const std::string& text) {
  *out << text;
  out->flush();
}

int Invocation::report(const Error& error) {
  // A refusal in the print format's own form says what it is by itself.
  const bool labelled = error.message.starts_with("ERROR:");
  *err << (labelled ? "" : "Error: ") << redactor.redact(error.message) << '\n';
  if (!error.hint.empty()) *err << "  " << redactor.redact(error.hint) << '\n';
  err->flush();
  return error.code == ErrorCode::interrupted ? exit_interrupted : exit_failure;
}

void Invocation::warn(const std::string& text) {
  if (!quiet) *err << "Warning: " << redactor.redact(text) << '\n';
}

void Invocation::tell(const std::string& text) {
  *err << redactor.redact(text);
  err->flush();
}

Result<config::Project> Invocation::load_project() {
  std::filesystem::path file = arguments.value("config").value_or("");
  if (file.empty()) {
    LEEWAY_TRY(file, config::default_file("."));
  }
  auto project = config::load(file.lexically_normal(), environment, redactor);
  if (project)
    for (const auto& warning : project->warnings) warn(warning);
  return project;
}

std::filesystem::path Invocation::state_path(const config::Project& project) const {
  if (const auto path = arguments.value("state-path")) return *path;
  auto name = arguments.value("state-namespace");
  if (!name && project.state.namespacing_by_pipeline)
    if (const auto pipeline = project.select_pipeline(arguments.value("pipeline")))
      name = (*pipeline)->name;
  return state::default_path(project.file, std::filesystem::current_path(), name);
}

}  // namespace leeway::cli
