// Writing a print: all of a run's files land together, or none does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "print/print.h"

namespace leeway::print {

struct WriteRequest {
  std::filesystem::path root;  // <output>/<connection>
  const Print* print = nullptr;
  std::string diff_yaml;  // empty: no diff.yaml is written
  // Tables the target stopped listing: their three produced artifacts are removed.
  std::vector<std::string> removed_paths;
};

// Files are staged beside the print, synced, and renamed over the old ones; what a crash leaves is
// finished or discarded by the next call of recover(). Tables with `carried` keep their files.
// description.md and *.annotations.yaml are never touched. The manifest is left alone when it
// differs from the old one in generated_at only.
Status write_print(const WriteRequest& request);

// Completes or discards what an interrupted write left in `root`.
Status recover(const std::filesystem::path& root);

// The generated guide for readers, the same bytes whatever the data.
std::string reading_guide();

// A path of lower-case segments for a name, or why there is none (ErrorCode::config), by the
// format's allowlist.
Result<std::string> print_path(const std::vector<std::string>& name_parts);

}  // namespace leeway::print
