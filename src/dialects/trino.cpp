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
  return {
      .spellings = {{"boolean", of_kind(boolean)},
                    {"tinyint", integer(8)},
                    {"smallint", integer(16)},
                    {"integer", integer(32)},
                    {"int", integer(32)},
                    {"bigint", integer(64)},
                    {"decimal", types::decimal(38, 0), precision_scale},
                    {"real", floating(32)},
                    {"double", floating(64)},
                    {"double precision", floating(64)},
                    {"varchar", types::text(), length},
                    {"char", fixed(types::text(1)), length},
                    {"varbinary", types::binary()},
                    {"date", of_kind(date)},
                    {"time", types::time(3), fraction_digits},
                    {"time without time zone", types::time(3), fraction_digits},
                    {"time with time zone", types::time(3, TimeZone::zoned), fraction_digits},
                    {"timestamp", timestamp(3), fraction_digits},
                    {"timestamp without time zone", timestamp(3), fraction_digits},
                    {"timestamp with time zone", timestamp(3, TimeZone::zoned), fraction_digits},
                    {"interval", of_kind(interval), qualifier},
                    {"json", of_kind(json)},
                    {"uuid", of_kind(uuid)},
                    {"array", of_kind(list), element},
                    {"map", of_kind(map), key_value},
                    {"row", of_kind(structure), fields},
                    {"unknown", of_kind(null)}},
      .source = "https://trino.io/docs/current/language/types.html"};
}

const types::SpellingTable& spellings() {
  static const types::SpellingTable table = make_spellings();
  return table;
}

constexpr std::string_view iceberg_page =
    "https://iceberg.apache.org/spec/#schema-evolution; "
    "https://trino.io/docs/current/connector/iceberg.html";

constexpr auto widening_rows = std::to_array<WideningRow>({
    {{integer, 32}, {integer, 64}, Condition::always, iceberg_page},
    {{floating, 32}, {floating, 64}, Condition::always, iceberg_page},
    {{decimal}, {decimal}, Condition::precision_grows_same_scale, iceberg_page},
});

}  // namespace

const Dialect& trino() {
  static constexpr Dialect record = {
      .name = "trino",
      .identifiers = {.case_rule = CaseRule::insensitive},
      .capabilities = {.replace = ReplaceForm::create_or_replace,
                       .alter_type = AlterTypeForm::alter_column_set_data_type,
                       .materialized_views = true,
                       .max_decimal_precision = 38},
      .spellings = spellings,
      .widenings = widening_rows,
      .statements = {.literals_convert = false,
                     .seconds_since = "CAST(FLOOR(to_unixtime(from_iso8601_timestamp({now})) - "
                                      "to_unixtime(CAST({value} AS TIMESTAMP(6) WITH TIME ZONE))) "
                                      "AS BIGINT)"}};
  return record;
}

}  // namespace leeway::dialects
