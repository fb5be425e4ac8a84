#include <algorithm>
#include <chrono>
#include <cstdio>
#include <tuple>

#include "print/shape_parts.h"

namespace leeway::print {
namespace {

// Buckets of months of every year that can be written, and some.
constexpr std::size_t kMostBuckets = 99999;
constexpr std::size_t kColumnsInStatement = 1000;

bool has_calendar(const catalog::Column* column) {
  return column != nullptr && (column->type.kind == types::TypeKind::date ||
                               column->type.kind == types::TypeKind::timestamp);
}

// The column that the table's time is told by: the first of its physical order that can be one,
// else the one with the fewest NULLs, the most values, the first name.
std::optional<ShapeColumn> find_anchor(const ShapeRequest& request, const Statistics& statistics) {
  auto columns = readable_columns(request, statistics);
  std::erase_if(columns, [&](const ShapeColumn& column) {
    return column.print->classification != "temporal" ||
           request.redacted_columns.contains(column.print->key) || !column.print->null_count ||
           !has_calendar(catalog_column(request, column.print->key));
  });
  if (statistics.physical_layout)
    for (const auto& key : statistics.physical_layout->keys)
      for (const auto& column : columns)
        if (key.column == column.print->key) return column;
  const auto best = std::ranges::min_element(columns, {}, [](const ShapeColumn& column) {
    return std::tuple(*column.print->null_count, -column.print->cardinality.value_or(0),
                      column.print->key);
  });
  return best == columns.end() ? std::nullopt : std::optional(*best);
}

// An engine's text of a date or of a timestamp without zone, as a print spells it: six digits of a
// second or none.
Value rendered(const std::string& text, const types::SqlType& type) {
  constexpr std::size_t date_length = 10, second_length = 19;
  if (type.kind == types::TypeKind::date) return make_string(text.substr(0, date_length));
  std::string result = text;
  if (result.size() > date_length) result[date_length] = 'T';
  if (result.size() > second_length) result.resize(second_length + 7, '0');
  if (type.zone != types::TimeZone::none) result += 'Z';
  return make_string(std::move(result));
}

std::optional<std::chrono::sys_days> day_of(const std::optional<std::string>& text) {
  int year = 0;
  unsigned month = 0, day = 0;
  if (!text || std::sscanf(text->c_str(), "%d-%u-%u", &year, &month, &day) != 3)
    return std::nullopt;
  return std::chrono::sys_days(std::chrono::year(year) / static_cast<int>(month) /
                               static_cast<int>(day));
}

const char* unit_of(std::optional<std::int64_t> span_days) {
  constexpr std::int64_t a_quarter = 90, two_years = 730;
  if (!span_days || *span_days <= a_quarter) return "day";
  return *span_days <= two_years ? "week" : "month";
}

class TimelineMeasure {
 public:
  TimelineMeasure(const ShapeRequest& request, Statistics& statistics, const ShapeColumn& anchor)
      : request_(request),
        statistics_(statistics),
        session_(*request.session),
        key_(anchor.print->key),
        anchor_{anchor.name, catalog_column(request, anchor.print->key)->type} {}

  Status buckets() {
    LEEWAY_TRY(const auto span, span_days());
    Timeline timeline{key_, unit_of(span), {}, 0};
    LEEWAY_TRY(const auto rows,
               session_.query(dialects::timeline_buckets(session_.dialect(), request_.source,
                                                         anchor_, timeline.unit, kMostBuckets)));
    if (rows.rows.size() >= kMostBuckets)
      return fail(ErrorCode::unsupported, "there are too many {}s to list", timeline.unit);
    std::int64_t sum = 0;
    for (const auto& row : rows.rows) {
      const std::int64_t count = integer_of(row[1]);
      sum += count;
      timeline.buckets.push_back({rendered(row[0].value_or(""), anchor_.type), count});
    }
    timeline.coverage = coverage_of(sum, *statistics_.row_count);
    statistics_.timeline = std::move(timeline);
    return {};
  }

  Status populated() {
    std::vector<std::size_t> positions;
    std::vector<std::string> names;
    for (const auto& column : readable_columns(request_, statistics_)) {
      const std::int64_t nulls = column.print->null_count.value_or(0);
      if (nulls <= 0 || nulls >= *statistics_.row_count) continue;
      positions.push_back(static_cast<std::size_t>(column.print - statistics_.columns.data()));
      names.push_back(column.name);
    }
    for (std::size_t first = 0; first < names.size(); first += kColumnsInStatement) {
      const std::size_t end = std::min(names.size(), first + kColumnsInStatement);
      const std::vector<std::string> some(names.begin() + static_cast<std::ptrdiff_t>(first),
                                          names.begin() + static_cast<std::ptrdiff_t>(end));
      LEEWAY_TRY(const auto rows, session_.query(dialects::populated_spans(
                                      session_.dialect(), request_.source, anchor_, some)));
      if (rows.rows.empty()) continue;
      for (std::size_t i = 0; i < some.size(); ++i)
        set_span(statistics_.columns[positions[first + i]], rows.rows[0][2 * i],
                 rows.rows[0][2 * i + 1]);
    }
    return {};
  }

 private:
  // Of the values that have a place on the timeline.
  Result<std::optional<std::int64_t>> span_days() {
    const ColumnPrint& column = *statistics_.find(key_);
    if (column.range && column.range->span_days && column.unrepresentable.empty())
      return column.range->span_days;
    LEEWAY_TRY(const auto rows, session_.query(dialects::anchor_bounds(session_.dialect(),
                                                                       request_.source, anchor_)));
    if (rows.rows.empty()) return std::nullopt;
    const auto first = day_of(rows.rows[0][0]), last = day_of(rows.rows[0][1]);
    if (!first || !last) return std::nullopt;
    return (*last - *first).count();
  }

  void set_span(ColumnPrint& column, const std::optional<std::string>& from,
                const std::optional<std::string>& to) const {
    if (from && to)
      column.populated = Populated{rendered(*from, anchor_.type), rendered(*to, anchor_.type)};
  }

  const ShapeRequest& request_;
  Statistics& statistics_;
  engines::Session& session_;
  std::string key_;
  dialects::TimeAnchor anchor_;
};

}  // namespace

void measure_timeline(const ShapeRequest& request, Statistics& statistics,
                      std::vector<std::string>& warnings) {
  if (request.scoped || statistics.scope || statistics.row_count.value_or(0) == 0) return;
  const auto anchor = find_anchor(request, statistics);
  if (!anchor) return;
  TimelineMeasure measure(request, statistics, *anchor);
  if (const auto done = measure.buckets(); !done) {
    warnings.push_back(failure(request, "timeline", done.error()));
    return;
  }
  if (const auto done = measure.populated(); !done)
    warnings.push_back(failure(request, "spans that columns are filled in", done.error()));
}

}  // namespace leeway::print
