// One thing changed at a time: exactly one event, of the expected kind and statistic (F155, F159).
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "diff_samples.h"
#include "print/diff.h"

namespace leeway::print {
namespace {

PrintDiff compare(const Print& before, const Print& after) {
  DiffInput input;
  input.baseline = &before;
  input.live = &after;
  return compare_prints(input);
}

ColumnPrint& column(Print& print, std::size_t index) {
  return print.tables[0].statistics->columns[index];
}
constexpr std::size_t id = 0;
constexpr std::size_t state = 1;
constexpr std::size_t note = 2;
constexpr std::size_t at = 3;

void replace(Print& print, std::size_t table, const std::string& from, const std::string& to) {
  std::string& ddl = *print.tables[table].ddl;
  const auto where = ddl.find(from);
  ASSERT_NE(where, std::string::npos) << from;
  ddl.replace(where, from.size(), to);
}

struct Mutation {
  std::string name;
  DiffKind kind;
  std::string stat;  // of statistic_changed
  std::function<void(Print&)> change;
};

std::vector<Mutation> shape_mutations() {
  using enum DiffKind;
  return {
      {"table added", table_added, "",
       [](Print& p) {
         p.tables.push_back(samples::orders());
         p.tables.back().fqn = "shop.main.new";
       }},
      {"table removed", table_removed, "", [](Print& p) { p.tables.pop_back(); }},
      {"column added", column_added, "",
       [](Print& p) {
         p.tables[0].statistics->columns.push_back(samples::note_column());
         p.tables[0].statistics->columns.back().key = "new";
       }},
      {"column removed", column_removed, "",
       [](Print& p) { p.tables[0].statistics->columns.pop_back(); }},
      {"column of a view removed", column_removed, "",
       [](Print& p) { p.tables[1].statistics->columns.clear(); }},
      {"type", column_type_changed, "", [](Print& p) { column(p, id).sql_type = "BIGINT"; }},
      {"nullable", column_nullable_changed, "", [](Print& p) { column(p, id).nullable = true; }},
      {"F159 default changed", column_default_changed, "",
       [](Print& p) { replace(p, 0, "DEFAULT(7)", "DEFAULT(8)"); }},
      {"F159 default removed", column_default_changed, "",
       [](Print& p) { replace(p, 0, " DEFAULT(7)", ""); }},
      {"F159 default added", column_default_changed, "",
       [](Print& p) { replace(p, 0, "note VARCHAR", "note VARCHAR DEFAULT('x')"); }},
      {"grain", grain_changed, "", [](Print& p) { p.tables[0].statistics->grain->keys.clear(); }},
      {"grain search", grain_changed, "",
       [](Print& p) { p.tables[0].statistics->grain->search_exhausted = false; }},
      {"grain detection", grain_changed, "",
       [](Print& p) { p.tables[0].statistics->grain->keys[0].detection = "measured"; }},
      {"layout gone", physical_layout_changed, "",
       [](Print& p) { p.tables[0].statistics->physical_layout.reset(); }},
      {"layout", physical_layout_changed, "",
       [](Print& p) { p.tables[0].statistics->physical_layout->mechanism = "partition"; }},
      {"depends on", depends_on_changed, "",
       [](Print& p) { p.tables[1].statistics->depends_on = std::vector<std::string>{}; }},
      {"edge removed", relationship_removed, "",
       [](Print& p) { p.tables[0].relationships->refers_to.clear(); }},
      {"edge added", relationship_added, "",
       [](Print& p) {
         auto& edges = p.tables[0].relationships->refers_to;
         edges.push_back(edges.front());
         edges.back().other_table = "shop.main.others";
       }},
      {"edge's action", relationship_modified, "",
       [](Print& p) { p.tables[0].relationships->refers_to[0].on_delete = "RESTRICT"; }},
      {"edge inferred only", relationship_modified, "",
       [](Print& p) {
         Edge& edge = p.tables[0].relationships->refers_to[0];
         edge.detection = "inferred";
         edge.on_delete.reset();
         edge.on_update.reset();
       }},
      {"index removed", index_removed, "",
       [](Print& p) { replace(p, 0, "CREATE INDEX by_state ON orders(state);\n", ""); }},
      {"index added", index_added, "",
       [](Print& p) { *p.tables[0].ddl += "CREATE INDEX two ON orders(id);\n"; }},
      {"index unique", index_modified, "",
       [](Print& p) { replace(p, 0, "CREATE INDEX", "CREATE UNIQUE INDEX"); }},
      {"index columns", index_modified, "",
       [](Print& p) { replace(p, 0, "orders(state)", "orders(state, id)"); }},
      {"table comment", comment_changed, "",
       [](Print& p) { replace(p, 0, "All orders", "Some orders"); }},
      {"column comment gone", comment_changed, "",
       [](Print& p) { replace(p, 0, "'open or shut'", "NULL"); }},
      {"view comment", comment_changed, "",
       [](Print& p) { *p.tables[1].ddl += "COMMENT ON TABLE overview IS 'x';\n"; }},
      {"row count", table_row_count_changed, "",
       [](Print& p) { p.tables[0].statistics->row_count = 101; }},
  };
}

Mutation stat(std::string path, std::function<void(Print&)> change) {
  return {path, DiffKind::statistic_changed, path, std::move(change)};
}

std::vector<Mutation> statistic_mutations() {
  return {
      stat("null_count", [](Print& p) { column(p, state).null_count = 11; }),
      stat("null_rate", [](Print& p) { column(p, state).null_rate = 0.2; }),
      stat("classification", [](Print& p) { column(p, state).classification = "text"; }),
      stat("physical_name", [](Print& p) { column(p, note).physical_name = "NOTE"; }),
      stat("collation", [](Print& p) { column(p, note).collation.reset(); }),
      stat("cardinality", [](Print& p) { column(p, id).cardinality = 99; }),
      stat("cardinality_ratio", [](Print& p) { column(p, id).cardinality_ratio = 0.99; }),
      stat("physical_layout_key", [](Print& p) { column(p, id).physical_layout_key = true; }),
      stat("populated.from",
           [](Print& p) { column(p, at).populated->from = make_string("2026-01-02T00:00:00"); }),
      stat("inferred.looks_like", [](Print& p) { column(p, note).inferred.looks_like = "url"; }),
      stat("inferred.candidate_key",
           [](Print& p) { column(p, id).inferred.candidate_key = false; }),
      stat("inferred.candidate_key_exception",
           [](Print& p) { column(p, id).inferred.candidate_key_exception = "estimated"; }),
      stat("inferred.sensitivity", [](Print& p) { column(p, state).inferred.sensitivity.reset(); }),
      stat("inferred.epoch_unit", [](Print& p) { column(p, id).inferred.epoch_unit = "seconds"; }),
      stat("values", [](Print& p) { (*column(p, state).values)[0].count = 61; }),
      stat("values", [](Print& p) { (*column(p, state).values)[0].spelling_of = "shut"; }),
      stat("values_coverage", [](Print& p) { column(p, state).values_coverage = 0.9; }),
      stat("values_coverage_method",
           [](Print& p) { column(p, state).values_coverage_method = "bounded"; }),
      stat("distribution", [](Print& p) { column(p, state).distribution = "imbalanced"; }),
      stat("frequencies.top", [](Print& p) { column(p, id).frequencies->top = 2; }),
      stat("range.max", [](Print& p) { column(p, id).range->max = make_integer(101); }),
      stat("range.span_days", [](Print& p) { column(p, at).range->span_days = 32; }),
      stat("percentiles.p50",
           [](Print& p) { (*column(p, id).percentiles)[1].second = make_integer(51); }),
      stat("mean", [](Print& p) { column(p, id).mean = make_real(51); }),
      stat("sum", [](Print& p) { column(p, id).sum = make_integer(5051); }),
      stat("length.p95", [](Print& p) { column(p, state).length->p95 = 5; }),
      stat("zero_count", [](Print& p) { column(p, id).zero_count = 1; }),
      stat("negative_count", [](Print& p) { column(p, id).negative_count = 1; }),
      stat("empty_count", [](Print& p) { column(p, note).empty_count = 4; }),
      stat("quantized_count", [](Print& p) { column(p, id).quantized_count = 99; }),
      stat("unrepresentable", [](Print& p) { column(p, at).unrepresentable.clear(); }),
      stat("normalized_cardinality", [](Print& p) { column(p, state).normalized_cardinality = 1; }),
      stat("redacted", [](Print& p) { column(p, at).redacted = "mask"; }),
  };
}

std::vector<Mutation> all_mutations() {
  auto all = shape_mutations();
  for (auto& mutation : statistic_mutations()) all.push_back(std::move(mutation));
  return all;
}

TEST(DiffMutation, F155_equal_prints_have_no_event) {
  const PrintDiff diff = compare(samples::shop(), samples::shop());
  EXPECT_FALSE(diff.moved());
  EXPECT_EQ(diff.summary.unchanged_tables, 1);
  EXPECT_EQ(diff.summary.unevaluated_tables, 1);
}

TEST(DiffMutation, F159_each_change_makes_exactly_its_event) {
  for (const auto& mutation : all_mutations()) {
    Print after = samples::shop();
    mutation.change(after);
    const PrintDiff diff = compare(samples::shop(), after);
    ASSERT_EQ(diff.events.size(), 1U) << mutation.name;
    EXPECT_EQ(to_string(diff.events[0].kind), to_string(mutation.kind)) << mutation.name;
    if (!mutation.stat.empty()) {
      EXPECT_EQ(diff.events[0].fields.find("stat")->text, mutation.stat) << mutation.name;
    }
    EXPECT_EQ(diff.shape_moved(), !is_data(mutation.kind)) << mutation.name;
  }
}

TEST(DiffMutation, F155_no_event_has_equal_sides) {
  for (const auto& mutation : all_mutations()) {
    Print after = samples::shop();
    mutation.change(after);
    for (const auto& event : compare(samples::shop(), after).events) {
      const Value* was = event.fields.find("before");
      if (was != nullptr) {
        EXPECT_NE(*was, *event.fields.find("after")) << mutation.name;
      }
    }
  }
}

TEST(DiffMutation, the_way_back_is_as_long) {
  for (const auto& mutation : all_mutations()) {
    Print after = samples::shop();
    mutation.change(after);
    EXPECT_EQ(compare(after, samples::shop()).events.size(), 1U) << mutation.name;
  }
}

// 'Tables scanned' is the sum of added, modified, unchanged and unevaluated tables.
TEST(DiffMutation, the_counters_add_up) {
  for (const auto& mutation : all_mutations()) {
    Print after = samples::shop();
    mutation.change(after);
    const PrintDiff diff = compare(samples::shop(), after);
    const DiffSummary& s = diff.summary;
    EXPECT_EQ(s.tables_added + s.tables_modified + s.unchanged_tables + s.unevaluated_tables,
              diff.tables_scanned)
        << mutation.name;
  }
}

// What moves on every run, or is told elsewhere.
TEST(DiffMutation, some_things_are_never_compared) {
  const std::vector<std::pair<std::string, std::function<void(Print&)>>> changes{
      {"freshness", [](Print& p) { column(p, at).freshness->max_age_days = 9; }},
      {"rows_scanned", [](Print& p) { column(p, id).rows_scanned = 9; }},
      {"sampled", [](Print& p) { column(p, note).inferred.sampled = 9; }},
      {"matched", [](Print& p) { column(p, note).inferred.matched = 9; }},
      {"candidate", [](Print& p) { column(p, note).inferred.looks_like_candidate = "url"; }},
      {"share", [](Print& p) { column(p, note).inferred.looks_like_candidate_share = 0.5; }},
      {"sketch", [](Print& p) { column(p, id).sketch = Sketch{"kmv_md5_lo64", {1, 2}}; }},
      {"method alone", [](Print& p) { p.tables[0].statistics->row_count_method = "approximate"; }},
      {"null patterns", [](Print& p) { p.tables[0].statistics->null_patterns.emplace(); }},
      {"dependencies", [](Print& p) { p.tables[0].statistics->dependencies->push_back({}); }},
      {"timeline", [](Print& p) { p.tables[0].statistics->timeline.emplace(); }},
      {"eligible", [](Print& p) { p.tables[0].relationships->eligible_target = false; }},
      {"name", [](Print& p) { p.tables[0].relationships->refers_to[0].constraint_name = "fk"; }},
      {"observed", [](Print& p) { p.tables[0].relationships->refers_to[0].observed.emplace(); }},
      {"measured edge",
       [](Print& p) {
         auto& edges = p.tables[0].relationships->refers_to;
         edges.push_back(edges.front());
         edges.back().other_table = "shop.main.others";
         edges.back().detection = "measured";
       }},
      {"detection alone",
       [](Print& p) { p.tables[0].relationships->refers_to[0].detection = "inferred"; }},
      {"mirror", [](Print& p) { p.tables[0].relationships->referenced_by.emplace_back(); }},
      {"DDL text", [](Print& p) { *p.tables[0].ddl += "\n-- a remark\n"; }},
      {"view's query", [](Print& p) { replace(p, 1, "SELECT 1", "SELECT 2"); }},
      {"spelling of a number", [](Print& p) { column(p, id).range->max = make_number("100.0"); }},
      {"order of what a view reads",
       [](Print& p) { std::ranges::reverse(*p.tables[1].statistics->depends_on); }},
  };
  Print before = samples::shop();
  before.tables[1].statistics->depends_on->push_back("shop.main.zebra");
  for (const auto& [name, change] : changes) {
    Print after = before;
    change(after);
    EXPECT_EQ(compare(before, after).events.size(), 0U) << name;
    EXPECT_EQ(compare(after, before).events.size(), 0U) << name;
  }
}

}  // namespace
}  // namespace leeway::print
