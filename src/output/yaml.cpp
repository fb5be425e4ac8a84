#include "output/yaml.h"

#include <nlohmann/json.hpp>

namespace leeway::output {
namespace {

using Json = nlohmann::ordered_json;

bool is_block(const Json& value) {
  return (value.is_object() || value.is_array()) && !value.empty();
}

void emit(const Json& value, std::size_t indent, std::string& out);

// What follows "key:" or "-": a scalar on the same line, or a block below it.
void emit_member(const Json& value, std::size_t indent, std::string& out) {
  if (is_block(value)) {
    out += '\n';
    emit(value, indent, out);
  } else {
    out += ' ' + value.dump() + '\n';
  }
}

void emit(const Json& value, std::size_t indent, std::string& out) {
  const std::string margin(indent, ' ');
  if (value.is_object() && !value.empty()) {
    for (const auto& [key, member] : value.items()) {
      out += margin + Json(key).dump() + ':';
      emit_member(member, indent + 2, out);
    }
  } else if (value.is_array() && !value.empty()) {
    for (const auto& member : value) {
      out += margin + '-';
      emit_member(member, indent + 2, out);
    }
  } else {
    out += margin + value.dump() + '\n';
  }
}

}  // namespace

std::string json_to_yaml(const std::string& json) {
  std::string out;
  emit(Json::parse(json), 0, out);
  return out;
}

}  // namespace leeway::output
