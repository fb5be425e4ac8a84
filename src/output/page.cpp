#include "output/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

// A lead that leaves less room than this stands on a line of its own.
constexpr std::size_t least_text = 20;
constexpr std::size_t hanging_indent = 6;

std::string_view code_of(Paint paint) {
  switch (paint) {
    case Paint::bold:
      return "1";
    case Paint::red:
      return "31";
    case Paint::yellow:
      return "33";
    case Paint::green:
      return "32";
    case Paint::dim:
      return "2";
  }
  return "0";
}

std::vector<std::size_t> column_widths(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    if (row.size() > widths.size()) widths.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  }
  return widths;
}

}  // namespace

std::string Page::paint(Paint paint, std::string_view text) const {
  if (!style_.color || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code_of(paint), text);
}

void Page::blank() {
  if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
}

void Page::line(std::string_view text) {
  text_ += text.substr(0, text.find_last_not_of(' ') + 1);
  text_ += '\n';
}

void Page::heading(std::string_view text) {
  blank();
  line(paint(Paint::bold, text));
}

void Page::wrapped(std::string_view lead, std::string_view text) {
  std::size_t indent = display_width(lead);
  std::string current(lead);
  if (indent > style_.width / 2 && indent + least_text > style_.width) {
    line(current);
    indent = hanging_indent;
    current.assign(indent, ' ');
  }
  std::size_t width = indent;
  bool first = true;
  for (const auto& word : split(text, " ")) {
    if (word.empty()) continue;
    const std::size_t length = display_width(word);
    if (!first && width + 1 + length > style_.width) {
      line(current);
      current.assign(indent, ' ');
      width = indent;
      first = true;
    }
    if (!first) {
      current += ' ';
      ++width;
    }
    current += word;
    width += length;
    first = false;
  }
  if (!first || indent == display_width(lead)) line(current);
}

std::vector<std::string> Page::padded(const std::vector<std::vector<std::string>>& rows,
                                      const std::vector<Align>& aligns) {
  const auto widths = column_widths(rows);
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string& text = lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - display_width(row[i]), ' ');
      const bool right = i < aligns.size() && aligns[i] == Align::right;
      if (i > 0) text += "  ";
      text += right ? pad + row[i] : row[i] + pad;
    }
  }
  return lines;
}

void Page::columns(const std::vector<std::vector<std::string>>& rows,
                   const std::vector<Align>& aligns) {
  for (const auto& text : padded(rows, aligns)) line(text);
}

void Page::columns_and_text(std::string_view indent, std::vector<std::vector<std::string>> rows,
                            const std::vector<Align>& aligns) {
  std::vector<std::string> texts;
  for (auto& row : rows) {
    texts.push_back(std::move(row.back()));
    row.pop_back();
  }
  const auto leads = padded(rows, aligns);
  for (std::size_t i = 0; i < rows.size(); ++i)
    wrapped(fmt::format("{}{}  ", indent, leads[i]), texts[i]);
}

void Page::verbatim(std::string_view text) {
  text_ += text;
  if (!text.ends_with('\n')) text_ += '\n';
}

std::string Page::finished() const {
  const auto last = text_.find_last_not_of('\n');
  return last == std::string::npos ? "" : text_.substr(0, last + 1) + "\n";
}

}  // namespace leeway::output
