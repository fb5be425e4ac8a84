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
  length,            // VARCHAR(n)
  precision_scale,   // DECIMAL(p, s); (p) means scale 0
  fraction_digits,   // TIMESTAMP(p), also between the words: TIMESTAMP(p) WITH TIME ZONE
  display_width,     // MySQL's INT(11): read and dropped
  labels,            // ENUM('a', 'b')
  element,           // ARRAY<T>, Array(T)
  key_value,         // MAP<K, V>
  fields,            // STRUCT<a INT>, ROW(a INT), STRUCT(a INT)
  wrapper,           // Nullable(T), LowCardinality(T)
};

// One way to write one type. The words are lower case with single blanks, e.g. "double precision".
struct Spelling {
  std::string_view words;
  SqlType type;                              // with the engine's default parameters filled in
  Parameters parameters = Parameters::none;  // may be absent in the text unless the kind needs them
};

// A table's first spelling that renders a type is the one rendering uses.
struct SpellingTable {
  std::vector<Spelling> spellings;
  bool unsigned_suffix = false;      // MySQL's "INT UNSIGNED"
  bool bracket_lists = false;        // "INTEGER[]", "INTEGER[3]"
  char open = '(';                   // of nested parameters when rendering: '(' or '<'
  std::string_view field_separator;  // between a field's name and type: " " or ":"
  std::string_view source;           // the manual page the table follows
};

// Never fails: what the table does not know becomes TypeKind::unknown with the text kept, white
// space folded and letters lowered outside quotes, so that equal unknown texts compare equal.
SqlType parse_type(const SpellingTable& table, std::string_view text);

// A spelling the engine takes back as the same type. `quote` quotes a field's name.
std::string render_type(const SpellingTable& table, const SqlType& type,
                        std::string (*quote)(std::string_view name));

}  // namespace leeway::types
