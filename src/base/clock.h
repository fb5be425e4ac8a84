// Time is handed in, so that what decides can be tested without waiting.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace leeway {

using TimePoint = std::chrono::sys_time<std::chrono::microseconds>;
using Duration = std::chrono::microseconds;

struct Clock {
  std::function<TimePoint()> now;
  std::function<void(Duration)> sleep;
};

Clock system_clock();

// "2026-11-30T23:35:16.250Z": UTC, milliseconds.
std::string to_rfc3339(TimePoint time);
// Accepts RFC 3339 with an offset or Z, and YYYY-MM-DD (midnight UTC).
std::optional<TimePoint> parse_rfc3339(std::string_view text);

long long milliseconds(Duration duration);

}  // namespace leeway
