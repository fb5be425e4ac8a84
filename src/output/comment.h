// A Markdown comment under construction, of bounded size. Sections come in order of importance; one
// that no longer fits keeps its first entries and says how many it leaves out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leeway::output {

// Text that Markdown and HTML leave alone, in one line; cut at a thousand bytes with "...".
std::string markdown_text(std::string_view text);
// A code span that holds any text, also inside a table; cut likewise.
std::string code_span(std::string_view text);
// A fenced block. The fence is longer than any run of backticks in the text.
std::string code_block(std::string_view text, std::string_view language);

class Comment {
 public:
  // REQUIRES: max_bytes >= 2000.
  explicit Comment(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  // A paragraph; left out when it does not fit.
  void paragraph(std::string_view text);
  // A table under a heading; nothing for no rows. Cells are Markdown already.
  void table(std::string_view title, const std::vector<std::string>& header,
             const std::vector<std::vector<std::string>>& rows, std::string_view noun);
  // Blocks under a summary line that a reader opens with a click.
  void folded(std::string_view title, const std::vector<std::string>& blocks,
              std::string_view noun);

  const std::string& text() const { return text_; }

 private:
  bool fits(std::size_t bytes) const;
  void add_entries(std::string_view opening, const std::vector<std::string>& entries,
                   std::string_view closing, std::string_view noun);

  std::size_t max_bytes_;
  std::string text_;
};

}  // namespace leeway::output
