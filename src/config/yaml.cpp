#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/yaml_events.h"
#include "config/tree.h"

namespace leeway::config {
namespace {

// Far beyond any project, far below what aliases of aliases could grow to.
constexpr std::size_t most_nodes = 200000;
constexpr std::size_t deepest = 64;
constexpr std::string_view merge_key = "<<";

std::size_t size_of(const Node& node) {
  std::size_t size = 1;
  for (const auto& child : node.children) size += size_of(child);
  return size;
}

std::optional<bool> as_boolean(std::string_view text) {
  const std::string word = to_lower(text);
  if (word == "true" || word == "yes" || word == "on") return true;
  if (word == "false" || word == "no" || word == "off") return false;
  return std::nullopt;
}

// The whole text as a number; nullopt when it is none or too large.
template <typename Number, typename... Base>
std::optional<Number> whole(std::string_view text, Base... base) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base...);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<long long> as_integer(std::string_view text) {
  constexpr int octal = 8;
  constexpr int hexadecimal = 16;
  if (text.starts_with("0x")) return whole<long long>(text.substr(2), hexadecimal);
  if (text.starts_with("0o")) return whole<long long>(text.substr(2), octal);
  return whole<long long>(text);
}

void set_plain(std::string_view text, Node& node) {
  const YamlScalar kind = classify_plain(text);
  if (const auto flag = as_boolean(text)) {
    node.kind = Node::Kind::boolean;
    node.boolean = *flag;
    return;
  }
  if (kind != YamlScalar::integer && kind != YamlScalar::real) return;
  if (text.starts_with('+')) text.remove_prefix(1);
  if (const auto integer = as_integer(text); integer && kind == YamlScalar::integer) {
    node.kind = Node::Kind::integer;
    node.integer = *integer;
  } else if (const auto number = whole<double>(text)) {
    node.kind = Node::Kind::number;
    node.number = *number;
  }
}

// Builds the tree from events. A map under construction waits for a key or for the key's value.
class Builder {
 public:
  explicit Builder(const std::string& file) : file_(file) {}

  Status handle(const YamlEvent& event) {
    if (++nodes_ > most_nodes || open_.size() > deepest)
      return fail(ErrorCode::config, "{}: the file is nested or repeated beyond reason",
                  location(event).text());
    switch (event.kind) {
      case YamlEvent::Kind::map_start:
        return start(event, Node::Kind::table);
      case YamlEvent::Kind::list_start:
        return start(event, Node::Kind::list);
      case YamlEvent::Kind::map_end:
      case YamlEvent::Kind::list_end:
        return end();
      case YamlEvent::Kind::scalar:
        return scalar(event);
      case YamlEvent::Kind::alias:
        return alias(event);
    }
    return {};
  }

  Node take() { return std::move(root_); }

 private:
  struct Open {
    Node node;
    std::optional<std::string> key;  // of a map: the key whose value comes next
    Location key_location;
    std::string anchor;
    std::set<std::string, std::less<>> merged;  // keys that a merge brought
  };

  Location location(const YamlEvent& event) const { return {file_, event.line}; }

  bool wants_key() const {
    return !open_.empty() && open_.back().node.kind == Node::Kind::table && !open_.back().key;
  }

  Status start(const YamlEvent& event, Node::Kind kind) {
    if (wants_key())
      return fail(ErrorCode::config, "{}: a key must be a plain word", location(event).text());
    Open open;
    open.node.kind = kind;
    open.node.location = location(event);
    open.anchor = event.anchor;
    open_.push_back(std::move(open));
    return {};
  }

  Status end() {
    Open done = std::move(open_.back());
    open_.pop_back();
    if (!done.anchor.empty()) anchors_[done.anchor] = done.node;
    return put(std::move(done.node));
  }

  Status scalar(const YamlEvent& event) {
    if (wants_key()) {
      open_.back().key = std::string(event.text);
      open_.back().key_location = location(event);
      return {};
    }
    Node node;
    node.location = location(event);
    node.kind = Node::Kind::text;
    node.text = event.text;
    const bool typed = event.plain && event.tag.empty();
    if (typed && classify_plain(event.text) == YamlScalar::null) return skip();
    if (typed) set_plain(event.text, node);
    if (!event.anchor.empty()) anchors_[std::string(event.anchor)] = node;
    return put(std::move(node));
  }

  Status alias(const YamlEvent& event) {
    if (wants_key())
      return fail(ErrorCode::config, "{}: a key must be a plain word", location(event).text());
    const auto found = anchors_.find(event.text);
    if (found == anchors_.end())
      return fail(ErrorCode::config, "{}: there is no anchor '{}'", location(event).text(),
                  printable(event.text));
    nodes_ += size_of(found->second);
    return put(found->second);
  }

  // A key without a value, which also takes away what a merge brought, or an empty item of a list.
  Status skip() {
    if (open_.empty() || !open_.back().key) return {};
    Open& map = open_.back();
    const std::string key = *std::exchange(map.key, std::nullopt);
    if (map.merged.erase(key) > 0)
      std::erase_if(map.node.children, [&](const Node& child) { return child.key == key; });
    return {};
  }

  Status put(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return {};
    }
    Open& parent = open_.back();
    if (parent.node.kind == Node::Kind::list) {
      parent.node.children.push_back(std::move(node));
      return {};
    }
    const std::string key = *std::exchange(parent.key, std::nullopt);
    if (key == merge_key) return merge(parent, node);
    if (const Node* other = parent.node.find(key); other && !parent.merged.contains(key))
      return fail(ErrorCode::config, "{}: '{}' stands twice, first in line {}",
                  parent.key_location.text(), printable(key), other->location.line);
    if (parent.merged.erase(key) > 0)
      std::erase_if(parent.node.children, [&](const Node& child) { return child.key == key; });
    node.key = key;
    node.location = parent.key_location;
    parent.node.children.push_back(std::move(node));
    return {};
  }

  // What the map itself says stands over what is merged into it.
  Status merge(Open& map, const Node& from) {
    if (from.kind == Node::Kind::list) {
      for (const auto& item : from.children) LEEWAY_CHECK(merge(map, item));
      return {};
    }
    if (from.kind != Node::Kind::table)
      return fail(ErrorCode::config, "{}: '<<' takes a map", from.location.text());
    for (const auto& child : from.children) {
      if (map.node.find(child.key)) continue;
      map.node.children.push_back(child);
      map.merged.insert(child.key);
    }
    return {};
  }

  const std::string& file_;
  std::size_t nodes_ = 0;
  std::vector<Open> open_;
  std::map<std::string, Node, std::less<>> anchors_;
  Node root_;
};

}  // namespace

Result<Node> parse_yaml(std::string_view text, const std::string& file) {
  Builder builder(file);
  const Status read =
      read_yaml(text, [&](const YamlEvent& event) { return builder.handle(event); });
  if (!read) {
    if (read.error().message.starts_with(file)) return std::unexpected(read.error());
    return std::unexpected(read.error().within(file));
  }
  Node root = builder.take();
  if (root.kind != Node::Kind::table)
    return fail(ErrorCode::config, "{}: the file must hold a map of keys", file);
  return root;
}

}  // namespace leeway::config
