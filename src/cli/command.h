// A command is a record: its name, its options as data, and the function that runs it. One file a
// command; parser.cpp alone knows the command-line library.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/environment.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/secrets.h"
#include "config/project.h"

namespace leeway::cli {

inline constexpr int exit_success = 0;
inline constexpr int exit_failure = 1;
inline constexpr int exit_partial = 2;
inline constexpr int exit_drift = 3;
inline constexpr int exit_interrupted = 130;

struct OptionSpec {
  std::string name;   // "--filter", "-c,--config", or a bare word for a positional
  std::string value;  // what its value is called in help; empty: a flag
  std::string help;
  bool required = false;
  std::vector<std::string> choices;    // empty: any value
  std::vector<std::string> conflicts;  // names of options that cannot stand beside it
  bool repeats = false;                // may be given several times
};

// What was given, by option name without dashes ("filter", "resume-latest").
class Arguments {
 public:
  void set(const std::string& name, std::string value) { values_[name] = {std::move(value)}; }
  void set_all(const std::string& name, std::vector<std::string> values) {
    values_[name] = std::move(values);
  }
  bool flag(const std::string& name) const { return values_.contains(name); }
  // The last one given.
  std::optional<std::string> value(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second.back());
  }
  // Every one given, in order.
  std::vector<std::string> values(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::vector<std::string>{} : found->second;
  }

 private:
  std::map<std::string, std::vector<std::string>> values_;  // none is empty
};

enum class OutputMode { table, json, yaml, md };

// Everything a command may touch of the outside.
struct Invocation {
  Arguments arguments;
  OutputMode output = OutputMode::table;
  bool color = false;
  int width = 80;  // columns of the terminal
  bool quiet = false;
  Environment environment;
  Clock clock;
  ProgressSink progress;
  std::stop_token stop;
  Redactor redactor;
  std::ostream* out = nullptr;  // data
  std::ostream* err = nullptr;  // everything else

  // Writes a result, secrets redacted.
  void print(const std::string& text);
  // Writes rows of the user's own tables as they are.
  void print_rows(const std::string& text);
  // One error for a person on stderr, secrets redacted; returns exit_failure (130 when
  // interrupted).
  int report(const Error& error);
  void warn(const std::string& text);
  // A summary for people on stderr, secrets redacted; an empty text prints nothing.
  void tell(const std::string& text);
  // --config, or leeway.toml or rocky.toml in the working folder.
  Result<config::Project> load_project();
  // --state-path and --state-namespace, or the project's place.
  std::filesystem::path state_path(const config::Project& project) const;
};

struct Command {
  std::string name;
  std::string summary;  // one line, for help
  std::vector<OptionSpec> options;
  std::function<int(Invocation&)> run;
  std::vector<Command> children;  // sub-commands; `run` is then the default
  std::string example;            // a command line, for help
};

// Every command, in the order help shows them.
std::vector<Command> all_commands();

// One function a file.
Command init_command();
Command validate_command();
Command query_command();
Command doctor_command();
Command discover_command();
Command drift_command();
Command plan_command();
Command apply_command();
Command run_command();
Command state_command();
Command history_command();
Command generate_command();
Command diff_command();
Command check_command();
Command list_command();
Command context_command();

}  // namespace leeway::cli
