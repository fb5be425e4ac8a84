#include "config/project.h"

#include <fstream>

#include <gtest/gtest.h>

#include "base/hash.h"
#include "unit/config/rich.h"

namespace leeway::config {
namespace {

TEST(Project, reads_adapters) {
  const auto outcome = read_text(rich_project, rich_variables);
  ASSERT_TRUE(outcome.validation.valid) << outcome.everything();
  const auto& db = outcome.project().adapters.at("db");
  EXPECT_EQ(db.type, "duckdb");
  EXPECT_EQ(db.setting("path"), "poc.duckdb");
  EXPECT_EQ(db.setting("timeout_secs"), "30");
  EXPECT_EQ(db.setting("host"), "");
  EXPECT_EQ(db.retry.max_retries, 7);
  EXPECT_EQ(db.retry.backoff_multiplier, 1.5);
  EXPECT_EQ(db.retry.initial_backoff_ms, 1000);
  EXPECT_FALSE(db.retry.jitter);
  EXPECT_EQ(db.location, (Location{"leeway.toml", 2}));
}

TEST(Project, reads_a_replication_pipeline) {
  const auto outcome = read_text(rich_project, rich_variables);
  const auto& raw = outcome.replication();
  EXPECT_EQ(raw.strategy, Strategy::incremental);
  EXPECT_EQ(raw.timestamp_column, "_updated");
  EXPECT_EQ(raw.merge_keys, std::vector<std::string>{"id"});
  EXPECT_EQ(raw.merge_keys_fallback, std::vector<std::string>{"uid"});
  EXPECT_TRUE(raw.prune_unchanged);
  EXPECT_EQ(raw.drift.on_alter_failure, OnAlterFailure::full_refresh);
  EXPECT_EQ(raw.drift.on_unreadable_target, OnUnreadableTarget::fail);
  ASSERT_EQ(raw.metadata_columns.size(), 2U);
  EXPECT_EQ(raw.metadata_columns[1].value, "'env-secret-value'");
  EXPECT_EQ(raw.source.adapter, "db");
  EXPECT_EQ(raw.source.catalog, "main");
  EXPECT_EQ(raw.source.discovery_adapter, "db");
  EXPECT_TRUE(raw.source.report_new_sources);
  EXPECT_EQ(raw.source.on_collision, OnCollision::warn);
  EXPECT_EQ(raw.source.pattern.components.size(), 3U);
  EXPECT_EQ(raw.target.adapter, "wh");
  EXPECT_EQ(raw.target.separator, "_");
  EXPECT_TRUE(raw.target.governance.auto_create_catalogs);
  EXPECT_EQ(raw.execution.concurrency, 4);
  EXPECT_TRUE(raw.execution.fail_fast);
  EXPECT_EQ(raw.execution.error_rate_abort_pct, 10);
  EXPECT_EQ(raw.execution.table_retries, 3);
  ASSERT_EQ(raw.table_overrides.size(), 2U);
  EXPECT_EQ(raw.table_overrides[0].match_connector, "raw__a");
  EXPECT_EQ(raw.table_overrides[0].strategy, Strategy::merge);
  EXPECT_EQ(raw.table_overrides[1].enabled, false);
}

TEST(Project, reads_checks) {
  const auto outcome = read_text(rich_project, rich_variables);
  const auto& checks = outcome.replication().checks;
  EXPECT_TRUE(checks.configured);
  EXPECT_TRUE(checks.enabled);
  EXPECT_TRUE(checks.row_count.enabled);
  EXPECT_EQ(checks.column_match.severity, Severity::warning);
  ASSERT_TRUE(checks.freshness);
  EXPECT_EQ(checks.freshness->threshold_seconds, 3600);
  EXPECT_EQ(checks.freshness->overrides.at("orders"), 60);
  ASSERT_TRUE(checks.null_rate);
  EXPECT_EQ(checks.null_rate->sample_percent, 25);
  ASSERT_EQ(checks.custom.size(), 1U);
  EXPECT_EQ(checks.custom[0].threshold, 2);
  ASSERT_EQ(checks.assertions.size(), 3U);
  EXPECT_EQ(checks.assertions[0].number.at("min"), 0.5);
  EXPECT_EQ(checks.assertions[0].number.at("max"), 100);
  EXPECT_EQ(checks.assertions[1].text.at("cmp"), "gte");
  EXPECT_EQ(checks.assertions[1].number.at("value"), 10);
  EXPECT_EQ(checks.assertions[1].severity, Severity::warning);
  EXPECT_EQ(checks.assertions[2].lists.at("values").size(), 2U);
  EXPECT_EQ(checks.assertions[2].filter, "amount > 0");
  ASSERT_TRUE(checks.cross_source_overlap);
  EXPECT_EQ(checks.cross_source_overlap->sample, 5);
  EXPECT_EQ(checks.anomaly_threshold_pct, 30);
  EXPECT_FALSE(checks.fail_on_error);
}

TEST(Project, reads_policy_state_and_resilience) {
  const auto outcome = read_text(rich_project, rich_variables);
  const auto& project = outcome.project();
  ASSERT_TRUE(project.policy);
  EXPECT_EQ(project.policy->default_agent_effect, "deny");
  ASSERT_EQ(project.policy->rules.size(), 1U);
  const auto& rule = project.policy->rules[0];
  EXPECT_EQ(rule.capability, "schema_change.additive");
  EXPECT_EQ(rule.effect, "allow");
  EXPECT_EQ(rule.models, std::vector<std::string>{"stg_*"});
  EXPECT_EQ(rule.tags, std::vector<std::string>{"layer=bronze"});
  EXPECT_EQ(rule.max_downstreams, 5);
  EXPECT_EQ(rule.verify_after, std::vector<std::string>{"row_count"});
  EXPECT_TRUE(project.resilience.auto_apply_additive_drift);
  EXPECT_TRUE(project.state.namespacing_by_pipeline);
  EXPECT_EQ(project.state.retention_max_age_days, 10);
  EXPECT_EQ(project.state.retention_min_runs_kept, 5);
  EXPECT_EQ(project.state.idempotency_dedup_on, "any");
  EXPECT_EQ(project.state.idempotency_in_flight_ttl_hours, 2);
  EXPECT_EQ(project.state.idempotency_retention_days, 3);
  EXPECT_EQ(project.digest, sha256_hex(rich_project));
}

TEST(Project, pipelines_of_other_types_are_opaque) {
  const auto outcome = read_text(rich_project, rich_variables);
  const auto& marts = outcome.project().pipelines.at("marts");
  EXPECT_EQ(marts.type, "transformation");
  EXPECT_EQ(marts.depends_on, std::vector<std::string>{"raw"});
  EXPECT_FALSE(marts.replication);
  for (const std::string type : {"quality", "snapshot", "load"})
    EXPECT_TRUE(
        read_text("[pipeline.x]\ntype = \"" + type + "\"\nanything = 1\n").validation.valid);
}

TEST(Project, fills_defaults) {
  const auto outcome = read_text(R"(
[adapter]
type = "duckdb"
[pipeline]
source.schema_pattern = { prefix = "raw__", separator = "__", components = ["source"] }
target = { catalog_template = "", schema_template = "s" }
)");
  ASSERT_TRUE(outcome.validation.valid) << outcome.everything();
  const auto& pipeline = outcome.project().pipelines.at("default");
  EXPECT_EQ(pipeline.type, "replication");
  EXPECT_EQ(pipeline.replication->strategy, Strategy::incremental);
  EXPECT_EQ(pipeline.replication->timestamp_column, "_fivetran_synced");
  EXPECT_EQ(pipeline.replication->source.adapter, "default");
  EXPECT_EQ(pipeline.replication->target.adapter, "default");
  EXPECT_EQ(pipeline.replication->source.discovery_adapter, "default");
  EXPECT_EQ(pipeline.replication->execution.concurrency, 0);
  EXPECT_EQ(pipeline.replication->execution.table_retries, 1);
  EXPECT_FALSE(pipeline.replication->checks.configured);
  EXPECT_EQ(pipeline.replication->checks.anomaly_threshold_pct, 50);
  EXPECT_TRUE(outcome.project().warnings.empty());
}

TEST(Project, the_only_adapter_is_meant_whatever_its_name) {
  const auto outcome = read_text(R"(
[adapters.local]
type = "duckdb"
[pipelines.raw]
source.schema_pattern = { prefix = "raw__", separator = "__", components = ["source"] }
target = { catalog_template = "", schema_template = "s" }
)");
  ASSERT_TRUE(outcome.validation.valid) << outcome.everything();
  EXPECT_EQ(outcome.replication().source.adapter, "local");
  EXPECT_EQ(outcome.replication().target.adapter, "local");
  EXPECT_EQ(outcome.replication().source.discovery_adapter, "local");
}

TEST(Project, with_two_adapters_discovery_is_not_guessed) {
  const auto outcome = read_text(R"(
[adapter.default]
type = "duckdb"
[adapter.other]
type = "duckdb"
[pipeline.raw]
source.schema_pattern = { prefix = "raw__", separator = "__", components = ["source"] }
target = { catalog_template = "", schema_template = "s" }
)");
  ASSERT_TRUE(outcome.validation.valid) << outcome.everything();
  EXPECT_FALSE(outcome.replication().source.discovery_adapter);
}

TEST(Project, selects_a_pipeline) {
  Project project;
  EXPECT_FALSE(project.select_pipeline(std::nullopt));
  project.pipelines["raw"].name = "raw";
  EXPECT_EQ((*project.select_pipeline(std::nullopt))->name, "raw");
  project.pipelines["marts"].name = "marts";
  const auto unclear = project.select_pipeline(std::nullopt);
  ASSERT_FALSE(unclear);
  EXPECT_EQ(unclear.error().code, ErrorCode::usage);
  EXPECT_NE(unclear.error().message.find("(marts, raw)"), std::string::npos);
  EXPECT_EQ((*project.select_pipeline("marts"))->name, "marts");
  const auto unknown = project.select_pipeline("mart");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::not_found);
  EXPECT_NE(unknown.error().message.find("'marts'"), std::string::npos);
}

TEST(Project, finds_an_adapter) {
  Project project;
  project.adapters["local"].name = "local";
  EXPECT_EQ((*project.adapter("local"))->name, "local");
  const auto unknown = project.adapter("loca");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::not_found);
  EXPECT_NE(unknown.error().message.find("'local'"), std::string::npos);
}

class ProjectFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  std::filesystem::path folder_;
};

TEST_F(ProjectFiles, leeway_toml_is_preferred) {
  const auto none = default_file(folder_);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::config);
  EXPECT_NE(none.error().text().find("leeway init"), std::string::npos);
  write("rocky.toml", "");
  EXPECT_EQ(default_file(folder_).value().filename(), "rocky.toml");
  write("leeway.toml", "");
  EXPECT_EQ(default_file(folder_).value().filename(), "leeway.toml");
}

TEST_F(ProjectFiles, loads_from_a_file) {
  write("leeway.toml", rich_project);
  Redactor redactor;
  const auto project = load(folder_ / "leeway.toml", environment_of(rich_variables), redactor);
  ASSERT_TRUE(project) << project.error().text();
  EXPECT_EQ(project->folder, folder_);
  EXPECT_EQ(project->file, folder_ / "leeway.toml");
  EXPECT_TRUE(validate(folder_ / "leeway.toml", environment_of(rich_variables), redactor).valid);
}

TEST_F(ProjectFiles, the_first_error_ends_loading) {
  write("leeway.toml", small_project("stratgy = 1\nmerg_keys = 1"));
  Redactor redactor;
  const auto project = load(folder_ / "leeway.toml", environment_of({}), redactor);
  ASSERT_FALSE(project);
  EXPECT_EQ(project.error().code, ErrorCode::config);
  EXPECT_NE(project.error().message.find("leeway.toml:9: "), std::string::npos);
  EXPECT_NE(project.error().message.find("'strategy'"), std::string::npos);
}

TEST_F(ProjectFiles, a_missing_file_or_a_folder_is_an_error) {
  Redactor redactor;
  for (const auto& file : {folder_ / "none.toml", folder_}) {
    const auto project = load(file, environment_of({}), redactor);
    ASSERT_FALSE(project);
    EXPECT_EQ(project.error().code, ErrorCode::config);
    const auto validation = validate(file, environment_of({}), redactor);
    EXPECT_FALSE(validation.valid);
    EXPECT_FALSE(validation.project);
    EXPECT_EQ(validation.findings.at(0).code, "V001");
  }
}

}  // namespace
}  // namespace leeway::config
