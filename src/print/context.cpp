#include "print/context.h"

#include <algorithm>

#include "base/text.h"
#include "print/encode.h"
#include "print/settings.h"

namespace leeway::print {
namespace {

std::string text_of(const FileSource& source, const std::string& path) {
  const auto text = source.read(path);
  return text ? *text : "";
}

ContextTable collect(const TablePrint& table, const TableFiles* files, const FileSource& source,
                     const ContextOptions& options) {
  ContextTable context{&table, "", {}, {}};
  if (options.description && table.has_description)
    context.description = text_of(source, table.path + "/description.md");
  if (options.annotations && files) {
    context.statistics_annotations = files->statistics_annotations.value;
    context.relationships_annotations = files->relationships_annotations.value;
  }
  return context;
}

Value encode_column_for(const ColumnPrint& column, const ContextOptions& options) {
  if (options.stats && options.purpose == ContextPurpose::profile) {
    ColumnPrint shown = column;
    shown.sketch.reset();
    return encode_column(shown);
  }
  Value value = make_map();
  value.set("sql_type", make_string(column.sql_type));
  if (column.nullable) value.set("nullable", make_bool(*column.nullable));
  if (!column.values || column.values_coverage != 1.0) return value;
  Value values = make_list();
  for (const auto& entry : *column.values)
    if (entry.value) values.items.push_back(*entry.value);
  value.set("values", std::move(values));
  return value;
}

Value encode_table(const ContextTable& context, const ContextOptions& options) {
  const TablePrint& table = *context.table;
  Value value = make_map();
  value.set("table", make_string(table.fqn));
  value.set("type", make_string(table.type));
  value.set("profiled_at", make_string(table.profiled_at));
  if (table.row_count) value.set("row_count", make_integer(*table.row_count));
  if (!context.description.empty()) value.set("description", make_string(context.description));
  if (options.ddl && table.ddl) value.set("ddl", make_string(*table.ddl));
  if (table.statistics) {
    Value columns = make_map();
    for (const auto& column : table.statistics->columns)
      columns.set(column.key, encode_column_for(column, options));
    value.set("columns", std::move(columns));
  }
  if (options.relationships && table.relationships) {
    const Value edges = encode_relationships(table);
    for (const auto* key : {"refers_to", "referenced_by"})
      if (const Value* list = edges.find(key)) value.set(key, *list);
  }
  if (context.statistics_annotations.kind == Value::Kind::map)
    value.set("statistics_annotations", context.statistics_annotations);
  if (context.relationships_annotations.kind == Value::Kind::map)
    value.set("relationships_annotations", context.relationships_annotations);
  return value;
}

}  // namespace

Result<Context> collect_context(const Print& print, const PrintFiles& files,
                                const FileSource& source, const ContextOptions& options) {
  Context context{print.connection, "", options, {}};
  if (options.annotations)
    if (const Value* notes = files.manifest_annotations.value.find("notes"))
      context.notes = notes->text;
  const std::string pattern = to_lower(options.target);
  std::vector<std::string> names;
  for (const auto& table : print.tables) {
    names.push_back(table.fqn);
    if (table.fqn != pattern && !name_matches(pattern, table.fqn)) continue;
    const auto found = std::ranges::find(files.tables, table.fqn, &TableFiles::fqn);
    context.tables.push_back(
        collect(table, found == files.tables.end() ? nullptr : &*found, source, options));
  }
  if (context.tables.empty())
    return fail(ErrorCode::not_found, "no table of print '{}' matches '{}'{}", print.connection,
                options.target, did_you_mean(pattern, names));
  return context;
}

Value encode_context(const Context& context) {
  Value document = make_map();
  document.set("connection", make_string(context.connection));
  if (!context.notes.empty()) document.set("notes", make_string(context.notes));
  Value tables = make_list();
  for (const auto& table : context.tables)
    tables.items.push_back(encode_table(table, context.options));
  document.set("tables", std::move(tables));
  return document;
}

}  // namespace leeway::print
