#include "dialects/profile_columns.h"

#include <fmt/format.h>

#include "base/text.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

std::string finite(const MeasuredColumn& column, std::string_view value) {
  return column.measure == Measure::real ? fmt::format(" AND isfinite({})", value) : std::string();
}

std::string reach(const MeasuredColumn& column, const std::string& name) {
  if (column.measure == Measure::words || column.measure == Measure::document)
    return fmt::format("CAST(max(strlen(CAST({} AS VARCHAR))) AS VARCHAR)", name);
  if (column.measure == Measure::real)
    return fmt::format(
        "CAST(max(abs(CAST({0} AS DOUBLE))) FILTER (WHERE isfinite({0})) AS VARCHAR)", name);
  return "NULL";
}

// The widest integers and decimals are added up as numbers without a largest value.
std::string total(const MeasuredColumn& column, const std::string& name) {
  if (column.measure == Measure::number) return fmt::format("CAST(sum({}) AS VARCHAR)", name);
  if (column.measure != Measure::wide) return "NULL";
  return fmt::format("CAST(sum(CAST(replace(CAST({} AS VARCHAR), '.', '') AS BIGNUM)) AS VARCHAR)",
                     name);
}

std::string bracket_condition(const Dialect& dialect, const Bracket& bracket) {
  const std::string name = quote(dialect, bracket.column.name);
  const auto literal = [&](const std::string& text) {
    return fmt::format("CAST({} AS {})", string_literal(dialect, text), bracket.column.type);
  };
  return fmt::format("{0} >= {1} AND {0} <= {2}{3}", name, literal(bracket.low),
                     literal(bracket.high), finite(bracket.column, name));
}

}  // namespace

std::string profile_counts(const Dialect& dialect, const ScanSource& source,
                           const std::vector<MeasuredColumn>& columns) {
  std::vector<std::string> parts = {"count(*)"};
  for (const auto& column : columns) {
    const std::string name = quote(dialect, column.name);
    parts.push_back(
        fmt::format("count({}), {}, {}", name, reach(column, name), total(column, name)));
  }
  return fmt::format("SELECT {} FROM {}", join(parts, ", "), scan_clause(dialect, source));
}

std::string profile_guesses(const Dialect& dialect, const ScanSource& source, double fraction,
                            const std::vector<MeasuredColumn>& columns,
                            const std::vector<double>& quantiles) {
  std::vector<std::string> parts;
  for (const auto& column : columns) {
    const std::string name = quote(dialect, column.name);
    const std::string condition = name + " IS NOT NULL" + finite(column, name);
    for (const double quantile : quantiles)
      parts.push_back(
          fmt::format("CAST(quantile_disc({}, CAST({} AS DOUBLE)) FILTER (WHERE {}) AS VARCHAR)",
                      name, quantile, condition));
  }
  ScanSource part = source;
  std::string sampled;
  if (source.filter) {
    sampled = fmt::format("{} TABLESAMPLE bernoulli({:.17f} PERCENT) REPEATABLE ({})",
                          scan_clause(dialect, source), fraction * 100, source.seed);
  } else {
    part.sample = source.sample.value_or(1.0) * fraction;
    sampled = scan_clause(dialect, part);
  }
  return fmt::format("SELECT {} FROM {}", join(parts, ", "), sampled);
}

std::string profile_ranks(const Dialect& dialect, const ScanSource& source,
                          const std::vector<Bracket>& brackets) {
  std::vector<std::string> parts;
  for (const auto& bracket : brackets) {
    const std::string name = quote(dialect, bracket.column.name);
    parts.push_back(fmt::format(
        "count(*) FILTER (WHERE {0} < CAST({1} AS {2}){3}), count(*) FILTER (WHERE {4})", name,
        string_literal(dialect, bracket.low), bracket.column.type, finite(bracket.column, name),
        bracket_condition(dialect, bracket)));
  }
  return fmt::format("SELECT {} FROM {}", join(parts, ", "), scan_clause(dialect, source));
}

// The engine takes the value of rank ceil(quantile * rows): half a rank less is safe from rounding.
std::string profile_picks(const Dialect& dialect, const ScanSource& source,
                          const std::vector<Pick>& picks) {
  std::vector<std::string> parts;
  for (const auto& pick : picks) {
    const double quantile =
        (static_cast<double>(pick.rank) - 0.5) / static_cast<double>(pick.inside);
    parts.push_back(
        fmt::format("CAST(quantile_disc({}, CAST({} AS DOUBLE)) FILTER (WHERE {}) AS VARCHAR)",
                    quote(dialect, pick.bracket.column.name), quantile,
                    bracket_condition(dialect, pick.bracket)));
  }
  return fmt::format("SELECT {} FROM {}", join(parts, ", "), scan_clause(dialect, source));
}

std::string profile_percentiles(const Dialect& dialect, const ScanSource& source,
                                const MeasuredColumn& column, const std::vector<int>& percentiles) {
  const std::string name = quote(dialect, column.name);
  std::vector<std::string> parts;
  for (const int percentile : percentiles)
    parts.push_back(fmt::format(
        "CAST(quantile_disc({0}, CAST('0.{1:02}' AS DECIMAL(2, 2))) FILTER (WHERE {0} IS NOT "
        "NULL{2}) AS VARCHAR)",
        name, percentile, finite(column, name)));
  return fmt::format("SELECT {} FROM {}", join(parts, ", "), scan_clause(dialect, source));
}

std::string profile_folded(const Dialect& dialect, const ScanSource& source,
                           const MeasuredColumn& column) {
  return fmt::format("SELECT count(DISTINCT lower(trim(CAST({} AS VARCHAR), ' '))) FROM {}",
                     quote(dialect, column.name), scan_clause(dialect, source));
}

catalog::TableName sample_copy_name(std::string_view digest) {
  return {"temp", "main", fmt::format("leeway_sample_{}", digest)};
}

std::string create_sample_copy(const Dialect& dialect, const catalog::TableName& copy,
                               const ScanSource& source) {
  return fmt::format("CREATE OR REPLACE TEMPORARY TABLE {} AS SELECT * FROM {}",
                     quote(dialect, copy), scan_clause(dialect, source));
}

}  // namespace leeway::dialects
