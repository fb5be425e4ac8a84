// A temporary folder, and the files of a folder as a value.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "base/files.h"
#include "print/decode.h"

namespace leeway::print::testing_support {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (base() / "leeway_print_XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  // In memory where that can be: many syncs then cost nothing.
  static std::filesystem::path base() {
    const std::filesystem::path memory = "/dev/shm";
    return ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
  }

  std::filesystem::path path_;
};

inline void put_file(const std::filesystem::path& path, const std::string& content) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

// Every path below the folder with its content; "/" for a folder, "->" for a link.
inline std::map<std::string, std::string> tree_of(const std::filesystem::path& root) {
  std::map<std::string, std::string> tree;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const std::string path = entry.path().lexically_relative(root).string();
    if (entry.is_symlink())
      tree[path] = "->" + std::filesystem::read_symlink(entry.path()).string();
    else if (entry.is_directory())
      tree[path] = "/";
    else
      tree[path] = read_file(entry.path()).value_or("<unreadable>");
  }
  return tree;
}

// What a reader sees.
inline std::map<std::string, std::string> seen_in(const std::filesystem::path& root) {
  const FileSource source = folder_source(root);
  std::map<std::string, std::string> seen;
  for (const std::string& path : source.list()) seen[path] = source.read(path).value_or("<none>");
  return seen;
}

}  // namespace leeway::print::testing_support
