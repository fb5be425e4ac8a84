#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/change.h"

namespace leeway::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Column column(std::string name, types::SqlType type, std::string raw = "") {
  Column result;
  result.name = std::move(name);
  result.type = std::move(type);
  result.raw_type = std::move(raw);
  return result;
}

Table table(std::vector<Column> columns, TableName name = {"", "main", "t"}) {
  Table result;
  result.name = std::move(name);
  result.columns = std::move(columns);
  return result;
}

std::vector<ChangeKind> kinds(const std::vector<Change>& changes) {
  std::vector<ChangeKind> result;
  for (const auto& change : changes) result.push_back(change.kind);
  return result;
}

std::vector<std::string> reasons(const std::vector<Change>& changes) {
  std::vector<std::string> result;
  for (const auto& change : changes) result.push_back(change.reason());
  return result;
}

TEST(CompareTest, field_F009_another_spelling_of_a_type_is_no_change) {
  EXPECT_THAT(compare(table({column("a", types::integer(32), "INT")}),
                      table({column("a", types::integer(32), "INTEGER")})),
              IsEmpty());
}

TEST(CompareTest, what_is_measured_is_no_change) {
  Table before = table({column("a", types::integer(32))});
  Table after = before;
  after.estimated_rows = 7;
  after.definition = "CREATE TABLE t (a INTEGER)";
  EXPECT_THAT(compare(before, after), IsEmpty());
}

TEST(CompareTest, names_match_without_regard_to_case) {
  Table before = table({column("Id", types::integer(32))});
  before.primary_key = {"Id"};
  before.indexes = {{.name = "i", .unique = false, .columns = {"ID"}, .definition = ""}};
  Table after = table({column("ID", types::integer(32))});
  after.primary_key = {"ID"};
  after.indexes = {{.name = "i", .unique = false, .columns = {"ID"}, .definition = ""}};
  EXPECT_THAT(compare(before, after), IsEmpty());
}

TEST(CompareTest, field_F183_names_that_differ_in_case_stay_two_columns) {
  const Table before = table({column("Id", types::integer(32)), column("id", types::text())});
  EXPECT_THAT(compare(before, before), IsEmpty());
  const Table without = table({column("id", types::text())});
  EXPECT_THAT(reasons(compare(before, without)), ElementsAre("removed column 'Id' (INTEGER)"));
  const Table swapped = table({column("id", types::text()), column("Id", types::integer(32))});
  EXPECT_THAT(kinds(compare(before, swapped)), ElementsAre(ChangeKind::order_changed));
}

TEST(CompareTest, field_F203_order_is_its_own_class_and_can_be_switched_off) {
  const Table before = table({column("a", types::integer(32)), column("b", types::integer(32)),
                              column("c", types::integer(32)), column("d", types::integer(32))});
  Table after = before;
  std::swap(after.columns[1], after.columns[2]);
  const auto changes = compare(before, after);
  EXPECT_THAT(reasons(changes), ElementsAre("column order changed b, c -> c, b"));
  EXPECT_EQ(changes[0].danger, Danger::notice);
  EXPECT_THAT(compare(before, after, {.order = false}), IsEmpty());
}

TEST(CompareTest, comments_and_defaults_can_be_switched_off) {
  const Table before = table({column("a", types::integer(32))});
  Table after = before;
  after.comment = "x";
  after.columns[0].comment = "y";
  after.columns[0].default_value = "1";
  EXPECT_EQ(compare(before, after).size(), 3u);
  EXPECT_THAT(compare(before, after, {.comments = false, .defaults = false}), IsEmpty());
}

TEST(CompareTest, an_empty_comment_is_none) {
  const Table before = table({column("a", types::integer(32))});
  Table after = before;
  after.comment = "";
  after.columns[0].comment = "";
  EXPECT_THAT(compare(before, after), IsEmpty());
}

TEST(CompareTest, field_F051_a_rename_is_a_hint_beside_what_happened) {
  const Table before = table({column("a", types::integer(32)), column("b", types::text())});
  const Table after = table({column("a", types::integer(32)), column("c", types::text())});
  const auto changes = compare(before, after);
  EXPECT_THAT(reasons(changes),
              ElementsAre("added column 'c' (VARCHAR)", "removed column 'b' (VARCHAR)",
                          "column 'b' may have been renamed to 'c'"));
  EXPECT_EQ(changes.back().danger, Danger::notice);
  EXPECT_EQ(compare(before, after, {.rename_hints = false}).size(), 2u);
}

TEST(CompareTest, rename_hints_want_the_same_type_and_place) {
  const Table before = table({column("a", types::integer(32)), column("b", types::text()),
                              column("c", types::integer(32))});
  const Table other_type = table({column("a", types::integer(32)), column("x", types::integer(8)),
                                  column("c", types::integer(32))});
  EXPECT_THAT(kinds(compare(before, other_type)),
              ElementsAre(ChangeKind::column_added, ChangeKind::column_removed));
  const Table two = table({column("a", types::integer(32)), column("x", types::text()),
                           column("y", types::integer(64))});
  EXPECT_THAT(
      kinds(compare(before, two)),
      ElementsAre(ChangeKind::column_added, ChangeKind::column_added, ChangeKind::column_removed,
                  ChangeKind::column_removed, ChangeKind::possible_rename));
  const Table moved = table({column("x", types::text()), column("a", types::integer(32)),
                             column("c", types::integer(32))});
  EXPECT_EQ(kinds(compare(before, moved)).back(), ChangeKind::possible_rename);
}

TEST(CompareTest, nullability_written_into_the_type_is_one_change) {
  Table before = table({column("a", types::integer(32), "Int32")});
  before.columns[0].nullable = false;
  Table after = table({column("a", types::integer(32), "Nullable(Int32)")});
  after.columns[0].type.nullable_wrapper = true;
  EXPECT_THAT(kinds(compare(before, after)), ElementsAre(ChangeKind::nullable_changed));
}

TEST(CompareTest, several_differences_inside_one_column_are_several_changes) {
  Table before = table({column("s", types::of_kind(types::TypeKind::structure))});
  before.columns[0].type.fields = {{.name = "a", .type = types::integer(32)},
                                   {.name = "b", .type = types::text()}};
  Table after = before;
  after.columns[0].type.fields = {{.name = "A", .type = types::integer(64)},
                                  {.name = "c", .type = types::text()}};
  EXPECT_THAT(reasons(compare(before, after)),
              ElementsAre("column 's.A' changed INTEGER -> BIGINT", "added field 's.c' (VARCHAR)",
                          "removed field 's.b' (VARCHAR)"));
}

TEST(CompareTest, references_inside_the_own_schema_move_with_it) {
  const auto child = [](const std::string& schema) {
    Table result = table({column("a", types::integer(32))}, {"", schema, "child"});
    result.foreign_keys = {
        {.columns = {"a"}, .references = {"", schema, "parent"}, .referenced_columns = {"a"}}};
    return result;
  };
  EXPECT_THAT(compare(child("one"), child("two")), IsEmpty());
  Table elsewhere = child("two");
  elsewhere.foreign_keys[0].references.schema = "three";
  EXPECT_THAT(kinds(compare(child("one"), elsewhere)),
              ElementsAre(ChangeKind::foreign_key_added, ChangeKind::foreign_key_removed));
}

TEST(CompareTest, the_name_and_actions_of_a_foreign_key_are_no_difference) {
  Table before = table({column("a", types::integer(32))}, {"", "one", "child"});
  before.foreign_keys = {
      {.columns = {"a"}, .references = {"", "one", "parent"}, .referenced_columns = {"a"}}};
  Table after = before;
  after.foreign_keys[0].name = "child_a_fkey";
  after.foreign_keys[0].on_delete = "CASCADE";
  after.foreign_keys[0].on_update = "NO ACTION";
  EXPECT_THAT(compare(before, after), IsEmpty());
  EXPECT_EQ(fingerprint(before), fingerprint(after));
}

TEST(CompareTest, an_index_is_compared_by_what_its_definition_says) {
  Table before = table({column("a", types::integer(32))}, {"", "one", "t"});
  before.indexes = {{.name = "i",
                     .unique = false,
                     .columns = {"a"},
                     .definition = "CREATE INDEX i ON one.t (a) WHERE a > 0"}};
  Table moved = before;
  moved.name.schema = "two";
  moved.indexes[0].definition = "CREATE INDEX i ON two.t (a) WHERE a > 0";
  EXPECT_THAT(compare(before, moved), IsEmpty());
  Table narrower = before;
  narrower.indexes[0].definition = "CREATE INDEX i ON one.t (a) WHERE a > 9";
  const auto changes = compare(before, narrower);
  EXPECT_THAT(kinds(changes), ElementsAre(ChangeKind::index_modified));
  EXPECT_NE(changes[0].before, changes[0].after);
}

TEST(CompareTest, catalogs_are_matched_by_table_name_in_name_order) {
  const auto named = [](const std::string& name, int bits) {
    return table({column("a", types::integer(bits), std::to_string(bits))}, {"", "main", name});
  };
  const auto changes = compare({named("z", 32), named("b", 32), named("same", 8)},
                               {named("same", 8), named("a", 32), named("b", 64)});
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(changes[0].table.table, "a");
  EXPECT_THAT(reasons(changes[0].changes), ElementsAre("added table"));
  EXPECT_EQ(changes[1].table.table, "b");
  EXPECT_THAT(reasons(changes[1].changes), ElementsAre("column 'a' changed 32 -> 64"));
  EXPECT_EQ(changes[2].table.table, "z");
  EXPECT_THAT(reasons(changes[2].changes), ElementsAre("removed table"));
  EXPECT_EQ(changes[2].changes[0].danger, Danger::destructive);
}

std::vector<Table> large_catalog(int tables, int columns) {
  std::vector<Table> result;
  for (int t = 0; t < tables; ++t) {
    result.push_back(table({}, {"", "main", "table_" + std::to_string(t)}));
    for (int c = 0; c < columns; ++c)
      result.back().columns.push_back(column("column_" + std::to_string(c), types::integer(64)));
  }
  return result;
}

TEST(CompareTest, many_tables_with_one_difference) {
  const auto before = large_catalog(10000, 20);
  auto after = before;
  after[7777].columns[13].type = types::text();
  std::ranges::reverse(after);
  const auto changes = compare(before, after);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].table.table, "table_7777");
  EXPECT_EQ(changes[0].changes.size(), 1u);
}

TEST(CompareTest, wide_tables_in_the_opposite_order) {
  const auto before = large_catalog(4, 1500);
  auto after = before;
  for (auto& wide : after) std::ranges::reverse(wide.columns);
  for (const auto& changes : compare(before, after))
    EXPECT_THAT(kinds(changes.changes), ElementsAre(ChangeKind::order_changed));
}

TEST(ReasonTest, a_hostile_name_stays_on_one_line) {
  const auto changes = compare(table({}), table({column("a\nb", types::text(), "VARCHAR")}));
  EXPECT_THAT(reasons(changes), ElementsAre("added column 'a\\nb' (VARCHAR)"));
}

TEST(ReasonTest, a_type_change_reads_from_before_to_after) {
  EXPECT_THAT(reasons(compare(table({column("status", types::text(), "STRING")}),
                              table({column("status", types::integer(32), "INT")}))),
              ElementsAre("column 'status' changed STRING -> INT"));
}

}  // namespace
}  // namespace leeway::catalog
