#include "config/naming.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace leeway::config {
namespace {

SchemaPattern pattern_of(std::string prefix, std::string separator,
                         std::vector<std::string> names) {
  return {std::move(prefix), std::move(separator), std::move(names), {}};
}

std::string flat(const Result<Components>& components) {
  if (!components) return "error";
  std::string text;
  for (const auto& component : *components)
    text += component.name + "=" + join(component.values, "|") + " ";
  return text.substr(0, text.empty() ? 0 : text.size() - 1);
}

TEST(Naming, parses_schemas_by_the_pattern) {
  struct Case {
    SchemaPattern pattern;
    std::string schema;
    std::string expected;
  };
  const auto one = pattern_of("raw__", "__", {"source"});
  const auto three = pattern_of("src__", "__", {"client", "regions...", "connector"});
  const std::vector<Case> cases{
      {one, "raw__orders", "source=orders"},
      {one, "raw_orders", "error"},
      {one, "Raw__orders", "error"},
      {one, "raw__", "source="},
      {one, "raw__a_b", "source=a_b"},
      {three, "src__acme__us_west__shopify", "client=acme regions=us_west connector=shopify"},
      {three, "src__acme__us__eu__shopify", "client=acme regions=us|eu connector=shopify"},
      {three, "src__acme__shopify", "error"},
      {three, "src__acme____shopify", "client=acme regions= connector=shopify"},
      {pattern_of("", "_", {"a", "rest..."}), "x_y_z", "a=x rest=y|z"},
      {pattern_of("", "_", {"a...", "b"}), "x_y_z", "a=x|y b=z"},
      {pattern_of("raw__", "", {"a"}), "raw__x", "error"},
      {pattern_of("raw__", "__", {}), "raw__x", "error"},
      {pattern_of("raw__", "__", {"a...", "b..."}), "raw__x__y", "error"},
  };
  for (const auto& [pattern, schema, expected] : cases)
    EXPECT_EQ(flat(parse_schema(pattern, schema)), expected) << schema;
}

TEST(Naming, a_schema_with_surplus_segments_is_an_error) {
  const auto parsed = parse_schema(pattern_of("raw__", "__", {"source"}), "raw__a__b");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().code, ErrorCode::config);
}

TEST(Naming, resolves_templates) {
  const Components components{{"client", {"acme"}, false}, {"regions", {"us", "eu"}, true}};
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", ""},
      {"warehouse", "warehouse"},
      {"{client}_x", "acme_x"},
      {"stage__{regions}", "stage__us__eu"},
      {"{regions:_}", "us_eu"},
      {"{regions:}", "useu"},
      {"{regions:::}", "us::eu"},
      {"{regions: and }", "us and eu"},
      {"{client:_}{regions:-}", "acmeus-eu"},
      {"{{client}}", "{client}"},
      {"{'a': {client}}}", "error"},
      {"{{'a': {client} }}", "{'a': acme }"},
      {"{clint}", "error"},
      {"{client", "error"},
      {"client}", "error"},
      {"{}", "error"},
  };
  for (const auto& [text, expected] : cases) {
    const auto resolved = resolve_template(text, components, "__");
    EXPECT_EQ(resolved.value_or("error"), expected) << text;
    if (!resolved) {
      EXPECT_EQ(resolved.error().code, ErrorCode::config);
    }
  }
}

TEST(Naming, an_unknown_component_names_the_nearest) {
  const auto resolved = resolve_template("{clint}", {{"client", {"acme"}, false}}, "__");
  ASSERT_FALSE(resolved);
  EXPECT_NE(resolved.error().message.find("'client'"), std::string::npos);
}

TEST(Naming, parses_filters) {
  const auto pattern = pattern_of("raw__", "__", {"client", "regions..."});
  const std::vector<std::pair<std::string, std::string>> cases{
      {"client=acme", "client=acme"},
      {"regions=us", "regions=us"},
      {"id=x", "id=x"},
      {"table=orders", "table=orders"},
      {"client=a=b", "client=a=b"},
      {"client=", "client="},
      {"client", "error"},
      {"clinet=acme", "error"},
      {"=acme", "error"},
      {"", "error"},
  };
  for (const auto& [text, expected] : cases) {
    const auto filter = parse_filter(text, pattern);
    EXPECT_EQ(filter ? filter->text() : "error", expected) << text;
    if (!filter) {
      EXPECT_EQ(filter.error().code, ErrorCode::usage);
    }
  }
}

TEST(Naming, filters_match_connectors) {
  const Components components{{"client", {"acme"}, false}, {"regions", {"us", "eu"}, true}};
  const std::vector<std::pair<Filter, bool>> cases{
      {{"", ""}, true},          {{"table", "orders"}, true}, {{"id", "c1"}, true},
      {{"id", "c2"}, false},     {{"client", "acme"}, true},  {{"client", "Acme"}, false},
      {{"regions", "eu"}, true}, {{"regions", "e"}, false},   {{"other", "acme"}, false},
  };
  for (const auto& [filter, expected] : cases)
    EXPECT_EQ(matches(filter, "c1", components), expected) << filter.text();
}

TableOverride rule(std::string connector, std::string table) {
  TableOverride result;
  result.match_connector = std::move(connector);
  result.match_table = std::move(table);
  return result;
}

TEST(Naming, overrides_apply_by_connector_and_table) {
  struct Case {
    TableOverride rule;
    bool expected;
  };
  const std::vector<Case> cases{
      {rule("c1", ""), true},        {rule("raw__a", ""), true},  {rule("c2", ""), false},
      {rule("", "orders"), true},    {rule("", "Orders"), false}, {rule("", "ord*"), true},
      {rule("", "order?"), true},    {rule("", "rder?"), false},  {rule("c1", "orders"), true},
      {rule("c2", "orders"), false}, {rule("c1", "x"), false},    {rule("", ""), false},
  };
  for (const auto& [rule, expected] : cases)
    EXPECT_EQ(applies(rule, "c1", "raw__a", "orders"), expected)
        << rule.match_connector << " / " << rule.match_table;
}

TEST(Naming, the_most_specific_override_wins_field_by_field) {
  Replication replication;
  replication.strategy = Strategy::full_refresh;
  replication.timestamp_column = "ts";
  auto by_table = rule("", "orders");
  by_table.strategy = Strategy::view;
  by_table.timestamp_column = "table";
  by_table.enabled = false;
  auto by_connector = rule("c1", "");
  by_connector.strategy = Strategy::merge;
  by_connector.timestamp_column = "connector";
  auto by_glob = rule("c1", "ord*");
  by_glob.strategy = Strategy::incremental;
  replication.table_overrides = {by_table, by_connector, by_glob};
  auto settings = settings_for(replication, "c1", "raw__a", "orders");
  EXPECT_EQ(settings.strategy, Strategy::incremental);
  EXPECT_EQ(settings.timestamp_column, "connector");
  EXPECT_FALSE(settings.enabled);

  auto literal = rule("raw__a", "orders");
  literal.strategy = Strategy::materialized_view;
  literal.enabled = true;
  replication.table_overrides.push_back(literal);
  settings = settings_for(replication, "c1", "raw__a", "orders");
  EXPECT_EQ(settings.strategy, Strategy::materialized_view);
  EXPECT_TRUE(settings.enabled);

  settings = settings_for(replication, "c9", "raw__z", "other");
  EXPECT_EQ(settings.strategy, Strategy::full_refresh);
  EXPECT_EQ(settings.timestamp_column, "ts");
  EXPECT_TRUE(settings.enabled);
}

TEST(Naming, overrides_of_one_tier_apply_in_order) {
  Replication replication;
  auto first = rule("", "ord*");
  first.timestamp_column = "first";
  auto second = rule("", "orders");
  second.timestamp_column = "second";
  replication.table_overrides = {first, second};
  EXPECT_EQ(settings_for(replication, "c", "s", "orders").timestamp_column, "first");
}

TEST(Naming, merge_keys_fall_back_step_by_step) {
  using Keys = std::vector<std::string>;
  const std::optional<Keys> none;
  struct Case {
    std::optional<Keys> own, own_fallback;
    Keys pipeline, pipeline_fallback, expected;
  };
  const std::vector<Case> cases{
      {Keys{"a"}, Keys{"b"}, {"c"}, {"d"}, {"a"}},
      {none, Keys{"b"}, {"c"}, {"d"}, {"c"}},
      {none, Keys{"b"}, {}, {"d"}, {"b"}},
      {none, none, {}, {"d"}, {"d"}},
      {Keys{}, none, {"c"}, {}, {"c"}},
      {none, none, {}, {}, {}},
  };
  for (const auto& [own, own_fallback, pipeline, pipeline_fallback, expected] : cases) {
    Replication replication;
    replication.merge_keys = pipeline;
    replication.merge_keys_fallback = pipeline_fallback;
    auto entry = rule("", "orders");
    entry.merge_keys = own;
    entry.merge_keys_fallback = own_fallback;
    replication.table_overrides = {entry};
    EXPECT_EQ(settings_for(replication, "c", "s", "orders").merge_keys, expected);
  }
}

}  // namespace
}  // namespace leeway::config
