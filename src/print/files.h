// Writing a print: all of a run's files land together, or none does.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "print/print.h"

namespace leeway::print {

// For tests: called before each change of the file system with a word on it; its error is taken as
// that of the change, which then does not happen.
using BeforeStep = std::function<Status(std::string_view step)>;

// One writer at a time on one print, over all processes. Lives in the folder `.leeway-run` of the
// root, which is gone again when nobody holds the lock and nothing is left to be finished.
class PrintLock {
 public:
  // Makes `root` where there is none, and finishes or discards what an interrupted write left.
  // Errors: locked (names the other's process), io, integrity (what was left makes no sense).
  static Result<PrintLock> acquire(const std::filesystem::path& root,
                                   const BeforeStep& before_step = {});
  PrintLock(PrintLock&& other) noexcept;
  PrintLock(const PrintLock&) = delete;
  PrintLock& operator=(const PrintLock&) = delete;
  PrintLock& operator=(PrintLock&&) = delete;
  ~PrintLock();

 private:
  PrintLock(int descriptor, std::filesystem::path root, bool made_root);
  int descriptor_;
  std::filesystem::path root_;
  bool made_root_;
};

struct WriteRequest {
  std::filesystem::path root;  // <output>/<connection>
  const Print* print = nullptr;
  std::string diff_yaml;  // empty: no diff.yaml is written
  // Tables the target stopped listing: their three produced artifacts are removed.
  std::vector<std::string> removed_paths;
  // Held by the caller for the whole of its run; null: held for the write alone.
  const PrintLock* lock = nullptr;
  BeforeStep before_step;
};

// Files are staged in `.leeway-run`, synced, and listed in a journal there; the journal's own
// rename is the one moment at which the old print becomes the new one. Then they are renamed over
// the old ones. A crash before that moment leaves the old print, one after it leaves what readers
// (decode.h) take for the new one and the next lock finishes.
//
// Tables with `carried` keep their files; of the others, a produced file that the print no longer
// has is removed. description.md and *.annotations.yaml are never touched; the manifest lists those
// that are there. The manifest is left alone when it differs from the old one in generated_at only.
// Symbolic links in the folders below the root are not followed: they are an error.
// Errors: locked, io, integrity (a path that leads out of the root). Each says which print is
// there.
Status write_print(const WriteRequest& request);

// Completes or discards what an interrupted write left in `root`; nothing to do is no error.
Status recover(const std::filesystem::path& root, const BeforeStep& before_step = {});

// The generated guide for readers, the same bytes whatever the data.
std::string reading_guide();

// A path of lower-case segments for a name, or why there is none (ErrorCode::config), by the
// format's allowlist (print format v1, section 2).
Result<std::string> print_path(const std::vector<std::string>& name_parts);

// The format's refusal of a table: the whole block of lines, from "ERROR:" on. Reasons are
// contains-unsafe-character, leading-period and case-collides-with-<other table>.
Error rejected_identifier(std::string_view fqn, std::string_view reason, std::string_view detail);

}  // namespace leeway::print
