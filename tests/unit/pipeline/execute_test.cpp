#include "pipeline/execute.h"

#include <gmock/gmock.h>

#include "unit/pipeline/faulty_store.h"
#include "unit/pipeline/support.h"

namespace leeway::pipeline {
namespace {

using ::testing::ElementsAre;
using testing::FaultyStore;
using ::testing::HasSubstr;
using testing::House;
using ::testing::IsEmpty;
using testing::target_name;

const std::string key = "key of orders";
const Error refused{ErrorCode::refused, "the engine says no", ""};

engines::RowSet row(std::vector<std::optional<std::string>> values) {
  engines::RowSet rows;
  rows.rows.push_back(std::move(values));
  return rows;
}

// One table, its plan, and an engine to execute it on.
struct Bench {
  explicit Bench(std::string_view dialect = "duckdb") : house(dialect), store(*house.store) {
    session = *house.databases.database->connect();
    house.begin_run("run-1");
    plan.asset_key = {"duckdb", "acme", "orders"};
    plan.source = testing::source_name;
    plan.target = target_name;
    plan.state_key = key;
    house.add(target_name, {"id INTEGER", "ts TIMESTAMP"});
  }

  void add(Purpose purpose, const std::string& sql) {
    plan.statements.push_back({purpose, target_name, sql, ""});
  }
  // ALTER, then a copy, as drift makes them.
  void widening() {
    add(Purpose::alter_column_type, "ALTER id");
    add(Purpose::incremental_copy, "INSERT rows");
    plan.expected = {{"id", "BIGINT"}};
    plan.drift = {{ActionKind::alter_column_types, target_name.display(), "wider", {}}};
  }
  // The catalog shows what the ALTER did.
  void alter_works() {
    house.engine->on_statement = [this](const std::string& sql) {
      if (sql == "ALTER id") house.add(target_name, {"id BIGINT", "ts TIMESTAMP"});
    };
  }
  void with_watermark() {
    plan.watermark = WatermarkPlan{"ts", "TIMESTAMP", std::nullopt, false};
    house.engine->answer("newest_rows", row({"2026-02-01 00:00:00", "3"}));
  }

  TableRun run() { return execute_table(house.context(), *session, store, "run-1", plan); }
  std::vector<std::string> in_flight() { return *house.store->copies_in_flight(); }
  std::string type_of_id() const {
    const auto& objects = house.engine->schemas.at(target_name.schema_name());
    return catalog::present(objects.at("orders"))->find("id")->raw_type;
  }

  House house;
  FaultyStore store;
  std::unique_ptr<engines::Session> session;
  TablePlan plan;
};

class Execute : public ::testing::Test, protected Bench {};

TEST_F(Execute, runs_in_one_transaction) {
  add(Purpose::clear_table, "DELETE rows");
  add(Purpose::full_refresh_copy, "INSERT rows");
  house.engine->affects("INSERT", 7);
  house.engine->affects("DELETE", 5);
  const auto result = run();
  EXPECT_FALSE(result.error);
  EXPECT_EQ(result.outcome.status, TableStatus::copied);
  EXPECT_EQ(result.outcome.rows_copied, 7);
  EXPECT_THAT(house.engine->sent(), ElementsAre("BEGIN", "DELETE rows", "INSERT rows", "COMMIT"));
  EXPECT_THAT(in_flight(), IsEmpty());
  EXPECT_THAT(*house.store->finished_tables("run-1"), ElementsAre(key));
}

TEST_F(Execute, reads_the_target_back_before_rows_are_copied) {
  widening();
  alter_works();
  const auto result = run();
  EXPECT_FALSE(result.error);
  EXPECT_EQ(result.outcome.drift, plan.drift);
  EXPECT_THAT(house.engine->sent(),
              ElementsAre("BEGIN", "ALTER id", "read_table " + target_name.display(), "INSERT rows",
                          "COMMIT"));
}

TEST_F(Execute, reads_the_target_back_where_no_rows_follow) {
  widening();
  plan.statements.pop_back();
  alter_works();
  EXPECT_FALSE(run().error);
  EXPECT_EQ(house.engine->sent_matching("read_table"), 1U);
}

TEST_F(Execute, reads_back_before_anything_is_deleted) {
  widening();
  plan.statements.insert(plan.statements.begin() + 1,
                         {Purpose::clear_table, target_name, "DELETE rows", ""});
  const auto result = run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(house.engine->sent_matching("DELETE"), 0U);
}

TEST_F(Execute, a_catalog_that_does_not_show_the_change_rolls_back) {
  widening();
  const auto result = run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->error.code, ErrorCode::refused);
  EXPECT_EQ(result.outcome.status, TableStatus::failed);
  EXPECT_THAT(result.outcome.drift, IsEmpty());
  EXPECT_EQ(house.engine->sent().back(), "ROLLBACK");
  EXPECT_EQ(house.engine->sent_matching("INSERT"), 0U);
}

TEST_F(Execute, a_target_gone_at_the_read_back_rolls_back) {
  widening();
  house.engine->on_statement = [this](const std::string& sql) {
    if (sql == "ALTER id") house.engine->set(target_name, catalog::Absent{});
  };
  EXPECT_TRUE(run().error);
  EXPECT_EQ(type_of_id(), "INTEGER");
}

TEST_F(Execute, stores_the_watermark_with_the_commit) {
  add(Purpose::incremental_copy, "INSERT rows");
  with_watermark();
  const auto result = run();
  EXPECT_EQ(result.outcome.watermark, "2026-02-01 00:00:00");
  const auto stored = *house.store->watermark(key);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->value, "2026-02-01 00:00:00");
  EXPECT_EQ(stored->type, "TIMESTAMP");
  EXPECT_EQ(stored->column, "ts");
  EXPECT_EQ(stored->rows_at_value, 3);
  const auto sent = house.engine->sent();
  EXPECT_THAT(sent.at(2), HasSubstr("newest_rows"));
  EXPECT_EQ(sent.at(3), "COMMIT");
}

TEST_F(Execute, an_empty_target_has_an_empty_watermark) {
  add(Purpose::full_refresh_copy, "CREATE");
  plan.watermark = WatermarkPlan{"ts", "TIMESTAMP", std::nullopt, false};
  house.engine->answer("newest_rows", row({std::nullopt, "0"}));
  EXPECT_FALSE(run().error);
  const auto stored = *house.store->watermark(key);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->type, "");
}

TEST_F(Execute, stores_the_source_marker) {
  add(Purpose::full_refresh_copy, "CREATE");
  plan.source_marker = "42";
  EXPECT_FALSE(run().error);
  EXPECT_EQ(*house.store->source_marker(key), "42");
}

TEST_F(Execute, a_repaired_watermark_is_stored_without_a_copy) {
  with_watermark();
  plan.watermark->repaired = true;
  plan.disposition = Disposition::up_to_date;
  ASSERT_TRUE(house.store->begin_copy("run-0", key));
  const auto result = run();
  EXPECT_EQ(result.outcome.status, TableStatus::up_to_date);
  EXPECT_EQ(result.outcome.rows_copied, 0);
  EXPECT_EQ((*house.store->watermark(key))->value, "2026-02-01 00:00:00");
  EXPECT_THAT(in_flight(), IsEmpty());
}

// --- every statement fails once

TEST_F(Execute, any_failure_rolls_back_and_says_where) {
  // BEGIN, ALTER, read back, INSERT, watermark, COMMIT
  for (std::uint64_t number = 1; number <= 6; ++number) {
    SCOPED_TRACE(number);
    Bench one;
    one.widening();
    one.alter_works();
    one.with_watermark();
    one.house.engine->fail_statement(number, refused);
    const auto result = one.run();
    ASSERT_TRUE(result.error);
    EXPECT_EQ(result.outcome.status, TableStatus::failed);
    EXPECT_EQ(result.error->table, target_name.display());
    EXPECT_FALSE(result.error->statement.empty());
    EXPECT_FALSE(result.error->error.hint.empty());
    EXPECT_EQ(result.error->failure_kind, "query-rejected");
    EXPECT_THAT(result.error->error.message, HasSubstr("the engine says no"));
    EXPECT_THAT(result.outcome.drift, IsEmpty());
    EXPECT_EQ(one.house.engine->sent().back(), number == 1 ? "BEGIN" : "ROLLBACK");
    EXPECT_EQ(one.type_of_id(), "INTEGER");
    EXPECT_FALSE(*one.house.store->watermark(key));
    EXPECT_THAT(*one.house.store->finished_tables("run-1"), IsEmpty());
    const auto record = *one.house.store->run("run-1");
    ASSERT_EQ(record->tables.size(), 1U);
    EXPECT_EQ(record->tables[0].status, "failed");
  }
}

TEST_F(Execute, a_refused_alter_is_told_with_the_way_out) {
  widening();
  house.engine->fail_matching("ALTER", refused);
  const auto result = run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->statement, "ALTER id");
  EXPECT_THAT(result.error->error.hint, HasSubstr("on_alter_failure"));
}

TEST_F(Execute, secrets_are_not_told) {
  house.redactor.add("hunter2secret");
  add(Purpose::full_refresh_copy, "CREATE 'hunter2secret'");
  house.engine->fail_matching("CREATE", {ErrorCode::refused, "at hunter2secret", ""});
  const auto result = run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->statement.find("hunter2secret"), std::string::npos);
  EXPECT_EQ(result.error->error.message.find("hunter2secret"), std::string::npos);
}

// A commit whose answer is lost may have happened: the next run must ask the target.
TEST_F(Execute, a_commit_of_unknown_outcome_stays_in_flight) {
  for (const auto code : {ErrorCode::connection, ErrorCode::timeout, ErrorCode::transient}) {
    SCOPED_TRACE(to_string(code));
    Bench one;
    one.add(Purpose::incremental_copy, "INSERT rows");
    one.house.engine->fail_matching("COMMIT", {code, "gone", ""});
    EXPECT_TRUE(one.run().error);
    EXPECT_THAT(one.in_flight(), ElementsAre(key));
  }
}

TEST_F(Execute, a_rolled_back_copy_is_not_in_flight) {
  add(Purpose::incremental_copy, "INSERT rows");
  house.engine->fail_matching("INSERT", refused);
  EXPECT_TRUE(run().error);
  EXPECT_THAT(in_flight(), IsEmpty());
}

// --- the state store fails

TEST_F(Execute, nothing_runs_that_cannot_be_marked) {
  add(Purpose::full_refresh_copy, "CREATE");
  store.begin_copy_fails = Error{ErrorCode::state, "disk full", ""};
  const auto result = run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->error.code, ErrorCode::state);
  EXPECT_THAT(house.engine->sent(), IsEmpty());
}

TEST_F(Execute, a_copy_that_could_not_be_remembered_stays_in_flight) {
  add(Purpose::incremental_copy, "INSERT rows");
  with_watermark();
  store.finish_copy_fails = Error{ErrorCode::state, "disk full", ""};
  const auto result = run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.outcome.status, TableStatus::failed);
  EXPECT_EQ(result.error->error.code, ErrorCode::state);
  EXPECT_EQ(house.engine->sent().back(), "COMMIT");
  EXPECT_THAT(in_flight(), ElementsAre(key));
}

// --- the fallback

TEST_F(Execute, a_refused_alter_is_followed_by_the_fallback) {
  widening();
  plan.drift.push_back({ActionKind::add_columns, target_name.display(), "more", {}});
  plan.fallback = {{Purpose::full_refresh_copy, target_name, "CREATE OR REPLACE", ""}};
  house.engine->fail_matching("ALTER", refused);
  house.engine->affects("CREATE", 9);
  const auto result = run();
  EXPECT_FALSE(result.error);
  EXPECT_TRUE(result.outcome.fell_back);
  EXPECT_EQ(result.outcome.rows_copied, 9);
  ASSERT_EQ(result.outcome.drift.size(), 1U);
  EXPECT_EQ(result.outcome.drift[0].action, ActionKind::drop_and_recreate);
  EXPECT_THAT(house.engine->sent(),
              ElementsAre("BEGIN", "ALTER id", "ROLLBACK", "BEGIN", "CREATE OR REPLACE", "COMMIT"));
}

TEST_F(Execute, a_change_the_catalog_does_not_show_is_followed_by_the_fallback) {
  widening();
  plan.fallback = {{Purpose::full_refresh_copy, target_name, "CREATE OR REPLACE", ""}};
  const auto result = run();
  EXPECT_FALSE(result.error);
  EXPECT_TRUE(result.outcome.fell_back);
}

TEST_F(Execute, the_fallback_is_for_refused_changes_only) {
  struct Case {
    std::string part;
    ErrorCode code;
  };
  for (const auto& [part, code] :
       {Case{"INSERT", ErrorCode::refused}, Case{"ALTER", ErrorCode::transient},
        Case{"ALTER", ErrorCode::interrupted}}) {
    SCOPED_TRACE(part);
    Bench one;
    one.widening();
    one.alter_works();
    one.plan.fallback = {{Purpose::full_refresh_copy, target_name, "CREATE OR REPLACE", ""}};
    one.house.engine->fail_matching(part, {code, "no", ""});
    EXPECT_TRUE(one.run().error);
    EXPECT_EQ(one.house.engine->sent_matching("CREATE"), 0U);
    EXPECT_EQ(one.house.engine->sent().back(), "ROLLBACK");
  }
}

TEST_F(Execute, a_fallback_that_fails_rolls_back_too) {
  widening();
  plan.fallback = {{Purpose::full_refresh_copy, target_name, "CREATE OR REPLACE", ""}};
  house.engine->fail_matching("ALTER", refused);
  house.engine->fail_matching("CREATE", {ErrorCode::conversion, "bad value", ""});
  const auto result = run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.error->error.code, ErrorCode::conversion);
  EXPECT_EQ(result.error->statement, "CREATE OR REPLACE");
  EXPECT_EQ(house.engine->sent().back(), "ROLLBACK");
}

// --- merge

TEST_F(Execute, a_merge_needs_unique_keys_in_the_source) {
  struct Case {
    std::string duplicates, nulls;
    bool merges;
  };
  for (const auto& [duplicates, nulls, merges] :
       {Case{"0", "0", true}, Case{"1", "0", false}, Case{"0", "2", false}}) {
    Bench one;
    one.plan.merge_keys = {"id"};
    one.add(Purpose::merge_copy, "MERGE rows");
    one.house.engine->answer("duplicate_keys", row({duplicates, nulls}));
    const auto result = one.run();
    EXPECT_EQ(one.house.engine->sent_matching("MERGE"), merges ? 1U : 0U);
    EXPECT_EQ(one.house.engine->sent().back(), merges ? "COMMIT" : "ROLLBACK");
    ASSERT_EQ(result.error.has_value(), !merges);
    if (result.error) {
      EXPECT_EQ(result.error->error.code, ErrorCode::constraint);
    }
  }
}

// --- interrupted

TEST_F(Execute, a_stop_between_statements_rolls_back) {
  add(Purpose::clear_table, "DELETE rows");
  add(Purpose::full_refresh_copy, "INSERT rows");
  house.engine->on_statement = [this](const std::string& sql) {
    if (sql == "DELETE rows") house.stop.request_stop();
  };
  const auto result = run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.outcome.status, TableStatus::interrupted);
  EXPECT_EQ(result.error->error.code, ErrorCode::interrupted);
  EXPECT_THAT(house.engine->sent(), ElementsAre("BEGIN", "DELETE rows", "ROLLBACK"));
  EXPECT_EQ((*house.store->run("run-1"))->tables.at(0).status, "interrupted");
}

TEST_F(Execute, a_stop_ends_the_running_statement_and_undoes_it) {
  add(Purpose::full_refresh_copy, "INSERT rows");
  house.engine->on_statement = [this](const std::string& sql) {
    if (sql == "INSERT rows") house.stop.request_stop();
  };
  const auto result = run();
  ASSERT_TRUE(result.error);
  EXPECT_EQ(result.outcome.status, TableStatus::interrupted);
  EXPECT_EQ(result.error->statement, "INSERT rows");
  EXPECT_FALSE(result.in_doubt);
  EXPECT_THAT(house.engine->sent(), ElementsAre("BEGIN", "INSERT rows", "ROLLBACK"));
  EXPECT_THAT(in_flight(), IsEmpty());
}

// Nobody would know whether half a commit happened; what comes before it is done by then.
TEST_F(Execute, a_stop_does_not_end_a_commit) {
  for (const std::string& late : {std::string("COMMIT"), std::string("newest_rows")}) {
    SCOPED_TRACE(late);
    Bench one;
    one.add(Purpose::incremental_copy, "INSERT rows");
    one.with_watermark();
    one.house.engine->on_statement = [&](const std::string& sql) {
      if (sql.find(late) != std::string::npos) one.house.stop.request_stop();
    };
    const auto result = one.run();
    EXPECT_FALSE(result.error);
    EXPECT_TRUE(one.house.stop.stop_requested());
    EXPECT_EQ(result.outcome.status, TableStatus::copied);
    EXPECT_EQ(one.house.engine->interrupts, 0);
    EXPECT_EQ(one.house.engine->sent().back(), "COMMIT");
    EXPECT_THAT(*one.house.store->finished_tables("run-1"), ElementsAre(key));
  }
}

// --- engines without transactions

class ExecuteBare : public ::testing::Test, protected Bench {
 protected:
  ExecuteBare() : Bench("snowflake") {}
};

TEST_F(ExecuteBare, sends_no_transaction) {
  add(Purpose::full_refresh_copy, "CREATE");
  EXPECT_FALSE(run().error);
  EXPECT_THAT(house.engine->sent(), ElementsAre("CREATE"));
}

TEST_F(ExecuteBare, rows_that_may_stand_keep_the_copy_in_flight) {
  add(Purpose::incremental_copy, "INSERT rows");
  plan.watermark = WatermarkPlan{"ts", "TIMESTAMP_NTZ(9)", std::nullopt, false};
  house.engine->fail_matching("newest_rows", refused);
  EXPECT_TRUE(run().error);
  EXPECT_EQ(house.engine->sent_matching("INSERT"), 1U);
  EXPECT_THAT(in_flight(), ElementsAre(key));
}

TEST_F(ExecuteBare, a_statement_that_was_ended_may_have_landed_rows) {
  add(Purpose::incremental_copy, "INSERT rows");
  house.engine->on_statement = [this](const std::string&) { house.stop.request_stop(); };
  const auto result = run();
  EXPECT_EQ(result.outcome.status, TableStatus::interrupted);
  EXPECT_TRUE(result.in_doubt);
  EXPECT_THAT(in_flight(), ElementsAre(key));
}

// --- waits

TEST(Backoff, doubles_up_to_the_maximum) {
  config::RetryPolicy policy;
  policy.jitter = false;
  std::vector<long long> waits;
  for (int attempt = 0; attempt < 7; ++attempt)
    waits.push_back(milliseconds(backoff(policy, attempt)));
  EXPECT_THAT(waits, ElementsAre(1000, 2000, 4000, 8000, 16000, 30000, 30000));
  EXPECT_EQ(milliseconds(backoff(policy, 10000)), 30000);
}

TEST(Backoff, jitter_takes_at_most_half) {
  const config::RetryPolicy policy;
  for (int i = 0; i < 1000; ++i) {
    const auto wait = milliseconds(backoff(policy, 1));
    EXPECT_GE(wait, 1000);
    EXPECT_LE(wait, 2000);
  }
}

TEST(Retry, is_for_what_may_pass) {
  for (int i = 0; i <= static_cast<int>(ErrorCode::internal); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    const bool may_pass =
        code == ErrorCode::transient || code == ErrorCode::connection || code == ErrorCode::timeout;
    EXPECT_EQ(worth_retrying(code), may_pass) << to_string(code);
    EXPECT_FALSE(failure_kind(code).empty());
  }
}

}  // namespace
}  // namespace leeway::pipeline
