// A folder that is gone after the test, and DuckDB databases in it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "engines/session.h"

namespace leeway::engines {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "engines-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

inline ConnectionSettings duckdb_file(std::string path) {
  ConnectionSettings settings;
  settings.type = "duckdb";
  settings.path = std::move(path);
  settings.create = true;
  return settings;
}

// An in-memory database with one session, for tests of what a session does.
class DuckDbTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = open_database(duckdb_file(""));
    ASSERT_TRUE(opened) << opened.error().text();
    database_ = *opened;
    session_ = connect();
    ASSERT_TRUE(session_);
  }

  std::unique_ptr<Session> connect() {
    auto connected = database_->connect();
    EXPECT_TRUE(connected) << (connected ? "" : connected.error().text());
    return connected ? std::move(*connected) : nullptr;
  }

  void run(const std::string& sql) {
    const auto done = session_->run_script(sql);
    ASSERT_TRUE(done) << sql << ": " << done.error().text();
  }

  // The first cell of the result, "NULL" for NULL, or the error's code.
  std::string cell(const std::string& sql) { return cell(*session_, sql); }
  static std::string cell(Session& session, const std::string& sql) {
    return first_cell(session.query(sql, 10));
  }
  std::string script_cell(const std::string& sql) {
    return first_cell(session_->run_script(sql, 10));
  }
  static std::string first_cell(const Result<RowSet>& set) {
    if (!set) return std::string(to_string(set.error().code));
    if (set->rows.empty()) return "no rows";
    return set->rows[0][0].value_or("NULL");
  }

  std::shared_ptr<Database> database_;
  std::unique_ptr<Session> session_;
};

}  // namespace leeway::engines
