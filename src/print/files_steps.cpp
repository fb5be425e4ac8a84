#include "print/files_steps.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace leeway::print {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFile = 0666;  // less the user's mask: a print is there to be read

std::unexpected<Error> failed(std::string_view doing, const fs::path& path, int error) {
  return fail(ErrorCode::io, "cannot {} '{}': {}", doing, path.string(), std::strerror(error));
}

Status write_all(int file, std::string_view content, const fs::path& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return failed("write", path, written == 0 ? ENOSPC : errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Status flush(const fs::path& path, int flags, int (*flush_open)(int)) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags);
  if (file < 0) return failed("open", path, errno);
  const int synced = flush_open(file);
  const int error = errno;
  ::close(file);
  if (synced != 0) return failed("sync", path, error);
  return {};
}

// Everything on the file system of the folder, or where the system cannot tell them apart,
// everything.
int flush_file_system([[maybe_unused]] int folder) {
#ifdef __linux__
  return ::syncfs(folder);
#else
  ::sync();
  return 0;
#endif
}

Status move_into_place(const fs::path& root, const Journal::Move& move, FileSteps& steps) {
  const fs::path staged = stage_folder(root) / move.staged;
  std::error_code ignored;
  if (!fs::is_regular_file(fs::symlink_status(staged, ignored))) return {};  // moved before
  LEEWAY_CHECK(check_target(root, move.path));
  const fs::path target = root / move.path;
  LEEWAY_CHECK(steps.make_folders(target.parent_path()));
  return steps.rename(staged, target);
}

// The file, and the folders that are empty without it.
Status remove_from_print(const fs::path& root, const std::string& path, FileSteps& steps) {
  LEEWAY_CHECK(check_target(root, path));
  LEEWAY_CHECK(steps.remove_file(root / path));
  std::error_code ignored;
  for (fs::path folder = fs::path(path).parent_path();
       !folder.empty() && fs::is_empty(root / folder, ignored) && !ignored;
       folder = folder.parent_path())
    LEEWAY_CHECK(steps.remove_empty_folder(root / folder));
  return {};
}

}  // namespace

Status FileSteps::make_folders(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return {};
  if (path.has_parent_path() && path.parent_path() != path)
    LEEWAY_CHECK(make_folders(path.parent_path()));
  LEEWAY_CHECK(announce("make folder"));
  if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST)
    return failed("make the folder", path, errno);
  return {};
}

Status FileSteps::write_new(const fs::path& path, std::string_view content) {
  LEEWAY_CHECK(announce("write"));
  const int file =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kNewFile);
  if (file < 0) return failed("write", path, errno);
  Status written = write_all(file, content, path);
  if (::close(file) != 0 && written) written = failed("write", path, errno);
  return written;
}

Status FileSteps::sync_file(const fs::path& path) {
  LEEWAY_CHECK(announce("sync"));
  return flush(path, 0, ::fsync);
}

Status FileSteps::sync_folder(const fs::path& path) {
  LEEWAY_CHECK(announce("sync folder"));
  return flush(path, O_DIRECTORY, ::fsync);
}

Status FileSteps::sync_file_system(const fs::path& folder) {
  LEEWAY_CHECK(announce("sync"));
  return flush(folder, O_DIRECTORY, flush_file_system);
}

Status FileSteps::rename(const fs::path& from, const fs::path& to) {
  LEEWAY_CHECK(announce("rename"));
  if (std::rename(from.c_str(), to.c_str()) != 0) return failed("write", to, errno);
  return {};
}

Status FileSteps::remove_file(const fs::path& path) {
  LEEWAY_CHECK(announce("remove"));
  if (::unlink(path.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR)
    return failed("remove", path, errno);
  return {};
}

Status FileSteps::remove_tree(const fs::path& path) {
  LEEWAY_CHECK(announce("remove folder"));
  std::error_code error;
  fs::remove_all(path, error);
  if (error) return failed("remove", path, error.value());
  return {};
}

Status FileSteps::remove_empty_folder(const fs::path& path) {
  LEEWAY_CHECK(announce("remove folder"));
  if (::rmdir(path.c_str()) != 0 && errno != ENOENT && errno != ENOTEMPTY && errno != EEXIST)
    return failed("remove", path, errno);
  return {};
}

Status finish(const fs::path& root, const Journal& journal, FileSteps& steps) {
  for (const auto& move : journal.moves) LEEWAY_CHECK(move_into_place(root, move, steps));
  for (const auto& path : journal.removes) LEEWAY_CHECK(remove_from_print(root, path, steps));
  LEEWAY_CHECK(steps.sync_file_system(root));
  LEEWAY_CHECK(steps.remove_file(journal_file(root)));
  LEEWAY_CHECK(steps.sync_folder(run_folder(root)));
  return steps.remove_tree(stage_folder(root));
}

Status settle(const fs::path& root, FileSteps& steps) {
  LEEWAY_TRY(const auto journal, read_journal(root));
  if (journal) return finish(root, *journal, steps);
  LEEWAY_CHECK(steps.remove_file(journal_file(root)));
  LEEWAY_CHECK(steps.remove_file(journal_draft(root)));
  return steps.remove_tree(stage_folder(root));
}

Status check_target(const fs::path& root, const std::string& path) {
  const auto refuse = [&](const fs::path& at, std::string_view what) {
    return std::unexpected(Error{
        ErrorCode::io, fmt::format("cannot write '{}': '{}' {}", path, at.string(), what), {}});
  };
  if (!is_inner_path(path))
    return fail(ErrorCode::integrity, "'{}' is no path inside the print", path);
  std::error_code ignored;
  fs::path folder = root;
  for (const fs::path& part : fs::path(path).parent_path()) {
    const fs::path next = folder / part;
    const auto type = fs::symlink_status(next, ignored).type();
    if (type == fs::file_type::not_found) break;
    if (type == fs::file_type::symlink)
      return refuse(next, "is a symbolic link, which leeway does not write through");
    if (type != fs::file_type::directory) return refuse(next, "is no folder");
    folder = next;
  }
  if (fs::symlink_status(root / path, ignored).type() == fs::file_type::directory)
    return refuse(root / path, "is a folder");
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return refuse(folder, "cannot be written to");
  return {};
}

}  // namespace leeway::print
