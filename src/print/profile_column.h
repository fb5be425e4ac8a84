// One column of a print from what the engine said: pure.
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "print/moment.h"
#include "print/print.h"
#include "print/profile_reading.h"

namespace leeway::print {

struct ColumnContext {
  std::int64_t rows = 0;
  bool scoped = false;
  TimePoint profiled_at;
  StatisticsParams params;
  std::string table;                             // for people
  std::vector<std::string>* warnings = nullptr;  // never null
};

ColumnPrint make_column(const ColumnReading& reading, const ColumnContext& context);

// As a view's columns are described: from the catalog alone.
ColumnPrint describe_column(const ColumnReading& reading);

// The parts of make_column that the format defines by themselves.
double share_of(std::int64_t part, std::int64_t whole);  // six decimals
double null_rate(std::int64_t nulls, std::int64_t rows);
double cardinality_ratio(std::int64_t cardinality, std::int64_t rows);
// `counts`: most frequent first.
std::string distribution_of(const std::vector<std::int64_t>& counts, std::int64_t present,
                            bool exhaustive);
Freshness freshness_of(const Moment& newest, TimePoint profiled_at);
// "2026-05-17T22:48:01Z", whole seconds.
std::string instant_text(TimePoint time);

}  // namespace leeway::print
