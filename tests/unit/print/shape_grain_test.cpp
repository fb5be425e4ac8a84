#include "unit/print/shape_support.h"

namespace leeway::print {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GrainTest : public ShapeTest {
 protected:
  const Grain& measure() {
    look_at_table();
    measure_grain(request_, statistics_, warnings_);
    return *statistics_.grain;
  }
};

TEST_F(GrainTest, declared_keys_stand_in_their_order_at_every_width) {
  run("CREATE TABLE t (a INT, \"B\" INT, c INT, d INT, PRIMARY KEY (\"B\", a), UNIQUE (c), "
      "UNIQUE (a, \"B\"))");
  run("CREATE UNIQUE INDEX by_d ON t (d)");
  run("CREATE UNIQUE INDEX by_sum ON t ((a + c))");
  const Grain& grain = measure();
  EXPECT_THAT(grain.keys, ElementsAre(GrainKey{{"b", "a"}, "declared"}, GrainKey{{"c"}, "declared"},
                                      GrainKey{{"d"}, "declared"}));
  EXPECT_FALSE(grain.search_exhausted);
}

TEST_F(GrainTest, a_pair_is_a_key_when_no_row_repeats_it) {
  run("CREATE TABLE t AS SELECT i // 4 AS order_id, i % 4 AS line, i % 7 AS other "
      "FROM range(100) r(i)");
  const Grain& grain = measure();
  EXPECT_THAT(grain.keys, ElementsAre(GrainKey{{"order_id", "line"}, "measured"},
                                      GrainKey{{"order_id", "other"}, "measured"}));
  EXPECT_EQ(grain.search_exhausted, true);
}

TEST_F(GrainTest, one_repetition_beyond_the_first_rows_is_enough) {
  run("CREATE TABLE t AS SELECT least(i // 4, 24999) AS a, i % 4 AS b FROM range(100004) r(i)");
  const Grain& grain = measure();
  EXPECT_THAT(grain.keys, IsEmpty());
  EXPECT_EQ(grain.search_exhausted, true);
}

TEST_F(GrainTest, estimates_do_not_decide) {
  run("CREATE TABLE t AS SELECT i // 4 AS a, i % 4 AS b FROM range(100) r(i)");
  look_at_table();
  column("a").cardinality = 22;  // of 25
  column("a").cardinality_method = "approximate";
  measure_grain(request_, statistics_, warnings_);
  EXPECT_THAT(statistics_.grain->keys, ElementsAre(GrainKey{{"a", "b"}, "measured"}));
}

TEST_F(GrainTest, no_search_where_it_says_nothing) {
  struct Case {
    const char* name;
    void (*change)(Statistics&);
  };
  const Case cases[] = {
      {"scope", [](Statistics& s) { s.scope = Scope{50, 0.5, {}}; }},
      {"empty", [](Statistics& s) { s.row_count = 0; }},
      {"catalog only", [](Statistics& s) { s.row_count.reset(); }},
      {"a column that is a key", [](Statistics& s) { s.columns[0].inferred.candidate_key = true; }},
  };
  run("CREATE TABLE t AS SELECT i // 4 AS a, i % 4 AS b FROM range(100) r(i)");
  for (const auto& one : cases) {
    look_at_table();
    one.change(statistics_);
    measure_grain(request_, statistics_, warnings_);
    EXPECT_THAT(statistics_.grain->keys, IsEmpty()) << one.name;
    EXPECT_FALSE(statistics_.grain->search_exhausted) << one.name;
  }
}

TEST_F(GrainTest, a_column_with_nulls_or_without_values_to_group_is_left_out) {
  run("CREATE TABLE t AS SELECT i // 4 AS a, CASE WHEN i <> 5 THEN i % 4 END AS b, "
      "[i % 4] AS c FROM range(100) r(i)");
  const Grain& grain = measure();
  EXPECT_THAT(grain.keys, IsEmpty());
  EXPECT_EQ(grain.search_exhausted, true);
}

TEST_F(GrainTest, the_search_stops_after_32_pairs) {
  std::string columns;
  for (int i = 0; i < 10; ++i)
    columns += fmt::format("{}(hash(i * 10 + {}) % 500)::INT AS c{}", i == 0 ? "" : ", ", i, i);
  run("CREATE TABLE t AS SELECT " + columns + " FROM range(1000) r(i)");
  EXPECT_EQ(measure().search_exhausted, false);
}

TEST_F(GrainTest, a_failed_search_keeps_what_is_declared) {
  run("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b), c INT)");
  run("INSERT INTO t SELECT i // 4, i % 4, i // 4 FROM range(100) r(i)");
  look_at_table();
  run("ALTER TABLE t RENAME COLUMN c TO d");
  measure_grain(request_, statistics_, warnings_);
  EXPECT_THAT(statistics_.grain->keys, ElementsAre(GrainKey{{"a", "b"}, "declared"}));
  EXPECT_EQ(statistics_.grain->search_exhausted, false);
  EXPECT_EQ(warnings_.size(), 1u);
}

}  // namespace
}  // namespace leeway::print
