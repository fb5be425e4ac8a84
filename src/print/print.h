// A print is a value: a picture of one database as it was at one moment, in the words of print
// format version 1. Profiling makes one, files hold one, a diff compares two; encode.h and decode.h
// alone know how its parts are laid out in files.
//
// Closed vocabularies (classification, looks_like, sensitivity, ...) are kept as text, because a
// reader must tolerate words it does not know; vocabulary.h lists the ones leeway writes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "print/value.h"

namespace leeway::print {

// Resolved parameters of measuring; a table's entry records only those that differ from the
// connection's.
struct StatisticsParams {
  int enumeration_threshold = 50;
  int top_n_values = 20;
  int top_n_null_patterns = 20;
  int looks_like_sample_size = 1000;
  std::vector<int> percentiles = {1, 25, 50, 75, 99};  // each 1..99, ascending

  // Columns of at most this many distinct values list them all.
  int enumeration_bound() const {
    return enumeration_threshold > top_n_values ? enumeration_threshold : top_n_values;
  }
  bool operator==(const StatisticsParams&) const = default;
};

struct ValueCount {
  std::optional<Value> value;  // absent where redaction drops it
  std::int64_t count = 0;
  std::optional<std::string> spelling_of;

  bool operator==(const ValueCount&) const = default;
};

struct Frequencies {
  std::int64_t top = 0;
  std::int64_t bottom = 0;
  std::int64_t listed = 0;
  std::int64_t total = 0;

  bool operator==(const Frequencies&) const = default;
};

struct Range {
  Value min;
  Value max;
  std::optional<std::int64_t> span_days;  // temporal columns only

  bool operator==(const Range&) const = default;
};

struct Length {  // characters
  std::int64_t min = 0;
  std::int64_t max = 0;
  double avg = 0;
  double p95 = 0;

  bool operator==(const Length&) const = default;
};

struct Freshness {
  std::int64_t max_age_days = 0;
  std::string classification;  // live, stale, dormant

  bool operator==(const Freshness&) const = default;
};

struct Populated {
  Value from;
  Value to;

  bool operator==(const Populated&) const = default;
};

struct Inferred {
  std::optional<std::string> looks_like;
  std::optional<std::int64_t> sampled;
  std::optional<std::int64_t> matched;
  std::optional<std::string> looks_like_candidate;
  std::optional<double> looks_like_candidate_share;
  bool candidate_key = false;
  std::optional<std::string> candidate_key_exception;  // measured_duplicates, estimated
  std::optional<std::string> sensitivity;
  std::optional<std::string> epoch_unit;  // seconds, milliseconds

  bool operator==(const Inferred&) const = default;
};

// The k smallest 64-bit hashes of the distinct values, ascending (bottom-k, k = 1024).
struct Sketch {
  std::string method = "kmv_md5_lo64";
  std::vector<std::uint64_t> hashes;

  bool operator==(const Sketch&) const = default;
};

struct ColumnPrint {
  std::string key;  // lower-case name: the key in the artifact
  std::string sql_type;
  std::optional<bool> nullable;
  std::optional<std::int64_t> null_count;
  std::optional<double> null_rate;
  std::string classification;
  std::optional<std::string> physical_name;
  std::optional<std::string> collation;
  std::optional<std::int64_t> cardinality;
  std::optional<double> cardinality_ratio;
  std::optional<std::string> cardinality_method;  // exact, approximate
  std::optional<std::int64_t> rows_scanned;
  bool physical_layout_key = false;
  std::optional<Populated> populated;
  std::optional<std::string> redacted;  // mask, drop, hash
  Inferred inferred;
  std::optional<std::vector<ValueCount>> values;
  std::optional<double> values_coverage;
  std::optional<std::string> values_coverage_method;  // measured, bounded
  std::optional<std::string> distribution;
  std::optional<Frequencies> frequencies;
  std::optional<Range> range;
  std::optional<std::vector<std::pair<std::string, Value>>> percentiles;  // "p01", ascending
  std::optional<Value> mean;
  std::optional<Value> sum;
  std::optional<Length> length;
  std::optional<std::int64_t> zero_count;
  std::optional<std::int64_t> negative_count;
  std::optional<std::int64_t> empty_count;
  std::optional<std::int64_t> quantized_count;
  std::optional<Freshness> freshness;
  std::vector<std::string> unrepresentable;  // min, max, pNN
  std::vector<std::string> unmeasured;       // names of required fields that could not be read
  std::optional<Sketch> sketch;
  std::optional<std::int64_t> normalized_cardinality;

  bool operator==(const ColumnPrint&) const = default;
};

struct Scope {
  std::int64_t rows_scanned = 0;
  std::optional<double> sample;
  std::optional<std::string> filter;

  bool operator==(const Scope&) const = default;
};

struct NullPattern {
  std::vector<std::string> columns;
  std::int64_t count = 0;

  bool operator==(const NullPattern&) const = default;
};

struct NullPatterns {
  double coverage = 0;
  std::optional<std::string> coverage_method;
  std::vector<NullPattern> patterns;

  bool operator==(const NullPatterns&) const = default;
};

struct LayoutKey {
  std::string expression;
  std::optional<std::string> column;

  bool operator==(const LayoutKey&) const = default;
};

struct PhysicalLayout {
  std::string mechanism;  // cluster, partition, sort
  std::vector<LayoutKey> keys;

  bool operator==(const PhysicalLayout&) const = default;
};

struct GrainKey {
  std::vector<std::string> columns;
  std::string detection;  // declared, measured

  bool operator==(const GrainKey&) const = default;
};

struct Grain {
  std::vector<GrainKey> keys;
  std::optional<bool> search_exhausted;  // absent where no search was made

  bool operator==(const Grain&) const = default;
};

struct Dependency {
  std::string determinant;
  std::string dependent;
  double strength = 0;

  bool operator==(const Dependency&) const = default;
};

struct TimelineBucket {
  Value start;
  std::int64_t count = 0;

  bool operator==(const TimelineBucket&) const = default;
};

struct Timeline {
  std::string column;
  std::string unit;  // day, week, month
  std::vector<TimelineBucket> buckets;
  double coverage = 0;

  bool operator==(const Timeline&) const = default;
};

struct Observed {
  bool scope_compatible = false;  // where false, nothing else is present
  std::optional<double> fanout_avg;
  std::optional<double> target_coverage;
  std::optional<std::int64_t> fanout_max;
  std::optional<bool> coherent;
  std::optional<double> containment;
  std::optional<std::int64_t> answerable_count;

  bool operator==(const Observed&) const = default;
};

// One edge as one of its ends tells it: `other_*` is the target of a refers_to entry, the
// referencer of a referenced_by entry.
struct Edge {
  std::vector<std::string> column;
  std::string other_table;
  std::vector<std::string> other_column;
  std::optional<std::string> on_delete;
  std::optional<std::string> on_update;
  std::string detection;  // declared, inferred, measured
  std::optional<std::string> constraint_name;
  std::optional<Observed> observed;

  bool operator==(const Edge&) const = default;
};

struct Relationships {
  std::optional<bool> eligible_target;  // absent where inference never ran
  std::vector<Edge> refers_to;
  std::vector<Edge> referenced_by;

  bool operator==(const Relationships&) const = default;
};

// statistics.yaml of one object.
struct Statistics {
  std::string profiled_at;
  bool catalog_only = false;
  std::optional<std::int64_t> row_count;
  std::optional<std::string> row_count_method;  // exact, approximate
  std::optional<Scope> scope;
  std::optional<NullPatterns> null_patterns;
  std::optional<PhysicalLayout> physical_layout;
  std::optional<Grain> grain;
  std::optional<std::vector<Dependency>> dependencies;
  std::optional<Timeline> timeline;
  std::optional<std::vector<std::string>> depends_on;  // absent: could not be asked
  std::vector<std::string> unmeasured;  // physical_layout, null_patterns, dependencies
  std::vector<ColumnPrint> columns;     // in catalog order

  const ColumnPrint* find(std::string_view key) const;
  bool operator==(const Statistics&) const = default;
};

// One object of the database. An artifact that is absent could not be read or was never written:
// it is unknown, never empty.
struct TablePrint {
  std::string fqn;   // lower-case, e.g. "shop.main.orders"
  std::string type;  // table, view, matview
  std::string path;  // under the connection's root, '/'-separated
  std::string profiled_at;
  std::optional<std::int64_t> row_count;
  std::optional<int> max_age_days;
  std::optional<StatisticsParams> statistics_params;  // where it differs from the connection's
  std::optional<std::string> ddl;
  std::optional<Statistics> statistics;
  std::optional<Relationships> relationships;
  bool has_description = false;
  bool has_statistics_annotations = false;
  bool has_relationships_annotations = false;
  // This run did not read it again: it stands for what an earlier run saw.
  bool carried = false;

  bool operator==(const TablePrint&) const = default;
};

struct Selectors {
  std::vector<std::string> include = {"*"};
  std::vector<std::string> exclude;

  bool operator==(const Selectors&) const = default;
};

struct Print {
  std::string generated_at;
  std::string connection;
  std::string adapter;
  std::string producer_version;  // written as dbprint_version
  // Whether ddl.sql also holds every secondary index and comment, so that their lack means none.
  bool complete_ddl = false;
  StatisticsParams statistics_params;
  Selectors selectors;
  int redaction_rules_configured = 0;
  std::string default_collation;
  bool has_annotations = false;
  std::vector<TablePrint> tables;  // in the order the engine lists them

  const TablePrint* find(std::string_view fqn) const;
  bool operator==(const Print&) const = default;
};

}  // namespace leeway::print
