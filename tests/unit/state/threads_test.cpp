// One store, many worker threads.
#include <atomic>

#include "base/tasks.h"
#include "unit/state/support.h"

namespace leeway::state {
namespace {

TEST(Threads, share_one_store) {
  const TempFolder folder;
  const auto store = open_or_die(folder / "state.db");
  ASSERT_TRUE(store->begin_run(run_record("run-1", "2026-03-01T12:00:00Z")));
  constexpr std::size_t tables = 120;
  std::atomic<int> failures = 0;
  const auto copy = [&](std::size_t, std::size_t index) {
    const std::string table = fmt::format("c.s.t{:03}", index);
    const bool done = store->begin_copy("run-1", table) && store->watermark(table) &&
                      store->add_row_count(table, static_cast<long long>(index)) &&
                      store->finish_copy({.run_id = "run-1",
                                          .record = table_record(table),
                                          .watermark = mark(table, std::to_string(index)),
                                          .drift = {{table, "add_columns", "x"}}}) &&
                      store->run("run-1");
    if (!done) ++failures;
  };
  run_tasks(tables, 8, copy, [] { return false; });
  EXPECT_EQ(failures, 0);
  const auto run = store->run("run-1").value().value();
  EXPECT_EQ(run.tables.size(), tables);
  EXPECT_EQ(run.drift.size(), tables);
  EXPECT_EQ(store->watermarks()->size(), tables);
  EXPECT_TRUE(store->copies_in_flight()->empty());
}

TEST(Threads, writers_in_several_stores_wait_for_each_other) {
  const TempFolder folder;
  std::vector<std::unique_ptr<Store>> stores;
  for (int i = 0; i < 4; ++i) stores.push_back(open_or_die(folder / "state.db"));
  std::atomic<int> failures = 0;
  const auto write = [&](std::size_t worker, std::size_t index) {
    if (!stores[worker]->begin_copy("run-1", std::to_string(index))) ++failures;
  };
  run_tasks(80, stores.size(), write, [] { return false; });
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(stores[0]->copies_in_flight()->size(), 80U);
}

}  // namespace
}  // namespace leeway::state
