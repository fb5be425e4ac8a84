// A thin owner of SQLite's handles: errors are values, and a message never holds a bound value.
//
// Error codes: locked (another connection holds the file), io, unsupported (not an SQLite file),
// integrity (a damaged one), state (everything else SQLite refuses).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sqlite3.h>

#include "base/error.h"

namespace leeway::state {

class Statement {
 public:
  // Binds all parameters, in order: text, integers, or an optional of either for NULL. The values
  // are copied. A failure to bind is reported by the next step.
  template <typename... Values>
  Statement& bind(const Values&... values) {
    reset();
    int index = 0;
    (bind_value(++index, values), ...);
    return *this;
  }

  // Moves to the next row; false after the last one.
  Result<bool> step();
  // Runs a statement that gives no rows.
  Status run();
  // Calls `on_row` at every row.
  template <typename OnRow>
  Status each(const OnRow& on_row) {
    for (;;) {
      LEEWAY_TRY(const bool row, step());
      if (!row) return {};
      on_row();
    }
  }
  // The first column of every row.
  Result<std::vector<std::string>> texts();

  std::string text(int column) const;
  long long integer(int column) const;
  std::optional<long long> optional_integer(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  void reset();
  void bind_value(int index, std::string_view value);
  void bind_value(int index, long long value);
  template <typename T>
  void bind_value(int index, const std::optional<T>& value) {
    if (value) bind_value(index, *value);
  }

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bind_result_ = SQLITE_OK;
};

class Database {
 public:
  enum class Mode {
    write,      // creates an absent file
    read,       // the file exists; a crashed writer's journal is brought in where that is permitted
    immutable,  // the bytes of the file alone: no locks, no journal, nothing is created beside it
    memory,     // no file
  };
  static Result<Database> open(const std::filesystem::path& file, Mode mode);

  // Runs one or more statements without parameters, e.g. a script.
  Status script(const char* sql);
  Result<Statement> prepare(std::string_view sql);

  // Prepares, binds and runs one statement that gives no rows.
  template <typename... Values>
  Status run(std::string_view sql, const Values&... values) {
    LEEWAY_TRY(auto statement, prepare(sql));
    return statement.bind(values...).run();
  }

  // The integer in the first column of the first row.
  Result<long long> integer(std::string_view sql);

  bool in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }
  sqlite3* handle() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  explicit Database(sqlite3* handle) : handle_(handle) {}

  std::unique_ptr<sqlite3, Close> handle_;
};

// Rolls back unless committed.
class Transaction {
 public:
  enum class Kind { read, write };
  static Result<Transaction> begin(Database& database, Kind kind);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  Status commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace leeway::state
