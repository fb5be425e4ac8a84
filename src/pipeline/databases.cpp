#include "pipeline/databases.h"

#include <cstdlib>
#include <filesystem>

#include "base/text.h"

namespace leeway::pipeline {
namespace {

engines::ConnectionSettings connection_settings(const config::Adapter& adapter, Access access) {
  engines::ConnectionSettings settings;
  settings.type = adapter.type;
  settings.path = adapter.setting("path");
  settings.read_only = access == Access::read && !settings.path.empty();
  settings.create = access == Access::create;
  settings.statement_log = adapter.setting("statement_log");
  if (const std::string threads = adapter.setting("threads"); !threads.empty())
    settings.threads = std::atoi(threads.c_str());
  // Only tests of crashes set this.
  if (const char* kill_at = std::getenv("LEEWAY_TEST_KILL_AT"))
    settings.kill_at_statement = std::atol(kill_at);
  return settings;
}

constexpr char key_separator = '\x1f';  // a control character, which no display name holds

// A project that is moved with its databases keeps its state.
std::string identity_of(const engines::Database& database, const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  const fs::path path = database.identity();
  if (path.empty()) return {};
  std::error_code failed;
  const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder, failed);
  if (failed) return path.string();
  const fs::path relative = path.lexically_relative(home);
  return relative.empty() || *relative.begin() == ".." ? path.string() : relative.string();
}

// The catalog that holds the source's tables, seen from the target's database.
Result<std::string> source_catalog(const config::Project& project,
                                   const config::Replication& replication,
                                   engines::Database& target) {
  LEEWAY_TRY(const config::Adapter* from, project.adapter(replication.source.adapter));
  LEEWAY_TRY(const config::Adapter* to, project.adapter(replication.target.adapter));
  if (from == to)
    return replication.source.catalog.empty() ? target.default_catalog()
                                              : replication.source.catalog;
  if (from->type != to->type) {
    return fail(ErrorCode::unsupported,
                "adapter '{}' is {} and adapter '{}' is {}: a copy needs both on one engine. "
                "Nothing was written",
                from->name, from->type, to->name, to->type);
  }
  const std::string path = from->setting("path");
  if (path == to->setting("path")) return target.default_catalog();
  auto attached = target.attach(path);
  if (!attached) return std::unexpected(attached.error().within("adapter '" + from->name + "'"));
  return attached;
}

}  // namespace

Result<std::shared_ptr<engines::Database>> open_adapter(const config::Project& project,
                                                        const std::string& name, Access access) {
  LEEWAY_TRY(const config::Adapter* adapter, project.adapter(name));
  const auto settings = connection_settings(*adapter, access);
  auto database = engines::open_database(settings);
  if (!database) return std::unexpected(database.error().within("adapter '" + name + "'"));
  return database;
}

Result<Databases> open_databases(const config::Project& project,
                                 const config::Replication& replication, Access access) {
  // Only a database that is nobody's source may come into being by a copy.
  const bool separate = replication.source.adapter != replication.target.adapter;
  const Access target_access = access == Access::write && separate ? Access::create : access;
  auto target = open_adapter(project, replication.target.adapter, target_access);
  if (!target && separate && target.error().code == ErrorCode::not_found)
    target.error().hint = "The first `leeway run` makes it.";
  if (!target) return std::unexpected(target.error());
  LEEWAY_TRY(auto catalog, source_catalog(project, replication, **target));
  return Databases{*target, catalog, (*target)->default_catalog(),
                   identity_of(**target, project.folder)};
}

std::string state_key(const Databases& databases, const catalog::TableName& target,
                      const catalog::TableName& source) {
  if (databases.identity.empty()) return target.display();
  return target.display() + key_separator + databases.identity + key_separator + source.display();
}

std::string display_of_key(const std::string& key) {
  return key.substr(0, key.find(key_separator));
}

std::string place_of_key(const std::string& key) {
  const auto name_end = key.find(key_separator);
  return name_end == std::string::npos ? key : key.substr(0, key.find(key_separator, name_end + 1));
}

std::string source_of_key(const std::string& key) {
  const auto parts = split(key, std::string(1, key_separator));
  return parts.size() > 2 ? parts[2] : "";
}

std::string database_of_key(const std::string& key) {
  const auto parts = split(key, std::string(1, key_separator));
  return parts.size() > 1 ? parts[1] : "";
}

}  // namespace leeway::pipeline
