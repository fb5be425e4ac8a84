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

// TINYTEXT to LONGTEXT, TINYBLOB to LONGBLOB: the length has so many bits.
types::SqlType sized(types::SqlType type, int bits) {
  type.bits = bits;
  type.length = (1LL << bits) - 1;
  return type;
}

types::SpellingTable make_spellings() {
  using types::integer, types::floating, types::of_kind, types::timestamp, types::TimeZone;
  types::SqlType one_bit = of_kind(bit_string);
  one_bit.length = 1;
  return {.spellings = {{"BOOLEAN", of_kind(boolean)},
                        {"BOOL", of_kind(boolean)},
                        {"TINYINT(1)", of_kind(boolean)},
                        {"TINYINT", integer(8), display_width},
                        {"SMALLINT", integer(16), display_width},
                        {"MEDIUMINT", integer(24), display_width},
                        {"INT", integer(32), display_width},
                        {"INTEGER", integer(32), display_width},
                        {"BIGINT", integer(64), display_width},
                        {"SERIAL", integer(64, false)},
                        {"DECIMAL", types::decimal(10, 0), precision_scale},
                        {"NUMERIC", types::decimal(10, 0), precision_scale},
                        {"DEC", types::decimal(10, 0), precision_scale},
                        {"FIXED", types::decimal(10, 0), precision_scale},
                        {"FLOAT", floating(32), float_precision},
                        {"DOUBLE", floating(64), float_precision},
                        {"DOUBLE PRECISION", floating(64), float_precision},
                        {"REAL", floating(64), float_precision},
                        {"VARCHAR", types::text(), length},
                        {"CHARACTER VARYING", types::text(), length},
                        {"NVARCHAR", types::text(), length},
                        {"CHAR", fixed(types::text(1)), length},
                        {"CHARACTER", fixed(types::text(1)), length},
                        {"TINYTEXT", sized(types::text(), 8)},
                        {"TEXT", sized(types::text(), 16)},
                        {"MEDIUMTEXT", sized(types::text(), 24)},
                        {"LONGTEXT", sized(types::text(), 32)},
                        {"VARBINARY", types::binary(), length},
                        {"BINARY", fixed(types::binary(1)), length},
                        {"TINYBLOB", sized(types::binary(), 8)},
                        {"BLOB", sized(types::binary(), 16)},
                        {"MEDIUMBLOB", sized(types::binary(), 24)},
                        {"LONGBLOB", sized(types::binary(), 32)},
                        {"BIT", one_bit, length},
                        {"DATE", of_kind(date)},
                        {"TIME", types::time(0), fraction_digits},
                        {"DATETIME", timestamp(0), fraction_digits},
                        {"TIMESTAMP", timestamp(0, TimeZone::session), fraction_digits},
                        {"JSON", of_kind(json)},
                        {"UUID", of_kind(uuid)},
                        {"ENUM", of_kind(enumeration), labels}},
          .unsigned_suffix = true,
          .source = "https://dev.mysql.com/doc/refman/8.4/en/data-types.html",
          .backslash_escapes = true};
}

const types::SpellingTable& spellings() {
  static const types::SpellingTable table = make_spellings();
  return table;
}

constexpr std::string_view numeric_page =
    "https://dev.mysql.com/doc/refman/8.4/en/numeric-types.html";
constexpr std::string_view string_page =
    "https://dev.mysql.com/doc/refman/8.4/en/string-types.html";
constexpr std::string_view fraction_page =
    "https://dev.mysql.com/doc/refman/8.4/en/fractional-seconds.html";
constexpr std::string_view online_page =
    "https://dev.mysql.com/doc/refman/8.4/en/innodb-online-ddl-operations.html";

// FLOAT to text stays out: it prints six digits.
constexpr auto widening_rows = std::to_array<WideningRow>({
    {{integer}, {integer}, Condition::integer_range_grows, numeric_page},
    {{boolean}, {.kind = integer, .is_signed = 1}, Condition::always, numeric_page},
    {{integer}, {decimal}, Condition::integer_fits_decimal, numeric_page},
    {{integer}, {.kind = floating, .bits = 64}, Condition::float_holds_integer, numeric_page},
    {{floating}, {floating}, Condition::bits_grow, numeric_page},
    {{decimal}, {decimal}, Condition::digits_kept, numeric_page},
    {{text}, {text}, Condition::length_grows, string_page},
    {{binary}, {binary}, Condition::length_grows, string_page},
    {{time}, {time}, Condition::fraction_digits_grow, fraction_page},
    {{timestamp}, {timestamp}, Condition::fraction_digits_grow, fraction_page},
    {{integer}, {text}, Condition::text_holds_value, string_page},
    {{decimal}, {text}, Condition::text_holds_value, string_page},
    {{boolean}, {text}, Condition::text_holds_value, string_page},
    {{enumeration}, {enumeration}, Condition::labels_appended, online_page},
});

}  // namespace

const Dialect& mysql() {
  static constexpr Dialect record = {
      .name = "mysql",
      // Columns are never told apart by case; whether tables are is a setting of the server. No
      // name holds a character beyond U+FFFF, whose first byte is one of the forbidden ones.
      .identifiers = {.quote_open = '`',
                      .quote_close = '`',
                      .case_rule = CaseRule::insensitive,
                      .max_length = 64,
                      .forbidden = "\xF0\xF1\xF2\xF3\xF4"},
      .capabilities = {.replace = ReplaceForm::swap,
                       .alter_type = AlterTypeForm::modify_column,
                       .merge = false,
                       .max_decimal_precision = 65},
      .spellings = spellings,
      .widenings = widening_rows,
      .statements = {.string_escapes = StringEscapes::quote_doubled_backslash,
                     .cast_names = CastNames::mysql,
                     .create_materialized_view = "",
                     .rename_table = "ALTER TABLE {table} RENAME TO {path}",
                     // A TIMESTAMP column is NOT NULL unless it says otherwise.
                     .add_column = "ALTER TABLE {table} ADD COLUMN {column} {type} NULL",
                     .comment_on_table = "ALTER TABLE {table} COMMENT = {text}",
                     .comment_on_column = "",
                     .distinct_from = "NOT ({a} <=> {b})",
                     .as_text = "CAST({value} AS CHAR)",
                     .matches = "{value} REGEXP {pattern}",
                     // The connection's time zone is UTC.
                     .seconds_since = "FLOOR(TIMESTAMPDIFF(MICROSECOND, {value}, "
                                      "CAST({now_plain} AS DATETIME(6))) / 1000000)",
                     .sample = "WHERE RAND() < {fraction}"}};
  return record;
}

}  // namespace leeway::dialects
