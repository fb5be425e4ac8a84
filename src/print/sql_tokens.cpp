#include "print/sql_tokens.h"

#include "base/text.h"

namespace leeway::print {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

class Lexer {
 public:
  explicit Lexer(std::string_view sql) : sql_(sql) {}

  std::optional<std::vector<SqlToken>> run() {
    while (skip_blanks() && at_ < sql_.size())
      if (!next()) return std::nullopt;
    if (!whole_) return std::nullopt;
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < sql_.size() ? sql_[at_ + ahead] : '\0';
  }

  // False when a comment does not end.
  bool skip_blanks() {
    while (at_ < sql_.size()) {
      if (is_blank(peek())) {
        ++at_;
      } else if (peek() == '-' && peek(1) == '-') {
        at_ = std::min(sql_.find('\n', at_), sql_.size());
      } else if (peek() == '/' && peek(1) == '*') {
        if (!skip_block_comment()) return whole_ = false;
      } else {
        return true;
      }
    }
    return true;
  }

  // Block comments nest.
  bool skip_block_comment() {
    int depth = 0;
    for (; at_ < sql_.size(); ++at_) {
      if (peek() == '/' && peek(1) == '*') {
        ++depth;
        ++at_;
      } else if (peek() == '*' && peek(1) == '/') {
        ++at_;
        if (--depth == 0) {
          ++at_;
          return true;
        }
      }
    }
    return false;
  }

  bool next() {
    const char c = peek();
    if ((c == 'e' || c == 'E') && peek(1) == '\'') {
      const std::size_t begin = at_++;
      return quoted(SqlToken::Kind::string, '\'', true, begin);
    }
    if (c == '\'') return quoted(SqlToken::Kind::string, c, false, at_);
    if (c == '"' || c == '`') return quoted(SqlToken::Kind::quoted_name, c, false, at_);
    if (c == '$')
      if (const auto tag = dollar_tag(); !tag.empty()) return dollar_quoted(tag);
    if (is_letter(c)) return run_of(SqlToken::Kind::word);
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return run_of(SqlToken::Kind::number);
    tokens_.push_back({SqlToken::Kind::symbol, std::string(1, c), at_, at_ + 1});
    ++at_;
    return true;
  }

  bool run_of(SqlToken::Kind kind) {
    const std::size_t begin = at_;
    const auto belongs = [&](char c) {
      return is_letter(c) || is_digit(c) || (kind == SqlToken::Kind::number ? c == '.' : c == '$');
    };
    while (at_ < sql_.size() && belongs(peek())) ++at_;
    tokens_.push_back({kind, std::string(sql_.substr(begin, at_ - begin)), begin, at_});
    return true;
  }

  // From the opening quote; a doubled quote stands for one.
  bool quoted(SqlToken::Kind kind, char quote, bool backslashes, std::size_t begin) {
    std::string text;
    for (++at_; at_ < sql_.size(); ++at_) {
      if (peek() == quote && peek(1) != quote) {
        ++at_;
        tokens_.push_back({kind, std::move(text), begin, at_});
        return true;
      }
      if (peek() == quote || (backslashes && peek() == '\\' && at_ + 1 < sql_.size())) ++at_;
      text += peek();
    }
    return false;
  }

  // "$tag$" at the position, or empty.
  std::string_view dollar_tag() const {
    std::size_t end = at_ + 1;
    while (end < sql_.size() && (is_letter(sql_[end]) || (end > at_ + 1 && is_digit(sql_[end]))))
      ++end;
    if (end >= sql_.size() || sql_[end] != '$') return {};
    return sql_.substr(at_, end + 1 - at_);
  }

  bool dollar_quoted(std::string_view tag) {
    const std::size_t begin = at_;
    const std::size_t from = at_ + tag.size();
    const auto close = sql_.find(tag, from);
    if (close == std::string_view::npos) return false;
    at_ = close + tag.size();
    tokens_.push_back(
        {SqlToken::Kind::string, std::string(sql_.substr(from, close - from)), begin, at_});
    return true;
  }

  std::string_view sql_;
  std::size_t at_ = 0;
  bool whole_ = true;
  std::vector<SqlToken> tokens_;
};

}  // namespace

bool SqlToken::is_word(std::string_view word) const {
  return kind == Kind::word && equal_ignoring_case(text, word);
}

bool SqlToken::is_symbol(char symbol) const {
  return kind == Kind::symbol && text.front() == symbol;
}

std::optional<std::vector<SqlToken>> sql_tokens(std::string_view sql) { return Lexer(sql).run(); }

}  // namespace leeway::print
