#include "print/vocabulary.h"

#include <array>
#include <cstddef>

#include "config/print_vocabulary.h"

namespace leeway::print {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 8> kClassifications = {
    "unsupported", "boolean",  "json",    "foreign_key_candidate",
    "categorical", "temporal", "numeric", "text"};

}  // namespace

std::string_view to_string(Classification classification) {
  return kClassifications[static_cast<std::size_t>(classification)];
}

bool is_sampled(Classification classification) {
  return classification == Classification::categorical || classification == Classification::text ||
         classification == Classification::foreign_key_candidate;
}

std::span<const std::string_view> classifications() { return kClassifications; }
std::span<const std::string_view> looks_like_patterns() { return config::looks_like_patterns; }
std::span<const std::string_view> sensitivity_categories() {
  return config::sensitivity_categories;
}

}  // namespace leeway::print
