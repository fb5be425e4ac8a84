#include "base/clock.h"

#include <thread>

#include <fmt/format.h>

namespace leeway {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads exactly `width` digits at `at` and moves past them.
std::optional<int> digits(std::string_view text, std::size_t& at, std::size_t width) {
  if (at + width > text.size()) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(at, width)) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  at += width;
  return value;
}

bool skip(std::string_view text, std::size_t& at, char expected) {
  if (at >= text.size() || text[at] != expected) return false;
  ++at;
  return true;
}

std::optional<TimePoint> date_at(std::string_view text, std::size_t& at) {
  const auto year = digits(text, at, 4);
  if (!year || !skip(text, at, '-')) return std::nullopt;
  const auto month = digits(text, at, 2);
  if (!month || !skip(text, at, '-')) return std::nullopt;
  const auto day = digits(text, at, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year},
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return TimePoint{std::chrono::sys_days{date}};
}

std::optional<Duration> time_at(std::string_view text, std::size_t& at) {
  const auto hour = digits(text, at, 2);
  if (!hour || *hour > 23 || !skip(text, at, ':')) return std::nullopt;
  const auto minute = digits(text, at, 2);
  if (!minute || *minute > 59 || !skip(text, at, ':')) return std::nullopt;
  const auto second = digits(text, at, 2);
  if (!second || *second > 60) return std::nullopt;
  Duration time =
      std::chrono::hours{*hour} + std::chrono::minutes{*minute} + std::chrono::seconds{*second};
  if (skip(text, at, '.')) {
    if (at >= text.size() || !is_digit(text[at])) return std::nullopt;
    long long unit = 100000;
    while (at < text.size() && is_digit(text[at])) {
      time += Duration{(text[at++] - '0') * unit};
      unit /= 10;
    }
  }
  return time;
}

std::optional<Duration> offset_at(std::string_view text, std::size_t& at) {
  if (skip(text, at, 'Z') || skip(text, at, 'z')) return Duration{0};
  if (at >= text.size() || (text[at] != '+' && text[at] != '-')) return std::nullopt;
  const int sign = text[at++] == '-' ? -1 : 1;
  const auto hour = digits(text, at, 2);
  if (!hour || *hour > 23 || !skip(text, at, ':')) return std::nullopt;
  const auto minute = digits(text, at, 2);
  if (!minute || *minute > 59) return std::nullopt;
  return sign * (std::chrono::hours{*hour} + std::chrono::minutes{*minute});
}

}  // namespace

Clock system_clock() {
  return Clock{
      [] { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); },
      [](Duration duration) { std::this_thread::sleep_for(duration); }};
}

std::string to_rfc3339(TimePoint time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{std::chrono::floor<std::chrono::milliseconds>(time - day)};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

std::optional<TimePoint> parse_rfc3339(std::string_view text) {
  std::size_t at = 0;
  const auto date = date_at(text, at);
  if (!date) return std::nullopt;
  if (at == text.size()) return date;
  if (text[at] != 'T' && text[at] != 't' && text[at] != ' ') return std::nullopt;
  ++at;
  const auto time = time_at(text, at);
  if (!time) return std::nullopt;
  const auto offset = offset_at(text, at);
  if (!offset || at != text.size()) return std::nullopt;
  return *date + *time - *offset;
}

long long milliseconds(Duration duration) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

}  // namespace leeway
