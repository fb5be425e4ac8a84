#include "base/text.h"
#include "config/read.h"

namespace leeway::config {
namespace {

void read_match(Section& section, TableOverride& rule) {
  auto match = section.section("match");
  if (!match) {
    if (!section.node().find("match"))
      section.error(code::rule, {}, "a table override needs match.connector or match.table");
    return;
  }
  for (const std::string_view key : {"connector", "table"})
    if (const auto pattern = match->text(key); pattern && pattern->empty())
      match->error(code::rule, key, match->name_of(key) + " is empty");
  rule.match_connector = match->text("connector", "");
  rule.match_table = match->text("table", "");
  if (match->node().children.empty())
    match->error(code::rule, {}, "a table override needs match.connector or match.table");
  match->done();
}

bool same_literal_table(const TableOverride& a, const TableOverride& b) {
  return !a.match_connector.empty() && !a.match_table.empty() && !has_glob(a.match_table) &&
         a.match_connector == b.match_connector && a.match_table == b.match_table;
}

bool is_empty(const std::optional<std::vector<std::string>>& keys) {
  return !keys || keys->empty();
}

// Whether some rule that can apply to the same tables gives merge keys.
bool reaches_keys(const TableOverride& rule, const std::vector<TableOverride>& rules,
                  const Replication& replication) {
  if (!replication.merge_keys.empty() || !replication.merge_keys_fallback.empty()) return true;
  for (const auto& other : rules) {
    const bool overlaps = other.match_connector.empty() || rule.match_connector.empty() ||
                          other.match_connector == rule.match_connector;
    if (overlaps && (!is_empty(other.merge_keys) || !is_empty(other.merge_keys_fallback)))
      return true;
  }
  return false;
}

TableOverride read_override(Section& section) {
  TableOverride rule;
  rule.location = section.place().location;
  read_match(section, rule);
  rule.strategy = read_strategy(section);
  rule.merge_keys = section.strings("merge_keys");
  rule.merge_keys_fallback = section.strings("merge_keys_fallback");
  rule.timestamp_column = section.text("timestamp_column");
  if (rule.timestamp_column && rule.timestamp_column->empty())
    section.error(code::wrong_value, "timestamp_column",
                  section.name_of("timestamp_column") + " is empty");
  rule.enabled = section.flag("enabled");
  section.done();
  return rule;
}

void check_override(const Section& section, std::size_t index,
                    const std::vector<TableOverride>& rules, const Replication& replication,
                    const Adapters& adapters) {
  const TableOverride& rule = rules[index];
  if (rule.strategy) check_strategy(section, *rule.strategy, replication.target, adapters);
  if (rule.strategy == Strategy::merge && !reaches_keys(rule, rules, replication))
    section.error(code::rule, "strategy", "this override merges and no merge_keys reach it");
  for (std::size_t earlier = 0; earlier < index; ++earlier)
    if (same_literal_table(rules[earlier], rule))
      section.error(code::rule, {},
                    fmt::format("two overrides are for the same table; the other is at {}",
                                rules[earlier].location.text()));
}

}  // namespace

std::vector<TableOverride> read_overrides(Section& section, const Replication& replication,
                                          const Adapters& adapters) {
  std::vector<TableOverride> rules;
  auto entries = section.sections("table_overrides");
  rules.reserve(entries.size());
  for (auto& entry : entries) rules.push_back(read_override(entry));
  for (std::size_t i = 0; i < rules.size(); ++i)
    check_override(entries[i], i, rules, replication, adapters);
  return rules;
}

}  // namespace leeway::config
