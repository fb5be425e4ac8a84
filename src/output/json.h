// Every machine-readable result: pretty JSON, two spaces, keys in a fixed order, one newline at the
// end. schemas/ holds a JSON Schema for each, docs/json.md tells what the keys mean. Bytes that are
// not UTF-8 become U+FFFD; rendering never fails.
#pragma once

#include <string>
#include <string_view>

#include "config/project.h"
#include "pipeline/plan.h"
#include "pipeline/report.h"
#include "state/store.h"

namespace leeway::output {

// `version` is the program's.
std::string to_json(const pipeline::RunReport& report, std::string_view version);
std::string to_json(const pipeline::Plan& plan, std::string_view version);
// The report of `drift`: what a plan says of drift, without its statements.
std::string drift_to_json(const pipeline::Plan& plan, std::string_view version);
std::string to_json(const pipeline::DiscoverReport& report, std::string_view version);
std::string to_json(const config::Validation& validation, std::string_view version);
std::string to_json(const pipeline::StateReport& report, std::string_view version);
std::string to_json(const pipeline::HistoryReport& report, std::string_view version);
std::string to_json(const pipeline::ModelHistoryReport& report, std::string_view version);
std::string to_json(const pipeline::DoctorReport& report, std::string_view version);

struct SweepReport {
  state::SweepResult result;
  bool dry_run = false;
  long long duration_ms = 0;
};
std::string to_json(const SweepReport& report, std::string_view version);

}  // namespace leeway::output
