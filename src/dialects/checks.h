// Statements that check data. Each assertion gives one row with one integer: the number of rows
// that fail it; of a check on the whole table, 0 or 1.
//
// NULL follows SQL's CHECK: a row fails when its condition is false, and a condition over NULL is
// neither. So NULL passes everywhere but in not_null, and an expression that gives NULL passes.
// Only an aggregate over no value at all fails: it was not shown to hold.
//
// `filter`, `expression` and custom SQL are people's own text, kept verbatim on lines of their own.
// Instants are RFC 3339 in UTC ("2026-11-30T23:35:16.250Z"); a timestamp without zone counts as
// UTC.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/names.h"
#include "dialects/dialect.h"

namespace leeway::dialects {

// One row: rows sampled, then of each column in the order given how many are NULL. `sample_percent`
// is above 0; 100 and more read the whole table. An empty sample gives zeros.
// REQUIRES: columns is neither empty nor names one twice.
std::string null_rates(const Dialect& dialect, const catalog::TableName& table,
                       const std::vector<std::string>& columns, double sample_percent);

// One row: MAX(column) as text, and the whole seconds from it to `now`, rounded down, negative when
// it lies in the future; both NULL when there is no value.
std::string freshness(const Dialect& dialect, const catalog::TableName& table,
                      std::string_view column, std::string_view now);

// A person's statement with every {table} replaced by the quoted table.
std::string custom_check(const Dialect& dialect, std::string_view sql,
                         const catalog::TableName& table);

// The rows an assertion is about.
struct CheckedRows {
  catalog::TableName table;
  std::string filter;  // a condition; empty: every row
};

std::string not_null_failures(const Dialect& dialect, const CheckedRows& rows,
                              std::string_view column);
// Assertions `unique` and `composite`: the rows that share their values with another row. As in
// SQL's UNIQUE, a row with NULL in one of the columns shares with none.
std::string unique_failures(const Dialect& dialect, const CheckedRows& rows,
                            const std::vector<std::string>& columns);
std::string unique_expression_failures(const Dialect& dialect, const CheckedRows& rows,
                                       std::string_view expression);
std::string accepted_values_failures(const Dialect& dialect, const CheckedRows& rows,
                                     std::string_view column,
                                     const std::vector<std::string>& values);
// Rows whose value is in no row of the other table's column.
std::string relationship_failures(const Dialect& dialect, const CheckedRows& rows,
                                  std::string_view column, const catalog::TableName& to_table,
                                  std::string_view to_column);
std::string expression_failures(const Dialect& dialect, const CheckedRows& rows,
                                std::string_view expression);

// Inclusive; an absent end is open.
struct Bounds {
  std::optional<double> min;
  std::optional<double> max;
};
// 0 or 1.
std::string row_count_failures(const Dialect& dialect, const CheckedRows& rows,
                               const Bounds& bounds);
std::string range_failures(const Dialect& dialect, const CheckedRows& rows, std::string_view column,
                           const Bounds& bounds);
// `pattern` is in the engine's own syntax and is looked for anywhere in the value.
std::string regex_failures(const Dialect& dialect, const CheckedRows& rows, std::string_view column,
                           std::string_view pattern);

enum class Aggregate { count, count_distinct, sum, avg, min, max };
enum class Comparison { less, less_or_equal, greater, greater_or_equal, equal, not_equal };
// "count", "count_distinct", "sum", "avg", "min", "max" in any letter case.
std::optional<Aggregate> parse_aggregate(std::string_view text);
// "lt", "lte", "gt", "gte", "eq", "ne" in any letter case, or "<", "<=", ">", ">=", "=", "==",
// "!=",
// "<>".
std::optional<Comparison> parse_comparison(std::string_view text);
// 0 where aggregate(column) stands in the relation to `value`, 1 where it does not, NULL where the
// aggregate has no value (the sum of no rows). An empty column counts rows
// and goes with Aggregate::count alone.
std::string aggregate_failures(const Dialect& dialect, const CheckedRows& rows,
                               std::string_view column, Aggregate aggregate, Comparison comparison,
                               double value);

std::string not_in_future_failures(const Dialect& dialect, const CheckedRows& rows,
                                   std::string_view column, std::string_view now);
// Rows that are younger than n days of 24 hours.
std::string older_than_days_failures(const Dialect& dialect, const CheckedRows& rows,
                                     std::string_view column, long long days, std::string_view now);

// Keys that stand in more than one of several tables: columns, or one expression over a row.
struct SharedKey {
  std::vector<std::string> columns;
  std::string expression;  // used where there are no columns
};
// One row, one integer: how many keys are shared. Keys that hold NULL are none.
// REQUIRES: at least two tables; columns or an expression.
std::string shared_key_count(const Dialect& dialect, const std::vector<catalog::TableName>& tables,
                             const SharedKey& key);
// At most `limit` shared keys, one a row, as text, in order.
std::string shared_key_sample(const Dialect& dialect, const std::vector<catalog::TableName>& tables,
                              const SharedKey& key, int limit);

}  // namespace leeway::dialects
