// What a committed write still has to do: files to be moved into the print and files to be removed.
// Doing it twice does no more than doing it once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace leeway::print {

inline constexpr std::string_view kRunFolder = ".leeway-run";

struct Journal {
  struct Move {
    std::string staged;  // a file's name in the stage folder: digits
    std::string path;    // under the root, '/'-separated

    bool operator==(const Move&) const = default;
  };
  std::vector<Move> moves;
  std::vector<std::string> removes;  // paths under the root

  bool operator==(const Journal&) const = default;
};

// Where things stand below a print's root.
std::filesystem::path run_folder(const std::filesystem::path& root);
std::filesystem::path journal_file(const std::filesystem::path& root);
std::filesystem::path journal_draft(const std::filesystem::path& root);
std::filesystem::path stage_folder(const std::filesystem::path& root);

std::string to_text(const Journal& journal);
// nullopt: not the whole of a journal.
std::optional<Journal> parse_journal(std::string_view text);

// nullopt: no write was committed. Errors: io; integrity for a journal that leads out of the root.
Result<std::optional<Journal>> read_journal(const std::filesystem::path& root);

// Relative, of named segments that stay below the root and out of the run folder, on one line.
bool is_inner_path(std::string_view path);

// A regular file's content; a symbolic link is not_found.
Result<std::string> read_regular_file(const std::filesystem::path& path);

}  // namespace leeway::print
