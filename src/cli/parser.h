#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/command.h"

namespace leeway::cli {

struct Parsed {
  const Command* command = nullptr;  // null: nothing to run, `text` is to be shown
  Arguments arguments;               // of the command and the global options
  std::string text;                  // help or version
};

// The options every command takes, before or after its name.
std::vector<OptionSpec> global_options();

// Errors: ErrorCode::usage, with the nearest command or option.
Result<Parsed> parse(std::span<const Command> commands, std::span<const char* const> arguments);

}  // namespace leeway::cli
