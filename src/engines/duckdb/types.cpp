#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "engines/duckdb/values.h"

namespace leeway::engines::duckdb {
namespace {

struct TypeRow {
  duckdb_type type;
  std::string_view name;
};

// https://duckdb.org/docs/stable/sql/data_types/overview
constexpr std::array kTypes{
    TypeRow{DUCKDB_TYPE_BOOLEAN, "BOOLEAN"},
    TypeRow{DUCKDB_TYPE_TINYINT, "TINYINT"},
    TypeRow{DUCKDB_TYPE_SMALLINT, "SMALLINT"},
    TypeRow{DUCKDB_TYPE_INTEGER, "INTEGER"},
    TypeRow{DUCKDB_TYPE_BIGINT, "BIGINT"},
    TypeRow{DUCKDB_TYPE_UTINYINT, "UTINYINT"},
    TypeRow{DUCKDB_TYPE_USMALLINT, "USMALLINT"},
    TypeRow{DUCKDB_TYPE_UINTEGER, "UINTEGER"},
    TypeRow{DUCKDB_TYPE_UBIGINT, "UBIGINT"},
    TypeRow{DUCKDB_TYPE_FLOAT, "FLOAT"},
    TypeRow{DUCKDB_TYPE_DOUBLE, "DOUBLE"},
    TypeRow{DUCKDB_TYPE_TIMESTAMP, "TIMESTAMP"},
    TypeRow{DUCKDB_TYPE_DATE, "DATE"},
    TypeRow{DUCKDB_TYPE_TIME, "TIME"},
    TypeRow{DUCKDB_TYPE_INTERVAL, "INTERVAL"},
    TypeRow{DUCKDB_TYPE_HUGEINT, "HUGEINT"},
    TypeRow{DUCKDB_TYPE_UHUGEINT, "UHUGEINT"},
    TypeRow{DUCKDB_TYPE_VARCHAR, "VARCHAR"},
    TypeRow{DUCKDB_TYPE_BLOB, "BLOB"},
    TypeRow{DUCKDB_TYPE_TIMESTAMP_S, "TIMESTAMP_S"},
    TypeRow{DUCKDB_TYPE_TIMESTAMP_MS, "TIMESTAMP_MS"},
    TypeRow{DUCKDB_TYPE_TIMESTAMP_NS, "TIMESTAMP_NS"},
    TypeRow{DUCKDB_TYPE_UUID, "UUID"},
    TypeRow{DUCKDB_TYPE_BIT, "BIT"},
    TypeRow{DUCKDB_TYPE_TIME_TZ, "TIME WITH TIME ZONE"},
    TypeRow{DUCKDB_TYPE_TIMESTAMP_TZ, "TIMESTAMP WITH TIME ZONE"},
    TypeRow{DUCKDB_TYPE_BIGNUM, "BIGNUM"},
    TypeRow{DUCKDB_TYPE_SQLNULL, "\"NULL\""},
    TypeRow{DUCKDB_TYPE_TIME_NS, "TIME_NS"},
    TypeRow{static_cast<duckdb_type>(40), "GEOMETRY"},  // since 1.5
    TypeRow{static_cast<duckdb_type>(41), "VARIANT"},   // since 1.5
};

std::string quoted(const std::string& text, char quote) {
  const std::string one(1, quote);
  return one + replace_all(text, one, one + one) + one;
}

std::string member_name(const std::string& name) {
  const bool plain = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                     std::ranges::all_of(name, [](unsigned char c) {
                       return c == '_' || std::islower(c) != 0 || std::isdigit(c) != 0;
                     });
  return plain ? name : quoted(name, '"');
}

std::string child_text(const Api& api, duckdb_logical_type child) {
  const LogicalType owned(api.destroy_logical_type, child);
  return type_text(api, owned.get());
}

bool child_has_text(const Api& api, duckdb_logical_type child) {
  const LogicalType owned(api.destroy_logical_type, child);
  return has_text(api, owned.get());
}

std::string enum_text(const Api& api, duckdb_logical_type type) {
  std::vector<std::string> labels(api.enum_dictionary_size(type));
  for (idx_t i = 0; i < labels.size(); ++i)
    labels[i] = quoted(take_text(api, api.enum_dictionary_value(type, i)), '\'');
  return "ENUM(" + join(labels, ", ") + ")";
}

// STRUCT and UNION: named members, each with its type.
std::string members_text(const Api& api, duckdb_logical_type type, idx_t count,
                         decltype(Api::struct_type_child_name) name_of,
                         decltype(Api::struct_type_child_type) type_of) {
  std::vector<std::string> members(count);
  for (idx_t i = 0; i < count; ++i)
    members[i] = fmt::format("{} {}", member_name(take_text(api, name_of(type, i))),
                             child_text(api, type_of(type, i)));
  return join(members, ", ");
}

}  // namespace

std::string type_text(const Api& api, duckdb_logical_type type) {
  std::string alias = take_text(api, api.logical_type_get_alias(type));
  if (!alias.empty()) return alias;
  switch (const duckdb_type id = api.get_type_id(type); id) {
    case DUCKDB_TYPE_DECIMAL:
      return fmt::format("DECIMAL({},{})", api.decimal_width(type), api.decimal_scale(type));
    case DUCKDB_TYPE_ENUM:
      return enum_text(api, type);
    case DUCKDB_TYPE_LIST:
      return child_text(api, api.list_type_child_type(type)) + "[]";
    case DUCKDB_TYPE_ARRAY:
      return fmt::format("{}[{}]", child_text(api, api.array_type_child_type(type)),
                         api.array_type_array_size(type));
    case DUCKDB_TYPE_MAP:
      return fmt::format("MAP({}, {})", child_text(api, api.map_type_key_type(type)),
                         child_text(api, api.map_type_value_type(type)));
    case DUCKDB_TYPE_STRUCT:
      return fmt::format("STRUCT({})",
                         members_text(api, type, api.struct_type_child_count(type),
                                      api.struct_type_child_name, api.struct_type_child_type));
    case DUCKDB_TYPE_UNION:
      return fmt::format("UNION({})",
                         members_text(api, type, api.union_type_member_count(type),
                                      api.union_type_member_name, api.union_type_member_type));
    default: {
      const auto* row = std::ranges::find(kTypes, id, &TypeRow::type);
      return row == kTypes.end() ? fmt::format("TYPE_{}", static_cast<int>(id))
                                 : std::string(row->name);
    }
  }
}

bool has_text(const Api& api, duckdb_logical_type type) {
  switch (const duckdb_type id = api.get_type_id(type); id) {
    case DUCKDB_TYPE_LIST:
      return child_has_text(api, api.list_type_child_type(type));
    case DUCKDB_TYPE_ARRAY:
      return child_has_text(api, api.array_type_child_type(type));
    case DUCKDB_TYPE_MAP:
      return child_has_text(api, api.map_type_key_type(type)) &&
             child_has_text(api, api.map_type_value_type(type));
    case DUCKDB_TYPE_STRUCT:
      for (idx_t i = 0; i < api.struct_type_child_count(type); ++i)
        if (!child_has_text(api, api.struct_type_child_type(type, i))) return false;
      return true;
    case DUCKDB_TYPE_UNION:
      return false;
    default:
      return id <= DUCKDB_TYPE_TIME_NS;
  }
}

}  // namespace leeway::engines::duckdb
