#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.h"
#include "dialects/statements.h"
#include "engines/duckdb/database.h"
#include "engines/duckdb/description.h"
#include "engines/duckdb/values.h"

namespace leeway::engines::duckdb {
namespace {

// $1 the database or NULL for the current one, $2 the prefix.
constexpr const char* kListing =
    "SELECT schema_name, name, is_view, estimated_size FROM ("
    "SELECT database_oid, oid AS schema_oid, schema_name FROM duckdb_schemas() "
    "WHERE lower(database_name) = lower(coalesce($1::VARCHAR, current_database())) "
    "AND database_name NOT IN ('system', 'temp') AND starts_with(schema_name, $2::VARCHAR)) "
    "LEFT JOIN ("
    "SELECT database_oid, schema_oid, table_name AS name, false AS is_view, estimated_size "
    "FROM duckdb_tables() WHERE NOT internal UNION ALL "
    "SELECT database_oid, schema_oid, view_name, true, NULL FROM duckdb_views() "
    "WHERE NOT internal) USING (database_oid, schema_oid)";

Parameter named(const std::string& text) {
  return text.empty() ? Parameter(std::monostate{}) : Parameter(text);
}

bool holds_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

}  // namespace

Result<std::vector<SchemaListing>> DuckDbSession::list_schemas(const std::string& catalog,
                                                               const std::string& prefix) {
  if (holds_nul(catalog) || holds_nul(prefix)) return std::vector<SchemaListing>();
  LEEWAY_TRY(Rows rows, run(kListing, std::array{named(catalog), Parameter(prefix)}));
  std::map<std::string, std::map<std::string, SchemaListing::Entry>> schemas;
  while (true) {
    LEEWAY_TRY(const auto chunk, rows.next());
    if (!chunk) break;
    const auto column = [&](idx_t index) { return reader_of(instance_->api, *chunk, index); };
    const ColumnReader schema = column(0), name = column(1), is_view = column(2), size = column(3);
    for (idx_t row = 0; row < instance_->api.data_chunk_get_size(chunk->get()); ++row) {
      auto& entries = schemas[std::string(schema.text(row))];
      if (name.is_null(row)) continue;
      SchemaListing::Entry entry{std::string(name.text(row)), catalog::ObjectKind::table, {}};
      if (is_view.boolean(row)) entry.kind = catalog::ObjectKind::view;
      if (!size.is_null(row)) entry.estimated_rows = size.integer(row);
      entries.emplace(entry.name, entry);
    }
  }
  std::vector<SchemaListing> listings;
  for (auto& [schema, entries] : schemas) {
    auto& listing = listings.emplace_back(SchemaListing{{catalog, schema}, {}});
    for (auto& [name, entry] : entries) listing.tables.push_back(std::move(entry));
  }
  return listings;
}

// Reads schemas of one database with one statement.
Result<std::vector<Session::TableRead>> DuckDbSession::describe(
    const std::vector<catalog::SchemaName>& schemas, const Parameter& table) {
  std::vector<std::string> folded;
  for (const auto& schema : schemas)
    if (!holds_nul(schema.catalog) && !holds_nul(schema.schema))
      folded.push_back(to_lower(schema.schema));
  if (folded.empty()) return std::vector<TableRead>();
  LEEWAY_TRY(Rows rows, run(kDescription, std::array{named(schemas.front().catalog),
                                                     Parameter(std::move(folded)), table}));
  Assembly assembly(schemas, dialect());
  while (true) {
    LEEWAY_TRY(const auto chunk, rows.next());
    if (!chunk) break;
    assembly.add(instance_->api, *chunk);
  }
  std::vector<TableRead> reads;
  for (auto& described : assembly.finish()) {
    const bool view = described.kind == catalog::ObjectKind::view;
    catalog::TableName name = described.name;
    reads.push_back({std::move(name), std::move(described)});
    if (view) LEEWAY_CHECK(bind_view(reads.back()));
  }
  return reads;
}

Result<std::vector<Session::TableRead>> DuckDbSession::read_schema(
    const catalog::SchemaName& schema) {
  return describe({schema}, std::monostate{});
}

Result<std::vector<Session::TableRead>> DuckDbSession::read_schemas(
    const std::vector<catalog::SchemaName>& schemas) {
  std::map<std::string, std::vector<catalog::SchemaName>> by_database;
  for (const auto& schema : schemas) by_database[schema.catalog].push_back(schema);
  std::vector<TableRead> reads;
  for (const auto& [database, names] : by_database) {
    LEEWAY_TRY(auto some, describe(names, std::monostate{}));
    std::ranges::move(some, std::back_inserter(reads));
  }
  return reads;
}

Result<catalog::Presence> DuckDbSession::read_table(const catalog::TableName& table) {
  if (holds_nul(table.table)) return catalog::Absent{};
  LEEWAY_TRY(auto reads, describe({table.schema_name()}, table.table));
  for (auto& read : reads)
    if (equal_ignoring_case(read.name.table, table.table)) return std::move(read.presence);
  return catalog::Absent{};
}

Status DuckDbSession::bind_view(TableRead& view) {
  const Api& api = instance_->api;
  catalog::TableName name = view.name;
  // With two parts a schema that has a database's name would be ambiguous.
  if (name.catalog.empty()) name.catalog = instance_->default_catalog;
  const auto statement = prepare_one("SELECT * FROM " + dialects::quote(dialect(), name));
  if (!statement) {
    if (statement.error().code == ErrorCode::interrupted) return std::unexpected(statement.error());
    view.presence = catalog::Unreadable{statement.error().message, catalog::ObjectKind::view};
    return {};
  }
  auto& columns = std::get<catalog::Table>(view.presence).columns;
  const auto before = std::exchange(columns, {});
  for (idx_t i = 0; i < api.prepared_statement_column_count(statement->get()); ++i) {
    const LogicalType type(api.destroy_logical_type,
                           api.prepared_statement_column_logical_type(statement->get(), i));
    auto& column = columns.emplace_back();
    column.name =
        take_text(api, const_cast<char*>(api.prepared_statement_column_name(statement->get(), i)));
    column.raw_type = type_text(api, type.get());
    column.type = dialects::parse_type(dialect(), column.raw_type);
    const auto known = std::ranges::find(before, column.name, &catalog::Column::name);
    if (known != before.end()) column.comment = known->comment;
  }
  return {};
}

Result<std::optional<std::string>> DuckDbSession::change_marker(const catalog::TableName&) {
  return std::nullopt;
}

}  // namespace leeway::engines::duckdb
