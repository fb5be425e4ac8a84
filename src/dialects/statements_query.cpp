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

std::string finite_only(const Dialect& dialect, std::string_view column,
                        const types::SqlType& type) {
  return fmt::format("{} AND {}", compared(dialect, column, ">", "-infinity", type),
                     compared(dialect, column, "<", "infinity", type));
}

// Rows that no watermark reaches; empty where the column cannot hold any.
std::string dateless(const Dialect& dialect, const TimedTable& side, const types::SqlType& type) {
  std::string condition = side.nullable ? quote(dialect, side.column) + " IS NULL" : "";
  if (has_infinities(dialect, type)) {
    if (!condition.empty()) condition += " OR ";
    condition += compared(dialect, side.column, "=", "-infinity", type);
  }
  return condition;
}

std::string counted(std::string_view condition, std::string_view prefix, std::string_view name) {
  const std::string count =
      condition.empty() ? "0" : fmt::format("COUNT(CASE WHEN {} THEN 1 END)", condition);
  return fmt::format("{} AS {}{}", count, prefix, name);
}

// One row of one side. The WHERE says no more than the counts do; it lets the engine skip what lies
// before the watermark.
std::string around(const Dialect& dialect, const TimedTable& side, std::string_view prefix,
                   const std::optional<std::string>& watermark, const types::SqlType& type) {
  const auto& column = side.column;
  const bool infinities = has_infinities(dialect, type);
  const std::string finite =
      infinities ? " AND " + below_infinity(dialect, column, type) : std::string();
  const std::string unreached = dateless(dialect, side, type);
  const std::string newer = watermark    ? newer_than(dialect, column, *watermark, type) + finite
                            : infinities ? finite_only(dialect, column, type)
                                         : quote(dialect, column) + " IS NOT NULL";
  std::string where;
  if (watermark) {
    where = "\nWHERE " + at_or_after(dialect, column, *watermark, type);
    if (!unreached.empty()) where += " OR " + unreached;
  }
  return fmt::format(
      "SELECT {}, {}, {}, {}\nFROM {}{}", counted(newer, prefix, "newer_rows"),
      counted(watermark ? equal_to(dialect, column, *watermark, type) + finite : "", prefix,
              "boundary_rows"),
      counted(infinities ? at_infinity(dialect, column, type) : "", prefix, "endless_rows"),
      counted(unreached, prefix, "dateless_rows"), quote(dialect, side.table), where);
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

bool has_infinities(const Dialect& dialect, const types::SqlType& type) {
  using enum types::TypeKind;
  return dialect.capabilities.infinities &&
         (type.kind == date || type.kind == timestamp || type.kind == floating);
}

std::string below_infinity(const Dialect& dialect, std::string_view column,
                           const types::SqlType& type) {
  return compared(dialect, column, "<", "infinity", type);
}

std::string at_infinity(const Dialect& dialect, std::string_view column,
                        const types::SqlType& type) {
  return compared(dialect, column, ">=", "infinity", type);
}

std::string watermark_probe(const Dialect& dialect, const TimedTable& source,
                            const std::optional<TimedTable>& target,
                            const std::optional<std::string>& watermark,
                            const types::SqlType& type) {
  const std::string of_source = around(dialect, source, "", watermark, type);
  if (!target) return of_source;
  return fmt::format("SELECT * FROM ({}) AS source_side\nCROSS JOIN ({}) AS target_side", of_source,
                     around(dialect, *target, "target_", watermark, type));
}

std::string watermark_read(const Dialect& dialect, const catalog::TableName& table,
                           std::string_view column, const types::SqlType& type) {
  const std::string name = quote(dialect, column);
  const std::string maximum = fill(dialect.statements.maximum, {{"{value}", name}});
  const bool zoned = type.kind == types::TypeKind::timestamp &&
                     type.zone != types::TimeZone::none &&
                     !dialect.statements.zoned_as_text.empty();
  const auto form = zoned ? dialect.statements.zoned_as_text : dialect.statements.as_text;
  const std::string finite = has_infinities(dialect, type)
                                 ? fmt::format(" WHERE {}", finite_only(dialect, column, type))
                                 : "";
  return fmt::format(
      "SELECT {} AS newest, COUNT(*) AS newest_rows\nFROM {}\nWHERE {} = (SELECT {} FROM {}{})",
      fill(form, {{"{value}", maximum}}), quote(dialect, table), name, maximum,
      quote(dialect, table), finite);
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
