// Row counts, known sources, policy decisions, and how long the history is kept.
#include "state/sqlite.h"
#include "unit/state/support.h"

namespace leeway::state {
namespace {

class Observations : public ::testing::Test {
 protected:
  TempFolder folder;
  FakeTime time;
  std::unique_ptr<Store> store = open_or_die(folder / "state.db", false, time.clock());
};

TEST_F(Observations, row_counts_are_newest_first_and_at_most_ten) {
  EXPECT_TRUE(store->row_counts("t", 10).value().empty());
  for (int i = 1; i <= 13; ++i) ASSERT_TRUE(store->add_row_count("t", i));
  ASSERT_TRUE(store->add_row_count("other", 99));
  EXPECT_EQ(store->row_counts("t", 100).value(),
            (std::vector<long long>{13, 12, 11, 10, 9, 8, 7, 6, 5, 4}));
  EXPECT_EQ(store->row_counts("t", 2).value(), (std::vector<long long>{13, 12}));
  EXPECT_EQ(store->row_counts("other", 2).value(), std::vector<long long>{99});
}

TEST_F(Observations, row_counts_survive_a_crash) {
  EXPECT_EQ(in_dying_child([&] {
              const auto child = open_or_die(folder / "state.db");
              return child->add_row_count("t", 7) ? 0 : 1;
            }),
            0);
  EXPECT_EQ(store->row_counts("t", 10).value(), std::vector<long long>{7});
}

TEST_F(Observations, known_sources_are_those_of_the_last_discover) {
  using Sources = std::vector<std::string>;
  EXPECT_FALSE(store->known_sources("orders").value().has_value());
  ASSERT_TRUE(store->remember_sources("orders", {}));
  EXPECT_EQ(store->known_sources("orders").value(), Sources{});
  ASSERT_TRUE(store->remember_sources("orders", {"raw__b", "raw__a", "raw__b"}));
  EXPECT_EQ(store->known_sources("orders").value(), (Sources{"raw__a", "raw__b"}));
  ASSERT_TRUE(store->remember_sources("orders", {"raw__c"}));
  EXPECT_EQ(store->known_sources("orders").value(), Sources{"raw__c"});
  EXPECT_FALSE(store->known_sources("another").value().has_value());
}

TEST_F(Observations, policy_decisions_are_kept_in_order) {
  ASSERT_TRUE(store->record_policy_decision("run-1", "t", "deny", "narrowing"));
  ASSERT_TRUE(store->record_policy_decision("run-1", "t", "allow", "additive"));
  auto database = Database::open(folder / "state.db", Database::Mode::read);
  auto statement = database->prepare(
      "SELECT run_id || ' ' || table_name || ' ' || effect || ' ' || detail "
      "FROM policy_decisions ORDER BY decision");
  EXPECT_EQ(statement->texts().value(),
            (std::vector<std::string>{"run-1 t deny narrowing", "run-1 t allow additive"}));
}

class Sweep : public Observations {
 protected:
  // Five runs, 1 to 5 days old, each with something in every table of the history.
  void SetUp() override {
    for (int day = 5; day >= 1; --day) {
      RunRecord run = run_record(fmt::format("run-{}", day), "2026-03-01", "Success");
      run.started_at = time.now - std::chrono::days{day};
      run.drift = {{"t", "add_columns", "x"}};
      run.checks = {{"row_count", true}};
      ASSERT_TRUE(store->finish_run(run));
      ASSERT_TRUE(store->finish_copy({.run_id = run.run_id, .record = table_record("t")}));
      ASSERT_TRUE(store->record_policy_decision(run.run_id, "t", "allow", "x"));
    }
  }
  long long count(const std::string& table) {
    auto database = Database::open(folder / "state.db", Database::Mode::read);
    return database->integer("SELECT count(*) FROM " + table).value();
  }
};

TEST_F(Sweep, deletes_what_is_old_and_not_among_the_newest) {
  struct Case {
    int max_age_days, min_runs_kept;
    long long deleted;
  };
  for (const auto& [age, kept, deleted] : std::vector<Case>{
           {365, 0, 0}, {0, 100, 0}, {0, 5, 0}, {0, 3, 2}, {2, 0, 3}, {2, 4, 1}, {0, 0, 5}}) {
    const auto result = store->sweep({.max_age_days = age, .min_runs_kept = kept}, true).value();
    EXPECT_EQ(result.runs_deleted, deleted) << age << " days, " << kept << " runs";
    EXPECT_EQ(result.runs_kept, 5 - deleted);
  }
  EXPECT_EQ(count("runs"), 5);
}

TEST_F(Sweep, takes_all_of_a_run) {
  ASSERT_TRUE(store->finish_copy(
      {.run_id = "run-5", .record = table_record("t"), .watermark = mark("t", "1")}));
  const auto result = store->sweep({.max_age_days = 2, .min_runs_kept = 1}, false).value();
  EXPECT_EQ(result.runs_deleted, 3);
  EXPECT_EQ(result.runs_kept, 2);
  for (const char* table : {"runs", "run_tables", "run_drift", "run_checks", "policy_decisions"})
    EXPECT_EQ(count(table), 2) << table;
  EXPECT_EQ(store->runs(std::nullopt, 1).value().at(0).run_id, "run-1");
  EXPECT_TRUE(store->watermark("t").value().has_value());
}

TEST_F(Sweep, spares_the_run_at_work) {
  ASSERT_TRUE(store->lock_for_run("run-5", Duration{0}));
  EXPECT_EQ(store->sweep({.max_age_days = 0, .min_runs_kept = 0}, false)->runs_deleted, 4);
  EXPECT_TRUE(store->run("run-5").value().has_value());
}

}  // namespace
}  // namespace leeway::state
