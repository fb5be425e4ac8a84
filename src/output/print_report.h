// What the commands over prints say to people and machines, but for diffs and context.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "output/style.h"
#include "print/generate.h"
#include "print/overview.h"

namespace leeway::output {

// The summary of a run, for stderr.
std::string generate_to_text(const print::GenerateReport& report, std::string_view connection,
                             const Style& style);
// Warnings and tables that could not be read; empty when there are none.
std::string reading_to_text(const print::LiveReading& reading, const Style& style);

std::string overviews_to_text(const std::vector<print::Overview>& overviews, const Style& style);

std::string check_to_text(const print::CheckReport& report, std::string_view connection,
                          int exit_code, const Style& style);
std::string check_to_markdown(const print::CheckReport& report, std::string_view connection,
                              int exit_code);
print::Value check_document(const print::CheckReport& report, std::string_view connection,
                            int exit_code);

}  // namespace leeway::output
