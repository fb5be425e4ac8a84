#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engines/duckdb/connect.h"
#include "engines/duckdb/database.h"
#include "engines/duckdb/errors.h"

namespace leeway::engines::duckdb {
namespace {

namespace fs = std::filesystem;

// Every database of this process comes from here: two handles on one file would not see each
// other's locks and could destroy it, so the library is asked for the one it has. It is made at the
// first open and lives as long as the process.
duckdb_instance_cache instances(const Api& api) {
  static const duckdb_instance_cache cache = api.create_instance_cache();
  return cache;
}

Status check_header(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return fail(ErrorCode::connection, "cannot read the database '{}': {}", path,
                std::strerror(errno));
  // The first block begins with a checksum of eight bytes and the word DUCK.
  // https://duckdb.org/docs/stable/internals/storage
  std::array<char, 12> head{};
  file.read(head.data(), head.size());
  if (file.gcount() == head.size() && std::string_view(head.data() + 8, 4) == "DUCK") return {};
  return fail(ErrorCode::connection, "'{}' is not a DuckDB database", path);
}

// Nothing is fetched from the network, and extensions that are not part of the library stay out.
Result<Owned<duckdb_config>> configuration(const Api& api, bool read_only) {
  Owned<duckdb_config> config(api.destroy_config);
  if (api.create_config(config.address()) == DuckDBError)
    return fail(ErrorCode::connection, "DuckDB could not be configured");
  api.set_config(config.get(), "autoinstall_known_extensions", "false");
  api.set_config(config.get(), "autoload_known_extensions", "false");
  if (read_only) api.set_config(config.get(), "access_mode", "READ_ONLY");
  return config;
}

Result<duckdb_database> open_handle(const Api& api, const ConnectionSettings& settings,
                                    const std::string& path) {
  LEEWAY_TRY(const auto config, configuration(api, settings.read_only && !path.empty()));
  duckdb_database database = nullptr;
  char* message = nullptr;
  const std::string target = path.empty() ? ":memory:" : path;
  if (api.get_or_create_from_cache(instances(api), target.c_str(), &database, config.get(),
                                   &message) == DuckDBError)
    return std::unexpected(open_error(settings.path, error_of(take_text(api, message))));
  return database;
}

Result<std::string> first_cell(DuckDbSession& session, const std::string& sql) {
  LEEWAY_TRY(const RowSet set, session.query(sql, 1));
  if (set.rows.empty() || !set.rows[0][0]) return std::string();
  return *set.rows[0][0];
}

Result<std::unique_ptr<DuckDbSession>> connect_to(const std::shared_ptr<Instance>& instance) {
  duckdb_connection connection = nullptr;
  if (instance->api.connect(instance->handle.get(), &connection) == DuckDBError)
    return fail(ErrorCode::connection, "no connection to the database '{}'",
                instance->default_catalog);
  auto session = std::make_unique<DuckDbSession>(instance, connection);
  LEEWAY_CHECK(session->execute("SET TimeZone = 'UTC'"));
  return session;
}

}  // namespace

Result<std::string> checked_path(const std::string& path, bool create) {
  std::error_code failed;
  std::string canonical = fs::weakly_canonical(fs::absolute(path), failed).string();
  if (failed)
    return fail(ErrorCode::connection, "cannot reach the database '{}': {}", path,
                failed.message());
  if (fs::is_directory(canonical, failed))
    return fail(ErrorCode::connection, "'{}' is a folder, not a DuckDB database", path);
  if (fs::exists(canonical, failed)) {
    LEEWAY_CHECK(check_header(canonical));
    return canonical;
  }
  if (!create)
    return fail(ErrorCode::not_found, "there is no database '{}'; nothing was created", path);
  if (const auto folder = fs::path(canonical).parent_path(); !fs::is_directory(folder, failed))
    return fail(ErrorCode::not_found, "there is no folder '{}' to create the database '{}' in",
                folder.string(), path);
  return canonical;
}

Error open_error(const std::string& path, Error refusal) {
  if (refusal.code == ErrorCode::locked) {
    const auto holder = holder_of_lock(refusal.message);
    const std::string process = holder.empty() ? "" : fmt::format(" (PID {})", holder);
    return {ErrorCode::locked,
            fmt::format("the database '{}' is locked by another process{}", path, process),
            "Wait for it to end, or close it there."};
  }
  const auto says = [&](std::string_view part) {
    return refusal.message.find(part) != std::string::npos;
  };
  if (says("different configuration") || says("Unique file handle conflict"))
    return {ErrorCode::connection,
            fmt::format("the database '{}' is already open in this process for other use", path),
            "A file can be written to, or read from elsewhere, not both: give every adapter of the "
            "file the same read_only setting."};
  refusal.code = ErrorCode::connection;
  return refusal.within(fmt::format("cannot open the database '{}'", path));
}

DuckDbSession::DuckDbSession(std::shared_ptr<Instance> instance, duckdb_connection connection)
    : instance_(std::move(instance)), connection_(instance_->api.disconnect, connection) {}

const dialects::Dialect& DuckDbSession::dialect() const {
  return *dialects::find_dialect("duckdb");
}

const dialects::Dialect& DuckDbDatabase::dialect() const {
  return *dialects::find_dialect("duckdb");
}

Result<std::shared_ptr<Database>> open(const ConnectionSettings& settings) {
  LEEWAY_TRY(const Api api, load_api());
  std::string path;
  if (!settings.path.empty() && settings.path != ":memory:") {
    LEEWAY_TRY(path, checked_path(settings.path, settings.create && !settings.read_only));
  }
  LEEWAY_TRY(auto log, StatementLog::open(settings.statement_log, settings.kill_at_statement));
  LEEWAY_TRY(const duckdb_database handle, open_handle(api, settings, path));
  auto instance = std::make_shared<Instance>(api, handle);
  LEEWAY_TRY(const auto session, connect_to(instance));
  LEEWAY_TRY(instance->default_catalog, first_cell(*session, "SELECT current_database()"));
  if (settings.threads > 0) {
    LEEWAY_CHECK(session->execute(fmt::format("SET GLOBAL threads = {}", settings.threads)));
  }
  instance->log = std::move(log);
  instance->path = path;
  return std::make_shared<DuckDbDatabase>(std::move(instance));
}

Result<std::unique_ptr<Session>> DuckDbDatabase::connect() { return connect_to(instance_); }

}  // namespace leeway::engines::duckdb
