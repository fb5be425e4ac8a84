#include "print/sql_assertions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace leeway::print {
namespace {

using config::Node;

constexpr std::string_view queries_ref = "ASSERTIONS.md §3";

Issue make_issue(std::string_view code, bool error, std::string path, std::string detail) {
  return {"assertion." + std::string(code), error, std::move(path), std::move(detail),
          std::string(queries_ref)};
}

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string text_in(const Node& node, std::string_view key) {
  const Node* found = node.find(key);
  return found && found->kind == Node::Kind::text ? found->text : "";
}

// Fills what the node says; the reason it is malformed, or "".
std::string read_query(const Node& node, SqlAssertion& query) {
  if (node.kind != Node::Kind::table) return "a query must be a map";
  query.name = text_in(node, "name");
  if (!is_name(query.name)) return "`name` must hold letters, digits and _ only";
  query.sql = text_in(node, "sql");
  if (trim(query.sql).empty()) return "`sql` is missing or empty";
  // A severity that is not known is one of a later version: a warning.
  if (node.find("severity")) query.error = text_in(node, "severity") == "error";
  const Node* expect = node.find("expect");
  if (!expect) return "`expect` is missing: 0 or empty";
  if (expect->kind == Node::Kind::integer && expect->integer == 0)
    query.expect = SqlAssertion::Expect::zero;
  else if (expect->kind == Node::Kind::text && expect->text == "empty")
    query.expect = SqlAssertion::Expect::no_rows;
  else
    return "`expect` can be 0 or empty";
  return "";
}

bool is_numeric_type(const std::string& type) {
  static constexpr std::string_view numeric[] = {
      "TINYINT",   "SMALLINT", "INTEGER", "BIGINT",   "HUGEINT",         "UTINYINT",
      "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "FLOAT",           "DOUBLE",
      "BIGNUM",    "REAL",     "NUMERIC", "INT",      "DOUBLE PRECISION"};
  const std::string upper = to_upper(type);
  return upper.starts_with("DECIMAL") || std::ranges::find(numeric, upper) != std::end(numeric);
}

// The finding of a result against `expect: 0`; nullopt when it holds.
std::optional<Issue> judge_zero(const SqlAssertion& query, const SqlRows& result) {
  const auto issue = [&](std::string_view code, std::string detail) {
    return make_issue(code, query.error, query.path, std::move(detail));
  };
  if (result.rows.empty())
    return issue("sql-empty-result", "expected 0, the query returned no row");
  if (result.types.empty() || result.rows.front().empty())
    return issue("sql-empty-result", "expected 0, the query returned no column");
  const auto& value = result.rows.front().front();
  if (!value) return issue("sql-non-zero", "expected 0, is NULL");
  if (!is_numeric_type(result.types.front()))
    return issue("sql-type-mismatch",
                 fmt::format("expected 0, is {}, which is no number", result.types.front()));
  const long double number = std::strtold(value->c_str(), nullptr);
  if (!std::isfinite(number))
    return issue("sql-type-mismatch", fmt::format("expected 0, is {}", *value));
  if (number == 0) return std::nullopt;
  return issue("sql-non-zero", fmt::format("expected 0, is {}", *value));
}

std::optional<Issue> judge(const SqlAssertion& query, const SqlRows& result) {
  if (query.expect == SqlAssertion::Expect::zero) return judge_zero(query, result);
  if (result.rows.empty()) return std::nullopt;
  return make_issue("sql-non-empty", query.error, query.path,
                    "expected no row, the query returned at least one");
}

}  // namespace

SqlAssertions read_sql_assertions(const config::PrintConnection& connection) {
  SqlAssertions result;
  const Node* list = connection.assertions.find("queries");
  if (!list) return result;
  const std::string root = fmt::format("assertions.{}.queries", connection.name);
  const auto malformed = [&](std::string path, std::string why) {
    result.issues.push_back(make_issue("malformed-block", true, std::move(path), std::move(why)));
  };
  if (list->kind != Node::Kind::list) {
    malformed(root, "`queries` must be a list");
    return result;
  }
  std::set<std::string> names;
  for (std::size_t i = 0; i < list->children.size(); ++i) {
    SqlAssertion query;
    const std::string why = read_query(list->children[i], query);
    query.path = is_name(query.name) ? root + "." + query.name : fmt::format("{}[{}]", root, i);
    if (!why.empty())
      malformed(query.path, why);
    else if (!names.insert(query.name).second)
      result.issues.push_back(make_issue("duplicate-query-name", true, query.path,
                                         "another query has this name; the first one counts"));
    else
      result.queries.push_back(std::move(query));
  }
  return result;
}

std::vector<Issue> check_sql_assertions(
    const config::PrintConnection& connection,
    const std::function<Result<SqlRows>(const std::string& sql)>& query) {
  std::vector<Issue> issues;
  for (const auto& assertion : read_sql_assertions(connection).queries) {
    const auto result = query(assertion.sql);
    if (!result)
      issues.push_back(make_issue("sql-execution-error", assertion.error, assertion.path,
                                  result.error().text()));
    else if (auto issue = judge(assertion, *result))
      issues.push_back(std::move(*issue));
  }
  return issues;
}

}  // namespace leeway::print
