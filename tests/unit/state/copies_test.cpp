// A watermark moves with the copy it belongs to.
#include "state/schema.h"
#include "state/sqlite_store.h"
#include "unit/state/support.h"

namespace leeway::state {
namespace {

const std::string orders = "warehouse.staging.orders";
const std::string events = "warehouse.staging.events";

class Copies : public ::testing::Test {
 protected:
  std::vector<std::string> in_flight() { return store->copies_in_flight().value(); }

  TempFolder folder;
  std::unique_ptr<Store> store = open_or_die(folder / "state.db");
};

TEST_F(Copies, a_mark_stands_from_begin_to_finish) {
  EXPECT_TRUE(in_flight().empty());
  ASSERT_TRUE(store->begin_copy("run-1", orders));
  ASSERT_TRUE(store->begin_copy("run-1", events));
  ASSERT_TRUE(store->begin_copy("run-1", events));
  EXPECT_EQ(in_flight(), (std::vector{events, orders}));
  ASSERT_TRUE(store->finish_copy({.run_id = "run-1", .record = table_record(orders)}));
  EXPECT_EQ(in_flight(), std::vector{events});
  ASSERT_TRUE(store->fail_copy("run-1", table_record(events, "failed")));
  EXPECT_TRUE(in_flight().empty());
}

TEST_F(Copies, finish_stores_everything_of_the_copy) {
  ASSERT_TRUE(store->begin_run(run_record("run-1", "2026-03-01T12:00:00Z")));
  ASSERT_TRUE(store->begin_copy("run-1", orders));
  const std::vector<DriftRecord> drift{{orders, "add_columns", "column 'b' is new"},
                                       {orders, "alter_column_types", "INT to BIGINT"}};
  ASSERT_TRUE(store->finish_copy({.run_id = "run-1",
                                  .record = table_record(orders),
                                  .watermark = mark(orders, "2026-02-28 10:00:00.250001"),
                                  .source_marker = "v7|3|1024",
                                  .drift = drift}));
  store = open_or_die(folder / "state.db");
  EXPECT_EQ(store->watermark(orders).value(), mark(orders, "2026-02-28 10:00:00.250001"));
  EXPECT_EQ(store->source_marker(orders).value(), "v7|3|1024");
  const auto run = store->run("run-1").value().value();
  EXPECT_EQ(run.tables, std::vector{table_record(orders)});
  EXPECT_EQ(run.drift, drift);
}

// The watermark keeps every digit and sign the engine printed.
TEST_F(Copies, field_F055_a_watermark_keeps_its_text) {
  for (const std::string value : {"2026-02-28 10:00:00.250", "2026-02-28 10:00:00.123456789+05:30",
                                  "-1", "", "it's; --", "9223372036854775808", "naïve ☃"}) {
    ASSERT_TRUE(store->finish_copy(
        {.run_id = "run-1", .record = table_record(orders), .watermark = mark(orders, value)}));
    EXPECT_EQ(store->watermark(orders).value().value().value, value);
  }
  EXPECT_EQ(store->watermarks().value().size(), 1U);
}

TEST_F(Copies, a_copy_without_a_watermark_leaves_none) {
  ASSERT_TRUE(store->finish_copy({.run_id = "run-1",
                                  .record = table_record(orders),
                                  .watermark = mark(orders, "10"),
                                  .source_marker = "m1"}));
  ASSERT_TRUE(store->fail_copy("run-2", table_record(orders, "failed")));
  ASSERT_TRUE(store->finish_untouched("run-3", {table_record(orders)}));
  EXPECT_EQ(store->watermark(orders).value(), mark(orders, "10"));
  ASSERT_TRUE(store->finish_copy({.run_id = "run-4", .record = table_record(orders)}));
  EXPECT_EQ(store->watermark(orders).value(), std::nullopt);
  EXPECT_EQ(store->source_marker(orders).value(), "m1");
}

TEST_F(Copies, one_in_doubt_stays_in_flight) {
  ASSERT_TRUE(store->begin_copy("run-1", orders));
  ASSERT_TRUE(store->fail_copy("run-1", table_record(orders, "failed"), true));
  ASSERT_TRUE(store->finish_untouched("run-2", {table_record(orders, "failed")}));
  EXPECT_EQ(store->copies_in_flight().value(), std::vector<std::string>{orders});
}

// One table's failure takes nothing from another table's committed watermark.
TEST_F(Copies, field_F053_watermarks_are_independent) {
  ASSERT_TRUE(store->begin_copy("run-1", orders));
  ASSERT_TRUE(store->begin_copy("run-1", events));
  ASSERT_TRUE(store->finish_copy(
      {.run_id = "run-1", .record = table_record(orders), .watermark = mark(orders, "10")}));
  ASSERT_TRUE(store->fail_copy("run-1", table_record(events, "failed")));
  EXPECT_EQ(store->watermark(orders).value(), mark(orders, "10"));
  EXPECT_FALSE(store->watermark(events).value().has_value());
}

TEST_F(Copies, absent_things_are_absent) {
  EXPECT_FALSE(store->watermark(orders).value().has_value());
  EXPECT_FALSE(store->source_marker(orders).value().has_value());
  EXPECT_TRUE(store->forget_watermark(orders));
}

TEST_F(Copies, watermarks_are_listed_by_table_and_forgotten_one_by_one) {
  for (const auto& table : {orders, events})
    ASSERT_TRUE(store->finish_copy(
        {.run_id = "run-1", .record = table_record(table), .watermark = mark(table, "10")}));
  EXPECT_EQ(store->watermarks().value(), (std::vector{mark(events, "10"), mark(orders, "10")}));
  ASSERT_TRUE(store->forget_watermark(events));
  EXPECT_EQ(store->watermarks().value(), std::vector{mark(orders, "10")});
}

TEST_F(Copies, a_second_try_in_the_same_run_replaces_the_record) {
  ASSERT_TRUE(store->begin_run(run_record("run-1", "2026-03-01T12:00:00Z")));
  ASSERT_TRUE(store->fail_copy("run-1", table_record(orders, "failed")));
  ASSERT_TRUE(store->finish_copy({.run_id = "run-1", .record = table_record(orders)}));
  EXPECT_EQ(store->run("run-1").value()->tables, std::vector{table_record(orders)});
}

TEST_F(Copies, a_record_without_a_row_count_stays_without) {
  TableRecord record = table_record(orders);
  record.rows.reset();
  ASSERT_TRUE(store->begin_run(run_record("run-1", "2026-03-01T12:00:00Z")));
  ASSERT_TRUE(store->fail_copy("run-1", record));
  EXPECT_EQ(store->run("run-1").value()->tables, std::vector{record});
}

// Nothing of a refused commit is kept: a table breaks the transaction at its last statement.
TEST_F(Copies, a_finish_that_fails_stores_nothing) {
  ASSERT_TRUE(store->begin_copy("run-1", orders));
  auto other = Database::open(folder / "state.db", Database::Mode::write);
  ASSERT_TRUE(
      other->script("CREATE TRIGGER refuse BEFORE INSERT ON run_tables "
                    "BEGIN SELECT raise(ABORT, 'refused'); END"));
  const auto finished = store->finish_copy({.run_id = "run-1",
                                            .record = table_record(orders),
                                            .watermark = mark(orders, "secret-value"),
                                            .source_marker = "m1",
                                            .drift = {{orders, "add_columns", "x"}}});
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, ErrorCode::state);
  EXPECT_EQ(finished.error().text().find("secret-value"), std::string::npos);
  EXPECT_EQ(in_flight(), std::vector{orders});
  EXPECT_FALSE(store->watermark(orders).value().has_value());
  EXPECT_FALSE(store->source_marker(orders).value().has_value());
  EXPECT_EQ(other->integer("SELECT count(*) FROM run_drift").value(), 0);
}

// A store whose commits are counted.
TEST(Transactions, many_untouched_tables_cost_one) {
  const TempFolder folder;
  auto database = Database::open(folder / "state.db", Database::Mode::write);
  ASSERT_TRUE(database);
  ASSERT_TRUE(upgrade(*database, schema_steps()));
  int commits = 0;
  sqlite3_commit_hook(
      database->handle(),
      [](void* counter) {
        ++*static_cast<int*>(counter);
        return 0;
      },
      &commits);
  SqliteStore store(std::move(*database), {.file = folder / "state.db"}, system_clock());
  std::vector<TableRecord> records;
  for (int i = 0; i < 10'000; ++i)
    records.push_back(table_record(fmt::format("warehouse.staging.table_{:05}", i)));
  ASSERT_TRUE(store.finish_untouched("run-1", records));
  EXPECT_EQ(commits, 1);
  EXPECT_EQ(store.finished_tables("run-1").value().size(), records.size());
  ASSERT_TRUE(store.finish_untouched("run-1", {}));
  ASSERT_TRUE(store.finish_copy({.run_id = "run-1",
                                 .record = records[0],
                                 .watermark = mark(records[0].table, "1"),
                                 .source_marker = "m",
                                 .drift = {{records[0].table, "add_columns", "x"}}}));
  EXPECT_EQ(commits, 2);
}

}  // namespace
}  // namespace leeway::state
