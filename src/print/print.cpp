#include "print/print.h"

#include <algorithm>

namespace leeway::print {

const ColumnPrint* Statistics::find(std::string_view key) const {
  const auto found = std::ranges::find(columns, key, &ColumnPrint::key);
  return found == columns.end() ? nullptr : &*found;
}

const TablePrint* Print::find(std::string_view fqn) const {
  const auto found = std::ranges::find(tables, fqn, &TablePrint::fqn);
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace leeway::print
