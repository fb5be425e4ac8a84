// SqlType says what a column's type means, whatever the engine calls it.
//
// Each engine's spellings are data (dialects/); parsing folds aliases, white space, letter case and
// default parameters, so two SqlTypes are equal (==) exactly when they mean the same type. What an
// engine printed stays beside it as raw text in catalog::Column: compare the type, show the text.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leeway::types {

// The width of an integer type without a largest value (DuckDB's BIGNUM).
inline constexpr int unbounded_bits = std::numeric_limits<int>::max();

enum class TypeKind {
  boolean,
  integer,     // bits, is_signed
  decimal,     // precision, scale; both absent: unconstrained (PostgreSQL's bare NUMERIC)
  floating,    // bits: 16, 32, 64; precision and scale for MySQL's FLOAT(7, 4)
  text,        // length in characters, fixed_length for CHAR; MySQL's TEXT family has the length
               // in bytes, and bits says how many bits hold it
  binary,      // length in bytes, fixed_length for BINARY; bits as for text
  bit_string,  // length in bits, fixed_length
  date,        // bits where an engine has dates of two ranges (ClickHouse: 16, 32)
  time,        // fraction_digits, zone
  timestamp,   // fraction_digits, zone; bits as for date; name: ClickHouse's zone, e.g. "UTC"
  interval,    // name: the engine's qualifier, e.g. "year to month"; empty where it has none
  json,        // name: "binary" for JSONB and other non-text forms; empty for plain JSON
  uuid,
  enumeration,   // labels, in order
  list,          // children[0] the element; length for a fixed-size array
  map,           // children[0] key, children[1] value
  structure,     // fields
  tagged_union,  // fields, one alternative each
  null,          // the type of a bare NULL
  unknown,       // anything else: name holds the engine's text, verbatim up to white space and case
};

enum class TimeZone {
  none,     // wall-clock time
  zoned,    // an instant, or a time with an offset
  session,  // TIMESTAMP_LTZ: an instant shown in the session's zone
};

struct Field;

struct SqlType {
  TypeKind kind = TypeKind::unknown;
  int bits = 0;
  bool is_signed = true;
  std::optional<int> precision;
  std::optional<int> scale;
  std::optional<long long> length;
  bool fixed_length = false;
  std::optional<int> fraction_digits;  // of a second, 0 to 12
  TimeZone zone = TimeZone::none;
  std::vector<std::string> labels;
  std::vector<int> label_values;  // ClickHouse's numbers of labels; empty when 1, 2, 3...
  std::vector<SqlType> children;
  std::vector<Field> fields;
  bool nullable_wrapper = false;  // ClickHouse Nullable(...)
  bool low_cardinality = false;   // ClickHouse LowCardinality(...): storage, never drift
  std::string name;               // see the kinds above; a domain's name with its base kind

  bool operator==(const SqlType& other) const;
};

// A member of a structure. Names compare without regard to ASCII case, as every engine with
// structures does.
struct Field {
  std::string name;
  SqlType type;
  bool nullable = true;

  bool operator==(const Field& other) const;
};

// An integer type of `bits` bits.
SqlType integer(int bits, bool is_signed = true);
SqlType decimal(int precision, int scale);
SqlType floating(int bits);
SqlType text(std::optional<long long> length = std::nullopt);
SqlType binary(std::optional<long long> length = std::nullopt);
SqlType time(int fraction_digits, TimeZone zone = TimeZone::none);
SqlType timestamp(int fraction_digits, TimeZone zone = TimeZone::none);
SqlType list_of(SqlType element);
SqlType unknown(std::string_view text);
SqlType of_kind(TypeKind kind);

bool is_numeric(const SqlType& type);

}  // namespace leeway::types
