// duck FILE [SQL]
//
// Runs SQL (the argument, or standard input) on a DuckDB file, made when absent, and prints every
// row of every query as a|b|c, NULL as NULL. Tests seed and read databases with it: it shares no
// code with leeway. Exit code 1 and the engine's message on the first statement that fails.
#include <duckdb.h>

#include <cctype>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

// The end of a quoted part that begins at `from`: the index after its closing mark.
std::size_t skip_past(std::string_view sql, std::size_t from, std::string_view closing) {
  const std::size_t end = sql.find(closing, from);
  return end == std::string_view::npos ? sql.size() : end + closing.size();
}

// The index after the quoted text, comment or single character at `at`.
std::size_t next_token(std::string_view sql, std::size_t at) {
  const std::string_view rest = sql.substr(at);
  if (rest.front() == '\'' || rest.front() == '"') return skip_past(sql, at + 1, rest.substr(0, 1));
  if (rest.starts_with("--")) return skip_past(sql, at, "\n");
  if (rest.starts_with("/*")) return skip_past(sql, at + 2, "*/");
  if (rest.starts_with("$$")) return skip_past(sql, at + 2, "$$");
  return at + 1;
}

std::vector<std::string> split_statements(std::string_view sql) {
  std::vector<std::string> statements;
  std::size_t start = 0;
  for (std::size_t at = 0; at <= sql.size();) {
    if (at < sql.size() && sql[at] != ';') {
      at = next_token(sql, at);
      continue;
    }
    const std::string_view statement = sql.substr(start, at - start);
    if (statement.find_first_not_of(" \t\r\n") != std::string_view::npos) {
      statements.emplace_back(statement);
    }
    start = ++at;
  }
  return statements;
}

void print_rows(duckdb_result& result) {
  const idx_t rows = duckdb_row_count(&result);
  const idx_t columns = duckdb_column_count(&result);
  for (idx_t row = 0; row < rows; ++row) {
    for (idx_t column = 0; column < columns; ++column) {
      char* value = duckdb_value_varchar(&result, column, row);
      std::cout << (column == 0 ? "" : "|") << (value == nullptr ? "NULL" : value);
      duckdb_free(value);
    }
    std::cout << '\n';
  }
}

// Whether the statement can stand in brackets after FROM.
bool is_query(duckdb_connection connection, const std::string& wrapped) {
  duckdb_prepared_statement prepared = nullptr;
  const bool ok = duckdb_prepare(connection, wrapped.c_str(), &prepared) == DuckDBSuccess;
  duckdb_destroy_prepare(&prepared);
  return ok;
}

bool run(duckdb_connection connection, const std::string& statement) {
  // The C API gives nested values as text only after a cast.
  const std::string wrapped = "SELECT COLUMNS(*)::VARCHAR FROM (\n" + statement + "\n)";
  const bool query = is_query(connection, wrapped);
  duckdb_result result;
  const bool ok =
      duckdb_query(connection, (query ? wrapped : statement).c_str(), &result) == DuckDBSuccess;
  if (!ok) {
    std::cerr << "duck: " << duckdb_result_error(&result) << "\n  in: " << statement << '\n';
  } else if (query) {
    print_rows(result);
  }
  duckdb_destroy_result(&result);
  return ok;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::cerr << "usage: duck FILE [SQL]\n";
    return 1;
  }
  const std::string sql =
      argc == 3 ? std::string(argv[2]) : std::string(std::istreambuf_iterator<char>(std::cin), {});
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;
  char* error = nullptr;
  if (duckdb_open_ext(argv[1], &database, nullptr, &error) != DuckDBSuccess) {
    std::cerr << "duck: " << error << '\n';
    duckdb_free(error);
    return 1;
  }
  bool ok = duckdb_connect(database, &connection) == DuckDBSuccess &&
            run(connection, "SET TimeZone = 'UTC'");
  for (const std::string& statement : split_statements(sql)) ok = ok && run(connection, statement);
  duckdb_disconnect(&connection);
  duckdb_close(&database);
  return ok ? 0 : 1;
}
