// A state store that passes everything on and fails where the test says so.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "state/store.h"

namespace leeway::pipeline::testing {

class FaultyStore final : public state::Store {
 public:
  explicit FaultyStore(state::Store& store) : store_(store) {}

  std::optional<Error> begin_copy_fails, finish_copy_fails, policy_fails;

  Status begin_copy(const std::string& run_id, const std::string& table) override {
    if (begin_copy_fails) return std::unexpected(*begin_copy_fails);
    return store_.begin_copy(run_id, table);
  }
  Status finish_copy(const CopyCommit& commit) override {
    if (finish_copy_fails) return std::unexpected(*finish_copy_fails);
    return store_.finish_copy(commit);
  }
  Status record_policy_decision(const std::string& run_id, const std::string& table,
                                const std::string& effect, const std::string& detail) override {
    if (policy_fails) return std::unexpected(*policy_fails);
    return store_.record_policy_decision(run_id, table, effect, detail);
  }

  Status lock_for_run(const std::string& run_id, Duration patience) override {
    return store_.lock_for_run(run_id, patience);
  }
  Result<std::optional<state::Watermark>> watermark(const std::string& table) override {
    return store_.watermark(table);
  }
  Result<std::vector<state::Watermark>> watermarks() override { return store_.watermarks(); }
  Status forget_watermark(const std::string& table) override {
    return store_.forget_watermark(table);
  }
  Result<std::vector<std::string>> copies_in_flight() override { return store_.copies_in_flight(); }
  Status finish_untouched(const std::string& run_id,
                          const std::vector<state::TableRecord>& records) override {
    return store_.finish_untouched(run_id, records);
  }
  Status fail_copy(const std::string& run_id, const state::TableRecord& record,
                   bool in_doubt) override {
    return store_.fail_copy(run_id, record, in_doubt);
  }
  Result<std::optional<std::string>> source_marker(const std::string& table) override {
    return store_.source_marker(table);
  }
  Status begin_run(const state::RunRecord& run) override { return store_.begin_run(run); }
  Status finish_run(const state::RunRecord& run) override { return store_.finish_run(run); }
  Result<std::vector<state::RunRecord>> runs(std::optional<TimePoint> since,
                                             std::size_t limit) override {
    return store_.runs(since, limit);
  }
  Result<std::optional<state::RunRecord>> run(const std::string& run_id) override {
    return store_.run(run_id);
  }
  Result<std::optional<state::RunRecord>> latest_unfinished(const std::string& pipeline) override {
    return store_.latest_unfinished(pipeline);
  }
  Result<std::vector<std::string>> finished_tables(const std::string& run_id) override {
    return store_.finished_tables(run_id);
  }
  Result<state::ClaimResult> claim_idempotency(
      const std::string& key, const std::string& run_id,
      const state::IdempotencySettings& settings) override {
    return store_.claim_idempotency(key, run_id, settings);
  }
  Status release_idempotency(const std::string& key, const std::string& run_id, bool success,
                             const state::IdempotencySettings& settings) override {
    return store_.release_idempotency(key, run_id, success, settings);
  }
  Result<std::vector<long long>> row_counts(const std::string& table, std::size_t limit) override {
    return store_.row_counts(table, limit);
  }
  Status add_row_count(const std::string& table, long long count) override {
    return store_.add_row_count(table, count);
  }
  Result<std::optional<std::vector<std::string>>> known_sources(
      const std::string& pipeline) override {
    return store_.known_sources(pipeline);
  }
  Status remember_sources(const std::string& pipeline,
                          const std::vector<std::string>& schemas) override {
    return store_.remember_sources(pipeline, schemas);
  }
  Result<state::SweepResult> sweep(const state::RetentionSettings& settings,
                                   bool dry_run) override {
    return store_.sweep(settings, dry_run);
  }
  int schema_version_supported() const override { return store_.schema_version_supported(); }
  std::optional<int> schema_version_on_disk() const override {
    return store_.schema_version_on_disk();
  }

 private:
  state::Store& store_;
};

}  // namespace leeway::pipeline::testing
