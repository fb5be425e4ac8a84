// One run at a time on one store, over all processes. The lock is the kernel's (flock), so that a
// crash releases it; the file's text names the run for whoever must wait.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/error.h"

namespace leeway::state {

class RunLock {
 public:
  // Tries until `patience` is over, sleeping through the clock; then ErrorCode::locked with the
  // holder's run and process.
  static Result<RunLock> acquire(const std::filesystem::path& file, const std::string& run_id,
                                 Duration patience, const Clock& clock);
  RunLock(RunLock&& other) noexcept;
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;
  RunLock& operator=(RunLock&&) = delete;
  ~RunLock();

 private:
  explicit RunLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

// The run that holds the lock at this moment; nullopt when none does. Creates nothing.
std::optional<std::string> run_that_holds(const std::filesystem::path& file);

}  // namespace leeway::state
