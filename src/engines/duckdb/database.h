// DuckDB inside the process: one Instance a file, one connection a Session.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engines/duckdb/api.h"
#include "engines/session.h"
#include "engines/statement_log.h"

namespace leeway::engines::duckdb {

// An open database and the library it belongs to.
struct Instance {
  Instance(const Api& functions, duckdb_database database)
      : api(functions), handle(functions.close, database) {}

  const Api api;
  Owned<duckdb_database> handle;
  std::string default_catalog;
  std::string path;  // canonical; empty in memory
  std::shared_ptr<StatementLog> log;
  std::mutex attaching;
};

// What is bound to a statement's $1, $2, ...; monostate is NULL.
using Parameter = std::variant<std::monostate, std::string, std::vector<std::string>>;

// Rows of a statement that was started, a chunk at a time.
class Rows {
 public:
  Rows(const Api& api, ResultHandle result, bool streams)
      : api_(&api), result_(std::move(result)), streams_(streams) {}

  // nullopt at the end.
  Result<std::optional<Chunk>> next();
  Status drain();
  duckdb_result* handle() { return result_.address(); }
  // The rows are made as they are fetched: the statement is a SELECT.
  bool streams() const { return streams_; }

 private:
  const Api* api_;
  ResultHandle result_;
  bool streams_;
};

class DuckDbSession final : public Session {
 public:
  DuckDbSession(std::shared_ptr<Instance> instance, duckdb_connection connection);

  const dialects::Dialect& dialect() const override;
  Result<RowSet> query(const std::string& sql, std::size_t max_rows) override;
  Result<Outcome> execute(const std::string& sql) override;
  Result<RowSet> read(const std::string& sql, std::size_t max_rows) override;
  Result<RowSet> run_script(const std::string& sql, std::size_t max_rows) override;
  Status check_expression(const std::string& text) override;
  Status check_type(const std::string& text) override;
  Status begin() override;
  Status commit() override;
  Status rollback() override;
  Result<std::vector<SchemaListing>> list_schemas(const std::string& catalog,
                                                  const std::string& prefix) override;
  Result<std::vector<TableRead>> read_schema(const catalog::SchemaName& schema) override;
  Result<std::vector<TableRead>> read_schemas(
      const std::vector<catalog::SchemaName>& schemas) override;
  Result<catalog::Presence> read_table(const catalog::TableName& table) override;
  Result<std::optional<std::string>> change_marker(const catalog::TableName& table) override;
  void interrupt() noexcept override;
  std::uint64_t statements_sent() const override { return statements_; }

 private:
  // A text's statements, parsed.
  struct Script {
    Owned<duckdb_extracted_statements> statements;
    idx_t count = 0;
    std::uint64_t interrupts = 0;  // asked for before it was parsed
  };
  enum class Allowed { any, queries };

  Result<Rows> run(const std::string& sql, std::span<const Parameter> parameters);
  bool parses_as_one(const std::string& sql);
  Result<Script> parse(const std::string& sql);
  Result<Statement> prepare_at(const Script& script, idx_t index);
  // Runs the text's only statement.
  Result<Rows> run_one(const std::string& sql, Allowed allowed);
  Result<RowSet> fetch(const std::string& sql, std::size_t max_rows, Allowed allowed);
  Result<bool> collect_shown(Rows& rows, std::size_t max_rows, RowSet& set,
                             std::vector<bool>& shown);
  Result<Statement> prepare_one(const std::string& sql);
  Result<Rows> start(const Statement& statement);
  Result<std::vector<TableRead>> describe(const std::vector<catalog::SchemaName>& schemas,
                                          const Parameter& table);
  void note(const std::string& sql, std::uint64_t statements);
  // Replaces a view's columns, which the catalog may hold as they were when the view was made, by
  // those it has now; a view that cannot be read any more becomes Unreadable.
  Status bind_view(TableRead& view);

  std::shared_ptr<Instance> instance_;
  Owned<duckdb_connection> connection_;
  std::atomic<std::uint64_t> statements_ = 0;
  std::atomic<std::uint64_t> interrupts_ = 0;
};

class DuckDbDatabase final : public Database {
 public:
  explicit DuckDbDatabase(std::shared_ptr<Instance> instance) : instance_(std::move(instance)) {}

  const dialects::Dialect& dialect() const override;
  std::string default_catalog() const override { return instance_->default_catalog; }
  std::string identity() const override { return instance_->path; }
  Result<std::unique_ptr<Session>> connect() override;
  Result<std::string> attach(const std::string& path) override;

 private:
  std::shared_ptr<Instance> instance_;
};

Result<std::shared_ptr<Database>> open(const ConnectionSettings& settings);

}  // namespace leeway::engines::duckdb
