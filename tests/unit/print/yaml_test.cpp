#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "print/decode.h"
#include "print/encode.h"
#include "print/yaml_strings.h"
#include "unit/print/value_generator.h"

namespace leeway::print {
namespace {

using testing_support::ValueGenerator;

Value parsed(std::string_view text) {
  auto value = parse_yaml(text);
  EXPECT_TRUE(value) << text << "\n" << (value ? "" : value.error().text());
  return value ? *value : make_string("<error>");
}

// ---- writing --------------------------------------------------------------------------------

TEST(ToYaml, IsBlockStyleWithListsAtTheirKeysColumn) {
  const Value value = parsed(
      "{a: 1, b: [1, [2, 3], {c: x, d: [z]}, [], {}], e: {f: {g: null}}, h: [], i: {}, j: true}");
  EXPECT_EQ(to_yaml(value),
            "a: 1\n"
            "b:\n"
            "- 1\n"
            "- - 2\n"
            "  - 3\n"
            "- c: x\n"
            "  d:\n"
            "  - z\n"
            "- []\n"
            "- {}\n"
            "e:\n"
            "  f:\n"
            "    g: null\n"
            "h: []\n"
            "i: {}\n"
            "j: true\n");
}

TEST(ToYaml, StringsAreQuotedWhereAReaderWouldTypeThem) {
  struct Case {
    const char* text;
    const char* written;
  };
  for (const auto& [text, written] : std::vector<Case>{
           {"plain words", "plain words"},
           {"caf\xc3\xa9 \xf0\x9f\x98\x80", "caf\xc3\xa9 \xf0\x9f\x98\x80"},
           {"shop.main.orders", "shop.main.orders"},
           {"VARCHAR(10)", "VARCHAR(10)"},
           {"a,b", "a,b"},
           {"-1a", "-1a"},
           {"10 EUR", "10 EUR"},
           {"", "''"},
           {"null", "'null'"},
           {"yes", "'yes'"},
           {"N", "'N'"},
           {"off", "'off'"},
           {"1", "'1'"},
           {"1_000", "'1_000'"},
           {"0b11", "'0b11'"},
           {"1e5", "'1e5'"},
           {"12:30:45", "'12:30:45'"},
           {"2026-05-17", "'2026-05-17'"},
           {"2026-05-17T22:48:01Z", "'2026-05-17T22:48:01Z'"},
           {"2026-05-17 22:48:01.5 +02:00", "'2026-05-17 22:48:01.5 +02:00'"},
           {"=", "'='"},
           {"<<", "'<<'"},
           {"it's", "it's"},
           {"'a", "'''a'"},
           {"a: b", "'a: b'"},
           {"a #b", "'a #b'"},
           {"- a", "'- a'"},
           {" a", "' a'"},
           {"a ", "'a '"},
           {"*a", "'*a'"},
           {"--- a", "'--- a'"},
           {"a\nb", "\"a\\nb\""},
           {"a\tb", "\"a\\tb\""},
           {"\xc2\x85", "\"\\x85\""},
           {"\xe2\x80\xa8", "\"\\u2028\""},
           {"\x1b[0m \"\\", "\"\\e[0m \\\"\\\\\""},
           {"bad \xff byte", "\"bad \xef\xbf\xbd byte\""},
       })
    EXPECT_EQ(yaml_string(text), written) << text;
}

TEST(ToYaml, LongTextsStayOnOneLine) {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "word ";
  words += "end";
  Value map = make_map();
  map.set("k", make_string(words));
  EXPECT_EQ(to_yaml(map), "k: " + words + "\n");
}

TEST(ToYaml, WhatIsWrittenIsReadBack) {
  ValueGenerator generate(1);
  for (int i = 0; i < 5'000; ++i) {
    const Value value = generate.value(4);
    const std::string text = to_yaml(value);
    const auto read = parse_yaml(text);
    ASSERT_TRUE(read) << text << read.error().text();
    ASSERT_EQ(*read, value) << text;
    ASSERT_EQ(to_yaml(*read), text);
  }
}

TEST(ToYaml, EveryByteAndCodePointIsReadBack) {
  for (std::uint32_t point = 0; point < 0x2100; ++point) {
    std::string text;
    if (point < 0x80) {
      text = static_cast<char>(point);
    } else if (point < 0x800) {
      text = {static_cast<char>(0xC0U | (point >> 6U)), static_cast<char>(0x80U | (point & 63U))};
    } else {
      text = {static_cast<char>(0xE0U | (point >> 12U)),
              static_cast<char>(0x80U | ((point >> 6U) & 63U)),
              static_cast<char>(0x80U | (point & 63U))};
    }
    for (const std::string& around : {text, "a" + text, text + "a", "a" + text + "b"}) {
      Value list = make_list();
      list.items.push_back(make_string(around));
      ASSERT_EQ(parsed(to_yaml(list)), list) << point;
    }
  }
}

// ---- reading --------------------------------------------------------------------------------

TEST(ParseYaml, NumbersBecomePositionalDigits) {
  struct Case {
    const char* text;
    const char* digits;
  };
  for (const auto& [text, digits] : std::vector<Case>{
           {"7", "7"},
           {"+7", "7"},
           {"-0", "0"},
           {"007", "7"},
           {"-012", "-12"},
           {"0x1F", "31"},
           {"0o17", "15"},
           {"123456789012345678901234567890", "123456789012345678901234567890"},
           {"4.00", "4.00"},
           {".5", "0.5"},
           {"-.5", "-0.5"},
           {"5.", "5.0"},
           {"1e3", "1000.0"},
           {"1.25e1", "12.5"},
           {"1.5e-3", "0.0015"},
           {"-125E-2", "-1.25"},
           {"00.10", "0.10"},
           {"1e999999999999", ".inf"},
           {"-1e500", "-.inf"},
           {"1e-999999999999", "0.0"},
           {"0e500", "0.0"},
           {".Inf", ".inf"},
           {"-.INF", "-.inf"},
           {".NaN", ".nan"},
       })
    EXPECT_EQ(parsed(text), make_number(digits)) << text;
}

TEST(ParseYaml, ScalarsAreTypedByTheCoreSchemaAlone) {
  for (const char* const text :
       {"yes", "on", "2026-05-17", "12:30:45", "1_000", "0b1", "'1'", "\"true\"", "!!str 5", "! 5"})
    EXPECT_EQ(parsed(text).kind, Value::Kind::string) << text;
  EXPECT_EQ(parsed(""), make_null());
  EXPECT_EQ(parsed("~"), make_null());
  EXPECT_EQ(parsed("True"), make_bool(true));
  EXPECT_EQ(parsed("!!float 5"), make_number("5"));
}

TEST(ParseYaml, FoldedAndLiteralTextIsRead) {
  EXPECT_EQ(parsed("a: one\n  two\nb: 'three\n\n  four'\nc: |\n  x\n  y\nd: >-\n  x\n  y\n"),
            parsed("{a: 'one two', b: \"three\\nfour\", c: \"x\\ny\\n\", d: 'x y'}"));
}

TEST(ParseYaml, AliasesStandForTheirValues) {
  EXPECT_EQ(parsed("a: &x [1, 2]\nb: *x\n&k c: 1\nd: {*k : 2}\n"),
            parsed("{a: [1, 2], b: [1, 2], c: 1, d: {c: 2}}"));
}

TEST(ParseYaml, RefusesWhatHasNoOneMeaning) {
  for (const char* const text :
       {"a: 1\nb: 2\na: 3\n", "{a: 1, 'a': 2}", "? [1]\n: 2\n", "? {a: 1}\n: 2\n", "a: *b\n",
        "&a [*a]", "a: !!binary abc\n", "!x {a: 1}", "!!int x", "a: &b [1]\n*b : 2\n"}) {
    const auto value = parse_yaml(text);
    ASSERT_FALSE(value) << text;
    EXPECT_EQ(value.error().code, ErrorCode::config) << text;
  }
}

TEST(ParseYaml, ATwinKeyIsToldWithItsPlace) {
  for (const int count : {3, 100}) {
    std::string text;
    for (int i = 0; i < count; ++i) text += fmt::format("k{}: {{x: 1}}\n", i);
    const auto value = parse_yaml(text + "k1: 2\n");
    ASSERT_FALSE(value);
    EXPECT_THAT(value.error().message, testing::StartsWith(fmt::format("line {}", count + 1)));
  }
}

TEST(ParseYaml, AliasesThatGrowWithoutBoundAreRefused) {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    text += fmt::format("a{}: &a{} [", i, i);
    for (int j = 0; j < 10; ++j) text += fmt::format("{}*a{}", j == 0 ? "" : ", ", i - 1);
    text += "]\n";
  }
  EXPECT_FALSE(parse_yaml(text));
  std::string wide = fmt::format("- &a {}\n", std::string(1'000'000, 'x'));
  for (int i = 0; i < 20'000; ++i) wide += "- *a\n";
  EXPECT_FALSE(parse_yaml(wide));
}

TEST(ParseYaml, HugeTextsAreRefused) {
  EXPECT_FALSE(parse_yaml(std::string((std::size_t{64} << 20) + 1, ' ')));
}

// Any bytes give a value or an error, and what is read is written and read again as the same.
TEST(ParseYaml, DamagedTextsNeverDoWorseThanFail) {
  ValueGenerator generate(2);
  int readable = 0;
  for (int i = 0; i < 8'000; ++i) {
    std::string text = to_yaml(generate.value(3));
    for (std::size_t edits = 1 + generate.below(4); edits > 0 && !text.empty(); --edits) {
      const std::size_t at = generate.below(text.size());
      constexpr std::string_view bytes = "\n -:[]{}&*!|>'\"%@#,?~.0e\t\x80\xff\x00x";
      switch (generate.below(4)) {
        case 0:
          text[at] = bytes[generate.below(bytes.size())];
          break;
        case 1:
          text.erase(at, 1 + generate.below(5));
          break;
        case 2:
          text.insert(at, 1, bytes[generate.below(bytes.size())]);
          break;
        default:
          text.insert(at, text.substr(generate.below(text.size()), 10));
      }
    }
    const auto value = parse_yaml(text);
    if (!value) continue;
    ++readable;
    const auto again = parse_yaml(to_yaml(*value));
    ASSERT_TRUE(again) << to_yaml(*value);
    ASSERT_EQ(*again, *value) << text;
  }
  EXPECT_GT(readable, 1000);
}

}  // namespace
}  // namespace leeway::print
