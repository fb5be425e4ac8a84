#include "catalog/type_text.h"

#include <fmt/format.h>

#include "base/text.h"

namespace leeway::catalog {
namespace {

using types::SqlType;
using types::TimeZone;
using types::TypeKind;

enum class FieldNames { as_spelled, folded };

std::string text_of(const SqlType& type, FieldNames names);

std::string quoted_labels(const SqlType& type) {
  std::string result;
  for (std::size_t i = 0; i < type.labels.size(); ++i) {
    if (i > 0) result += ", ";
    result += '\'' + replace_all(type.labels[i], "'", "''") + '\'';
    if (i < type.label_values.size()) result += fmt::format(" = {}", type.label_values[i]);
  }
  return result;
}

// Names that read as one word stand bare; others are quoted, so that no name can be taken for
// punctuation.
std::string field_name(const std::string& name, FieldNames names) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  std::string shown = names == FieldNames::folded ? to_lower(name) : name;
  if (!shown.empty() && shown.find_first_not_of(plain) == std::string::npos) return shown;
  return '"' + replace_all(std::move(shown), "\"", "\"\"") + '"';
}

std::string fields_text(const SqlType& type, FieldNames names) {
  std::string result;
  for (const auto& field : type.fields) {
    if (!result.empty()) result += ", ";
    result += field_name(field.name, names) + ' ' + text_of(field.type, names);
    if (!field.nullable) result += " NOT NULL";
  }
  return result;
}

std::string with_length(std::string_view word, const SqlType& type) {
  return type.length ? fmt::format("{}({})", word, *type.length) : std::string(word);
}

std::string with_fraction(std::string_view word, const SqlType& type) {
  std::string result =
      type.fraction_digits ? fmt::format("{}({})", word, *type.fraction_digits) : std::string(word);
  if (type.zone == TimeZone::zoned) result += " WITH TIME ZONE";
  if (type.zone == TimeZone::session) result += " WITH LOCAL TIME ZONE";
  return result;
}

std::string integer_text(const SqlType& type) {
  const std::string_view sign = type.is_signed ? "" : "UNSIGNED ";
  switch (type.bits) {
    case 8:
      return fmt::format("{}TINYINT", sign);
    case 16:
      return fmt::format("{}SMALLINT", sign);
    case 32:
      return fmt::format("{}INTEGER", sign);
    case 64:
      return fmt::format("{}BIGINT", sign);
    case types::unbounded_bits:
      return fmt::format("{}INTEGER of any size", sign);
    default:
      return fmt::format("{}INTEGER of {} bits", sign, type.bits);
  }
}

std::string decimal_text(const SqlType& type) {
  if (!type.precision) return type.scale ? fmt::format("DECIMAL(*, {})", *type.scale) : "DECIMAL";
  if (!type.scale) return fmt::format("DECIMAL({})", *type.precision);
  return fmt::format("DECIMAL({}, {})", *type.precision, *type.scale);
}

std::string floating_text(const SqlType& type) {
  std::string result = type.bits == 64   ? "DOUBLE"
                       : type.bits == 32 ? "FLOAT"
                                         : fmt::format("FLOAT of {} bits", type.bits);
  if (type.precision) result += fmt::format("({}, {})", *type.precision, type.scale.value_or(0));
  return result;
}

std::string named(std::string_view word, const SqlType& type) {
  return type.name.empty() ? std::string(word) : fmt::format("{} {}", word, to_upper(type.name));
}

std::string child_text(const SqlType& type, std::size_t index, FieldNames names) {
  return index < type.children.size() ? text_of(type.children[index], names) : "?";
}

std::string list_text(const SqlType& type, FieldNames names) {
  return child_text(type, 0, names) + (type.length ? fmt::format("[{}]", *type.length) : "[]");
}

std::string kind_text(const SqlType& type, FieldNames names) {
  switch (type.kind) {
    case TypeKind::boolean:
      return "BOOLEAN";
    case TypeKind::integer:
      return integer_text(type);
    case TypeKind::decimal:
      return decimal_text(type);
    case TypeKind::floating:
      return floating_text(type);
    case TypeKind::text:
      return with_length(type.fixed_length ? "CHAR" : "VARCHAR", type);
    case TypeKind::binary:
      return with_length(type.fixed_length ? "BINARY" : "VARBINARY", type);
    case TypeKind::bit_string:
      return with_length(type.fixed_length ? "BIT" : "BIT VARYING", type);
    case TypeKind::date:
      return "DATE";
    case TypeKind::time:
      return with_fraction("TIME", type);
    case TypeKind::timestamp:
      return with_fraction("TIMESTAMP", type);
    case TypeKind::interval:
      return named("INTERVAL", type);
    case TypeKind::json:
      return named("JSON", type);
    case TypeKind::uuid:
      return "UUID";
    case TypeKind::enumeration:
      return fmt::format("ENUM({})", quoted_labels(type));
    case TypeKind::list:
      return list_text(type, names);
    case TypeKind::map:
      return fmt::format("MAP({}, {})", child_text(type, 0, names), child_text(type, 1, names));
    case TypeKind::structure:
      return fmt::format("STRUCT({})", fields_text(type, names));
    case TypeKind::tagged_union:
      return fmt::format("UNION({})", fields_text(type, names));
    case TypeKind::null:
      return "NULL";
    case TypeKind::unknown:
      return type.name;
  }
  return type.name;
}

bool bits_are_extra(TypeKind kind) {
  return kind != TypeKind::integer && kind != TypeKind::floating;
}

bool name_is_shown(TypeKind kind) {
  return kind == TypeKind::interval || kind == TypeKind::json || kind == TypeKind::unknown;
}

std::string text_of(const SqlType& type, FieldNames names) {
  std::string result = kind_text(type, names);
  if (type.bits != 0 && bits_are_extra(type.kind)) result += fmt::format(" of {} bits", type.bits);
  if (!type.name.empty() && !name_is_shown(type.kind))
    result = fmt::format("{} ({})", type.name, result);
  return type.nullable_wrapper ? fmt::format("NULLABLE({})", result) : result;
}

}  // namespace

std::string exact_text(const SqlType& type) { return text_of(type, FieldNames::as_spelled); }

std::string canonical_text(const SqlType& type) { return text_of(type, FieldNames::folded); }

}  // namespace leeway::catalog
