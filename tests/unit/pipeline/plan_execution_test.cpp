#include "pipeline/plan_execution.h"

#include <gmock/gmock.h>

#include "pipeline/planner.h"
#include "unit/pipeline/faulty_store.h"
#include "unit/pipeline/support.h"

namespace leeway::pipeline {
namespace {

using config::Strategy;
using ::testing::Each;
using ::testing::ElementsAre;
using testing::FaultyStore;
using ::testing::HasSubstr;
using testing::House;
using ::testing::IsEmpty;

const std::vector<std::string> columns = {"id INTEGER", "ts TIMESTAMP"};

engines::RowSet row(std::vector<std::optional<std::string>> values) {
  engines::RowSet rows;
  rows.rows.push_back(std::move(values));
  return rows;
}

catalog::TableName source_of(const std::string& name) { return {"fake", "src__acme", name}; }
catalog::TableName target_of(const std::string& name) { return {"fake", "staging__acme", name}; }

// A pipeline of several tables that is planned and executed on the fake engine.
struct Bench {
  Bench() {
    house.begin_run("run-1");
    house.engine->add_schema({"fake", "staging__acme"});
  }

  void sources(const std::vector<std::string>& names) {
    for (const auto& name : names) house.add(source_of(name), columns);
  }
  // Table b exists and its id is to become wider; the engine does so when told.
  void widening_b() {
    house.add(source_of("b"), {"id BIGINT", "ts TIMESTAMP"});
    house.add(target_of("b"), columns);
    house.engine->on_statement = [this](const std::string& sql) {
      if (sql.find("ALTER TABLE") != std::string::npos)
        house.add(target_of("b"), {"id BIGINT", "ts TIMESTAMP"});
    };
  }

  Plan planned() {
    auto plan = make_plan(house.context(), house.databases, store, {"main", {}, true, true, {}});
    EXPECT_TRUE(plan) << plan.error().message;
    house.engine->log.clear();
    return plan ? *plan : Plan{};
  }
  RunReport execute(const Plan& plan) {
    RunReport report;
    report.run_id = "run-1";
    const Status done =
        execute_tables(house.context(), house.databases, store, house.replication(), plan, report);
    EXPECT_TRUE(done) << done.error().message;
    return report;
  }
  RunReport run() { return execute(planned()); }

  std::string type_of_b() const {
    const auto& objects = house.engine->schemas.at({"fake", "staging__acme"});
    return catalog::present(objects.at("b"))->find("id")->raw_type;
  }

  House house;
  FaultyStore store{*house.store};
};

std::vector<std::string> statuses(const RunReport& report) {
  std::vector<std::string> result;
  for (const auto& table : report.tables) result.emplace_back(to_string(table.status));
  return result;
}

class PlanExecution : public ::testing::Test, protected Bench {};

TEST_F(PlanExecution, copies_every_table_in_plan_order) {
  sources({"a", "b", "c"});
  house.replication().execution.concurrency = 1;
  const auto report = run();
  EXPECT_THAT(statuses(report), ElementsAre("copied", "copied", "copied"));
  EXPECT_EQ(report.tables[2].plan.target.table, "c");
  EXPECT_EQ(report.tables_copied(), 3);
  EXPECT_THAT(report.errors, IsEmpty());
  EXPECT_EQ(report.statements_executed, 9);
  EXPECT_THAT(house.sleeps, IsEmpty());
}

TEST_F(PlanExecution, makes_schemas_first) {
  House fresh;
  fresh.begin_run("run-1");
  fresh.replication().target.governance.auto_create_schemas = true;
  fresh.add(source_of("a"), columns);
  const auto plan =
      make_plan(fresh.context(), fresh.databases, *fresh.store, {"main", {}, true, true, {}});
  ASSERT_TRUE(plan);
  fresh.engine->log.clear();
  RunReport report;
  report.run_id = "run-1";
  ASSERT_TRUE(execute_tables(fresh.context(), fresh.databases, *fresh.store, fresh.replication(),
                             *plan, report));
  EXPECT_EQ(report.schemas_created, 1);
  EXPECT_THAT(fresh.engine->sent().at(0), HasSubstr("CREATE SCHEMA"));
}

TEST_F(PlanExecution, a_schema_that_cannot_be_made_fails_only_its_tables) {
  house.replication().target.governance.auto_create_schemas = true;
  sources({"a"});
  house.add({"fake", "src__beta", "a"}, columns);
  house.engine->fail_matching("CREATE SCHEMA", {ErrorCode::permission, "no", ""});
  const auto report = run();
  EXPECT_THAT(statuses(report), ElementsAre("copied", "failed"));
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].table, "fake.staging__beta.a");
  EXPECT_THAT(report.errors[0].statement, HasSubstr("CREATE SCHEMA"));
  EXPECT_EQ(report.errors[0].failure_kind, "auth-failed");
}

TEST_F(PlanExecution, an_engine_that_refuses_a_connection_ends_it) {
  sources({"a"});
  const auto plan = planned();
  auto gone = std::make_shared<leeway::testing::FakeDatabase>(house.engine);
  gone->refusal = Error{ErrorCode::connection, "gone", ""};
  RunReport report;
  const Status done = execute_tables(house.context(), {gone, "fake", "fake", ""}, store,
                                     house.replication(), plan, report);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::connection);
}

// --- every statement of a run fails once

TEST_F(PlanExecution, any_statement_may_fail_and_the_others_finish) {
  std::size_t total = 0;
  {
    Bench whole;
    whole.sources({"a", "c"});
    whole.widening_b();
    EXPECT_THAT(statuses(whole.run()), Each("copied"));
    total = whole.house.engine->sent().size();
  }
  ASSERT_GE(total, 12U);
  for (std::uint64_t number = 1; number <= total; ++number) {
    SCOPED_TRACE(number);
    Bench one;
    one.sources({"a", "c"});
    one.widening_b();
    const auto plan = one.planned();
    one.house.engine->fail_statement(number, {ErrorCode::refused, "injected", ""});
    const auto report = one.execute(plan);
    ASSERT_EQ(report.errors.size(), 1U);
    EXPECT_EQ(report.tables_copied(), 2);
    EXPECT_EQ(report.tables_failed(), 1);
    EXPECT_FALSE(report.errors[0].table.empty());
    EXPECT_FALSE(report.errors[0].statement.empty());
    EXPECT_FALSE(report.errors[0].error.hint.empty());
    const auto sent = one.house.engine->sent();
    if (sent[number - 1] != "BEGIN") {
      EXPECT_EQ(sent.at(number), "ROLLBACK");
    }
    EXPECT_EQ(one.type_of_b(),
              report.errors[0].table == target_of("b").display() ? "INTEGER" : "BIGINT");
    EXPECT_THAT(*one.house.store->copies_in_flight(), IsEmpty());
    EXPECT_EQ(one.house.store->finished_tables("run-1")->size(), 2U);
  }
}

// --- retries

TEST_F(PlanExecution, tries_again_what_may_pass) {
  sources({"a"});
  house.replication().execution.table_retries = 3;
  house.engine->fail_matching("CREATE", {ErrorCode::transient, "busy", ""}, 2);
  const auto report = run();
  EXPECT_THAT(statuses(report), ElementsAre("copied"));
  EXPECT_EQ(report.tables[0].attempts, 3);
  EXPECT_EQ(report.retries_attempted, 2);
  EXPECT_EQ(report.retries_succeeded, 1);
  EXPECT_THAT(house.sleeps, ElementsAre(1000, 2000));
}

TEST_F(PlanExecution, keeps_drift_over_a_retry) {
  widening_b();
  house.replication().execution.table_retries = 1;
  house.engine->fail_matching("INSERT", {ErrorCode::transient, "busy", ""}, 1);
  house.engine->fail_matching("CREATE", {ErrorCode::transient, "busy", ""}, 1);
  const auto report = run();
  EXPECT_THAT(statuses(report), ElementsAre("copied"));
  EXPECT_EQ(report.tables[0].attempts, 2);
  EXPECT_EQ(report.tables[0].drift.size(), 1U);
}

TEST_F(PlanExecution, gives_up_after_the_retries_allowed) {
  sources({"a"});
  house.replication().execution.table_retries = 2;
  house.engine->fail_matching("CREATE", {ErrorCode::connection, "gone", ""});
  const auto report = run();
  EXPECT_THAT(statuses(report), ElementsAre("failed"));
  EXPECT_EQ(report.retries_attempted, 2);
  EXPECT_EQ(report.retries_succeeded, 0);
  EXPECT_THAT(house.sleeps, ElementsAre(1000, 2000));
}

TEST_F(PlanExecution, does_not_try_again_what_cannot_pass) {
  for (const auto code : {ErrorCode::refused, ErrorCode::constraint, ErrorCode::conversion,
                          ErrorCode::permission, ErrorCode::interrupted}) {
    Bench one;
    one.sources({"a"});
    one.house.replication().execution.table_retries = 2;
    one.house.engine->fail_matching("CREATE", {code, "no", ""});
    const auto report = one.run();
    EXPECT_EQ(report.retries_attempted, 0) << to_string(code);
    EXPECT_THAT(one.house.sleeps, IsEmpty());
  }
}

TEST_F(PlanExecution, does_not_try_again_when_asked_to_stop) {
  sources({"a"});
  house.replication().execution.table_retries = 2;
  house.engine->fail_matching("ROLLBACK", {ErrorCode::transient, "busy", ""});
  house.engine->on_statement = [this](const std::string& sql) {
    if (sql == "BEGIN") house.stop.request_stop();
  };
  const auto report = run();
  EXPECT_EQ(report.retries_attempted, 0);
  EXPECT_THAT(statuses(report), ElementsAre("interrupted"));
}

// A commit whose answer is lost may have happened: to run the INSERT again would double rows.
TEST_F(PlanExecution, does_not_repeat_a_commit_of_unknown_outcome) {
  sources({"a"});
  house.replication().execution.table_retries = 2;
  house.engine->fail_matching("COMMIT", {ErrorCode::connection, "gone", ""}, 1);
  const auto report = run();
  EXPECT_EQ(house.engine->sent_matching("COMMIT"), 1U);
  EXPECT_EQ(report.tables_failed(), 1);
}

TEST_F(PlanExecution, does_not_repeat_a_copy_that_could_not_be_remembered) {
  sources({"a"});
  house.replication().execution.table_retries = 2;
  for (const auto code : {ErrorCode::state, ErrorCode::io, ErrorCode::locked}) {
    store.finish_copy_fails = Error{code, "disk full", ""};
    house.engine->log.clear();
    const auto report = run();
    EXPECT_EQ(house.engine->sent_matching("COMMIT"), 1U);
    EXPECT_EQ(report.tables_failed(), 1);
  }
}

// --- when to stop

TEST_F(PlanExecution, fail_fast_stops_at_the_first_failure) {
  sources({"a", "b", "c"});
  house.replication().execution.fail_fast = true;
  house.replication().execution.error_rate_abort_pct = 0;
  house.engine->fail_matching(R"("b")", {ErrorCode::refused, "no", ""});
  const auto report = run();
  EXPECT_THAT(statuses(report), ElementsAre("copied", "failed", "skipped"));
  EXPECT_EQ(report.warnings.size(), 1U);
}

TEST_F(PlanExecution, too_many_failures_stop_the_run) {
  sources({"a", "b", "c", "d", "e", "f"});
  for (const auto* name : {R"("a")", R"("b")", R"("d")"})
    house.engine->fail_matching(name, {ErrorCode::refused, "no", ""});
  const auto report = run();
  EXPECT_THAT(statuses(report),
              ElementsAre("failed", "failed", "copied", "failed", "skipped", "skipped"));
  EXPECT_EQ(report.warnings.size(), 1U);
}

TEST_F(PlanExecution, half_of_the_tables_may_fail) {
  sources({"a", "b", "c", "d", "e"});
  for (const auto* name : {R"("a")", R"("b")"})
    house.engine->fail_matching(name, {ErrorCode::refused, "no", ""});
  EXPECT_THAT(statuses(run()), ElementsAre("failed", "failed", "copied", "copied", "copied"));
}

TEST_F(PlanExecution, the_limit_of_failures_can_be_taken_away) {
  sources({"a", "b", "c", "d", "e"});
  house.replication().execution.error_rate_abort_pct = 0;
  house.engine->fail_matching("CREATE", {ErrorCode::refused, "no", ""});
  EXPECT_THAT(statuses(run()), Each("failed"));
}

TEST_F(PlanExecution, a_stop_lets_no_further_table_start) {
  sources({"a", "b", "c"});
  house.engine->on_statement = [this](const std::string& sql) {
    if (sql.find(R"("b")") != std::string::npos) house.stop.request_stop();
  };
  const auto report = run();
  EXPECT_EQ(statuses(report).at(0), "copied");
  EXPECT_EQ(statuses(report).at(2), "interrupted");
  EXPECT_EQ(report.tables.size(), 3U);
  EXPECT_EQ(house.engine->sent_matching(R"("c")"), 0U);
}

// A check that was cut short has neither passed nor failed.
TEST_F(PlanExecution, a_stop_during_a_check_leaves_no_result) {
  sources({"a"});
  auto& checks = house.replication().checks;
  checks.configured = checks.enabled = checks.row_count.enabled = true;
  const Plan plan = planned();
  house.engine->on_statement = [this](const std::string& sql) {
    if (sql.find("COUNT(*)") != std::string::npos) house.stop.request_stop();
  };
  const auto report = execute(plan);
  EXPECT_GT(house.engine->interrupts, 0);
  EXPECT_THAT(statuses(report), ElementsAre("copied"));
  EXPECT_THAT(report.checks, IsEmpty());
}

// --- what needs no copy

TEST_F(PlanExecution, planned_failures_send_nothing_and_are_recorded) {
  sources({"a"});
  house.add(source_of("b"), {"id INTEGER", "ID INTEGER", "ts TIMESTAMP"});
  const auto report = run();
  EXPECT_THAT(statuses(report), ElementsAre("copied", "failed"));
  EXPECT_EQ(house.engine->sent_matching(R"("b")"), 0U);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].error.code, ErrorCode::unsupported);
  const auto record = *house.store->run("run-1");
  EXPECT_EQ(record->tables.size(), 2U);
}

TEST_F(PlanExecution, a_refused_table_is_not_touched) {
  house.project.resilience.auto_apply_additive_drift = true;
  widening_b();
  const auto report = run();
  EXPECT_THAT(statuses(report), ElementsAre("refused"));
  EXPECT_THAT(house.engine->sent(), IsEmpty());
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].failure_kind, "require-review");
  ASSERT_EQ(report.tables[0].drift.size(), 1U);
  EXPECT_EQ(report.tables[0].drift[0].action, ActionKind::require_review);
}

TEST_F(PlanExecution, a_decision_that_cannot_be_written_down_is_not_acted_on) {
  house.project.resilience.auto_apply_additive_drift = true;
  config::PolicyRule allow;
  allow.principal = "agent";
  allow.capability = "*";
  allow.effect = "allow";
  allow.any = true;
  house.project.policy = config::Policy{1, "require_review", {allow}};
  house.add(source_of("b"), {"id INTEGER", "ts TIMESTAMP", "region VARCHAR"});
  house.add(target_of("b"), columns);
  store.policy_fails = Error{ErrorCode::state, "disk full", ""};
  const auto report = run();
  EXPECT_THAT(statuses(report), ElementsAre("failed"));
  EXPECT_THAT(house.engine->sent(), IsEmpty());
}

// --- a run after one that was lost

TEST_F(PlanExecution, the_next_run_repairs_what_the_store_missed) {
  house.replication().strategy = Strategy::incremental;
  house.add(source_of("a"), columns);
  house.add(target_of("a"), columns);
  house.engine->answer("newest_rows", row({"2026-02-01 00:00:00", "1"}));
  house.engine->answer("newer_rows", row({"0", "1"}));
  const std::string name = house.key("a");

  store.finish_copy_fails = Error{ErrorCode::state, "disk full", ""};
  EXPECT_THAT(statuses(run()), ElementsAre("failed"));
  EXPECT_FALSE(*house.store->watermark(name));

  store.finish_copy_fails.reset();
  EXPECT_THAT(statuses(run()), ElementsAre("up_to_date"));
  EXPECT_EQ(house.engine->sent_matching("INSERT"), 0U);
  ASSERT_TRUE(*house.store->watermark(name));
  EXPECT_EQ((*house.store->watermark(name))->value, "2026-02-01 00:00:00");
  EXPECT_THAT(*house.store->copies_in_flight(), IsEmpty());
}

}  // namespace
}  // namespace leeway::pipeline
