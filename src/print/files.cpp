#include "print/files.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "print/decode.h"
#include "print/encode.h"
#include "print/files_steps.h"

namespace leeway::print {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(path, ignored));
}

// ---- the manifest ---------------------------------------------------------------------------

void erase_key(Value& map, std::string_view key) {
  const auto found = std::ranges::find(map.keys, key);
  if (found == map.keys.end()) return;
  map.items.erase(map.items.begin() + (found - map.keys.begin()));
  map.keys.erase(found);
}

void list_human_files(const fs::path& folder, Value& artifacts) {
  constexpr std::array<std::pair<const char*, const char*>, 3> human = {{
      {"description", "description.md"},
      {"statistics_annotations", "statistics.annotations.yaml"},
      {"relationships_annotations", "relationships.annotations.yaml"},
  }};
  for (const auto& [key, file] : human) {
    erase_key(artifacts, key);
    if (is_file(folder / file)) artifacts.set(key, make_string(file));
  }
}

// The manifest with those files of people that are there, whatever the print knew of them.
Value manifest_of(const Print& print, const fs::path& root) {
  constexpr const char* annotations = "manifest.annotations.yaml";
  Value manifest = encode_manifest(print);
  Value tables = std::move(manifest.items.back());
  erase_key(manifest, "tables");
  erase_key(manifest, "manifest_annotations");
  for (std::size_t i = 0; i < print.tables.size(); ++i) {
    Value& entry = tables.items[i];
    const auto at = std::ranges::find(entry.keys, "artifacts") - entry.keys.begin();
    list_human_files(root / print.tables[i].path, entry.items[static_cast<std::size_t>(at)]);
  }
  if (is_file(root / annotations)) manifest.set("manifest_annotations", make_string(annotations));
  manifest.set("tables", std::move(tables));
  return manifest;
}

bool says_the_same(const fs::path& old_file, Value manifest) {
  const auto text = read_regular_file(old_file);
  if (!text) return false;
  auto old = parse_yaml(*text);
  if (!old || old->kind != Value::Kind::map) return false;
  erase_key(*old, "generated_at");
  erase_key(manifest, "generated_at");
  return *old == manifest;
}

// ---- staging --------------------------------------------------------------------------------

class Stage {
 public:
  Stage(const fs::path& root, FileSteps& steps) : root_(root), steps_(steps) {}

  Status open() { return steps_.make_folders(stage_folder(root_)); }

  Status write(const std::string& path, std::string_view content) {
    LEEWAY_CHECK(check_target(root_, path));
    const std::string name = fmt::format("{:06}", journal_.moves.size());
    LEEWAY_CHECK(steps_.write_new(stage_folder(root_) / name, content));
    journal_.moves.push_back({name, path});
    return {};
  }

  Status remove(const std::string& path) {
    LEEWAY_CHECK(check_target(root_, path));
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(root_ / path, ignored))) journal_.removes.push_back(path);
    return {};
  }

  // After this the new print is the print.
  Status commit() {
    LEEWAY_CHECK(steps_.sync_file_system(stage_folder(root_)));
    LEEWAY_CHECK(steps_.write_new(journal_draft(root_), to_text(journal_)));
    LEEWAY_CHECK(steps_.sync_file(journal_draft(root_)));
    LEEWAY_CHECK(steps_.sync_folder(run_folder(root_)));
    return steps_.rename(journal_draft(root_), journal_file(root_));
  }

  Status finish() {
    LEEWAY_CHECK(steps_.sync_folder(run_folder(root_)));
    return print::finish(root_, journal_, steps_);
  }

 private:
  const fs::path& root_;
  FileSteps& steps_;
  Journal journal_;
};

Status stage_table(const TablePrint& table, Stage& stage) {
  const auto place = [&](const char* file, bool present, const auto& make) -> Status {
    const std::string path = table.path + "/" + file;
    return present ? stage.write(path, make()) : stage.remove(path);
  };
  LEEWAY_CHECK(place("ddl.sql", table.ddl.has_value(), [&] { return *table.ddl; }));
  LEEWAY_CHECK(place("statistics.yaml", table.statistics.has_value(),
                     [&] { return to_yaml(encode_statistics(table)); }));
  return place("relationships.yaml", table.relationships.has_value(),
               [&] { return to_yaml(encode_relationships(table)); });
}

Status stage_removals(const WriteRequest& request, Stage& stage) {
  constexpr std::array<const char*, 3> produced = {"ddl.sql", "statistics.yaml",
                                                   "relationships.yaml"};
  std::set<std::string> kept;
  for (const TablePrint& table : request.print->tables) kept.insert(table.path);
  for (const std::string& path : request.removed_paths) {
    if (kept.contains(path)) continue;
    for (const char* const file : produced) LEEWAY_CHECK(stage.remove(path + "/" + file));
  }
  return {};
}

Status stage_print(const WriteRequest& request, Stage& stage) {
  LEEWAY_CHECK(stage.open());
  for (const TablePrint& table : request.print->tables) {
    if (!table.carried) LEEWAY_CHECK(stage_table(table, stage));
  }
  LEEWAY_CHECK(stage_removals(request, stage));
  LEEWAY_CHECK(stage.write("reading.md", reading_guide()));
  if (!request.diff_yaml.empty()) LEEWAY_CHECK(stage.write("diff.yaml", request.diff_yaml));
  const Value manifest = manifest_of(*request.print, request.root);
  if (says_the_same(request.root / "manifest.yaml", manifest)) return {};
  return stage.write("manifest.yaml", to_yaml(manifest));
}

Error before_commit(Error error, const fs::path& root) {
  error.message += fmt::format(". The print in '{}' is as it was before", root.string());
  return error;
}

Error after_commit(Error error, const fs::path& root) {
  error.message = fmt::format(
      "the new print is saved in '{}', but not all of its files are in "
      "their places: {}",
      run_folder(root).string(), error.message);
  error.hint = "leeway reads the new print. The next 'leeway generate' puts the rest in place.";
  return error;
}

}  // namespace

Status write_print(const WriteRequest& request) {
  std::optional<PrintLock> lock;
  if (request.lock == nullptr) {
    LEEWAY_TRY(PrintLock acquired, PrintLock::acquire(request.root, request.before_step));
    lock.emplace(std::move(acquired));
  }
  FileSteps steps(request.before_step);
  Stage stage(request.root, steps);
  Status written = stage_print(request, stage);
  if (written) written = stage.commit();
  if (!written) {
    [[maybe_unused]] const Status discarded = settle(request.root, steps);
    return std::unexpected(before_commit(written.error(), request.root));
  }
  if (const Status finished = stage.finish(); !finished)
    return std::unexpected(after_commit(finished.error(), request.root));
  return {};
}

}  // namespace leeway::print
