#include "pipeline/checks.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>

#include "base/text.h"
#include "dialects/checks.h"
#include "dialects/statements.h"
#include "pipeline/assertions.h"

namespace leeway::pipeline {
namespace {

constexpr std::size_t row_counts_kept = 10;

std::optional<std::int64_t> integer(const std::optional<std::string>& cell) {
  if (!cell) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(cell->data(), cell->data() + cell->size(), value);
  return error == std::errc{} && end == cell->data() + cell->size() ? std::optional(value)
                                                                    : std::nullopt;
}

std::optional<double> number(const std::optional<std::string>& cell) {
  if (!cell) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(cell->data(), cell->data() + cell->size(), value);
  const bool whole = error == std::errc{} && end == cell->data() + cell->size();
  return whole && !std::isnan(value) ? std::optional(value) : std::nullopt;
}

Detail known(std::optional<std::int64_t> value) {
  return value ? Detail(*value) : Detail(std::monostate{});
}

CheckResult begin(std::string name, std::string kind, config::Severity severity) {
  CheckResult result;
  result.name = std::move(name);
  result.kind = std::move(kind);
  result.severity = severity;
  return result;
}

CheckResult not_evaluated(CheckResult result, const Error& error) {
  result.passed = false;
  result.evaluated = false;
  result.reason = error.message;
  return result;
}

using Row = std::vector<std::optional<std::string>>;

// The one row of a check's query.
Result<Row> one_row(engines::Session& session, const std::string& sql) {
  LEEWAY_TRY(auto rows, session.read(sql));
  if (rows.rows.empty() || rows.rows.front().empty())
    return fail(ErrorCode::check, "the query gave no row");
  return std::move(rows.rows.front());
}

// The checks of one table.
class TableChecker {
 public:
  TableChecker(const Context& context, engines::Session& session, state::Store& store,
               const config::Replication& replication, const TablePlan& table,
               const catalog::Presence& now)
      : context_(context),
        session_(session),
        store_(store),
        checks_(replication.checks),
        table_(table),
        now_(now) {
    run_.checks.asset_key = table.asset_key;
    run_.checks.table = table.target.display();
  }

  TableCheckRun run() {
    if (checks_.row_count.enabled) add(row_count());
    if (checks_.column_match.enabled) add(column_match());
    if (checks_.freshness) add(freshness(*checks_.freshness));
    if (checks_.null_rate) null_rates(*checks_.null_rate);
    for (const auto& check : checks_.custom) add(custom(check));
    for (const auto& assertion : checks_.assertions)
      if (assertion.table == table_.target.table)
        add(run_assertion(session_, assertion, table_.target, context_.clock.now()));
    return std::move(run_);
  }

 private:
  void add(CheckResult result) { run_.checks.checks.push_back(std::move(result)); }

  Result<std::int64_t> count(const catalog::TableName& table) {
    LEEWAY_TRY(const auto row, one_row(session_, dialects::count_rows(session_.dialect(), table)));
    const auto value = integer(row.front());
    if (!value) return fail(ErrorCode::check, "the count of '{}' is no number", table.display());
    return *value;
  }

  CheckResult row_count() {
    auto result = begin("row_count", "row_count", checks_.row_count.severity);
    const auto source = count(table_.source);
    const auto target = count(table_.target);
    result.details = {{"source_count", source ? Detail(*source) : Detail(std::monostate{})},
                      {"target_count", target ? Detail(*target) : Detail(std::monostate{})}};
    if (!source) return not_evaluated(std::move(result), source.error());
    if (!target) return not_evaluated(std::move(result), target.error());
    result.passed = *source == *target;
    if (!result.passed)
      result.reason = fmt::format("the source has {} rows and the target {}",
                                  with_thousands(*source), with_thousands(*target));
    look_for_anomaly(*target);
    return result;
  }

  // Against the mean of the counts of earlier runs; the present count is no part of its baseline.
  void look_for_anomaly(std::int64_t count) {
    const std::string name = table_.target.display();
    const auto earlier = store_.row_counts(table_.state_key, row_counts_kept);
    std::ignore = store_.add_row_count(table_.state_key, count);
    if (!earlier || earlier->empty() || checks_.anomaly_threshold_pct <= 0) return;
    const double baseline = std::accumulate(earlier->begin(), earlier->end(), 0.0) /
                            static_cast<double>(earlier->size());
    if (baseline == 0 && count == 0) return;
    const double deviation =
        baseline == 0 ? 100.0 : std::abs(static_cast<double>(count) - baseline) / baseline * 100.0;
    if (deviation <= checks_.anomaly_threshold_pct) return;
    run_.anomaly = Anomaly{name, count, baseline, deviation,
                           fmt::format("row count {} {:.1f}% (expected ~{:.0f}, got {})",
                                       static_cast<double>(count) < baseline ? "dropped" : "spiked",
                                       deviation, baseline, count)};
  }

  // A column that only the target has is one the source dropped: it is kept on purpose, so it is
  // told and passes.
  CheckResult column_match() {
    auto result = begin("column_match", "column_match", checks_.column_match.severity);
    if (const auto* unreadable = std::get_if<catalog::Unreadable>(&now_))
      return not_evaluated(std::move(result), {ErrorCode::unreadable, unreadable->reason, {}});
    const auto* target = catalog::present(now_);
    if (!target || table_.source_columns.empty())
      return not_evaluated(std::move(result),
                           {ErrorCode::check, "the columns of one side are not known", {}});
    const auto expected = [&](const std::string& name) {
      const auto same = [&](const std::string& other) { return equal_ignoring_case(name, other); };
      return std::ranges::any_of(table_.source_columns, same) ||
             std::ranges::any_of(table_.metadata_columns, same);
    };
    std::vector<std::string> missing, extra;
    for (const auto& name : table_.source_columns)
      if (!target->find(name)) missing.push_back(name);
    for (const auto& column : target->columns)
      if (!expected(column.name)) extra.push_back(column.name);
    result.passed = missing.empty();
    if (!missing.empty()) result.reason = "the target lacks " + join(missing, ", ");
    if (!extra.empty())
      result.reason +=
          (result.reason.empty() ? "" : "; ") + ("only the target has " + join(extra, ", "));
    result.details = {{"missing", std::move(missing)}, {"extra", std::move(extra)}};
    return result;
  }

  CheckResult freshness(const config::FreshnessCheck& check) {
    auto result = begin("freshness", "freshness", check.severity);
    const auto own = check.overrides.find(table_.target.table);
    const long long threshold =
        own == check.overrides.end() ? check.threshold_seconds : own->second;
    const auto row = one_row(
        session_, dialects::freshness(session_.dialect(), table_.target, table_.timestamp_column,
                                      to_rfc3339(context_.clock.now())));
    const auto lag = row && row->size() > 1 ? integer((*row)[1]) : std::nullopt;
    result.details = {{"lag_seconds", known(lag)},
                      {"threshold_seconds", static_cast<std::int64_t>(threshold)}};
    if (!row) return not_evaluated(std::move(result), row.error());
    if (!lag)
      return not_evaluated(
          std::move(result),
          {ErrorCode::check, fmt::format("'{}' holds no value", table_.timestamp_column), {}});
    result.passed = *lag <= threshold && *lag >= -threshold;
    if (!result.passed)
      result.reason = fmt::format("the newest row is {} seconds {}, and {} are allowed",
                                  with_thousands(std::abs(*lag)), *lag < 0 ? "ahead" : "old",
                                  with_thousands(threshold));
    return result;
  }

  // One query for every column that is there; a column that is not fails alone.
  void null_rates(const config::NullRateCheck& check) {
    const auto* target = catalog::present(now_);
    std::vector<std::string> there;
    for (const auto& column : check.columns)
      if (target && target->find(column)) there.push_back(target->find(column)->name);
    Result<Row> row = Row{};
    if (!there.empty()) row = sampled_nulls(there, check.sample_percent);
    std::size_t answered = 0;
    for (const auto& column : check.columns) {
      const bool known = target && target->find(column);
      add(null_rate(check, column, known, row, known ? ++answered : 0));
    }
  }

  // A small table may leave a sample empty, which says nothing: it is then read whole.
  Result<Row> sampled_nulls(const std::vector<std::string>& columns, double percent) {
    constexpr double whole = 100;
    auto row = one_row(session_,
                       dialects::null_rates(session_.dialect(), table_.target, columns, percent));
    if (row && percent < whole && integer(row->front()) == 0)
      return one_row(session_,
                     dialects::null_rates(session_.dialect(), table_.target, columns, whole));
    return row;
  }

  CheckResult null_rate(const config::NullRateCheck& check, const std::string& column, bool known,
                        const Result<Row>& row, std::size_t at) {
    auto result = begin("null_rate:" + column, "null_rate", check.severity);
    result.details = {{"column", column}};
    const auto sampled = row && known ? integer(row->front()) : std::nullopt;
    const auto nulls = row && known && row->size() > at ? integer((*row)[at]) : std::nullopt;
    if (!sampled || !nulls) {
      result.details.emplace_back("null_rate", std::monostate{});
      result.details.emplace_back("threshold", check.threshold);
      if (!known)
        return not_evaluated(std::move(result),
                             {ErrorCode::check,
                              fmt::format("the target has no column '{}'", printable(column)),
                              {}});
      return not_evaluated(std::move(result),
                           row ? Error{ErrorCode::check, "no count came back", {}} : row.error());
    }
    if (*sampled == 0) {
      result.details.emplace_back("null_rate", std::monostate{});
      result.details.emplace_back("threshold", check.threshold);
      return not_evaluated(std::move(result),
                           {ErrorCode::check, "the table has no rows, so no rate is known", {}});
    }
    const double rate = static_cast<double>(*nulls) / static_cast<double>(*sampled);
    result.passed = rate <= check.threshold;
    result.details.emplace_back("null_rate", rate);
    result.details.emplace_back("threshold", check.threshold);
    if (!result.passed)
      result.reason = fmt::format("{} of {} sampled rows hold NULL in '{}'", with_thousands(*nulls),
                                  with_thousands(*sampled), column);
    return result;
  }

  CheckResult custom(const config::CustomCheck& check) {
    auto result = begin(check.name, "custom", check.severity);
    const std::string sql = dialects::custom_check(session_.dialect(), check.sql, table_.target);
    const auto row = one_row(session_, sql);
    const auto value = row ? number(row->front()) : std::nullopt;
    result.details = {{"query", sql},
                      {"result_value", value ? Detail(*value) : Detail(std::monostate{})},
                      {"threshold", check.threshold}};
    if (!row) return not_evaluated(std::move(result), row.error());
    if (!value)
      return not_evaluated(std::move(result),
                           {ErrorCode::check, "its first value is not a number", {}});
    result.passed = *value <= check.threshold;
    if (!result.passed)
      result.reason = fmt::format("gave {}, and at most {} is allowed", *value, check.threshold);
    return result;
  }

  const Context& context_;
  engines::Session& session_;
  state::Store& store_;
  const config::Checks& checks_;
  const TablePlan& table_;
  const catalog::Presence& now_;
  TableCheckRun run_;
};

}  // namespace

TableCheckRun run_checks(const Context& context, engines::Session& session, state::Store& store,
                         const config::Replication& replication, const TablePlan& table,
                         const catalog::Presence& now) {
  return TableChecker(context, session, store, replication, table, now).run();
}

void enforce_verify_after(RunReport& report) {
  std::map<std::string, bool> passed;  // over all tables
  for (const auto& table : report.checks)
    for (const auto& check : table.checks) {
      const auto [at, first] = passed.emplace(check.name, check.passed);
      if (!first) at->second = at->second && check.passed;
    }
  for (const auto& table : report.tables) {
    if (table.status != TableStatus::copied || !table.plan.gate || table.drift.empty()) continue;
    for (const auto& name : table.plan.gate->verify_after) {
      const auto found = passed.find(name);
      if (found != passed.end() && found->second) continue;
      report.status = RunStatus::failure;
      report.warnings.push_back(fmt::format(
          "'{}' was changed, but check '{}' that its policy asks for afterwards {}. The change "
          "stands; look at it",
          table.plan.target.display(), name,
          found == passed.end() ? "did not run" : "did not pass"));
    }
  }
}

}  // namespace leeway::pipeline
