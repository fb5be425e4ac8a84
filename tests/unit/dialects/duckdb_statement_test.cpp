// Every statement for DuckDB, run on the engine.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dialects/statements.h"
#include "support/raw_duckdb.h"

namespace leeway::dialects {
namespace {

using catalog::TableName;
using ::testing::ElementsAre;

using Row = leeway::testing::RawDuckdb::Row;

class DuckdbStatementTest : public ::testing::Test {
 protected:
  void run(const std::string& sql) { db_.query(sql); }
  std::vector<Row> rows(const std::string& sql) { return db_.query(sql); }
  std::string value(const std::string& sql) { return db_.value(sql); }

  // A merge of the rows of `from` into `to`.
  std::string merge_all(const TableName& from, const TableName& to,
                        const std::vector<std::string>& columns,
                        const std::vector<std::string>& keys) const {
    std::vector<Projection> projections;
    for (const auto& column : columns)
      projections.push_back(project_column(duckdb_, column, column));
    return merge(duckdb_, to, projections, select(duckdb_, projections, from), keys);
  }

  leeway::testing::RawDuckdb db_;
  const Dialect& duckdb_ = *find_dialect("duckdb");
  const TableName source_{"memory", "main", "source"};
  const TableName target_{"memory", "main", "target"};
};

std::vector<std::string> hostile_names() {
  return {"a\"b",
          "\"",
          "x; DROP TABLE y; --",
          "new\nline",
          "\xC3\xBCn\xC3\xAF",
          "select",
          "default",
          "rp-",
          "rp+",
          "two words",
          "it's",
          "{table}",
          "{query}",
          "a.b",
          "back\\slash",
          "-- no",
          "/* no",
          "leeway_source",
          "tab\there",
          "leeway_target",
          "\xF0\x9F\x98\x80",
          "%s{}",
          " blank "};
}

TEST_F(DuckdbStatementTest, field_F043_hostile_names_pass_through_every_statement) {
  for (const auto& name : hostile_names()) {
    SCOPED_TRACE(name);
    const TableName source{"memory", name, name};
    const TableName target{"memory", name, "to " + name};
    const std::string key = "key " + name;
    run(create_schema(duckdb_, source.schema_name()));
    run("CREATE TABLE " + quote(duckdb_, source) + " (" + quote(duckdb_, key) + " INTEGER, " +
        quote(duckdb_, name) + " INTEGER)");
    run("INSERT INTO " + quote(duckdb_, source) + " VALUES (1, 10), (2, 20)");

    std::vector<Projection> projections = {project_column(duckdb_, key, key),
                                           project_column(duckdb_, name, name)};
    run(create_table_as(duckdb_, target, select(duckdb_, projections, source)));
    run(add_column(duckdb_, target, "new " + name, types::text()));
    run(alter_column_type(duckdb_, target, name, types::integer(64), true));
    run(comment_on_table(duckdb_, target, name));
    run(comment_on_column(duckdb_, target, name, name));
    EXPECT_EQ(value("SELECT comment FROM duckdb_columns() WHERE comment IS NOT NULL AND "
                    "column_name = " +
                    string_literal(duckdb_, name) +
                    " AND schema_name = " + string_literal(duckdb_, name)),
              name);

    projections.push_back(project_null(duckdb_, "new " + name, types::text()));
    run(insert_select(duckdb_, target, projections, select(duckdb_, projections, source)));
    run(delete_where(duckdb_, target, equal_to(duckdb_, name, "20", types::integer(64))));
    EXPECT_EQ(value(count_rows(duckdb_, target)), "2");
    EXPECT_THAT(rows(duplicate_keys(duckdb_, target, {key})), ElementsAre(ElementsAre("1", "0")));
    EXPECT_EQ(value(rows_differ_probe(duckdb_, source, target, {key, name})), "1");
    run(merge(duckdb_, target, projections, select(duckdb_, projections, source), {key}));
    EXPECT_EQ(value(rows_differ_probe(duckdb_, source, target, {key, name})), "0");
    EXPECT_THAT(rows(watermark_read(duckdb_, target, name, types::integer(64))),
                ElementsAre(ElementsAre("20", "1")));
    EXPECT_THAT(rows(watermark_probe(duckdb_, {target, name}, {}, "10", types::integer(64))),
                ElementsAre(ElementsAre("1", "2", "0", "0")));

    run(rename_table(duckdb_, target, "moved " + name));
    const TableName moved{"memory", name, "moved " + name};
    run(create_view(duckdb_, target, select(duckdb_, projections, moved)));
    run(drop_view(duckdb_, target));
    run(create_or_replace_table_as(duckdb_, moved, select(duckdb_, projections, source)));
    EXPECT_EQ(value(count_rows(duckdb_, moved)), "2");
    run(drop_table(duckdb_, moved));
    run(drop_table(duckdb_, moved));
  }
}

TEST_F(DuckdbStatementTest, literals_come_back_as_they_were) {
  for (const auto& text : hostile_names())
    EXPECT_EQ(value("SELECT " + string_literal(duckdb_, text)), text);
}

TEST_F(DuckdbStatementTest, field_F075_a_comment_swallows_nothing) {
  const auto projection = project_expression(duckdb_, "42 -- forty-two", "BIGINT", "n");
  run("CREATE TABLE source AS SELECT 1 AS id");
  const std::string query = select(duckdb_, {projection}, source_);
  run(create_table_as(duckdb_, target_, query));
  EXPECT_EQ(value("SELECT n FROM target"), "42");
  run(merge(duckdb_, target_, {projection}, query + " -- end;", {"n"}));
  run(merge(duckdb_, target_, {projection}, query + " ; ", {"n"}));
  EXPECT_EQ(value(count_rows(duckdb_, target_)), "1");
}

TEST_F(DuckdbStatementTest, columns_are_matched_by_name) {
  run("CREATE TABLE source AS SELECT 1 AS v, 2 AS id");
  run("CREATE TABLE target (id INTEGER, v INTEGER, extra INTEGER)");
  const std::vector<Projection> projections = {project_column(duckdb_, "v", "v"),
                                               project_column(duckdb_, "id", "id")};
  run(insert_select(duckdb_, target_, projections, select(duckdb_, projections, source_)));
  run("UPDATE source SET id = 3");
  run(merge_all(source_, target_, {"v", "id"}, {"id"}));
  EXPECT_THAT(
      rows("SELECT id, v, extra FROM target ORDER BY id"),
      ElementsAre(ElementsAre("2", "1", std::nullopt), ElementsAre("3", "1", std::nullopt)));
}

TEST_F(DuckdbStatementTest, merge_writes_what_differs_and_inserts_the_rest) {
  run("CREATE TABLE target AS SELECT * FROM (VALUES (1, 'same', 1), (2, 'old', 1), (3, NULL, 1), "
      "(4, 'value', 1), (5, NULL, 1)) AS t(id, v, w)");
  run("CREATE TABLE source AS SELECT * FROM (VALUES (1, 'same', 1), (2, 'new', 1), "
      "(3, 'value', 1), (4, NULL, 1), (5, NULL, 1), (6, 'more', 1)) AS t(id, v, w)");
  const std::string sql = merge_all(source_, target_, {"id", "v", "w"}, {"ID"});
  EXPECT_EQ(value(sql), "4");
  EXPECT_EQ(value(rows_differ_probe(duckdb_, source_, target_, {"id", "v", "w"})), "0");
  EXPECT_EQ(value(rows_differ_probe(duckdb_, target_, source_, {"id", "v", "w"})), "0");
  EXPECT_EQ(value(sql), "0");
}

TEST_F(DuckdbStatementTest, field_F117_a_table_of_keys_alone_merges) {
  run("CREATE TABLE target AS SELECT 1 AS a, 2 AS b");
  run("CREATE TABLE source AS SELECT * FROM (VALUES (1, 2), (1, 3)) AS t(a, b)");
  run(merge_all(source_, target_, {"a", "b"}, {"a", "b"}));
  run(merge_all(source_, target_, {"a", "b"}, {"a", "b"}));
  EXPECT_EQ(value(count_rows(duckdb_, target_)), "2");
}

TEST_F(DuckdbStatementTest, merge_with_nested_and_json_columns) {
  run("CREATE TABLE source AS SELECT 1 AS id, {'a': 1} AS s, [1, 2] AS l, MAP {'k': 1} AS m, "
      "'{\"x\": 1}'::JSON AS j, 'ab'::BLOB AS b");
  run("CREATE TABLE target AS FROM source");
  const std::vector<std::string> columns = {"id", "s", "l", "m", "j", "b"};
  EXPECT_EQ(value(merge_all(source_, target_, columns, {"id"})), "0");
  run("UPDATE source SET s = {'a': 2}");
  EXPECT_EQ(value(merge_all(source_, target_, columns, {"id"})), "1");
}

TEST_F(DuckdbStatementTest, field_F055_a_watermark_keeps_its_full_precision) {
  struct Case {
    std::string type;
    std::vector<std::string> values;  // ascending
  };
  const std::vector<Case> cases = {
      {"TIMESTAMP", {"2026-01-01 10:00:00.25", "2026-01-01 10:00:00.250001"}},
      {"TIMESTAMP_NS", {"2026-01-01 10:00:00.000000001", "2026-01-01 10:00:00.000000002"}},
      {"TIMESTAMP WITH TIME ZONE", {"2026-01-01 10:00:00.25+00", "2026-01-01 11:00:00.5+00"}},
      {"DATE", {"2026-01-01", "2026-01-02"}},
      {"BIGINT", {"9223372036854775806", "9223372036854775807"}},
      {"DECIMAL(38,10)",
       {"1234567890123456789012345678.0000000001", "1234567890123456789012345678.0000000002"}},
      {"DOUBLE", {"0.1", "0.30000000000000004"}},
      {"VARCHAR", {"it's", "z\nz"}},
      {"HUGEINT", {"1", "170141183460469231731687303715884105727"}},
  };
  run("SET TimeZone = 'UTC'");
  for (const auto& each : cases) {
    SCOPED_TRACE(each.type);
    const types::SqlType type = parse_type(duckdb_, each.type);
    run("CREATE OR REPLACE TABLE source (c " + each.type + ")");
    EXPECT_THAT(rows(watermark_read(duckdb_, source_, "c", type)),
                ElementsAre(ElementsAre(std::nullopt, "0")));
    for (const auto& text : {each.values[0], each.values[1], each.values[1]})
      run("INSERT INTO source SELECT " + typed_literal(duckdb_, text, type));
    run("INSERT INTO source VALUES (NULL)");
    const auto read = rows(watermark_read(duckdb_, source_, "c", type));
    EXPECT_THAT(read, ElementsAre(ElementsAre(each.values[1], "2")));
    EXPECT_THAT(rows(watermark_probe(duckdb_, {source_, "c"}, {}, *read[0][0], type)),
                ElementsAre(ElementsAre("0", "2", "0", "1")));
    EXPECT_THAT(rows(watermark_probe(duckdb_, {source_, "c"}, {}, each.values[0], type)),
                ElementsAre(ElementsAre("2", "1", "0", "1")));
    EXPECT_EQ(rows(select(duckdb_, {project_column(duckdb_, "c", "c")}, source_,
                          newer_than(duckdb_, "c", each.values[0], type)))
                  .size(),
              2u);
    EXPECT_EQ(rows(select(duckdb_, {project_column(duckdb_, "c", "c")}, source_,
                          at_or_after(duckdb_, "c", each.values[0], type)))
                  .size(),
              3u);
  }
}

TEST_F(DuckdbStatementTest, infinity_and_nan_are_no_watermarks) {
  struct Case {
    std::string type, finite, printed;
    std::vector<std::string> endless;
  };
  const std::vector<Case> cases = {
      {"DATE", "2026-01-01", "2026-01-01", {"infinity"}},
      {"TIMESTAMP_NS",
       "2026-01-01 00:00:00.000000001",
       "2026-01-01 00:00:00.000000001",
       {"infinity"}},
      {"TIMESTAMPTZ",
       "294247-01-10 04:00:54.775806+00",
       "294247-01-10 04:00:54.775806+00",
       {"infinity"}},
      {"DOUBLE", "1e308", "1e+308", {"infinity", "nan"}},
  };
  run("SET TimeZone = 'UTC'");
  for (const auto& each : cases) {
    SCOPED_TRACE(each.type);
    const types::SqlType type = parse_type(duckdb_, each.type);
    run("CREATE OR REPLACE TABLE source (c " + each.type + ")");
    run("INSERT INTO source VALUES (NULL), ('-infinity'), ('" + each.finite + "')");
    for (const auto& text : each.endless) run("INSERT INTO source VALUES ('" + text + "')");
    EXPECT_THAT(rows(watermark_read(duckdb_, source_, "c", type)),
                ElementsAre(ElementsAre(each.printed, "1")));
    const std::string endless = std::to_string(each.endless.size());
    EXPECT_THAT(rows(watermark_probe(duckdb_, {source_, "c"}, {}, each.printed, type)),
                ElementsAre(ElementsAre("0", "1", endless, "2")));
    EXPECT_THAT(rows(watermark_probe(duckdb_, {source_, "c"}, {}, {}, type)),
                ElementsAre(ElementsAre("1", "0", endless, "2")));
    EXPECT_THAT(rows(watermark_probe(duckdb_, {source_, "c"}, {}, "infinity", type)),
                ElementsAre(ElementsAre("0", "0", endless, "2")));
  }
}

TEST_F(DuckdbStatementTest, probing_an_empty_table_gives_zeros) {
  run("CREATE TABLE source (c INTEGER)");
  EXPECT_THAT(rows(watermark_probe(duckdb_, {source_, "c"}, TimedTable{source_, "c"}, "1",
                                   types::integer(32))),
              ElementsAre(ElementsAre("0", "0", "0", "0", "0", "0", "0", "0")));
}

TEST_F(DuckdbStatementTest, field_F093_null_keys_are_told_from_duplicate_keys) {
  run("CREATE TABLE source AS SELECT * FROM (VALUES (1, 1), (1, 1), (1, 2), (2, NULL), (2, NULL), "
      "(NULL, 1)) AS t(a, b)");
  EXPECT_THAT(rows(duplicate_keys(duckdb_, source_, {"a", "b"})),
              ElementsAre(ElementsAre("1", "3")));
  EXPECT_THAT(rows(duplicate_keys(duckdb_, source_, {"a"})), ElementsAre(ElementsAre("2", "1")));
}

TEST_F(DuckdbStatementTest, rows_that_differ_are_counted_with_null_as_a_value) {
  run("CREATE TABLE source AS SELECT * FROM (VALUES (1, NULL), (2, 'x'), (3, 'y')) AS t(a, b)");
  run("CREATE TABLE target AS SELECT * FROM (VALUES (1, NULL), (2, NULL)) AS t(a, b)");
  EXPECT_EQ(value(rows_differ_probe(duckdb_, source_, target_, {"a", "b"})), "2");
  EXPECT_EQ(value(rows_differ_probe(duckdb_, source_, target_, {"a"})), "1");
}

TEST_F(DuckdbStatementTest, a_projected_null_has_the_type_of_its_column) {
  run("CREATE TABLE source AS SELECT 1 AS id");
  run(create_table_as(
      duckdb_, target_,
      select(duckdb_, {project_null(duckdb_, "d", types::decimal(9, 2))}, source_)));
  EXPECT_EQ(value("SELECT data_type FROM duckdb_columns() WHERE table_name = 'target'"),
            "DECIMAL(9,2)");
}

}  // namespace
}  // namespace leeway::dialects
