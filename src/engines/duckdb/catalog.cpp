#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "dialects/statements.h"
#include "engines/duckdb/database.h"
#include "engines/duckdb/errors.h"
#include "engines/duckdb/values.h"

namespace leeway::engines::duckdb {
namespace {

using Parameter = std::optional<std::string>;

// DuckDB compares names without regard to ASCII case only; its lower() folds all of Unicode. The
// fold is done on schemas, which are few; tables are matched in C++.
#define LEEWAY_FOLD(text) \
  "translate(" text ", 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
#define LEEWAY_IN_DATABASE     \
  LEEWAY_FOLD("database_name") \
  " = " LEEWAY_FOLD(           \
      "coalesce($1::VARCHAR, current_database())") " AND database_name NOT IN ('system', 'temp')"

// $1 the database or NULL, $2 the prefix.
constexpr const char* kListing =
    "SELECT schema_name, name, is_view, estimated_size FROM ("
    "SELECT database_oid, oid AS schema_oid, schema_name FROM duckdb_schemas() "
    "WHERE " LEEWAY_IN_DATABASE
    " AND starts_with(schema_name, $2::VARCHAR)) LEFT JOIN ("
    "SELECT database_oid, schema_oid, table_name AS name, false AS is_view, estimated_size "
    "FROM duckdb_tables() WHERE NOT internal UNION ALL "
    "SELECT database_oid, schema_oid, view_name, true, NULL FROM duckdb_views() "
    "WHERE NOT internal) USING (database_oid, schema_oid)";

// $1 the database or NULL, $2 the schema, $3 a table or NULL for all. Every row speaks of one
// object (table or view); what its columns mean depends on the section, see Assembly::add.
constexpr const char* kDescription =
    "WITH wanted AS MATERIALIZED (SELECT database_oid, oid AS schema_oid FROM duckdb_schemas() "
    "WHERE " LEEWAY_IN_DATABASE " AND " LEEWAY_FOLD("schema_name") " = " LEEWAY_FOLD("$2::VARCHAR")
    ") "
    "SELECT 'table' AS section, table_name AS object, table_name AS name, sql AS text, "
    "NULL::VARCHAR AS detail, comment, false AS flag, estimated_size AS number, "
    "NULL::VARCHAR[] AS names, NULL::VARCHAR[] AS others "
    "FROM duckdb_tables() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE NOT internal AND ($3::VARCHAR IS NULL OR lower(table_name) = lower($3::VARCHAR)) "
    "UNION ALL SELECT 'view', view_name, view_name, sql, NULL, comment, false, NULL, NULL, NULL "
    "FROM duckdb_views() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE NOT internal AND ($3::VARCHAR IS NULL OR lower(view_name) = lower($3::VARCHAR)) "
    "UNION ALL SELECT 'column', table_name, column_name, data_type, column_default, comment, "
    "is_nullable, column_index, NULL, NULL "
    "FROM duckdb_columns() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE NOT internal AND ($3::VARCHAR IS NULL OR lower(table_name) = lower($3::VARCHAR)) "
    "UNION ALL SELECT 'constraint', table_name, constraint_type, expression, referenced_table, "
    "NULL, false, constraint_index, constraint_column_names, referenced_column_names "
    "FROM duckdb_constraints() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE constraint_type <> 'NOT NULL' "
    "AND ($3::VARCHAR IS NULL OR lower(table_name) = lower($3::VARCHAR)) "
    "UNION ALL SELECT 'index', table_name, index_name, sql, NULL, NULL, is_unique, index_oid, "
    "TRY_CAST(expressions AS VARCHAR[]), NULL "
    "FROM duckdb_indexes() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE $3::VARCHAR IS NULL OR lower(table_name) = lower($3::VARCHAR)";

Parameter named(const std::string& text) { return text.empty() ? std::nullopt : Parameter(text); }

// The catalog shows an index's plain columns as quoted names where they need quotes.
std::string unquoted(std::string expression) {
  if (expression.size() < 3 || !expression.starts_with('"') || !expression.ends_with('"'))
    return expression;
  const std::string inner = expression.substr(1, expression.size() - 2);
  const std::string name = replace_all(inner, "\"\"", "\"");
  return replace_all(name, "\"", "\"\"") == inner ? name : expression;
}

bool holds_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

struct Described {
  catalog::Table table;
  bool listed = false;                      // the object itself was among the rows
  std::vector<long long> column_positions;  // beside table.columns
};

// Parses each distinct type text once.
class TypeCache {
 public:
  explicit TypeCache(const dialects::Dialect& dialect) : dialect_(dialect) {}
  const types::SqlType& parsed(const std::string& text) {
    const auto [place, added] = types_.try_emplace(text);
    if (added) place->second = dialects::parse_type(dialect_, text);
    return place->second;
  }

 private:
  const dialects::Dialect& dialect_;
  std::unordered_map<std::string, types::SqlType> types_;
};

// Columns of kDescription.
struct DescriptionReaders {
  DescriptionReaders(const Api& api, const Chunk& chunk)
      : section(at(api, chunk, 0)),
        object(at(api, chunk, 1)),
        name(at(api, chunk, 2)),
        text(at(api, chunk, 3)),
        detail(at(api, chunk, 4)),
        comment(at(api, chunk, 5)),
        flag(at(api, chunk, 6)),
        number(at(api, chunk, 7)),
        names(at(api, chunk, 8)),
        others(at(api, chunk, 9)) {}

  static ColumnReader at(const Api& api, const Chunk& chunk, idx_t column) {
    return {api, api.data_chunk_get_vector(chunk.get(), column)};
  }

  ColumnReader section, object, name, text, detail, comment, flag, number, names, others;
};

std::optional<std::string> optional_text(const ColumnReader& column, idx_t row) {
  if (column.is_null(row)) return std::nullopt;
  return std::string(column.text(row));
}

std::string text_or_empty(const ColumnReader& column, idx_t row) {
  return column.is_null(row) ? std::string() : std::string(column.text(row));
}

// Puts the rows of kDescription together, in whatever order they come.
class Assembly {
 public:
  Assembly(const catalog::SchemaName& schema, const dialects::Dialect& dialect)
      : schema_(schema), types_(dialect) {}

  void add(const DescriptionReaders& rows, idx_t row) {
    Described& described = object(rows.object.text(row));
    const std::string_view section = rows.section.text(row);
    if (section == "column") return add_column(described, rows, row);
    if (section == "constraint") return add_constraint(described.table, rows, row);
    if (section == "index") return add_index(described.table, rows, row);
    described.listed = true;
    described.table.kind =
        section == "view" ? catalog::ObjectKind::view : catalog::ObjectKind::table;
    described.table.definition = text_or_empty(rows.text, row);
    described.table.comment = optional_text(rows.comment, row);
    if (!rows.number.is_null(row)) described.table.estimated_rows = rows.number.integer(row);
  }

  // In name order.
  std::vector<catalog::Table> finish() {
    std::vector<catalog::Table> tables;
    for (auto& [name, described] : objects_) {
      if (!described.listed) continue;
      sort_columns(described);
      mark_generated(described.table);
      std::ranges::sort(described.table.indexes, {}, &catalog::Index::name);
      tables.push_back(std::move(described.table));
    }
    return tables;
  }

 private:
  Described& object(std::string_view name) {
    if (last_ && last_->table.name.table == name) return *last_;
    auto place = objects_.find(name);
    if (place == objects_.end()) {
      place = objects_.emplace(name, Described{}).first;
      place->second.table.name = {schema_.catalog, schema_.schema, std::string(name)};
    }
    last_ = &place->second;
    return *last_;
  }

  void add_column(Described& described, const DescriptionReaders& rows, idx_t row) {
    auto& column = described.table.columns.emplace_back();
    column.name = rows.name.text(row);
    column.raw_type = rows.text.text(row);
    column.type = types_.parsed(column.raw_type);
    column.nullable = rows.flag.is_null(row) || rows.flag.boolean(row);
    column.default_value = optional_text(rows.detail, row);
    column.comment = optional_text(rows.comment, row);
    described.column_positions.push_back(rows.number.integer(row));
  }

  void add_constraint(catalog::Table& table, const DescriptionReaders& rows, idx_t row) const {
    const std::string_view kind = rows.name.text(row);
    if (kind == "PRIMARY KEY") table.primary_key = rows.names.texts(row);
    if (kind == "UNIQUE") table.unique_keys.push_back(rows.names.texts(row));
    if (kind == "CHECK") table.checks.push_back(text_or_empty(rows.text, row));
    if (kind != "FOREIGN KEY") return;
    // A foreign key of DuckDB stays within its schema.
    table.foreign_keys.push_back(
        {rows.names.texts(row),
         {schema_.catalog, schema_.schema, text_or_empty(rows.detail, row)},
         rows.others.texts(row)});
  }

  static void add_index(catalog::Table& table, const DescriptionReaders& rows, idx_t row) {
    std::vector<std::string> columns = rows.names.texts(row);
    for (auto& column : columns) column = unquoted(std::move(column));
    table.indexes.push_back({std::string(rows.name.text(row)), rows.flag.boolean(row),
                             std::move(columns), text_or_empty(rows.text, row)});
  }

  static void sort_columns(Described& described) {
    const auto& positions = described.column_positions;
    if (std::ranges::is_sorted(positions)) return;
    std::vector<std::pair<long long, catalog::Column>> placed;
    for (std::size_t i = 0; i < positions.size(); ++i)
      placed.emplace_back(positions[i], std::move(described.table.columns[i]));
    std::ranges::sort(placed, {}, &std::pair<long long, catalog::Column>::first);
    for (std::size_t i = 0; i < placed.size(); ++i)
      described.table.columns[i] = std::move(placed[i].second);
  }

  // The catalog functions show a generated column's expression as a default; only the table's DDL
  // tells the two apart.
  static void mark_generated(catalog::Table& table) {
    constexpr std::string_view kGenerated = " GENERATED ALWAYS AS(";
    if (table.definition.find(kGenerated) == std::string::npos) return;
    for (auto& column : table.columns) {
      const std::string tail = fmt::format("{}{}", column.raw_type, kGenerated);
      const std::string quoted = replace_all(column.name, "\"", "\"\"");
      for (const std::string& name : {column.name, '"' + quoted + '"'})
        for (const char* before : {"(", ", "})
          if (table.definition.find(fmt::format("{}{} {}", before, name, tail)) !=
              std::string::npos)
            column.generated = true;
    }
  }

  const catalog::SchemaName& schema_;
  TypeCache types_;
  std::map<std::string, Described, std::less<>> objects_;
  Described* last_ = nullptr;
};

}  // namespace

Result<std::vector<SchemaListing>> DuckDbSession::list_schemas(const std::string& catalog,
                                                               const std::string& prefix) {
  if (holds_nul(catalog) || holds_nul(prefix)) return std::vector<SchemaListing>();
  LEEWAY_TRY(Rows rows, run(kListing, std::array{named(catalog), Parameter(prefix)}));
  std::map<std::string, std::map<std::string, SchemaListing::Entry>> schemas;
  while (true) {
    LEEWAY_TRY(const auto chunk, rows.next());
    if (!chunk) break;
    const auto column = [&](idx_t index) {
      return DescriptionReaders::at(instance_->api, *chunk, index);
    };
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

Result<std::vector<Session::TableRead>> DuckDbSession::describe(
    const catalog::SchemaName& schema, const std::optional<std::string>& table) {
  if (holds_nul(schema.catalog) || holds_nul(schema.schema)) return std::vector<TableRead>();
  LEEWAY_TRY(Rows rows,
             run(kDescription, std::array{named(schema.catalog), Parameter(schema.schema), table}));
  Assembly assembly(schema, dialect());
  while (true) {
    LEEWAY_TRY(const auto chunk, rows.next());
    if (!chunk) break;
    const DescriptionReaders readers(instance_->api, *chunk);
    for (idx_t row = 0; row < instance_->api.data_chunk_get_size(chunk->get()); ++row)
      assembly.add(readers, row);
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
  return describe(schema, std::nullopt);
}

Result<catalog::Presence> DuckDbSession::read_table(const catalog::TableName& table) {
  if (holds_nul(table.table)) return catalog::Absent{};
  LEEWAY_TRY(auto reads, describe(table.schema_name(), table.table));
  for (auto& read : reads)
    if (equal_ignoring_case(read.name.table, table.table)) return std::move(read.presence);
  return catalog::Absent{};
}

Status DuckDbSession::bind_view(TableRead& view) {
  const Api& api = instance_->api;
  const auto statement = prepare_one("SELECT * FROM " + dialects::quote(dialect(), view.name));
  if (!statement) {
    if (statement.error().code == ErrorCode::interrupted) return std::unexpected(statement.error());
    view.presence = catalog::Unreadable{statement.error().message};
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
