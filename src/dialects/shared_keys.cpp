#include "base/text.h"
#include "dialects/checks.h"
#include "dialects/forms.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

// The key's parts under the names k0, k1, ...
std::vector<std::string> key_parts(const Dialect& dialect, const SharedKey& key) {
  std::vector<std::string> parts;
  for (const auto& column : key.columns) parts.push_back(quote(dialect, column));
  if (parts.empty()) parts.push_back(parenthesized(key.expression));
  return parts;
}

std::string shared_keys(const Dialect& dialect, const std::vector<catalog::TableName>& tables,
                        const SharedKey& key, std::string& names) {
  const auto parts = key_parts(dialect, key);
  std::vector<std::string> selected, not_null, aliases;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    aliases.push_back(fmt::format("k{}", i));
    selected.push_back(fmt::format("{} AS k{}", parts[i], i));
    not_null.push_back(parts[i] + " IS NOT NULL");
  }
  std::vector<std::string> sources;
  for (std::size_t i = 0; i < tables.size(); ++i)
    sources.push_back(fmt::format("SELECT {}, {} AS origin FROM {} WHERE {}", join(selected, ", "),
                                  i, quote(dialect, tables[i]), join(not_null, " AND ")));
  names = join(aliases, ", ");
  return fmt::format(
      "SELECT {0} FROM (\n{1}\n) AS every_key GROUP BY {0} "
      "HAVING COUNT(DISTINCT origin) > 1",
      names, join(sources, "\nUNION ALL\n"));
}

}  // namespace

std::string shared_key_count(const Dialect& dialect, const std::vector<catalog::TableName>& tables,
                             const SharedKey& key) {
  std::string names;
  const std::string shared = shared_keys(dialect, tables, key, names);
  return fmt::format("SELECT COUNT(*) FROM (\n{}\n) AS shared", shared);
}

std::string shared_key_sample(const Dialect& dialect, const std::vector<catalog::TableName>& tables,
                              const SharedKey& key, int limit) {
  std::string names;
  const std::string shared = shared_keys(dialect, tables, key, names);
  return fmt::format("{}\nORDER BY {}\nLIMIT {}", shared, names, limit);
}

}  // namespace leeway::dialects
