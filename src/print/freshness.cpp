// Staleness of a print, and the findings of a comparison.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/text.h"
#include "print/check.h"
#include "print/settings.h"

namespace leeway::print {
namespace {

int threshold_of(const TablePrint& table, const config::PrintConnection& connection) {
  if (table.max_age_days) return *table.max_age_days;
  const auto settings = resolve_settings(connection, table.fqn, std::nullopt);
  return settings ? settings->max_age_days : connection.max_age_days;
}

std::string describe(const DiffEvent& event) {
  std::string text = std::string(to_string(event.kind));
  const Value* before = event.fields.find("before");
  const Value* after = event.fields.find("after");
  const auto shown = [](const Value& value) {
    return value.kind == Value::Kind::boolean ? std::string(value.boolean ? "true" : "false")
           : value.kind == Value::Kind::null  ? std::string("none")
                                              : value.text;
  };
  if (before && after && before->is_scalar() && after->is_scalar())
    text += fmt::format(": {} -> {}", shown(*before), shown(*after));
  return text;
}

std::string path_of(const DiffEvent& event) {
  std::string path = event.table;
  if (!event.column.empty()) path += "." + event.column;
  if (const Value* stat = event.fields.find("stat")) path += "." + stat->text;
  return path;
}

}  // namespace

Result<double> parse_max_age(std::string_view text) {
  constexpr std::string_view forms = "--max-age '{}' must be a whole number and d, h, m or s";
  long long number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error != std::errc{} || rest.size() != 1 || text.empty() || text[0] < '0' || text[0] > '9')
    return fail(ErrorCode::usage, forms, printable(text));
  const auto days = static_cast<double>(number);
  switch (rest[0] | 0x20) {
    case 'd':
      return days;
    case 'h':
      return days / 24;
    case 'm':
      return days / (24 * 60);
    case 's':
      return days / (24 * 60 * 60);
    default:
      return fail(ErrorCode::usage, forms, printable(text));
  }
}

std::vector<StaleTable> stale_tables(const Print& print, const config::PrintConnection& connection,
                                     const std::string& now, std::optional<double> max_age_days) {
  std::vector<StaleTable> stale;
  for (const auto& table : print.tables) {
    const double threshold = max_age_days.value_or(threshold_of(table, connection));
    const auto age = age_days(table.profiled_at, now);
    // A threshold of 0 is one that nothing satisfies.
    if (!age || threshold == 0 || *age > threshold)
      stale.push_back({table.fqn, table.profiled_at, age, threshold});
  }
  return stale;
}

std::vector<Issue> drift_issues(const PrintDiff& diff) {
  std::vector<Issue> issues;
  for (const auto& event : diff.events)
    issues.push_back({is_data(event.kind) ? "drift.statistic-changed" : "drift.schema-changed",
                      true, path_of(event), describe(event), "ASSERTIONS.md §4"});
  return issues;
}

}  // namespace leeway::print
