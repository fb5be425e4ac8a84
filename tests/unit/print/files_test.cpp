#include "print/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "print/decode.h"
#include "print/files_journal.h"
#include "unit/print/files_support.h"
#include "unit/print/print_generator.h"

namespace leeway::print {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::Not;
using testing_support::PrintGenerator;
using testing_support::put_file;
using testing_support::seen_in;
using testing_support::TemporaryFolder;
using testing_support::tree_of;

class WritePrint : public testing::Test {
 protected:
  fs::path root() const { return folder_.path() / "prints" / "primary"; }
  WriteRequest request_for(const Print& print) const {
    WriteRequest request;
    request.root = root();
    request.print = &print;
    request.diff_yaml = "changes: []\n";
    return request;
  }
  Status write(const Print& print, std::vector<std::string> removed = {}) {
    WriteRequest request = request_for(print);
    request.removed_paths = std::move(removed);
    return write_print(request);
  }
  Result<Print> read() const { return decode(load_files(folder_source(root()))); }

  TemporaryFolder folder_;
  PrintGenerator generate_{5};
};

TEST_F(WritePrint, WhatIsWrittenIsReadAndNothingElseIsLeft) {
  const Print print = generate_.print(3);
  const Status written = write(print);
  ASSERT_TRUE(written) << written.error().text();
  EXPECT_EQ(*read(), print);
  EXPECT_EQ(seen_in(root()), [&] {
    auto files = tree_of(root());
    std::erase_if(files, [](const auto& entry) { return entry.second == "/"; });
    return files;
  }());
  EXPECT_THAT(seen_in(root()), Contains(Key("reading.md")));
  EXPECT_EQ(seen_in(root()).at("diff.yaml"), "changes: []\n");
  EXPECT_FALSE(fs::exists(run_folder(root())));
}

TEST_F(WritePrint, FilesAreForAllToRead) {
  const mode_t mask = ::umask(022);
  ASSERT_TRUE(write(generate_.print(1)));
  ::umask(mask);
  struct stat told{};
  ASSERT_EQ(::stat((root() / "manifest.yaml").c_str(), &told), 0);
  EXPECT_EQ(told.st_mode & 0777U, 0644U);
}

TEST_F(WritePrint, FilesOfPeopleAreKeptAndListed) {
  Print print = generate_.print(2);
  const std::map<std::string, std::string> human = {
      {"manifest.annotations.yaml", "format_version: 1\n"},
      {"shop/main/t0/description.md", "mine"},
      {"shop/main/t0/statistics.annotations.yaml", "format_version: 1\ncolumns: {}\n"},
      {"shop/main/t1/relationships.annotations.yaml", "not: [even yaml"},
      {"shop/main/t1/notes.txt", "x"}};
  for (const auto& [path, text] : human) put_file(root() / path, text);
  print.tables[1].has_description = true;  // it is not there
  ASSERT_TRUE(write(print));
  for (const auto& [path, text] : human) EXPECT_EQ(seen_in(root()).at(path), text);
  const auto manifest = parse_yaml(seen_in(root()).at("manifest.yaml"));
  ASSERT_TRUE(manifest);
  const auto artifacts = [&](const char* table) {
    return manifest->find("tables")->find(table)->find("artifacts")->keys;
  };
  EXPECT_EQ(manifest->keys[manifest->keys.size() - 2], "manifest_annotations");
  EXPECT_THAT(artifacts("shop.main.t0"), Contains("description"));
  EXPECT_THAT(artifacts("shop.main.t0"), Contains("statistics_annotations"));
  EXPECT_THAT(artifacts("shop.main.t1"), Not(Contains("description")));
  EXPECT_THAT(artifacts("shop.main.t1"), Contains("relationships_annotations"));
}

TEST_F(WritePrint, AManifestThatDiffersInItsTimeAloneIsLeft) {
  Print print = generate_.print(2);
  print.generated_at = "2026-01-01T00:00:00Z";
  ASSERT_TRUE(write(print));
  const std::string before = seen_in(root()).at("manifest.yaml");
  print.generated_at = "2026-01-02T00:00:00Z";
  ASSERT_TRUE(write(print));
  EXPECT_EQ(seen_in(root()).at("manifest.yaml"), before);
  print.connection += "x";
  ASSERT_TRUE(write(print));
  EXPECT_EQ(read()->generated_at, "2026-01-02T00:00:00Z");
}

TEST_F(WritePrint, CarriedTablesKeepTheirFiles) {
  Print print = generate_.print(2);
  ASSERT_TRUE(write(print));
  const auto before = seen_in(root());
  Print next = print;
  for (TablePrint& table : next.tables) {
    table.ddl = "CREATE TABLE other(i INTEGER);\n";
    table.relationships.reset();
  }
  next.tables[0].carried = true;
  ASSERT_TRUE(write(next));
  const auto after = seen_in(root());
  EXPECT_EQ(after.at("shop/main/t0/ddl.sql"), before.at("shop/main/t0/ddl.sql"));
  EXPECT_EQ(after.at("shop/main/t1/ddl.sql"), *next.tables[1].ddl);
  EXPECT_THAT(after, Not(Contains(Key("shop/main/t1/relationships.yaml"))));
}

TEST_F(WritePrint, RemovedTablesLoseTheirProducedFilesAndEmptyFolders) {
  ASSERT_TRUE(write(generate_.print(3)));
  put_file(root() / "shop/main/t1/description.md", "kept");
  put_file(root() / "old/x/ddl.sql", "y");
  Print next = generate_.print(1);
  ASSERT_TRUE(write(next, {"shop/main/t1", "shop/main/t2", "old/x", "never/was", "shop/main/t0"}));
  const auto tree = tree_of(root());
  EXPECT_EQ(tree.at("shop/main/t1"), "/");
  EXPECT_EQ(tree.at("shop/main/t1/description.md"), "kept");
  EXPECT_THAT(tree, Not(Contains(Key("shop/main/t1/ddl.sql"))));
  EXPECT_THAT(tree, Not(Contains(Key("shop/main/t2"))));
  EXPECT_THAT(tree, Not(Contains(Key("old"))));
  EXPECT_THAT(tree, Contains(Key("shop/main/t0/ddl.sql")));
}

TEST_F(WritePrint, PathsThatLeadOutOfTheRootAreRefused) {
  put_file(folder_.path() / "outside/ddl.sql", "x");
  for (const char* const path :
       {"../../outside", "/etc", "a/../../../outside", "", ".leeway-run", "a\nb"}) {
    Print print = generate_.print(1);
    print.tables[0].path = path;
    const Status written = write(print);
    ASSERT_FALSE(written) << path;
    EXPECT_EQ(written.error().code, ErrorCode::integrity) << path;
    EXPECT_FALSE(write(generate_.print(1), {path})) << path;
  }
  EXPECT_FALSE(fs::exists(root() / "manifest.yaml"));
  EXPECT_TRUE(fs::exists(folder_.path() / "outside/ddl.sql"));
}

TEST_F(WritePrint, LinksAreNotFollowed) {
  put_file(folder_.path() / "outside/main/t0/ddl.sql", "x");
  fs::create_directories(root());
  fs::create_directory_symlink(folder_.path() / "outside", root() / "shop");
  const auto before = tree_of(folder_.path());
  const Status written = write(generate_.print(1));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::io);
  EXPECT_FALSE(write(Print{}, {"shop/main/t0"}));
  EXPECT_EQ(tree_of(folder_.path()), before);
  EXPECT_TRUE(seen_in(root()).empty());
  EXPECT_FALSE(folder_source(root()).read("shop/main/t0/ddl.sql"));
}

TEST_F(WritePrint, ALinkInTheFilesPlaceIsReplaced) {
  put_file(folder_.path() / "outside.yaml", "x");
  fs::create_directories(root());
  fs::create_symlink(folder_.path() / "outside.yaml", root() / "reading.md");
  EXPECT_TRUE(seen_in(root()).empty());
  ASSERT_TRUE(write(generate_.print(0)));
  EXPECT_EQ(read_file(folder_.path() / "outside.yaml"), "x");
  EXPECT_EQ(seen_in(root()).at("reading.md"), reading_guide());
}

TEST_F(WritePrint, AFolderInTheFilesPlaceLeavesTheOldPrint) {
  ASSERT_TRUE(write(generate_.print(1)));
  fs::create_directories(root() / "shop/main/t1/ddl.sql/x");
  const auto before = tree_of(root());
  ASSERT_FALSE(write(generate_.print(2)));
  EXPECT_EQ(tree_of(root()), before);
}

TEST_F(WritePrint, AFailedFirstWriteLeavesNothing) {
  Print print = generate_.print(1);
  print.tables[0].path = "..";
  ASSERT_FALSE(write(print));
  EXPECT_FALSE(fs::exists(root()));
}

// ---- the lock -------------------------------------------------------------------------------

TEST_F(WritePrint, TwoWritersAtOnceAreRefused) {
  const auto lock = PrintLock::acquire(root());
  ASSERT_TRUE(lock);
  const Print print = generate_.print(1);
  const Status written = write(print);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::locked);
  EXPECT_THAT(written.error().message, HasSubstr(std::to_string(::getpid())));
  WriteRequest request = request_for(print);
  request.lock = &*lock;
  EXPECT_TRUE(write_print(request));
  EXPECT_EQ(*read(), print);
}

TEST_F(WritePrint, TheLockOfADeadRunIsFree) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto lock = PrintLock::acquire(root());
    ::_exit(lock ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  EXPECT_TRUE(fs::exists(run_folder(root()) / "lock"));
  EXPECT_TRUE(write(generate_.print(1)));
  EXPECT_FALSE(fs::exists(run_folder(root())));
}

TEST_F(WritePrint, ALinkInTheRunFoldersPlaceIsRefused) {
  fs::create_directories(root());
  fs::create_directories(folder_.path() / "outside");
  fs::create_directory_symlink(folder_.path() / "outside", run_folder(root()));
  EXPECT_FALSE(write(generate_.print(1)));
  EXPECT_TRUE(fs::is_empty(folder_.path() / "outside"));
}

// ---- the journal ----------------------------------------------------------------------------

TEST(Journal, IsReadAsItWasWritten) {
  const Journal journal{{{"000000", "a/b c/ddl.sql"}, {"000001", "reading.md"}}, {"x/ddl.sql"}};
  const std::string text = to_text(journal);
  EXPECT_EQ(parse_journal(text), journal);
  EXPECT_EQ(parse_journal(to_text({})), Journal{});
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_EQ(parse_journal(std::string_view(text).substr(0, size)), std::nullopt) << size;
}

TEST_F(WritePrint, AForgedJournalIsRefused) {
  put_file(folder_.path() / "outside.txt", "x");
  for (const char* const line :
       {"remove ../../outside.txt", "move 0 ../../outside.txt",
        "move ../../../outside.txt reading.md", "remove .leeway-run/lock"}) {
    put_file(journal_file(root()), fmt::format("leeway print journal 1\n{}\nend\n", line));
    put_file(stage_folder(root()) / "0", "forged");
    const Status recovered = recover(root());
    ASSERT_FALSE(recovered) << line;
    EXPECT_EQ(recovered.error().code, ErrorCode::integrity) << line;
    EXPECT_FALSE(write(generate_.print(1)));
    EXPECT_EQ(seen_in(root()).size(), 0U);
  }
  EXPECT_EQ(read_file(folder_.path() / "outside.txt"), "x");
}

TEST_F(WritePrint, RecoveringWhereNothingIsLeftMakesNothing) {
  EXPECT_TRUE(recover(root()));
  EXPECT_FALSE(fs::exists(root()));
}

}  // namespace
}  // namespace leeway::print
