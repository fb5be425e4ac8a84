#include <array>

#include "config/read.h"

namespace leeway::config {
namespace {

constexpr std::array<std::string_view, 9> model_resilience{"enabled",
                                                           "transient_max_retries",
                                                           "initial_backoff_ms",
                                                           "max_backoff_ms",
                                                           "backoff_multiplier",
                                                           "jitter",
                                                           "circuit_breaker_threshold",
                                                           "max_retries_per_run",
                                                           "contain_failures"};

constexpr std::array<std::string_view, 8> retry_keys{"max_retries",
                                                     "initial_backoff_ms",
                                                     "max_backoff_ms",
                                                     "backoff_multiplier",
                                                     "jitter",
                                                     "circuit_breaker_threshold",
                                                     "circuit_breaker_recovery_timeout_secs",
                                                     "max_retries_per_run"};

constexpr std::array<Choice<std::string_view>, 5> backends{
    {{"local", "local"}, {"s3", "s3"}, {"gcs", "gcs"}, {"valkey", "valkey"}, {"tiered", "tiered"}}};
constexpr std::array<Choice<bool>, 2> namespacings{{{"none", false}, {"pipeline", true}}};
constexpr std::array<Choice<std::string_view>, 2> dedups{{{"success", "success"}, {"any", "any"}}};
constexpr std::array<Choice<int>, 2> upload_failures{{{"skip", 0}, {"fail", 1}}};
constexpr std::array<Choice<int>, 2> mismatches{{{"recreate", 0}, {"fail", 1}}};
constexpr std::array<Choice<int>, 2> concurrency_controls{{{"off", 0}, {"cas", 1}}};

void read_remote(Section& section) {
  for (const std::string_view key :
       {"s3_bucket", "s3_prefix", "gcs_bucket", "gcs_prefix", "valkey_url", "valkey_prefix"})
    section.text(key);
  section.integer("transfer_timeout_seconds");
  section.choice<int>("on_upload_failure", upload_failures);
  section.choice<int>("on_schema_mismatch", mismatches);
  section.choice<int>("concurrency_control", concurrency_controls);
  section.flag("freeze_marker_writes");
  if (auto retry = section.section("retry")) {
    retry->allow(retry_keys);
    retry->done();
  }
}

void read_retention(Section section, StateSettings& state) {
  state.retention_max_age_days =
      section.small_integer("max_age_days", state.retention_max_age_days);
  state.retention_min_runs_kept =
      section.small_integer("min_runs_kept", state.retention_min_runs_kept);
  section.strings("applies_to");
  state.sweep_interval_seconds =
      section.integer("sweep_interval_seconds", state.sweep_interval_seconds);
  section.integer("sweep_budget_ms");
  section.done();
}

void read_idempotency(Section section, StateSettings& state) {
  state.idempotency_dedup_on =
      section.choice<std::string_view>("dedup_on", dedups).value_or(state.idempotency_dedup_on);
  state.idempotency_in_flight_ttl_hours = section.small_integer(
      "in_flight_ttl_hours", state.idempotency_in_flight_ttl_hours, {.least = 1});
  state.idempotency_retention_days =
      section.small_integer("retention_days", state.idempotency_retention_days);
  section.done();
}

}  // namespace

Resilience read_resilience(Section section) {
  Resilience resilience;
  resilience.auto_apply_additive_drift = section.flag("auto_apply_additive_drift", false);
  section.allow(model_resilience);
  for (const auto key : model_resilience)
    if (section.node().find(key))
      section.warn(code::inert, key,
                   section.name_of(key) +
                       " is for models: it is read and not "
                       "acted on");
  section.done();
  return resilience;
}

StateSettings read_state(Section section) {
  StateSettings state;
  state.backend = section.choice<std::string_view>("backend", backends).value_or(state.backend);
  if (state.backend != "local")
    section.warn(code::inert, "backend",
                 "the state is kept in a local file: the remote backend is read and not acted on");
  state.namespacing_by_pipeline = section.choice<bool>("namespacing", namespacings).value_or(false);
  read_remote(section);
  if (auto table = section.section("retention")) read_retention(std::move(*table), state);
  if (auto table = section.section("idempotency")) read_idempotency(std::move(*table), state);
  section.done();
  return state;
}

}  // namespace leeway::config
