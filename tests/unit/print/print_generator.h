// Whole prints of every shape, the same for the same seed. Numbers are as measuring rounds them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "print/print.h"
#include "unit/print/value_generator.h"

namespace leeway::print::testing_support {

class PrintGenerator {
 public:
  explicit PrintGenerator(std::uint64_t seed) : values_(seed) {}

  Print print(std::size_t tables) {
    Print made;
    made.generated_at = instant();
    made.connection = values_.word();
    made.adapter = "duckdb";
    made.producer_version = "0.1.0";
    made.complete_ddl = values_.chance(2);
    made.statistics_params = params();
    made.selectors = {texts(1), texts(0)};
    made.redaction_rules_configured = static_cast<int>(values_.below(3));
    made.default_collation = "binary";
    for (std::size_t i = 0; i < tables; ++i)
      made.tables.push_back(table(i, made.statistics_params));
    return made;
  }

  TablePrint table(std::size_t number, const StatisticsParams& defaults) {
    TablePrint made;
    made.path = "shop/main/t" + std::to_string(number);
    made.fqn = "shop.main.t" + std::to_string(number);
    made.type = values_.chance(3) ? "view" : "table";
    made.profiled_at = instant();
    made.row_count = maybe(count());
    if (values_.chance(2)) made.max_age_days = static_cast<int>(values_.below(40));
    if (values_.chance(3)) {
      made.statistics_params = defaults;
      made.statistics_params->top_n_values += 1 + static_cast<int>(values_.below(5));
      if (values_.chance(2)) made.statistics_params->percentiles = {5, 95};
    }
    made.ddl = "CREATE TABLE t(\n  i INTEGER\n);\n" + values_.text() + "\n";
    made.statistics = statistics();
    made.statistics->profiled_at = made.profiled_at;
    if (values_.chance(5)) return made;
    made.relationships = Relationships{maybe(values_.chance(2)), edges(), edges()};
    return made;
  }

 private:
  template <typename T>
  std::optional<T> maybe(T value) {
    return values_.chance(2) ? std::optional<T>(std::move(value)) : std::nullopt;
  }
  std::int64_t count() { return values_.integer(); }
  double measured() { return to_double(round_measured(values_.real())); }
  double share() { return static_cast<double>(values_.below(1'000'001)) / 1e6; }
  Value measured_value() {
    switch (values_.below(4)) {
      case 0:
        return make_integer(count());
      case 1:
        return make_string(instant());
      case 2:
        return make_number("12345678901234567890123.25");
      default:
        return round_measured(values_.real());
    }
  }
  // What a values list may hold: never rounded.
  Value listed_value() {
    Value value = values_.scalar();
    return value.kind == Value::Kind::null ? make_real(values_.real() / 3) : value;
  }
  std::string instant() { return "2026-05-1" + std::to_string(values_.below(10)) + "T22:48:01Z"; }
  std::vector<std::string> texts(std::size_t least) {
    std::vector<std::string> made;
    for (std::size_t i = 0, size = least + values_.below(3); i < size; ++i)
      made.push_back(values_.text());
    return made;
  }
  std::vector<std::string> sorted_texts() {
    auto made = texts(0);
    std::ranges::sort(made);
    return made;
  }

  StatisticsParams params() {
    StatisticsParams made;
    made.enumeration_threshold = 1 + static_cast<int>(values_.below(100));
    return made;
  }

  Edge edge() {
    Edge made{texts(1), values_.text(), texts(1), {}, {}, "declared", maybe(values_.text()), {}};
    made.on_delete = maybe<std::string>("NO ACTION");
    made.on_update = maybe<std::string>("CASCADE");
    if (values_.chance(2)) return made;
    made.observed =
        Observed{values_.chance(2),        maybe(measured()), maybe(share()), maybe(count()),
                 maybe(values_.chance(2)), maybe(share()),    maybe(count())};
    return made;
  }
  std::vector<Edge> edges() {
    std::vector<Edge> made(values_.below(3));
    for (Edge& one : made) one = edge();
    return made;
  }

  Statistics statistics() {
    Statistics made;
    made.catalog_only = values_.chance(5);
    made.row_count = maybe(count());
    made.row_count_method = maybe<std::string>("exact");
    if (values_.chance(3)) made.scope = Scope{count(), maybe(share()), maybe(values_.text())};
    if (values_.chance(3))
      made.null_patterns = NullPatterns{
          share(), maybe<std::string>("measured"), {{texts(0), count()}, {texts(1), count()}}};
    if (values_.chance(3))
      made.physical_layout = PhysicalLayout{"cluster", {{values_.text(), maybe(values_.text())}}};
    made.grain = Grain{};
    if (values_.chance(2)) made.grain->keys = {{texts(1), "declared"}, {texts(1), "measured"}};
    made.grain->search_exhausted = maybe(values_.chance(2));
    if (values_.chance(2)) made.dependencies.emplace();
    if (values_.chance(3)) made.dependencies = {{values_.text(), values_.text(), share()}};
    if (values_.chance(3))
      made.timeline = Timeline{values_.text(), "day", {{make_string(instant()), count()}}, share()};
    if (values_.chance(3)) made.depends_on = texts(0);
    made.unmeasured = sorted_texts();
    for (std::size_t i = 0, size = values_.below(6); i < size; ++i)
      made.columns.push_back(column(i));
    return made;
  }

  std::vector<ValueCount> listed() {
    std::vector<ValueCount> made;
    for (std::size_t i = 0, size = values_.below(4); i < size; ++i)
      made.push_back({maybe(listed_value()), count(), maybe(values_.text())});
    return made;
  }

  Inferred inferred() {
    if (values_.chance(2)) return {};
    return {maybe<std::string>("email"), maybe(count()),        maybe(count()),
            maybe(values_.word()),       maybe(share()),        values_.chance(2),
            maybe(values_.word()),       maybe(values_.word()), maybe<std::string>("seconds")};
  }

  ColumnPrint column(std::size_t number) {
    ColumnPrint made;
    made.key = values_.text() + std::to_string(number);
    made.sql_type = values_.chance(2) ? "DECIMAL(10,2)" : values_.text();
    made.nullable = maybe(values_.chance(2));
    made.null_count = maybe(count());
    made.null_rate = maybe(share());
    made.classification = "numeric";
    made.physical_name = maybe(values_.text());
    made.collation = maybe(values_.text());
    made.cardinality = maybe(count());
    made.cardinality_ratio = maybe(share());
    made.cardinality_method = maybe<std::string>("approximate");
    made.rows_scanned = maybe(count());
    made.physical_layout_key = values_.chance(2);
    if (values_.chance(3)) made.populated = Populated{make_string(instant()), make_integer(3)};
    made.redacted = maybe<std::string>("hash");
    made.inferred = inferred();
    made.values = maybe(listed());
    made.values_coverage = maybe(share());
    made.values_coverage_method = maybe<std::string>("measured");
    made.distribution = maybe<std::string>("uniform");
    measure(made);
    return made;
  }

  void measure(ColumnPrint& made) {
    if (values_.chance(2)) made.frequencies = Frequencies{count(), count(), count(), count()};
    if (values_.chance(2)) made.range = Range{measured_value(), measured_value(), maybe(count())};
    if (values_.chance(2))
      made.percentiles = {{"p01", measured_value()}, {"p99", measured_value()}};
    made.mean = maybe(measured_value());
    made.sum = maybe(measured_value());
    if (values_.chance(2)) made.length = Length{count(), count(), measured(), measured()};
    made.zero_count = maybe(count());
    made.negative_count = maybe(count());
    made.empty_count = maybe(count());
    made.quantized_count = maybe(count());
    if (values_.chance(2)) made.freshness = Freshness{count(), "live"};
    if (values_.chance(3)) made.unrepresentable = {"min", "p01"};
    made.unmeasured = sorted_texts();
    if (values_.chance(3)) {
      made.sketch = Sketch{};
      for (std::size_t i = 0, size = values_.below(20); i < size; ++i)
        made.sketch->hashes.push_back(static_cast<std::uint64_t>(count()) * 3);
    }
    made.normalized_cardinality = maybe(count());
  }

  ValueGenerator values_;
};

}  // namespace leeway::print::testing_support
