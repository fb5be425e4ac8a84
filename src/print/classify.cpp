#include "print/classify.h"

#include "base/text.h"

namespace leeway::print {

TypeFamily family_of(const types::SqlType& type) {
  switch (type.kind) {
    case types::TypeKind::binary:
    case types::TypeKind::list:
    case types::TypeKind::map:
    case types::TypeKind::structure:
    case types::TypeKind::tagged_union:
      return TypeFamily::unsupported;
    case types::TypeKind::boolean:
      return TypeFamily::boolean;
    case types::TypeKind::json:
      return TypeFamily::json;
    case types::TypeKind::date:
    case types::TypeKind::time:
    case types::TypeKind::timestamp:
      return TypeFamily::temporal;
    case types::TypeKind::integer:
    case types::TypeKind::decimal:
    case types::TypeKind::floating:
      return TypeFamily::numeric;
    case types::TypeKind::unknown:
      return equal_ignoring_case(type.name, "variant") ? TypeFamily::json : TypeFamily::words;
    default:
      return TypeFamily::words;
  }
}

bool has_day_times(const types::SqlType& type) { return type.kind == types::TypeKind::timestamp; }

bool has_calendar(const types::SqlType& type) {
  return type.kind == types::TypeKind::timestamp || type.kind == types::TypeKind::date;
}

Classification classify(TypeFamily family, bool foreign_key,
                        std::optional<std::int64_t> cardinality, int enumeration_threshold) {
  switch (family) {
    case TypeFamily::unsupported:
      return Classification::unsupported;
    case TypeFamily::boolean:
      return Classification::boolean;
    case TypeFamily::json:
      return Classification::json;
    default:
      break;
  }
  if (foreign_key) return Classification::foreign_key_candidate;
  if (cardinality && *cardinality <= enumeration_threshold) return Classification::categorical;
  if (family == TypeFamily::temporal) return Classification::temporal;
  if (family == TypeFamily::numeric) return Classification::numeric;
  return Classification::text;
}

}  // namespace leeway::print
