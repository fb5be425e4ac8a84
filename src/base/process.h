// Other programs, started by their argument list: no shell reads a word of it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace leeway {

struct ProcessResult {
  int exit_code = 0;  // 128 + the signal where one ended it
  std::string output;
  std::string errors;

  bool operator==(const ProcessResult&) const = default;
};

// Runs `arguments[0]` (looked up in PATH) to its end, with `input` as its standard input and
// `environment` over this process's own. Errors: not_found (no such program), io.
Result<ProcessResult> run_process(
    const std::vector<std::string>& arguments, std::string_view input = {},
    const std::vector<std::pair<std::string, std::string>>& environment = {});

}  // namespace leeway
