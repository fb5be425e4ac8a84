#include "pipeline/copy_statements.h"

#include <algorithm>

#include "base/text.h"

namespace leeway::pipeline {
namespace {

using dialects::Projection;

// The target's spelling of a source column; the source's own where the target lacks it.
const std::string& target_spelling(const CopyShape& shape, const std::string& column) {
  const auto* there = shape.target ? shape.target->find(column) : nullptr;
  return there ? there->name : column;
}

bool is_generated_in_target(const CopyShape& shape, const std::string& column) {
  const auto* there = shape.target ? shape.target->find(column) : nullptr;
  return there && there->generated;
}

bool is_metadata(const CopyShape& shape, const std::string& column) {
  return std::ranges::any_of(shape.candidate.metadata, [&](const auto& metadata) {
    return equal_ignoring_case(metadata.name, column);
  });
}

// The columns to read: the source's, or where those are unknown the target's.
std::vector<std::string> columns_to_read(const CopyShape& shape) {
  std::vector<std::string> names;
  const auto* known = shape.source ? shape.source : shape.target;
  if (!known) return names;
  for (const auto& column : known->columns) {
    if (!shape.source && (is_metadata(shape, column.name) || column.generated)) continue;
    names.push_back(column.name);
  }
  return names;
}

enum class Removed { as_null, left_out };

std::vector<Projection> projections(const CopyShape& shape, Removed removed) {
  const auto& dialect = shape.dialect;
  std::vector<Projection> list;
  for (const auto& column : columns_to_read(shape)) {
    if (is_generated_in_target(shape, column)) continue;
    list.push_back(dialects::project_column(dialect, column, target_spelling(shape, column)));
  }
  if (removed == Removed::as_null) {
    for (const auto* column : shape.evolution.removed)
      if (column->nullable && !column->generated)
        list.push_back(dialects::project_null(dialect, column->name, column->type));
  }
  for (const auto& metadata : shape.candidate.metadata)
    list.push_back(dialects::project_expression(dialect, metadata.value, metadata.type,
                                                target_spelling(shape, metadata.name)));
  return list;
}

std::string whole_query(const CopyShape& shape) {
  return dialects::select(shape.dialect, projections(shape, Removed::as_null),
                          shape.candidate.source);
}

Statement statement(const CopyShape& shape, Purpose purpose, std::string sql,
                    std::string reason = {}) {
  return Statement{purpose, shape.candidate.target, std::move(sql), std::move(reason)};
}

// An index is made again by the statement the catalog gives for it.
void restore_indexes(const CopyShape& shape, std::vector<Statement>& statements) {
  for (const auto& index : shape.target->indexes) {
    std::string sql(trim(index.definition));
    while (sql.ends_with(';')) sql.pop_back();
    if (sql.empty()) continue;
    statements.push_back(
        statement(shape, Purpose::create_index, std::move(sql),
                  fmt::format("index '{}' of the table before", printable(index.name))));
  }
}

void restore_comments(const CopyShape& shape, std::vector<Statement>& statements) {
  const auto& target = shape.candidate.target;
  if (shape.target->comment)
    statements.push_back(
        statement(shape, Purpose::comment,
                  dialects::comment_on_table(shape.dialect, target, *shape.target->comment),
                  "comment of the table before"));
  for (const auto& column : shape.target->columns)
    if (column.comment)
      statements.push_back(statement(
          shape, Purpose::comment,
          dialects::comment_on_column(shape.dialect, target, column.name, *column.comment),
          "comment of the column before"));
}

// Keys, constraints and defaults, which CREATE TABLE AS does not carry over.
bool has_constraints(const catalog::Table& table) {
  return !table.primary_key.empty() || !table.unique_keys.empty() || !table.checks.empty() ||
         !table.foreign_keys.empty() || std::ranges::any_of(table.columns, [](const auto& column) {
           return !column.nullable || column.default_value || column.generated;
         });
}

std::string widening_reason(const CopyShape& shape, const catalog::Column& column) {
  const auto* before = shape.target->find(column.name);
  return fmt::format("'{}' is {} in the target and {} in the source", printable(column.name),
                     before->raw_type, column.raw_type);
}

// Columns that the source has gained, then those the project has.
void add_columns(const CopyShape& shape, std::vector<Statement>& statements) {
  for (const auto& metadata : shape.candidate.metadata) {
    if (shape.target->find(metadata.name)) continue;
    const auto type = dialects::parse_type(shape.dialect, metadata.type);
    statements.push_back(
        statement(shape, Purpose::add_column,
                  dialects::add_column(shape.dialect, shape.candidate.target, metadata.name, type),
                  fmt::format("'{}' is a new metadata column; rows already there hold NULL",
                              printable(metadata.name))));
  }
  for (const auto* column : shape.evolution.add)
    statements.push_back(statement(
        shape, Purpose::add_column,
        dialects::add_column(shape.dialect, shape.candidate.target, column->name, column->type),
        fmt::format("'{}' is new in the source; rows already there hold NULL",
                    printable(column->name))));
}

// The target's rows with the widened columns cast, for a rewrite of the table.
std::string widened_query(const CopyShape& shape) {
  std::vector<Projection> list;
  for (const auto& column : shape.target->columns) {
    const auto widened = std::ranges::find_if(shape.evolution.widen, [&](const auto* source) {
      return equal_ignoring_case(source->name, column.name);
    });
    list.push_back(widened == shape.evolution.widen.end()
                       ? dialects::project_column(shape.dialect, column.name, column.name)
                       : dialects::project_cast(shape.dialect, column.name, (*widened)->type));
  }
  return dialects::select(shape.dialect, list, shape.candidate.target);
}

// An index forbids ALTER TYPE: the same change by writing the table anew beside the old one.
std::vector<Statement> rewrite(const CopyShape& shape) {
  const auto& dialect = shape.dialect;
  const auto& target = shape.candidate.target;
  catalog::TableName beside = target;
  beside.table += "__leeway_rewrite";
  std::vector<Statement> statements;
  Statement make = statement(shape, Purpose::alter_column_type,
                             dialects::create_table_as(dialect, beside, widened_query(shape)),
                             "an index forbids ALTER TYPE here, so the table is rewritten with "
                             "the wider types: " +
                                 widening_reason(shape, *shape.evolution.widen.front()));
  make.target = beside;
  statements.push_back(std::move(make));
  statements.push_back(statement(shape, Purpose::drop_table, dialects::drop_table(dialect, target),
                                 "its rows stand in the rewritten table"));
  statements.push_back(statement(shape, Purpose::rename_table,
                                 dialects::rename_table(dialect, beside, target.table)));
  add_columns(shape, statements);
  restore_indexes(shape, statements);
  restore_comments(shape, statements);
  return statements;
}

}  // namespace

bool is_decorated(const catalog::Table& table) {
  return has_constraints(table) || !table.indexes.empty() || table.comment ||
         std::ranges::any_of(table.columns,
                             [](const auto& column) { return column.comment.has_value(); });
}

std::vector<std::string> lost_by_replacing(const CopyShape& shape) {
  std::vector<std::string> lost;
  if (!shape.target) return lost;
  const auto& table = *shape.target;
  if (!table.primary_key.empty())
    lost.push_back(
        fmt::format("the rebuild drops the primary key ({})", join(table.primary_key, ", ")));
  for (const auto& key : table.unique_keys)
    lost.push_back(fmt::format("the rebuild drops the unique key ({})", join(key, ", ")));
  for (const auto& check : table.checks)
    lost.push_back(fmt::format("the rebuild drops the check {}", check));
  for (const auto& index : table.indexes)
    if (index.definition.empty())
      lost.push_back(fmt::format("the rebuild drops the index '{}'", printable(index.name)));
  if (!table.foreign_keys.empty()) lost.push_back("the rebuild drops the foreign keys");
  for (const auto& column : table.columns) {
    if (column.default_value)
      lost.push_back(fmt::format("the rebuild drops the default of '{}'", printable(column.name)));
    const bool key = std::ranges::find(table.primary_key, column.name) != table.primary_key.end();
    if (!column.nullable && !key)
      lost.push_back(fmt::format("the rebuild drops NOT NULL of '{}'", printable(column.name)));
  }
  return lost;
}

std::vector<Statement> evolve_in_place(const CopyShape& shape) {
  const auto& dialect = shape.dialect;
  const auto& widen = shape.evolution.widen;
  if (!widen.empty() && dialect.capabilities.index_blocks_alter_type &&
      !shape.target->indexes.empty() && !has_constraints(*shape.target))
    return rewrite(shape);

  std::vector<Statement> statements;
  const auto& target = shape.candidate.target;
  if (!widen.empty())
    if (auto prelude = dialects::widen_prelude(dialect, target))
      statements.push_back(statement(shape, Purpose::widen_prelude, *prelude,
                                     "the engine widens types only with this feature on"));
  for (const auto* column : widen) {
    const auto* before = shape.target->find(column->name);
    statements.push_back(statement(
        shape, Purpose::alter_column_type,
        dialects::alter_column_type(dialect, target, before->name, column->type, before->nullable),
        widening_reason(shape, *column)));
  }
  add_columns(shape, statements);
  return statements;
}

std::vector<Statement> replace_whole(const CopyShape& shape, const std::string& reason) {
  const auto& dialect = shape.dialect;
  const auto& target = shape.candidate.target;
  const std::string query = whole_query(shape);
  std::vector<Statement> statements;
  if (!shape.target) {
    statements.push_back(statement(shape, Purpose::full_refresh_copy,
                                   dialects::create_table_as(dialect, target, query), reason));
    return statements;
  }
  const bool drop_first = dialect.capabilities.transactional_ddl &&
                          (shape.evolution.rebuild ||
                           dialect.capabilities.replace == dialects::ReplaceForm::transaction);
  if (!drop_first) {
    statements.push_back(statement(shape, Purpose::full_refresh_copy,
                                   dialects::create_or_replace_table_as(dialect, target, query),
                                   reason));
  } else {
    statements.push_back(
        statement(shape, Purpose::drop_table, dialects::drop_table(dialect, target), reason));
    statements.push_back(statement(shape, Purpose::full_refresh_copy,
                                   dialects::create_table_as(dialect, target, query)));
  }
  restore_indexes(shape, statements);
  restore_comments(shape, statements);
  return statements;
}

std::vector<Statement> reload_whole(const CopyShape& shape) {
  const auto list = projections(shape, Removed::as_null);
  const auto& target = shape.candidate.target;
  return {
      statement(shape, Purpose::clear_table, dialects::delete_where(shape.dialect, target, "1 = 1"),
                "a full refresh that keeps the table with its keys, indexes and comments"),
      statement(
          shape, Purpose::full_refresh_copy,
          dialects::insert_select(shape.dialect, target, list,
                                  dialects::select(shape.dialect, list, shape.candidate.source)))};
}

Statement append_newer(const CopyShape& shape, const std::string& condition,
                       const std::string& reason) {
  const auto list = projections(shape, Removed::as_null);
  return statement(shape, Purpose::incremental_copy,
                   dialects::insert_select(
                       shape.dialect, shape.candidate.target, list,
                       dialects::select(shape.dialect, list, shape.candidate.source, condition)),
                   reason);
}

Statement clear_boundary(const CopyShape& shape, const std::string& condition,
                         const std::string& reason) {
  return statement(shape, Purpose::clear_boundary,
                   dialects::delete_where(shape.dialect, shape.candidate.target, condition),
                   reason);
}

Statement merge_rows(const CopyShape& shape, const std::vector<std::string>& keys) {
  const auto list = projections(shape, Removed::left_out);
  return statement(
      shape, Purpose::merge_copy,
      dialects::merge(shape.dialect, shape.candidate.target, list,
                      dialects::select(shape.dialect, list, shape.candidate.source), keys));
}

Statement create_view(const CopyShape& shape, bool materialized) {
  const std::string query = whole_query(shape);
  const auto& target = shape.candidate.target;
  return materialized
             ? statement(shape, Purpose::materialized_view,
                         dialects::create_materialized_view(shape.dialect, target, query))
             : statement(shape, Purpose::view, dialects::create_view(shape.dialect, target, query));
}

std::vector<std::string> shared_columns(const CopyShape& shape) {
  std::vector<std::string> names;
  for (const auto& column : columns_to_read(shape))
    if (!shape.target || shape.target->find(column)) names.push_back(column);
  return names;
}

}  // namespace leeway::pipeline
