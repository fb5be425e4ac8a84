// Projections, SELECT, conditions, and the statements that only read.
#include <fmt/format.h>

#include "base/text.h"
#include "dialects/casts.h"
#include "dialects/forms.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

std::string compared(const Dialect& dialect, std::string_view column, std::string_view operation,
                     std::string_view watermark, const types::SqlType& type) {
  return fmt::format("{} {} {}", quote(dialect, column), operation,
                     typed_literal(dialect, watermark, type));
}

std::string every_column(const Dialect& dialect, const std::vector<std::string>& columns,
                         std::string_view test, std::string_view separator) {
  std::string result;
  for (const auto& column : columns) {
    if (!result.empty()) result += separator;
    result += quote(dialect, column);
    result += test;
  }
  return result;
}

}  // namespace

std::string typed_literal(const Dialect& dialect, std::string_view text,
                          const types::SqlType& type) {
  return fmt::format("CAST({} AS {})", string_literal(dialect, text), cast_type(dialect, type));
}

Projection project_column(const Dialect& dialect, std::string_view source_column,
                          std::string_view target_column) {
  return {std::string(target_column), quote(dialect, source_column)};
}

Projection project_cast(const Dialect& dialect, std::string_view column,
                        const types::SqlType& type) {
  return {std::string(column),
          fmt::format("CAST({} AS {})", quote(dialect, column), cast_type(dialect, type))};
}

Projection project_null(const Dialect& dialect, std::string_view target_column,
                        const types::SqlType& type) {
  const types::SqlType nullable = with_nullability(dialect, type, true);
  // MySQL has no cast to most column types, ClickHouse none of NULL to a nested one: the target
  // column gives a bare NULL its type.
  const bool bare = dialect.statements.cast_names == CastNames::mysql ||
                    (dialect.statements.nullability_in_type && !nullable.nullable_wrapper);
  return {std::string(target_column),
          bare ? "NULL" : fmt::format("CAST(NULL AS {})", cast_type(dialect, nullable))};
}

Projection project_expression(const Dialect&, std::string_view value, std::string_view type_text,
                              std::string_view target_column) {
  return {std::string(target_column), fmt::format("CAST(\n{}\nAS {})", value, type_text)};
}

std::string select(const Dialect& dialect, const std::vector<Projection>& projections,
                   const catalog::TableName& source, std::string_view where) {
  std::string result = "SELECT";
  std::string_view separator = "\n  ";
  for (const auto& projection : projections) {
    const std::string target = quote(dialect, projection.target);
    result += separator;
    result += projection.expression;
    if (projection.expression != target) result += " AS " + target;
    separator = ",\n  ";
  }
  result += "\nFROM " + quote(dialect, source);
  if (!where.empty()) result += fmt::format("\nWHERE {}", where);
  return result;
}

std::string newer_than(const Dialect& dialect, std::string_view column, std::string_view watermark,
                       const types::SqlType& type) {
  return compared(dialect, column, ">", watermark, type);
}

std::string at_or_after(const Dialect& dialect, std::string_view column, std::string_view watermark,
                        const types::SqlType& type) {
  return compared(dialect, column, ">=", watermark, type);
}

std::string equal_to(const Dialect& dialect, std::string_view column, std::string_view watermark,
                     const types::SqlType& type) {
  return compared(dialect, column, "=", watermark, type);
}

std::string watermark_probe(const Dialect& dialect, const catalog::TableName& source,
                            std::string_view column, std::string_view watermark,
                            const types::SqlType& type) {
  return fmt::format(
      "SELECT COUNT(CASE WHEN {} THEN 1 END) AS newer_rows, "
      "COUNT(CASE WHEN {} THEN 1 END) AS boundary_rows\nFROM {}\nWHERE {}",
      newer_than(dialect, column, watermark, type), equal_to(dialect, column, watermark, type),
      quote(dialect, source), at_or_after(dialect, column, watermark, type));
}

std::string watermark_read(const Dialect& dialect, const catalog::TableName& table,
                           std::string_view column) {
  const std::string name = quote(dialect, column);
  const std::string maximum = fill(dialect.statements.maximum, {{"{value}", name}});
  return fmt::format(
      "SELECT {} AS newest, COUNT(*) AS newest_rows\nFROM {}\nWHERE {} = (SELECT {} FROM {})",
      fill(dialect.statements.as_text, {{"{value}", maximum}}), quote(dialect, table), name,
      maximum, quote(dialect, table));
}

std::string count_values(const Dialect& dialect, const catalog::TableName& table,
                         std::string_view column) {
  return fmt::format("SELECT COUNT({}) FROM {}", quote(dialect, column), quote(dialect, table));
}

std::string count_rows(const Dialect& dialect, const catalog::TableName& table) {
  return "SELECT COUNT(*) FROM " + quote(dialect, table);
}

std::string duplicate_keys(const Dialect& dialect, const catalog::TableName& table,
                           const std::vector<std::string>& keys) {
  const std::string from = quote(dialect, table);
  return fmt::format(
      "SELECT (SELECT COUNT(*) FROM (SELECT 1 AS one FROM {0} WHERE {1} GROUP BY {2} "
      "HAVING COUNT(*) > 1) AS repeated) AS duplicate_keys, "
      "(SELECT COUNT(*) FROM {0} WHERE {3}) AS null_keys",
      from, every_column(dialect, keys, " IS NOT NULL", " AND "), quoted_list(dialect, keys),
      every_column(dialect, keys, " IS NULL", " OR "));
}

std::string rows_differ_probe(const Dialect& dialect, const catalog::TableName& source,
                              const catalog::TableName& target,
                              const std::vector<std::string>& columns) {
  const std::string names = quoted_list(dialect, columns);
  return fmt::format(
      "SELECT COUNT(*) FROM (SELECT {0} FROM {1} {2} SELECT {0} FROM {3}) AS missing", names,
      quote(dialect, source), dialect.statements.except, quote(dialect, target));
}

}  // namespace leeway::dialects
