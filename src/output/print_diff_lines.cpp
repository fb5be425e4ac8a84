#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "output/print_diff_view.h"
#include "output/print_json.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

using print::DiffEvent;
using print::DiffKind;
using print::Value;

constexpr std::size_t longest_value = 60;
constexpr std::size_t values_shown = 3;

// "1234567.5" as "1,234,567.5"; a number of any width.
std::string grouped(const std::string& digits) {
  if (digits.find_first_not_of("-0123456789.") != std::string::npos || digits.starts_with('.'))
    return digits;
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  std::string text = digits;
  for (std::size_t at = std::min(digits.find('.'), digits.size()); at > first + 3;)
    text.insert(at -= 3, ",");
  return text;
}

std::string list_text(const Value& list) {
  std::vector<std::string> parts;
  parts.reserve(list.items.size());
  for (const Value& item : list.items) parts.push_back(item.text);
  return "(" + join(parts, ", ") + ")";
}

std::string text_at(const Value& map, std::string_view key) {
  const Value* value = map.find(key);
  return value == nullptr ? "" : value->text;
}

const Value& value_at(const Value& map, std::string_view key) {
  static const Value none;
  const Value* value = map.find(key);
  return value == nullptr ? none : *value;
}

std::string grain_text(const Value& grain) {
  std::vector<std::string> parts;
  for (const Value& key : value_at(grain, "keys").items)
    parts.push_back(
        fmt::format("{} {}", list_text(value_at(key, "columns")), text_at(key, "detection")));
  if (parts.empty()) parts.emplace_back("no key");
  if (const Value* search = grain.find("search"))
    parts.emplace_back(value_at(*search, "exhausted").boolean ? "searched" : "searched in part");
  return join(parts, ", ");
}

std::string layout_text(const Value& layout) {
  std::vector<std::string> parts;
  for (const Value& key : value_at(layout, "keys").items)
    parts.push_back(text_at(key, "expression"));
  return fmt::format("{} by {}", text_at(layout, "mechanism"), join(parts, ", "));
}

std::string index_text(const Value& index) {
  return fmt::format("{}{} {}", value_at(index, "unique").boolean ? "unique " : "",
                     text_at(index, "type"), list_text(value_at(index, "columns")));
}

// One side of a change, short.
std::string short_text(const Value& value) {
  switch (value.kind) {
    case Value::Kind::null:
      return "none";
    case Value::Kind::boolean:
      return value.boolean ? "true" : "false";
    case Value::Kind::number:
      return grouped(value.text);
    case Value::Kind::string:
      break;
    case Value::Kind::list:
      if (std::ranges::all_of(value.items, &Value::is_scalar)) return list_text(value);
      return value_to_json_line(value);
    case Value::Kind::map:
      if (value.find("keys") != nullptr)
        return value.find("mechanism") != nullptr ? layout_text(value) : grain_text(value);
      return index_text(value);
  }
  if (value.text.empty()) return "''";
  if (value.text.size() <= longest_value) return value.text;
  return fmt::format("{}...", clip(value.text, longest_value));
}

// A sentence stands in quotes; that there is none does not.
Value in_quotes(Value value) {
  if (value.kind == Value::Kind::string) value.text = fmt::format("'{}'", value.text);
  return value;
}

std::string change_text(const Value& before, const Value& after) {
  const std::string was = one_line(short_text(before));
  const std::string is = one_line(short_text(after));
  if (was != is) return fmt::format("{} -> {}", was, is);
  return fmt::format("{} -> {}", one_line(value_to_json_line(before)),
                     one_line(value_to_json_line(after)));
}

// Counts before percentages; a small share is never rounded to nothing.
std::string movement_text(const Value& fields) {
  const Value* delta = fields.find("delta");
  if (delta == nullptr) return "";
  const std::string sign = delta->text.starts_with('-') ? "" : "+";
  std::string text = fmt::format(" ({}{}", sign, grouped(delta->text));
  const Value* share = fields.find("delta_pct");
  double percent = share == nullptr ? 0 : print::to_double(*share) * 100;
  if (share == nullptr)
    percent = 100 * print::to_double(*delta) / print::to_double(value_at(fields, "before"));
  if (std::isfinite(percent) && percent != 0)
    text += std::abs(percent) >= 1000 && std::abs(percent) < 1e6
                ? fmt::format(", {:+.0f} %", percent)
                : fmt::format(", {:+.3g} %", percent);
  return text + ")";
}

double size_of(const Value& fields) {
  const Value* delta = fields.find("delta");
  if (delta == nullptr) return std::numeric_limits<double>::infinity();
  return std::abs(print::to_double(*delta)) /
         std::abs(print::to_double(value_at(fields, "before")));
}

std::map<std::string, long long> counts_of(const Value& values) {
  std::map<std::string, long long> counts;
  for (const Value& entry : values.items) {
    long long count = 0;
    const std::string digits = text_at(entry, "count");
    std::from_chars(digits.data(), digits.data() + digits.size(), count);
    counts[short_text(value_at(entry, "value"))] += count;
  }
  return counts;
}

struct Moved {
  std::string value;
  std::optional<long long> before;
  std::optional<long long> after;
  long long distance() const { return std::abs(after.value_or(0) - before.value_or(0)); }
};

std::string moved_text(const Moved& moved) {
  const std::string value = one_line(moved.value);
  if (!moved.before) return fmt::format("{} new at {}", value, with_thousands(*moved.after));
  if (!moved.after) return fmt::format("{} left the list", value);
  return fmt::format("{} {} -> {}", value, with_thousands(*moved.before),
                     with_thousands(*moved.after));
}

// The values whose counts moved most: "open 60 -> 61, lost new at 5 and 3 more".
std::string values_text(const Value& before, const Value& after) {
  const auto was = counts_of(before);
  const auto is = counts_of(after);
  std::map<std::string, Moved> all;
  for (const auto& [value, count] : was) all[value] = {value, count, std::nullopt};
  for (const auto& [value, count] : is) {
    all[value].value = value;
    all[value].after = count;
  }
  std::vector<Moved> moved;
  for (const auto& [value, change] : all)
    if (change.before != change.after) moved.push_back(change);
  if (moved.empty()) return "other order or spellings";
  std::ranges::stable_sort(moved, std::greater{}, &Moved::distance);
  std::vector<std::string> texts;
  for (const auto& change : moved) texts.push_back(moved_text(change));
  return named(texts, values_shown);
}

std::string relationship_text(const Value& fields) {
  return fmt::format("{} -> {} {}", list_text(value_at(fields, "source_column")),
                     text_at(fields, "target_table"), list_text(value_at(fields, "target_column")));
}

std::string actions_text(const Value& fields) {
  std::vector<std::string> parts;
  for (const auto& [key, words] :
       {std::pair{"on_delete", "on delete"}, std::pair{"on_update", "on update"}})
    if (const Value* change = fields.find(key))
      parts.push_back(fmt::format(
          "{} {}", words, change_text(value_at(*change, "before"), value_at(*change, "after"))));
  return join(parts, ", ");
}

std::string added_column_text(const Value& fields) {
  const Value* nullable = fields.find("nullable");
  std::string text = fmt::format("added, {}", one_line(text_at(fields, "sql_type")));
  if (nullable != nullptr && !nullable->boolean) text += " NOT NULL";
  return text;
}

std::string statistic_text(const Value& fields) {
  const Value& before = value_at(fields, "before");
  const Value& after = value_at(fields, "after");
  if (text_at(fields, "stat") == "values" && before.kind == Value::Kind::list &&
      after.kind == Value::Kind::list)
    return values_text(before, after);
  return change_text(before, after) + movement_text(fields);
}

ChangeMark mark_of(DiffKind kind) {
  switch (kind) {
    case DiffKind::table_removed:
    case DiffKind::column_removed:
    case DiffKind::relationship_removed:
    case DiffKind::index_removed:
      return ChangeMark::removed;
    case DiffKind::table_added:
    case DiffKind::column_added:
    case DiffKind::relationship_added:
    case DiffKind::index_added:
      return ChangeMark::added;
    default:
      return print::is_data(kind) ? ChangeMark::data : ChangeMark::changed;
  }
}

struct Words {
  std::string subject;
  std::string text;
};

Words words_of(const DiffEvent& event) {
  const Value& fields = event.fields;
  const auto change = [&] {
    return change_text(value_at(fields, "before"), value_at(fields, "after"));
  };
  const std::string column = "column " + event.column;
  switch (event.kind) {
    case DiffKind::table_added:
      return {"", fmt::format("{} added", text_at(fields, "type"))};
    case DiffKind::table_removed:
      return {"", "table removed"};
    case DiffKind::column_added:
      return {column, added_column_text(fields)};
    case DiffKind::column_removed:
      return {column, "removed"};
    case DiffKind::column_type_changed:
      return {column, "type " + change()};
    case DiffKind::column_nullable_changed:
      return {column,
              value_at(fields, "after").boolean ? "NOT NULL -> nullable" : "nullable -> NOT NULL"};
    case DiffKind::column_default_changed:
      return {column, "default " + change()};
    case DiffKind::statistic_changed:
      return {fmt::format("{} {}", event.column, text_at(fields, "stat")), statistic_text(fields)};
    case DiffKind::table_row_count_changed:
      return {"rows", change() + movement_text(fields)};
    case DiffKind::grain_changed:
      return {"keys", change()};
    case DiffKind::physical_layout_changed:
      return {"physical layout", change()};
    case DiffKind::depends_on_changed:
      return {"reads", change()};
    case DiffKind::relationship_added:
      return {"relationship " + relationship_text(fields),
              "added, " + text_at(fields, "detection")};
    case DiffKind::relationship_removed:
      return {"relationship " + relationship_text(fields), "removed"};
    case DiffKind::relationship_modified:
      return {"relationship " + relationship_text(fields), actions_text(fields)};
    case DiffKind::index_added:
      return {"index " + text_at(fields, "index_name"), "added, " + index_text(fields)};
    case DiffKind::index_removed:
      return {"index " + text_at(fields, "index_name"), "removed"};
    case DiffKind::index_modified:
      return {"index " + text_at(fields, "index_name"), change()};
    case DiffKind::comment_changed:
      return {event.column.empty() ? "" : column,
              fmt::format("comment {}", change_text(in_quotes(value_at(fields, "before")),
                                                    in_quotes(value_at(fields, "after"))))};
  }
  return {};
}

}  // namespace

ChangeLine line_of(const DiffEvent& event) {
  Words words = words_of(event);
  return {mark_of(event.kind), one_line(words.subject), one_line(words.text),
          print::is_data(event.kind) ? size_of(event.fields) : 0};
}

}  // namespace leeway::output
