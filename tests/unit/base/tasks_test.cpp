#include "base/tasks.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace leeway {
namespace {

constexpr auto never = [] { return false; };

TEST(Tasks, every_index_is_worked_on_once) {
  struct Case {
    std::size_t count, workers;
  };
  for (const auto& [count, workers] :
       std::vector<Case>{{1000, 4}, {3, 8}, {1, 1}, {5, 0}, {0, 4}, {0, 0}}) {
    std::vector<std::atomic<int>> seen(count);
    std::atomic<bool> worker_in_range = true;
    run_tasks(
        count, workers,
        [&](std::size_t worker, std::size_t index) {
          ++seen[index];
          if (worker >= std::max<std::size_t>(1, workers)) worker_in_range = false;
        },
        never);
    EXPECT_TRUE(worker_in_range);
    for (const auto& times : seen) EXPECT_EQ(times, 1);
  }
}

TEST(Tasks, one_worker_goes_in_order) {
  std::vector<std::size_t> order;
  run_tasks(4, 1, [&](std::size_t, std::size_t index) { order.push_back(index); }, never);
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(Tasks, stop_is_honoured_before_each_index) {
  int calls = 0;
  run_tasks(100, 1, [&](std::size_t, std::size_t) { ++calls; }, [&] { return calls == 7; });
  EXPECT_EQ(calls, 7);
  run_tasks(100, 4, [&](std::size_t, std::size_t) { ++calls; }, [] { return true; });
  EXPECT_EQ(calls, 7);
}

TEST(Tasks, what_was_started_is_finished_after_a_stop) {
  std::atomic<int> started = 0;
  std::atomic<int> finished = 0;
  std::atomic<bool> stop = false;
  const auto work = [&](std::size_t, std::size_t index) {
    ++started;
    if (index == 10) stop = true;
    while (index > 10 && !stop) std::this_thread::yield();
    ++finished;
  };
  run_tasks(10'000, 4, work, [&] { return stop.load(); });
  EXPECT_EQ(started, finished);
  EXPECT_GE(started, 11);
  EXPECT_LE(started, 14);
}

// Two pieces of work that wait for each other only end when two workers exist.
TEST(Tasks, workers_run_at_the_same_time) {
  std::atomic<int> arrived = 0;
  run_tasks(
      2, 2,
      [&](std::size_t, std::size_t) {
        ++arrived;
        while (arrived < 2) std::this_thread::yield();
      },
      never);
  EXPECT_EQ(arrived, 2);
}

}  // namespace
}  // namespace leeway
