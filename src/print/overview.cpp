#include "print/overview.h"

#include "print/settings.h"

namespace leeway::print {
namespace {

constexpr double dormant_days = 90;

}  // namespace

Result<Overview> overview(const Print& print, const config::PrintConnection& connection,
                          const std::string& now) {
  Overview overview{connection.name, connection.adapter, print.generated_at, print.producer_version,
                    std::ssize(print.tables)};
  for (const auto& table : print.tables) {
    LEEWAY_TRY(const auto settings, resolve_settings(connection, table.fqn, std::nullopt));
    const double threshold = table.max_age_days.value_or(settings.max_age_days);
    const auto age = age_days(table.profiled_at, now);
    // A threshold of 0 is one that nothing satisfies; an age that is not known is not within one.
    if (age && threshold > 0 && *age <= threshold)
      ++overview.live;
    else if (age && *age >= dormant_days)
      ++overview.dormant;
    else
      ++overview.stale;
    if (table.has_description) ++overview.described;
  }
  return overview;
}

Value encode_overview(const Overview& overview) {
  Value value = make_map();
  value.set("connection", make_string(overview.connection));
  value.set("adapter", make_string(overview.adapter));
  value.set("generated_at", make_string(overview.generated_at));
  value.set("dbprint_version", make_string(overview.producer_version));
  value.set("tables", make_integer(overview.tables));
  value.set("live", make_integer(overview.live));
  value.set("stale", make_integer(overview.stale));
  value.set("dormant", make_integer(overview.dormant));
  value.set("described", make_integer(overview.described));
  return value;
}

}  // namespace leeway::print
