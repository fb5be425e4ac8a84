// What a project says about each table: which are in, how much of them is read, how fresh a print
// must be. Pure functions of a connection's configuration and the catalog's row estimate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "config/print_project.h"
#include "print/print.h"

namespace leeway::print {

// Glob over a lower-cased name: '*' spans dots, '?' one character, '[...]' a set; the whole name.
bool name_matches(std::string_view pattern, std::string_view name);

class TableSelector {
 public:
  // `include` and `exclude` narrow the connection's own lists further.
  TableSelector(const config::PrintConnection& connection, std::vector<std::string> include,
                std::vector<std::string> exclude);
  bool selects(std::string_view fqn) const;
  // As manifest and diff record them.
  const Selectors& recorded() const { return recorded_; }

 private:
  std::vector<std::string> include_;
  std::vector<std::string> exclude_;
  std::vector<std::string> narrowed_to_;
  Selectors recorded_;
};

struct TableSettings {
  StatisticsParams statistics;
  int max_age_days = 7;
  std::optional<double> sample;  // of a rule, or what a ceiling comes to
  std::optional<std::string> filter;
  std::vector<std::string> warnings;

  bool operator==(const TableSettings&) const = default;
};

// What holds for every table that no rule changes.
StatisticsParams connection_params(const config::PrintConnection& connection);

// Errors (config): rules give the table both a sample and a filter; names both rules.
// `estimated_rows` absent: not known; rules with min_rows then do not apply and a ceiling narrows
// nothing, and a warning says so.
Result<TableSettings> resolve_settings(const config::PrintConnection& connection,
                                       std::string_view fqn,
                                       std::optional<std::int64_t> estimated_rows);
// Whether any rule or key needs a row estimate.
bool needs_estimates(const config::PrintConnection& connection);

// The fraction a ceiling comes to: the power of 1.1 at or below ceiling/estimate; nullopt where the
// table is read whole.
std::optional<double> ceiling_fraction(std::int64_t ceiling, std::int64_t estimated_rows);

// Age in days (fractional) of an instant as manifests spell it; nullopt for what is no instant.
std::optional<double> age_days(std::string_view profiled_at, std::string_view now);

}  // namespace leeway::print
