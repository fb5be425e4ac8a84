#include "output/human_parts.h"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "base/text.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

using pipeline::ActionKind;

Paint paint_of(ActionKind kind) {
  switch (kind) {
    case ActionKind::add_columns:
      return Paint::green;
    case ActionKind::alter_column_types:
      return Paint::yellow;
    case ActionKind::drop_and_recreate:
    case ActionKind::require_review:
      return Paint::red;
  }
  return Paint::bold;
}

std::size_t widest_action(const std::vector<pipeline::DriftAction>& actions) {
  std::size_t width = 0;
  for (const auto& action : actions) width = std::max(width, to_string(action.action).size());
  return width;
}

// "... and 960 more tables (all of them with -o json)"
void write_rest(Page& page, std::size_t rest, std::string_view noun) {
  if (rest > 0)
    page.line(fmt::format("  ... and {} (all of them with -o json)",
                          counted(static_cast<long long>(rest), fmt::format("more {}", noun))));
}

// Of which tables the entry of the first one holds, too.
void write_others(Page& page, std::span<const std::string> names) {
  if (names.size() < 2) return;
  const auto others = names.subspan(1);
  page.wrapped("    ", fmt::format("the same for {}: {}", counted(std::ssize(others), "more table"),
                                   one_line(first_and_more(others, tables_named / 2))));
}

std::string counted_heading(std::string_view title, std::size_t count, std::string_view noun) {
  return fmt::format("{} ({})", title, counted(static_cast<long long>(count), noun));
}

}  // namespace

void write_drift(Page& page, DriftSummary summary) {
  if (summary.tables.empty()) return;
  sort_by_importance(summary.tables);
  const auto groups = folded(summary.tables);
  page.heading(counted_heading("Drift", summary.tables.size(), "table"));
  std::size_t told = 0;
  for (const auto& group : groups | std::views::take(rows_shown)) {
    told += group.size();
    const DriftedTable& table = *group.front();
    page.line("  " + page.paint(Paint::bold, one_line(table.table)));
    const auto width = widest_action(table.actions);
    for (const auto& action : table.actions) {
      const auto name = to_string(action.action);
      const std::string pad(width - name.size() + 2, ' ');
      page.wrapped(fmt::format("    {}{}", page.paint(paint_of(action.action), name), pad),
                   one_line(short_reason(action)));
    }
    page.wrapped("    ", one_line(table.consequence));
    if (!table.next.empty()) page.wrapped("    next: ", one_line(table.next));
    std::vector<std::string> names;
    for (const auto* member : group) names.push_back(member->table);
    write_others(page, names);
  }
  write_rest(page, summary.tables.size() - told, "table");
}

void write_subjects(Page& page, std::string_view title, const std::vector<Subject>& subjects,
                    std::string_view noun) {
  if (subjects.empty()) return;
  page.heading(counted_heading(title, subjects.size(), noun));
  std::size_t told = 0;
  const auto groups = folded(subjects);
  for (const auto& group : groups | std::views::take(rows_shown)) {
    told += group.names.size();
    if (group.names.size() == 1) {
      page.line("  " + page.paint(Paint::bold, one_line(group.names.front())));
      page.wrapped("    ", one_line(group.text));
      continue;
    }
    page.wrapped("  ", one_line(group.text));
    page.wrapped("    ", fmt::format("{}: {}", counted(std::ssize(group.names), "table"),
                                     one_line(first_and_more(group.names, tables_named / 2))));
  }
  write_rest(page, subjects.size() - told, noun);
}

void write_names(Page& page, std::string_view title, const std::vector<std::string>& tables) {
  if (tables.empty()) return;
  page.heading(counted_heading(title, tables.size(), "table"));
  page.wrapped("  ", one_line(first_and_more(tables, tables_named)));
}

void write_list(Page& page, std::string_view title, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  page.heading(title);
  for (const auto& text : texts | std::views::take(rows_shown)) page.wrapped("  ", one_line(text));
  write_rest(page, texts.size() - std::min(texts.size(), rows_shown), "line");
}

void write_failures(Page& page, const std::vector<Failure>& failures) {
  if (failures.empty()) return;
  page.heading(counted_heading("Failures", failures.size(), "table"));
  std::size_t told = 0;
  const auto groups = folded(failures);
  for (const auto& group : groups | std::views::take(rows_shown)) {
    told += group.size();
    const Failure& failure = *group.front();
    page.line(fmt::format("  {}  {}", page.paint(Paint::bold, one_line(failure.table)),
                          failure.kind == "unknown" ? "" : page.paint(Paint::red, failure.kind)));
    page.wrapped("    ", one_line(failure.message));
    if (!failure.statement.empty())
      page.wrapped("    statement: ", statement_start(failure.statement));
    if (!failure.hint.empty()) page.wrapped("    next: ", one_line(failure.hint));
    std::vector<std::string> names;
    for (const auto* member : group) names.push_back(member->table);
    write_others(page, names);
  }
  write_rest(page, failures.size() - told, "table");
}

std::string statement_start(std::string_view statement) {
  constexpr std::size_t most = 300;
  const std::string text = one_line(replace_all(std::string(statement), "\n", " "));
  return text.size() <= most ? text : fmt::format("{}...", clip(text, most));
}

}  // namespace leeway::output
