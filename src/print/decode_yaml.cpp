#include <map>
#include <utility>
#include <vector>

#include "base/yaml_events.h"
#include "print/decode.h"
#include "print/yaml_blocks.h"
#include "print/yaml_values.h"

namespace leeway::print {
namespace {

constexpr std::size_t kTextLimit = std::size_t{64} << 20;  // bytes
// Text of an alias counts as a value for each of so many bytes.
constexpr std::size_t kBytesOfNode = 64;

bool has_core_tag(std::string_view tag, std::string_view name) {
  constexpr std::string_view prefix = "tag:yaml.org,2002:";
  return tag.starts_with(prefix) && tag.substr(prefix.size()) == name;
}

class TreeBuilder {
 public:
  Status take(const YamlEvent& event) {
    if (++nodes_ > kNodeLimit) return too_large();
    switch (event.kind) {
      case YamlEvent::Kind::map_start:
        return open(event, Value::Kind::map);
      case YamlEvent::Kind::list_start:
        return open(event, Value::Kind::list);
      case YamlEvent::Kind::map_end:
      case YamlEvent::Kind::list_end:
        return close();
      case YamlEvent::Kind::scalar:
        return scalar(event);
      case YamlEvent::Kind::alias:
        return alias(event);
    }
    return {};
  }

  Value result() { return std::move(root_); }

 private:
  struct Place {
    int line = 0;
    int column = 0;
  };

  struct Frame {
    Value value;
    std::string anchor;
    std::string key;
    bool has_key = false;
    std::size_t first_key_place = 0;
  };

  static std::unexpected<Error> at(Place place, std::string_view what) {
    return fail(ErrorCode::config, "line {}, column {}: {}", place.line, place.column, what);
  }
  static Place place_of(const YamlEvent& event) { return {event.line, event.column}; }
  static Status too_large() {
    return fail(ErrorCode::config, "holds more than {} values", kNodeLimit);
  }

  bool wants_key() const {
    return !frames_.empty() && frames_.back().value.kind == Value::Kind::map &&
           !frames_.back().has_key;
  }

  Status open(const YamlEvent& event, Value::Kind kind) {
    const bool map = kind == Value::Kind::map;
    if (wants_key()) return at(place_of(event), "a key that is a list or map has no place here");
    if (!event.tag.empty() && event.tag != "!" && !has_core_tag(event.tag, map ? "map" : "seq"))
      return at(place_of(event), "this tag is not known");
    Frame& frame = frames_.emplace_back();
    frame.value.kind = kind;
    frame.anchor = event.anchor;
    frame.first_key_place = key_places_.size();
    return {};
  }

  Status close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    LEEWAY_CHECK(check_keys(frame));
    return add(std::move(frame.value), frame.anchor);
  }

  Status check_keys(const Frame& frame) {
    const auto& keys = frame.value.keys;
    const std::size_t twin = first_twin(keys);
    if (twin < keys.size())
      return at(key_places_[frame.first_key_place + twin],
                fmt::format("the key '{}' stands twice", keys[twin]));
    key_places_.resize(frame.first_key_place);
    return {};
  }

  Status scalar(const YamlEvent& event) {
    const bool text = !event.plain || event.tag == "!" || has_core_tag(event.tag, "str");
    if (wants_key()) {
      frames_.back().key = event.text;
      if (!event.anchor.empty())
        LEEWAY_CHECK(remember(event.anchor, make_string(frames_.back().key)));
      return key_taken(event);
    }
    if (text) return add(make_string(std::string(event.text)), event.anchor);
    Value value = plain_value(event.text);
    if (!event.tag.empty() && !tag_agrees(event.tag, value))
      return at(place_of(event), "this tag is not known, or does not fit the value");
    return add(std::move(value), event.anchor);
  }

  static bool tag_agrees(std::string_view tag, const Value& value) {
    switch (value.kind) {
      case Value::Kind::null:
        return has_core_tag(tag, "null");
      case Value::Kind::boolean:
        return has_core_tag(tag, "bool");
      case Value::Kind::number:
        return has_core_tag(tag, "float") ||
               (has_core_tag(tag, "int") && value.text.find('.') == std::string::npos);
      default:
        return false;
    }
  }

  Status key_taken(const YamlEvent& event) {
    frames_.back().has_key = true;
    key_places_.push_back(place_of(event));
    return {};
  }

  Status alias(const YamlEvent& event) {
    const auto found = anchors_.find(event.text);
    if (found == anchors_.end())
      return at(place_of(event), fmt::format("'*{}' names no earlier value", event.text));
    nodes_ += found->second.nodes;
    if (nodes_ > kNodeLimit) return too_large();
    if (!wants_key()) return add(found->second.value, {});
    if (found->second.value.kind != Value::Kind::string)
      return at(place_of(event), "a key is a string");
    frames_.back().key = found->second.value.text;
    return key_taken(event);
  }

  Status remember(std::string_view anchor, const Value& value) {
    const std::size_t nodes = count(value);
    nodes_ += nodes;
    if (nodes_ > kNodeLimit) return too_large();
    anchors_.insert_or_assign(std::string(anchor), Anchored{value, nodes});
    return {};
  }

  Status add(Value value, std::string_view anchor) {
    if (!anchor.empty()) LEEWAY_CHECK(remember(anchor, value));
    if (frames_.empty()) {
      root_ = std::move(value);
      return {};
    }
    Frame& frame = frames_.back();
    if (frame.value.kind == Value::Kind::map) {
      frame.value.keys.push_back(std::exchange(frame.key, {}));
      frame.has_key = false;
    }
    frame.value.items.push_back(std::move(value));
    return {};
  }

  static std::size_t count(const Value& value) {
    std::size_t nodes = 1 + value.text.size() / kBytesOfNode;
    for (const Value& item : value.items) nodes += count(item);
    return nodes;
  }

  struct Anchored {
    Value value;
    std::size_t nodes = 0;
  };

  Value root_;
  std::vector<Frame> frames_;
  std::vector<Place> key_places_;  // of the open maps, outermost first
  std::map<std::string, Anchored, std::less<>> anchors_;
  std::size_t nodes_ = 0;
};

}  // namespace

Result<Value> parse_yaml(std::string_view text) {
  if (text.size() > kTextLimit)
    return fail(ErrorCode::config, "is larger than {} MiB", kTextLimit >> 20);
  if (auto value = parse_yaml_blocks(text)) return *std::move(value);
  return parse_yaml_events(text);
}

Result<Value> parse_yaml_events(std::string_view text) {
  TreeBuilder builder;
  LEEWAY_CHECK(read_yaml(text, [&](const YamlEvent& event) { return builder.take(event); }));
  return builder.result();
}

}  // namespace leeway::print
