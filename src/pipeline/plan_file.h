// Stored plans: one JSON file a plan, refused when it is not what leeway wrote.
#pragma once

#include <filesystem>
#include <string>

#include "base/secrets.h"
#include "pipeline/plan.h"

namespace leeway::pipeline {

// SHA-256 over everything a plan holds except its digest and the time it was made.
std::string plan_digest(const Plan& plan);

// Secrets that stand in the plan's SQL are sealed: the file holds none, and only a project that
// resolves to the same secrets reads it back.
std::string plan_to_text(const Plan& plan, const Redactor& secrets = {});
// Errors: integrity (not JSON, not a plan, edited, other secrets), unsupported (a newer format).
Result<Plan> plan_from_text(const std::string& text, const Redactor& secrets = {});

// <folder>/<plan_id>.json; the folder is made, with a .gitignore beside it.
Status store_plan(const std::filesystem::path& folder, const Plan& plan,
                  const Redactor& secrets = {});
// Errors: not_found (with the nearest ids there are), integrity.
Result<Plan> load_plan(const std::filesystem::path& folder, const std::string& plan_id,
                       const Redactor& secrets = {});

// .leeway/plans beside leeway.toml, .rocky/plans beside rocky.toml.
std::filesystem::path plans_folder(const std::filesystem::path& project_file);

}  // namespace leeway::pipeline
