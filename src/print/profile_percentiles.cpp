#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "print/profile_batches.h"
#include "print/profile_reading.h"

namespace leeway::print {
namespace {

using dialects::Figure;
using dialects::Measure;

// One percentile of one column on its way to the exact value.
struct Search {
  ColumnReading* column = nullptr;
  int percentile = 0;
  std::int64_t rank = 0;  // from 1, among the values that have an order
  dialects::Bracket bracket;
  std::int64_t below = 0;
  std::int64_t inside = 0;

  bool found() const { return below < rank && rank <= below + inside; }
};

class PercentileReader {
 public:
  PercentileReader(const ReadingRequest& request, TableReading& table,
                   std::vector<std::string>& warnings)
      : request_(request), table_(table), warnings_(warnings) {}

  Status read() {
    std::vector<ColumnReading*> columns;
    for (auto& column : table_.columns)
      if (wanted(column)) columns.push_back(&column);
    // An expression for each end of each percentile.
    constexpr std::size_t columns_a_statement = 64;
    return in_batches(
        std::span(columns), columns_a_statement,
        [&](std::span<ColumnReading*> some) { return search(some); },
        [&](ColumnReading* column, const Error& error) -> Status {
          column->failed = true;
          warnings_.push_back(
              fmt::format("{}: percentiles of column \"{}\" could not be measured: {}",
                          request_.table, printable(column->column->name), error.message));
          return {};
        });
  }

 private:
  const dialects::Dialect& dialect() const { return request_.session->dialect(); }

  bool wanted(const ColumnReading& column) const {
    const auto kind = column.classification(request_.params.enumeration_threshold);
    const bool ordered = kind == Classification::temporal || kind == Classification::numeric;
    return ordered && !column.failed && column.percentiles.empty();
  }

  static std::int64_t ordered_values(const ColumnReading& column) {
    const bool real = column.measured.measure == Measure::real;
    return column.present.value_or(0) - (real ? column.count(Figure::not_finite) : 0);
  }

  Status search(std::span<ColumnReading*> columns) {
    LEEWAY_TRY(std::vector<Search> searches, guess(columns));
    LEEWAY_CHECK(count(searches));
    LEEWAY_CHECK(pick(searches));
    for (ColumnReading* column : columns)
      if (column->percentiles.size() < request_.params.percentiles.size())
        LEEWAY_CHECK(read_whole(*column));
    return {};
  }

  // The ends lie four standard deviations of the drawn quantile to either side.
  static std::pair<double, double> ends(int percentile, double drawn) {
    constexpr double deviations = 4;
    const double p = percentile / 100.0;
    const double reach = deviations * std::sqrt(p * (1 - p) / drawn) + 1 / drawn;
    return {std::max(p - reach, 0.0), std::min(p + reach, 1.0)};
  }

  Result<std::vector<Search>> guess(std::span<ColumnReading*> columns) {
    constexpr double fewest_drawn = 20'000;
    constexpr double most_drawn = 200'000;
    const auto rows = static_cast<double>(table_.rows);
    const double drawn = std::clamp(rows / 100, fewest_drawn, most_drawn);
    std::vector<double> quantiles;
    for (const int percentile : request_.params.percentiles) {
      const auto [low, high] = ends(percentile, drawn);
      quantiles.push_back(low);
      quantiles.push_back(high);
    }
    std::vector<dialects::MeasuredColumn> measured;
    for (const ColumnReading* column : columns) measured.push_back(column->measured);
    LEEWAY_TRY(const CellRow row,
               one_row(*request_.session,
                       dialects::profile_guesses(dialect(), request_.source,
                                                 std::min(drawn / rows, 1.0), measured, quantiles),
                       measured.size() * quantiles.size()));
    std::vector<Search> searches;
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (std::size_t p = 0; p < request_.params.percentiles.size(); ++p)
        add(searches, *columns[i], request_.params.percentiles[p],
            &row[i * quantiles.size() + 2 * p]);
    return searches;
  }

  static void add(std::vector<Search>& searches, ColumnReading& column, int percentile,
                  const Cell* ends) {
    if (!ends[0] || !ends[1]) return;
    Search search;
    search.column = &column;
    search.percentile = percentile;
    search.rank = (ordered_values(column) * percentile + 99) / 100;
    search.bracket = {column.measured, *ends[0], *ends[1]};
    searches.push_back(std::move(search));
  }

  Status count(std::vector<Search>& searches) {
    if (searches.empty()) return {};
    std::vector<dialects::Bracket> brackets;
    for (const auto& search : searches) brackets.push_back(search.bracket);
    LEEWAY_TRY(
        const CellRow row,
        one_row(*request_.session, dialects::profile_ranks(dialect(), request_.source, brackets),
                2 * searches.size()));
    for (std::size_t i = 0; i < searches.size(); ++i) {
      searches[i].below = count_of(row[2 * i]);
      searches[i].inside = count_of(row[2 * i + 1]);
    }
    return {};
  }

  Status pick(std::vector<Search>& searches) {
    std::erase_if(searches, [](const Search& search) { return !search.found(); });
    if (searches.empty()) return {};
    std::vector<dialects::Pick> picks;
    for (const auto& search : searches)
      picks.push_back({search.bracket, search.rank - search.below, search.inside});
    LEEWAY_TRY(const CellRow row,
               one_row(*request_.session,
                       dialects::profile_picks(dialect(), request_.source, picks), picks.size()));
    for (std::size_t i = 0; i < searches.size(); ++i)
      if (row[i]) searches[i].column->percentiles[searches[i].percentile] = *row[i];
    return {};
  }

  // A guess that missed, which is rare: the engine sorts the whole column.
  Status read_whole(ColumnReading& column) {
    const auto& percentiles = request_.params.percentiles;
    LEEWAY_TRY(const CellRow row,
               one_row(*request_.session,
                       dialects::profile_percentiles(dialect(), request_.source, column.measured,
                                                     percentiles),
                       percentiles.size()));
    for (std::size_t i = 0; i < percentiles.size(); ++i)
      if (row[i]) column.percentiles[percentiles[i]] = *row[i];
    return {};
  }

  const ReadingRequest& request_;
  TableReading& table_;
  std::vector<std::string>& warnings_;
};

}  // namespace

Status read_percentiles(const ReadingRequest& request, TableReading& table,
                        std::vector<std::string>& warnings) {
  return PercentileReader(request, table, warnings).read();
}

}  // namespace leeway::print
