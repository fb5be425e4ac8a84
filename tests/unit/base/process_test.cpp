#include "base/process.h"

#include <gtest/gtest.h>

namespace leeway {
namespace {

TEST(RunProcess, GivesOutputErrorsAndExitCode) {
  const auto run = run_process({"sh", "-c", "echo out; echo err >&2; exit 3"});
  ASSERT_TRUE(run) << run.error().text();
  EXPECT_EQ(*run, (ProcessResult{3, "out\n", "err\n"}));
}

TEST(RunProcess, ArgumentsReachTheProgramAsTheyAre) {
  const auto run = run_process({"printf", "%s|", "a b", "$HOME", "'; rm -rf x", ""});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->output, "a b|$HOME|'; rm -rf x||");
}

TEST(RunProcess, MegabytesGoInAndOutAtOnce) {
  const std::string input(5'000'000, 'x');
  const auto run = run_process({"cat"}, input);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->output.size(), input.size());
  EXPECT_EQ(run->output, input);
}

TEST(RunProcess, AProgramThatReadsNothingIsNoTrouble) {
  const auto run = run_process({"true"}, std::string(5'000'000, 'x'));
  ASSERT_TRUE(run);
  EXPECT_EQ(run->exit_code, 0);
}

TEST(RunProcess, AnEmptyInputEnds) {
  const auto run = run_process({"cat"});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->output, "");
}

TEST(RunProcess, TheEnvironmentIsAddedTo) {
  const auto run = run_process({"sh", "-c", "echo $LEEWAY_PROCESS_TEST; test -n \"$PATH\""}, {},
                               {{"LEEWAY_PROCESS_TEST", "here"}});
  ASSERT_TRUE(run);
  EXPECT_EQ(*run, (ProcessResult{0, "here\n", ""}));
}

TEST(RunProcess, ASignalIsTold) {
  const auto run = run_process({"sh", "-c", "kill -9 $$"});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->exit_code, 137);
}

TEST(RunProcess, NoSuchProgramIsNotFound) {
  const auto run = run_process({"leeway-no-such-program"});
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace leeway
