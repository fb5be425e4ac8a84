#include "engines/duckdb/description.h"

#include <algorithm>

#include "base/text.h"

namespace leeway::engines::duckdb {

// DuckDB compares names without regard to ASCII case only; its lower() folds all of Unicode. The
// exact fold is done on schemas, which are few; tables are matched exactly by who asked.
#define LEEWAY_FOLD(text) \
  "translate(" text ", 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')"
#define LEEWAY_TABLE(column) "($3::VARCHAR IS NULL OR lower(" column ") = lower($3::VARCHAR))"

const char* const kDescription =
    "WITH wanted AS MATERIALIZED (SELECT database_oid, oid AS schema_oid FROM duckdb_schemas() "
    "WHERE " LEEWAY_FOLD("database_name") " = "
    LEEWAY_FOLD("coalesce($1::VARCHAR, current_database())")
    " AND database_name NOT IN ('system', 'temp') "
    "AND list_contains($2::VARCHAR[], " LEEWAY_FOLD("schema_name") ")) "
    "SELECT schema_name, table_name AS object, 'table' AS section, table_name AS name, "
    "sql AS text, NULL::VARCHAR AS detail, comment, false AS flag, estimated_size AS number, "
    "NULL::VARCHAR[] AS names, NULL::VARCHAR[] AS others "
    "FROM duckdb_tables() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE NOT internal AND " LEEWAY_TABLE("table_name") " UNION ALL "
    "SELECT schema_name, view_name, 'view', view_name, "
    "sql, NULL, comment, false, NULL, NULL, NULL "
    "FROM duckdb_views() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE NOT internal AND " LEEWAY_TABLE("view_name") " UNION ALL "
    "SELECT schema_name, table_name, 'column', column_name, "
    "data_type, column_default, comment, is_nullable, column_index, NULL, NULL "
    "FROM duckdb_columns() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE NOT internal AND " LEEWAY_TABLE("table_name") " UNION ALL "
    "SELECT schema_name, table_name, 'constraint', constraint_type, "
    "expression, referenced_table, constraint_name, false, constraint_index, "
    "constraint_column_names, referenced_column_names "
    "FROM duckdb_constraints() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE constraint_type <> 'NOT NULL' AND " LEEWAY_TABLE("table_name") " UNION ALL "
    "SELECT schema_name, table_name, 'index', index_name, "
    "sql, NULL, NULL, is_unique, index_oid, TRY_CAST(expressions AS VARCHAR[]), NULL "
    "FROM duckdb_indexes() SEMI JOIN wanted USING (database_oid, schema_oid) "
    "WHERE " LEEWAY_TABLE("table_name");

// One reader for each column of kDescription.
struct DescriptionReaders {
  DescriptionReaders(const Api& api, const Chunk& chunk)
      : schema(reader_of(api, chunk, 0)),
        object(reader_of(api, chunk, 1)),
        section(reader_of(api, chunk, 2)),
        name(reader_of(api, chunk, 3)),
        text(reader_of(api, chunk, 4)),
        detail(reader_of(api, chunk, 5)),
        comment(reader_of(api, chunk, 6)),
        flag(reader_of(api, chunk, 7)),
        number(reader_of(api, chunk, 8)),
        names(reader_of(api, chunk, 9)),
        others(reader_of(api, chunk, 10)) {}

  ColumnReader schema, object, section, name, text, detail, comment, flag, number, names, others;
};

namespace {

std::optional<std::string> optional_text(const ColumnReader& column, idx_t row) {
  if (column.is_null(row)) return std::nullopt;
  return std::string(column.text(row));
}

std::string text_or_empty(const ColumnReader& column, idx_t row) {
  return column.is_null(row) ? std::string() : std::string(column.text(row));
}

// The catalog shows an index's plain columns as quoted names where they need quotes.
std::string unquoted(std::string expression) {
  if (expression.size() < 3 || !expression.starts_with('"') || !expression.ends_with('"'))
    return expression;
  const std::string inner = expression.substr(1, expression.size() - 2);
  const std::string name = replace_all(inner, "\"\"", "\"");
  return replace_all(name, "\"", "\"\"") == inner ? name : expression;
}

void add_constraint(catalog::Table& table, const DescriptionReaders& rows, idx_t row) {
  const std::string_view kind = rows.name.text(row);
  if (kind == "PRIMARY KEY") table.primary_key = rows.names.texts(row);
  if (kind == "UNIQUE") table.unique_keys.push_back(rows.names.texts(row));
  if (kind == "CHECK") table.checks.push_back(text_or_empty(rows.text, row));
  if (kind != "FOREIGN KEY") return;
  // A foreign key of DuckDB stays within its schema.
  catalog::TableName references = table.name;
  references.table = text_or_empty(rows.detail, row);
  // Nor has it any other action.
  table.foreign_keys.push_back({rows.names.texts(row), std::move(references),
                                rows.others.texts(row), text_or_empty(rows.comment, row),
                                "NO ACTION", "NO ACTION"});
}

void add_index(catalog::Table& table, const DescriptionReaders& rows, idx_t row) {
  std::vector<std::string> columns = rows.names.texts(row);
  for (auto& column : columns) column = unquoted(std::move(column));
  table.indexes.push_back({std::string(rows.name.text(row)), rows.flag.boolean(row),
                           std::move(columns), text_or_empty(rows.text, row)});
}

// The catalog functions show a generated column's expression as a default; only the table's DDL
// tells the two apart.
void mark_generated(catalog::Table& table) {
  constexpr std::string_view kGenerated = " GENERATED ALWAYS AS(";
  if (table.definition.find(kGenerated) == std::string::npos) return;
  for (auto& column : table.columns) {
    const std::string tail = fmt::format(" {}{}", column.raw_type, kGenerated);
    const std::string quoted = fmt::format("\"{}\"", replace_all(column.name, "\"", "\"\""));
    for (const std::string& name : {column.name, quoted})
      for (const char* before : {"(", ", "})
        if (table.definition.find(fmt::format("{}{}{}", before, name, tail)) != std::string::npos)
          column.generated = true;
  }
}

}  // namespace

Assembly::Assembly(const std::vector<catalog::SchemaName>& schemas,
                   const dialects::Dialect& dialect)
    : schemas_(schemas), dialect_(dialect) {}

void Assembly::add(const Api& api, const Chunk& chunk) {
  const DescriptionReaders rows(api, chunk);
  for (idx_t row = 0; row < api.data_chunk_get_size(chunk.get()); ++row) add_row(rows, row);
}

void Assembly::add_row(const DescriptionReaders& rows, idx_t row) {
  Described& described = object(rows.schema.text(row), rows.object.text(row));
  const std::string_view section = rows.section.text(row);
  if (section == "column") return add_column(described, rows, row);
  if (section == "constraint") return add_constraint(described.table, rows, row);
  if (section == "index") return add_index(described.table, rows, row);
  described.listed = true;
  described.table.kind = section == "view" ? catalog::ObjectKind::view : catalog::ObjectKind::table;
  described.table.definition = text_or_empty(rows.text, row);
  described.table.comment = optional_text(rows.comment, row);
  if (!rows.number.is_null(row)) described.table.estimated_rows = rows.number.integer(row);
}

std::vector<catalog::Table> Assembly::finish() {
  std::vector<catalog::Table> tables;
  tables.reserve(objects_.size());
  for (auto& [key, described] : objects_) {
    if (!described.listed) continue;
    sort_columns(described);
    mark_generated(described.table);
    std::ranges::sort(described.table.indexes, {}, &catalog::Index::name);
    tables.push_back(std::move(described.table));
  }
  objects_.clear();
  return tables;
}

// Rows of one object mostly follow each other.
Assembly::Described& Assembly::object(std::string_view schema, std::string_view name) {
  if (last_ == nullptr || last_schema_ != schema) {
    last_schema_ = schema;
    const auto asked = std::ranges::find_if(schemas_, [&](const catalog::SchemaName& one) {
      return equal_ignoring_case(one.schema, schema);
    });
    last_schema_position_ = static_cast<std::size_t>(asked - schemas_.begin());
    last_ = nullptr;
  }
  if (last_ != nullptr && last_->table.name.table == name) return *last_;
  const auto [place, added] =
      objects_.try_emplace(std::pair(last_schema_position_, std::string(name)));
  last_ = &place->second;
  if (added) {
    const auto& asked = schemas_[last_schema_position_];
    last_->table.name = {asked.catalog, asked.schema, std::string(name)};
  }
  return *last_;
}

void Assembly::add_column(Described& described, const DescriptionReaders& rows, idx_t row) {
  auto& column = described.table.columns.emplace_back();
  column.name = rows.name.text(row);
  column.raw_type = rows.text.text(row);
  column.type = parsed(column.raw_type);
  column.nullable = rows.flag.is_null(row) || rows.flag.boolean(row);
  column.default_value = optional_text(rows.detail, row);
  column.comment = optional_text(rows.comment, row);
  described.column_positions.push_back(rows.number.integer(row));
}

const types::SqlType& Assembly::parsed(const std::string& type) {
  const auto [place, added] = types_.try_emplace(type);
  if (added) place->second = dialects::parse_type(dialect_, type);
  return place->second;
}

void Assembly::sort_columns(Described& described) {
  const auto& positions = described.column_positions;
  if (std::ranges::is_sorted(positions)) return;
  std::vector<std::pair<long long, catalog::Column>> placed;
  placed.reserve(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    placed.emplace_back(positions[i], std::move(described.table.columns[i]));
  std::ranges::sort(placed, {}, &std::pair<long long, catalog::Column>::first);
  for (std::size_t i = 0; i < placed.size(); ++i)
    described.table.columns[i] = std::move(placed[i].second);
}

}  // namespace leeway::engines::duckdb
