#include "output/print_diff_view.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

using print::DiffEvent;
using print::DiffKind;
using print::DistributionFinding;
using print::DistributionTest;
using print::PrintDiff;

std::string tables(std::int64_t number) { return counted(number, "table"); }

// "1 index changed", "2 indexes changed".
struct Count {
  std::int64_t number = 0;
  std::string_view one;
  std::string_view many;
  std::string_view what;
};

std::int64_t count_of(const PrintDiff& diff, DiffKind kind) {
  return std::ranges::count(diff.events, kind, &DiffEvent::kind);
}

std::string counts_text(const PrintDiff& diff) {
  const print::DiffSummary& s = diff.summary;
  const Count counts[] = {
      {s.tables_removed, "table", "tables", " removed"},
      {s.tables_added, "table", "tables", " added"},
      {s.columns_removed, "column", "columns", " removed"},
      {s.columns_added, "column", "columns", " added"},
      {s.columns_type_changed, "type", "types", " changed"},
      {s.columns_nullable_changed, "nullability", "nullabilities", " changed"},
      {s.columns_default_changed, "default", "defaults", " changed"},
      {count_of(diff, DiffKind::grain_changed), "set of keys", "sets of keys", " changed"},
      {count_of(diff, DiffKind::physical_layout_changed), "layout", "layouts", " changed"},
      {count_of(diff, DiffKind::depends_on_changed), "view", "views", " with other sources"},
      {s.relationships_changed, "relationship", "relationships", " changed"},
      {s.indexes_changed, "index", "indexes", " changed"},
      {s.comments_changed, "comment", "comments", " changed"},
      {count_of(diff, DiffKind::table_row_count_changed), "row count", "row counts", " moved"},
      {s.statistics_drifted, "statistic", "statistics", " moved"}};
  std::vector<std::string> texts;
  for (const auto& [number, one, many, what] : counts)
    if (number > 0)
      texts.push_back(
          fmt::format("{} {}{}", with_thousands(number), number == 1 ? one : many, what));
  return join(texts, ", ");
}

std::string quiet_text(const print::DiffSummary& summary) {
  std::vector<std::string> texts;
  if (summary.unchanged_tables > 0)
    texts.push_back(tables(summary.unchanged_tables) + " unchanged");
  if (summary.unevaluated_tables > 0)
    texts.push_back(fmt::format("{} not compared", with_thousands(summary.unevaluated_tables)));
  return join(texts, ", ");
}

std::string verdict_of(const PrintDiff& diff) {
  std::set<std::string> shape;
  std::set<std::string> data;
  for (const DiffEvent& event : diff.events)
    (print::is_data(event.kind) ? data : shape).insert(event.table);
  std::vector<std::string> texts;
  if (!diff.baseline_generated_at)
    texts.push_back("a first print, of " + tables(diff.summary.tables_added));
  else if (!shape.empty())
    texts.push_back(fmt::format("the shape of {} changed", tables(std::ssize(shape))));
  if (!data.empty()) texts.push_back(fmt::format("data moved in {}", tables(std::ssize(data))));
  if (texts.empty()) texts.emplace_back("nothing moved");
  std::string text = fmt::format("{}: {}", one_line(diff.connection), join(texts, ", "));
  if (const std::string quiet = quiet_text(diff.summary); !quiet.empty()) text += "; " + quiet;
  return text;
}

bool matters_more(const ChangeLine& a, const ChangeLine& b) {
  return a.mark != b.mark ? a.mark < b.mark : a.size > b.size;
}

bool table_matters_more(const TableChanges& a, const TableChanges& b) {
  return matters_more(a.lines.front(), b.lines.front());
}

std::vector<TableChanges> changes_of(const PrintDiff& diff, const print::DiffThresholds& thresholds,
                                     std::size_t& quieted) {
  std::map<std::string, TableChanges> by_table;
  for (const DiffEvent& event : diff.events) {
    if (!print::is_shown(event, thresholds)) {
      ++quieted;
      continue;
    }
    TableChanges& changes = by_table[event.table];
    changes.table = event.table;
    changes.lines.push_back(line_of(event));
    // How many rows there are comes before what is in them.
    if (event.kind == DiffKind::table_row_count_changed)
      changes.lines.back().size = std::numeric_limits<double>::infinity();
  }
  std::vector<TableChanges> all;
  for (auto& [table, changes] : by_table) {
    std::ranges::stable_sort(changes.lines, matters_more);
    all.push_back(std::move(changes));
  }
  std::ranges::stable_sort(all, table_matters_more);
  return all;
}

std::string_view words_of(DistributionTest test) {
  switch (test) {
    case DistributionTest::psi:
      return "PSI";
    case DistributionTest::jensen_shannon:
      return "Jensen-Shannon distance";
    case DistributionTest::kolmogorov_smirnov:
      return "Kolmogorov-Smirnov";
    case DistributionTest::chi_square:
      return "chi-square p";
    case DistributionTest::null_share:
      return "NULL share moved by";
    case DistributionTest::new_categories:
      return "share of new values";
  }
  return "";
}

std::string column_of(const DistributionFinding& finding) {
  return one_line(fmt::format("{}.{}", finding.table, finding.column));
}

// One line a column, each of its tests that moved.
std::vector<ChangeLine> drifted(const std::vector<DistributionFinding>& findings) {
  std::vector<ChangeLine> lines;
  for (const auto& finding : findings) {
    if (!finding.drifted || !finding.value) continue;
    const bool chi_square = finding.test == DistributionTest::chi_square;
    const std::string text =
        fmt::format("{} {:.3g} ({} {:g}{})", words_of(finding.test), *finding.value,
                    chi_square ? "below" : "limit", finding.threshold,
                    finding.reason.empty() ? "" : "; " + finding.reason);
    const std::string column = column_of(finding);
    if (lines.empty() || lines.back().subject != column)
      lines.push_back({ChangeMark::data, column, text, 0});
    else
      lines.back().text += ", " + text;
    if (finding.test == DistributionTest::psi || lines.back().size == 0)
      lines.back().size = chi_square ? 1 - *finding.value : *finding.value;
  }
  std::ranges::stable_sort(lines, std::greater{}, &ChangeLine::size);
  return lines;
}

void add_subject(std::vector<Subjects>& groups, const std::string& reason,
                 const std::string& name) {
  auto group = std::ranges::find(groups, reason, &Subjects::reason);
  if (group == groups.end()) group = groups.insert(groups.end(), {reason, {}});
  if (group->names.empty() || group->names.back() != name) group->names.push_back(name);
}

}  // namespace

std::string named(const std::vector<std::string>& names, std::size_t most) {
  if (names.size() <= most) return join(names, ", ");
  const std::vector<std::string> first(names.begin(),
                                       names.begin() + static_cast<std::ptrdiff_t>(most));
  return fmt::format("{} and {} more", join(first, ", "),
                     with_thousands(static_cast<long long>(names.size() - most)));
}

DiffView view_of(const PrintDiff& diff, const std::vector<DistributionFinding>& distribution,
                 const print::DiffThresholds& thresholds) {
  DiffView view;
  view.verdict = verdict_of(diff);
  view.counts = counts_text(diff);
  view.tables = changes_of(diff, thresholds, view.quieted);
  view.distributions = drifted(distribution);
  for (const auto& table : diff.unevaluated)
    add_subject(view.unevaluated, table.reason, one_line(table.table));
  for (const auto& finding : distribution)
    if (!finding.value) add_subject(view.untested, finding.reason, column_of(finding));
  return view;
}

}  // namespace leeway::output
