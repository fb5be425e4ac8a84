#include <algorithm>
#include <memory>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/tasks.h"
#include "print/decode.h"
#include "print/files_journal.h"

namespace leeway::print {
namespace {

namespace fs = std::filesystem;

// ---- a folder -------------------------------------------------------------------------------

std::vector<std::string> files_below(const fs::path& root) {
  std::vector<std::string> paths;
  std::error_code error;
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, error);
  const std::size_t prefix = (root / "").string().size();
  for (; !error && at != fs::end(at); at.increment(error)) {
    if (at.depth() == 0 && at->path().filename() == kRunFolder) {
      at.disable_recursion_pending();
      continue;
    }
    std::error_code ignored;
    if (!at->is_symlink(ignored) && at->is_regular_file(ignored))
      paths.push_back(at->path().string().substr(prefix));
  }
  return paths;
}

// What a committed write has not yet put in place.
struct Overlay {
  std::map<std::string, fs::path, std::less<>> moved;  // path -> staged file
  std::set<std::string, std::less<>> removed;
};

Overlay overlay_of(const fs::path& root) {
  Overlay overlay;
  const auto journal = read_journal(root);
  if (!journal || !*journal) return overlay;
  std::error_code error;
  for (const auto& move : (*journal)->moves) {
    const fs::path staged = stage_folder(root) / move.staged;
    if (fs::is_regular_file(fs::symlink_status(staged, error)))
      overlay.moved.emplace(move.path, staged);
  }
  overlay.removed.insert((*journal)->removes.begin(), (*journal)->removes.end());
  return overlay;
}

std::vector<std::string> list_folder(const fs::path& root) {
  std::vector<std::string> paths = files_below(root);
  const Overlay overlay = overlay_of(root);
  for (const auto& [path, staged] : overlay.moved) paths.push_back(path);
  std::ranges::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  std::erase_if(paths, [&](const std::string& path) { return overlay.removed.contains(path); });
  return paths;
}

// Links in the folders of the path are not followed.
bool leads_through_link(const fs::path& root, const std::string& path) {
  std::error_code error;
  fs::path at = root;
  for (const fs::path& part : fs::path(path).parent_path()) {
    at /= part;
    if (fs::is_symlink(fs::symlink_status(at, error))) return true;
  }
  return false;
}

Result<std::string> read_in_folder(const fs::path& root, const Overlay& overlay,
                                   const std::string& path) {
  if (!is_inner_path(path) || leads_through_link(root, path))
    return fail(ErrorCode::not_found, "'{}' is no file of the print", path);
  if (const auto moved = overlay.moved.find(path); moved != overlay.moved.end()) {
    // Where a writer has just put it in place, it is there.
    if (auto content = read_regular_file(moved->second)) return content;
  }
  return read_regular_file(root / path);
}

// ---- artifacts ------------------------------------------------------------------------------

using Paths = std::unordered_set<std::string_view>;

Artifact read_text(const FileSource& source, const Paths& paths, const std::string& path) {
  Artifact artifact;
  artifact.present = paths.contains(path);
  if (!artifact.present) return artifact;
  auto text = source.read(path);
  if (text)
    artifact.value = make_string(*std::move(text));
  else
    artifact.error = text.error();
  return artifact;
}

Artifact read_document(const FileSource& source, const Paths& paths, const std::string& path) {
  Artifact artifact = read_text(source, paths, path);
  if (!artifact.present || artifact.error) return artifact;
  auto value = parse_yaml(artifact.value.text);
  if (value) {
    artifact.value = *std::move(value);
  } else {
    artifact.error = value.error().within(path);
    artifact.value = {};
  }
  return artifact;
}

std::vector<TableFiles> tables_of(const Artifact& manifest) {
  std::vector<TableFiles> tables;
  const Value* const entries = manifest.value.find("tables");
  if (entries == nullptr || entries->kind != Value::Kind::map) return tables;
  tables.resize(entries->items.size());
  for (std::size_t i = 0; i < tables.size(); ++i) {
    tables[i].fqn = entries->keys[i];
    tables[i].entry = entries->items[i];
  }
  return tables;
}

void read_table(const FileSource& source, const Paths& paths, TableFiles& table) {
  const Value* const path = table.entry.find("path");
  if (path == nullptr || path->kind != Value::Kind::string || !is_inner_path(path->text)) return;
  const std::string folder = path->text + "/";
  table.ddl = read_text(source, paths, folder + "ddl.sql");
  table.statistics = read_document(source, paths, folder + "statistics.yaml");
  table.relationships = read_document(source, paths, folder + "relationships.yaml");
  table.statistics_annotations =
      read_document(source, paths, folder + "statistics.annotations.yaml");
  table.relationships_annotations =
      read_document(source, paths, folder + "relationships.annotations.yaml");
  table.has_description = paths.contains(folder + "description.md");
}

}  // namespace

FileSource folder_source(const fs::path& root) {
  auto overlay = std::make_shared<const Overlay>(overlay_of(root));
  return {
      fmt::format("the folder '{}'", root.string()), [root] { return list_folder(root); },
      [root, overlay](const std::string& path) { return read_in_folder(root, *overlay, path); }};
}

PrintFiles load_files(const FileSource& source, unsigned threads) {
  PrintFiles files;
  files.description = source.description;
  files.paths = source.list();
  std::ranges::sort(files.paths);
  const Paths paths(files.paths.begin(), files.paths.end());
  files.manifest = read_document(source, paths, "manifest.yaml");
  files.manifest_annotations = read_document(source, paths, "manifest.annotations.yaml");
  files.diff = read_document(source, paths, "diff.yaml");
  files.has_reading_guide = paths.contains("reading.md");
  files.tables = tables_of(files.manifest);
  run_tasks(
      files.tables.size(), threads,
      [&](std::size_t, std::size_t index) { read_table(source, paths, files.tables[index]); },
      [] { return false; });
  return files;
}

}  // namespace leeway::print
