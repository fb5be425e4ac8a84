#include "base/whereabouts.h"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <system_error>

#include <gtest/gtest.h>

namespace leeway {
namespace {

const std::string commit(40, 'a');
const std::string other(40, 'b');

class Whereabouts : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "where-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }

  std::filesystem::path folder_;
};

TEST_F(Whereabouts, NoRepositoryIsNotKnown) { EXPECT_EQ(git_head(folder_ / "none"), GitHead{}); }

TEST_F(Whereabouts, ABranchIsRead) {
  write(".git/HEAD", "ref: refs/heads/a/b\n");
  EXPECT_EQ(git_head(folder_), (GitHead{"", "a/b"})) << "no commit yet";
  write(".git/packed-refs", "# pack-refs with: peeled\n" + other + " refs/heads/x/a/b\n" + commit +
                                " refs/heads/a/b\n");
  EXPECT_EQ(git_head(folder_), (GitHead{commit, "a/b"}));
  write(".git/refs/heads/a/b", other + "\n");
  EXPECT_EQ(git_head(folder_), (GitHead{other, "a/b"})) << "a loose ref goes first";
  write("deep/er/leeway.toml", "");
  EXPECT_EQ(git_head(folder_ / "deep/er"), (GitHead{other, "a/b"}));
}

TEST_F(Whereabouts, ADetachedHeadHasNoBranch) {
  write(".git/HEAD", commit + "\n");
  EXPECT_EQ(git_head(folder_), (GitHead{commit, ""}));
}

TEST_F(Whereabouts, ALinkedWorkTreeIsFollowed) {
  write("main/.git/refs/heads/side", commit + "\n");
  write("main/.git/worktrees/side/HEAD", "ref: refs/heads/side\n");
  write("main/.git/worktrees/side/commondir", "../..\n");
  write("side/.git", "gitdir: " + (folder_ / "main/.git/worktrees/side").string() + "\n");
  EXPECT_EQ(git_head(folder_ / "side"), (GitHead{commit, "side"}));
}

TEST_F(Whereabouts, WhatIsNoCommitIsNotKnown) {
  write(".git/HEAD", "ref: refs/heads/../../secret\n");
  write(".git/secret", "hush\n");
  EXPECT_EQ(git_head(folder_).commit, "");
  write(".git/HEAD", "");
  EXPECT_EQ(git_head(folder_), GitHead{});
}

TEST(HostName, IsTheMachines) { EXPECT_FALSE(host_name().empty()); }

}  // namespace
}  // namespace leeway
