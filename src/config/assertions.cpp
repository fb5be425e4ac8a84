#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "config/read.h"

namespace leeway::config {
namespace {

// What an assertion type is made of, beyond table, name, severity and filter.
struct AssertionType {
  std::string_view name;
  bool column;                         // a column is required; else it may be given
  std::vector<std::string_view> text;  // required
};

const std::vector<AssertionType>& assertion_types() {
  static const std::vector<AssertionType> types{
      {"not_null", true, {}},
      {"unique", true, {}},
      {"unique_expr", false, {"key_expr"}},
      {"accepted_values", true, {}},
      {"relationships", true, {"to_table", "to_column"}},
      {"expression", false, {"expression"}},
      {"row_count_range", false, {}},
      {"in_range", true, {}},
      {"regex_match", true, {"pattern"}},
      {"aggregate", false, {}},
      {"composite", false, {}},
      {"not_in_future", true, {}},
      {"older_than_n_days", true, {}},
  };
  return types;
}

constexpr std::array<Choice<std::string_view>, 5> operations{
    {{"sum", "sum"}, {"count", "count"}, {"avg", "avg"}, {"min", "min"}, {"max", "max"}}};

constexpr std::array<Choice<std::string_view>, 12> comparisons{{{"lt", "lt"},
                                                                {"lte", "lte"},
                                                                {"gt", "gt"},
                                                                {"gte", "gte"},
                                                                {"eq", "eq"},
                                                                {"ne", "ne"},
                                                                {"<", "lt"},
                                                                {"<=", "lte"},
                                                                {">", "gt"},
                                                                {">=", "gte"},
                                                                {"==", "eq"},
                                                                {"!=", "ne"}}};

constexpr std::array<Choice<std::string_view>, 1> composites{{{"unique", "unique"}}};

// A number, or a number written as a string.
void read_bound(Section& section, std::string_view key, Assertion& assertion) {
  const Node* node = section.any(key);
  if (!node || node->unresolved) return;
  if (node->kind != Node::Kind::text || !node->written.empty()) {
    constexpr NumberRange any{.least = std::numeric_limits<double>::lowest()};
    if (const auto value = section.number(key, any)) assertion.number.emplace(key, *value);
    return;
  }
  double value = 0;
  const std::string_view text = trim(node->text);
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && stop == text.data() + text.size() && std::isfinite(value))
    assertion.number.emplace(key, value);
  else
    section.error(code::wrong_value, key, section.name_of(key) + " must be a number");
}

void read_range(Section& section, Assertion& assertion) {
  read_bound(section, "min", assertion);
  read_bound(section, "max", assertion);
  const bool none = !section.node().find("min") && !section.node().find("max");
  const auto least = assertion.number.find("min"), most = assertion.number.find("max");
  if (none)
    section.error(code::missing_key, {}, assertion.type + " needs min, max or both");
  else if (least != assertion.number.end() && most != assertion.number.end() &&
           least->second > most->second)
    section.error(code::rule, "min", "min is above max: no value can pass");
}

void read_word(Section& section, std::string_view key,
               std::span<const Choice<std::string_view>> choices, Assertion& assertion) {
  if (!section.node().find(key)) section.report_missing(key);
  if (const auto word = section.choice<std::string_view>(key, choices))
    assertion.text.emplace(key, *word);
}

void read_list(Section& section, std::string_view key, std::size_t least, Assertion& assertion) {
  if (!section.node().find(key)) section.report_missing(key);
  auto values = section.strings(key);
  if (!values) return;
  if (values->size() < least)
    section.error(code::rule, key,
                  fmt::format("{} needs at least {}", section.name_of(key),
                              counted(static_cast<long long>(least), "entry")));
  assertion.lists.emplace(key, std::move(*values));
}

void read_aggregate(Section& section, Assertion& assertion) {
  read_word(section, "op", operations, assertion);
  read_word(section, "cmp", comparisons, assertion);
  if (!section.node().find("value")) section.report_missing("value");
  read_bound(section, "value", assertion);
  const auto op = assertion.text.find("op");
  if (assertion.column.empty() && op != assertion.text.end() && op->second != "count")
    section.error(code::missing_key, {}, "aggregate needs a column, unless op is count");
}

// The parts that only one type has.
void read_special(Section& section, Assertion& assertion) {
  if (assertion.type == "accepted_values") read_list(section, "values", 1, assertion);
  if (assertion.type == "row_count_range" || assertion.type == "in_range")
    read_range(section, assertion);
  if (assertion.type == "aggregate") read_aggregate(section, assertion);
  if (assertion.type == "composite") {
    read_word(section, "kind", composites, assertion);
    read_list(section, "columns", 2, assertion);
  }
  if (assertion.type == "older_than_n_days") {
    if (!section.node().find("days")) section.report_missing("days");
    assertion.number.emplace("days", static_cast<double>(section.integer("days", 0)));
  }
}

const AssertionType* read_type(Section& section) {
  const std::string name = section.required_text("type");
  const auto& types = assertion_types();
  const auto found = std::ranges::find(types, name, &AssertionType::name);
  if (found != types.end()) return &*found;
  if (name.empty()) return nullptr;
  std::vector<std::string> names;
  names.reserve(types.size());
  for (const auto& type : types) names.emplace_back(type.name);
  section.error(code::wrong_value, "type",
                fmt::format("unknown assertion type '{}'; known are {}{}",
                            shown(*section.node().find("type")), join(names, ", "),
                            did_you_mean(name, names)));
  return nullptr;
}

Assertion read_assertion(Section& section) {
  Assertion assertion;
  assertion.location = section.place().location;
  const AssertionType* type = read_type(section);
  assertion.table = section.required_text("table");
  assertion.name = section.text("name", "");
  assertion.filter = section.text("filter", "");
  assertion.severity = read_severity(section);
  if (!type) return assertion;
  assertion.type = type->name;
  assertion.column = type->column ? section.required_text("column") : section.text("column", "");
  for (const auto key : type->text) assertion.text.emplace(key, section.required_text(key));
  read_special(section, assertion);
  section.done();
  return assertion;
}

}  // namespace

std::vector<Assertion> read_assertions(Section& section) {
  std::vector<Assertion> assertions;
  for (auto& entry : section.sections("assertions")) assertions.push_back(read_assertion(entry));
  return assertions;
}

}  // namespace leeway::config
