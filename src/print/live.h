// The database's side of a print: what it lists, what of it is read again, and what it holds now.
#pragma once

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "base/progress.h"
#include "config/print_project.h"
#include "engines/session.h"
#include "print/print.h"
#include "print/settings.h"

namespace leeway::print {

struct LiveRequest {
  engines::Database* database = nullptr;
  const config::PrintConnection* connection = nullptr;
  const TableSelector* selector = nullptr;
  const Print* baseline = nullptr;  // null: nothing is committed yet
  std::string redaction_salt;
  bool keep_fresh = false;  // a table inside its threshold is carried over, not read
  bool sketches = false;    // false: measured edges and containment are not looked for
  bool fail_fast = false;   // the first failed table ends the reading
  Clock clock;
  ProgressSink progress;
  std::stop_token stop;
};

struct FailedTable {
  std::string fqn;
  Error error;
};

struct LiveReading {
  // Every table the selectors take in, in the engine's order: read now, or carried from the
  // baseline because it is fresh or could not be read.
  Print print;
  std::string scanned_at;
  std::vector<std::string> profiled;
  std::vector<std::string> fresh;
  std::vector<FailedTable> failed;
  std::vector<std::string> unattempted;  // after fail_fast
  std::vector<TablePrint> out_of_scope;  // of the baseline, outside a narrowed run's selectors
  std::vector<std::string> removed;      // of the baseline, no longer listed by the database
  std::vector<std::string> warnings;
  bool partial = false;  // something inside a profiled table could not be measured
};

// Errors: connection, auth (the database cannot be reached), config (a name that no print can
// hold: nothing was read), interrupted.
Result<LiveReading> read_live(const LiveRequest& request);

}  // namespace leeway::print
