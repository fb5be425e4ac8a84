// Stands in for parts of the room that are not there yet.
#include "print/inference.h"
#include "print/shape.h"

namespace leeway::print {

LooksLike judge_sample(const std::vector<std::string>& sample, bool numeric_type) {
  LooksLike judged;
  judged.sampled = static_cast<std::int64_t>(sample.size());
  for (const auto& text : sample) judged.matched += text.contains('@') ? 1 : 0;
  if (judged.matched == judged.sampled && !numeric_type) judged.verdict = "email";
  if (!sample.empty() && sample[0].starts_with("word ")) judged.verdict = "prose";
  return judged;
}
std::optional<std::string> epoch_unit_of_sample(const std::vector<std::string>&) { return {}; }
std::optional<std::string> epoch_unit_of_range(const Value&, const Value&) { return {}; }
std::optional<std::string> sensitivity_of(std::string_view, const std::optional<std::string>&,
                                          const std::vector<std::string>&) {
  return {};
}
void measure_null_patterns(const ShapeRequest&, Statistics&, std::vector<std::string>&) {}
void measure_grain(const ShapeRequest&, Statistics&, std::vector<std::string>&) {}
void measure_dependencies(const ShapeRequest&, Statistics&, std::vector<std::string>&) {}
void measure_timeline(const ShapeRequest&, Statistics&, std::vector<std::string>&) {}
std::vector<std::string> measure_sketches(const ShapeRequest&, const std::set<std::string>&,
                                          Statistics&, std::vector<std::string>&) {
  return {};
}
std::set<std::string> sketch_columns(const Statistics&, const catalog::Table&,
                                     const std::set<std::string>&, const std::set<std::string>&,
                                     bool) {
  return {};
}

}  // namespace leeway::print
