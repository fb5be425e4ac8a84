#include <gtest/gtest.h>

#include "print/check.h"
#include "print/overview.h"

namespace leeway::print {
namespace {

const std::string now = "2024-01-11T00:00:00Z";

TablePrint table(const std::string& name, const std::string& profiled_at,
                 std::optional<int> threshold = std::nullopt) {
  TablePrint print;
  print.fqn = "shop.main." + name;
  print.profiled_at = profiled_at;
  print.max_age_days = threshold;
  return print;
}

TEST(MaxAge, Forms) {
  for (const auto& [text, days] : std::vector<std::pair<std::string, double>>{{"30d", 30},
                                                                              {"1D", 1},
                                                                              {"12h", 0.5},
                                                                              {"36H", 1.5},
                                                                              {"720m", 0.5},
                                                                              {"43200s", 0.5},
                                                                              {"0d", 0}}) {
    const auto parsed = parse_max_age(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_DOUBLE_EQ(*parsed, days) << text;
  }
  for (const char* const text :
       {"", "d", "7", "1d12h", "-1d", "+1d", "1.5d", "1w", " 1d", "1d ", "99999999999999999999d"}) {
    const auto parsed = parse_max_age(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, ErrorCode::usage) << text;
  }
}

struct Case {
  std::string what;
  std::string profiled_at;
  std::optional<int> recorded;
  int configured;
  std::optional<double> asked;
  bool stale;
};

TEST(Staleness, TheThresholdAndTheAge) {
  for (const auto& one : std::vector<Case>{
           {"inside", "2024-01-05T00:00:00Z", 7, 7, {}, false},
           {"exactly", "2024-01-04T00:00:00Z", 7, 7, {}, false},
           {"beyond", "2024-01-03T23:59:59Z", 7, 7, {}, true},
           {"recorded before configured", "2024-01-05T00:00:00Z", 3, 30, {}, true},
           {"recorded before configured", "2024-01-01T00:00:00Z", 30, 3, {}, false},
           {"configured where none is recorded", "2024-01-05T00:00:00Z", {}, 3, {}, true},
           {"asked before all", "2024-01-05T00:00:00Z", 30, 30, 1.0, true},
           {"asked before all", "2024-01-05T00:00:00Z", 1, 1, 30.0, false},
           {"nothing satisfies 0", "2024-01-11T00:00:00Z", 0, 7, {}, true},
           {"no moment", "", 7, 7, {}, true},
           {"no moment", "yesterday", 7, 7, {}, true}}) {
    Print print;
    print.tables = {table("a", one.profiled_at, one.recorded)};
    config::PrintConnection connection;
    connection.max_age_days = one.configured;
    EXPECT_EQ(stale_tables(print, connection, now, one.asked).size(), one.stale ? 1U : 0U)
        << one.what;
  }
}

TEST(Staleness, ARuleSetsTheThreshold) {
  Print print;
  print.tables = {table("a", "2024-01-05T00:00:00Z"), table("b", "2024-01-05T00:00:00Z")};
  config::PrintConnection connection;
  config::PrintRule rule;
  rule.include = {"*.b"};
  rule.max_age_days = 2;
  connection.rules = {rule};
  EXPECT_EQ(stale_tables(print, connection, now, {}),
            (std::vector<StaleTable>{{"shop.main.b", "2024-01-05T00:00:00Z", 6.0, 2.0}}));
}

TEST(Staleness, AnAgeThatIsNotKnownIsNoZero) {
  Print print;
  print.tables = {table("a", "yesterday", 7)};
  EXPECT_EQ(stale_tables(print, {}, now, {}),
            (std::vector<StaleTable>{{"shop.main.a", "yesterday", std::nullopt, 7.0}}));
}

TEST(Overview, BucketsGoByEachTablesThreshold) {
  Print print;
  print.tables = {table("live", "2024-01-05T00:00:00Z", 7),
                  table("stale", "2024-01-05T00:00:00Z", 3),
                  table("configured", "2024-01-01T00:00:00Z"),
                  table("never", "2024-01-11T00:00:00Z", 0),
                  table("dormant", "2023-01-01T00:00:00Z", 3),
                  table("long", "2023-01-01T00:00:00Z", 1000),
                  table("unknown", "", 3)};
  print.tables[0].has_description = true;
  const auto made = overview(print, {}, now);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->tables, 7);
  EXPECT_EQ(made->live, 2);
  EXPECT_EQ(made->stale, 4);
  EXPECT_EQ(made->dormant, 1);
  EXPECT_EQ(made->described, 1);
}

TEST(Overview, RulesThatNarrowATableBothWaysAreAnError) {
  Print print;
  print.tables = {table("a", now)};
  config::PrintConnection connection;
  config::PrintRule sample;
  sample.sample = 0.5;
  config::PrintRule filter;
  filter.filter = "a > 1";
  connection.rules = {sample, filter};
  const auto made = overview(print, connection, now);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::config);
}

TEST(Drift, EachEventIsAnError) {
  PrintDiff diff;
  DiffEvent gone;
  gone.kind = DiffKind::column_removed;
  gone.table = "shop.main.a";
  gone.column = "id";
  DiffEvent moved = gone;
  moved.kind = DiffKind::statistic_changed;
  moved.fields = make_map();
  moved.fields.set("stat", make_string("mean"));
  moved.fields.set("before", make_integer(1));
  moved.fields.set("after", make_null());
  diff.events = {gone, moved};
  const auto issues = drift_issues(diff);
  ASSERT_EQ(issues.size(), 2U);
  EXPECT_EQ(issues[0].code, "drift.schema-changed");
  EXPECT_EQ(issues[1].code, "drift.statistic-changed");
  EXPECT_EQ(issues[1].path, "shop.main.a.id.mean");
  EXPECT_TRUE(issues[0].error && issues[1].error);
}

}  // namespace
}  // namespace leeway::print
