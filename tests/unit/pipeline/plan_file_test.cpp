#include "pipeline/plan_file.h"

#include <random>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "unit/pipeline/support.h"

namespace leeway::pipeline {
namespace {

using nlohmann::json;

const std::string plan_id(64, 'a');

TablePlan full_table() {
  TablePlan t;
  t.asset_key = {"duckdb", "acme", "orders"};
  t.tenant = "acme";
  t.connector_id = "src__acme";
  t.state_key = "key of orders";
  t.source = testing::source_name;
  t.target = testing::target_name;
  t.strategy = config::Strategy::merge;
  t.mode = CopyMode::incremental;
  t.disposition = Disposition::refused;
  t.why = "because \"of\" \n\x01 \xc3\xa9";
  t.creates_target = true;
  t.unreadable = true;
  t.drift_checked = true;
  t.drift = {{ActionKind::add_columns,
              "orders",
              "added column 'a' (DATE)",
              {{.kind = catalog::ChangeKind::type_changed,
                .column = "a",
                .path = "a.b",
                .before = "INTEGER",
                .after = "BIGINT",
                .type_change = catalog::TypeChange::widened,
                .danger = catalog::Danger::destructive}}}};
  t.notices = {"a notice"};
  t.statements = {{Purpose::comment, t.target, "COMMENT", "why"}};
  t.fallback = {{Purpose::create_catalog, t.target, "CREATE", ""}};
  t.expected = {{"id", "BIGINT"}};
  t.source_columns = {"id", "a"};
  t.metadata_columns = {"_loaded_at"};
  t.merge_keys = {"id"};
  t.watermark = WatermarkPlan{"ts", "TIMESTAMP", "2026-01-01", true};
  t.timestamp_column = "ts";
  t.source_marker = "42";
  t.source_fingerprint = "s";
  t.target_fingerprint = "t";
  t.gate = GateRecord{"allow", "a rule", {"row_count"}};
  t.error = Error{ErrorCode::policy, "no", "ask"};
  return t;
}

Plan full_plan() {
  Plan plan;
  plan.plan_id = plan_id;
  plan.created_at = TimePoint{std::chrono::milliseconds(1'700'000'000'250)};
  plan.pipeline = "main";
  plan.filter = "tenant=acme";
  plan.config_digest = "config";
  plan.prune = false;
  plan.preparation = {{Purpose::create_schema, {"fake", "staging__acme", ""}, "CREATE SCHEMA", ""}};
  plan.tables = {full_table(), TablePlan{}};
  plan.excluded = {{{"duckdb", "acme", "x"}, "src__acme", "x", "table_override_disabled"}};
  plan.override_warnings = {{3, "zero_match", "matches nothing", "acme", "x*"}};
  plan.warnings = {"a warning"};
  plan.digest = plan_digest(plan);
  return plan;
}

void expect_equal(const Plan& a, const Plan& b) {
  EXPECT_EQ(a.plan_id, b.plan_id);
  EXPECT_EQ(a.digest, b.digest);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.created_at, b.created_at);
  EXPECT_EQ(a.pipeline, b.pipeline);
  EXPECT_EQ(a.filter, b.filter);
  EXPECT_EQ(a.config_digest, b.config_digest);
  EXPECT_EQ(a.prune, b.prune);
  EXPECT_EQ(a.preparation, b.preparation);
  EXPECT_EQ(a.tables, b.tables);
  EXPECT_EQ(a.excluded, b.excluded);
  EXPECT_EQ(a.override_warnings, b.override_warnings);
  EXPECT_EQ(a.warnings, b.warnings);
}

ErrorCode code_of(const Result<Plan>& result) {
  return result ? ErrorCode::internal : result.error().code;
}

// Every place in a document that holds a value.
std::vector<json::json_pointer> places(const json& document) {
  std::vector<json::json_pointer> result;
  const json flat = document.flatten();
  for (const auto& [pointer, value] : flat.items()) result.emplace_back(pointer);
  return result;
}

// A value of the same type that differs.
json another(const json& value) {
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_number()) return value.get<int>() + 1;
  if (value.is_string()) return value.get<std::string>() + "x";
  if (value.is_null()) return "x";
  return json::array({"x"});
}

TEST(PlanFile, round_trips) {
  const Plan plan = full_plan();
  const auto read = plan_from_text(plan_to_text(plan));
  ASSERT_TRUE(read) << read.error().message;
  expect_equal(*read, plan);
}

template <typename E>
void expect_every_name_back(E last, void (*put)(Plan&, E)) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    Plan plan = full_plan();
    put(plan, static_cast<E>(i));
    plan.digest = plan_digest(plan);
    const auto read = plan_from_text(plan_to_text(plan));
    ASSERT_TRUE(read) << i << ": " << read.error().message;
    expect_equal(*read, plan);
  }
}

TEST(PlanFile, round_trips_every_enumerator) {
  expect_every_name_back<Purpose>(
      Purpose::comment, [](Plan& p, Purpose v) { p.tables[0].statements[0].purpose = v; });
  expect_every_name_back<ActionKind>(
      ActionKind::require_review, [](Plan& p, ActionKind v) { p.tables[0].drift[0].action = v; });
  expect_every_name_back<Disposition>(Disposition::failed,
                                      [](Plan& p, Disposition v) { p.tables[0].disposition = v; });
  expect_every_name_back<CopyMode>(CopyMode::materialized_view,
                                   [](Plan& p, CopyMode v) { p.tables[0].mode = v; });
  expect_every_name_back<config::Strategy>(
      config::Strategy::dynamic_table,
      [](Plan& p, config::Strategy v) { p.tables[0].strategy = v; });
  expect_every_name_back<catalog::ChangeKind>(
      catalog::ChangeKind::possible_rename,
      [](Plan& p, catalog::ChangeKind v) { p.tables[0].drift[0].changes[0].kind = v; });
  expect_every_name_back<catalog::TypeChange>(
      catalog::TypeChange::kind,
      [](Plan& p, catalog::TypeChange v) { p.tables[0].drift[0].changes[0].type_change = v; });
  expect_every_name_back<catalog::Danger>(
      catalog::Danger::destructive,
      [](Plan& p, catalog::Danger v) { p.tables[0].drift[0].changes[0].danger = v; });
  expect_every_name_back<ErrorCode>(ErrorCode::internal,
                                    [](Plan& p, ErrorCode v) { p.tables[0].error->code = v; });
}

TEST(PlanFile, the_digest_leaves_out_only_itself_and_the_time) {
  const Plan plan = full_plan();
  Plan later = plan;
  later.created_at += std::chrono::hours(1);
  later.digest = "another";
  EXPECT_EQ(plan_digest(later), plan_digest(plan));
  later.warnings.clear();
  EXPECT_NE(plan_digest(later), plan_digest(plan));
}

TEST(PlanFile, notices_an_edit_of_any_value) {
  const json original = json::parse(plan_to_text(full_plan()));
  int edits = 0;
  for (const auto& place : places(original)) {
    const std::string name = place.to_string();
    if (name == "/created_at" || name == "/format_version") continue;
    json edited = original;
    edited[place] = another(original[place]);
    EXPECT_EQ(code_of(plan_from_text(edited.dump())), ErrorCode::integrity) << name;
    ++edits;
  }
  EXPECT_GT(edits, 80);
}

TEST(PlanFile, notices_a_missing_member) {
  const json original = json::parse(plan_to_text(full_plan()));
  for (const auto& [key, value] : original.items()) {
    json edited = original;
    edited.erase(key);
    EXPECT_EQ(code_of(plan_from_text(edited.dump())), ErrorCode::integrity) << key;
  }
  for (const auto& [key, value] : original["tables"][0].items()) {
    json edited = original;
    edited["tables"][0].erase(key);
    EXPECT_EQ(code_of(plan_from_text(edited.dump())), ErrorCode::integrity) << key;
  }
}

TEST(PlanFile, notices_lists_that_were_cut_or_grown) {
  const json original = json::parse(plan_to_text(full_plan()));
  for (const auto* list : {"tables", "preparation", "excluded", "warnings", "override_warnings"}) {
    json cut = original;
    cut[list].erase(0);
    EXPECT_EQ(code_of(plan_from_text(cut.dump())), ErrorCode::integrity) << list;
    json grown = original;
    grown[list].push_back(original[list][0]);
    EXPECT_EQ(code_of(plan_from_text(grown.dump())), ErrorCode::integrity) << list;
  }
}

TEST(PlanFile, refuses_a_newer_format) {
  json newer = json::parse(plan_to_text(full_plan()));
  newer["format_version"] = 2;
  newer["something_new"] = true;
  EXPECT_EQ(code_of(plan_from_text(newer.dump())), ErrorCode::unsupported);
}

TEST(PlanFile, refuses_what_is_no_plan) {
  for (const std::string text : {"", "{}", "[]", "null", "3", "\"x\"", "not json",
                                 "{\"format_version\": 1}", "{\"format_version\": \"1\"}",
                                 "{\"format_version\": null}", "\xff\xfe", "{\"a\": \"\xff\"}"})
    EXPECT_EQ(code_of(plan_from_text(text)), ErrorCode::integrity) << text;
  EXPECT_EQ(code_of(plan_from_text(std::string(100'000, '['))), ErrorCode::integrity);
}

json random_value(std::mt19937& random) {
  switch (random() % 9) {
    case 0:
      return nullptr;
    case 1:
      return true;
    case 2:
      return -1;
    case 3:
      return 1e300;
    case 4:
      return "x";
    case 5:
      return json::array();
    case 6:
      return json::object();
    case 7:
      return json::array({json::array(), nullptr, 1});
    default:
      return json::object({{"kind", 7}});
  }
}

// Whatever was done to the text: a plan equal to the stored one, or an error with a code.
void expect_sane(const std::string& text, const Plan& original) {
  const auto read = plan_from_text(text);
  if (read) {
    EXPECT_EQ(read->tables, original.tables);
    EXPECT_EQ(read->digest, original.digest);
    return;
  }
  const auto code = read.error().code;
  EXPECT_TRUE(code == ErrorCode::integrity || code == ErrorCode::unsupported) << text;
  EXPECT_FALSE(read.error().message.empty());
}

TEST(PlanFile, survives_random_values_anywhere) {
  const Plan plan = full_plan();
  const json original = json::parse(plan_to_text(plan));
  const auto everywhere = places(original);
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    json edited = original;
    auto place = everywhere[random() % everywhere.size()];
    const unsigned up = random() % 3;
    for (unsigned step = 0; step < up && !place.empty(); ++step) place.pop_back();
    if (place.empty()) continue;
    edited[place] = random_value(random);
    expect_sane(edited.dump(), plan);
  }
}

TEST(PlanFile, survives_random_bytes_anywhere) {
  const Plan plan = full_plan();
  const std::string original = plan_to_text(plan);
  std::mt19937 random(2);
  for (int i = 0; i < 3000; ++i) {
    std::string text = original;
    const unsigned edits = 1 + random() % 3;
    for (unsigned edit = 0; edit < edits && !text.empty(); ++edit) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[at] = static_cast<char>(random() % 256);
          break;
        case 1:
          text.erase(at, 1 + random() % 20);
          break;
        case 2:
          text.insert(at, text.substr(random() % text.size(), random() % 30));
          break;
        default:
          text.resize(at);
          break;
      }
    }
    expect_sane(text, plan);
  }
}

TEST(PlanFile, stores_and_loads) {
  const testing::TemporaryFolder folder;
  const Plan plan = full_plan();
  const auto plans = folder / ".leeway/plans";
  ASSERT_TRUE(store_plan(plans, plan));
  const auto read = load_plan(plans, plan_id);
  ASSERT_TRUE(read) << read.error().message;
  expect_equal(*read, plan);
  EXPECT_TRUE(std::filesystem::exists(folder / ".leeway/.gitignore"));
}

TEST(PlanFile, storing_again_replaces) {
  const testing::TemporaryFolder folder;
  Plan plan = full_plan();
  ASSERT_TRUE(store_plan(folder / "plans", plan));
  plan.warnings = {"another"};
  plan.digest = plan_digest(plan);
  ASSERT_TRUE(store_plan(folder / "plans", plan));
  EXPECT_EQ(load_plan(folder / "plans", plan_id)->warnings, plan.warnings);
}

TEST(PlanFile, load_errors_have_codes) {
  const testing::TemporaryFolder folder;
  const std::string other(64, 'b');
  const std::string edited(64, 'c');
  Plan plan = full_plan();
  ASSERT_TRUE(store_plan(folder / "plans", plan));
  ASSERT_TRUE(write_file_atomically(folder / "plans" / (other + ".json"), plan_to_text(plan)));
  std::string text = plan_to_text(plan);
  text.replace(text.find("COMMENT"), 7, "DROP ME");
  ASSERT_TRUE(write_file_atomically(folder / "plans" / (edited + ".json"), text));

  EXPECT_EQ(code_of(load_plan(folder / "plans", "")), ErrorCode::usage);
  EXPECT_EQ(code_of(load_plan(folder / "plans", "abc")), ErrorCode::usage);
  EXPECT_EQ(code_of(load_plan(folder / "plans", "../" + std::string(61, 'a'))), ErrorCode::usage);
  EXPECT_EQ(code_of(load_plan(folder / "plans", std::string(64, 'd'))), ErrorCode::not_found);
  EXPECT_EQ(code_of(load_plan(folder / "nowhere", plan_id)), ErrorCode::not_found);
  EXPECT_EQ(code_of(load_plan(folder / "plans", other)), ErrorCode::integrity);
  EXPECT_EQ(code_of(load_plan(folder / "plans", edited)), ErrorCode::integrity);
}

TEST(PlanFile, stands_beside_the_project) {
  EXPECT_EQ(plans_folder("a/leeway.toml"), std::filesystem::path("a/.leeway/plans"));
  EXPECT_EQ(plans_folder("a/rocky.toml"), std::filesystem::path("a/.rocky/plans"));
}

TEST(PlanFile, counts_tables) {
  const Plan plan = full_plan();
  EXPECT_EQ(tables_drifted(plan), 1);
  EXPECT_EQ(tables_checked(plan), 1);
}

// An engine's message need not be UTF-8; it must not end the program.
TEST(PlanFile, takes_text_that_is_not_utf8) {
  Plan plan = full_plan();
  plan.warnings = {"broken \xff byte"};
  plan.digest = plan_digest(plan);
  EXPECT_TRUE(plan_from_text(plan_to_text(plan)));
}

}  // namespace
}  // namespace leeway::pipeline
