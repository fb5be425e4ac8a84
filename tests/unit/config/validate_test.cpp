#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/config/rich.h"

namespace leeway::config {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Case {
  std::string text;
  std::string error;    // "code field"
  std::string mention;  // what the message names
};

void expect_errors(const std::vector<Case>& cases) {
  for (const auto& [text, error, mention] : cases) {
    const auto outcome = read_text(text);
    EXPECT_FALSE(outcome.validation.valid) << text;
    EXPECT_THAT(outcome.errors(), Contains(error)) << text << outcome.everything();
    EXPECT_THAT(outcome.everything(), HasSubstr(mention)) << text;
  }
}

std::string in_pipeline(const std::string& lines) { return small_project(lines); }
std::string after(const std::string& lines) { return small_project("", lines); }
std::string with_check(const std::string& lines) {
  return after("[pipeline.raw.checks]\n" + lines);
}
std::string with_assertion(const std::string& lines) {
  return after("[[pipeline.raw.checks.assertions]]\ntable = \"t\"\n" + lines);
}
std::string with_override(const std::string& lines) {
  return after("[[pipeline.raw.table_overrides]]\n" + lines);
}
std::string with_rule(const std::string& lines) {
  return after("[policy]\nversion = 1\n[[policy.rules]]\n" + lines);
}
// A project whose pattern and templates are as given.
std::string with_naming(const std::string& pattern, const std::string& target) {
  return "[adapter]\ntype = \"duckdb\"\n[pipeline.raw]\nsource.schema_pattern = { " + pattern +
         " }\ntarget = { " + target + " }\n";
}

const std::string good_pattern =
    R"(prefix = "raw__", separator = "__", components = ["client", "source"])";
const std::string good_target = R"(catalog_template = "c", schema_template = "s")";

TEST(Validate, a_small_project_is_valid) {
  const auto outcome = read_text(small_project());
  EXPECT_TRUE(outcome.validation.valid) << outcome.everything();
  EXPECT_THAT(outcome.warnings(), IsEmpty());
  std::vector<std::string> codes;
  for (const auto& finding : outcome.validation.findings) codes.push_back(finding.code);
  EXPECT_THAT(codes, ElementsAre("V001", "V010", "V020", "V021"));
  EXPECT_EQ(outcome.validation.findings[2].message,
            "pipeline.raw: replication / full_refresh -> poc / staging__{source}");
}

TEST(Validate, no_worker_is_taken_for_one) {
  const auto outcome = read_text(after("[pipeline.raw.execution]\nconcurrency = 0"));
  EXPECT_TRUE(outcome.validation.valid) << outcome.everything();
  EXPECT_THAT(outcome.warnings(), ElementsAre("L002 pipeline.raw.execution.concurrency"));
  EXPECT_EQ(outcome.replication().execution.concurrency, 1);
}

TEST(Validate, materialized_views_need_an_engine_that_has_them) {
  std::string text = small_project();
  const std::string before = "\"full_refresh\"";
  text.replace(text.find(before), before.size(), "\"materialized_view\"");
  expect_errors({
      {text, "V046 pipeline.raw.strategy", "leeway.toml:"},
      {with_override("match.table = \"a\"\nstrategy = \"materialized_view\""),
       "V046 pipeline.raw.table_overrides[0].strategy", "duckdb"},
  });
}

TEST(Validate, unknown_keys_are_errors_everywhere) {
  expect_errors({
      {after("[pipelin]"), "L001 pipelin", "'pipeline'"},
      {after("[adapter.retry]\nmax_retry = 1"), "L001 adapter.default.retry.max_retry",
       "'max_retries'"},
      {"[adapter]\ntype = \"duckdb\"\npth = \"x\"", "L001 adapter.default.pth", "path"},
      {in_pipeline("stratgy = \"merge\""), "L001 pipeline.raw.stratgy", "'strategy'"},
      {in_pipeline("merge_kyes = [\"id\"]"), "L001 pipeline.raw.merge_kyes", "leeway.toml:9"},
      {after("[pipeline.raw.drift]\non_alter_fail = \"fail\""),
       "L001 pipeline.raw.drift.on_alter_fail", "'on_alter_failure'"},
      {after("[pipeline.raw.execution]\nfail_fats = true"), "L001 pipeline.raw.execution.fail_fats",
       "'fail_fast'"},
      {after("[pipeline.raw.schedule]\ncrn = \"* * * * *\""), "L001 pipeline.raw.schedule.crn",
       "'cron'"},
      {with_check("row_cuont = true"), "L001 pipeline.raw.checks.row_cuont", "'row_count'"},
      {with_check("row_count = { enable = true }"), "L001 pipeline.raw.checks.row_count.enable",
       "'enabled'"},
      {with_check("freshness = { threshold_seconds = 1, severty = \"error\" }"),
       "L001 pipeline.raw.checks.freshness.severty", "'severity'"},
      {with_check("null_rate = { columns = [\"a\"], threshold = 0, sample = 1 }"),
       "L001 pipeline.raw.checks.null_rate.sample", "sample"},
      {with_check("custom = [{ name = \"n\", sql = \"s\", treshold = 1 }]"),
       "L001 pipeline.raw.checks.custom[0].treshold", "'threshold'"},
      {with_check("cross_source_overlap = { keys = [\"a\"], key = \"b\" }"),
       "L001 pipeline.raw.checks.cross_source_overlap.key", "'keys'"},
      {with_assertion("type = \"expression\"\nexpression = \"a\"\npattern = \"x\""),
       "L001 pipeline.raw.checks.assertions[0].pattern", "pattern"},
      {with_override("match.table = \"a\"\nenable = true"),
       "L001 pipeline.raw.table_overrides[0].enable", "'enabled'"},
      {with_override("match.tabl = \"a\""), "L001 pipeline.raw.table_overrides[0].match.tabl",
       "'table'"},
      {in_pipeline("metadata_columns = [{ name = \"a\", type = \"b\", value = \"c\", val = 1 }]"),
       "L001 pipeline.raw.metadata_columns[0].val", "value"},
      {with_naming(good_pattern + ", sep = 1", good_target),
       "L001 pipeline.raw.source.schema_pattern.sep", "sep"},
      {with_naming(good_pattern, good_target + ", seperator = \"_\""),
       "L001 pipeline.raw.target.seperator", "'separator'"},
      {after("[pipeline.raw.target.governance]\nauto_create_schema = true"),
       "L001 pipeline.raw.target.governance.auto_create_schema", "'auto_create_schemas'"},
      {after("[pipeline.raw.source.discovery]\nadaptor = \"default\""),
       "L001 pipeline.raw.source.discovery.adaptor", "'adapter'"},
      {after("[policy]\nversion = 1\nrule = []"), "L001 policy.rule", "'rules'"},
      {with_rule("principal = \"agent\"\ncapability = \"apply\"\neffect = \"deny\"\n"
                 "scope = { an = true }"),
       "L001 policy.rules[0].scope.an", "'any'"},
      {after("[resilience]\nauto_apply_aditive_drift = true"),
       "L001 resilience.auto_apply_aditive_drift", "'auto_apply_additive_drift'"},
      {after("[state]\nbackand = \"local\""), "L001 state.backand", "'backend'"},
      {after("[state.retention]\nmax_age = 1"), "L001 state.retention.max_age", "max_age"},
      {after("[state.idempotency]\ndedup = \"any\""), "L001 state.idempotency.dedup", "dedup"},
      {after("[state.retry]\nmax_retris = 1"), "L001 state.retry.max_retris", "'max_retries'"},
      {after("[budget]\nmax_used = 1"), "L001 budget.max_used", "'max_usd'"},
      {after("[cache]\nschema = 1"), "L001 cache.schema", "'schemas'"},
  });
}

TEST(Validate, wrong_types_and_ranges_are_errors) {
  expect_errors({
      {in_pipeline("merge_keys = \"id\""), "L002 pipeline.raw.merge_keys", "a list of strings"},
      {in_pipeline("merge_keys = [1]"), "L002 pipeline.raw.merge_keys", "a list of strings"},
      {in_pipeline("prune_unchanged = \"true\""), "L002 pipeline.raw.prune_unchanged",
       "true or false"},
      {in_pipeline("timestamp_column = 1"), "L002 pipeline.raw.timestamp_column", "a string"},
      {in_pipeline("timestamp_column = \"\""), "L002 pipeline.raw.timestamp_column", "empty"},
      {in_pipeline("timestamp_column = 2020-01-01"), "L002 pipeline.raw.timestamp_column", "date"},
      {in_pipeline("checks = 1"), "L002 pipeline.raw.checks", "a table"},
      {in_pipeline("table_overrides = { match.table = \"a\" }"),
       "L002 pipeline.raw.table_overrides", "[[pipeline.raw.table_overrides]]"},
      {after("[pipeline.raw.execution]\nconcurrency = -1"),
       "L002 pipeline.raw.execution.concurrency", "at least 0"},
      {after("[pipeline.raw.execution]\nconcurrency = \"fast\""),
       "L002 pipeline.raw.execution.concurrency", "adaptive"},
      {after("[pipeline.raw.execution]\nconcurrency = \"4\""),
       "L002 pipeline.raw.execution.concurrency", "adaptive"},
      {after("[pipeline.raw.execution]\nerror_rate_abort_pct = 101"),
       "L002 pipeline.raw.execution.error_rate_abort_pct", "from 0 to 100"},
      {after("[pipeline.raw.execution]\ntable_retries = -1"),
       "L002 pipeline.raw.execution.table_retries", "at least 0"},
      {after("[pipeline.raw.execution]\ntable_retries = 99999999999"),
       "L002 pipeline.raw.execution.table_retries", "table_retries"},
      {with_check("freshness = { threshold_seconds = 0 }"),
       "L002 pipeline.raw.checks.freshness.threshold_seconds", "at least 1"},
      {with_check("freshness = { threshold_seconds = 1, overrides = { a = \"x\" } }"),
       "L002 pipeline.raw.checks.freshness.overrides.a", "an integer"},
      {with_check("null_rate = { columns = [\"a\"], threshold = 1.5 }"),
       "L002 pipeline.raw.checks.null_rate.threshold", "from 0 to 1"},
      {with_check("null_rate = { columns = [\"a\"], threshold = nan }"),
       "L002 pipeline.raw.checks.null_rate.threshold", "from 0 to 1"},
      {with_check("null_rate = { columns = [\"a\"], threshold = 1, sample_percent = 200 }"),
       "L002 pipeline.raw.checks.null_rate.sample_percent", "from 0 to 100"},
      {with_check("row_count = { severity = \"fatal\" }"),
       "L002 pipeline.raw.checks.row_count.severity", "error, warning"},
      {with_check("anomaly_threshold_pct = -1"), "L002 pipeline.raw.checks.anomaly_threshold_pct",
       "at least 0"},
      {in_pipeline("on_alter_failure = \"refresh\""), "L002 pipeline.raw.on_alter_failure",
       "full_refresh"},
      {after("[pipeline.raw.source.discovery]\non_collision = \"warm\""),
       "L002 pipeline.raw.source.discovery.on_collision", "'warn'"},
      {after("[state]\nbackend = \"s4\""), "L002 state.backend", "'s3'"},
      {after("[adapter.retry]\nbackoff_multiplier = 0.5"),
       "L002 adapter.default.retry.backoff_multiplier", "at least 1"},
      {"adapter = 1", "L002 adapter", "a table"},
      {"pipeline = [1]", "L002 pipeline", "a table"},
  });
}

TEST(Validate, what_is_required_is_asked_for) {
  expect_errors({
      {"[adapter]\npath = \"x\"", "L006 adapter.default", "'type'"},
      {"[pipeline.raw]\nstrategy = \"view\"", "L006 pipeline.raw", "'source'"},
      {"[pipeline.raw]\nstrategy = \"view\"", "L006 pipeline.raw", "'target'"},
      {"[pipeline.raw]\nsource = {}\ntarget = {}", "L006 pipeline.raw.source", "'schema_pattern'"},
      {"[pipeline.raw]\nsource = {}\ntarget = {}", "L006 pipeline.raw.target", "'schema_template'"},
      {with_naming("prefix = \"a\"", good_target), "L006 pipeline.raw.source.schema_pattern",
       "'components'"},
      {in_pipeline("metadata_columns = [{ name = \"a\", type = \"\" }]"),
       "L002 pipeline.raw.metadata_columns[0].type", "empty"},
      {with_check("freshness = {}"), "L006 pipeline.raw.checks.freshness", "'threshold_seconds'"},
      {with_check("null_rate = {}"), "L006 pipeline.raw.checks.null_rate", "'columns'"},
      {with_check("custom = [{ name = \"n\" }]"), "L006 pipeline.raw.checks.custom[0]", "'sql'"},
      {after("[policy]"), "L006 policy", "'version'"},
      {with_rule("scope = { any = true }"), "L006 policy.rules[0]", "'capability'"},
  });
}

TEST(Validate, strategies_and_merge_keys) {
  const std::string view = small_project();
  const auto with_strategy = [&](const std::string& strategy) {
    return std::string(view).replace(view.find("full_refresh"), 12, strategy);
  };
  expect_errors({
      {with_strategy("incrementl"), "V035 pipeline.raw.strategy", "'incremental'"},
      {with_strategy("dynamic_table"), "V046 pipeline.raw.strategy", "dynamic_table"},
      {with_strategy("merge"), "V046 pipeline.raw.strategy", "merge_keys"},
      {with_override("match.table = \"a\"\nstrategy = \"merg\""),
       "V035 pipeline.raw.table_overrides[0].strategy", "'merge'"},
      {with_override("match.table = \"a\"\nstrategy = \"dynamic_table\""),
       "V046 pipeline.raw.table_overrides[0].strategy", "dynamic_table"},
      {with_override("match.table = \"a\"\nstrategy = \"merge\""),
       "V046 pipeline.raw.table_overrides[0].strategy", "merge_keys"},
  });
  EXPECT_TRUE(read_text(with_strategy("merge") + "[pipeline.raw.drift]\n").errors().size() == 1);
  EXPECT_TRUE(read_text(with_override("match.table = \"a\"\nstrategy = \"merge\"\n"
                                      "merge_keys = [\"id\"]"))
                  .validation.valid);
  EXPECT_TRUE(read_text(in_pipeline("merge_keys_fallback = [\"id\"]") +
                        "[[pipeline.raw.table_overrides]]\nmatch.table = \"a\"\n"
                        "strategy = \"merge\"\n")
                  .validation.valid);
}

TEST(Validate, override_rules) {
  expect_errors({
      {with_override("enabled = false"), "V046 pipeline.raw.table_overrides[0]", "match.connector"},
      {with_override("match = {}"), "V046 pipeline.raw.table_overrides[0].match",
       "match.connector"},
      {with_override("match.table = \"\""), "V046 pipeline.raw.table_overrides[0].match.table",
       "empty"},
      {with_override("match.connector = \"c\"\nmatch.table = \"t\"\n"
                     "[[pipeline.raw.table_overrides]]\nmatch.connector = \"c\"\n"
                     "match.table = \"t\""),
       "V046 pipeline.raw.table_overrides[1]", "leeway.toml:"},
  });
  EXPECT_TRUE(read_text(with_override("match.table = \"t*\"\n[[pipeline.raw.table_overrides]]\n"
                                      "match.table = \"t*\""))
                  .validation.valid);
}

TEST(Validate, drift_keys_stand_in_either_place_and_not_in_both) {
  for (const auto& text : {in_pipeline("on_alter_failure = \"full_refresh\"\n"
                                       "on_unreadable_target = \"fail\""),
                           after("[pipeline.raw.drift]\non_alter_failure = \"full_refresh\"\n"
                                 "on_unreadable_target = \"fail\"")}) {
    const auto outcome = read_text(text);
    ASSERT_TRUE(outcome.validation.valid) << outcome.everything();
    EXPECT_EQ(outcome.replication().drift.on_alter_failure, OnAlterFailure::full_refresh);
    EXPECT_EQ(outcome.replication().drift.on_unreadable_target, OnUnreadableTarget::fail);
  }
  expect_errors({{small_project("on_alter_failure = \"fail\"",
                                "[pipeline.raw.drift]\non_alter_failure = \"fail\""),
                  "V046 pipeline.raw.drift.on_alter_failure", "keep one"}});
}

TEST(Validate, patterns_and_templates) {
  const auto components = [](const std::string& list) {
    return with_naming("prefix = \"raw__\", separator = \"__\", components = " + list, good_target);
  };
  const std::string field = " pipeline.raw.source.schema_pattern.components";
  expect_errors({
      {components("[]"), "V021" + field, "empty"},
      {components("[\"...\"]"), "V021" + field, "not a name"},
      {components("[\"a b\"]"), "V021" + field, "not a name"},
      {components("[\"a...\", \"b...\"]"), "V021" + field, "only one"},
      {components("[\"a\", \"a...\"]"), "V021" + field, "twice"},
      {components("[\"table\"]"), "V046" + field, "reserved"},
      {components("[\"id...\"]"), "V046" + field, "reserved"},
      {with_naming("prefix = \"a\", separator = \"\", components = [\"a\"]", good_target),
       "V021 pipeline.raw.source.schema_pattern.separator", "empty"},
      {with_naming(good_pattern, "catalog_template = \"{clinet}\", schema_template = \"s\""),
       "L003 pipeline.raw.target.catalog_template", "'client'"},
      {with_naming(good_pattern, "catalog_template = \"c\", schema_template = \"{sourc:_}\""),
       "L003 pipeline.raw.target.schema_template", "'source'"},
      {with_naming(good_pattern, "catalog_template = \"c\", schema_template = \"{source\""),
       "L003 pipeline.raw.target.schema_template", "{"},
      {in_pipeline("metadata_columns = [{ name = \"a\", type = \"b\", value = \"'{sorce}'\" }]"),
       "L003 pipeline.raw.metadata_columns[0].value", "'source'"},
      {in_pipeline("metadata_columns = [{ name = \"a\", type = \"b\", value = \"c\" },"
                   "{ name = \"A\", type = \"b\", value = \"c\" }]"),
       "V046 pipeline.raw.metadata_columns[1].name", "twice"},
  });
}

TEST(Validate, adapters) {
  const auto adapter = [](const std::string& lines) { return "[adapter.a]\n" + lines; };
  expect_errors({
      {adapter("type = \"duckdbb\""), "V017 adapter.a.type", "'duckdb'"},
      {adapter("type = \"fivetran\""), "V032 adapter.a.kind", "discovery"},
      {adapter("type = \"manual\"\nkind = \"data\""), "V032 adapter.a.kind", "discovery"},
      {adapter("type = \"duckdb\"\nkind = \"date\""), "V032 adapter.a.kind", "data"},
      {adapter("type = \"postgres\"\nport = 0"), "L002 adapter.a.port", "at least 1"},
      {"[adapter.a]\ntype = \"duckdb\"\n[adapters.b]\ntype = \"duckdb\"", "V046 adapters",
       "[adapter]"},
  });
  const auto postgres = read_text(adapter("type = \"postgresql\"\nport = 5432"));
  EXPECT_EQ(postgres.project().adapters.at("a").type, "postgres");
  EXPECT_EQ(postgres.project().adapters.at("a").setting("port"), "5432");
  EXPECT_THAT(read_text(adapter("type = \"databricks\"")).warnings(),
              ElementsAre("V011 adapter.a", "V012 adapter.a", "V013 adapter.a"));
  EXPECT_THAT(read_text(adapter("type = \"fivetran\"\nkind = \"discovery\"")).warnings(),
              ElementsAre("V014 adapter.a", "V015 adapter.a", "V016 adapter.a"));
  EXPECT_THAT(read_text(adapter("type = \"duckdb\"\nhost = \"h\"")).warnings(),
              ElementsAre("L005 adapter.a.host"));
}

TEST(Validate, references_to_adapters) {
  const std::string two = R"(
[adapter.local]
type = "duckdb"
[adapter.finder]
type = "manual"
kind = "discovery"
[adapter.store]
type = "duckdb"
kind = "data"
[pipeline.raw]
source = { adapter = "SOURCE", discovery.adapter = "DISCOVERY", schema_pattern = { prefix = "r", separator = "_", components = ["s"] } }
target = { adapter = "TARGET", catalog_template = "c", schema_template = "s" }
)";
  const auto with = [&](const std::string& source, const std::string& discovery,
                        const std::string& target) {
    std::string text = two;
    text.replace(text.find("SOURCE"), 6, source);
    text.replace(text.find("DISCOVERY"), 9, discovery);
    return text.replace(text.find("TARGET"), 6, target);
  };
  EXPECT_TRUE(read_text(with("local", "finder", "store")).validation.valid);
  expect_errors({
      {with("loca", "local", "local"), "V022 pipeline.raw.source.adapter", "'local'"},
      {with("local", "local", "stor"), "V023 pipeline.raw.target.adapter", "'store'"},
      {with("local", "findr", "local"), "V024 pipeline.raw.source.discovery.adapter", "'finder'"},
      {with("finder", "local", "local"), "V033 pipeline.raw.source.adapter", "hold data"},
      {with("local", "local", "finder"), "V033 pipeline.raw.target.adapter", "hold data"},
      {with("local", "store", "local"), "V033 pipeline.raw.source.discovery.adapter", "discover"},
      {"[pipeline.raw]\nsource = {}\ntarget = {}", "V022 pipeline.raw.source.adapter",
       "no [adapter]"},
  });
}

TEST(Validate, pipelines) {
  expect_errors({
      {"[pipeline.raw]\ntype = \"replicaton\"", "L007 pipeline.raw.type", "'replication'"},
      {in_pipeline("depends_on = [\"rwa\"]"), "V046 pipeline.raw.depends_on", "'raw'"},
  });
}

TEST(Validate, assertions) {
  const std::string field = " pipeline.raw.checks.assertions[0]";
  expect_errors({
      {with_assertion(""), "L006" + field, "'type'"},
      {after("[[pipeline.raw.checks.assertions]]\ntype = \"unique\"\ncolumn = \"a\""),
       "L006" + field, "'table'"},
      {with_assertion("type = \"not_nul\""), "L002" + field + ".type", "'not_null'"},
      {with_assertion("type = \"not_null\""), "L006" + field, "'column'"},
      {with_assertion("type = \"unique\""), "L006" + field, "'column'"},
      {with_assertion("type = \"unique_expr\""), "L006" + field, "'key_expr'"},
      {with_assertion("type = \"accepted_values\"\ncolumn = \"a\""), "L006" + field, "'values'"},
      {with_assertion("type = \"accepted_values\"\ncolumn = \"a\"\nvalues = []"),
       "V046" + field + ".values", "at least 1"},
      {with_assertion("type = \"relationships\"\ncolumn = \"a\"\nto_table = \"b\""), "L006" + field,
       "'to_column'"},
      {with_assertion("type = \"expression\""), "L006" + field, "'expression'"},
      {with_assertion("type = \"row_count_range\""), "L006" + field, "min, max"},
      {with_assertion("type = \"row_count_range\"\nmin = 5\nmax = 1"), "V046" + field + ".min",
       "above max"},
      {with_assertion("type = \"in_range\"\nmin = 5"), "L006" + field, "'column'"},
      {with_assertion("type = \"in_range\"\ncolumn = \"a\"\nmin = \"low\""),
       "L002" + field + ".min", "a number"},
      {with_assertion("type = \"in_range\"\ncolumn = \"a\"\nmin = \"inf\""),
       "L002" + field + ".min", "a number"},
      {with_assertion("type = \"regex_match\"\ncolumn = \"a\""), "L006" + field, "'pattern'"},
      {with_assertion("type = \"aggregate\"\nop = \"median\"\ncmp = \"lt\"\nvalue = 1"),
       "L002" + field + ".op", "avg"},
      {with_assertion("type = \"aggregate\"\nop = \"sum\"\ncmp = \"lt\"\nvalue = 1"),
       "L006" + field, "a column"},
      {with_assertion("type = \"aggregate\"\nop = \"count\"\nvalue = 1"), "L006" + field, "'cmp'"},
      {with_assertion("type = \"composite\"\nkind = \"unique\"\ncolumns = [\"a\"]"),
       "V046" + field + ".columns", "at least 2"},
      {with_assertion("type = \"not_in_future\""), "L006" + field, "'column'"},
      {with_assertion("type = \"older_than_n_days\"\ncolumn = \"a\""), "L006" + field, "'days'"},
      {with_check("cross_source_overlap = {}"), "V046 pipeline.raw.checks.cross_source_overlap",
       "keys"},
      {with_check("null_rate = { columns = [], threshold = 0 }"),
       "V046 pipeline.raw.checks.null_rate.columns", "no column"},
  });
}

TEST(Validate, policy_rules) {
  const std::string rule = "principal = \"agent\"\ncapability = \"apply\"\neffect = \"allow\"\n";
  expect_errors({
      {after("[policy]\nversion = 2"), "V046 policy.version", "must be 1"},
      {with_rule(rule), "V046 policy.rules[0].scope", "any = true"},
      {with_rule(rule + "scope = { any = true, layer = \"x\" }"), "V046 policy.rules[0].scope",
       "nothing else"},
      {with_rule(rule + "scope = { any = true }\n"
                        "autonomy_budget = { failures = 0, window = \"7d\" }"),
       "L002 policy.rules[0].autonomy_budget.failures", "at least 1"},
      {with_rule(rule + "scope = { any = true }\n"
                        "autonomy_budget = { failures = 1, window = \"7w\" }"),
       "V046 policy.rules[0].autonomy_budget.window", "7d"},
      {with_rule("principal = \"agnt\"\ncapability = \"apply\"\neffect = \"allow\"\n"
                 "scope = { any = true }"),
       "L002 policy.rules[0].principal", "'agent'"},
      {with_rule("principal = \"agent\"\ncapability = \"aply\"\neffect = \"allow\"\n"
                 "scope = { any = true }"),
       "L002 policy.rules[0].capability", "'apply'"},
      {with_rule("principal = \"agent\"\ncapability = \"apply\"\neffect = \"alow\"\n"
                 "scope = { any = true }"),
       "L002 policy.rules[0].effect", "'allow'"},
      {after("[[policy.tests]]\nname = \"t\"\nmodl = \"m\""), "L001 policy.tests[0].modl",
       "'model'"},
  });
  EXPECT_TRUE(read_text(with_rule(rule + "scope = { contracted = true }")).validation.valid);
}

TEST(Validate, blocks_without_effect_are_warned_about) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {after("[[hook.on_pipeline_start]]\ncommand = \"true\""), "L005 hook"},
      {after("[hooks.webhooks.on_pipeline_error]\nurl = \"x\""), "L005 hooks"},
      {after("[cost]\nwarehouse_size = \"S\""), "L005 cost"},
      {after("[budget]\nmax_usd = 1"), "L005 budget"},
      {after("[cache.schemas]\nenabled = true"), "L005 cache"},
      {after("[schema_evolution]\ngrace_period_days = 1"), "L005 schema_evolution"},
      {after("[mask]\npii = \"hash\""), "L005 mask"},
      {after("[state]\nbackend = \"s3\"\ns3_bucket = \"b\""), "L005 state.backend"},
      {after("[resilience]\ncontain_failures = true"), "L005 resilience.contain_failures"},
      {after("[resilience]\nauto_apply_additive_drift = true"),
       "V046 resilience.auto_apply_additive_drift"},
      {after("[adapter.extra]\nanything = [1]"), "L005 adapter.default.extra"},
      {after("[adapter.cache]\nbackend = \"file\""), "L005 adapter.default.cache"},
      {after("[adapter.retry]\ncircuit_breaker_threshold = 5"),
       "L005 adapter.default.retry.circuit_breaker_threshold"},
      {after("[pipeline.raw.target.governance]\ngrants = []"),
       "L005 pipeline.raw.target.governance.grants"},
      {after("[pipeline.raw.schedule]\ncron = \"* * * * *\""), "L005 pipeline.raw.schedule"},
      {with_check("quarantine = { enabled = true }"), "V034 pipeline.raw.checks.quarantine"},
      {with_check("anomaly_threshold_pct = 5"), "V034 pipeline.raw.checks.anomaly_threshold_pct"},
      {with_check("row_count = true\nenabled = false"), "V034 pipeline.raw.checks.enabled"},
  };
  for (const auto& [text, warning] : cases) {
    const auto outcome = read_text(text);
    EXPECT_TRUE(outcome.validation.valid) << outcome.everything();
    EXPECT_THAT(outcome.warnings(), ElementsAre(warning)) << text;
    EXPECT_EQ(outcome.project().warnings.size(), 1U);
  }
}

TEST(Validate, every_error_is_found_in_one_look) {
  const auto outcome =
      read_text(small_project("stratgy = 1\nprune_unchanged = 1", "[state]\nbackend = \"x\""));
  EXPECT_THAT(outcome.errors(),
              ElementsAre("L001 pipeline.raw.stratgy", "L002 pipeline.raw.prune_unchanged",
                          "L002 state.backend"));
  EXPECT_TRUE(outcome.validation.project);
  std::vector<std::string> good;
  for (const auto& finding : outcome.validation.findings)
    if (finding.severity == "ok") good.push_back(finding.code);
  EXPECT_THAT(good, ElementsAre("V001", "V010"));
}

}  // namespace
}  // namespace leeway::config
