#include "print/settings.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/clock.h"
#include "base/text.h"

namespace leeway::print {
namespace {

using config::PrintConnection;
using config::PrintRule;

constexpr double ceiling_step = 1.1;

// The characters of a UTF-8 text; a byte that is no part of one stands for itself.
std::u32string characters_of(std::string_view text) {
  std::u32string result;
  std::size_t following = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (following > 0 && (byte & 0xC0U) == 0x80U) {
      result.back() = (result.back() << 6U) | (byte & 0x3FU);
      --following;
      continue;
    }
    following = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0;
    result.push_back(static_cast<char32_t>(following > 0 ? byte & (0x3FU >> following) : byte));
  }
  return result;
}

// A '[...]' of a pattern: whether it matches the character, and where it ends; nullopt when it is
// never closed, and '[' then means itself.
struct Bracket {
  bool matches = false;
  std::size_t end = 0;
};

std::optional<Bracket> match_bracket(std::u32string_view pattern, std::size_t at,
                                     char32_t character) {
  std::size_t next = at + 1;
  const bool negated = next < pattern.size() && pattern[next] == U'!';
  if (negated) ++next;
  const std::size_t first = next;
  bool found = false;
  while (next < pattern.size() && (pattern[next] != ']' || next == first)) {
    const bool range =
        next + 2 < pattern.size() && pattern[next + 1] == '-' && pattern[next + 2] != ']';
    const char32_t low = pattern[next];
    const char32_t high = range ? pattern[next + 2] : low;
    found |= low <= character && character <= high;
    next += range ? 3 : 1;
  }
  if (next >= pattern.size()) return std::nullopt;
  return Bracket{found != negated, next + 1};
}

// Matches the pattern's next element against one character; returns where the element ends, npos
// when it does not match.
std::size_t match_one(std::u32string_view pattern, std::size_t at, char32_t character) {
  if (pattern[at] == '?') return at + 1;
  if (pattern[at] == '[')
    if (const auto bracket = match_bracket(pattern, at, character))
      return bracket->matches ? bracket->end : std::u32string_view::npos;
  return pattern[at] == character ? at + 1 : std::u32string_view::npos;
}

bool matches_lowered(std::u32string_view pattern, std::u32string_view name) {
  std::size_t in_pattern = 0;
  std::size_t in_name = 0;
  std::size_t after_star = std::u32string_view::npos;
  std::size_t star_name = 0;
  while (in_name < name.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      after_star = ++in_pattern;
      star_name = in_name;
      continue;
    }
    const std::size_t next = in_pattern < pattern.size()
                                 ? match_one(pattern, in_pattern, name[in_name])
                                 : std::u32string_view::npos;
    if (next != std::u32string_view::npos) {
      in_pattern = next;
      ++in_name;
    } else if (after_star != std::u32string_view::npos) {
      in_pattern = after_star;
      in_name = ++star_name;
    } else {
      return false;
    }
  }
  return pattern.substr(in_pattern).find_first_not_of('*') == std::u32string_view::npos;
}

bool any_matches(const std::vector<std::string>& patterns, std::string_view name) {
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return name_matches(pattern, name); });
}

void apply(const config::StatisticsOverrides& overrides, StatisticsParams& params) {
  const auto take = [](const auto& from, auto& to) {
    if (from) to = *from;
  };
  take(overrides.enumeration_threshold, params.enumeration_threshold);
  take(overrides.top_n_values, params.top_n_values);
  take(overrides.top_n_null_patterns, params.top_n_null_patterns);
  take(overrides.looks_like_sample_size, params.looks_like_sample_size);
  take(overrides.percentiles, params.percentiles);
}

// What the rules that match say, the last word of each key.
struct Narrowing {
  const PrintRule* sample = nullptr;
  const PrintRule* filter = nullptr;
  std::optional<std::int64_t> ceiling;
  std::ptrdiff_t sample_position = 0;
  std::ptrdiff_t ceiling_position = 0;  // 0: the connection's own
};

class Resolver {
 public:
  Resolver(const PrintConnection& connection, std::string_view fqn,
           std::optional<std::int64_t> estimated_rows)
      : connection_(connection), fqn_(fqn), estimated_rows_(estimated_rows) {
    settings_.statistics = connection_params(connection);
    settings_.max_age_days = connection.max_age_days;
    narrowing_.ceiling = connection.max_rows_scanned;
  }

  Result<TableSettings> resolve() {
    for (const auto& rule : connection_.rules)
      if (applies(rule)) take(rule);
    if (narrowing_.sample && narrowing_.filter)
      return fail(ErrorCode::config, "{}: {} samples it and {} filters it; it can have one only",
                  fqn_, narrowing_.sample->name, narrowing_.filter->name);
    if (narrowing_.filter) settings_.filter = narrowing_.filter->filter;
    if (narrowing_.sample) settings_.sample = narrowing_.sample->sample;
    apply_ceiling();
    return settings_;
  }

 private:
  bool applies(const PrintRule& rule) {
    if (!any_matches(rule.include, fqn_) || any_matches(rule.exclude, fqn_)) return false;
    if (!rule.min_rows) return true;
    if (!estimated_rows_) {
      settings_.warnings.push_back(fmt::format(
          "{}: the number of rows is not known, so {} (min_rows) is not applied", fqn_, rule.name));
      return false;
    }
    return *estimated_rows_ >= *rule.min_rows;
  }

  void take(const PrintRule& rule) {
    const std::ptrdiff_t position = &rule - connection_.rules.data() + 1;
    apply(rule.statistics, settings_.statistics);
    if (rule.max_age_days) settings_.max_age_days = *rule.max_age_days;
    if (rule.filter) narrowing_.filter = &rule;
    if (rule.sample) {
      narrowing_.sample = &rule;
      narrowing_.sample_position = position;
    }
    if (rule.max_rows_scanned) {
      narrowing_.ceiling = rule.max_rows_scanned;
      narrowing_.ceiling_position = position;
    }
  }

  // The later of ceiling and sample stands; within one rule the sample does. A filter stands over
  // any ceiling.
  void apply_ceiling() {
    if (!narrowing_.ceiling) return;
    if (narrowing_.sample && narrowing_.sample_position >= narrowing_.ceiling_position) return;
    if (narrowing_.filter) {
      settings_.warnings.push_back(
          fmt::format("{}: its filter stands over max_rows_scanned", fqn_));
      return;
    }
    settings_.sample.reset();
    if (estimated_rows_)
      settings_.sample = ceiling_fraction(*narrowing_.ceiling, *estimated_rows_);
    else
      settings_.warnings.push_back(fmt::format(
          "{}: the number of rows is not known, so max_rows_scanned narrows nothing", fqn_));
  }

  const PrintConnection& connection_;
  std::string_view fqn_;
  std::optional<std::int64_t> estimated_rows_;
  TableSettings settings_;
  Narrowing narrowing_;
};

}  // namespace

bool name_matches(std::string_view pattern, std::string_view name) {
  return matches_lowered(characters_of(to_lower(pattern)), characters_of(to_lower(name)));
}

TableSelector::TableSelector(const PrintConnection& connection, std::vector<std::string> include,
                             std::vector<std::string> exclude)
    : include_(connection.include), exclude_(connection.exclude), narrowed_to_(std::move(include)) {
  std::ranges::move(exclude, std::back_inserter(exclude_));
  recorded_.include = narrowed_to_.empty() ? include_ : narrowed_to_;
  recorded_.exclude = exclude_;
}

bool TableSelector::selects(std::string_view fqn) const {
  return any_matches(include_, fqn) && !any_matches(exclude_, fqn) &&
         (narrowed_to_.empty() || any_matches(narrowed_to_, fqn));
}

StatisticsParams connection_params(const PrintConnection& connection) {
  StatisticsParams params;
  apply(connection.statistics, params);
  return params;
}

Result<TableSettings> resolve_settings(const PrintConnection& connection, std::string_view fqn,
                                       std::optional<std::int64_t> estimated_rows) {
  return Resolver(connection, fqn, estimated_rows).resolve();
}

bool needs_estimates(const PrintConnection& connection) {
  return connection.max_rows_scanned ||
         std::ranges::any_of(connection.rules, [](const PrintRule& rule) {
           return rule.min_rows || rule.max_rows_scanned;
         });
}

std::optional<double> ceiling_fraction(std::int64_t ceiling, std::int64_t estimated_rows) {
  if (ceiling >= estimated_rows) return std::nullopt;
  const double raw = static_cast<double>(ceiling) / static_cast<double>(estimated_rows);
  double power = std::floor(std::log(raw) / std::log(ceiling_step));
  while (std::pow(ceiling_step, power) > raw) --power;
  return std::pow(ceiling_step, power);
}

std::optional<double> age_days(std::string_view profiled_at, std::string_view now) {
  const auto then = parse_rfc3339(profiled_at);
  const auto today = parse_rfc3339(now);
  if (!then || !today) return std::nullopt;
  return std::chrono::duration<double, std::ratio<86400>>(*today - *then).count();
}

}  // namespace leeway::print
