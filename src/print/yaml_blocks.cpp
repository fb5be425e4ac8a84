#include "print/yaml_blocks.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "print/yaml_strings.h"
#include "print/yaml_values.h"

namespace leeway::print {
namespace {

// Both are narrower than what YAML readers take.
constexpr int kDepthLimit = 50;
constexpr std::size_t kLongestSimpleKey = 1000;

bool is_clean_ascii(std::string_view text) {
  bool clean = true;
  for (const char c : text) clean &= (c >= ' ' && c <= '~') || c == '\n';
  return clean;
}

// Whether every line is made of characters that stand as themselves.
bool has_clean_lines(std::string_view text) {
  if (is_clean_ascii(text)) return true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (!stands_on_one_line(text.substr(at, end - at))) return false;
    at = end + 1;
  }
  return true;
}

bool is_item(std::string_view content) { return content.starts_with("- "); }

// A key, or a scalar that ends its line.
struct Token {
  std::string text;
  bool plain = false;
  bool key = false;
  std::string_view rest;  // of the line, behind the key's colon and one space
};

// Every step that meets what this reader does not know gives up, and the callers with it.
class BlockReader {
 public:
  explicit BlockReader(std::string_view text) : text_(text) { next_line(); }

  std::optional<Value> read() {
    Value value;
    if (ended_ || indent_ != 0 || !block(value) || !ended_) return std::nullopt;
    return value;
  }

 private:
  // To the next line; a blank one gives up by being neither a key nor an item.
  void next_line() {
    const std::size_t end = text_.find('\n', at_);
    ended_ = end == std::string_view::npos;
    if (ended_) return;
    content_ = text_.substr(at_, end - at_);
    indent_ = std::min(content_.find_first_not_of(' '), content_.size());
    content_.remove_prefix(indent_);
    at_ = end + 1;
  }

  bool count(std::size_t nodes) { return (nodes_ += nodes) <= kNodeLimit; }

  // The list or map that starts here; a list behind "- " or a map whose first key is here.
  bool block(Value& value) {
    if (++depth_ > kDepthLimit || !count(2)) return false;
    const bool read = is_item(content_) ? list(value) : map(value);
    --depth_;
    return read;
  }

  bool map(Value& value) {
    value.kind = Value::Kind::map;
    const std::size_t indent = indent_;
    do {
      Token token;
      if (is_item(content_) || !take_token(content_, token) || !token.key || !count(1))
        return false;
      value.keys.push_back(std::move(token.text));
      if (!entry(token.rest, indent, value.items.emplace_back())) return false;
    } while (!ended_ && indent_ == indent);
    return (ended_ || indent_ < indent) && first_twin(value.keys) == value.keys.size();
  }

  bool entry(std::string_view rest, std::size_t indent, Value& value) {
    if (!rest.empty()) return scalar(rest, value);
    next_line();
    if (ended_ || indent_ < indent || (indent_ == indent && !is_item(content_))) return false;
    return block(value);
  }

  bool list(Value& value) {
    value.kind = Value::Kind::list;
    const std::size_t indent = indent_;
    do {
      if (!item(value.items.emplace_back())) return false;
    } while (!ended_ && indent_ == indent && is_item(content_));
    return ended_ || indent_ <= indent;
  }

  bool item(Value& value) {
    const std::string_view inner = content_.substr(2);
    Token token;
    const bool nested =
        is_item(inner) || (!is_empty_collection(inner) && take_token(inner, token) && token.key);
    if (!nested) return scalar(inner, value);
    content_ = inner;
    indent_ += 2;
    return block(value);
  }

  static bool is_empty_collection(std::string_view text) { return text == "[]" || text == "{}"; }

  // The rest of a line, which is one scalar or an empty list or map; then the next line.
  bool scalar(std::string_view rest, Value& value) {
    if (is_empty_collection(rest)) {
      value.kind = rest == "[]" ? Value::Kind::list : Value::Kind::map;
      if (!count(2)) return false;
    } else {
      Token token;
      if (!take_token(rest, token) || token.key || !count(1)) return false;
      value = token.plain ? plain_value(token.text) : make_string(std::move(token.text));
    }
    next_line();
    return true;
  }

  static bool take_token(std::string_view line, Token& token) {
    if (line.empty()) return false;
    return line.front() == '\'' ? take_quoted(line, token) : take_plain(line, token);
  }

  static bool take_plain(std::string_view line, Token& token) {
    std::string_view text = line;
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos)
      text = line.substr(0, colon);
    else if (line.back() == ':')
      text.remove_suffix(1);
    if (text.empty() || text.front() == '?' || text.front() == ':' || !can_be_plain(text))
      return false;
    token.plain = true;
    token.text = text;
    return take_colon(line, text.size(), token);
  }

  static bool take_quoted(std::string_view line, Token& token) {
    std::size_t at = 1;
    for (;;) {
      const std::size_t quote = line.find('\'', at);
      if (quote == std::string_view::npos) return false;
      token.text.append(line, at, quote - at);
      at = quote + 1;
      if (at == line.size() || line[at] != '\'') break;
      token.text += '\'';
      ++at;
    }
    return take_colon(line, at, token);
  }

  // What may stand behind a scalar that took `size` bytes: nothing, or the colon of a key.
  static bool take_colon(std::string_view line, std::size_t size, Token& token) {
    if (size == line.size()) return true;
    if (line[size] != ':' || size > kLongestSimpleKey) return false;
    token.key = true;
    if (size + 1 == line.size()) return true;
    if (line[size + 1] != ' ' || size + 2 == line.size()) return false;
    token.rest = line.substr(size + 2);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;  // of the line after this one
  std::string_view content_;
  std::size_t indent_ = 0;  // of `content_`
  bool ended_ = false;
  int depth_ = 0;
  std::size_t nodes_ = 0;
};

}  // namespace

std::optional<Value> parse_yaml_blocks(std::string_view text) {
  if (text.empty() || text.back() != '\n' || !has_clean_lines(text)) return std::nullopt;
  return BlockReader(text).read();
}

}  // namespace leeway::print
