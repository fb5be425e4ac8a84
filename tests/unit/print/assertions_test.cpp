#include <gtest/gtest.h>

#include "print/check.h"
#include "unit/print/validate_support.h"

namespace leeway::print {
namespace {

config::PrintConnection connection_with(const std::string& yaml) {
  config::PrintConnection connection;
  connection.name = "shop";
  connection.adapter = "duckdb";
  auto node = config::parse_yaml(yaml, "assertions.yaml");
  EXPECT_TRUE(node) << yaml;
  if (node) connection.assertions = std::move(*node);
  return connection;
}

Print shop() {
  return *decode(load_files(testing_support::memory_source(testing_support::wellformed_print())));
}

// "E code" or "W code" of each finding, without "assertion.".
std::vector<std::string> codes(const std::vector<Issue>& issues) {
  std::vector<std::string> result;
  for (const auto& issue : issues) {
    EXPECT_TRUE(issue.code.starts_with("assertion."));
    EXPECT_TRUE(issue.path.starts_with("assertions.shop")) << issue.path;
    result.push_back((issue.error ? "E " : "W ") + issue.code.substr(10));
  }
  return result;
}

struct Case {
  std::string table;
  std::string column;  // empty: of the table
  std::string predicate;
  std::string expected;  // empty: it holds
};

void expect_case(const Print& print, const Case& one) {
  const std::string block = one.column.empty()
                                ? "tables: {shop.main." + one.table + ": {" + one.predicate + "}}"
                                : "tables: {shop.main." + one.table + ": {columns: {" + one.column +
                                      ": {" + one.predicate + "}}}}";
  const auto issues = check_assertions(print, connection_with(block));
  EXPECT_EQ(codes(issues), one.expected.empty() ? std::vector<std::string>{}
                                                : std::vector<std::string>{one.expected})
      << block << "\n"
      << testing_support::told(issues);
}

TEST(Assertions, EveryFormOfEveryStatistic) {
  const Print print = shop();
  for (const auto& one : std::vector<Case>{
           {"customers", "", "row_count: 4", ""},
           {"customers", "", "row_count: 5", "E row-count-mismatch"},
           {"customers", "", "row_count: {min: 4, max: 4}", ""},
           {"customers", "", "row_count: {min: 5}", "E row-count-mismatch"},
           {"customers", "", "row_count: many", "E malformed-predicate"},
           {"names", "", "row_count: 1", "W inapplicable-stat"},
           {"customers", "id", "sql_type: INTEGER", ""},
           {"customers", "id", "sql_type: int", ""},
           {"customers", "id", "sql_type: BIGINT", "E sql-type-mismatch"},
           {"customers", "id", "nullable: false", ""},
           {"customers", "id", "nullable: true", "E nullable-mismatch"},
           {"customers", "id", "nullable: 1", "E malformed-predicate"},
           {"customers", "id", "candidate_key: true", ""},
           {"customers", "vip", "candidate_key: false", ""},
           {"customers", "vip", "candidate_key: true", "E candidate-key-mismatch"},
           {"customers", "photo", "candidate_key: false", "W inapplicable-stat"},
           {"customers", "city", "null_count: {max: 1}", ""},
           {"customers", "city", "null_count: 0", "E null-count-mismatch"},
           {"customers", "city", "null_rate: 0.25", ""},
           {"customers", "city", "null_rate: {max: 0.2}", "E null-rate-mismatch"},
           {"customers", "city", "cardinality: 2", ""},
           {"customers", "city", "cardinality: 3", "E cardinality-mismatch"},
           {"customers", "photo", "cardinality: 3", "W inapplicable-stat"},
           {"customers", "id", "cardinality_ratio: {min: 0.999}", ""},
           {"nothing", "a", "cardinality_ratio: {min: 0.999}", "E cardinality-ratio-mismatch"},
           {"customers", "id", "classification: numeric", ""},
           {"customers", "id", "classification: text", "E classification-mismatch"},
           {"customers", "id", "classification: [text]", "E malformed-predicate"},
           {"customers", "id", "distribution: uniform", ""},
           {"customers", "id", "distribution: long_tail", "E distribution-mismatch"},
           {"customers", "vip", "distribution: uniform", "W inapplicable-stat"},
           {"visits", "page", "distribution: uniform", "W inapplicable-stat"},
           {"customers", "joined", "freshness.classification: live", ""},
           {"customers", "joined", "freshness.classification: stale", "E freshness-mismatch"},
           {"orders", "at", "freshness.classification: dormant", ""},
           {"customers", "joined", "freshness.max_age_days: {max: 7}", ""},
           {"customers", "joined", "freshness.max_age_days: {max: 4}", "E freshness-age-mismatch"},
           {"customers", "id", "freshness.max_age_days: {max: 4}", "W inapplicable-stat"},
           {"customers", "city", "accepted_values: [Paris, paris, Lyon]", ""},
           {"customers", "city", "accepted_values: [Paris]", "E accepted-values-violated"},
           {"customers", "vip", "accepted_values: [true, false]", ""},
           {"customers", "vip", "accepted_values: [true]", "E accepted-values-violated"},
           {"orders", "customer_id", "accepted_values: [1, 2, 3.0]", ""},
           {"orders", "city", "accepted_values: [a.txt]", "W inapplicable-stat"},
           {"orders", "note", "accepted_values: [a]", "W inapplicable-stat"},
           {"visits", "kind", "accepted_values: [x]", "W inapplicable-stat"},
           {"customers", "id", "accepted_values: [1]", "W inapplicable-stat"},
           {"customers", "city", "accepted_values: Paris", "E malformed-predicate"},
           {"orders", "city", "looks_like: filename", ""},
           {"orders", "city", "looks_like: email", "E looks-like-mismatch"},
           {"customers", "city", "looks_like: email", "E looks-like-mismatch"},
           {"customers", "id", "looks_like: email", "W inapplicable-stat"},
           {"nothing", "a", "looks_like: email", "W inapplicable-stat"},
           {"names", "name", "looks_like: email", "W inapplicable-stat"},
           {"customers", "id", "range.min: 1", ""},
           {"customers", "id", "range.min: {min: 2}", "E range-out-of-bounds"},
           {"customers", "id", "range.max: {min: a, max: 7}", "E malformed-predicate"},
           {"customers", "id", "range.max: ten", "E malformed-predicate"},
           {"customers", "id", "range.max: {}", "E malformed-predicate"},
           {"customers", "id", "range.max: {least: 1}", "E malformed-predicate"},
           {"customers", "joined", "range.min: {min: '2024-01-01'}", ""},
           {"customers", "joined", "range.min: '2024-01-01T11:00:00+01:00'", ""},
           {"customers", "joined", "range.max: {max: '2024-01-04T12:00:00.4Z'}",
            "E range-out-of-bounds"},
           {"customers", "id", "percentiles.p50: 2.5", ""},
           {"customers", "id", "percentiles.p50: {max: 2}", "E percentile-mismatch"},
           {"customers", "id", "percentiles.p75: 3", "W inapplicable-stat"},
           {"customers", "id", "percentiles.p5: 3", "E unknown-stat"},
           {"customers", "id", "row_count: 3", "E unknown-stat"},
           {"customers", "id", "kurtosis: 3", "E unknown-stat"},
           {"customers", "name", "accepted_values: [a]", "W redacted-stat"},
           {"orders", "at", "range.max: {max: '2030-01-01'}", "W redacted-stat"},
           {"orders", "at", "percentiles.p50: x", "W redacted-stat"},
           {"orders", "at", "freshness.max_age_days: {max: 1}", "W redacted-stat"},
           {"names", "name", "null_count: 0", "W inapplicable-stat"},
           {"names", "name", "classification: text", ""}})
    expect_case(print, one);
}

TEST(Assertions, WhatIsNotThereIsAWarning) {
  Print print = shop();
  expect_case(print, {"absent", "", "row_count: 4", "W unknown-table"});
  expect_case(print, {"customers", "absent", "null_count: 0", "W unknown-column"});
  print.tables[0].statistics.reset();
  expect_case(print, {"customers", "", "row_count: 4", "W unknown-table"});
}

TEST(Assertions, MalformedBlocksSpoilOnlyThemselves) {
  const Print print = shop();
  struct Block {
    std::string yaml;
    std::vector<std::string> expected;
  };
  for (const auto& [yaml, expected] : std::vector<Block>{
           {"{}", {}},
           {"tables: {}", {}},
           {"tables: [a]", {"E malformed-block"}},
           {"checks: {}", {"E malformed-block"}},
           {"tables: {shop.main.customers: 4, shop.main.orders: {row_count: 1}}",
            {"E malformed-block", "E row-count-mismatch"}},
           {"tables: {shop.main.customers: {rows: 4, row_count: 5}}",
            {"E row-count-mismatch", "E malformed-block"}},
           {"tables: {shop.main.customers: {columns: [id], row_count: 4}}", {"E malformed-block"}},
           {"tables: {shop.main.customers: {columns: {id: 4, vip: {nullable: false}}}}",
            {"E malformed-block", "E nullable-mismatch"}},
           {"queries: {a: b}", {"E malformed-block"}},
           {"queries: [a]", {"E malformed-block"}},
           {"queries: [{name: a b, sql: SELECT 1, expect: 0}]", {"E malformed-block"}},
           {"queries: [{name: a, expect: 0}]", {"E malformed-block"}},
           {"queries: [{name: a, sql: ' ', expect: 0}]", {"E malformed-block"}},
           {"queries: [{name: a, sql: SELECT 1}]", {"E malformed-block"}},
           {"queries: [{name: a, sql: SELECT 1, expect: 1}]", {"E malformed-block"}},
           {"queries: [{name: a, sql: SELECT 1, expect: none}]", {"E malformed-block"}},
           {"queries: [{name: a, sql: SELECT 1, expect: 0}, {name: a, sql: SELECT 2, expect: 0}]",
            {"E duplicate-query-name"}}}) {
    const auto issues = check_assertions(print, connection_with(yaml));
    EXPECT_EQ(codes(issues), expected) << yaml << "\n" << testing_support::told(issues);
  }
  config::PrintConnection whole = connection_with("{}");
  whole.assertions.kind = config::Node::Kind::list;
  EXPECT_EQ(codes(check_assertions(print, whole)), std::vector<std::string>{"E malformed-block"});
}

TEST(Assertions, AnIssueSaysWhereAndWhat) {
  const auto issues = check_assertions(
      shop(), connection_with("tables: {shop.main.customers: {columns: {city: {null_count: 0}, "
                              "name: {accepted_values: [a]}}}}"));
  ASSERT_EQ(issues.size(), 2U);
  EXPECT_EQ(issues[0].path, "assertions.shop.tables.shop.main.customers.columns.city.null_count");
  EXPECT_EQ(issues[0].detail, "expected 0, is 1");
  EXPECT_TRUE(issues[0].spec_ref.starts_with("ASSERTIONS.md §"));
  EXPECT_EQ(issues[1].spec_ref, "§2.2.9");
}

struct Answer {
  std::string expect;
  Result<SqlRows> rows;
  std::string code;  // empty: it holds
};

SqlRows one(const std::string& type, std::optional<std::string> value) {
  return {{type}, {{std::move(value)}}};
}

TEST(SqlAssertions, Outcomes) {
  for (const auto& answer :
       std::vector<Answer>{{"0", one("INTEGER", "0"), ""},
                           {"0", one("DECIMAL(10,2)", "0.00"), ""},
                           {"0", one("DOUBLE", "-0.0"), ""},
                           {"0", one("HUGEINT", "0"), ""},
                           {"0", one("BIGINT", "3"), "sql-non-zero"},
                           {"0", one("BIGINT", std::nullopt), "sql-non-zero"},
                           {"0", one("VARCHAR", std::nullopt), "sql-non-zero"},
                           {"0", one("VARCHAR", "0"), "sql-type-mismatch"},
                           {"0", one("BOOLEAN", "false"), "sql-type-mismatch"},
                           {"0", one("DATE", "2024-01-01"), "sql-type-mismatch"},
                           {"0", one("DOUBLE", "nan"), "sql-type-mismatch"},
                           {"0", one("DOUBLE", "inf"), "sql-type-mismatch"},
                           {"0", SqlRows{{"INTEGER"}, {}}, "sql-empty-result"},
                           {"0", SqlRows{}, "sql-empty-result"},
                           {"0", fail(ErrorCode::io, "no such table"), "sql-execution-error"},
                           {"empty", SqlRows{{"INTEGER"}, {}}, ""},
                           {"empty", one("INTEGER", "0"), "sql-non-empty"},
                           {"empty", fail(ErrorCode::io, "no such table"), "sql-execution-error"}})
    for (const auto& [severity, mark] :
         std::vector<std::pair<std::string, std::string>>{{"", "E "},
                                                          {", severity: error", "E "},
                                                          {", severity: warning", "W "},
                                                          {", severity: fatal", "W "}}) {
      const auto connection = connection_with(
          "queries: [{name: q, sql: SELECT 1, expect: " + answer.expect + severity + "}]");
      std::vector<std::string> sent;
      const auto issues = check_sql_assertions(connection, [&](const std::string& sql) {
        sent.push_back(sql);
        return answer.rows;
      });
      EXPECT_EQ(sent, std::vector<std::string>{"SELECT 1"});
      std::vector<std::string> expected;
      if (!answer.code.empty()) expected.push_back(mark + answer.code);
      EXPECT_EQ(codes(issues), expected) << answer.expect << severity;
    }
}

TEST(SqlAssertions, TheFirstOfAName) {
  std::vector<std::string> sent;
  check_sql_assertions(connection_with("queries: [{name: q, sql: SELECT 1, expect: 0},"
                                       " {name: q, sql: SELECT 2, expect: 0}]"),
                       [&](const std::string& sql) -> Result<SqlRows> {
                         sent.push_back(sql);
                         return one("INTEGER", "0");
                       });
  EXPECT_EQ(sent, std::vector<std::string>{"SELECT 1"});
}

}  // namespace
}  // namespace leeway::print
