// Opening: what is created, what is refused, and that a refused file stays as it is.
#include <algorithm>
#include <fstream>
#include <random>

#include <sys/stat.h>

#include "state/schema.h"
#include "state/sqlite.h"
#include "unit/state/support.h"

namespace leeway::state {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

std::string bytes_of(const fs::path& file) { return read_file(file).value(); }

mode_t mode_of(const fs::path& file) {
  struct stat status{};
  EXPECT_EQ(::stat(file.c_str(), &status), 0) << file;
  return status.st_mode & 0777U;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

std::string random_bytes(std::size_t size) {
  std::mt19937 random(7);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

void run_script(const fs::path& file, const char* sql) {
  auto database = Database::open(file, Database::Mode::write);
  ASSERT_TRUE(database);
  const auto done = database->script(sql);
  ASSERT_TRUE(done) << done.error().message;
}

TEST(Open, creates_the_folder_and_a_private_file) {
  const TempFolder folder;
  const auto file = folder / "models/.rocky-state/eu.redb";
  const auto store = open_or_die(file);
  ASSERT_TRUE(store->begin_copy("run-1", "c.s.t"));
  EXPECT_EQ(mode_of(file), 0600U);
  EXPECT_EQ(mode_of(file.string() + "-wal"), 0600U);
  EXPECT_EQ(store->schema_version_on_disk(), store->schema_version_supported());
}

TEST(Open, leaves_one_file_when_closed) {
  const TempFolder folder;
  {
    const auto store = open_or_die(folder / "state.db");
  }
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"state.db"});
}

TEST(Open, read_only_of_an_absent_store_is_empty_and_creates_nothing) {
  const TempFolder folder;
  const auto store = open_or_die(folder / ".leeway/state.db", true);
  EXPECT_FALSE(store->schema_version_on_disk().has_value());
  EXPECT_TRUE(store->watermarks().value().empty());
  EXPECT_TRUE(store->runs(std::nullopt, 10).value().empty());
  EXPECT_FALSE(store->latest_unfinished("orders").value().has_value());
  EXPECT_EQ(store->begin_copy("run-1", "t").error().code, ErrorCode::internal);
  EXPECT_EQ(store->lock_for_run("run-1", Duration{0}).error().code, ErrorCode::internal);
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Open, read_only_sees_what_was_stored_and_refuses_writes) {
  const TempFolder folder;
  const auto writer = open_or_die(folder / "state.db");
  const auto reader = open_or_die(folder / "state.db", true);
  ASSERT_TRUE(writer->begin_copy("run-1", "c.s.t"));
  EXPECT_EQ(reader->copies_in_flight().value(), std::vector<std::string>{"c.s.t"});
  EXPECT_EQ(reader->forget_watermark("c.s.t").error().code, ErrorCode::internal);
  EXPECT_EQ(reader->schema_version_on_disk(), reader->schema_version_supported());
}

TEST(Open, an_empty_file_is_a_new_store) {
  const TempFolder folder;
  write(folder / "state.db", "");
  EXPECT_TRUE(open_or_die(folder / "state.db", true)->watermarks().value().empty());
  EXPECT_TRUE(open_or_die(folder / "state.db")->begin_copy("run-1", "c.s.t"));
}

TEST(Open, takes_every_path_as_it_is) {
  const TempFolder folder;
  for (const std::string name : {"a?mode=memory.db", "50%25.db", "#1.db", "file:x.db", "a b.db"}) {
    ASSERT_TRUE(open_or_die(folder / name)->begin_copy("run-1", name));
    EXPECT_TRUE(fs::exists(folder / name)) << name;
    EXPECT_EQ(open_or_die(folder / name, true)->copies_in_flight().value(),
              std::vector<std::string>{name});
  }
}

struct Foreign {
  const char* name;
  std::function<void(const fs::path&)> make;
};

std::string store_bytes() {
  const TempFolder folder;
  {
    const auto store = open_or_die(folder / "state.db");
    for (int i = 0; i < 500; ++i) EXPECT_TRUE(store->add_row_count(fmt::format("t{}", i), i));
  }
  return bytes_of(folder / "state.db");
}

std::vector<Foreign> foreign_files() {
  return {
      {"short text", [](const fs::path& file) { write(file, "hello"); }},
      {"a file of another embedded store",
       [](const fs::path& file) {
         write(file, std::string("redb\x1a\x0a\xa9\x0d\x0a", 9) + std::string(100'000, '\0'));
       }},
      {"random bytes", [](const fs::path& file) { write(file, random_bytes(65'536)); }},
      {"an SQLite database of another application",
       [](const fs::path& file) { run_script(file, "CREATE TABLE t (i)"); }},
      {"the same, with an application id",
       [](const fs::path& file) {
         run_script(file, "PRAGMA application_id = 12345; CREATE TABLE t (i)");
       }},
      {"a store of a newer leeway",
       [](const fs::path& file) {
         {
           const auto store = open_or_die(file);
         }
         run_script(file, "PRAGMA user_version = 99");
       }},
      {"a store cut in the middle",
       [](const fs::path& file) {
         const std::string whole = store_bytes();
         write(file, whole.substr(0, whole.size() / 2));
       }},
      {"a store cut after its header",
       [](const fs::path& file) { write(file, store_bytes().substr(0, 100)); }},
      {"a store whose first page is damaged",
       [](const fs::path& file) {
         std::string bytes = store_bytes();
         bytes.replace(100, 3000, random_bytes(3000));
         write(file, bytes);
       }},
  };
}

TEST(Open, refuses_what_is_no_store_and_leaves_it_alone) {
  for (const auto& [name, make] : foreign_files()) {
    const TempFolder folder;
    const auto file = folder / "models/.rocky-state.redb";
    fs::create_directories(file.parent_path());
    make(file);
    const std::string before = bytes_of(file);
    for (const bool read_only : {true, false}) {
      const auto store = Store::open(file, read_only, system_clock());
      ASSERT_FALSE(store) << name;
      EXPECT_EQ(store.error().code, ErrorCode::state) << name << ": " << store.error().text();
      EXPECT_FALSE(store.error().hint.empty()) << name;
      EXPECT_EQ(bytes_of(file), before) << name;
      EXPECT_EQ(names_in(file.parent_path()), std::vector<std::string>{".rocky-state.redb"})
          << name;
    }
  }
}

TEST(Open, damage_found_later_is_an_error_of_the_call) {
  const TempFolder folder;
  std::string bytes = store_bytes();
  bytes.replace(8192, bytes.size() - 8192, random_bytes(bytes.size() - 8192));
  write(folder / "state.db", bytes);
  const auto store = Store::open(folder / "state.db", false, system_clock());
  if (!store) {
    EXPECT_EQ(store.error().code, ErrorCode::state);
    return;
  }
  const auto counts = (*store)->row_counts("t1", 10);
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().code, ErrorCode::state);
}

TEST(Open, a_place_that_cannot_hold_a_file_is_an_io_error) {
  const TempFolder folder;
  write(folder / "file", "x");
  fs::create_directory(folder / "folder");
  for (const std::string name : {"folder", "file/state.db"}) {
    const auto store = Store::open(folder / name, false, system_clock());
    ASSERT_FALSE(store) << name;
    EXPECT_EQ(store.error().code, ErrorCode::io) << name;
  }
}

TEST(Open, reads_in_a_folder_that_cannot_be_written) {
  const TempFolder folder;
  const auto file = folder / "state.db";
  ASSERT_TRUE(open_or_die(file)->begin_copy("run-1", "c.s.t"));
  fs::permissions(file, fs::perms{0444});
  fs::permissions(folder.path(), fs::perms{0555});
  constexpr uid_t somebody = 65534;
  EXPECT_EQ(
      in_dying_child([&] {
        if (::geteuid() == 0 && ::seteuid(somebody) != 0) return 2;
        const auto store = Store::open(file, true, system_clock());
        return store &&
                       (*store)->copies_in_flight().value_or(std::vector<std::string>{}).size() == 1
                   ? 0
                   : 1;
      }),
      0);
  fs::permissions(folder.path(), fs::perms{0700});
}

TEST(Open, an_older_store_is_brought_up_to_date) {
  const TempFolder folder;
  const auto file = folder / "state.db";
  run_script(file, "PRAGMA application_id = 0x4C574159; CREATE TABLE from_before (i)");
  const auto read_only = Store::open(file, true, system_clock());
  ASSERT_FALSE(read_only);
  EXPECT_EQ(read_only.error().code, ErrorCode::state);
  EXPECT_TRUE(open_or_die(file)->begin_copy("run-1", "c.s.t"));
  auto database = Database::open(file, Database::Mode::read);
  EXPECT_EQ(database->integer("SELECT count(*) FROM from_before").value(), 0);
}

constexpr std::array<const char*, 3> three_steps{
    "CREATE TABLE one (i INTEGER)", "INSERT INTO one VALUES (1); CREATE TABLE two (i INTEGER)",
    "INSERT INTO two SELECT i + 1 FROM one"};

TEST(Upgrade, takes_only_the_missing_steps) {
  auto database = Database::open({}, Database::Mode::memory);
  for (const std::size_t version : {1, 2, 2, 3}) {
    ASSERT_TRUE(upgrade(*database, std::span(three_steps).first(version)));
    EXPECT_EQ(identity_of(*database)->version, static_cast<long long>(version));
  }
  EXPECT_EQ(identity_of(*database)->application_id, store_application_id);
  EXPECT_EQ(database->integer("SELECT count(*) FROM one").value(), 1);
  EXPECT_EQ(database->integer("SELECT i FROM two").value(), 2);
}

TEST(Upgrade, all_or_nothing) {
  auto database = Database::open({}, Database::Mode::memory);
  ASSERT_TRUE(upgrade(*database, std::span(three_steps).first(1)));
  constexpr std::array broken{three_steps[0], three_steps[1], "INSERT INTO absent VALUES (1)"};
  const auto upgraded = upgrade(*database, broken);
  ASSERT_FALSE(upgraded);
  EXPECT_EQ(upgraded.error().code, ErrorCode::state);
  EXPECT_EQ(identity_of(*database)->version, 1);
  EXPECT_EQ(database->integer("SELECT count(*) FROM one").value(), 0);
  EXPECT_EQ(database->integer("SELECT count(*) FROM sqlite_schema").value(), 1);
}

}  // namespace
}  // namespace leeway::state
