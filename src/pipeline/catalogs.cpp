#include "pipeline/catalogs.h"

#include "dialects/identifiers.h"

namespace leeway::pipeline {
namespace {

// An answer that says nothing about the schema itself.
bool says_nothing(ErrorCode code) {
  return code == ErrorCode::transient || code == ErrorCode::connection ||
         code == ErrorCode::timeout || code == ErrorCode::interrupted;
}

}  // namespace

Status Catalogs::read(engines::Session& session, const std::set<catalog::SchemaName>& wanted) {
  std::vector<catalog::SchemaName> names;
  for (const auto& name : wanted)
    if (!schemas_.contains(name)) names.push_back(name);
  if (names.empty()) return {};
  auto tables = session.read_schemas(names);
  if (!tables && says_nothing(tables.error().code))
    return std::unexpected(tables.error().within("reading the catalog"));
  if (!tables && names.size() > 1) {
    for (const auto& name : names) LEEWAY_CHECK(read(session, {name}));
    return {};
  }
  for (const auto& name : names) {
    auto& schema = schemas_[name];
    if (!tables) schema.otherwise = catalog::Unreadable{tables.error().message};
  }
  if (!tables) return {};
  for (auto& table : *tables)
    schemas_[table.name.schema_name()].tables.emplace(
        dialects::collision_key(session.dialect(), table.name.table), std::move(table.presence));
  return {};
}

const catalog::Presence& Catalogs::find(const dialects::Dialect& dialect,
                                        const catalog::TableName& table) const {
  const auto& schema = schemas_.at(table.schema_name());
  const auto found = schema.tables.find(dialects::collision_key(dialect, table.table));
  return found == schema.tables.end() ? schema.otherwise : found->second;
}

}  // namespace leeway::pipeline
