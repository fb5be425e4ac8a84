// What moved between two prints: the nineteen kinds of print format version 1. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "print/print.h"

namespace leeway::print {

enum class DiffKind {
  table_added,
  table_removed,
  column_added,
  column_removed,
  column_type_changed,
  column_nullable_changed,
  column_default_changed,
  statistic_changed,
  table_row_count_changed,
  grain_changed,
  physical_layout_changed,
  depends_on_changed,
  relationship_added,
  relationship_removed,
  relationship_modified,
  index_added,
  index_removed,
  index_modified,
  comment_changed,
};

std::string_view to_string(DiffKind kind);
// statistic_changed and table_row_count_changed: rows moved; every other kind: the shape did.
bool is_data(DiffKind kind);

struct DiffEvent {
  DiffKind kind = DiffKind::statistic_changed;
  std::string table;   // the source table of a relationship
  std::string column;  // empty where the event is of a table
  // Every field after `kind`, in the order diff.yaml writes them.
  Value fields;

  bool operator==(const DiffEvent&) const = default;
};

struct DiffSummary {
  std::int64_t tables_added = 0;
  std::int64_t tables_removed = 0;
  std::int64_t tables_modified = 0;
  std::int64_t columns_added = 0;
  std::int64_t columns_removed = 0;
  std::int64_t columns_type_changed = 0;
  std::int64_t columns_nullable_changed = 0;
  std::int64_t columns_default_changed = 0;
  std::int64_t statistics_drifted = 0;
  std::int64_t relationships_changed = 0;
  std::int64_t indexes_changed = 0;
  std::int64_t comments_changed = 0;
  std::int64_t unchanged_tables = 0;
  std::int64_t unevaluated_tables = 0;

  bool operator==(const DiffSummary&) const = default;
};

struct Unevaluated {
  std::string table;
  std::string reason;  // for people

  bool operator==(const Unevaluated&) const = default;
};

struct PrintDiff {
  std::string generated_at;
  std::string connection;
  std::string adapter;
  std::string baseline_path;
  std::optional<std::string> baseline_generated_at;  // absent on a first run
  std::optional<std::string> baseline_version;
  std::string scanned_at;
  Selectors selectors;
  std::int64_t tables_scanned = 0;
  DiffSummary summary;
  std::vector<DiffEvent> events;
  std::vector<Unevaluated> unevaluated;  // not part of diff.yaml

  bool moved() const { return !events.empty(); }
  bool shape_moved() const;
};

struct DiffInput {
  const Print* baseline = nullptr;  // null: there is none yet
  const Print* live = nullptr;
  std::string baseline_path;
  std::string generated_at;
  std::string scanned_at;
  // Whether the live side looked for a table of the baseline; where empty, its recorded selectors
  // tell.
  std::function<bool(const std::string& fqn)> in_scope;
  // Tables the live side lists but could not read in this run: neither removed nor compared.
  std::vector<std::string> failed;
};

// Tables of the baseline that the live side does not hold are left out where they are not in scope.
// Measured edges are left out on both sides.
PrintDiff compare_prints(const DiffInput& input);

// The document of diff.yaml, and of `diff --format json|yaml`.
Value encode_diff(const PrintDiff& diff);

// How much has to change before a person is shown it. Never touches the document.
struct DiffThresholds {
  double cardinality_ratio = 0.02;  // absolute
  double percentile_pct = 0.05;     // relative
  double values_coverage = 0.05;    // absolute
  double fallback = 0.01;           // relative, of every other number

  bool operator==(const DiffThresholds&) const = default;
};
bool is_shown(const DiffEvent& event, const DiffThresholds& thresholds);

}  // namespace leeway::print
