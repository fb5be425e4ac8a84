// A DuckDB in memory for tests that ask the engine itself, without leeway's own session.
#pragma once

#include <dlfcn.h>
#include <duckdb.h>

#include <expected>
#include <string>
#include <vector>

namespace leeway::testing {

class DuckdbMemory {
 public:
  using Rows = std::vector<std::vector<std::string>>;

  DuckdbMemory() {
    library_ = dlopen(LEEWAY_DUCKDB_DIR "/libduckdb.so", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) return;
    opened_ =
        find<decltype(&duckdb_open)>("duckdb_open")(nullptr, &database_) == DuckDBSuccess &&
        find<decltype(&duckdb_connect)>("duckdb_connect")(database_, &connection_) == DuckDBSuccess;
  }
  DuckdbMemory(const DuckdbMemory&) = delete;
  DuckdbMemory& operator=(const DuckdbMemory&) = delete;
  ~DuckdbMemory() {
    if (!opened_) return;
    find<decltype(&duckdb_disconnect)>("duckdb_disconnect")(&connection_);
    find<decltype(&duckdb_close)>("duckdb_close")(&database_);
  }

  bool opened() const { return opened_; }

  // Every value as the engine's text, NULL as "NULL"; nested values need a cast to VARCHAR.
  std::expected<Rows, std::string> query(const std::string& sql) {
    duckdb_result result;
    const auto state =
        find<decltype(&duckdb_query)>("duckdb_query")(connection_, sql.c_str(), &result);
    std::expected<Rows, std::string> answer;
    if (state == DuckDBSuccess) {
      answer = read(result);
    } else {
      answer = std::unexpected(
          std::string(find<decltype(&duckdb_result_error)>("duckdb_result_error")(&result)));
    }
    find<decltype(&duckdb_destroy_result)>("duckdb_destroy_result")(&result);
    return answer;
  }

 private:
  template <typename Function>
  Function find(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }

  Rows read(duckdb_result& result) const {
    const auto value = find<decltype(&duckdb_value_varchar)>("duckdb_value_varchar");
    const auto rows = find<decltype(&duckdb_row_count)>("duckdb_row_count")(&result);
    const auto columns = find<decltype(&duckdb_column_count)>("duckdb_column_count")(&result);
    Rows all;
    for (idx_t row = 0; row < rows; ++row) {
      auto& values = all.emplace_back();
      for (idx_t column = 0; column < columns; ++column) {
        char* const text = value(&result, column, row);
        values.emplace_back(text != nullptr ? text : "NULL");
        find<decltype(&duckdb_free)>("duckdb_free")(text);
      }
    }
    return all;
  }

  void* library_ = nullptr;
  duckdb_database database_ = nullptr;
  duckdb_connection connection_ = nullptr;
  bool opened_ = false;
};

}  // namespace leeway::testing
