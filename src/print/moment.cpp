#include "print/moment.h"

#include <charconv>
#include <chrono>

#include "base/text.h"

namespace leeway::print {
namespace {

constexpr std::int64_t microseconds_a_second = 1'000'000;

std::optional<std::int64_t> number(std::string_view digits) {
  std::int64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// Days since 1970-01-01 in the proleptic Gregorian calendar, for years beyond those of std::chrono:
// the calendar repeats every 400 years of 146,097 days.
std::int64_t days_of(std::int64_t year, std::int64_t month, std::int64_t day) {
  constexpr std::int64_t cycle_years = 400;
  constexpr std::int64_t cycle_days = 146'097;
  const std::int64_t cycles = (year >= 0 ? year : year - cycle_years + 1) / cycle_years;
  const std::chrono::sys_days in_cycle =
      std::chrono::year(static_cast<int>(year - cycles * cycle_years)) /
      std::chrono::month(static_cast<unsigned>(month)) / static_cast<int>(day);
  return in_cycle.time_since_epoch().count() + cycles * cycle_days;
}

// The seconds of a time with at least six digits behind the point, or none.
std::string padded(std::string_view clock) {
  std::string text(clock);
  const auto point = text.find('.');
  constexpr std::size_t digits = 6;
  if (point == std::string::npos) return text;
  const std::size_t fraction = text.size() - point - 1;
  if (text.find_first_not_of('0', point + 1) == std::string::npos) return text.substr(0, point);
  if (fraction < digits) text.append(digits - fraction, '0');
  if (fraction > digits && text.find_first_not_of('0', point + 1 + digits) == std::string::npos)
    text.resize(point + 1 + digits);
  return text;
}

struct Clock {
  std::string text;
  std::int64_t microseconds = 0;
};

// "HH:MM:SS[.fraction]"
std::optional<Clock> read_clock(std::string_view text) {
  const auto parts = split(text, ":");
  if (parts.size() != 3 || parts[2].size() < 2) return std::nullopt;
  const auto hours = number(parts[0]);
  const auto minutes = number(parts[1]);
  const auto seconds = number(std::string_view(parts[2]).substr(0, 2));
  if (!hours || !minutes || !seconds) return std::nullopt;
  std::string fraction = parts[2].size() > 3 ? parts[2].substr(3, 6) : std::string();
  fraction.resize(6, '0');
  const auto micros = number(fraction);
  if (!micros) return std::nullopt;
  return Clock{padded(text),
               ((*hours * 60 + *minutes) * 60 + *seconds) * microseconds_a_second + *micros};
}

// Splits "10:11:12+02:30" into the time and the offset; UTC's offset becomes Z.
std::pair<std::string_view, std::string> split_zone(std::string_view clock) {
  const auto sign = clock.find_first_of("+-");
  if (sign == std::string_view::npos) return {clock, ""};
  std::string zone(clock.substr(sign));
  if (zone == "+00" || zone == "+00:00") return {clock.substr(0, sign), "Z"};
  if (zone.size() == 3) zone += ":00";
  return {clock.substr(0, sign), zone};
}

Moment spelled(std::string_view text) {
  Moment moment;
  moment.text = text;
  moment.representable = false;
  return moment;
}

Moment read_time(std::string_view text) {
  const auto [clock, zone] = split_zone(text);
  const auto read = read_clock(clock);
  Moment moment;
  moment.text = read ? read->text + zone : std::string(text);
  return moment;
}

// The time behind a date; false when it is none.
bool add_time(std::string_view text, Moment& moment) {
  const auto [clock, zone] = split_zone(text);
  const auto read = read_clock(clock);
  if (!read) return false;
  moment.day_microseconds = read->microseconds;
  moment.text += "T" + read->text + zone;
  return true;
}

}  // namespace

Moment read_moment(std::string_view engine_text) {
  constexpr std::string_view before_christ = " (BC)";
  std::string text(engine_text);
  const bool negative_era = text.find(before_christ) != std::string::npos;
  if (negative_era) text = replace_all(text, before_christ, "");
  const auto space = text.find(' ');
  const std::string date = text.substr(0, space);
  const auto parts = split(date, "-");
  if (text.find(':') < text.find('-')) return read_time(text);
  if (parts.size() != 3) return spelled(engine_text);
  const auto year = number(parts[0]);
  const auto month = number(parts[1]);
  const auto day = number(parts[2]);
  if (!year || !month || !day) return spelled(engine_text);
  Moment moment;
  moment.days = days_of(negative_era ? 1 - *year : *year, *month, *day);
  moment.text = date;
  if (space != std::string::npos && !add_time(text.substr(space + 1), moment))
    return spelled(engine_text);
  moment.representable = !negative_era && *year >= 1 && *year <= 9999;
  if (negative_era) moment.text = engine_text;
  return moment;
}

std::optional<std::int64_t> days_between(const Moment& from, const Moment& to) {
  if (!from.days || !to.days) return std::nullopt;
  const std::int64_t days = *to.days - *from.days;
  return to.day_microseconds < from.day_microseconds ? days - 1 : days;
}

}  // namespace leeway::print
