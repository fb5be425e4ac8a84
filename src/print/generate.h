// The commands of a print project, one connection at a time: read the database, compare with what
// is committed, write. Rendering and exit codes belong to whoever calls.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/secrets.h"
#include "print/check.h"
#include "print/diff.h"
#include "print/distribution.h"
#include "print/live.h"

namespace leeway::print {

struct ConnectionRequest {
  const config::PrintProject* project = nullptr;
  const config::PrintConnection* connection = nullptr;
  std::vector<std::string> include;  // narrow the connection's own
  std::vector<std::string> exclude;
  Environment environment;
  Redactor* redactor = nullptr;
  Clock clock;
  ProgressSink progress;
  std::stop_token stop;
};

struct Comparison {
  LiveReading reading;
  PrintDiff diff;
  std::vector<DistributionFinding> distribution;
  std::optional<Print> baseline;
};

// Reads every table in scope again and compares; writes nothing in the project. Errors: not_found
// (no committed print), connection, auth, config, interrupted.
Result<Comparison> compare_live(const ConnectionRequest& request);

// Two committed prints, of two git revisions; `to` absent: the files as they are now. Offline.
Result<Comparison> compare_revisions(const ConnectionRequest& request, const std::string& from,
                                     const std::optional<std::string>& to);

struct GenerateOptions {
  bool force = false;
  bool dry_run = false;
  bool fail_fast = false;
};

enum class GenerateOutcome {
  unchanged,  // written, or nothing to do; no shape moved
  shape_changed,
  partial,       // some tables, sketches or columns failed
  nothing_read,  // every table that was tried failed
};

struct GenerateReport {
  Comparison comparison;
  GenerateOutcome outcome = GenerateOutcome::unchanged;
  bool written = false;
};

// Errors as compare_live() (a first print needs no baseline), and io, locked of writing: the old
// print stands.
Result<GenerateReport> generate(const ConnectionRequest& request, const GenerateOptions& options);

struct CheckOptions {
  std::optional<double> max_age_days;
  bool online = false;
};

struct CheckReport {
  std::vector<Issue> structure;
  std::vector<StaleTable> stale;
  std::vector<Issue> assertions;
  std::optional<Error> online_error;  // the database could not be reached
  std::optional<Comparison> online;   // absent offline, and where `online_skipped` says why
  std::vector<Issue> drift;
  std::vector<DistributionFinding> distribution;  // that the project wants to fail on
  std::string online_skipped;
  std::size_t tables = 0;
};

Result<CheckReport> check(const ConnectionRequest& request, const CheckOptions& options);

// The committed print of a connection. Errors: not_found, integrity.
Result<Print> committed_print(const config::PrintConnection& connection);

}  // namespace leeway::print
