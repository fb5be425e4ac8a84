#include "unit/print/shape_support.h"

namespace leeway::print {
namespace {

using ::testing::ElementsAre;

TimelineBucket bucket(const char* start, std::int64_t count) { return {make_string(start), count}; }

class TimelineTest : public ShapeTest {
 protected:
  const std::optional<Timeline>& measure() {
    look_at_table();
    measure_timeline(request_, statistics_, warnings_);
    return statistics_.timeline;
  }
};

TEST_F(TimelineTest, buckets_are_spelled_as_the_anchor_is) {
  struct Case {
    const char* name;
    const char* type;
    const char* values;
    const char* unit;
    std::vector<TimelineBucket> buckets;
  };
  const Case cases[] = {
      {"dates by day",
       "DATE",
       "('2024-01-31'), ('2024-01-31'), ('2024-02-02')",
       "day",
       {bucket("2024-01-31", 2), bucket("2024-02-02", 1)}},
      {"weeks begin on Monday",
       "DATE",
       "('2024-01-03'), ('2024-06-02')",
       "week",
       {bucket("2024-01-01", 1), bucket("2024-05-27", 1)}},
      {"timestamps by month",
       "TIMESTAMP",
       "('2021-01-03 10:00:00.5'), ('2024-06-02 23:59:59')",
       "month",
       {bucket("2021-01-01T00:00:00", 1), bucket("2024-06-01T00:00:00", 1)}},
      {"seconds",
       "TIMESTAMP_S",
       "('2024-01-03 10:00:00')",
       "day",
       {bucket("2024-01-03T00:00:00", 1)}},
      {"nanoseconds",
       "TIMESTAMP_NS",
       "('2024-01-03 10:00:00.123456789')",
       "day",
       {bucket("2024-01-03T00:00:00", 1)}},
      {"instants in UTC",
       "TIMESTAMPTZ",
       "('2024-01-03 23:30:00-05'), ('2024-01-04 01:00:00+00')",
       "day",
       {bucket("2024-01-04T00:00:00Z", 2)}},
  };
  for (const auto& one : cases) {
    run("CREATE OR REPLACE TABLE t (a " + std::string(one.type) + ")");
    run("INSERT INTO t VALUES " + std::string(one.values));
    const auto& timeline = measure();
    ASSERT_TRUE(timeline) << one.name << ::testing::PrintToString(warnings_);
    EXPECT_EQ(timeline->unit, one.unit) << one.name;
    EXPECT_EQ(timeline->buckets, one.buckets) << one.name;
    EXPECT_EQ(timeline->coverage, 1.0) << one.name;
  }
}

TEST_F(TimelineTest, field_F165_F214_infinity_and_far_years_have_no_place_on_it) {
  for (const char* type : {"DATE", "TIMESTAMP", "TIMESTAMPTZ", "TIMESTAMP_S", "TIMESTAMP_MS"}) {
    run("CREATE OR REPLACE TABLE t (a " + std::string(type) + ", b INT)");
    run("INSERT INTO t VALUES ('2024-01-03', 1), ('infinity', 1), ('-infinity', 1), "
        "('20000-01-01', NULL), (NULL, 1), ('2024-01-05', NULL)");
    const auto& timeline = measure();
    ASSERT_TRUE(timeline) << type << ::testing::PrintToString(warnings_);
    EXPECT_EQ(timeline->unit, "day") << type;
    EXPECT_EQ(timeline->buckets.size(), 2u) << type;
    EXPECT_EQ(timeline->coverage, 0.333333) << type;
    ASSERT_TRUE(column("b").populated) << type;
    EXPECT_TRUE(column("b").populated->to.text.starts_with("2024-01-03")) << type;
  }
}

TEST_F(TimelineTest, the_first_and_last_year_that_can_be_written) {
  run("CREATE TABLE t AS SELECT unnest([DATE '0001-01-01', DATE '9999-12-31']) AS a");
  EXPECT_THAT(measure()->buckets, ElementsAre(bucket("0001-01-01", 1), bucket("9999-12-01", 1)));
}

TEST_F(TimelineTest, the_anchor_has_fewest_nulls_then_most_values_then_the_first_name) {
  run("CREATE TABLE t AS SELECT CASE WHEN i > 0 THEN DATE '2024-01-01' + i::INT END AS a, "
      "DATE '2024-01-01' + (i % 3)::INT AS b, DATE '2024-01-01' + (i % 5)::INT AS d, "
      "DATE '2024-01-01' + (i % 5)::INT AS c, TIME '10:00:00' + to_seconds(i) AS time "
      "FROM range(50) r(i)");
  EXPECT_EQ(measure()->column, "c");
  request_.redacted_columns = {"c"};
  measure_timeline(request_, statistics_, warnings_);
  EXPECT_EQ(statistics_.timeline->column, "d");
  statistics_.physical_layout = PhysicalLayout{"sort", {{"x + 1", {}}, {"b", "b"}, {"d", "d"}}};
  measure_timeline(request_, statistics_, warnings_);
  EXPECT_EQ(statistics_.timeline->column, "b");
}

TEST_F(TimelineTest, there_is_none_without_an_anchor_or_over_a_part) {
  run("CREATE TABLE t AS SELECT TIME '10:00:00' AS a, 1 AS b, DATE '2024-01-01' AS c");
  look_at_table();
  column("c").classification = "categorical";
  measure_timeline(request_, statistics_, warnings_);
  EXPECT_FALSE(statistics_.timeline);
  look_at_table();
  statistics_.scope = Scope{1, 0.5, {}};
  measure_timeline(request_, statistics_, warnings_);
  EXPECT_FALSE(statistics_.timeline);
  look_at_table();
  statistics_.row_count = 0;
  measure_timeline(request_, statistics_, warnings_);
  EXPECT_FALSE(statistics_.timeline);
}

TEST_F(TimelineTest, columns_tell_when_they_were_filled_in) {
  run("CREATE TABLE t (moment TIMESTAMP, \"Late one\" INT, unfilled INT, filled INT)");
  run("INSERT INTO t VALUES ('2024-01-01 00:00:00', NULL, NULL, 1), "
      "('2024-01-02 10:00:00.25', 1, NULL, 1), ('2024-01-03 00:00:00', 1, NULL, 1), "
      "(NULL, 1, NULL, 1)");
  measure();
  EXPECT_EQ(column("late one").populated, (Populated{make_string("2024-01-02T10:00:00.250000"),
                                                     make_string("2024-01-03T00:00:00")}));
  EXPECT_FALSE(column("unfilled").populated);
  EXPECT_FALSE(column("filled").populated);
  EXPECT_EQ(column("moment").populated,
            (Populated{make_string("2024-01-01T00:00:00"), make_string("2024-01-03T00:00:00")}));
}

TEST_F(TimelineTest, two_statements_where_the_span_is_known) {
  run("CREATE TABLE t AS SELECT DATE '2024-01-01' + i::INT AS a_day, "
      "CASE WHEN i > 5 THEN i END AS a, CASE WHEN i > 6 THEN i END AS b FROM range(10) r(i)");
  look_at_table();
  column("a_day").range = Range{make_string("2024-01-01"), make_string("2024-01-10"), 9};
  const auto before = session_->statements_sent();
  measure_timeline(request_, statistics_, warnings_);
  EXPECT_EQ(session_->statements_sent() - before, 2u);
}

TEST_F(TimelineTest, a_failure_is_a_warning) {
  run("CREATE TABLE t AS SELECT DATE '2024-01-01' AS a");
  look_at_table();
  run("DROP TABLE t");
  measure_timeline(request_, statistics_, warnings_);
  EXPECT_FALSE(statistics_.timeline);
  EXPECT_EQ(warnings_.size(), 1u);
}

}  // namespace
}  // namespace leeway::print
