// What the commands that only look have to tell: discover, state, history, doctor.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "pipeline/context.h"
#include "pipeline/report.h"

namespace leeway::pipeline {

// Lists the source. Remembers its schemas in the store when report_new_sources is on, so that the
// next discover can tell the new ones.
Result<DiscoverReport> discover_report(const Context& context,
                                       const std::optional<std::string>& pipeline,
                                       const std::filesystem::path& state_path);

Result<StateReport> state_report(const Context& context, const std::filesystem::path& state_path);

Result<HistoryReport> history_report(const Context& context,
                                     const std::filesystem::path& state_path,
                                     std::optional<TimePoint> since, bool audit);

// The executions of one table, by its bare or full name; with a window also its rolling statistics.
Result<ModelHistoryReport> model_history_report(const Context& context,
                                                const std::filesystem::path& state_path,
                                                const std::string& model,
                                                std::optional<TimePoint> since,
                                                std::optional<int> window);

// Tries everything a run needs, changes nothing.
DoctorReport doctor_report(const Context& context, const std::filesystem::path& state_path);

}  // namespace leeway::pipeline
