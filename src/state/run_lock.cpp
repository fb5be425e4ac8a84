#include "state/run_lock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/text.h"

namespace leeway::state {
namespace {

constexpr Duration poll_interval = std::chrono::milliseconds{100};
// A look at the lock (run_that_holds) takes it for an instant; no run is refused for that.
constexpr Duration least_patience = std::chrono::milliseconds{20};

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  int get() const { return value_; }
  int release() { return std::exchange(value_, -1); }

 private:
  int value_;
};

struct Holder {
  std::string run_id, process;
};

Holder read_holder(int descriptor) {
  std::array<char, 512> text{};
  const ssize_t size = ::pread(descriptor, text.data(), text.size(), 0);
  const auto lines =
      split({text.data(), static_cast<std::size_t>(std::max<ssize_t>(0, size))}, "\n");
  return {lines[0], lines.size() > 1 ? lines[1] : ""};
}

Status write_holder(int descriptor, const std::string& run_id) {
  const std::string text = fmt::format("{}\n{}\n", run_id, ::getpid());
  const ssize_t written = ::pwrite(descriptor, text.data(), text.size(), 0);
  if (written != static_cast<ssize_t>(text.size()) || ::ftruncate(descriptor, written) != 0)
    return fail(ErrorCode::io, "{}", std::strerror(errno));
  return {};
}

Error held_by(const std::filesystem::path& file, const Holder& holder) {
  const std::string who = holder.run_id.empty()
                              ? "another run"
                              : fmt::format("run '{}' (process {})", printable(holder.run_id),
                                            printable(holder.process));
  return {ErrorCode::locked,
          fmt::format("{} is at work on this project and holds '{}'", who, file.string()),
          "Nothing was changed. Wait until it is done, or stop it, and try again."};
}

}  // namespace

Result<RunLock> RunLock::acquire(const std::filesystem::path& file, const std::string& run_id,
                                 Duration patience, const Clock& clock) {
  constexpr mode_t only_owner = 0600;
  Descriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, only_owner));
  if (lock.get() < 0)
    return fail(ErrorCode::io, "cannot open the lock '{}': {}", file.string(),
                std::strerror(errno));
  Duration left = std::max(patience, least_patience);
  while (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK)
      return fail(ErrorCode::io, "cannot lock '{}': {}", file.string(), std::strerror(errno));
    if (left <= Duration::zero()) return std::unexpected(held_by(file, read_holder(lock.get())));
    const Duration nap = std::min(left, poll_interval);
    clock.sleep(nap);
    left -= nap;
  }
  if (const auto written = write_holder(lock.get(), run_id); !written)
    return std::unexpected(written.error().within(fmt::format("cannot write '{}'", file.string())));
  return RunLock(lock.release());
}

RunLock::RunLock(RunLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

RunLock::~RunLock() {
  if (descriptor_ < 0) return;
  [[maybe_unused]] const int emptied = ::ftruncate(descriptor_, 0);
  ::close(descriptor_);
}

std::optional<std::string> run_that_holds(const std::filesystem::path& file) {
  const Descriptor lock(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (lock.get() < 0 || ::flock(lock.get(), LOCK_SH | LOCK_NB) == 0) return std::nullopt;
  return read_holder(lock.get()).run_id;
}

}  // namespace leeway::state
