#include <algorithm>
#include <array>

#include "base/text.h"
#include "config/read.h"

namespace leeway::config {
namespace {

constexpr std::array<Choice<Strategy>, 6> strategies{{
    {"full_refresh", Strategy::full_refresh},
    {"incremental", Strategy::incremental},
    {"merge", Strategy::merge},
    {"view", Strategy::view},
    {"materialized_view", Strategy::materialized_view},
    {"dynamic_table", Strategy::dynamic_table},
}};

constexpr std::array<Choice<OnAlterFailure>, 2> alter_failures{{
    {"fail", OnAlterFailure::fail},
    {"full_refresh", OnAlterFailure::full_refresh},
}};

constexpr std::array<Choice<OnUnreadableTarget>, 2> unreadable_targets{{
    {"rebuild", OnUnreadableTarget::rebuild},
    {"fail", OnUnreadableTarget::fail},
}};

constexpr std::array<std::string_view, 8> schedule_keys{
    "cron", "timezone", "after", "freshness", "catchup", "retry", "timeout_minutes", "enabled"};

const std::vector<std::string> pipeline_types{"replication", "transformation", "quality",
                                              "snapshot", "load"};

std::vector<MetadataColumn> read_metadata_columns(Section& section, const SchemaPattern& pattern) {
  std::vector<MetadataColumn> columns;
  std::set<std::string> names;
  for (auto& entry : section.sections("metadata_columns")) {
    MetadataColumn column{entry.required_text("name"), entry.required_text("type"),
                          entry.required_text("value"), entry.place().location};
    if (!column.name.empty() && !names.insert(to_lower(column.name)).second)
      entry.error(
          code::rule, "name",
          fmt::format("the metadata column '{}' is declared twice", printable(column.name)));
    if (!pattern.components.empty()) check_template(entry, "value", column.value, pattern);
    entry.done();
    columns.push_back(std::move(column));
  }
  return columns;
}

void read_drift_keys(Section& section, DriftPolicy& drift) {
  if (const auto choice = section.choice<OnAlterFailure>("on_alter_failure", alter_failures))
    drift.on_alter_failure = *choice;
  if (const auto choice =
          section.choice<OnUnreadableTarget>("on_unreadable_target", unreadable_targets))
    drift.on_unreadable_target = *choice;
}

DriftPolicy read_drift(Section& section) {
  DriftPolicy drift;
  read_drift_keys(section, drift);
  auto table = section.section("drift");
  if (!table) return drift;
  for (const std::string_view key : {"on_alter_failure", "on_unreadable_target"})
    if (table->any(key) && section.any(key))
      table->error(code::rule, key,
                   table->name_of(key) + " is given directly in the pipeline too: keep one");
  read_drift_keys(*table, drift);
  table->done();
  return drift;
}

void read_concurrency(Section& section, Execution& execution) {
  const Node* node = section.any("concurrency");
  if (!node || node->unresolved) return;
  if (node->kind == Node::Kind::text && equal_ignoring_case(trim(node->text), "adaptive")) return;
  if (node->kind == Node::Kind::integer || !node->written.empty()) {
    execution.concurrency = section.small_integer("concurrency", 1);
    if (execution.concurrency == 0) {
      section.warn(code::wrong_value, "concurrency",
                   section.name_of("concurrency") + " is 0 and taken for 1");
      execution.concurrency = 1;
    }
    return;
  }
  section.error(
      code::wrong_value, "concurrency",
      section.name_of("concurrency") + " must be \"adaptive\" or an integer of at least 1");
}

Execution read_execution(Section section) {
  Execution execution;
  read_concurrency(section, execution);
  execution.fail_fast = section.flag("fail_fast", execution.fail_fast);
  execution.error_rate_abort_pct = section.small_integer(
      "error_rate_abort_pct", execution.error_rate_abort_pct, {.least = 0, .most = 100});
  execution.table_retries = section.small_integer("table_retries", execution.table_retries);
  section.done();
  return execution;
}

void check_merge_keys(const Section& section, const Replication& replication) {
  if (replication.strategy == Strategy::merge && replication.merge_keys.empty() &&
      replication.merge_keys_fallback.empty())
    section.error(
        code::rule, "strategy",
        fmt::format("[{}] merges and has no merge_keys", printable(section.place().field)));
}

// A part every replication pipeline has.
std::optional<Section> required_section(Section& section, std::string_view key) {
  auto part = section.section(key);
  if (!part && !section.node().find(key)) section.report_missing(key);
  return part;
}

}  // namespace

std::optional<Strategy> read_strategy(Section& section) {
  return section.choice<Strategy>("strategy", strategies, code::strategy);
}

void check_strategy(const Section& section, Strategy strategy, const Target& target,
                    const Adapters& adapters) {
  if (strategy == Strategy::dynamic_table)
    section.error(code::rule, "strategy",
                  "strategy dynamic_table is for models, not for replication");
  const auto adapter = adapters.find(target.adapter);
  if (strategy == Strategy::materialized_view && adapter != adapters.end() &&
      !has_materialized_views(adapter->second))
    section.error(code::rule, "strategy",
                  fmt::format("strategy materialized_view cannot be used: the target's engine, {}, "
                              "has no materialized views; use \"view\"",
                              printable(adapter->second.type)));
}

Replication read_replication(Section& section, const Adapters& adapters) {
  Replication result;
  result.strategy = read_strategy(section).value_or(result.strategy);
  result.timestamp_column = section.text("timestamp_column", result.timestamp_column);
  if (result.timestamp_column.empty())
    section.error(code::wrong_value, "timestamp_column", "timestamp_column is empty");
  result.merge_keys = section.strings("merge_keys").value_or(std::vector<std::string>{});
  result.merge_keys_fallback =
      section.strings("merge_keys_fallback").value_or(std::vector<std::string>{});
  result.prune_unchanged = section.flag("prune_unchanged", false);
  result.drift = read_drift(section);
  check_merge_keys(section, result);
  if (auto source = required_section(section, "source"))
    result.source = read_source(std::move(*source), adapters);
  if (auto target = required_section(section, "target"))
    result.target = read_target(std::move(*target), result.source.pattern, adapters);
  check_strategy(section, result.strategy, result.target, adapters);
  result.metadata_columns = read_metadata_columns(section, result.source.pattern);
  result.table_overrides = read_overrides(section, result, adapters);
  if (auto checks = section.section("checks")) result.checks = read_checks(std::move(*checks));
  if (auto execution = section.section("execution"))
    result.execution = read_execution(std::move(*execution));
  read_inert(section, "schedule", schedule_keys);
  return result;
}

Pipeline read_pipeline(Section section, std::string name, const Adapters& adapters) {
  Pipeline pipeline;
  pipeline.name = std::move(name);
  pipeline.location = section.place().location;
  pipeline.type = section.text("type", pipeline.type);
  pipeline.depends_on = section.strings("depends_on").value_or(std::vector<std::string>{});
  if (std::ranges::find(pipeline_types, pipeline.type) == pipeline_types.end()) {
    section.error(code::pipeline_type, "type",
                  fmt::format("unsupported pipeline type '{}'; supported are {}{}",
                              shown(*section.node().find("type")), join(pipeline_types, ", "),
                              did_you_mean(pipeline.type, pipeline_types)));
  } else if (pipeline.type == "replication") {
    pipeline.replication = read_replication(section, adapters);
    section.done();
  }
  return pipeline;
}

}  // namespace leeway::config
