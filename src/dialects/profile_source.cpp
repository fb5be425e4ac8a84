#include "dialects/profile_source.h"

#include <fmt/format.h>

#include "dialects/statements.h"

namespace leeway::dialects {

// A filter stands on lines of its own: a comment at its end cannot swallow what follows.
std::string scan_clause(const Dialect& dialect, const ScanSource& source) {
  const std::string table = quote(dialect, source.table);
  if (source.filter)
    return fmt::format("(SELECT * FROM {} WHERE (\n{}\n)) AS leeway_rows", table, *source.filter);
  if (source.sample)
    return fmt::format("{} TABLESAMPLE bernoulli({} PERCENT) REPEATABLE ({})", table,
                       fmt::format("{:.17f}", *source.sample * 100), source.seed);
  return table;
}

}  // namespace leeway::dialects
