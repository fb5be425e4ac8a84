#include <array>

#include "dialects/registry.h"

namespace leeway::dialects {
namespace {

using enum types::TypeKind;
using enum types::Parameters;
using types::Condition;
using types::WideningRow;

types::SqlType fixed(types::SqlType type) {
  type.fixed_length = true;
  return type;
}

types::SpellingTable make_spellings() {
  using types::integer, types::floating, types::of_kind, types::timestamp, types::TimeZone;
  return {.spellings = {{"BOOLEAN", of_kind(boolean)},
                        {"TINYINT", integer(8)},
                        {"BYTE", integer(8)},
                        {"SMALLINT", integer(16)},
                        {"SHORT", integer(16)},
                        {"INT", integer(32)},
                        {"INTEGER", integer(32)},
                        {"BIGINT", integer(64)},
                        {"LONG", integer(64)},
                        {"DECIMAL", types::decimal(10, 0), precision_scale},
                        {"DEC", types::decimal(10, 0), precision_scale},
                        {"NUMERIC", types::decimal(10, 0), precision_scale},
                        {"FLOAT", floating(32)},
                        {"REAL", floating(32)},
                        {"DOUBLE", floating(64)},
                        {"STRING", types::text()},
                        {"VARCHAR", types::text(), length},
                        {"CHAR", fixed(types::text()), length},
                        {"CHARACTER", fixed(types::text()), length},
                        {"BINARY", types::binary()},
                        {"DATE", of_kind(date)},
                        {"TIMESTAMP", timestamp(6, TimeZone::session)},
                        {"TIMESTAMP_LTZ", timestamp(6, TimeZone::session)},
                        {"TIMESTAMP_NTZ", timestamp(6)},
                        {"INTERVAL", of_kind(interval), qualifier},
                        {"ARRAY", of_kind(list), element},
                        {"MAP", of_kind(map), key_value},
                        {"STRUCT", of_kind(structure), fields},
                        {"VOID", of_kind(null)}},
          .open = '<',
          .field_separator = ": ",
          .source = "https://docs.databricks.com/aws/en/sql/language-manual/sql-ref-datatypes"};
}

const types::SpellingTable& spellings() {
  static const types::SpellingTable table = make_spellings();
  return table;
}

constexpr std::string_view widening_page = "https://docs.databricks.com/aws/en/delta/type-widening";
constexpr std::string_view varchar_page =
    "requirements: the default list; "
    "https://docs.databricks.com/aws/en/sql/language-manual/data-types/varchar-type";
// The smallest decimals Delta takes for an integer: DECIMAL(10,0), and DECIMAL(20,0) for a BIGINT.
constexpr int digits_of_int = 10;
constexpr int digits_of_bigint = 20;

// DATE to TIMESTAMP_NTZ, which Delta has, stays out by the requirements; so does everything to
// STRING, which Delta refuses.
constexpr auto widening_rows = std::to_array<WideningRow>({
    {{integer}, {integer}, Condition::integer_range_grows, widening_page},
    {{integer, 8}, {floating, 64}, Condition::float_holds_integer, widening_page},
    {{integer, 16}, {floating, 64}, Condition::float_holds_integer, widening_page},
    {{integer, 32}, {floating, 64}, Condition::float_holds_integer, widening_page},
    {{integer, 8}, {decimal}, Condition::integer_fits_decimal, widening_page, digits_of_int},
    {{integer, 16}, {decimal}, Condition::integer_fits_decimal, widening_page, digits_of_int},
    {{integer, 32}, {decimal}, Condition::integer_fits_decimal, widening_page, digits_of_int},
    {{integer, 64}, {decimal}, Condition::integer_fits_decimal, widening_page, digits_of_bigint},
    {{floating}, {floating}, Condition::bits_grow, widening_page},
    {{decimal}, {decimal}, Condition::digits_kept, widening_page},
    {{text}, {text}, Condition::length_grows, varchar_page},
});

}  // namespace

const Dialect& databricks() {
  static constexpr Dialect record = {
      .name = "databricks",
      .identifiers = {.quote_open = '`',
                      .quote_close = '`',
                      .case_rule = CaseRule::insensitive,
                      .max_length = 255},
      .capabilities = {.replace = ReplaceForm::create_or_replace,
                       .alter_type = AlterTypeForm::alter_column_type,
                       .widen_prelude = "ALTER TABLE {table} SET TBLPROPERTIES "
                                        "('delta.enableTypeWidening' = 'true')",
                       .create_catalog = true,
                       .materialized_views = true,
                       .change_marker = true,
                       .max_decimal_precision = 38},
      .spellings = spellings,
      .widenings = widening_rows,
      .statements = {
          .string_escapes = StringEscapes::backslash,
          .create_catalog = "CREATE CATALOG IF NOT EXISTS {catalog}",
          .rename_table = "ALTER TABLE {table} RENAME TO {path}",
          .comment_on_column = "ALTER TABLE {table} ALTER COLUMN {column} COMMENT {text}",
          .distinct_from = "NOT ({a} <=> {b})",
          .as_text = "CAST({value} AS STRING)",
          .matches = "{value} RLIKE {pattern}",
          .seconds_since = "CAST(CAST({now} AS TIMESTAMP) AS BIGINT) - "
                           "CAST(CAST({value} AS TIMESTAMP) AS BIGINT)",
          .sample = "TABLESAMPLE ({percent} PERCENT)"}};
  return record;
}

}  // namespace leeway::dialects
