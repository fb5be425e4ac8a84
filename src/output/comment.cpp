#include "output/comment.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

constexpr std::size_t longest_cell = 1000;

// Room kept for the lines that tell what was left out.
constexpr std::size_t reserve = 1000;

std::string shortened(std::string_view text) {
  std::string line = one_line(text);
  if (line.size() <= longest_cell) return line;
  return fmt::format("{}...", clip(line, longest_cell));
}

std::size_t longest_run(std::string_view text, char wanted) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == wanted ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string left_out(std::size_t count, std::string_view noun) {
  return fmt::format("_{} left out here; `-o json` has all._\n",
                     counted(static_cast<long long>(count), fmt::format("more {}", noun)));
}

std::string table_row(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", join(cells, " | "));
}

}  // namespace

std::string markdown_text(std::string_view text) {
  std::string result;
  for (const char c : shortened(text)) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '@':
        result += "&#64;";
        break;
      case '#':
        result += "&#35;";
        break;
      case '|':
      case '`':
      case '\\':
      case '*':
      case '_':
      case '~':
      case '[':
      case ']':
      case '$':
        result += '\\';
        [[fallthrough]];
      default:
        result += c;
    }
  }
  return result;
}

std::string code_span(std::string_view text) {
  if (text.find('|') != std::string_view::npos)
    return fmt::format("<code>{}</code>", markdown_text(text));
  const std::string content = shortened(text);
  const std::string fence(longest_run(content, '`') + 1, '`');
  const bool padded = content.starts_with('`') || content.ends_with('`') || content.empty();
  const std::string_view pad = padded ? " " : "";
  return fmt::format("{}{}{}{}{}", fence, pad, content, pad, fence);
}

std::string code_block(std::string_view text, std::string_view language) {
  const std::string content = many_lines(text);
  const std::string fence(std::max<std::size_t>(3, longest_run(content, '`') + 1), '`');
  return fmt::format("{}{}\n{}\n{}\n", fence, language, content, fence);
}

bool Comment::fits(std::size_t bytes) const { return text_.size() + bytes + reserve <= max_bytes_; }

void Comment::paragraph(std::string_view text) {
  if (!fits(text.size() + 2)) return;
  if (!text_.empty()) text_ += '\n';
  text_ += text;
  text_ += '\n';
}

void Comment::add_entries(std::string_view opening, const std::vector<std::string>& entries,
                          std::string_view closing, std::string_view noun) {
  if (entries.empty()) return;
  const std::size_t frame = opening.size() + closing.size() + 1;
  if (!fits(frame + entries.front().size())) {
    const auto note = "\n" + left_out(entries.size(), noun);
    if (text_.size() + note.size() <= max_bytes_) text_ += note;
    return;
  }
  text_ += '\n';
  text_ += opening;
  std::size_t written = 0;
  while (written < entries.size() && fits(entries[written].size() + closing.size()))
    text_ += entries[written++];
  text_ += closing;
  if (written < entries.size()) text_ += "\n" + left_out(entries.size() - written, noun);
}

void Comment::table(std::string_view title, const std::vector<std::string>& header,
                    const std::vector<std::vector<std::string>>& rows, std::string_view noun) {
  const std::vector<std::string> rule(header.size(), "---");
  std::vector<std::string> entries;
  entries.reserve(rows.size());
  for (const auto& row : rows) entries.push_back(table_row(row));
  add_entries(fmt::format("#### {}\n\n{}{}", title, table_row(header), table_row(rule)), entries,
              "", noun);
}

void Comment::folded(std::string_view title, const std::vector<std::string>& blocks,
                     std::string_view noun) {
  add_entries(fmt::format("<details><summary>{}</summary>\n\n", title), blocks, "</details>\n",
              noun);
}

}  // namespace leeway::output
