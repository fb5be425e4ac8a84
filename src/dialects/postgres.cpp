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
  types::SqlType binary_json = of_kind(json);
  binary_json.name = "binary";
  types::SqlType one_bit = fixed(of_kind(bit_string));
  one_bit.length = 1;
  const types::SqlType bits = of_kind(bit_string);
  return {
      .spellings = {{"boolean", of_kind(boolean)},
                    {"bool", of_kind(boolean)},
                    {"smallint", integer(16)},
                    {"int2", integer(16)},
                    {"smallserial", integer(16)},
                    {"integer", integer(32)},
                    {"int", integer(32)},
                    {"int4", integer(32)},
                    {"serial", integer(32)},
                    {"bigint", integer(64)},
                    {"int8", integer(64)},
                    {"bigserial", integer(64)},
                    {"numeric", of_kind(decimal), precision_scale},
                    {"decimal", of_kind(decimal), precision_scale},
                    {"dec", of_kind(decimal), precision_scale},
                    {"real", floating(32)},
                    {"float4", floating(32)},
                    {"double precision", floating(64)},
                    {"float8", floating(64)},
                    {"float", floating(64), float_precision},
                    {"text", types::text()},
                    {"character varying", types::text(), length},
                    {"varchar", types::text(), length},
                    {"character", fixed(types::text(1)), length},
                    {"char", fixed(types::text(1)), length},
                    {"bpchar", fixed(types::text()), length},
                    {"bytea", types::binary()},
                    {"bit varying", bits, length},
                    {"varbit", bits, length},
                    {"bit", one_bit, length},
                    {"date", of_kind(date)},
                    {"time without time zone", types::time(6), fraction_digits},
                    {"time", types::time(6), fraction_digits},
                    {"time with time zone", types::time(6, TimeZone::zoned), fraction_digits},
                    {"timetz", types::time(6, TimeZone::zoned), fraction_digits},
                    {"timestamp without time zone", timestamp(6), fraction_digits},
                    {"timestamp", timestamp(6), fraction_digits},
                    {"timestamp with time zone", timestamp(6, TimeZone::zoned), fraction_digits},
                    {"timestamptz", timestamp(6, TimeZone::zoned), fraction_digits},
                    {"interval", of_kind(interval), qualifier},
                    {"json", of_kind(json)},
                    {"jsonb", binary_json},
                    {"uuid", of_kind(uuid)}},
      .bracket_lists = true,
      .source = "https://www.postgresql.org/docs/current/datatype.html",
      .lists_have_shape = false};
}

const types::SpellingTable& spellings() {
  static const types::SpellingTable table = make_spellings();
  return table;
}

constexpr std::string_view numeric_page =
    "https://www.postgresql.org/docs/current/datatype-numeric.html";
constexpr std::string_view character_page =
    "https://www.postgresql.org/docs/current/datatype-character.html";
constexpr std::string_view datetime_page =
    "https://www.postgresql.org/docs/current/datatype-datetime.html";
constexpr std::string_view alter_page =
    "https://www.postgresql.org/docs/current/sql-altertable.html: an implicit or assignment cast "
    "from old to new data type";

constexpr auto widening_rows = std::to_array<WideningRow>({
    {{integer}, {integer}, Condition::integer_range_grows, numeric_page},
    {{integer}, {decimal}, Condition::integer_fits_decimal, numeric_page},
    {{integer}, {floating}, Condition::float_holds_integer, numeric_page},
    {{floating}, {floating}, Condition::bits_grow, numeric_page},
    {{decimal}, {decimal}, Condition::digits_kept, numeric_page},
    {{text}, {text}, Condition::length_grows, character_page},
    {{bit_string},
     {bit_string},
     Condition::length_grows,
     "https://www.postgresql.org/docs/current/datatype-bit.html"},
    {{time}, {time}, Condition::fraction_digits_grow, datetime_page},
    {{timestamp}, {timestamp}, Condition::fraction_digits_grow, datetime_page},
    {{integer}, {text}, Condition::text_holds_value, alter_page},
    {{decimal}, {text}, Condition::text_holds_value, alter_page},
    {{boolean}, {text}, Condition::text_holds_value, alter_page},
    // Floating-point values print in their shortest precise form.
    {{floating}, {text}, Condition::text_holds_value, numeric_page},
});

}  // namespace

const Dialect& postgres() {
  static constexpr Dialect record = {
      .name = "postgres",
      .identifiers = {.case_rule = CaseRule::folds_to_lower, .max_length = 63},
      .capabilities = {.transactional_ddl = true,
                       .replace = ReplaceForm::transaction,
                       .alter_type = AlterTypeForm::alter_column_type,
                       .materialized_views = true,
                       .max_decimal_precision = 1000,
                       .infinities = true},
      .spellings = spellings,
      .widenings = widening_rows,
      .statements = {.create_materialized_view = "CREATE MATERIALIZED VIEW {table} AS\n{query}",
                     .matches = "{value} ~ {pattern}",
                     .seconds_since = "CAST(FLOOR(EXTRACT(EPOCH FROM CAST({now} AS TIMESTAMPTZ)) - "
                                      "EXTRACT(EPOCH FROM {value})) AS BIGINT)"}};
  return record;
}

}  // namespace leeway::dialects
