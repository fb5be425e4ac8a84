#include "types/type_tokens.h"

#include <algorithm>

#include "base/text.h"

namespace leeway::types {
namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// The length of the quoted part at the start of `text`; 0 when it does not end.
std::size_t quoted_length(std::string_view text, bool backslash_escapes) {
  const char quote = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (backslash_escapes && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (i + 1 == text.size() || text[i + 1] != quote) return i + 1;
      ++i;
    }
  }
  return 0;
}

TokenKind symbol_kind(char c) {
  if (std::string_view("([<").contains(c)) return TokenKind::open;
  if (std::string_view(")]>").contains(c)) return TokenKind::close;
  return TokenKind::symbol;
}

bool belongs(std::string_view open, std::string_view close) {
  return (open == "(" && close == ")") || (open == "[" && close == "]") ||
         (open == "<" && close == ">");
}

// True when every bracket found its partner.
bool match_brackets(std::vector<Token>& tokens) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == TokenKind::open) {
      open.push_back(i);
    } else if (tokens[i].kind == TokenKind::close) {
      if (open.empty() || !belongs(tokens[open.back()].text, tokens[i].text)) return false;
      tokens[i].partner = open.back();
      tokens[open.back()].partner = i;
      open.pop_back();
    }
  }
  return open.empty();
}

bool is_wordlike(const Token& token) {
  return token.kind == TokenKind::word || token.kind == TokenKind::number ||
         token.kind == TokenKind::quoted_name || token.kind == TokenKind::string;
}

char escaped_character(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'b':
      return '\b';
    case '0':
      return '\0';
    default:
      return c;
  }
}

}  // namespace

TokenList tokenize(std::string_view text, bool backslash_escapes) {
  TokenList list;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    const std::string_view rest = text.substr(at);
    Token token;
    if (blanks.contains(c)) {
      ++at;
      continue;
    }
    if (is_word(c)) {
      const auto* const end = std::ranges::find_if_not(rest, is_word);
      token.text = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
      token.kind = std::ranges::all_of(token.text, is_digit) ? TokenKind::number : TokenKind::word;
    } else if (c == '\'' || c == '"' || c == '`') {
      const std::size_t length = quoted_length(rest, backslash_escapes);
      list.balanced = list.balanced && length > 0;
      token.text = length > 0 ? rest.substr(0, length) : rest;
      token.kind = c == '\'' ? TokenKind::string : TokenKind::quoted_name;
    } else {
      token.text = rest.substr(0, 1);
      token.kind = symbol_kind(c);
    }
    at += token.text.size();
    list.tokens.push_back(token);
  }
  list.balanced = match_brackets(list.tokens) && list.balanced;
  return list;
}

std::string normalized(const TokenList& list, std::size_t begin, std::size_t end, bool keep_case) {
  std::string result;
  for (std::size_t i = begin; i < end; ++i) {
    const Token& token = list.tokens[i];
    const bool follows_word = i > begin && (is_wordlike(list.tokens[i - 1]) ||
                                            list.tokens[i - 1].kind == TokenKind::close);
    if (is_wordlike(token) && follows_word) result += ' ';
    const bool lowers = token.kind == TokenKind::word && !keep_case;
    result += lowers ? to_lower(token.text) : std::string(token.text);
  }
  return result;
}

std::string unquoted(const Token& token, bool backslash_escapes) {
  const char quote = token.text.front();
  const std::string_view inner = token.text.substr(1, token.text.size() - 2);
  std::string result;
  result.reserve(inner.size());
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (backslash_escapes && inner[i] == '\\' && i + 1 < inner.size()) {
      result += escaped_character(inner[++i]);
    } else {
      result += inner[i];
      if (inner[i] == quote) ++i;
    }
  }
  return result;
}

std::string quoted_string(std::string_view text, bool backslash_escapes) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    if (c == '\\' && backslash_escapes) result += '\\';
    result += c;
  }
  return result + "'";
}

}  // namespace leeway::types
