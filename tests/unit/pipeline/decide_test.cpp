#include "pipeline/decide.h"

#include <gmock/gmock.h>

#include "unit/pipeline/support.h"

namespace leeway::pipeline {
namespace {

using config::Strategy;
using testing::dialect_named;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::purposes;
using testing::source_name;
using testing::table;
using testing::target_name;

using Texts = std::vector<std::string>;

// One decision with everything it is made from, changed by each test where it matters.
class Decide : public ::testing::Test {
 protected:
  Decide() {
    source = table(*dialect, source_name, {"id INTEGER", "name VARCHAR", "ts TIMESTAMP"});
    target = table(*dialect, target_name, {"id INTEGER", "name VARCHAR", "ts TIMESTAMP"});
  }

  void strategy(Strategy strategy) { wanted.settings.strategy = strategy; }
  void incremental(std::string value = "2026-01-01 00:00:00", long long rows_at_value = 1) {
    strategy(Strategy::incremental);
    watermark = state::Watermark{
        target_name.display(), std::move(value), "TIMESTAMP", "ts", rows_at_value, {}};
  }
  void source_columns(const Texts& columns) { source = table(*dialect, source_name, columns); }
  void target_columns(const Texts& columns) { target = table(*dialect, target_name, columns); }
  catalog::Table& target_table() { return std::get<catalog::Table>(target); }

  Decision decide(const std::optional<ProbeAnswer>& answer = std::nullopt) const {
    const Rules rules{project, replication, *dialect, prune};
    TableInput input{wanted,    source,      target,        target_schema_exists, watermark,
                     in_flight, live_marker, stored_marker, contradiction};
    return pipeline::decide(rules, input, answer);
  }
  TablePlan plan(const std::optional<ProbeAnswer>& answer = std::nullopt) const {
    return decide(answer).plan;
  }
  // The code of a plan that failed; nothing may run then.
  std::optional<ErrorCode> failure() const {
    const auto decision = decide();
    EXPECT_FALSE(decision.probe);
    if (decision.plan.disposition != Disposition::failed) return std::nullopt;
    EXPECT_THAT(decision.plan.statements, IsEmpty());
    EXPECT_THAT(decision.plan.fallback, IsEmpty());
    EXPECT_FALSE(decision.plan.why.empty());
    return decision.plan.error ? std::optional(decision.plan.error->code) : std::nullopt;
  }

  const dialects::Dialect* dialect = &dialect_named("duckdb");
  dialects::Dialect changed{};  // for a test that needs another capability
  config::Project project;
  config::Replication replication;
  Candidate wanted = testing::candidate();
  catalog::Presence source, target;
  bool target_schema_exists = true;
  std::optional<state::Watermark> watermark;
  bool in_flight = false;
  std::optional<std::string> live_marker, stored_marker;
  std::optional<Contradiction> contradiction;
  bool prune = true;
};

TEST_F(Decide, describes_the_table) {
  const auto p = plan();
  EXPECT_THAT(p.asset_key, ElementsAre("duckdb", "acme", "orders"));
  EXPECT_EQ(p.tenant, "acme");
  EXPECT_EQ(p.connector_id, "src__acme");
  EXPECT_EQ(p.state_key, "key of orders");
  EXPECT_EQ(p.source, source_name);
  EXPECT_EQ(p.target, target_name);
  EXPECT_THAT(p.source_columns, ElementsAre("id", "name", "ts"));
  EXPECT_EQ(p.source_fingerprint, catalog::fingerprint(source));
  EXPECT_EQ(p.target_fingerprint, catalog::fingerprint(target));
  EXPECT_NE(p.source_fingerprint, catalog::fingerprint(catalog::Absent{}));
}

// --- full refresh

TEST_F(Decide, makes_an_absent_target) {
  target = catalog::Absent{};
  const auto p = plan();
  EXPECT_EQ(p.disposition, Disposition::copy);
  EXPECT_EQ(p.mode, CopyMode::full_refresh);
  EXPECT_TRUE(p.creates_target);
  EXPECT_FALSE(p.drift_checked);
  ASSERT_THAT(purposes(p.statements), ElementsAre("full_refresh_copy"));
  EXPECT_THAT(p.statements[0].sql, HasSubstr(R"(CREATE TABLE "fake"."staging__acme"."orders" AS)"));
  EXPECT_THAT(p.statements[0].sql, HasSubstr(R"(FROM "fake"."src__acme"."orders")"));
}

TEST_F(Decide, replaces_a_plain_target) {
  const auto p = plan();
  EXPECT_FALSE(p.creates_target);
  EXPECT_TRUE(p.drift_checked);
  EXPECT_THAT(p.drift, IsEmpty());
  ASSERT_THAT(purposes(p.statements), ElementsAre("full_refresh_copy"));
  EXPECT_THAT(p.statements[0].sql, HasSubstr("CREATE OR REPLACE TABLE"));
}

TEST_F(Decide, keeps_a_target_with_a_key) {
  target_table().primary_key = {"id"};
  const auto p = plan();
  EXPECT_THAT(purposes(p.statements), ElementsAre("clear_table", "full_refresh_copy"));
  EXPECT_THAT(p.statements[0].sql, HasSubstr("DELETE FROM"));
  EXPECT_THAT(p.statements[1].sql, HasSubstr("INSERT INTO"));
}

TEST_F(Decide, keeps_what_only_the_target_has) {
  target_columns({"id INTEGER", "name VARCHAR", "ts TIMESTAMP", "old DATE"});
  const auto p = plan();
  ASSERT_THAT(purposes(p.statements), ElementsAre("full_refresh_copy"));
  EXPECT_THAT(p.statements[0].sql, HasSubstr(R"(CAST(NULL AS DATE) AS "old")"));
  EXPECT_EQ(p.notices.size(), 1U);
}

TEST_F(Decide, tells_what_becomes_of_a_column_only_the_target_has) {
  target_columns({"id INTEGER", "name VARCHAR", "ts TIMESTAMP", "old DATE NOT NULL"});
  EXPECT_THAT(plan().notices, ::testing::Contains(HasSubstr("refused")));
  target_table().columns.back().default_value = "DATE '2000-01-01'";
  EXPECT_THAT(plan().notices, ::testing::Contains(HasSubstr("DATE '2000-01-01'")));
  incremental();
  for (const auto& p : {plan(), plan(ProbeAnswer{{1, 1}, {}}), plan(ProbeAnswer{{0, 1}, {}})})
    EXPECT_THAT(p.notices, ElementsAre(HasSubstr("'old'")));
}

TEST_F(Decide, evolves_before_it_reloads) {
  source_columns({"id BIGINT", "name VARCHAR", "ts TIMESTAMP", "region VARCHAR"});
  const auto p = plan();
  EXPECT_THAT(purposes(p.statements),
              ElementsAre("alter_column_type", "add_column", "clear_table", "full_refresh_copy"));
  EXPECT_EQ(p.statements[0].sql,
            R"(ALTER TABLE "fake"."staging__acme"."orders" ALTER COLUMN "id" TYPE BIGINT)");
  EXPECT_EQ(p.statements[1].sql,
            R"(ALTER TABLE "fake"."staging__acme"."orders" ADD COLUMN "region" VARCHAR)");
  EXPECT_THAT(p.expected,
              ElementsAre(ExpectedColumn{"id", "BIGINT"}, ExpectedColumn{"region", "VARCHAR"}));
  EXPECT_EQ(p.drift.size(), 2U);
}

TEST_F(Decide, rebuilds_for_an_unsafe_change) {
  source_columns({"id INTEGER", "name INTEGER", "ts TIMESTAMP"});
  target_table().primary_key = {"id"};
  target_table().comment = "orders of acme";
  target_table().indexes = {{"by_name", false, {"name"}, "CREATE INDEX by_name ON orders(name);"}};
  const auto p = plan();
  ASSERT_THAT(purposes(p.statements),
              ElementsAre("drop_table", "full_refresh_copy", "create_index", "comment"));
  EXPECT_EQ(p.statements[0].sql, R"(DROP TABLE IF EXISTS "fake"."staging__acme"."orders")");
  EXPECT_EQ(p.statements[0].reason, "column 'name' changed VARCHAR -> INTEGER");
  EXPECT_THAT(p.statements[1].sql, HasSubstr("CREATE TABLE"));
  EXPECT_EQ(p.statements[2].sql, "CREATE INDEX by_name ON orders(name)");
  EXPECT_THAT(p.expected, IsEmpty());
  EXPECT_THAT(p.notices, ::testing::Contains(HasSubstr("primary key")));
  ASSERT_EQ(p.drift.size(), 1U);
  EXPECT_EQ(p.drift[0].action, ActionKind::drop_and_recreate);
}

TEST_F(Decide, rewrites_a_table_whose_index_forbids_alter) {
  source_columns({"id BIGINT", "name VARCHAR", "ts TIMESTAMP"});
  target_table().indexes = {{"by_name", false, {"name"}, "CREATE INDEX by_name ON orders(name)"}};
  const auto p = plan();
  EXPECT_THAT(purposes(p.statements),
              ElementsAre("alter_column_type", "drop_table", "rename_table", "create_index",
                          "clear_table", "full_refresh_copy"));
  EXPECT_EQ(p.statements[0].target.table, "orders__leeway_rewrite");
}

// --- incremental

TEST_F(Decide, first_incremental_copy_is_whole) {
  strategy(Strategy::incremental);
  const auto decision = decide();
  EXPECT_FALSE(decision.probe);
  EXPECT_EQ(decision.plan.mode, CopyMode::full_refresh);
  ASSERT_TRUE(decision.plan.watermark);
  EXPECT_EQ(decision.plan.watermark->column, "ts");
  EXPECT_EQ(decision.plan.watermark->type, "TIMESTAMP");
  EXPECT_FALSE(decision.plan.watermark->previous);
  EXPECT_THAT(decision.plan.notices, ::testing::Contains(HasSubstr("replaced")));
}

TEST_F(Decide, an_unfinished_copy_without_a_watermark_is_not_repaired) {
  strategy(Strategy::incremental);
  in_flight = true;
  EXPECT_FALSE(plan().watermark->repaired);
}

TEST_F(Decide, asks_whether_anything_is_new) {
  incremental();
  const auto decision = decide();
  ASSERT_TRUE(decision.probe);
  EXPECT_THAT(*decision.probe, HasSubstr(R"("fake"."src__acme"."orders")"));
  EXPECT_THAT(*decision.probe, HasSubstr("2026-01-01 00:00:00"));
  EXPECT_EQ(decision.plan.watermark->previous, "2026-01-01 00:00:00");
}

TEST_F(Decide, copies_newer_rows) {
  incremental();
  const auto decision = decide(ProbeAnswer{{3, 1}, {}});
  EXPECT_FALSE(decision.probe);
  const auto& p = decision.plan;
  EXPECT_EQ(p.mode, CopyMode::incremental);
  ASSERT_THAT(purposes(p.statements), ElementsAre("incremental_copy"));
  EXPECT_THAT(p.statements[0].sql,
              HasSubstr(R"(WHERE "ts" > CAST('2026-01-01 00:00:00' AS TIMESTAMP))"));
}

TEST_F(Decide, copies_the_boundary_again_when_rows_tie) {
  incremental("2026-01-01 00:00:00", 2);
  const auto p = plan(ProbeAnswer{{0, 3}, {}});
  EXPECT_EQ(p.disposition, Disposition::copy);
  ASSERT_THAT(purposes(p.statements), ElementsAre("clear_boundary", "incremental_copy"));
  EXPECT_THAT(p.statements[0].sql, HasSubstr(R"("ts" = CAST('2026-01-01 00:00:00')"));
  EXPECT_THAT(p.statements[1].sql, HasSubstr(R"("ts" >= CAST('2026-01-01 00:00:00')"));
}

TEST_F(Decide, leaves_what_has_nothing_newer) {
  incremental();
  for (const auto& answer : {ProbeAnswer{{0, 1}, {}}, ProbeAnswer{{0, 0}, {}}}) {
    const auto p = plan(answer);
    EXPECT_EQ(p.disposition, Disposition::up_to_date);
    EXPECT_THAT(p.statements, IsEmpty());
  }
}

TEST_F(Decide, evolves_even_with_nothing_newer) {
  incremental();
  source_columns({"id INTEGER", "name VARCHAR", "ts TIMESTAMP", "region VARCHAR"});
  const auto p = plan(ProbeAnswer{{0, 1}, {}});
  EXPECT_EQ(p.disposition, Disposition::copy);
  EXPECT_THAT(purposes(p.statements), ElementsAre("add_column"));
}

TEST_F(Decide, rebuilds_an_incremental_table_without_a_probe) {
  incremental();
  source_columns({"id INTEGER", "name INTEGER", "ts TIMESTAMP"});
  const auto decision = decide();
  EXPECT_FALSE(decision.probe);
  EXPECT_EQ(decision.plan.mode, CopyMode::full_refresh);
  EXPECT_TRUE(decision.plan.watermark);
}

TEST_F(Decide, an_empty_first_copy_is_counted_first) {
  incremental("", 0);
  watermark->type = "";
  const auto asked = decide();
  ASSERT_TRUE(asked.probe);
  EXPECT_THAT(*asked.probe, HasSubstr("COUNT"));
  EXPECT_EQ(plan(ProbeAnswer{{0, 0}, {}}).disposition, Disposition::up_to_date);
  EXPECT_EQ(plan(ProbeAnswer{{2, 0}, {}}).mode, CopyMode::full_refresh);
}

TEST_F(Decide, says_that_a_watermark_was_repaired) {
  incremental();
  in_flight = true;
  EXPECT_TRUE(plan(ProbeAnswer{{1, 1}, {}}).watermark->repaired);
}

// --- a target that is not what its watermark says

TEST_F(Decide, compares_the_target_with_its_watermark) {
  incremental("2026-01-01 00:00:00", 2);
  struct Case {
    SideCount target;
    std::optional<bool> ahead;  // absent: no contradiction
  };
  for (const auto& [target_side, ahead] :
       {Case{{0, 2}, {}}, Case{{0, 3}, {}}, Case{{0, 2, 5, 5}, {}}, Case{{0, 1}, false},
        Case{{0, 0}, false}, Case{{1, 2}, true}, Case{{1, 0}, true}}) {
    const auto found = decide(ProbeAnswer{{0, 2}, target_side}).contradiction;
    ASSERT_EQ(found.has_value(), ahead.has_value());
    if (!ahead) continue;
    EXPECT_EQ(found->ahead, *ahead);
    EXPECT_EQ(found->recorded, *watermark);
  }
  EXPECT_FALSE(decide(ProbeAnswer{{0, 2}, {}}).contradiction);
}

TEST_F(Decide, a_target_that_is_behind_is_cleared_from_there_on) {
  incremental("2025-12-01 00:00:00", 1);
  contradiction = Contradiction{*watermark, false};
  contradiction->recorded.value = "2026-01-01 00:00:00";
  const auto decision = decide(ProbeAnswer{{3, 1}, SideCount{0, 1}});
  EXPECT_FALSE(decision.contradiction);
  const auto& p = decision.plan;
  ASSERT_THAT(purposes(p.statements), ElementsAre("clear_boundary", "incremental_copy"));
  const std::string from = R"(WHERE "ts" > CAST('2025-12-01 00:00:00' AS TIMESTAMP))";
  EXPECT_THAT(p.statements[0].sql, HasSubstr(from));
  EXPECT_THAT(p.statements[1].sql, HasSubstr(from));
  EXPECT_EQ(p.watermark->previous, "2026-01-01 00:00:00");
  EXPECT_TRUE(p.watermark->repaired);
  EXPECT_EQ(p.notices.size(), 1U);
}

TEST_F(Decide, of_a_target_that_is_ahead_nothing_is_cleared) {
  incremental("2026-02-01 00:00:00", 1);
  contradiction = Contradiction{*watermark, true};
  const auto p = plan(ProbeAnswer{{3, 1}, SideCount{0, 1}});
  EXPECT_THAT(purposes(p.statements), ElementsAre("incremental_copy"));
  EXPECT_EQ(p.notices.size(), 1U);
}

TEST_F(Decide, a_target_being_widened_is_not_compared) {
  incremental();
  source_columns({"id INTEGER", "name VARCHAR", "ts BIGINT"});
  target_columns({"id INTEGER", "name VARCHAR", "ts INTEGER"});
  EXPECT_THAT(*decide().probe, ::testing::Not(HasSubstr("staging__acme")));
}

// --- rows that no watermark reaches

TEST_F(Decide, tells_of_rows_without_a_time_that_the_target_lacks) {
  incremental();
  const auto notices = [&](SideCount in_source, std::optional<SideCount> in_target) {
    return plan(ProbeAnswer{in_source, in_target}).notices.size();
  };
  EXPECT_EQ(notices({0, 1, 0, 3}, SideCount{0, 1, 0, 3}), 0U);
  EXPECT_EQ(notices({0, 1, 0, 3}, SideCount{0, 1, 0, 2}), 1U);
  EXPECT_EQ(notices({5, 1, 0, 3}, SideCount{0, 1, 0, 2}), 1U);
  EXPECT_EQ(notices({0, 1, 0, 3}, std::nullopt), 1U);
}

TEST_F(Decide, rows_at_infinity_come_with_others_or_when_there_are_more) {
  incremental();
  const auto copied = [&](SideCount in_source, SideCount in_target) {
    return purposes(plan(ProbeAnswer{in_source, in_target}).statements);
  };
  EXPECT_THAT(copied({0, 1, 2, 0}, {0, 1, 2, 0}), IsEmpty());
  EXPECT_THAT(copied({0, 1, 1, 0}, {0, 1, 2, 0}), IsEmpty());
  EXPECT_THAT(copied({0, 1, 3, 0}, {0, 1, 2, 0}),
              ElementsAre("clear_boundary", "incremental_copy"));
  EXPECT_THAT(copied({1, 1, 2, 0}, {0, 1, 2, 0}),
              ElementsAre("clear_boundary", "incremental_copy"));
  EXPECT_THAT(copied({1, 1, 0, 0}, {0, 1, 2, 0}), ElementsAre("incremental_copy"));
}

TEST_F(Decide, an_engine_that_cannot_replace_rows_leaves_them_and_says_so) {
  changed = *dialect;
  changed.capabilities.transactional_ddl = false;
  dialect = &changed;
  incremental();
  const auto late = plan(ProbeAnswer{{0, 2, 1, 0}, SideCount{0, 1, 0, 0}});
  EXPECT_EQ(late.disposition, Disposition::up_to_date);
  EXPECT_EQ(late.notices.size(), 1U);
  const auto newer = plan(ProbeAnswer{{1, 1, 1, 0}, SideCount{0, 1, 1, 0}});
  ASSERT_THAT(purposes(newer.statements), ElementsAre("incremental_copy"));
  EXPECT_THAT(newer.statements[0].sql, HasSubstr(R"("ts" < CAST('infinity' AS TIMESTAMP))"));
  EXPECT_THAT(newer.notices, IsEmpty());
}

// --- merge

TEST_F(Decide, merge_asks_then_merges_by_key) {
  strategy(Strategy::merge);
  wanted.settings.merge_keys = {"id"};
  ASSERT_TRUE(decide().probe);
  const auto p = plan(ProbeAnswer{{1, 0}, {}});
  EXPECT_EQ(p.mode, CopyMode::merge);
  ASSERT_THAT(purposes(p.statements), ElementsAre("merge_copy"));
  EXPECT_THAT(p.merge_keys, ElementsAre("id"));
  EXPECT_EQ(plan(ProbeAnswer{{0, 0}, {}}).disposition, Disposition::up_to_date);
}

TEST_F(Decide, merge_into_an_evolving_target_needs_no_probe) {
  strategy(Strategy::merge);
  wanted.settings.merge_keys = {"id"};
  source_columns({"id INTEGER", "name VARCHAR", "ts TIMESTAMP", "region VARCHAR"});
  const auto decision = decide();
  EXPECT_FALSE(decision.probe);
  EXPECT_THAT(purposes(decision.plan.statements), ElementsAre("add_column", "merge_copy"));
}

TEST_F(Decide, merge_leaves_what_only_the_target_has) {
  strategy(Strategy::merge);
  wanted.settings.merge_keys = {"id"};
  target_columns({"id INTEGER", "name VARCHAR", "ts TIMESTAMP", "old DATE"});
  const auto p = plan(ProbeAnswer{{1, 0}, {}});
  ASSERT_EQ(p.statements.size(), 1U);
  EXPECT_THAT(p.statements[0].sql, ::testing::Not(HasSubstr("\"old\"")));
}

// --- views

TEST_F(Decide, makes_a_view_and_then_leaves_it) {
  strategy(Strategy::view);
  target = catalog::Absent{};
  const auto p = plan();
  EXPECT_EQ(p.mode, CopyMode::view);
  ASSERT_THAT(purposes(p.statements), ElementsAre("view"));

  stored_marker = p.source_marker;
  target = table(*dialect, target_name, {"id INTEGER", "name VARCHAR", "ts TIMESTAMP"});
  target_table().kind = catalog::ObjectKind::view;
  EXPECT_EQ(plan().disposition, Disposition::up_to_date);
  stored_marker = "another view";
  EXPECT_EQ(plan().disposition, Disposition::copy);
}

TEST_F(Decide, a_view_that_could_not_be_read_is_made_again) {
  strategy(Strategy::view);
  target = catalog::Absent{};
  stored_marker = plan().source_marker;
  const std::string why_absent = plan().why;
  target = catalog::Unreadable{"broken", catalog::ObjectKind::view};
  const auto p = plan();
  EXPECT_THAT(purposes(p.statements), ElementsAre("view"));
  EXPECT_TRUE(p.unreadable);
  EXPECT_NE(p.why, why_absent);
  EXPECT_THAT(p.notices, ::testing::Contains(HasSubstr("broken")));
}

TEST_F(Decide, refuses_a_table_where_a_view_is_wanted_and_the_reverse) {
  strategy(Strategy::view);
  EXPECT_EQ(failure(), ErrorCode::refused);
  strategy(Strategy::full_refresh);
  target_table().kind = catalog::ObjectKind::view;
  EXPECT_EQ(failure(), ErrorCode::refused);
}

TEST_F(Decide, refuses_what_the_engine_does_not_have) {
  strategy(Strategy::materialized_view);
  target = catalog::Absent{};
  EXPECT_EQ(failure(), ErrorCode::unsupported);
  strategy(Strategy::dynamic_table);
  EXPECT_EQ(failure(), ErrorCode::unsupported);
}

TEST_F(Decide, makes_a_materialized_view_where_there_are_some) {
  dialect = &dialect_named("snowflake");
  source_columns({"id NUMBER(38,0)"});
  target = catalog::Absent{};
  strategy(Strategy::materialized_view);
  EXPECT_THAT(purposes(plan().statements), ElementsAre("materialized_view"));
}

// --- pruning: each of the conditions alone keeps a table from being pruned

class Prune : public Decide {
 protected:
  Prune() {
    replication.prune_unchanged = true;
    incremental();
    live_marker = stored_marker = "42";
  }
  bool pruned() const { return decide().plan.disposition == Disposition::pruned; }
};

TEST_F(Prune, leaves_an_unchanged_table) {
  const auto decision = decide();
  EXPECT_EQ(decision.plan.disposition, Disposition::pruned);
  EXPECT_THAT(decision.plan.statements, IsEmpty());
  EXPECT_FALSE(decision.probe);
  EXPECT_FALSE(decision.plan.drift_checked);
}

TEST_F(Prune, only_when_asked_for) {
  replication.prune_unchanged = false;
  EXPECT_FALSE(pruned());
}

TEST_F(Prune, not_with_no_prune) {
  prune = false;
  EXPECT_FALSE(pruned());
}

TEST_F(Prune, not_when_the_engine_offers_no_marker) {
  live_marker.reset();
  EXPECT_FALSE(pruned());
}

TEST_F(Prune, not_when_no_marker_is_recorded) {
  stored_marker.reset();
  EXPECT_FALSE(pruned());
}

TEST_F(Prune, not_when_both_markers_are_missing) {
  live_marker.reset();
  stored_marker.reset();
  EXPECT_FALSE(pruned());
}

TEST_F(Prune, not_when_the_marker_moved) {
  live_marker = "43";
  EXPECT_FALSE(pruned());
}

TEST_F(Prune, not_an_incremental_table_without_watermark) {
  watermark.reset();
  EXPECT_FALSE(pruned());
  strategy(Strategy::full_refresh);
  EXPECT_TRUE(pruned());
}

TEST_F(Prune, not_an_absent_or_unreadable_target) {
  target = catalog::Absent{};
  EXPECT_FALSE(pruned());
  target = catalog::Unreadable{"no"};
  EXPECT_FALSE(pruned());
}

TEST_F(Prune, not_a_table_whose_copy_was_not_finished) {
  in_flight = true;
  EXPECT_FALSE(pruned());
}

TEST_F(Prune, an_error_that_can_be_known_is_not_hidden) {
  wanted.settings.timestamp_column = "nothing";
  EXPECT_EQ(failure(), ErrorCode::config);
}

// --- preflight: what can be known to go wrong before the first statement

TEST_F(Decide, fails_without_the_timestamp_column) {
  strategy(Strategy::incremental);
  wanted.settings.timestamp_column = "tz";
  EXPECT_EQ(failure(), ErrorCode::config);
  EXPECT_THAT(plan().error->message, HasSubstr("'ts'"));
}

TEST_F(Decide, fails_for_a_timestamp_column_whose_text_does_not_come_back) {
  strategy(Strategy::incremental);
  for (const std::string type : {"INTEGER[]", "STRUCT(a INTEGER)", "MAP(INTEGER, INTEGER)",
                                 "UNION(a INTEGER, b VARCHAR)", "JSON"}) {
    source_columns({"id INTEGER", "ts " + type});
    target = catalog::Absent{};
    EXPECT_EQ(failure(), ErrorCode::config) << type;
  }
  for (const std::string type : {"BIGINT", "DATE", "TIMESTAMPTZ", "VARCHAR", "DECIMAL(18,3)"}) {
    source_columns({"id INTEGER", "ts " + type});
    EXPECT_EQ(failure(), std::nullopt) << type;
  }
}

TEST_F(Decide, a_full_refresh_needs_no_timestamp_column) {
  wanted.settings.timestamp_column = "nothing";
  EXPECT_EQ(failure(), std::nullopt);
}

TEST_F(Decide, finds_the_timestamp_column_in_another_case) {
  incremental();
  wanted.settings.timestamp_column = "TS";
  EXPECT_EQ(plan(ProbeAnswer{{1, 1}, {}}).disposition, Disposition::copy);
}

TEST_F(Decide, fails_without_a_merge_key) {
  strategy(Strategy::merge);
  wanted.settings.merge_keys = {"id", "idd"};
  EXPECT_EQ(failure(), ErrorCode::config);
}

TEST_F(Decide, fails_when_columns_collide) {
  source_columns({"id INTEGER", "ID INTEGER", "ts TIMESTAMP"});
  target = catalog::Absent{};
  EXPECT_EQ(failure(), ErrorCode::unsupported);
}

TEST_F(Decide, fails_when_a_metadata_column_collides) {
  wanted.metadata = {{"NAME", "VARCHAR", "'x'", {}}};
  EXPECT_EQ(failure(), ErrorCode::config);
}

TEST_F(Decide, adds_metadata_columns) {
  wanted.metadata = {{"_loaded_from", "VARCHAR", "'acme'", {}}};
  target = catalog::Absent{};
  const auto p = plan();
  EXPECT_THAT(p.metadata_columns, ElementsAre("_loaded_from"));
  EXPECT_THAT(p.statements.at(0).sql, HasSubstr("'acme'"));
}

TEST_F(Decide, a_metadata_column_the_target_has_is_no_drift) {
  wanted.metadata = {{"_loaded_from", "VARCHAR", "'acme'", {}}};
  target_columns({"id INTEGER", "name VARCHAR", "ts TIMESTAMP", "_loaded_from VARCHAR"});
  const auto p = plan();
  EXPECT_THAT(p.drift, IsEmpty());
  EXPECT_THAT(p.notices, IsEmpty());
}

TEST_F(Decide, a_metadata_column_the_target_lacks_is_added) {
  wanted.metadata = {{"_loaded_from", "VARCHAR", "'acme'", {}}};
  incremental();
  const auto p = plan(ProbeAnswer{{1, 1}, {}});
  EXPECT_THAT(purposes(p.statements), ElementsAre("add_column", "incremental_copy"));
  EXPECT_THAT(p.drift, IsEmpty());
}

TEST_F(Decide, fails_for_names_that_cannot_be_quoted) {
  for (const std::string& name : {std::string("a\0b", 3), std::string()}) {
    auto columns = table(*dialect, source_name, {"id INTEGER"});
    columns.columns[0].name = name;
    source = columns;
    target = catalog::Absent{};
    EXPECT_TRUE(failure()) << name.size();
  }
}

TEST_F(Decide, fails_for_a_name_longer_than_the_engine_takes) {
  dialect = &dialect_named("postgres");
  source_columns({"id integer"});
  target = catalog::Absent{};
  wanted.target.table = std::string(64, 'a');
  EXPECT_TRUE(failure());
  wanted.target.table.pop_back();
  EXPECT_FALSE(failure());
}

TEST_F(Decide, fails_when_the_schema_is_missing_and_may_not_be_made) {
  target_schema_exists = false;
  target = catalog::Absent{};
  EXPECT_EQ(failure(), ErrorCode::not_found);
  replication.target.governance.auto_create_schemas = true;
  EXPECT_EQ(failure(), std::nullopt);
}

TEST_F(Decide, fails_when_the_source_is_gone) {
  source = catalog::Absent{};
  EXPECT_EQ(failure(), ErrorCode::not_found);
}

// --- what could not be read

TEST_F(Decide, an_unreadable_source_is_copied_by_the_targets_columns) {
  source = catalog::Unreadable{"permission denied"};
  target_columns({"id INTEGER", "ts TIMESTAMP", "_loaded_from VARCHAR"});
  wanted.metadata = {{"_loaded_from", "VARCHAR", "'acme'", {}}};
  const auto p = plan();
  EXPECT_EQ(p.disposition, Disposition::copy);
  EXPECT_FALSE(p.drift_checked);
  EXPECT_TRUE(p.unreadable);
  EXPECT_THAT(p.drift, IsEmpty());
  EXPECT_THAT(p.notices, ::testing::Contains(HasSubstr("permission denied")));
  ASSERT_EQ(p.statements.size(), 1U);
  EXPECT_THAT(p.statements[0].sql, HasSubstr("\"id\""));
}

TEST_F(Decide, an_unreadable_source_needs_a_target) {
  source = catalog::Unreadable{"permission denied"};
  target = catalog::Absent{};
  EXPECT_EQ(failure(), ErrorCode::unreadable);
  target = catalog::Unreadable{"broken"};
  EXPECT_EQ(failure(), ErrorCode::unreadable);
}

TEST_F(Decide, an_unreadable_target_is_rebuilt) {
  target = catalog::Unreadable{"broken", catalog::ObjectKind::table};
  const auto p = plan();
  EXPECT_EQ(p.disposition, Disposition::copy);
  EXPECT_THAT(purposes(p.statements), ElementsAre("drop_table", "full_refresh_copy"));
  EXPECT_THAT(p.statements[0].sql, HasSubstr("DROP TABLE IF EXISTS"));
  EXPECT_THAT(p.notices, ::testing::Contains(HasSubstr("broken")));
}

TEST_F(Decide, an_unreadable_view_is_dropped_as_one) {
  target = catalog::Unreadable{"broken", catalog::ObjectKind::view};
  EXPECT_THAT(plan().statements.at(0).sql, HasSubstr("DROP VIEW IF EXISTS"));
}

TEST_F(Decide, an_unreadable_target_is_left_where_policy_says_so) {
  target = catalog::Unreadable{"broken"};
  replication.drift.on_unreadable_target = config::OnUnreadableTarget::fail;
  EXPECT_EQ(failure(), ErrorCode::unreadable);
}

// --- a refused ALTER

TEST_F(Decide, has_no_fallback_unless_asked_for) {
  source_columns({"id BIGINT", "name VARCHAR", "ts TIMESTAMP"});
  EXPECT_THAT(plan().fallback, IsEmpty());
}

TEST_F(Decide, falls_back_to_a_rebuild) {
  replication.drift.on_alter_failure = config::OnAlterFailure::full_refresh;
  source_columns({"id BIGINT", "name VARCHAR", "ts TIMESTAMP"});
  for (const auto strategy_of : {Strategy::full_refresh, Strategy::incremental, Strategy::merge}) {
    incremental();
    strategy(strategy_of);
    wanted.settings.merge_keys = {"id"};
    const auto p = plan(ProbeAnswer{{1, 1}, {}});
    EXPECT_THAT(purposes(p.fallback), ElementsAre("full_refresh_copy"));
    EXPECT_THAT(p.fallback.at(0).sql, HasSubstr("CREATE OR REPLACE TABLE"));
    EXPECT_EQ(p.statements.at(0).purpose, Purpose::alter_column_type);
  }
}

TEST_F(Decide, an_addition_has_no_fallback) {
  replication.drift.on_alter_failure = config::OnAlterFailure::full_refresh;
  source_columns({"id INTEGER", "name VARCHAR", "ts TIMESTAMP", "region VARCHAR"});
  EXPECT_THAT(plan().fallback, IsEmpty());
}

// --- the gate

TEST_F(Decide, the_gate_stops_a_widening_before_anything_runs) {
  project.resilience.auto_apply_additive_drift = true;
  source_columns({"id BIGINT", "name VARCHAR", "ts TIMESTAMP"});
  const auto decision = decide();
  const auto& p = decision.plan;
  EXPECT_FALSE(decision.probe);
  EXPECT_EQ(p.disposition, Disposition::refused);
  EXPECT_THAT(p.statements, IsEmpty());
  EXPECT_THAT(p.expected, IsEmpty());
  ASSERT_TRUE(p.error);
  EXPECT_EQ(p.error->code, ErrorCode::policy);
  ASSERT_EQ(p.drift.size(), 1U);
  EXPECT_EQ(p.drift[0].action, ActionKind::require_review);
  EXPECT_THAT(p.error->message, HasSubstr("column 'id' changed INTEGER -> BIGINT"));
}

TEST_F(Decide, the_gate_lets_a_granted_addition_through) {
  project.resilience.auto_apply_additive_drift = true;
  config::PolicyRule allow;
  allow.principal = "agent";
  allow.capability = "schema_change.additive";
  allow.effect = "allow";
  allow.any = true;
  project.policy = config::Policy{1, "require_review", {allow}};
  source_columns({"id INTEGER", "name VARCHAR", "ts TIMESTAMP", "region VARCHAR"});
  const auto p = plan();
  EXPECT_EQ(p.disposition, Disposition::copy);
  ASSERT_TRUE(p.gate);
  EXPECT_EQ(p.gate->effect, "allow");
}

TEST_F(Decide, the_gate_does_not_let_an_unreadable_target_be_rebuilt) {
  project.resilience.auto_apply_additive_drift = true;
  target = catalog::Unreadable{"broken", catalog::ObjectKind::table};
  const auto p = plan();
  EXPECT_EQ(p.disposition, Disposition::refused);
  EXPECT_THAT(p.statements, IsEmpty());
}

TEST_F(Decide, the_gate_has_nothing_to_say_without_drift) {
  project.resilience.auto_apply_additive_drift = true;
  const auto p = plan();
  EXPECT_EQ(p.disposition, Disposition::copy);
  EXPECT_FALSE(p.gate);
}

TEST_F(Decide, is_the_same_for_the_same_input) {
  incremental();
  source_columns({"id BIGINT", "name VARCHAR", "ts TIMESTAMP", "region VARCHAR"});
  EXPECT_EQ(plan(ProbeAnswer{{1, 1}, {}}), plan(ProbeAnswer{{1, 1}, {}}));
}

// --- the engines' ALTER statements

struct AlterCase {
  std::string engine, from, to;
  Texts statements;  // those before the copy
};

class EngineAlter : public ::testing::TestWithParam<AlterCase> {};

TEST_P(EngineAlter, is_what_the_engine_takes) {
  const auto& c = GetParam();
  const auto& dialect = dialect_named(c.engine);
  const config::Project project;
  config::Replication replication;
  replication.drift.on_alter_failure = config::OnAlterFailure::full_refresh;
  const auto wanted = testing::candidate();
  const catalog::Presence source = table(dialect, source_name, {"c " + c.to});
  const catalog::Presence target = table(dialect, target_name, {"c " + c.from});
  const TableInput input{wanted, source, target, true, {}, false, {}, {}};
  const auto plan = decide({project, replication, dialect, true}, input).plan;

  Texts before_copy;
  for (const auto& statement : plan.statements)
    if (statement.purpose == Purpose::widen_prelude ||
        statement.purpose == Purpose::alter_column_type)
      before_copy.push_back(statement.sql);
  EXPECT_EQ(before_copy, c.statements);
  ASSERT_EQ(plan.drift.size(), 1U);
  if (c.statements.empty()) {
    EXPECT_EQ(plan.drift[0].action, ActionKind::drop_and_recreate);
    EXPECT_THAT(plan.fallback, IsEmpty());
  } else {
    EXPECT_EQ(plan.drift[0].action, ActionKind::alter_column_types);
    EXPECT_THAT(purposes(plan.fallback), ::testing::Contains("full_refresh_copy"));
    EXPECT_THAT(purposes(plan.statements).front(),
                c.statements.size() > 1 ? "widen_prelude" : "alter_column_type");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Engines, EngineAlter,
    ::testing::Values(
        AlterCase{"databricks",
                  "INT",
                  "BIGINT",
                  {"ALTER TABLE `fake`.`staging__acme`.`orders` SET TBLPROPERTIES "
                   "('delta.enableTypeWidening' = 'true')",
                   "ALTER TABLE `fake`.`staging__acme`.`orders` ALTER COLUMN `c` TYPE BIGINT"}},
        AlterCase{"databricks", "INT", "STRING", {}},
        AlterCase{"trino",
                  "integer",
                  "bigint",
                  {R"(ALTER TABLE "fake"."staging__acme"."orders" ALTER COLUMN "c" )"
                   "SET DATA TYPE bigint"}},
        AlterCase{"trino", "bigint", "integer", {}},
        AlterCase{"snowflake",
                  "NUMBER(10,2)",
                  "NUMBER(12,2)",
                  {R"(ALTER TABLE "fake"."staging__acme"."orders" ALTER COLUMN "c" )"
                   "SET DATA TYPE NUMBER(12,2)"}},
        AlterCase{"snowflake", "NUMBER(10,0)", "VARCHAR", {}},
        AlterCase{"bigquery",
                  "INT64",
                  "NUMERIC",
                  {"ALTER TABLE `fake`.`staging__acme`.`orders` ALTER COLUMN `c` "
                   "SET DATA TYPE NUMERIC"}},
        AlterCase{"bigquery", "INT64", "STRING", {}}),
    [](const auto& info) {
      return fmt::format("{}_{}", info.param.engine,
                         info.param.statements.empty() ? "outside_the_list" : "inside_the_list");
    });

}  // namespace
}  // namespace leeway::pipeline
