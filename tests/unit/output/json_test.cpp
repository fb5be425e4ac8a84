#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "golden.h"
#include "output/json.h"
#include "output/rows.h"
#include "samples.h"
#include "support/schema_check.h"

namespace leeway::output {
namespace {

using nlohmann::json;

struct Output {
  std::string schema;  // and the golden file's name
  std::string text;
};

std::vector<Output> all_outputs() {
  return {{"run", to_json(samples::full_run(), "0.1.0")},
          {"plan", to_json(samples::full_plan(), "0.1.0")},
          {"drift", drift_to_json(samples::full_plan(), "0.1.0")},
          {"discover", to_json(samples::discovery(), "0.1.0")},
          {"validate", to_json(samples::validation(), "0.1.0")},
          {"state", to_json(samples::state(), "0.1.0")},
          {"history", to_json(samples::history(), "0.1.0")},
          {"model_history", to_json(samples::model_history(), "0.1.0")},
          {"doctor", to_json(samples::doctor(), "0.1.0")},
          {"sweep", to_json(SweepReport{{12, 100}, true, 4}, "0.1.0")}};
}

std::optional<std::string> error_against(const std::string& schema, std::string_view text) {
  return testing::schema_error(
      std::filesystem::path(LEEWAY_SOURCE_DIR) / "schemas" / (schema + ".schema.json"), text);
}

TEST(Json, equals_the_golden_files) {
  for (const auto& output : all_outputs()) expect_golden(output.schema + ".json", output.text);
}

TEST(Json, has_the_shape_of_its_schema) {
  for (const auto& output : all_outputs())
    EXPECT_EQ(error_against(output.schema, output.text), std::nullopt) << output.schema;
}

TEST(Json, a_schema_notices_every_missing_required_key_and_a_new_one) {
  for (const auto& output : all_outputs()) {
    const json whole = json::parse(output.text);
    for (const char* key : {"version", "command"}) {
      json cut = whole;
      cut.erase(key);
      EXPECT_TRUE(error_against(output.schema, cut.dump())) << output.schema << " without " << key;
    }
    json grown = whole;
    grown["surprise"] = 1;
    EXPECT_TRUE(error_against(output.schema, grown.dump())) << output.schema;
  }
}

TEST(Json, empty_reports_have_the_shape_of_their_schemas_too) {
  const std::vector<Output> outputs{
      {"run", to_json(pipeline::RunReport{}, "0.1.0")},
      {"plan", to_json(pipeline::Plan{}, "0.1.0")},
      {"drift", drift_to_json(pipeline::Plan{}, "0.1.0")},
      {"discover", to_json(pipeline::DiscoverReport{}, "0.1.0")},
      {"validate", to_json(config::Validation{}, "0.1.0")},
      {"state", to_json(pipeline::StateReport{}, "0.1.0")},
      {"history", to_json(pipeline::HistoryReport{}, "0.1.0")},
      {"model_history", to_json(pipeline::ModelHistoryReport{}, "0.1.0")},
      {"doctor", to_json(pipeline::DoctorReport{}, "0.1.0")},
      {"query", rows_to_json(engines::RowSet{})}};
  for (const auto& output : outputs)
    EXPECT_EQ(error_against(output.schema, output.text), std::nullopt) << output.schema;
}

TEST(RunJson, the_drift_section_holds_what_the_requirement_shows) {
  pipeline::RunReport report;
  report.tables = {samples::rebuilt_outcome()};
  const json drift = json::parse(to_json(report, "0.1.0"))["drift"];
  EXPECT_EQ(drift["tables_checked"], 1);
  EXPECT_EQ(drift["tables_drifted"], 1);
  ASSERT_EQ(drift["actions_taken"].size(), 1U);
  EXPECT_EQ(drift["actions_taken"][0]["table"], "warehouse.staging.events");
  EXPECT_EQ(drift["actions_taken"][0]["action"], "drop_and_recreate");
  EXPECT_EQ(drift["actions_taken"][0]["reason"], "column 'status' changed STRING -> INT");
}

TEST(RunJson, a_table_contributes_each_of_its_actions) {
  pipeline::RunReport report;
  report.tables = {samples::evolved_outcome()};
  const json drift = json::parse(to_json(report, "0.1.0"))["drift"];
  EXPECT_EQ(drift["tables_drifted"], 1);
  EXPECT_EQ(drift["actions_taken"].size(), 2U);
}

TEST(RunJson, a_refusal_is_a_require_review_action_and_an_error) {
  const json run = json::parse(to_json(samples::full_run(), "0.1.0"));
  json refused;
  for (const auto& action : run["drift"]["actions_taken"])
    if (action["table"] == "warehouse.staging.users") refused = action;
  EXPECT_EQ(refused["action"], "require_review");
  EXPECT_EQ(run["errors"][1]["failure_kind"], "require-review");
  EXPECT_EQ(run["errors"][1]["asset_key"], json({"duckdb", "orders", "users"}));
}

TEST(RunJson, pruned_tables_are_excluded_ones_once) {
  auto report = samples::full_run();
  const auto count = [&] {
    const json run = json::parse(to_json(report, "0.1.0"));
    return std::ranges::count_if(run["excluded_tables"], [](const json& table) {
      return table["reason"] == "unchanged_since_last_copy" && table["table_name"] == "countries";
    });
  };
  EXPECT_EQ(count(), 1);
  report.excluded.push_back(
      {{"duckdb", "orders", "countries"}, "raw__orders", "countries", "unchanged_since_last_copy"});
  EXPECT_EQ(count(), 1);
}

TEST(RunJson, status_has_the_known_spellings) {
  using enum pipeline::RunStatus;
  pipeline::RunReport report;
  const auto status = [&] { return json::parse(to_json(report, "0.1.0"))["status"]; };
  const std::vector<std::pair<pipeline::RunStatus, std::string>> cases{
      {success, "Success"},
      {partial_failure, "PartialFailure"},
      {failure, "Failure"},
      {interrupted, "Failure"},
      {skipped_idempotent, "SkippedIdempotent"},
      {skipped_in_flight, "SkippedInFlight"}};
  for (const auto& [value, spelling] : cases) {
    report.status = value;
    EXPECT_EQ(status(), spelling);
  }
  report.status = interrupted;
  report.tables = {samples::rebuilt_outcome()};
  EXPECT_EQ(status(), "PartialFailure");
}

TEST(RunJson, unknown_counts_are_null_and_never_zero) {
  pipeline::RunReport report;
  report.tables = {samples::outcome(samples::table_plan("t"), pipeline::TableStatus::copied, {})};
  const json run = json::parse(to_json(report, "0.1.0"));
  EXPECT_TRUE(run["materializations"][0]["rows_copied"].is_null());
  EXPECT_TRUE(run["metrics"]["rows_copied"].is_null());
}

TEST(RunJson, an_applied_plan_is_a_run_with_a_plan_id) {
  pipeline::RunReport report;
  report.command = "apply";
  report.plan_id = "p";
  const json run = json::parse(to_json(report, "0.1.0"));
  EXPECT_EQ(run["command"], "run");
  EXPECT_EQ(run["plan_id"], "p");
}

TEST(RunJson, drift_of_a_failed_copy_counts_only_when_it_was_done) {
  auto table = samples::evolved_outcome();
  table.status = pipeline::TableStatus::failed;
  table.plan.drift = std::move(table.drift);
  table.drift.clear();
  pipeline::RunReport report;
  report.tables = {table};
  const auto drift = [&] { return json::parse(to_json(report, "0.1.0"))["drift"]; };
  EXPECT_EQ(drift()["tables_checked"], 1);
  EXPECT_EQ(drift()["tables_drifted"], 0);
  report.tables[0].drift = {samples::widened("warehouse.staging.orders")};
  EXPECT_EQ(drift()["tables_drifted"], 1);
}

TEST(RunJson, tables_that_were_not_reached_are_listed) {
  const json run = json::parse(to_json(samples::full_run(), "0.1.0"));
  ASSERT_EQ(run["not_copied"].size(), 1U);
  EXPECT_EQ(run["not_copied"][0]["table"], "warehouse.staging.late");
}

TEST(PlanJson, statements_are_those_that_run_in_their_order) {
  auto plan = samples::full_plan();
  plan.tables[2].statements = plan.tables[0].statements;  // of the refused table
  const json statements = json::parse(to_json(plan, "0.1.0"))["statements"];
  std::vector<std::string> purposes;
  for (const auto& statement : statements) purposes.push_back(statement["purpose"]);
  EXPECT_EQ(purposes,
            (std::vector<std::string>{"create_schema", "alter_column_type", "incremental_copy",
                                      "full_refresh_copy", "incremental_copy"}));
  EXPECT_EQ(statements[0]["target"], "warehouse.staging");
}

TEST(DriftJson, tells_unreadable_sides_from_absent_targets) {
  const json drift = json::parse(drift_to_json(samples::full_plan(), "0.1.0"));
  ASSERT_EQ(drift["unreadable"].size(), 1U);
  EXPECT_EQ(drift["unreadable"][0]["table"], "warehouse.staging.lost");
  ASSERT_EQ(drift["not_checked"].size(), 2U);
  EXPECT_EQ(drift["not_checked"][0]["table"], "warehouse.staging.fresh");
}

TEST(Json, bytes_that_are_not_utf8_do_not_fail) {
  pipeline::RunReport report;
  report.run_id = "\xff\xfe";
  auto bad = samples::rebuilt_outcome();
  bad.plan.target.table = "caf\xe9";
  bad.plan.asset_key = {"\xc3"};
  report.tables = {bad};
  EXPECT_TRUE(json::accept(to_json(report, "0.1.0")));
  pipeline::DiscoverReport discovery;
  discovery.sources = {{"id", "duckdb", {}, {{"\xff", {"\xff"}, false}}, {}}};
  EXPECT_TRUE(json::accept(to_json(discovery, "0.1.0")));
}

TEST(ValidateJson, ok_follows_the_errors_of_the_block) {
  const json output = json::parse(to_json(samples::validation(), "0.1.0"));
  EXPECT_EQ(output["adapters"][0]["name"], "bad");
  EXPECT_EQ(output["adapters"][0]["ok"], false);
  EXPECT_EQ(output["adapters"][1]["ok"], true);
  EXPECT_EQ(output["pipelines"][0]["ok"], true);
}

}  // namespace
}  // namespace leeway::output
