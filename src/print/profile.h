// Measuring one table in its engine: as few passes as the engine allows, every intermediate result
// bounded, one bad column costing nothing but itself.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.h"
#include "catalog/table.h"
#include "engines/session.h"
#include "print/print.h"
#include "print/settings.h"

namespace leeway::print {

struct ProfileRequest {
  const catalog::Table* table = nullptr;
  std::string fqn;
  TableSettings settings;
  TimePoint profiled_at;
  std::string default_collation;
  bool compute_timeline = true;
  bool materialize_sample = true;
  bool compute_sketches = true;  // false for diff and check, which compare none
  bool sketch_all_columns = false;
  // Lower-case column keys at either end of a declared or inferred edge.
  std::set<std::string> edge_columns;
  // Of those, the referencing ends: they classify as foreign_key_candidate.
  std::set<std::string> foreign_key_columns;
  // The primitive that will withhold a measured column's values; empty: none. Such a column has no
  // sketch and anchors no timeline. May be empty.
  std::function<std::string(const ColumnPrint&)> redaction;
  // Asked between statements; whoever stops also interrupts the session.
  std::stop_token stop;
};

struct TableProfile {
  Statistics statistics;
  std::vector<std::string> warnings;  // sentences for people; a failed column, a refused copy
  // Something the format has a place for could not be measured (a column, a sketch).
  bool partial = false;
};

// Errors: what made the whole table unreadable; interrupted. A plain view is described from the
// catalog alone, no statement is sent for it.
Result<TableProfile> profile_table(engines::Session& session, const ProfileRequest& request);

}  // namespace leeway::print
