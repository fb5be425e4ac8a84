#include "config/section.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace leeway::config {
namespace {

template <typename Number>
std::optional<Number> parse_number(std::string_view text) {
  text = trim(text);
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

bool has_variables(const Node& node) { return !node.written.empty(); }

std::optional<long long> as_integer(const Node& node) {
  if (node.kind == Node::Kind::integer) return node.integer;
  if (has_variables(node)) return parse_number<long long>(node.text);
  return std::nullopt;
}

std::optional<double> as_number(const Node& node) {
  if (node.kind == Node::Kind::number && std::isfinite(node.number)) return node.number;
  if (node.kind == Node::Kind::integer) return static_cast<double>(node.integer);
  if (!has_variables(node)) return std::nullopt;
  const auto value = parse_number<double>(node.text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<bool> as_flag(const Node& node) {
  if (node.kind == Node::Kind::boolean) return node.boolean;
  if (!has_variables(node)) return std::nullopt;
  const std::string word = to_lower(trim(node.text));
  if (word == "true") return true;
  if (word == "false") return false;
  return std::nullopt;
}

template <typename Range>
std::string range_text(std::string_view noun, const Range& range) {
  const bool open_above = range.most >= std::numeric_limits<int>::max();
  const bool open_below = range.least <= std::numeric_limits<int>::min();
  if (open_above && open_below) return std::string(noun);
  if (open_above) return fmt::format("{} of at least {}", noun, range.least);
  return fmt::format("{} from {} to {}", noun, range.least, range.most);
}

}  // namespace

std::string shown(const Node& node) {
  return printable(node.written.empty() ? node.text : node.written);
}

std::string Section::path_of(std::string_view key) const {
  if (key.empty()) return path_;
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

std::string Section::name_of(std::string_view key) const {
  if (path_.empty()) return fmt::format("'{}'", printable(key));
  return fmt::format("'{}' in [{}]", printable(key), printable(path_));
}

Place Section::place(std::string_view key) const {
  const Node* node = key.empty() ? nullptr : table_->find(key);
  return {node ? node->location : table_->location, path_of(key)};
}

const Node* Section::any(std::string_view key) {
  known_.emplace_back(key);
  return table_->find(key);
}

void Section::report_type(const Node& node, std::string_view expected) const {
  std::string message = fmt::format("{} must be {}", name_of(node.key), expected);
  if (has_variables(node))
    message += fmt::format(", and '{}' is not", shown(node));
  else if (!expected.starts_with(describe(node.kind)))
    message += fmt::format(", not {}", describe(node.kind));
  error(code::wrong_value, node.key, std::move(message));
}

void Section::report_missing(std::string_view key) const {
  error(code::missing_key, {},
        path_.empty() ? fmt::format("'{}' is missing", key)
                      : fmt::format("[{}] lacks '{}'", printable(path_), key));
}

void Section::report_choice(std::string_view key, const std::string& given,
                            std::span<const std::string> names, std::string_view code) const {
  error(code, key,
        fmt::format("{} is '{}'; it can be {}{}", name_of(key), shown(*table_->find(key)),
                    join(names, ", "), did_you_mean(given, names)));
}

std::optional<std::string> Section::text(std::string_view key) {
  const Node* node = any(key);
  if (!node || node->unresolved) return std::nullopt;
  if (node->kind == Node::Kind::text) return node->text;
  report_type(*node, "a string");
  return std::nullopt;
}

std::string Section::text(std::string_view key, std::string_view fallback) {
  return text(key).value_or(std::string(fallback));
}

std::string Section::required_text(std::string_view key) {
  const auto value = text(key);
  const Node* node = table_->find(key);
  if (!node) report_missing(key);
  if (value && value->empty())
    error(code::wrong_value, key, fmt::format("{} is empty", name_of(key)));
  return value.value_or("");
}

std::optional<bool> Section::flag(std::string_view key) {
  const Node* node = any(key);
  if (!node || node->unresolved) return std::nullopt;
  const auto value = as_flag(*node);
  if (!value) report_type(*node, "true or false");
  return value;
}

bool Section::flag(std::string_view key, bool fallback) { return flag(key).value_or(fallback); }

std::optional<long long> Section::integer(std::string_view key, IntegerRange range) {
  const Node* node = any(key);
  if (!node || node->unresolved) return std::nullopt;
  const auto value = as_integer(*node);
  if (value && *value >= range.least && *value <= range.most) return value;
  const std::string expected = range_text("an integer", range);
  if (!value)
    report_type(*node, expected);
  else
    error(code::wrong_value, key, fmt::format("{} must be {}", name_of(key), expected));
  return std::nullopt;
}

long long Section::integer(std::string_view key, long long fallback, IntegerRange range) {
  return integer(key, range).value_or(fallback);
}

int Section::small_integer(std::string_view key, int fallback, IntegerRange range) {
  range.most = std::min<long long>(range.most, std::numeric_limits<int>::max());
  return static_cast<int>(integer(key, range).value_or(fallback));
}

std::optional<double> Section::number(std::string_view key, NumberRange range) {
  const Node* node = any(key);
  if (!node || node->unresolved) return std::nullopt;
  const auto value = as_number(*node);
  if (value && *value >= range.least && *value <= range.most) return value;
  const std::string expected = range_text("a number", range);
  if (!value)
    report_type(*node, expected);
  else
    error(code::wrong_value, key, fmt::format("{} must be {}", name_of(key), expected));
  return std::nullopt;
}

double Section::number(std::string_view key, double fallback, NumberRange range) {
  return number(key, range).value_or(fallback);
}

std::optional<std::vector<std::string>> Section::strings(std::string_view key) {
  const Node* node = any(key);
  if (!node || node->unresolved) return std::nullopt;
  const auto is_text = [](const Node& item) { return item.kind == Node::Kind::text; };
  if (node->kind != Node::Kind::list || !std::ranges::all_of(node->children, is_text)) {
    report_type(*node, "a list of strings");
    return std::nullopt;
  }
  std::vector<std::string> result;
  result.reserve(node->children.size());
  for (const auto& item : node->children) result.push_back(item.text);
  return result;
}

std::optional<Section> Section::section(std::string_view key) {
  const Node* node = any(key);
  if (!node) return std::nullopt;
  if (node->kind == Node::Kind::table) return child(*node, path_of(key));
  report_type(*node, "a table");
  return std::nullopt;
}

std::vector<Section> Section::sections(std::string_view key) {
  const Node* node = any(key);
  std::vector<Section> result;
  if (!node) return result;
  const auto is_table = [](const Node& item) { return item.kind == Node::Kind::table; };
  if (node->kind != Node::Kind::list || !std::ranges::all_of(node->children, is_table)) {
    report_type(*node, fmt::format("a list of tables ([[{}]])", printable(path_of(key))));
    return result;
  }
  for (std::size_t i = 0; i < node->children.size(); ++i)
    result.push_back(child(node->children[i], fmt::format("{}[{}]", path_of(key), i)));
  return result;
}

std::vector<Section> Section::entries() {
  std::vector<Section> result;
  for (const auto& node : table_->children)
    if (auto entry = section(node.key)) result.push_back(std::move(*entry));
  return result;
}

void Section::allow(std::span<const std::string_view> keys) {
  known_.insert(known_.end(), keys.begin(), keys.end());
}

std::string Section::suggestion(std::string_view key) const {
  if (const std::string nearest = did_you_mean(key, known_); !nearest.empty()) return nearest;
  std::vector<std::string> known = known_;
  std::ranges::sort(known);
  known.erase(std::ranges::unique(known).begin(), known.end());
  return known.empty() ? "" : fmt::format("; known are {}", join(known, ", "));
}

bool Section::knows(std::string_view key) const {
  return std::ranges::find(known_, key) != known_.end();
}

void Section::done() const {
  for (const auto& node : table_->children) {
    if (knows(node.key)) continue;
    error(code::unknown_key, node.key,
          fmt::format("unknown key {}{}", name_of(node.key), suggestion(node.key)));
  }
}

}  // namespace leeway::config
