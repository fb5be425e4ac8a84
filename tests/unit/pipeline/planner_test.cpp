#include "pipeline/planner.h"

#include <gmock/gmock.h>

#include "unit/pipeline/support.h"

namespace leeway::pipeline {
namespace {

using config::Strategy;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::House;
using ::testing::IsEmpty;
using testing::purposes;
using testing::source_name;
using testing::target_name;

const std::vector<std::string> columns = {"id INTEGER", "ts TIMESTAMP"};

engines::RowSet row(std::vector<std::optional<std::string>> values) {
  engines::RowSet rows;
  rows.columns.resize(values.size());
  rows.rows.push_back(std::move(values));
  return rows;
}

class Planner : public ::testing::Test {
 protected:
  Result<Plan> make(PlanRequest request = {"main", {}, true, true, {}}) {
    request.pipeline = "main";
    return make_plan(house.context(), house.databases, *house.store, request);
  }
  Plan made() {
    auto plan = make();
    EXPECT_TRUE(plan) << plan.error().message;
    return plan ? *plan : Plan{};
  }
  ErrorCode failure(const PlanRequest& request = {"main", {}, true, true, {}}) {
    const auto plan = make(request);
    return plan ? ErrorCode::internal : plan.error().code;
  }
  void both_sides(const std::string& name = "orders") {
    house.add({"fake", "src__acme", name}, columns);
    house.add({"fake", "staging__acme", name}, columns);
  }
  // What the store remembers of a copy that succeeded.
  void copied(const std::string& value, const std::string& column = "ts",
              const std::optional<std::string>& marker = std::nullopt) {
    const std::string name = house.key();
    house.begin_run("run-1");
    ASSERT_TRUE(house.store->begin_copy("run-1", name));
    ASSERT_TRUE(house.store->finish_copy({"run-1",
                                          {name, "orders", "success", {}, 0, 1, "", ""},
                                          state::Watermark{name, value, "TIMESTAMP", column, 1, {}},
                                          marker,
                                          {}}));
  }

  House house;
};

TEST_F(Planner, decides_every_table) {
  both_sides("a");
  house.add({"fake", "src__acme", "b"}, columns);
  const auto plan = made();
  ASSERT_EQ(plan.tables.size(), 2U);
  EXPECT_EQ(plan.tables[0].target.table, "a");
  EXPECT_FALSE(plan.tables[0].creates_target);
  EXPECT_TRUE(plan.tables[1].creates_target);
  EXPECT_EQ(plan.plan_id.size(), 64U);
  EXPECT_EQ(plan.digest.size(), 64U);
  EXPECT_EQ(plan.config_digest, "project");
  EXPECT_THAT(plan.preparation, IsEmpty());
}

TEST_F(Planner, writes_nothing) {
  both_sides();
  made();
  for (const auto& sql : house.engine->sent())
    EXPECT_TRUE(sql.starts_with("list_schemas") || sql.starts_with("read_schema")) << sql;
}

TEST_F(Planner, sends_one_listing_one_read_a_schema_and_one_probe_a_table) {
  house.replication().strategy = Strategy::incremental;
  house.replication().execution.concurrency = 4;
  house.begin_run("run-1");
  for (int i = 0; i < 200; ++i) {
    const std::string name = fmt::format("t{:03}", i);
    both_sides(name);
    const std::string target = house.key(name);
    ASSERT_TRUE(house.store->begin_copy("run-1", target));
    ASSERT_TRUE(house.store->finish_copy(
        {"run-1",
         {target, name, "success", {}, 0, 1, "", ""},
         state::Watermark{target, "2026-01-01 00:00:00", "TIMESTAMP", "ts", 1, {}},
         {},
         {}}));
  }
  house.engine->answer("newer_rows", row({"0", "1"}));
  const auto plan = made();
  ASSERT_EQ(plan.tables.size(), 200U);
  for (const auto& table : plan.tables) EXPECT_EQ(table.disposition, Disposition::up_to_date);
  EXPECT_LE(house.engine->sent_matching("list_schemas"), 2U);
  EXPECT_EQ(house.engine->sent_matching("read_schema"), 2U);
  EXPECT_EQ(house.engine->sent_matching("newer_rows"), 200U);
  EXPECT_LE(house.engine->sent().size(), 204U);
}

TEST_F(Planner, asks_nothing_about_rows_where_only_drift_is_wanted) {
  house.replication().strategy = Strategy::incremental;
  both_sides();
  copied("2026-01-01 00:00:00");
  ASSERT_TRUE(make({"main", {}, true, false, {}}));
  EXPECT_EQ(house.engine->sent_matching("SELECT"), 0U);
}

TEST_F(Planner, the_id_is_of_the_intent_and_the_digest_of_everything) {
  both_sides();
  const auto first = made();
  const auto again = made();
  EXPECT_EQ(first.plan_id, again.plan_id);
  EXPECT_EQ(first.digest, again.digest);

  house.engine->set(target_name, catalog::Absent{});
  const auto moved = made();
  EXPECT_EQ(moved.plan_id, first.plan_id);
  EXPECT_NE(moved.digest, first.digest);

  house.add({"fake", "src__acme", "another"}, columns);
  EXPECT_NE(made().plan_id, first.plan_id);
}

TEST_F(Planner, makes_a_missing_schema_once) {
  house.replication().target.governance.auto_create_schemas = true;
  house.add({"fake", "src__acme", "a"}, columns);
  house.add({"fake", "src__acme", "b"}, columns);
  const auto plan = made();
  ASSERT_THAT(purposes(plan.preparation), ElementsAre("create_schema"));
  EXPECT_THAT(plan.preparation[0].sql, HasSubstr(R"("fake"."staging__acme")"));
  EXPECT_EQ(plan.preparation[0].target.schema, "staging__acme");
}

TEST_F(Planner, a_missing_schema_that_may_not_be_made_fails_its_tables) {
  house.add(source_name, columns);
  const auto plan = made();
  ASSERT_EQ(plan.tables.size(), 1U);
  EXPECT_EQ(plan.tables[0].disposition, Disposition::failed);
  EXPECT_THAT(plan.preparation, IsEmpty());
}

TEST_F(Planner, refuses_a_catalog_that_is_not_the_targets) {
  house.replication().target.catalog_template = "warehouse";
  both_sides();
  EXPECT_EQ(failure(), ErrorCode::config);
}

TEST_F(Planner, refuses_two_sources_for_one_target) {
  house.replication().target.schema_template = "staging";
  house.add({"fake", "src__acme", "orders"}, columns);
  house.add({"fake", "src__beta", "Orders"}, columns);
  EXPECT_EQ(failure(), ErrorCode::config);
}

TEST_F(Planner, a_filter_that_matches_nothing_is_an_error) {
  both_sides();
  EXPECT_EQ(failure({"main", config::Filter{"tenant", "beta"}, true, true, {}}), ErrorCode::config);
}

TEST_F(Planner, a_resumed_run_skips_what_is_finished) {
  both_sides("a");
  both_sides("b");
  const auto plan = make({"main", {}, true, true, {house.key("a")}});
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->tables.size(), 1U);
  EXPECT_EQ(plan->tables[0].target.table, "b");
}

TEST_F(Planner, stops_when_asked_to) {
  both_sides();
  house.stop.request_stop();
  EXPECT_EQ(failure(), ErrorCode::interrupted);
}

TEST_F(Planner, a_stop_ends_the_question_that_is_being_asked) {
  house.replication().strategy = config::Strategy::incremental;
  both_sides();
  copied("2026-01-01 00:00:00");
  house.engine->on_statement = [this](const std::string& sql) {
    if (sql.find("SELECT") != std::string::npos) house.stop.request_stop();
  };
  EXPECT_EQ(failure(), ErrorCode::interrupted);
  EXPECT_EQ(house.engine->interrupts, 1);
}

// --- an engine that does not answer

TEST_F(Planner, a_listing_that_fails_ends_it) {
  both_sides();
  house.engine->fail_matching("list_schemas", {ErrorCode::permission, "no", ""});
  EXPECT_EQ(failure(), ErrorCode::permission);
}

TEST_F(Planner, an_unreadable_source_schema_is_not_an_empty_one) {
  both_sides();
  house.engine->fail_matching("read_schema fake.src__acme", {ErrorCode::permission, "no", ""});
  const auto plan = made();
  ASSERT_EQ(plan.tables.size(), 1U);
  EXPECT_EQ(plan.tables[0].disposition, Disposition::copy);
  EXPECT_FALSE(plan.tables[0].drift_checked);
  EXPECT_THAT(plan.tables[0].notices, ::testing::Not(IsEmpty()));
}

TEST_F(Planner, an_unreadable_target_schema_is_not_an_empty_one) {
  both_sides();
  house.replication().drift.on_unreadable_target = config::OnUnreadableTarget::fail;
  house.engine->fail_matching("read_schema fake.staging__acme", {ErrorCode::permission, "no", ""});
  const auto plan = made();
  ASSERT_EQ(plan.tables.size(), 1U);
  ASSERT_TRUE(plan.tables[0].error);
  EXPECT_EQ(plan.tables[0].error->code, ErrorCode::unreadable);
}

TEST_F(Planner, an_engine_that_is_gone_ends_it) {
  for (const auto code :
       {ErrorCode::transient, ErrorCode::connection, ErrorCode::timeout, ErrorCode::interrupted}) {
    House gone;
    gone.add(source_name, columns);
    gone.add(target_name, columns);
    gone.engine->fail_matching("read_schema fake.staging__acme", {code, "gone", ""});
    const auto plan =
        make_plan(gone.context(), gone.databases, *gone.store, {"main", {}, true, true, {}});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().code, code);
  }
}

TEST_F(Planner, a_probe_that_fails_fails_its_table_only) {
  house.replication().strategy = Strategy::incremental;
  both_sides("a");
  both_sides("orders");
  copied("2026-01-01 00:00:00");
  house.engine->fail_matching("newer_rows", {ErrorCode::refused, "no", ""});
  const auto plan = made();
  ASSERT_EQ(plan.tables.size(), 2U);
  EXPECT_EQ(plan.tables[0].disposition, Disposition::copy);
  EXPECT_EQ(plan.tables[1].disposition, Disposition::failed);
  EXPECT_EQ(plan.tables[1].error->code, ErrorCode::refused);
}

TEST_F(Planner, a_probe_without_a_number_is_no_answer) {
  house.replication().strategy = Strategy::incremental;
  both_sides();
  copied("2026-01-01 00:00:00");
  for (const auto& rows : {row({"many", "1"}), row({std::nullopt, "1"}), engines::RowSet{}}) {
    house.engine->answer("newer_rows", rows);
    EXPECT_EQ(made().tables.at(0).disposition, Disposition::failed);
  }
}

// --- watermarks

TEST_F(Planner, uses_the_recorded_watermark) {
  house.replication().strategy = Strategy::incremental;
  both_sides();
  copied("2026-01-01 00:00:00");
  house.engine->answer("newer_rows", row({"2", "1"}));
  const auto plan = made();
  EXPECT_EQ(plan.tables[0].mode, CopyMode::incremental);
  EXPECT_EQ(plan.tables[0].watermark->previous, "2026-01-01 00:00:00");
  EXPECT_FALSE(plan.tables[0].watermark->repaired);
}

TEST_F(Planner, a_watermark_of_another_column_does_not_count) {
  house.replication().strategy = Strategy::incremental;
  both_sides();
  copied("2026-01-01 00:00:00", "updated_at");
  const auto plan = made();
  EXPECT_EQ(plan.tables[0].disposition, Disposition::copy);
  EXPECT_EQ(plan.tables[0].mode, CopyMode::full_refresh);
  EXPECT_EQ(house.engine->sent_matching("newer_rows"), 0U);
}

TEST_F(Planner, after_an_unfinished_copy_the_target_is_asked) {
  house.replication().strategy = Strategy::incremental;
  both_sides();
  copied("2026-01-01 00:00:00");
  ASSERT_TRUE(house.store->begin_copy("run-2", house.key()));
  house.engine->answer("newest_rows", row({"2026-03-01 00:00:00", "4"}));
  house.engine->answer("newer_rows", row({"0", "4"}));
  const auto plan = made();
  ASSERT_TRUE(plan.tables[0].watermark);
  EXPECT_TRUE(plan.tables[0].watermark->repaired);
  EXPECT_EQ(plan.tables[0].watermark->previous, "2026-03-01 00:00:00");
  EXPECT_EQ(plan.tables[0].disposition, Disposition::up_to_date);
  EXPECT_EQ(house.engine->sent_matching(R"(MAX("ts"))"), 1U);
}

TEST_F(Planner, a_target_that_does_not_tell_its_watermark_fails_its_table) {
  house.replication().strategy = Strategy::incremental;
  both_sides();
  copied("2026-01-01 00:00:00");
  ASSERT_TRUE(house.store->begin_copy("run-2", house.key()));
  house.engine->fail_matching("newest_rows", {ErrorCode::refused, "no", ""});
  EXPECT_EQ(made().tables[0].disposition, Disposition::failed);
}

TEST_F(Planner, a_target_that_contradicts_its_watermark_is_asked) {
  house.replication().strategy = Strategy::incremental;
  both_sides();
  copied("2026-01-01 00:00:00");
  house.engine->answer("newest_rows", row({"2025-06-01 00:00:00", "4"}));
  house.engine->answer("CAST('2026-01-01", row({"0", "1", "0", "0", "0", "0", "0", "0"}));
  house.engine->answer("CAST('2025-06-01", row({"7", "4", "0", "0", "0", "4", "0", "0"}));
  const auto table = made().tables.at(0);
  EXPECT_EQ(table.disposition, Disposition::copy);
  ASSERT_TRUE(table.watermark);
  EXPECT_TRUE(table.watermark->repaired);
  EXPECT_EQ(table.watermark->previous, "2026-01-01 00:00:00");
  EXPECT_EQ(table.notices.size(), 1U);
  EXPECT_EQ(house.engine->sent_matching("newer_rows"), 2U);
}

TEST_F(Planner, a_watermark_that_cannot_be_read_names_store_and_key) {
  house.replication().strategy = Strategy::incremental;
  both_sides();
  copied("last week");
  house.engine->fail_matching("newer_rows", {ErrorCode::conversion, "no", ""});
  const auto plan = make({"main", {}, true, true, {}, "here/state.db"});
  ASSERT_TRUE(plan);
  const auto& table = plan->tables.at(0);
  ASSERT_EQ(table.disposition, Disposition::failed);
  EXPECT_EQ(table.error->code, ErrorCode::state);
  EXPECT_THAT(table.error->message, HasSubstr("here/state.db"));
  EXPECT_THAT(table.error->message, HasSubstr(printable(house.key())));
  EXPECT_FALSE(table.error->hint.empty());
}

TEST_F(Planner, an_unfinished_copy_of_an_absent_target_starts_again) {
  house.replication().strategy = Strategy::incremental;
  house.replication().target.governance.auto_create_schemas = true;
  house.add(source_name, columns);
  ASSERT_TRUE(house.store->begin_copy("run-2", house.key()));
  EXPECT_EQ(made().tables[0].mode, CopyMode::full_refresh);
}

// --- pruning, on an engine that has change markers

TEST(PlannerPrune, sets_pruned_tables_aside) {
  House house("databricks");
  house.replication().prune_unchanged = true;
  house.add(source_name, {"id INT", "ts TIMESTAMP"});
  house.add(target_name, {"id INT", "ts TIMESTAMP"});
  house.engine->markers[source_name] = "7";
  const std::string name = house.key();
  house.begin_run("run-1");
  ASSERT_TRUE(house.store->begin_copy("run-1", name));
  ASSERT_TRUE(house.store->finish_copy(
      {"run-1", {name, "orders", "success", {}, 0, 1, "", ""}, {}, "7", {}}));
  const auto plan = [&](bool prune) {
    return *make_plan(house.context(), house.databases, *house.store,
                      {"main", {}, prune, true, {}});
  };

  const auto pruned = plan(true);
  ASSERT_EQ(pruned.excluded.size(), 1U);
  EXPECT_EQ(pruned.excluded[0].reason, "unchanged_since_last_copy");
  EXPECT_EQ(pruned.tables[0].disposition, Disposition::pruned);

  const auto asked = house.engine->sent_matching("change_marker");
  EXPECT_EQ(plan(false).tables[0].disposition, Disposition::copy);
  EXPECT_EQ(house.engine->sent_matching("change_marker"), asked);

  house.engine->markers[source_name] = "8";
  EXPECT_EQ(plan(true).tables[0].disposition, Disposition::copy);

  house.engine->fail_matching("change_marker", {ErrorCode::refused, "no", ""});
  EXPECT_EQ(plan(true).tables[0].disposition, Disposition::copy);
}

TEST(PlannerPrune, says_when_the_engine_has_no_markers) {
  House house;
  house.replication().prune_unchanged = true;
  house.add(source_name, columns);
  house.add(target_name, columns);
  const auto warnings = [&](bool prune) {
    return make_plan(house.context(), house.databases, *house.store, {"main", {}, prune, true, {}})
        ->warnings.size();
  };
  EXPECT_EQ(warnings(true), 1U);
  EXPECT_EQ(warnings(false), 0U);
}

TEST(WorkerCount, is_bounded) {
  config::Execution execution;
  EXPECT_EQ(worker_count(execution, 100), 4U);
  EXPECT_EQ(worker_count(execution, 0), 1U);
  execution.concurrency = 8;
  EXPECT_EQ(worker_count(execution, 100), 8U);
  EXPECT_EQ(worker_count(execution, 3), 3U);
  execution.concurrency = 1000;
  EXPECT_EQ(worker_count(execution, 1000), 32U);
}

}  // namespace
}  // namespace leeway::pipeline
