// The arithmetic of widening: which type holds every value of another.
//
// Which changes an engine can carry out in place is data, one table an engine (dialects/), each row
// with its source. A row names the pair of kinds it speaks of and the condition on their
// parameters.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "types/sql_type.h"

namespace leeway::types {

// What must hold between the parameters of the two types of a row.
enum class Condition {
  always,               // the pair of patterns suffices; for lists and maps: the shape is kept
  integer_range_grows,  // integer: every value of the old type is one of the new
  float_holds_integer,  // integer to floating: the significand is wide enough
  bits_grow,            // floating: bits2 > bits1
  precision_grows_same_scale,  // decimal: p2 > p1, s2 == s1
  digits_kept,           // decimal: neither integer digits nor fraction digits shrink, one grows
  integer_fits_decimal,  // integer to decimal: integer digits suffice
  length_grows,          // text, binary, bit string: n2 > n1, or n2 unlimited
  text_holds_value,      // to text: unlimited, or long enough for the longest value
  fraction_digits_grow,
  labels_appended,  // enum: old labels are a prefix of the new ones
  fields_added,     // structure: every old field kept with its type, new ones added
};

// A set of types: a kind, and optionally its width, sign, and decimal parameters.
struct TypePattern {
  TypeKind kind = TypeKind::unknown;
  int bits = 0;        // 0: any width
  int is_signed = -1;  // -1: either, 0: unsigned, 1: signed
  int precision = 0;   // 0: any
  int scale = -1;      // -1: any

  bool matches(const SqlType& type) const;
};

struct WideningRow {
  TypePattern from;  // the type the target has
  TypePattern to;    // the type the source has
  Condition condition = Condition::always;
  std::string_view source;     // where the rule comes from: the requirement, or a manual's page
  int min_integer_digits = 0;  // of the new decimal, beyond what integer_fits_decimal asks
};

struct WideningVerdict {
  bool safe = false;
  const WideningRow* row = nullptr;  // the row that makes it safe; null when unsafe
  std::string reason;                // one clause for people: why it is safe or what could be lost
};

// REQUIRES: from != to.
// Safe when a row of the table covers the change. A structure or list is safe when each changed
// part is, and the table has a row for its kind. `name_of` spells a type for the reason; by default
// `describe`.
WideningVerdict classify_widening(std::span<const WideningRow> rows, const SqlType& from,
                                  const SqlType& to,
                                  const std::function<std::string(const SqlType&)>& name_of = {});

// How many integer digits the largest value of an integer type has; 0 when it has no largest value.
int integer_digits(const SqlType& integer_type);

}  // namespace leeway::types
