#include "config/read.h"

namespace leeway::config {
namespace {

struct InertBlock {
  std::string_view name;
  std::vector<std::string_view> keys;  // empty: free-form
};

const std::vector<InertBlock>& inert_blocks() {
  static const std::vector<InertBlock> blocks{
      {"hook", {}},
      {"hooks", {}},
      {"cost",
       {"storage_cost_per_gb_month", "compute_cost_per_dbu", "warehouse_size", "min_history_runs"}},
      {"budget", {"max_usd", "max_duration_ms", "max_bytes_scanned", "on_breach"}},
      {"schema_evolution", {"grace_period_days"}},
      {"retry", {"max_retries_per_run"}},
      {"portability", {"target_dialect", "allow"}},
      {"cache", {"schemas"}},
      {"mask", {}},
      {"classifications", {"allow_unmasked"}},
      {"role", {}},
      {"roles", {}},
      {"ai", {"max_tokens"}},
      {"branch", {"approval"}},
      {"freshness", {"expected_lag_seconds", "time_column", "severity"}},
      {"schedule", {"timezone", "poll_interval_seconds"}},
      {"imports", {}},
      {"run",
       {"skip_unchanged", "skip_rowcount_fallback", "strict_scheduling", "lag_tolerance_seconds"}},
      {"reuse", {"enabled", "column_level"}},
      {"gc", {"physical_delete"}},
      {"fulfill", {"briefs_dir", "driver"}},
  };
  return blocks;
}

}  // namespace

void read_inert(Section& section, std::string_view key, std::span<const std::string_view> keys) {
  auto table = section.section(key);
  if (!table) return;
  table->warn(code::inert, {}, fmt::format("[{}] is read and not acted on", table->place().field));
  if (keys.empty()) return;
  table->allow(keys);
  table->done();
}

void read_inert_blocks(Section& root) {
  for (const auto& [name, keys] : inert_blocks()) read_inert(root, name, keys);
}

}  // namespace leeway::config
