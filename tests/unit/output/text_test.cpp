#include <gtest/gtest.h>

#include "output/comment.h"
#include "output/page.h"
#include "output/summary.h"
#include "output/unicode.h"

namespace leeway::output {
namespace {

TEST(Unicode, one_line_is_safe_to_show) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"plain", "plain"},
      {"caf\xc3\xa9 \xe6\x9d\xb1", "caf\xc3\xa9 \xe6\x9d\xb1"},
      {"a\nb\tc\r", "a\\nb\\tc\\r"},
      {"\x1b[31m", "\\x1b[31m"},
      {std::string("\0", 1), "\\x00"},
      {"\x9b", "\\x9b"},                    // a lone byte
      {"\xc2\x9b", "\\x9b"},                // the C1 control itself
      {"\xc0\xaf", "\\xc0\\xaf"},           // overlong
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},  // a surrogate
      {"\xe2\x82", "\\xe2\\x82"},           // cut
      {"\xe2\x80\xaetxt", "\\u202etxt"},    // right-to-left override
      {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
  };
  for (const auto& [text, safe] : cases) EXPECT_EQ(one_line(text), safe);
}

TEST(Unicode, many_lines_keeps_lines_and_tabs_only) {
  EXPECT_EQ(many_lines("a\n\tb\r\x1b"), "a\n\tb\\r\\x1b");
}

TEST(Unicode, width_counts_columns) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("caf\xc3\xa9"), 4U);
  EXPECT_EQ(display_width("e\xcc\x81"), 1U);
  EXPECT_EQ(display_width("\xe6\x9d\xb1"), 2U);
  EXPECT_EQ(display_width("\x1b[31mred\x1b[0m"), 3U);
}

TEST(Unicode, clip_ends_between_characters) {
  EXPECT_EQ(clip("caf\xc3\xa9", 4), "caf");
  EXPECT_EQ(clip("caf\xc3\xa9", 5), "caf\xc3\xa9");
}

TEST(Page, wraps_under_the_text) {
  Page page(Style{false, 20});
  page.wrapped("  key: ", "one two three four");
  EXPECT_EQ(page.finished(), "  key: one two three\n       four\n");
}

TEST(Page, a_long_word_stays_whole) {
  Page page(Style{false, 10});
  page.wrapped("  ", "a warehouse.staging.orders b");
  EXPECT_EQ(page.finished(), "  a\n  warehouse.staging.orders\n  b\n");
}

TEST(Page, a_lead_without_room_for_text_gets_a_line_of_its_own) {
  Page page(Style{false, 30});
  page.wrapped("  warehouse.staging.orders  ", "one two three four five");
  EXPECT_EQ(page.finished(), "  warehouse.staging.orders\n      one two three four five\n");
}

TEST(Page, the_last_cell_wraps_under_itself) {
  Page page(Style{false, 30});
  page.columns_and_text("  ", {{"a", "one two three four five six"}, {"bb", "seven"}});
  EXPECT_EQ(page.finished(), "  a   one two three four five\n      six\n  bb  seven\n");
}

TEST(Page, colors_only_where_the_style_has_them) {
  EXPECT_EQ(Page(Style{false, 80}).paint(Paint::red, "x"), "x");
  EXPECT_EQ(Page(Style{true, 80}).paint(Paint::red, "x"), "\x1b[31mx\x1b[0m");
}

TEST(Page, columns_leave_no_trailing_blanks) {
  Page page(Style{});
  page.columns({{"a", "1"}, {"long", ""}}, {Page::Align::left, Page::Align::right});
  EXPECT_EQ(page.finished(), "a     1\nlong\n");
}

TEST(Summary, durations) {
  EXPECT_EQ(duration_text(340), "340 ms");
  EXPECT_EQ(duration_text(1234), "1.2 s");
  EXPECT_EQ(duration_text(59960), "1 min 0 s");
  EXPECT_EQ(duration_text(192000), "3 min 12 s");
  EXPECT_EQ(duration_text(3720000), "1 h 2 min");
}

TEST(Markdown, text_cannot_become_markup) {
  EXPECT_EQ(markdown_text("a|b `c` <b> @team #1\n*x*"),
            "a\\|b \\`c\\` &lt;b> &#64;team &#35;1\\\\n\\*x\\*");
  EXPECT_EQ(markdown_text(std::string(5000, 'x')).size(), 1003U);
}

TEST(Markdown, code_spans_hold_anything) {
  EXPECT_EQ(code_span("orders"), "`orders`");
  EXPECT_EQ(code_span("a`b"), "``a`b``");
  EXPECT_EQ(code_span("`a"), "`` `a ``");
  EXPECT_EQ(code_span("a|b"), "<code>a\\|b</code>");
}

TEST(Markdown, a_fence_is_longer_than_the_backticks_in_it) {
  EXPECT_EQ(code_block("SELECT '```'", "sql"), "````sql\nSELECT '```'\n````\n");
}

}  // namespace
}  // namespace leeway::output
