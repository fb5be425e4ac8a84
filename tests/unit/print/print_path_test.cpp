#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "print/files.h"

namespace leeway::print {
namespace {

using testing::HasSubstr;

TEST(PrintPath, IsTheLowerCaseNameByItsParts) {
  EXPECT_EQ(print_path({"Shop", "main", "Orders_2"}), "shop/main/orders_2");
  EXPECT_EQ(print_path({"0a", "_b", "c-d.e"}), "0a/_b/c-d.e");
}

TEST(PrintPath, OtherNamesAreRefusedWithTheFormatsReason) {
  struct Case {
    const char* part;
    const char* reason;
  };
  for (const auto& [part, reason] : std::vector<Case>{
           {"", "contains-unsafe-character"},
           {"-a", "contains-unsafe-character"},
           {"a b", "contains-unsafe-character"},
           {"a/b", "contains-unsafe-character"},
           {"a\\b", "contains-unsafe-character"},
           {"caf\xc3\xa9", "contains-unsafe-character"},
           {"a\nb", "contains-unsafe-character"},
           {"a$", "contains-unsafe-character"},
           {"a\x7f", "contains-unsafe-character"},
           {".", "leading-period"},
           {"..", "leading-period"},
           {".a", "leading-period"},
       }) {
    const auto path = print_path({"shop", "main", part});
    ASSERT_FALSE(path) << part;
    EXPECT_EQ(path.error().code, ErrorCode::config);
    EXPECT_THAT(path.error().message, HasSubstr(std::string("\n  Reason: ") + reason + "\n"));
  }
}

TEST(PrintPath, TheRefusalHasTheFormatsFourParts) {
  const Error error = rejected_identifier("shop.main.A b", "a-reason", "a detail");
  EXPECT_THAT(error.message,
              testing::StartsWith("ERROR: Table identifier rejected: shop.main.A b\n"
                                  "  Reason: a-reason\n  Detail: a detail\n  Resolution: "));
  EXPECT_THAT(error.message, HasSubstr("exclude:"));
  EXPECT_EQ(std::ranges::count(error.message, '\n'), 3);
  EXPECT_EQ(std::ranges::count(rejected_identifier("a\nb", "r", "d").message, '\n'), 3);
}

TEST(ReadingGuide, CoversWhatTheFormatAsksFor) {
  const std::string guide = reading_guide();
  for (const char* const part :
       {"foreign_key_candidate", "categorical", "unsupported", "## Traps", "## A way through it",
        "## Writing queries", "## Further signals", "null_patterns", "redacted"})
    EXPECT_THAT(guide, HasSubstr(part));
  EXPECT_TRUE(guide.ends_with("\n"));
  EXPECT_EQ(guide, reading_guide());
}

}  // namespace
}  // namespace leeway::print
