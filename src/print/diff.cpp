#include "print/diff.h"

#include <algorithm>
#include <map>
#include <set>

#include "print/diff_parts.h"
#include "print/settings.h"

namespace leeway::print {
namespace {

using TableMap = std::map<std::string, const TablePrint*>;

bool selects(const Selectors& selectors, const std::string& fqn) {
  const auto matches = [&](const std::string& pattern) { return name_matches(pattern, fqn); };
  return std::ranges::any_of(selectors.include, matches) &&
         std::ranges::none_of(selectors.exclude, matches);
}

TableMap tables_of(const Print* print) {
  TableMap tables;
  if (print == nullptr) return tables;
  for (const TablePrint& table : print->tables) tables.emplace(table.fqn, &table);
  return tables;
}

// The tables of the baseline that can be compared with `after` or missed in it.
TableMap baseline_tables(const DiffInput& input, const TableMap& after) {
  TableMap tables = tables_of(input.baseline);
  std::erase_if(tables, [&](const auto& entry) {
    const std::string& fqn = entry.first;
    const bool looked_for =
        input.in_scope ? input.in_scope(fqn) : selects(input.live->selectors, fqn);
    return !looked_for && !after.contains(fqn);
  });
  return tables;
}

// Why the statistics of a table were not compared, where nothing else moved; empty where they were.
std::string why_unevaluated(const TablePrint& before, const TablePrint& after) {
  if (after.carried) return "not read again in this run: the committed print is fresh";
  if (!before.statistics) return "the committed print holds no statistics of it that can be read";
  if (!after.statistics) return "its statistics could not be read";
  if (before.statistics->catalog_only || after.statistics->catalog_only)
    return "nothing was measured: it is described from the catalog alone";
  if (before.statistics->scope || after.statistics->scope)
    return "read in part, by a sample or a filter: counts do not compare";
  return "";
}

std::string default_index_type(const std::string& adapter) {
  return adapter == "duckdb" ? "art" : "btree";
}

class Comparison {
 public:
  explicit Comparison(const DiffInput& input)
      : input_(input),
        failed_(input.failed.begin(), input.failed.end()),
        after_(tables_of(input.live)),
        before_(baseline_tables(input, after_)) {}

  PrintDiff run() {
    describe();
    for (const auto& fqn : failed_) {
      result_.unevaluated.push_back({fqn, "could not be read in this run"});
      before_.erase(fqn);
      after_.erase(fqn);
    }
    result_.tables_scanned = std::ssize(after_) + std::ssize(failed_);
    add_one_sided();
    for (const auto& [fqn, after] : after_)
      if (const auto before = before_.find(fqn); before != before_.end())
        compare(*before->second, *after);
    summarize();
    std::ranges::sort(result_.unevaluated, {}, &Unevaluated::table);
    return std::move(result_);
  }

 private:
  void describe() {
    result_.generated_at = input_.generated_at;
    result_.connection = input_.live->connection;
    result_.adapter = input_.live->adapter;
    result_.baseline_path = input_.baseline_path;
    if (input_.baseline != nullptr) {
      result_.baseline_generated_at = input_.baseline->generated_at;
      result_.baseline_version = input_.baseline->producer_version;
    }
    result_.scanned_at = input_.scanned_at;
    result_.selectors = input_.live->selectors;
  }

  void add_one_sided() {
    for (const auto& [fqn, table] : after_) {
      if (before_.contains(fqn)) continue;
      DiffEvent event = table_event(DiffKind::table_added, fqn);
      event.fields.set("type", make_string(table->type));
      result_.events.push_back(std::move(event));
    }
    for (const auto& [fqn, table] : before_)
      if (!after_.contains(fqn))
        result_.events.push_back(table_event(DiffKind::table_removed, fqn));
  }

  void compare(const TablePrint& before, const TablePrint& after) {
    TablePair pair{&before, &after, {}, {}, false, default_index_type(input_.live->adapter)};
    if (before.ddl && after.ddl) {
      pair.ddl_before = ddl_facts(*before.ddl);
      pair.ddl_after = ddl_facts(*after.ddl);
    }
    pair.complete_ddl = input_.baseline->complete_ddl && input_.live->complete_ddl;
    const auto known = result_.events.size();
    compare_columns(pair, result_.events);
    compare_relationships(pair, result_.events);
    compare_indexes(pair, result_.events);
    compare_comments(pair, result_.events);
    compare_row_counts(pair, result_.events);
    compare_blocks(pair, result_.events);
    compare_statistics(pair, result_.events);
    if (result_.events.size() > known) return;
    if (std::string reason = why_unevaluated(before, after); !reason.empty())
      result_.unevaluated.push_back({after.fqn, std::move(reason)});
    else
      ++result_.summary.unchanged_tables;
  }

  void summarize() {
    std::set<std::string> modified;
    for (const DiffEvent& event : result_.events) {
      count(event.kind);
      if (event.kind != DiffKind::table_added && event.kind != DiffKind::table_removed)
        modified.insert(event.table);
    }
    result_.summary.tables_modified = std::ssize(modified);
    result_.summary.unevaluated_tables = std::ssize(result_.unevaluated);
  }

  void count(DiffKind kind) {
    DiffSummary& summary = result_.summary;
    switch (kind) {
      case DiffKind::table_added:
        ++summary.tables_added;
        break;
      case DiffKind::table_removed:
        ++summary.tables_removed;
        break;
      case DiffKind::column_added:
        ++summary.columns_added;
        break;
      case DiffKind::column_removed:
        ++summary.columns_removed;
        break;
      case DiffKind::column_type_changed:
        ++summary.columns_type_changed;
        break;
      case DiffKind::column_nullable_changed:
        ++summary.columns_nullable_changed;
        break;
      case DiffKind::column_default_changed:
        ++summary.columns_default_changed;
        break;
      case DiffKind::statistic_changed:
        ++summary.statistics_drifted;
        break;
      case DiffKind::relationship_added:
      case DiffKind::relationship_removed:
      case DiffKind::relationship_modified:
        ++summary.relationships_changed;
        break;
      case DiffKind::index_added:
      case DiffKind::index_removed:
      case DiffKind::index_modified:
        ++summary.indexes_changed;
        break;
      case DiffKind::comment_changed:
        ++summary.comments_changed;
        break;
      case DiffKind::table_row_count_changed:
      case DiffKind::grain_changed:
      case DiffKind::physical_layout_changed:
      case DiffKind::depends_on_changed:
        break;
    }
  }

  const DiffInput& input_;
  std::set<std::string> failed_;
  TableMap after_;
  TableMap before_;
  PrintDiff result_;
};

}  // namespace

bool PrintDiff::shape_moved() const {
  return std::ranges::any_of(events, [](const DiffEvent& event) { return !is_data(event.kind); });
}

PrintDiff compare_prints(const DiffInput& input) { return Comparison(input).run(); }

}  // namespace leeway::print
