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
void write_rest(Page& page, std::size_t total, std::string_view noun) {
  if (total > rows_shown)
    page.line(fmt::format(
        "  ... and {} (all of them with -o json)",
        counted(static_cast<long long>(total - rows_shown), fmt::format("more {}", noun))));
}

std::string counted_heading(std::string_view title, std::size_t count, std::string_view noun) {
  return fmt::format("{} ({})", title, counted(static_cast<long long>(count), noun));
}

// A long statement is told by its beginning; the JSON output has all of it.
std::string statement_start(std::string_view statement) {
  constexpr std::size_t most = 300;
  const std::string text = one_line(replace_all(std::string(statement), "\n", " "));
  return text.size() <= most ? text : fmt::format("{}...", clip(text, most));
}

}  // namespace

void write_drift(Page& page, DriftSummary summary) {
  if (summary.tables.empty()) return;
  sort_by_importance(summary.tables);
  page.heading(counted_heading("Drift", summary.tables.size(), "table"));
  for (const auto& table : summary.tables | std::views::take(rows_shown)) {
    page.line("  " + page.paint(Paint::bold, one_line(table.table)));
    const auto width = widest_action(table.actions);
    for (const auto& action : table.actions) {
      const auto name = to_string(action.action);
      const std::string pad(width - name.size() + 2, ' ');
      page.wrapped(fmt::format("    {}{}", page.paint(paint_of(action.action), name), pad),
                   one_line(action.reason));
    }
    page.wrapped("    ", table.consequence);
  }
  write_rest(page, summary.tables.size(), "table");
}

void write_subjects(Page& page, std::string_view title, const std::vector<Subject>& subjects,
                    std::string_view noun) {
  if (subjects.empty()) return;
  page.heading(counted_heading(title, subjects.size(), noun));
  for (const auto& subject : subjects | std::views::take(rows_shown)) {
    page.line("  " + page.paint(Paint::bold, one_line(subject.name)));
    page.wrapped("    ", one_line(subject.text));
  }
  write_rest(page, subjects.size(), noun);
}

void write_list(Page& page, std::string_view title, const std::vector<std::string>& texts) {
  if (texts.empty()) return;
  page.heading(title);
  for (const auto& text : texts | std::views::take(rows_shown)) page.wrapped("  ", one_line(text));
  write_rest(page, texts.size(), "line");
}

void write_failures(Page& page, const std::vector<Failure>& failures) {
  if (failures.empty()) return;
  page.heading(counted_heading("Failures", failures.size(), "table"));
  for (const auto& failure : failures | std::views::take(rows_shown)) {
    page.line(fmt::format("  {}  {}", page.paint(Paint::bold, one_line(failure.table)),
                          page.paint(Paint::red, failure.kind)));
    page.wrapped("    ", one_line(failure.message));
    if (!failure.statement.empty())
      page.wrapped("    statement: ", statement_start(failure.statement));
    if (!failure.hint.empty()) page.wrapped("    next: ", one_line(failure.hint));
  }
  write_rest(page, failures.size(), "table");
}

std::vector<std::string> override_texts(const std::vector<pipeline::OverrideWarning>& warnings) {
  std::vector<std::string> texts;
  texts.reserve(warnings.size());
  for (const auto& warning : warnings) texts.push_back(warning.message);
  return texts;
}

}  // namespace leeway::output
