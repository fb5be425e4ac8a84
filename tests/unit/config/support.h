#pragma once

#include <map>
#include <string>
#include <vector>

#include "config/load.h"

namespace leeway::config {

using Variables = std::map<std::string, std::string>;

inline Environment environment_of(Variables variables) {
  return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

// A text read as the file "leeway.toml".
struct Outcome {
  Validation validation;
  Redactor redactor;

  const Project& project() const { return *validation.project; }
  const Replication& replication(const std::string& name = "raw") const {
    return *project().pipelines.at(name).replication;
  }
  // "code field" of every error, in order.
  std::vector<std::string> errors() const { return of_severity("error"); }
  std::vector<std::string> warnings() const { return of_severity("warn"); }
  // Everything a person would see.
  std::string everything() const {
    std::string text;
    for (const auto& finding : validation.findings)
      text += finding.message + "\n" + finding.field.value_or("") + "\n";
    if (validation.project)
      for (const auto& warning : validation.project->warnings) text += warning + "\n";
    return text;
  }

 private:
  std::vector<std::string> of_severity(std::string_view severity) const {
    std::vector<std::string> result;
    for (const auto& finding : validation.findings)
      if (finding.severity == severity)
        result.push_back(finding.code + " " + finding.field.value_or("-"));
    return result;
  }
};

inline Outcome read_text(std::string_view text, Variables variables = {}) {
  Outcome outcome;
  const auto reading =
      read("leeway.toml", text, environment_of(std::move(variables)), outcome.redactor);
  if (reading)
    outcome.validation = summarize(*reading, outcome.redactor);
  else
    outcome.validation.findings.push_back(
        {"error", "V001", reading.error().text(), "leeway.toml", std::nullopt, std::nullopt});
  return outcome;
}

// The smallest project; lines may be added to the pipeline or after it.
inline std::string small_project(const std::string& in_pipeline = "",
                                 const std::string& after = "") {
  return R"([adapter]
type = "duckdb"
path = "poc.duckdb"
[pipeline.raw]
strategy = "full_refresh"
source.schema_pattern = { prefix = "raw__", separator = "__", components = ["source"] }
target.catalog_template = "poc"
target.schema_template = "staging__{source}"
)" + in_pipeline +
         "\n" + after + "\n";
}

}  // namespace leeway::config
