// The history of runs, and what a resumed run may skip.
#include "unit/state/support.h"

namespace leeway::state {
namespace {

class Runs : public ::testing::Test {
 protected:
  // Stores a run of one pipeline that is over.
  void add(const std::string& run_id, const std::string& status, const std::string& filter = "",
           const std::string& resumed_from = "", const std::string& pipeline = "orders") {
    RunRecord run = run_record(run_id, fmt::format("2026-03-01T12:{:02}:00Z", minute_++), status);
    run.filter = filter;
    run.resumed_from = resumed_from;
    run.pipeline = pipeline;
    ASSERT_TRUE(store->finish_run(run));
    table(run_id, "warehouse.staging.late", "failed");
  }
  void table(const std::string& run_id, const std::string& table, const std::string& status) {
    ASSERT_TRUE(store->fail_copy(run_id, table_record(table, status)));
  }
  std::string unfinished() {
    const auto run = store->latest_unfinished("orders").value();
    return run ? run->run_id : "none";
  }

  TempFolder folder;
  std::unique_ptr<Store> store = open_or_die(folder / "state.db");

 private:
  int minute_ = 0;
};

RunRecord full_run() {
  RunRecord run = run_record("run-20260301-120000-000", "2026-03-01T12:00:00.123Z", "Success");
  run.filter = "source=shop";
  run.command = "apply";
  run.trigger = "Schedule";
  run.finished_at = at("2026-03-01T12:00:05Z");
  run.duration_ms = 4877;
  run.config_digest = "digest";
  run.idempotency_key = "nightly";
  run.resumed_from = "run-before";
  run.hostname = "build";
  run.git_commit = "c0ffee";
  run.git_branch = "main";
  run.version = "0.1.0";
  run.drift = {{"t", "add_columns", "column 'b' is new"}};
  run.checks = {{"row_count", true}, {"freshness", false}, {"row_count", true}};
  return run;
}

TEST_F(Runs, keep_every_field) {
  RunRecord run = full_run();
  RunRecord begun = run;
  begun.status = "running";
  begun.finished_at.reset();
  begun.drift.clear();
  begun.checks.clear();
  ASSERT_TRUE(store->begin_run(begun));
  ASSERT_TRUE(
      store->finish_copy({.run_id = run.run_id, .record = table_record("t"), .drift = run.drift}));
  ASSERT_TRUE(store->finish_run(run));
  ASSERT_TRUE(store->finish_run(run));
  run.tables = {table_record("t")};
  EXPECT_EQ(store->run(run.run_id).value(), run);
  EXPECT_EQ(store->runs(std::nullopt, 10).value(), std::vector{run});
}

TEST_F(Runs, an_id_is_used_once) {
  const auto run = run_record("run-1", "2026-03-01T12:00:00Z");
  ASSERT_TRUE(store->begin_run(run));
  EXPECT_EQ(store->begin_run(run).error().code, ErrorCode::state);
}

TEST_F(Runs, an_unknown_run_is_absent) { EXPECT_FALSE(store->run("run-x").value().has_value()); }

TEST_F(Runs, are_listed_newest_first_since_and_limited) {
  for (const char* id : {"run-a", "run-b", "run-c"}) add(id, "Success");
  const auto ids = [&](std::optional<TimePoint> since, std::size_t limit) {
    std::vector<std::string> found;
    const auto runs = store->runs(since, limit).value();
    for (const auto& run : runs) found.push_back(run.run_id);
    return found;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(ids(std::nullopt, std::string::npos), (Ids{"run-c", "run-b", "run-a"}));
  EXPECT_EQ(ids(std::nullopt, 2), (Ids{"run-c", "run-b"}));
  EXPECT_EQ(ids(std::nullopt, 0), Ids{});
  EXPECT_EQ(ids(at("2026-03-01T12:01:00Z"), 10), (Ids{"run-c", "run-b"}));
  EXPECT_EQ(ids(at("2026-03-02"), 10), Ids{});
}

TEST_F(Runs, of_the_same_instant_are_listed_newest_first) {
  for (const char* id : {"run-b", "run-a"})
    ASSERT_TRUE(store->begin_run(run_record(id, "2026-03-01T12:00:00Z")));
  EXPECT_EQ(store->runs(std::nullopt, 1).value().at(0).run_id, "run-a");
}

TEST_F(Runs, latest_unfinished_is_of_the_pipeline_and_did_not_succeed) {
  EXPECT_EQ(unfinished(), "none");
  add("run-1", "Success");
  EXPECT_EQ(unfinished(), "none");
  add("run-2", "PartialFailure");
  EXPECT_EQ(unfinished(), "run-2");
  add("run-3", "Failure");
  add("run-4", "Failure", "", "", "another");
  EXPECT_EQ(unfinished(), "run-3");
  add("run-5", "Interrupted");
  EXPECT_EQ(unfinished(), "run-5");
  ASSERT_TRUE(store->finish_run(run_record("run-6", "2026-03-01T13:00:00Z", "Failure")));
  EXPECT_EQ(unfinished(), "run-5") << "a run that began no table leaves nothing to resume";
}

TEST_F(Runs, what_a_later_success_did_is_not_unfinished) {
  add("run-1", "Failure", "source=a");
  add("run-2", "Success", "source=b");
  EXPECT_EQ(unfinished(), "run-1");
  add("run-3", "Success", "source=a");
  EXPECT_EQ(unfinished(), "none");
  add("run-4", "Failure", "source=c");
  add("run-5", "Success");
  EXPECT_EQ(unfinished(), "none");
  add("run-6", "Failure", "source=d");
  add("run-7", "Success", "source=e", "run-6");
  EXPECT_EQ(unfinished(), "none");
}

TEST_F(Runs, finished_tables_are_those_that_succeeded) {
  add("run-1", "PartialFailure");
  table("run-1", "b", "success");
  table("run-1", "a", "success");
  table("run-1", "c", "failed");
  table("run-1", "d", "interrupted");
  table("run-1", "e", "skipped");
  EXPECT_EQ(store->finished_tables("run-1").value(), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(store->finished_tables("run-x").value().empty());
}

TEST_F(Runs, a_resumed_run_remembers_the_successes_before_it) {
  add("run-1", "PartialFailure");
  table("run-1", "a", "success");
  table("run-1", "b", "failed");
  table("run-1", "c", "failed");
  add("run-2", "PartialFailure", "", "run-1");
  table("run-2", "a", "skipped");
  table("run-2", "b", "success");
  table("run-2", "c", "failed");
  add("run-3", "Failure", "", "run-2");
  table("run-3", "c", "interrupted");
  EXPECT_EQ(store->finished_tables("run-3").value(), (std::vector<std::string>{"a", "b"}));
}

TEST_F(Runs, the_latest_word_on_a_table_counts) {
  add("run-1", "PartialFailure");
  table("run-1", "a", "success");
  add("run-2", "Failure", "", "run-1");
  table("run-2", "a", "failed");
  EXPECT_TRUE(store->finished_tables("run-2").value().empty());
}

TEST_F(Runs, a_circle_of_resumes_ends) {
  add("run-1", "Failure", "", "run-2");
  add("run-2", "Failure", "", "run-1");
  table("run-1", "a", "success");
  EXPECT_EQ(store->finished_tables("run-2").value(), std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace leeway::state
