#include "print/inference.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "print/patterns.h"

namespace leeway::print {
namespace {

struct Pattern {
  std::string_view name;
  bool (*matches)(std::string_view);
};

// In the format's order of priority; looks_like_patterns() names the same.
constexpr std::array<Pattern, 32> ordered{{
    {"uuid", patterns::uuid},
    {"email", patterns::email},
    {"url", patterns::url},
    {"urn", patterns::urn},
    {"content_type", patterns::content_type},
    {"ip", patterns::ip},
    {"mac_address", patterns::mac_address},
    {"country_code", patterns::country_code},
    {"currency_code", patterns::currency_code},
    {"postal_code", patterns::postal_code},
    {"isbn", patterns::isbn},
    {"ean", patterns::ean},
    {"imei", patterns::imei},
    {"card_number", patterns::card_number},
    {"iban", patterns::iban},
    {"bic", patterns::bic},
    {"phone", patterns::phone},
    {"timezone", patterns::timezone},
    {"json", patterns::json},
    {"hex", patterns::hex},
    {"jwt", patterns::jwt},
    {"vin", patterns::vin},
    {"base64", patterns::base64},
    {"latlon", patterns::latlon},
    {"iso8601_duration", patterns::iso8601_duration},
    {"iso8601_date", patterns::iso8601_date},
    {"iso8601_datetime", patterns::iso8601_datetime},
    {"numeric_string", patterns::numeric_string},
    {"semver", patterns::semver},
    {"path", patterns::path},
    {"filename", patterns::filename},
    {"prose", patterns::prose},
}};

constexpr double verdict_share = 0.95;
constexpr double candidate_share = 0.50;

struct Window {
  std::string_view unit;
  std::int64_t least;
  std::int64_t most;
};
constexpr std::array<Window, 2> epoch_windows{
    {{"seconds", 1'000'000'000, 2'000'000'000},
     {"milliseconds", 1'000'000'000'000, 2'000'000'000'000}}};

std::optional<std::int64_t> as_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool inside(const Window& window, const std::optional<std::int64_t>& value) {
  return value && *value >= window.least && *value <= window.most;
}

std::optional<std::int64_t> whole_number(const Value& value) {
  if (value.kind != Value::Kind::number) return std::nullopt;
  std::string_view text = value.text;
  if (const auto point = text.find('.'); point != std::string_view::npos) {
    if (text.find_first_not_of('0', point + 1) != std::string_view::npos) return std::nullopt;
    text = text.substr(0, point);
  }
  return as_integer(text);
}

double share_of(std::int64_t hits, const std::vector<std::string>& sample) {
  return static_cast<double>(hits) / static_cast<double>(sample.size());
}

std::size_t pattern_index(std::string_view value) {
  const auto found =
      std::ranges::find_if(ordered, [&](const Pattern& pattern) { return pattern.matches(value); });
  return static_cast<std::size_t>(found - ordered.begin());
}

}  // namespace

std::string_view match_pattern(std::string_view value) {
  const std::size_t index = pattern_index(value);
  return index < ordered.size() ? ordered[index].name : std::string_view{};
}

LooksLike judge_sample(const std::vector<std::string>& sample, bool numeric_type) {
  LooksLike result;
  if (sample.empty()) return result;
  std::array<std::int64_t, ordered.size() + 1> counts{};
  for (const auto& value : sample) ++counts[pattern_index(value)];
  const auto best = std::max_element(counts.begin(), counts.end() - 1);
  const auto& pattern = ordered[static_cast<std::size_t>(best - counts.begin()) % ordered.size()];
  if (numeric_type && pattern.name == "numeric_string") return result;
  const double share = share_of(*best, sample);
  if (share >= verdict_share) {
    result.verdict = std::string(pattern.name);
    result.sampled = std::ssize(sample);
    result.matched = *best;
  } else if (share >= candidate_share) {
    result.candidate = std::string(pattern.name);
    result.candidate_share = share;
  }
  return result;
}

std::optional<std::string> epoch_unit_of_sample(const std::vector<std::string>& sample) {
  for (const auto& window : epoch_windows) {
    const auto hits = std::ranges::count_if(
        sample, [&](const std::string& text) { return inside(window, as_integer(text)); });
    if (hits > 0 && share_of(hits, sample) >= verdict_share) return std::string(window.unit);
  }
  return std::nullopt;
}

std::optional<std::string> epoch_unit_of_range(const Value& min, const Value& max) {
  for (const auto& window : epoch_windows)
    if (inside(window, whole_number(min)) && inside(window, whole_number(max)))
      return std::string(window.unit);
  return std::nullopt;
}

}  // namespace leeway::print
