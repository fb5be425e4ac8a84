// Watermarks, and the copies they move with.
#include "state/sqlite_store.h"

namespace leeway::state {
namespace {

constexpr std::string_view select_watermarks =
    "SELECT table_name, value, type, column_name, rows_at_value, updated_at FROM watermarks ";

Watermark watermark_at(const Statement& row) {
  return {.table = row.text(0),
          .value = row.text(1),
          .type = row.text(2),
          .column = row.text(3),
          .rows_at_value = row.integer(4),
          .updated_at = from_stored(row.integer(5))};
}

Status store_watermark(Database& database, const Watermark& mark) {
  return database.run(
      "INSERT OR REPLACE INTO watermarks "
      "(table_name, value, type, column_name, rows_at_value, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
      mark.table, mark.value, mark.type, mark.column, mark.rows_at_value,
      to_stored(mark.updated_at));
}

// A table tried again in the same run keeps the record of its last try.
Result<Statement> table_insertion(Database& database) {
  return database.prepare(
      "INSERT OR REPLACE INTO run_tables (run_id, table_name, name, status, started_at, "
      "duration_ms, row_count, error, sql_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
}

Status store_table(Statement& insertion, const std::string& run_id, const TableRecord& record) {
  return insertion
      .bind(run_id, record.table, record.name, record.status, to_stored(record.started_at),
            record.duration_ms, record.rows, record.error, record.sql_hash)
      .run();
}

// Removes the table's mark and adds its record.
Status end_copy(Database& database, const std::string& run_id, const TableRecord& record) {
  LEEWAY_CHECK(database.run("DELETE FROM copies_in_flight WHERE table_name = ?", record.table));
  LEEWAY_TRY(auto insertion, table_insertion(database));
  return store_table(insertion, run_id, record);
}

}  // namespace

Result<std::optional<Watermark>> SqliteStore::watermark(const std::string& table) {
  return read([&]() -> Result<std::optional<Watermark>> {
    LEEWAY_TRY(auto statement,
               database_.prepare(std::string(select_watermarks) + "WHERE table_name = ?"));
    LEEWAY_TRY(const bool found, statement.bind(table).step());
    if (!found) return std::nullopt;
    return watermark_at(statement);
  });
}

Result<std::vector<Watermark>> SqliteStore::watermarks() {
  return read([&]() -> Result<std::vector<Watermark>> {
    LEEWAY_TRY(auto statement,
               database_.prepare(std::string(select_watermarks) + "ORDER BY table_name"));
    std::vector<Watermark> all;
    LEEWAY_CHECK(statement.each([&] { all.push_back(watermark_at(statement)); }));
    return all;
  });
}

Status SqliteStore::forget_watermark(const std::string& table) {
  return write(Durability::synced,
               [&] { return database_.run("DELETE FROM watermarks WHERE table_name = ?", table); });
}

Status SqliteStore::begin_copy(const std::string& run_id, const std::string& table) {
  return write(Durability::synced, [&] {
    return database_.run(
        "INSERT OR REPLACE INTO copies_in_flight (table_name, run_id, started_at) VALUES (?, ?, ?)",
        table, run_id, now());
  });
}

Result<std::vector<std::string>> SqliteStore::copies_in_flight() {
  return read([&]() -> Result<std::vector<std::string>> {
    LEEWAY_TRY(auto statement,
               database_.prepare("SELECT table_name FROM copies_in_flight ORDER BY table_name"));
    return statement.texts();
  });
}

Status SqliteStore::finish_copy(const CopyCommit& commit) {
  return write(Durability::synced, [&]() -> Status {
    if (commit.watermark)
      LEEWAY_CHECK(store_watermark(database_, *commit.watermark));
    else
      LEEWAY_CHECK(
          database_.run("DELETE FROM watermarks WHERE table_name = ?", commit.record.table));
    if (commit.source_marker)
      LEEWAY_CHECK(
          database_.run("INSERT OR REPLACE INTO source_markers (table_name, marker) VALUES (?, ?)",
                        commit.record.table, *commit.source_marker));
    LEEWAY_CHECK(add_drift(commit.run_id, commit.drift));
    return end_copy(database_, commit.run_id, commit.record);
  });
}

Status SqliteStore::finish_untouched(const std::string& run_id,
                                     const std::vector<TableRecord>& records) {
  if (records.empty()) return {};
  return write(Durability::synced, [&]() -> Status {
    LEEWAY_TRY(auto removal,
               database_.prepare("DELETE FROM copies_in_flight WHERE table_name = ?"));
    LEEWAY_TRY(auto insertion, table_insertion(database_));
    for (const auto& record : records) {
      if (record.status == "success") LEEWAY_CHECK(removal.bind(record.table).run());
      LEEWAY_CHECK(store_table(insertion, run_id, record));
    }
    return {};
  });
}

Status SqliteStore::fail_copy(const std::string& run_id, const TableRecord& record, bool in_doubt) {
  return write(Durability::synced, [&]() -> Status {
    if (!in_doubt) return end_copy(database_, run_id, record);
    LEEWAY_TRY(auto insertion, table_insertion(database_));
    return store_table(insertion, run_id, record);
  });
}

Result<std::optional<std::string>> SqliteStore::source_marker(const std::string& table) {
  return read([&]() -> Result<std::optional<std::string>> {
    LEEWAY_TRY(auto statement,
               database_.prepare("SELECT marker FROM source_markers WHERE table_name = ?"));
    LEEWAY_TRY(const bool found, statement.bind(table).step());
    if (!found) return std::nullopt;
    return statement.text(0);
  });
}

}  // namespace leeway::state
