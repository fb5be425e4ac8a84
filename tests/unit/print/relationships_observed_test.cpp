#include <gmock/gmock.h>

#include "print/relationships.h"
#include "print/sketch.h"

namespace leeway::print {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kStep = std::uint64_t{1} << 48;

ColumnPrint column(const std::string& key, std::int64_t cardinality, std::size_t hashes = 0) {
  ColumnPrint result;
  result.key = key;
  result.sql_type = "BIGINT";
  result.cardinality = cardinality;
  result.cardinality_method = "exact";
  if (hashes > 0) result.sketch.emplace();
  for (std::size_t i = 1; i <= hashes; ++i) result.sketch->hashes.push_back(i * kStep);
  return result;
}

TablePrint table(const std::string& fqn, std::int64_t rows, std::vector<ColumnPrint> columns) {
  TablePrint result;
  result.fqn = fqn;
  result.path = fqn;
  result.type = "table";
  result.statistics.emplace();
  result.statistics->row_count = rows;
  result.statistics->columns = std::move(columns);
  result.relationships.emplace();
  return result;
}

Edge edge(std::vector<std::string> columns, const std::string& target,
          std::vector<std::string> target_columns, const std::string& detection = "inferred") {
  Edge result;
  result.column = std::move(columns);
  result.other_table = target;
  result.other_column = std::move(target_columns);
  result.detection = detection;
  return result;
}

// orders.customer_id -> customers.id.
Print shop() {
  Print print;
  print.tables = {table("customers", 100, {column("id", 100)}),
                  table("orders", 1000, {column("customer_id", 30)})};
  print.tables[1].statistics->columns[0].values = {{make_integer(7), 90, {}}};
  print.tables[1].relationships->refers_to = {edge({"customer_id"}, "customers", {"id"})};
  return print;
}

const std::optional<Observed>& observed_in(Print& print) {
  complete_edges(print, false);
  return print.tables[1].relationships->refers_to[0].observed;
}

TEST(ObservedTest, from_counts) {
  Print print = shop();
  const auto& observed = observed_in(print);
  ASSERT_TRUE(observed);
  EXPECT_TRUE(observed->scope_compatible);
  EXPECT_EQ(observed->fanout_avg, 33.333333);
  EXPECT_EQ(observed->target_coverage, 0.3);
  EXPECT_EQ(observed->fanout_max, 90);
  EXPECT_EQ(observed->coherent, true);
  EXPECT_FALSE(observed->containment);
  EXPECT_FALSE(observed->answerable_count);
}

TEST(ObservedTest, what_is_not_known_is_left_out) {
  struct Case {
    const char* name;
    void (*change)(Print&);
    bool block;
  };
  const Case cases[] = {
      {"approximate",
       [](Print& p) { p.tables[0].statistics->columns[0].cardinality_method = "approximate"; },
       true},
      {"no cardinality", [](Print& p) { p.tables[0].statistics->columns[0].cardinality.reset(); },
       false},
      {"no values", [](Print& p) { p.tables[1].statistics->columns[0].cardinality = 0; }, false},
      {"no statistics", [](Print& p) { p.tables[0].statistics.reset(); }, false},
      {"not in the print",
       [](Print& p) {
         p.tables.erase(p.tables.begin());
         p.tables.insert(p.tables.begin(), table("other", 1, {}));
       },
       false},
      {"composite",
       [](Print& p) {
         p.tables[1].relationships->refers_to[0] =
             edge({"customer_id", "x"}, "customers", {"id", "y"});
       },
       false},
  };
  for (const auto& one : cases) {
    Print print = shop();
    one.change(print);
    const auto& observed = observed_in(print);
    EXPECT_EQ(observed.has_value(), one.block) << one.name;
    if (observed) {
      EXPECT_FALSE(observed->coherent) << one.name;
    }
  }
}

TEST(ObservedTest, scopes_must_agree) {
  struct Case {
    std::optional<Scope> child;
    std::optional<Scope> parent;
    bool compatible;
  };
  const Scope tenth{100, 0.1, {}}, fifth{200, 0.2, {}}, filtered{100, {}, "x > 1"};
  const Case cases[] = {{{}, {}, true},     {tenth, tenth, true}, {tenth, fifth, false},
                        {tenth, {}, false}, {{}, tenth, false},   {filtered, filtered, false}};
  for (const auto& one : cases) {
    Print print = shop();
    print.tables[1].statistics->scope = one.child;
    print.tables[0].statistics->scope = one.parent;
    const auto& observed = observed_in(print);
    ASSERT_TRUE(observed);
    EXPECT_EQ(observed->scope_compatible, one.compatible);
    EXPECT_EQ(observed->fanout_avg.has_value(), one.compatible);
    EXPECT_EQ(observed->fanout_max.has_value(), one.compatible);
  }
}

TEST(ObservedTest, coverage_is_never_above_one_nor_zero_for_something) {
  Print print = shop();
  print.tables[1].statistics->columns[0].cardinality = 200;
  EXPECT_EQ(observed_in(print)->target_coverage, 1.0);
  EXPECT_EQ(observed_in(print)->coherent, false);
  print.tables[0].statistics->columns[0].cardinality = 1000000000;
  EXPECT_EQ(observed_in(print)->target_coverage, 0.000001);
}

TEST(ObservedTest, sketches_tell_containment) {
  Print print = shop();
  print.tables[0].statistics->columns[0] = column("id", 100, 100);
  print.tables[1].statistics->columns[0] = column("customer_id", 30, 30);
  const auto& observed = observed_in(print);
  EXPECT_EQ(observed->containment, 1.0);
  EXPECT_EQ(observed->answerable_count, 30);
  EXPECT_EQ(observed->target_coverage, 0.3);
}

TEST(MirrorTest, every_edge_inside_the_print_is_told_from_both_ends) {
  Print print = shop();
  print.tables.push_back(table("a_refunds", 5, {column("customer_id", 5)}));
  print.tables[0].relationships->refers_to = {edge({"parent"}, "customers", {"id"}, "declared"),
                                              edge({"x"}, "elsewhere", {"id"}, "declared")};
  print.tables[0].relationships->referenced_by = {edge({"gone"}, "gone", {"gone"})};
  print.tables[0].relationships->refers_to[0].on_delete = "CASCADE";
  print.tables[2].relationships->refers_to = {edge({"customer_id"}, "customers", {"id"})};
  complete_edges(print, false);
  const auto& mirrors = print.tables[0].relationships->referenced_by;
  ASSERT_EQ(mirrors.size(), 3u);
  EXPECT_EQ(mirrors[0].other_table, "a_refunds");
  EXPECT_EQ(mirrors[1].other_table, "customers");
  EXPECT_EQ(mirrors[1].on_delete, "CASCADE");
  EXPECT_EQ(mirrors[1].detection, "declared");
  EXPECT_THAT(mirrors[1].column, ElementsAre("id"));
  EXPECT_THAT(mirrors[1].other_column, ElementsAre("parent"));
  EXPECT_EQ(mirrors[2].other_table, "orders");
  EXPECT_EQ(mirrors[2].observed, print.tables[1].relationships->refers_to[0].observed);
  EXPECT_THAT(print.tables[1].relationships->referenced_by, IsEmpty());
}

// orders.buyer holds 60 of the 100 values of customers.id.
Print unnamed() {
  Print print;
  print.tables = {table("customers", 100, {column("id", 100, 100)}),
                  table("orders", 1000, {column("buyer", 60, 60)})};
  print.tables[0].statistics->columns[0].inferred.candidate_key = true;
  return print;
}

TEST(MeasuredEdgesTest, one_column_inside_another) {
  Print print = unnamed();
  complete_edges(print, true);
  const auto& refers_to = print.tables[1].relationships->refers_to;
  ASSERT_EQ(refers_to.size(), 1u);
  EXPECT_EQ(refers_to[0].detection, "measured");
  EXPECT_EQ(refers_to[0].other_table, "customers");
  EXPECT_EQ(refers_to[0].observed->containment, 1.0);
  EXPECT_FALSE(refers_to[0].on_delete);
  EXPECT_EQ(print.tables[0].relationships->referenced_by.size(), 1u);
  const Print once = print;
  complete_edges(print, true);
  EXPECT_EQ(print, once);
}

TEST(MeasuredEdgesTest, what_rules_one_out) {
  struct Case {
    const char* name;
    void (*change)(ColumnPrint& child, ColumnPrint& parent, Print& print);
  };
  const Case cases[] = {
      {"few values", [](auto& child, auto&, auto&) { child = column("buyer", 50, 50); }},
      {"a parent that is no key",
       [](auto&, auto& parent, auto&) { parent.inferred.candidate_key = false; }},
      {"another kind", [](auto& child, auto&, auto&) { child.sql_type = "VARCHAR"; }},
      {"as many values", [](auto& child, auto&, auto&) { child.cardinality = 100; }},
      {"one value outside", [](auto& child, auto&, auto&) { child.sketch->hashes.back() += 1; }},
      {"no sketch", [](auto& child, auto&, auto&) { child.sketch.reset(); }},
      {"redacted", [](auto&, auto& parent, auto&) { parent.redacted = "hash"; }},
      {"a part read",
       [](auto&, auto&, auto& print) { print.tables[1].statistics->scope = Scope{10, 0.1, {}}; }},
      {"known already",
       [](auto&, auto&, auto& print) {
         print.tables[1].relationships->refers_to = {edge({"buyer"}, "customers", {"id"})};
       }},
  };
  for (const auto& one : cases) {
    Print print = unnamed();
    one.change(print.tables[1].statistics->columns[0], print.tables[0].statistics->columns[0],
               print);
    complete_edges(print, true);
    for (const auto& found : print.tables[1].relationships->refers_to)
      EXPECT_NE(found.detection, "measured") << one.name;
  }
}

TEST(MeasuredEdgesTest, cut_sketches_need_400_answers_and_nearly_all_inside) {
  struct Case {
    std::size_t answers;
    std::size_t outside;
    bool edge;
  };
  const Case cases[] = {{399, 0, false}, {400, 0, true}, {400, 20, true}, {400, 21, false}};
  for (const auto& one : cases) {
    Print print = unnamed();
    print.tables[0].statistics->columns[0] = column("id", 100000, sketch_size);
    print.tables[0].statistics->columns[0].inferred.candidate_key = true;
    auto& child = print.tables[1].statistics->columns[0];
    child = column("buyer", static_cast<std::int64_t>(one.answers), one.answers);
    for (std::size_t i = 0; i < one.outside; ++i) child.sketch->hashes[one.answers - 1 - i] += 1;
    complete_edges(print, true);
    EXPECT_EQ(!print.tables[1].relationships->refers_to.empty(), one.edge)
        << one.answers << ", " << one.outside;
  }
}

TEST(MeasuredEdgesTest, without_measuring_they_stay) {
  Print print = unnamed();
  print.tables[1].relationships->refers_to = {edge({"buyer"}, "customers", {"id"}, "measured")};
  complete_edges(print, false);
  EXPECT_EQ(print.tables[1].relationships->refers_to.size(), 1u);
}

}  // namespace
}  // namespace leeway::print
