#include <array>

#include "base/text.h"
#include "config/read.h"

namespace leeway::config {
namespace {

using Words = std::span<const Choice<std::string_view>>;

constexpr std::array<Choice<std::string_view>, 3> principals{
    {{"human", "human"}, {"agent", "agent"}, {"*", "*"}}};

constexpr std::array<Choice<std::string_view>, 3> effects{
    {{"allow", "allow"}, {"require_review", "require_review"}, {"deny", "deny"}}};

constexpr std::array<Choice<std::string_view>, 12> capabilities{
    {{"read", "read"},
     {"propose", "propose"},
     {"apply", "apply"},
     {"promote", "promote"},
     {"backfill", "backfill"},
     {"gc", "gc"},
     {"restore", "restore"},
     {"retry", "retry"},
     {"quarantine", "quarantine"},
     {"schema_change.additive", "schema_change.additive"},
     {"schema_change.breaking", "schema_change.breaking"},
     {"value_change", "value_change"}}};

std::string required_word(Section& section, std::string_view key, Words words) {
  if (!section.node().find(key)) section.report_missing(key);
  return std::string(section.choice<std::string_view>(key, words).value_or(""));
}

// A table of strings as "key=value" entries.
std::vector<std::string> read_tags(Section& section) {
  std::vector<std::string> tags;
  if (auto table = section.section("tags"))
    for (const auto& node : table->node().children)
      if (const auto value = table->text(node.key))
        tags.push_back(fmt::format("{}={}", node.key, *value));
  return tags;
}

void read_scope(Section section, PolicyRule& rule) {
  rule.any = section.flag("any", false);
  rule.models = section.strings("models").value_or(rule.models);
  rule.tags = read_tags(section);
  rule.classifications = section.strings("classifications").value_or(rule.classifications);
  rule.exclude_classifications =
      section.strings("exclude_classifications").value_or(rule.exclude_classifications);
  rule.contracted = section.flag("contracted");
  rule.layer = section.text("layer", "");
  if (const auto most = section.integer("max_downstreams", {.most = 1'000'000'000}))
    rule.max_downstreams = static_cast<int>(*most);
  section.done();
}

bool constrains(const PolicyRule& rule) {
  return !rule.models.empty() || !rule.tags.empty() || !rule.classifications.empty() ||
         !rule.exclude_classifications.empty() || rule.contracted || !rule.layer.empty() ||
         rule.max_downstreams;
}

bool is_window(std::string_view text) {
  if (text.size() < 2 || (text.back() != 'd' && text.back() != 'h')) return false;
  text.remove_suffix(1);
  return text.find_first_not_of("0123456789") == std::string_view::npos &&
         text.find_first_not_of('0') != std::string_view::npos;
}

void read_budget(Section& rule) {
  auto section = rule.section("autonomy_budget");
  if (!section) return;
  if (!section->node().find("failures")) section->report_missing("failures");
  section->integer("failures", {.least = 1});
  const std::string window = section->required_text("window");
  if (!window.empty() && !is_window(window))
    section->error(code::rule, "window",
                   section->name_of("window") + " must be days or hours, as in \"7d\" or \"12h\"");
  section->warn(code::inert, {}, "autonomy_budget is read and not acted on");
  section->done();
}

PolicyRule read_rule(Section& section) {
  PolicyRule rule;
  rule.location = section.place().location;
  rule.principal = required_word(section, "principal", principals);
  rule.capability = required_word(section, "capability", capabilities);
  rule.effect = required_word(section, "effect", effects);
  rule.verify_after = section.strings("verify_after").value_or(rule.verify_after);
  section.any("conditions");
  if (auto scope = section.section("scope")) read_scope(std::move(*scope), rule);
  if (rule.any && constrains(rule))
    section.error(code::rule, "scope", "a scope with any = true can hold nothing else");
  if (!rule.any && !constrains(rule))
    section.error(code::rule, "scope", "this rule has no scope; write any = true for every table");
  read_budget(section);
  section.done();
  return rule;
}

void read_test(Section& section) {
  section.required_text("name");
  required_word(section, "principal", principals);
  required_word(section, "capability", capabilities);
  required_word(section, "expect", effects);
  section.text("model");
  read_tags(section);
  section.strings("classifications");
  section.flag("contracted");
  section.text("layer");
  section.integer("downstreams");
  section.integer("reachable_downstreams");
  section.done();
}

}  // namespace

Policy read_policy(Section section) {
  Policy policy;
  if (!section.node().find("version")) section.report_missing("version");
  if (const auto version = section.integer("version"); version && *version != 1)
    section.error(code::rule, "version", "policy.version must be 1");
  policy.default_agent_effect = section.choice<std::string_view>("default_agent_effect", effects)
                                    .value_or(policy.default_agent_effect);
  for (auto& entry : section.sections("rules")) policy.rules.push_back(read_rule(entry));
  for (auto& entry : section.sections("tests")) read_test(entry);
  section.done();
  return policy;
}

}  // namespace leeway::config
