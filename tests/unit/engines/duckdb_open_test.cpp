#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "temporary_database.h"

namespace leeway::engines {
namespace {

ErrorCode code_of_opening(const ConnectionSettings& settings) {
  const auto opened = open_database(settings);
  EXPECT_FALSE(opened) << settings.path;
  return opened ? ErrorCode::internal : opened.error().code;
}

std::shared_ptr<Database> opened(const ConnectionSettings& settings) {
  auto database = open_database(settings);
  EXPECT_TRUE(database) << (database ? "" : database.error().text());
  return database ? *database : nullptr;
}

std::unique_ptr<Session> connected(Database& database) {
  auto session = database.connect();
  EXPECT_TRUE(session) << (session ? "" : session.error().text());
  return session ? std::move(*session) : nullptr;
}

void make_table(const std::string& file, const std::string& table) {
  const auto database = opened(duckdb_file(file));
  ASSERT_TRUE(connected(*database)->execute("CREATE TABLE " + table + " AS SELECT 7 AS i"));
}

std::string cell(Session& session, const std::string& sql) {
  const auto set = session.query(sql, 10);
  if (!set) return std::string(to_string(set.error().code));
  return set->rows.empty() ? "no rows" : set->rows[0][0].value_or("NULL");
}

class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

// This program again, as another process that holds the database open until the pipe closes.
class Holder {
 public:
  explicit Holder(const std::string& file) {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    EXPECT_EQ(::pipe(until_), 0);
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(until_[0], 0);
      ::dup2(ready[1], 3);
      for (int other = 4; other < 64; ++other) ::close(other);
      ::setenv("LEEWAY_TEST_HOLD", file.c_str(), 1);
      ::execl("/proc/self/exe", "holder", "--gtest_filter=*HoldsADatabase",
              "--gtest_also_run_disabled_tests", static_cast<char*>(nullptr));
      ::_exit(1);
    }
    ::close(ready[1]);
    ::close(until_[0]);
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;
  ~Holder() {
    ::close(until_[1]);
    ::waitpid(process_, nullptr, 0);
  }
  pid_t process() const { return process_; }

 private:
  pid_t process_ = 0;
  int until_[2]{};
};

// What the process of a Holder does.
TEST(Holding, DISABLED_HoldsADatabase) {
  const char* file = std::getenv("LEEWAY_TEST_HOLD");
  ASSERT_TRUE(file);
  const auto database = opened(duckdb_file(file));
  ASSERT_EQ(::write(3, "r", 1), 1);
  char byte = 0;
  while (::read(0, &byte, 1) > 0) {
  }
}

TEST(DuckDbOpen, AFileThatIsNotThereIsNotCreated) {
  const TemporaryFolder folder;
  auto settings = duckdb_file(folder.file("absent.duckdb"));
  settings.create = false;
  EXPECT_EQ(code_of_opening(settings), ErrorCode::not_found);
  settings.create = true;
  settings.read_only = true;
  EXPECT_EQ(code_of_opening(settings), ErrorCode::not_found);
  EXPECT_FALSE(std::filesystem::exists(settings.path));
  EXPECT_EQ(code_of_opening(duckdb_file(folder.file("no/folder.duckdb"))), ErrorCode::not_found);
}

TEST(DuckDbOpen, WhatIsNotADatabaseIsRefusedAndKept) {
  const TemporaryFolder folder;
  for (const std::string content : {"", "short", "SQLite format 3 and a lot more of text"}) {
    const std::string file = folder.file("other.duckdb");
    std::ofstream(file) << content;
    EXPECT_EQ(code_of_opening(duckdb_file(file)), ErrorCode::connection) << content;
    EXPECT_EQ(read_file(file).value_or("?"), content);
  }
  EXPECT_EQ(code_of_opening(duckdb_file(folder.file("."))), ErrorCode::connection);
}

TEST(DuckDbOpen, ADamagedDatabaseIsAConnectionError) {
  const TemporaryFolder folder;
  const std::string file = folder.file("damaged.duckdb");
  std::ofstream(file) << "12345678DUCK" << std::string(20000, 'x');
  EXPECT_EQ(code_of_opening(duckdb_file(file)), ErrorCode::connection);
}

TEST(DuckDbOpen, CreatesAFileAndReadsItAgain) {
  const TemporaryFolder folder;
  const std::string file = folder.file("made \"here\" 'now'.duckdb");
  make_table(file, "t");
  auto settings = duckdb_file(file);
  settings.create = false;
  const auto database = opened(settings);
  EXPECT_EQ(database->default_catalog(), "made \"here\" 'now'");
  EXPECT_EQ(database->dialect().name, "duckdb");
  EXPECT_EQ(cell(*connected(*database), "SELECT i FROM t"), "7");
}

TEST(DuckDbOpen, NamesThatAreReservedInsideCanBeFiles) {
  const TemporaryFolder folder;
  for (const char* name : {"main", "temp", "system", "memory"}) {
    const auto database = opened(duckdb_file(folder.file(fmt::format("{}.duckdb", name))));
    ASSERT_TRUE(database) << name;
    const auto session = connected(*database);
    ASSERT_TRUE(session->execute("CREATE TABLE t (i INT)")) << name;
    const auto read = session->read_table({database->default_catalog(), "main", "t"});
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_TRUE(catalog::present(*read)) << database->default_catalog();
  }
}

TEST(DuckDbOpen, UnknownEngineIsUnsupported) {
  ConnectionSettings settings;
  settings.type = "oracle";
  EXPECT_EQ(code_of_opening(settings), ErrorCode::unsupported);
}

TEST(DuckDbOpen, ReadOnlyRefusesToWrite) {
  const TemporaryFolder folder;
  make_table(folder.file("a.duckdb"), "t");
  auto settings = duckdb_file(folder.file("a.duckdb"));
  settings.read_only = true;
  const auto session = connected(*opened(settings));
  const auto written = session->execute("INSERT INTO t VALUES (8)");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::refused);
  EXPECT_EQ(cell(*session, "SELECT count(*) FROM t"), "1");
}

TEST(DuckDbOpen, AnotherProcessWithALockIsNamed) {
  const TemporaryFolder folder;
  const std::string file = folder.file("held.duckdb");
  const Holder holder(file);
  for (const bool read_only : {false, true}) {
    auto settings = duckdb_file(file);
    settings.read_only = read_only;
    const auto database = open_database(settings);
    ASSERT_FALSE(database);
    EXPECT_EQ(database.error().code, ErrorCode::locked);
    EXPECT_NE(database.error().message.find(std::to_string(holder.process())), std::string::npos)
        << database.error().message;
  }
  const auto other = opened(duckdb_file(folder.file("other.duckdb")));
  const auto alias = other->attach(file);
  ASSERT_FALSE(alias);
  EXPECT_EQ(alias.error().code, ErrorCode::locked);
}

TEST(DuckDbOpen, TwoOpenersOfOneFileShareIt) {
  const TemporaryFolder folder;
  const std::string file = folder.file("one.duckdb");
  const auto first = opened(duckdb_file(file));
  std::filesystem::create_symlink(file, folder.file("link.duckdb"));
  const auto second = opened(duckdb_file(folder.file("link.duckdb")));
  ASSERT_TRUE(connected(*first)->execute("CREATE TABLE t AS SELECT 1 AS i"));
  EXPECT_EQ(cell(*connected(*second), "SELECT count(*) FROM t"), "1");
  auto reading = duckdb_file(file);
  reading.read_only = true;
  EXPECT_EQ(code_of_opening(reading), ErrorCode::connection);
}

TEST(DuckDbOpen, InMemoryDatabasesAreApart) {
  const auto first = opened(duckdb_file(""));
  const auto second = opened(duckdb_file(":memory:"));
  ASSERT_TRUE(connected(*first)->execute("CREATE TABLE t (i INT)"));
  EXPECT_EQ(cell(*connected(*second), "SELECT * FROM t"), "not_found");
  EXPECT_FALSE(std::filesystem::exists(":memory:"));
}

TEST(DuckDbOpen, SettingsAreHardened) {
  const Variable zone("TZ", "Asia/Tokyo");
  auto settings = duckdb_file("");
  settings.threads = 1;
  const auto session = connected(*opened(settings));
  const std::pair<const char*, const char*> expected[] = {
      {"TimeZone", "UTC"},
      {"autoinstall_known_extensions", "false"},
      {"autoload_known_extensions", "false"},
      {"threads", "1"},
  };
  for (const auto& [setting, value] : expected)
    EXPECT_EQ(cell(*session, fmt::format("SELECT current_setting('{}')", setting)), value)
        << setting;
}

TEST(DuckDbOpen, AMissingLibrarySaysWhatToDo) {
  const Variable library("LEEWAY_DUCKDB_LIBRARY", "/nonexistent/libduckdb.so");
  const auto database = open_database(duckdb_file(""));
  ASSERT_FALSE(database);
  EXPECT_EQ(database.error().code, ErrorCode::connection);
  EXPECT_NE(database.error().text().find("LEEWAY_DUCKDB_LIBRARY"), std::string::npos);
}

TEST(DuckDbOpen, AnotherLibraryIsNotTaken) {
  const Variable library("LEEWAY_DUCKDB_LIBRARY", "libm.so.6");
  EXPECT_EQ(code_of_opening(duckdb_file("")), ErrorCode::connection);
}

TEST(DuckDbOpen, TheLibraryCanBeNamed) {
  const Variable library("LEEWAY_DUCKDB_LIBRARY", std::string(LEEWAY_DUCKDB_DIR) + "/libduckdb.so");
  EXPECT_TRUE(open_database(duckdb_file("")));
}

TEST(DuckDbAttach, OtherSessionsSeeItAndCannotWriteIt) {
  const TemporaryFolder folder;
  make_table(folder.file("source one.duckdb"), "t");
  const auto target = opened(duckdb_file(folder.file("target.duckdb")));
  const auto session = connected(*target);
  const auto alias = target->attach(folder.file("source one.duckdb"));
  ASSERT_TRUE(alias) << alias.error().text();
  EXPECT_EQ(*alias, "source one");
  EXPECT_EQ(cell(*session, "SELECT i FROM \"source one\".main.t"), "7");
  EXPECT_FALSE(session->execute("INSERT INTO \"source one\".main.t VALUES (8)"));
  EXPECT_EQ(target->attach(folder.file("source one.duckdb")).value_or("?"), *alias);
}

TEST(DuckDbAttach, NamesDoNotCollide) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("a"));
  std::filesystem::create_directory(folder.file("b"));
  for (const char* file : {"a/Shop.duckdb", "b/shop.duckdb", "a/temp.duckdb", "a/main.duckdb"})
    make_table(folder.file(file), "t");
  const auto target = opened(duckdb_file(folder.file("shop.duckdb")));
  std::vector<std::string> aliases{to_lower(target->default_catalog())};
  for (const char* file : {"a/Shop.duckdb", "b/shop.duckdb", "a/temp.duckdb", "a/main.duckdb"}) {
    const auto alias = target->attach(folder.file(file));
    ASSERT_TRUE(alias) << file << alias.error().text();
    EXPECT_EQ(std::ranges::count(aliases, to_lower(*alias)), 0) << *alias;
    aliases.push_back(to_lower(*alias));
    EXPECT_EQ(cell(*connected(*target), fmt::format("SELECT i FROM \"{}\".main.t", *alias)), "7");
  }
  EXPECT_EQ(target->attach(folder.file("shop.duckdb")).value_or("?"), target->default_catalog());
}

TEST(DuckDbAttach, WhatCannotBeAttached) {
  const TemporaryFolder folder;
  const auto target = opened(duckdb_file(folder.file("target.duckdb")));
  const auto writer = opened(duckdb_file(folder.file("writer.duckdb")));
  std::ofstream(folder.file("text.duckdb")) << "this is a text of some length";
  const std::pair<const char*, ErrorCode> cases[] = {
      {"absent.duckdb", ErrorCode::not_found},
      {"text.duckdb", ErrorCode::connection},
      {"writer.duckdb", ErrorCode::connection},
  };
  for (const auto& [file, code] : cases) {
    const auto alias = target->attach(folder.file(file));
    ASSERT_FALSE(alias) << file;
    EXPECT_EQ(alias.error().code, code) << file;
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("absent.duckdb")));
}

TEST(DuckDbAttach, AFileOpenForReadingHereCanBeAttached) {
  const TemporaryFolder folder;
  make_table(folder.file("source.duckdb"), "t");
  auto settings = duckdb_file(folder.file("source.duckdb"));
  settings.read_only = true;
  const auto source = opened(settings);
  const auto target = opened(duckdb_file(folder.file("target.duckdb")));
  EXPECT_TRUE(target->attach(folder.file("source.duckdb")));
}

}  // namespace
}  // namespace leeway::engines
