// diff.yaml: its counters, and what each kind of event must hold.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "print/validation.h"

namespace leeway::print::validation {
namespace {

constexpr std::array<Field, 7> diff_fields{{{"generated_at", FieldType::instant, true},
                                            {"connection", FieldType::text, true},
                                            {"adapter", FieldType::text, true},
                                            {"baseline", FieldType::map, true},
                                            {"target", FieldType::map, true},
                                            {"summary", FieldType::map, true},
                                            {"changes", FieldType::list, true}}};

constexpr std::array<Field, 4> baseline_fields{{{"source", FieldType::text, true},
                                                {"path", FieldType::text, true},
                                                {"generated_at", FieldType::any, true},
                                                {"dbprint_version", FieldType::any, true}}};
constexpr std::array<Field, 4> target_fields{{{"source", FieldType::text, true},
                                              {"scanned_at", FieldType::instant, true},
                                              {"selectors", FieldType::map, true},
                                              {"tables_scanned", FieldType::integer, true}}};

constexpr std::array<std::string_view, 14> counter_names{"tables_added",
                                                         "tables_removed",
                                                         "tables_modified",
                                                         "columns_added",
                                                         "columns_removed",
                                                         "columns_type_changed",
                                                         "columns_nullable_changed",
                                                         "columns_default_changed",
                                                         "statistics_drifted",
                                                         "relationships_changed",
                                                         "indexes_changed",
                                                         "comments_changed",
                                                         "unchanged_tables",
                                                         "unevaluated_tables"};

// The first version's kinds and the three that came later: the counter of each, and what it must
// hold.
struct Kind {
  std::string_view name;
  std::string_view counter;
  std::string_view required;  // one blank between
};
constexpr std::string_view moved = "table before after";
constexpr std::string_view column_moved = "table column before after";
constexpr std::string_view edge = "source_table source_column target_table target_column";
constexpr std::array<Kind, 22> kinds{
    {{"table_added", "tables_added", "table type"},
     {"table_removed", "tables_removed", "table"},
     {"column_added", "columns_added", "table column sql_type nullable"},
     {"column_removed", "columns_removed", "table column"},
     {"column_type_changed", "columns_type_changed", column_moved},
     {"column_nullable_changed", "columns_nullable_changed", column_moved},
     {"column_default_changed", "columns_default_changed", column_moved},
     {"statistic_changed", "statistics_drifted", "table column stat before after"},
     {"table_row_count_changed", "", "table before after delta before_method after_method"},
     {"grain_changed", "", moved},
     {"physical_layout_changed", "", moved},
     {"depends_on_changed", "", moved},
     {"relationship_added", "relationships_changed",
      "source_table source_column target_table target_column detection"},
     {"relationship_removed", "relationships_changed", edge},
     {"relationship_modified", "relationships_changed", edge},
     {"index_added", "indexes_changed", "table index_name columns unique type"},
     {"index_removed", "indexes_changed", "table index_name"},
     {"index_modified", "indexes_changed", "table index_name before after"},
     {"comment_changed", "comments_changed", "table target before after"},
     {"table_type_changed", "", moved},
     {"column_physical_name_changed", "", column_moved},
     {"column_collation_changed", "", column_moved}}};

class DiffCheck {
 public:
  DiffCheck(const Value& diff, const std::vector<TableView>& tables, Findings& findings)
      : diff_(diff), findings_(findings) {
    for (const auto& table : tables) views_.emplace(table.files->fqn, &table);
  }

  void run() {
    if (!check_version(diff_, place_, findings_)) return;
    check_fields(diff_, diff_fields, place_, findings_);
    check_sides();
    const Value* changes = list(diff_.find("changes"));
    if (!changes) return;
    for (std::size_t i = 0; i < changes->items.size(); ++i)
      check_change(changes->items[i], place_.at(fmt::format("changes[{}]", i)));
    check_summary();
  }

 private:
  void check_sides() {
    if (const Value* baseline = map(diff_.find("baseline")))
      check_fields(*baseline, baseline_fields, place_.at("baseline"), findings_);
    if (const Value* target = map(diff_.find("target")))
      check_fields(*target, target_fields, place_.at("target"), findings_);
    const Value* summary = map(diff_.find("summary"));
    if (!summary) return;
    for (const auto name : counter_names)
      check_fields(*summary, std::array{Field{name, FieldType::integer, true}},
                   place_.at("summary"), findings_);
  }

  void check_change(const Value& change, const Place& at) {
    const auto kind = text(change.find("kind")).value_or("");
    const auto known = std::ranges::find(kinds, kind, &Kind::name);
    const auto table = text(change.find(change.find("source_table") ? "source_table" : "table"));
    if (table && kind != "table_added" && kind != "table_removed") modified_.insert(*table);
    if (known == kinds.end())
      return findings_.add("schema.unknown-change-kind", at,
                           fmt::format("'{}' is not known", printable(kind)));
    ++counters_[std::string(known->counter)];
    for (const auto& field : split(known->required, " "))
      check_fields(change, std::array{Field{field, FieldType::any, true}}, at, findings_);
    if (kind == "statistic_changed") check_statistic(change, at);
    if (kind == "table_row_count_changed") check_row_count(change, at);
    if (kind == "relationship_modified") check_relationship(change, at);
    if (kind == "comment_changed" &&
        (text(change.find("target")) == "column") != (change.find("column") != nullptr))
      findings_.add("diff.comment-target-column-mismatch", at, "target and column disagree");
    check_moved(kind, change, at);
  }

  void check_moved(const std::string& kind, const Value& change, const Place& at) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> same{
        {{"grain_changed", "diff.grain-changed-no-change"},
         {"physical_layout_changed", "diff.physical-layout-changed-no-change"},
         {"depends_on_changed", "diff.depends-on-changed-no-change"}}};
    const Value* before = change.find("before");
    const Value* after = change.find("after");
    for (const auto& [name, code] : same)
      if (kind == name && before && after && *before == *after)
        findings_.add(code, at, "before and after are equal");
  }

  void check_statistic(const Value& change, const Place& at) {
    const auto stat = text(change.find("stat")).value_or("");
    const auto delta = number(change.find("delta"));
    const auto relative = number(change.find("delta_pct"));
    if ((change.find("delta") || change.find("delta_pct")) &&
        (stat == "classification" || stat == "distribution" || stat == "values"))
      findings_.add("diff.statistic-changed-delta-on-non-numeric", at, stat + " has no delta");
    if (delta && relative && (*delta > 0) != (*relative > 0))
      findings_.add("diff.statistic-changed-delta-pct-sign-mismatch", at,
                    fmt::format("{} and {}", *delta, *relative));
    check_redacted(change, stat, at);
  }

  void check_redacted(const Value& change, const std::string& stat, const Place& at) {
    constexpr std::array<std::string_view, 6> withheld{"values", "range", "percentiles",
                                                       "mean",   "sum",   "length"};
    if (std::ranges::find(withheld, stat.substr(0, stat.find('.'))) == withheld.end()) return;
    const auto view = views_.find(text(change.find("table")).value_or(""));
    if (view == views_.end() || !view->second->statistics) return;
    const Value* columns = map(view->second->statistics->find("columns"));
    const Value* column =
        columns ? columns->find(text(change.find("column")).value_or("")) : nullptr;
    if (column && column->find("redacted"))
      findings_.add("privacy.redacted-value-compared", at,
                    fmt::format("'{}' of a redacted column", stat));
  }

  void check_row_count(const Value& change, const Place& at) {
    const auto before = integer(change.find("before"));
    const auto after = integer(change.find("after"));
    const auto delta = integer(change.find("delta"));
    if (before && after && delta && *after - *before != *delta)
      findings_.add("diff.row-count-changed-delta-mismatch", at,
                    fmt::format("{} is not {} - {}", *delta, *after, *before));
  }

  void check_relationship(const Value& change, const Place& at) {
    bool moved = false;
    for (const std::string_view action : {"on_delete", "on_update"}) {
      const Value* operands = map(change.find(action));
      const Value* before = operands ? operands->find("before") : nullptr;
      const Value* after = operands ? operands->find("after") : nullptr;
      moved |= before && after && *before != *after;
    }
    if (!moved) findings_.add("diff.relationship-modified-no-change", at, "neither action changed");
  }

  void check_summary() {
    const Value* summary = map(diff_.find("summary"));
    const Value* target = map(diff_.find("target"));
    if (!summary) return;
    const auto counter = [&](std::string_view name) {
      return integer(summary->find(name)).value_or(0);
    };
    const auto all_stated = [&](std::string_view name) {
      return integer(summary->find(name)).has_value();
    };
    if (!std::ranges::all_of(counter_names, all_stated)) return;
    std::set<std::string_view> names;
    for (const auto& kind : kinds)
      if (!kind.counter.empty()) names.insert(kind.counter);
    for (const auto name : names)
      if (counter(name) != counters_[std::string(name)])
        findings_.add(
            "diff.summary-count-mismatch", place_.at("summary").at(name),
            fmt::format("it says {}, there are {}", counter(name), counters_[std::string(name)]));
    if (counter("tables_modified") != std::ssize(modified_))
      findings_.add(
          "diff.summary-count-mismatch", place_.at("summary.tables_modified"),
          fmt::format("it says {}, there are {}", counter("tables_modified"), modified_.size()));
    const auto scanned = target ? integer(target->find("tables_scanned")) : std::nullopt;
    const auto total = counter("tables_added") + counter("tables_modified") +
                       counter("unchanged_tables") + counter("unevaluated_tables");
    if (scanned && *scanned != total)
      findings_.add(
          "diff.summary-total-mismatch", place_.at("summary"),
          fmt::format("{} tables were scanned, the counters come to {}", *scanned, total));
  }

  const Value& diff_;
  Findings& findings_;
  Place place_{"diff.yaml", ""};
  std::map<std::string, const TableView*> views_;
  std::map<std::string, std::int64_t> counters_;
  std::set<std::string> modified_;
};

}  // namespace

void check_diff(const PrintFiles& files, const std::vector<TableView>& tables, Findings& findings) {
  if (files.diff.present && !files.diff.error) DiffCheck(files.diff.value, tables, findings).run();
}

}  // namespace leeway::print::validation
