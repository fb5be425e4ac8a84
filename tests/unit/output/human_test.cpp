#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "golden.h"
#include "output/human.h"
#include "output/unicode.h"
#include "samples.h"

namespace leeway::output {
namespace {

const Style plain{false, 80};

std::vector<std::pair<std::string, std::string>> all_texts(const Style& style) {
  return {{"run.txt", to_text(samples::full_run(), style)},
          {"plan.txt", to_text(samples::full_plan(), style)},
          {"drift.txt", drift_to_text(samples::full_plan(), style)},
          {"discover.txt", to_text(samples::discovery(), style)},
          {"validate.txt", to_text(samples::validation(), style)},
          {"state.txt", to_text(samples::state(), style)},
          {"history.txt", to_text(samples::history(), style)},
          {"model_history.txt", to_text(samples::model_history(), style)},
          {"doctor.txt", to_text(samples::doctor(), style)},
          {"quiet_run.txt", to_text(samples::quiet_run(1000), style)}};
}

TEST(Human, equals_the_golden_files) {
  for (const auto& [name, text] : all_texts(plain)) expect_golden(name, text);
}

TEST(Human, has_no_trailing_blanks_and_no_colors_unless_asked) {
  for (const auto& [name, text] : all_texts(plain)) {
    EXPECT_EQ(text.find(" \n"), std::string::npos) << name;
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << name;
    EXPECT_TRUE(text.ends_with('\n') && !text.ends_with("\n\n")) << name;
  }
}

TEST(Human, colors_change_nothing_but_colors) {
  const auto colored = all_texts(Style{true, 80});
  const auto uncolored = all_texts(plain);
  for (std::size_t i = 0; i < colored.size(); ++i) {
    const auto lines = split(colored[i].second, "\n");
    const auto wanted = split(uncolored[i].second, "\n");
    ASSERT_EQ(lines.size(), wanted.size()) << colored[i].first;
    for (std::size_t line = 0; line < lines.size(); ++line)
      EXPECT_EQ(display_width(lines[line]), display_width(wanted[line])) << wanted[line];
  }
}

TEST(Human, sentences_keep_to_the_width) {
  for (const auto& line : split(to_text(samples::full_run(), plain), "\n"))
    EXPECT_LE(display_width(line), 80U) << line;
}

TEST(Human, a_thousand_quiet_tables_are_a_few_lines) {
  const auto text = to_text(samples::quiet_run(1000), plain);
  EXPECT_LT(std::ranges::count(text, '\n'), 5);
}

pipeline::RunReport thousand_failures(const std::function<std::string(int)>& message) {
  pipeline::RunReport report;
  report.status = pipeline::RunStatus::failure;
  for (int i = 0; i < 1000; ++i)
    report.errors.push_back(samples::error_of(samples::table_plan("t" + std::to_string(i)),
                                              "transient", {ErrorCode::transient, message(i), ""}));
  return report;
}

TEST(Human, the_same_failure_of_many_tables_is_told_once) {
  const auto report = thousand_failures([](int i) {
    return "source table 'warehouse.raw__orders.t" + std::to_string(i) + "' is busy";
  });
  const auto text = to_text(report, plain);
  EXPECT_LT(std::ranges::count(text, '\n'), 10) << text;
  EXPECT_NE(text.find("999 more tables"), std::string::npos) << text;
}

TEST(Human, the_same_notice_of_many_tables_is_told_once) {
  pipeline::RunReport report;
  for (int i = 0; i < 45; ++i) {
    auto table = samples::evolved_outcome();
    table.drift.clear();
    table.plan.drift.clear();
    table.plan.target.table = "t" + std::to_string(i);
    table.plan.notices = {"column 'k' is no longer in the source"};
    table.status = pipeline::TableStatus::up_to_date;
    report.tables.push_back(table);
  }
  const auto text = to_text(report, plain);
  EXPECT_LT(std::ranges::count(text, '\n'), 9) << text;
  EXPECT_NE(text.find("45 tables: "), std::string::npos) << text;
  EXPECT_NE(text.find(" and 40 more"), std::string::npos) << text;
}

TEST(Human, a_long_list_of_changes_is_folded) {
  auto plan = samples::full_plan();
  plan.tables = {samples::table_plan("wide")};
  auto action = samples::widened("wide");
  action.changes.assign(1500, action.changes.front());
  action.reason.assign(60000, 'x');
  plan.tables.front().drift = {action};
  for (const auto& text : {drift_to_text(plan, plain), to_text(plan, plain)}) {
    EXPECT_NE(text.find("1,490"), std::string::npos);
    EXPECT_EQ(text.find("xxx"), std::string::npos);
    EXPECT_LT(std::ranges::count(text, '\n'), 60) << text;
  }
}

TEST(Human, statements_of_one_purpose_are_folded) {
  auto plan = samples::full_plan();
  const auto table = samples::table_plan("wide");
  plan.tables = {table};
  plan.tables.front().statements.assign(
      300, {pipeline::Purpose::alter_column_type, table.target, "ALTER", ""});
  const auto text = to_text(plan, plain);
  EXPECT_NE(text.find("290 more statements"), std::string::npos) << text;
}

TEST(Human, tables_that_were_not_reached_are_named) {
  pipeline::RunReport report;
  report.status = pipeline::RunStatus::failure;
  for (int i = 0; i < 25; ++i) {
    pipeline::TableOutcome outcome;
    outcome.plan = samples::table_plan("t" + std::to_string(i));
    outcome.status = pipeline::TableStatus::skipped;
    report.tables.push_back(outcome);
  }
  const auto text = to_text(report, plain);
  EXPECT_NE(text.find("warehouse.staging.t9 and"), std::string::npos) << text;
  EXPECT_NE(text.find("15 more"), std::string::npos) << text;
}

TEST(Human, a_plan_without_a_copy_is_not_offered) {
  auto plan = samples::full_plan();
  for (auto& table : plan.tables) table.disposition = pipeline::Disposition::failed;
  EXPECT_EQ(to_text(plan, plain).find("leeway apply"), std::string::npos);
}

TEST(Human, a_table_that_failed_is_told_once_in_a_drift_report) {
  auto plan = samples::full_plan();
  auto table = samples::table_plan("t");
  table.drift_checked = false;
  table.disposition = pipeline::Disposition::failed;
  table.error = Error{ErrorCode::unreadable, "gone", ""};
  plan.tables = {table};
  const auto text = drift_to_text(plan, plain);
  EXPECT_EQ(text.find("gone"), text.rfind("gone")) << text;
}

TEST(Human, an_applied_plan_without_statements_claims_no_news) {
  auto report = samples::quiet_run(3);
  report.command = "apply";
  EXPECT_EQ(to_text(report, plain).find("Nothing new"), std::string::npos);
}

TEST(Human, a_long_watermark_is_cut) {
  auto report = samples::state();
  report.watermarks.front().value.assign(5000, 'w');
  report.sources = {"warehouse.raw__orders.orders"};
  const auto text = to_text(report, plain);
  EXPECT_LT(text.size(), 500U);
  EXPECT_NE(text.find("warehouse.raw__orders.orders"), std::string::npos);
}

TEST(Human, a_thousand_failures_are_cut_and_counted) {
  const auto report = thousand_failures([](int i) { return "busy " + std::to_string(i * 7919); });
  const auto text = to_text(report, plain);
  EXPECT_LT(std::ranges::count(text, '\n'), 60);
  EXPECT_NE(text.find("980 more tables"), std::string::npos);
}

TEST(Human, what_needs_review_comes_first) {
  const auto text = to_text(samples::full_run(), plain);
  EXPECT_LT(text.find("require_review"), text.find("drop_and_recreate"));
  EXPECT_LT(text.find("drop_and_recreate"), text.find("alter_column_types"));
}

TEST(Human, a_skipped_run_says_which_run_has_the_key) {
  pipeline::RunReport report;
  report.status = pipeline::RunStatus::skipped_idempotent;
  report.skipped_by_run_id = "run-1";
  report.idempotency_key = "nightly";
  EXPECT_EQ(to_text(report, plain),
            "Nothing done: run run-1 has finished the idempotency key 'nightly'\n");
}

TEST(Human, names_cannot_drive_the_terminal) {
  auto report = samples::full_run();
  for (auto& outcome : report.tables) {
    outcome.plan.target.table = "\x1b[2Jx\n\x9b";
    for (auto& action : outcome.drift) action.reason = "\x1b]0;title\x07\n";
  }
  report.errors[0].error.message = "line\nbreak \x1b[1m";
  const auto text = to_text(report, plain);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
}

TEST(Human, a_refused_change_that_became_a_rebuild_is_told) {
  pipeline::RunReport report;
  auto table = samples::evolved_outcome();
  table.fell_back = true;
  report.tables = {table};
  EXPECT_NE(to_text(report, plain).find("rebuilt from the source, 1,204 rows"), std::string::npos);
}

TEST(Human, a_sweep_says_what_it_would_do) {
  EXPECT_EQ(to_text(SweepReport{{1, 100}, true, 0}, plain), "Would delete 1 run, 100 kept\n");
  EXPECT_EQ(to_text(SweepReport{{2, 0}, false, 0}, plain), "Deleted 2 runs, 0 kept\n");
}

TEST(Human, an_empty_plan_has_nothing_to_apply) {
  pipeline::Plan plan;
  plan.pipeline = "orders";
  EXPECT_EQ(to_text(plan, plain), "Plan of pipeline 'orders': nothing to do\n");
}

TEST(Human, an_interrupted_run_tells_how_far_it_came_and_how_to_go_on) {
  auto report = samples::full_run();
  report.status = pipeline::RunStatus::interrupted;
  report.interrupted = true;
  const auto text = to_text(report, plain);
  EXPECT_TRUE(text.starts_with("Interrupted after 1.2 s: 4 of 7 tables finished"));
  EXPECT_NE(text.find("--resume run-20261130-233516-250"), std::string::npos);
}

}  // namespace
}  // namespace leeway::output
