#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "config/print_project.h"
#include "engines/session.h"
#include "print/diff.h"
#include "print/generate.h"

namespace leeway::print {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Print print_of(const std::vector<std::string>& fqns, Selectors selectors = {}) {
  Print print;
  print.selectors = std::move(selectors);
  for (const auto& fqn : fqns) {
    TablePrint table;
    table.fqn = fqn;
    table.type = "table";
    print.tables.push_back(std::move(table));
  }
  return print;
}

std::vector<std::string> moved(const PrintDiff& diff) {
  std::vector<std::string> lines;
  for (const auto& event : diff.events)
    lines.push_back(std::string(to_string(event.kind)) + " " + event.table);
  return lines;
}

TEST(DiffScope, WhatWasNotLookedForIsNotRemoved) {
  const Print baseline = print_of({"shop.a", "shop.b", "crm.a"});
  const Print live = print_of({"shop.a"}, {{"*.a"}, {}});
  DiffInput input;
  input.baseline = &baseline;
  input.live = &live;
  EXPECT_THAT(moved(compare_prints(input)), ElementsAre("table_removed crm.a"));
  input.in_scope = [](const std::string& fqn) { return fqn == "shop.a"; };
  EXPECT_THAT(moved(compare_prints(input)), IsEmpty());
  input.in_scope = [](const std::string&) { return true; };
  EXPECT_THAT(moved(compare_prints(input)),
              ElementsAre("table_removed crm.a", "table_removed shop.b"));
}

TEST(DiffScope, WhatBothSidesHoldIsComparedWhateverWasRecorded) {
  const Print baseline = print_of({"shop.a", "shop.b"});
  const Print live = print_of({"shop.a", "shop.b"}, {{"*.a"}, {}});
  DiffInput input;
  input.baseline = &baseline;
  input.live = &live;
  EXPECT_THAT(moved(compare_prints(input)), IsEmpty());
}

// A project of one connection over a database with two schemas.
class NarrowedRunTest : public ::testing::Test {
 protected:
  NarrowedRunTest() {
    std::string pattern = (fs::temp_directory_path() / "scope-XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    run("CREATE SCHEMA crm; CREATE TABLE a AS SELECT 1 AS id; CREATE TABLE b AS SELECT 2 AS id;"
        "CREATE TABLE crm.a AS SELECT 3 AS id");
    connection_.name = "shop";
    connection_.adapter = "duckdb";
    connection_.output = root_ / "prints" / "shop";
    project_.root = root_;
    project_.file = root_ / ".dbprint.yaml";
  }
  ~NarrowedRunTest() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  NarrowedRunTest(const NarrowedRunTest&) = delete;
  NarrowedRunTest& operator=(const NarrowedRunTest&) = delete;

  void run(const std::string& sql) const {
    engines::ConnectionSettings settings;
    settings.type = "duckdb";
    settings.path = (root_ / "shop.duckdb").string();
    settings.create = true;
    const auto database = engines::open_database(settings);
    ASSERT_TRUE(database) << database.error().text();
    const auto session = (*database)->connect();
    ASSERT_TRUE(session);
    const auto done = (*session)->run_script(sql);
    ASSERT_TRUE(done) << done.error().text();
  }

  ConnectionRequest request(std::vector<std::string> include = {}) {
    ConnectionRequest made;
    made.project = &project_;
    made.connection = &connection_;
    made.include = std::move(include);
    made.environment = [](const std::string& name) -> std::optional<std::string> {
      if (name == "DBPRINT_SHOP_DATABASE") return "shop.duckdb";
      return std::nullopt;
    };
    made.redactor = &redactor_;
    made.clock = system_clock();
    return made;
  }

  std::vector<std::string> generated(std::vector<std::string> include = {}) {
    const auto report = generate(request(std::move(include)), {.force = true});
    EXPECT_TRUE(report) << (report ? "" : report.error().text());
    return report ? moved(report->comparison.diff) : std::vector<std::string>{};
  }

  std::vector<std::string> committed() const {
    const auto print = committed_print(connection_);
    EXPECT_TRUE(print) << (print ? "" : print.error().text());
    std::vector<std::string> names;
    if (print)
      for (const auto& table : print->tables) names.push_back(table.fqn);
    std::ranges::sort(names);
    return names;
  }

  fs::path root_;
  config::PrintProject project_;
  config::PrintConnection connection_;
  Redactor redactor_;
};

TEST_F(NarrowedRunTest, ATableInsideTheNarrowingAndOutsideTheConnectionIsNotRemoved) {
  generated();
  EXPECT_THAT(committed(), ElementsAre("shop.crm.a", "shop.main.a", "shop.main.b"));
  connection_.include = {"shop.main.*"};
  EXPECT_THAT(generated({"*.a"}), IsEmpty());
  EXPECT_THAT(committed(), ElementsAre("shop.crm.a", "shop.main.a", "shop.main.b"));
  const auto compared = compare_live(request({"*.a"}));
  ASSERT_TRUE(compared) << compared.error().text();
  EXPECT_THAT(moved(compared->diff), IsEmpty());
}

TEST_F(NarrowedRunTest, OnlyWhatTheDatabaseStoppedListingIsRemoved) {
  generated();
  run("DROP TABLE crm.a; DROP TABLE b");
  connection_.include = {"shop.main.*"};
  EXPECT_THAT(generated({"*.a"}), IsEmpty());
  EXPECT_THAT(generated(), ElementsAre("table_removed shop.main.b"));
  EXPECT_THAT(committed(), ElementsAre("shop.crm.a", "shop.main.a"));
}

TEST_F(NarrowedRunTest, HowMuchOfAViewWouldBeReadIsNoConcern) {
  run("CREATE VIEW v AS SELECT * FROM a");
  connection_.max_rows_scanned = 1000;
  connection_.rules.emplace_back().min_rows = 5;
  connection_.rules.back().max_age_days = 1;
  const auto report = generate(request(), {.force = true});
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_THAT(report->comparison.reading.warnings, IsEmpty());
  EXPECT_EQ(report->comparison.reading.profiled.size(), 4U);
}

}  // namespace
}  // namespace leeway::print
