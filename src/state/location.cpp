#include "state/store.h"

namespace leeway::state {
namespace {

namespace fs = std::filesystem;

fs::path beside_project(const fs::path& folder, const std::optional<std::string>& state_namespace) {
  const fs::path home = folder / ".leeway";
  return state_namespace ? home / "state" / (*state_namespace + ".db") : home / "state.db";
}

// rocky.toml, or a file of another name beside it where no leeway.toml stands.
bool is_rocky_project(const fs::path& file) {
  if (file.filename() == "rocky.toml") return true;
  if (file.filename() == "leeway.toml") return false;
  std::error_code ignored;
  const fs::path folder = file.parent_path();
  return fs::exists(folder / "rocky.toml", ignored) && !fs::exists(folder / "leeway.toml", ignored);
}

}  // namespace

fs::path default_path(const fs::path& project_file, const fs::path& working_folder,
                      const std::optional<std::string>& state_namespace) {
  if (!is_rocky_project(working_folder / project_file))
    return beside_project((working_folder / project_file).parent_path(), state_namespace);
  const fs::path models = working_folder / "models";
  if (state_namespace) return models / ".rocky-state" / (*state_namespace + ".redb");
  const char* const name = ".rocky-state.redb";
  std::error_code ignored;
  if (fs::exists(models / name, ignored)) return models / name;
  if (fs::exists(working_folder / name, ignored)) return working_folder / name;
  return fs::is_directory(models, ignored) ? models / name : working_folder / name;
}

}  // namespace leeway::state
