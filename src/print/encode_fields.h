// Small steps of the encoders: an entry of a map where there is something to say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "print/value.h"

namespace leeway::print {

inline void put(Value& map, const char* key, const std::string& text) {
  map.set(key, make_string(text));
}
inline void put(Value& map, const char* key, std::int64_t number) {
  map.set(key, make_integer(number));
}
inline void put_measured(Value& map, const char* key, double number) {
  map.set(key, round_measured(number));
}

inline void put(Value& map, const char* key, const std::optional<std::string>& text) {
  if (text) put(map, key, *text);
}
inline void put(Value& map, const char* key, const std::optional<std::int64_t>& number) {
  if (number) put(map, key, *number);
}
inline void put(Value& map, const char* key, const std::optional<bool>& value) {
  if (value) map.set(key, make_bool(*value));
}
inline void put_measured(Value& map, const char* key, const std::optional<double>& number) {
  if (number) put_measured(map, key, *number);
}
// Only where it is so: the format has no `false` for these.
inline void put_if_true(Value& map, const char* key, bool value) {
  if (value) map.set(key, make_bool(true));
}

inline Value list_of(const std::vector<std::string>& texts) {
  Value list = make_list();
  for (const std::string& text : texts) list.items.push_back(make_string(text));
  return list;
}
inline void put_unless_empty(Value& map, const char* key, const std::vector<std::string>& texts) {
  if (!texts.empty()) map.set(key, list_of(texts));
}

}  // namespace leeway::print
