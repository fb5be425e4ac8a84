#include "pipeline/plan_execution.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <stop_token>

#include "base/tasks.h"
#include "base/text.h"
#include "pipeline/catalogs.h"
#include "pipeline/checks.h"
#include "pipeline/execute.h"
#include "pipeline/planner.h"
#include "pipeline/telling.h"

namespace leeway::pipeline {
namespace {

// Executes the tables of one plan on several sessions and gathers what happened, in plan order.
class PlanExecution {
 public:
  PlanExecution(const Context& context, const Databases& databases, state::Store& store,
                const config::Replication& replication, const Plan& plan, RunReport& report)
      : context_(context),
        databases_(databases),
        store_(store),
        replication_(replication),
        plan_(plan),
        report_(report),
        runs_(plan.tables.size()),
        checks_(plan.tables.size()) {}

  Status run() {
    const std::size_t workers = worker_count(replication_.execution, plan_.tables.size());
    report_.concurrency = static_cast<int>(workers);
    report_.adaptive_concurrency = replication_.execution.concurrency == 0;
    for (std::size_t i = 0; i < workers; ++i) {
      LEEWAY_TRY(auto session, databases_.database->connect());
      sessions_.push_back(std::move(session));
    }
    prepare();
    context_.tell({ProgressEvent::Kind::started, plan_.pipeline, "", 0,
                   static_cast<long long>(plan_.tables.size()), 0});
    run_tasks(
        plan_.tables.size(), workers,
        [this](std::size_t worker, std::size_t index) { run_table(*sessions_[worker], index); },
        [this] { return context_.stop.stop_requested() || aborted_; });
    context_.tell({ProgressEvent::Kind::finished, plan_.pipeline, "", done_,
                   static_cast<long long>(plan_.tables.size()), rows_});
    LEEWAY_CHECK(record_untouched());
    if (replication_.checks.configured && replication_.checks.enabled)
      LEEWAY_CHECK(told(context_, "run the checks", "", [&] { return run_table_checks(); }));
    run_overlap_checks();
    collect();
    return {};
  }

 private:
  // Schemas to make. One that cannot be made fails the tables that need it, and no other.
  void prepare() {
    for (const auto& statement : plan_.preparation) {
      const auto done =
          told(context_, fmt::format("create_schema {}", display(statement.target.schema_name())),
               statement.sql, [&] { return sessions_.front()->execute(statement.sql); });
      if (done) {
        ++report_.schemas_created;
      } else {
        failed_schemas_.emplace(statement.target.schema_name(),
                                TableError{{},
                                           display(statement.target.schema_name()),
                                           done.error(),
                                           failure_kind(done.error().code),
                                           statement.sql});
      }
    }
  }

  void run_table(engines::Session& session, std::size_t index) {
    const TablePlan& plan = plan_.tables[index];
    TableRun& run = runs_[index];
    const std::string name = plan.target.display();
    run.outcome.plan = plan;
    run.outcome.started_at = context_.clock.now();
    context_.tell({ProgressEvent::Kind::table_started, name, "", done_.load(),
                   static_cast<long long>(plan_.tables.size()), rows_.load()});
    if (plan.gate && !record_gate(run)) return settle(index);
    switch (plan.disposition) {
      case Disposition::pruned:
        run.outcome.status = TableStatus::pruned;
        break;
      case Disposition::refused:
        refuse(run, TableStatus::refused);
        break;
      case Disposition::failed:
        refuse(run, TableStatus::failed);
        break;
      case Disposition::up_to_date:
        run.outcome.status = TableStatus::up_to_date;
        run.outcome.rows_copied = 0;
        if (plan.watermark) run.outcome.watermark = plan.watermark->previous;
        if (plan.watermark && plan.watermark->repaired) execute(session, run);
        break;
      case Disposition::copy:
        execute(session, run);
        break;
    }
    settle(index);
  }

  // A decision that cannot be written down is not acted on.
  bool record_gate(TableRun& run) {
    const auto& plan = run.outcome.plan;
    const Status stored = store_.record_policy_decision(report_.run_id, plan.target.display(),
                                                        plan.gate->effect, plan.gate->reason);
    if (stored) return true;
    run.outcome.status = TableStatus::failed;
    run.error = TableError{plan.asset_key, plan.target.display(), stored.error(),
                           failure_kind(stored.error().code), ""};
    return false;
  }

  void execute(engines::Session& session, TableRun& run) {
    const TablePlan plan = run.outcome.plan;
    if (const auto failed = failed_schemas_.find(plan.target.schema_name());
        failed != failed_schemas_.end()) {
      run.outcome.status = TableStatus::failed;
      run.error = failed->second;
      run.error->asset_key = plan.asset_key;
      run.error->table = plan.target.display();
      return;
    }
    const auto& retry = retry_policy();
    for (int attempt = 0;; ++attempt) {
      run = execute_table(context_, session, store_, report_.run_id, plan);
      run.outcome.attempts = attempt + 1;
      const bool again = run.error && !run.in_doubt && worth_retrying(run.error->error.code) &&
                         attempt < replication_.execution.table_retries &&
                         !context_.stop.stop_requested();
      if (attempt > 0 && !run.error) ++retries_succeeded_;
      if (!again) return;
      ++retries_attempted_;
      context_.clock.sleep(backoff(retry, attempt));
    }
  }

  const config::RetryPolicy& retry_policy() const {
    static const config::RetryPolicy defaults;
    const auto adapter = context_.project.adapter(replication_.target.adapter);
    return adapter ? (*adapter)->retry : defaults;
  }

  static void refuse(TableRun& run, TableStatus status) {
    const auto& plan = run.outcome.plan;
    run.outcome.status = status;
    run.outcome.drift = status == TableStatus::refused ? plan.drift : std::vector<DriftAction>{};
    const Error error = plan.error.value_or(Error{ErrorCode::internal, plan.why, {}});
    run.error =
        TableError{plan.asset_key, plan.target.display(), error, failure_kind(error.code), ""};
  }

  // The checks of every table that is there, once all are copied: the catalog is read once for all.
  Status run_table_checks() {
    std::vector<std::size_t> there;
    std::set<catalog::SchemaName> schemas;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (!is_there(i)) continue;
      there.push_back(i);
      schemas.insert(plan_.tables[i].target.schema_name());
    }
    if (there.empty()) return {};
    Catalogs catalogs;
    const bool columns_matter =
        replication_.checks.column_match.enabled || replication_.checks.null_rate;
    if (columns_matter) LEEWAY_CHECK(catalogs.read(*sessions_.front(), schemas));
    run_tasks(
        there.size(), sessions_.size(),
        [&](std::size_t worker, std::size_t index) {
          const auto& table = plan_.tables[there[index]];
          static const catalog::Presence not_asked = catalog::Absent{};
          const auto& now = columns_matter
                                ? catalogs.find(databases_.database->dialect(), table.target)
                                : not_asked;
          auto& session = *sessions_[worker];
          const std::stop_callback interrupt(context_.stop, [&] { session.interrupt(); });
          auto checked = run_checks(context_, session, store_, replication_, table, now);
          // A check that was cut short has said nothing.
          if (!context_.stop.stop_requested()) checks_[there[index]] = std::move(checked);
        },
        [this] { return context_.stop.stop_requested(); });
    return {};
  }

  bool is_there(std::size_t index) const {
    const auto status = runs_[index].outcome.status;
    return started(index) && (status == TableStatus::copied || status == TableStatus::up_to_date);
  }

  // After a table: the counters, and whether the run goes on.
  void settle(std::size_t index) {
    const TableRun& run = runs_[index];
    if (run.error && run.outcome.status != TableStatus::interrupted) ++failed_;
    ++done_;
    rows_ += run.outcome.rows_copied.value_or(0);
    context_.tell({ProgressEvent::Kind::table_finished, run.outcome.plan.target.display(),
                   std::string(to_string(run.outcome.status)), done_.load(),
                   static_cast<long long>(plan_.tables.size()), rows_.load()});
    const auto& execution = replication_.execution;
    constexpr long long enough_to_judge = 4;
    if (execution.fail_fast && failed_ > 0) aborted_ = true;
    if (execution.error_rate_abort_pct > 0 && done_ >= enough_to_judge &&
        failed_ * 100 > execution.error_rate_abort_pct * done_)
      aborted_ = true;
  }

  bool started(std::size_t index) const { return runs_[index].outcome.started_at != TimePoint{}; }

  // Tables that needed no copy are remembered together.
  Status record_untouched() {
    std::vector<state::TableRecord> records;
    for (const auto& run : runs_) {
      const auto& outcome = run.outcome;
      if (outcome.started_at == TimePoint{}) continue;
      const bool repaired = outcome.plan.watermark && outcome.plan.watermark->repaired;
      std::string status;
      if (outcome.status == TableStatus::up_to_date && !repaired) status = "success";
      if (outcome.status == TableStatus::pruned) status = "skipped";
      if (outcome.plan.disposition == Disposition::refused ||
          outcome.plan.disposition == Disposition::failed)
        status = "failed";
      if (status.empty()) continue;
      records.push_back({outcome.plan.state_key, outcome.plan.target.table, status,
                         outcome.started_at, outcome.duration_ms, outcome.rows_copied,
                         run.error ? run.error->error.text() : "", ""});
    }
    return records.empty() ? Status{} : store_.finish_untouched(report_.run_id, records);
  }

  void run_overlap_checks() {
    const auto& overlap = replication_.checks.cross_source_overlap;
    if (!overlap || !replication_.checks.enabled || context_.stop.stop_requested()) return;
    std::vector<const TablePlan*> there;
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (is_there(i)) there.push_back(&plan_.tables[i]);
    overlap_checks_ = run_cross_source_overlap(*sessions_.front(), *overlap, there);
  }

  // An assertion on a table this pipeline does not have would never be looked at.
  void tell_unmatched_assertions() {
    if (!plan_.filter.empty() || !report_.resumed_from.empty()) return;
    std::vector<std::string> names;
    for (const auto& table : plan_.tables) names.push_back(table.target.table);
    for (const auto& assertion : replication_.checks.assertions)
      if (std::ranges::find(names, assertion.table) == names.end())
        report_.warnings.push_back(
            fmt::format("{}: no table '{}' to check{}", assertion.location.text(),
                        printable(assertion.table), did_you_mean(assertion.table, names)));
  }

  void collect() {
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      auto& run = runs_[i];
      if (!started(i)) {
        run.outcome.plan = plan_.tables[i];
        run.outcome.status =
            context_.stop.stop_requested() ? TableStatus::interrupted : TableStatus::skipped;
      }
      if (run.error) report_.errors.push_back(std::move(*run.error));
      report_.tables.push_back(std::move(run.outcome));
      if (!checks_[i].checks.checks.empty()) report_.checks.push_back(std::move(checks_[i].checks));
      if (checks_[i].anomaly) report_.anomalies.push_back(std::move(*checks_[i].anomaly));
    }
    tell_unmatched_assertions();
    for (auto& overlap : overlap_checks_) report_.checks.push_back(std::move(overlap));
    if (aborted_)
      report_.warnings.push_back(replication_.execution.fail_fast
                                     ? "stopped at the first failure (fail_fast); tables not "
                                       "started are listed as skipped"
                                     : "stopped because too many tables failed "
                                       "(error_rate_abort_pct); tables not started are listed as "
                                       "skipped");
    report_.retries_attempted = retries_attempted_;
    report_.retries_succeeded = retries_succeeded_;
    for (const auto& session : sessions_)
      report_.statements_executed += static_cast<std::int64_t>(session->statements_sent());
  }

  const Context& context_;
  const Databases& databases_;
  state::Store& store_;
  const config::Replication& replication_;
  const Plan& plan_;
  RunReport& report_;
  std::vector<std::unique_ptr<engines::Session>> sessions_;
  std::vector<TableRun> runs_;
  std::vector<TableCheckRun> checks_;
  std::vector<TableChecks> overlap_checks_;
  std::map<catalog::SchemaName, TableError> failed_schemas_;
  std::atomic<long long> done_{0};
  std::atomic<long long> failed_{0};
  std::atomic<long long> rows_{0};
  std::atomic<std::int64_t> retries_attempted_{0};
  std::atomic<std::int64_t> retries_succeeded_{0};
  std::atomic<bool> aborted_{false};
};

}  // namespace

Status execute_tables(const Context& context, const Databases& databases, state::Store& store,
                      const config::Replication& replication, const Plan& plan, RunReport& report) {
  return PlanExecution(context, databases, store, replication, plan, report).run();
}

}  // namespace leeway::pipeline
