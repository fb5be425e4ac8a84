#include "base/yaml_events.h"

#include <algorithm>
#include <array>
#include <memory>

#include <yaml.h>

namespace leeway {
namespace {

// Deeper than any file of a person or of leeway; bounds what a hostile one can ask for.
constexpr int kDepthLimit = 100;

std::string_view view(const yaml_char_t* text) {
  return text == nullptr ? std::string_view{}
                         : std::string_view(reinterpret_cast<const char*>(text));
}

class Parser {
 public:
  explicit Parser(std::string_view text) : ready_(yaml_parser_initialize(&parser_) != 0) {
    if (!ready_) return;
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  ~Parser() {
    if (ready_) yaml_parser_delete(&parser_);
  }

  // The event is the caller's to delete.
  bool next(yaml_event_t& event) { return ready_ && yaml_parser_parse(&parser_, &event) != 0; }

  Error error() const {
    if (!ready_ || parser_.error == YAML_MEMORY_ERROR)
      return {ErrorCode::internal, "there is no memory left to read YAML", {}};
    if (parser_.error == YAML_READER_ERROR)
      return {ErrorCode::config, fmt::format("at byte {}: {}", parser_.problem_offset, problem()),
              "YAML files are UTF-8 text without control characters."};
    return {ErrorCode::config,
            fmt::format("line {}, column {}: {}", parser_.problem_mark.line + 1,
                        parser_.problem_mark.column + 1, problem()),
            {}};
  }

 private:
  std::string_view problem() const {
    return parser_.problem == nullptr ? "the text is no YAML" : parser_.problem;
  }

  yaml_parser_t parser_{};
  bool ready_;
};

using EventGuard = std::unique_ptr<yaml_event_t, decltype(&yaml_event_delete)>;

void fill(YamlEvent& event, YamlEvent::Kind kind, const yaml_char_t* anchor,
          const yaml_char_t* tag) {
  event.kind = kind;
  event.anchor = view(anchor);
  event.tag = view(tag);
}

// What a library event says; false for one that only marks stream or document.
bool translate(const yaml_event_t& from, YamlEvent& event) {
  event = {};
  event.line = static_cast<int>(from.start_mark.line) + 1;
  event.column = static_cast<int>(from.start_mark.column) + 1;
  switch (from.type) {
    case YAML_SCALAR_EVENT: {
      const auto& scalar = from.data.scalar;
      fill(event, YamlEvent::Kind::scalar, scalar.anchor, scalar.tag);
      event.text = {reinterpret_cast<const char*>(scalar.value), scalar.length};
      event.plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
      return true;
    }
    case YAML_ALIAS_EVENT:
      event.kind = YamlEvent::Kind::alias;
      event.text = view(from.data.alias.anchor);
      return true;
    case YAML_MAPPING_START_EVENT:
      fill(event, YamlEvent::Kind::map_start, from.data.mapping_start.anchor,
           from.data.mapping_start.tag);
      return true;
    case YAML_SEQUENCE_START_EVENT:
      fill(event, YamlEvent::Kind::list_start, from.data.sequence_start.anchor,
           from.data.sequence_start.tag);
      return true;
    case YAML_MAPPING_END_EVENT:
      event.kind = YamlEvent::Kind::map_end;
      return true;
    case YAML_SEQUENCE_END_EVENT:
      event.kind = YamlEvent::Kind::list_end;
      return true;
    default:
      return false;
  }
}

int depth_change(YamlEvent::Kind kind) {
  switch (kind) {
    case YamlEvent::Kind::map_start:
    case YamlEvent::Kind::list_start:
      return 1;
    case YamlEvent::Kind::map_end:
    case YamlEvent::Kind::list_end:
      return -1;
    default:
      return 0;
  }
}

bool all_of(std::string_view text, std::string_view allowed) {
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_digits(std::string_view& text) {
  const std::size_t size =
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  const std::string_view digits = text.substr(0, size);
  text.remove_prefix(size);
  return digits;
}

// A number after its sign: digits, a point, digits, an exponent.
YamlScalar classify_unsigned(std::string_view text) {
  const std::string_view whole = take_digits(text);
  if (text.empty()) return whole.empty() ? YamlScalar::string : YamlScalar::integer;
  std::string_view fraction;
  if (text.front() == '.') {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  if (whole.empty() && fraction.empty()) return YamlScalar::string;
  if (text.empty()) return YamlScalar::real;
  if (text.front() != 'e' && text.front() != 'E') return YamlScalar::string;
  text.remove_prefix(1);
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return !take_digits(text).empty() && text.empty() ? YamlScalar::real : YamlScalar::string;
}

YamlScalar classify_number(std::string_view text) {
  if (text.starts_with("0o") && all_of(text.substr(2), "01234567")) return YamlScalar::integer;
  if (text.starts_with("0x") && all_of(text.substr(2), "0123456789abcdefABCDEF"))
    return YamlScalar::integer;
  if (text == ".nan" || text == ".NaN" || text == ".NAN") return YamlScalar::real;
  if (text.front() == '-' || text.front() == '+') text.remove_prefix(1);
  if (text == ".inf" || text == ".Inf" || text == ".INF") return YamlScalar::real;
  return classify_unsigned(text);
}

}  // namespace

Status read_yaml(std::string_view text, const std::function<Status(const YamlEvent&)>& handle) {
  Parser parser(text);
  int depth = 0;
  int documents = 0;
  for (;;) {
    yaml_event_t raw{};
    if (!parser.next(raw)) return std::unexpected(parser.error());
    const EventGuard guard(&raw, &yaml_event_delete);
    if (raw.type == YAML_STREAM_END_EVENT) return {};
    YamlEvent event;
    const bool tells = translate(raw, event);
    if (raw.type == YAML_DOCUMENT_START_EVENT && ++documents > 1)
      return fail(ErrorCode::config,
                  "line {}, column {}: a second document starts here; one is read", event.line,
                  event.column);
    if (!tells) continue;
    depth += depth_change(event.kind);
    if (depth > kDepthLimit)
      return fail(ErrorCode::config, "line {}, column {}: nested deeper than {} levels", event.line,
                  event.column, kDepthLimit);
    LEEWAY_CHECK(handle(event));
  }
}

YamlScalar classify_plain(std::string_view text) {
  constexpr std::array<std::string_view, 5> nulls = {"", "~", "null", "Null", "NULL"};
  constexpr std::array<std::string_view, 6> booleans = {"true",  "True",  "TRUE",
                                                        "false", "False", "FALSE"};
  if (std::ranges::find(nulls, text) != nulls.end()) return YamlScalar::null;
  const char first = text.front();
  if (first == 't' || first == 'T' || first == 'f' || first == 'F')
    return std::ranges::find(booleans, text) != booleans.end() ? YamlScalar::boolean
                                                               : YamlScalar::string;
  if (!is_digit(first) && first != '-' && first != '+' && first != '.') return YamlScalar::string;
  return classify_number(text);
}

}  // namespace leeway
