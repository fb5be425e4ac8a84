#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "dialects/identifiers.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

const Dialect& dialect(std::string_view name) { return *find_dialect(name); }

TEST(QuotedIdentifierTest, the_closing_quote_cannot_end_the_name) {
  struct Row {
    std::string_view dialect;
    std::string_view name;
    std::string_view quoted;
  };
  const std::vector<Row> rows = {
      {"duckdb", "a\"b", "\"a\"\"b\""},     {"duckdb", "a\\b", "\"a\\b\""},
      {"postgres", "a\"b", "\"a\"\"b\""},   {"redshift", "a\"b", "\"a\"\"b\""},
      {"snowflake", "a\"b", "\"a\"\"b\""},  {"trino", "a\"b", "\"a\"\"b\""},
      {"mysql", "a`b", "`a``b`"},           {"mysql", "a\\b", "`a\\b`"},
      {"databricks", "a`b", "`a``b`"},      {"bigquery", "a`b", "`a\\`b`"},
      {"bigquery", "a\\`b", "`a\\\\\\`b`"}, {"bigquery", "a\nb", "`a\\nb`"},
      {"clickhouse", "a`b", "`a\\`b`"},     {"clickhouse", "a\\", "`a\\\\`"},
      {"mysql", "a\"b", "`a\"b`"},          {"duckdb", "a`b", "\"a`b\""},
      {"duckdb", "select", "\"select\""},   {"duckdb", "a.b", "\"a.b\""},
  };
  for (const auto& row : rows)
    EXPECT_EQ(quote(dialect(row.dialect), row.name), row.quoted) << row.dialect;
}

TEST(QuotedIdentifierTest, a_path_leaves_out_what_is_empty) {
  const Dialect& duckdb = dialect("duckdb");
  EXPECT_EQ(quote(duckdb, catalog::TableName{"c", "s", "t.u"}), R"("c"."s"."t.u")");
  EXPECT_EQ(quote(duckdb, catalog::TableName{"", "s", "t"}), R"("s"."t")");
  EXPECT_EQ(quote(duckdb, catalog::TableName{"", "", "t"}), R"("t")");
  EXPECT_EQ(quote(duckdb, catalog::SchemaName{"c", "s"}), R"("c"."s")");
  EXPECT_EQ(quote(duckdb, catalog::SchemaName{"", "s"}), R"("s")");
}

TEST(CheckedIdentifierTest, names_an_engine_cannot_hold_are_refused) {
  struct Row {
    std::string_view dialect;
    std::string name;
    bool held;
  };
  using namespace std::string_literals;
  const std::vector<Row> rows = {
      {"duckdb", "", false},
      {"duckdb", "a\0b"s, false},
      {"duckdb", "a\nb;\"--", true},
      {"duckdb", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", true},
      {"duckdb", "\xC0\xAF", false},          // overlong
      {"duckdb", "\xE0\x80\x80", false},      // overlong
      {"duckdb", "\xED\xA0\x80", false},      // surrogate
      {"duckdb", "\xF4\x90\x80\x80", false},  // beyond U+10FFFF
      {"duckdb", "\xE2\x82", false},          // cut short
      {"duckdb", "\x80", false},              // a continuation alone
      {"duckdb", std::string(5000, 'x'), true},
      {"postgres", std::string(63, 'x'), true},
      {"postgres", std::string(64, 'x'), false},
      {"mysql", std::string(65, 'x'), false},
      {"mysql", "\xF0\x9F\x98\x80", false},
      {"redshift", std::string(128, 'x'), false},
      {"snowflake", std::string(256, 'x'), false},
      {"databricks", std::string(256, 'x'), false},
      {"trino", std::string(256, 'x'), true},
  };
  for (const auto& row : rows) {
    const Status status = check_name(dialect(row.dialect), row.name);
    EXPECT_EQ(status.has_value(), row.held) << row.dialect << ' ' << row.name.size();
    if (!status) {
      EXPECT_EQ(status.error().code, ErrorCode::unsupported);
    }
  }
}

TEST(SameIdentifierTest, follows_the_case_rule) {
  EXPECT_TRUE(same_name(dialect("duckdb"), "Orders", "orders"));
  EXPECT_TRUE(same_name(dialect("databricks"), "Orders", "orders"));
  EXPECT_FALSE(same_name(dialect("duckdb"), "\xC3\x84", "\xC3\xA4"));
  for (const auto* name : {"postgres", "snowflake", "clickhouse"}) {
    EXPECT_FALSE(same_name(dialect(name), "Orders", "orders")) << name;
    EXPECT_TRUE(same_name(dialect(name), "Orders", "Orders")) << name;
  }
}

TEST(LiteralStatementTest, quotes_backslashes_and_lines_stay_inside) {
  struct Row {
    std::string_view dialect;
    std::string_view text;
    std::string_view literal;
  };
  const std::vector<Row> rows = {
      {"duckdb", "it's\\\n", "'it''s\\\n'"},
      {"postgres", "it's\\", "'it''s\\'"},
      {"trino", "it's\\", "'it''s\\'"},
      {"mysql", "it's\\", "'it''s\\\\'"},
      {"clickhouse", "it's\\", "'it''s\\\\'"},
      {"snowflake", "it's\\", "'it''s\\\\'"},
      {"redshift", "it's\\", "'it''s\\\\'"},
      {"bigquery", "it's\\\n\r", "'it\\'s\\\\\\n\\r'"},
      {"databricks", "it's\\", "'it\\'s\\\\'"},
      {"mysql", "\\'; DROP", "'\\\\''; DROP'"},
      {"bigquery", "\\'; DROP", "'\\\\\\'; DROP'"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(string_literal(dialect(row.dialect), row.text), row.literal) << row.dialect;
}

TEST(LiteralStatementTest, casts_use_the_names_an_engine_casts_to) {
  EXPECT_EQ(typed_literal(dialect("mysql"), "5", types::integer(32)), "CAST('5' AS SIGNED)");
  EXPECT_EQ(typed_literal(dialect("mysql"), "x", types::timestamp(3)), "CAST('x' AS DATETIME(3))");
  EXPECT_EQ(typed_literal(dialect("mysql"), "x", types::text(9)), "CAST('x' AS CHAR)");
  EXPECT_EQ(typed_literal(dialect("bigquery"), "5", types::integer(64)), "CAST('5' AS INT64)");
  EXPECT_EQ(project_null(dialect("mysql"), "a", types::integer(32)).expression, "NULL");
  EXPECT_EQ(project_null(dialect("clickhouse"), "a", types::list_of(types::integer(32))).expression,
            "NULL");
}

}  // namespace
}  // namespace leeway::dialects
