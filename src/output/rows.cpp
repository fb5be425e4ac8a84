#include "output/rows.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "output/json_parts.h"
#include "output/page.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

using engines::RowSet;
using Cell = std::optional<std::string>;

// The first word of a type's name, with ClickHouse's Nullable() taken off.
std::string base_type(std::string_view type) {
  std::string name = to_lower(trim(type));
  for (const std::string_view wrapper : {"nullable(", "lowcardinality("})
    if (name.starts_with(wrapper)) name = name.substr(wrapper.size());
  return name.substr(0, name.find_first_of(" (),"));
}

bool is_list(std::string_view type) { return type.ends_with(']'); }

bool is_numeric_type(std::string_view type) {
  if (is_list(type)) return false;
  static constexpr std::array<std::string_view, 45> names{
      "tinyint",   "smallint",   "mediumint", "int",     "integer",  "bigint",     "hugeint",
      "utinyint",  "usmallint",  "uinteger",  "ubigint", "uhugeint", "int2",       "int4",
      "int8",      "int16",      "int32",     "int64",   "int128",   "int256",     "uint8",
      "uint16",    "uint32",     "uint64",    "uint128", "uint256",  "decimal",    "numeric",
      "number",    "fixed",      "float",     "double",  "real",     "float4",     "float8",
      "float32",   "float64",    "byteint",   "long",    "short",    "bignumeric", "decimal32",
      "decimal64", "decimal128", "decimal256"};
  return std::ranges::find(names, base_type(type)) != names.end();
}

bool is_boolean_type(std::string_view type) {
  const auto base = base_type(type);
  return !is_list(type) && (base == "boolean" || base == "bool");
}

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at;
}

// Whether the text is a number by JSON's grammar (RFC 8259, section 6).
bool is_json_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = skip_digits(text, at);
  if (whole == at || (text[at] == '0' && whole > at + 1)) return false;
  at = whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = skip_digits(text, at + 1);
    if (fraction == at + 1) return false;
    at = fraction;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t exponent = skip_digits(text, at);
    if (exponent == at) return false;
    at = exponent;
  }
  return at == text.size();
}

// What a column's values can be written as in JSON, beside strings.
enum class Form { text, number, boolean };

std::vector<Form> json_forms(const RowSet& rows) {
  std::vector<Form> forms;
  forms.reserve(rows.columns.size());
  for (const auto& column : rows.columns)
    forms.push_back(is_numeric_type(column.type)   ? Form::number
                    : is_boolean_type(column.type) ? Form::boolean
                                                   : Form::text);
  return forms;
}

std::string json_value(const Cell& cell, Form form) {
  if (!cell) return "null";
  if (form == Form::number && is_json_number(*cell)) return *cell;
  if (form == Form::boolean) {
    if (equal_ignoring_case(*cell, "true") || equal_ignoring_case(*cell, "t")) return "true";
    if (equal_ignoring_case(*cell, "false") || equal_ignoring_case(*cell, "f")) return "false";
  }
  return json_string(*cell);
}

// Every column's key, quoted; names that come again get a number.
std::vector<std::string> json_keys(const RowSet& rows) {
  std::vector<std::string> names;
  for (const auto& column : rows.columns) {
    std::string name = column.name;
    for (int copy = 2; std::ranges::find(names, name) != names.end(); ++copy)
      name = fmt::format("{}_{}", column.name, copy);
    names.push_back(std::move(name));
  }
  std::ranges::transform(names, names.begin(), [](const auto& name) { return json_string(name); });
  return names;
}

std::string csv_field(std::string_view text) {
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos)
    return std::string(text);
  return fmt::format("\"{}\"", replace_all(std::string(text), "\"", "\"\""));
}

std::string rule_below(const std::vector<std::vector<std::string>>& rows, std::size_t column) {
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, display_width(row[column]));
  return std::string(width, '-');
}

}  // namespace

std::string rows_to_json(const RowSet& rows) {
  if (rows.rows.empty()) return "[]\n";
  const auto keys = json_keys(rows);
  const auto forms = json_forms(rows);
  std::string text = "[\n";
  for (const auto& row : rows.rows) {
    text += &row == &rows.rows.front() ? "  {" : ",\n  {";
    for (std::size_t i = 0; i < row.size() && i < keys.size(); ++i)
      text +=
          fmt::format("{}\n    {}: {}", i > 0 ? "," : "", keys[i], json_value(row[i], forms[i]));
    text += keys.empty() ? "}" : "\n  }";
  }
  return text + "\n]\n";
}

std::string rows_to_csv(const RowSet& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.columns.size(); ++i)
    text += (i > 0 ? "," : "") + csv_field(rows.columns[i].name);
  text += '\n';
  for (const auto& row : rows.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += ',';
      if (const auto& cell = row[i]) text += csv_field(*cell);
    }
    text += '\n';
  }
  return text;
}

std::string rows_to_table(const RowSet& rows) {
  Page page(Style{});
  if (!rows.columns.empty()) {
    std::vector<std::vector<std::string>> cells(2);
    std::vector<Page::Align> aligns;
    for (const auto& column : rows.columns) {
      cells[0].push_back(one_line(column.name));
      aligns.push_back(is_numeric_type(column.type) ? Page::Align::right : Page::Align::left);
    }
    cells[1].resize(rows.columns.size());
    for (const auto& row : rows.rows) {
      auto& line = cells.emplace_back();
      for (const auto& cell : row) line.push_back(cell ? one_line(*cell) : "NULL");
      line.resize(rows.columns.size());
    }
    for (std::size_t i = 0; i < rows.columns.size(); ++i) cells[1][i] = rule_below(cells, i);
    page.columns(cells, aligns);
  }
  const auto count = counted(static_cast<long long>(rows.rows.size()), "row");
  page.line(rows.truncated ? fmt::format("(first {}; there are more)", count)
                           : fmt::format("({})", count));
  return page.finished();
}

}  // namespace leeway::output
