#include "engines/duckdb/values.h"

#include <algorithm>

#include "base/text.h"

namespace leeway::engines::duckdb {
namespace {

using Handles = std::vector<duckdb_value>;

bool valid(const std::uint64_t* validity, idx_t row) {
  return validity == nullptr || (validity[row / 64] >> (row % 64) & 1) != 0;
}

std::string_view bytes_of(const Api& api, const duckdb_string_t& text) {
  // string_t_data asks for a mutable pointer and does not write.
  auto* readable = const_cast<duckdb_string_t*>(&text);
  return {api.string_t_data(readable), api.string_t_length(text)};
}

// Makes a library value of one cell. A value is made of the library's own parts, so that the
// library can print it.
class CellValue {
 public:
  CellValue(const Api& api, duckdb_vector vector, idx_t row)
      : api_(api),
        vector_(vector),
        row_(row),
        type_(api.destroy_logical_type, api.vector_get_column_type(vector)),
        data_(api.vector_get_data(vector)) {}

  duckdb_value make() const {
    if (!valid(api_.vector_get_validity(vector_), row_)) return api_.create_null_value();
    switch (const duckdb_type id = api_.get_type_id(type_.get()); id) {
      case DUCKDB_TYPE_LIST:
      case DUCKDB_TYPE_ARRAY:
      case DUCKDB_TYPE_MAP:
      case DUCKDB_TYPE_STRUCT:
        return nested(id);
      case DUCKDB_TYPE_VARCHAR:
      case DUCKDB_TYPE_BLOB:
      case DUCKDB_TYPE_BIT:
      case DUCKDB_TYPE_BIGNUM:
        return of_bytes(id, bytes_of(api_, cell<duckdb_string_t>()));
      case DUCKDB_TYPE_DECIMAL:
        return decimal();
      case DUCKDB_TYPE_ENUM:
        return api_.create_enum_value(type_.get(), enum_position());
      default:
        return fixed(id);
    }
  }

 private:
  template <typename T>
  const T& cell() const {
    return static_cast<const T*>(data_)[row_];
  }

  duckdb_value fixed(duckdb_type id) const {
    switch (id) {
      case DUCKDB_TYPE_BOOLEAN:
        return api_.create_bool(cell<bool>());
      case DUCKDB_TYPE_TINYINT:
        return api_.create_int8(cell<std::int8_t>());
      case DUCKDB_TYPE_SMALLINT:
        return api_.create_int16(cell<std::int16_t>());
      case DUCKDB_TYPE_INTEGER:
        return api_.create_int32(cell<std::int32_t>());
      case DUCKDB_TYPE_BIGINT:
        return api_.create_int64(cell<std::int64_t>());
      case DUCKDB_TYPE_HUGEINT:
        return api_.create_hugeint(cell<duckdb_hugeint>());
      case DUCKDB_TYPE_UTINYINT:
        return api_.create_uint8(cell<std::uint8_t>());
      case DUCKDB_TYPE_USMALLINT:
        return api_.create_uint16(cell<std::uint16_t>());
      case DUCKDB_TYPE_UINTEGER:
        return api_.create_uint32(cell<std::uint32_t>());
      case DUCKDB_TYPE_UBIGINT:
        return api_.create_uint64(cell<std::uint64_t>());
      case DUCKDB_TYPE_UHUGEINT:
        return api_.create_uhugeint(cell<duckdb_uhugeint>());
      case DUCKDB_TYPE_FLOAT:
        return api_.create_float(cell<float>());
      case DUCKDB_TYPE_DOUBLE:
        return api_.create_double(cell<double>());
      case DUCKDB_TYPE_UUID:
        return uuid();
      default:
        return moment(id);
    }
  }

  duckdb_value moment(duckdb_type id) const {
    switch (id) {
      case DUCKDB_TYPE_DATE:
        return api_.create_date(cell<duckdb_date>());
      case DUCKDB_TYPE_TIME:
        return api_.create_time(cell<duckdb_time>());
      case DUCKDB_TYPE_TIME_NS:
        return api_.create_time_ns(cell<duckdb_time_ns>());
      case DUCKDB_TYPE_TIME_TZ:
        return api_.create_time_tz_value(cell<duckdb_time_tz>());
      case DUCKDB_TYPE_TIMESTAMP:
        return api_.create_timestamp(cell<duckdb_timestamp>());
      case DUCKDB_TYPE_TIMESTAMP_TZ:
        return api_.create_timestamp_tz(cell<duckdb_timestamp>());
      case DUCKDB_TYPE_TIMESTAMP_S:
        return api_.create_timestamp_s(cell<duckdb_timestamp_s>());
      case DUCKDB_TYPE_TIMESTAMP_MS:
        return api_.create_timestamp_ms(cell<duckdb_timestamp_ms>());
      case DUCKDB_TYPE_TIMESTAMP_NS:
        return api_.create_timestamp_ns(cell<duckdb_timestamp_ns>());
      case DUCKDB_TYPE_INTERVAL:
        return api_.create_interval(cell<duckdb_interval>());
      default:
        return api_.create_null_value();
    }
  }

  // A UUID is stored with its top bit flipped, so that it sorts as a signed number.
  duckdb_value uuid() const {
    const auto& stored = cell<duckdb_hugeint>();
    const auto upper = static_cast<std::uint64_t>(stored.upper) ^ (std::uint64_t{1} << 63);
    return api_.create_uuid({stored.lower, upper});
  }

  duckdb_value of_bytes(duckdb_type id, std::string_view bytes) const {
    if (id == DUCKDB_TYPE_VARCHAR) {
      const std::string shown = replace_all(std::string(bytes), std::string_view("\0", 1), "\\0");
      return api_.create_varchar_length(shown.data(), shown.size());
    }
    std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());
    if (id == DUCKDB_TYPE_BLOB) return api_.create_blob(copy.data(), copy.size());
    if (id == DUCKDB_TYPE_BIT) return api_.create_bit({copy.data(), copy.size()});
    return bignum(copy);
  }

  // A stored BIGNUM is a header of three bytes, whose top bit is set for a number that is not
  // negative, and the absolute value, big-endian; a negative number's bytes are complemented.
  duckdb_value bignum(const std::vector<std::uint8_t>& stored) const {
    constexpr std::size_t kHeader = 3;
    const bool negative = (stored[0] & 0x80) == 0;
    std::vector<std::uint8_t> magnitude(stored.begin() + kHeader, stored.end());
    if (negative)
      for (auto& byte : magnitude) byte = static_cast<std::uint8_t>(~byte);
    return api_.create_bignum({magnitude.data(), magnitude.size(), negative});
  }

  duckdb_value decimal() const {
    return api_.create_decimal({api_.decimal_width(type_.get()), api_.decimal_scale(type_.get()),
                                decimal_digits(api_.decimal_internal_type(type_.get()))});
  }

  duckdb_hugeint decimal_digits(duckdb_type stored_as) const {
    const auto widened = [](std::int64_t value) {
      return duckdb_hugeint{static_cast<std::uint64_t>(value), value < 0 ? -1 : 0};
    };
    switch (stored_as) {
      case DUCKDB_TYPE_SMALLINT:
        return widened(cell<std::int16_t>());
      case DUCKDB_TYPE_INTEGER:
        return widened(cell<std::int32_t>());
      case DUCKDB_TYPE_BIGINT:
        return widened(cell<std::int64_t>());
      default:
        return cell<duckdb_hugeint>();
    }
  }

  std::uint64_t enum_position() const {
    switch (api_.enum_internal_type(type_.get())) {
      case DUCKDB_TYPE_UTINYINT:
        return cell<std::uint8_t>();
      case DUCKDB_TYPE_USMALLINT:
        return cell<std::uint16_t>();
      default:
        return cell<std::uint32_t>();
    }
  }

  duckdb_value nested(duckdb_type id) const {
    switch (id) {
      case DUCKDB_TYPE_LIST:
        return list();
      case DUCKDB_TYPE_ARRAY:
        return array();
      case DUCKDB_TYPE_MAP:
        return map();
      default:
        return structure();
    }
  }

  duckdb_value list() const {
    const auto& entry = cell<duckdb_list_entry>();
    Handles items = values(api_.list_vector_get_child(vector_), entry.offset, entry.length);
    const LogicalType child(api_.destroy_logical_type, api_.list_type_child_type(type_.get()));
    return released(items, api_.create_list_value(child.get(), items.data(), items.size()));
  }

  duckdb_value array() const {
    const idx_t size = api_.array_type_array_size(type_.get());
    Handles items = values(api_.array_vector_get_child(vector_), row_ * size, size);
    const LogicalType child(api_.destroy_logical_type, api_.array_type_child_type(type_.get()));
    return released(items, api_.create_array_value(child.get(), items.data(), items.size()));
  }

  duckdb_value map() const {
    const auto& entry = cell<duckdb_list_entry>();
    duckdb_vector pairs = api_.list_vector_get_child(vector_);
    Handles keys = values(api_.struct_vector_get_child(pairs, 0), entry.offset, entry.length);
    Handles items = values(api_.struct_vector_get_child(pairs, 1), entry.offset, entry.length);
    const duckdb_value made =
        api_.create_map_value(type_.get(), keys.data(), items.data(), items.size());
    return released(keys, released(items, made));
  }

  duckdb_value structure() const {
    Handles items;
    for (idx_t i = 0; i < api_.struct_type_child_count(type_.get()); ++i)
      items.push_back(CellValue(api_, api_.struct_vector_get_child(vector_, i), row_).make());
    return released(items, api_.create_struct_value(type_.get(), items.data()));
  }

  Handles values(duckdb_vector vector, idx_t first, idx_t count) const {
    Handles result;
    result.reserve(count + 1);  // the library refuses a null pointer, even for no values
    for (idx_t i = 0; i < count; ++i) result.push_back(CellValue(api_, vector, first + i).make());
    return result;
  }

  duckdb_value released(Handles& parts, duckdb_value whole) const {
    for (auto& part : parts) api_.destroy_value(&part);
    return whole;
  }

  const Api& api_;
  duckdb_vector vector_;
  idx_t row_;
  LogicalType type_;
  const void* data_;
};

}  // namespace

ColumnReader::ColumnReader(const Api& api, duckdb_vector vector)
    : api_(&api),
      vector_(vector),
      type_(api.destroy_logical_type, api.vector_get_column_type(vector)),
      type_id_(api.get_type_id(type_.get())),
      data_(api.vector_get_data(vector)),
      validity_(api.vector_get_validity(vector)) {}

bool ColumnReader::is_null(idx_t row) const { return !valid(validity_, row); }

std::string_view ColumnReader::text(idx_t row) const {
  return bytes_of(*api_, static_cast<const duckdb_string_t*>(data_)[row]);
}

std::int64_t ColumnReader::integer(idx_t row) const {
  return static_cast<const std::int64_t*>(data_)[row];
}

bool ColumnReader::boolean(idx_t row) const { return static_cast<const bool*>(data_)[row]; }

std::vector<std::string> ColumnReader::texts(idx_t row) const {
  if (is_null(row)) return {};
  const auto& entry = static_cast<const duckdb_list_entry*>(data_)[row];
  const ColumnReader items(*api_, api_->list_vector_get_child(vector_));
  std::vector<std::string> result;
  result.reserve(entry.length);
  for (idx_t i = 0; i < entry.length; ++i) result.emplace_back(items.text(entry.offset + i));
  return result;
}

std::optional<std::string> ColumnReader::any_text(idx_t row) const {
  if (is_null(row) || type_id_ == DUCKDB_TYPE_SQLNULL) return std::nullopt;
  if (type_id_ == DUCKDB_TYPE_VARCHAR) return std::string(text(row));
  if (type_id_ == DUCKDB_TYPE_BIGINT) return std::to_string(integer(row));
  const Value value(api_->destroy_value, CellValue(*api_, vector_, row).make());
  return take_text(*api_, api_->get_varchar(value.get()));
}

ColumnReader reader_of(const Api& api, const Chunk& chunk, idx_t column) {
  return {api, api.data_chunk_get_vector(chunk.get(), column)};
}

}  // namespace leeway::engines::duckdb
