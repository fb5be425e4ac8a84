#include "config/load.h"

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/hash.h"
#include "base/text.h"
#include "config/read.h"
#include "config/tree.h"
#include "config/variables.h"

namespace leeway::config {
namespace {

constexpr std::string_view no_file_hint =
    "Run `leeway init` to start a project, or name its file with --config.";

Result<std::string> read_text(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    Error error{ErrorCode::config, fmt::format("there is no project file '{}'.", file.string()),
                std::string(no_file_hint)};
    return std::unexpected(std::move(error));
  }
  auto text = read_file(file);
  if (!text) text.error().code = ErrorCode::config;
  return text;
}

class Summary {
 public:
  Summary(const Reading& reading, Validation& validation)
      : reading_(reading), validation_(validation) {}

  void write() {
    add("ok", code::syntax, "config syntax is valid", {});
    for (const auto& [name, adapter] : reading_.project.adapters) write_adapter(adapter);
    for (const auto& [name, pipeline] : reading_.project.pipelines) write_pipeline(pipeline);
    for (const auto& problem : reading_.problems.all())
      add(problem.error ? "error" : "warn", problem.code, problem.text(), problem.place.field,
          problem.place.location.line);
  }

 private:
  void write_adapter(const Adapter& adapter) {
    const std::string field = "adapter." + adapter.name;
    if (!reading_.problems.any_error_below(field))
      add("ok", code::adapter, fmt::format("{}: {}", printable(field), printable(adapter.type)),
          field, adapter.location.line);
  }

  void write_pipeline(const Pipeline& pipeline) {
    const std::string field = "pipeline." + pipeline.name;
    if (reading_.problems.any_error_below(field)) return;
    if (!pipeline.replication) {
      add("ok", code::pipeline, fmt::format("{}: {}", printable(field), pipeline.type), field,
          pipeline.location.line);
      return;
    }
    const Replication& replication = *pipeline.replication;
    add("ok", code::pipeline,
        fmt::format("{}: {} / {} -> {} / {}", printable(field), pipeline.type,
                    to_string(replication.strategy), printable(replication.target.catalog_template),
                    printable(replication.target.schema_template)),
        field, pipeline.location.line);
    const SchemaPattern& pattern = replication.source.pattern;
    add("ok", code::pattern,
        fmt::format("{}: schema pattern '{}' then {} by '{}'", printable(field),
                    printable(pattern.prefix), printable(join(pattern.components, ", ")),
                    printable(pattern.separator)),
        field + ".source.schema_pattern");
  }

  void add(std::string_view severity, std::string_view code, std::string message,
           const std::string& field, int line = 0) {
    Finding finding{std::string(severity),          std::string(code), std::move(message),
                    reading_.project.file.string(), std::nullopt,      std::nullopt};
    if (line > 0) finding.line = line;
    if (!field.empty()) finding.field = field;
    validation_.findings.push_back(std::move(finding));
  }

  const Reading& reading_;
  Validation& validation_;
};

// The line that an error of reading the file begins with: "leeway.toml:12: ...".
std::optional<int> line_in(std::string_view message, std::string_view file) {
  if (!message.starts_with(file) || !message.substr(file.size()).starts_with(':')) return {};
  const int line = std::atoi(std::string(message.substr(file.size() + 1)).c_str());
  return line > 0 ? std::optional(line) : std::nullopt;
}

Validation broken(const std::filesystem::path& file, const Error& error) {
  Validation validation;
  validation.findings.push_back({"error", std::string(code::syntax), error.text(), file.string(),
                                 std::nullopt, line_in(error.message, file.string())});
  return validation;
}

void redact(Validation& validation, const Redactor& redactor) {
  for (auto& finding : validation.findings) {
    finding.message = redactor.redact(std::move(finding.message));
    if (finding.field) finding.field = redactor.redact(std::move(*finding.field));
  }
}

void add_warnings(Reading& reading, const Redactor& redactor) {
  for (const auto& problem : reading.problems.all())
    if (!problem.error) reading.project.warnings.push_back(redactor.redact(problem.text()));
}

Error first_error(const Reading& reading, const Redactor& redactor) {
  auto problems = reading.problems.all();
  std::erase_if(problems, [](const Problem& problem) { return !problem.error; });
  // A misspelt key explains the key that seems to be missing.
  std::ranges::stable_partition(
      problems, [](const Problem& problem) { return problem.code == code::unknown_key; });
  Error error{ErrorCode::config, redactor.redact(problems.front().text()), {}};
  if (problems.size() > 1)
    error.hint = fmt::format("`leeway validate` shows {} more.",
                             counted(static_cast<long long>(problems.size() - 1), "problem"));
  return error;
}

}  // namespace

Result<Reading> read(const std::filesystem::path& file, std::string_view text,
                     const Environment& environment, Redactor& redactor) {
  register_secret_lines(text, redactor);
  auto tree = parse_toml(text, file.string());
  if (!tree) {
    Error error = std::move(tree.error());
    error.message = redactor.redact(std::move(error.message));
    return std::unexpected(std::move(error));
  }
  Reading reading;
  reading.project.file = file;
  reading.project.folder = file.has_parent_path() ? file.parent_path() : ".";
  reading.project.digest = sha256_hex(text);
  replace_variables(*tree, environment, redactor, reading.problems);
  register_secrets(*tree, redactor);
  read_project(*tree, reading.project, reading.problems);
  add_warnings(reading, redactor);
  return reading;
}

Validation summarize(const Reading& reading, const Redactor& redactor) {
  Validation validation;
  validation.valid = !reading.problems.any_error();
  validation.project = reading.project;
  Summary(reading, validation).write();
  redact(validation, redactor);
  return validation;
}

Result<Project> load(const std::filesystem::path& file, const Environment& environment,
                     Redactor& redactor) {
  LEEWAY_TRY(const auto text, read_text(file));
  LEEWAY_TRY(auto reading, read(file, text, environment, redactor));
  if (reading.problems.any_error()) return std::unexpected(first_error(reading, redactor));
  return std::move(reading.project);
}

Validation validate(const std::filesystem::path& file, const Environment& environment,
                    Redactor& redactor) {
  const auto text = read_text(file);
  if (!text) return broken(file, text.error());
  const auto reading = read(file, *text, environment, redactor);
  return reading ? summarize(*reading, redactor) : broken(file, reading.error());
}

Result<std::filesystem::path> default_file(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const char* name : {"leeway.toml", "rocky.toml"})
    if (std::filesystem::exists(folder / name, ignored)) return folder / name;
  Error error{ErrorCode::config,
              fmt::format("there is no leeway.toml or rocky.toml in '{}'.", folder.string()),
              std::string(no_file_hint)};
  return std::unexpected(std::move(error));
}

}  // namespace leeway::config
