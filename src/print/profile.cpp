#include "print/profile.h"

#include <charconv>

#include <fmt/format.h>

#include "base/hash.h"
#include "dialects/statements.h"
#include "print/interruption.h"
#include "print/profile_batches.h"
#include "print/profile_column.h"
#include "print/profile_reading.h"
#include "print/shape.h"

namespace leeway::print {
namespace {

// What the rows are read from: the table, or for a fraction of it a copy that is made once, so that
// every statement reads the same rows. The copy goes with the object.
class RowSource {
 public:
  RowSource(engines::Session& session, const ProfileRequest& request)
      : session_(session), request_(request), digest_(blake2b_hex(request.fqn, 8)) {
    source_.table = request.table->name;
    source_.filter = request.settings.filter;
    if (!source_.filter && request.settings.sample && *request.settings.sample < 1)
      source_.sample = request.settings.sample;
    source_.seed = seed();
  }
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;
  ~RowSource() {
    if (copy_) (void)session_.execute(dialects::drop_table(session_.dialect(), *copy_));
  }

  // Errors: interrupted only; a copy that is refused is a warning.
  Status open(std::vector<std::string>& warnings) {
    if (!source_.sample) return {};
    if (!request_.materialize_sample) {
      warnings.push_back(fmt::format(
          "{}: no copy of the sample is made (materialize_sample: false); each statement draws it",
          request_.fqn));
      return {};
    }
    const auto copy = dialects::sample_copy_name(digest_);
    const auto made =
        session_.execute(dialects::create_sample_copy(session_.dialect(), copy, source_));
    if (made) {
      copy_ = copy;
      return {};
    }
    if (stops_everything(made.error())) return std::unexpected(made.error());
    warnings.push_back(
        fmt::format("{}: a copy of the sample could not be made, each statement draws it: {}",
                    request_.fqn, made.error().message));
    return {};
  }

  bool scoped() const { return source_.sample || source_.filter; }
  const dialects::ScanSource& asked() const { return source_; }
  dialects::ScanSource rows() const {
    dialects::ScanSource rows = source_;
    if (!copy_) return rows;
    rows.table = *copy_;
    rows.sample.reset();
    return rows;
  }

 private:
  // The digest's first 31 bits: what every engine takes for a seed.
  std::uint64_t seed() const {
    constexpr std::uint64_t range = std::uint64_t{1} << 31;
    std::uint64_t digest = 0;
    std::from_chars(digest_.data(), digest_.data() + digest_.size(), digest, 16);
    return digest % range;
  }

  engines::Session& session_;
  const ProfileRequest& request_;
  std::string digest_;
  dialects::ScanSource source_;
  std::optional<catalog::TableName> copy_;
};

class TableProfiler {
 public:
  TableProfiler(engines::Session& session, const ProfileRequest& request)
      : session_(session), request_(request) {}

  Result<TableProfile> profile() {
    profile_.statistics.profiled_at = instant_text(request_.profiled_at);
    if (request_.table->kind == catalog::ObjectKind::view) return described();
    RowSource source(session_, request_);
    LEEWAY_CHECK(source.open(profile_.warnings));
    LEEWAY_CHECK(measure_columns(source));
    LEEWAY_CHECK(count_rows(source));
    LEEWAY_CHECK(measure_shape(source));
    return std::move(profile_);
  }

 private:
  TableProfile described() {
    profile_.statistics.catalog_only = true;
    profile_.statistics.grain = Grain{};
    for (const auto& column : columns_to_read(request_))
      profile_.statistics.columns.push_back(describe_column(column));
    return std::move(profile_);
  }

  Status measure_columns(const RowSource& source) {
    ReadingRequest reading;
    reading.session = &session_;
    reading.source = source.rows();
    reading.table = request_.fqn;
    reading.params = request_.settings.statistics;
    LEEWAY_TRY(TableReading table,
               read_columns(reading, columns_to_read(request_), profile_.warnings));
    LEEWAY_CHECK(read_percentiles(reading, table, profile_.warnings));
    ColumnContext context;
    context.rows = table.rows;
    context.scoped = source.scoped();
    context.profiled_at = request_.profiled_at;
    context.params = request_.settings.statistics;
    context.table = request_.fqn;
    context.warnings = &profile_.warnings;
    for (const auto& column : table.columns) {
      auto made = make_column(column, context);
      if (column.failed) failed_.insert(made.key);
      if (!made.unmeasured.empty()) profile_.partial = true;
      profile_.statistics.columns.push_back(std::move(made));
    }
    scanned_ = table.rows;
    return {};
  }

  Status count_rows(const RowSource& source) {
    auto& statistics = profile_.statistics;
    statistics.row_count = scanned_;
    statistics.row_count_method = "exact";
    if (!source.scoped()) return {};
    statistics.scope = Scope{scanned_, source.asked().sample, source.asked().filter};
    if (request_.table->estimated_rows) {
      statistics.row_count = *request_.table->estimated_rows;
      statistics.row_count_method = "approximate";
      return {};
    }
    LEEWAY_TRY(
        const CellRow row,
        one_row(session_, dialects::count_rows(session_.dialect(), request_.table->name), 1));
    statistics.row_count = count_of(row[0]);
    return {};
  }

  ShapeRequest shape_request(const RowSource& source) const {
    ShapeRequest shape;
    shape.session = &session_;
    shape.source = source.rows();
    shape.table = request_.table;
    shape.params = request_.settings.statistics;
    shape.scoped = source.scoped();
    shape.failed_columns = failed_;
    for (std::size_t i = 0; i < profile_.statistics.columns.size(); ++i) {
      const auto& column = profile_.statistics.columns[i];
      shape.physical_names[column.key] = request_.table->columns[i].name;
      if (request_.redaction && !request_.redaction(column).empty())
        shape.redacted_columns.insert(column.key);
    }
    return shape;
  }

  // Errors: interrupted only. A block cannot tell a stop from another failure of its statement.
  Status measure_shape(const RowSource& source) {
    auto& statistics = profile_.statistics;
    auto& warnings = profile_.warnings;
    const ShapeRequest shape = shape_request(source);
    measure_null_patterns(shape, statistics, warnings);
    LEEWAY_CHECK(refuse_stopped(request_.stop));
    measure_grain(shape, statistics, warnings);
    LEEWAY_CHECK(refuse_stopped(request_.stop));
    measure_dependencies(shape, statistics, warnings);
    LEEWAY_CHECK(refuse_stopped(request_.stop));
    if (request_.compute_timeline) measure_timeline(shape, statistics, warnings);
    LEEWAY_CHECK(refuse_stopped(request_.stop));
    if (!statistics.unmeasured.empty()) profile_.partial = true;
    if (!request_.compute_sketches || source.scoped()) return {};
    auto wanted = sketch_columns(statistics, *request_.table, request_.edge_columns,
                                 shape.redacted_columns, request_.sketch_all_columns);
    for (const auto& key : failed_) wanted.erase(key);
    if (!wanted.empty() && !measure_sketches(shape, wanted, statistics, warnings).empty())
      profile_.partial = true;
    return refuse_stopped(request_.stop);
  }

  engines::Session& session_;
  const ProfileRequest& request_;
  TableProfile profile_;
  std::set<std::string> failed_;
  std::int64_t scanned_ = 0;
};

}  // namespace

Result<TableProfile> profile_table(engines::Session& session, const ProfileRequest& request) {
  return TableProfiler(session, request).profile();
}

}  // namespace leeway::print
