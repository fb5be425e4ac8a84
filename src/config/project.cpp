#include "config/project.h"

#include "base/text.h"
#include "config/names.h"

namespace leeway::config {
std::string Location::text() const { return line > 0 ? fmt::format("{}:{}", file, line) : file; }

std::string_view to_string(Strategy strategy) {
  switch (strategy) {
    case Strategy::full_refresh:
      return "full_refresh";
    case Strategy::incremental:
      return "incremental";
    case Strategy::merge:
      return "merge";
    case Strategy::view:
      return "view";
    case Strategy::materialized_view:
      return "materialized_view";
    case Strategy::dynamic_table:
      return "dynamic_table";
  }
  return "";
}

std::string_view to_string(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

std::string Adapter::setting(const std::string& key) const {
  const auto found = settings.find(key);
  return found == settings.end() ? "" : found->second;
}

Result<const Pipeline*> Project::select_pipeline(const std::optional<std::string>& name) const {
  const auto names = names_of(pipelines);
  if (pipelines.empty())
    return fail(ErrorCode::config, "no pipelines defined in {}", file.string());
  if (!name && pipelines.size() == 1) return &pipelines.begin()->second;
  if (!name)
    return fail(ErrorCode::usage,
                "multiple pipelines defined ({}). Use --pipeline <name> to select one.",
                join(names, ", "));
  if (const auto found = pipelines.find(*name); found != pipelines.end()) return &found->second;
  return fail(ErrorCode::not_found, "pipeline '{}' not found in config{}", printable(*name),
              did_you_mean(*name, names));
}

Result<const Adapter*> Project::adapter(const std::string& name) const {
  if (const auto found = adapters.find(name); found != adapters.end()) return &found->second;
  return fail(ErrorCode::not_found, "adapter '{}' not found in config{}", printable(name),
              did_you_mean(name, names_of(adapters)));
}

}  // namespace leeway::config
