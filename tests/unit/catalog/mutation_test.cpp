// One table, many single changes: each gives exactly one finding of its kind.
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/change.h"

namespace leeway::catalog {
namespace {

using types::Field;
using types::SqlType;
using types::TypeKind;

SqlType structure(std::vector<Field> fields) {
  SqlType type = types::of_kind(TypeKind::structure);
  type.fields = std::move(fields);
  return type;
}

SqlType map_of(SqlType key, SqlType value) {
  SqlType type = types::of_kind(TypeKind::map);
  type.children = {std::move(key), std::move(value)};
  return type;
}

SqlType enumeration(std::vector<std::string> labels) {
  SqlType type = types::of_kind(TypeKind::enumeration);
  type.labels = std::move(labels);
  return type;
}

Column column(std::string name, SqlType type, std::string raw) {
  Column result;
  result.name = std::move(name);
  result.type = std::move(type);
  result.raw_type = std::move(raw);
  return result;
}

SqlType address() {
  return structure(
      {{.name = "zip", .type = types::text()},
       {.name = "geo", .type = structure({{.name = "lat", .type = types::integer(32)}})}});
}

Table orders() {
  Table table;
  table.name = {"shop", "main", "orders"};
  table.columns = {
      column("id", types::integer(32), "INTEGER"),
      column("status", types::text(), "VARCHAR"),
      column("amount", types::decimal(10, 2), "DECIMAL(10,2)"),
      column("code", types::text(10), "VARCHAR(10)"),
      column("placed_at", types::timestamp(3), "TIMESTAMP(3)"),
      column("kind", enumeration({"a", "b"}), "ENUM('a', 'b')"),
      column("address", address(), "STRUCT(zip VARCHAR, geo STRUCT(lat INTEGER))"),
      column("tags", types::list_of(types::integer(32)), "INTEGER[]"),
      column("props", map_of(types::text(), types::integer(32)), "MAP(VARCHAR, INTEGER)"),
      column("Note", types::text(), "VARCHAR"),
      column("note", types::integer(64), "BIGINT"),
      column("lines", types::list_of(structure({{.name = "sku", .type = types::text()}})),
             "STRUCT(sku VARCHAR)[]"),
  };
  table.columns[0].nullable = false;
  table.columns[1].default_value = "'new'";
  table.columns[2].comment = "in euro";
  table.primary_key = {"id"};
  table.unique_keys = {{"code", "status"}};
  table.checks = {"amount >= 0"};
  table.indexes = {{.name = "by_code", .unique = false, .columns = {"code"}, .definition = ""}};
  table.foreign_keys = {{.columns = {"status"},
                         .references = {"shop", "main", "states"},
                         .referenced_columns = {"name"}}};
  table.comment = "all orders";
  return table;
}

Column& at(Table& table, std::string_view name) {
  for (auto& candidate : table.columns)
    if (candidate.name == name) return candidate;
  ADD_FAILURE() << "no column " << name;
  return table.columns.front();
}

void retype(Table& table, std::string_view name, SqlType type, std::string raw) {
  at(table, name).type = std::move(type);
  at(table, name).raw_type = std::move(raw);
}

void remove_column(Table& table, std::string_view name) {
  std::erase_if(table.columns, [name](const Column& candidate) { return candidate.name == name; });
}

struct Mutation {
  std::string name;
  std::function<void(Table&)> mutate;
  ChangeKind kind;
  std::string reason;
  Danger danger = Danger::notice;
  TypeChange type_change = TypeChange::none;
  std::string path = {};
};

std::vector<Mutation> structural_mutations() {
  return {
      {"kind", [](Table& t) { t.kind = ObjectKind::view; }, ChangeKind::object_kind_changed,
       "object changed table -> view", Danger::destructive},
      {"column added",
       [](Table& t) { t.columns.push_back(column("region", types::text(), "VARCHAR")); },
       ChangeKind::column_added, "added column 'region' (VARCHAR)", Danger::additive},
      {"column added in the middle",
       [](Table& t) {
         t.columns.insert(t.columns.begin() + 1, column("region", types::text(), "VARCHAR"));
       },
       ChangeKind::column_added, "added column 'region' (VARCHAR)", Danger::additive},
      {"required column added",
       [](Table& t) {
         t.columns.push_back(column("region", types::text(), "VARCHAR"));
         t.columns.back().nullable = false;
       },
       ChangeKind::column_added, "added column 'region' (VARCHAR)", Danger::notice},
      {"column removed", [](Table& t) { remove_column(t, "placed_at"); },
       ChangeKind::column_removed, "removed column 'placed_at' (TIMESTAMP(3))",
       Danger::destructive},
      {"one of two names that differ in case removed", [](Table& t) { remove_column(t, "note"); },
       ChangeKind::column_removed, "removed column 'note' (BIGINT)", Danger::destructive},
      {"relaxed", [](Table& t) { at(t, "id").nullable = true; }, ChangeKind::nullable_changed,
       "column 'id' changed NOT NULL -> NULL", Danger::widening},
      {"tightened", [](Table& t) { at(t, "code").nullable = false; }, ChangeKind::nullable_changed,
       "column 'code' changed NULL -> NOT NULL"},
      {"default changed", [](Table& t) { at(t, "status").default_value = "'old'"; },
       ChangeKind::default_changed, "default of column 'status' changed 'new' -> 'old'"},
      {"default removed", [](Table& t) { at(t, "status").default_value.reset(); },
       ChangeKind::default_changed, "default of column 'status' removed: 'new'"},
      {"generated", [](Table& t) { at(t, "status").generated = true; }, ChangeKind::default_changed,
       "default of column 'status' changed 'new' -> GENERATED ALWAYS AS ('new')"},
      {"comment changed", [](Table& t) { at(t, "amount").comment = "in dollars"; },
       ChangeKind::comment_changed, "comment of column 'amount' changed in euro -> in dollars"},
      {"comment added", [](Table& t) { at(t, "id").comment = "the\nkey"; },
       ChangeKind::comment_changed, "comment of column 'id' added: the\\nkey"},
      {"table comment removed", [](Table& t) { t.comment.reset(); }, ChangeKind::comment_changed,
       "comment of the table removed: all orders"},
      {"order", [](Table& t) { std::swap(t.columns[1], t.columns[3]); }, ChangeKind::order_changed,
       "column order changed status, amount, code -> code, amount, status"},
  };
}

std::vector<Mutation> key_mutations() {
  return {
      {"primary key", [](Table& t) { t.primary_key = {"id", "code"}; },
       ChangeKind::primary_key_changed, "primary key changed (id) -> (id, code)"},
      {"primary key dropped", [](Table& t) { t.primary_key.clear(); },
       ChangeKind::primary_key_changed, "primary key removed: (id)"},
      {"unique key added", [](Table& t) { t.unique_keys.push_back({"Note"}); },
       ChangeKind::unique_key_changed, "unique key added: (Note)"},
      {"unique key", [](Table& t) { t.unique_keys = {{"status", "code"}}; },
       ChangeKind::unique_key_changed, "unique key changed (code, status) -> (status, code)"},
      {"check", [](Table& t) { t.checks = {"amount > 0"}; }, ChangeKind::check_changed,
       "check changed amount >= 0 -> amount > 0"},
      {"check removed", [](Table& t) { t.checks.clear(); }, ChangeKind::check_changed,
       "check removed: amount >= 0"},
      {"index added",
       [](Table& t) {
         t.indexes.push_back({.name = "i", .unique = true, .columns = {"id"}, .definition = ""});
       },
       ChangeKind::index_added, "added index unique i (id)", Danger::additive},
      {"index removed", [](Table& t) { t.indexes.clear(); }, ChangeKind::index_removed,
       "removed index by_code (code)"},
      {"index columns", [](Table& t) { t.indexes[0].columns = {"code", "id"}; },
       ChangeKind::index_modified, "index changed by_code (code) -> by_code (code, id)"},
      {"index uniqueness", [](Table& t) { t.indexes[0].unique = true; }, ChangeKind::index_modified,
       "index changed by_code (code) -> unique by_code (code)"},
      {"index renamed", [](Table& t) { t.indexes[0].name = "other"; }, ChangeKind::index_modified,
       "index changed by_code (code) -> other (code)"},
      {"foreign key added",
       [](Table& t) {
         t.foreign_keys.push_back({.columns = {"code"},
                                   .references = {"shop", "ref", "codes"},
                                   .referenced_columns = {"code"}});
       },
       ChangeKind::foreign_key_added, "added foreign key (code) references shop.ref.codes (code)"},
      {"foreign key removed", [](Table& t) { t.foreign_keys.clear(); },
       ChangeKind::foreign_key_removed,
       "removed foreign key (status) references shop.main.states (name)"},
  };
}

std::vector<Mutation> type_mutations() {
  return {
      {"widened", [](Table& t) { retype(t, "id", types::integer(64), "BIGINT"); },
       ChangeKind::type_changed, "column 'id' changed INTEGER -> BIGINT", Danger::widening,
       TypeChange::widened},
      {"narrowed", [](Table& t) { retype(t, "id", types::integer(16), "SMALLINT"); },
       ChangeKind::type_changed, "column 'id' changed INTEGER -> SMALLINT", Danger::destructive,
       TypeChange::narrowed},
      {"another kind", [](Table& t) { retype(t, "status", types::integer(32), "INT"); },
       ChangeKind::type_changed, "column 'status' changed VARCHAR -> INT", Danger::destructive,
       TypeChange::kind},
      {"parameters", [](Table& t) { retype(t, "amount", types::decimal(10, 4), "DECIMAL(10,4)"); },
       ChangeKind::type_changed, "column 'amount' changed DECIMAL(10,2) -> DECIMAL(10,4)",
       Danger::destructive, TypeChange::parameters},
      {"text shortened", [](Table& t) { retype(t, "code", types::text(5), "VARCHAR(5)"); },
       ChangeKind::type_changed, "column 'code' changed VARCHAR(10) -> VARCHAR(5)",
       Danger::destructive, TypeChange::narrowed},
      {"label added",
       [](Table& t) { retype(t, "kind", enumeration({"a", "b", "c"}), "ENUM('a', 'b', 'c')"); },
       ChangeKind::type_changed, "column 'kind' changed ENUM('a', 'b') -> ENUM('a', 'b', 'c')",
       Danger::widening, TypeChange::widened},
      {"field_F155 equal texts with another meaning",
       [](Table& t) { retype(t, "amount", types::decimal(12, 2), "DECIMAL(10,2)"); },
       ChangeKind::type_changed, "column 'amount' changed DECIMAL(10, 2) -> DECIMAL(12, 2)",
       Danger::widening, TypeChange::widened},
  };
}

std::vector<Mutation> nested_mutations() {
  return {
      {"field_F199 field added",
       [](Table& t) {
         at(t, "address").type.fields.push_back({.name = "city", .type = types::text()});
       },
       ChangeKind::type_changed, "added field 'address.city' (VARCHAR)", Danger::additive,
       TypeChange::fields_added, "address.city"},
      {"field_F199 field removed",
       [](Table& t) { at(t, "address").type.fields.erase(at(t, "address").type.fields.begin()); },
       ChangeKind::type_changed, "removed field 'address.zip' (VARCHAR)", Danger::destructive,
       TypeChange::nested, "address.zip"},
      {"field_F199 field retyped two levels down",
       [](Table& t) { at(t, "address").type.fields[1].type.fields[0].type = types::integer(64); },
       ChangeKind::type_changed, "column 'address.geo.lat' changed INTEGER -> BIGINT",
       Danger::widening, TypeChange::widened, "address.geo.lat"},
      {"fields reordered",
       [](Table& t) {
         std::swap(at(t, "address").type.fields[0], at(t, "address").type.fields[1]);
       },
       ChangeKind::type_changed,
       "column 'address' changed STRUCT(zip VARCHAR, geo STRUCT(lat INTEGER)) -> "
       "STRUCT(geo STRUCT(lat INTEGER), zip VARCHAR)",
       Danger::destructive, TypeChange::nested},
      {"field made required", [](Table& t) { at(t, "address").type.fields[0].nullable = false; },
       ChangeKind::type_changed, "column 'address.zip' changed NULL -> NOT NULL", Danger::notice,
       TypeChange::narrowed, "address.zip"},
      {"element", [](Table& t) { at(t, "tags").type.children[0] = types::text(); },
       ChangeKind::type_changed, "column 'tags[]' changed INTEGER -> VARCHAR", Danger::destructive,
       TypeChange::kind, "tags[]"},
      {"list becomes an array of fixed size", [](Table& t) { at(t, "tags").type.length = 3; },
       ChangeKind::type_changed, "column 'tags' changed INTEGER[] -> INTEGER[3]",
       Danger::destructive, TypeChange::narrowed},
      {"map value", [](Table& t) { at(t, "props").type.children[1] = types::integer(8); },
       ChangeKind::type_changed, "column 'props[value]' changed INTEGER -> TINYINT",
       Danger::destructive, TypeChange::narrowed, "props[value]"},
      {"map key", [](Table& t) { at(t, "props").type.children[0] = types::text(4); },
       ChangeKind::type_changed, "column 'props[key]' changed VARCHAR -> VARCHAR(4)",
       Danger::destructive, TypeChange::narrowed, "props[key]"},
      {"field of an element",
       [](Table& t) {
         at(t, "lines")
             .type.children[0]
             .fields.push_back({.name = "quantity", .type = types::integer(32)});
       },
       ChangeKind::type_changed, "added field 'lines[].quantity' (INTEGER)", Danger::additive,
       TypeChange::fields_added, "lines[].quantity"},
  };
}

std::vector<Mutation> mutations() {
  std::vector<Mutation> all = structural_mutations();
  for (auto&& more : {key_mutations(), type_mutations(), nested_mutations()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(MutationTest, each_gives_exactly_one_finding) {
  for (const auto& mutation : mutations()) {
    SCOPED_TRACE(mutation.name);
    Table changed = orders();
    mutation.mutate(changed);
    const auto changes = compare(orders(), changed);
    ASSERT_EQ(changes.size(), 1u);
    EXPECT_EQ(changes[0].kind, mutation.kind);
    EXPECT_EQ(changes[0].reason(), mutation.reason);
    EXPECT_EQ(changes[0].danger, mutation.danger);
    EXPECT_EQ(changes[0].type_change, mutation.type_change);
    EXPECT_EQ(changes[0].path, mutation.path);
  }
}

TEST(MutationTest, undoing_one_gives_one_finding_too) {
  for (const auto& mutation : mutations()) {
    SCOPED_TRACE(mutation.name);
    Table changed = orders();
    mutation.mutate(changed);
    EXPECT_EQ(compare(changed, orders()).size(), 1u);
  }
}

TEST(MutationTest, field_F155_no_finding_shows_two_equal_values) {
  for (const auto& mutation : mutations()) {
    SCOPED_TRACE(mutation.name);
    Table changed = orders();
    mutation.mutate(changed);
    for (const auto& change : compare(orders(), changed)) EXPECT_NE(change.before, change.after);
  }
}

TEST(MutationTest, what_a_plan_depends_on_moves_the_fingerprint) {
  const std::set<ChangeKind> relevant = {
      ChangeKind::object_kind_changed, ChangeKind::column_added,       ChangeKind::column_removed,
      ChangeKind::type_changed,        ChangeKind::nullable_changed,   ChangeKind::order_changed,
      ChangeKind::primary_key_changed, ChangeKind::unique_key_changed, ChangeKind::index_added,
      ChangeKind::index_removed,       ChangeKind::index_modified};
  for (const auto& mutation : mutations()) {
    if (!relevant.contains(mutation.kind)) continue;
    SCOPED_TRACE(mutation.name);
    Table changed = orders();
    mutation.mutate(changed);
    EXPECT_NE(fingerprint(orders()), fingerprint(changed));
  }
}

TEST(MutationTest, every_kind_is_produced) {
  std::set<ChangeKind> seen;
  for (const auto& mutation : mutations()) seen.insert(mutation.kind);
  for (const auto& tables : compare({orders()}, std::vector<Table>{}))
    seen.insert(tables.changes.front().kind);
  for (const auto& tables : compare(std::vector<Table>{}, {orders()}))
    seen.insert(tables.changes.front().kind);
  Table renamed = orders();
  at(renamed, "placed_at").name = "ordered_at";
  for (const auto& change : compare(orders(), renamed)) seen.insert(change.kind);
  for (int kind = 0; kind <= static_cast<int>(ChangeKind::possible_rename); ++kind)
    EXPECT_TRUE(seen.contains(static_cast<ChangeKind>(kind)))
        << to_string(static_cast<ChangeKind>(kind));
}

}  // namespace
}  // namespace leeway::catalog
