#include "output/print_diff.h"

#include <ranges>

#include <fmt/format.h>

#include "base/text.h"
#include "output/comment.h"
#include "output/human_parts.h"
#include "output/page.h"
#include "output/print_diff_view.h"
#include "output/unicode.h"
#include "print/encode_fields.h"

namespace leeway::output {
namespace {

using print::DistributionFinding;
using print::PrintDiff;
using print::Value;

constexpr std::size_t names_shown = 5;

std::string_view sign_of(ChangeMark mark) {
  switch (mark) {
    case ChangeMark::removed:
      return "-";
    case ChangeMark::added:
      return "+";
    case ChangeMark::changed:
      return "~";
    case ChangeMark::data:
      break;
  }
  return " ";
}

std::string painted_sign(const Page& page, ChangeMark mark) {
  switch (mark) {
    case ChangeMark::removed:
      return page.paint(Paint::red, sign_of(mark));
    case ChangeMark::added:
      return page.paint(Paint::green, sign_of(mark));
    case ChangeMark::changed:
      return page.paint(Paint::yellow, sign_of(mark));
    case ChangeMark::data:
      break;
  }
  return " ";
}

std::string line_text(const ChangeLine& line) {
  return line.subject.empty() ? line.text : fmt::format("{}: {}", line.subject, line.text);
}

void write_rest(Page& page, std::size_t total, std::string_view indent, std::string_view noun) {
  if (total > rows_shown)
    page.line(fmt::format(
        "{}... and {} (all of them with --format json)", indent,
        counted(static_cast<long long>(total - rows_shown), fmt::format("more {}", noun))));
}

void write_tables(Page& page, const DiffView& view) {
  for (const auto& table : view.tables | std::views::take(rows_shown)) {
    page.heading(one_line(table.table));
    for (const auto& line : table.lines | std::views::take(rows_shown))
      page.wrapped(fmt::format("  {} ", painted_sign(page, line.mark)), line_text(line));
    write_rest(page, table.lines.size(), "    ", "change");
  }
  if (view.tables.size() > rows_shown) page.blank();
  write_rest(page, view.tables.size(), "", "table");
}

void write_distributions(Page& page, const DiffView& view) {
  if (view.distributions.empty()) return;
  page.heading(fmt::format("Distributions that moved ({})",
                           counted(std::ssize(view.distributions), "column")));
  for (const auto& line : view.distributions | std::views::take(rows_shown)) {
    page.line("  " + line.subject);
    page.wrapped("    ", line.text);
  }
  write_rest(page, view.distributions.size(), "  ", "column");
}

void write_groups(Page& page, std::string_view title, const std::vector<Subjects>& groups,
                  std::string_view noun) {
  if (groups.empty()) return;
  page.heading(title);
  for (const auto& group : groups) {
    page.wrapped("  ", fmt::format("{}: {}", counted(std::ssize(group.names), noun), group.reason));
    page.wrapped("    ", named(group.names, names_shown));
  }
}

std::string quieted_text(std::size_t quieted) {
  return fmt::format("{} not shown: --threshold 0 shows them",
                     counted(static_cast<long long>(quieted), "smaller change"));
}

std::string baseline_text(const PrintDiff& diff) {
  if (!diff.baseline_generated_at) return "";
  return fmt::format("Compared with {} of {}.", one_line(diff.baseline_path),
                     one_line(*diff.baseline_generated_at));
}

Value encode_finding(const DistributionFinding& finding) {
  Value map = print::make_map();
  print::put(map, "table", finding.table);
  print::put(map, "column", finding.column);
  print::put(map, "test", std::string(to_string(finding.test)));
  map.set("value", finding.value ? print::make_real(*finding.value) : print::make_null());
  map.set("threshold", print::make_real(finding.threshold));
  map.set("drifted", finding.value ? print::make_bool(finding.drifted) : print::make_null());
  if (!finding.reason.empty()) print::put(map, "reason", finding.reason);
  return map;
}

using Rows = std::vector<std::vector<std::string>>;

// A row a change; `data` picks the data or the shape.
Rows change_rows(const DiffView& view, bool data) {
  Rows rows;
  for (const auto& table : view.tables)
    for (const auto& line : table.lines)
      if ((line.mark == ChangeMark::data) == data)
        rows.push_back({code_span(table.table), line.subject.empty() ? "" : code_span(line.subject),
                        markdown_text(line.text)});
  return rows;
}

Rows group_rows(const std::vector<Subjects>& groups) {
  Rows rows;
  for (const auto& group : groups)
    rows.push_back({markdown_text(group.reason), std::to_string(group.names.size()),
                    code_span(named(group.names, names_shown))});
  return rows;
}

}  // namespace

Value diff_document(const PrintDiff& diff, const std::vector<DistributionFinding>& distribution) {
  Value document = print::encode_diff(diff);
  Value unevaluated = print::make_list();
  for (const auto& table : diff.unevaluated) {
    Value entry = print::make_map();
    print::put(entry, "table", table.table);
    print::put(entry, "reason", table.reason);
    unevaluated.items.push_back(std::move(entry));
  }
  if (!unevaluated.items.empty()) document.set("unevaluated", std::move(unevaluated));
  Value findings = print::make_list();
  for (const auto& finding : distribution) findings.items.push_back(encode_finding(finding));
  if (!findings.items.empty()) document.set("distribution", std::move(findings));
  return document;
}

std::string print_diff_to_text(const PrintDiff& diff,
                               const std::vector<DistributionFinding>& distribution,
                               const print::DiffThresholds& thresholds, const Style& style) {
  const DiffView view = view_of(diff, distribution, thresholds);
  Page page(style);
  page.wrapped("", view.verdict);
  if (!view.counts.empty()) page.wrapped("", view.counts);
  if (const std::string baseline = baseline_text(diff); !baseline.empty())
    page.wrapped("", baseline);
  write_tables(page, view);
  if (view.quieted > 0) {
    page.blank();
    page.wrapped("", quieted_text(view.quieted));
  }
  write_distributions(page, view);
  write_groups(page, "Not compared", view.unevaluated, "table");
  write_groups(page, "Distributions not tested", view.untested, "column");
  return page.finished();
}

std::string print_diff_to_markdown(const PrintDiff& diff,
                                   const std::vector<DistributionFinding>& distribution,
                                   const print::DiffThresholds& thresholds, std::size_t max_bytes) {
  const DiffView view = view_of(diff, distribution, thresholds);
  Comment comment(max_bytes);
  comment.paragraph(fmt::format("**{}.**", markdown_text(view.verdict)));
  std::string counts = view.counts.empty() ? "" : markdown_text(view.counts) + ". ";
  if (view.quieted > 0) counts += markdown_text(quieted_text(view.quieted)) + ". ";
  counts += markdown_text(baseline_text(diff));
  if (!counts.empty()) comment.paragraph(trim(counts));
  comment.table("Shape", {"Table", "What", "Change"}, change_rows(view, false), "change");
  comment.table("Data", {"Table", "What", "Change"}, change_rows(view, true), "change");
  Rows moved;
  for (const auto& line : view.distributions)
    moved.push_back({code_span(line.subject), markdown_text(line.text)});
  comment.table("Distributions that moved", {"Column", "Tests"}, moved, "column");
  comment.table("Not compared", {"Reason", "Number", "Tables"}, group_rows(view.unevaluated),
                "reason");
  comment.table("Distributions not tested", {"Reason", "Number", "Columns"},
                group_rows(view.untested), "reason");
  return comment.text();
}

}  // namespace leeway::output
