// Text for a terminal. Each begins with the verdict; what changed comes with its reason, what did
// not is counted; long lists are cut with a line that says so. Every text ends in one newline.
#pragma once

#include <string>

#include "config/project.h"
#include "output/json.h"
#include "output/style.h"
#include "pipeline/plan.h"
#include "pipeline/report.h"

namespace leeway::output {

std::string to_text(const pipeline::RunReport& report, const Style& style);
// The decisions, then every statement in the order it runs, ready to be read as SQL.
std::string to_text(const pipeline::Plan& plan, const Style& style);
std::string drift_to_text(const pipeline::Plan& plan, const Style& style);
std::string to_text(const pipeline::DiscoverReport& report, const Style& style);
std::string to_text(const config::Validation& validation, const Style& style);
std::string to_text(const pipeline::StateReport& report, const Style& style);
std::string to_text(const pipeline::HistoryReport& report, const Style& style);
std::string to_text(const pipeline::ModelHistoryReport& report, const Style& style);
std::string to_text(const pipeline::DoctorReport& report, const Style& style);
std::string to_text(const SweepReport& report, const Style& style);

}  // namespace leeway::output
