#include "base/text.h"
#include "dialects/casts.h"
#include "dialects/forms.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

std::string with_query(const Dialect& dialect, std::string_view form,
                       const catalog::TableName& target, std::string_view query) {
  return fill(form, {{"{table}", quote(dialect, target)}, {"{query}", query}});
}

}  // namespace

std::string create_catalog(const Dialect& dialect, std::string_view name) {
  return fill(dialect.statements.create_catalog, {{"{catalog}", quote(dialect, name)}});
}

std::string create_schema(const Dialect& dialect, const catalog::SchemaName& name) {
  return fill(dialect.statements.create_schema, {{"{schema}", quote(dialect, name)}});
}

std::string create_table_as(const Dialect& dialect, const catalog::TableName& target,
                            std::string_view query) {
  return with_query(dialect, dialect.statements.create_table, target, query);
}

std::string create_or_replace_table_as(const Dialect& dialect, const catalog::TableName& target,
                                       std::string_view query) {
  return with_query(dialect, dialect.statements.replace_table, target, query);
}

std::string create_view(const Dialect& dialect, const catalog::TableName& target,
                        std::string_view query) {
  return with_query(dialect, dialect.statements.create_view, target, query);
}

std::string create_materialized_view(const Dialect& dialect, const catalog::TableName& target,
                                     std::string_view query) {
  return with_query(dialect, dialect.statements.create_materialized_view, target, query);
}

std::string drop_table(const Dialect& dialect, const catalog::TableName& target) {
  return "DROP TABLE IF EXISTS " + quote(dialect, target);
}

std::string drop_view(const Dialect& dialect, const catalog::TableName& target) {
  return "DROP VIEW IF EXISTS " + quote(dialect, target);
}

std::string rename_table(const Dialect& dialect, const catalog::TableName& from,
                         std::string_view to) {
  const catalog::TableName renamed{from.catalog, from.schema, std::string(to)};
  return fill(dialect.statements.rename_table, {{"{table}", quote(dialect, from)},
                                                {"{name}", quote(dialect, to)},
                                                {"{path}", quote(dialect, renamed)}});
}

std::string add_column(const Dialect& dialect, const catalog::TableName& target,
                       std::string_view column, const types::SqlType& type) {
  return fill(dialect.statements.add_column,
              {{"{table}", quote(dialect, target)},
               {"{column}", quote(dialect, column)},
               {"{type}", render_type(dialect, with_nullability(dialect, type, true))}});
}

std::string alter_column_type(const Dialect& dialect, const catalog::TableName& target,
                              std::string_view column, const types::SqlType& type, bool nullable) {
  const std::string table = quote(dialect, target);
  const std::string name = quote(dialect, column);
  const std::string text = render_type(dialect, with_nullability(dialect, type, nullable));
  switch (dialect.capabilities.alter_type) {
    case AlterTypeForm::alter_column_type:
      return fmt::format("ALTER TABLE {} ALTER COLUMN {} TYPE {}", table, name, text);
    case AlterTypeForm::alter_column_set_data_type:
      return fmt::format("ALTER TABLE {} ALTER COLUMN {} SET DATA TYPE {}", table, name, text);
    case AlterTypeForm::modify_column:
      break;
  }
  // MODIFY COLUMN says the column anew: what it does not say is lost.
  const std::string_view null = dialect.statements.nullability_in_type ? ""
                                : nullable                             ? " NULL"
                                                                       : " NOT NULL";
  return fmt::format("ALTER TABLE {} MODIFY COLUMN {} {}{}", table, name, text, null);
}

std::optional<std::string> widen_prelude(const Dialect& dialect, const catalog::TableName& target) {
  if (dialect.capabilities.widen_prelude.empty()) return std::nullopt;
  return fill(dialect.capabilities.widen_prelude, {{"{table}", quote(dialect, target)}});
}

std::string comment_on_table(const Dialect& dialect, const catalog::TableName& target,
                             std::string_view comment) {
  return fill(dialect.statements.comment_on_table,
              {{"{table}", quote(dialect, target)}, {"{text}", string_literal(dialect, comment)}});
}

std::string comment_on_column(const Dialect& dialect, const catalog::TableName& target,
                              std::string_view column, std::string_view comment) {
  return fill(dialect.statements.comment_on_column, {{"{table}", quote(dialect, target)},
                                                     {"{column}", quote(dialect, column)},
                                                     {"{text}", string_literal(dialect, comment)}});
}

}  // namespace leeway::dialects
