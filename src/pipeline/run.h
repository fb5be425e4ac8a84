// Runs a pipeline: plan, execute, check, remember.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "pipeline/context.h"
#include "pipeline/report.h"

namespace leeway::pipeline {

struct RunOptions {
  std::optional<std::string> pipeline;
  std::optional<std::string> filter;
  bool prune = true;
  std::optional<std::string> idempotency_key;
  std::optional<std::string> resume;  // a run id
  bool resume_latest = false;
  std::filesystem::path state_path;
};

// Errors are those that end the run before any table: config, a lock, the engine. Everything that
// concerns single tables is in the report.
Result<RunReport> run(const Context& context, const RunOptions& options);

struct ApplyOptions {
  std::filesystem::path state_path;
  std::optional<std::string> expected_digest;
};

// Runs exactly the stored plan. Refuses (ErrorCode::moved) when the project, a table's catalog or a
// watermark is no longer what the plan was made for, naming each; nothing is written then.
Result<RunReport> apply(const Context& context, const Plan& plan, const ApplyOptions& options);

// The plan as `plan` and `drift` show it; reads only.
struct PlanOptions {
  std::optional<std::string> pipeline;
  std::optional<std::string> filter;
  bool prune = true;
  bool probes = true;
  std::filesystem::path state_path;
};
Result<Plan> plan(const Context& context, const PlanOptions& options);

}  // namespace leeway::pipeline
