#include "print/relationships.h"

#include <gmock/gmock.h>

#include "print/naming_inference.h"

namespace leeway::print {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

using Keys = std::vector<std::vector<std::string>>;

EdgeTable table(const std::string& name_space, const std::string& name,
                std::vector<EdgeTable::Column> columns, Keys keys = {{"id"}},
                bool has_primary_key = true) {
  EdgeTable result;
  result.fqn = name_space + "." + name;
  result.name = name;
  result.name_space = name_space;
  result.type = "table";
  result.columns = std::move(columns);
  result.unique_keys = std::move(keys);
  result.has_primary_key = has_primary_key;
  return result;
}

EdgeTable orders(const std::string& column, const std::string& type = "BIGINT") {
  return table("db.main", "orders", {{column, type}}, {}, false);
}

// "column -> table.column" of every edge of `fqn`.
std::vector<std::string> edges_of(const std::vector<EdgeTable>& tables, const std::string& fqn) {
  std::vector<std::string> result;
  const auto edges = find_edges(tables, true);
  for (const auto& edge : edges.at(fqn).refers_to)
    result.push_back(edge.column.front() + " -> " + edge.other_table + "." +
                     edge.other_column.front());
  return result;
}

TEST(RegularPluralTest, forms) {
  for (const auto& [stem, plural] : std::map<std::string, std::string>{{"order", "orders"},
                                                                       {"box", "boxes"},
                                                                       {"address", "addresses"},
                                                                       {"branch", "branches"},
                                                                       {"wish", "wishes"},
                                                                       {"city", "cities"},
                                                                       {"day", "days"},
                                                                       {"y", "ys"}})
    EXPECT_EQ(regular_plural(stem), plural);
}

TEST(NamingInferenceTest, a_name_leads_to_one_eligible_table) {
  const EdgeTable::Column id{"id", "BIGINT"};
  struct Case {
    const char* name;
    EdgeTable referencer;
    std::vector<EdgeTable> others;
    std::vector<std::string> edges;
  };
  EdgeTable view = table("db.main", "customer", {id});
  view.type = "view";
  EdgeTable matview = view;
  matview.type = "matview";
  const Case cases[] = {
      {"the stem",
       orders("customer_id"),
       {table("db.main", "customer", {id})},
       {"customer_id -> db.main.customer.id"}},
      {"its plural",
       orders("city_id"),
       {table("db.main", "cities", {id})},
       {"city_id -> db.main.cities.id"}},
      {"the stem before its plural",
       orders("customer_id"),
       {table("db.main", "customers", {id}), table("db.main", "customer", {id})},
       {"customer_id -> db.main.customer.id"}},
      {"the own namespace before others",
       orders("customer_id"),
       {table("db.other", "customer", {id}), table("db.main", "customers", {id})},
       {"customer_id -> db.main.customers.id"}},
      {"one other namespace",
       orders("customer_id"),
       {table("db.other", "customer", {id})},
       {"customer_id -> db.other.customer.id"}},
      {"two other namespaces",
       orders("customer_id"),
       {table("db.a", "customer", {id}), table("db.b", "customer", {id}),
        table("db.c", "customers", {id})},
       {}},
      {"what is not eligible hides nothing",
       orders("customer_id"),
       {table("db.main", "customer", {id}, {}, false), table("db.b", "customer", {id}, {}, false),
        table("db.a", "customer", {id})},
       {"customer_id -> db.a.customer.id"}},
      {"a view is no target", orders("customer_id"), {view}, {}},
      {"nor is a materialized view", orders("customer_id"), {matview}, {}},
      {"integers of any size",
       orders("customer_id", "SMALLINT"),
       {table("db.main", "customer", {id})},
       {"customer_id -> db.main.customer.id"}},
      {"other types", orders("customer_id", "VARCHAR"), {table("db.main", "customer", {id})}, {}},
      {"no stem", orders("_id"), {table("db.main", "s", {id})}, {}},
      {"no suffix", orders("customer"), {table("db.main", "customer", {id})}, {}},
      {"the only UNIQUE column",
       orders("customer_id"),
       {table("db.main", "customer", {{"code", "BIGINT"}}, {{"code"}}, false)},
       {"customer_id -> db.main.customer.code"}},
      {"two UNIQUE columns",
       orders("customer_id"),
       {table("db.main", "customer", {id, {"code", "BIGINT"}}, {{"id"}, {"code"}}, false)},
       {}},
      {"the primary key among UNIQUE columns",
       orders("customer_id"),
       {table("db.main", "customer", {id, {"code", "BIGINT"}}, {{"id"}, {"code"}}, true)},
       {"customer_id -> db.main.customer.id"}},
      {"a composite primary key leaves it to UNIQUE",
       orders("customer_id"),
       {table("db.main", "customer", {id, {"code", "BIGINT"}}, {{"id", "code"}, {"code"}}, true)},
       {"customer_id -> db.main.customer.code"}},
  };
  for (const auto& one : cases) {
    std::vector<EdgeTable> tables = one.others;
    tables.push_back(one.referencer);
    EXPECT_EQ(edges_of(tables, "db.main.orders"), one.edges) << one.name;
  }
}

TEST(NamingInferenceTest, a_table_may_refer_to_itself_but_no_column_does) {
  EXPECT_THAT(edges_of({table("db.main", "category", {{"id", "INT"}, {"category_id", "INT"}})},
                       "db.main.category"),
              ElementsAre("category_id -> db.main.category.id"));
  EXPECT_THAT(edges_of({table("db.main", "category", {{"category_id", "INT"}}, {{"category_id"}})},
                       "db.main.category"),
              IsEmpty());
}

TEST(NamingInferenceTest, a_declared_edge_takes_its_columns) {
  EdgeTable referencer =
      table("db.main", "orders", {{"customer_id", "INT"}, {"region_id", "INT"}}, {}, false);
  Edge declared;
  declared.column = {"customer_id", "region"};
  declared.other_table = "db.main.accounts";
  declared.other_column = {"a", "b"};
  declared.detection = "declared";
  referencer.declared = {declared};
  const auto edges = find_edges({table("db.main", "customer", {{"id", "INT"}}),
                                 table("db.main", "region", {{"id", "INT"}}), referencer},
                                true);
  const auto& refers_to = edges.at("db.main.orders").refers_to;
  ASSERT_EQ(refers_to.size(), 2u);
  EXPECT_EQ(refers_to[0], declared);
  EXPECT_THAT(refers_to[1].column, ElementsAre("region_id"));
  EXPECT_EQ(refers_to[1].detection, "inferred");
  EXPECT_FALSE(refers_to[1].on_delete);
  const auto ends = edge_columns(edges, "db.main.orders");
  EXPECT_THAT(ends.referencing, UnorderedElementsAre("customer_id", "region", "region_id"));
  EXPECT_THAT(edge_columns(edges, "db.main.region").any, ElementsAre("id"));
  EXPECT_THAT(edge_columns(edges, "db.main.region").referencing, IsEmpty());
}

TEST(NamingInferenceTest, eligibility_is_told_only_where_inference_ran) {
  const std::vector<EdgeTable> tables = {table("db.main", "customer", {{"id", "INT"}}),
                                         orders("customer_id", "INT")};
  const auto inferred = find_edges(tables, true);
  EXPECT_EQ(inferred.at("db.main.customer").eligible_target, true);
  EXPECT_EQ(inferred.at("db.main.orders").eligible_target, false);
  const auto declared = find_edges(tables, false);
  EXPECT_FALSE(declared.at("db.main.customer").eligible_target);
  EXPECT_THAT(declared.at("db.main.orders").refers_to, IsEmpty());
}

TEST(EdgeTableTest, from_a_catalog) {
  catalog::Table read;
  read.name = {"", "main", "Order Lines"};
  read.columns.resize(2);
  read.columns[0].name = "Order_Id";
  read.columns[0].raw_type = "BIGINT";
  read.columns[1].name = "line";
  read.primary_key = {"Order_Id", "line"};
  read.foreign_keys = {
      {.columns = {"Order_Id"},
       .references = {"", "main", "Orders"},
       .referenced_columns = {"Id"},
       .name = "Lines_Fk",
       .on_delete = "CASCADE",
       .on_update = ""},
      {.columns = {"line"}, .references = {"", "main", "Unread"}, .referenced_columns = {"id"}}};
  const EdgeTable edges =
      edge_table("shop.main.order lines", read, {{{"", "main", "Orders"}, "shop.main.orders"}});
  EXPECT_EQ(edges.name, "order lines");
  EXPECT_EQ(edges.name_space, "shop.main");
  EXPECT_EQ(edges.columns[0].key, "order_id");
  EXPECT_EQ(edges.unique_keys, (Keys{{"order_id", "line"}}));
  EXPECT_TRUE(edges.has_primary_key);
  ASSERT_EQ(edges.declared.size(), 2u);
  const Edge& edge = edges.declared[0];
  EXPECT_THAT(edge.column, ElementsAre("order_id"));
  EXPECT_EQ(edge.other_table, "shop.main.orders");
  EXPECT_THAT(edge.other_column, ElementsAre("id"));
  EXPECT_EQ(edge.constraint_name, "Lines_Fk");
  EXPECT_EQ(edge.on_delete, "CASCADE");
  EXPECT_FALSE(edge.on_update);
  EXPECT_EQ(edges.declared[1].other_table, "shop.main.unread");
}

TablePrint carried(std::vector<std::string> keys, std::optional<bool> eligible) {
  TablePrint print;
  print.fqn = "shop.main.a.b";
  print.path = "shop/main/a.b";
  print.type = "table";
  print.statistics.emplace();
  print.statistics->grain.emplace();
  for (const auto& key : keys) {
    ColumnPrint column;
    column.key = key;
    column.nullable = key.starts_with("code");
    print.statistics->columns.push_back(std::move(column));
    print.statistics->grain->keys.push_back({{key}, "declared"});
  }
  print.statistics->grain->keys.push_back({{"x"}, "measured"});
  print.relationships.emplace();
  print.relationships->eligible_target = eligible;
  return print;
}

TEST(EdgeTableTest, a_carried_print_gives_the_same_target_again) {
  struct Case {
    const char* name;
    std::vector<std::string> keys;
    std::optional<bool> eligible;
    const char* target;
  };
  const Case cases[] = {
      {"one key", {"id"}, true, "id"},
      {"one key, inference never ran", {"id"}, std::nullopt, "id"},
      {"the key without NULL is the primary one", {"code", "id"}, true, "id"},
      {"several UNIQUE", {"code", "code2"}, false, ""},
      {"several, not known", {"id", "code"}, std::nullopt, ""},
      {"none", {}, false, ""},
  };
  for (const auto& one : cases) {
    const EdgeTable edges = edge_table(carried(one.keys, one.eligible));
    EXPECT_EQ(referable_column(edges), one.target) << one.name;
    EXPECT_EQ(edges.name, "a.b");
    EXPECT_EQ(edges.name_space, "shop.main");
  }
}

}  // namespace
}  // namespace leeway::print
