// Runs independent pieces of work on a bounded number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace leeway {

// Calls work(worker, index) once for every index in [0, count), on `workers` threads (at least
// one); `worker` is in [0, workers). Indices are taken in order. Before each, `stop()` is asked;
// once it says true no further index is taken. Returns when every started call has returned.
// REQUIRES: work does not throw.
void run_tasks(std::size_t count, std::size_t workers,
               const std::function<void(std::size_t worker, std::size_t index)>& work,
               const std::function<bool()>& stop);

}  // namespace leeway
