// Parsing never fails: hostile and broken texts become unknown types.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "dialects/dialect.h"
#include "support/type_printing.h"

namespace leeway::types {
namespace {

using dialects::all_dialects;
using dialects::Dialect;
using dialects::find_dialect;

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(ParseType, deep_nesting_becomes_unknown) {
  constexpr int deep = 10'000;
  const std::vector<std::string> texts = {
      "INTEGER" + repeated("[]", deep),
      "integer" + repeated(" array", deep),
      repeated("STRUCT(a ", deep) + "INTEGER" + repeated(")", deep),
      repeated("Array(", deep) + "Int8" + repeated(")", deep),
      repeated("Nullable(", deep) + "Int8" + repeated(")", deep),
      repeated("ARRAY<", deep) + "INT64" + repeated(">", deep),
      repeated("(", deep),
      repeated("STRUCT(a ", deep),
      repeated("ROW(", deep) + repeated(")", deep),
  };
  for (const Dialect* dialect : all_dialects()) {
    for (const std::string& text : texts) {
      const SqlType type = parse_type(*dialect, text);
      if (type.kind == TypeKind::unknown) {
        EXPECT_EQ(parse_type(*dialect, render_type(*dialect, type)), type);
      } else {
        // PostgreSQL folds all dimensions into one.
        EXPECT_EQ(dialect->name, "postgres");
      }
    }
  }
}

TEST(ParseType, nesting_up_to_the_limit_is_read) {
  const Dialect& duckdb = *find_dialect("duckdb");
  const std::string text = "INTEGER" + repeated("[]", max_type_depth);
  const SqlType type = parse_type(duckdb, text);
  EXPECT_EQ(type.kind, TypeKind::list);
  EXPECT_EQ(render_type(duckdb, type), text);
  EXPECT_EQ(parse_type(duckdb, text + "[]").kind, TypeKind::unknown);
}

TEST(ParseType, broken_texts_are_unknown_and_kept) {
  for (const std::string text : {"",
                                 " ",
                                 "(",
                                 ")",
                                 "VARCHAR(",
                                 "VARCHAR)",
                                 "VARCHAR(1",
                                 "DECIMAL(1,2,3)",
                                 "DECIMAL(a)",
                                 "DECIMAL()",
                                 "DECIMAL(99999999999999999999)",
                                 "STRUCT()",
                                 "STRUCT(,)",
                                 "MAP(INTEGER)",
                                 "ENUM(a)",
                                 "ENUM('a'",
                                 "ENUM('a)",
                                 "INTEGER[",
                                 "INTEGER[a]",
                                 "INTEGER[1,2]",
                                 "[]",
                                 "<>",
                                 "\"",
                                 "'",
                                 "TIMESTAMP(13)",
                                 "TIMESTAMP(-1)",
                                 "INTEGER INTEGER",
                                 "a.b(c)",
                                 "VARCHAR(1)(2)"}) {
    for (const Dialect* dialect : all_dialects()) {
      const SqlType type = parse_type(*dialect, text);
      EXPECT_EQ(type.kind, TypeKind::unknown) << dialect->name << ": " << text;
      EXPECT_EQ(parse_type(*dialect, render_type(*dialect, type)), type) << text;
    }
  }
}

TEST(ParseType, unknown_texts_compare_without_white_space_and_case_outside_quotes) {
  const Dialect& postgres = *find_dialect("postgres");
  EXPECT_EQ(parse_type(postgres, " Geometry ( Point , 4326 )"),
            parse_type(postgres, "geometry(point,4326)"));
  EXPECT_NE(parse_type(postgres, "\"Mood\""), parse_type(postgres, "\"mood\""));
  EXPECT_EQ(parse_type(postgres, "Mood").name, "mood");
  EXPECT_EQ(parse_type(postgres, "a  b").name, "a b");
}

TEST(ParseType, unknown_parts_stay_inside_their_structure) {
  const SqlType type = parse_type(*find_dialect("duckdb"), "STRUCT(a Foo(1, 2), \"b c\" Bar[])");
  ASSERT_EQ(type.fields.size(), 2U);
  EXPECT_EQ(type.fields[0].name, "a");
  EXPECT_EQ(type.fields[0].type, unknown("foo(1,2)"));
  EXPECT_EQ(type.fields[1].type, list_of(unknown("bar")));
}

// Texts made of the pieces of types and of any bytes: no crash, and what was read once is read
// again.
TEST(ParseType, any_bytes_can_be_read) {
  const std::vector<std::string> pieces = {"STRUCT",    "(",        ")",
                                           "<",         ">",        "[",
                                           "]",         ",",        ":",
                                           "'",         "\"",       "`",
                                           "a",         "INT",      "ARRAY",
                                           "array",     "Nullable", "MAP",
                                           " ",         "3",        "-",
                                           "=",         "\\",       "ENUM",
                                           "'x'",       "\"q\"",    "UNSIGNED",
                                           "NOT NULL",  "\t",       "Enum8",
                                           "ROW",       "\n",       "with time zone",
                                           "timestamp", "interval", "year",
                                           "comment",   "\xff",     "."};
  std::mt19937 random(7);  // NOLINT(bugprone-random-generator-seed): the same texts every time
  for (int round = 0; round < 4'000; ++round) {
    std::string text;
    const auto length = random() % 24;
    for (unsigned i = 0; i < length; ++i) {
      text += random() % 8 == 0 ? std::string(1, static_cast<char>(random() % 256))
                                : pieces[random() % pieces.size()];
    }
    for (const Dialect* dialect : all_dialects()) {
      const SqlType type = parse_type(*dialect, text);
      const std::string rendered = render_type(*dialect, type);
      if (type.kind == TypeKind::unknown) {
        EXPECT_EQ(parse_type(*dialect, rendered), type) << dialect->name << ": " << text;
      }
      (void)describe(type);
      EXPECT_TRUE(type == type);
    }
  }
}

}  // namespace
}  // namespace leeway::types
