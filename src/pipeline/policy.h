// The drift-governance gate: with auto_apply_additive_drift only provably additive drift that a
// policy rule allows proceeds. Pure.
#pragma once

#include <optional>
#include <string>

#include "config/project.h"
#include "pipeline/drift.h"

namespace leeway::pipeline {

// REQUIRES: the evolution has at least one action.
// Absent when the project has no gate. With it and without a [policy] everything needs review.
std::optional<GateRecord> gate(const config::Project& project, const std::string& table,
                               const Evolution& evolution);

// The effect of a policy for (agent, capability, table): any matching deny; else the most specific
// matching rule, ties by the stricter effect; else the policy's default.
GateRecord evaluate(const config::Policy& policy, const std::string& capability,
                    const std::string& table);

}  // namespace leeway::pipeline
