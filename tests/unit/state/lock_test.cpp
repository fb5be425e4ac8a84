// One run at a time.
#include "unit/state/support.h"

namespace leeway::state {
namespace {

constexpr Duration no_patience{0};

// A child that holds the run lock until it is told to go.
class HoldingChild {
 public:
  HoldingChild(const std::filesystem::path& file, const std::string& run_id, bool record_run) {
    std::array<int, 2> ready{};
    EXPECT_EQ(::pipe(ready.data()), 0);
    process_ = ::fork();
    if (process_ == 0) {
      const auto store = open_or_die(file);
      if (!store->lock_for_run(run_id, no_patience)) ::_exit(1);
      if (record_run && !store->begin_run(run_record(run_id, "2026-03-01T12:00:00Z"))) ::_exit(1);
      (void)!::write(ready[1], ".", 1);
      for (;;) ::pause();
    }
    ::close(ready[1]);
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
  }
  HoldingChild(const HoldingChild&) = delete;
  HoldingChild& operator=(const HoldingChild&) = delete;
  ~HoldingChild() { kill(); }

  void kill() {
    if (process_ == 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = 0;
  }
  pid_t process() const { return process_; }

 private:
  pid_t process_ = 0;
};

TEST(RunLock, a_second_process_is_refused_with_the_name_of_the_first) {
  const TempFolder folder;
  HoldingChild first(folder / "state.db", "run-first", false);
  const auto store = open_or_die(folder / "state.db");
  const auto locked = store->lock_for_run("run-second", no_patience);
  ASSERT_FALSE(locked);
  EXPECT_EQ(locked.error().code, ErrorCode::locked);
  EXPECT_NE(locked.error().message.find("run-first"), std::string::npos);
  EXPECT_NE(locked.error().message.find(std::to_string(first.process())), std::string::npos);
}

TEST(RunLock, a_crash_releases_it) {
  const TempFolder folder;
  HoldingChild first(folder / "state.db", "run-first", false);
  first.kill();
  EXPECT_TRUE(open_or_die(folder / "state.db")->lock_for_run("run-second", no_patience));
}

TEST(RunLock, waits_through_the_clock_and_no_longer_than_told) {
  const TempFolder folder;
  const HoldingChild first(folder / "state.db", "run-first", false);
  FakeTime time;
  const auto store = open_or_die(folder / "state.db", false, time.clock());
  const auto locked = store->lock_for_run("run-second", std::chrono::milliseconds{1250});
  EXPECT_EQ(locked.error().code, ErrorCode::locked);
  EXPECT_EQ(time.slept, std::chrono::milliseconds{1250});
}

TEST(RunLock, is_taken_as_soon_as_it_is_free) {
  const TempFolder folder;
  HoldingChild first(folder / "state.db", "run-first", false);
  FakeTime time;
  Clock clock = time.clock();
  clock.sleep = [&](Duration duration) {
    time.slept += duration;
    if (time.slept >= std::chrono::seconds{1}) first.kill();
  };
  const auto store = open_or_die(folder / "state.db", false, clock);
  EXPECT_TRUE(store->lock_for_run("run-second", std::chrono::minutes{5}));
  EXPECT_EQ(time.slept, std::chrono::seconds{1});
}

TEST(RunLock, ends_with_the_store) {
  const TempFolder folder;
  auto first = open_or_die(folder / "state.db");
  ASSERT_TRUE(first->lock_for_run("run-first", no_patience));
  const auto second = open_or_die(folder / "state.db");
  EXPECT_EQ(second->lock_for_run("run-second", no_patience).error().code, ErrorCode::locked);
  first.reset();
  EXPECT_TRUE(second->lock_for_run("run-second", no_patience));
}

TEST(RunLock, readers_need_none_and_do_not_disturb) {
  const TempFolder folder;
  const HoldingChild first(folder / "state.db", "run-first", true);
  const auto reader = open_or_die(folder / "state.db", true);
  EXPECT_EQ(reader->run("run-first").value()->status, "running");
  EXPECT_EQ(reader->copies_in_flight().value(), std::vector<std::string>{});
}

TEST(RunLock, a_run_whose_process_is_gone_is_shown_as_interrupted) {
  const TempFolder folder;
  HoldingChild first(folder / "state.db", "run-first", true);
  const auto store = open_or_die(folder / "state.db");
  EXPECT_EQ(store->run("run-first").value()->status, "running");
  EXPECT_FALSE(store->latest_unfinished("orders").value().has_value());
  first.kill();
  EXPECT_EQ(store->run("run-first").value()->status, "Interrupted");
  EXPECT_EQ(store->runs(std::nullopt, 1).value().at(0).status, "Interrupted");
  ASSERT_TRUE(store->lock_for_run("run-second", no_patience));
  EXPECT_EQ(store->run("run-first").value()->status, "Interrupted");
  EXPECT_EQ(store->latest_unfinished("orders").value()->run_id, "run-first");
}

TEST(RunLock, the_holder_sees_itself_running) {
  const TempFolder folder;
  const auto store = open_or_die(folder / "state.db");
  ASSERT_TRUE(store->lock_for_run("run-1", no_patience));
  ASSERT_TRUE(store->begin_run(run_record("run-1", "2026-03-01T12:00:00Z")));
  EXPECT_EQ(store->run("run-1").value()->status, "running");
  EXPECT_EQ(open_or_die(folder / "state.db", true)->run("run-1").value()->status, "running");
}

}  // namespace
}  // namespace leeway::state
