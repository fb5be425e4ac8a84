#include "print/decode_fields.h"

#include <charconv>

namespace leeway::print {
namespace {

const Value* find_kind(const Value& map, std::string_view key, Value::Kind kind) {
  const Value* const found = map.find(key);
  return found != nullptr && found->kind == kind ? found : nullptr;
}

}  // namespace

std::optional<std::string> text_of(const Value& map, std::string_view key) {
  const Value* const found = find_kind(map, key, Value::Kind::string);
  if (found == nullptr) return std::nullopt;
  return found->text;
}

std::string text_or_empty(const Value& map, std::string_view key) {
  return text_of(map, key).value_or("");
}

std::optional<std::int64_t> integer_of(const Value& map, std::string_view key) {
  const Value* const found = find_kind(map, key, Value::Kind::number);
  if (found == nullptr) return std::nullopt;
  std::int64_t number = 0;
  const char* const end = found->text.data() + found->text.size();
  const auto read = std::from_chars(found->text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

std::int64_t integer_or_zero(const Value& map, std::string_view key) {
  return integer_of(map, key).value_or(0);
}

std::optional<double> real_of(const Value& map, std::string_view key) {
  const Value* const found = find_kind(map, key, Value::Kind::number);
  if (found == nullptr) return std::nullopt;
  return to_double(*found);
}

std::optional<bool> boolean_of(const Value& map, std::string_view key) {
  const Value* const found = find_kind(map, key, Value::Kind::boolean);
  if (found == nullptr) return std::nullopt;
  return found->boolean;
}

bool is_true(const Value& map, std::string_view key) {
  return boolean_of(map, key).value_or(false);
}

std::optional<Value> scalar_of(const Value& map, std::string_view key) {
  const Value* const found = map.find(key);
  if (found == nullptr || !found->is_scalar() || found->kind == Value::Kind::null)
    return std::nullopt;
  return *found;
}

std::optional<std::vector<std::string>> texts_of(const Value& map, std::string_view key) {
  const Value* const list = list_of(map, key);
  if (list == nullptr) return std::nullopt;
  std::vector<std::string> texts;
  for (const Value& item : list->items) {
    if (item.kind == Value::Kind::string) texts.push_back(item.text);
  }
  return texts;
}

const Value* map_of(const Value& map, std::string_view key) {
  return find_kind(map, key, Value::Kind::map);
}

const Value* list_of(const Value& map, std::string_view key) {
  return find_kind(map, key, Value::Kind::list);
}

bool is_version_1(const Value& document) { return integer_of(document, "format_version") == 1; }

}  // namespace leeway::print
