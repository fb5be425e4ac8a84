// The statements that bring one table's rows to its target, in the order they run. Pure.
#pragma once

#include <string>
#include <vector>

#include "dialects/statements.h"
#include "pipeline/discover.h"
#include "pipeline/drift.h"

namespace leeway::pipeline {

// Everything the statements of one table are made from.
struct CopyShape {
  const dialects::Dialect& dialect;
  const Candidate& candidate;
  const catalog::Table* source = nullptr;  // null: its columns could not be read
  const catalog::Table* target = nullptr;  // null: absent, or about to be replaced unread
  const Evolution& evolution;
};

// ALTER TYPE (with its prelude) and ADD COLUMN, or, where an index forbids ALTER TYPE and nothing
// else would be lost, the same by rewriting the table and making its indexes again.
std::vector<Statement> evolve_in_place(const CopyShape& shape);

// The whole target from the whole source, replacing what is there: a rebuild after drift by DROP
// and CREATE in one transaction where the engine has it, else in one atomic statement. Indexes and
// comments of the old target are made again.
std::vector<Statement> replace_whole(const CopyShape& shape, const std::string& reason);

// The whole target from the whole source, keeping the table object with its keys, indexes,
// defaults.
std::vector<Statement> reload_whole(const CopyShape& shape);

// What a replacement of the target cannot bring back (keys, constraints, defaults), for people.
std::vector<std::string> lost_by_replacing(const CopyShape& shape);
// Whether the target carries anything a plain CREATE TABLE AS would lose.
bool is_decorated(const catalog::Table& table);

Statement append_newer(const CopyShape& shape, const std::string& condition,
                       const std::string& reason);
Statement clear_boundary(const CopyShape& shape, const std::string& condition,
                         const std::string& reason);
Statement merge_rows(const CopyShape& shape, const std::vector<std::string>& keys);
Statement create_view(const CopyShape& shape, bool materialized);

// Source columns that also stand in the target, by the target's spelling.
std::vector<std::string> shared_columns(const CopyShape& shape);

}  // namespace leeway::pipeline
