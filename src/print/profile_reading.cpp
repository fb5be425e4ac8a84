#include "print/profile_reading.h"

#include <algorithm>
#include <cstdlib>

#include "base/hash.h"
#include "base/text.h"
#include "print/measured_number.h"
#include "print/profile_batches.h"

namespace leeway::print {
namespace {

using dialects::Figure;
using dialects::Measure;

// Sums of decimals of at most this many digits fit the engine's widest decimal for 10^10 rows.
constexpr int safe_precision = 28;
constexpr int widest_safe_integer = 64;

Measure measure_of_number(const types::SqlType& type) {
  if (type.kind == types::TypeKind::floating) return Measure::real;
  if (type.kind == types::TypeKind::integer)
    return type.bits > widest_safe_integer ? Measure::wide : Measure::number;
  return type.precision.value_or(safe_precision + 1) > safe_precision ? Measure::wide
                                                                      : Measure::number;
}

Measure measure_of(const types::SqlType& type, TypeFamily family) {
  switch (family) {
    case TypeFamily::unsupported:
      return Measure::presence;
    case TypeFamily::boolean:
      return Measure::truth;
    case TypeFamily::json:
      return Measure::document;
    case TypeFamily::numeric:
      return measure_of_number(type);
    case TypeFamily::temporal:
      return has_calendar(type) ? Measure::moment : Measure::clock;
    case TypeFamily::words:
      break;
  }
  return Measure::words;
}

// Different intervals may be equal (30 days, 1 month): told apart by their text, which of them
// stands for the others does not depend on chance.
dialects::MeasuredColumn measured_column(const catalog::Column& column, TypeFamily family) {
  dialects::MeasuredColumn measured;
  measured.name = column.name;
  measured.type = column.raw_type;
  measured.measure = measure_of(column.type, family);
  measured.scale = column.type.scale.value_or(0);
  measured.text_key = column.type.kind == types::TypeKind::interval;
  measured.day_times = has_day_times(column.type);
  return measured;
}

bool is_key(const catalog::Table& table, const std::string& column) {
  const auto only = [&](const std::vector<std::string>& key) {
    return key.size() == 1 && equal_ignoring_case(key[0], column);
  };
  return only(table.primary_key) || std::ranges::any_of(table.unique_keys, only);
}

// Sends the statements that read columns and takes their answers apart.
class ColumnsReader {
 public:
  ColumnsReader(const ReadingRequest& request, TableReading& table,
                std::vector<std::string>& warnings)
      : request_(request), table_(table), warnings_(warnings) {}

  Status read() {
    LEEWAY_CHECK(read_counts());
    LEEWAY_CHECK(read_values());
    return read_folded();
  }

 private:
  const dialects::Dialect& dialect() const { return request_.session->dialect(); }

  void give_up(ColumnReading& column, const Error& error, std::string_view what) {
    column.failed = true;
    warnings_.push_back(fmt::format("{}: {} of column \"{}\" could not be measured: {}",
                                    request_.table, what, printable(column.column->name),
                                    error.message));
  }

  // Whether the table can be read at all is decided by its rows alone.
  Status read_counts() {
    const std::span<ColumnReading> all(table_.columns);
    const auto run = [&](std::span<ColumnReading> columns) { return counts(columns); };
    if (const Status at_once = run(all); at_once || stops_everything(at_once.error()))
      return at_once;
    LEEWAY_CHECK(run({}));
    return in_batches(
        all, std::max<std::size_t>(all.size() / 2, 1), run,
        [&](ColumnReading& column, const Error& error) { return presence_only(column, error); });
  }

  Status counts(std::span<ColumnReading> columns) {
    std::vector<dialects::MeasuredColumn> measured;
    for (const auto& column : columns) measured.push_back(column.measured);
    constexpr std::size_t cells_a_column = 3;
    LEEWAY_TRY(
        const CellRow row,
        one_row(*request_.session, dialects::profile_counts(dialect(), request_.source, measured),
                1 + cells_a_column * columns.size()));
    table_.rows = count_of(row[0]);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Cell* cells = &row[1 + i * cells_a_column];
      columns[i].present = count_of(cells[0]);
      const bool real = columns[i].measured.measure == Measure::real;
      if (real && cells[1]) columns[i].reach = std::strtod(cells[1]->c_str(), nullptr);
      if (!real) columns[i].longest = count_of(cells[1]);
      columns[i].sum = cells[2];
    }
    return {};
  }

  Status presence_only(ColumnReading& column, const Error& error) {
    give_up(column, error, "sum or length");
    auto measured = column.measured;
    measured.measure = Measure::presence;
    const auto row = one_row(*request_.session,
                             dialects::profile_counts(dialect(), request_.source, {measured}), 4);
    if (row) column.present = count_of((*row)[1]);
    if (!row && stops_everything(row.error())) return std::unexpected(row.error());
    return {};
  }

  // Where a table has few rows, one statement measures many columns.
  std::size_t columns_a_statement() const {
    constexpr std::int64_t rows_a_statement = 500'000;
    constexpr std::int64_t most = 16;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(
        rows_a_statement / std::max<std::int64_t>(table_.rows, 1), 1, most));
  }

  Status read_values() {
    std::vector<ColumnReading*> asked;
    for (auto& column : table_.columns)
      if (column.family != TypeFamily::unsupported && column.present) asked.push_back(&column);
    const auto run = [&](std::span<ColumnReading*> columns) { return values(columns, false); };
    return in_batches(std::span(asked), columns_a_statement(), run,
                      [&](ColumnReading* column, const Error& error) -> Status {
                        give_up(*column, error, "some statistics");
                        const Status least = values(std::span(&column, 1), true);
                        return least || !stops_everything(least.error()) ? Status() : least;
                      });
  }

  dialects::ValuesRequest values_request(const ColumnReading& column, std::size_t tag,
                                         bool minimal) const {
    dialects::ValuesRequest asked;
    asked.column = column.measured;
    asked.tag = tag;
    asked.unique = column.unique;
    asked.cut = column.longest > static_cast<std::int64_t>(dialects::cut_length);
    asked.minimal = minimal;
    asked.seed = fmt::format("{}", request_.source.seed);
    if (column.family != TypeFamily::json)
      asked.listed = static_cast<std::size_t>(request_.params.enumeration_bound());
    const bool ordered =
        column.family == TypeFamily::numeric || column.family == TypeFamily::temporal;
    if (ordered && !column.foreign_key) asked.percentiles = request_.params.percentiles;
    asked.few_rows = table_.rows <= static_cast<std::int64_t>(dialects::grouped_limit);
    if (column.family == TypeFamily::words || (ordered && column.foreign_key))
      asked.sampled = static_cast<std::size_t>(request_.params.looks_like_sample_size);
    if (column.reach) asked.real_exponent = exponent_above(*column.reach);
    return asked;
  }

  Status values(std::span<ColumnReading*> columns, bool minimal) {
    std::vector<dialects::ValuesRequest> asked;
    for (std::size_t i = 0; i < columns.size(); ++i)
      asked.push_back(values_request(*columns[i], i, minimal));
    constexpr std::size_t row_bound = 10'000'000;
    constexpr std::size_t cells_a_row = 5;
    LEEWAY_TRY(const auto set,
               request_.session->query(dialects::profile_values(dialect(), request_.source, asked),
                                       row_bound));
    std::vector<std::map<std::int64_t, std::string>> samples(columns.size());
    for (const auto& row : set.rows) {
      const auto tag = static_cast<std::size_t>(count_of(row[0]));
      if (row.size() != cells_a_row || tag >= columns.size() || !row[1] || !row[3]) continue;
      if (row[1]->front() == 's')
        samples[tag][count_of(row[2])] = *row[3];
      else
        take(row, *columns[tag]);
    }
    for (std::size_t i = 0; i < columns.size(); ++i) finish(*columns[i], samples[i]);
    return {};
  }

  static void take(const CellRow& row, ColumnReading& column) {
    const std::int64_t number = count_of(row[2]);
    switch (row[1]->front()) {
      case 'f':
        column.figures[static_cast<Figure>(number)] = *row[3];
        break;
      case 't':
        column.listed.push_back({*row[3], row[4].value_or(""), number});
        break;
      case 'p':
        column.percentiles[static_cast<int>(number)] = *row[3];
        break;
      default:
        break;
    }
  }

  void finish(ColumnReading& column, const std::map<std::int64_t, std::string>& sample) const {
    column.cardinality = count_of(column.figure(Figure::distinct));
    std::ranges::stable_sort(column.listed, [](const ListedValue& a, const ListedValue& b) {
      return a.count != b.count ? a.count > b.count : a.text < b.text;
    });
    for (const auto& [position, text] : sample) column.sample.push_back(text);
    if (sample.empty() && *column.cardinality <= request_.params.enumeration_bound())
      for (const auto& value : column.listed) column.sample.push_back(value.text);
  }

  // Only a column that may be a key or an end of an edge is asked how many values it has when
  // spelling does not count.
  Status read_folded() {
    for (auto& column : table_.columns) {
      const bool near_key = column.cardinality && *column.cardinality > 0 &&
                            *column.cardinality * 10'000 >= table_.rows * 9'999;
      if (column.family != TypeFamily::words || column.failed || !column.cardinality ||
          column.longest > static_cast<std::int64_t>(dialects::cut_length) ||
          !(column.edge || column.unique || near_key))
        continue;
      const auto row =
          one_row(*request_.session,
                  dialects::profile_folded(dialect(), request_.source, column.measured), 1);
      if (!row && stops_everything(row.error())) return std::unexpected(row.error());
      if (row) column.folded = count_of((*row)[0]);
    }
    return {};
  }

  const ReadingRequest& request_;
  TableReading& table_;
  std::vector<std::string>& warnings_;
};

}  // namespace

std::optional<std::string> ColumnReading::figure(Figure figure) const {
  const auto found = figures.find(figure);
  return found == figures.end() ? std::nullopt : std::optional(found->second);
}

std::int64_t ColumnReading::count(Figure wanted) const { return count_of(figure(wanted)); }

Classification ColumnReading::classification(int enumeration_threshold) const {
  return classify(family, foreign_key, cardinality, enumeration_threshold);
}

std::vector<ColumnReading> columns_to_read(const ProfileRequest& request) {
  std::vector<ColumnReading> columns;
  for (const auto& column : request.table->columns) {
    auto& reading = columns.emplace_back();
    reading.column = &column;
    reading.key = to_lower(column.name);
    reading.family = family_of(column.type);
    reading.measured = measured_column(column, reading.family);
    reading.unique = is_key(*request.table, column.name);
    reading.foreign_key = request.foreign_key_columns.contains(reading.key);
    reading.edge = request.edge_columns.contains(reading.key);
  }
  return columns;
}

Result<TableReading> read_columns(const ReadingRequest& request, std::vector<ColumnReading> columns,
                                  std::vector<std::string>& warnings) {
  TableReading table;
  table.columns = std::move(columns);
  LEEWAY_CHECK(ColumnsReader(request, table, warnings).read());
  return table;
}

}  // namespace leeway::print
