#include "base/tasks.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace leeway {

void run_tasks(std::size_t count, std::size_t workers,
               const std::function<void(std::size_t, std::size_t)>& work,
               const std::function<bool()>& stop) {
  std::atomic<std::size_t> next{0};
  const auto loop = [&](std::size_t worker) {
    while (!stop()) {
      const std::size_t index = next.fetch_add(1);
      if (index >= count) return;
      work(worker, index);
    }
  };
  const std::size_t threads = std::max<std::size_t>(1, std::min(workers, count));
  std::vector<std::jthread> others;
  for (std::size_t worker = 1; worker < threads; ++worker) others.emplace_back(loop, worker);
  loop(0);
}

}  // namespace leeway
