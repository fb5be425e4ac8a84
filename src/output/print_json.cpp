#include "output/print_json.h"

#include <nlohmann/json.hpp>

#include "output/json_parts.h"
#include "print/decimal.h"

namespace leeway::output {
namespace {

using print::Value;

// A JSON number has no leading zeros, no plus, and digits on both sides of a point.
std::string number_text(const std::string& digits) {
  if (Json::accept(digits)) return digits;
  const std::string plain = print::normalized_number(digits);
  return Json::accept(plain) ? plain : json_string(digits);
}

class Writer {
 public:
  explicit Writer(bool pretty) : pretty_(pretty) {}

  std::string run(const Value& value) {
    write(value, 0);
    return std::move(text_);
  }

 private:
  void write(const Value& value, std::size_t depth) {
    switch (value.kind) {
      case Value::Kind::null:
        text_ += "null";
        break;
      case Value::Kind::boolean:
        text_ += value.boolean ? "true" : "false";
        break;
      case Value::Kind::number:
        text_ += number_text(value.text);
        break;
      case Value::Kind::string:
        text_ += json_string(value.text);
        break;
      case Value::Kind::list:
      case Value::Kind::map:
        write_items(value, depth);
        break;
    }
  }

  void write_items(const Value& value, std::size_t depth) {
    const bool map = value.kind == Value::Kind::map;
    text_ += map ? '{' : '[';
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      if (i > 0) text_ += pretty_ ? "," : ", ";
      new_line(depth + 1);
      if (map) text_ += json_string(value.keys[i]) + ": ";
      write(value.items[i], depth + 1);
    }
    if (!value.items.empty()) new_line(depth);
    text_ += map ? '}' : ']';
  }

  void new_line(std::size_t depth) {
    if (pretty_) text_ += "\n" + std::string(2 * depth, ' ');
  }

  bool pretty_;
  std::string text_;
};

}  // namespace

std::string value_to_json(const Value& value) { return Writer(true).run(value) + "\n"; }
std::string value_to_json_line(const Value& value) { return Writer(false).run(value); }

}  // namespace leeway::output
