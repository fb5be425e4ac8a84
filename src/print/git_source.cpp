#include <algorithm>
#include <charconv>
#include <memory>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "base/process.h"
#include "base/text.h"
#include "print/decode.h"

namespace leeway::print {
namespace {

namespace fs = std::filesystem;

using Files = std::unordered_map<std::string, std::string>;  // path -> content

Result<ProcessResult> git(const fs::path& folder, std::vector<std::string> arguments,
                          std::string_view input = {}) {
  arguments.insert(arguments.begin(), {"git", "-C", folder.string()});
  auto run =
      run_process(arguments, input,
                  {{"LC_ALL", "C"}, {"GIT_OPTIONAL_LOCKS", "0"}, {"GIT_TERMINAL_PROMPT", "0"}});
  if (!run && run.error().code == ErrorCode::not_found)
    return std::unexpected(Error{ErrorCode::not_found,
                                 "a print of a git revision is read with the program 'git', which "
                                 "is not installed or not in PATH",
                                 "Install git, or compare with a folder."});
  return run;
}

std::string first_line(std::string_view text) { return printable(text.substr(0, text.find('\n'))); }

// The deepest folder of the path that is there: a revision may hold what the work tree lacks.
fs::path existing_part(fs::path path) {
  std::error_code ignored;
  while (!fs::is_directory(path, ignored) && path.has_relative_path()) path = path.parent_path();
  return path;
}

// `root` as a path of the repository, without a '/' at its ends.
Result<std::string> path_in_repository(const fs::path& root, const fs::path& folder) {
  LEEWAY_TRY(const auto run, git(folder, {"rev-parse", "--show-prefix"}));
  if (run.exit_code != 0)
    return std::unexpected(Error{ErrorCode::not_found,
                                 fmt::format("'{}' is in no git repository that can be read: {}",
                                             folder.string(), first_line(run.errors)),
                                 {}});
  fs::path path = trim(run.output);
  path /= root.lexically_relative(folder);
  std::string text = path.lexically_normal().generic_string();
  while (text.ends_with('/')) text.pop_back();
  return text == "." ? "" : text;
}

Error no_such_revision(const std::string& revision, const fs::path& folder) {
  return {ErrorCode::not_found,
          fmt::format("the git repository of '{}' knows no revision '{}'", folder.string(),
                      printable(revision)),
          "Name a branch, a tag or a commit; in a shallow clone, fetch it first."};
}

// The commit's object name. What starts with '-' is an option to git, and is no revision.
Result<std::string> resolve_revision(const fs::path& folder, const std::string& revision) {
  if (revision.empty() || revision.starts_with('-') || revision.find('\0') != std::string::npos)
    return std::unexpected(no_such_revision(revision, folder));
  LEEWAY_TRY(const auto run,
             git(folder, {"rev-parse", "--verify", "--quiet", revision + "^{commit}"}));
  const std::string commit(trim(run.output));
  if (run.exit_code != 0 || commit.empty())
    return std::unexpected(no_such_revision(revision, folder));
  return commit;
}

struct Blob {
  std::string path;
  std::string object;
};

// One entry of `ls-tree -z`: "<mode> blob <object>\t<path>". Links and submodules are no files.
std::optional<Blob> parse_tree_entry(std::string_view entry) {
  const std::size_t tab = entry.find('\t');
  if (tab == std::string_view::npos || !entry.starts_with("100")) return std::nullopt;
  const auto words = split(entry.substr(0, tab), " ");
  if (words.size() != 3 || words[1] != "blob") return std::nullopt;
  return Blob{std::string(entry.substr(tab + 1)), words[2]};
}

Result<std::vector<Blob>> list_tree(const fs::path& folder, const std::string& commit,
                                    const std::string& path, const std::string& description) {
  LEEWAY_TRY(const auto run,
             git(folder, {"ls-tree", "-r", "-z", "--full-tree", commit + ":" + path}));
  if (run.exit_code != 0)
    return std::unexpected(
        Error{ErrorCode::not_found, fmt::format("there is nothing at {}", description),
              "That revision may be older than the print, or the print may have stood elsewhere."});
  std::vector<Blob> blobs;
  for (const std::string& entry : split(run.output, std::string_view("\0", 1))) {
    if (auto blob = parse_tree_entry(entry)) blobs.push_back(*std::move(blob));
  }
  return blobs;
}

// The replies of `cat-file --batch`: "<object> blob <size>\n<content>\n" each, in order.
std::optional<Files> parse_batch(std::string_view replies, const std::vector<Blob>& blobs) {
  Files files;
  for (const Blob& blob : blobs) {
    const std::size_t end = replies.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const auto words = split(replies.substr(0, end), " ");
    replies.remove_prefix(end + 1);
    std::size_t size = 0;
    if (words.size() != 3 ||
        std::from_chars(words[2].data(), words[2].data() + words[2].size(), size).ec !=
            std::errc() ||
        size >= replies.size())
      return std::nullopt;
    files.emplace(blob.path, replies.substr(0, size));
    replies.remove_prefix(size + 1);
  }
  return files;
}

Result<Files> read_blobs(const fs::path& folder, const std::vector<Blob>& blobs,
                         const std::string& description) {
  std::string wanted;
  for (const Blob& blob : blobs) wanted += blob.object + "\n";
  LEEWAY_TRY(const auto run, git(folder, {"cat-file", "--batch"}, wanted));
  auto files = run.exit_code == 0 ? parse_batch(run.output, blobs) : std::nullopt;
  if (!files)
    return fail(ErrorCode::io, "git cannot read {}: {}", description, first_line(run.errors));
  return *std::move(files);
}

}  // namespace

Result<FileSource> git_source(const fs::path& root, const std::string& revision) {
  std::error_code error;
  const fs::path absolute = fs::absolute(root, error).lexically_normal();
  const fs::path folder = existing_part(absolute);
  LEEWAY_TRY(const std::string path, path_in_repository(absolute, folder));
  LEEWAY_TRY(const std::string commit, resolve_revision(folder, revision));
  const std::string description = fmt::format("'{}:{}'", printable(revision), path);
  LEEWAY_TRY(const auto blobs, list_tree(folder, commit, path, description));
  LEEWAY_TRY(Files read, read_blobs(folder, blobs, description));
  const auto files = std::make_shared<const Files>(std::move(read));
  return FileSource{description,
                    [files] {
                      std::vector<std::string> paths;
                      for (const auto& [name, content] : *files) paths.push_back(name);
                      std::ranges::sort(paths);
                      return paths;
                    },
                    [files, description](const std::string& name) -> Result<std::string> {
                      const auto found = files->find(name);
                      if (found == files->end())
                        return fail(ErrorCode::not_found, "there is no file '{}' at {}", name,
                                    description);
                      return found->second;
                    }};
}

}  // namespace leeway::print
