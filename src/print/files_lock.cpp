#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "print/files.h"
#include "print/files_steps.h"

namespace leeway::print {
namespace {

namespace fs = std::filesystem;

fs::path lock_file(const fs::path& root) { return run_folder(root) / "lock"; }

Status make_run_folder(const fs::path& root) {
  const fs::path folder = run_folder(root);
  constexpr mode_t only_owner = 0700;
  if (::mkdir(folder.c_str(), only_owner) != 0 && errno != EEXIST)
    return fail(ErrorCode::io, "cannot make the folder '{}': {}", folder.string(),
                std::strerror(errno));
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(folder, ignored)))
    return fail(ErrorCode::io, "'{}' is no folder; leeway needs that name for its work",
                folder.string());
  return {};
}

Error held_by_another(const fs::path& root, int descriptor) {
  std::array<char, 32> text{};
  const ssize_t size = ::pread(descriptor, text.data(), text.size(), 0);
  const std::string process =
      printable(trim({text.data(), static_cast<std::size_t>(std::max<ssize_t>(0, size))}));
  return {ErrorCode::locked,
          fmt::format("another run{} is at work on the print '{}'",
                      process.empty() ? "" : fmt::format(" (process {})", process), root.string()),
          "Nothing was changed. Wait until it is done, or stop it, and try again."};
}

// Whether the descriptor is of the file that stands there now: a run that ends takes its lock file
// away.
bool is_current(int descriptor, const fs::path& file) {
  struct stat held{};
  struct stat there{};
  return ::fstat(descriptor, &held) == 0 && ::lstat(file.c_str(), &there) == 0 &&
         held.st_dev == there.st_dev && held.st_ino == there.st_ino;
}

// A locked descriptor; -1 where the lock file was taken away meanwhile.
Result<int> try_lock(const fs::path& root) {
  constexpr mode_t only_owner = 0600;
  LEEWAY_CHECK(make_run_folder(root));
  const fs::path file = lock_file(root);
  const int descriptor =
      ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, only_owner);
  if (descriptor < 0) {
    if (errno == ENOENT) return -1;
    return fail(ErrorCode::io, "cannot open the lock '{}': {}", file.string(),
                std::strerror(errno));
  }
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    const Error held = held_by_another(root, descriptor);
    ::close(descriptor);
    if (error == EWOULDBLOCK) return std::unexpected(held);
    return fail(ErrorCode::io, "cannot lock '{}': {}", file.string(), std::strerror(error));
  }
  if (is_current(descriptor, file)) return descriptor;
  ::close(descriptor);
  return -1;
}

Status note_process(int descriptor, const fs::path& root) {
  const std::string text = fmt::format("{}\n", ::getpid());
  const ssize_t written = ::pwrite(descriptor, text.data(), text.size(), 0);
  if (written != static_cast<ssize_t>(text.size()) || ::ftruncate(descriptor, written) != 0)
    return fail(ErrorCode::io, "cannot write '{}': {}", lock_file(root).string(),
                std::strerror(errno));
  return {};
}

}  // namespace

Result<PrintLock> PrintLock::acquire(const fs::path& root, const BeforeStep& before_step) {
  constexpr int attempts = 100;
  std::error_code ignored;
  const bool makes_root = !fs::exists(root, ignored);
  FileSteps steps(before_step);
  LEEWAY_CHECK(steps.make_folders(root));
  for (int attempt = 0; attempt < attempts; ++attempt) {
    LEEWAY_TRY(const int descriptor, try_lock(root));
    if (descriptor < 0) continue;
    PrintLock lock(descriptor, root, makes_root);
    LEEWAY_CHECK(note_process(descriptor, root));
    LEEWAY_CHECK(settle(root, steps));
    return lock;
  }
  return fail(ErrorCode::locked, "other runs are at work on the print '{}' all the time",
              root.string());
}

PrintLock::PrintLock(int descriptor, fs::path root, bool made_root)
    : descriptor_(descriptor), root_(std::move(root)), made_root_(made_root) {}

PrintLock::PrintLock(PrintLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      root_(std::move(other.root_)),
      made_root_(other.made_root_) {}

PrintLock::~PrintLock() {
  if (descriptor_ < 0) return;
  // A folder with something left in it stays: the next lock finishes that.
  ::unlink(lock_file(root_).c_str());
  ::rmdir(run_folder(root_).c_str());
  if (made_root_) ::rmdir(root_.c_str());
  ::close(descriptor_);
}

Status recover(const fs::path& root, const BeforeStep& before_step) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(run_folder(root), ignored))) return {};
  LEEWAY_TRY(const PrintLock lock, PrintLock::acquire(root, before_step));
  return {};
}

}  // namespace leeway::print
