#include <array>

#include "dialects/registry.h"

namespace leeway::dialects {
namespace {

using enum types::TypeKind;
using enum types::Parameters;
using types::Condition;
using types::WideningRow;

types::SpellingTable make_spellings() {
  using types::integer, types::floating, types::of_kind, types::timestamp, types::TimeZone;
  return {.spellings = {{"BOOL", of_kind(boolean)},
                        {"BOOLEAN", of_kind(boolean)},
                        {"INT64", integer(64)},
                        {"INT", integer(64)},
                        {"INTEGER", integer(64)},
                        {"BIGINT", integer(64)},
                        {"SMALLINT", integer(64)},
                        {"TINYINT", integer(64)},
                        {"BYTEINT", integer(64)},
                        {"NUMERIC", types::decimal(38, 9), precision_scale, true},
                        {"DECIMAL", types::decimal(38, 9), precision_scale, true},
                        {"BIGNUMERIC", types::decimal(76, 38), precision_scale, true},
                        {"BIGDECIMAL", types::decimal(76, 38), precision_scale, true},
                        {"FLOAT64", floating(64)},
                        {"FLOAT", floating(64)},
                        {"STRING", types::text(), length},
                        {"BYTES", types::binary(), length},
                        {"DATE", of_kind(date)},
                        {"TIME", types::time(6)},
                        {"DATETIME", timestamp(6)},
                        {"TIMESTAMP", timestamp(6, TimeZone::zoned), fraction_digits},
                        {"INTERVAL", of_kind(interval)},
                        {"JSON", of_kind(json)},
                        {"ARRAY", of_kind(list), element},
                        {"STRUCT", of_kind(structure), fields},
                        {"RECORD", of_kind(structure), fields}},
          .open = '<',
          .source = "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types",
          .backslash_escapes = true};
}

const types::SpellingTable& spellings() {
  static const types::SpellingTable table = make_spellings();
  return table;
}

constexpr std::string_view alter_page =
    "requirements: BigQuery; https://cloud.google.com/bigquery/docs/reference/standard-sql/"
    "data-definition-language#alter_column_set_data_type_statement";
constexpr types::TypePattern whole_numeric{.kind = decimal, .precision = 38, .scale = 9};
constexpr types::TypePattern whole_bignumeric{.kind = decimal, .precision = 76, .scale = 38};

// Only the bare types: NUMERIC(p, s) never matches.
constexpr auto widening_rows = std::to_array<WideningRow>({
    {{integer}, whole_numeric, Condition::integer_fits_decimal, alter_page},
    {{integer}, whole_bignumeric, Condition::integer_fits_decimal, alter_page},
    {whole_numeric, whole_bignumeric, Condition::digits_kept, alter_page},
});

}  // namespace

const Dialect& bigquery() {
  static constexpr Dialect record = {
      .name = "bigquery",
      // Tables are told apart by case, columns are not.
      .identifiers = {.quote_open = '`',
                      .quote_close = '`',
                      .backslash_escapes = true,
                      .case_rule = CaseRule::sensitive,
                      .max_length = 1024},
      .capabilities = {.replace = ReplaceForm::create_or_replace,
                       .alter_type = AlterTypeForm::alter_column_set_data_type,
                       .materialized_views = true,
                       .max_decimal_precision = 76},
      .spellings = spellings,
      .widenings = widening_rows,
      .statements = {.string_escapes = StringEscapes::backslash,
                     .literals_convert = false,
                     .comment_on_table = "ALTER TABLE {table} SET OPTIONS (description = {text})",
                     .comment_on_column = "ALTER TABLE {table} ALTER COLUMN {column} "
                                          "SET OPTIONS (description = {text})",
                     .except = "EXCEPT DISTINCT",
                     .as_text = "CAST({value} AS STRING)",
                     .matches = "REGEXP_CONTAINS({value}, {pattern})",
                     .seconds_since = "TIMESTAMP_DIFF(CAST({now} AS TIMESTAMP), "
                                      "CAST({value} AS TIMESTAMP), SECOND)",
                     .sample = "TABLESAMPLE SYSTEM ({percent} PERCENT)"}};
  return record;
}

}  // namespace leeway::dialects
