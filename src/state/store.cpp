#include "state/store.h"

#include <algorithm>
#include <limits>

#include <fcntl.h>
#include <unistd.h>

#include "state/schema.h"
#include "state/sqlite_store.h"

namespace leeway::state {
namespace {

namespace fs = std::filesystem;

enum class Found { nothing, store };

// Looks at the file without a lock and without touching anything: is it absent (or empty, as after
// a crash before its first transaction), ours, or somebody else's?
Result<Found> look_at(const fs::path& file) {
  std::error_code error;
  const auto status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) return Found::nothing;
  if (!error && !fs::is_regular_file(status))
    return fail(ErrorCode::io, "the state store '{}' is not a file", file.string());
  const auto size = error ? 0 : fs::file_size(file, error);
  if (error)
    return fail(ErrorCode::io, "cannot look at the state store '{}': {}", file.string(),
                error.message());
  if (size == 0) return Found::nothing;
  auto database = Database::open(file, Database::Mode::immutable);
  if (!database) return std::unexpected(explain(file, database.error()));
  const auto identity = identity_of(*database);
  if (identity) {
    LEEWAY_CHECK(check_identity(file, *identity, static_cast<int>(schema_steps().size())));
  } else if (identity.error().code != ErrorCode::integrity) {
    // Without its journal a sound file can look damaged; the real opening decides that.
    return std::unexpected(explain(file, identity.error()));
  }
  return Found::store;
}

// Creates the folder and the file, so that SQLite finds a file of mode 0600 and gives the files
// beside it the same mode.
Status create(const fs::path& file) {
  std::error_code error;
  if (file.has_parent_path()) fs::create_directories(file.parent_path(), error);
  if (error)
    return fail(ErrorCode::io, "cannot create the folder of the state store '{}': {}",
                file.string(), error.message());
  constexpr mode_t only_owner = 0600;
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, only_owner);
  if (descriptor < 0)
    return fail(ErrorCode::io, "cannot create the state store '{}': {}", file.string(),
                std::error_code(errno, std::generic_category()).message());
  ::close(descriptor);
  return {};
}

// In a folder that cannot be written, the files that go with a journal cannot be made; the store is
// then read as it stands, unless a journal holds newer contents.
Result<Database> open_for_reading(const fs::path& file) {
  LEEWAY_TRY(auto database, Database::open(file, Database::Mode::read));
  const auto readable = identity_of(database);
  if (readable || readable.error().code != ErrorCode::io) return database;
  std::error_code error;
  const auto journal = fs::file_size(file.string() + "-wal", error);
  if (!error && journal > 0) return std::unexpected(readable.error());
  return Database::open(file, Database::Mode::immutable);
}

Result<std::unique_ptr<Store>> open_empty(const fs::path& file, const Clock& clock) {
  LEEWAY_TRY(auto database, Database::open({}, Database::Mode::memory));
  LEEWAY_CHECK(upgrade(database, schema_steps()));
  return std::make_unique<SqliteStore>(std::move(database),
                                       SqliteStore::Opened{file, true, false, std::nullopt}, clock);
}

// Readers do not disturb a writer in this journal mode, and a commit costs one sync. A file system
// that cannot share memory keeps the slower mode, which is as safe.
Result<bool> use_write_ahead_log(Database& database) {
  LEEWAY_TRY(auto statement, database.prepare("PRAGMA journal_mode = WAL"));
  LEEWAY_TRY(const bool row, statement.step());
  return row && statement.text(0) == "wal";
}

struct Handle {
  Database database;
  bool write_ahead_log = false;
};

Result<Handle> open_for_writing(const fs::path& file) {
  LEEWAY_TRY(auto database, Database::open(file, Database::Mode::write));
  LEEWAY_CHECK(upgrade(database, schema_steps()));
  LEEWAY_TRY(const bool write_ahead_log, use_write_ahead_log(database));
  LEEWAY_CHECK(database.script("PRAGMA synchronous = FULL"));
  return Handle{std::move(database), write_ahead_log};
}

Result<std::unique_ptr<Store>> open_existing(const fs::path& file, const Clock& clock) {
  const int supported = static_cast<int>(schema_steps().size());
  auto database = open_for_reading(file);
  if (!database) return std::unexpected(explain(file, database.error()));
  const auto pages = database->integer("PRAGMA page_count");
  if (!pages) return std::unexpected(explain(file, pages.error()));
  // The journal of a creation that crashed has taken everything back.
  if (*pages == 0) return open_empty(file, clock);
  const auto identity = identity_of(*database);
  if (!identity) return std::unexpected(explain(file, identity.error()));
  LEEWAY_CHECK(check_identity(file, *identity, supported));
  if (identity->version < supported)
    return std::unexpected(
        Error{ErrorCode::state,
              fmt::format("the state store '{}' has schema version {}, written by an older leeway",
                          file.string(), identity->version),
              "The next run brings it up to date."});
  return std::make_unique<SqliteStore>(std::move(*database),
                                       SqliteStore::Opened{file, true, false, supported}, clock);
}

}  // namespace

Result<std::unique_ptr<Store>> Store::open(const fs::path& file, bool read_only, Clock clock) {
  LEEWAY_TRY(const Found found, look_at(file));
  if (read_only)
    return found == Found::store ? open_existing(file, clock) : open_empty(file, clock);
  if (found == Found::nothing) LEEWAY_CHECK(create(file));
  auto handle = open_for_writing(file);
  if (!handle) return std::unexpected(explain(file, handle.error()));
  const auto identity = identity_of(handle->database);
  if (!identity) return std::unexpected(explain(file, identity.error()));
  const int supported = static_cast<int>(schema_steps().size());
  LEEWAY_CHECK(check_identity(file, *identity, supported));
  return std::make_unique<SqliteStore>(
      std::move(handle->database),
      SqliteStore::Opened{file, false, handle->write_ahead_log, supported}, std::move(clock));
}

long long as_limit(std::size_t limit) {
  constexpr auto largest = static_cast<std::size_t>(std::numeric_limits<long long>::max());
  return static_cast<long long>(std::min(limit, largest));
}

Status SqliteStore::write(Durability durability, const std::function<Status()>& body) {
  if (opened_.read_only)
    return fail(ErrorCode::internal, "the state store '{}' is open for reading only",
                opened_.file.string());
  const std::scoped_lock guard(mutex_);
  const bool relaxed = durability == Durability::kept && opened_.write_ahead_log;
  const auto attempt = [&]() -> Status {
    LEEWAY_CHECK(
        database_.script(relaxed ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL"));
    LEEWAY_TRY(auto transaction, Transaction::begin(database_, Transaction::Kind::write));
    LEEWAY_CHECK(body());
    return transaction.commit();
  };
  const Status written = attempt();
  if (!written) return std::unexpected(explained(written.error()));
  return {};
}

Error SqliteStore::explained(const Error& error) const { return explain(opened_.file, error); }

fs::path SqliteStore::lock_file() const { return opened_.file.string() + ".lock"; }

long long SqliteStore::now() const { return to_stored(clock_.now()); }

int SqliteStore::schema_version_supported() const {
  return static_cast<int>(schema_steps().size());
}

Status SqliteStore::lock_for_run(const std::string& run_id, Duration patience) {
  if (opened_.read_only)
    return fail(ErrorCode::internal, "the state store '{}' is open for reading only",
                opened_.file.string());
  LEEWAY_TRY(auto lock, RunLock::acquire(lock_file(), run_id, patience, clock_));
  const std::scoped_lock guard(mutex_);
  lock_.emplace(std::move(lock));
  locked_run_ = run_id;
  return {};
}

std::string SqliteStore::live_run() const {
  if (lock_) return locked_run_;
  return run_that_holds(lock_file()).value_or("");
}

}  // namespace leeway::state
