// Texts of SQL that a person wrote: how many statements they hold, and what those may do.
#include "engines/duckdb/database.h"
#include "engines/duckdb/errors.h"

namespace leeway::engines::duckdb {
namespace {

std::unexpected<Error> writes() {
  return fail(ErrorCode::refused, "it writes, and only a query that reads is run here");
}

}  // namespace

Result<DuckDbSession::Script> DuckDbSession::parse(const std::string& sql) {
  if (sql.find('\0') != std::string::npos)
    return fail(ErrorCode::refused, "the statement holds a NUL byte; it was not sent");
  const Api& api = instance_->api;
  Script script{Owned<duckdb_extracted_statements>(api.destroy_extracted), 0, interrupts_.load()};
  script.count =
      api.extract_statements(connection_.get(), sql.c_str(), script.statements.address());
  if (script.count > 0) return script;
  const char* reason = api.extract_statements_error(script.statements.get());
  return std::unexpected(error_of(reason ? reason : "the text holds no statement"));
}

Result<Statement> DuckDbSession::prepare_at(const Script& script, idx_t index) {
  const Api& api = instance_->api;
  Statement statement(api.destroy_prepare);
  if (api.prepare_extracted_statement(connection_.get(), script.statements.get(), index,
                                      statement.address()) == DuckDBError)
    return std::unexpected(error_of(api.prepare_error(statement.get())));
  if (script.interrupts != interrupts_.load()) return fail(ErrorCode::interrupted, "interrupted");
  return statement;
}

Result<Rows> DuckDbSession::run_one(const std::string& sql, Allowed allowed) {
  const auto script = parse(sql);
  if (script && script->count > 1)
    return fail(ErrorCode::refused,
                "the text holds {} statements where one is expected; none was run", script->count);
  note(sql, 1);
  if (!script) return std::unexpected(script.error());
  LEEWAY_TRY(const Statement statement, prepare_at(*script, 0));
  if (allowed == Allowed::queries &&
      instance_->api.prepared_statement_type(statement.get()) != DUCKDB_STATEMENT_TYPE_SELECT)
    return writes();
  return start(statement);
}

// Only queries are let through, which keeps out what a read-only transaction allows (COPY TO,
// ATTACH, SET); the transaction keeps out a query that writes.
Result<RowSet> DuckDbSession::read(const std::string& sql, std::size_t max_rows) {
  LEEWAY_CHECK(execute("BEGIN TRANSACTION READ ONLY"));
  auto rows = fetch(sql, max_rows, Allowed::queries);
  LEEWAY_CHECK(rollback());
  if (!rows && rows.error().message.find("launched in read-only mode") != std::string::npos)
    return writes();
  return rows;
}

Result<RowSet> DuckDbSession::run_script(const std::string& sql, std::size_t max_rows) {
  const auto script = parse(sql);
  if (script && script->count == 1) return query(sql, max_rows);
  note(sql, script ? script->count : 1);
  if (!script) return std::unexpected(script.error());
  for (idx_t i = 0; i + 1 < script->count; ++i) {
    LEEWAY_TRY(const Statement statement, prepare_at(*script, i));
    LEEWAY_TRY(Rows rows, start(statement));
    LEEWAY_CHECK(rows.drain());
  }
  LEEWAY_TRY(const Statement last, prepare_at(*script, script->count - 1));
  LEEWAY_TRY(Rows rows, start(last));
  RowSet set;
  std::vector<bool> shown;
  LEEWAY_TRY(const bool complete, collect_shown(rows, max_rows, set, shown));
  if (complete) return set;
  return fail(ErrorCode::unsupported,
              "the statements were carried out, but a column the last one returns has a type that "
              "cannot be shown; cast the column to VARCHAR");
}

bool DuckDbSession::parses_as_one(const std::string& sql) {
  const auto script = parse(sql);
  return script && script->count == 1;
}

// In parentheses alone "1), (2" would pass; without them its parentheses do not match. A query,
// whose parentheses match too, may stand in the parentheses as well.
Status DuckDbSession::check_expression(const std::string& text) {
  if (parses_as_one("SELECT (\n" + text + "\n)") &&
      (parses_as_one("SELECT " + text) || parses_as_one(text)))
    return {};
  return fail(ErrorCode::refused, "it is not one SQL expression");
}

Status DuckDbSession::check_type(const std::string& text) {
  if (parses_as_one("SELECT CAST(NULL AS\n" + text + "\n)") &&
      parses_as_one("SELECT NULL::" + text))
    return {};
  return fail(ErrorCode::refused, "it is not one SQL type");
}

}  // namespace leeway::engines::duckdb
