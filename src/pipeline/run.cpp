#include "pipeline/run.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/whereabouts.h"
#include "pipeline/checks.h"
#include "pipeline/databases.h"
#include "pipeline/plan_execution.h"
#include "pipeline/planner.h"

namespace leeway::pipeline {
namespace {

constexpr Duration lock_patience = std::chrono::seconds(5);

std::string new_run_id(TimePoint now, std::string_view prefix) {
  std::string stamp = to_rfc3339(now);
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':' || c == 'Z'; });
  std::ranges::replace(stamp, 'T', '-');
  std::ranges::replace(stamp, '.', '-');
  return fmt::format("{}-{}", prefix, stamp);
}

Result<std::optional<config::Filter>> filter_of(const std::optional<std::string>& text,
                                                const config::Replication& replication) {
  if (!text || text->empty()) return std::nullopt;
  LEEWAY_TRY(auto filter, config::parse_filter(*text, replication.source.pattern));
  return std::optional(filter);
}

Result<const config::Pipeline*> replication_pipeline(const config::Project& project,
                                                     const std::optional<std::string>& name) {
  LEEWAY_TRY(const auto* pipeline, project.select_pipeline(name));
  if (!pipeline->replication)
    return fail(ErrorCode::unsupported,
                "pipeline '{}' is type '{}', but this command only supports replication pipelines",
                pipeline->name, pipeline->type);
  return pipeline;
}

state::IdempotencySettings idempotency_settings(const config::StateSettings& settings) {
  return {settings.idempotency_dedup_on, settings.idempotency_in_flight_ttl_hours,
          settings.idempotency_retention_days};
}

// A run as the state store sees it: locked, begun, and finished whatever happens in between.
class RecordedRun {
 public:
  RecordedRun(const Context& context, state::Store& store, RunReport& report)
      : context_(context), store_(store), report_(report) {}

  Status begin(const std::string& config_digest) {
    record_.run_id = report_.run_id;
    record_.pipeline = report_.pipeline;
    record_.filter = report_.filter;
    record_.command = report_.command;
    record_.status = "running";
    record_.started_at = report_.started_at;
    record_.config_digest = config_digest;
    record_.idempotency_key = report_.idempotency_key;
    record_.hostname = context_.hostname;
    const GitHead head = git_head(context_.project.folder);
    record_.git_commit = head.commit;
    record_.git_branch = head.branch;
    record_.version = LEEWAY_VERSION;
    return store_.begin_run(record_);
  }

  void finish() {
    report_.duration_ms = milliseconds(context_.clock.now() - report_.started_at);
    record_.resumed_from = report_.resumed_from;
    record_.status = report_.status == RunStatus::interrupted
                         ? "Interrupted"
                         : std::string(to_string(report_.status));
    record_.finished_at = context_.clock.now();
    record_.duration_ms = report_.duration_ms;
    for (const auto& table : report_.checks)
      for (const auto& check : table.checks) record_.checks.emplace_back(check.name, check.passed);
    if (const Status stored = store_.finish_run(record_); !stored)
      report_.warnings.push_back("the run could not be recorded: " + stored.error().message);
  }

 private:
  const Context& context_;
  state::Store& store_;
  RunReport& report_;
  state::RunRecord record_;
};

bool any_error_check_failed(const RunReport& report) {
  for (const auto& table : report.checks)
    for (const auto& check : table.checks)
      if (!check.passed && (check.severity == config::Severity::error || !check.evaluated))
        return true;
  return false;
}

void judge(const Context& context, const config::Replication& replication, RunReport& report) {
  report.interrupted = context.stop.stop_requested();
  const bool skipped = std::ranges::any_of(
      report.tables, [](const auto& table) { return table.status == TableStatus::skipped; });
  report.checks_failed_run = replication.checks.fail_on_error && any_error_check_failed(report);
  if (report.interrupted)
    report.status = RunStatus::interrupted;
  else if (report.tables_failed() == 0 && !skipped)
    report.status = report.checks_failed_run ? RunStatus::failure : RunStatus::success;
  else
    report.status = report.tables_copied() > 0 ? RunStatus::partial_failure : RunStatus::failure;
}

RunStatus status_of(const Error& error) {
  return error.code == ErrorCode::interrupted ? RunStatus::interrupted : RunStatus::failure;
}

// Tables that the run to be resumed has finished.
Result<std::set<std::string>> finished_before(state::Store& store, const RunOptions& options,
                                              RunReport& report) {
  if (!options.resume && !options.resume_latest) return std::set<std::string>{};
  std::string run_id;
  if (options.resume) {
    LEEWAY_TRY(const auto known, store.run(*options.resume));
    if (!known)
      return fail(ErrorCode::not_found,
                  "there is no run '{}' to resume. `leeway history` lists the runs",
                  *options.resume);
    run_id = *options.resume;
  } else {
    LEEWAY_TRY(const auto latest, store.latest_unfinished(report.pipeline));
    if (!latest) {
      report.warnings.push_back("no earlier run of this pipeline is unfinished; all tables run");
      return std::set<std::string>{};
    }
    run_id = latest->run_id;
  }
  LEEWAY_TRY(const auto tables, store.finished_tables(run_id));
  report.resumed_from = run_id;
  report.tables_skipped = static_cast<long long>(tables.size());
  return std::set<std::string>(tables.begin(), tables.end());
}

Status execute_plan(const Context& context, const Databases& databases, state::Store& store,
                    const config::Replication& replication, const Plan& plan, RunReport& report) {
  report.excluded = plan.excluded;
  report.override_warnings = plan.override_warnings;
  report.warnings.insert(report.warnings.end(), plan.warnings.begin(), plan.warnings.end());
  LEEWAY_CHECK(execute_tables(context, databases, store, replication, plan, report));
  judge(context, replication, report);
  enforce_verify_after(report);
  return {};
}

void claim_failed(RunReport& report, const state::ClaimResult& claim) {
  report.status = claim.claim == state::IdempotencyClaim::completed ? RunStatus::skipped_idempotent
                                                                    : RunStatus::skipped_in_flight;
  report.skipped_by_run_id = claim.run_id;
}

// The middle of a run: everything between its begin and its finish.
Status plan_and_execute(const Context& context, state::Store& store,
                        const config::Replication& replication, const RunOptions& options,
                        const std::optional<config::Filter>& filter,
                        const std::set<std::string>& finished, RunReport& report) {
  LEEWAY_TRY(const auto databases, open_databases(context.project, replication, Access::write));
  PlanRequest request{report.pipeline, filter, options.prune, true, finished, options.state_path};
  LEEWAY_TRY(const auto plan, make_plan(context, databases, store, request));
  return execute_plan(context, databases, store, replication, plan, report);
}

// Refuses when anything the plan rests on has moved; names each thing.
Status check_unmoved(const Context& context, const Plan& stored, const Plan& now) {
  std::vector<std::string> moved;
  std::map<std::string, const TablePlan*> tables;
  for (const auto& table : now.tables) tables.emplace(table.target.display(), &table);
  for (const auto& table : stored.tables) {
    const std::string name = table.target.display();
    const auto found = tables.find(name);
    if (found == tables.end()) {
      moved.push_back(fmt::format("'{}' is no longer offered by the source", name));
      continue;
    }
    const auto previous = [](const TablePlan& t) {
      return t.watermark ? t.watermark->previous : std::nullopt;
    };
    if (table.source_fingerprint != found->second->source_fingerprint)
      moved.push_back(fmt::format("source '{}' has changed its shape", table.source.display()));
    if (table.target_fingerprint != found->second->target_fingerprint)
      moved.push_back(fmt::format("target '{}' has changed its shape", name));
    if (previous(table) != previous(*found->second))
      moved.push_back(fmt::format("the watermark of '{}' has moved", name));
    tables.erase(found);
  }
  for (const auto& [name, table] : tables)
    moved.push_back(fmt::format("'{}' is new in the source", name));
  if (stored.config_digest != context.project.digest)
    moved.insert(moved.begin(), fmt::format("{} has been edited", context.project.file.string()));
  if (moved.empty()) return {};
  return fail(ErrorCode::moved,
              "plan {} no longer fits what is there: {}. Nothing was written. Plan again with "
              "`leeway plan`",
              stored.plan_id, join(moved, "; "));
}

Status verify_and_execute(const Context& context, state::Store& store,
                          const config::Replication& replication, const Plan& plan,
                          RunReport& report) {
  LEEWAY_TRY(const auto filter, filter_of(plan.filter, replication));
  LEEWAY_TRY(const auto databases, open_databases(context.project, replication, Access::write));
  PlanRequest request{plan.pipeline, filter, plan.prune, false, {}, {}};
  LEEWAY_TRY(const auto now, make_plan(context, databases, store, request));
  LEEWAY_CHECK(check_unmoved(context, plan, now));
  return execute_plan(context, databases, store, replication, plan, report);
}

// Forgets old runs with the first run of each interval, counted from midnight of 1970-01-01 UTC.
void sweep_now_and_then(const Context& context, state::Store& store) {
  const long long interval = context.project.state.sweep_interval_seconds;
  const auto runs = store.runs(std::nullopt, 2);
  if (!runs || runs->size() < 2) return;
  const auto number = [&](const state::RunRecord& run) {
    return std::chrono::floor<std::chrono::seconds>(run.started_at).time_since_epoch().count() /
           interval;
  };
  if (interval > 0 && number((*runs)[0]) == number((*runs)[1])) return;
  std::ignore = store.sweep(
      {context.project.state.retention_max_age_days, context.project.state.retention_min_runs_kept},
      false);
}

RunReport blank_report(const Context& context, std::string command, std::string pipeline,
                       std::string filter) {
  RunReport report;
  report.command = std::move(command);
  report.pipeline = std::move(pipeline);
  report.filter = std::move(filter);
  report.started_at = context.clock.now();
  report.run_id = new_run_id(report.started_at, report.command == "apply" ? "run-apply" : "run");
  return report;
}

}  // namespace

Result<RunReport> run(const Context& context, const RunOptions& options) {
  LEEWAY_TRY(const auto* pipeline, replication_pipeline(context.project, options.pipeline));
  const auto& replication = *pipeline->replication;
  LEEWAY_TRY(const auto filter, filter_of(options.filter, replication));
  RunReport report = blank_report(context, "run", pipeline->name, filter ? filter->text() : "");
  report.idempotency_key = options.idempotency_key.value_or("");

  LEEWAY_TRY(const auto store, state::Store::open(options.state_path, false, context.clock));
  const auto keys = idempotency_settings(context.project.state);
  if (options.idempotency_key) {
    LEEWAY_TRY(const auto claim,
               store->claim_idempotency(*options.idempotency_key, report.run_id, keys));
    if (claim.claim != state::IdempotencyClaim::claimed) {
      claim_failed(report, claim);
      return report;
    }
  }
  const auto release = [&](bool success) {
    if (options.idempotency_key)
      std::ignore =
          store->release_idempotency(*options.idempotency_key, report.run_id, success, keys);
  };

  Status done = store->lock_for_run(report.run_id, lock_patience);
  if (!done) {
    release(false);
    return std::unexpected(done.error());
  }
  const auto finished = finished_before(*store, options, report);
  if (!finished) {
    release(false);
    return std::unexpected(finished.error());
  }
  RecordedRun record(context, *store, report);
  done = record.begin(context.project.digest);
  if (done)
    done = plan_and_execute(context, *store, replication, options, filter, *finished, report);
  if (!done) report.status = status_of(done.error());
  record.finish();
  release(report.status == RunStatus::success);
  sweep_now_and_then(context, *store);
  if (!done) return std::unexpected(done.error());
  return report;
}

Result<RunReport> apply(const Context& context, const Plan& plan, const ApplyOptions& options) {
  constexpr std::size_t shortest_digest = 12;
  if (options.expected_digest && (options.expected_digest->size() < shortest_digest ||
                                  !plan.digest.starts_with(*options.expected_digest)))
    return fail(ErrorCode::moved, "plan {} has digest {}, not the expected {}. Nothing was written",
                plan.plan_id, plan.digest, *options.expected_digest);
  LEEWAY_TRY(const auto* pipeline, replication_pipeline(context.project, plan.pipeline));
  RunReport report = blank_report(context, "apply", plan.pipeline, plan.filter);
  report.plan_id = plan.plan_id;

  LEEWAY_TRY(const auto store, state::Store::open(options.state_path, false, context.clock));
  LEEWAY_CHECK(store->lock_for_run(report.run_id, lock_patience));
  RecordedRun record(context, *store, report);
  Status done = record.begin(context.project.digest);
  if (done) done = verify_and_execute(context, *store, *pipeline->replication, plan, report);
  if (!done) report.status = status_of(done.error());
  record.finish();
  sweep_now_and_then(context, *store);
  if (!done) return std::unexpected(done.error());
  return report;
}

Result<Plan> plan(const Context& context, const PlanOptions& options) {
  LEEWAY_TRY(const auto* pipeline, replication_pipeline(context.project, options.pipeline));
  const auto& replication = *pipeline->replication;
  LEEWAY_TRY(const auto filter, filter_of(options.filter, replication));
  LEEWAY_TRY(const auto store, state::Store::open(options.state_path, true, context.clock));
  LEEWAY_TRY(const auto databases, open_databases(context.project, replication, Access::read));
  PlanRequest request{pipeline->name, filter, options.prune,
                      options.probes, {},     options.state_path};
  return make_plan(context, databases, *store, request);
}

}  // namespace leeway::pipeline
