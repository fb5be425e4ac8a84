// The steps of loading, for a text that is already in memory.
#pragma once

#include <filesystem>
#include <string_view>

#include "config/problems.h"
#include "config/project.h"

namespace leeway::config {

// A project as far as it could be understood, and everything that is wrong with it.
struct Reading {
  Project project;
  Problems problems;
};

// Errors (ErrorCode::config): the text is not TOML.
Result<Reading> read(const std::filesystem::path& file, std::string_view text,
                     const Environment& environment, Redactor& redactor);

Validation summarize(const Reading& reading, const Redactor& redactor);

}  // namespace leeway::config
