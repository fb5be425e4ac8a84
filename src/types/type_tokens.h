// The words, quoted parts and brackets of a type's text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace leeway::types {

enum class TokenKind { word, number, quoted_name, string, open, close, symbol };

struct Token {
  TokenKind kind = TokenKind::symbol;
  std::string_view text;    // as written, with its quotes
  std::size_t partner = 0;  // of a bracket: the index of the one that belongs to it
};

struct TokenList {
  std::vector<Token> tokens;
  bool balanced = true;  // every bracket has its partner and every quote ends
};

TokenList tokenize(std::string_view text, bool backslash_escapes);

// The tokens [begin, end) as text: single blanks between words, none elsewhere, letters outside
// quotes lowered unless `keep_case`.
std::string normalized(const TokenList& list, std::size_t begin, std::size_t end, bool keep_case);

// What a quoted name or string says, without its quotes and escapes.
std::string unquoted(const Token& token, bool backslash_escapes);

// `text` in single quotes.
std::string quoted_string(std::string_view text, bool backslash_escapes);

}  // namespace leeway::types
