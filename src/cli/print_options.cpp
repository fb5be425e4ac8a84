#include "cli/print_options.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"

namespace leeway::cli {
namespace {

bool is_remote(const std::string& place) {
  return place.contains("://") || place.starts_with("git@");
}

Result<config::PrintProject> load(Invocation& invocation) {
  auto place = invocation.arguments.value("project");
  if (!place) place = invocation.arguments.value("config");
  if (place && is_remote(*place))
    return fail(ErrorCode::unsupported,
                "--project '{}' is a remote repository; clone it and give its folder", *place);
  return config::load_print_project(place, std::filesystem::current_path(), invocation.environment,
                                    invocation.redactor);
}

}  // namespace

OptionSpec connection_option() {
  return {"connection", "CONN", "Connection (default: with auto, or the only)", false, {}, {}};
}

OptionSpec project_option() {
  return {"--project", "DIR", "Folder of .dbprint.yaml or leeway.toml, or the file", false, {}, {}};
}

OptionSpec include_option() {
  return {"--include", "PATTERN", "Only tables that also match; may be repeated", false, {},
          {},          true};
}

OptionSpec exclude_option() {
  return {"--exclude", "PATTERN", "Leave out tables that match; may be repeated", false, {},
          {},          true};
}

OptionSpec format_option(std::vector<std::string> choices) {
  return {"--format", "FORMAT", "human (default), json, yaml or md", false, std::move(choices), {}};
}

std::string format_of(const Invocation& invocation, const std::string& fallback) {
  if (const auto format = invocation.arguments.value("format")) return *format;
  const auto output = invocation.arguments.value("output");
  if (!output || *output == "table") return fallback;
  return *output;
}

OptionSpec output_file_option() {
  return {"--output,--output-file", "FILE", "Write to this file", false, {}, {}};
}

int deliver(Invocation& invocation, const std::string& text) {
  const auto file = invocation.arguments.value("output-file");
  if (!file) {
    invocation.print(text);
    return exit_success;
  }
  const Status written = write_file_atomically(*file, invocation.redactor.redact(text));
  return written ? exit_success : report_print(invocation, written.error());
}

int print_exit_code(const Error& error) {
  switch (error.code) {
    case ErrorCode::connection:
    case ErrorCode::auth:
      return exit_connection;
    case ErrorCode::interrupted:
      return exit_interrupted;
    default:
      return exit_failure;
  }
}

int report_print(Invocation& invocation, const Error& error) {
  invocation.report(error);
  return print_exit_code(error);
}

print::ConnectionRequest PrintWork::request() const {
  print::ConnectionRequest request;
  request.project = &project;
  request.connection = &connection;
  request.include = invocation.arguments.values("include");
  request.exclude = invocation.arguments.values("exclude");
  request.environment = invocation.environment;
  request.redactor = &invocation.redactor;
  request.clock = invocation.clock;
  request.progress = invocation.progress;
  request.stop = invocation.stop;
  return request;
}

int for_each_connection(Invocation& invocation, const std::function<int(const PrintWork&)>& work) {
  const auto project = load(invocation);
  if (!project) return report_print(invocation, project.error());
  for (const auto& warning : project->warnings) invocation.warn(warning);
  const auto connections =
      config::select_connections(*project, invocation.arguments.value("connection"));
  if (!connections) return report_print(invocation, connections.error());
  int code = exit_success;
  for (const auto* connection : *connections) {
    code = std::max(code, work({invocation, *project, *connection}));
    if (invocation.stop.stop_requested()) return exit_interrupted;
  }
  return code;
}

}  // namespace leeway::cli
