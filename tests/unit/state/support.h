// What the tests of the state room share: a folder of their own, a clock that stands still, and
// child processes that die.
#pragma once

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "state/store.h"

namespace leeway::state {

class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "leeway-state-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline TimePoint at(const std::string& text) { return parse_rfc3339(text).value(); }

// Time moves when the test moves it, or when somebody sleeps.
struct FakeTime {
  TimePoint now = at("2026-03-01T12:00:00Z");
  Duration slept{0};

  Clock clock() {
    return {[this] { return now; },
            [this](Duration duration) {
              now += duration;
              slept += duration;
            }};
  }
};

inline std::unique_ptr<Store> open_or_die(const std::filesystem::path& file, bool read_only = false,
                                          Clock clock = system_clock()) {
  auto store = Store::open(file, read_only, std::move(clock));
  if (!store) {
    ADD_FAILURE() << store.error().text();
    std::abort();
  }
  return std::move(*store);
}

inline TableRecord table_record(const std::string& table, const std::string& status = "success") {
  return {.table = table,
          .name = table.substr(table.rfind('.') + 1),
          .status = status,
          .started_at = at("2026-03-01T12:00:00Z"),
          .duration_ms = 12,
          .rows = 34,
          .error = status == "failed" ? "refused" : "",
          .sql_hash = "abc"};
}

inline Watermark mark(const std::string& table, const std::string& value) {
  return {.table = table,
          .value = value,
          .type = "TIMESTAMP",
          .column = "updated_at",
          .rows_at_value = 2,
          .updated_at = at("2026-03-01T12:00:01.250Z")};
}

inline RunRecord run_record(const std::string& run_id, const std::string& started,
                            const std::string& status = "running") {
  RunRecord run;
  run.run_id = run_id;
  run.pipeline = "orders";
  run.command = "run";
  run.status = status;
  run.started_at = at(started);
  return run;
}

// Runs `body` in a child process, which then dies without any clean-up; the child's exit code.
inline int in_dying_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace leeway::state
