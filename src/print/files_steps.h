// The changes writing a print makes to the file system, one at a time, each announced to the hook
// of WriteRequest.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "print/files.h"
#include "print/files_journal.h"

namespace leeway::print {

class FileSteps {
 public:
  explicit FileSteps(BeforeStep before) : before_(std::move(before)) {}

  // Makes the folder and those above it.
  Status make_folders(const std::filesystem::path& path);
  // A new file, not yet synced. Errors where there is one.
  Status write_new(const std::filesystem::path& path, std::string_view content);
  Status sync_file(const std::filesystem::path& path);
  Status sync_folder(const std::filesystem::path& path);
  // Everything on the file system of the folder: one flush where thousands of files would each take
  // theirs.
  Status sync_file_system(const std::filesystem::path& folder);
  Status rename(const std::filesystem::path& from, const std::filesystem::path& to);
  // A file that is not there is removed.
  Status remove_file(const std::filesystem::path& path);
  // Everything below and the folder; links are removed, not followed.
  Status remove_tree(const std::filesystem::path& path);
  // Where it is empty.
  Status remove_empty_folder(const std::filesystem::path& path);

 private:
  Status announce(std::string_view step) const { return before_ ? before_(step) : Status{}; }

  BeforeStep before_;
};

// Does what a committed write still has to do, then forgets the journal.
Status finish(const std::filesystem::path& root, const Journal& journal, FileSteps& steps);
// Finishes a committed write; throws away one that was not.
Status settle(const std::filesystem::path& root, FileSteps& steps);

// Whether `path` can be written below the root: its folders are folders and no links, it is no
// folder itself, and the folder it comes to stand in can be written to.
Status check_target(const std::filesystem::path& root, const std::string& path);

}  // namespace leeway::print
