#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/config/rich.h"

namespace leeway::config {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view literal_secret = "literal-pass-word";
constexpr std::string_view environment_secret = "env-secret-value";

// Reads a damaged text: whatever comes out is findings, and the secrets are not among them.
void expect_contained(const std::string& text) {
  const auto outcome = read_text(text, rich_variables);
  const std::string seen = outcome.everything();
  ASSERT_THAT(seen, Not(HasSubstr(std::string(literal_secret))));
  ASSERT_THAT(seen, Not(HasSubstr(std::string(environment_secret))));
  ASSERT_EQ(outcome.validation.valid, outcome.errors().empty());
}

TEST(Robustness, survives_prefixes) {
  for (std::size_t length = 0; length <= rich_project.size(); length += 2)
    expect_contained(rich_project.substr(0, length));
}

TEST(Robustness, survives_missing_bytes) {
  for (std::size_t at = 0; at < rich_project.size(); at += 3)
    expect_contained(std::string(rich_project).erase(at, 1));
}

TEST(Robustness, survives_changed_bytes) {
  std::mt19937 random(1);
  const std::string bytes("\0\x01\x7f\x80\xff\xc3\"'[]{}=.,#\n\r\t \\$-0aZ_:", 29);
  for (int round = 0; round < 1500; ++round) {
    std::string text = rich_project;
    for (int change = 0; change < 1 + round % 3; ++change)
      text[random() % text.size()] = bytes[random() % bytes.size()];
    expect_contained(text);
  }
}

TEST(Robustness, survives_moved_lines) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < rich_project.size();) {
    const auto end = rich_project.find('\n', start) + 1;
    lines.push_back(rich_project.substr(start, end - start));
    start = end;
  }
  std::mt19937 random(2);
  for (int round = 0; round < 500; ++round) {
    auto moved = lines;
    for (int change = 0; change < 3; ++change)
      std::swap(moved[random() % moved.size()], moved[random() % moved.size()]);
    std::string text;
    for (const auto& line : moved) text += line;
    expect_contained(text);
  }
}

TEST(Robustness, deep_nesting_is_an_error) {
  const auto repeat = [](std::string_view part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
  };
  const std::vector<std::string> texts{
      repeat("a.", 100'000) + "a = 1",
      "[" + repeat("a.", 100'000) + "a]",
      "[" + repeat("\"x y\" . ", 100'000) + "a]",
      "a = " + repeat("[", 100'000) + repeat("]", 100'000),
      "a = " + repeat("{a=", 100'000) + "1" + repeat("}", 100'000),
      "a = " + repeat("{a.a.a.a.a.a.a.a=", 200) + "1" + repeat("}", 200),
      repeat("[", 100'000),
  };
  for (const auto& text : texts) {
    const auto outcome = read_text(text);
    EXPECT_FALSE(outcome.validation.valid);
    EXPECT_EQ(outcome.validation.findings.at(0).code, "V001");
  }
}

TEST(Robustness, long_prose_is_not_taken_for_a_key) {
  std::string prose = "# ";
  for (int i = 0; i < 100; ++i) prose += "see e.g. a.b.c. and so on. ";
  EXPECT_TRUE(read_text(prose + "\n" + small_project()).validation.valid);
}

TEST(Robustness, secrets_stay_out_of_every_error) {
  const std::vector<std::string> broken{
      "[adapter]\ntype = \"duckdb\"\npassword = \"literal-pass-word\"\npassword = 1",
      "[adapter]\ntype = \"duckdb\"\npassword = literal-pass-word",
      "[adapter]\ntype = \"duckdb\"\npassword = 1234567890123456789012",
      "adapter = { type = \"duckdb\", password = 'literal-pass-word }",
      "[adapter]\ntype = \"duckdb\"\npasword = \"${USER_TOKEN}\"",
      "[adapter]\ntype = \"${USER_TOKEN}\"",
      "[adapter]\ntype = \"duckdb\"\nkind = \"${USER_TOKEN}\"",
      "[adapter]\ntype = \"duckdb\"\ntimeout_secs = \"${USER_TOKEN}\"",
      small_project("prune_unchanged = \"${USER_TOKEN}\""),
      small_project("timestamp_column = \"${USER_TOKEN}\"\nmerge_keys = \"${USER_TOKEN}\""),
      small_project("type = \"${USER_TOKEN}\""),
      small_project("depends_on = [\"${USER_TOKEN}\"]"),
      small_project("source.adapter = \"${USER_TOKEN}\""),
      small_project("metadata_columns = [{ name = \"a\", type = \"b\", value = \"{${USER_TOKEN}}\""
                    " }]"),
      small_project("", "[[pipeline.raw.checks.assertions]]\ntype = \"${USER_TOKEN}\""),
      small_project("", "[policy]\nversion = \"${USER_TOKEN}\""),
  };
  for (const auto& text : broken) {
    const auto outcome = read_text(text, rich_variables);
    EXPECT_FALSE(outcome.validation.valid) << text;
    expect_contained(text);
    EXPECT_THAT(outcome.everything(), Not(HasSubstr("1234567890123"))) << text;
  }
}

}  // namespace
}  // namespace leeway::config
