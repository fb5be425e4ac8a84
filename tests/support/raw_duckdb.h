// A DuckDB engine for tests that run SQL text on it: the shared library, opened by path, and an
// in-memory database. Nothing of leeway stands between.
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace leeway::testing {

class RawDuckdb {
 public:
  using Row = std::vector<std::optional<std::string>>;  // nullopt is NULL

  RawDuckdb() : library_(dlopen(LEEWAY_DUCKDB_DIR "/libduckdb.so", RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) throw std::runtime_error(dlerror());
    if (function<int(const char*, void**)>("duckdb_open")(nullptr, &database_) != 0 ||
        function<int(void*, void**)>("duckdb_connect")(database_, &connection_) != 0)
      throw std::runtime_error("DuckDB does not open");
  }
  RawDuckdb(const RawDuckdb&) = delete;
  RawDuckdb& operator=(const RawDuckdb&) = delete;
  ~RawDuckdb() {
    function<void(void**)>("duckdb_disconnect")(&connection_);
    function<void(void**)>("duckdb_close")(&database_);
  }

  // The rows of the last statement in `sql`. Throws the engine's message.
  std::vector<Row> query(const std::string& sql) {
    Result result;
    const int failed = function<int(void*, const char*, Result*)>("duckdb_query")(
        connection_, sql.c_str(), &result);
    const std::string error = failed != 0 ? message(result) : "";
    std::vector<Row> rows = failed != 0 ? std::vector<Row>{} : read(result);
    function<void(Result*)>("duckdb_destroy_result")(&result);
    if (failed != 0) throw std::runtime_error(error + "\n" + sql);
    return rows;
  }

  // The only value of the only row.
  std::string value(const std::string& sql) {
    const auto rows = query(sql);
    if (rows.size() != 1 || rows[0].size() != 1) throw std::runtime_error("not one value\n" + sql);
    return rows[0][0].value_or("NULL");
  }

 private:
  // duckdb_result of duckdb.h.
  struct Result {
    std::uint64_t deprecated_counts[3] = {};
    void* deprecated_columns = nullptr;
    char* deprecated_error = nullptr;
    void* internal = nullptr;
  };

  template <typename Signature>
  Signature* function(const char* name) const {
    return reinterpret_cast<Signature*>(dlsym(library_, name));
  }

  std::string message(Result& result) const {
    const char* text = function<const char*(Result*)>("duckdb_result_error")(&result);
    return text == nullptr ? "" : text;
  }

  std::vector<Row> read(Result& result) const {
    const auto row_count = function<std::uint64_t(Result*)>("duckdb_row_count")(&result);
    const auto column_count = function<std::uint64_t(Result*)>("duckdb_column_count")(&result);
    std::vector<Row> rows(row_count);
    for (std::uint64_t r = 0; r < row_count; ++r)
      for (std::uint64_t c = 0; c < column_count; ++c) rows[r].push_back(text(result, c, r));
    return rows;
  }

  std::optional<std::string> text(Result& result, std::uint64_t column, std::uint64_t row) const {
    char* value = function<char*(Result*, std::uint64_t, std::uint64_t)>("duckdb_value_varchar")(
        &result, column, row);
    if (value == nullptr) return std::nullopt;
    std::string copy = value;
    function<void(void*)>("duckdb_free")(value);
    return copy;
  }

  void* library_;
  void* database_ = nullptr;
  void* connection_ = nullptr;
};

}  // namespace leeway::testing
