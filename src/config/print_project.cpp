#include "config/print_project.h"

#include <algorithm>
#include <utility>

#include <fmt/ranges.h>

#include "base/files.h"
#include "base/text.h"
#include "config/load.h"
#include "config/print_read.h"
#include "config/variables.h"

namespace leeway::config {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view print_file = ".dbprint.yaml";
constexpr std::array<std::string_view, 2> pipeline_files{"leeway.toml", "rocky.toml"};

bool is_yaml(const fs::path& file) {
  return file.extension() == ".yaml" || file.extension() == ".yml";
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// Whether a TOML project has prints; one that cannot be parsed is looked into, so that its error is
// told.
bool has_prints(const fs::path& file) {
  const auto text = read_file(file);
  if (!text) return false;
  const auto root = parse_toml(*text, file.string());
  return !root || root->find("print") != nullptr;
}

std::optional<fs::path> project_in(const fs::path& folder) {
  if (is_file(folder / print_file)) return folder / print_file;
  for (const auto name : pipeline_files)
    if (is_file(folder / name) && has_prints(folder / name)) return folder / name;
  return std::nullopt;
}

Result<fs::path> find_project(const std::optional<fs::path>& place,
                              const fs::path& working_folder) {
  if (place) {
    std::error_code ignored;
    if (!fs::is_directory(*place, ignored)) {
      if (is_file(*place)) return *place;
      return fail(ErrorCode::not_found, "there is no project at '{}'", place->string());
    }
    if (const auto file = project_in(*place)) return *file;
    return fail(ErrorCode::not_found, "'{}' holds no .dbprint.yaml and no leeway.toml with [print]",
                place->string());
  }
  for (fs::path folder = fs::absolute(working_folder).lexically_normal();;
       folder = folder.parent_path()) {
    if (const auto file = project_in(folder)) return *file;
    if (folder == folder.parent_path()) break;
  }
  return fail(ErrorCode::not_found,
              "no .dbprint.yaml, and no leeway.toml with a [print.NAME] block, in '{}' or a folder "
              "above it. docs/prints.md shows how to begin",
              working_folder.string());
}

struct Source {
  Node root;
  bool yaml = false;
};

Result<Source> parse(const fs::path& file, const Environment& environment, Redactor& redactor,
                     Problems& problems) {
  LEEWAY_TRY(const auto text, read_file(file));
  Source source;
  source.yaml = is_yaml(file);
  if (source.yaml) {
    LEEWAY_TRY(source.root, parse_yaml(text, file.filename().string()));
    return source;
  }
  register_secret_lines(text, redactor);
  LEEWAY_TRY(source.root, parse_toml(text, file.filename().string()));
  register_secrets(source.root, redactor);
  replace_variables(source.root, environment, redactor, problems);
  return source;
}

// The name is a folder below the project's output.
void check_name(const PrintConnection& connection, Problems& problems) {
  const std::string& name = connection.name;
  const bool plain = name.find_first_of("/\\") == std::string::npos && !name.contains('\0');
  if (plain && !name.empty() && !name.starts_with('.')) return;
  problems.error(code::wrong_value, {connection.location, "print." + name},
                 fmt::format("'{}' cannot be the name of a connection: it names a folder below "
                             "`output`, so it holds no slash and begins with no period",
                             printable(name)));
}

void settle_adapter(PrintConnection& connection, const Source& source, Problems& problems) {
  const Node* adapters = source.yaml ? nullptr : source.root.find("adapter");
  if (!source.yaml && !adapters) adapters = source.root.find("adapters");
  if (adapters) {
    const Node* block = adapters->find("type") ? adapters : adapters->find(connection.adapter);
    const bool single = block == adapters && connection.adapter == "default";
    if (block && (block != adapters || single)) {
      connection.adapter_block = connection.adapter;
      if (const Node* type = block->find("type")) connection.adapter = type->text;
    }
  }
  if (is_print_adapter(connection.adapter)) return;
  problems.error(code::adapter_type, {connection.location, "print." + connection.name + ".adapter"},
                 fmt::format("connection '{}': adapter '{}' is neither an adapter of this project "
                             "nor an engine whose databases can be printed",
                             printable(connection.name), printable(connection.adapter)));
}

std::vector<PrintConnection> read_connections(const Source& source, Problems& problems) {
  Section root(source.root, "", problems);
  std::optional<Section> defaults;
  std::optional<Section> connections;
  if (source.yaml) {
    defaults = root.section("defaults");
    connections = root.section("connections");
    root.done();
  } else {
    connections = root.section("print");
    if (connections && connections->node().find("defaults"))
      defaults = connections->section("defaults");
  }
  std::vector<PrintConnection> result;
  if (!connections) {
    problems.error(code::missing_key, root.place(), "there are no connections");
    return result;
  }
  const PrintConnection start = defaults ? read_print_defaults(*defaults) : PrintConnection{};
  for (auto& entry : connections->entries()) {
    const std::string& name = entry.node().key;
    if (!source.yaml && name == "defaults") continue;
    result.push_back(read_print_connection(entry, start, name));
    check_name(result.back(), problems);
    settle_adapter(result.back(), source, problems);
  }
  if (result.empty()) problems.error(code::missing_key, root.place(), "there are no connections");
  return result;
}

// In a .dbprint.yaml a key that nobody knows says nothing, in a leeway.toml it is an error.
std::optional<Error> settle_problems(const Problems& problems, bool yaml, PrintProject& project) {
  std::optional<Error> first;
  std::size_t more = 0;
  for (const auto& problem : problems.all()) {
    const bool ignored = yaml && problem.code == code::unknown_key;
    if (!problem.error || ignored) {
      project.warnings.push_back(problem.text() + (ignored ? ". It has no effect." : ""));
    } else if (first) {
      ++more;
    } else {
      first = Error{ErrorCode::config, problem.text(), ""};
    }
  }
  if (first && more > 0)
    first->hint = counted(static_cast<long long>(more), "further problem") + " in the file.";
  return first;
}

}  // namespace

const PrintConnection* PrintProject::find(const std::string& name) const {
  const auto found = std::ranges::find(connections, name, &PrintConnection::name);
  return found == connections.end() ? nullptr : &*found;
}

Result<PrintProject> load_print_project(const std::optional<fs::path>& place,
                                        const fs::path& working_folder,
                                        const Environment& environment, Redactor& redactor) {
  PrintProject project;
  LEEWAY_TRY(project.file, find_project(place, working_folder));
  project.root = fs::absolute(project.file).lexically_normal().parent_path();
  Problems problems;
  LEEWAY_TRY(const auto source, parse(project.file, environment, redactor, problems));
  project.connections = read_connections(source, problems);
  if (const auto error = settle_problems(problems, source.yaml, project))
    return std::unexpected(*error);
  for (auto& connection : project.connections)
    connection.output = (project.root / connection.output / connection.name).lexically_normal();
  return project;
}

Result<std::vector<const PrintConnection*>> select_connections(
    const PrintProject& project, const std::optional<std::string>& name) {
  std::vector<std::string> names;
  std::vector<const PrintConnection*> automatic;
  for (const auto& connection : project.connections) {
    names.push_back(connection.name);
    if (connection.automatic) automatic.push_back(&connection);
  }
  if (name) {
    const PrintConnection* connection = project.find(*name);
    if (connection) return std::vector{connection};
    return fail(ErrorCode::config, "there is no connection '{}'; there are: {}{}", printable(*name),
                fmt::join(names, ", "), did_you_mean(*name, names));
  }
  if (!automatic.empty()) return automatic;
  if (project.connections.size() == 1) return std::vector{&project.connections.front()};
  return fail(ErrorCode::config,
              "the project has several connections ({}) and none with `auto: true`; name one",
              fmt::join(names, ", "));
}

}  // namespace leeway::config
