// A page of terminal text under construction: wrapped sentences, aligned columns, no trailing
// blanks, at most one blank line in a row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "output/style.h"

namespace leeway::output {

enum class Paint { bold, red, yellow, green, dim };

class Page {
 public:
  explicit Page(const Style& style) : style_(style) {}

  // The text in the colour, or as it is where the style has no colours.
  // REQUIRES: text holds no blank that wrapped() could break at, or goes to line() or columns().
  std::string paint(Paint paint, std::string_view text) const;

  void blank();
  void line(std::string_view text);
  // A bold line after a blank one.
  void heading(std::string_view text);
  // `lead` and then the words of `text`, wrapped at the style's width; further lines are indented
  // to where the text began. A lead that leaves no room for text gets a line of its own. A word
  // longer than the line stays whole.
  void wrapped(std::string_view lead, std::string_view text);

  enum class Align { left, right };
  // Rows of cells in columns as wide as their widest cell; `aligns` is by column, left when absent.
  void columns(const std::vector<std::vector<std::string>>& rows,
               const std::vector<Align>& aligns = {});
  // The same, indented, with the last cell of each row wrapped under itself.
  // REQUIRES: no row is empty.
  void columns_and_text(std::string_view indent, std::vector<std::vector<std::string>> rows,
                        const std::vector<Align>& aligns = {});
  // Text of any number of lines, as it is.
  void verbatim(std::string_view text);

  // The text without blank lines at its end.
  std::string finished() const;

 private:
  static std::vector<std::string> padded(const std::vector<std::vector<std::string>>& rows,
                                         const std::vector<Align>& aligns);

  Style style_;
  std::string text_;
};

}  // namespace leeway::output
