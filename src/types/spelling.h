// The spellings an engine has for types, as data, and the parser and renderer that read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "types/sql_type.h"

namespace leeway::types {

// What stands in the parentheses or angle brackets after a type's words.
enum class Parameters {
  none,
  length,           // VARCHAR(n)
  precision_scale,  // DECIMAL(p, s); (p) means scale 0
  scale,            // ClickHouse's Decimal64(s): read, never written
  float_precision,  // FLOAT(p): 32 bits up to p = 24, else 64; MySQL's FLOAT(m, d)
  fraction_digits,  // TIMESTAMP(p), also between the words: TIMESTAMP(p) WITH TIME ZONE
  fraction_zone,    // ClickHouse's DateTime64(3, 'UTC')
  zone_name,        // ClickHouse's DateTime('UTC')
  qualifier,        // INTERVAL DAY TO SECOND(3): what follows the word
  display_width,    // MySQL's INT(11): read and dropped
  labels,           // ENUM('a', 'b')
  element,          // ARRAY<T>, Array(T)
  key_value,        // MAP<K, V>
  fields,           // STRUCT<a INT>, ROW(a INT), STRUCT(a INT)
  wrapper,          // Nullable(T), LowCardinality(T)
};

// One way to write one type. The words are as the engine prints them, with single blanks, e.g.
// "DOUBLE PRECISION", and match without regard to case. Words with parentheses, e.g. "tinyint(1)",
// match that text as a whole and go before the spelling that reads the parameters.
struct Spelling {
  std::string_view words;
  SqlType type;                              // with the engine's default parameters filled in
  Parameters parameters = Parameters::none;  // may be absent in the text unless the kind needs them
  // The default precision and scale are the largest that fit this spelling (BigQuery's NUMERIC).
  bool defaults_are_maximum = false;
};

// A table's first spelling that renders a type is the one rendering uses.
struct SpellingTable {
  std::vector<Spelling> spellings;
  bool unsigned_suffix = false;            // MySQL's "INT UNSIGNED"
  bool bracket_lists = false;              // "INTEGER[]", "INTEGER[3]"
  char open = '(';                         // of nested parameters when rendering: '(' or '<'
  std::string_view field_separator = " ";  // between a field's name and type, when rendering
  std::string_view source = {};            // the manual page the table follows
  bool backslash_escapes = false;          // in quoted labels and names
  bool case_sensitive = false;             // letter case of unknown types is kept (ClickHouse)
  bool lists_have_shape = true;            // false: INT[3][] is INT[] (PostgreSQL)
  // The fraction digits that exist, ascending; others round up (DuckDB: 0, 3, 6, 9). Empty: all.
  std::vector<int> fraction_steps = {};
};

// Types nested deeper than this are unknown.
inline constexpr int max_type_depth = 100;

// Never fails: what the table does not know becomes TypeKind::unknown with the text kept, white
// space folded and letters lowered outside quotes, so that equal unknown texts compare equal.
SqlType parse_type(const SpellingTable& table, std::string_view text);

// A spelling the engine takes back as the same type. `quote` quotes a field's name. A type the
// engine has no exact spelling for is written as the nearest type of its kind that holds every
// value (a length or a storage hint may go). Where there is none either, the text begins with
// "UNSUPPORTED TYPE", which no engine takes for a type.
std::string render_type(const SpellingTable& table, const SqlType& type,
                        std::string (*quote)(std::string_view name));

// The type in the words of the SQL standard, for people.
std::string describe(const SqlType& type);

}  // namespace leeway::types
