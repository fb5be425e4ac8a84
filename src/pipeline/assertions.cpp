#include "pipeline/assertions.h"

#include <charconv>
#include <map>

#include "base/text.h"
#include "dialects/checks.h"
#include "pipeline/checks.h"

namespace leeway::pipeline {
namespace {

std::string text_of(const config::Assertion& assertion, const std::string& key) {
  const auto found = assertion.text.find(key);
  return found == assertion.text.end() ? "" : found->second;
}

std::vector<std::string> list_of(const config::Assertion& assertion, const std::string& key) {
  const auto found = assertion.lists.find(key);
  return found == assertion.lists.end() ? std::vector<std::string>{} : found->second;
}

std::optional<double> number_of(const config::Assertion& assertion, const std::string& key) {
  const auto found = assertion.number.find(key);
  return found == assertion.number.end() ? std::nullopt : std::optional(found->second);
}

// "table", "schema.table" or "catalog.schema.table"; what is left out is the asserted table's.
catalog::TableName other_table(const std::string& name, catalog::TableName table) {
  const auto parts = split(name, ".");
  table.table = parts.back();
  if (parts.size() > 1) table.schema = parts[parts.size() - 2];
  if (parts.size() > 2) table.catalog = parts[parts.size() - 3];
  return table;
}

using Builder = std::string (*)(const dialects::Dialect&, const dialects::CheckedRows&,
                                const config::Assertion&, const std::string& now);

const std::map<std::string_view, Builder>& builders() {
  static const std::map<std::string_view, Builder> all{
      {"not_null", [](auto& d, auto& rows, auto& a,
                      auto&) { return dialects::not_null_failures(d, rows, a.column); }},
      {"unique", [](auto& d, auto& rows, auto& a,
                    auto&) { return dialects::unique_failures(d, rows, {a.column}); }},
      {"unique_expr",
       [](auto& d, auto& rows, auto& a, auto&) {
         return dialects::unique_expression_failures(d, rows, text_of(a, "key_expr"));
       }},
      {"accepted_values",
       [](auto& d, auto& rows, auto& a, auto&) {
         return dialects::accepted_values_failures(d, rows, a.column, list_of(a, "values"));
       }},
      {"relationships",
       [](auto& d, auto& rows, auto& a, auto&) {
         return dialects::relationship_failures(d, rows, a.column,
                                                other_table(text_of(a, "to_table"), rows.table),
                                                text_of(a, "to_column"));
       }},
      {"expression",
       [](auto& d, auto& rows, auto& a, auto&) {
         return dialects::expression_failures(d, rows, text_of(a, "expression"));
       }},
      {"row_count_range",
       [](auto& d, auto& rows, auto& a, auto&) {
         return dialects::row_count_failures(d, rows, {number_of(a, "min"), number_of(a, "max")});
       }},
      {"in_range",
       [](auto& d, auto& rows, auto& a, auto&) {
         return dialects::range_failures(d, rows, a.column,
                                         {number_of(a, "min"), number_of(a, "max")});
       }},
      {"regex_match",
       [](auto& d, auto& rows, auto& a, auto&) {
         return dialects::regex_failures(d, rows, a.column, text_of(a, "pattern"));
       }},
      {"aggregate",
       [](auto& d, auto& rows, auto& a, auto&) {
         return dialects::aggregate_failures(
             d, rows, a.column,
             dialects::parse_aggregate(text_of(a, "op")).value_or(dialects::Aggregate::count),
             dialects::parse_comparison(text_of(a, "cmp")).value_or(dialects::Comparison::equal),
             number_of(a, "value").value_or(0));
       }},
      {"composite",
       [](auto& d, auto& rows, auto& a, auto&) {
         return dialects::unique_failures(d, rows, list_of(a, "columns"));
       }},
      {"not_in_future",
       [](auto& d, auto& rows, auto& a, auto& now) {
         return dialects::not_in_future_failures(d, rows, a.column, now);
       }},
      {"older_than_n_days",
       [](auto& d, auto& rows, auto& a, auto& now) {
         return dialects::older_than_days_failures(
             d, rows, a.column, static_cast<long long>(number_of(a, "days").value_or(0)), now);
       }},
  };
  return all;
}

// The integer of a one-row, one-column answer.
Result<std::int64_t> ask_count(engines::Session& session, const std::string& sql) {
  LEEWAY_TRY(const auto rows, session.read(sql));
  if (rows.rows.size() == 1 && !rows.rows[0].empty() && rows.rows[0][0]) {
    const std::string& text = *rows.rows[0][0];
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size()) return value;
  }
  return fail(ErrorCode::check, "the query gave no count");
}

// The SQL of an assertion's own becomes part of a statement: it must not end or widen it.
Status check_texts(engines::Session& session, const config::Assertion& assertion) {
  for (const auto& text :
       {assertion.filter, text_of(assertion, "expression"), text_of(assertion, "key_expr")})
    if (!text.empty()) LEEWAY_CHECK(session.check_expression(text));
  return {};
}

Result<std::int64_t> failing_rows(engines::Session& session, const config::Assertion& assertion,
                                  const catalog::TableName& table, TimePoint now) {
  const auto builder = builders().find(assertion.type);
  if (builder == builders().end())
    return fail(ErrorCode::check, "there is no assertion type '{}'", assertion.type);
  LEEWAY_CHECK(check_texts(session, assertion));
  auto count = ask_count(session, builder->second(session.dialect(), {table, assertion.filter},
                                                  assertion, to_rfc3339(now)));
  if (!count && count.error().code == ErrorCode::check && assertion.type == "aggregate")
    count.error().message =
        fmt::format("{} has no value over these rows", text_of(assertion, "op"));
  return count;
}

void settle(CheckResult& result, const Error& error) {
  result.evaluated = false;
  result.passed = false;
  result.reason = error.message;
}

std::string key_text(const std::vector<std::optional<std::string>>& row) {
  std::vector<std::string> parts;
  for (const auto& cell : row) parts.push_back(cell.value_or("NULL"));
  return join(parts, ", ");
}

// One group of tables that should share no key.
CheckResult overlap_of(engines::Session& session, const config::CrossSourceOverlap& overlap,
                       const std::string& group, const std::vector<const TablePlan*>& tables) {
  CheckResult result;
  result.name = "cross_source_overlap:" + group;
  result.kind = "overlap";
  result.severity = overlap.severity;
  std::vector<catalog::TableName> names;
  std::vector<std::string> shown;
  for (const auto* table : tables) {
    names.push_back(table->target);
    shown.push_back(table->target.display());
  }
  const dialects::SharedKey key{overlap.keys, overlap.key_expression};
  const auto usable =
      overlap.key_expression.empty() ? Status{} : session.check_expression(overlap.key_expression);
  const auto count =
      usable ? ask_count(session, dialects::shared_key_count(session.dialect(), names, key))
             : Result<std::int64_t>(std::unexpected(usable.error()));
  result.details = {{"overlap_count", count ? Detail(*count) : Detail(std::monostate{})},
                    {"contributing_tables", shown}};
  if (!count) {
    settle(result, count.error());
    return result;
  }
  std::vector<std::string> sample;
  if (*count > 0) {
    const auto rows =
        session.read(dialects::shared_key_sample(session.dialect(), names, key, overlap.sample));
    if (rows)
      for (const auto& row : rows->rows) sample.push_back(key_text(row));
  }
  result.details.emplace_back("sample", sample);
  result.passed = *count <= overlap.max_overlap_rows;
  if (!result.passed)
    result.reason = fmt::format("{} in more than one of {}",
                                counted_with(*count, "key", "stands", "stand"), join(shown, ", "));
  return result;
}

}  // namespace

CheckResult run_assertion(engines::Session& session, const config::Assertion& assertion,
                          const catalog::TableName& table, TimePoint now) {
  CheckResult result;
  result.name =
      !assertion.name.empty()
          ? assertion.name
          : fmt::format("{}:{}", assertion.type, assertion.column.empty() ? "-" : assertion.column);
  result.kind = "assertion";
  result.severity = assertion.severity;
  result.details = {{"kind", assertion.type}};
  if (!assertion.column.empty()) result.details.emplace_back("column", assertion.column);
  const auto failing = failing_rows(session, assertion, table, now);
  result.details.emplace_back("failing_rows",
                              failing ? Detail(*failing) : Detail(std::monostate{}));
  if (!failing) {
    settle(result, failing.error());
    return result;
  }
  result.passed = *failing == 0;
  if (!result.passed)
    result.reason = assertion.type == "aggregate" || assertion.type == "row_count_range"
                        ? "the table does not hold it"
                        : fmt::format("{} it", counted_with(*failing, "row", "fails", "fail"));
  return result;
}

std::vector<TableChecks> run_cross_source_overlap(engines::Session& session,
                                                  const config::CrossSourceOverlap& overlap,
                                                  const std::vector<const TablePlan*>& tables) {
  std::map<std::string, std::vector<const TablePlan*>> groups;
  for (const auto* table : tables)
    groups[table->asset_key.front() + "." + table->target.table].push_back(table);
  std::vector<TableChecks> results;
  for (const auto& [group, members] : groups) {
    if (members.size() < 2) continue;
    results.push_back({members.front()->asset_key,
                       members.front()->target.display(),
                       {overlap_of(session, overlap, group, members)}});
  }
  return results;
}

}  // namespace leeway::pipeline
