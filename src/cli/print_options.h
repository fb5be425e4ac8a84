// What the commands over prints have in common: the project, its connections, the output's form.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "config/print_project.h"
#include "print/generate.h"

namespace leeway::cli {

inline constexpr int exit_stale = 2;
inline constexpr int exit_connection = 4;
inline constexpr int exit_partial_print = 5;
inline constexpr int exit_assertion = 6;
inline constexpr int exit_nothing_read = 7;

OptionSpec connection_option();
OptionSpec project_option();
OptionSpec include_option();
OptionSpec exclude_option();
// human, json, yaml or md; human where neither it nor -o is given, also when piped.
OptionSpec format_option(std::vector<std::string> choices = {"human", "json", "yaml", "md"});
std::string format_of(const Invocation& invocation, const std::string& fallback = "human");

// `--output FILE` of the commands over prints; -o stays the form.
OptionSpec output_file_option();
// To that file where it was given, else to stdout.
int deliver(Invocation& invocation, const std::string& text);

// 4 for what keeps from reaching a database, 130 when interrupted, else 1.
int print_exit_code(const Error& error);
int report_print(Invocation& invocation, const Error& error);

struct PrintWork {
  Invocation& invocation;
  const config::PrintProject& project;
  const config::PrintConnection& connection;

  print::ConnectionRequest request() const;
};

// Loads the project and calls `work` for each connection the command line names, one after the
// other; the result is the greatest of their exit codes.
int for_each_connection(Invocation& invocation, const std::function<int(const PrintWork&)>& work);

}  // namespace leeway::cli
