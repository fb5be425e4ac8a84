// One connection to one engine. A Session is used by one thread at a time; interrupt() may come
// from any thread. Database hands out sessions and is safe to share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalog/table.h"
#include "dialects/dialect.h"

namespace leeway::engines {

struct ResultColumn {
  std::string name;
  std::string type;  // the engine's name for the result column's type
};

// A small result, as text at full precision; nullopt is NULL.
struct RowSet {
  std::vector<ResultColumn> columns;
  std::vector<std::vector<std::optional<std::string>>> rows;
  bool truncated = false;  // there was more than max_rows
};

// What a statement did. rows is absent where the engine does not tell.
struct Outcome {
  std::optional<std::int64_t> rows;
};

// A schema and the tables in it that a source offers, in name order.
struct SchemaListing {
  catalog::SchemaName schema;
  struct Entry {
    std::string name;
    catalog::ObjectKind kind = catalog::ObjectKind::table;
    std::optional<std::int64_t> estimated_rows;
  };
  std::vector<Entry> tables;
};

class Session {
 public:
  virtual ~Session() = default;

  virtual const dialects::Dialect& dialect() const = 0;

  // Runs one statement and keeps at most max_rows rows. A text of several statements is refused
  // (ErrorCode::refused) before the first of them runs; so it is by execute() and read().
  virtual Result<RowSet> query(const std::string& sql, std::size_t max_rows = 100000) = 0;
  // Runs one statement whose rows do not matter.
  virtual Result<Outcome> execute(const std::string& sql) = 0;
  // Runs one query that can change nothing: a statement that is no query is refused before it runs,
  // and a query that would write (DuckDB: nextval) fails. Outside of a transaction.
  virtual Result<RowSet> read(const std::string& sql, std::size_t max_rows = 100000) = 0;
  // Runs a person's script of one or more statements, one after the other up to the first that
  // fails; the last result is returned.
  virtual Result<RowSet> run_script(const std::string& sql, std::size_t max_rows = 100000) = 0;
  // Whether the text can stand in parentheses as one expression and nothing else, as far as the
  // engine's parser tells; nothing is run. ErrorCode::refused when it cannot.
  virtual Status check_expression(const std::string& text) = 0;
  // The same for the type of a CAST.
  virtual Status check_type(const std::string& text) = 0;

  virtual Status begin() = 0;
  virtual Status commit() = 0;
  virtual Status rollback() = 0;

  // Schemas of `catalog` (the default one when empty) whose name begins with `prefix`, compared
  // byte by byte, with their tables and views. One statement.
  virtual Result<std::vector<SchemaListing>> list_schemas(const std::string& catalog,
                                                          const std::string& prefix) = 0;
  // Every table and view of a schema with its columns, keys, indexes. At most a fixed number of
  // statements, whatever the number of tables. An absent schema gives an empty list. A table the
  // engine lists but cannot describe is returned as Unreadable under its name.
  struct TableRead {
    catalog::TableName name;
    catalog::Presence presence;
  };
  virtual Result<std::vector<TableRead>> read_schema(const catalog::SchemaName& schema) = 0;
  // The same for several schemas, one after the other. An engine whose catalog can only be gone
  // through as a whole (DuckDB) reads them with one statement a catalog, at the cost of one schema.
  virtual Result<std::vector<TableRead>> read_schemas(
      const std::vector<catalog::SchemaName>& schemas);
  // The same for one table: the read-back after a change, inside its transaction.
  virtual Result<catalog::Presence> read_table(const catalog::TableName& table) = 0;

  // A value that changes whenever the table's content does; nullopt where the engine has none
  // (dialect().capabilities.change_marker is then false).
  virtual Result<std::optional<std::string>> change_marker(const catalog::TableName& table) = 0;

  // Ends the running statement with ErrorCode::interrupted; the session stays usable.
  virtual void interrupt() noexcept = 0;

  // Statements sent to the engine so far, of all kinds.
  virtual std::uint64_t statements_sent() const = 0;
};

class Database {
 public:
  virtual ~Database() = default;
  virtual const dialects::Dialect& dialect() const = 0;
  // The catalog a two-part name belongs to, e.g. DuckDB's file stem; empty where there is none.
  virtual std::string default_catalog() const = 0;
  // Tells this database from every other one of its engine, e.g. DuckDB's canonical file; empty
  // where there is nothing to tell by (in memory).
  virtual std::string identity() const { return {}; }
  virtual Result<std::unique_ptr<Session>> connect() = 0;
  // Makes another database readable under a catalog name from sessions of this one (DuckDB's
  // read-only ATTACH); ErrorCode::unsupported where the engine cannot.
  virtual Result<std::string> attach(const std::string& path) = 0;
};

// What an adapter block of a project says about a connection.
struct ConnectionSettings {
  std::string type;  // a dialect's name
  std::string path;  // DuckDB: the file; empty: in memory
  bool read_only = false;
  bool create = false;         // DuckDB: may make a file that does not exist
  int threads = 0;             // 0: the engine's default
  std::string statement_log;   // a file that receives every statement sent; empty: none
  long kill_at_statement = 0;  // tests of crashes: see StatementLog
};

// Errors: not_found (the file does not exist), locked (another process holds it; names its id),
// connection, unsupported (no such engine here).
Result<std::shared_ptr<Database>> open_database(const ConnectionSettings& settings);

}  // namespace leeway::engines
