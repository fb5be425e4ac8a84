#include <array>

#include "config/read.h"

namespace leeway::config {
namespace {

constexpr std::array<Choice<Severity>, 2> severities{{
    {"error", Severity::error},
    {"warning", Severity::warning},
}};

// `row_count = true`, or `row_count = { enabled = true, severity = "warning" }`.
SimpleCheck read_simple(Section& section, std::string_view key) {
  SimpleCheck check;
  const Node* node = section.any(key);
  if (!node) return check;
  if (node->kind != Node::Kind::table) {
    check.enabled = section.flag(key, false);
    return check;
  }
  auto table = section.section(key);
  check.enabled = table->flag("enabled", false);
  check.severity = read_severity(*table);
  table->done();
  return check;
}

FreshnessCheck read_freshness(Section section) {
  FreshnessCheck check;
  if (!section.node().find("threshold_seconds")) section.report_missing("threshold_seconds");
  check.threshold_seconds = section.integer("threshold_seconds", 0, {.least = 1});
  if (auto overrides = section.section("overrides"))
    for (const auto& node : overrides->node().children)
      if (const auto seconds = overrides->integer(node.key, {.least = 1}))
        check.overrides.emplace(node.key, *seconds);
  check.severity = read_severity(section);
  section.done();
  return check;
}

NullRateCheck read_null_rate(Section section) {
  NullRateCheck check;
  for (const std::string_view key : {"columns", "threshold"})
    if (!section.node().find(key)) section.report_missing(key);
  check.columns = section.strings("columns").value_or(check.columns);
  if (section.node().find("columns") && check.columns.empty())
    section.error(code::rule, "columns", section.name_of("columns") + " names no column");
  check.threshold = section.number("threshold", 0, {.least = 0, .most = 1});
  check.sample_percent =
      section.number("sample_percent", check.sample_percent, {.least = 0, .most = 100});
  check.severity = read_severity(section);
  section.done();
  return check;
}

std::vector<CustomCheck> read_custom(Section& section) {
  std::vector<CustomCheck> checks;
  for (auto& entry : section.sections("custom")) {
    CustomCheck check;
    check.location = entry.place().location;
    check.name = entry.required_text("name");
    check.sql = entry.required_text("sql");
    check.threshold = entry.number("threshold", 0);
    check.severity = read_severity(entry);
    entry.done();
    checks.push_back(std::move(check));
  }
  return checks;
}

CrossSourceOverlap read_overlap(Section section) {
  CrossSourceOverlap check;
  check.keys = section.strings("keys").value_or(check.keys);
  check.key_expression = section.text("key_expr", "");
  if (check.keys.empty() == check.key_expression.empty())
    section.error(code::rule, {}, "cross_source_overlap needs keys or key_expr, and not both");
  check.severity = read_severity(section);
  check.max_overlap_rows = section.integer("max_overlap_rows", 0);
  check.sample = section.small_integer("sample", check.sample);
  section.done();
  return check;
}

bool any_check(const Checks& checks) {
  return checks.row_count.enabled || checks.column_match.enabled || checks.freshness ||
         checks.null_rate || !checks.custom.empty() || !checks.assertions.empty() ||
         checks.cross_source_overlap;
}

void warn_of_inert(Section& section, const Checks& checks) {
  if (section.any("quarantine"))
    section.warn(code::inert_check, "quarantine",
                 "quarantine is not part of replication: it is read and not acted on");
  if (section.node().find("anomaly_threshold_pct") && !checks.row_count.enabled)
    section.warn(code::inert_check, "anomaly_threshold_pct",
                 "anomaly_threshold_pct has no effect without row_count");
  if (!checks.enabled && any_check(checks))
    section.warn(code::inert_check, "enabled", "enabled = false: none of the checks runs");
}

}  // namespace

Severity read_severity(Section& section) {
  return section.choice<Severity>("severity", severities).value_or(Severity::error);
}

Checks read_checks(Section section) {
  Checks checks;
  checks.configured = true;
  checks.enabled = section.flag("enabled", checks.enabled);
  checks.row_count = read_simple(section, "row_count");
  checks.column_match = read_simple(section, "column_match");
  if (auto table = section.section("freshness")) checks.freshness = read_freshness(*table);
  if (auto table = section.section("null_rate")) checks.null_rate = read_null_rate(*table);
  checks.custom = read_custom(section);
  checks.assertions = read_assertions(section);
  if (auto table = section.section("cross_source_overlap"))
    checks.cross_source_overlap = read_overlap(*table);
  checks.anomaly_threshold_pct =
      section.number("anomaly_threshold_pct", checks.anomaly_threshold_pct);
  checks.fail_on_error = section.flag("fail_on_error", checks.fail_on_error);
  warn_of_inert(section, checks);
  section.done();
  return checks;
}

}  // namespace leeway::config
