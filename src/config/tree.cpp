#include "config/tree.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <toml++/toml.h>

#include "base/text.h"
#include "config/variables.h"

namespace leeway::config {
namespace {

// Deeper than any project, shallow enough for recursion over the tree.
constexpr int deepest = 64;
constexpr int longest_key = 16;

bool is_bare(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z') || c == '_' || c == '-' || byte >= 0x80;
}

void skip_blanks(std::string_view line, std::size_t& at) {
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
}

// Moves past one part of a dotted key; false when there is none at `at`.
bool skip_key_part(std::string_view line, std::size_t& at) {
  if (at >= line.size()) return false;
  if (line[at] == '"' || line[at] == '\'') {
    const auto end = line.find(line[at], at + 1);
    if (end == std::string_view::npos) return false;
    at = end + 1;
    return true;
  }
  const std::size_t start = at;
  while (at < line.size() && is_bare(line[at])) ++at;
  return at > start;
}

// The most parts a dotted key in the line may have. Each part is a level of nesting, which the
// library follows by recursion without a limit of its own.
int key_parts(std::string_view line) {
  int most = 0;
  std::size_t at = 0;
  while (at < line.size()) {
    int parts = 0;
    while (skip_key_part(line, at)) {
      ++parts;
      skip_blanks(line, at);
      if (at >= line.size() || line[at] != '.') break;
      ++at;
      skip_blanks(line, at);
    }
    most = std::max(most, parts);
    if (parts == 0) ++at;
  }
  return most;
}

std::optional<int> line_nested_too_deep(std::string_view text) {
  int number = 1;
  for (std::size_t start = 0; start < text.size(); ++number) {
    const auto end = std::min(text.find('\n', start), text.size());
    if (key_parts(text.substr(start, end - start)) > longest_key) return number;
    start = end + 1;
  }
  return std::nullopt;
}

class Converter {
 public:
  explicit Converter(const std::string& file) : file_(file) {}

  Result<Node> convert(const toml::node& source, std::string key, int line, int depth) const {
    Node node;
    node.key = std::move(key);
    node.location = {file_, line};
    if (depth > deepest)
      return fail(ErrorCode::config, "{}: values are nested deeper than {} levels",
                  node.location.text(), deepest);
    if (const auto* table = source.as_table()) return convert_table(*table, std::move(node), depth);
    if (const auto* array = source.as_array()) return convert_list(*array, std::move(node), depth);
    set_scalar(source, node);
    return node;
  }

 private:
  Result<Node> convert_table(const toml::table& table, Node node, int depth) const {
    node.kind = Node::Kind::table;
    for (const auto& [key, value] : table) {
      const int line = line_of(key.source(), line_of(value.source(), node.location.line));
      LEEWAY_TRY(auto child, convert(value, std::string(key.str()), line, depth + 1));
      node.children.push_back(std::move(child));
    }
    std::ranges::sort(node.children, {}, [](const Node& child) {
      return std::pair<int, std::string_view>(child.location.line, child.key);
    });
    return node;
  }

  Result<Node> convert_list(const toml::array& array, Node node, int depth) const {
    node.kind = Node::Kind::list;
    for (const auto& value : array) {
      const int line = line_of(value.source(), node.location.line);
      LEEWAY_TRY(auto child, convert(value, {}, line, depth + 1));
      node.children.push_back(std::move(child));
    }
    return node;
  }

  static void set_scalar(const toml::node& source, Node& node) {
    if (const auto* text = source.as_string()) {
      node.kind = Node::Kind::text;
      node.text = text->get();
    } else if (const auto* integer = source.as_integer()) {
      node.kind = Node::Kind::integer;
      node.integer = integer->get();
    } else if (const auto* number = source.as_floating_point()) {
      node.kind = Node::Kind::number;
      node.number = number->get();
    } else if (const auto* boolean = source.as_boolean()) {
      node.kind = Node::Kind::boolean;
      node.boolean = boolean->get();
    } else {
      node.kind = Node::Kind::moment;
    }
  }

  static int line_of(const toml::source_region& region, int otherwise) {
    return region.begin ? static_cast<int>(region.begin.line) : otherwise;
  }

  const std::string& file_;
};

std::string_view line_at(std::string_view text, std::size_t number) {
  std::size_t start = 0;
  for (; number > 1 && start < text.size(); --number)
    start = std::min(text.find('\n', start), text.size() - 1) + 1;
  return text.substr(start, text.substr(start).find('\n'));
}

// The library's reasons quote parts of the line.
std::unexpected<Error> syntax_error(std::string_view text, const std::string& file,
                                    const toml::parse_error& error) {
  const auto& at = error.source().begin;
  const std::string_view line = line_at(text, at.line);
  const std::string reason =
      names_secret(line) ? "this is not valid TOML" : printable(error.description());
  auto result = fail(ErrorCode::config, "{}:{}: {}",
                     Location{file, static_cast<int>(at.line)}.text(), at.column, reason);
  if (line.find("${") != std::string_view::npos)
    result.error().hint = "Put ${NAME} inside quotes; numbers may be written so too.";
  return result;
}

}  // namespace

const Node* Node::find(std::string_view name) const {
  const auto found = std::ranges::find(children, name, &Node::key);
  return found == children.end() ? nullptr : &*found;
}

std::string_view describe(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::text:
      return "a string";
    case Node::Kind::integer:
      return "an integer";
    case Node::Kind::number:
      return "a number";
    case Node::Kind::boolean:
      return "true or false";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::table:
      return "a table";
    case Node::Kind::moment:
      return "a date or time";
  }
  return "a value";
}

Result<Node> parse_toml(std::string_view text, const std::string& file) {
  if (const auto line = line_nested_too_deep(text))
    return fail(ErrorCode::config, "{}: a key has more than {} parts", Location{file, *line}.text(),
                longest_key);
  try {
    const toml::table root = toml::parse(text, file);
    return Converter(file).convert(root, {}, 1, 0);
  } catch (const toml::parse_error& error) {
    return syntax_error(text, file, error);
  } catch (const std::exception& error) {
    return fail(ErrorCode::config, "{}: {}", file, printable(error.what()));
  }
}

}  // namespace leeway::config
