#include "print/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diff_samples.h"

namespace leeway::print {
namespace {

using ::testing::ElementsAre;

PrintDiff compare(const Print& before, const Print& after, std::vector<std::string> failed = {}) {
  DiffInput input;
  input.baseline = &before;
  input.live = &after;
  input.failed = std::move(failed);
  return compare_prints(input);
}

ColumnPrint& column(Print& print, std::size_t index) {
  return print.tables[0].statistics->columns[index];
}

std::vector<std::string> stats_of(const PrintDiff& diff) {
  std::vector<std::string> stats;
  for (const auto& event : diff.events)
    if (const Value* stat = event.fields.find("stat")) stats.push_back(stat->text);
  return stats;
}

std::vector<std::string> kinds_of(const PrintDiff& diff) {
  std::vector<std::string> kinds;
  for (const auto& event : diff.events) kinds.emplace_back(to_string(event.kind));
  return kinds;
}

Print one_table() {
  Print print = samples::shop();
  print.tables.pop_back();
  return print;
}

// Every number of the id column moves.
Print moved() {
  Print print = one_table();
  ColumnPrint& id = column(print, 0);
  id.null_count = 1;
  id.null_rate = 0.01;
  id.cardinality = 90;
  id.cardinality_ratio = 0.9;
  id.values->clear();
  id.frequencies->total = 19;
  id.range->min = make_integer(0);
  id.percentiles->front().second = make_integer(24);
  id.mean = make_real(49);
  id.sum = make_integer(4900);
  id.zero_count = 1;
  id.negative_count = 2;
  id.quantized_count = 98;
  id.length = Length{};
  return print;
}

TEST(DiffSuppression, a_scoped_side_leaves_ratios_and_places) {
  Print scoped = moved();
  scoped.tables[0].statistics->scope = Scope{50, 0.5, {}};
  for (const auto& diff : {compare(one_table(), scoped), compare(scoped, one_table())})
    EXPECT_THAT(stats_of(diff), ElementsAre("cardinality_ratio", "frequencies.total", "length.avg",
                                            "length.max", "length.min", "length.p95", "mean",
                                            "null_rate", "percentiles.p25", "range.min"));
}

TEST(DiffSuppression, an_approximate_side_leaves_out_cardinality) {
  Print approximate = moved();
  column(approximate, 0).cardinality_method = "approximate";
  const auto stats = stats_of(compare(one_table(), approximate));
  EXPECT_THAT(stats, ::testing::Not(::testing::Contains("cardinality")));
  EXPECT_THAT(stats, ::testing::Not(::testing::Contains("cardinality_ratio")));
  EXPECT_THAT(stats, ::testing::Contains("cardinality_method"));
}

TEST(DiffSuppression, a_redacted_side_publishes_no_value) {
  Print redacted = moved();
  column(redacted, 0).redacted = "hash";
  for (const auto& diff : {compare(one_table(), redacted), compare(redacted, one_table())})
    EXPECT_THAT(stats_of(diff), ElementsAre("cardinality", "cardinality_ratio", "frequencies.total",
                                            "negative_count", "null_count", "null_rate",
                                            "quantized_count", "redacted", "zero_count"));
}

TEST(DiffSuppression, an_unmeasured_field_has_no_reading) {
  Print failed = moved();
  column(failed, 0).unmeasured = {"range", "mean", "percentiles", "values"};
  column(failed, 0).range.reset();
  const auto stats = stats_of(compare(one_table(), failed));
  for (const char* stat : {"range.min", "range.max", "mean", "percentiles.p25", "values"})
    EXPECT_THAT(stats, ::testing::Not(::testing::Contains(stat)));
  EXPECT_THAT(stats, ::testing::Contains("sum"));
}

TEST(DiffSuppression, normalized_cardinality_on_one_side_is_no_change) {
  Print without = one_table();
  column(without, 1).normalized_cardinality.reset();
  EXPECT_FALSE(compare(one_table(), without).moved());
  EXPECT_FALSE(compare(without, one_table()).moved());
}

TEST(DiffSuppression, an_unmeasured_layout_is_not_none) {
  Print unknown = one_table();
  unknown.tables[0].statistics->physical_layout.reset();
  unknown.tables[0].statistics->unmeasured = {"physical_layout"};
  EXPECT_FALSE(compare(one_table(), unknown).moved());
  EXPECT_FALSE(compare(unknown, one_table()).moved());
}

TEST(DiffSuppression, a_narrowed_read_loses_no_measured_key) {
  Print whole = one_table();
  whole.tables[0].statistics->grain->keys.push_back({{"state", "at"}, "measured"});
  Print scoped = one_table();
  scoped.tables[0].statistics->grain->search_exhausted.reset();
  scoped.tables[0].statistics->scope = Scope{50, 0.5, {}};
  EXPECT_FALSE(compare(whole, scoped).moved());
  scoped.tables[0].statistics->grain->keys.clear();
  EXPECT_THAT(kinds_of(compare(whole, scoped)), ElementsAre("grain_changed"));
}

TEST(DiffUnknown, depends_on_that_could_not_be_asked_is_not_empty) {
  Print unknown = samples::shop();
  unknown.tables[1].statistics->depends_on.reset();
  EXPECT_FALSE(compare(samples::shop(), unknown).moved());
  EXPECT_FALSE(compare(unknown, samples::shop()).moved());
  Print none = samples::shop();
  none.tables[1].statistics->depends_on->clear();
  EXPECT_FALSE(compare(none, unknown).moved());
  EXPECT_THAT(kinds_of(compare(none, samples::shop())), ElementsAre("depends_on_changed"));
}

TEST(DiffUnknown, indexes_and_comments_need_ddl_that_tells_all_of_them) {
  Print plain = samples::shop();
  plain.complete_ddl = false;
  plain.tables[0].ddl = "CREATE TABLE orders(id INTEGER DEFAULT(7), state VARCHAR);\n";
  EXPECT_FALSE(compare(plain, samples::shop()).moved());
  EXPECT_FALSE(compare(samples::shop(), plain).moved());
  plain.tables[0].ddl = "CREATE TABLE orders(id INTEGER, state VARCHAR);\n";
  EXPECT_THAT(kinds_of(compare(plain, samples::shop())), ElementsAre("column_default_changed"));
}

TEST(DiffUnknown, ddl_that_cannot_be_read_says_nothing) {
  for (const std::optional<std::string>& ddl :
       {std::optional<std::string>(), std::optional<std::string>("CREATE TABLE orders(id")}) {
    Print unknown = samples::shop();
    unknown.tables[0].ddl = ddl;
    EXPECT_FALSE(compare(unknown, samples::shop()).moved());
    EXPECT_FALSE(compare(samples::shop(), unknown).moved());
  }
}

TEST(DiffUnknown, edges_that_could_not_be_read_are_not_removed) {
  Print unknown = samples::shop();
  unknown.tables[0].relationships.reset();
  EXPECT_FALSE(compare(samples::shop(), unknown).moved());
  EXPECT_FALSE(compare(unknown, samples::shop()).moved());
}

TEST(DiffUnevaluated, every_cause_has_its_reason) {
  const auto reason_of = [](const PrintDiff& diff) {
    EXPECT_EQ(diff.summary.unevaluated_tables, 1);
    EXPECT_EQ(diff.summary.unchanged_tables, 0);
    return diff.unevaluated.size() == 1 ? diff.unevaluated[0].reason : "";
  };
  Print carried = one_table();
  carried.tables[0].carried = true;
  Print scoped = one_table();
  scoped.tables[0].statistics->scope = Scope{50, 0.5, {}};
  Print bare = one_table();
  bare.tables[0].statistics.reset();
  Print view = samples::shop();
  view.tables.erase(view.tables.begin());
  const std::vector<std::string> reasons{
      reason_of(compare(one_table(), carried)),
      reason_of(compare(one_table(), scoped)),
      reason_of(compare(bare, one_table())),
      reason_of(compare(one_table(), bare)),
      reason_of(compare(view, view)),
      reason_of(compare(one_table(), one_table(), {"shop.main.orders"}))};
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    EXPECT_NE(reasons[i], "");
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(reasons[i], reasons[j]);
  }
}

TEST(DiffUnevaluated, a_row_count_makes_a_scoped_table_modified) {
  Print scoped = one_table();
  scoped.tables[0].statistics->scope = Scope{50, 0.5, {}};
  scoped.tables[0].statistics->row_count = 120;
  const PrintDiff diff = compare(one_table(), scoped);
  EXPECT_THAT(kinds_of(diff), ElementsAre("table_row_count_changed"));
  EXPECT_EQ(diff.summary.tables_modified, 1);
  EXPECT_TRUE(diff.unevaluated.empty());
}

TEST(DiffUnevaluated, a_materialized_view_with_statistics_is_evaluated) {
  Print print = one_table();
  print.tables[0].type = "matview";
  EXPECT_EQ(compare(print, print).summary.unchanged_tables, 1);
}

TEST(DiffTables, F157_a_table_on_one_side_only_is_told_and_a_failed_one_is_not_removed) {
  Print none = samples::shop();
  none.tables.clear();
  EXPECT_THAT(kinds_of(compare(none, samples::shop())), ElementsAre("table_added", "table_added"));
  EXPECT_THAT(kinds_of(compare(samples::shop(), none)),
              ElementsAre("table_removed", "table_removed"));
  const PrintDiff failed = compare(samples::shop(), none, {"shop.main.orders"});
  EXPECT_THAT(kinds_of(failed), ElementsAre("table_removed"));
  EXPECT_EQ(failed.tables_scanned, 1);
  EXPECT_EQ(failed.summary.unevaluated_tables, 1);
}

TEST(DiffTables, a_failed_table_is_not_added_and_its_old_print_not_compared) {
  Print none = samples::shop();
  none.tables.clear();
  EXPECT_FALSE(compare(none, one_table(), {"shop.main.orders"}).moved());
  Print other = one_table();
  other.tables[0].carried = true;
  column(other, 0).sql_type = "BIGINT";
  EXPECT_FALSE(compare(one_table(), other, {"shop.main.orders"}).moved());
}

TEST(DiffTables, the_baseline_counts_within_the_selectors_only) {
  Print live = samples::shop();
  live.tables.clear();
  live.selectors = {{"shop.main.o*"}, {"*.overview"}};
  const PrintDiff diff = compare(samples::shop(), live);
  ASSERT_EQ(diff.events.size(), 1U);
  EXPECT_EQ(diff.events[0].table, "shop.main.orders");
}

TEST(DiffTables, everything_is_new_on_a_first_run) {
  const Print live = samples::shop();
  DiffInput input;
  input.live = &live;
  const PrintDiff diff = compare_prints(input);
  EXPECT_EQ(diff.summary.tables_added, 2);
  EXPECT_EQ(diff.baseline_generated_at, std::nullopt);
  const Value document = encode_diff(diff);
  EXPECT_EQ(*document.find("baseline")->find("generated_at"), make_null());
  EXPECT_EQ(*document.find("baseline")->find("dbprint_version"), make_null());
}

TEST(DiffDelta, keeps_every_digit) {
  Print before = one_table();
  column(before, 0).sum = make_number("170141183460469231731687303715884105726");
  Print after = one_table();
  column(after, 0).sum = make_number("170141183460469231731687303715884105727");
  const PrintDiff diff = compare(before, after);
  ASSERT_EQ(diff.events.size(), 1U);
  EXPECT_EQ(diff.events[0].fields.find("delta")->text, "1");
  EXPECT_GT(to_double(*diff.events[0].fields.find("delta_pct")), 0);
}

TEST(DiffDelta, is_for_two_numbers_and_its_share_for_a_base_above_zero) {
  Print after = one_table();
  column(after, 0).inferred.candidate_key = false;
  column(after, 0).zero_count = 4;
  column(after, 0).mean.reset();
  column(after, 0).distribution = "uniform";
  column(after, 0).negative_count = -1;
  for (const auto& event : compare(one_table(), after).events) {
    const std::string stat = event.fields.find("stat")->text;
    EXPECT_EQ(event.fields.find("delta") != nullptr,
              stat == "zero_count" || stat == "negative_count")
        << stat;
    EXPECT_EQ(event.fields.find("delta_pct"), nullptr) << stat;
  }
  Print less = one_table();
  column(less, 0).sum = make_integer(-5050);
  const auto events = compare(one_table(), less).events;
  EXPECT_EQ(events.at(0).fields.find("delta")->text, "-10100");
  EXPECT_EQ(events.at(0).fields.find("delta_pct")->text, "-2.0");
}

TEST(DiffDelta, nan_is_equal_to_nan) {
  Print nan = one_table();
  column(nan, 0).mean = make_number(".nan");
  EXPECT_FALSE(compare(nan, nan).moved());
  const auto events = compare(one_table(), nan).events;
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].fields.find("delta"), nullptr);
}

TEST(DiffOrder, is_the_references) {
  Print before = samples::shop();
  Print after = samples::shop();
  before.tables.push_back(samples::orders());
  before.tables.back().fqn = "shop.main.aged";
  after.tables.push_back(samples::orders());
  after.tables.back().fqn = "shop.main.zz";
  Statistics& statistics = *after.tables[0].statistics;
  statistics.row_count = 7;
  statistics.grain->keys.clear();
  statistics.physical_layout.reset();
  statistics.columns.erase(statistics.columns.begin() + 3);
  statistics.columns.push_back(samples::note_column());
  statistics.columns.back().key = "fresh";
  column(after, 0).sql_type = "BIGINT";
  column(after, 0).nullable = true;
  column(after, 0).sum = make_integer(1);
  column(after, 0).mean = make_real(1);
  after.tables[0].ddl =
      "CREATE TABLE orders(id INTEGER, state VARCHAR);\nCREATE INDEX b ON orders(id);\n"
      "COMMENT ON TABLE orders IS 'x';\n";
  after.tables[0].relationships->refers_to[0].other_table = "other";
  EXPECT_THAT(
      kinds_of(compare(before, after)),
      ElementsAre("table_added", "table_removed", "column_added", "column_removed",
                  "column_type_changed", "column_nullable_changed", "column_default_changed",
                  "relationship_added", "relationship_removed", "index_added", "index_removed",
                  "comment_changed", "comment_changed", "table_row_count_changed", "grain_changed",
                  "physical_layout_changed", "statistic_changed", "statistic_changed"));
}

std::vector<std::string> keys_of(const PrintDiff& diff) { return diff.events.at(0).fields.keys; }

TEST(DiffDocument, has_its_keys_in_order) {
  const Value document = encode_diff(compare(samples::shop(), samples::shop()));
  EXPECT_THAT(document.keys, ElementsAre("format_version", "generated_at", "connection", "adapter",
                                         "baseline", "target", "summary", "changes"));
  EXPECT_THAT(document.find("baseline")->keys,
              ElementsAre("source", "path", "generated_at", "dbprint_version"));
  EXPECT_THAT(document.find("target")->keys,
              ElementsAre("source", "scanned_at", "selectors", "tables_scanned"));
  EXPECT_EQ(document.find("summary")->keys.size(), 14U);
  EXPECT_EQ(*document.find("changes"), make_list());
}

TEST(DiffDocument, events_have_their_keys_in_order) {
  Print after = samples::shop();
  column(after, 0).sum = make_integer(1);
  EXPECT_THAT(keys_of(compare(samples::shop(), after)),
              ElementsAre("table", "column", "stat", "before", "after", "delta", "delta_pct"));
  after = samples::shop();
  after.tables[0].statistics->row_count = 1;
  EXPECT_THAT(keys_of(compare(samples::shop(), after)),
              ElementsAre("table", "before", "after", "delta", "before_method", "after_method"));
  after = samples::shop();
  after.tables[0].relationships->refers_to.clear();
  EXPECT_THAT(keys_of(compare(after, samples::shop())),
              ElementsAre("source_table", "source_column", "target_table", "target_column",
                          "on_delete", "on_update", "detection"));
  after = samples::shop();
  *after.tables[0].ddl += "CREATE INDEX x ON orders(id);";
  EXPECT_THAT(keys_of(compare(samples::shop(), after)),
              ElementsAre("table", "index_name", "columns", "unique", "type"));
  after = samples::shop();
  *after.tables[0].ddl += "COMMENT ON COLUMN orders.id IS 'x';";
  EXPECT_THAT(keys_of(compare(samples::shop(), after)),
              ElementsAre("table", "target", "column", "before", "after"));
}

DiffEvent stat_event(const std::string& stat, const char* before, const char* after,
                     const char* delta) {
  DiffEvent event;
  event.fields = make_map();
  event.fields.set("stat", make_string(stat));
  event.fields.set("before", make_number(before));
  event.fields.set("after", make_number(after));
  event.fields.set("delta", make_number(delta));
  return event;
}

TEST(DiffThresholds, quiet_what_is_smaller_than_they_are) {
  struct Case {
    const char* stat;
    const char* before;
    const char* after;
    const char* delta;
    bool shown;
  };
  for (const Case& c : {Case{"cardinality_ratio", "0.5", "0.51", "0.01", false},
                        Case{"cardinality_ratio", "0.5", "0.52", "0.02", true},
                        Case{"values_coverage", "0.9", "0.86", "-0.04", false},
                        Case{"values_coverage", "0.9", "0.85", "-0.05", true},
                        Case{"percentiles.p50", "100", "104", "4", false},
                        Case{"percentiles.p50", "-100", "-105", "-5", true},
                        Case{"sum", "1000", "1009", "9", false},
                        Case{"sum", "1000", "1010", "10", true}, Case{"sum", "0", "1", "1", true}})
    EXPECT_EQ(is_shown(stat_event(c.stat, c.before, c.after, c.delta), {}), c.shown)
        << c.stat << c.after;
}

TEST(DiffThresholds, F125_zero_shows_everything_and_words_are_always_shown) {
  const DiffThresholds zero{0, 0, 0, 0};
  EXPECT_TRUE(is_shown(stat_event("null_rate", "1000000", "1000000.000001", "0.000001"), zero));
  DiffEvent word;
  word.fields = make_map();
  word.fields.set("stat", make_string("classification"));
  word.fields.set("before", make_string("text"));
  word.fields.set("after", make_string("numeric"));
  EXPECT_TRUE(is_shown(word, {1, 1, 1, 1}));
  DiffEvent shape;
  shape.kind = DiffKind::column_removed;
  EXPECT_TRUE(is_shown(shape, {1, 1, 1, 1}));
}

}  // namespace
}  // namespace leeway::print
