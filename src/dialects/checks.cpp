#include "dialects/checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "dialects/forms.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

// Digits alone where they say it exactly: some engines read an exponent as another type of number.
std::string number(double value) {
  constexpr double exact_integers = 9007199254740992.0;
  if (value == std::trunc(value) && std::abs(value) <= exact_integers)
    return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

// A fraction without exponent or trailing zeros.
std::string plain_fraction(double value) {
  std::string text = fmt::format("{:.10f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// "FROM <table>", with WHERE when there is something to say.
std::string from_where(const Dialect& dialect, const CheckedRows& rows,
                       std::string_view condition = {}) {
  std::string result = "FROM " + quote(dialect, rows.table);
  if (!rows.filter.empty()) result += " WHERE " + parenthesized(rows.filter);
  if (!condition.empty()) result += rows.filter.empty() ? " WHERE " : " AND ";
  result += condition;
  return result;
}

std::string count_where(const Dialect& dialect, const CheckedRows& rows,
                        std::string_view condition) {
  return "SELECT COUNT(*) " + from_where(dialect, rows, condition);
}

std::string seconds_since(const Dialect& dialect, std::string_view value, std::string_view now) {
  std::string plain = replace_all(std::string(now), "T", " ");
  if (plain.ends_with('Z')) plain.pop_back();
  return fill(dialect.statements.seconds_since, {{"{value}", value},
                                                 {"{now}", string_literal(dialect, now)},
                                                 {"{now_plain}", string_literal(dialect, plain)}});
}

// The condition that a value lies outside the bounds; empty when no value does.
std::string outside(std::string_view value, const Bounds& bounds) {
  if (bounds.min && bounds.max)
    return fmt::format("({0} < {1} OR {0} > {2})", value, number(*bounds.min), number(*bounds.max));
  if (bounds.min) return fmt::format("{} < {}", value, number(*bounds.min));
  return bounds.max ? fmt::format("{} > {}", value, number(*bounds.max)) : "";
}

std::string literal_list(const Dialect& dialect, const std::vector<std::string>& values) {
  std::string result;
  for (const auto& value : values) {
    if (!result.empty()) result += ", ";
    result += string_literal(dialect, value);
  }
  return result;
}

// Rows in groups of more than one, of a subquery whose columns are the group.
std::string rows_in_groups(std::string_view subquery, std::string_view group,
                           std::string_view not_null) {
  return fmt::format(
      "SELECT COALESCE(SUM(n), 0) FROM (SELECT COUNT(*) AS n FROM {} AS checked WHERE {} "
      "GROUP BY {} HAVING COUNT(*) > 1) AS repeated",
      subquery, not_null, group);
}

std::string aggregate_text(Aggregate aggregate, std::string_view name) {
  switch (aggregate) {
    case Aggregate::count:
      return fmt::format("COUNT({})", name);
    case Aggregate::count_distinct:
      return fmt::format("COUNT(DISTINCT {})", name);
    case Aggregate::sum:
      return fmt::format("SUM({})", name);
    case Aggregate::avg:
      return fmt::format("AVG({})", name);
    case Aggregate::min:
      return fmt::format("MIN({})", name);
    case Aggregate::max:
      return fmt::format("MAX({})", name);
  }
  return {};
}

std::string_view symbol(Comparison comparison) {
  switch (comparison) {
    case Comparison::less:
      return "<";
    case Comparison::less_or_equal:
      return "<=";
    case Comparison::greater:
      return ">";
    case Comparison::greater_or_equal:
      return ">=";
    case Comparison::equal:
      return "=";
    case Comparison::not_equal:
      return "<>";
  }
  return "=";
}

template <typename Value, std::size_t Count>
std::optional<Value> find_word(const std::array<std::pair<std::string_view, Value>, Count>& words,
                               std::string_view text) {
  const std::string word = to_lower(trim(text));
  for (const auto& [spelling, value] : words)
    if (spelling == word) return value;
  return std::nullopt;
}

}  // namespace

std::string null_rates(const Dialect& dialect, const catalog::TableName& table,
                       const std::vector<std::string>& columns, double sample_percent) {
  std::string counts = "COUNT(*)";
  for (const auto& column : columns)
    counts += fmt::format(", COUNT(*) - COUNT({})", quote(dialect, column));
  std::string sample;
  if (sample_percent < 100)
    sample = " " + fill(dialect.statements.sample,
                        {{"{percent}", plain_fraction(sample_percent)},
                         {"{fraction}", plain_fraction(sample_percent / 100)}});
  return fmt::format("SELECT {} FROM (SELECT {} FROM {}{}) AS sampled_rows", counts,
                     quoted_list(dialect, columns), quote(dialect, table), sample);
}

std::string freshness(const Dialect& dialect, const catalog::TableName& table,
                      std::string_view column, std::string_view now) {
  const std::string newest =
      fill(dialect.statements.maximum, {{"{value}", quote(dialect, column)}});
  return fmt::format("SELECT {} AS newest, {} AS lag_seconds FROM {}",
                     fill(dialect.statements.as_text, {{"{value}", newest}}),
                     seconds_since(dialect, newest, now), quote(dialect, table));
}

std::string custom_check(const Dialect& dialect, std::string_view sql,
                         const catalog::TableName& table) {
  return fill(sql, {{"{table}", quote(dialect, table)}});
}

std::string not_null_failures(const Dialect& dialect, const CheckedRows& rows,
                              std::string_view column) {
  return count_where(dialect, rows, quote(dialect, column) + " IS NULL");
}

std::string unique_failures(const Dialect& dialect, const CheckedRows& rows,
                            const std::vector<std::string>& columns) {
  const std::string names = quoted_list(dialect, columns);
  std::string not_null;
  for (const auto& column : columns) {
    if (!not_null.empty()) not_null += " AND ";
    not_null += quote(dialect, column) + " IS NOT NULL";
  }
  return rows_in_groups(fmt::format("(SELECT {} {})", names, from_where(dialect, rows)), names,
                        not_null);
}

std::string unique_expression_failures(const Dialect& dialect, const CheckedRows& rows,
                                       std::string_view expression) {
  const std::string name = quote(dialect, "leeway_value");
  return rows_in_groups(fmt::format("(SELECT {} AS {} {})", parenthesized(expression), name,
                                    from_where(dialect, rows)),
                        name, name + " IS NOT NULL");
}

std::string accepted_values_failures(const Dialect& dialect, const CheckedRows& rows,
                                     std::string_view column,
                                     const std::vector<std::string>& values) {
  const std::string name = quote(dialect, column);
  if (values.empty()) return count_where(dialect, rows, name + " IS NOT NULL");
  const std::string value = dialect.statements.literals_convert
                                ? name
                                : fill(dialect.statements.as_text, {{"{value}", name}});
  return count_where(dialect, rows,
                     fmt::format("{} NOT IN ({})", value, literal_list(dialect, values)));
}

std::string relationship_failures(const Dialect& dialect, const CheckedRows& rows,
                                  std::string_view column, const catalog::TableName& to_table,
                                  std::string_view to_column) {
  // The alias keeps a column that the other table lacks from being found in the checked one.
  const std::string other = quote(dialect, "leeway_other");
  const std::string key = other + '.' + quote(dialect, to_column);
  const std::string name = quote(dialect, column);
  return count_where(
      dialect, rows,
      fmt::format(
          "{0} IS NOT NULL AND {0} NOT IN (SELECT {1} FROM {2} AS {3} WHERE {1} IS NOT NULL)", name,
          key, quote(dialect, to_table), other));
}

std::string expression_failures(const Dialect& dialect, const CheckedRows& rows,
                                std::string_view expression) {
  return count_where(dialect, rows, "NOT " + parenthesized(expression));
}

std::string row_count_failures(const Dialect& dialect, const CheckedRows& rows,
                               const Bounds& bounds) {
  const std::string condition = outside("COUNT(*)", bounds);
  return fmt::format("SELECT CASE WHEN {} THEN 1 ELSE 0 END {}",
                     condition.empty() ? "COUNT(*) < 0" : condition, from_where(dialect, rows));
}

std::string range_failures(const Dialect& dialect, const CheckedRows& rows, std::string_view column,
                           const Bounds& bounds) {
  const std::string condition = outside(quote(dialect, column), bounds);
  return count_where(dialect, rows, condition.empty() ? "1 = 0" : condition);
}

std::string regex_failures(const Dialect& dialect, const CheckedRows& rows, std::string_view column,
                           std::string_view pattern) {
  const std::string matches =
      fill(dialect.statements.matches,
           {{"{value}", quote(dialect, column)}, {"{pattern}", string_literal(dialect, pattern)}});
  return count_where(dialect, rows, "NOT (" + matches + ')');
}

std::optional<Aggregate> parse_aggregate(std::string_view text) {
  static constexpr auto words = std::to_array<std::pair<std::string_view, Aggregate>>(
      {{"count", Aggregate::count},
       {"count_distinct", Aggregate::count_distinct},
       {"sum", Aggregate::sum},
       {"avg", Aggregate::avg},
       {"min", Aggregate::min},
       {"max", Aggregate::max}});
  return find_word(words, text);
}

std::optional<Comparison> parse_comparison(std::string_view text) {
  static constexpr auto words =
      std::to_array<std::pair<std::string_view, Comparison>>({{"lt", Comparison::less},
                                                              {"<", Comparison::less},
                                                              {"lte", Comparison::less_or_equal},
                                                              {"<=", Comparison::less_or_equal},
                                                              {"gt", Comparison::greater},
                                                              {">", Comparison::greater},
                                                              {"gte", Comparison::greater_or_equal},
                                                              {">=", Comparison::greater_or_equal},
                                                              {"eq", Comparison::equal},
                                                              {"=", Comparison::equal},
                                                              {"==", Comparison::equal},
                                                              {"ne", Comparison::not_equal},
                                                              {"!=", Comparison::not_equal},
                                                              {"<>", Comparison::not_equal}});
  return find_word(words, text);
}

std::string aggregate_failures(const Dialect& dialect, const CheckedRows& rows,
                               std::string_view column, Aggregate aggregate, Comparison comparison,
                               double value) {
  const std::string counted = column.empty() ? "*" : quote(dialect, column);
  const std::string holds = fmt::format("{} {} {}", aggregate_text(aggregate, counted),
                                        symbol(comparison), number(value));
  return fmt::format("SELECT CASE WHEN {0} THEN 0 WHEN NOT ({0}) THEN 1 END {1}", holds,
                     from_where(dialect, rows));
}

std::string not_in_future_failures(const Dialect& dialect, const CheckedRows& rows,
                                   std::string_view column, std::string_view now) {
  return count_where(dialect, rows, seconds_since(dialect, quote(dialect, column), now) + " < 0");
}

std::string older_than_days_failures(const Dialect& dialect, const CheckedRows& rows,
                                     std::string_view column, long long days,
                                     std::string_view now) {
  constexpr long long seconds_a_day = 24LL * 60 * 60;
  return count_where(dialect, rows,
                     fmt::format("{} < {}", seconds_since(dialect, quote(dialect, column), now),
                                 days * seconds_a_day));
}

}  // namespace leeway::dialects
