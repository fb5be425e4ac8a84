#include <gtest/gtest.h>

#include "catalog/table.h"

namespace leeway::catalog {
namespace {

Table two_columns(const std::string& first, const std::string& second) {
  Table table;
  for (const auto& name : {first, second}) {
    Column column;
    column.name = name;
    column.type = types::integer(32);
    table.columns.push_back(column);
  }
  return table;
}

TEST(NamesTest, display_leaves_out_what_is_empty) {
  EXPECT_EQ((TableName{"c", "s", "t"}).display(), "c.s.t");
  EXPECT_EQ((TableName{"", "s", "t"}).display(), "s.t");
  EXPECT_EQ((TableName{"", "", "t"}).display(), "t");
  EXPECT_EQ(display(SchemaName{"c", "s"}), "c.s");
  EXPECT_EQ(display(SchemaName{"", "s"}), "s");
}

TEST(TableTest, find_prefers_the_exact_spelling) {
  const Table table = two_columns("Id", "id");
  EXPECT_EQ(table.find("id"), &table.columns[1]);
  EXPECT_EQ(table.find("Id"), &table.columns[0]);
  EXPECT_EQ(table.find("ID"), &table.columns[0]);
  EXPECT_EQ(table.find("other"), nullptr);
}

TEST(FingerprintTest, existence_has_three_answers) {
  const std::string absent = fingerprint(Absent{});
  const std::string unreadable = fingerprint(Unreadable{"denied"});
  const std::string empty = fingerprint(Table{});
  EXPECT_NE(absent, unreadable);
  EXPECT_NE(absent, empty);
  EXPECT_NE(unreadable, empty);
  EXPECT_NE(unreadable, fingerprint(Unreadable{"corrupt"}));
}

TEST(FingerprintTest, does_not_depend_on_what_no_plan_depends_on) {
  Table table = two_columns("a", "b");
  const std::string before = fingerprint(table);
  table.comment = "x";
  table.estimated_rows = 3;
  table.columns[0].raw_type = "INT";
  EXPECT_EQ(fingerprint(table), before);
}

TEST(FingerprintTest, names_cannot_run_into_each_other) {
  Table one = two_columns("a", "b");
  Table two = one;
  one.primary_key = {"a", "b"};
  two.primary_key = {"a, b"};
  EXPECT_NE(fingerprint(one), fingerprint(two));
  EXPECT_NE(fingerprint(two_columns("ab", "c")), fingerprint(two_columns("a", "bc")));
}

}  // namespace
}  // namespace leeway::catalog
