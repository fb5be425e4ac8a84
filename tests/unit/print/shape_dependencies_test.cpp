#include "unit/print/shape_support.h"

namespace leeway::print {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class DependenciesTest : public ShapeTest {
 protected:
  std::vector<Dependency> measure() {
    look_at_table();
    measure_dependencies(request_, statistics_, warnings_);
    return statistics_.dependencies.value_or(std::vector<Dependency>{{"no", "block", 0}});
  }
};

TEST_F(DependenciesTest, categories_that_follow_from_others) {
  run("CREATE TABLE t AS SELECT i % 12 AS city, i % 12 // 3 AS country, i % 12 + 5 AS code, "
      "i % 5 AS other FROM range(1000) r(i)");
  EXPECT_THAT(measure(),
              ElementsAre(Dependency{"city", "country", 1}, Dependency{"city", "code", 1},
                          Dependency{"code", "city", 1}, Dependency{"code", "country", 1}));
}

TEST_F(DependenciesTest, strength_is_the_share_of_determinants_among_pairs) {
  // 100 values of a; from 39,000 rows on, five of them meet a second value of a_name.
  run("CREATE TABLE t AS SELECT i % 100 AS a, CASE WHEN i >= 39000 AND i % 100 < 5 THEN 99 ELSE "
      "i % 100 // 2 END AS a_name FROM range(40000) r(i)");
  EXPECT_THAT(measure(), ElementsAre(Dependency{"a", "a_name", 0.952381}));
}

TEST_F(DependenciesTest, a_weaker_one_is_not_told) {
  run("CREATE TABLE t AS SELECT i % 100 AS a, CASE WHEN i >= 39000 AND i % 100 < 6 THEN 99 ELSE "
      "i % 100 // 2 END AS a_name FROM range(40000) r(i)");
  EXPECT_THAT(measure(), IsEmpty());
}

TEST_F(DependenciesTest, estimates_do_not_change_the_strength) {
  run("CREATE TABLE t AS SELECT i % 100 AS a, i % 100 // 2 AS a_name FROM range(1000) r(i)");
  look_at_table();
  column("a").cardinality = 96;
  column("a").cardinality_method = "approximate";
  measure_dependencies(request_, statistics_, warnings_);
  EXPECT_THAT(*statistics_.dependencies, ElementsAre(Dependency{"a", "a_name", 1}));
}

TEST_F(DependenciesTest, keys_constants_nulls_and_strangers_give_none) {
  run("CREATE TABLE t AS SELECT i AS a, i // 2 AS a_name, 1 AS c, "
      "CASE WHEN i > 3 THEN i % 4 END AS d, i % 4 AS e, i // 3 AS stranger FROM range(200) r(i)");
  EXPECT_THAT(measure(), IsEmpty());
}

TEST_F(DependenciesTest, none_are_looked_for_in_a_part_or_in_nothing) {
  run("CREATE TABLE t AS SELECT i % 12 AS a, i % 12 // 3 AS b FROM range(100) r(i)");
  look_at_table();
  statistics_.scope = Scope{50, 0.5, {}};
  measure_dependencies(request_, statistics_, warnings_);
  EXPECT_THAT(*statistics_.dependencies, IsEmpty());
  statistics_ = {};
  statistics_.catalog_only = true;
  measure_dependencies(request_, statistics_, warnings_);
  EXPECT_FALSE(statistics_.dependencies);
}

TEST_F(DependenciesTest, what_cannot_be_measured_is_named) {
  run("CREATE TABLE t AS SELECT i % 12 AS a, i % 12 // 3 AS b FROM range(100) r(i)");
  look_at_table();
  run("DROP TABLE t");
  measure_dependencies(request_, statistics_, warnings_);
  EXPECT_FALSE(statistics_.dependencies);
  EXPECT_THAT(statistics_.unmeasured, ElementsAre("dependencies"));
}

TEST_F(DependenciesTest, many_columns_are_counted_in_few_statements) {
  std::string columns;
  for (int i = 0; i < 150; ++i)
    columns += fmt::format("{}(hash(i * 1000 + {}) % 2)::INT AS c{}", i == 0 ? "" : ", ", i, i);
  run("CREATE TABLE t AS SELECT " + columns + " FROM range(500) r(i)");
  look_at_table();
  const auto before = session_->statements_sent();
  measure_dependencies(request_, statistics_, warnings_);
  EXPECT_LE(session_->statements_sent() - before, 10u);
  EXPECT_THAT(*statistics_.dependencies, IsEmpty());
}

}  // namespace
}  // namespace leeway::print
