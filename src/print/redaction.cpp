#include "print/redaction.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "print/settings.h"
#include "print/vocabulary.h"

namespace leeway::print {
namespace {

constexpr std::string_view mask_text = "[redacted]";
constexpr std::int64_t coarse_days = 90;

bool names(const std::vector<std::string>& list, const std::optional<std::string>& word) {
  return word && std::ranges::find(list, *word) != list.end();
}

bool covers(const config::RedactRule& rule, const std::string& name, const ColumnPrint& column) {
  return std::ranges::any_of(rule.columns,
                             [&](const std::string& glob) { return name_matches(glob, name); }) ||
         names(rule.sensitivity, column.inferred.sensitivity) ||
         names(rule.looks_like, column.inferred.looks_like);
}

std::string text_of(const Value& value) {
  if (value.kind == Value::Kind::boolean) return value.boolean ? "true" : "false";
  return value.text;
}

std::int64_t coarsened(std::int64_t days) {
  const std::int64_t floor =
      days >= 0 ? days / coarse_days : -((-days + coarse_days - 1) / coarse_days);
  return floor * coarse_days;
}

class Withholder {
 public:
  Withholder(const std::string& primitive, const std::string& salt)
      : primitive_(primitive), salt_(salt) {}

  void apply(ColumnPrint& column, std::int64_t rows_scanned) const {
    const bool publishes = column.values || column.range || column.percentiles;
    column.sketch.reset();
    if (column.freshness)
      column.freshness->max_age_days = coarsened(column.freshness->max_age_days);
    forget_single_values(column, rows_scanned);
    if (!publishes) return;
    column.redacted = primitive_;
    if (primitive_ == "drop")
      drop(column);
    else
      replace(column);
  }

 private:
  static void drop(ColumnPrint& column) {
    column.range.reset();
    column.percentiles.reset();
    column.unrepresentable.clear();
    if (!column.values) return;
    for (auto& entry : *column.values) {
      entry.value.reset();
      entry.spelling_of.reset();
    }
  }

  void replace(ColumnPrint& column) const {
    if (column.values)
      for (auto& entry : *column.values) {
        if (entry.value) entry.value = stand_in(*entry.value);
        entry.spelling_of.reset();
      }
    sort_ties(column);
    if (column.range) {
      column.range->min = stand_in(column.range->min);
      column.range->max = stand_in(column.range->max);
      if (column.range->span_days) column.range->span_days = coarsened(*column.range->span_days);
    }
    if (column.percentiles)
      for (auto& [name, value] : *column.percentiles) value = stand_in(value);
    column.unrepresentable.clear();
  }

  // The order of equally frequent values would tell that of the values withheld.
  static void sort_ties(ColumnPrint& column) {
    if (!column.values) return;
    std::ranges::stable_sort(*column.values, [](const ValueCount& a, const ValueCount& b) {
      if (a.count != b.count) return a.count > b.count;
      return a.value && b.value && a.value->text < b.value->text;
    });
  }

  // Of at most one value, or of nobody knows how many, an average or a length would tell it.
  static void forget_single_values(ColumnPrint& column, std::int64_t rows_scanned) {
    if (column.null_count && rows_scanned - *column.null_count > 1) return;
    column.mean.reset();
    column.sum.reset();
    column.length.reset();
  }

  Value stand_in(const Value& value) const {
    return make_string(primitive_ == "hash" ? salted_digest(salt_, text_of(value))
                                            : std::string(mask_text));
  }

  const std::string& primitive_;
  const std::string& salt_;
};

bool can_be_redacted(const ColumnPrint& column) {
  return column.classification != to_string(Classification::json) &&
         column.classification != to_string(Classification::unsupported);
}

}  // namespace

std::string redaction_of(const std::string& fqn, const ColumnPrint& column,
                         const std::vector<config::RedactRule>& rules) {
  if (!can_be_redacted(column)) return "";
  std::string primitive;
  for (const auto& rule : rules)
    if (covers(rule, fqn + "." + column.key, column)) primitive = rule.with;
  return primitive;
}

void redact(TablePrint& table, const std::vector<config::RedactRule>& rules,
            const std::string& salt) {
  if (!table.statistics || table.statistics->catalog_only) return;
  Statistics& statistics = *table.statistics;
  const std::int64_t scanned =
      statistics.scope ? statistics.scope->rows_scanned : statistics.row_count.value_or(0);
  for (auto& column : statistics.columns) {
    const std::string primitive = redaction_of(table.fqn, column, rules);
    if (primitive.empty()) continue;
    Withholder(primitive, salt).apply(column, scanned);
    if (statistics.timeline && statistics.timeline->column == column.key) {
      statistics.timeline.reset();
      for (auto& other : statistics.columns) other.populated.reset();
    }
  }
}

std::string salted_digest(const std::string& salt, const std::string& text) {
  constexpr std::size_t digest_bytes = 8;
  return blake2b_hex(salt + std::string(1, '\0') + text, digest_bytes);
}

}  // namespace leeway::print
