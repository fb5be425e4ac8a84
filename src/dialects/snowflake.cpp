#include <array>

#include "dialects/registry.h"

namespace leeway::dialects {
namespace {

using enum types::TypeKind;
using enum types::Parameters;
using types::Condition;
using types::WideningRow;

types::SpellingTable make_spellings() {
  using types::floating, types::of_kind, types::timestamp, types::TimeZone;
  constexpr int most_text = 16'777'216;
  constexpr int most_binary = 8'388'608;
  const types::SqlType number = types::decimal(38, 0);
  const types::SqlType string = types::text(most_text);
  const types::SqlType bytes = types::binary(most_binary);
  return {
      .spellings = {{"BOOLEAN", of_kind(boolean)},
                    {"NUMBER", number, precision_scale},
                    {"DECIMAL", number, precision_scale},
                    {"DEC", number, precision_scale},
                    {"NUMERIC", number, precision_scale},
                    {"INT", number},
                    {"INTEGER", number},
                    {"BIGINT", number},
                    {"SMALLINT", number},
                    {"TINYINT", number},
                    {"BYTEINT", number},
                    {"FLOAT", floating(64)},
                    {"FLOAT4", floating(64)},
                    {"FLOAT8", floating(64)},
                    {"DOUBLE", floating(64)},
                    {"DOUBLE PRECISION", floating(64)},
                    {"REAL", floating(64)},
                    {"VARCHAR", string, length},
                    {"STRING", string, length},
                    {"TEXT", string, length},
                    {"NVARCHAR", string, length},
                    {"NVARCHAR2", string, length},
                    {"CHAR VARYING", string, length},
                    {"CHARACTER VARYING", string, length},
                    {"NCHAR VARYING", string, length},
                    {"CHAR", types::text(1), length},
                    {"CHARACTER", types::text(1), length},
                    {"NCHAR", types::text(1), length},
                    {"BINARY", bytes, length},
                    {"VARBINARY", bytes, length},
                    {"DATE", of_kind(date)},
                    {"TIME", types::time(9), fraction_digits},
                    {"TIMESTAMP_NTZ", timestamp(9), fraction_digits},
                    {"TIMESTAMPNTZ", timestamp(9), fraction_digits},
                    {"TIMESTAMP WITHOUT TIME ZONE", timestamp(9), fraction_digits},
                    {"DATETIME", timestamp(9), fraction_digits},
                    // TIMESTAMP_TYPE_MAPPING says what TIMESTAMP means; this is its default.
                    {"TIMESTAMP", timestamp(9), fraction_digits},
                    {"TIMESTAMP_LTZ", timestamp(9, TimeZone::session), fraction_digits},
                    {"TIMESTAMPLTZ", timestamp(9, TimeZone::session), fraction_digits},
                    {"TIMESTAMP WITH LOCAL TIME ZONE", timestamp(9, TimeZone::session),
                     fraction_digits},
                    {"TIMESTAMP_TZ", timestamp(9, TimeZone::zoned), fraction_digits},
                    {"TIMESTAMPTZ", timestamp(9, TimeZone::zoned), fraction_digits},
                    {"TIMESTAMP WITH TIME ZONE", timestamp(9, TimeZone::zoned), fraction_digits},
                    {"ARRAY", of_kind(list), element},
                    {"MAP", of_kind(map), key_value},
                    {"OBJECT", of_kind(structure), fields}},
      .source = "https://docs.snowflake.com/en/sql-reference/intro-summary-data-types"};
}

const types::SpellingTable& spellings() {
  static const types::SpellingTable table = make_spellings();
  return table;
}

constexpr std::string_view alter_page =
    "requirements: Snowflake; https://docs.snowflake.com/en/sql-reference/sql/alter-table-column";

constexpr auto widening_rows = std::to_array<WideningRow>({
    {{decimal}, {decimal}, Condition::precision_grows_same_scale, alter_page},
    {{text}, {text}, Condition::length_grows, alter_page},
});

}  // namespace

const Dialect& snowflake() {
  static constexpr Dialect record = {
      .name = "snowflake",
      .identifiers = {.case_rule = CaseRule::folds_to_upper, .max_length = 255},
      .capabilities = {.replace = ReplaceForm::create_or_replace,
                       .alter_type = AlterTypeForm::alter_column_set_data_type,
                       .create_catalog = true,
                       .materialized_views = true,
                       .max_decimal_precision = 38},
      .spellings = spellings,
      .widenings = widening_rows,
      .statements = {.string_escapes = StringEscapes::quote_doubled_backslash,
                     .create_catalog = "CREATE DATABASE IF NOT EXISTS {catalog}",
                     // A name alone would move the table to the connection's schema.
                     .rename_table = "ALTER TABLE {table} RENAME TO {path}",
                     // REGEXP_LIKE matches the whole value only.
                     .matches = "REGEXP_INSTR({value}, {pattern}) > 0",
                     .seconds_since = "DATE_PART(epoch_second, CAST({now} AS TIMESTAMP_TZ)) - "
                                      "DATE_PART(epoch_second, {value})",
                     .sample = "SAMPLE ({percent})"}};
  return record;
}

}  // namespace leeway::dialects
