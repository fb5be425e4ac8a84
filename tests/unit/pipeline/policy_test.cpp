#include "pipeline/policy.h"

#include <gmock/gmock.h>

#include "unit/pipeline/support.h"

namespace leeway::pipeline {
namespace {

using config::Policy;
using config::PolicyRule;

constexpr const char* additive = "schema_change.additive";

PolicyRule rule(const std::string& effect, std::vector<std::string> models = {},
                const std::string& capability = additive, const std::string& principal = "agent") {
  PolicyRule result;
  result.principal = principal;
  result.capability = capability;
  result.effect = effect;
  result.any = models.empty();
  result.models = std::move(models);
  return result;
}

PolicyRule with(PolicyRule base, void (*change)(PolicyRule&)) {
  change(base);
  return base;
}

struct Case {
  std::string name;
  std::vector<PolicyRule> rules;
  std::string effect;
  std::string fallback = "require_review";
};

class Evaluate : public ::testing::TestWithParam<Case> {};

TEST_P(Evaluate, gives_one_effect) {
  const auto& c = GetParam();
  const Policy policy{1, c.fallback, c.rules};
  EXPECT_EQ(evaluate(policy, additive, "orders").effect, c.effect);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, Evaluate,
    ::testing::Values(
        Case{"no_rule_gives_the_default", {}, "require_review"},
        Case{"no_rule_gives_another_default", {}, "deny", "deny"},
        Case{"any_allows", {rule("allow")}, "allow"},
        Case{"star_capability", {rule("allow", {}, "*")}, "allow"},
        Case{"apply_covers_schema_changes", {rule("allow", {}, "apply")}, "allow"},
        Case{"promote_covers_schema_changes", {rule("allow", {}, "promote")}, "allow"},
        Case{"breaking_does_not_cover_additive",
             {rule("allow", {}, "schema_change.breaking")},
             "require_review"},
        Case{"a_rule_for_people_does_not_match",
             {rule("allow", {}, additive, "human")},
             "require_review"},
        Case{"a_rule_for_everyone_matches", {rule("allow", {}, additive, "*")}, "allow"},
        Case{"literal_name", {rule("allow", {"orders"})}, "allow"},
        Case{"another_name", {rule("allow", {"customers"})}, "require_review"},
        Case{"glob", {rule("allow", {"ord*"})}, "allow"},
        Case{"deny_wins_over_a_narrower_allow", {rule("deny"), rule("allow", {"orders"})}, "deny"},
        Case{"deny_wins_in_any_order", {rule("allow", {"orders"}), rule("deny", {"ord*"})}, "deny"},
        Case{"a_deny_elsewhere_does_not", {rule("deny", {"customers"}), rule("allow")}, "allow"},
        Case{"literal_before_any", {rule("require_review"), rule("allow", {"orders"})}, "allow"},
        Case{"literal_before_glob",
             {rule("require_review", {"ord*"}), rule("allow", {"orders"})},
             "allow"},
        Case{"glob_before_any", {rule("require_review"), rule("allow", {"ord*"})}, "allow"},
        Case{"narrow_review_before_broad_allow",
             {rule("allow"), rule("require_review", {"orders"})},
             "require_review"},
        Case{"ties_go_to_the_stricter",
             {rule("allow", {"orders"}), rule("require_review", {"orders"})},
             "require_review"},
        Case{"a_downstream_limit_cannot_be_shown_to_hold",
             {with(rule("allow"), [](PolicyRule& r) { r.max_downstreams = 5; })},
             "require_review"},
        Case{"a_downstream_limit_leaves_deny_alone",
             {with(rule("deny"), [](PolicyRule& r) { r.max_downstreams = 5; })},
             "deny"},
        Case{"a_limited_rule_gives_way_to_a_narrower_one",
             {with(rule("allow"), [](PolicyRule& r) { r.max_downstreams = 5; }),
              rule("allow", {"orders"})},
             "allow"},
        Case{"tags_are_not_known",
             {with(rule("allow", {"orders"}), [](PolicyRule& r) { r.tags = {"pii"}; })},
             "require_review"},
        Case{"classifications_are_not_known",
             {with(rule("allow", {"orders"}), [](PolicyRule& r) { r.classifications = {"pii"}; })},
             "require_review"},
        Case{"a_layer_is_not_known",
             {with(rule("allow", {"orders"}), [](PolicyRule& r) { r.layer = "bronze"; })},
             "require_review"},
        Case{"a_copied_table_has_no_contract",
             {with(rule("allow", {"orders"}), [](PolicyRule& r) { r.contracted = true; })},
             "require_review"},
        Case{"a_rule_for_tables_without_contract",
             {with(rule("allow", {"orders"}), [](PolicyRule& r) { r.contracted = false; })},
             "allow"}),
    [](const auto& info) { return info.param.name; });

TEST(Evaluate, carries_the_checks_of_the_rule_that_decided) {
  auto granted = rule("allow", {"orders"});
  granted.verify_after = {"row_count"};
  const auto record = evaluate({1, "deny", {rule("require_review"), granted}}, additive, "orders");
  EXPECT_EQ(record.verify_after, std::vector<std::string>{"row_count"});
  EXPECT_FALSE(record.reason.empty());
}

class Gate : public ::testing::Test {
 protected:
  Gate() {
    project.resilience.auto_apply_additive_drift = true;
    project.policy = Policy{1, "require_review", {rule("allow")}};
    evolution.actions.push_back({ActionKind::add_columns, "orders", "added", {}});
  }
  std::string effect() const {
    const auto record = gate(project, "orders", evolution);
    return record ? record->effect : "no gate";
  }

  config::Project project;
  Evolution evolution;
};

TEST_F(Gate, is_off_unless_asked_for) {
  project.resilience.auto_apply_additive_drift = false;
  project.policy = Policy{1, "deny", {rule("deny")}};
  EXPECT_EQ(effect(), "no gate");
}

TEST_F(Gate, lets_allowed_additions_through) { EXPECT_EQ(effect(), "allow"); }

TEST_F(Gate, needs_a_policy) {
  project.policy.reset();
  EXPECT_EQ(effect(), "require_review");
}

TEST_F(Gate, never_lets_more_than_additions_through) {
  evolution.additive_only = false;
  EXPECT_EQ(effect(), "require_review");
}

TEST_F(Gate, never_lets_a_rebuild_through) {
  evolution.rebuild = true;
  EXPECT_EQ(effect(), "require_review");
}

TEST_F(Gate, follows_a_denying_policy) {
  project.policy->rules = {rule("deny")};
  EXPECT_EQ(effect(), "deny");
}

}  // namespace
}  // namespace leeway::pipeline
