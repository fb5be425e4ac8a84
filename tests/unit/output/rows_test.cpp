#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "output/rows.h"

namespace leeway::output {
namespace {

using engines::RowSet;

RowSet one(std::string type, std::optional<std::string> value) {
  return {{{"v", std::move(type)}}, {{std::move(value)}}, false};
}

TEST(Rows, json_keeps_what_the_engine_printed) {
  struct Case {
    std::string type;
    std::optional<std::string> value;
    std::string json;
  };
  const std::vector<Case> cases{
      {"INTEGER", "42", "42"},
      {"HUGEINT", "170141183460469231731687303715884105727",
       "170141183460469231731687303715884105727"},
      {"DECIMAL(38,10)", "1.0000000000", "1.0000000000"},
      {"DOUBLE", "-1.5e-7", "-1.5e-7"},
      {"double precision", "2", "2"},
      {"Nullable(Int32)", "7", "7"},
      {"DOUBLE", "nan", "\"nan\""},
      {"DECIMAL(3,2)", ".50", "\".50\""},
      {"INTEGER", "007", "\"007\""},
      {"INTEGER[]", "[1, 2]", "\"[1, 2]\""},
      {"Array(Int32)", "1", "\"1\""},
      {"BOOLEAN", "true", "true"},
      {"boolean", "f", "false"},
      {"BOOLEAN", "maybe", "\"maybe\""},
      {"VARCHAR", "42", "\"42\""},
      {"VARCHAR", "a\"b\n\xff", "\"a\\\"b\\n\xef\xbf\xbd\""},
      {"INTEGER", std::nullopt, "null"},
  };
  for (const auto& [type, value, json] : cases)
    EXPECT_EQ(rows_to_json(one(type, value)), "[\n  {\n    \"v\": " + json + "\n  }\n]\n") << type;
}

TEST(Rows, json_gives_every_column_a_key_of_its_own) {
  const RowSet rows{{{"id", "INTEGER"}, {"id", "INTEGER"}, {"id_2", "INTEGER"}, {"id", "INTEGER"}},
                    {{"1", "2", "3", "4"}},
                    false};
  const auto parsed = nlohmann::json::parse(rows_to_json(rows));
  EXPECT_EQ(parsed[0].size(), 4U);
  EXPECT_EQ(parsed[0]["id"], 1);
  EXPECT_EQ(parsed[0]["id_2"], 2);
}

TEST(Rows, json_of_no_rows_is_an_empty_array) {
  EXPECT_EQ(rows_to_json(RowSet{{{"v", "INTEGER"}}, {}, false}), "[]\n");
}

TEST(Rows, csv_quotes_what_needs_it_and_tells_null_from_empty) {
  const RowSet rows{{{"a,b", "VARCHAR"}, {"c", "VARCHAR"}},
                    {{"say \"x\"", "line\nbreak"}, {std::nullopt, ""}, {"plain", " blank "}},
                    false};
  EXPECT_EQ(rows_to_csv(rows),
            "\"a,b\",c\n\"say \"\"x\"\"\",\"line\nbreak\"\n,\"\"\nplain, blank \n");
}

TEST(Rows, a_table_aligns_and_cannot_drive_the_terminal) {
  const RowSet rows{{{"name", "VARCHAR"}, {"n", "INTEGER"}},
                    {{"caf\xc3\xa9", "1"}, {"\x1b[31mred\nx", "1200"}, {std::nullopt, "3"}},
                    true};
  EXPECT_EQ(rows_to_table(rows),
            "name               n\n"
            "--------------  ----\n"
            "caf\xc3\xa9               1\n"
            "\\x1b[31mred\\nx  1200\n"
            "NULL               3\n"
            "(first 3 rows; there are more)\n");
}

TEST(Rows, a_statement_without_columns_has_a_count_only) {
  EXPECT_EQ(rows_to_table(RowSet{}), "(0 rows)\n");
  EXPECT_EQ(rows_to_csv(RowSet{}), "\n");
}

}  // namespace
}  // namespace leeway::output
