#include <gtest/gtest.h>

#include "pipeline/report.h"
#include "samples.h"

namespace leeway::pipeline {
namespace {

TEST(Names, counts_of_a_report) {
  const auto report = output::samples::full_run();
  EXPECT_EQ(report.tables_copied(), 4);
  EXPECT_EQ(report.tables_failed(), 2);
}

TEST(Names, counts_of_a_plan) {
  const auto plan = output::samples::full_plan();
  EXPECT_EQ(tables_drifted(plan), 2);
  EXPECT_EQ(tables_checked(plan), 3);
}

TEST(Names, the_worst_of_a_doctor) {
  DoctorReport report;
  EXPECT_EQ(report.worst(), "ok");
  report.checks = {{"a", "ok", "", 0}, {"b", "warn", "", 0}};
  EXPECT_EQ(report.worst(), "warn");
  report.checks.push_back({"c", "error", "", 0});
  EXPECT_EQ(report.worst(), "error");
}

}  // namespace
}  // namespace leeway::pipeline
