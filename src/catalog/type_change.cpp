// classify_type_change: whether one type's set of values holds another's. No engine is asked: what
// an engine can carry out in place is the business of types/widening.h.
#include <algorithm>
#include <limits>

#include "catalog/change.h"

namespace leeway::catalog {
namespace {

using types::SqlType;
using types::TypeKind;

constexpr int without_limit = std::numeric_limits<int>::max();

// The number of decimal digits that every value of the integer type has at most.
int decimal_digits(const SqlType& integer) {
  const int value_bits = integer.is_signed ? integer.bits - 1 : integer.bits;
  constexpr double digits_per_bit = 0.30103;
  return static_cast<int>(value_bits * digits_per_bit) + 1;
}

bool integer_fits(const SqlType& inner, const SqlType& outer) {
  if (inner.is_signed && !outer.is_signed) return false;
  const int inner_bits = inner.is_signed ? inner.bits - 1 : inner.bits;
  const int outer_bits = outer.is_signed ? outer.bits - 1 : outer.bits;
  return inner_bits <= outer_bits;
}

bool decimal_fits(const SqlType& inner, const SqlType& outer) {
  if (!outer.precision) return true;
  if (!inner.precision) return false;
  const int inner_scale = inner.scale.value_or(0);
  const int outer_scale = outer.scale.value_or(0);
  return inner_scale <= outer_scale &&
         *inner.precision - inner_scale <= *outer.precision - outer_scale;
}

bool integer_fits_decimal(const SqlType& inner, const SqlType& outer) {
  return !outer.precision || decimal_digits(inner) <= *outer.precision - outer.scale.value_or(0);
}

bool integer_fits_floating(const SqlType& inner, const SqlType& outer) {
  const int significand_bits = outer.bits == 64 ? 53 : outer.bits == 32 ? 24 : 11;
  return (inner.is_signed ? inner.bits - 1 : inner.bits) <= significand_bits;
}

// Where a text has bits, its length counts bytes: at least as many as characters, at most four
// times as many.
bool length_fits(const SqlType& inner, const SqlType& outer) {
  if (!outer.length) return true;
  if (!inner.length) return false;
  const bool characters_in_bytes = inner.bits == 0 && outer.bits != 0;
  return *inner.length * (characters_in_bytes ? 4 : 1) <= *outer.length;
}

bool text_fits(const SqlType& inner, const SqlType& outer) {
  return length_fits(inner, outer) && (inner.fixed_length || !outer.fixed_length);
}

// A value of fixed length grows only by bytes or bits that were not in it.
bool bytes_fit(const SqlType& inner, const SqlType& outer) {
  if (outer.fixed_length) return inner.fixed_length && inner.length == outer.length;
  return length_fits(inner, outer);
}

bool moment_fits(const SqlType& inner, const SqlType& outer) {
  return inner.zone == outer.zone && inner.bits <= outer.bits &&
         inner.fraction_digits.value_or(without_limit) <=
             outer.fraction_digits.value_or(without_limit);
}

// The labels of `inner`, in their order, among those of `outer`, with the numbers they have where
// an engine numbers them: an enumeration's order is part of its meaning.
bool labels_fit(const SqlType& inner, const SqlType& outer) {
  const bool numbered = !inner.label_values.empty() || !outer.label_values.empty();
  const auto number_at = [](const SqlType& type, std::size_t i) {
    return i < type.label_values.size() ? type.label_values[i] : static_cast<int>(i) + 1;
  };
  std::size_t at = 0;
  for (std::size_t i = 0; i < inner.labels.size(); ++i, ++at) {
    while (at < outer.labels.size() && outer.labels[at] != inner.labels[i]) ++at;
    if (at == outer.labels.size()) return false;
    if (numbered && number_at(inner, i) != number_at(outer, at)) return false;
  }
  return true;
}

// MySQL's FLOAT(p, s) holds fewer values than FLOAT.
bool floating_fits(const SqlType& inner, const SqlType& outer) {
  return inner.bits <= outer.bits && decimal_fits(inner, outer);
}

bool same_kind_fits(const SqlType& inner, const SqlType& outer) {
  switch (inner.kind) {
    case TypeKind::integer:
      return integer_fits(inner, outer);
    case TypeKind::decimal:
      return decimal_fits(inner, outer);
    case TypeKind::floating:
      return floating_fits(inner, outer);
    case TypeKind::date:
      return inner.bits <= outer.bits;
    case TypeKind::text:
      return text_fits(inner, outer);
    case TypeKind::binary:
    case TypeKind::bit_string:
      return bytes_fit(inner, outer);
    case TypeKind::time:
    case TypeKind::timestamp:
      return moment_fits(inner, outer);
    case TypeKind::enumeration:
      return labels_fit(inner, outer);
    case TypeKind::interval:
      return inner.name == outer.name || outer.name.empty();
    case TypeKind::json:
      return inner.name == outer.name;
    default:
      return true;
  }
}

bool other_kind_fits(const SqlType& inner, const SqlType& outer) {
  if (inner.kind == TypeKind::null) return true;
  if (inner.kind == TypeKind::enumeration && outer.kind == TypeKind::text) return !outer.length;
  if (inner.kind != TypeKind::integer) return false;
  if (outer.kind == TypeKind::decimal) return integer_fits_decimal(inner, outer);
  return outer.kind == TypeKind::floating && integer_fits_floating(inner, outer);
}

bool name_is_a_domain(const SqlType& type) {
  return !type.name.empty() && type.kind != TypeKind::interval && type.kind != TypeKind::json;
}

// Whether every value of `inner` is a value of `outer`. A domain is a subset of its base type.
bool fits(const SqlType& inner, const SqlType& outer) {
  if (inner.nullable_wrapper && !outer.nullable_wrapper) return false;
  if (name_is_a_domain(outer) && inner.name != outer.name) return false;
  return inner.kind == outer.kind ? same_kind_fits(inner, outer) : other_kind_fits(inner, outer);
}

bool only_adds_fields(const SqlType& before, const SqlType& after) {
  auto at = after.fields.begin();
  for (const auto& field : before.fields) {
    at = std::find(at, after.fields.end(), field);
    if (at == after.fields.end()) return false;
    ++at;
  }
  return after.fields.size() > before.fields.size();
}

// Of a list or map: additions inside every part that differs, or something else.
TypeChange children_change(const SqlType& before, const SqlType& after) {
  const std::size_t count = std::min(before.children.size(), after.children.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (before.children[i] == after.children[i]) continue;
    if (classify_type_change(before.children[i], after.children[i]) != TypeChange::fields_added)
      return TypeChange::nested;
  }
  return TypeChange::fields_added;
}

TypeChange list_change(const SqlType& before, const SqlType& after) {
  if (before.length == after.length) return children_change(before, after);
  if (before.children != after.children) return TypeChange::nested;
  if (!after.length) return TypeChange::widened;
  return before.length ? TypeChange::parameters : TypeChange::narrowed;
}

TypeChange nested_change(const SqlType& before, const SqlType& after) {
  switch (before.kind) {
    case TypeKind::list:
      return list_change(before, after);
    case TypeKind::map:
      return children_change(before, after);
    default:
      return only_adds_fields(before, after) ? TypeChange::fields_added : TypeChange::nested;
  }
}

bool is_nested(TypeKind kind) {
  return kind == TypeKind::list || kind == TypeKind::map || kind == TypeKind::structure ||
         kind == TypeKind::tagged_union;
}

TypeChange flat_change(const SqlType& before, const SqlType& after) {
  if (fits(before, after)) return TypeChange::widened;
  if (fits(after, before)) return TypeChange::narrowed;
  return before.kind == after.kind && before.kind != TypeKind::unknown ? TypeChange::parameters
                                                                       : TypeChange::kind;
}

bool same_content(const SqlType& before, const SqlType& after) {
  return before.children == after.children && before.fields == after.fields &&
         before.length == after.length;
}

}  // namespace

TypeChange classify_type_change(const SqlType& before, const SqlType& after) {
  const bool nested = before.kind == after.kind && is_nested(before.kind);
  return nested && !same_content(before, after) ? nested_change(before, after)
                                                : flat_change(before, after);
}

}  // namespace leeway::catalog
