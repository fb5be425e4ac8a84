#include "base/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace leeway {
namespace {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor() { reset(); }

  int get() const { return value_; }
  void reset() {
    if (value_ >= 0) ::close(value_);
    value_ = -1;
  }

 private:
  int value_ = -1;
};

struct Channel {
  Descriptor ours;
  Descriptor theirs;
};

// A socket pair rather than a pipe: writing to a program that has gone is an error to it, never a
// signal to this process.
Result<Channel> open_channel() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail(ErrorCode::io, "cannot open a channel to another program: {}",
                std::strerror(errno));
  return Channel{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<std::string> merged_environment(
    const std::vector<std::pair<std::string, std::string>>& changes) {
  std::vector<std::string> merged;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    const bool changed =
        std::ranges::any_of(changes, [&](const auto& change) { return change.first == name; });
    if (!changed) merged.emplace_back(text);
  }
  for (const auto& [name, value] : changes) merged.push_back(fmt::format("{}={}", name, value));
  return merged;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

struct Channels {
  Channel input, output, errors;
};

Result<pid_t> spawn(std::vector<std::string> arguments, std::vector<std::string> environment,
                    const Channels& channels) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, channels.input.theirs.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, channels.output.theirs.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, channels.errors.theirs.get(), STDERR_FILENO);
  pid_t process = 0;
  const std::string program = arguments.front();
  const int error = ::posix_spawnp(&process, program.c_str(), &actions, nullptr,
                                   pointers_to(arguments).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    return fail(error == ENOENT ? ErrorCode::not_found : ErrorCode::io,
                "cannot start the program '{}': {}", program, std::strerror(error));
  return process;
}

void send_some(Descriptor& to, std::string_view& input) {
  const ssize_t sent = ::send(to.get(), input.data(), input.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent > 0) input.remove_prefix(static_cast<std::size_t>(sent));
  const bool again = sent < 0 && (errno == EAGAIN || errno == EINTR);
  if (input.empty() || (sent < 0 && !again)) to.reset();
}

void receive_some(Descriptor& from, std::string& text) {
  constexpr std::size_t chunk = 65'536;
  std::array<char, chunk> buffer{};
  const ssize_t got = ::recv(from.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
  const bool again = got < 0 && (errno == EAGAIN || errno == EINTR);
  if (got <= 0 && !again) from.reset();
}

// Until the program has closed both of its outputs.
void exchange(Channels& channels, std::string_view input, ProcessResult& result) {
  if (input.empty()) channels.input.ours.reset();
  while (channels.output.ours.get() >= 0 || channels.errors.ours.get() >= 0) {
    std::array<pollfd, 3> ready = {{{channels.input.ours.get(), POLLOUT, 0},
                                    {channels.output.ours.get(), POLLIN, 0},
                                    {channels.errors.ours.get(), POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0) continue;
    if (ready[0].revents != 0) send_some(channels.input.ours, input);
    if (ready[1].revents != 0) receive_some(channels.output.ours, result.output);
    if (ready[2].revents != 0) receive_some(channels.errors.ours, result.errors);
  }
}

int wait_for(pid_t process) {
  constexpr int signal_base = 128;
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? signal_base + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Result<ProcessResult> run_process(
    const std::vector<std::string>& arguments, std::string_view input,
    const std::vector<std::pair<std::string, std::string>>& environment) {
  Channels channels;
  LEEWAY_TRY(channels.input, open_channel());
  LEEWAY_TRY(channels.output, open_channel());
  LEEWAY_TRY(channels.errors, open_channel());
  LEEWAY_TRY(const pid_t process, spawn(arguments, merged_environment(environment), channels));
  channels.input.theirs.reset();
  channels.output.theirs.reset();
  channels.errors.theirs.reset();
  ProcessResult result;
  exchange(channels, input, result);
  channels.input.ours.reset();
  result.exit_code = wait_for(process);
  return result;
}

}  // namespace leeway
