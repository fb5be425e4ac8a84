#include "types/sql_type.h"

#include <tuple>
#include <utility>

#include "base/text.h"

namespace leeway::types {

bool SqlType::operator==(const SqlType& other) const {
  // low_cardinality is left out: it says how values are stored, not which.
  const auto parts = [](const SqlType& t) {
    return std::tie(t.kind, t.bits, t.is_signed, t.precision, t.scale, t.length, t.fixed_length,
                    t.fraction_digits, t.zone, t.nullable_wrapper, t.name, t.labels, t.label_values,
                    t.children, t.fields);
  };
  return parts(*this) == parts(other);
}

bool Field::operator==(const Field& other) const {
  return equal_ignoring_case(name, other.name) && nullable == other.nullable && type == other.type;
}

SqlType of_kind(TypeKind kind) {
  SqlType type;
  type.kind = kind;
  return type;
}

SqlType integer(int bits, bool is_signed) {
  SqlType type = of_kind(TypeKind::integer);
  type.bits = bits;
  type.is_signed = is_signed;
  return type;
}

SqlType decimal(int precision, int scale) {
  SqlType type = of_kind(TypeKind::decimal);
  type.precision = precision;
  type.scale = scale;
  return type;
}

SqlType floating(int bits) {
  SqlType type = of_kind(TypeKind::floating);
  type.bits = bits;
  return type;
}

SqlType text(std::optional<long long> length) {
  SqlType type = of_kind(TypeKind::text);
  type.length = length;
  return type;
}

SqlType binary(std::optional<long long> length) {
  SqlType type = of_kind(TypeKind::binary);
  type.length = length;
  return type;
}

SqlType time(int fraction_digits, TimeZone zone) {
  SqlType type = of_kind(TypeKind::time);
  type.fraction_digits = fraction_digits;
  type.zone = zone;
  return type;
}

SqlType timestamp(int fraction_digits, TimeZone zone) {
  SqlType type = time(fraction_digits, zone);
  type.kind = TypeKind::timestamp;
  return type;
}

SqlType list_of(SqlType element) {
  SqlType type = of_kind(TypeKind::list);
  type.children.push_back(std::move(element));
  return type;
}

SqlType unknown(std::string_view text) {
  SqlType type;
  type.name = text;
  return type;
}

bool is_numeric(const SqlType& type) {
  return type.kind == TypeKind::integer || type.kind == TypeKind::decimal ||
         type.kind == TypeKind::floating;
}

}  // namespace leeway::types
