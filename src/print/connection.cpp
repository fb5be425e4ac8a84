#include "print/connection.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/text.h"

namespace leeway::print {
namespace {

// Whether a setting was given and says yes or no.
std::optional<bool> flag_in(const config::Credentials& credentials, const std::string& key) {
  const auto found = credentials.values.find(key);
  if (found == credentials.values.end()) return std::nullopt;
  const std::string word = to_lower(found->second);
  return word != "false" && word != "no" && word != "0" && word != "off";
}

// A relative file belongs to the project's folder; one that is only in the working folder is found
// there.
std::string place_of(const std::string& database, const std::filesystem::path& root) {
  namespace fs = std::filesystem;
  const fs::path given(database);
  std::error_code ignored;
  if (given.is_absolute()) return database;
  if (fs::exists(root / given, ignored) || !fs::exists(given, ignored))
    return (root / given).lexically_normal().string();
  return database;
}

// Read-only, so that nothing can be changed and readers do not shut each other out. A file whose
// writer ended without closing it must be recovered before anyone can read it, which only an
// opening for writing does.
Result<std::shared_ptr<engines::Database>> open_duckdb(const config::PrintProject& project,
                                                       const config::Credentials& credentials) {
  engines::ConnectionSettings settings;
  settings.type = "duckdb";
  // Only tests of crashes set this.
  if (const char* kill_at = std::getenv("LEEWAY_TEST_KILL_AT"))
    settings.kill_at_statement = std::atol(kill_at);
  const std::string& database = credentials.values.at("database");
  if (database == ":memory:") return engines::open_database(settings);
  settings.path = place_of(database, project.root);
  const auto asked = flag_in(credentials, "read_only");
  settings.read_only = asked.value_or(true);
  auto opened = engines::open_database(settings);
  std::error_code ignored;
  const bool unfinished = std::filesystem::exists(settings.path + ".wal", ignored);
  if (opened || asked || !unfinished || opened.error().code == ErrorCode::locked) return opened;
  settings.read_only = false;
  return engines::open_database(settings);
}

}  // namespace

Result<OpenConnection> open_connection(const config::PrintProject& project,
                                       const config::PrintConnection& connection,
                                       const Environment& environment, Redactor& redactor) {
  LEEWAY_TRY(const auto credentials,
             config::resolve_credentials(project, connection, environment, redactor));
  const bool hashes = std::ranges::any_of(
      connection.redact, [](const config::RedactRule& rule) { return rule.with == "hash"; });
  if (hashes && credentials.redaction_salt.empty())
    return fail(ErrorCode::config,
                "connection '{}' has a redact rule with `hash` and no salt. Set "
                "DBPRINT_{}_REDACTION_SALT, or `redaction_salt` in ~/.dbprint/connections.yaml",
                connection.name, to_upper(connection.name));
  if (connection.adapter != "duckdb")
    return fail(ErrorCode::unsupported,
                "connection '{}': this leeway prints DuckDB databases, not {}", connection.name,
                connection.adapter);
  auto database = open_duckdb(project, credentials);
  if (!database) {
    Error error = std::move(database).error();
    if (error.code != ErrorCode::interrupted) error.code = ErrorCode::connection;
    return std::unexpected(std::move(error));
  }
  return OpenConnection{std::move(*database), credentials.redaction_salt};
}

}  // namespace leeway::print
