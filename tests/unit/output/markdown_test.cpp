#include <gtest/gtest.h>

#include "golden.h"
#include "output/markdown.h"
#include "samples.h"

namespace leeway::output {
namespace {

TEST(Markdown, equals_the_golden_files) {
  expect_golden("run.md", to_markdown(samples::full_run()));
  expect_golden("plan.md", to_markdown(samples::full_plan()));
  expect_golden("drift.md", drift_to_markdown(samples::full_plan()));
}

pipeline::RunReport large_run() {
  auto report = samples::full_run();
  for (int i = 0; i < 3000; ++i) {
    auto table = samples::evolved_outcome();
    table.plan.target.table = "orders_" + std::to_string(i);
    table.rows_copied = i + 1;
    report.tables.push_back(table);
  }
  return report;
}

TEST(Markdown, keeps_to_the_size_and_says_what_it_leaves_out) {
  const auto report = large_run();
  for (const std::size_t size : {std::size_t{2000}, std::size_t{5000}, comment_bytes}) {
    const auto text = to_markdown(report, size);
    EXPECT_LE(text.size(), size);
    EXPECT_NE(text.find("left out here"), std::string::npos);
  }
}

TEST(Markdown, the_same_drift_of_many_tables_is_one_row) {
  pipeline::RunReport report;
  for (int i = 0; i < 3000; ++i) {
    auto table = samples::evolved_outcome();
    table.plan.target.table = "orders_" + std::to_string(i);
    report.tables.push_back(table);
  }
  const auto text = to_markdown(report);
  EXPECT_LT(text.size(), 3000U);
  EXPECT_NE(text.find(" and 2,990 more"), std::string::npos) << text;
}

TEST(Markdown, cuts_the_least_important_first) {
  const auto text = to_markdown(large_run(), 5000);
  EXPECT_NE(text.find("query-rejected"), std::string::npos);
  EXPECT_NE(text.find("`require_review`"), std::string::npos);
  EXPECT_NE(text.find("`drop_and_recreate`"), std::string::npos);
}

TEST(Markdown, a_large_plan_keeps_to_the_size_with_balanced_blocks) {
  auto plan = samples::full_plan();
  for (int i = 0; i < 2000; ++i) plan.tables.push_back(samples::evolving_plan());
  const auto text = to_markdown(plan);
  EXPECT_LE(text.size(), comment_bytes);
  const auto count = [&](std::string_view part) {
    long long found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<details>"), count("</details>"));
  EXPECT_EQ(count("```") % 2, 0);
}

TEST(Markdown, names_cannot_break_the_table) {
  pipeline::RunReport report;
  auto table = samples::rebuilt_outcome();
  table.plan.target.table = "a|b`c\n</details>";
  table.drift[0].reason = "x | y\n# z";
  report.tables = {table};
  const auto text = to_markdown(report);
  EXPECT_EQ(text.find("a|b"), std::string::npos);
  EXPECT_EQ(text.find("\n#z"), std::string::npos);
  EXPECT_EQ(text.find("\n# z"), std::string::npos);
  EXPECT_EQ(text.find("</details>"), std::string::npos);
}

}  // namespace
}  // namespace leeway::output
