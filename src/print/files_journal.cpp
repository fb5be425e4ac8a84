#include "print/files_journal.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"

namespace leeway::print {
namespace {

constexpr std::string_view kHeader = "leeway print journal 1";
constexpr std::string_view kEnd = "end";

bool is_staged_name(std::string_view name) {
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_plain_folder(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_directory(std::filesystem::symlink_status(path, error));
}

// One line into the journal; false for a line that is none.
bool take_line(std::string_view line, Journal& journal) {
  constexpr std::string_view move = "move ";
  constexpr std::string_view remove = "remove ";
  if (line.starts_with(remove)) {
    journal.removes.emplace_back(line.substr(remove.size()));
    return true;
  }
  if (!line.starts_with(move)) return false;
  line.remove_prefix(move.size());
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return false;
  journal.moves.push_back(
      {std::string(line.substr(0, space)), std::string(line.substr(space + 1))});
  return true;
}

bool is_inner(const Journal& journal) {
  return std::ranges::all_of(journal.moves,
                             [](const Journal::Move& move) {
                               return is_staged_name(move.staged) && is_inner_path(move.path);
                             }) &&
         std::ranges::all_of(journal.removes,
                             [](const std::string& path) { return is_inner_path(path); });
}

}  // namespace

std::filesystem::path run_folder(const std::filesystem::path& root) { return root / kRunFolder; }
std::filesystem::path journal_file(const std::filesystem::path& root) {
  return run_folder(root) / "journal";
}
std::filesystem::path journal_draft(const std::filesystem::path& root) {
  return run_folder(root) / "journal.new";
}
std::filesystem::path stage_folder(const std::filesystem::path& root) {
  return run_folder(root) / "stage";
}

std::string to_text(const Journal& journal) {
  std::string text = fmt::format("{}\n", kHeader);
  for (const auto& move : journal.moves)
    text += fmt::format("move {} {}\n", move.staged, move.path);
  for (const auto& path : journal.removes) text += fmt::format("remove {}\n", path);
  return text + fmt::format("{}\n", kEnd);
}

std::optional<Journal> parse_journal(std::string_view text) {
  const auto lines = split(text, "\n");
  if (lines.size() < 3 || lines.front() != kHeader || lines[lines.size() - 2] != kEnd ||
      !lines.back().empty())
    return std::nullopt;
  Journal journal;
  for (std::size_t i = 1; i + 2 < lines.size(); ++i) {
    if (!take_line(lines[i], journal)) return std::nullopt;
  }
  return journal;
}

Result<std::optional<Journal>> read_journal(const std::filesystem::path& root) {
  if (!is_plain_folder(run_folder(root))) return std::nullopt;
  const auto text = read_regular_file(journal_file(root));
  if (!text && text.error().code == ErrorCode::not_found) return std::nullopt;
  if (!text) return std::unexpected(text.error());
  auto journal = parse_journal(*text);
  if (journal && !is_inner(*journal))
    return std::unexpected(
        Error{ErrorCode::integrity,
              fmt::format("'{}' names files outside the print; leeway did not write it",
                          journal_file(root).string()),
              fmt::format("Nothing was changed. Look at the folder '{}' and delete it.",
                          run_folder(root).string())});
  return journal;
}

bool is_inner_path(std::string_view path) {
  const bool one_line = std::ranges::none_of(
      path, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (!one_line || path.empty()) return false;
  const auto segments = split(path, "/");
  return segments.front() != kRunFolder && std::ranges::none_of(segments, [](const auto& segment) {
           return segment.empty() || segment == "." || segment == "..";
         });
}

Result<std::string> read_regular_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  if (status.type() == std::filesystem::file_type::not_found ||
      status.type() == std::filesystem::file_type::symlink)
    return fail(ErrorCode::not_found, "there is no file '{}'", path.string());
  if (status.type() != std::filesystem::file_type::regular)
    return fail(ErrorCode::io, "cannot read '{}': {}", path.string(),
                error ? error.message() : "it is no ordinary file");
  return read_file(path);
}

}  // namespace leeway::print
