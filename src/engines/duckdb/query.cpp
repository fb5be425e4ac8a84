#include <algorithm>

#include "base/text.h"
#include "engines/duckdb/database.h"
#include "engines/duckdb/errors.h"
#include "engines/duckdb/values.h"

namespace leeway::engines::duckdb {
namespace {

Error error_of_result(const Api& api, duckdb_result* result) {
  const char* message = api.result_error(result);
  return error_of(api.result_error_type(result), message ? message : "the statement failed");
}

struct Columns {
  std::vector<ResultColumn> described;
  std::vector<bool> shown;  // has_text
};

Columns columns_of(const Api& api, duckdb_result* result) {
  Columns columns;
  for (idx_t i = 0; i < api.column_count(result); ++i) {
    const LogicalType type(api.destroy_logical_type, api.column_logical_type(result, i));
    columns.described.push_back({api.column_name(result, i), type_text(api, type.get())});
    columns.shown.push_back(has_text(api, type.get()));
  }
  return columns;
}

// The same SELECT with the columns that have no text cast by the engine.
std::string with_casts(const std::string& select, const std::vector<bool>& shown) {
  std::vector<std::string> columns;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const std::string column = fmt::format("#{}", i + 1);
    columns.push_back(shown[i] ? column : fmt::format("CAST({} AS VARCHAR)", column));
  }
  return fmt::format("SELECT {} FROM query('{}')", join(columns, ", "),
                     replace_all(select, "'", "''"));
}

void append_rows(const Api& api, const Chunk& chunk, std::size_t max_rows, RowSet& set) {
  const idx_t held = api.data_chunk_get_size(chunk.get());
  const idx_t wanted = std::min<idx_t>(held, max_rows - set.rows.size());
  set.truncated = wanted < held;
  std::vector<ColumnReader> readers;
  readers.reserve(set.columns.size());
  for (idx_t column = 0; column < set.columns.size(); ++column)
    readers.emplace_back(api, api.data_chunk_get_vector(chunk.get(), column));
  for (idx_t row = 0; row < wanted; ++row) {
    auto& cells = set.rows.emplace_back();
    cells.reserve(readers.size());
    for (const auto& reader : readers) cells.push_back(reader.any_text(row));
  }
}

// A statement that gives no rows of its own tells how many it changed in a column "Count".
Result<std::optional<std::int64_t>> changed_rows(const Api& api, Rows& rows) {
  const bool counts = api.column_count(rows.handle()) == 1 &&
                      std::string_view(api.column_name(rows.handle(), 0)) == "Count";
  LEEWAY_TRY(const auto chunk, rows.next());
  if (!counts || !chunk || api.data_chunk_get_size(chunk->get()) == 0) return std::nullopt;
  return ColumnReader(api, api.data_chunk_get_vector(chunk->get(), 0)).integer(0);
}

Value text_value(const Api& api, const std::string& text) {
  return Value(api.destroy_value, api.create_varchar_length(text.data(), text.size()));
}

Value list_value(const Api& api, const std::vector<std::string>& texts) {
  const LogicalType element(api.destroy_logical_type, api.create_logical_type(DUCKDB_TYPE_VARCHAR));
  std::vector<Value> owners;
  std::vector<duckdb_value> items;
  owners.reserve(texts.size());
  items.reserve(texts.size());
  for (const auto& text : texts) items.push_back(owners.emplace_back(text_value(api, text)).get());
  return Value(api.destroy_value, api.create_list_value(element.get(), items.data(), items.size()));
}

void bind(const Api& api, const Statement& statement, idx_t position, const Parameter& parameter) {
  Value value(api.destroy_value, nullptr);
  if (const auto* text = std::get_if<std::string>(&parameter))
    value = text_value(api, *text);
  else if (const auto* texts = std::get_if<std::vector<std::string>>(&parameter))
    value = list_value(api, *texts);
  else
    value = Value(api.destroy_value, api.create_null_value());
  api.bind_value(statement.get(), position, value.get());
}

Status collect(const Api& api, Rows& rows, std::size_t max_rows, RowSet& set) {
  while (!set.truncated) {
    LEEWAY_TRY(const auto chunk, rows.next());
    if (!chunk) break;
    append_rows(api, *chunk, max_rows, set);
  }
  return {};
}

}  // namespace

Result<std::optional<Chunk>> Rows::next() {
  Chunk chunk(api_->destroy_data_chunk, api_->fetch_chunk(result_.get()));
  if (chunk.get() != nullptr && api_->data_chunk_get_size(chunk.get()) > 0)
    return std::optional(std::move(chunk));
  if (const char* message = api_->result_error(result_.address()); message && *message)
    return std::unexpected(error_of_result(*api_, result_.address()));
  return std::nullopt;
}

Status Rows::drain() {
  while (true) {
    LEEWAY_TRY(const auto chunk, next());
    if (!chunk) return {};
  }
}

Result<RowSet> DuckDbSession::query(const std::string& sql, std::size_t max_rows) {
  return fetch(sql, max_rows, Allowed::any);
}

Result<RowSet> DuckDbSession::fetch(const std::string& sql, std::size_t max_rows, Allowed allowed) {
  RowSet set;
  std::vector<bool> shown;
  {
    LEEWAY_TRY(Rows rows, run_one(sql, allowed));
    LEEWAY_TRY(const bool complete, collect_shown(rows, max_rows, set, shown));
    if (complete) return set;
  }
  LEEWAY_TRY(Rows rows, run_one(with_casts(sql, shown), allowed));
  LEEWAY_CHECK(collect(instance_->api, rows, max_rows, set));
  return set;
}

// False where a column has no text and the query is to be run again with a cast.
Result<bool> DuckDbSession::collect_shown(Rows& rows, std::size_t max_rows, RowSet& set,
                                          std::vector<bool>& shown) {
  Columns columns = columns_of(instance_->api, rows.handle());
  set.columns = std::move(columns.described);
  shown = std::move(columns.shown);
  if (std::ranges::find(shown, false) == shown.end()) {
    LEEWAY_CHECK(collect(instance_->api, rows, max_rows, set));
    return true;
  }
  if (rows.streams()) return false;
  return fail(ErrorCode::unsupported,
              "the statement was carried out, but a column it returns has a type that cannot be "
              "shown; cast the column to VARCHAR");
}

Result<Outcome> DuckDbSession::execute(const std::string& sql) {
  LEEWAY_TRY(Rows rows, run_one(sql, Allowed::any));
  Outcome outcome;
  if (instance_->api.result_return_type(*rows.handle()) != DUCKDB_RESULT_TYPE_QUERY_RESULT) {
    LEEWAY_TRY(outcome.rows, changed_rows(instance_->api, rows));
  }
  LEEWAY_CHECK(rows.drain());
  return outcome;
}

Status DuckDbSession::begin() {
  LEEWAY_CHECK(execute("BEGIN TRANSACTION"));
  return {};
}

// COMMIT of a transaction that an error has aborted undoes it and reports success; so the engine is
// first asked whether the transaction still stands. The question is no statement of the run.
Status DuckDbSession::commit() {
  LEEWAY_TRY(const Statement question, prepare_one("SELECT 1"));
  LEEWAY_CHECK(start(question));
  LEEWAY_CHECK(execute("COMMIT"));
  return {};
}

// A failed commit has already ended the transaction: then there is nothing left to undo.
Status DuckDbSession::rollback() {
  const auto done = execute("ROLLBACK");
  if (done || done.error().message.find("no transaction is active") != std::string::npos) return {};
  return std::unexpected(done.error());
}

Result<Rows> DuckDbSession::run(const std::string& sql, std::span<const Parameter> parameters) {
  note(sql, 1);
  LEEWAY_TRY(const Statement statement, prepare_one(sql));
  for (idx_t i = 0; i < parameters.size(); ++i)
    bind(instance_->api, statement, i + 1, parameters[i]);
  return start(statement);
}

Result<Statement> DuckDbSession::prepare_one(const std::string& sql) {
  const Api& api = instance_->api;
  Statement statement(api.destroy_prepare);
  if (api.prepare(connection_.get(), sql.c_str(), statement.address()) == DuckDBError)
    return std::unexpected(error_of(api.prepare_error(statement.get())));
  return statement;
}

// Only a SELECT is streamed; anything else must have been carried out when this returns.
Result<Rows> DuckDbSession::start(const Statement& statement) {
  const Api& api = instance_->api;
  const bool stream = api.prepared_statement_type(statement.get()) == DUCKDB_STATEMENT_TYPE_SELECT;
  ResultHandle result(api.destroy_result);
  const duckdb_state state = stream
                                 ? api.execute_prepared_streaming(statement.get(), result.address())
                                 : api.execute_prepared(statement.get(), result.address());
  if (state == DuckDBError) return std::unexpected(error_of_result(api, result.address()));
  return Rows(api, std::move(result), stream);
}

void DuckDbSession::note(const std::string& sql, std::uint64_t statements) {
  statements_ += statements;
  if (instance_->log) instance_->log->add(sql);
}

}  // namespace leeway::engines::duckdb
