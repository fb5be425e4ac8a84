#include "dialects/casts.h"

#include <fmt/format.h>

namespace leeway::dialects {
namespace {

using types::TypeKind;

bool is_nested(const types::SqlType& type) {
  return type.kind == TypeKind::list || type.kind == TypeKind::map ||
         type.kind == TypeKind::structure || type.kind == TypeKind::tagged_union;
}

std::string with_fraction(std::string_view word, const types::SqlType& type) {
  return fmt::format("{}({})", word, type.fraction_digits.value_or(6));
}

// https://dev.mysql.com/doc/refman/8.4/en/cast-functions.html#function_cast
std::string mysql_cast_type(const types::SqlType& type) {
  switch (type.kind) {
    case TypeKind::boolean:
    case TypeKind::integer:
      return type.is_signed ? "SIGNED" : "UNSIGNED";
    case TypeKind::decimal:
      return fmt::format("DECIMAL({}, {})", type.precision.value_or(65), type.scale.value_or(0));
    case TypeKind::floating:
      return type.bits == 32 ? "FLOAT" : "DOUBLE";
    case TypeKind::binary:
    case TypeKind::bit_string:
      return "BINARY";
    case TypeKind::date:
      return "DATE";
    case TypeKind::time:
      return with_fraction("TIME", type);
    case TypeKind::timestamp:
      return with_fraction("DATETIME", type);
    case TypeKind::json:
      return "JSON";
    default:
      return "CHAR";
  }
}

}  // namespace

types::SqlType with_nullability(const Dialect& dialect, types::SqlType type, bool nullable) {
  if (dialect.statements.nullability_in_type && !is_nested(type)) type.nullable_wrapper = nullable;
  return type;
}

std::string cast_type(const Dialect& dialect, const types::SqlType& type) {
  return dialect.statements.cast_names == CastNames::mysql ? mysql_cast_type(type)
                                                           : render_type(dialect, type);
}

}  // namespace leeway::dialects
