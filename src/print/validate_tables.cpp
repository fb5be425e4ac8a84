// The blocks of statistics.yaml that are about the whole table.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "print/predicates.h"
#include "print/validation.h"

namespace leeway::print::validation {
namespace {

constexpr double tolerance = 1.5e-6;

constexpr std::array<Field, 13> statistics_fields{{{"table", FieldType::text, true},
                                                   {"type", FieldType::text, true},
                                                   {"profiled_at", FieldType::instant, true},
                                                   {"row_count", FieldType::integer},
                                                   {"row_count_method", FieldType::text},
                                                   {"catalog_only", FieldType::boolean},
                                                   {"null_patterns", FieldType::map},
                                                   {"physical_layout", FieldType::map},
                                                   {"grain", FieldType::map, true},
                                                   {"dependencies", FieldType::list},
                                                   {"timeline", FieldType::map},
                                                   {"depends_on", FieldType::list},
                                                   {"columns", FieldType::map, true}}};

// Whether both are instants and `a` comes first.
bool is_before(const Value* a, const Value* b) {
  const auto first = read_instant(text(a).value_or(""));
  const auto second = read_instant(text(b).value_or(""));
  return first && second && *first < *second;
}

class BlockCheck {
 public:
  BlockCheck(const TableView& table, Place place, Findings& findings)
      : table_(table),
        place_(std::move(place)),
        findings_(findings),
        statistics_(*table.statistics),
        columns_(map(statistics_.find("columns"))),
        unmeasured_(texts(statistics_.find("unmeasured"))) {}

  void run() {
    check_fields(statistics_, statistics_fields, place_, findings_);
    check_kind();
    check_scope();
    if (table_.counted) check_null_patterns();
    check_layout();
    check_grain();
    check_dependencies();
    check_timeline();
    for (const auto& block : unmeasured_)
      if (statistics_.find(block))
        add("stats.unmeasured-names-emitted-block", "unmeasured",
            fmt::format("'{}' is there nevertheless", block));
  }

 private:
  void add(std::string_view code, std::string_view field, std::string detail) {
    findings_.add(code, place_.at(field), std::move(detail));
  }

  const Value* column(const std::string& name) const {
    return columns_ ? columns_->find(name) : nullptr;
  }

  bool is_empty() const { return table_.counted && table_.row_count == 0; }

  void check_kind() {
    if (!table_.catalog_only)
      for (const std::string_view field : {"row_count", "row_count_method"})
        if (!statistics_.find(field))
          findings_.add("schema.missing-required-field", place_,
                        fmt::format("'{}' is missing", field));
    if (table_.catalog_only)
      for (const std::string_view field : {"row_count", "row_count_method", "dependencies"})
        if (statistics_.find(field))
          add("stats.measurement-under-catalog-only", field, "nothing is measured of a view");
    if (text(statistics_.find("type")) == "table" && statistics_.find("depends_on"))
      add("stats.depends-on-on-table", "depends_on", "a table depends on nothing");
  }

  void check_scope() {
    const Value* scope = statistics_.find("scope");
    if (!scope) return;
    if (scope->kind != Value::Kind::map)
      return add("stats.scope-not-a-mapping", "scope", "it must be a map");
    const auto rows = integer(scope->find("rows_scanned"));
    if (!rows) return add("stats.scope-missing-rows-scanned", "scope", "rows_scanned is missing");
    const bool exact = text(statistics_.find("row_count_method")) == "exact";
    if (exact && *rows > table_.row_count)
      add("stats.scope-rows-scanned-exceeds-row-count", "scope.rows_scanned",
          fmt::format("{} of {} rows", *rows, table_.row_count));
    const Value* sample = scope->find("sample");
    const Value* filter = scope->find("filter");
    const auto fraction = number(sample);
    if (sample && (!fraction || !(*fraction > 0 && *fraction <= 1)))
      add("stats.scope-sample-out-of-range", "scope.sample", "it must be above 0, at most 1");
    if (sample && filter) add("stats.scope-sample-and-filter", "scope", "it has both");
    if (!sample && !filter && *rows == table_.row_count)
      add("stats.scope-asserts-nothing", "scope", "the whole table was read");
  }

  std::int64_t nulls_of(const std::string& name) const {
    const Value* found = column(name);
    return found ? integer(found->find("null_count")).value_or(0) : 0;
  }

  void check_null_patterns() {
    if (table_.catalog_only) return;
    bool any_null = false;
    bool all_known = true;
    if (columns_)
      for (const auto& one : columns_->items) {
        const auto nulls = integer(one.find("null_count"));
        any_null |= nulls > 0;
        all_known &= nulls.has_value();
      }
    const Value* block = map(statistics_.find("null_patterns"));
    const bool named = std::ranges::find(unmeasured_, "null_patterns") != unmeasured_.end();
    if ((any_null && !block && !named) || (!any_null && all_known && block))
      findings_.add("stats.null-patterns-absent-with-nulls", place_,
                    any_null ? "columns hold NULLs" : "no column holds a NULL");
    const Value* patterns = block ? list(block->find("patterns")) : nullptr;
    if (patterns) check_patterns(*block, *patterns);
  }

  void check_patterns(const Value& block, const Value& patterns) {
    const bool bounded = text(block.find("coverage_method")) == "bounded";
    const std::string suffix = bounded ? "-bounded" : "";
    std::set<std::vector<std::string>> seen;
    std::map<std::string, std::int64_t> by_column;
    std::int64_t sum = 0;
    std::optional<std::pair<std::int64_t, std::vector<std::string>>> before;
    for (const auto& pattern : patterns.items) {
      const auto names = texts(pattern.find("columns"));
      const auto count = integer(pattern.find("count")).value_or(0);
      sum += count;
      if (!seen.insert(names).second)
        add("stats.null-patterns-duplicate-combination", "null_patterns", join(names, ", "));
      for (const auto& name : names) {
        by_column[name] += count;
        if (!column(name))
          add("stats.null-patterns-unknown-column", "null_patterns", printable(name));
      }
      std::pair current{-count, names};
      if (before && current < *before)
        add("stats.null-patterns-not-ordered", "null_patterns",
            "combinations go by count, then by name");
      before = std::move(current);
    }
    if (sum > table_.rows_scanned)
      add("stats.null-patterns-sum-exceeds-rows-scanned" + suffix, "null_patterns",
          fmt::format("{} of {} rows", sum, table_.rows_scanned));
    check_pattern_sums(block, by_column, sum, suffix);
  }

  void check_pattern_sums(const Value& block, const std::map<std::string, std::int64_t>& by_column,
                          std::int64_t sum, const std::string& suffix) {
    check_precision(block.find("coverage"), place_.at("null_patterns.coverage"), findings_);
    const auto coverage = number(block.find("coverage"));
    if (coverage && table_.rows_scanned > 0) {
      const double expected = static_cast<double>(sum) / static_cast<double>(table_.rows_scanned);
      if (std::abs(*coverage - std::min(expected, 1.0)) > tolerance)
        add("stats.null-patterns-coverage-mismatch", "null_patterns.coverage",
            fmt::format("{} is not {} of {}", *coverage, sum, table_.rows_scanned));
    }
    if (!columns_) return;
    for (const auto& key : columns_->keys) {
      const auto found = by_column.find(key);
      const std::int64_t named = found == by_column.end() ? 0 : found->second;
      if (named > nulls_of(key) || (coverage == 1.0 && named < nulls_of(key)))
        add("stats.null-patterns-reconciliation-mismatch" + suffix, "null_patterns",
            fmt::format("{}: {} NULLs in the combinations, {} in the column", key, named,
                        nulls_of(key)));
    }
  }

  void check_layout() {
    const Value* layout = map(statistics_.find("physical_layout"));
    std::set<std::string> declared;
    if (const Value* keys = layout ? list(layout->find("keys")) : nullptr)
      for (const auto& key : keys->items)
        if (const auto name = text(key.find("column"))) declared.insert(*name);
    for (const auto& name : declared) {
      const Value* found = column(name);
      if (!found)
        add("stats.physical-layout-unknown-column", "physical_layout", printable(name));
      else if (boolean(found->find("physical_layout_key")) != true)
        add("stats.physical-layout-key-missing-marker", "columns." + name,
            "physical_layout names it");
    }
    if (!columns_) return;
    for (std::size_t i = 0; i < columns_->items.size(); ++i)
      if (boolean(columns_->items[i].find("physical_layout_key")) == true &&
          !declared.contains(columns_->keys[i]))
        add("stats.physical-layout-key-not-declared", "columns." + columns_->keys[i],
            "physical_layout does not name it");
  }

  void check_grain() {
    const Value* grain = map(statistics_.find("grain"));
    const Value* keys = grain ? list(grain->find("keys")) : nullptr;
    if (!keys) return;
    std::set<std::set<std::string>> seen;
    for (const auto& key : keys->items) {
      const auto names = texts(key.find("columns"));
      for (const auto& name : names)
        if (!column(name)) add("stats.grain-unknown-column", "grain", printable(name));
      if (!seen.insert(std::set(names.begin(), names.end())).second)
        add("stats.grain-duplicate-key", "grain", join(names, ", "));
      if (text(key.find("detection")) != "measured") continue;
      if (table_.scoped) add("stats.grain-measured-under-scope", "grain", join(names, ", "));
      if (is_empty() && !table_.catalog_only)
        add("stats.grain-measured-on-empty-table", "grain", join(names, ", "));
    }
  }

  void check_dependencies() {
    const Value* dependencies = list(statistics_.find("dependencies"));
    if (!dependencies || dependencies->items.empty()) return;
    if (table_.scoped)
      add("stats.dependencies-measured-under-scope", "dependencies", "the table was read in part");
    if (is_empty())
      add("stats.dependencies-measured-on-empty-table", "dependencies", "the table is empty");
    for (const auto& dependency : dependencies->items) {
      const auto determinant = text(dependency.find("determinant")).value_or("");
      const auto dependent = text(dependency.find("dependent")).value_or("");
      const Value* from = column(determinant);
      const Value* to = column(dependent);
      if (!from || !to)
        add("stats.dependencies-unknown-column", "dependencies",
            fmt::format("{} -> {}", determinant, dependent));
      else if (const auto many = integer(from->find("cardinality")),
               few = integer(to->find("cardinality"));
               many && few && *many < *few)
        add("stats.dependencies-direction-impossible", "dependencies",
            fmt::format("{} has fewer values than {}", determinant, dependent));
      if (determinant == dependent)
        add("stats.dependencies-self-referential", "dependencies", determinant);
      check_precision(dependency.find("strength"), place_.at("dependencies"), findings_);
      const auto strength = number(dependency.find("strength")).value_or(0);
      if (!(strength > 0 && strength <= 1))
        add("stats.dependencies-strength-out-of-range", "dependencies",
            fmt::format("{}", strength));
    }
  }

  void check_timeline() {
    const Value* timeline = map(statistics_.find("timeline"));
    if (!timeline) return check_populated(nullptr);
    const auto name = text(timeline->find("column")).value_or("");
    const Value* anchor = column(name);
    if (!anchor) {
      add("stats.timeline-unknown-column", "timeline.column", printable(name));
    } else {
      if (text(anchor->find("classification")) != "temporal")
        add("stats.timeline-anchor-not-temporal", "timeline.column", printable(name));
      if (anchor->find("redacted"))
        add("stats.timeline-anchor-redacted", "timeline.column", printable(name));
    }
    if (table_.scoped) add("stats.timeline-under-scope", "timeline", "the table was read in part");
    if (is_empty()) add("stats.timeline-on-empty-table", "timeline", "the table is empty");
    check_buckets(*timeline);
    check_populated(anchor);
  }

  void check_buckets(const Value& timeline) {
    const Value* buckets = list(timeline.find("buckets"));
    if (!buckets) return;
    std::int64_t sum = 0;
    std::string before;
    for (const auto& bucket : buckets->items) {
      sum += integer(bucket.find("count")).value_or(0);
      const auto start = text(bucket.find("start")).value_or("");
      if (!before.empty() && start <= before)
        add("stats.timeline-buckets-unordered", "timeline.buckets", start);
      before = start;
    }
    check_precision(timeline.find("coverage"), place_.at("timeline.coverage"), findings_);
    const auto coverage = number(timeline.find("coverage"));
    if (!coverage || table_.rows_scanned == 0) return;
    const double expected = static_cast<double>(sum) / static_cast<double>(table_.rows_scanned);
    if (std::abs(*coverage - std::min(expected, 1.0)) > tolerance)
      add("stats.timeline-coverage-mismatch", "timeline.coverage",
          fmt::format("{} is not {} of {}", *coverage, sum, table_.rows_scanned));
  }

  void check_populated(const Value* anchor) {
    if (!columns_) return;
    for (std::size_t i = 0; i < columns_->items.size(); ++i) {
      const Value* populated = map(columns_->items[i].find("populated"));
      if (!populated) continue;
      const std::string path = "columns." + columns_->keys[i] + ".populated";
      if (!statistics_.find("timeline"))
        add("stats.populated-without-timeline", path, "there is no timeline");
      const Value* range = anchor ? map(anchor->find("range")) : nullptr;
      if (!range || anchor->find("unrepresentable")) continue;
      if (is_before(populated->find("from"), range->find("min")) ||
          is_before(range->find("max"), populated->find("to")))
        add("stats.populated-out-of-anchor-range", path, "it goes beyond the anchor's range");
    }
  }

  const TableView& table_;
  Place place_;
  Findings& findings_;
  const Value& statistics_;
  const Value* columns_;
  std::vector<std::string> unmeasured_;
};

}  // namespace

void check_blocks(const TableView& table, const Place& place, Findings& findings) {
  BlockCheck(table, place, findings).run();
}

void check_statistics(const TableView& table, Findings& findings) {
  const Place place{table.path + "/statistics.yaml", ""};
  if (!check_version(*table.statistics, place, findings)) return;
  check_blocks(table, place, findings);
  const Value* columns = map(table.statistics->find("columns"));
  if (!columns) return;
  for (std::size_t i = 0; i < columns->items.size(); ++i) {
    const Place at = place.at("columns." + columns->keys[i]);
    if (columns->items[i].kind != Value::Kind::map) {
      findings.add("schema.type-mismatch", at, "it must be a map");
      continue;
    }
    const ColumnView column(table, columns->keys[i], columns->items[i], at);
    check_column_fields(column, findings);
    if (table.catalog_only || !table.counted || !column.count("null_count")) continue;
    check_column_values(column, findings);
    check_column_bounds(column, findings);
  }
}

}  // namespace leeway::print::validation
