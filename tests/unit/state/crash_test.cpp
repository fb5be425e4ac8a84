// kill -9 at any point loses nothing that was committed and shows nothing that was not.
#include "state/sqlite.h"
#include "unit/state/support.h"

namespace leeway::state {
namespace {

const std::string orders = "warehouse.staging.orders";

// A child process that tells the parent how far it came.
class TalkingChild {
 public:
  explicit TalkingChild(const std::function<void(const std::function<void()>& tell)>& body) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    process_ = ::fork();
    if (process_ == 0) {
      body([&] { (void)!::write(ends[1], ".", 1); });
      ::_exit(0);
    }
    ::close(ends[1]);
    reading_ = ends[0];
  }
  TalkingChild(const TalkingChild&) = delete;
  TalkingChild& operator=(const TalkingChild&) = delete;
  ~TalkingChild() { ::close(reading_); }

  // Waits until the child told something `times` times; how often it did.
  int wait_for(int times) const {
    int told = 0;
    char byte = 0;
    while (told < times && ::read(reading_, &byte, 1) == 1) ++told;
    return told;
  }
  void kill() const {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }

 private:
  pid_t process_ = 0;
  int reading_ = -1;
};

TEST(Crash, a_copy_in_flight_is_found_at_the_next_start) {
  const TempFolder folder;
  EXPECT_EQ(in_dying_child([&] {
              auto store = open_or_die(folder / "state.db");
              if (!store->begin_copy("run-1", orders)) return 1;
              ::raise(SIGKILL);
              return 0;
            }),
            128 + SIGKILL);
  for (const bool read_only : {true, false})
    EXPECT_EQ(open_or_die(folder / "state.db", read_only)->copies_in_flight().value(),
              std::vector{orders});
}

TEST(Crash, half_a_transaction_is_none) {
  const TempFolder folder;
  {
    const auto store = open_or_die(folder / "state.db");
    ASSERT_TRUE(store->finish_copy(
        {.run_id = "run-1", .record = table_record(orders), .watermark = mark(orders, "1")}));
    ASSERT_TRUE(store->begin_copy("run-2", orders));
  }
  EXPECT_EQ(in_dying_child([&] {
              auto database = Database::open(folder / "state.db", Database::Mode::write);
              const auto half = database->script(
                  "PRAGMA cache_size = 1; BEGIN IMMEDIATE;"
                  "UPDATE watermarks SET value = '2';"
                  "DELETE FROM copies_in_flight;"
                  "INSERT INTO run_drift WITH RECURSIVE n (i) AS (SELECT 1 UNION "
                  "SELECT i + 1 FROM n WHERE i < 20000) SELECT 'r', i, 'a', 'b' "
                  "FROM n");
              ::_exit(half ? 9 : 1);
              return 0;
            }),
            9);
  const auto store = open_or_die(folder / "state.db");
  EXPECT_EQ(store->watermark(orders).value(), mark(orders, "1"));
  EXPECT_EQ(store->copies_in_flight().value(), std::vector{orders});
}

// The child acknowledges every commit; after the kill the store holds all that was acknowledged,
// and watermark, marker and record of one commit together.
TEST(Crash, nothing_committed_is_lost) {
  const TempFolder folder;
  const auto file = folder / "state.db";
  for (int round = 0; round < 8; ++round) {
    std::filesystem::remove(file);
    const TalkingChild child([&](const auto& tell) {
      auto store = open_or_die(file);
      for (int i = 1;; ++i) {
        TableRecord record = table_record(orders);
        record.rows = i;
        const bool stored = store->begin_copy("run-1", orders) &&
                            store->finish_copy({.run_id = "run-1",
                                                .record = record,
                                                .watermark = mark(orders, std::to_string(i)),
                                                .source_marker = std::to_string(i)});
        if (!stored) return;
        tell();
      }
    });
    const int wanted = 1 + round * 5;
    ASSERT_EQ(child.wait_for(wanted), wanted);
    child.kill();
    const auto store = open_or_die(file);
    const auto stored = store->watermark(orders).value();
    ASSERT_TRUE(stored.has_value());
    EXPECT_GE(std::stoi(stored->value), wanted);
    EXPECT_EQ(store->source_marker(orders).value(), stored->value);
    ASSERT_TRUE(store->begin_run(run_record("run-1", "2026-03-01T12:00:00Z")));
    EXPECT_EQ(store->run("run-1").value()->tables.at(0).rows, std::stoi(stored->value));
  }
}

TEST(Crash, a_store_half_created_is_created_again) {
  const TempFolder folder;
  for (int round = 0; round < 20; ++round) {
    const auto file = folder / std::to_string(round);
    const TalkingChild child([&](const auto& tell) {
      tell();
      const auto store = open_or_die(file);
      tell();
      ::pause();
    });
    child.wait_for(1);
    ::usleep(static_cast<useconds_t>(round * 150));
    child.kill();
    ASSERT_TRUE(open_or_die(file, true)->watermarks());
    ASSERT_TRUE(open_or_die(file)->begin_copy("run-1", orders));
  }
}

TEST(Crash, many_processes_may_open_a_new_store_at_once) {
  const TempFolder folder;
  const auto file = folder / ".leeway/state.db";
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    auto store = Store::open(file, false, system_clock());
    ::_exit(store && (*store)->begin_copy("run-1", fmt::format("t{}", i)) ? 0 : 1);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(open_or_die(file)->copies_in_flight().value().size(), children.size());
}

}  // namespace
}  // namespace leeway::state
