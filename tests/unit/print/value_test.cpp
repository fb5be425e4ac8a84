#include "print/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <set>

#include "print/vocabulary.h"

namespace leeway::print {
namespace {

TEST(Value, MapsFindTheirEntries) {
  Value map = make_map();
  map.set("a", make_integer(1));
  map.set("b", make_string("x"));
  ASSERT_NE(map.find("b"), nullptr);
  EXPECT_EQ(*map.find("b"), make_string("x"));
  EXPECT_EQ(map.find("c"), nullptr);
  EXPECT_EQ(make_string("a").find("a"), nullptr);
  EXPECT_FALSE(map.is_scalar());
  EXPECT_TRUE(make_null().is_scalar());
}

TEST(Value, RealsArePositionalWithAPoint) {
  struct Case {
    double value;
    const char* text;
  };
  for (const auto& [value, text] : std::vector<Case>{
           {7, "7.0"},
           {0, "0.0"},
           {-0.25, "-0.25"},
           {1e-6, "0.000001"},
           {1250.5, "1250.5"},
           {0.1, "0.1"},
           {1e22, "10000000000000000000000.0"},
           {1e-20, "0.00000000000000000001"},
           {std::numeric_limits<double>::infinity(), ".inf"},
           {-std::numeric_limits<double>::infinity(), "-.inf"},
           {std::nan(""), ".nan"},
       })
    EXPECT_EQ(make_real(value).text, text);
}

TEST(Value, RealsReadBackAsTheyWere) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t bits = random();
    double value = 0;
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const Value made = make_real(value);
    EXPECT_EQ(to_double(made), value);
    EXPECT_NE(made.text.find('.'), std::string::npos);
    EXPECT_EQ(made.text.find_first_of("eE"), std::string::npos);
  }
}

TEST(Value, ToDoubleOfWhatIsNoDouble) {
  EXPECT_TRUE(std::isnan(to_double(make_string("1"))));
  EXPECT_TRUE(std::isnan(to_double(make_null())));
  EXPECT_TRUE(std::isnan(to_double(make_number(".nan"))));
  EXPECT_EQ(to_double(make_number("-.inf")), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(to_double(make_number(std::string(400, '9'))), std::numeric_limits<double>::infinity());
  EXPECT_EQ(to_double(make_number("-" + std::string(400, '9') + ".5")),
            -std::numeric_limits<double>::infinity());
  EXPECT_EQ(to_double(make_number("0." + std::string(400, '0') + "1")), 0.0);
  EXPECT_EQ(to_double(make_integer(-12)), -12.0);
}

TEST(Value, MeasuredNumbersAreRounded) {
  struct Case {
    const char* from;
    const char* to;
  };
  for (const auto& [from, to] : std::vector<Case>{
           {"7", "7"},
           {"7.0", "7.0"},
           {"4.00", "4.00"},
           {"0.123456", "0.123456"},
           {"0.1234564", "0.123456"},
           {"0.1234566", "0.123457"},
           {"0.1234565", "0.123456"},
           {"0.1234575", "0.123458"},
           {"0.12345650001", "0.123457"},
           {"0.9999999", "1.0"},
           {"9.9999999", "10.0"},
           {"-99.9999999", "-100.0"},
           {"1.5000001", "1.5"},
           {"0.0000004", "0.0000004"},
           {"0.00000012345678", "0.000000123457"},
           {"-0.00000009999999", "-0.0000001"},
           {"0.0000000", "0.0"},
           {"123456789012345678901234567890.1234567", "123456789012345678901234567890.123457"},
           {".inf", ".inf"},
           {".nan", ".nan"},
       })
    EXPECT_EQ(round_measured(make_number(from)).text, to) << from;
  EXPECT_EQ(round_measured(make_string("0.12345678")), make_string("0.12345678"));
  EXPECT_EQ(round_measured(2.0 / 3).text, "0.666667");
}

TEST(Value, RoundingTwiceIsRoundingOnce) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> exponent(-12, 12);
  for (int i = 0; i < 10'000; ++i) {
    const Value once = round_measured(std::pow(10, exponent(random)));
    EXPECT_EQ(round_measured(once), once);
    EXPECT_EQ(round_measured(to_double(once)), once);
  }
}

TEST(Vocabulary, WordsAreUniqueAndCounted) {
  EXPECT_EQ(classifications().size(), 8U);
  EXPECT_EQ(looks_like_patterns().size(), 32U);
  EXPECT_EQ(sensitivity_categories().size(), 12U);
  for (const auto words : {classifications(), looks_like_patterns(), sensitivity_categories()})
    EXPECT_EQ(std::set<std::string_view>(words.begin(), words.end()).size(), words.size());
  EXPECT_EQ(to_string(Classification::foreign_key_candidate), "foreign_key_candidate");
  EXPECT_EQ(to_string(Classification::text), "text");
  EXPECT_TRUE(is_sampled(Classification::categorical));
  EXPECT_FALSE(is_sampled(Classification::numeric));
}

}  // namespace
}  // namespace leeway::print
