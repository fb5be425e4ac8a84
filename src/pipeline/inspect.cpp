#include "pipeline/inspect.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "pipeline/databases.h"
#include "pipeline/discover.h"

namespace leeway::pipeline {
namespace {

constexpr std::size_t history_limit = 1000;

// Sorted schemas of the source that the last discover did not see.
Result<std::vector<std::string>> new_sources(state::Store& store, const std::string& pipeline,
                                             const Discovery& discovery) {
  std::vector<std::string> now;
  for (const auto& source : discovery.sources) now.push_back(source.schema.schema);
  std::ranges::sort(now);
  LEEWAY_TRY(const auto before, store.known_sources(pipeline));
  LEEWAY_CHECK(store.remember_sources(pipeline, now));
  std::vector<std::string> added;
  if (before) {
    const std::set<std::string> known(before->begin(), before->end());
    std::ranges::copy_if(now, std::back_inserter(added),
                         [&](const auto& schema) { return !known.contains(schema); });
  }
  return added;
}

// Table names instead of keys; with the database where one name stands for several tables.
void name_for_people(std::vector<state::Watermark>& watermarks) {
  std::map<std::string, int> uses;
  for (const auto& watermark : watermarks) ++uses[display_of_key(watermark.table)];
  for (auto& watermark : watermarks) {
    const std::string database = database_of_key(watermark.table);
    watermark.table = display_of_key(watermark.table);
    if (uses[watermark.table] > 1) watermark.table += " (" + database + ")";
  }
}

RollingStats::Series series(const std::vector<double>& newest_first) {
  RollingStats::Series result;
  if (newest_first.empty()) return result;
  const auto count = static_cast<double>(newest_first.size());
  for (const double value : newest_first) result.mean += value / count;
  double variance = 0;
  for (const double value : newest_first)
    variance += (value - result.mean) * (value - result.mean) / count;
  result.std_dev = std::sqrt(variance);
  if (result.std_dev > 0)
    result.latest_z_score = (newest_first.front() - result.mean) / result.std_dev;
  return result;
}

RollingStats rolling_stats(const std::vector<ModelHistoryReport::Execution>& executions,
                           int window) {
  RollingStats stats;
  stats.window = window;
  std::vector<double> rows, durations;
  double succeeded = 0;
  for (const auto& execution : executions) {
    if (stats.samples == window) break;
    ++stats.samples;
    durations.push_back(static_cast<double>(execution.record.duration_ms));
    if (execution.record.rows) rows.push_back(static_cast<double>(*execution.record.rows));
    if (execution.record.status == "success") ++succeeded;
  }
  stats.duration_ms = series(durations);
  if (!rows.empty()) stats.rows_affected = series(rows);
  if (stats.samples > 0) stats.health_score = succeeded / stats.samples;
  return stats;
}

// One examination with its time and its outcome.
class Examination {
 public:
  Examination(const Context& context, DoctorReport& report) : context_(context), report_(report) {}

  template <typename Work>
  void examine(std::string name, Work work) {
    const TimePoint started = context_.clock.now();
    const Result<std::string> outcome = work();
    report_.checks.push_back({std::move(name), outcome ? "ok" : "error",
                              context_.redactor.redact(outcome ? *outcome : outcome.error().text()),
                              milliseconds(context_.clock.now() - started)});
  }

 private:
  const Context& context_;
  DoctorReport& report_;
};

Result<std::string> examine_adapter(const config::Project& project, const std::string& name) {
  LEEWAY_TRY(const auto database, open_adapter(project, name, Access::read));
  LEEWAY_TRY(const auto session, database->connect());
  LEEWAY_TRY(const auto schemas, session->list_schemas(database->default_catalog(), ""));
  return fmt::format("{} answers; {}", database->dialect().name,
                     counted(static_cast<long long>(schemas.size()), "schema"));
}

Result<std::string> examine_pipeline(const config::Project& project,
                                     const config::Replication& replication) {
  LEEWAY_TRY(const auto databases, open_databases(project, replication, Access::read));
  LEEWAY_TRY(const auto session, databases.database->connect());
  LEEWAY_TRY(const auto found, discover(*session, databases, replication, std::nullopt));
  if (found.candidates.empty())
    return fail(ErrorCode::not_found, "no table of the source matches prefix '{}'",
                replication.source.pattern.prefix);
  return fmt::format("{} to copy from {}",
                     counted(static_cast<long long>(found.candidates.size()), "table"),
                     counted(static_cast<long long>(found.sources.size()), "schema"));
}

}  // namespace

Result<DiscoverReport> discover_report(const Context& context,
                                       const std::optional<std::string>& name,
                                       const std::filesystem::path& state_path) {
  LEEWAY_TRY(const auto* pipeline, context.project.select_pipeline(name));
  if (!pipeline->replication)
    return fail(ErrorCode::unsupported,
                "pipeline '{}' is type '{}', but this command only supports replication pipelines",
                pipeline->name, pipeline->type);
  const auto& replication = *pipeline->replication;
  LEEWAY_TRY(const auto databases, open_databases(context.project, replication, Access::read));
  LEEWAY_TRY(const auto session, databases.database->connect());
  LEEWAY_TRY(auto found, discover(*session, databases, replication, std::nullopt));
  DiscoverReport report{pipeline->name, found.sources, found.excluded, found.unmatched, {}, {}};
  if (replication.checks.configured) report.checks = replication.checks;
  if (replication.source.report_new_sources) {
    LEEWAY_TRY(const auto store, state::Store::open(state_path, false, context.clock));
    LEEWAY_TRY(report.new_sources, new_sources(*store, pipeline->name, found));
  }
  return report;
}

Result<StateReport> state_report(const Context& context, const std::filesystem::path& state_path) {
  LEEWAY_TRY(const auto store, state::Store::open(state_path, true, context.clock));
  StateReport report;
  report.path = state_path.lexically_normal().string();
  LEEWAY_TRY(report.watermarks, store->watermarks());
  for (const auto& watermark : report.watermarks)
    report.sources.push_back(source_of_key(watermark.table));
  name_for_people(report.watermarks);
  report.schema_version_supported = store->schema_version_supported();
  report.schema_version_on_disk = store->schema_version_on_disk();
  return report;
}

Result<HistoryReport> history_report(const Context& context,
                                     const std::filesystem::path& state_path,
                                     std::optional<TimePoint> since, bool audit) {
  LEEWAY_TRY(const auto store, state::Store::open(state_path, true, context.clock));
  HistoryReport report;
  report.audit = audit;
  LEEWAY_TRY(report.runs, store->runs(since, history_limit));
  for (auto& run : report.runs)
    for (auto& table : run.tables) table.table = display_of_key(table.table);
  return report;
}

Result<ModelHistoryReport> model_history_report(const Context& context,
                                                const std::filesystem::path& state_path,
                                                const std::string& model,
                                                std::optional<TimePoint> since,
                                                std::optional<int> window) {
  LEEWAY_TRY(const auto history, history_report(context, state_path, since, false));
  ModelHistoryReport report;
  report.model = model;
  for (const auto& run : history.runs)
    for (const auto& table : run.tables)
      if (table.name == model || table.table == model)
        report.executions.push_back({run.run_id, table});
  if (window) report.rolling_stats = rolling_stats(report.executions, *window);
  return report;
}

DoctorReport doctor_report(const Context& context, const std::filesystem::path& state_path) {
  DoctorReport report;
  Examination examination(context, report);
  const auto& project = context.project;
  for (const auto& [name, adapter] : project.adapters)
    examination.examine("adapter:" + name, [&] { return examine_adapter(project, name); });
  for (const auto& [name, pipeline] : project.pipelines)
    if (pipeline.replication)
      examination.examine("pipeline:" + name,
                          [&] { return examine_pipeline(project, *pipeline.replication); });
  examination.examine("state", [&]() -> Result<std::string> {
    LEEWAY_TRY(const auto store, state::Store::open(state_path, true, context.clock));
    LEEWAY_TRY(const auto unfinished, store->copies_in_flight());
    if (!unfinished.empty())
      return fmt::format("{} of an interrupted run; the next run repairs {}",
                         counted(static_cast<long long>(unfinished.size()), "unfinished copy"),
                         unfinished.size() == 1 ? "it" : "them");
    const std::string place = state_path.lexically_normal().string();
    if (!store->schema_version_on_disk())
      return fmt::format("'{}' is not there yet; the first run makes it", place);
    return fmt::format("'{}' is readable", place);
  });
  return report;
}

}  // namespace leeway::pipeline
