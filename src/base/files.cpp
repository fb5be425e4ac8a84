#include "base/files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace leeway {
namespace {

Result<std::string> read_to_end(int file) {
  constexpr std::size_t chunk = 65'536;
  std::string content;
  for (;;) {
    const std::size_t size = content.size();
    content.resize(size + chunk);
    const ssize_t got = ::read(file, content.data() + size, chunk);
    content.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0) return content;
    if (got < 0 && errno != EINTR) return fail(ErrorCode::io, "{}", std::strerror(errno));
  }
}

Status write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(ErrorCode::io, "{}", std::strerror(errno));
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file) != 0) return fail(ErrorCode::io, "{}", std::strerror(errno));
  return {};
}

void sync_folder(const std::filesystem::path& folder) {
  const int file =
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    const auto code = errno == ENOENT ? ErrorCode::not_found : ErrorCode::io;
    return fail(code, "cannot read '{}': {}", path.string(), std::strerror(errno));
  }
  auto content = read_to_end(file);
  ::close(file);
  if (!content)
    return fail(ErrorCode::io, "cannot read '{}': {}", path.string(), content.error().message);
  return content;
}

Status write_file_atomically(const std::filesystem::path& path, std::string_view content) {
  std::string temporary = path.string() + ".XXXXXX";
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0)
    return fail(ErrorCode::io, "cannot write '{}': {}", path.string(), std::strerror(errno));
  Status written = write_all(file, content);
  ::close(file);
  if (written && std::rename(temporary.c_str(), path.c_str()) != 0)
    written = fail(ErrorCode::io, "{}", std::strerror(errno));
  if (!written) {
    ::unlink(temporary.c_str());
    return fail(ErrorCode::io, "cannot write '{}': {}. The file is as it was before.",
                path.string(), written.error().message);
  }
  sync_folder(path.parent_path());
  return {};
}

}  // namespace leeway
