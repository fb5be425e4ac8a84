// How an engine writes what engines write differently, as data: one record a dialect, read by
// statements.cpp and checks.cpp. A form is SQL text with {words} in it; the words are replaced in
// one pass by text that is already quoted. The defaults are the forms most engines share.
#pragma once

#include <string_view>

namespace leeway::dialects {

// How a quote and a backslash are written inside '...'.
enum class StringEscapes {
  quote_doubled,            // a backslash is an ordinary character
  quote_doubled_backslash,  // '' for a quote, \\ for a backslash
  backslash,                // \' and \\ and, as a literal cannot span lines, \n and \r
};

// The MERGE of an engine that has one (Capabilities::merge).
enum class MergeForm {
  conditional,    // WHEN MATCHED AND ... : a row that is equal is not written again
  unconditional,  // both WHEN clauses must stand and take no condition; the target has no alias
};

// The names a CAST takes: the column types, or MySQL's own short list.
enum class CastNames { column_types, mysql };

struct StatementForms {
  StringEscapes string_escapes = StringEscapes::quote_doubled;
  CastNames cast_names = CastNames::column_types;
  MergeForm merge = MergeForm::conditional;
  // ClickHouse: whether a column holds NULL is said by its type alone.
  bool nullability_in_type = false;
  // A text literal is compared with a column of another type by converting the literal.
  bool literals_convert = true;

  std::string_view create_catalog = {};  // {catalog}; empty where leeway cannot create one
  std::string_view create_schema = "CREATE SCHEMA IF NOT EXISTS {schema}";
  std::string_view create_table = "CREATE TABLE {table} AS\n{query}";
  std::string_view replace_table = "CREATE OR REPLACE TABLE {table} AS\n{query}";
  std::string_view create_view = "CREATE OR REPLACE VIEW {table} AS\n{query}";
  // Empty where the engine has none.
  std::string_view create_materialized_view =
      "CREATE OR REPLACE MATERIALIZED VIEW {table} AS\n{query}";
  // {table}; {name} is the new name alone, {path} the new name with catalog and schema.
  std::string_view rename_table = "ALTER TABLE {table} RENAME TO {name}";
  std::string_view add_column = "ALTER TABLE {table} ADD COLUMN {column} {type}";
  std::string_view comment_on_table = "COMMENT ON TABLE {table} IS {text}";
  // Empty where a comment cannot be set without saying the column's definition again (MySQL).
  std::string_view comment_on_column = "COMMENT ON COLUMN {table}.{column} IS {text}";

  std::string_view except = "EXCEPT";  // removes duplicates
  std::string_view distinct_from = "{a} IS DISTINCT FROM {b}";
  std::string_view maximum = "MAX({value})";  // NULL over no rows
  std::string_view as_text = "CAST({value} AS VARCHAR)";
  // The same for a timestamp with time zone, where the plain cast does not come back as it was.
  std::string_view zoned_as_text = {};
  std::string_view matches = "regexp_like({value}, {pattern})";  // somewhere in the value
  // Seconds from {value} (a date or timestamp; one without zone counts as UTC) to the instant {now}
  // (RFC 3339, UTC, quoted); {now_plain} is the same without T and Z. Rounded down.
  std::string_view seconds_since = {};
  // A timestamp or date {value} at the start of its {unit}: day, week (Monday), month.
  std::string_view date_trunc = "date_trunc('{unit}', {value})";
  // A timestamp without zone of any resolution as one of microseconds; NULL where it has none.
  std::string_view microsecond_timestamp = "CAST({value} AS TIMESTAMP)";
  // An instant as a timestamp without zone, in UTC; a time with offset as a time, in UTC.
  std::string_view utc_timestamp = "({value} AT TIME ZONE 'UTC')";
  std::string_view utc_time = "({value} AT TIME ZONE 'UTC')";
  // The last eight bytes of the MD5 of a text, as 16 lower-case hexadecimal digits.
  std::string_view md5_tail = "substr(md5({value}), 17, 16)";
  // Put after FROM <table>; {percent} is 0 to 100, {fraction} 0 to 1.
  std::string_view sample = "TABLESAMPLE BERNOULLI ({percent})";
};

}  // namespace leeway::dialects
