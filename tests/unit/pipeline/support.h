// What the tests of the pipeline room build their inputs from.
#pragma once

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "catalog/table.h"
#include "pipeline/context.h"
#include "pipeline/databases.h"
#include "pipeline/decide.h"
#include "state/store.h"
#include "support/fake_session.h"

namespace leeway::pipeline::testing {

inline const dialects::Dialect& dialect_named(std::string_view name) {
  return *dialects::find_dialect(name);
}

// "name TYPE", "name TYPE NOT NULL".
inline catalog::Column column(const dialects::Dialect& dialect, const std::string& text) {
  constexpr std::string_view not_null = " NOT NULL";
  catalog::Column result;
  const auto space = text.find(' ');
  result.name = text.substr(0, space);
  result.raw_type = text.substr(space + 1);
  result.nullable = !result.raw_type.ends_with(not_null);
  if (!result.nullable) result.raw_type.resize(result.raw_type.size() - not_null.size());
  result.type = dialects::parse_type(dialect, result.raw_type);
  return result;
}

inline catalog::Table table(const dialects::Dialect& dialect, const catalog::TableName& name,
                            const std::vector<std::string>& columns) {
  catalog::Table result;
  result.name = name;
  for (const auto& text : columns) result.columns.push_back(column(dialect, text));
  return result;
}

inline const catalog::TableName source_name{"fake", "src__acme", "orders"};
inline const catalog::TableName target_name{"fake", "staging__acme", "orders"};

inline Candidate candidate(config::Strategy strategy = config::Strategy::full_refresh,
                           const std::string& table_name = "orders") {
  Candidate result;
  result.connector_id = "src__acme";
  result.source_type = "duckdb";
  result.components = {{"tenant", {"acme"}, false}};
  result.source = {"fake", "src__acme", table_name};
  result.target = {"fake", "staging__acme", table_name};
  result.state_key = "key of " + table_name;
  result.settings.strategy = strategy;
  result.settings.timestamp_column = "ts";
  return result;
}

inline std::vector<std::string> purposes(const std::vector<Statement>& statements) {
  std::vector<std::string> result;
  for (const auto& statement : statements) result.emplace_back(to_string(statement.purpose));
  return result;
}

// A folder of its own for every test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    static std::atomic<int> number = 0;
    path_ = std::filesystem::temp_directory_path() /
            fmt::format("leeway_pipeline_test_{}_{}", ::getpid(), number++);
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// A fake engine, a real state store and a project of one pipeline, with a clock that counts its
// sleeps instead of sleeping.
class House {
 public:
  explicit House(std::string_view dialect_name = "duckdb")
      : engine(std::make_shared<leeway::testing::FakeEngine>(dialect_name)),
        databases{std::make_shared<leeway::testing::FakeDatabase>(engine), "fake", "fake",
                  "w.duckdb"} {
    config::Pipeline pipeline;
    pipeline.name = "main";
    pipeline.replication.emplace();
    pipeline.replication->strategy = config::Strategy::full_refresh;
    pipeline.replication->timestamp_column = "ts";
    pipeline.replication->source.pattern = {"src__", "__", {"tenant"}, {}};
    pipeline.replication->target.schema_template = "staging__{tenant}";
    pipeline.replication->execution.concurrency = 1;
    project.pipelines.emplace("main", std::move(pipeline));
    config::Adapter adapter;
    adapter.name = "default";
    adapter.type = dialect_name;
    adapter.retry.jitter = false;
    project.adapters.emplace("default", std::move(adapter));
    project.digest = "project";
    open_store();
  }

  void open_store() {
    auto opened = state::Store::open(folder / "state.db", false, clock());
    if (!opened) throw std::runtime_error(opened.error().message);
    store = std::move(*opened);
  }

  config::Replication& replication() { return *project.pipelines.at("main").replication; }
  const dialects::Dialect& dialect() const { return engine->dialect; }
  // The state store's key of table `name` of tenant acme.
  std::string key(const std::string& name = "orders") const {
    const Candidate wanted = candidate(config::Strategy::full_refresh, name);
    return state_key(databases, wanted.target, wanted.source);
  }

  void begin_run(const std::string& run_id) {
    state::RunRecord record;
    record.run_id = run_id;
    record.pipeline = "main";
    if (const Status begun = store->begin_run(record); !begun)
      throw std::runtime_error(begun.error().message);
  }

  Clock clock() {
    return {[this] { return now += std::chrono::milliseconds(1); },
            [this](Duration wait) { sleeps.push_back(milliseconds(wait)); }};
  }
  Context context() { return {project, clock(), {}, redactor, "", stop.get_token()}; }

  void add(const catalog::TableName& name, const std::vector<std::string>& columns) {
    engine->add(table(dialect(), name, columns));
  }

  TemporaryFolder folder;
  std::shared_ptr<leeway::testing::FakeEngine> engine;
  Databases databases;
  config::Project project;
  Redactor redactor;
  std::stop_source stop;
  TimePoint now{std::chrono::seconds(1000)};
  std::vector<long long> sleeps;
  std::unique_ptr<state::Store> store;
};

}  // namespace leeway::pipeline::testing
