#include <fmt/format.h>

#include "base/text.h"
#include "dialects/profile_columns.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

// The part of a statement that measures one column: its groups under a name, and selects of one
// shape over them.
class ColumnPart {
 public:
  ColumnPart(const Dialect& dialect, const ValuesRequest& request, std::string source)
      : dialect_(dialect),
        request_(request),
        source_(std::move(source)),
        groups_(fmt::format("g{}", request.tag)) {}

  // `g1` AS (SELECT value AS v, rows AS n, and, where values are cut, the whole length as l).
  std::string groups() const {
    const std::string name = quote(dialect_, request_.column.name);
    const std::string length =
        request_.cut ? fmt::format(", any_value(length(CAST({} AS VARCHAR))) AS l", name) : "";
    if (request_.unique && !request_.cut)
      return fmt::format(
          "{} AS NOT MATERIALIZED (SELECT {} AS v, CAST(1 AS BIGINT) AS n FROM {} WHERE {} IS NOT "
          "NULL)",
          groups_, key(name), source_, name);
    return fmt::format(
        "{} AS MATERIALIZED (SELECT {} AS v, count(*) AS n{} FROM {} WHERE {} IS NOT NULL GROUP BY "
        "1)",
        groups_, key(name), length, source_, name);
  }

  std::vector<std::string> selects() const {
    std::vector<std::string> parts = {figures()};
    if (request_.listed > 0) parts.push_back(listed());
    if (request_.minimal) return parts;
    if (request_.sampled > 0) parts.push_back(sampled());
    if (!request_.percentiles.empty()) parts.push_back(percentiles());
    if (request_.column.measure == Measure::words) parts.push_back(length_p95());
    return parts;
  }

 private:
  std::string key(const std::string& name) const {
    const auto& column = request_.column;
    if (request_.cut)
      return fmt::format(
          "CASE WHEN length({0}) > {1} THEN left({0}, {1}) || '…[sha256:' || left(sha256({0}), 16) "
          "|| ', ' || length({0}) || ' characters]' ELSE {0} END",
          fmt::format("CAST({} AS VARCHAR)", name), cut_length);
    if (column.text_key) return fmt::format("CAST({} AS VARCHAR)", name);
    // One zero: -0.0 and 0.0 are equal, and either could stand for both.
    if (column.measure == Measure::real)
      return fmt::format("{} + CAST(0 AS {})", name, column.type);
    return name;
  }

  std::string length() const { return request_.cut ? "l" : "length(CAST(v AS VARCHAR))"; }
  std::string head(char kind) const { return fmt::format("SELECT {}, '{}'", request_.tag, kind); }

  std::string rows_where(const std::string& condition) const {
    return fmt::format("coalesce(sum(n) FILTER (WHERE {}), 0)", condition);
  }

  using Figures = std::vector<std::pair<Figure, std::string>>;

  void add_number(Figures& figures) const {
    const auto& column = request_.column;
    const bool real = column.measure == Measure::real;
    const std::string zero = fmt::format("CAST(0 AS {})", column.type);
    const std::string where = real ? " FILTER (WHERE isfinite(v))" : "";
    const std::string and_finite = finite();
    figures.emplace_back(Figure::minimum, "min(v)" + where);
    figures.emplace_back(Figure::maximum, "max(v)" + where);
    figures.emplace_back(Figure::zero, rows_where("v = " + zero));
    figures.emplace_back(Figure::negative, rows_where("v < " + zero));
    if (real || column.scale > 0)
      figures.emplace_back(Figure::quantized, rows_where("v = trunc(v)" + and_finite));
    if (real) add_real_sum(figures);
  }

  std::string finite() const {
    return request_.column.measure == Measure::real ? " AND isfinite(v)" : "";
  }

  // Each value as two integers of 62 and 60 bits, added up exactly: the order does not matter.
  void add_real_sum(Figures& figures) const {
    figures.emplace_back(Figure::not_finite, rows_where("NOT isfinite(v)"));
    if (!request_.real_exponent) return;
    constexpr int bits = 62;
    const std::string scaled =
        fmt::format("(CAST(v AS DOUBLE) * {})", power(bits - *request_.real_exponent));
    const std::string high = fmt::format("trunc({})", scaled);
    const std::string low = fmt::format("trunc(({} - {}) * {})", scaled, high, power(60));
    for (const auto& [figure, part] : {std::pair(Figure::real_high, high), {Figure::real_low, low}})
      figures.emplace_back(
          figure, fmt::format("sum(CASE WHEN isfinite(v) THEN CAST({} AS HUGEINT) * n END)", part));
  }

  // 2 to a power that may itself be too large for one factor.
  static std::string power(int exponent) {
    constexpr int largest = 1000;
    if (exponent <= largest) return fmt::format("pow(2.0::DOUBLE, {})", exponent);
    return fmt::format("pow(2.0::DOUBLE, {}) * pow(2.0::DOUBLE, {})", largest, exponent - largest);
  }

  void add_moment(Figures& figures) const {
    figures.emplace_back(Figure::minimum, "min(v)");
    figures.emplace_back(Figure::maximum, "max(v)");
    if (request_.column.measure == Measure::clock) return;
    figures.emplace_back(Figure::finite_minimum, "min(v) FILTER (WHERE isfinite(v))");
    figures.emplace_back(Figure::finite_maximum, "max(v) FILTER (WHERE isfinite(v))");
    figures.emplace_back(Figure::not_finite, rows_where("NOT isfinite(v)"));
    if (request_.column.day_times)
      figures.emplace_back(Figure::quantized,
                           rows_where("isfinite(v) AND v = date_trunc('day', v)"));
  }

  void add_words(Figures& figures) const {
    figures.emplace_back(Figure::empty, rows_where(length() + " = 0"));
    figures.emplace_back(Figure::length_minimum, fmt::format("min({})", length()));
    figures.emplace_back(Figure::length_maximum, fmt::format("max({})", length()));
    figures.emplace_back(Figure::length_sum, fmt::format("sum({} * n)", length()));
  }

  std::string figures() const {
    Figures wanted = {{Figure::distinct, "count(*)"}};
    switch (request_.minimal ? Measure::truth : request_.column.measure) {
      case Measure::number:
      case Measure::wide:
      case Measure::real:
        add_number(wanted);
        break;
      case Measure::moment:
      case Measure::clock:
        add_moment(wanted);
        break;
      case Measure::words:
        add_words(wanted);
        break;
      default:
        break;
    }
    std::vector<std::string> numbers, texts;
    for (const auto& [figure, expression] : wanted) {
      numbers.push_back(fmt::format("{}", static_cast<int>(figure)));
      texts.push_back(fmt::format("CAST({} AS VARCHAR)", expression));
    }
    return fmt::format("{}, unnest([{}]), unnest([{}]), NULL FROM {}", head('f'),
                       join(numbers, ", "), join(texts, ", "), groups_);
  }

  std::string listed() const {
    const bool words = request_.column.measure == Measure::words;
    return fmt::format(
        "{}, n, t, {} FROM (SELECT n, CAST(v AS VARCHAR) AS t FROM {} ORDER BY n DESC, t LIMIT {})",
        head('t'), words ? "lower(trim(t, ' '))" : "NULL", groups_, request_.listed);
  }

  std::string sampled() const {
    return fmt::format(
        "{}, row_number() OVER (ORDER BY o, t), t, NULL FROM (SELECT t, o FROM (SELECT t, "
        "md5_number_lower({} || t) AS o FROM (SELECT CAST(v AS VARCHAR) AS t FROM {})) ORDER BY "
        "o, t LIMIT {})",
        head('s'), string_literal(dialect_, request_.seed), groups_, request_.sampled);
  }

  // By nearest rank: the engine's own function, which holds every row, or a running count of rows
  // in the order of the values.
  std::string percentiles() const {
    return request_.few_rows ? percentiles_of_rows() : percentiles_of_groups();
  }

  std::string percentiles_of_rows() const {
    const std::string name = quote(dialect_, request_.column.name);
    const bool real = request_.column.measure == Measure::real;
    std::vector<std::string> numbers, quantiles;
    for (const int percentile : request_.percentiles) {
      numbers.push_back(fmt::format("{}", percentile));
      quantiles.push_back(fmt::format("CAST('0.{:02}' AS DECIMAL(2, 2))", percentile));
    }
    return fmt::format(
        "{}, unnest([{}]), unnest(CAST(quantile_disc({}, [{}]) AS VARCHAR[])), NULL FROM {} WHERE "
        "{} IS NOT NULL{}",
        head('p'), join(numbers, ", "), name, join(quantiles, ", "), source_, name,
        real ? fmt::format(" AND isfinite({})", name) : "");
  }

  std::string percentiles_of_groups() const {
    std::vector<std::string> numbers, texts;
    for (const int percentile : request_.percentiles) {
      numbers.push_back(fmt::format("{}", percentile));
      texts.push_back(
          fmt::format("CAST(min(v) FILTER (WHERE c * 100 >= {} * t) AS VARCHAR)", percentile));
    }
    return fmt::format(
        "{}, unnest([{}]), unnest([{}]), NULL FROM (SELECT v, sum(n) OVER (ORDER BY v) AS c, "
        "sum(n) OVER () AS t FROM {} WHERE (SELECT count(*) FROM {}) <= {}{})",
        head('p'), join(numbers, ", "), join(texts, ", "), groups_, groups_, grouped_limit,
        finite());
  }

  std::string length_p95() const {
    return fmt::format(
        "{}, {}, CAST(min(l) FILTER (WHERE c * 100 >= 95 * t) AS VARCHAR), NULL FROM (SELECT l, "
        "sum(m) OVER (ORDER BY l) AS c, sum(m) OVER () AS t FROM (SELECT {} AS l, sum(n) AS m FROM "
        "{} GROUP BY 1))",
        head('f'), static_cast<int>(Figure::length_p95), length(), groups_);
  }

  const Dialect& dialect_;
  const ValuesRequest& request_;
  std::string source_;
  std::string groups_;
};

}  // namespace

std::string profile_values(const Dialect& dialect, const ScanSource& source,
                           const std::vector<ValuesRequest>& requests) {
  std::vector<std::string> groups, selects;
  for (const auto& request : requests) {
    const ColumnPart part(dialect, request, scan_clause(dialect, source));
    groups.push_back(part.groups());
    for (auto& select : part.selects()) selects.push_back("(" + std::move(select) + ")");
  }
  return fmt::format("WITH {}\n{}", join(groups, ",\n"), join(selects, "\nUNION ALL\n"));
}

}  // namespace leeway::dialects
