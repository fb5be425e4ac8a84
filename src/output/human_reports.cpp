#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "output/human.h"
#include "output/human_parts.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

std::string components_text(const config::Components& components) {
  std::vector<std::string> parts;
  for (const auto& component : components)
    parts.push_back(fmt::format("{}={}", component.name, join(component.values, ",")));
  return one_line(join(parts, " "));
}

std::string marked(const Page& page, std::string_view severity) {
  if (severity == "ok") return page.paint(Paint::green, "  ok ");
  if (severity == "warn") return page.paint(Paint::yellow, "  !! ");
  if (severity == "error") return page.paint(Paint::red, " ERR ");
  return page.paint(Paint::dim, " note");
}

std::string finding_text(const config::Finding& finding) {
  std::string text = finding.message;
  if (finding.file && text.find(*finding.file) == std::string::npos)
    text += finding.line ? fmt::format(" ({}:{})", *finding.file, *finding.line)
                         : fmt::format(" ({})", *finding.file);
  return one_line(text);
}

std::string status_painted(const Page& page, const std::string& status) {
  const std::string text = one_line(status);
  if (status == "Success" || status == "success" || status == "ok")
    return page.paint(Paint::green, text);
  if (status == "Failure" || status == "failed" || status == "error")
    return page.paint(Paint::red, text);
  return page.paint(Paint::yellow, text);
}

// A value by its beginning, as wide as a timestamp with microseconds and zone.
std::string short_value(std::string_view value) {
  constexpr std::size_t most = 32;
  const std::string text = one_line(value);
  return text.size() <= most ? text : fmt::format("{}...", clip(text, most - 3));
}

// RFC 3339 without the fraction.
std::string to_the_second(TimePoint time) {
  constexpr std::size_t whole = 19;  // 2026-11-30T23:35:16
  return to_rfc3339(time).substr(0, whole) + "Z";
}

void write_series(Page& page, std::string_view name, const pipeline::RollingStats::Series& series) {
  page.line(fmt::format(
      "  {}: mean {:.1f}, standard deviation {:.1f}{}", name, series.mean, series.std_dev,
      series.latest_z_score ? fmt::format(", latest z-score {:.2f}", *series.latest_z_score) : ""));
}

void write_rolling(Page& page, const pipeline::RollingStats& stats) {
  page.heading(
      fmt::format("Last {} of a window of {}", counted(stats.samples, "run"), stats.window));
  if (stats.rows_affected) write_series(page, "rows", *stats.rows_affected);
  write_series(page, "duration in ms", stats.duration_ms);
  page.line(fmt::format("  health: {:.0f}% of the runs succeeded", stats.health_score * 100));
}

void write_drift_records(Page& page, const pipeline::HistoryReport& report) {
  std::vector<Subject> subjects;
  for (const auto& run : report.runs)
    for (const auto& record : run.drift)
      subjects.push_back({fmt::format("{}  {}", run.run_id, record.table),
                          fmt::format("{}: {}", record.action, record.reason)});
  write_subjects(page, "Drift", subjects, "action");
}

}  // namespace

std::string to_text(const pipeline::DiscoverReport& report, const Style& style) {
  Page page(style);
  if (report.sources.empty()) page.line("No source schema matches the pattern.");
  for (const auto& source : report.sources)
    page.line(fmt::format("{} | {} | {}", page.paint(Paint::bold, one_line(source.id)),
                          components_text(source.components),
                          counted(static_cast<long long>(source.tables.size()), "table")));
  std::vector<Subject> subjects;
  subjects.reserve(report.unmatched.size());
  for (const auto& [schema, reason] : report.unmatched) subjects.push_back({schema, reason});
  write_subjects(page, "Not matched by the pattern", subjects, "schema");
  subjects.clear();
  for (const auto& table : report.excluded)
    subjects.push_back({fmt::format("{}.{}", table.source_schema, table.table_name), table.reason});
  write_subjects(page, "Excluded", subjects);
  if (report.new_sources) write_list(page, "New sources", *report.new_sources);
  return page.finished();
}

std::string to_text(const config::Validation& validation, const Style& style) {
  Page page(style);
  for (const auto& finding : validation.findings)
    page.wrapped(marked(page, finding.severity) + " ", finding_text(finding));
  page.blank();
  page.line(validation.valid ? "Validation complete."
                             : page.paint(Paint::red, "Validation complete: not valid."));
  return page.finished();
}

std::string to_text(const pipeline::StateReport& report, const Style& style) {
  Page page(style);
  page.line(fmt::format(
      "schema version: binary supports v{}, on disk {}", report.schema_version_supported,
      report.schema_version_on_disk ? fmt::format("v{}", *report.schema_version_on_disk) : "none"));
  if (report.watermarks.empty()) page.line("No watermarks stored.");
  if (report.watermarks.empty()) return page.finished();
  page.blank();
  std::vector<std::vector<std::string>> rows{{"TABLE", "LAST VALUE", "UPDATED", "SOURCE"}};
  for (std::size_t i = 0; i < report.watermarks.size(); ++i) {
    const auto& watermark = report.watermarks[i];
    rows.push_back({one_line(watermark.table), short_value(watermark.value),
                    to_the_second(watermark.updated_at),
                    i < report.sources.size() ? one_line(report.sources[i]) : ""});
  }
  page.columns(rows);
  return page.finished();
}

std::string to_text(const pipeline::HistoryReport& report, const Style& style) {
  Page page(style);
  if (report.runs.empty()) {
    page.line("No runs recorded.");
    return page.finished();
  }
  std::vector<std::vector<std::string>> rows{{"RUN ID", "STARTED", "STATUS", "TABLES", "TRIGGER"}};
  for (const auto& run : report.runs)
    rows.push_back(
        {one_line(run.run_id), to_the_second(run.started_at), status_painted(page, run.status),
         with_thousands(static_cast<long long>(run.tables.size())), one_line(run.trigger)});
  using enum Page::Align;
  page.columns(rows, {left, left, left, right});
  write_drift_records(page, report);
  return page.finished();
}

std::string to_text(const pipeline::ModelHistoryReport& report, const Style& style) {
  Page page(style);
  if (report.executions.empty()) {
    page.line(fmt::format("No runs of '{}' recorded.", one_line(report.model)));
    return page.finished();
  }
  std::vector<std::vector<std::string>> rows{
      {"RUN ID", "STARTED", "STATUS", "ROWS", "DURATION", "TABLE"}};
  for (const auto& [run_id, record] : report.executions)
    rows.push_back({one_line(run_id), to_the_second(record.started_at),
                    status_painted(page, record.status),
                    record.rows ? with_thousands(*record.rows) : "-",
                    duration_text(record.duration_ms), one_line(record.table)});
  using enum Page::Align;
  page.columns(rows, {left, left, left, right, right});
  if (report.rolling_stats) write_rolling(page, *report.rolling_stats);
  return page.finished();
}

std::string to_text(const pipeline::DoctorReport& report, const Style& style) {
  Page page(style);
  std::size_t widest = 0;
  for (const auto& check : report.checks)
    widest = std::max(widest, display_width(one_line(check.name)));
  for (const auto& check : report.checks) {
    const std::string name = one_line(check.name);
    const std::string pad(widest - display_width(name), ' ');
    page.wrapped(
        fmt::format("{} {}{}  ", marked(page, check.status), page.paint(Paint::bold, name), pad),
        one_line(check.message));
  }
  page.blank();
  const auto worst = report.worst();
  page.line(worst == "ok"     ? page.paint(Paint::green, "All is well.")
            : worst == "warn" ? page.paint(Paint::yellow, "Usable, with warnings.")
                              : page.paint(Paint::red, "Something is broken: see ERR above."));
  return page.finished();
}

std::string to_text(const SweepReport& report, const Style& style) {
  Page page(style);
  page.line(fmt::format("{} {}, {} kept", report.dry_run ? "Would delete" : "Deleted",
                        counted(report.result.runs_deleted, "run"),
                        with_thousands(report.result.runs_kept)));
  return page.finished();
}

}  // namespace leeway::output
