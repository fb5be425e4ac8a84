// Dates, times and timestamps as engines print them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace leeway::print {

struct Moment {
  std::string text;  // ISO 8601; as the engine spells it where ISO 8601 has no word for it
  // Since 1970-01-01 (in UTC where the value has a zone); absent for infinity and times of day.
  std::optional<std::int64_t> days;
  std::int64_t day_microseconds = 0;  // since the start of that day
  bool representable = true;          // inside the years 0001 to 9999; true for times of day
};

// Reads "2024-02-29", "2024-02-29 10:11:12.5", "... (BC)", "...+00", "10:11:12+02", "infinity".
Moment read_moment(std::string_view engine_text);

// Whole days of elapsed time, rounded down; absent when one end is no instant.
std::optional<std::int64_t> days_between(const Moment& from, const Moment& to);

}  // namespace leeway::print
