#include "pipeline/incremental.h"

#include <algorithm>

#include "base/text.h"

namespace leeway::pipeline {
namespace {

// What the target is taken to hold: nothing where it was not asked, so that rows are copied.
SideCount held(const ProbeAnswer& answer) { return answer.target.value_or(SideCount{}); }

std::string rows(std::int64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "row" : "rows");
}

}  // namespace

IncrementalCopy::IncrementalCopy(const CopyShape& shape, const state::Watermark& mark,
                                 const std::optional<Contradiction>& contradiction,
                                 const types::SqlType& type)
    : shape_(shape), mark_(mark), contradiction_(contradiction), type_(type) {}

std::string IncrementalCopy::probe() const {
  const auto* in_source = shape_.source ? shape_.source->find(column()) : nullptr;
  const auto* in_target = shape_.target->find(column());
  const dialects::TimedTable source{shape_.candidate.source, column(),
                                    !in_source || in_source->nullable};
  std::optional<dialects::TimedTable> target;
  // A column about to be widened may not be comparable yet.
  if (in_target && in_target->type == type_)
    target = {shape_.candidate.target, in_target->name, in_target->nullable};
  return dialects::watermark_probe(shape_.dialect, source, target,
                                   is_whole() ? std::nullopt : std::optional(mark_.value), type_);
}

std::optional<Contradiction> IncrementalCopy::contradicted_by(const ProbeAnswer& answer) const {
  if (contradiction_ || !answer.target) return std::nullopt;
  const bool ahead = answer.target->newer > 0;
  const bool behind = !is_whole() && answer.target->level < mark_.rows_at_value;
  return ahead || behind ? std::optional(Contradiction{mark_, ahead}) : std::nullopt;
}

bool IncrementalCopy::tied(const ProbeAnswer& answer) const {
  return can_replace() && answer.source.level > mark_.rows_at_value;
}

// Rows at infinity stay newer than every watermark: they come along with other rows or when there
// are more of them, and replace those that the target has.
bool IncrementalCopy::brings_endless(const ProbeAnswer& answer) const {
  const auto& source = answer.source;
  return can_replace() && source.endless > 0 &&
         (source.endless > held(answer).endless || source.newer > 0 || tied(answer));
}

bool IncrementalCopy::nothing_new(const ProbeAnswer& answer) const {
  const auto& source = answer.source;
  if (is_whole())
    return source.newer == 0 && source.endless <= held(answer).endless &&
           source.dateless <= held(answer).dateless;
  return source.newer == 0 && !tied(answer) && !brings_endless(answer);
}

std::string IncrementalCopy::copied_rows(const ProbeAnswer& answer) const {
  const auto& dialect = shape_.dialect;
  std::string condition = tied(answer)
                              ? dialects::at_or_after(dialect, column(), mark_.value, type_)
                              : dialects::newer_than(dialect, column(), mark_.value, type_);
  if (answer.source.endless > 0 && !brings_endless(answer))
    condition += " AND " + dialects::below_infinity(dialect, column(), type_);
  return condition;
}

// Rows of the target that the copy brings again. Where the target was behind, that is all from
// there on, so that a plan made before another run doubles nothing.
std::string IncrementalCopy::cleared_rows(const ProbeAnswer& answer) const {
  if (!can_replace()) return {};
  if (behind()) return copied_rows(answer);
  std::vector<std::string> parts;
  if (tied(answer))
    parts.push_back(dialects::equal_to(shape_.dialect, column(), mark_.value, type_));
  if (brings_endless(answer))
    parts.push_back(dialects::at_infinity(shape_.dialect, column(), type_));
  return join(parts, " OR ");
}

std::vector<Statement> IncrementalCopy::statements(const ProbeAnswer& answer) const {
  if (nothing_new(answer)) return {};
  if (is_whole()) return reload_whole(shape_);
  std::vector<Statement> statements;
  if (const std::string cleared = cleared_rows(answer); !cleared.empty()) {
    const std::string reason =
        behind()       ? "the target is behind its watermark; rows from its newest on come again"
        : tied(answer) ? "the source has more rows exactly at the watermark than were copied; they "
                         "are copied again together"
                       : "rows at infinity are newer than every watermark; they are copied again "
                         "together";
    statements.push_back(clear_boundary(shape_, cleared, reason));
  }
  statements.push_back(append_newer(shape_, copied_rows(answer), why(answer)));
  return statements;
}

std::string IncrementalCopy::why(const ProbeAnswer& answer) const {
  if (nothing_new(answer)) return "no row of the source is newer than the watermark";
  if (is_whole())
    return behind() ? "the target holds nothing that a watermark could be"
                    : "no watermark was found at the last copy";
  return fmt::format("rows {} {}", tied(answer) ? "at or after" : "newer than", mark_.value);
}

std::string IncrementalCopy::told_contradiction() const {
  const auto& recorded = contradiction_->recorded;
  const std::string says =
      is_whole() ? fmt::format("holds no value of '{}'", printable(column()))
                 : fmt::format("ends at {} ({})", mark_.value, rows(mark_.rows_at_value));
  const std::string recorded_as =
      recorded.type.empty() ? "none"
                            : fmt::format("{} ({})", recorded.value, rows(recorded.rows_at_value));
  if (contradiction_->ahead)
    return fmt::format(
        "the target {}, its recorded watermark is {}, as after a restored state store or rows "
        "written by hand: the copy goes on from what the target holds, and source rows in between "
        "are taken to be there. If they are not, drop the target and run: the copy is then whole",
        says, recorded_as);
  return fmt::format(
      "the target {}, its recorded watermark is {}, as after a restore or rows deleted by hand: "
      "the copy goes on from what the target holds{}. To keep rows out of the target delete them "
      "in the source too, or set enabled = false in a table override",
      says, recorded_as, is_whole() ? ", so it is whole" : "");
}

std::string IncrementalCopy::told_dateless(const ProbeAnswer& answer) const {
  const auto count = answer.source.dateless;
  return fmt::format(
      "{} of '{}' {} {} in '{}'{}: an incremental copy does not see such rows. Give them a value, "
      "or set strategy merge or full_refresh for this table",
      rows(count), shape_.candidate.source.display(), count == 1 ? "holds" : "hold",
      dialects::has_infinities(shape_.dialect, type_) ? "NULL or -infinity" : "NULL",
      printable(column()),
      answer.target ? fmt::format(" and the target has {} of them", answer.target->dateless) : "");
}

std::string IncrementalCopy::told_late(const ProbeAnswer& answer) const {
  const auto& source = answer.source;
  const auto late = std::max<std::int64_t>(source.level - mark_.rows_at_value, 0) +
                    std::max<std::int64_t>(source.endless - held(answer).endless, 0);
  if (late == 0) return {};
  return fmt::format(
      "{} at exactly the watermark or at infinity came after the last copy and {} behind: {} "
      "cannot replace rows in one transaction. Set strategy merge or full_refresh for this table",
      rows(late), late == 1 ? "stays" : "stay", shape_.dialect.name);
}

std::vector<std::string> IncrementalCopy::notices(const ProbeAnswer& answer) const {
  std::vector<std::string> told;
  if (contradiction_) told.push_back(told_contradiction());
  if (is_whole()) return told;
  if (answer.source.dateless > held(answer).dateless) told.push_back(told_dateless(answer));
  if (!can_replace())
    if (std::string late = told_late(answer); !late.empty()) told.push_back(std::move(late));
  return told;
}

}  // namespace leeway::pipeline
