// Values and types of DuckDB as text.
//
// The text of a value is what CAST(value AS VARCHAR) gives, made by the library itself from a value
// of the same type, so that every digit is kept and the text can be cast back. Two things differ:
// a TIMESTAMPTZ is always shown in UTC, and a NUL byte inside a nested value is shown as "\0"
// (a plain VARCHAR keeps it).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/duckdb/api.h"

namespace leeway::engines::duckdb {

// A type as the catalog prints it, e.g. DECIMAL(10,2) or STRUCT(a INTEGER, "b c" VARCHAR[]).
std::string type_text(const Api& api, duckdb_logical_type type);

// Whether any_text can show values of the type: false for types whose values cannot be made again
// through the library's C interface (UNION, GEOMETRY, VARIANT, and what holds one of them).
bool has_text(const Api& api, duckdb_logical_type type);

// One column of a chunk. The chunk must outlive it.
class ColumnReader {
 public:
  ColumnReader(const Api& api, duckdb_vector vector);

  bool is_null(idx_t row) const;
  // REQUIRES: !is_null(row), and the column is VARCHAR, BIGINT or BOOLEAN.
  std::string_view text(idx_t row) const;
  std::int64_t integer(idx_t row) const;
  bool boolean(idx_t row) const;
  // REQUIRES: the column is VARCHAR[] without NULL elements. Empty for NULL.
  std::vector<std::string> texts(idx_t row) const;

  // Any type that has_text. nullopt is NULL.
  std::optional<std::string> any_text(idx_t row) const;

 private:
  const Api* api_;
  duckdb_vector vector_;
  LogicalType type_;
  duckdb_type type_id_;
  const void* data_;
  const std::uint64_t* validity_;
};

ColumnReader reader_of(const Api& api, const Chunk& chunk, idx_t column);

}  // namespace leeway::engines::duckdb
