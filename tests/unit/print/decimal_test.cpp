#include "print/decimal.h"

#include <gtest/gtest.h>

namespace leeway::print {
namespace {

TEST(Decimal, subtracts_every_digit) {
  struct Case {
    const char* a;
    const char* b;
    const char* difference;
  };
  for (const Case& c :
       {Case{"7", "5", "2"}, Case{"5", "7", "-2"}, Case{"5", "5", "0"}, Case{"-5", "-5", "0"},
        Case{"-5", "3", "-8"}, Case{"5", "-3", "8"}, Case{"-3", "-5", "2"}, Case{"100", "1", "99"},
        Case{"0.3", "0.1", "0.2"}, Case{"1", "0.25", "0.75"}, Case{"1.50", "0.5", "1.0"},
        Case{"0.1", "0.10", "0.0"}, Case{"-0.5", "0", "-0.5"},
        Case{"170141183460469231731687303715884105727", "170141183460469231731687303715884105726",
             "1"},
        Case{"-170141183460469231731687303715884105728", "1",
             "-170141183460469231731687303715884105729"},
        Case{"99999999999999999999999999999999.000001", "99999999999999999999999999999998.999999",
             "0.000002"}})
    EXPECT_EQ(subtract(c.a, c.b), c.difference) << c.a << " - " << c.b;
}

TEST(Decimal, has_no_difference_without_two_finite_numbers) {
  for (const char* text : {".nan", ".inf", "-.inf", "", ".", "x", "1e3"}) {
    EXPECT_EQ(subtract(text, "1"), std::nullopt) << text;
    EXPECT_EQ(subtract("1", text), std::nullopt) << text;
  }
}

TEST(Decimal, spells_one_number_one_way) {
  EXPECT_EQ(normalized_number("007.50"), "7.5");
  EXPECT_EQ(normalized_number("7.0"), "7");
  EXPECT_EQ(normalized_number("-0.0"), "0");
  EXPECT_EQ(normalized_number("-0.10"), "-0.1");
  EXPECT_EQ(normalized_number(".nan"), ".nan");
}

}  // namespace
}  // namespace leeway::print
