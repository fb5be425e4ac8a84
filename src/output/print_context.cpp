#include "output/print_context.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace leeway::output {
namespace {

using print::ColumnPrint;
using print::Context;
using print::ContextPurpose;
using print::ContextTable;
using print::Edge;
using print::TablePrint;
using print::Value;

constexpr std::size_t characters_a_token = 4;

// A cell of a Markdown table.
std::string cell(std::string_view text) { return replace_all(printable(text), "|", "\\|"); }

std::string shown(const Value& value) {
  if (value.kind == Value::Kind::boolean) return value.boolean ? "true" : "false";
  return value.text;
}

std::string fence(std::string_view language, std::string_view text) {
  std::string mark = "```";
  while (text.contains(mark)) mark += '`';
  return fmt::format("{}{}\n{}{}{}\n", mark, language, text, text.ends_with('\n') ? "" : "\n",
                     mark);
}

std::string note_of(const ContextTable& table, const std::string& column) {
  const Value* columns = table.statistics_annotations.find("columns");
  const Value* entry = columns ? columns->find(column) : nullptr;
  const Value* note = entry ? entry->find("note") : nullptr;
  return note ? note->text : "";
}

std::string heading(const ContextTable& table) {
  const TablePrint& print = *table.table;
  std::string text = fmt::format("## {}\n\n{}", print.fqn, print.type);
  if (print.row_count) text += fmt::format(", {} rows", with_thousands(*print.row_count));
  text += fmt::format(", printed {}", print.profiled_at);
  if (print.statistics && print.statistics->scope)
    text += fmt::format("; the figures are of {} rows, a part of the table",
                        with_thousands(print.statistics->scope->rows_scanned));
  return text + "\n";
}

// What a person wrote about an edge of this table: ", rejected by a person: <note>".
std::string verdict_on(const ContextTable& table, const Edge& edge) {
  const Value* entries = table.relationships_annotations.find("refers_to");
  if (!entries) return "";
  const auto same = [](const Value* names, const std::vector<std::string>& columns) {
    return names && std::ranges::equal(names->items, columns, {}, &Value::text);
  };
  for (const auto& entry : entries->items) {
    const Value* target = entry.find("target_table");
    if (!same(entry.find("column"), edge.column) || !target || target->text != edge.other_table ||
        !same(entry.find("target_column"), edge.other_column))
      continue;
    const Value* note = entry.find("note");
    const std::string text = note ? ": " + printable(note->text) : "";
    return (entry.find("verdict") ? ", rejected by a person" : ", noted") + text;
  }
  return "";
}

std::string edge_line(const Edge& edge, std::string_view arrow, std::string_view verdict = "") {
  std::string line = fmt::format("- ({}) {} {} ({}), {}", join(edge.column, ", "), arrow,
                                 edge.other_table, join(edge.other_column, ", "), edge.detection);
  if (edge.observed && edge.observed->fanout_avg)
    line += fmt::format(", {:.2f} rows a key on average", *edge.observed->fanout_avg);
  return printable(line) + std::string(verdict) + "\n";
}

std::string relationships(const ContextTable& table) {
  std::string text;
  for (const auto& edge : table.table->relationships->refers_to)
    text += edge_line(edge, "refers to", verdict_on(table, edge));
  for (const auto& edge : table.table->relationships->referenced_by)
    text += edge_line(edge, "is referred to by");
  return text.empty() ? "" : "### Relationships\n\n" + text;
}

std::string values_text(const ColumnPrint& column, bool counts) {
  constexpr std::size_t most_values = 12;
  if (!column.values || column.values->empty()) return "";
  std::vector<std::string> texts;
  for (const auto& entry : *column.values) {
    if (texts.size() == most_values || !entry.value) break;
    texts.push_back(counts
                        ? fmt::format("{} ({})", shown(*entry.value), with_thousands(entry.count))
                        : shown(*entry.value));
  }
  const bool more = texts.size() < column.values->size() || column.values_coverage < 1.0;
  return join(texts, ", ") + (more ? ", ..." : "");
}

std::string range_text(const ColumnPrint& column) {
  if (!column.range) return "";
  return shown(column.range->min) + " .. " + shown(column.range->max);
}

std::string guess_text(const ColumnPrint& column) {
  std::vector<std::string> words;
  if (column.inferred.candidate_key) words.emplace_back("key");
  if (column.inferred.looks_like) words.push_back(*column.inferred.looks_like);
  if (column.inferred.sensitivity) words.push_back("sensitive: " + *column.inferred.sensitivity);
  if (column.redacted) words.push_back("redacted: " + *column.redacted);
  return join(words, ", ");
}

std::string statistics(const ContextTable& table) {
  std::string text =
      "### Columns\n\n| column | type | NULL | distinct | range | values | notes |\n"
      "|---|---|---:|---:|---|---|---|\n";
  for (const auto& column : table.table->statistics->columns) {
    const std::string note = note_of(table, column.key);
    const std::string guess = guess_text(column);
    const std::string_view between = guess.empty() || note.empty() ? "" : "; ";
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} |\n", cell(column.key), cell(column.sql_type),
        column.null_count ? with_thousands(*column.null_count) : "",
        column.cardinality ? with_thousands(*column.cardinality) : "", cell(range_text(column)),
        cell(values_text(column, true)), cell(fmt::format("{}{}{}", guess, between, note)));
  }
  return text;
}

std::string dictionary(const ContextTable& table) {
  std::string text =
      "### Columns\n\n| column | type | NULL | values | notes |\n|---|---|---|---|---|\n";
  for (const auto& column : table.table->statistics->columns)
    text += fmt::format("| {} | {} | {} | {} | {} |\n", cell(column.key), cell(column.sql_type),
                        column.nullable == false ? "no" : "yes",
                        cell(column.values_coverage == 1.0 ? values_text(column, false) : ""),
                        cell(note_of(table, column.key)));
  return text;
}

std::vector<std::string> sections(const ContextTable& table, const print::ContextOptions& options) {
  const TablePrint& print = *table.table;
  std::vector<std::string> sections{heading(table)};
  if (!table.description.empty())
    sections.push_back("### Description\n\n" + table.description +
                       (table.description.ends_with('\n') ? "" : "\n"));
  if (options.ddl && print.ddl) sections.push_back("### Definition\n\n" + fence("sql", *print.ddl));
  if (options.relationships && print.relationships) sections.push_back(relationships(table));
  if (print.statistics) {
    if (options.purpose == ContextPurpose::query)
      sections.push_back(dictionary(table));
    else if (options.stats)
      sections.push_back(statistics(table));
  }
  std::erase(sections, "");
  return sections;
}

}  // namespace

Result<ContextText> context_to_markdown(const Context& context, std::optional<std::size_t> budget) {
  std::vector<std::string> all{fmt::format("# {}\n", context.connection)};
  if (!context.notes.empty()) all.push_back(context.notes + "\n");
  for (const auto& table : context.tables)
    std::ranges::move(sections(table, context.options), std::back_inserter(all));
  ContextText result;
  bool holds_more_than_title = false;
  for (const auto& section : all) {
    const std::string piece = (result.text.empty() ? "" : "\n") + section;
    if (budget && (result.text.size() + piece.size()) / characters_a_token > *budget) {
      ++result.left_out;
      continue;
    }
    result.text += piece;
    holds_more_than_title |= &section != &all.front();
  }
  if (result.left_out > 0 && !holds_more_than_title)
    return fail(ErrorCode::usage, "a budget of {} tokens holds none of {} sections",
                budget.value_or(0), all.size());
  return result;
}

}  // namespace leeway::output
