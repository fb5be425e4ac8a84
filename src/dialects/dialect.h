// What leeway knows about an engine without talking to it: pure text and data.
//
// Engines differ by data before they differ by code. A Dialect is one record; dialects/<engine>.cpp
// fills it, dialects/registry.cpp lists them, and everything else asks the record. SQL text is made
// here (dialects/statements.h) and in no other room.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "dialects/statement_forms.h"
#include "types/spelling.h"
#include "types/widening.h"

namespace leeway::dialects {

enum class CaseRule {
  insensitive,     // Orders and orders are one object
  sensitive,       // they are two
  folds_to_upper,  // unquoted names fold up, quoted ones keep their case; identity is exact
  folds_to_lower,
};

struct IdentifierRules {
  char quote_open = '"';
  char quote_close = '"';
  // How a closing quote inside a name is written: doubled, or after a backslash.
  bool backslash_escapes = false;
  CaseRule case_rule = CaseRule::insensitive;
  std::size_t max_length = 0;  // bytes; 0: no limit
  // Bytes no name of this engine can hold, quoted or not (NUL is never allowed).
  std::string_view forbidden = {};
};

// How ALTER COLUMN changes a type.
enum class AlterTypeForm {
  alter_column_type,           // ALTER TABLE t ALTER COLUMN c TYPE x
  alter_column_set_data_type,  // ALTER TABLE t ALTER COLUMN c SET DATA TYPE x
  modify_column,               // ALTER TABLE t MODIFY COLUMN c x
};

// How a whole table is replaced by a query's result.
enum class ReplaceForm {
  transaction,        // DROP and CREATE inside one transaction
  create_or_replace,  // CREATE OR REPLACE TABLE, atomic by itself
  swap,               // built beside, then renamed over in one statement
};

struct Capabilities {
  bool transactional_ddl = false;
  ReplaceForm replace = ReplaceForm::create_or_replace;
  AlterTypeForm alter_type = AlterTypeForm::alter_column_type;
  // Put before the first ALTER TYPE of a table; empty where none is needed. `{table}` is replaced.
  std::string_view widen_prelude = {};
  bool create_catalog = false;
  bool create_schema = true;
  bool merge = true;
  bool views = true;
  bool materialized_views = false;
  bool change_marker = false;            // tells cheaply whether a table moved since a marker
  bool index_blocks_alter_type = false;  // an index anywhere on the table forbids ALTER TYPE
  bool enforces_text_length = true;      // VARCHAR(n) is kept and enforced
  int max_decimal_precision = 38;
  // Dates, timestamps and floating numbers hold 'infinity' and '-infinity'; NaN stands above both.
  bool infinities = false;
};

struct Dialect {
  std::string_view name;  // "duckdb", "postgres", "mysql", "clickhouse", "redshift",
                          // "snowflake", "bigquery", "databricks", "trino"
  IdentifierRules identifiers;
  Capabilities capabilities;
  const types::SpellingTable& (*spellings)() = nullptr;
  std::span<const types::WideningRow> widenings;
  StatementForms statements = {};
  // What text compares by where nothing is declared; "binary" for engines that compare bytes.
  std::string_view default_collation = "binary";
};

// By name; also "postgresql" and "mariadb". Null when there is no such engine.
const Dialect* find_dialect(std::string_view name);
std::span<const Dialect* const> all_dialects();

types::SqlType parse_type(const Dialect& dialect, std::string_view text);
std::string render_type(const Dialect& dialect, const types::SqlType& type);
// True when a column of the type reads back as the same type; where the engine forgets the lengths
// of text, they do not count.
bool has_type(const Dialect& dialect, const types::SqlType& type);
types::WideningVerdict classify_widening(const Dialect& dialect, const types::SqlType& from,
                                         const types::SqlType& to);

}  // namespace leeway::dialects
