#include <array>

#include "dialects/registry.h"

namespace leeway::dialects {
namespace {

using enum types::TypeKind;
using enum types::Parameters;
using types::Condition;
using types::TypePattern;
using types::WideningRow;

types::SpellingTable make_spellings() {
  using types::integer, types::floating, types::of_kind, types::timestamp, types::TimeZone;
  const types::SqlType string = types::text();
  const types::SqlType bits = of_kind(bit_string);
  return {.spellings = {{"BOOLEAN", of_kind(boolean)},
                        {"BOOL", of_kind(boolean)},
                        {"LOGICAL", of_kind(boolean)},
                        {"TINYINT", integer(8)},
                        {"INT1", integer(8)},
                        {"SMALLINT", integer(16)},
                        {"INT2", integer(16)},
                        {"INT16", integer(16)},
                        {"SHORT", integer(16)},
                        {"INTEGER", integer(32)},
                        {"INT", integer(32)},
                        {"INT4", integer(32)},
                        {"INT32", integer(32)},
                        {"INTEGRAL", integer(32)},
                        {"SIGNED", integer(32)},
                        {"BIGINT", integer(64)},
                        {"INT8", integer(64)},
                        {"INT64", integer(64)},
                        {"LONG", integer(64)},
                        {"OID", integer(64)},
                        {"HUGEINT", integer(128)},
                        {"INT128", integer(128)},
                        {"UTINYINT", integer(8, false)},
                        {"UINT8", integer(8, false)},
                        {"USMALLINT", integer(16, false)},
                        {"UINT16", integer(16, false)},
                        {"UINTEGER", integer(32, false)},
                        {"UINT32", integer(32, false)},
                        {"UBIGINT", integer(64, false)},
                        {"UINT64", integer(64, false)},
                        {"UHUGEINT", integer(128, false)},
                        {"UINT128", integer(128, false)},
                        {"BIGNUM", integer(types::unbounded_bits)},
                        {"VARINT", integer(types::unbounded_bits)},
                        {"DECIMAL", types::decimal(18, 3), precision_scale},
                        {"NUMERIC", types::decimal(18, 3), precision_scale},
                        {"DEC", types::decimal(18, 3), precision_scale},
                        {"FLOAT", floating(32), display_width},
                        {"FLOAT4", floating(32)},
                        {"REAL", floating(32)},
                        {"DOUBLE", floating(64)},
                        {"DOUBLE PRECISION", floating(64)},
                        {"FLOAT8", floating(64)},
                        // DuckDB accepts a length and forgets it.
                        {"VARCHAR", string, display_width},
                        {"TEXT", string, display_width},
                        {"STRING", string, display_width},
                        {"CHAR", string, display_width},
                        {"BPCHAR", string, display_width},
                        {"NVARCHAR", string, display_width},
                        {"CHARACTER", string, display_width},
                        {"CHARACTER VARYING", string, display_width},
                        {"CHAR VARYING", string, display_width},
                        {"BLOB", types::binary()},
                        {"BYTEA", types::binary()},
                        {"BINARY", types::binary()},
                        {"VARBINARY", types::binary()},
                        {"BIT", bits},
                        {"BITSTRING", bits},
                        {"DATE", of_kind(date)},
                        {"TIME", types::time(6)},
                        {"TIME WITHOUT TIME ZONE", types::time(6)},
                        {"TIME_NS", types::time(9)},
                        {"TIME WITH TIME ZONE", types::time(6, TimeZone::zoned)},
                        {"TIMETZ", types::time(6, TimeZone::zoned)},
                        {"TIMESTAMP_S", timestamp(0)},
                        {"TIMESTAMP_MS", timestamp(3)},
                        {"TIMESTAMP_NS", timestamp(9)},
                        {"TIMESTAMP", timestamp(6), fraction_digits},
                        {"DATETIME", timestamp(6), fraction_digits},
                        {"TIMESTAMP_US", timestamp(6)},
                        {"TIMESTAMP WITHOUT TIME ZONE", timestamp(6)},
                        {"TIMESTAMP WITH TIME ZONE", timestamp(6, TimeZone::zoned)},
                        {"TIMESTAMPTZ", timestamp(6, TimeZone::zoned)},
                        {"INTERVAL", of_kind(interval)},
                        {"JSON", of_kind(json)},
                        {"UUID", of_kind(uuid)},
                        {"GUID", of_kind(uuid)},
                        {"ENUM", of_kind(enumeration), labels},
                        {"MAP", of_kind(map), key_value},
                        {"STRUCT", of_kind(structure), fields},
                        {"ROW", of_kind(structure), fields},
                        {"UNION", of_kind(tagged_union), fields},
                        {"\"NULL\"", of_kind(null)}},
          .bracket_lists = true,
          .source = "https://duckdb.org/docs/stable/sql/data_types/overview",
          .fraction_steps = {0, 3, 6, 9}};
}

const types::SpellingTable& spellings() {
  static const types::SpellingTable table = make_spellings();
  return table;
}

constexpr std::string_view requirement = "requirements: safe type widenings, the default list";
constexpr std::string_view nested_page =
    "https://duckdb.org/docs/stable/sql/data_types/overview#nested--composite-types; "
    "every row is tried on the engine";

// The requirement's list to the letter: what it does not name (BIGINT to HUGEINT, INTEGER to
// DOUBLE, a growing scale, DATE to TIMESTAMP) is rebuilt, although some of it would lose nothing.
// Containers are judged by their parts; a field that only the new structure has is an added column.
constexpr TypePattern signed_integer(int bits) {
  return {.kind = integer, .bits = bits, .is_signed = 1};
}

constexpr auto widening_rows = std::to_array<WideningRow>({
    {signed_integer(8), signed_integer(16), Condition::always, requirement},
    {signed_integer(8), signed_integer(32), Condition::always, requirement},
    {signed_integer(8), signed_integer(64), Condition::always, requirement},
    {signed_integer(16), signed_integer(32), Condition::always, requirement},
    {signed_integer(16), signed_integer(64), Condition::always, requirement},
    {signed_integer(32), signed_integer(64), Condition::always, requirement},
    {{floating}, {floating}, Condition::bits_grow, requirement},
    {{decimal}, {decimal}, Condition::precision_grows_same_scale, requirement},
    {{text}, {text}, Condition::length_grows, requirement},
    {{integer}, {text}, Condition::text_holds_value, requirement},
    {{decimal}, {text}, Condition::text_holds_value, requirement},
    {{floating}, {text}, Condition::text_holds_value, requirement},
    {{boolean}, {text}, Condition::text_holds_value, requirement},
    {{structure}, {structure}, Condition::fields_added, nested_page},
    {{list}, {list}, Condition::always, nested_page},
    {{map}, {map}, Condition::always, nested_page},
});

}  // namespace

const Dialect& duckdb() {
  static constexpr Dialect record = {
      .name = "duckdb",
      .identifiers = {.case_rule = CaseRule::insensitive},
      .capabilities = {.transactional_ddl = true,
                       .replace = ReplaceForm::create_or_replace,
                       .alter_type = AlterTypeForm::alter_column_type,
                       .index_blocks_alter_type = true,
                       .enforces_text_length = false,
                       .max_decimal_precision = 38,
                       .infinities = true},
      .spellings = spellings,
      .widenings = widening_rows,
      .statements = {.create_materialized_view = "",
                     // The plain cast is a millisecond off near the end of the range.
                     .zoned_as_text = "CAST(make_timestamp(epoch_us({value})) AS VARCHAR) || '+00'",
                     .matches = "regexp_matches({value}, {pattern})",
                     // epoch() takes a DATE, TIMESTAMP or TIMESTAMPTZ; infinity gives NULL.
                     .seconds_since = "CAST(FLOOR(epoch(CAST({now} AS TIMESTAMPTZ)) - "
                                      "epoch({value})) AS BIGINT)",
                     .microsecond_timestamp = "TRY_CAST({value} AS TIMESTAMP)",
                     // epoch_us() needs no zone of the session; infinity gives NULL.
                     .utc_timestamp = "make_timestamp(epoch_us({value}))",
                     .utc_time = "(CAST({value} AS TIME) - to_seconds(CAST(date_part('timezone', "
                                 "{value}) AS BIGINT)))",
                     .sample = "USING SAMPLE {percent} PERCENT (bernoulli)"}};
  return record;
}

}  // namespace leeway::dialects
