// What a profiling statement reads: a whole table, a fraction of it, or the rows of a predicate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "catalog/names.h"
#include "dialects/dialect.h"

namespace leeway::dialects {

struct ScanSource {
  catalog::TableName table;
  std::optional<double> sample;  // fraction in (0, 1); never beside a filter
  std::uint64_t seed = 0;        // of the sample
  std::optional<std::string> filter;
};

// The text that stands after FROM, e.g. `"db"."main"."t" TABLESAMPLE bernoulli(10.0 PERCENT)
// REPEATABLE (42)` or `(SELECT * FROM "db"."main"."t" WHERE (x > 1)) AS leeway_rows`.
std::string scan_clause(const Dialect& dialect, const ScanSource& source);

}  // namespace leeway::dialects
