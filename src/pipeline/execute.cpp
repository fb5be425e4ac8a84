#include "pipeline/execute.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <stop_token>

#include "base/hash.h"
#include "base/text.h"
#include "dialects/statements.h"
#include "pipeline/planner.h"
#include "pipeline/telling.h"

namespace leeway::pipeline {
namespace {

bool changes_shape(Purpose purpose) {
  return purpose == Purpose::widen_prelude || purpose == Purpose::alter_column_type ||
         purpose == Purpose::add_column || purpose == Purpose::rename_table;
}

bool copies_rows(Purpose purpose) {
  return purpose == Purpose::full_refresh_copy || purpose == Purpose::incremental_copy ||
         purpose == Purpose::merge_copy;
}

// An error with the statement it came from.
struct Failure {
  Error error;
  std::string statement;
  Purpose purpose = Purpose::full_refresh_copy;
  bool in_doubt = false;  // rows may have landed all the same
};

std::string what_stands(const dialects::Dialect& dialect, const TablePlan& plan,
                        const Failure& failure) {
  if (failure.in_doubt)
    return "Rows may have landed; the next run asks the target and copies nothing twice.";
  if (dialect.capabilities.transactional_ddl)
    return plan.creates_target ? "No target was made." : "The target is as it was before this run.";
  return "Statements before this one may have taken effect; see `leeway history`.";
}

std::string next_step(const TablePlan& plan, const Failure& failure) {
  const bool type_change =
      failure.purpose == Purpose::alter_column_type || failure.purpose == Purpose::widen_prelude;
  if (type_change && plan.fallback.empty())
    return "Set on_alter_failure = \"full_refresh\" under [pipeline.NAME] to rebuild the table "
           "from the source instead, "
           "or "
           "remove what the engine names and run again.";
  if (failure.error.code == ErrorCode::interrupted) return "Run again to copy it.";
  if (worth_retrying(failure.error.code)) return "Run again.";
  return "Correct what the engine names and run again; the other tables were not held up.";
}

// One attempt at one table, inside one transaction.
class Attempt {
 public:
  Attempt(const Context& context, engines::Session& session, const TablePlan& plan)
      : context_(context), session_(session), plan_(plan) {}

  std::optional<Failure> run(const std::vector<Statement>& statements, bool verify) {
    const bool transaction = session_.dialect().capabilities.transactional_ddl;
    if (transaction)
      if (const Status begun = session_.begin(); !begun) return Failure{begun.error(), "BEGIN"};
    auto failure = run_statements(statements, verify);
    if (!failure) failure = read_new_watermark();
    if (!transaction) {
      if (failure) failure->in_doubt = wrote_;
      return failure;
    }
    if (failure) {
      std::ignore = session_.rollback();
      return failure;
    }
    if (const Status done = session_.commit(); !done) {
      std::ignore = session_.rollback();
      return Failure{done.error(), "COMMIT", Purpose::full_refresh_copy,
                     worth_retrying(done.error().code)};
    }
    return std::nullopt;
  }

  std::optional<std::int64_t> rows() const { return rows_; }
  const std::optional<state::Watermark>& watermark() const { return watermark_; }

 private:
  // Every statement here can be undone, so a wish to stop ends the one that is running. The commit
  // comes after: it is never interrupted.
  std::optional<Failure> run_statements(const std::vector<Statement>& statements, bool verify) {
    const std::stop_callback interrupt(context_.stop, [this] { session_.interrupt(); });
    rows_.reset();
    std::size_t shape_done = statements.size();  // the last statement that changes the shape
    for (std::size_t i = 0; i < statements.size(); ++i)
      if (changes_shape(statements[i].purpose)) shape_done = i;
    const bool verified_after = verify && !plan_.expected.empty();
    for (std::size_t at = 0; at < statements.size(); ++at) {
      const auto& statement = statements[at];
      if (context_.stop.stop_requested())
        return Failure{{ErrorCode::interrupted, "interrupted before this statement", {}},
                       statement.sql,
                       statement.purpose};
      if (statement.purpose == Purpose::merge_copy)
        if (auto failure = check_merge_keys()) return failure;
      auto outcome = told(
          context_, fmt::format("{} {}", to_string(statement.purpose), statement.target.display()),
          statement.sql, [&] { return session_.execute(statement.sql); });
      if (!changes_shape(statement.purpose)) wrote_ = true;
      if (!outcome) return failure_of(statement, outcome.error());
      if (copies_rows(statement.purpose) && outcome->rows)
        rows_ = rows_.value_or(0) + *outcome->rows;
      if (verified_after && at == shape_done)
        if (auto failure = read_back()) return failure;
    }
    return std::nullopt;
  }

  static Failure failure_of(const Statement& statement, Error error) {
    if (error.code == ErrorCode::interrupted)
      error.message = "interrupted while this statement ran";
    return {std::move(error), statement.sql, statement.purpose};
  }

  // Done means equal: the catalog must show what the ALTERs were meant to give.
  std::optional<Failure> read_back() {
    const auto now = session_.read_table(plan_.target);
    if (!now) return Failure{now.error(), "reading the target back", Purpose::alter_column_type};
    const auto* table = catalog::present(*now);
    for (const auto& expected : plan_.expected) {
      const auto* column = table ? table->find(expected.name) : nullptr;
      if (column && column->type == dialects::parse_type(session_.dialect(), expected.type))
        continue;
      return Failure{
          {ErrorCode::refused,
           fmt::format("after the ALTER column '{}' should be {} but the catalog shows {}",
                       printable(expected.name), expected.type,
                       column ? column->raw_type : "no such column"),
           {}},
          "reading the target back",
          Purpose::alter_column_type};
    }
    return std::nullopt;
  }

  // A merge on a key that is not unique in the source would keep one of several rows by chance.
  std::optional<Failure> check_merge_keys() {
    const std::string probe =
        dialects::duplicate_keys(session_.dialect(), plan_.source, plan_.merge_keys);
    const auto answer = session_.query(probe);
    if (!answer) return Failure{answer.error(), probe, Purpose::merge_copy};
    if (answer->rows.empty() || answer->rows[0].size() < 2) return std::nullopt;
    const long long duplicates = std::atoll(answer->rows[0][0].value_or("0").c_str());
    const long long nulls = std::atoll(answer->rows[0][1].value_or("0").c_str());
    if (duplicates == 0 && nulls == 0) return std::nullopt;
    return Failure{{ErrorCode::constraint,
                    fmt::format("merge key ({}) is not a key of the source: {} more than once, {} "
                                "NULL in it",
                                join(plan_.merge_keys, ", "),
                                counted_with(duplicates, "value", "stands", "stand"),
                                counted_with(nulls, "row", "holds", "hold")),
                    {}},
                   probe,
                   Purpose::merge_copy};
  }

  std::optional<Failure> read_new_watermark() {
    watermark_.reset();
    if (!plan_.watermark) return std::nullopt;
    auto read = read_watermark(session_, plan_.target, plan_.watermark->column,
                               plan_.watermark->type, context_.clock.now());
    if (!read) return Failure{read.error(), "reading the new watermark"};
    watermark_ = std::move(read->watermark);
    return std::nullopt;
  }

  const Context& context_;
  engines::Session& session_;
  const TablePlan& plan_;
  std::optional<std::int64_t> rows_;
  std::optional<state::Watermark> watermark_;
  bool wrote_ = false;  // a statement that writes rows was sent
};

std::string statements_digest(const std::vector<Statement>& statements) {
  std::string text;
  for (const auto& statement : statements) text += statement.sql + ";\n";
  return text.empty() ? "" : sha256_hex(text).substr(0, 16);
}

state::TableRecord record_of(const TableOutcome& outcome, std::string status, std::string error) {
  return {outcome.plan.state_key, outcome.plan.target.table,
          std::move(status),      outcome.started_at,
          outcome.duration_ms,    outcome.rows_copied,
          std::move(error),       statements_digest(outcome.plan.statements)};
}

TableError table_error(const Context& context, const dialects::Dialect& dialect,
                       const TablePlan& plan, const Failure& failure) {
  TableError error{plan.asset_key, plan.target.display(), failure.error,
                   failure_kind(failure.error.code), context.redactor.redact(failure.statement)};
  error.error.message = context.redactor.redact(
      sentences({fmt::format("'{}': {}", error.table, failure.error.message),
                 what_stands(dialect, plan, failure)}));
  if (error.error.hint.empty()) error.error.hint = next_step(plan, failure);
  return error;
}

void store_success(state::Store& store, const std::string& run_id, TableRun& run) {
  state::Store::CopyCommit commit{run_id,
                                  record_of(run.outcome, "success", ""),
                                  run.watermark,
                                  run.outcome.plan.source_marker,
                                  {}};
  for (const auto& action : run.outcome.drift)
    commit.drift.push_back({action.table, std::string(to_string(action.action)), action.reason});
  const Status stored = store.finish_copy(commit);
  for (const auto& key : run.outcome.plan.superseded) std::ignore = store.forget_watermark(key);
  if (stored) return;
  const auto& plan = run.outcome.plan;
  run.outcome.status = TableStatus::failed;
  run.in_doubt = true;
  run.error = TableError{plan.asset_key,
                         plan.target.display(),
                         {stored.error().code,
                          fmt::format("'{}' was copied, but its state could not be stored: {}",
                                      plan.target.display(), stored.error().message),
                          "The next run reads the watermark from the target; nothing is copied "
                          "twice."},
                         failure_kind(stored.error().code),
                         ""};
}

constexpr std::string_view outlook = "should the engine refuse the ALTER: ";

// What would have been lost is lost now; the outlook on it has come true.
void rebuilt_instead(TableOutcome& outcome) {
  outcome.fell_back = true;
  for (auto& notice : outcome.plan.notices)
    if (notice.starts_with(outlook)) notice.erase(0, outlook.size());
  for (auto& action : outcome.drift)
    if (action.action == ActionKind::alter_column_types)
      action.action = ActionKind::drop_and_recreate;
  std::erase_if(outcome.drift,
                [](const auto& action) { return action.action == ActionKind::add_columns; });
}

}  // namespace

Duration backoff(const config::RetryPolicy& policy, int attempt) {
  double wait =
      static_cast<double>(policy.initial_backoff_ms) * std::pow(policy.backoff_multiplier, attempt);
  wait = std::min(wait, static_cast<double>(policy.max_backoff_ms));
  if (policy.jitter) {
    thread_local std::minstd_rand random{std::random_device{}()};
    wait *= std::uniform_real_distribution<double>(0.5, 1.0)(random);
  }
  return std::chrono::milliseconds(static_cast<long long>(wait));
}

bool worth_retrying(ErrorCode code) {
  return code == ErrorCode::transient || code == ErrorCode::connection ||
         code == ErrorCode::timeout;
}

TableRun execute_table(const Context& context, engines::Session& session, state::Store& store,
                       const std::string& run_id, const TablePlan& plan) {
  TableRun run;
  auto& outcome = run.outcome;
  outcome.plan = plan;
  outcome.drift = plan.drift;
  outcome.started_at = context.clock.now();
  const std::string& name = plan.state_key;

  std::optional<Failure> failure;
  Attempt attempt(context, session, plan);
  if (const Status marked = store.begin_copy(run_id, name); !marked) {
    failure = Failure{marked.error(), ""};
  } else {
    failure = attempt.run(plan.statements, true);
    if (failure && !plan.fallback.empty() && changes_shape(failure->purpose) &&
        failure->error.code != ErrorCode::interrupted && !worth_retrying(failure->error.code)) {
      outcome.plan.notices.push_back(
          fmt::format("the engine refused the ALTER ({}); the table was rebuilt from the source",
                      failure->error.message));
      failure = attempt.run(plan.fallback, false);
      rebuilt_instead(outcome);
    }
  }

  outcome.duration_ms = milliseconds(context.clock.now() - outcome.started_at);
  if (failure) {
    const bool interrupted = failure->error.code == ErrorCode::interrupted;
    outcome.status = interrupted ? TableStatus::interrupted : TableStatus::failed;
    outcome.drift.clear();
    run.error = table_error(context, session.dialect(), plan, *failure);
    run.in_doubt = failure->in_doubt;
    std::ignore = store.fail_copy(
        run_id, record_of(outcome, interrupted ? "interrupted" : "failed", run.error->error.text()),
        run.in_doubt);
    return run;
  }
  if (!outcome.fell_back)
    std::erase_if(outcome.plan.notices,
                  [](const auto& notice) { return notice.starts_with(outlook); });
  outcome.status = plan.statements.empty() ? TableStatus::up_to_date : TableStatus::copied;
  const bool copies = std::ranges::any_of(
      plan.statements, [](const auto& statement) { return copies_rows(statement.purpose); });
  outcome.rows_copied =
      copies || outcome.fell_back ? attempt.rows() : std::optional<std::int64_t>(0);
  run.watermark = attempt.watermark();
  if (run.watermark) {
    run.watermark->table = name;
    outcome.watermark = run.watermark->value;
  }
  store_success(store, run_id, run);
  return run;
}

}  // namespace leeway::pipeline
