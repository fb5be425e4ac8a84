// The terminal at the edge: what it can show, progress on it, and Ctrl-C.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "base/clock.h"
#include "base/progress.h"

namespace leeway::cli {

struct Terminal {
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  int width = 80;
};
Terminal look_at_terminal();

enum class ProgressStyle { none, plain, live };

// Draws progress on stderr: one line that is rewritten (live), or a line every few seconds (plain).
// The line is cleared when the work has finished.
ProgressSink make_progress(ProgressStyle style, const Terminal& terminal, Clock clock);

// While it lives, the first SIGINT or SIGTERM asks to stop and says so; the second ends the process
// at once with exit code 130.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  struct Watcher;
  std::stop_source source_;
  std::unique_ptr<Watcher> watcher_;
};

}  // namespace leeway::cli
