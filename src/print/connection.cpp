#include "print/connection.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"

namespace leeway::print {
namespace {

bool says_no(const std::string& text) {
  return equal_ignoring_case(text, "false") || equal_ignoring_case(text, "no") || text == "0" ||
         equal_ignoring_case(text, "off");
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

Result<engines::ConnectionSettings> duckdb_settings(const config::PrintProject& project,
                                                    const config::Credentials& credentials) {
  engines::ConnectionSettings settings;
  settings.type = "duckdb";
  const std::string& database = credentials.values.at("database");
  if (database == ":memory:") return settings;
  settings.path = place_of(database, project.root);
  const auto read_only = credentials.values.find("read_only");
  settings.read_only = read_only == credentials.values.end() || !says_no(read_only->second);
  return settings;
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
  LEEWAY_TRY(const auto settings, duckdb_settings(project, credentials));
  LEEWAY_TRY(auto database, engines::open_database(settings));
  return OpenConnection{std::move(database), credentials.redaction_salt};
}

}  // namespace leeway::print
