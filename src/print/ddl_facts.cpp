#include "print/ddl_facts.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"
#include "dialects/statements.h"
#include "print/sql_tokens.h"

namespace leeway::print {
namespace {

using Tokens = std::span<const SqlToken>;

bool is_any_word(const SqlToken& token, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return token.is_word(word); });
}

// Words that begin a constraint of the table where a column might stand. Every engine reserves
// them: a column of such a name is quoted.
constexpr std::array<std::string_view, 5> constraint_starts{"constraint", "primary", "unique",
                                                            "check", "foreign"};
// Words that end a default which is not in parentheses.
constexpr std::array<std::string_view, 9> after_default{"not",     "null",      "primary",
                                                        "unique",  "check",     "references",
                                                        "collate", "generated", "constraint"};
constexpr std::array<std::string_view, 6> table_kinds{"temp",  "temporary", "unlogged",
                                                      "local", "global",    "transient"};

// How deep in parentheses, brackets and CASE ... END.
struct Nesting {
  int depth = 0;

  void pass(const SqlToken& token) {
    if (token.is_symbol('(') || token.is_symbol('[') || token.is_symbol('{') ||
        token.is_word("case"))
      ++depth;
    if (token.is_symbol(')') || token.is_symbol(']') || token.is_symbol('}') ||
        token.is_word("end"))
      --depth;
  }
};

// The parts of a list between its commas; nothing where brackets do not match.
std::optional<std::vector<Tokens>> parts_of(Tokens tokens, char separator) {
  std::vector<Tokens> parts;
  std::size_t begin = 0;
  Nesting nesting;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (nesting.depth == 0 && tokens[i].is_symbol(separator)) {
      parts.push_back(tokens.subspan(begin, i - begin));
      begin = i + 1;
    }
    nesting.pass(tokens[i]);
    if (nesting.depth < 0) return std::nullopt;
  }
  if (nesting.depth != 0) return std::nullopt;
  parts.push_back(tokens.subspan(begin));
  return parts;
}

class Reader {
 public:
  explicit Reader(std::string_view ddl) : ddl_(ddl) {}

  std::optional<DdlFacts> run() {
    const auto tokens = sql_tokens(ddl_);
    if (!tokens) return std::nullopt;
    const auto statements = parts_of(*tokens, ';');
    if (!statements) return std::nullopt;
    for (const Tokens statement : *statements) {
      left_ = statement;
      if (!left_.empty() && !read_statement()) return std::nullopt;
    }
    if (!created_) return std::nullopt;
    return std::move(facts_);
  }

 private:
  bool take_word(std::string_view word) {
    if (left_.empty() || !left_.front().is_word(word)) return false;
    left_ = left_.subspan(1);
    return true;
  }

  bool take_any(std::span<const std::string_view> words) {
    if (left_.empty() || !is_any_word(left_.front(), words)) return false;
    left_ = left_.subspan(1);
    return true;
  }

  void skip_if_not_exists() {
    if (take_word("if")) {
      take_word("not");
      take_word("exists");
    }
  }

  // a.b.c; empty where there is no name.
  std::vector<std::string> take_name() {
    std::vector<std::string> parts;
    while (!left_.empty() && left_.front().is_name()) {
      parts.push_back(left_.front().text);
      left_ = left_.subspan(1);
      if (left_.size() < 2 || !left_.front().is_symbol('.')) break;
      left_ = left_.subspan(1);
    }
    return parts;
  }

  // What stands inside the parentheses that come next.
  std::optional<Tokens> take_parentheses() {
    if (left_.empty() || !left_.front().is_symbol('(')) return std::nullopt;
    Nesting nesting;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      nesting.pass(left_[i]);
      if (nesting.depth > 0) continue;
      const Tokens inside = left_.subspan(1, i - 1);
      left_ = left_.subspan(i + 1);
      return inside;
    }
    return std::nullopt;
  }

  std::string text_of(Tokens tokens) const {
    if (tokens.empty()) return "";
    return std::string(ddl_.substr(tokens.front().begin, tokens.back().end - tokens.front().begin));
  }

  bool read_statement() {
    if (take_word("comment")) return created_ && read_comment();
    if (!take_word("create")) return false;
    if (take_word("unique")) return created_ && take_word("index") && read_index(true);
    if (take_word("index")) return created_ && read_index(false);
    if (created_) return false;
    created_ = true;
    if (take_word("or")) take_word("replace");
    while (take_any(table_kinds)) {
    }
    if (take_word("table")) return read_table();
    take_word("recursive");
    take_word("materialized");
    return take_word("view");
  }

  bool read_table() {
    skip_if_not_exists();
    if (take_name().empty()) return false;
    const auto inside = take_parentheses();
    if (!inside) return false;
    const auto items = parts_of(*inside, ',');
    return items && std::ranges::all_of(*items, [&](Tokens item) { return read_item(item); });
  }

  bool read_item(Tokens item) {
    if (item.empty()) return false;
    if (is_any_word(item.front(), constraint_starts)) return true;
    if (!item.front().is_name()) return false;
    const auto [at, added] = facts_.defaults.emplace(to_lower(item.front().text), std::nullopt);
    if (!added) return false;  // two columns that only case tells apart
    at->second = default_of(item.subspan(1));
    return true;
  }

  // `GENERATED BY DEFAULT` and `SET DEFAULT` are no defaults.
  std::optional<std::string> default_of(Tokens definition) const {
    Nesting nesting;
    for (std::size_t i = 0; i < definition.size(); ++i) {
      const bool other =
          i > 0 && (definition[i - 1].is_word("by") || definition[i - 1].is_word("set"));
      if (nesting.depth == 0 && definition[i].is_word("default") && !other)
        return expression(definition.subspan(i + 1));
      nesting.pass(definition[i]);
    }
    return std::nullopt;
  }

  std::optional<std::string> expression(Tokens tokens) const {
    Nesting nesting;
    std::size_t end = 0;
    for (; end < tokens.size(); ++end) {
      if (end > 0 && nesting.depth == 0 && is_any_word(tokens[end], after_default)) break;
      nesting.pass(tokens[end]);
    }
    Tokens kept = tokens.first(end);
    if (is_in_parentheses(kept)) kept = kept.subspan(1, kept.size() - 2);
    // A default of NULL is none.
    if (kept.empty() || (kept.size() == 1 && kept.front().is_word("null"))) return std::nullopt;
    return text_of(kept);
  }

  // Whether the first token opens what the last one closes.
  static bool is_in_parentheses(Tokens tokens) {
    if (tokens.size() < 2 || !tokens.front().is_symbol('(')) return false;
    Nesting nesting;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      nesting.pass(tokens[i]);
      if (nesting.depth == 0) return i + 1 == tokens.size();
    }
    return false;
  }

  bool read_index(bool unique) {
    take_word("concurrently");
    skip_if_not_exists();
    const auto name = take_name();
    if (name.empty() || !take_word("on")) return false;
    take_word("only");
    if (take_name().empty()) return false;
    DdlIndex index{{}, unique, ""};
    if (take_word("using")) {
      const auto type = take_name();
      if (type.empty()) return false;
      index.type = to_lower(type.back());
    }
    const auto inside = take_parentheses();
    const auto items = inside ? parts_of(*inside, ',') : std::nullopt;
    if (!items) return false;
    for (const Tokens item : *items) {
      if (item.empty()) return false;
      index.columns.push_back(
          item.size() == 1 && item.front().is_name() ? to_lower(item.front().text) : text_of(item));
    }
    return facts_.indexes.emplace(name.back(), std::move(index)).second;
  }

  bool read_comment() {
    if (!take_word("on")) return false;
    take_word("materialized");
    const bool column = take_word("column");
    if (!column && !take_word("table") && !take_word("view")) return false;
    const auto name = take_name();
    if (name.empty() || !take_word("is") || left_.size() != 1) return false;
    if (left_.front().is_word("null")) return true;
    if (left_.front().kind != SqlToken::Kind::string) return false;
    if (column)
      facts_.column_comments[to_lower(name.back())] = left_.front().text;
    else
      facts_.comment = left_.front().text;
    return true;
  }

  std::string_view ddl_;
  Tokens left_;  // of the statement
  bool created_ = false;
  DdlFacts facts_;
};

void add_statement(std::string& text, std::string_view statement) {
  statement = trim(statement);
  if (statement.empty()) return;
  text += statement;
  if (!statement.ends_with(';')) text += ';';
  text += '\n';
}

std::string without_trailing_blanks(const std::string& text) {
  std::string kept;
  for (const auto& line : split(text, "\n")) {
    kept += line.substr(0, line.find_last_not_of(" \t\r\f\v") + 1);
    kept += '\n';
  }
  kept.pop_back();
  return kept;
}

}  // namespace

std::string complete_ddl(const catalog::Table& table, std::string_view adapter) {
  std::string text;
  add_statement(text, table.definition);
  if (text.empty()) return text;
  for (const auto& index : table.indexes) add_statement(text, index.definition);
  if (const dialects::Dialect* dialect = dialects::find_dialect(adapter)) {
    const catalog::TableName name{"", table.name.schema, table.name.table};
    if (table.comment && !table.comment->empty())
      add_statement(text, dialects::comment_on_table(*dialect, name, *table.comment));
    for (const auto& column : table.columns)
      if (column.comment && !column.comment->empty())
        add_statement(text,
                      dialects::comment_on_column(*dialect, name, column.name, *column.comment));
  }
  return without_trailing_blanks(text);
}

std::optional<DdlFacts> ddl_facts(std::string_view ddl) { return Reader(ddl).run(); }

}  // namespace leeway::print
