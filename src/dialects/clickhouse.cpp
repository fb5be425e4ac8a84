#include <array>

#include "dialects/registry.h"

namespace leeway::dialects {
namespace {

using enum types::TypeKind;
using enum types::Parameters;
using types::Condition;
using types::WideningRow;

types::SqlType with_bits(types::SqlType type, int bits) {
  type.bits = bits;
  return type;
}

types::SpellingTable make_spellings() {
  using types::integer, types::floating, types::of_kind, types::timestamp, types::TimeZone;
  types::SqlType nullable;
  nullable.nullable_wrapper = true;
  types::SqlType low_cardinality;
  low_cardinality.low_cardinality = true;
  types::SqlType fixed_string = types::binary(1);
  fixed_string.fixed_length = true;
  return {.spellings = {{"Nullable", nullable, wrapper},
                        {"LowCardinality", low_cardinality, wrapper},
                        {"Bool", of_kind(boolean)},
                        {"Boolean", of_kind(boolean)},
                        {"Int8", integer(8)},
                        {"TINYINT", integer(8)},
                        {"Int16", integer(16)},
                        {"SMALLINT", integer(16)},
                        {"Int32", integer(32)},
                        {"INT", integer(32)},
                        {"INTEGER", integer(32)},
                        {"Int64", integer(64)},
                        {"BIGINT", integer(64)},
                        {"Int128", integer(128)},
                        {"Int256", integer(256)},
                        {"UInt8", integer(8, false)},
                        {"UInt16", integer(16, false)},
                        {"UInt32", integer(32, false)},
                        {"UInt64", integer(64, false)},
                        {"UInt128", integer(128, false)},
                        {"UInt256", integer(256, false)},
                        {"Decimal", types::decimal(10, 0), precision_scale},
                        {"DEC", types::decimal(10, 0), precision_scale},
                        {"NUMERIC", types::decimal(10, 0), precision_scale},
                        {"Decimal32", types::decimal(9, 0), scale},
                        {"Decimal64", types::decimal(18, 0), scale},
                        {"Decimal128", types::decimal(38, 0), scale},
                        {"Decimal256", types::decimal(76, 0), scale},
                        {"BFloat16", floating(16)},
                        {"Float32", floating(32)},
                        {"FLOAT", floating(32)},
                        {"REAL", floating(32)},
                        {"Float64", floating(64)},
                        {"DOUBLE", floating(64)},
                        {"DOUBLE PRECISION", floating(64)},
                        {"String", types::text()},
                        {"TEXT", types::text(), display_width},
                        {"VARCHAR", types::text(), display_width},
                        {"CHAR", types::text(), display_width},
                        {"BLOB", types::text()},
                        {"FixedString", fixed_string, length},
                        {"Date", with_bits(of_kind(date), 16)},
                        {"Date32", with_bits(of_kind(date), 32)},
                        {"DateTime", with_bits(timestamp(0, TimeZone::zoned), 32), zone_name},
                        {"TIMESTAMP", with_bits(timestamp(0, TimeZone::zoned), 32), zone_name},
                        {"DateTime64", with_bits(timestamp(3, TimeZone::zoned), 64), fraction_zone},
                        {"JSON", of_kind(json)},
                        {"UUID", of_kind(uuid)},
                        {"Enum8", with_bits(of_kind(enumeration), 8), labels},
                        {"Enum16", with_bits(of_kind(enumeration), 16), labels},
                        {"Enum", with_bits(of_kind(enumeration), 8), labels},
                        {"Array", of_kind(list), element},
                        {"Map", of_kind(map), key_value},
                        {"Tuple", of_kind(structure), fields},
                        {"Variant", of_kind(tagged_union), fields},
                        {"Nothing", of_kind(null)}},
          .source = "https://clickhouse.com/docs/sql-reference/data-types",
          .backslash_escapes = true,
          .case_sensitive = true};
}

const types::SpellingTable& spellings() {
  static const types::SpellingTable table = make_spellings();
  return table;
}

constexpr std::string_view integer_page =
    "https://clickhouse.com/docs/sql-reference/data-types/int-uint";
constexpr std::string_view float_page =
    "https://clickhouse.com/docs/sql-reference/data-types/float";
constexpr std::string_view decimal_page =
    "https://clickhouse.com/docs/sql-reference/data-types/decimal";
constexpr std::string_view modify_page =
    "https://clickhouse.com/docs/sql-reference/statements/alter/column: values are converted as if "
    "toType were applied";

// Out stay T to Nullable(T), which changes metadata only, and DateTime64 with more digits, whose
// range is smaller.
constexpr auto widening_rows = std::to_array<WideningRow>({
    {{integer}, {integer}, Condition::integer_range_grows, integer_page},
    {{integer}, {floating}, Condition::float_holds_integer, float_page},
    {{integer}, {decimal}, Condition::integer_fits_decimal, decimal_page},
    {{floating}, {floating}, Condition::bits_grow, float_page},
    {{decimal}, {decimal}, Condition::digits_kept, decimal_page},
    {{integer}, {text}, Condition::text_holds_value, modify_page},
    {{decimal}, {text}, Condition::text_holds_value, modify_page},
    {{floating}, {text}, Condition::text_holds_value, modify_page},
    {{boolean}, {text}, Condition::text_holds_value, modify_page},
    {{enumeration},
     {enumeration},
     Condition::labels_appended,
     "https://clickhouse.com/docs/sql-reference/data-types/enum"},
});

}  // namespace

const Dialect& clickhouse() {
  static constexpr Dialect record = {
      .name = "clickhouse",
      .identifiers = {.quote_open = '`',
                      .quote_close = '`',
                      .backslash_escapes = true,
                      .case_rule = CaseRule::sensitive},
      .capabilities = {.replace = ReplaceForm::create_or_replace,
                       .alter_type = AlterTypeForm::modify_column,
                       .merge = false,
                       .materialized_views = true,
                       .max_decimal_precision = 76},
      .spellings = spellings,
      .widenings = widening_rows,
      .statements = {
          .string_escapes = StringEscapes::quote_doubled_backslash,
          .nullability_in_type = true,
          .create_schema = "CREATE DATABASE IF NOT EXISTS {schema}",
          .create_table = "CREATE TABLE {table} ENGINE = MergeTree ORDER BY tuple() AS\n{query}",
          .replace_table = "CREATE OR REPLACE TABLE {table} ENGINE = MergeTree "
                           "ORDER BY tuple() AS\n{query}",
          .create_materialized_view =
              "CREATE MATERIALIZED VIEW {table} ENGINE = MergeTree ORDER BY tuple() "
              "POPULATE AS\n{query}",
          .rename_table = "RENAME TABLE {table} TO {path}",
          .comment_on_table = "ALTER TABLE {table} MODIFY COMMENT {text}",
          .comment_on_column = "ALTER TABLE {table} COMMENT COLUMN {column} {text}",
          .except = "EXCEPT DISTINCT",
          .maximum = "maxOrNull({value})",
          .as_text = "CAST({value} AS Nullable(String))",
          .matches = "match({value}, {pattern})",
          .seconds_since = "dateDiff('second', {value}, toDateTime64({now_plain}, 3, 'UTC'))",
          .sample = "WHERE randCanonical() < {fraction}"}};
  return record;
}

}  // namespace leeway::dialects
