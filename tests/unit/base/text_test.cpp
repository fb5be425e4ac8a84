#include "base/text.h"

#include <limits>

#include <gtest/gtest.h>

namespace leeway {
namespace {

using Words = std::vector<std::string>;

TEST(Text, case_is_folded_in_ascii_only) {
  EXPECT_EQ(to_lower("ORDERS_Ä1"), "orders_Ä1");
  EXPECT_EQ(to_upper("orders_ä1"), "ORDERS_ä1");
  EXPECT_TRUE(equal_ignoring_case("Orders", "oRDERS"));
  EXPECT_FALSE(equal_ignoring_case("orders", "order"));
  EXPECT_FALSE(equal_ignoring_case("@", "`"));
}

TEST(Text, trim) {
  EXPECT_EQ(trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(trim("ab"), "ab");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Text, split_keeps_empty_parts) {
  EXPECT_EQ(split("a,,b", ","), (Words{"a", "", "b"}));
  EXPECT_EQ(split("", ","), Words{""});
  EXPECT_EQ(split(",", ","), (Words{"", ""}));
  EXPECT_EQ(split("a__b___c", "__"), (Words{"a", "b", "_c"}));
}

TEST(Text, join_is_the_way_back) {
  EXPECT_EQ(join(Words{"a", "", "b"}, ", "), "a, , b");
  EXPECT_EQ(join(Words{}, ","), "");
}

TEST(Text, replace_all_goes_once_from_left_to_right) {
  EXPECT_EQ(replace_all("aaa", "a", "aa"), "aaaaaa");
  EXPECT_EQ(replace_all("aaa", "aa", "b"), "ba");
  EXPECT_EQ(replace_all("abc", "", "x"), "abc");
}

TEST(Text, glob) {
  struct Case {
    std::string pattern, text;
    bool matches;
  };
  const std::vector<Case> cases{
      {"*", "", true},
      {"", "", true},
      {"", "a", false},
      {"a*", "abc", true},
      {"*c", "abc", true},
      {"a*c", "ac", true},
      {"a*b*c", "aXbYbZc", true},
      {"a*b*c", "aXcYb", false},
      {"?", "", false},
      {"?", "ab", false},
      {"a?c", "abc", true},
      {"ORD*", "orders", false},
      {"raw_*", "raw", false},
      {"**", "x", true},
      {"a.c", "abc", false},
      {"*aab", "aaaaaab", true},
      {"[a]", "a", false},
  };
  for (const auto& [pattern, text, matches] : cases)
    EXPECT_EQ(glob_match(pattern, text), matches) << pattern << " on " << text;
  // Backtracking stays linear in each star.
  EXPECT_FALSE(glob_match("*a*a*a*a*a*a*a*a*b", std::string(5000, 'a')));
}

TEST(Text, has_glob) {
  EXPECT_TRUE(has_glob("raw_*"));
  EXPECT_TRUE(has_glob("raw_?"));
  EXPECT_FALSE(has_glob("raw_[a]"));
}

TEST(Text, nearest_is_a_likely_misspelling_or_nothing) {
  const Words kinds{"incremental", "full_refresh", "merge", "view"};
  EXPECT_EQ(nearest("incremntal", kinds), "incremental");
  EXPECT_EQ(nearest("MERGE", kinds), "merge");
  EXPECT_EQ(nearest("vew", kinds), "view");
  EXPECT_EQ(nearest("snapshot", kinds), "");
  EXPECT_EQ(nearest("x", Words{}), "");
  EXPECT_EQ(nearest("ab", Words{"ax", "ab"}), "ab");
}

TEST(Text, did_you_mean) {
  EXPECT_EQ(did_you_mean("merg", Words{"merge"}), ". Did you mean 'merge'?");
  EXPECT_EQ(did_you_mean("snapshot", Words{"merge"}), "");
}

TEST(Text, thousands) {
  const std::vector<std::pair<long long, std::string>> cases{
      {0, "0"},
      {999, "999"},
      {1000, "1,000"},
      {-999, "-999"},
      {-1000, "-1,000"},
      {-123456, "-123,456"},
      {1234567, "1,234,567"},
      {std::numeric_limits<long long>::min(), "-9,223,372,036,854,775,808"},
  };
  for (const auto& [number, text] : cases) EXPECT_EQ(with_thousands(number), text);
}

TEST(Text, counted) {
  EXPECT_EQ(counted(1, "table"), "1 table");
  EXPECT_EQ(counted(0, "table"), "0 tables");
  EXPECT_EQ(counted(12345, "row"), "12,345 rows");
}

TEST(Text, printable_leaves_nothing_that_drives_a_terminal) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"plain 'text' \\", "plain 'text' \\"},
      {"a\nb\r\tc", "a\\nb\\r\\tc"},
      {"\x1b[31mred\x7f", "\\x1b[31mred\\x7f"},
      {std::string("a\0b", 3), "a\\x00b"},
      {"\xc2\x9b"
       "31m",
       "\\xc2\\x9b31m"},
      {"a\xe2\x80\xa8"
       "b\xe2\x80\xae"
       "c\xe2\x81\xa6",
       "a\\xe2\\x80\\xa8b\\xe2\\x80\\xaec\\xe2\\x81\\xa6"},
      {"naïve ☃ “q” €", "naïve ☃ “q” €"},
      {"\xc2", "\xc2"},
      {"", ""},
  };
  for (const auto& [text, wanted] : cases) EXPECT_EQ(printable(text), wanted);
}

TEST(Text, sentences_end_once) {
  EXPECT_EQ(sentences({"It failed", "Nothing was written"}), "It failed. Nothing was written");
  EXPECT_EQ(sentences({"Did you mean 'x'?", "Try", ""}), "Did you mean 'x'? Try");
  EXPECT_EQ(sentences({"It depends.", "Left."}), "It depends. Left.");
}

TEST(Text, a_verb_goes_with_its_number) {
  EXPECT_EQ(counted_with(1, "row", "fails", "fail"), "1 row fails");
  EXPECT_EQ(counted_with(2000, "row", "fails", "fail"), "2,000 rows fail");
}

}  // namespace
}  // namespace leeway
