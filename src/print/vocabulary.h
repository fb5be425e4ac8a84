// The words of print format version 1 that leeway writes and knows.
#pragma once

#include <span>
#include <string_view>

namespace leeway::print {

enum class Classification {
  unsupported,
  boolean,
  json,
  foreign_key_candidate,
  categorical,
  temporal,
  numeric,
  text,
};

std::string_view to_string(Classification classification);
// categorical, text and foreign_key_candidate columns are sampled for looks_like.
bool is_sampled(Classification classification);

std::span<const std::string_view> classifications();
std::span<const std::string_view> looks_like_patterns();     // in priority order
std::span<const std::string_view> sensitivity_categories();  // in detection order

}  // namespace leeway::print
