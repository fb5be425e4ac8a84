#include "state/sqlite.h"

#include <cstring>

namespace leeway::state {
namespace {

constexpr int busy_timeout_ms = 10'000;

ErrorCode code_of(int result) {
  switch (result & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return ErrorCode::locked;
    case SQLITE_CANTOPEN:
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_PERM:
    case SQLITE_READONLY:
      return ErrorCode::io;
    case SQLITE_CORRUPT:
      return ErrorCode::integrity;
    case SQLITE_NOTADB:
      return ErrorCode::unsupported;
    default:
      return ErrorCode::state;
  }
}

// SQLite's own messages name tables and columns, never bound values.
std::unexpected<Error> failure(sqlite3* handle, int result) {
  const int system_error = handle ? sqlite3_system_errno(handle) : 0;
  if (code_of(result) == ErrorCode::io && system_error != 0)
    return fail(ErrorCode::io, "{} ({})", sqlite3_errstr(result), std::strerror(system_error));
  return fail(code_of(result), "{}", handle ? sqlite3_errmsg(handle) : sqlite3_errstr(result));
}

// As SQLite takes it: a path from the root, which is never mistaken for a URI or a special name;
// for an immutable file the URI that alone can ask for that.
Result<std::string> name_of(const std::filesystem::path& file, Database::Mode mode) {
  if (mode == Database::Mode::memory) return ":memory:";
  std::error_code error;
  std::string path = std::filesystem::absolute(file, error).string();
  if (error) return fail(ErrorCode::io, "{}", error.message());
  if (mode != Database::Mode::immutable) return path;
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#')
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      uri += c;
  }
  return uri + "?immutable=1";
}

}  // namespace

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
  bind_result_ = SQLITE_OK;
}

void Statement::bind_value(int index, std::string_view value) {
  const char* data = value.data() == nullptr ? "" : value.data();
  // NOLINTNEXTLINE(performance-no-int-to-ptr): SQLite's own spelling of "copy the bytes".
  const int result = sqlite3_bind_text64(statement_.get(), index, data, value.size(),
                                         SQLITE_TRANSIENT, SQLITE_UTF8);
  if (result != SQLITE_OK) bind_result_ = result;
}

void Statement::bind_value(int index, long long value) {
  const int result = sqlite3_bind_int64(statement_.get(), index, value);
  if (result != SQLITE_OK) bind_result_ = result;
}

Result<bool> Statement::step() {
  sqlite3* handle = sqlite3_db_handle(statement_.get());
  if (bind_result_ != SQLITE_OK) return failure(nullptr, bind_result_);
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  return failure(handle, result);
}

Status Statement::run() {
  LEEWAY_TRY(const bool row, step());
  if (row) return fail(ErrorCode::internal, "a statement gave rows that nobody asked for");
  return {};
}

Result<std::vector<std::string>> Statement::texts() {
  std::vector<std::string> all;
  LEEWAY_CHECK(each([&] { all.push_back(text(0)); }));
  return all;
}

std::string Statement::text(int column) const {
  const unsigned char* bytes = sqlite3_column_text(statement_.get(), column);
  if (bytes == nullptr) return {};
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

long long Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::optional<long long> Statement::optional_integer(int column) const {
  if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::nullopt;
  return integer(column);
}

Result<Database> Database::open(const std::filesystem::path& file, Mode mode) {
  LEEWAY_TRY(std::string name, name_of(file, mode));
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE;
  if (mode == Mode::write) flags |= SQLITE_OPEN_CREATE;
  if (mode == Mode::immutable)
    flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE;
  sqlite3* handle = nullptr;
  const int result = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  Database database(handle);
  if (result != SQLITE_OK) return failure(handle, result);
  sqlite3_busy_timeout(handle, busy_timeout_ms);
  if (mode == Mode::read || mode == Mode::immutable)
    LEEWAY_CHECK(database.script("PRAGMA query_only = ON"));
  return database;
}

Status Database::script(const char* sql) {
  const int result = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  if (result != SQLITE_OK) return failure(handle_.get(), result);
  return {};
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int result = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                        &statement, nullptr);
  if (result != SQLITE_OK) return failure(handle_.get(), result);
  return Statement(statement);
}

Result<long long> Database::integer(std::string_view sql) {
  LEEWAY_TRY(auto statement, prepare(sql));
  LEEWAY_TRY(const bool row, statement.step());
  if (!row) return fail(ErrorCode::state, "a question that has one answer got none");
  return statement.integer(0);
}

Result<Transaction> Transaction::begin(Database& database, Kind kind) {
  LEEWAY_CHECK(database.script(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN"));
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ == nullptr || !database_->in_transaction()) return;
  [[maybe_unused]] const Status undone = database_->script("ROLLBACK");
}

Status Transaction::commit() {
  LEEWAY_CHECK(database_->script("COMMIT"));
  database_ = nullptr;
  return {};
}

}  // namespace leeway::state
