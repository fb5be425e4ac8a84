#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/process.h"
#include "print/decode.h"
#include "print/files.h"
#include "unit/print/files_support.h"
#include "unit/print/print_generator.h"

namespace leeway::print {
namespace {

namespace fs = std::filesystem;
using testing_support::PrintGenerator;
using testing_support::put_file;
using testing_support::seen_in;
using testing_support::TemporaryFolder;

class GitSource : public testing::Test {
 protected:
  void SetUp() override {
    git({"init", "-q", "-b", "main"});
    WriteRequest request;
    request.root = root();
    request.print = &print_;
    ASSERT_TRUE(write_print(request));
    put_file(root() / "with space/\xc3\xa9.txt", "odd\nname");
    put_file(root() / "empty.txt", "");
    fs::create_symlink("/etc/passwd", root() / "link.yaml");
    git({"add", "-A"});
    git({"commit", "-q", "-m", "a print"});
  }
  fs::path repository() const { return folder_.path(); }
  fs::path root() const { return repository() / "prints/primary"; }
  void git(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"git", "-C", repository().string(), "-c", "user.name=n",
                                         "-c", "user.email=e@x.y"});
    const auto run = run_process(arguments);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->exit_code, 0) << run->errors;
  }

  TemporaryFolder folder_;
  Print print_ = PrintGenerator(9).print(3);
};

TEST_F(GitSource, GivesTheFilesOfTheRevision) {
  const auto committed = seen_in(root());
  put_file(root() / "manifest.yaml", "changed since\n");
  for (const char* const revision : {"HEAD", "main", "HEAD~0"}) {
    const auto source = git_source(root(), revision);
    ASSERT_TRUE(source) << source.error().text();
    std::map<std::string, std::string> seen;
    for (const auto& path : source->list()) seen[path] = *source->read(path);
    EXPECT_EQ(seen, committed);
    EXPECT_EQ(*decode(load_files(*source)), print_);
    EXPECT_EQ(source->read("no/such").error().code, ErrorCode::not_found);
  }
}

TEST_F(GitSource, TheFolderNeedNotBeThereAnyMore) {
  fs::remove_all(repository() / "prints");
  const auto source = git_source(root() / "", "HEAD");
  ASSERT_TRUE(source) << source.error().text();
  EXPECT_EQ(*decode(load_files(*source)), print_);
}

TEST_F(GitSource, TheRootOfTheRepositoryCanHoldThePrint) {
  const auto source = git_source(repository(), "HEAD");
  ASSERT_TRUE(source) << source.error().text();
  EXPECT_THAT(source->list(), testing::Contains("prints/primary/manifest.yaml"));
}

TEST_F(GitSource, WhatIsNoRevisionIsNotFoundAndNoOption) {
  for (const char* const revision : {"", "nowhere", "--output=x", "-h", "--all", "HEAD:prints",
                                     "HEAD^{tree}", "HEAD; touch x", "main..HEAD"}) {
    const auto source = git_source(root(), revision);
    ASSERT_FALSE(source) << revision;
    EXPECT_EQ(source.error().code, ErrorCode::not_found) << revision;
  }
  EXPECT_FALSE(fs::exists(repository() / "x"));
}

TEST_F(GitSource, AFolderTheRevisionLacksIsNotFound) {
  const auto source = git_source(repository() / "prints/other", "HEAD");
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::not_found);
}

TEST(GitSourceAlone, OutsideARepositoryIsNotFound) {
  const TemporaryFolder folder;
  const auto source = git_source(folder.path(), "HEAD");
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace leeway::print
