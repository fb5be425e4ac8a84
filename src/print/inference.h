// What a column's values and name suggest about it. Pure; rules and numbers are the format's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "print/print.h"
#include "print/vocabulary.h"

namespace leeway::print {

// The first pattern of the priority order that a value matches; empty when none does.
std::string_view match_pattern(std::string_view value);

struct LooksLike {
  std::optional<std::string> verdict;
  std::int64_t sampled = 0;
  std::int64_t matched = 0;
  std::optional<std::string> candidate;
  double candidate_share = 0;

  bool operator==(const LooksLike&) const = default;
};

// `numeric_type`: the column's SQL type is a number; numeric_string then says nothing.
LooksLike judge_sample(const std::vector<std::string>& sample, bool numeric_type);

// seconds or milliseconds, from at least 95 % of sampled values, or from the ends of a numeric
// range.
std::optional<std::string> epoch_unit_of_sample(const std::vector<std::string>& sample);
std::optional<std::string> epoch_unit_of_range(const Value& min, const Value& max);

// A category by the column's name as the catalog spells it, its looks_like verdict and its sampled
// values (empty where none were drawn).
std::optional<std::string> sensitivity_of(std::string_view catalog_name,
                                          const std::optional<std::string>& looks_like,
                                          const std::vector<std::string>& sample);

}  // namespace leeway::print
