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

Status Catalogs::read(engines::Session& session, const catalog::SchemaName& name) {
  if (schemas_.contains(name)) return {};
  Schema schema;
  auto tables = session.read_schema(name);
  if (!tables) {
    if (says_nothing(tables.error().code))
      return std::unexpected(tables.error().within("reading schema '" + display(name) + "'"));
    schema.otherwise = catalog::Unreadable{tables.error().message};
  } else {
    for (auto& table : *tables)
      schema.tables.emplace(dialects::collision_key(session.dialect(), table.name.table),
                            std::move(table.presence));
  }
  schemas_.emplace(name, std::move(schema));
  return {};
}

const catalog::Presence& Catalogs::find(const dialects::Dialect& dialect,
                                        const catalog::TableName& table) const {
  const auto& schema = schemas_.at(table.schema_name());
  const auto found = schema.tables.find(dialects::collision_key(dialect, table.table));
  return found == schema.tables.end() ? schema.otherwise : found->second;
}

}  // namespace leeway::pipeline
