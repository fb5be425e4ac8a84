#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "dialects/statements.h"
#include "engines/duckdb/connect.h"
#include "engines/duckdb/database.h"

namespace leeway::engines::duckdb {
namespace {

struct Attached {
  std::string name;
  std::string path;  // empty: in memory
};

Result<std::vector<Attached>> attached_databases(Session& session) {
  LEEWAY_TRY(const RowSet set, session.query("SELECT database_name, path FROM duckdb_databases()"));
  std::vector<Attached> result;
  result.reserve(set.rows.size());
  for (const auto& row : set.rows) result.push_back({row[0].value_or(""), row[1].value_or("")});
  return result;
}

// The file's stem, with a number behind it while another database has the name.
std::string free_alias(const std::string& path, std::vector<Attached> taken) {
  for (const char* reserved : {"main", "temp", "system"}) taken.push_back({reserved, {}});
  const std::string stem = std::filesystem::path(path).stem().string();
  std::string alias = stem;
  const auto same = [&](const Attached& other) { return equal_ignoring_case(other.name, alias); };
  for (int number = 2; std::ranges::any_of(taken, same); ++number)
    alias = fmt::format("{}_{}", stem, number);
  return alias;
}

}  // namespace

// An attached database is seen by every connection of its instance. One that is attached already
// keeps its name.
Result<std::string> DuckDbDatabase::attach(const std::string& path) {
  LEEWAY_TRY(const std::string file, checked_path(path, false));
  const std::scoped_lock lock(instance_->attaching);
  LEEWAY_TRY(const auto session, connect());
  LEEWAY_TRY(const auto attached, attached_databases(*session));
  if (const auto known = std::ranges::find(attached, file, &Attached::path);
      known != attached.end())
    return known->name;
  std::string alias = free_alias(file, attached);
  const auto done = session->execute(fmt::format("ATTACH {} AS {} (READ_ONLY)",
                                                 dialects::string_literal(dialect(), file),
                                                 dialects::quote(dialect(), alias)));
  if (!done) return std::unexpected(open_error(path, done.error()));
  return alias;
}

}  // namespace leeway::engines::duckdb
