// A file that receives every statement sent to an engine, one a line, with line breaks and
// backslashes escaped. It is how a user, or a test, sees what a run really did.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

namespace leeway::engines {

class StatementLog {
 public:
  // Appends to what is there. Null for an empty path. Errors: io.
  static Result<std::shared_ptr<StatementLog>> open(const std::string& path);
  explicit StatementLog(int file) : file_(file) {}
  StatementLog(const StatementLog&) = delete;
  StatementLog& operator=(const StatementLog&) = delete;
  ~StatementLog();

  // Safe from any thread: a line is written whole.
  void add(std::string_view statement) const;

 private:
  int file_;
};

}  // namespace leeway::engines
