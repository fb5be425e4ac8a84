// A key names a piece of work that is to be done once.
#include "unit/state/support.h"

namespace leeway::state {
namespace {

using enum IdempotencyClaim;

class Idempotency : public ::testing::Test {
 protected:
  ClaimResult claim(const std::string& run_id) {
    return store->claim_idempotency("nightly", run_id, settings).value();
  }
  void release(const std::string& run_id, bool success) {
    ASSERT_TRUE(store->release_idempotency("nightly", run_id, success, settings));
  }
  void expect(const ClaimResult& result, IdempotencyClaim wanted, const std::string& run_id) {
    EXPECT_EQ(result.claim, wanted);
    EXPECT_EQ(result.run_id, run_id);
  }

  TempFolder folder;
  FakeTime time;
  IdempotencySettings settings;
  std::unique_ptr<Store> store = open_or_die(folder / "state.db", false, time.clock());
};

TEST_F(Idempotency, a_claimed_key_is_in_flight_for_others) {
  expect(claim("run-1"), claimed, "run-1");
  expect(claim("run-1"), claimed, "run-1");
  expect(claim("run-2"), in_flight, "run-1");
  EXPECT_EQ(store->claim_idempotency("another", "run-2", settings)->claim, claimed);
}

TEST_F(Idempotency, a_success_completes_it) {
  claim("run-1");
  release("run-1", true);
  expect(claim("run-2"), completed, "run-1");
}

TEST_F(Idempotency, a_failure_frees_it_unless_any_end_counts) {
  claim("run-1");
  release("run-1", false);
  expect(claim("run-2"), claimed, "run-2");
  settings.dedup_on = "any";
  release("run-2", false);
  expect(claim("run-3"), completed, "run-2");
}

TEST_F(Idempotency, only_the_holder_releases) {
  claim("run-1");
  release("run-2", true);
  release("run-2", false);
  expect(claim("run-3"), in_flight, "run-1");
}

TEST_F(Idempotency, a_claim_of_an_unknown_run_goes_stale) {
  claim("run-1");
  time.now += std::chrono::hours{24};
  expect(claim("run-2"), in_flight, "run-1");
  time.now += std::chrono::seconds{1};
  expect(claim("run-2"), claimed, "run-2");
  release("run-1", true);
  expect(claim("run-3"), in_flight, "run-2");
}

TEST_F(Idempotency, a_completed_key_is_kept_for_its_days) {
  claim("run-1");
  release("run-1", true);
  time.now += std::chrono::days{30};
  expect(claim("run-2"), completed, "run-1");
  time.now += std::chrono::seconds{1};
  expect(claim("run-2"), claimed, "run-2");
}

// A run that is at work keeps its key however long it takes; one that crashed loses it at once.
TEST_F(Idempotency, the_run_itself_decides_when_it_is_known) {
  auto holder = open_or_die(folder / "state.db");
  ASSERT_TRUE(holder->lock_for_run("run-1", Duration{0}));
  claim("run-1");
  ASSERT_TRUE(store->begin_run(run_record("run-1", "2026-03-01T12:00:00Z")));
  time.now += std::chrono::hours{100};
  expect(claim("run-2"), in_flight, "run-1");
  holder.reset();
  expect(claim("run-2"), claimed, "run-2");
}

TEST_F(Idempotency, a_run_that_ended_without_giving_its_key_back_counts_by_its_end) {
  struct Case {
    std::string status, dedup_on;
    IdempotencyClaim wanted;
  };
  const std::vector<Case> cases{{"Success", "success", completed},
                                {"PartialFailure", "success", claimed},
                                {"Failure", "success", claimed},
                                {"Interrupted", "success", claimed},
                                {"Failure", "any", completed}};
  for (const auto& [status, dedup_on, wanted] : cases) {
    settings.dedup_on = dedup_on;
    const std::string key = status + dedup_on;
    const std::string run_id = "run-" + key;
    ASSERT_TRUE(store->claim_idempotency(key, run_id, settings));
    ASSERT_TRUE(store->finish_run(run_record(run_id, "2026-03-01T12:00:00Z", status)));
    EXPECT_EQ(store->claim_idempotency(key, "run-next", settings)->claim, wanted) << key;
  }
}

}  // namespace
}  // namespace leeway::state
