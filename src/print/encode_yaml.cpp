// The bytes of a value. The form: block style, two spaces a level, lists at the column of their
// key, one line a scalar (nothing is folded, so that a line of a review is one value), strings
// plain where no reader types them otherwise, else single-quoted; double-quoted where they hold
// what one line of single-quoted text cannot.
#include <string>
#include <string_view>

#include "print/encode.h"
#include "print/yaml_strings.h"

namespace leeway::print {
namespace {

// A key written before its ':' on one line may take 1,024 characters.
constexpr std::size_t kLongestSimpleKey = 1000;

class Writer {
 public:
  std::string take() { return std::move(out_); }

  // A value at the start of a line, `indent` spaces in; or behind "- ", whose entries go on below.
  void block(const Value& value, std::size_t indent, bool in_place) {
    if (value.kind == Value::Kind::map && !value.items.empty())
      map(value, indent, in_place);
    else if (value.kind == Value::Kind::list && !value.items.empty())
      list(value, indent, in_place);
    else
      line(value);
  }

 private:
  void map(const Value& value, std::size_t indent, bool in_place) {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      if (i > 0 || !in_place) out_.append(indent, ' ');
      entry(yaml_string(value.keys[i]), value.items[i], indent);
    }
  }

  void entry(const std::string& key, const Value& value, std::size_t indent) {
    if (key.size() > kLongestSimpleKey) {
      out_ += "? ";
      out_ += key;
      out_ += '\n';
      out_.append(indent, ' ');
    } else {
      out_ += key;
    }
    out_ += ':';
    if (value.is_scalar() || value.items.empty()) {
      out_ += ' ';
      line(value);
      return;
    }
    out_ += '\n';
    block(value, value.kind == Value::Kind::list ? indent : indent + 2, false);
  }

  void list(const Value& value, std::size_t indent, bool in_place) {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      if (i > 0 || !in_place) out_.append(indent, ' ');
      out_ += "- ";
      block(value.items[i], indent + 2, true);
    }
  }

  void line(const Value& value) {
    switch (value.kind) {
      case Value::Kind::null:
        out_ += "null";
        break;
      case Value::Kind::boolean:
        out_ += value.boolean ? "true" : "false";
        break;
      case Value::Kind::number:
        out_ += value.text;
        break;
      case Value::Kind::string:
        out_ += yaml_string(value.text);
        break;
      case Value::Kind::list:
        out_ += "[]";
        break;
      case Value::Kind::map:
        out_ += "{}";
        break;
    }
    out_ += '\n';
  }

  std::string out_;
};

}  // namespace

std::string to_yaml(const Value& document) {
  Writer writer;
  writer.block(document, 0, false);
  return writer.take();
}

}  // namespace leeway::print
