// The functions of the DuckDB library that leeway calls, found when a DuckDB database is first
// opened: linking the library would cost every start of the program about 17 ms.
#pragma once

#include <string>
#include <utility>

#include "base/error.h"
#include "duckdb.h"

namespace leeway::engines::duckdb {

// clang-format off
#define LEEWAY_DUCKDB_FUNCTIONS(X)                                                              \
  X(create_instance_cache) X(get_or_create_from_cache) X(close) X(connect) X(disconnect)        \
  X(interrupt) X(create_config) X(set_config) X(destroy_config) X(free)                         \
  X(extract_statements) X(extract_statements_error) X(prepare_extracted_statement)              \
  X(destroy_extracted) X(prepare) X(prepare_error) X(destroy_prepare) X(bind_value)             \
  X(create_logical_type) X(prepared_statement_type) X(prepared_statement_column_count)          \
  X(prepared_statement_column_name) X(prepared_statement_column_logical_type)                   \
  X(execute_prepared) X(execute_prepared_streaming) X(destroy_result) X(result_error)           \
  X(result_error_type) X(result_return_type) X(column_count) X(column_name)                     \
  X(column_logical_type) X(fetch_chunk) X(destroy_data_chunk) X(data_chunk_get_size)            \
  X(data_chunk_get_vector) X(vector_get_column_type) X(vector_get_data)                         \
  X(vector_get_validity) X(list_vector_get_child) X(array_vector_get_child)                     \
  X(struct_vector_get_child) X(string_t_length) X(string_t_data) X(get_type_id)                 \
  X(destroy_logical_type) X(logical_type_get_alias) X(decimal_width) X(decimal_scale)           \
  X(decimal_internal_type) X(enum_internal_type) X(enum_dictionary_size)                        \
  X(enum_dictionary_value) X(list_type_child_type) X(array_type_child_type)                     \
  X(array_type_array_size) X(map_type_key_type) X(map_type_value_type)                          \
  X(struct_type_child_count) X(struct_type_child_name) X(struct_type_child_type)                \
  X(union_type_member_count) X(union_type_member_name) X(union_type_member_type)                \
  X(create_null_value) X(create_varchar_length) X(create_bool) X(create_int8)                   \
  X(create_uint8) X(create_int16) X(create_uint16) X(create_int32) X(create_uint32)             \
  X(create_int64) X(create_uint64) X(create_hugeint) X(create_uhugeint) X(create_bignum)        \
  X(create_decimal) X(create_float) X(create_double) X(create_date) X(create_time)              \
  X(create_time_ns) X(create_time_tz_value) X(create_timestamp) X(create_timestamp_tz)          \
  X(create_timestamp_s) X(create_timestamp_ms) X(create_timestamp_ns) X(create_interval)        \
  X(create_blob) X(create_bit) X(create_uuid) X(create_enum_value) X(create_list_value)         \
  X(create_array_value) X(create_struct_value) X(create_map_value) X(get_varchar)               \
  X(destroy_value)
// clang-format on

struct Api {
#define LEEWAY_DUCKDB_MEMBER(name) decltype(&::duckdb_##name) name = nullptr;
  LEEWAY_DUCKDB_FUNCTIONS(LEEWAY_DUCKDB_MEMBER)
#undef LEEWAY_DUCKDB_MEMBER
};

// Looks for the library in $LEEWAY_DUCKDB_LIBRARY (a file; nothing else is tried when it is set),
// beside the program, in ../lib/leeway from there, in the folder given at build time, and where the
// system keeps its libraries. Loading it again is cheap. Errors: connection, says where it looked.
Result<Api> load_api();

// A handle of the library that is released with the function the library has for it.
template <typename Handle>
class Owned {
 public:
  explicit Owned(void (*release)(Handle*), Handle handle = {})
      : handle_(handle), release_(release) {}
  Owned(Owned&& other) noexcept
      : handle_(std::exchange(other.handle_, Handle{})), release_(other.release_) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Owned() { release_(&handle_); }

  const Handle& get() const { return handle_; }
  // For a function of the library that fills or reads the handle in place.
  Handle* address() { return &handle_; }

 private:
  Handle handle_;
  void (*release_)(Handle*);
};

using Statement = Owned<duckdb_prepared_statement>;
using ResultHandle = Owned<duckdb_result>;
using Chunk = Owned<duckdb_data_chunk>;
using LogicalType = Owned<duckdb_logical_type>;
using Value = Owned<duckdb_value>;

// Takes over a text that the library allocated.
std::string take_text(const Api& api, char* text);

}  // namespace leeway::engines::duckdb
