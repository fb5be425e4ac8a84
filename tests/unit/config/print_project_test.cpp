#include "config/print_project.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "unit/config/print_support.h"

namespace leeway::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST_F(PrintProjectTest, AConnectionHasTheDefaultsOfTheFormat) {
  const PrintConnection shop = connection("");
  EXPECT_EQ(shop.name, "shop");
  EXPECT_EQ(shop.adapter, "duckdb");
  EXPECT_FALSE(shop.automatic);
  EXPECT_EQ(shop.output, root_ / "prints" / "shop");
  EXPECT_THAT(shop.include, ElementsAre("*"));
  EXPECT_TRUE(shop.exclude.empty() && shop.rules.empty() && shop.redact.empty());
  EXPECT_EQ(shop.max_age_days, 7);
  EXPECT_EQ(shop.max_rows_scanned, std::nullopt);
  EXPECT_TRUE(shop.infer_relationships && shop.materialize_sample && shop.compute_timeline);
  EXPECT_FALSE(shop.sketch_all_columns);
  EXPECT_EQ(shop.thresholds, (PrintDiffThresholds{0.02, 0.05, 0.05, 0.01}));
}

TEST_F(PrintProjectTest, AConnectionReplacesTheDefaultsKeyByKey) {
  const PrintConnection shop = connection(R"(    include: [a]
    max_age_days: 0
    compute_timeline: true
    statistics: {top_n_values: 5, percentiles: [90, 10, 90]}
    diff: {stat_change_threshold: {default: 0.5}}
    rules: [{sample: 0.5}]
    redact: [{columns: ["*.b"], with: drop}]
)",
                                          R"(defaults:
  output: out/deep
  include: [x, y]
  exclude: [z]
  max_age_days: 9
  max_rows_scanned: 100
  compute_timeline: false
  sketch_all_columns: true
  statistics: {top_n_values: 4, enumeration_threshold: 6, percentiles: [50]}
  diff: {stat_change_threshold: {default: 0.4, percentile_pct: 0.3}}
  rules: [{include: ["t.*"], filter: "  a = 1 "}]
  redact: [{sensitivity: [contact]}]
)");
  EXPECT_EQ(shop.output, root_ / "out/deep/shop");
  EXPECT_THAT(shop.include, ElementsAre("a"));
  EXPECT_THAT(shop.exclude, ElementsAre("z"));
  EXPECT_EQ(shop.max_age_days, 0);
  EXPECT_EQ(shop.max_rows_scanned, 100);
  EXPECT_TRUE(shop.compute_timeline && shop.sketch_all_columns);
  EXPECT_EQ(shop.statistics.top_n_values, 5);
  EXPECT_EQ(shop.statistics.enumeration_threshold, 6);
  EXPECT_THAT(*shop.statistics.percentiles, ElementsAre(10, 90));
  EXPECT_EQ(shop.thresholds, (PrintDiffThresholds{0.02, 0.3, 0.05, 0.5}));
  ASSERT_EQ(shop.rules.size(), 2U);
  EXPECT_EQ(shop.rules[0].filter, "a = 1");
  EXPECT_THAT(shop.rules[0].name, HasSubstr("defaults.rules[0]"));
  EXPECT_EQ(shop.rules[1].sample, 0.5);
  EXPECT_THAT(shop.rules[1].name, HasSubstr("connections.shop.rules[0]"));
  ASSERT_EQ(shop.redact.size(), 2U);
  EXPECT_EQ(shop.redact[0].with, "mask");
  EXPECT_EQ(shop.redact[1].with, "drop");
}

TEST_F(PrintProjectTest, OneConnectionDoesNotTouchAnother) {
  const PrintProject project = yaml(R"(defaults: {rules: [{sample: 0.5}]}
connections:
  a: {adapter: duckdb, rules: [{max_age_days: 1}]}
  b: {adapter: postgres, auto: true}
)");
  ASSERT_EQ(project.connections.size(), 2U);
  EXPECT_EQ(project.find("a")->rules.size(), 2U);
  EXPECT_EQ(project.find("b")->rules.size(), 1U);
  EXPECT_FALSE(project.find("a")->automatic);
  EXPECT_TRUE(project.find("b")->automatic);
  EXPECT_EQ(project.find("c"), nullptr);
}

TEST_F(PrintProjectTest, WhatIsRefusedNamesFileConnectionAndKey) {
  for (const auto& [keys, key] : std::vector<std::pair<std::string, std::string>>{
           {"scope: {}", "scope"},
           {"sample: 0.5", "sample"},
           {"filter: a", "filter"},
           {"min_rows: 5", "min_rows"},
           {"diff: {stat_change_threshold: {row_count: 0.1}}", "row_count"},
           {"diff: {stat_change_threshold: {default: 1.1}}", "default"},
           {"diff: {stat_change_threshold: {default: -0.1}}", "default"},
           {"diff: {stat_change_threshold: {default: .nan}}", "default"},
           {"diff: {stat_change_threshold: {default: high}}", "default"},
           {"max_age_days: -1", "max_age_days"},
           {"max_age_days: 1.5", "max_age_days"},
           {"max_rows_scanned: 0", "max_rows_scanned"},
           {"statistics: {percentiles: [0.25]}", "percentiles"},
           {"statistics: {percentiles: [0]}", "percentiles"},
           {"statistics: {percentiles: [100]}", "percentiles"},
           {"statistics: {percentiles: []}", "percentiles"},
           {"statistics: {percentiles: 50}", "percentiles"},
           {"statistics: {top_n_values: 0}", "top_n_values"},
           {"rules: [{}]", "rules[0]"},
           {"rules: [{include: [a], min_rows: 5}]", "rules[0]"},
           {"rules: [{statistics: {}}]", "rules[0]"},
           {"rules: [{include: [], sample: 0.5}]", "include"},
           {"rules: [{sample: 0.5, filter: a}]", "rules[0]"},
           {"rules: [{sample: 0}]", "sample"},
           {"rules: [{sample: 1.01}]", "sample"},
           {"rules: [{sample: -0.5}]", "sample"},
           {"rules: [{sample: half}]", "sample"},
           {"rules: [{sample: 0.5, min_rows: 0}]", "min_rows"},
           {"rules: [{sample: 0.5, min_rows: 1.5}]", "min_rows"},
           {"rules: [{filter: ''}]", "filter"},
           {"rules: [{filter: '  '}]", "filter"},
           {"rules: [{max_rows_scanned: 0}]", "max_rows_scanned"},
           {"rules: [{max_age_days: -1}]", "max_age_days"},
           {"rules: [{statistics: {percentiles: [0.5]}}]", "percentiles"},
           {"rules: {sample: 0.5}", "rules"},
           {"redact: [{}]", "redact[0]"},
           {"redact: [{with: drop}]", "redact[0]"},
           {"redact: [{columns: []}]", "redact[0]"},
           {"redact: [{sensitivity: [secret]}]", "secret"},
           {"redact: [{looks_like: [mail]}]", "mail"},
           {"redact: [{columns: [a], with: blur}]", "with"},
           {"include: a", "include"},
           {"auto: maybe", "auto"},
       }) {
    const std::string message = refusal(keys);
    EXPECT_THAT(message, HasSubstr(key)) << keys;
    EXPECT_THAT(message, HasSubstr(".dbprint.yaml:2")) << keys;
    EXPECT_THAT(message, HasSubstr("connections.shop")) << keys;
  }
}

TEST_F(PrintProjectTest, OneFaultIsToldOnce) {
  const auto project = load_yaml("connections:\n  s: {adapter: duckdb, rules: [{sample: 2}]}\n");
  ASSERT_FALSE(project);
  EXPECT_EQ(project.error().hint, "");
}

TEST_F(PrintProjectTest, TheEdgesOfWhatIsAllowed) {
  for (const auto* keys :
       {"max_age_days: 0", "max_rows_scanned: 1", "statistics: {percentiles: [1, 99]}",
        "rules: [{sample: 1}]", "rules: [{sample: 1.0e-9}]", "rules: [{max_age_days: 0}]",
        "rules: [{statistics: {top_n_values: 1}}]", "include: []",
        "diff: {stat_change_threshold: {default: 0, percentile_pct: 1}}",
        "redact: [{sensitivity: [health], looks_like: [prose], with: hash}]"})
    EXPECT_EQ(refusal(keys), "") << keys;
}

TEST_F(PrintProjectTest, DefaultsRefuseWhatOnlyARuleMaySay) {
  for (const auto* keys : {"sample: 0.5", "filter: a", "min_rows: 1", "scope: {}"})
    EXPECT_FALSE(load_yaml("defaults: {" + std::string(keys) +
                           "}\nconnections: {shop: {adapter: duckdb}}\n"))
        << keys;
}

TEST_F(PrintProjectTest, UnknownKeysOfAYamlFileAreWarningsWithoutEffect) {
  const PrintProject project = yaml(R"(extra: 1
defaults: {auto: true, statistics: {top: 5}}
connections:
  shop: {adapter: duckdb, colour: red, rules: [{sample: 0.5, weight: 1}]}
)");
  EXPECT_EQ(project.warnings.size(), 5U);
  for (const auto& warning : project.warnings) {
    EXPECT_THAT(warning, HasSubstr(".dbprint.yaml:"));
    EXPECT_THAT(warning, Not(HasSubstr("scope")));
  }
  ASSERT_EQ(project.connections.size(), 1U);
  EXPECT_FALSE(project.connections[0].automatic);
}

TEST_F(PrintProjectTest, AnAdapterIsOneOfTheFormats) {
  for (const auto* adapter : {"postgres", "snowflake", "mysql", "duckdb", "clickhouse", "redshift",
                              "databricks", "bigquery"})
    EXPECT_TRUE(load_yaml("connections: {shop: {adapter: " + std::string(adapter) + "}}\n"))
        << adapter;
  EXPECT_FALSE(load_yaml("connections: {shop: {adapter: sqlite}}\n"));
  EXPECT_FALSE(load_yaml("connections: {shop: {auto: true}}\n"));
  EXPECT_FALSE(
      load_yaml("adapter: {local: {type: duckdb}}\n"
                "connections: {shop: {adapter: local}}\n"));
}

TEST_F(PrintProjectTest, AConnectionsNameIsAFolderInTheOutput) {
  for (const auto* name : {"..", "a/b", "../../x", "'a\\b'", "''", ".hidden", "/"})
    EXPECT_FALSE(load_yaml("connections: {" + std::string(name) + ": {adapter: duckdb}}\n"))
        << name;
  EXPECT_TRUE(load_yaml("connections: {shop-2.b_c: {adapter: duckdb}}\n"));
}

TEST_F(PrintProjectTest, ThereMustBeAConnection) {
  for (const auto* text : {"", "connections: {}\n", "connections:\n", "defaults: {}\n",
                           "connections: [a]\n", "connections: {shop: duckdb}\n"})
    EXPECT_FALSE(load_yaml(text)) << text;
}

TEST_F(PrintProjectTest, TheProjectIsFoundUpwards) {
  write("a/.dbprint.yaml", "connections: {outer: {adapter: duckdb}}\n");
  write("a/b/leeway.toml", "[pipeline.x]\n");
  write("a/b/c/leeway.toml", "[print.inner]\nadapter = \"duckdb\"\n");
  write("a/b/c/d/file", "");
  EXPECT_EQ(load({}, root_ / "a/b")->file, root_ / "a/.dbprint.yaml");
  EXPECT_EQ(load({}, root_ / "a/b/c/d")->file, root_ / "a/b/c/leeway.toml");
  EXPECT_EQ(load({}, root_ / "a/b/c/d")->root, root_ / "a/b/c");
  write("a/b/c/.dbprint.yaml", "connections: {nearer: {adapter: duckdb}}\n");
  EXPECT_EQ(load({}, root_ / "a/b/c/d")->file, root_ / "a/b/c/.dbprint.yaml");
}

TEST_F(PrintProjectTest, ANamedPlaceIsNotLookedAround) {
  write("a/.dbprint.yaml", "connections: {outer: {adapter: duckdb}}\n");
  write("a/b/file", "");
  EXPECT_TRUE(load(root_ / "a", root_));
  EXPECT_TRUE(load(root_ / "a/.dbprint.yaml", root_));
  for (const auto& place : {root_ / "a/b", root_, root_ / "nowhere"}) {
    const auto project = load(place, root_ / "a");
    ASSERT_FALSE(project) << place;
    EXPECT_EQ(project.error().code, ErrorCode::not_found);
  }
  EXPECT_EQ(load({}, root_).error().code, ErrorCode::not_found);
}

TEST_F(PrintProjectTest, ConnectionsAreTheNamedTheAutomaticOrTheOnlyOne) {
  const auto names = [](const PrintProject& project, const std::optional<std::string>& name) {
    std::vector<std::string> result;
    const auto selected = select_connections(project, name);
    if (!selected) return std::vector<std::string>{"error"};
    for (const auto* connection : *selected) result.push_back(connection->name);
    return result;
  };
  PrintProject project;
  project.connections.resize(3);
  project.connections[0].name = "a";
  project.connections[1].name = "b";
  project.connections[2].name = "c";
  EXPECT_THAT(names(project, "b"), ElementsAre("b"));
  EXPECT_THAT(names(project, "x"), ElementsAre("error"));
  EXPECT_THAT(names(project, {}), ElementsAre("error"));
  project.connections[0].automatic = project.connections[2].automatic = true;
  EXPECT_THAT(names(project, {}), ElementsAre("a", "c"));
  EXPECT_THAT(names(project, "b"), ElementsAre("b"));
  project.connections.resize(2);
  project.connections.erase(project.connections.begin());
  EXPECT_THAT(names(project, {}), ElementsAre("b"));
}

TEST_F(PrintProjectTest, ALeewayTomlHasPrintBlocksAndTheirDefaults) {
  const auto project = load_toml(R"([adapter.local]
type = "duckdb"
path = "shop.duckdb"

[print.defaults]
max_age_days = 3
rules = [{ sample = 0.5 }]

[print.shop]
adapter = "local"
auto = true
statistics = { percentiles = [50] }
[[print.shop.redact]]
columns = ["*.email"]

[print.other]
adapter = "postgres"
)");
  ASSERT_TRUE(project) << project.error().text();
  ASSERT_EQ(project->connections.size(), 2U);
  const PrintConnection& shop = *project->find("shop");
  EXPECT_EQ(shop.adapter, "duckdb");
  EXPECT_EQ(shop.adapter_block, "local");
  EXPECT_EQ(shop.max_age_days, 3);
  EXPECT_EQ(shop.rules.size(), 1U);
  EXPECT_EQ(shop.redact.size(), 1U);
  EXPECT_TRUE(shop.automatic);
  EXPECT_EQ(shop.output, root_ / "prints/shop");
  EXPECT_EQ(project->find("other")->adapter_block, "");
  const auto found = resolve_credentials(*project, shop, environment_of(variables_), redactor_);
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found->values.at("database"), "shop.duckdb");
}

TEST_F(PrintProjectTest, ASingleAdapterBlockIsCalledDefault) {
  variables_["PLACE"] = "x.duckdb";
  const auto project = load_toml(
      "[adapter]\ntype = \"duckdb\"\npath = \"${PLACE}\"\n[print.shop]\nadapter = \"default\"\n");
  ASSERT_TRUE(project) << project.error().text();
  EXPECT_EQ(project->connections[0].adapter_block, "default");
  EXPECT_EQ(credentials(*project)->values.at("database"), "x.duckdb");
}

TEST_F(PrintProjectTest, UnknownKeysOfALeewayTomlAreErrors) {
  for (const auto* text :
       {"[print.shop]\nadapter = \"duckdb\"\ncolour = \"red\"\n",
        "[print.defaults]\nauto = true\n[print.shop]\nadapter = \"duckdb\"\n",
        "[print.shop]\nadapter = \"duckdb\"\nrules = [{sample=0.5, weight=1}]\n",
        "[print.shop]\nadapter = \"nowhere\"\n", "[print.defaults]\n", "[print]\nshop = 1\n"})
    EXPECT_FALSE(load_toml(text)) << text;
}

}  // namespace
}  // namespace leeway::config
