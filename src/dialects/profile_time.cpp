#include <fmt/format.h>

#include "base/text.h"
#include "dialects/forms.h"
#include "dialects/profile_shape.h"
#include "dialects/statements.h"

namespace leeway::dialects {
namespace {

using types::TimeZone;
using types::TypeKind;

bool is_date(const TimeAnchor& anchor) { return anchor.type.kind == TypeKind::date; }

std::string anchor_value(const Dialect& dialect, const TimeAnchor& anchor) {
  const std::string name = quote(dialect, anchor.column);
  if (is_date(anchor)) return name;
  const auto& forms = dialect.statements;
  if (anchor.type.zone != TimeZone::none) return fill(forms.utc_timestamp, {{"{value}", name}});
  if (anchor.type.fraction_digits.value_or(6) == 6) return name;
  return fill(forms.microsecond_timestamp, {{"{value}", name}});
}

// FROM with the rows whose anchor a calendar of four-digit years can name.
std::string from_dated_rows(const Dialect& dialect, const ScanSource& source,
                            const TimeAnchor& anchor) {
  const types::SqlType type =
      is_date(anchor) ? types::of_kind(TypeKind::date) : types::timestamp(6);
  const char* last = is_date(anchor) ? "9999-12-31" : "9999-12-31 23:59:59.999999";
  const char* first = is_date(anchor) ? "0001-01-01" : "0001-01-01 00:00:00";
  return fmt::format("FROM {} WHERE {} BETWEEN {} AND {}", scan_clause(dialect, source),
                     anchor_value(dialect, anchor), typed_literal(dialect, first, type),
                     typed_literal(dialect, last, type));
}

std::string as_text(const Dialect& dialect, std::string_view value) {
  return fill(dialect.statements.as_text, {{"{value}", value}});
}

}  // namespace

std::string anchor_bounds(const Dialect& dialect, const ScanSource& source,
                          const TimeAnchor& anchor) {
  const std::string value = anchor_value(dialect, anchor);
  return fmt::format("SELECT {}, {} {}", as_text(dialect, "MIN(" + value + ")"),
                     as_text(dialect, "MAX(" + value + ")"),
                     from_dated_rows(dialect, source, anchor));
}

std::string timeline_buckets(const Dialect& dialect, const ScanSource& source,
                             const TimeAnchor& anchor, std::string_view unit, std::size_t limit) {
  const std::string start = fill(dialect.statements.date_trunc,
                                 {{"{unit}", unit}, {"{value}", anchor_value(dialect, anchor)}});
  return fmt::format(
      "SELECT {}, n FROM (SELECT {} AS start, COUNT(*) AS n {} GROUP BY 1) AS buckets\n"
      "ORDER BY start LIMIT {}",
      as_text(dialect, "start"), start, from_dated_rows(dialect, source, anchor), limit);
}

std::string populated_spans(const Dialect& dialect, const ScanSource& source,
                            const TimeAnchor& anchor, const std::vector<std::string>& columns) {
  const std::string value = anchor_value(dialect, anchor);
  std::vector<std::string> spans;
  for (const auto& column : columns)
    for (const char* end : {"MIN", "MAX"})
      spans.push_back(as_text(dialect, fmt::format("{}(CASE WHEN {} IS NOT NULL THEN {} END)", end,
                                                   quote(dialect, column), value)));
  return fmt::format("SELECT {}\n{}", join(spans, ",\n"), from_dated_rows(dialect, source, anchor));
}

}  // namespace leeway::dialects
