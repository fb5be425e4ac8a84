#include <algorithm>

#include "print/sketch.h"
#include "unit/print/shape_support.h"

namespace leeway::print {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class SketchesTest : public ShapeTest {
 protected:
  std::vector<std::uint64_t> hashes(const std::string& values) {
    run("CREATE OR REPLACE TABLE t AS SELECT " + values + " AS a");
    look_at_table();
    EXPECT_THAT(measure_sketches(request_, {"a"}, statistics_, warnings_), IsEmpty()) << values;
    return column("a").sketch.value_or(Sketch{"none", {}}).hashes;
  }
  // What the engine gives for a text, by another road than the one tested.
  std::uint64_t hash_of(const std::string& text) {
    return std::stoull(cell("SELECT md5('" + text + "')").substr(16), nullptr, 16);
  }
};

TEST_F(SketchesTest, the_vectors_of_the_format) {
  struct Case {
    const char* value;
    std::uint64_t hash;
  };
  const Case cases[] = {
      {"42::BIGINT", 15584161582054922406u},
      {"42::UTINYINT", 15584161582054922406u},
      {"(-7)::HUGEINT", 5585573698858288085u},
      {"4::DECIMAL(10,2)", 10071140874863616590u},
      {"'hello'", 13362634815750784402u},
      {"true", 317521853213362953u},
      {"TIMESTAMPTZ '2026-05-17 22:48:01+00'", 11467405332662396900u},
      {"TIMESTAMPTZ '2026-05-18 00:48:01+02'", 11467405332662396900u},
      {"TIME '00:00:37'", 10604805012337869669u},
  };
  for (const auto& one : cases) EXPECT_THAT(hashes(one.value), ElementsAre(one.hash)) << one.value;
}

TEST_F(SketchesTest, values_are_hashed_in_their_canonical_form) {
  struct Case {
    const char* value;
    const char* text;
  };
  const Case cases[] = {
      {"0.5::DECIMAL(4,4)", "0.5000"},
      {"(-0.5)::DECIMAL(4,4)", "-0.5000"},
      {"0::DECIMAL(10,2)", "0.00"},
      {"12::DECIMAL(5,0)", "12"},
      {"DATE '2024-02-29'", "2024-02-29"},
      {"TIMESTAMP '2024-02-29 10:00:00'", "2024-02-29T10:00:00"},
      {"TIMESTAMP '2024-02-29 10:00:00.5'", "2024-02-29T10:00:00.500000"},
      {"TIMESTAMP_S '2024-02-29 10:00:00'", "2024-02-29T10:00:00"},
      {"TIMESTAMP_MS '2024-02-29 10:00:00.25'", "2024-02-29T10:00:00.250000"},
      {"TIMESTAMP_NS '2024-02-29 10:00:00.123456789'", "2024-02-29T10:00:00.123456"},
      {"TIMESTAMPTZ '2024-02-29 10:00:00.25+01'", "2024-02-29T09:00:00.250000Z"},
      {"TIME '10:00:00.25'", "10:00:00.250000"},
      {"TIMETZ '10:00:00+02'", "08:00:00Z"},
      {"UUID 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
  };
  for (const auto& one : cases)
    EXPECT_THAT(hashes(one.value), ElementsAre(hash_of(one.text))) << one.value;
}

TEST_F(SketchesTest, the_least_1024_of_many_in_order) {
  for (const char* values : {"unnest(range(20000))", "unnest(range(20000)) // 4"}) {
    const auto all = hashes(values);
    ASSERT_EQ(all.size(), sketch_size) << values;
    EXPECT_TRUE(std::ranges::is_sorted(all));
    const auto last =
        std::stoull(cell("SELECT h FROM (SELECT DISTINCT substr(md5(a::VARCHAR), 17) AS h FROM t) "
                         "ORDER BY h LIMIT 1 OFFSET 1023"),
                    nullptr, 16);
    EXPECT_EQ(all.back(), last) << values;
  }
}

TEST_F(SketchesTest, an_estimate_that_is_far_too_high_costs_a_statement_and_nothing_else) {
  run("CREATE TABLE t AS SELECT unnest(range(3000)) AS a");
  look_at_table();
  column("a").cardinality = 3000000;
  EXPECT_THAT(measure_sketches(request_, {"a"}, statistics_, warnings_), IsEmpty());
  ASSERT_TRUE(column("a").sketch);
  EXPECT_EQ(column("a").sketch->hashes.size(), sketch_size);
}

TEST_F(SketchesTest, repeated_values_and_nulls_count_once_or_not) {
  EXPECT_EQ(hashes("unnest([1, 1, NULL, 2, 2])").size(), 2u);
  EXPECT_THAT(hashes("NULL::INT"), IsEmpty());
  EXPECT_TRUE(column("a").sketch);
}

TEST_F(SketchesTest, a_bad_column_costs_nothing_but_itself) {
  run("CREATE TABLE t AS SELECT 1 AS a, 2 AS b, 3 AS c");
  look_at_table();
  run("ALTER TABLE t DROP COLUMN b");
  EXPECT_THAT(measure_sketches(request_, {"a", "b", "c"}, statistics_, warnings_),
              ElementsAre("b"));
  EXPECT_TRUE(column("a").sketch && column("c").sketch);
  EXPECT_FALSE(column("b").sketch);
  EXPECT_EQ(warnings_.size(), 1u);
}

TEST_F(SketchesTest, many_columns_share_a_statement) {
  std::string columns;
  std::set<std::string> keys;
  for (int i = 0; i < 60; ++i) {
    columns += fmt::format("{}{} AS c{}", i == 0 ? "" : ", ", i, i);
    keys.insert(fmt::format("c{}", i));
  }
  run("CREATE TABLE t AS SELECT " + columns);
  look_at_table();
  const auto before = session_->statements_sent();
  measure_sketches(request_, keys, statistics_, warnings_);
  EXPECT_EQ(session_->statements_sent() - before, 2u);
  EXPECT_THAT(column("c42").sketch->hashes, ElementsAre(15584161582054922406u));
}

ColumnPrint counted(const char* key, const char* type, std::int64_t cardinality) {
  ColumnPrint column;
  column.key = key;
  column.sql_type = type;
  column.cardinality = cardinality;
  return column;
}

TEST(SketchColumnsTest, which_columns_the_format_asks_for) {
  Statistics statistics;
  statistics.columns = {
      counted("small", "INTEGER", 1024),  counted("large", "INTEGER", 1025),
      counted("end", "VARCHAR", 5000),    counted("unique_key", "BIGINT", 5000),
      counted("candidate", "UUID", 5000), counted("masked", "INTEGER", 3),
      counted("real", "DOUBLE", 3),       counted("json", "JSON", 3),
      counted("label", "ENUM('a')", 1),
  };
  statistics.columns[4].inferred.candidate_key = true;
  const std::set<std::string> redacted{"masked"};
  catalog::Table table;
  table.unique_keys = {{"UNIQUE_KEY"}, {"large", "end"}};
  EXPECT_THAT(sketch_columns(statistics, table, {"end", "masked"}, redacted, false),
              UnorderedElementsAre("small", "end", "unique_key", "candidate"));
  EXPECT_THAT(sketch_columns(statistics, table, {}, redacted, true),
              UnorderedElementsAre("small", "large", "end", "unique_key", "candidate"));
  table.unique_keys.push_back({"large"});
  EXPECT_THAT(sketch_columns(statistics, table, {}, redacted, false),
              UnorderedElementsAre("small", "candidate"));
  statistics.scope = Scope{};
  EXPECT_THAT(sketch_columns(statistics, table, {"end"}, redacted, true), IsEmpty());
}

TEST(SketchKindTest, families_of_types) {
  struct Case {
    const char* type;
    SketchKind kind;
  };
  const Case cases[] = {
      {"DECIMAL(10,2)", SketchKind::decimal},
      {"timestamp(3) with time zone", SketchKind::temporal},
      {"bigint unsigned", SketchKind::integer},
      {"tinyint(1)", SketchKind::boolean},
      {"tinyint(4)", SketchKind::integer},
      {"VARCHAR", SketchKind::text},
      {"INTEGER[]", SketchKind::none},
      {"FLOAT", SketchKind::none},
      {"STRUCT(a INTEGER)", SketchKind::none},
  };
  for (const auto& one : cases) EXPECT_EQ(sketch_kind(one.type), one.kind) << one.type;
}

Sketch sketch_of(std::uint64_t first, std::uint64_t step, std::size_t count) {
  Sketch sketch;
  for (std::size_t i = 0; i < count; ++i) sketch.hashes.push_back(first + i * step);
  return sketch;
}

TEST(OverlapTest, of_whole_and_cut_sketches) {
  const std::uint64_t step = std::uint64_t{1} << 50;
  const Sketch whole = sketch_of(step, step, 100);
  const Sketch half = sketch_of(step, 2 * step, 50);
  const Sketch cut = sketch_of(step, step, sketch_size);
  const Sketch far = sketch_of(step * 2000, step, 10);

  const auto inside = overlap({&half, 50}, {&whole, 100});
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->containment, 1.0);
  EXPECT_EQ(inside->target_coverage, 0.5);
  EXPECT_EQ(inside->answerable, 50);
  EXPECT_TRUE(inside->all_contained);

  const auto outside = overlap({&whole, 100}, {&half, 50});
  EXPECT_EQ(outside->containment, 0.5);
  EXPECT_EQ(outside->target_coverage, 1.0);
  EXPECT_FALSE(outside->all_contained);

  EXPECT_FALSE(overlap({&far, 10}, {&cut, 16384})) << "no hash lies below the parent's bound";

  // The greatest kept hash is itself not answerable; 2^64 / (1024 * 2^50) = 16.
  const auto both_cut = overlap({&cut, 16368}, {&cut, 32736});
  EXPECT_EQ(both_cut->answerable, 1023);
  EXPECT_EQ(both_cut->containment, 1.0);
  EXPECT_EQ(both_cut->target_coverage, 0.5);

  const auto little = overlap({&half, 1}, {&whole, 100000000});
  EXPECT_EQ(little->target_coverage, 0.000001) << "never zero for what is not";
}

}  // namespace
}  // namespace leeway::print
