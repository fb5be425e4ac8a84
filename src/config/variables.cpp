#include "config/variables.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace leeway::config {
namespace {

constexpr auto npos = std::string_view::npos;

constexpr std::array<std::string_view, 10> secret_keys{
    "token",       "client_secret", "api_key", "api_secret", "password",
    "oauth_token", "pat",           "secret",  "valkey_url", "private_key"};

// Settings that say where and what things are, and are no secrets unless they hold credentials.
constexpr std::array<std::string_view, 40> plain_keys{"path",
                                                      "host",
                                                      "port",
                                                      "http_path",
                                                      "account",
                                                      "warehouse",
                                                      "database",
                                                      "role",
                                                      "user",
                                                      "username",
                                                      "project_id",
                                                      "location",
                                                      "sslmode",
                                                      "private_key_path",
                                                      "statement_log",
                                                      "type",
                                                      "kind",
                                                      "adapter",
                                                      "catalog",
                                                      "schema",
                                                      "prefix",
                                                      "separator",
                                                      "components",
                                                      "catalog_template",
                                                      "schema_template",
                                                      "name",
                                                      "table",
                                                      "to_table",
                                                      "column",
                                                      "columns",
                                                      "connector",
                                                      "timestamp_column",
                                                      "merge_keys",
                                                      "merge_keys_fallback",
                                                      "keys",
                                                      "strategy",
                                                      "severity",
                                                      "backend",
                                                      "s3_bucket",
                                                      "s3_prefix"};

bool is_plain_key(std::string_view key) {
  return std::ranges::find(plain_keys, to_lower(key)) != plain_keys.end();
}

// What stands before the '@' of a URL; empty where there is none.
std::string_view user_part(std::string_view text) {
  const auto scheme = text.find("://");
  if (scheme == npos) return {};
  text = text.substr(scheme + 3);
  text = text.substr(0, text.find_first_of("/?#"));
  const auto at = text.rfind('@');
  return at == npos ? std::string_view{} : text.substr(0, at);
}

// Whether the text may hold more than a place: "token=..." of a connection string, or a URL's user.
bool may_hold_credentials(std::string_view text) {
  return text.find('=') != npos || !user_part(text).empty();
}

bool is_secret_key(std::string_view key) {
  return std::ranges::find(secret_keys, to_lower(key)) != secret_keys.end();
}

bool is_plain(std::string_view value) {
  const std::string word = to_lower(trim(value));
  return word == "true" || word == "false" ||
         word.find_first_not_of("0123456789.+-") == std::string::npos;
}

// The bare key that ends the text, quotes and blanks aside.
std::string_view word_before(std::string_view text) {
  const auto end = text.find_last_not_of(" \t\"'");
  if (end == npos) return {};
  text = text.substr(0, end + 1);
  const auto before = text.find_last_of(" \t\r\n\"'.,{=");
  return before == npos ? text : text.substr(before + 1);
}

// Just past the next '=' from `from` on that gives a secret its value; npos when there is none.
std::size_t next_secret(std::string_view text, std::size_t from) {
  for (auto at = text.find('=', from); at != npos; at = text.find('=', at + 1))
    if (is_secret_key(word_before(text.substr(0, at)))) return at + 1;
  return npos;
}

struct Variable {
  std::string name;
  std::optional<std::string> fallback;
  std::size_t end = 0;  // just past the closing brace
};

// The variable that starts at `start`, where "${" stands.
std::optional<Variable> variable_at(std::string_view text, std::size_t start) {
  const auto close = text.find('}', start);
  if (close == npos || close == start + 2) return std::nullopt;
  const auto inner = text.substr(start + 2, close - start - 2);
  const auto split_at = inner.find(":-");
  if (split_at == npos) return Variable{std::string(inner), std::nullopt, close + 1};
  return Variable{std::string(inner.substr(0, split_at)), std::string(inner.substr(split_at + 2)),
                  close + 1};
}

class Replacer {
 public:
  Replacer(const Environment& environment, Redactor& redactor, Problems& problems)
      : environment_(environment), redactor_(redactor), problems_(problems) {}

  // The items of a list go by the list's key.
  void visit(Node& node, const std::string& key) {
    if (node.kind == Node::Kind::text) replace(node, is_plain_key(key));
    for (auto& child : node.children) visit(child, child.key.empty() ? key : child.key);
  }

  void report() const {
    if (missing_.empty()) return;
    std::vector<std::string> names;
    names.reserve(missing_.size());
    for (const auto& [name, lines] : missing_)
      names.push_back(fmt::format("{} (line {})", printable(name), fmt::join(lines, ", ")));
    const bool one = names.size() == 1;
    problems_.error(code::variable, {first_missing_, {}},
                    fmt::format("environment variable{} not set: {}. Set {}, or give a default as "
                                "in ${{NAME:-default}}",
                                one ? "" : "s", fmt::join(names, ", "), one ? "it" : "them"));
  }

 private:
  void replace(Node& node, bool plain_key) {
    const std::string_view text = node.text;
    std::string result;
    std::vector<std::string> values;
    std::size_t done = 0;
    std::size_t from = 0;
    for (auto at = text.find("${"); at != npos; at = text.find("${", from)) {
      from = at + 2;
      const auto variable = variable_at(text, at);
      if (!variable) continue;
      result += text.substr(done, at - done);
      result += value_of(*variable, node, at == 0 && variable->end == text.size(), values);
      done = from = variable->end;
    }
    result += text.substr(done);
    if (!plain_key || may_hold_credentials(result))
      for (const auto& value : values) redactor_.add(value);
    if (done == 0 || node.unresolved) return;
    node.written = std::exchange(node.text, std::move(result));
  }

  // A value of the environment that may have to be hidden is added to `values`.
  std::string value_of(const Variable& variable, Node& node, bool whole,
                       std::vector<std::string>& values) {
    const auto value = environment_(variable.name);
    if (value && (!value->empty() || !variable.fallback)) {
      if (!whole || !is_plain(*value)) values.push_back(*value);
      return *value;
    }
    if (variable.fallback) return *variable.fallback;
    if (missing_.empty()) first_missing_ = node.location;
    missing_[variable.name].push_back(node.location.line);
    node.unresolved = true;
    problems_.mute(node.location.line);
    return {};
  }

  const Environment& environment_;
  Redactor& redactor_;
  Problems& problems_;
  std::map<std::string, std::vector<int>> missing_;  // name to lines
  Location first_missing_;
};

}  // namespace

void replace_variables(Node& root, const Environment& environment, Redactor& redactor,
                       Problems& problems) {
  Replacer replacer(environment, redactor, problems);
  replacer.visit(root, root.key);
  replacer.report();
}

void register_secrets(const Node& root, Redactor& redactor) {
  for (const auto& child : root.children) {
    if (child.kind == Node::Kind::text && !child.unresolved) {
      if (is_secret_key(child.key)) redactor.add(child.text);
      const auto user = user_part(child.text);
      if (const auto colon = user.find(':'); colon != npos) redactor.add(user.substr(colon + 1));
    }
    register_secrets(child, redactor);
  }
}

void register_secret_lines(std::string_view text, Redactor& redactor) {
  for (auto at = next_secret(text, 0); at != npos; at = next_secret(text, at)) {
    std::string_view value = text.substr(at);
    value = trim(value.substr(0, value.find('\n')));
    const bool quoted = value.starts_with('"') || value.starts_with('\'');
    const auto end = quoted ? value.find(value.front(), 1) : value.find_first_of(" \t,}#");
    value = value.substr(quoted ? 1 : 0, end == npos ? end : end - (quoted ? 1 : 0));
    if (value.find("${") == npos) redactor.add(value);
  }
}

bool names_secret(std::string_view line) { return next_secret(line, 0) != npos; }

}  // namespace leeway::config
