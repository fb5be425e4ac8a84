#include "unit/print/shape_support.h"

namespace leeway::print {
namespace {

using ::testing::ElementsAre;

class NullPatternsTest : public ShapeTest {
 protected:
  void measure(int cap = 20) {
    look_at_table();
    request_.params.top_n_null_patterns = cap;
    measure_null_patterns(request_, statistics_, warnings_);
  }
};

TEST_F(NullPatternsTest, every_combination_is_listed_with_its_rows) {
  run("CREATE TABLE t (id INT, \"B b\" INT, a VARCHAR, l INT[])");
  run("INSERT INTO t VALUES (1, 1, 'x', [1]), (2, NULL, 'x', [1]), (3, NULL, NULL, [1]), "
      "(4, NULL, NULL, [1]), (5, 1, 'x', NULL)");
  measure();
  ASSERT_TRUE(statistics_.null_patterns);
  EXPECT_THAT(statistics_.null_patterns->patterns,
              ElementsAre(NullPattern{{"a", "b b"}, 2}, NullPattern{{}, 1}, NullPattern{{"b b"}, 1},
                          NullPattern{{"l"}, 1}));
  EXPECT_EQ(statistics_.null_patterns->coverage, 1.0);
  EXPECT_EQ(statistics_.null_patterns->coverage_method, "measured");
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(NullPatternsTest, there_is_no_block_without_a_null) {
  run("CREATE TABLE t AS SELECT 1 AS a");
  measure();
  EXPECT_FALSE(statistics_.null_patterns);
  EXPECT_TRUE(statistics_.unmeasured.empty());
}

TEST_F(NullPatternsTest, a_cut_list_says_how_much_it_covers) {
  run("CREATE TABLE t AS SELECT CASE WHEN i % 2 = 0 THEN i END AS a, "
      "CASE WHEN i % 3 = 0 THEN i END AS b FROM range(12) r(i)");
  measure(2);
  EXPECT_THAT(statistics_.null_patterns->patterns,
              ElementsAre(NullPattern{{"a", "b"}, 4}, NullPattern{{"b"}, 4}));
  EXPECT_EQ(statistics_.null_patterns->coverage, 0.666667);
  EXPECT_FALSE(statistics_.null_patterns->coverage_method);
}

TEST_F(NullPatternsTest, a_table_of_1500_columns_needs_one_statement) {
  std::string columns;
  for (int i = 0; i < 1500; ++i)
    columns += fmt::format("{}CASE WHEN i % 2 = {} THEN NULL ELSE 1 END AS c{:04}",
                           i == 0 ? "" : ", ", i % 2, i);
  run("CREATE TABLE t AS SELECT " + columns + " FROM range(3) r(i)");
  look_at_table();
  const auto before = session_->statements_sent();
  measure_null_patterns(request_, statistics_, warnings_);
  EXPECT_EQ(session_->statements_sent() - before, 1u);
  ASSERT_TRUE(statistics_.null_patterns);
  const auto& patterns = statistics_.null_patterns->patterns;
  ASSERT_EQ(patterns.size(), 2u);
  EXPECT_EQ(patterns[0].count, 2);
  EXPECT_EQ(patterns[0].columns.size(), 750u);
  EXPECT_EQ(patterns[0].columns.front(), "c0000");
  EXPECT_EQ(patterns[0].columns.back(), "c1498");
  EXPECT_EQ(patterns[1].columns.front(), "c0001");
}

TEST_F(NullPatternsTest, what_cannot_be_measured_is_named) {
  run("CREATE TABLE t AS SELECT NULL::INT AS a");
  look_at_table();
  run("DROP TABLE t");
  measure_null_patterns(request_, statistics_, warnings_);
  EXPECT_FALSE(statistics_.null_patterns);
  EXPECT_THAT(statistics_.unmeasured, ElementsAre("null_patterns"));
  EXPECT_EQ(warnings_.size(), 1u);
}

}  // namespace
}  // namespace leeway::print
