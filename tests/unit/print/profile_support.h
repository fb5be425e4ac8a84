// A DuckDB database in memory whose tables a test profiles.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/clock.h"
#include "engines/session.h"
#include "print/profile.h"

namespace leeway::print {

// A session whose answers a test may replace; it keeps what was sent.
class WatchedSession final : public engines::Session {
 public:
  explicit WatchedSession(engines::Session& inner) : inner_(inner) {}

  const dialects::Dialect& dialect() const override { return inner_.dialect(); }
  Result<engines::RowSet> query(const std::string& sql, std::size_t max_rows) override {
    sent.push_back(sql);
    if (instead)
      if (auto answer = instead(sql)) return std::move(*answer);
    return inner_.query(sql, max_rows);
  }
  Result<engines::Outcome> execute(const std::string& sql) override {
    sent.push_back(sql);
    if (instead)
      if (auto answer = instead(sql); answer && !*answer) return std::unexpected(answer->error());
    return inner_.execute(sql);
  }
  Result<engines::RowSet> read(const std::string& sql, std::size_t max_rows) override {
    return inner_.read(sql, max_rows);
  }
  Result<engines::RowSet> run_script(const std::string& sql, std::size_t max_rows) override {
    return inner_.run_script(sql, max_rows);
  }
  Status check_expression(const std::string& text) override {
    return inner_.check_expression(text);
  }
  Status check_type(const std::string& text) override { return inner_.check_type(text); }
  Status begin() override { return inner_.begin(); }
  Status commit() override { return inner_.commit(); }
  Status rollback() override { return inner_.rollback(); }
  Result<std::vector<engines::SchemaListing>> list_schemas(const std::string& catalog,
                                                           const std::string& prefix) override {
    return inner_.list_schemas(catalog, prefix);
  }
  Result<std::vector<TableRead>> read_schema(const catalog::SchemaName& schema) override {
    return inner_.read_schema(schema);
  }
  Result<catalog::Presence> read_table(const catalog::TableName& table) override {
    return inner_.read_table(table);
  }
  Result<std::optional<std::string>> change_marker(const catalog::TableName& table) override {
    return inner_.change_marker(table);
  }
  void interrupt() noexcept override { inner_.interrupt(); }
  std::uint64_t statements_sent() const override { return inner_.statements_sent(); }

  std::function<std::optional<Result<engines::RowSet>>(const std::string&)> instead;
  std::vector<std::string> sent;

 private:
  engines::Session& inner_;
};

class ProfileTest : public ::testing::Test {
 protected:
  void SetUp() override { open(0); }

  void open(int threads) {
    session_.reset();
    engines::ConnectionSettings settings;
    settings.type = "duckdb";
    settings.threads = threads;
    auto opened = engines::open_database(settings);
    ASSERT_TRUE(opened) << opened.error().text();
    database_ = *opened;
    auto connected = database_->connect();
    ASSERT_TRUE(connected) << connected.error().text();
    session_ = std::move(*connected);
  }

  void run(const std::string& sql) {
    const auto done = session_->execute(sql);
    ASSERT_TRUE(done) << sql << ": " << done.error().text();
  }

  ProfileRequest request_for(const std::string& name) {
    const auto read = session_->read_table({database_->default_catalog(), "main", name});
    EXPECT_TRUE(read) << read.error().text();
    if (const auto* table = catalog::present(*read)) table_ = *table;
    ProfileRequest request;
    request.table = &table_;
    request.fqn = "memory.main." + name;
    request.profiled_at = *parse_rfc3339("2024-06-30T12:00:00Z");
    return request;
  }

  TableProfile profile(const ProfileRequest& request) {
    auto made = profile_table(*session_, request);
    EXPECT_TRUE(made) << made.error().text();
    return made ? std::move(*made) : TableProfile{};
  }
  TableProfile profile(const std::string& name) { return profile(request_for(name)); }

  // The only column of a table made of the query's rows.
  ColumnPrint column(const std::string& query) {
    run("CREATE OR REPLACE TABLE one AS " + query);
    profile_ = profile("one");
    return profile_.statistics.columns.empty() ? ColumnPrint{} : profile_.statistics.columns[0];
  }
  // The same with every column of few values measured as if it had many.
  ColumnPrint ordered(const std::string& query) {
    run("CREATE OR REPLACE TABLE one AS " + query);
    auto request = request_for("one");
    request.settings.statistics.enumeration_threshold = 0;
    profile_ = profile(request);
    return profile_.statistics.columns.empty() ? ColumnPrint{} : profile_.statistics.columns[0];
  }

  std::shared_ptr<engines::Database> database_;
  std::unique_ptr<engines::Session> session_;
  catalog::Table table_;
  TableProfile profile_;
};

inline std::string list_text(const std::optional<std::vector<ValueCount>>& values) {
  if (!values) return "absent";
  std::string text;
  for (const auto& value : *values) {
    text += value.value ? (value.value->kind == Value::Kind::boolean
                               ? (value.value->boolean ? "true" : "false")
                               : value.value->text)
                        : "-";
    text += ":" + std::to_string(value.count);
    if (value.spelling_of) text += "=" + *value.spelling_of;
    text += " ";
  }
  return text;
}

inline std::string range_text(const ColumnPrint& column) {
  if (!column.range) return "absent";
  std::string text = column.range->min.text + ".." + column.range->max.text;
  if (column.range->span_days) text += " " + std::to_string(*column.range->span_days);
  for (const auto& name : column.unrepresentable) text += " !" + name;
  return text;
}

inline std::string percentile_text(const ColumnPrint& column) {
  if (!column.percentiles) return "absent";
  std::string text;
  for (const auto& [name, value] : *column.percentiles) text += name + "=" + value.text + " ";
  return text;
}

}  // namespace leeway::print
