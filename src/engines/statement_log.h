// A file that receives every statement sent to an engine, one a line, with line breaks and
// backslashes escaped. It is how a user, or a test, sees what a run really did.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

namespace leeway::engines {

class StatementLog {
 public:
  // Appends to what is there. `kill_at` is for tests of crashes: the process kills itself before
  // that statement (1 is the first) is sent; 0 never. Null where there is nothing to do. Errors:
  // io.
  static Result<std::shared_ptr<StatementLog>> open(const std::string& path, long kill_at = 0);
  StatementLog(int file, long kill_at) : file_(file), kill_at_(kill_at) {}
  StatementLog(const StatementLog&) = delete;
  StatementLog& operator=(const StatementLog&) = delete;
  ~StatementLog();

  // Safe from any thread: a line is written whole.
  void add(std::string_view statement);

 private:
  int file_;  // -1: none
  long kill_at_;
  std::atomic<long> statements_{0};
};

}  // namespace leeway::engines
