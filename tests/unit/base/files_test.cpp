#include "base/files.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace leeway {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "leeway-files-XXXXXX").string();
    folder = ::mkdtemp(name.data());
  }
  void TearDown() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }
  std::size_t files_in_folder() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }

  fs::path folder;
};

TEST_F(Files, are_read_as_they_were_written) {
  for (const std::string& content :
       {std::string(), std::string("one\r\ntwo\0three", 14), std::string(300'000, 'x')}) {
    ASSERT_TRUE(write_file_atomically(folder / "f", content));
    EXPECT_EQ(read_file(folder / "f").value(), content);
    EXPECT_EQ(files_in_folder(), 1U);
  }
}

TEST_F(Files, are_private) {
  ASSERT_TRUE(write_file_atomically(folder / "f", "x"));
  struct stat status{};
  ASSERT_EQ(::stat((folder / "f").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST_F(Files, a_name_without_a_folder_is_of_the_working_folder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  EXPECT_TRUE(write_file_atomically("f", "x"));
  fs::current_path(before);
  EXPECT_EQ(read_file(folder / "f").value(), "x");
}

TEST_F(Files, what_cannot_be_read_says_why) {
  EXPECT_EQ(read_file(folder / "absent").error().code, ErrorCode::not_found);
  EXPECT_EQ(read_file(folder).error().code, ErrorCode::io);
  // The first page of a process's memory opens and then fails to be read.
  EXPECT_EQ(read_file("/proc/self/mem").error().code, ErrorCode::io);
}

TEST_F(Files, a_write_that_fails_leaves_what_was_there) {
  fs::create_directory(folder / "taken");
  ASSERT_TRUE(write_file_atomically(folder / "taken/inside", "old"));
  EXPECT_EQ(write_file_atomically(folder / "taken", "new").error().code, ErrorCode::io);
  EXPECT_EQ(read_file(folder / "taken/inside").value(), "old");
  EXPECT_EQ(files_in_folder(), 1U);
}

TEST_F(Files, an_absent_folder_is_not_made) {
  EXPECT_EQ(write_file_atomically(folder / "absent/f", "x").error().code, ErrorCode::io);
  EXPECT_EQ(files_in_folder(), 0U);
}

TEST_F(Files, a_folder_without_permission_keeps_the_old_file) {
  ASSERT_TRUE(write_file_atomically(folder / "f", "old"));
  fs::permissions(folder, fs::perms{0555});
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t somebody = 65534;
    if (::geteuid() == 0 && ::seteuid(somebody) != 0) ::_exit(2);
    const auto written = write_file_atomically(folder / "f", "new");
    ::_exit(!written && written.error().code == ErrorCode::io ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_file(folder / "f").value(), "old");
}

// A disk with no room left is played by a limit on the size of a file.
TEST_F(Files, a_full_disk_keeps_the_old_file_and_leaves_no_other) {
  ASSERT_TRUE(write_file_atomically(folder / "f", "old"));
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{1000, 1000};
    ::signal(SIGXFSZ, SIG_IGN);
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
    const auto written = write_file_atomically(folder / "f", std::string(5000, 'x'));
    ::_exit(!written && written.error().code == ErrorCode::io ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_file(folder / "f").value(), "old");
  EXPECT_EQ(files_in_folder(), 1U);
}

}  // namespace
}  // namespace leeway
