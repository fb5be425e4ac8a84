#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "config/print_read.h"
#include "config/print_vocabulary.h"

namespace leeway::config {
namespace {

constexpr std::array<std::string_view, 8> adapters{
    "postgres", "snowflake", "mysql", "duckdb", "clickhouse", "redshift", "databricks", "bigquery"};

constexpr std::array<Choice<std::string_view>, 3> primitives{
    {{"mask", "mask"}, {"drop", "drop"}, {"hash", "hash"}}};

constexpr std::array<std::string_view, 6> distribution_tests{
    "psi", "jensen_shannon", "kolmogorov_smirnov", "chi_square", "null_share", "new_categories"};

// Matchers and narrowings that mean something in a rule only.
constexpr std::array<std::string_view, 4> rule_keys{"scope", "sample", "filter", "min_rows"};

void refuse_rule_keys(Section& section) {
  for (const auto key : rule_keys) {
    if (!section.node().find(key)) continue;
    section.any(key);
    section.error(
        code::wrong_value, key,
        fmt::format("{} belongs into an entry of `rules`, not here", section.name_of(key)));
  }
}

std::optional<std::vector<int>> read_percentiles(Section& section) {
  const Node* node = section.any("percentiles");
  if (!node) return std::nullopt;
  std::vector<int> result;
  const auto fits = [](const Node& item) {
    return item.kind == Node::Kind::integer && item.integer >= 1 && item.integer <= 99;
  };
  if (node->kind != Node::Kind::list || node->children.empty() ||
      !std::ranges::all_of(node->children, fits)) {
    section.error(code::wrong_value, "percentiles",
                  fmt::format("{} must be a list of integers from 1 to 99, e.g. [25, 50, 75]",
                              section.name_of("percentiles")));
    return std::nullopt;
  }
  for (const auto& item : node->children) result.push_back(static_cast<int>(item.integer));
  std::ranges::sort(result);
  const auto repeated = std::ranges::unique(result);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

void read_count(Section& section, std::string_view key, std::optional<int>& value) {
  if (const auto number = section.integer(key, {1, std::numeric_limits<int>::max()}))
    value = static_cast<int>(*number);
}

void read_statistics(Section& owner, StatisticsOverrides& statistics) {
  auto section = owner.section("statistics");
  if (!section) return;
  read_count(*section, "enumeration_threshold", statistics.enumeration_threshold);
  read_count(*section, "top_n_values", statistics.top_n_values);
  read_count(*section, "top_n_null_patterns", statistics.top_n_null_patterns);
  read_count(*section, "looks_like_sample_size", statistics.looks_like_sample_size);
  if (auto percentiles = read_percentiles(*section)) statistics.percentiles = percentiles;
  section->done();
}

bool sets_something(const PrintRule& rule) {
  return rule.sample || rule.filter || rule.max_rows_scanned || rule.max_age_days ||
         rule.statistics != StatisticsOverrides{};
}

std::optional<double> read_sample(Section& section) {
  const auto number = section.number("sample", NumberRange{0, 1});
  if (!number || *number > 0) return number;
  section.error(code::wrong_value, "sample",
                fmt::format("{} must be a fraction above 0, at most 1", section.name_of("sample")));
  return std::nullopt;
}

PrintRule read_rule(Section section) {
  PrintRule rule;
  rule.name = fmt::format("{} ({})", section.place().field, section.place().location.text());
  if (const auto include = section.strings("include")) {
    rule.include = *include;
    if (include->empty())
      section.error(
          code::wrong_value, "include",
          fmt::format("{} is empty: the rule could match nothing", section.name_of("include")));
  }
  if (const auto exclude = section.strings("exclude")) rule.exclude = *exclude;
  rule.min_rows = section.integer("min_rows", IntegerRange{1});
  rule.sample = read_sample(section);
  if (const auto filter = section.text("filter")) {
    rule.filter = std::string(trim(*filter));
    if (rule.filter->empty())
      section.error(code::wrong_value, "filter",
                    fmt::format("{} is empty", section.name_of("filter")));
  }
  rule.max_rows_scanned = section.integer("max_rows_scanned", IntegerRange{1});
  read_statistics(section, rule.statistics);
  if (const auto days = section.integer("max_age_days", {0, std::numeric_limits<int>::max()}))
    rule.max_age_days = static_cast<int>(*days);
  if (rule.sample && rule.filter)
    section.error(
        code::wrong_value, "filter",
        fmt::format("[{}] has both a sample and a filter; use one", section.place().field));
  section.done();
  if (!sets_something(rule) && !section.problems().any_error_below(section.place().field))
    section.error(code::wrong_value, "", fmt::format("[{}] sets nothing", section.place().field));
  return rule;
}

template <std::size_t count>
std::vector<std::string> read_words(Section& section, std::string_view key,
                                    const std::array<std::string_view, count>& vocabulary) {
  const auto words = section.strings(key);
  if (!words) return {};
  const std::vector<std::string> known(vocabulary.begin(), vocabulary.end());
  for (const auto& word : *words)
    if (std::ranges::find(known, word) == known.end())
      section.error(code::wrong_value, key,
                    fmt::format("{} does not know '{}'{}", section.name_of(key), printable(word),
                                did_you_mean(word, known)));
  return *words;
}

RedactRule read_redact(Section section) {
  RedactRule rule;
  if (const auto columns = section.strings("columns")) rule.columns = *columns;
  rule.sensitivity = read_words(section, "sensitivity", sensitivity_categories);
  rule.looks_like = read_words(section, "looks_like", looks_like_patterns);
  if (const auto primitive = section.choice<std::string_view>("with", primitives))
    rule.with = *primitive;
  section.done();
  if (rule.columns.empty() && rule.sensitivity.empty() && rule.looks_like.empty())
    section.error(
        code::wrong_value, "",
        fmt::format("[{}] needs columns, sensitivity or looks_like", section.place().field));
  return rule;
}

void read_stat_thresholds(Section& diff, PrintDiffThresholds& thresholds) {
  auto section = diff.section("stat_change_threshold");
  if (!section) return;
  const NumberRange share{0, 1};
  thresholds.cardinality_ratio =
      section->number("cardinality_ratio", thresholds.cardinality_ratio, share);
  thresholds.percentile_pct = section->number("percentile_pct", thresholds.percentile_pct, share);
  thresholds.values_coverage =
      section->number("values_coverage", thresholds.values_coverage, share);
  thresholds.fallback = section->number("default", thresholds.fallback, share);
  // A threshold that is not known would be one that never holds: an error in every file.
  for (const auto& node : section->node().children)
    if (!section->knows(node.key))
      section->error(code::wrong_value, node.key,
                     fmt::format("{} is no threshold; there are cardinality_ratio, "
                                 "percentile_pct, values_coverage and default",
                                 section->name_of(node.key)));
}

void read_distribution(Section& diff, DistributionSettings& settings) {
  auto section = diff.section("distribution");
  if (!section) return;
  settings.check = section->flag("check", settings.check);
  for (const auto test : distribution_tests) {
    const Node* node = section->any(test);
    if (!node) continue;
    if (node->kind == Node::Kind::boolean && !node->boolean)
      settings.thresholds[std::string(test)] = std::nullopt;
    else if (const auto number = section->number(test, NumberRange{0}))
      settings.thresholds[std::string(test)] = number;
  }
  section->done();
}

void read_diff(Section& owner, PrintConnection& connection) {
  auto diff = owner.section("diff");
  if (!diff) return;
  read_stat_thresholds(*diff, connection.thresholds);
  read_distribution(*diff, connection.distribution);
  diff->done();
}

// The keys that a connection and the defaults share; what is said later stands.
void read_shared(Section& section, PrintConnection& connection) {
  refuse_rule_keys(section);
  if (const auto output = section.text("output")) connection.output = *output;
  if (const auto include = section.strings("include")) connection.include = *include;
  if (const auto exclude = section.strings("exclude")) connection.exclude = *exclude;
  if (const auto days = section.integer("max_age_days", {0, std::numeric_limits<int>::max()}))
    connection.max_age_days = static_cast<int>(*days);
  if (const auto rows = section.integer("max_rows_scanned", IntegerRange{1}))
    connection.max_rows_scanned = rows;
  connection.infer_relationships =
      section.flag("infer_relationships", connection.infer_relationships);
  connection.materialize_sample = section.flag("materialize_sample", connection.materialize_sample);
  connection.sketch_all_columns = section.flag("sketch_all_columns", connection.sketch_all_columns);
  connection.compute_timeline = section.flag("compute_timeline", connection.compute_timeline);
  read_statistics(section, connection.statistics);
  for (auto& rule : section.sections("rules")) connection.rules.push_back(read_rule(rule));
  for (auto& rule : section.sections("redact")) connection.redact.push_back(read_redact(rule));
  read_diff(section, connection);
}

}  // namespace

bool is_print_adapter(std::string_view name) {
  return std::ranges::find(adapters, name) != adapters.end();
}

PrintConnection read_print_defaults(Section section) {
  PrintConnection defaults;
  read_shared(section, defaults);
  section.done();
  return defaults;
}

PrintConnection read_print_connection(Section section, PrintConnection start, std::string name) {
  PrintConnection connection = std::move(start);
  connection.name = std::move(name);
  connection.location = section.place().location;
  read_shared(section, connection);
  connection.automatic = section.flag("auto", false);
  connection.adapter = section.required_text("adapter");
  if (const Node* assertions = section.any("assertions")) connection.assertions = *assertions;
  section.done();
  return connection;
}

}  // namespace leeway::config
