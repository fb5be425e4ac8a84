#include "output/print_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "golden.h"
#include "output/print_json.h"
#include "support/schema_check.h"

namespace leeway::output {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const auto schemas = std::filesystem::path(LEEWAY_SOURCE_DIR) / "schemas";

// A document as the commands print it: one entry a connection.
std::string document_of(std::vector<print::Value> entries) {
  print::Value list = print::make_list();
  list.items = std::move(entries);
  print::Value document = print::make_map();
  document.set("connections", std::move(list));
  return value_to_json(document);
}

print::CheckReport failing() {
  print::CheckReport report;
  report.tables = 3;
  report.structure = {{"stats.null-rate-mismatch", true, "shop/main/a/statistics.yaml::columns.id",
                       "0.5 is not 1 of 4 rows", "§2.2"},
                      {"ddl.missing-trailing-newline", false, "shop/main/a/ddl.sql",
                       "the last line has no end", "§2.4"}};
  report.stale = {{"shop.main.a", "2024-01-01T00:00:00Z", 9.5, 7},
                  {"shop.main.b", "yesterday", std::nullopt, 7}};
  report.assertions = {{"assertion.accepted-values-violated", true,
                        "assertions.shop.tables.shop.main.a.columns.state.accepted_values",
                        "expected one of open, paid; 1 value found besides: lost\nfound",
                        "ASSERTIONS.md §2"}};
  report.online_skipped = "the committed print is malformed";
  return report;
}

print::CheckReport drifted() {
  print::CheckReport report;
  report.tables = 3;
  report.online.emplace();
  report.online->reading.failed = {{"shop.main.c", fail(ErrorCode::io, "it broke").error()}};
  report.drift = {{"drift.schema-changed", true, "shop.main.a.id",
                   "column_type_changed: INTEGER -> BIGINT", "ASSERTIONS.md §4"}};
  print::DistributionFinding finding;
  finding.table = "shop.main.a";
  finding.column = "state";
  finding.value = 0.4;
  finding.threshold = 0.2;
  finding.drifted = true;
  report.distribution = {finding};
  return report;
}

TEST(PrintReport, Check) {
  expect_golden("print_check.txt", check_to_text(failing(), "shop", 6, {}) + "\n" +
                                       check_to_text(drifted(), "shop", 5, {}));
  expect_golden("print_check.md", check_to_markdown(failing(), "shop", 6));
  const auto text =
      document_of({check_document(failing(), "shop", 6), check_document(drifted(), "shop", 5)});
  expect_golden("print_check.json", text);
  EXPECT_EQ(testing::schema_error(schemas / "print-check.schema.json", text), std::nullopt);
}

TEST(PrintReport, ACheckThatFindsNothing) {
  print::CheckReport report;
  report.tables = 3;
  EXPECT_EQ(check_to_text(report, "shop", 0, {}), "shop: 3 tables well-formed and fresh\n");
  const auto text = document_of({check_document(report, "shop", 0)});
  EXPECT_EQ(testing::schema_error(schemas / "print-check.schema.json", text), std::nullopt);
}

TEST(PrintReport, AnUnknownAgeIsNoZero) {
  EXPECT_THAT(check_to_text(failing(), "shop", 2, {}), Not(HasSubstr("0.0 days")));
  EXPECT_THAT(document_of({check_document(failing(), "shop", 2)}), HasSubstr("\"age_days\": null"));
}

TEST(PrintReport, ManyFindingsAreCounted) {
  print::CheckReport report;
  for (int i = 0; i < 1000; ++i)
    report.structure.push_back({"ddl.empty-file", true, "t" + std::to_string(i), "empty", "§2.4"});
  const auto text = check_to_text(report, "shop", 1, {});
  EXPECT_THAT(text, HasSubstr("1,000 errors"));
  EXPECT_THAT(text, HasSubstr("more (see --format json)"));
}

TEST(PrintReport, List) {
  const std::vector<print::Overview> overviews{
      {"shop", "duckdb", "2024-01-10T12:00:00Z", "0.1.0", 1200, 1000, 150, 50, 3},
      {"other", "postgres", "2024-01-10T12:00:00Z", "0.9.0", 0, 0, 0, 0, 0}};
  expect_golden("print_list.txt", overviews_to_text(overviews, {}));
  const auto text = document_of({encode_overview(overviews[0]), encode_overview(overviews[1])});
  expect_golden("print_list.json", text);
  EXPECT_EQ(testing::schema_error(schemas / "print-list.schema.json", text), std::nullopt);
}

}  // namespace
}  // namespace leeway::output
