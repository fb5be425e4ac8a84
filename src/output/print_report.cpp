#include "output/print_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "output/human_parts.h"
#include "output/page.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

using print::CheckReport;
using print::Issue;
using print::Value;

std::string tables(std::size_t number) { return counted(static_cast<long long>(number), "table"); }

// The counters that are not zero, the most important first: "1 table removed, 2 columns retyped".
std::string movement(const print::DiffSummary& summary) {
  const std::vector<std::pair<std::int64_t, std::string_view>> counts{
      {summary.tables_removed, "table|removed"},
      {summary.tables_added, "table|added"},
      {summary.columns_removed, "column|removed"},
      {summary.columns_type_changed, "column|retyped"},
      {summary.columns_added, "column|added"},
      {summary.columns_nullable_changed, "column|with other nullability"},
      {summary.columns_default_changed, "column|with another default"},
      {summary.relationships_changed, "relationship|changed"},
      {summary.indexes_changed, "index|changed"},
      {summary.comments_changed, "comment|changed"},
      {summary.statistics_drifted, "statistic|moved"}};
  std::vector<std::string> texts;
  for (const auto& [number, words] : counts) {
    if (number == 0) continue;
    const auto bar = words.find('|');
    const std::string noun(words.substr(0, bar));
    const std::string many = noun == "index" ? "indexes" : noun + "s";
    texts.push_back(fmt::format("{} {} {}", with_thousands(number), number == 1 ? noun : many,
                                words.substr(bar + 1)));
  }
  return join(texts, ", ");
}

void write_failed(Page& page, const print::LiveReading& reading) {
  std::vector<Subject> subjects;
  for (const auto& failed : reading.failed)
    subjects.push_back({failed.fqn, one_line(failed.error.text())});
  write_subjects(page, "Could not be read", subjects);
}

std::string places(const std::vector<Issue>& issues, bool errors) {
  const auto number = std::ranges::count(issues, errors, &Issue::error);
  return counted(number, errors ? "error" : "warning");
}

void write_issues(Page& page, std::string_view title, const std::vector<Issue>& issues) {
  if (issues.empty()) return;
  page.heading(title);
  std::size_t shown = 0;
  for (const bool errors : {true, false}) {
    for (const auto& issue : issues) {
      if (issue.error != errors) continue;
      if (++shown > rows_shown) continue;
      page.wrapped(
          errors ? page.paint(Paint::red, "  error ") : page.paint(Paint::yellow, "  warn  "),
          fmt::format("{} {}: {}", issue.code, one_line(issue.path), one_line(issue.detail)));
    }
  }
  if (shown > rows_shown)
    page.line(fmt::format("  and {} more (see --format json)",
                          with_thousands(static_cast<long long>(shown - rows_shown))));
}

std::string verdict(const CheckReport& report, int exit_code) {
  std::vector<std::string> reasons;
  if (std::ranges::any_of(report.structure, &Issue::error))
    reasons.push_back("malformed: " + places(report.structure, true));
  if (!report.stale.empty()) reasons.push_back("stale: " + tables(report.stale.size()));
  if (!report.drift.empty())
    reasons.push_back("drifted: " + counted(std::ssize(report.drift), "change"));
  if (!report.distribution.empty())
    reasons.push_back("distributions moved: " +
                      counted(std::ssize(report.distribution), "finding"));
  if (report.online_error) reasons.emplace_back("the database could not be reached");
  if (report.online && !report.online->reading.failed.empty())
    reasons.push_back("not read: " + tables(report.online->reading.failed.size()));
  if (std::ranges::any_of(report.assertions, &Issue::error))
    reasons.push_back("assertions: " + places(report.assertions, true));
  if (reasons.empty())
    return fmt::format("{} well-formed and fresh{}", tables(report.tables),
                       report.online ? ", and as the database is now" : "");
  return fmt::format("{} (exit code {})", join(reasons, "; "), exit_code);
}

void write_stale(Page& page, const CheckReport& report) {
  if (report.stale.empty()) return;
  page.heading(fmt::format("Stale ({})", tables(report.stale.size())));
  std::vector<std::vector<std::string>> rows;
  for (const auto& stale : report.stale) {
    if (rows.size() == rows_shown) break;
    rows.push_back(
        {"  " + one_line(stale.table),
         stale.age_days ? fmt::format("{:.1f} days old", *stale.age_days) : "of no known age",
         fmt::format("limit {:g}", stale.threshold_days)});
  }
  page.columns(rows, {Page::Align::left, Page::Align::right, Page::Align::right});
  if (report.stale.size() > rows_shown)
    page.line(fmt::format("  and {} more", report.stale.size() - rows_shown));
}

void write_check(Page& page, const CheckReport& report, std::string_view connection,
                 int exit_code) {
  const std::string text = verdict(report, exit_code);
  page.wrapped(page.paint(Paint::bold, std::string(connection) + ": "), text);
  write_issues(page, "Structure", report.structure);
  write_stale(page, report);
  write_issues(page, "Drift", report.drift);
  std::vector<Subject> moved;
  for (const auto& finding : report.distribution)
    moved.push_back({finding.table + "." + finding.column,
                     fmt::format("{} {:.4g} beyond {:g}", to_string(finding.test),
                                 finding.value.value_or(0), finding.threshold)});
  write_subjects(page, "Distributions", moved, "column");
  write_issues(page, "Assertions", report.assertions);
  if (report.online_error) page.wrapped("Not reached: ", one_line(report.online_error->text()));
  if (report.online) write_failed(page, report.online->reading);
  if (!report.online_skipped.empty())
    page.wrapped("", "The database was not read: " + report.online_skipped + ".");
}

Value encode_issues(const std::vector<Issue>& issues) {
  Value list = print::make_list();
  for (const auto& issue : issues) {
    Value value = print::make_map();
    value.set("code", print::make_string(issue.code));
    value.set("severity", print::make_string(issue.error ? "error" : "warning"));
    value.set("path", print::make_string(issue.path));
    value.set("detail", print::make_string(issue.detail));
    value.set("spec_ref", print::make_string(issue.spec_ref));
    list.items.push_back(std::move(value));
  }
  return list;
}

Value encode_stale(const std::vector<print::StaleTable>& stale) {
  Value list = print::make_list();
  for (const auto& table : stale) {
    Value value = print::make_map();
    value.set("table", print::make_string(table.table));
    value.set("profiled_at", print::make_string(table.profiled_at));
    value.set("age_days", table.age_days ? print::make_real(*table.age_days) : print::make_null());
    value.set("max_age_days", print::make_real(table.threshold_days));
    list.items.push_back(std::move(value));
  }
  return list;
}

Value encode_distribution(const std::vector<print::DistributionFinding>& findings) {
  Value list = print::make_list();
  for (const auto& finding : findings) {
    Value value = print::make_map();
    value.set("table", print::make_string(finding.table));
    value.set("column", print::make_string(finding.column));
    value.set("test", print::make_string(std::string(to_string(finding.test))));
    value.set("value", finding.value ? print::make_real(*finding.value) : print::make_null());
    value.set("threshold", print::make_real(finding.threshold));
    list.items.push_back(std::move(value));
  }
  return list;
}

Value encode_failed(const print::LiveReading& reading) {
  Value list = print::make_list();
  for (const auto& failed : reading.failed) {
    Value value = print::make_map();
    value.set("table", print::make_string(failed.fqn));
    value.set("reason", print::make_string(failed.error.text()));
    list.items.push_back(std::move(value));
  }
  return list;
}

}  // namespace

std::string reading_to_text(const print::LiveReading& reading, const Style& style) {
  Page page(style);
  for (const auto& warning : reading.warnings) page.wrapped("Warning: ", one_line(warning));
  write_failed(page, reading);
  return page.finished();
}

std::string generate_to_text(const print::GenerateReport& report, std::string_view connection,
                             const Style& style) {
  const auto& reading = report.comparison.reading;
  const auto& diff = report.comparison.diff;
  Page page(style);
  std::string line = fmt::format("{} printed", tables(reading.profiled.size()));
  if (!reading.fresh.empty()) line += fmt::format(", {} fresh and kept", reading.fresh.size());
  if (!reading.failed.empty()) line += fmt::format(", {} failed", reading.failed.size());
  if (!reading.removed.empty()) line += fmt::format(", {} removed", reading.removed.size());
  if (!reading.unattempted.empty())
    line += fmt::format(", {} not tried", reading.unattempted.size());
  line += report.written ? fmt::format(" -> {}", diff.baseline_path) : "; nothing was written";
  page.wrapped(page.paint(Paint::bold, std::string(connection) + ": "), line);
  if (!report.comparison.baseline)
    page.line("  the first print of this connection");
  else if (const std::string moved = movement(diff.summary); !moved.empty())
    page.wrapped("  moved: ", moved);
  else
    page.line("  nothing moved");
  page.verbatim(reading_to_text(reading, style));
  return page.finished();
}

std::string overviews_to_text(const std::vector<print::Overview>& overviews, const Style& style) {
  Page page(style);
  std::vector<std::vector<std::string>> rows{
      {"CONNECTION", "ADAPTER", "PRINTED", "TABLES", "LIVE", "STALE", "DORMANT", "DESCRIBED"}};
  for (const auto& overview : overviews)
    rows.push_back({one_line(overview.connection), one_line(overview.adapter),
                    one_line(overview.generated_at), with_thousands(overview.tables),
                    with_thousands(overview.live), with_thousands(overview.stale),
                    with_thousands(overview.dormant), with_thousands(overview.described)});
  using enum Page::Align;
  page.columns(rows, {left, left, left, right, right, right, right, right});
  return page.finished();
}

std::string check_to_text(const CheckReport& report, std::string_view connection, int exit_code,
                          const Style& style) {
  Page page(style);
  write_check(page, report, connection, exit_code);
  return page.finished();
}

std::string check_to_markdown(const CheckReport& report, std::string_view connection,
                              int exit_code) {
  Page page(Style{false, 100});
  write_check(page, report, connection, exit_code);
  return fmt::format("### Print `{}`\n\n```text\n{}```\n", connection, page.finished());
}

Value check_document(const CheckReport& report, std::string_view connection, int exit_code) {
  Value value = print::make_map();
  value.set("connection", print::make_string(std::string(connection)));
  value.set("exit_code", print::make_integer(exit_code));
  value.set("tables", print::make_integer(static_cast<std::int64_t>(report.tables)));
  value.set("structure", encode_issues(report.structure));
  value.set("stale", encode_stale(report.stale));
  value.set("assertions", encode_issues(report.assertions));
  value.set("online", print::make_bool(report.online.has_value()));
  if (!report.online_skipped.empty())
    value.set("online_skipped", print::make_string(report.online_skipped));
  if (report.online_error)
    value.set("online_error", print::make_string(report.online_error->text()));
  value.set("drift", encode_issues(report.drift));
  if (!report.distribution.empty())
    value.set("distribution", encode_distribution(report.distribution));
  if (report.online) value.set("failed", encode_failed(report.online->reading));
  return value;
}

}  // namespace leeway::output
