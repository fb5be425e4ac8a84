#include "config/problems.h"

#include <algorithm>

namespace leeway::config {

std::string Problem::text() const {
  const std::string where = place.location.text();
  return where.empty() ? message : where + ": " + message;
}

void Problems::error(std::string_view code, Place place, std::string message) {
  if (code != code::variable && muted_.contains(place.location.line)) return;
  add({true, std::string(code), std::move(place), std::move(message)});
}

void Problems::warn(std::string_view code, Place place, std::string message) {
  add({false, std::string(code), std::move(place), std::move(message)});
}

void Problems::add(Problem problem) {
  const auto line = [](const Problem& p) { return p.place.location.line; };
  const auto after = std::ranges::upper_bound(problems_, line(problem), {}, line);
  problems_.insert(after, std::move(problem));
}

bool Problems::any_error_below(std::string_view field) const {
  return std::ranges::any_of(problems_, [&](const Problem& problem) {
    const std::string_view own = problem.place.field;
    if (!problem.error || !own.starts_with(field)) return false;
    return own.size() == field.size() || own[field.size()] == '.' || own[field.size()] == '[';
  });
}

bool Problems::any_error() const { return std::ranges::any_of(problems_, &Problem::error); }

}  // namespace leeway::config
