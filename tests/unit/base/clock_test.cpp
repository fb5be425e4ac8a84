#include "base/clock.h"

#include <vector>

#include <gtest/gtest.h>

namespace leeway {
namespace {

TEST(Clock, rfc3339_is_read_and_written) {
  struct Case {
    std::string text, written;
  };
  const std::vector<Case> cases{
      {"2026-11-30T23:35:16.250Z", "2026-11-30T23:35:16.250Z"},
      {"2026-11-30t23:35:16z", "2026-11-30T23:35:16.000Z"},
      {"2026-11-30 23:35:16Z", "2026-11-30T23:35:16.000Z"},
      {"2026-11-30", "2026-11-30T00:00:00.000Z"},
      {"2026-11-30T23:35:16+05:30", "2026-11-30T18:05:16.000Z"},
      {"2026-11-30T23:35:16-01:00", "2026-12-01T00:35:16.000Z"},
      {"2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"},
      {"1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"},
      {"0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"},
      {"9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"},
      {"2026-06-30T23:59:60Z", "2026-07-01T00:00:00.000Z"},
  };
  for (const auto& [text, written] : cases) {
    const auto time = parse_rfc3339(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(to_rfc3339(*time), written) << text;
  }
}

TEST(Clock, fractions_are_kept_to_the_microsecond) {
  const auto whole = parse_rfc3339("2026-11-30T00:00:00Z").value();
  const std::vector<std::pair<std::string, long long>> cases{
      {".5", 500000}, {".000001", 1}, {".123456789", 123456}, {".0000009", 0}};
  for (const auto& [fraction, microseconds] : cases)
    EXPECT_EQ(parse_rfc3339("2026-11-30T00:00:00" + fraction + "Z").value() - whole,
              Duration{microseconds})
        << fraction;
}

TEST(Clock, what_is_no_time_is_refused) {
  for (const std::string text : {"",
                                 "2026",
                                 "2026-11",
                                 "2026-13-01",
                                 "2026-00-01",
                                 "2026-02-29",
                                 "2026-11-31",
                                 "2026-1-01",
                                 "-026-11-30",
                                 "2026-+1-30",
                                 "2026-11-30T",
                                 "2026-11-30T24:00:00Z",
                                 "2026-11-30T23:60:00Z",
                                 "2026-11-30T23:35:61Z",
                                 "2026-11-30T23:35Z",
                                 "2026-11-30T23:35:16",
                                 "2026-11-30T-1:00:00Z",
                                 "2026-11-30T23:35:16.Z",
                                 "2026-11-30T23:35:16+05",
                                 "2026-11-30T23:35:16+24:00",
                                 "2026-11-30T23:35:16+05:60",
                                 "2026-11-30T23:35:16Zx",
                                 " 2026-11-30",
                                 "2026-11-30x",
                                 "2026/11/30"})
    EXPECT_FALSE(parse_rfc3339(text)) << text;
}

TEST(Clock, milliseconds_are_whole) {
  EXPECT_EQ(milliseconds(Duration{1999}), 1);
  EXPECT_EQ(milliseconds(std::chrono::seconds{2}), 2000);
}

TEST(Clock, the_system_clock_goes_forward) {
  const Clock clock = system_clock();
  const TimePoint before = clock.now();
  clock.sleep(std::chrono::milliseconds{2});
  EXPECT_GT(clock.now(), before);
}

}  // namespace
}  // namespace leeway
