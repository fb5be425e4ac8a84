#include "cli/terminal.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"

namespace leeway::cli {
namespace {

std::string duration_text(long long seconds) {
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {:02} min", seconds / 3600, seconds / 60 % 60);
}

// Keeps what progress needs between two events.
class ProgressLine {
 public:
  ProgressLine(ProgressStyle style, int width, Clock clock)
      : style_(style), width_(width), clock_(std::move(clock)), started_(clock_.now()) {}

  void take(const ProgressEvent& event) {
    const std::lock_guard lock(mutex_);
    if (event.kind == ProgressEvent::Kind::note) return;
    if (event.kind == ProgressEvent::Kind::started) started_ = clock_.now();
    if (event.kind == ProgressEvent::Kind::finished) return clear();
    const TimePoint now = clock_.now();
    const Duration pause = style_ == ProgressStyle::live ? Duration(std::chrono::milliseconds(100))
                                                         : Duration(std::chrono::seconds(5));
    if (now - shown_ < pause) return;
    shown_ = now;
    show(line(event, now));
  }

 private:
  std::string line(const ProgressEvent& event, TimePoint now) const {
    const double seconds = std::chrono::duration<double>(now - started_).count();
    std::string text =
        fmt::format("{}/{} tables", with_thousands(event.done), with_thousands(event.total));
    if (seconds >= 1) text += "  " + duration_text(static_cast<long long>(seconds));
    if (event.rows > 0) {
      text += fmt::format("  {} rows", with_thousands(event.rows));
      if (seconds >= 1)
        text += fmt::format(
            "  {}/s",
            with_thousands(static_cast<long long>(static_cast<double>(event.rows) / seconds)));
    }
    if (event.done > 0 && event.done < event.total && seconds >= 1)
      text += "  about " +
              duration_text(static_cast<long long>(seconds / static_cast<double>(event.done) *
                                                   static_cast<double>(event.total - event.done))) +
              " left";
    if (event.kind == ProgressEvent::Kind::table_started) text += "  " + printable(event.subject);
    return text;
  }

  void show(std::string text) {
    const auto limit = static_cast<std::size_t>(std::max(20, width_ - 1));
    if (text.size() > limit) text.resize(limit);
    if (style_ == ProgressStyle::live) {
      const std::size_t pad = drawn_ > text.size() ? drawn_ - text.size() : 0;
      fmt::print(stderr, "\r{}{}", text, std::string(pad, ' '));
      drawn_ = text.size();
    } else {
      fmt::print(stderr, "{}\n", text);
    }
    std::fflush(stderr);
  }

  void clear() {
    if (drawn_ > 0) fmt::print(stderr, "\r{}\r", std::string(drawn_, ' '));
    std::fflush(stderr);
    drawn_ = 0;
  }

  ProgressStyle style_;
  int width_;
  Clock clock_;
  std::mutex mutex_;
  TimePoint started_;
  TimePoint shown_{};
  std::size_t drawn_ = 0;  // bytes of the line that stands there
};

// The write end of the pipe that the signal handler may touch; a handler has no other way to reach
// the object that waits for it.
volatile std::sig_atomic_t signal_pipe = -1;

extern "C" void on_stop_signal(int) {
  const int saved = errno;
  const char byte = 1;
  if (signal_pipe >= 0) std::ignore = ::write(signal_pipe, &byte, 1);
  errno = saved;
}

}  // namespace

Terminal look_at_terminal() {
  Terminal terminal;
  terminal.out_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  terminal.err_is_terminal = ::isatty(STDERR_FILENO) == 1;
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    terminal.width = size.ws_col;
  return terminal;
}

ProgressSink make_progress(ProgressStyle style, const Terminal& terminal, Clock clock) {
  if (style == ProgressStyle::none) return {};
  auto line = std::make_shared<ProgressLine>(style, terminal.width, std::move(clock));
  return [line](const ProgressEvent& event) { line->take(event); };
}

struct StopOnSignal::Watcher {
  std::array<int, 2> pipe{-1, -1};
  std::jthread thread;
};

StopOnSignal::StopOnSignal() : watcher_(std::make_unique<Watcher>()) {
  if (::pipe2(watcher_->pipe.data(), O_CLOEXEC) != 0) return;
  signal_pipe = watcher_->pipe[1];
  watcher_->thread = std::jthread([this] {
    char byte = 0;
    while (::read(watcher_->pipe[0], &byte, 1) == 1 && byte == 1) {
      if (source_.stop_requested()) ::_exit(130);
      source_.request_stop();
      fmt::print(stderr, "\nStopping; press Ctrl-C again to stop at once.\n");
    }
  });
  struct sigaction action{};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

StopOnSignal::~StopOnSignal() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  signal_pipe = -1;
  if (watcher_->pipe[1] >= 0) {
    const char quit = 0;
    std::ignore = ::write(watcher_->pipe[1], &quit, 1);
    watcher_->thread.join();
    ::close(watcher_->pipe[0]);
    ::close(watcher_->pipe[1]);
  }
}

}  // namespace leeway::cli
