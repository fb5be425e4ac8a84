// An engine that exists only in memory: a catalog the test fills, a log of what was sent, and
// failures and answers the test scripts. It runs no SQL: a test that needs a statement to change
// the catalog says so with on_statement.
//
//   auto engine = std::make_shared<FakeEngine>("duckdb");
//   engine->add(table);
//   engine->answer("count(*)", {{{"n", "BIGINT"}}, {{"3"}}});
//   engine->fail_matching("ALTER TABLE", {ErrorCode::refused, "no", ""});
//   FakeDatabase database(engine);
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "engines/session.h"

namespace leeway::testing {

// What the sessions of one fake database share. Fields are set before sessions are used; the log
// may be read at any time through sent().
class FakeEngine {
 public:
  using Objects = std::map<std::string, catalog::Presence>;

  explicit FakeEngine(std::string_view dialect_name, std::string default_catalog_name = "fake")
      : dialect(*dialects::find_dialect(dialect_name)),
        default_catalog(std::move(default_catalog_name)) {}

  void add(catalog::Table table) {
    const catalog::TableName name = table.name;
    set(name, std::move(table));
  }
  // Absent removes the object; its schema stays.
  void set(const catalog::TableName& name, catalog::Presence presence) {
    auto& objects = schemas[whole(name.schema_name())];
    if (std::holds_alternative<catalog::Absent>(presence))
      objects.erase(name.table);
    else
      objects[name.table] = std::move(presence);
  }
  void add_schema(const catalog::SchemaName& schema) { schemas[whole(schema)]; }

  // The newest answer whose part occurs in the statement is given; no rows otherwise.
  void answer(std::string part, engines::RowSet rows) {
    answers.emplace(answers.begin(), std::move(part), std::move(rows));
  }
  // The rows a statement says it changed.
  void affects(std::string part, std::int64_t rows) {
    affected.emplace(affected.begin(), std::move(part), rows);
  }
  // `number` counts from 1, over all sessions.
  void fail_statement(std::uint64_t number, Error error) { failures_at[number] = std::move(error); }
  // Fails matching statements `times` times, then no more.
  void fail_matching(std::string part, Error error, int times = 1 << 30) {
    failures_of.push_back({std::move(part), std::move(error), times});
  }

  std::vector<std::string> sent() const {
    const std::scoped_lock lock(mutex);
    return log;
  }
  std::size_t sent_matching(std::string_view part) const {
    const auto all = sent();
    return static_cast<std::size_t>(std::ranges::count_if(
        all, [&](const std::string& sql) { return sql.find(part) != std::string::npos; }));
  }

  catalog::SchemaName whole(catalog::SchemaName schema) const {
    if (schema.catalog.empty()) schema.catalog = default_catalog;
    return schema;
  }

  // Logs the statement and says how it ends.
  Status send(const std::string& sql) {
    std::unique_lock lock(mutex);
    log.push_back(sql);
    if (const auto failure = failures_at.find(log.size()); failure != failures_at.end())
      return std::unexpected(failure->second);
    for (auto& failure : failures_of)
      if (failure.times > 0 && sql.find(failure.part) != std::string::npos) {
        --failure.times;
        return std::unexpected(failure.error);
      }
    lock.unlock();
    if (on_statement) on_statement(sql);
    return {};
  }

  struct Failure {
    std::string part;
    Error error;
    int times;
  };

  const dialects::Dialect& dialect;
  std::string default_catalog;
  std::map<catalog::SchemaName, Objects> schemas;
  std::map<catalog::TableName, std::string> markers;
  std::map<std::string, std::string> attachable;  // path to alias
  std::vector<std::pair<std::string, engines::RowSet>> answers;
  std::vector<std::pair<std::string, std::int64_t>> affected;
  std::map<std::uint64_t, Error> failures_at;
  std::vector<Failure> failures_of;
  std::function<void(const std::string& sql)> on_statement;  // runs while the statement "runs"
  std::atomic<int> interrupts = 0;  // calls of interrupt(), over all sessions
  mutable std::mutex mutex;
  std::vector<std::string> log;
};

// Catalog reads appear in the log as "read_schema <schema>", "read_table <table>",
// "list_schemas <catalog> <prefix>", "change_marker <table>". A rollback puts the whole catalog
// back to what it was at begin(), so only one session at a time may use transactions with it.
class FakeSession final : public engines::Session {
 public:
  explicit FakeSession(std::shared_ptr<FakeEngine> engine) : engine_(std::move(engine)) {}

  const dialects::Dialect& dialect() const override { return engine_->dialect; }

  Result<engines::RowSet> query(const std::string& sql, std::size_t max_rows) override {
    LEEWAY_CHECK(send(sql));
    const auto* answer = matching(engine_->answers, sql);
    engines::RowSet rows = answer ? *answer : engines::RowSet{};
    rows.truncated = rows.rows.size() > max_rows;
    if (rows.truncated) rows.rows.resize(max_rows);
    return rows;
  }
  Result<engines::Outcome> execute(const std::string& sql) override {
    LEEWAY_CHECK(send(sql));
    const auto* rows = matching(engine_->affected, sql);
    return engines::Outcome{rows ? std::optional(*rows) : std::nullopt};
  }

  Result<engines::RowSet> read(const std::string& sql, std::size_t max_rows) override {
    return query(sql, max_rows);
  }
  Result<engines::RowSet> run_script(const std::string& sql, std::size_t max_rows) override {
    return query(sql, max_rows);
  }
  // Parses nothing: a text that holds a semicolon is not one expression.
  Status check_expression(const std::string& text) override {
    if (text.find(';') == std::string::npos) return {};
    return fail(ErrorCode::refused, "it is not one SQL expression");
  }
  Status check_type(const std::string& text) override { return check_expression(text); }

  Status begin() override {
    LEEWAY_CHECK(send("BEGIN"));
    before_ = engine_->schemas;
    return {};
  }
  Status commit() override {
    LEEWAY_CHECK(send("COMMIT"));
    before_.reset();
    return {};
  }
  Status rollback() override {
    LEEWAY_CHECK(send("ROLLBACK"));
    if (before_) engine_->schemas = *std::exchange(before_, std::nullopt);
    return {};
  }

  Result<std::vector<engines::SchemaListing>> list_schemas(const std::string& catalog,
                                                           const std::string& prefix) override {
    LEEWAY_CHECK(send(fmt::format("list_schemas {} {}", catalog, prefix)));
    const std::string wanted = engine_->whole({catalog, ""}).catalog;
    std::vector<engines::SchemaListing> listings;
    for (const auto& [name, objects] : engine_->schemas) {
      if (name.catalog != wanted || !name.schema.starts_with(prefix)) continue;
      auto& listing = listings.emplace_back();
      listing.schema = {catalog, name.schema};
      for (const auto& [object, presence] : objects) {
        auto& entry = listing.tables.emplace_back();
        entry.name = object;
        if (const auto* table = catalog::present(presence)) entry.kind = table->kind;
      }
    }
    return listings;
  }
  Result<std::vector<TableRead>> read_schema(const catalog::SchemaName& schema) override {
    LEEWAY_CHECK(send("read_schema " + display(schema)));
    std::vector<TableRead> reads;
    const auto objects = engine_->schemas.find(engine_->whole(schema));
    if (objects == engine_->schemas.end()) return reads;
    for (const auto& [name, presence] : objects->second)
      reads.push_back({{schema.catalog, schema.schema, name}, presence});
    return reads;
  }
  Result<catalog::Presence> read_table(const catalog::TableName& table) override {
    LEEWAY_CHECK(send("read_table " + table.display()));
    const auto objects = engine_->schemas.find(engine_->whole(table.schema_name()));
    if (objects == engine_->schemas.end()) return catalog::Absent{};
    for (const auto& [name, presence] : objects->second)
      if (equal_ignoring_case(name, table.table)) return presence;
    return catalog::Absent{};
  }
  Result<std::optional<std::string>> change_marker(const catalog::TableName& table) override {
    LEEWAY_CHECK(send("change_marker " + table.display()));
    const auto marker = engine_->markers.find(table);
    if (marker == engine_->markers.end()) return std::nullopt;
    return marker->second;
  }

  void interrupt() noexcept override {
    ++engine_->interrupts;
    interrupted_ = true;
  }
  std::uint64_t statements_sent() const override { return statements_; }

 private:
  // An interrupt that comes while on_statement runs ends the statement; one before it is forgotten.
  Status send(const std::string& sql) {
    ++statements_;
    interrupted_ = false;
    LEEWAY_CHECK(engine_->send(sql));
    if (interrupted_) return fail(ErrorCode::interrupted, "interrupted");
    return {};
  }

  template <typename Answer>
  static const Answer* matching(const std::vector<std::pair<std::string, Answer>>& answers,
                                const std::string& sql) {
    for (const auto& [part, answer] : answers)
      if (sql.find(part) != std::string::npos) return &answer;
    return nullptr;
  }

  std::shared_ptr<FakeEngine> engine_;
  std::optional<std::map<catalog::SchemaName, FakeEngine::Objects>> before_;
  std::atomic<std::uint64_t> statements_ = 0;
  std::atomic<bool> interrupted_ = false;
};

class FakeDatabase final : public engines::Database {
 public:
  explicit FakeDatabase(std::shared_ptr<FakeEngine> engine) : engine_(std::move(engine)) {}

  const dialects::Dialect& dialect() const override { return engine_->dialect; }
  std::string default_catalog() const override { return engine_->default_catalog; }
  Result<std::unique_ptr<engines::Session>> connect() override {
    if (refusal) return std::unexpected(*refusal);
    return std::make_unique<FakeSession>(engine_);
  }
  Result<std::string> attach(const std::string& path) override {
    const auto alias = engine_->attachable.find(path);
    if (alias == engine_->attachable.end())
      return fail(ErrorCode::not_found, "there is no database '{}'", path);
    return alias->second;
  }

  std::optional<Error> refusal;  // what connect() fails with

 private:
  std::shared_ptr<FakeEngine> engine_;
};

}  // namespace leeway::testing
