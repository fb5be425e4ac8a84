// Graduated evolution: from the differences between a target and its source to what is done about
// them. Pure.
//
//   nothing differs                          no action
//   columns only the source has              add_columns: one nullable ADD COLUMN each
//   every type change is a safe widening     alter_column_types: in place, data kept
//   anything else                            drop_and_recreate: rebuilt from the source
//
// Columns only the target has are left alone and filled with NULL. Source of the rules: "Graduated
// Evolution" and "What Is NOT Drift" of the schema-drift requirement.
#pragma once

#include <string>
#include <vector>

#include "catalog/change.h"
#include "dialects/dialect.h"
#include "pipeline/plan.h"

namespace leeway::pipeline {

struct Evolution {
  std::vector<DriftAction> actions;             // in the order they are carried out
  std::vector<const catalog::Column*> widen;    // source columns whose target column is altered
  std::vector<const catalog::Column*> add;      // source columns the target lacks
  std::vector<const catalog::Column*> removed;  // target columns the source lacks
  bool rebuild = false;
  bool additive_only = true;  // nothing but nullable additions: what the gate allows
  std::vector<std::string> notices;
};

// `metadata_columns` are the target's own and are no part of drift. The result points into `source`
// and `target`.
Evolution plan_evolution(const dialects::Dialect& dialect, const catalog::Table& source,
                         const catalog::Table& target,
                         const std::vector<std::string>& metadata_columns);

}  // namespace leeway::pipeline
