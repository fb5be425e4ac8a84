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
  constexpr int default_length = 256;
  constexpr int most_text = 65'535;
  constexpr int most_char = 4'096;
  constexpr int default_varbyte = 64'000;
  return {.spellings = {{"boolean", of_kind(boolean)},
                        {"bool", of_kind(boolean)},
                        {"smallint", integer(16)},
                        {"int2", integer(16)},
                        {"integer", integer(32)},
                        {"int", integer(32)},
                        {"int4", integer(32)},
                        {"bigint", integer(64)},
                        {"int8", integer(64)},
                        {"numeric", types::decimal(18, 0), precision_scale},
                        {"decimal", types::decimal(18, 0), precision_scale},
                        {"real", floating(32)},
                        {"float4", floating(32)},
                        {"double precision", floating(64)},
                        {"float8", floating(64)},
                        {"float", floating(64)},
                        {"varchar(max)", types::text(most_text)},
                        {"character varying(max)", types::text(most_text)},
                        {"nvarchar(max)", types::text(most_text)},
                        {"char(max)", fixed(types::text(most_char))},
                        {"character varying", types::text(default_length), length},
                        {"varchar", types::text(default_length), length},
                        {"nvarchar", types::text(default_length), length},
                        {"text", types::text(default_length)},
                        {"bpchar", fixed(types::text(default_length))},
                        {"character", fixed(types::text(1)), length},
                        {"char", fixed(types::text(1)), length},
                        {"nchar", fixed(types::text(1)), length},
                        {"binary varying", types::binary(default_varbyte), length},
                        {"varbinary", types::binary(default_varbyte), length},
                        {"varbyte", types::binary(default_varbyte), length},
                        {"date", of_kind(date)},
                        {"time without time zone", types::time(6)},
                        {"time", types::time(6)},
                        {"time with time zone", types::time(6, TimeZone::zoned)},
                        {"timetz", types::time(6, TimeZone::zoned)},
                        {"timestamp without time zone", timestamp(6)},
                        {"timestamp", timestamp(6)},
                        {"timestamp with time zone", timestamp(6, TimeZone::zoned)},
                        {"timestamptz", timestamp(6, TimeZone::zoned)},
                        {"interval", of_kind(interval), qualifier}},
          .source = "https://docs.aws.amazon.com/redshift/latest/dg/c_Supported_data_types.html"};
}

const types::SpellingTable& spellings() {
  static const types::SpellingTable table = make_spellings();
  return table;
}

// The size of a VARCHAR is the only thing about a type that ALTER TABLE changes.
constexpr auto widening_rows = std::to_array<WideningRow>({
    {{text},
     {text},
     Condition::length_grows,
     "https://docs.aws.amazon.com/redshift/latest/dg/r_ALTER_TABLE.html"},
});

}  // namespace

const Dialect& redshift() {
  static constexpr Dialect record = {
      .name = "redshift",
      // Names fold to lower case even when quoted.
      .identifiers = {.case_rule = CaseRule::insensitive, .max_length = 127},
      .capabilities = {.transactional_ddl = true,
                       .replace = ReplaceForm::transaction,
                       .alter_type = AlterTypeForm::alter_column_type,
                       .materialized_views = true,
                       .max_decimal_precision = 38},
      .spellings = spellings,
      .widenings = widening_rows,
      .statements = {.string_escapes = StringEscapes::quote_doubled_backslash,
                     // https://docs.aws.amazon.com/redshift/latest/dg/r_MERGE.html
                     .merge = MergeForm::unconditional,
                     .create_materialized_view = "CREATE MATERIALIZED VIEW {table} AS\n{query}",
                     .distinct_from = "({a} <> {b} OR ({a} IS NULL) <> ({b} IS NULL))",
                     .matches = "{value} ~ {pattern}",
                     .seconds_since =
                         "CAST(FLOOR(EXTRACT(EPOCH FROM CAST({now_plain} AS TIMESTAMP)) - "
                         "EXTRACT(EPOCH FROM {value})) AS BIGINT)",
                     .sample = "WHERE RANDOM() < {fraction}"}};
  return record;
}

}  // namespace leeway::dialects
