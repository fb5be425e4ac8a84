#include "pipeline/policy.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace leeway::pipeline {
namespace {

constexpr std::array<std::string_view, 3> schema_capabilities = {
    "schema_change.additive", "schema_change.breaking", "value_change"};

bool capability_matches(const std::string& rule, const std::string& asked) {
  if (rule == asked || rule == "*") return true;
  return (rule == "apply" || rule == "promote") &&
         std::ranges::find(schema_capabilities, asked) != schema_capabilities.end();
}

// Nothing is known of a copied table's tags, classifications or layer, so a rule that asks for one
// does not match it.
bool scope_matches(const config::PolicyRule& rule, const std::string& table) {
  if (rule.any) return true;
  if (!rule.tags.empty() || !rule.classifications.empty() || !rule.layer.empty()) return false;
  if (rule.contracted.value_or(false)) return false;
  return rule.models.empty() || std::ranges::any_of(rule.models, [&](const auto& pattern) {
           return glob_match(pattern, table);
         });
}

// How narrow a rule's scope is: a literal name before a glob before everything.
int specificity(const config::PolicyRule& rule) {
  if (rule.any || rule.models.empty()) return 0;
  const bool literal = std::ranges::none_of(rule.models, [](const auto& m) { return has_glob(m); });
  return literal ? 2 : 1;
}

int strictness(const std::string& effect) {
  if (effect == "deny") return 2;
  return effect == "allow" ? 0 : 1;
}

// An unknown number of downstream tables can never be shown to be within a limit.
std::string effect_of(const config::PolicyRule& rule) {
  return rule.effect == "allow" && rule.max_downstreams ? "require_review" : rule.effect;
}

}  // namespace

GateRecord evaluate(const config::Policy& policy, const std::string& capability,
                    const std::string& table) {
  const config::PolicyRule* best = nullptr;
  for (const auto& rule : policy.rules) {
    if (rule.principal != "agent" && rule.principal != "*") continue;
    if (!capability_matches(rule.capability, capability) || !scope_matches(rule, table)) continue;
    const auto rank = [](const config::PolicyRule& r) {
      return std::pair{strictness(effect_of(r)) == 2 ? 3 : specificity(r),
                       strictness(effect_of(r))};
    };
    if (!best || rank(rule) > rank(*best)) best = &rule;
  }
  const std::string effect = best ? effect_of(*best) : policy.default_agent_effect;
  const std::string origin =
      best ? fmt::format("the rule at {}", best->location.text()) : "the policy's default";
  return GateRecord{effect, fmt::format("{} gives {} for {}", origin, effect, capability),
                    best ? best->verify_after : std::vector<std::string>{}};
}

std::optional<GateRecord> gate(const config::Project& project, const std::string& table,
                               const Evolution& evolution) {
  if (!project.resilience.auto_apply_additive_drift) return std::nullopt;
  if (!evolution.additive_only || evolution.rebuild) {
    return GateRecord{"require_review",
                      "the drift is not provably additive: it holds something other than a new "
                      "nullable column",
                      {}};
  }
  if (!project.policy) {
    return GateRecord{"require_review",
                      "auto_apply_additive_drift is on and no [policy] grants "
                      "schema_change.additive",
                      {}};
  }
  return evaluate(*project.policy, "schema_change.additive", table);
}

}  // namespace leeway::pipeline
