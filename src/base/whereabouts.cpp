#include "base/whereabouts.h"

#include <array>
#include <optional>
#include <string_view>

#include <unistd.h>

#include "base/files.h"
#include "base/text.h"

namespace leeway {
namespace {

namespace fs = std::filesystem;

// The first line of a small file; empty when it cannot be read.
std::string first_line(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return {};
  const std::string text = read_file(file).value_or("");
  return std::string(trim(std::string_view(text).substr(0, text.find('\n'))));
}

// The repository's folder: .git, or where a file .git of a linked work tree says it is.
std::optional<fs::path> git_folder(fs::path folder) {
  std::error_code failed;
  for (folder = fs::absolute(folder, failed).lexically_normal();; folder = folder.parent_path()) {
    const fs::path candidate = folder / ".git";
    if (fs::is_directory(candidate, failed)) return candidate;
    constexpr std::string_view mark = "gitdir: ";
    if (const auto line = first_line(candidate); line.starts_with(mark))
      return (folder / line.substr(mark.size())).lexically_normal();
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

std::string packed_ref(const fs::path& file, const std::string& name) {
  const std::string text = read_file(file).value_or("");
  for (const auto& line : split(text, "\n"))
    if (line.ends_with(" " + name)) return line.substr(0, line.find(' '));
  return {};
}

bool is_commit(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

GitHead git_head(const fs::path& folder) {
  const auto own = git_folder(folder);
  if (!own) return {};
  const auto elsewhere = first_line(*own / "commondir");
  const fs::path common = elsewhere.empty() ? *own : *own / elsewhere;
  GitHead head;
  std::string line = first_line(*own / "HEAD");
  constexpr std::string_view mark = "ref: ";
  if (line.starts_with(mark)) {
    const std::string name = line.substr(mark.size());
    constexpr std::string_view branches = "refs/heads/";
    if (name.starts_with(branches)) head.branch = name.substr(branches.size());
    line = first_line(common / name);
    if (line.empty()) line = packed_ref(common / "packed-refs", name);
  }
  if (is_commit(line)) head.commit = line;
  return head;
}

}  // namespace leeway
