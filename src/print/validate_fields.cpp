// Which fields a column's classification has, and what its markers say.
#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "dialects/registry.h"
#include "print/classify.h"
#include "print/validation.h"
#include "print/vocabulary.h"

namespace leeway::print::validation {
namespace {

struct MatrixRow {
  std::string_view field;
  std::string_view cells;  // by class, in the order of `classes`
};

constexpr std::array<std::string_view, 8> classes{
    "unsupported", "boolean",  "json",    "foreign_key_candidate",
    "categorical", "temporal", "numeric", "text"};

// 'R' required, 'O' optional, '-' forbidden. Fields that depend on more than the class are 'O'.
constexpr std::array<MatrixRow, 38> matrix{{
    {"cardinality", "-RRRRRRR"},
    {"cardinality_ratio", "-RRRRRRR"},
    {"cardinality_method", "-RRRRRRR"},
    {"inferred.looks_like", "---OO--O"},
    {"inferred.sampled", "---OO--O"},
    {"inferred.matched", "---OO--O"},
    {"inferred.looks_like_candidate", "---OO--O"},
    {"inferred.looks_like_candidate_share", "---OO--O"},
    {"inferred.sensitivity", "-OOOOOOO"},
    {"inferred.epoch_unit", "---OO-OO"},
    {"inferred.candidate_key", "-OOOOOOO"},
    {"inferred.candidate_key_exception", "-OOOOOOO"},
    {"inferred.fk_candidate", "--------"},
    {"redacted", "-O-OOOOO"},
    {"values", "-R-RRRRR"},
    {"values_coverage", "-R-RR--R"},
    {"values_coverage_method", "-O-OO--O"},
    {"distribution", "---RRRRR"},
    {"frequencies", "-----RR-"},
    {"range", "-----RR-"},
    {"range.span_days", "-----O--"},
    {"percentiles", "-----RR-"},
    {"mean", "------R-"},
    {"sum", "------R-"},
    {"zero_count", "------R-"},
    {"negative_count", "------R-"},
    {"empty_count", "-------R"},
    {"quantized_count", "-----OR-"},
    {"length", "---OO--R"},
    {"normalized_cardinality", "---OO--O"},
    {"freshness", "-----R--"},
    {"unrepresentable", "-----O--"},
    {"sketch", "-O-OOOOO"},
    {"sql_type", "RRRRRRRR"},
    {"nullable", "RRRRRRRR"},
    {"null_count", "RRRRRRRR"},
    {"null_rate", "RRRRRRRR"},
    {"classification", "RRRRRRRR"},
}};

constexpr std::array<Field, 22> column_fields{{{"sql_type", FieldType::text},
                                               {"nullable", FieldType::boolean},
                                               {"null_count", FieldType::integer},
                                               {"null_rate", FieldType::number},
                                               {"classification", FieldType::text},
                                               {"cardinality", FieldType::integer},
                                               {"cardinality_ratio", FieldType::number},
                                               {"cardinality_method", FieldType::text},
                                               {"rows_scanned", FieldType::integer},
                                               {"inferred", FieldType::map},
                                               {"values", FieldType::list},
                                               {"range", FieldType::map},
                                               {"percentiles", FieldType::map},
                                               {"unmeasured", FieldType::list},
                                               {"values_coverage", FieldType::number},
                                               {"distribution", FieldType::text},
                                               {"redacted", FieldType::text},
                                               {"frequencies", FieldType::map},
                                               {"length", FieldType::map},
                                               {"freshness", FieldType::map},
                                               {"sketch", FieldType::map},
                                               {"populated", FieldType::map}}};

constexpr std::array<Field, 2> range_fields{
    {{"min", FieldType::scalar, true}, {"max", FieldType::scalar, true}}};
constexpr std::array<Field, 1> span_fields{{{"span_days", FieldType::integer, true}}};
constexpr std::array<Field, 4> frequency_fields{{{"top", FieldType::integer, true},
                                                 {"bottom", FieldType::integer, true},
                                                 {"listed", FieldType::integer, true},
                                                 {"total", FieldType::integer, true}}};
constexpr std::array<Field, 4> length_fields{{{"min", FieldType::integer, true},
                                              {"max", FieldType::integer, true},
                                              {"avg", FieldType::number, true},
                                              {"p95", FieldType::number, true}}};
constexpr std::array<Field, 2> freshness_fields{
    {{"max_age_days", FieldType::integer, true}, {"classification", FieldType::text, true}}};
constexpr std::array<Field, 2> value_fields{
    {{"value", FieldType::scalar}, {"count", FieldType::integer, true}}};

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

class FieldCheck : private ColumnView {
 public:
  FieldCheck(const ColumnView& column, Findings& findings)
      : ColumnView(column), findings_(findings) {}

  void run() {
    check_fields(value, column_fields, place, findings_);
    check_parts();
    check_vocabulary();
    if (table.catalog_only) return check_catalog_only();
    check_matrix();
    check_by_type();
    check_by_redaction();
    check_sensitive();
    check_markers();
  }

 private:
  void add(std::string_view code, std::string_view field, std::string detail) {
    findings_.add(code, field.empty() ? place : place.at(field), std::move(detail));
  }

  void check_part(std::string_view name, std::span<const Field> fields) {
    if (const Value* part = map(find(name))) check_fields(*part, fields, place.at(name), findings_);
  }

  void check_parts() {
    check_part("range", range_fields);
    if (classification == "temporal") check_part("range", span_fields);
    check_part("frequencies", frequency_fields);
    check_part("length", length_fields);
    check_part("freshness", freshness_fields);
    const Value* values = list(find("values"));
    if (!values) return;
    for (std::size_t i = 0; i < values->items.size(); ++i)
      check_fields(values->items[i], value_fields, place.at(fmt::format("values[{}]", i)),
                   findings_);
  }

  void forbid(std::string_view field, std::string why) {
    if (has(field)) add("stats.forbidden-field-for-classification", field, std::move(why));
  }

  void require(std::string_view field) {
    if (!has(field) && !may_lack(field))
      add("stats.missing-required-field-for-classification", "",
          fmt::format("a {} column of this type has '{}'", classification, field));
  }

  // Fields that hang on the SQL type as well.
  void check_by_type() {
    const auto type = text(find("sql_type"));
    if (!table.dialect || !table.counted || !type) return;
    const auto parsed = dialects::parse_type(*table.dialect, *type);
    if (classification == "temporal") {
      if (has_day_times(parsed))
        require("quantized_count");
      else
        forbid("quantized_count", "a column of this type holds whole days or none");
    }
    if (classification != "categorical" && classification != "foreign_key_candidate") return;
    if (family_of(parsed) == TypeFamily::words && filled > 0)
      require("length");
    else
      forbid("length", "only texts have one");
  }

  void check_by_redaction() {
    if (redacted == "drop")
      for (const std::string_view field : {"range", "percentiles", "unrepresentable"})
        forbid(field, "redaction drops it");
    if (redacted && table.counted && filled <= 1)
      for (const std::string_view field : {"mean", "sum", "length"})
        forbid(field, "it would tell the one value behind the redaction");
  }

  // The cell of the matrix; 'O' for a field or class that it does not know.
  char cell(std::string_view field) const {
    const auto row = std::ranges::find(matrix, field, &MatrixRow::field);
    const auto found = std::ranges::find(classes, classification);
    if (row == matrix.end() || found == classes.end()) return 'O';
    return row->cells[static_cast<std::size_t>(found - classes.begin())];
  }

  void check_word(std::string_view code, std::string_view path,
                  std::span<const std::string_view> words) {
    const auto word = text(find(path));
    if (word && std::ranges::find(words, *word) == words.end())
      add(code, path, fmt::format("'{}' is not known", printable(*word)));
  }

  void check_vocabulary() {
    constexpr std::array<std::string_view, 2> epochs{"seconds", "milliseconds"};
    check_word("schema.unknown-classification", "classification", classifications());
    check_word("schema.unknown-looks-like", "inferred.looks_like", looks_like_patterns());
    check_word("schema.unknown-looks-like", "inferred.looks_like_candidate", looks_like_patterns());
    check_word("schema.unknown-sensitivity", "inferred.sensitivity", sensitivity_categories());
    check_word("schema.unknown-epoch-unit", "inferred.epoch_unit", epochs);
    const Value* percentiles = map(find("percentiles"));
    if (!percentiles) return;
    for (const auto& name : percentiles->keys)
      if (name.size() != 3 || name[0] != 'p' ||
          name.find_first_not_of("0123456789", 1) != std::string::npos)
        add("schema.invalid-percentile-key", "percentiles",
            fmt::format("'{}' is no pNN", printable(name)));
  }

  void check_catalog_only() {
    constexpr std::array<std::string_view, 6> allowed{"sql_type",       "nullable",
                                                      "classification", "physical_name",
                                                      "collation",      "physical_layout_key"};
    for (const auto& name : value.keys)
      if (!contains(allowed, name))
        add("stats.measurement-under-catalog-only", name, "nothing is measured of a view");
  }

  // Required by the class, yet rightly absent: withheld, prose, or named as not measured.
  bool may_lack(std::string_view field) const {
    constexpr std::array<std::string_view, 2> bounds{"range", "percentiles"};
    constexpr std::array<std::string_view, 3> lists{"values", "values_coverage", "distribution"};
    constexpr std::array<std::string_view, 7> telling{
        "mean", "sum", "length", "zero_count", "negative_count", "empty_count", "quantized_count"};
    if (is_unmeasured(field)) return true;
    if (redacted == "drop" && contains(bounds, field)) return true;
    if (is_prose() && contains(lists, field)) return true;
    return redacted && contains(telling, field);
  }

  void check_matrix() {
    for (const auto& row : matrix) {
      const char rule = cell(row.field);
      if (rule == 'R' && !has(row.field) && !may_lack(row.field))
        add("stats.missing-required-field-for-classification", "",
            fmt::format("a {} column has '{}'", classification, row.field));
      if (rule == '-' && has(row.field))
        add("stats.forbidden-field-for-classification", row.field,
            fmt::format("a {} column has no '{}'", classification, row.field));
    }
    if (!is_prose()) return;
    for (const std::string_view field : {"values", "values_coverage", "distribution"})
      if (has(field))
        add("stats.forbidden-field-for-classification", field, "a text column of prose lists none");
  }

  void check_sensitive() {
    const auto category = text(find("inferred.sensitivity"));
    if (redacted || !category) return;
    if (has("values") || has("range") || has("percentiles"))
      add("privacy.unredacted-sensitive", "",
          fmt::format("looks like {} and its values are published", *category));
  }

  void check_markers() {
    const auto own = count("rows_scanned");
    if (table.counted && (table.scoped ? own != table.rows_scanned : own.has_value()))
      add("stats.population-marker-mismatch", "rows_scanned",
          table.scoped ? "it must repeat the scope's" : "the table was read whole");
    if (text(find("physical_name")) == key)
      add("stats.physical-name-matches-key", "physical_name", "it says what the key says");
    check_unrepresentable();
    for (const auto& field : unmeasured) check_unmeasured(field);
  }

  void check_unrepresentable() {
    const Value* names = list(find("unrepresentable"));
    if (!names) return;
    if (names->items.empty())
      add("stats.unrepresentable-empty", "unrepresentable", "an empty list says nothing");
    for (const auto& name : texts(names)) {
      const bool bound = name == "min" || name == "max";
      if (!has((bound ? "range." : "percentiles.") + name))
        add("stats.unrepresentable-names-unemitted-field", "unrepresentable",
            fmt::format("'{}' is not there", printable(name)));
    }
  }

  void check_unmeasured(const std::string& field) {
    constexpr std::array<std::string_view, 2> conditional{"quantized_count", "length"};
    constexpr std::array<std::string_view, 2> drawn{"inferred.looks_like", "inferred.epoch_unit"};
    if (has(field))
      add("stats.unmeasured-names-emitted-field", "unmeasured",
          fmt::format("'{}' is there nevertheless", printable(field)));
    if (std::ranges::find(classes, classification) == classes.end()) return;
    const bool failed_draw = contains(drawn, field) && cell("inferred.looks_like") == 'O';
    const bool possible = contains(conditional, field) && cell(field) == 'O';
    if (cell(field) != 'R' && !possible && !failed_draw)
      add("stats.unmeasured-names-unrequired-field", "unmeasured",
          fmt::format("a {} column need not have '{}'", classification, printable(field)));
  }

  Findings& findings_;
};

}  // namespace

void check_column_fields(const ColumnView& column, Findings& findings) {
  FieldCheck(column, findings).run();
}

}  // namespace leeway::print::validation
