// Idempotency keys: a key names a piece of work that is to be done once.
#include "state/sqlite_store.h"

namespace leeway::state {
namespace {

long long microseconds(std::chrono::hours hours) { return Duration{hours}.count(); }

}  // namespace

Result<ClaimResult> SqliteStore::claim_idempotency(const std::string& key,
                                                   const std::string& run_id,
                                                   const IdempotencySettings& settings) {
  ClaimResult result;
  LEEWAY_CHECK(write(Durability::synced, [&]() -> Status {
    LEEWAY_TRY(result, claim(key, run_id, settings));
    return {};
  }));
  return result;
}

Result<ClaimResult> SqliteStore::claim(const std::string& key, const std::string& run_id,
                                       const IdempotencySettings& settings) {
  const long long kept_since = now() - microseconds(std::chrono::days{settings.retention_days});
  LEEWAY_CHECK(database_.run("DELETE FROM idempotency_keys WHERE completed = 1 AND changed_at < ?",
                             kept_since));
  LEEWAY_TRY(auto statement,
             database_.prepare(
                 "SELECT run_id, completed, changed_at FROM idempotency_keys WHERE key = ?"));
  LEEWAY_TRY(const bool known, statement.bind(key).step());
  if (known) {
    const std::string holder = statement.text(0);
    if (statement.integer(1) != 0) return ClaimResult{IdempotencyClaim::completed, holder};
    LEEWAY_TRY(const auto judged, judge_claim_of(holder, statement.integer(2), settings));
    if (judged != IdempotencyClaim::claimed && holder != run_id) return ClaimResult{judged, holder};
  }
  LEEWAY_CHECK(
      database_.run("INSERT OR REPLACE INTO idempotency_keys "
                    "(key, run_id, completed, changed_at) VALUES (?, ?, 0, ?)",
                    key, run_id, now()));
  return ClaimResult{IdempotencyClaim::claimed, run_id};
}

// A claim that its run never gave back: what is known of the run decides, and of a run that is not
// known the age of the claim. `claimed` means that the key is free to take.
Result<IdempotencyClaim> SqliteStore::judge_claim_of(const std::string& holder,
                                                     long long claimed_at,
                                                     const IdempotencySettings& settings) {
  const bool stale =
      claimed_at < now() - microseconds(std::chrono::hours{settings.in_flight_ttl_hours});
  LEEWAY_TRY(auto statement, database_.prepare("SELECT status FROM runs WHERE run_id = ?"));
  LEEWAY_TRY(const bool known, statement.bind(holder).step());
  if (!known) return stale ? IdempotencyClaim::claimed : IdempotencyClaim::in_flight;
  const std::string status = statement.text(0);
  if (status == "running")
    return holder == live_run() ? IdempotencyClaim::in_flight : IdempotencyClaim::claimed;
  const bool counts = status == "Success" || settings.dedup_on == "any";
  return counts ? IdempotencyClaim::completed : IdempotencyClaim::claimed;
}

Status SqliteStore::release_idempotency(const std::string& key, const std::string& run_id,
                                        bool success, const IdempotencySettings& settings) {
  return write(Durability::synced, [&] {
    if (success || settings.dedup_on == "any")
      return database_.run(
          "UPDATE idempotency_keys SET completed = 1, changed_at = ? "
          "WHERE key = ? AND run_id = ?",
          now(), key, run_id);
    return database_.run("DELETE FROM idempotency_keys WHERE key = ? AND run_id = ?", key, run_id);
  });
}

}  // namespace leeway::state
