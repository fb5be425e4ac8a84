// SQL text as tokens, for texts that an engine or leeway wrote: enough to know names, strings and
// punctuation from one another.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leeway::print {

struct SqlToken {
  enum class Kind { word, quoted_name, string, number, symbol };

  Kind kind = Kind::symbol;
  // Of a quoted name or a string: what it stands for. Of the others: the text; a symbol is one
  // character.
  std::string text;
  std::size_t begin = 0;  // of its text in the whole, in bytes
  std::size_t end = 0;

  // An unquoted word, without regard to case.
  bool is_word(std::string_view word) const;
  bool is_symbol(char symbol) const;
  bool is_name() const { return kind == Kind::word || kind == Kind::quoted_name; }
};

// Comments and blanks are left out. Nothing where a string, quoted name or comment does not end.
std::optional<std::vector<SqlToken>> sql_tokens(std::string_view sql);

}  // namespace leeway::print
