// Whole commands on a real DuckDB database.
#include "pipeline/run.h"

#include <gmock/gmock.h>

#include "pipeline/plan_file.h"
#include "unit/pipeline/support.h"

namespace leeway::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A project of one pipeline over one file: raw__a to staging__a.
struct Shop {
  Shop() {
    config::Adapter adapter;
    adapter.name = "default";
    adapter.type = "duckdb";
    adapter.settings["path"] = (folder / "w.duckdb").string();
    project.adapters.emplace("default", adapter);
    config::Pipeline pipeline;
    pipeline.name = "main";
    pipeline.replication.emplace();
    pipeline.replication->timestamp_column = "ts";
    pipeline.replication->source.pattern = {"raw__", "__", {"source"}, {}};
    pipeline.replication->target.schema_template = "staging__{source}";
    pipeline.replication->target.governance.auto_create_schemas = true;
    pipeline.replication->execution.concurrency = 1;
    project.pipelines.emplace("main", pipeline);
    project.folder = folder / "";
    project.digest = "digest";
    sql("CREATE SCHEMA raw__a");
  }

  config::Replication& replication() { return *project.pipelines.at("main").replication; }
  Context context() {
    const Clock clock{[this] { return now += std::chrono::milliseconds(5); }, [](Duration) {}};
    return {project, clock, {}, redactor, "", stop.get_token()};
  }
  std::filesystem::path state() const { return folder / "state.db"; }

  // The rows of the last statement, cells by '|' and rows by ';'.
  std::string sql(const std::string& text) {
    engines::ConnectionSettings settings;
    settings.type = "duckdb";
    settings.path = (folder / "w.duckdb").string();
    settings.create = true;
    const auto database = engines::open_database(settings);
    if (!database) return database.error().message;
    const auto session = (*database)->connect();
    if (!session) return session.error().message;
    const auto rows = (*session)->run_script(text);
    if (!rows) {
      ADD_FAILURE() << text << ": " << rows.error().message;
      return "";
    }
    std::string result;
    for (const auto& row : rows->rows) {
      if (!result.empty()) result += ';';
      for (std::size_t i = 0; i < row.size(); ++i)
        result += (i > 0 ? "|" : "") + row[i].value_or("NULL");
    }
    return result;
  }
  std::string type_of(const std::string& table, const std::string& column) {
    return sql(
        fmt::format("SELECT data_type FROM duckdb_columns() WHERE schema_name || '.' || "
                    "table_name = '{}' AND column_name = '{}'",
                    table, column));
  }

  RunOptions options() const {
    RunOptions result;
    result.state_path = state();
    return result;
  }
  Result<RunReport> try_run(const RunOptions& wanted) { return run(context(), wanted); }
  RunReport run_now() {
    auto report = try_run(options());
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : RunReport{};
  }
  Plan plan_now() {
    PlanOptions wanted;
    wanted.state_path = state();
    auto made = plan(context(), wanted);
    EXPECT_TRUE(made) << made.error().message;
    return made ? *made : Plan{};
  }
  Result<RunReport> try_apply(const Plan& stored,
                              const std::optional<std::string>& digest = std::nullopt) {
    return apply(context(), stored, {state(), digest});
  }

  testing::TemporaryFolder folder;
  config::Project project;
  Redactor redactor;
  std::stop_source stop;
  TimePoint now{std::chrono::seconds(1'000'000'000)};
};

std::vector<std::string> statuses(const RunReport& report) {
  std::vector<std::string> result;
  for (const auto& table : report.tables) result.emplace_back(to_string(table.status));
  return result;
}

ErrorCode code_of(const Result<RunReport>& report) {
  return report ? ErrorCode::internal : report.error().code;
}

class Run : public ::testing::Test, protected Shop {
 protected:
  void orders() {
    sql("CREATE TABLE raw__a.orders AS SELECT i::INTEGER AS id, TIMESTAMP '2026-01-01' + "
        "to_hours(i::INTEGER) AS ts FROM range(10) r(i)");
  }
};

TEST_F(Run, copies_then_has_nothing_to_do) {
  orders();
  const auto first = run_now();
  EXPECT_EQ(first.status, RunStatus::success);
  EXPECT_THAT(statuses(first), ElementsAre("copied"));
  EXPECT_EQ(first.tables[0].rows_copied, 10);
  EXPECT_EQ(first.schemas_created, 1);
  const auto second = run_now();
  EXPECT_THAT(statuses(second), ElementsAre("up_to_date"));
  EXPECT_EQ(second.tables[0].rows_copied, 0);
  EXPECT_EQ(sql("SELECT count(*) FROM staging__a.orders"), "10");
}

TEST_F(Run, forgets_old_runs_once_an_interval) {
  struct Case {
    long long interval;
    std::chrono::seconds between;
    std::size_t kept;
  };
  project.state.retention_max_age_days = 0;
  project.state.retention_min_runs_kept = 1;
  orders();
  // The fixture's time stands at 40 minutes and 40 seconds past a full hour.
  for (const auto& [interval, between, kept] :
       {Case{3600, std::chrono::seconds(60), 2}, Case{3600, std::chrono::seconds(1400), 1},
        Case{30, std::chrono::seconds(60), 1}, Case{0, std::chrono::seconds(0), 1}}) {
    project.state.sweep_interval_seconds = interval;
    std::filesystem::remove_all(folder / "state");
    now = TimePoint{std::chrono::seconds(1'000'000'000 - 1'000'000'000 % 3600 + 2440)};
    auto wanted = options();
    wanted.state_path = folder / "state" / "state.db";
    ASSERT_TRUE(try_run(wanted));
    now += between;
    ASSERT_TRUE(try_run(wanted));
    const auto store = state::Store::open(wanted.state_path, true, context().clock);
    ASSERT_TRUE(store);
    EXPECT_EQ((*store)->runs(std::nullopt, 10)->size(), kept) << interval << " " << between.count();
  }
}

// Rows at exactly the watermark, to the microsecond, and copied once.
TEST_F(Run, field_F055) {
  sql("CREATE TABLE raw__a.orders AS SELECT 1 AS id, TIMESTAMP '2026-01-01 10:00:00.250001' AS ts");
  run_now();
  EXPECT_THAT(statuses(run_now()), ElementsAre("up_to_date"));
  sql("INSERT INTO raw__a.orders VALUES (2, '2026-01-01 10:00:00.250001'),"
      " (3, '2026-01-01 10:00:00.250002')");
  EXPECT_THAT(statuses(run_now()), ElementsAre("copied"));
  EXPECT_THAT(statuses(run_now()), ElementsAre("up_to_date"));
  EXPECT_EQ(sql("SELECT list(id ORDER BY id) FROM staging__a.orders"), "[1, 2, 3]");
}

TEST_F(Run, an_error_of_one_table_leaves_the_others) {
  orders();
  sql("CREATE TABLE raw__a.bad AS SELECT 1 AS id");
  const auto report = run_now();
  EXPECT_EQ(report.status, RunStatus::partial_failure);
  EXPECT_THAT(statuses(report), ElementsAre("failed", "copied"));
}

// One table committed, another failed, and the run stopped there: the watermark stands.
TEST_F(Run, field_F053) {
  sql("CREATE TABLE raw__a.a AS SELECT 1 AS id, TIMESTAMP '2026-01-01' AS ts");
  sql("CREATE TABLE raw__a.b AS SELECT 1 AS id");
  replication().execution.fail_fast = true;
  EXPECT_EQ(run_now().status, RunStatus::partial_failure);
  sql("INSERT INTO raw__a.a VALUES (2, '2026-01-02')");
  run_now();
  run_now();
  EXPECT_EQ(sql("SELECT list(id ORDER BY id) FROM staging__a.a"), "[1, 2]");
}

TEST_F(Run, a_resumed_run_leaves_what_was_finished) {
  orders();
  sql("CREATE TABLE raw__a.bad AS SELECT 1 AS id");
  const auto first = run_now();
  sql("ALTER TABLE raw__a.bad ADD COLUMN ts TIMESTAMP");
  auto wanted = options();
  wanted.resume_latest = true;
  const auto second = try_run(wanted);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->resumed_from, first.run_id);
  EXPECT_EQ(second->tables_skipped, 1);
  ASSERT_EQ(second->tables.size(), 1U);
  EXPECT_EQ(second->tables[0].plan.target.table, "bad");
  EXPECT_EQ(second->tables[0].status, TableStatus::copied);
}

TEST_F(Run, cannot_resume_what_never_was) {
  orders();
  auto wanted = options();
  wanted.resume = "run-nothing";
  EXPECT_EQ(code_of(try_run(wanted)), ErrorCode::not_found);
}

TEST_F(Run, a_key_makes_it_happen_once) {
  orders();
  auto wanted = options();
  wanted.idempotency_key = "monday";
  const auto first = try_run(wanted);
  ASSERT_TRUE(first);
  const auto second = try_run(wanted);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->status, RunStatus::skipped_idempotent);
  EXPECT_EQ(second->skipped_by_run_id, first->run_id);
  EXPECT_THAT(second->tables, IsEmpty());
}

TEST_F(Run, keeps_others_out_while_it_holds_the_lock) {
  orders();
  const auto holder = state::Store::open(state(), false, context().clock);
  ASSERT_TRUE(holder);
  ASSERT_TRUE((*holder)->lock_for_run("run-holder", Duration{0}));
  const auto report = try_run(options());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::locked);
  EXPECT_THAT(report.error().text(), ::testing::HasSubstr("run-holder"));
}

TEST_F(Run, needs_a_pipeline_it_can_run) {
  orders();
  auto wanted = options();
  wanted.pipeline = "another";
  EXPECT_FALSE(try_run(wanted));
  wanted.pipeline = "main";
  EXPECT_TRUE(try_run(wanted));
  wanted.filter = "nothing=x";
  EXPECT_FALSE(try_run(wanted));
  wanted.filter = "source=b";
  EXPECT_FALSE(try_run(wanted));
}

// --- apply

TEST_F(Run, apply_runs_the_stored_plan) {
  orders();
  const auto stored = plan_from_text(plan_to_text(plan_now()));
  ASSERT_TRUE(stored);
  const auto report = try_apply(*stored, stored->digest);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->command, "apply");
  EXPECT_EQ(report->plan_id, stored->plan_id);
  EXPECT_EQ(sql("SELECT count(*) FROM staging__a.orders"), "10");
}

TEST_F(Run, apply_refuses_what_has_moved) {
  struct Case {
    std::string name;
    void (*move)(Shop&);
  };
  const std::vector<Case> cases = {
      {"project", [](Shop& shop) { shop.project.digest = "edited"; }},
      {"source", [](Shop& shop) { shop.sql("ALTER TABLE raw__a.orders ADD COLUMN x INTEGER"); }},
      {"target", [](Shop& shop) { shop.sql("ALTER TABLE staging__a.orders DROP COLUMN id"); }},
      {"target gone", [](Shop& shop) { shop.sql("DROP TABLE staging__a.orders"); }},
      {"source gone", [](Shop& shop) { shop.sql("DROP TABLE raw__a.orders"); }},
      {"another table",
       [](Shop& shop) {
         shop.sql("CREATE TABLE raw__a.x AS SELECT 1 AS id, now()::TIMESTAMP AS ts");
       }},
      {"watermark", [](Shop& shop) { shop.run_now(); }},
  };
  for (const auto& [name, move] : cases) {
    SCOPED_TRACE(name);
    Shop shop;
    shop.sql("CREATE TABLE raw__a.orders AS SELECT 1 AS id, TIMESTAMP '2026-01-01' AS ts");
    shop.run_now();
    shop.sql("INSERT INTO raw__a.orders VALUES (2, '2026-01-02')");
    const auto stored = shop.plan_now();
    move(shop);
    const std::string tables =
        "SELECT list(table_name ORDER BY 1) FROM duckdb_tables() WHERE schema_name = 'staging__a'";
    const std::string before = shop.sql(tables);
    EXPECT_EQ(code_of(shop.try_apply(stored)), ErrorCode::moved);
    EXPECT_EQ(shop.sql(tables), before);
  }
}

TEST_F(Run, apply_refuses_another_digest) {
  orders();
  EXPECT_EQ(code_of(try_apply(plan_now(), "another")), ErrorCode::moved);
}

TEST_F(Run, a_plan_is_applied_once) {
  orders();
  run_now();
  sql("INSERT INTO raw__a.orders VALUES (100, '2026-02-01')");
  const auto stored = plan_now();
  ASSERT_TRUE(try_apply(stored));
  EXPECT_EQ(code_of(try_apply(stored)), ErrorCode::moved);
  EXPECT_EQ(sql("SELECT count(*) FROM staging__a.orders"), "11");
}

// --- drift on the engine: after a run both sides are equal, and the next finds nothing

struct DriftCase {
  std::string name;
  std::string before, after;  // types of the column in target and source
  std::string value;          // of the row that came with the new type
  std::string action;
  std::string indexed = {};  // SQL on the target before the run
  config::Strategy strategy = config::Strategy::incremental;
};

class DriftOnDuckDb : public ::testing::TestWithParam<DriftCase> {};

TEST_P(DriftOnDuckDb, ends_equal) {
  const auto& c = GetParam();
  Shop shop;
  shop.replication().strategy = c.strategy;
  shop.replication().merge_keys = {"id"};
  shop.sql(
      fmt::format("CREATE TABLE raw__a.t (id INTEGER, c {}, ts TIMESTAMP);"
                  "INSERT INTO raw__a.t VALUES (1, NULL, '2026-01-01')",
                  c.before));
  shop.run_now();
  shop.sql(
      fmt::format("{};DROP TABLE raw__a.t;"
                  "CREATE TABLE raw__a.t (id INTEGER, c {}, ts TIMESTAMP);"
                  "INSERT INTO raw__a.t VALUES (1, NULL, '2026-01-01'), (2, {}, '2026-01-02')",
                  c.indexed, c.after, c.value));
  const auto report = shop.run_now();
  ASSERT_EQ(report.tables.size(), 1U);
  ASSERT_THAT(report.errors, IsEmpty()) << report.errors[0].error.message;
  ASSERT_EQ(report.tables[0].drift.size(), 1U);
  EXPECT_EQ(to_string(report.tables[0].drift[0].action), c.action);
  EXPECT_EQ(shop.type_of("staging__a.t", "c"), shop.type_of("raw__a.t", "c"));
  EXPECT_EQ(shop.sql("SELECT * FROM staging__a.t ORDER BY id"),
            shop.sql("SELECT * FROM raw__a.t ORDER BY id"));
  EXPECT_EQ(shop.sql("SELECT count(*) FROM duckdb_tables() WHERE table_name LIKE '%leeway%'"), "0");
  EXPECT_EQ(shop.sql("SELECT count(*) FROM duckdb_indexes()"), c.indexed.empty() ? "0" : "1");
  EXPECT_THAT(shop.plan_now().tables.at(0).drift, IsEmpty());
}

constexpr const char* by_id = "CREATE INDEX by_id ON staging__a.t(id)";

INSTANTIATE_TEST_SUITE_P(
    Types, DriftOnDuckDb,
    ::testing::Values(
        DriftCase{"tinyint_to_bigint", "TINYINT", "BIGINT", "9223372036854775807",
                  "alter_column_types"},
        DriftCase{"integer_to_bigint", "INTEGER", "BIGINT", "5000000000", "alter_column_types"},
        DriftCase{"float_to_double", "FLOAT", "DOUBLE", "0.1", "alter_column_types"},
        DriftCase{"decimal_precision", "DECIMAL(10,2)", "DECIMAL(12,2)", "1234567890.12",
                  "alter_column_types"},
        DriftCase{"integer_to_text", "INTEGER", "VARCHAR", "'a'", "alter_column_types"},
        DriftCase{"boolean_to_text", "BOOLEAN", "VARCHAR", "'maybe'", "alter_column_types"},
        DriftCase{"a_field_more", "STRUCT(x INTEGER)", "STRUCT(x INTEGER, y VARCHAR)",
                  "{'x': 1, 'y': 'b'}", "alter_column_types"},
        DriftCase{"indexed_integer_to_bigint", "INTEGER", "BIGINT", "5000000000",
                  "alter_column_types", by_id},
        DriftCase{"text_to_integer", "VARCHAR", "INTEGER", "7", "drop_and_recreate"},
        DriftCase{"bigint_to_integer", "BIGINT", "INTEGER", "7", "drop_and_recreate"},
        DriftCase{"date_to_timestamp", "DATE", "TIMESTAMP", "'2026-01-01 10:00:00'",
                  "drop_and_recreate"},
        DriftCase{"integer_to_double", "INTEGER", "DOUBLE", "0.5", "drop_and_recreate"},
        DriftCase{"a_field_less", "STRUCT(x INTEGER, y VARCHAR)", "STRUCT(x INTEGER)", "{'x': 1}",
                  "drop_and_recreate"},
        DriftCase{"indexed_text_to_integer", "VARCHAR", "INTEGER", "7", "drop_and_recreate", by_id},
        DriftCase{"full_refresh_that_widens", "INTEGER", "BIGINT", "5000000000",
                  "alter_column_types", "", config::Strategy::full_refresh},
        DriftCase{"full_refresh_that_rebuilds", "VARCHAR", "INTEGER", "7", "drop_and_recreate", "",
                  config::Strategy::full_refresh},
        DriftCase{"indexed_full_refresh_that_widens", "INTEGER", "BIGINT", "5000000000",
                  "alter_column_types", by_id, config::Strategy::full_refresh},
        DriftCase{"merge_that_widens", "INTEGER", "VARCHAR", "'a'", "alter_column_types", "",
                  config::Strategy::merge},
        DriftCase{"merge_that_rebuilds", "VARCHAR", "INTEGER", "7", "drop_and_recreate", "",
                  config::Strategy::merge}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace leeway::pipeline
