#include <fmt/format.h>

#include "base/text.h"
#include "dialects/forms.h"
#include "dialects/profile_shape.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

using types::SqlType;
using types::TimeZone;
using types::TypeKind;

std::string as_text(const Dialect& dialect, std::string_view value) {
  return fill(dialect.statements.as_text, {{"{value}", value}});
}

// Digits behind the point: six or none.
std::string six_digits(std::string_view text, int whole_length) {
  return fmt::format("CASE WHEN substr({0}, {1}, 1) = '.' THEN rpad({0}, {2}, '0') ELSE {0} END",
                     text, whole_length + 1, whole_length + 7);
}

// "12:34:56" or "12:34:56.000007"; with Z where the time has an offset.
std::string time_text(const Dialect& dialect, const SqlType& type, std::string_view value) {
  const bool zoned = type.zone != TimeZone::none;
  const std::string time = zoned ? fill(dialect.statements.utc_time, {{"{value}", value}})
                                 : fmt::format("CAST({} AS TIME)", value);
  const std::string text = six_digits(as_text(dialect, time), 8);
  return zoned ? fmt::format("concat({}, 'Z')", text) : text;
}

// "2026-05-17T22:48:01" or with six digits of a second; with Z where it is an instant.
std::string timestamp_text(const Dialect& dialect, const SqlType& type, std::string_view value) {
  const auto& forms = dialect.statements;
  const bool zoned = type.zone != TimeZone::none;
  const std::string timestamp =
      fill(zoned ? forms.utc_timestamp : forms.microsecond_timestamp, {{"{value}", value}});
  const std::string text =
      fmt::format("replace({}, ' ', 'T')", six_digits(as_text(dialect, timestamp), 19));
  return zoned ? fmt::format("concat({}, 'Z')", text) : text;
}

// With a zero before the point, which engines leave out where no other digit can stand there.
std::string fraction_text(const Dialect& dialect, std::string_view value) {
  const std::string text = as_text(dialect, value);
  return fmt::format(
      "CASE WHEN {0} LIKE '.%' OR {0} LIKE '-.%' THEN replace({0}, '.', '0.') ELSE {0} END", text);
}

std::string canonical_text(const Dialect& dialect, const SqlType& type, std::string_view value) {
  switch (type.kind) {
    case TypeKind::text:
      return std::string(value);
    case TypeKind::time:
      return time_text(dialect, type, value);
    case TypeKind::timestamp:
      return timestamp_text(dialect, type, value);
    case TypeKind::decimal:
      if (type.precision == type.scale) return fraction_text(dialect, value);
      return as_text(dialect, value);
    default:
      return as_text(dialect, value);
  }
}

std::string hashes_of(const Dialect& dialect, const ScanSource& source, const SketchTask& task,
                      std::size_t position, std::size_t k) {
  const std::string hash =
      fill(dialect.statements.md5_tail, {{"{value}", canonical_text(dialect, task.type, "v")}});
  const std::string below =
      task.below ? fmt::format(" WHERE h < {}",
                               string_literal(dialect, fmt::format("{:016x}", *task.below)))
                 : "";
  return fmt::format(
      "SELECT * FROM (SELECT DISTINCT {0} AS task, h FROM (SELECT {1} AS h FROM (SELECT {2}{3} AS "
      "v "
      "FROM {4}) AS raw WHERE v IS NOT NULL) AS hashed{5} ORDER BY h LIMIT {6}) AS t{0}",
      position, hash, task.repeats ? "DISTINCT " : "", quote(dialect, task.column),
      scan_clause(dialect, source), below, k);
}

}  // namespace

std::string sketch_hashes(const Dialect& dialect, const ScanSource& source,
                          const std::vector<SketchTask>& tasks, std::size_t k) {
  std::vector<std::string> arms;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    arms.push_back(hashes_of(dialect, source, tasks[i], i, k));
  return join(arms, "\nUNION ALL\n");
}

}  // namespace leeway::dialects
