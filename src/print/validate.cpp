#include "dialects/registry.h"
#include "print/check.h"
#include "print/validation.h"

namespace leeway::print {
namespace {

using validation::Findings;
using validation::TableView;

TableView view_of(const TableFiles& table, const dialects::Dialect* dialect) {
  TableView view;
  view.dialect = dialect;
  view.files = &table;
  view.path = validation::text(table.entry.find("path")).value_or("");
  if (!table.statistics.present || table.statistics.error) return view;
  view.statistics = &table.statistics.value;
  view.profiled_at = validation::text(view.statistics->find("profiled_at")).value_or("");
  view.catalog_only = validation::boolean(view.statistics->find("catalog_only")) == true;
  const auto rows = validation::integer(view.statistics->find("row_count"));
  view.counted = rows.has_value();
  view.row_count = rows.value_or(0);
  view.rows_scanned = view.row_count;
  if (const Value* scope = view.statistics->find("scope")) {
    const auto scanned = validation::integer(scope->find("rows_scanned"));
    view.scoped = true;
    view.counted = view.counted && scanned;
    view.rows_scanned = scanned.value_or(0);
  }
  return view;
}

}  // namespace

std::vector<Issue> validate_print(const PrintFiles& files, const std::string& adapter) {
  Findings findings;
  validation::check_layout(files, adapter, findings);
  validation::check_manifest(files, findings);
  std::vector<TableView> tables;
  tables.reserve(files.tables.size());
  const auto* dialect = dialects::find_dialect(adapter);
  for (const auto& table : files.tables) tables.push_back(view_of(table, dialect));
  for (const auto& table : tables)
    if (table.statistics) validation::check_statistics(table, findings);
  validation::check_relationships(files, tables, findings);
  validation::check_diff(files, tables, findings);
  validation::check_annotations(files, tables, findings);
  return findings.take();
}

}  // namespace leeway::print
