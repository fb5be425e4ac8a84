// What there is of a committed print, without a connection.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "config/print_project.h"
#include "print/print.h"

namespace leeway::print {

// How old the tables' prints are, each against its own threshold: live within it, stale beyond it,
// dormant beyond it and at least 90 days old.
struct Overview {
  std::string connection;
  std::string adapter;
  std::string generated_at;
  std::string producer_version;
  std::int64_t tables = 0;
  std::int64_t live = 0;
  std::int64_t stale = 0;
  std::int64_t dormant = 0;
  std::int64_t described = 0;  // tables with a description.md

  bool operator==(const Overview&) const = default;
};

// Errors (config): rules give a table both a sample and a filter.
Result<Overview> overview(const Print& print, const config::PrintConnection& connection,
                          const std::string& now);

Value encode_overview(const Overview& overview);

}  // namespace leeway::print
