// Comments for a pull request: GitHub-flavoured Markdown, the verdict first, then what a reviewer
// has to act on, then what changed, then the counts. What does not fit is left out from the least
// important end, and the comment says how much.
#pragma once

#include <cstddef>
#include <string>

#include "pipeline/plan.h"
#include "pipeline/report.h"

namespace leeway::output {

// Below the 65,536 characters that GitHub takes for a comment.
constexpr std::size_t comment_bytes = 60000;

std::string to_markdown(const pipeline::RunReport& report, std::size_t max_bytes = comment_bytes);
std::string to_markdown(const pipeline::Plan& plan, std::size_t max_bytes = comment_bytes);
std::string drift_to_markdown(const pipeline::Plan& plan, std::size_t max_bytes = comment_bytes);

}  // namespace leeway::output
