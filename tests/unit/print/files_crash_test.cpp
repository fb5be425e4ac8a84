// R3: whatever ends a write, and at whatever step, a reader sees the old print or the new one,
// whole, before recovery and after it.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "print/files.h"
#include "print/files_journal.h"
#include "unit/print/files_support.h"
#include "unit/print/print_generator.h"

namespace leeway::print {
namespace {

namespace fs = std::filesystem;
using testing_support::PrintGenerator;
using testing_support::put_file;
using testing_support::seen_in;
using testing_support::TemporaryFolder;
using testing_support::tree_of;

using Files = std::map<std::string, std::string>;

constexpr int kMostSteps = 300;

// Two prints of one root; the second has lost a table and found another.
struct Prints {
  Prints() {
    old_print = PrintGenerator(1).print(3);
    new_print = PrintGenerator(2).print(4);
    new_print.tables.erase(new_print.tables.begin() + 1);
  }
  Status write_old(const fs::path& root) const {
    put_file(root / "shop/main/t0/description.md", "mine");
    return write_print(request_for(root, old_print, "old\n"));
  }
  Status write_new(const fs::path& root, BeforeStep before_step = {}) const {
    WriteRequest request = request_for(root, new_print, "new\n");
    request.removed_paths = {"shop/main/t1"};
    request.before_step = std::move(before_step);
    return write_print(request);
  }
  static WriteRequest request_for(const fs::path& root, const Print& print, const char* diff) {
    WriteRequest request;
    request.root = root;
    request.print = &print;
    request.diff_yaml = diff;
    return request;
  }
  Files seen_after(bool new_too) const {
    const TemporaryFolder folder;
    EXPECT_TRUE(write_old(folder.path()));
    const Status written = new_too ? write_new(folder.path()) : Status{};
    EXPECT_TRUE(written);
    return seen_in(folder.path());
  }

  Print old_print, new_print;
};

// Calls `work` in a process of its own; its exit status.
int in_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

BeforeStep killing_at(int step) {
  return [step, taken = 0](std::string_view) mutable -> Status {
    if (taken++ == step) ::kill(::getpid(), SIGKILL);
    return {};
  };
}

class Crash : public testing::Test {
 protected:
  void expect_old_or_new(const fs::path& root, int step) {
    const Files seen = seen_in(root);
    EXPECT_TRUE(seen == old_ || seen == new_) << "step " << step;
    const bool is_new = seen == new_;
    (is_new ? saw_new_ : saw_old_) = true;
    const Status recovered = recover(root);
    ASSERT_TRUE(recovered) << recovered.error().text();
    EXPECT_EQ(seen_in(root), is_new ? new_ : old_) << "step " << step;
    EXPECT_FALSE(fs::exists(run_folder(root)));
  }

  Prints prints_;
  Files old_ = prints_.seen_after(false);
  Files new_ = prints_.seen_after(true);
  bool saw_old_ = false;
  bool saw_new_ = false;
};

TEST_F(Crash, KilledAtAnyStepTheOldPrintOrTheNewOneIsThere) {
  int step = 0;
  for (;; ++step) {
    ASSERT_LT(step, kMostSteps);
    const TemporaryFolder folder;
    ASSERT_TRUE(prints_.write_old(folder.path()));
    const int status =
        in_child([&] { return prints_.write_new(folder.path(), killing_at(step)) ? 0 : 1; });
    if (WIFEXITED(status)) {
      ASSERT_EQ(WEXITSTATUS(status), 0);
      break;
    }
    expect_old_or_new(folder.path(), step);
  }
  EXPECT_GT(step, 30);
  EXPECT_TRUE(saw_old_ && saw_new_);
}

TEST_F(Crash, KilledAgainWhileRecoveringTheSameOneIsThere) {
  for (int step = 20; step < kMostSteps; step += 5) {
    const TemporaryFolder folder;
    ASSERT_TRUE(prints_.write_old(folder.path()));
    const int status =
        in_child([&] { return prints_.write_new(folder.path(), killing_at(step)) ? 0 : 1; });
    if (WIFEXITED(status)) break;
    const Files seen = seen_in(folder.path());
    for (int second = 0; second < kMostSteps; second += 3) {
      const int again =
          in_child([&] { return recover(folder.path(), killing_at(second)) ? 0 : 1; });
      ASSERT_EQ(seen_in(folder.path()), seen) << step << " " << second;
      if (WIFEXITED(again)) break;
    }
    expect_old_or_new(folder.path(), step);
  }
}

TEST_F(Crash, KilledInTheFirstWriteThereIsNoPrintOrAWholeOne) {
  const TemporaryFolder whole;
  ASSERT_TRUE(prints_.write_new(whole.path() / "p"));
  const Files expected = seen_in(whole.path() / "p");
  for (int step = 0; step < kMostSteps; ++step) {
    const TemporaryFolder folder;
    const fs::path root = folder.path() / "p";
    const int status = in_child([&] { return prints_.write_new(root, killing_at(step)) ? 0 : 1; });
    if (WIFEXITED(status)) break;
    const Files seen = seen_in(root);
    EXPECT_TRUE(seen.empty() || seen == expected) << step;
    ASSERT_TRUE(recover(root));
    EXPECT_EQ(seen_in(root), seen);
  }
}

TEST_F(Crash, AStepThatFailsLeavesTheOldPrintOrTheNewOne) {
  int step = 0;
  for (bool failed = true; failed; ++step) {
    ASSERT_LT(step, kMostSteps);
    const TemporaryFolder folder;
    ASSERT_TRUE(prints_.write_old(folder.path()));
    int taken = 0;
    const Status written = prints_.write_new(folder.path(), [&](std::string_view name) -> Status {
      if (taken++ == step) return fail(ErrorCode::io, "cannot {}: no space left", name);
      return {};
    });
    failed = !written;
    if (failed) {
      EXPECT_EQ(written.error().code, ErrorCode::io);
      const bool says_new = written.error().message.find("the new print is saved") == 0;
      EXPECT_EQ(seen_in(folder.path()), says_new ? new_ : old_) << step;
    }
    expect_old_or_new(folder.path(), step);
  }
}

TEST_F(Crash, ADiskFullForGoodLeavesTheOldPrintOrTheNewOne) {
  for (int step = 0; step < kMostSteps; step += 3) {
    const TemporaryFolder folder;
    ASSERT_TRUE(prints_.write_old(folder.path()));
    int taken = 0;
    const Status written = prints_.write_new(folder.path(), [&](std::string_view name) -> Status {
      if (taken++ >= step) return fail(ErrorCode::io, "cannot {}: no space left", name);
      return {};
    });
    if (written) break;
    expect_old_or_new(folder.path(), step);
  }
}

TEST_F(Crash, AFileTooLargeForTheDiskLeavesTheOldPrint) {
  const TemporaryFolder folder;
  ASSERT_TRUE(prints_.write_old(folder.path()));
  const auto before = tree_of(folder.path());
  const int status = in_child([&] {
    constexpr rlim_t bytes = 1000;
    const rlimit limit{bytes, bytes};
    std::signal(SIGXFSZ, SIG_IGN);
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
    const Status written = prints_.write_new(folder.path());
    return !written && written.error().code == ErrorCode::io ? 0 : 1;
  });
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(tree_of(folder.path()), before);
}

TEST_F(Crash, AReaderBesideAWriterSeesOneOfTheTwo) {
  const TemporaryFolder folder;
  ASSERT_TRUE(prints_.write_old(folder.path()));
  int step = 0;
  ASSERT_TRUE(prints_.write_new(folder.path(), [&](std::string_view) -> Status {
    const Files seen = seen_in(folder.path());
    EXPECT_TRUE(seen == old_ || seen == new_) << step;
    ++step;
    return {};
  }));
}

}  // namespace
}  // namespace leeway::print
