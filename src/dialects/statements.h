// SQL statements, written for one dialect. Every name passes through quoting, every INSERT and
// MERGE lists its columns: position is never meaning. No statement ends in a semicolon.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalog/table.h"
#include "dialects/dialect.h"

namespace leeway::dialects {

// Fails (ErrorCode::unsupported) for a name this engine cannot hold: empty, too long, with a NUL or
// a forbidden byte, or not UTF-8. The error names the name.
Status check_name(const Dialect& dialect, std::string_view name);

// REQUIRES: check_name(dialect, name).
std::string quote(const Dialect& dialect, std::string_view name);
std::string quote(const Dialect& dialect, const catalog::TableName& name);
std::string quote(const Dialect& dialect, const catalog::SchemaName& name);
std::string string_literal(const Dialect& dialect, std::string_view text);
// CAST('<text>' AS <type>): full precision for any type the engine can print and read.
std::string typed_literal(const Dialect& dialect, std::string_view text,
                          const types::SqlType& type);

// A column of a SELECT that feeds a target column of the same name.
struct Projection {
  std::string target;      // the target column's name
  std::string expression;  // SQL: a quoted source column, NULL, or CAST(value AS type)
};

Projection project_column(const Dialect& dialect, std::string_view source_column,
                          std::string_view target_column);
Projection project_cast(const Dialect& dialect, std::string_view column,
                        const types::SqlType& type);
Projection project_null(const Dialect& dialect, std::string_view target_column,
                        const types::SqlType& type);
// `value` is a user's SQL expression, kept verbatim on lines of its own so that a trailing comment
// cannot swallow what follows.
Projection project_expression(const Dialect& dialect, std::string_view value,
                              std::string_view type_text, std::string_view target_column);

// SELECT <projections> FROM <source> [WHERE <condition>]. REQUIRES: projections is not empty.
std::string select(const Dialect& dialect, const std::vector<Projection>& projections,
                   const catalog::TableName& source, std::string_view where = {});

// REQUIRES: dialect.capabilities.create_catalog.
std::string create_catalog(const Dialect& dialect, std::string_view name);
std::string create_schema(const Dialect& dialect, const catalog::SchemaName& name);
std::string create_table_as(const Dialect& dialect, const catalog::TableName& target,
                            std::string_view query);
// REQUIRES: dialect.capabilities.replace is create_or_replace.
std::string create_or_replace_table_as(const Dialect& dialect, const catalog::TableName& target,
                                       std::string_view query);
std::string create_view(const Dialect& dialect, const catalog::TableName& target,
                        std::string_view query);
// REQUIRES: dialect.capabilities.materialized_views.
std::string create_materialized_view(const Dialect& dialect, const catalog::TableName& target,
                                     std::string_view query);
std::string drop_table(const Dialect& dialect, const catalog::TableName& target);  // IF EXISTS
std::string drop_view(const Dialect& dialect, const catalog::TableName& target);   // IF EXISTS
// `to` is a name in the schema of `from`.
std::string rename_table(const Dialect& dialect, const catalog::TableName& from,
                         std::string_view to);
// The new column is nullable.
std::string add_column(const Dialect& dialect, const catalog::TableName& target,
                       std::string_view column, const types::SqlType& type);
std::string alter_column_type(const Dialect& dialect, const catalog::TableName& target,
                              std::string_view column, const types::SqlType& type, bool nullable);
std::optional<std::string> widen_prelude(const Dialect& dialect, const catalog::TableName& target);
std::string comment_on_table(const Dialect& dialect, const catalog::TableName& target,
                             std::string_view comment);
// Empty where the engine would have to be told the whole column again (MySQL).
std::string comment_on_column(const Dialect& dialect, const catalog::TableName& target,
                              std::string_view column, std::string_view comment);

// INSERT INTO <target> (<columns>) SELECT ... ; the query's projections give the column list.
std::string insert_select(const Dialect& dialect, const catalog::TableName& target,
                          const std::vector<Projection>& projections, std::string_view query);
std::string delete_where(const Dialect& dialect, const catalog::TableName& target,
                         std::string_view where);
// Which rows that match a MERGE writes: those that differ, where the engine can compare every
// column (PostgreSQL cannot compare JSON, for one), or all of them.
enum class MergeUpdate { changed_rows, every_match };

// MERGE by equal keys; a row that matches is updated in every non-key column, the rest is inserted.
// Keys are found among the projections by exact spelling first, then without regard to ASCII case.
// A NULL key matches nothing. REQUIRES: dialect.capabilities.merge, keys, all of them projected.
std::string merge(const Dialect& dialect, const catalog::TableName& target,
                  const std::vector<Projection>& projections, std::string_view query,
                  const std::vector<std::string>& keys,
                  MergeUpdate update = MergeUpdate::changed_rows);

// Conditions.
std::string newer_than(const Dialect& dialect, std::string_view column, std::string_view watermark,
                       const types::SqlType& type);  // c > w
std::string at_or_after(const Dialect& dialect, std::string_view column, std::string_view watermark,
                        const types::SqlType& type);  // c >= w
std::string equal_to(const Dialect& dialect, std::string_view column, std::string_view watermark,
                     const types::SqlType& type);  // c = w

// Whether a column of the type can hold infinity. A watermark is finite: with infinity as one,
// nothing would ever be newer.
bool has_infinities(const Dialect& dialect, const types::SqlType& type);
// c < infinity, c >= infinity (NaN is). REQUIRES: has_infinities(dialect, type).
std::string below_infinity(const Dialect& dialect, std::string_view column,
                           const types::SqlType& type);
std::string at_infinity(const Dialect& dialect, std::string_view column,
                        const types::SqlType& type);

// A table with its column of times, and whether that may hold NULL.
struct TimedTable {
  catalog::TableName table;
  std::string column;
  bool nullable = true;
};
// What stands around a watermark, in one row of four columns, or eight with a target: finite rows
// newer than the watermark (without one: all that are finite), rows exactly at it, rows at infinity
// or NaN, rows that no watermark reaches (NULL or -infinity); then the same of the target.
std::string watermark_probe(const Dialect& dialect, const TimedTable& source,
                            const std::optional<TimedTable>& target,
                            const std::optional<std::string>& watermark,
                            const types::SqlType& type);
// Two columns of one row: the greatest finite value of the column as text at full precision (NULL
// when there is none), and how many rows hold it.
// On Snowflake the text has the digits that the connection's TIMESTAMP_OUTPUT_FORMAT asks for.
std::string watermark_read(const Dialect& dialect, const catalog::TableName& table,
                           std::string_view column, const types::SqlType& type);
std::string count_rows(const Dialect& dialect, const catalog::TableName& table);
// One row, two columns: how many keys stand in more than one row, and how many rows have a key that
// holds NULL. REQUIRES: keys is not empty.
std::string duplicate_keys(const Dialect& dialect, const catalog::TableName& table,
                           const std::vector<std::string>& keys);

// One row, one column: how many different source rows, over these columns, the target does not
// hold. Zero proves that a merge has nothing to do. REQUIRES: columns is not empty.
std::string rows_differ_probe(const Dialect& dialect, const catalog::TableName& source,
                              const catalog::TableName& target,
                              const std::vector<std::string>& columns);

}  // namespace leeway::dialects
