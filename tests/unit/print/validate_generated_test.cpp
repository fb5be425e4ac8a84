// What generate writes conforms to the format, whatever the tables hold.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "engines/session.h"
#include "print/generate.h"
#include "unit/print/validate_support.h"

namespace leeway::print {
namespace {

class GeneratedPrint : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "leeway-print-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    project_.root = folder_;
    project_.file = folder_ / ".dbprint.yaml";
    config::PrintConnection connection;
    connection.name = "shop";
    connection.adapter = "duckdb";
    connection.output = folder_ / "prints" / "shop";
    project_.connections = {connection};
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  config::PrintConnection& connection() { return project_.connections.front(); }

  void run(const std::vector<std::string>& statements) {
    engines::ConnectionSettings settings;
    settings.type = "duckdb";
    settings.create = true;
    settings.path = (folder_ / "shop.duckdb").string();
    const auto database = engines::open_database(settings);
    ASSERT_TRUE(database) << database.error().text();
    const auto session = (*database)->connect();
    ASSERT_TRUE(session);
    for (const auto& sql : statements) {
      const auto done = (*session)->execute(sql);
      ASSERT_TRUE(done) << sql << ": " << done.error().text();
    }
  }

  std::vector<Issue> generated() {
    Redactor redactor;
    ConnectionRequest request;
    request.project = &project_;
    request.connection = &connection();
    request.environment = [this](const std::string& name) -> std::optional<std::string> {
      if (name == "DBPRINT_SHOP_DATABASE") return (folder_ / "shop.duckdb").string();
      if (name == "DBPRINT_SHOP_REDACTION_SALT") return "salt";
      if (name == "HOME") return folder_.string();
      return std::nullopt;
    };
    request.redactor = &redactor;
    request.clock = system_clock();
    const auto report = generate(request, {});
    EXPECT_TRUE(report) << report.error().text();
    if (report)
      for (const auto& failed : report->comparison.reading.failed)
        ADD_FAILURE() << failed.fqn << ": " << failed.error.text();
    return validate_print(load_files(folder_source(connection().output)), "duckdb");
  }

  void expect_conforming() {
    auto issues = generated();
    std::erase_if(issues, [](const Issue& issue) { return !issue.error; });
    EXPECT_TRUE(issues.empty()) << testing_support::told(issues);
  }

  std::filesystem::path folder_;
  config::PrintProject project_;
};

TEST_F(GeneratedPrint, EveryTypeConforms) {
  run({"CREATE TABLE types AS SELECT * FROM test_all_types()",
       "CREATE TABLE many AS SELECT t.* FROM test_all_types() t, range(40)"});
  expect_conforming();
}

TEST_F(GeneratedPrint, EmptyNullAndWideTablesConform) {
  std::string columns;
  for (int i = 0; i < 1500; ++i) {
    columns += i == 0 ? "" : ", ";
    columns += "(r * " + std::to_string(i + 1) + ") % 97 AS c" + std::to_string(i);
  }
  run({"CREATE TABLE empty_one(a INTEGER PRIMARY KEY, b VARCHAR, c TIMESTAMP)",
       "CREATE TABLE nulls AS SELECT NULL::INTEGER a, NULL::VARCHAR b, NULL::TIMESTAMP c, "
       "NULL::BLOB d "
       "FROM range(5)",
       "CREATE TABLE wide AS SELECT " + columns + " FROM range(10) t(r)"});
  expect_conforming();
}

TEST_F(GeneratedPrint, RelatedSampledAndRedactedTablesConform) {
  run({"CREATE TABLE customers(id INTEGER PRIMARY KEY, name VARCHAR, email VARCHAR, born DATE)",
       "INSERT INTO customers SELECT i, 'name ' || i, 'a' || i || '@b.org', DATE '1980-01-01' + "
       "i::INTEGER FROM range(3000) t(i)",
       "CREATE TABLE orders(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), "
       "placed "
       "TIMESTAMPTZ, amount DECIMAL(12,3), note VARCHAR)",
       "INSERT INTO orders SELECT i, i % 2000, TIMESTAMPTZ '2024-01-01 00:00:00+00' + INTERVAL (i) "
       "MINUTE, i / 7, CASE WHEN i % 9 = 0 THEN NULL ELSE ' Word ' || (i % 30) END FROM "
       "range(9000) "
       "t(i)",
       "CREATE TABLE visits AS SELECT i, i % 5 AS kind, i / 3.0 AS x FROM range(20000) t(i)",
       "CREATE VIEW recent AS SELECT * FROM orders"});
  config::PrintRule rule;
  rule.include = {"*.visits"};
  rule.sample = 0.2;
  connection().rules = {rule};
  for (const std::string with : {"mask", "drop", "hash"}) {
    config::RedactRule redact;
    redact.columns = {"*.customers.*", "*.orders.placed"};
    redact.with = with;
    connection().redact = {redact};
    expect_conforming();
    std::filesystem::remove_all(connection().output);
  }
}

}  // namespace
}  // namespace leeway::print
