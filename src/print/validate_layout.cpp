// The files of a print and its manifest.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "print/validation.h"

namespace leeway::print::validation {
namespace {

constexpr std::array<std::string_view, 4> root_files{"manifest.yaml", "reading.md", "diff.yaml",
                                                     "manifest.annotations.yaml"};
constexpr std::array<std::string_view, 6> table_files{"ddl.sql",
                                                      "statistics.yaml",
                                                      "relationships.yaml",
                                                      "description.md",
                                                      "statistics.annotations.yaml",
                                                      "relationships.annotations.yaml"};
constexpr std::array<std::string_view, 3> produced_files{"ddl.sql", "statistics.yaml",
                                                         "relationships.yaml"};

template <std::size_t count>
bool contains(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// Levels of folders from the root to a table's folder, by adapter; later producers put the database
// before the schema where the first version did not.
bool is_depth_of(std::string_view adapter, std::size_t depth) {
  if (adapter == "snowflake" || adapter == "duckdb") return depth == 3;
  if (adapter == "mysql" || adapter == "clickhouse" || adapter == "bigquery") return depth == 2;
  if (adapter == "postgres" || adapter == "redshift" || adapter == "databricks")
    return depth == 2 || depth == 3;
  return true;
}

bool is_segment(std::string_view segment) {
  constexpr std::string_view first = "abcdefghijklmnopqrstuvwxyz0123456789_";
  constexpr std::string_view later = "abcdefghijklmnopqrstuvwxyz0123456789_.-";
  return !segment.empty() && first.contains(segment[0]) &&
         segment.find_first_not_of(later) == std::string_view::npos;
}

// What the manifest says is there.
struct Declared {
  std::set<std::string, std::less<>> folders;
  std::set<std::string, std::less<>> files;
};

void check_path(const std::string& path, const Declared& declared, std::string_view adapter,
                Findings& findings) {
  const auto segments = split(path, "/");
  const std::string& name = segments.back();
  if (segments.size() == 1) {
    if (!contains(root_files, name) && !name.starts_with('.'))
      findings.add("layout.unknown-file", {path, ""}, "no file of a print has this name");
    return;
  }
  if (segments[0].starts_with('.')) return;
  for (std::size_t i = 0; i + 1 < segments.size(); ++i)
    if (!is_segment(segments[i]))
      return findings.add("layout.invalid-path-segment", {path, ""},
                          fmt::format("'{}' is no lower-case name", printable(segments[i])));
  const std::string folder = path.substr(0, path.size() - name.size() - 1);
  if (!is_depth_of(adapter, segments.size() - 1))
    findings.add("layout.unexpected-directory-level", {path, ""},
                 fmt::format("tables of {} are not {} folders deep", adapter, segments.size() - 1));
  if (!contains(table_files, name))
    findings.add("layout.unknown-file", {path, ""}, "no file of a table has this name");
  else if (contains(produced_files, name) ? !declared.files.contains(path)
                                          : !declared.folders.contains(folder))
    findings.add("manifest.orphaned-artifact", {path, ""}, "no entry of the manifest names it");
}

void check_yaml(const Artifact& artifact, const std::string& path, Findings& findings) {
  if (artifact.present && artifact.error)
    findings.add("schema.invalid-yaml", {path, ""}, artifact.error->message);
}

constexpr std::array<Field, 10> manifest_fields{
    {{"generated_at", FieldType::instant, true},
     {"connection", FieldType::text, true},
     {"adapter", FieldType::text, true},
     {"dbprint_version", FieldType::text, true},
     {"statistics_params", FieldType::map, true},
     {"selectors", FieldType::map, true},
     {"redaction_rules_configured", FieldType::integer, true},
     {"default_collation", FieldType::text, true},
     {"manifest_annotations", FieldType::text, false},
     {"tables", FieldType::map, true}}};

constexpr std::array<Field, 8> entry_fields{{{"type", FieldType::text, true},
                                             {"path", FieldType::text, true},
                                             {"artifacts", FieldType::map, true},
                                             {"columns", FieldType::integer, true},
                                             {"profiled_at", FieldType::instant, true},
                                             {"row_count", FieldType::integer, false},
                                             {"max_age_days", FieldType::integer, false},
                                             {"statistics_params", FieldType::map, false}}};

constexpr std::array<Field, 2> selector_fields{
    {{"include", FieldType::list, true}, {"exclude", FieldType::list, true}}};

struct ArtifactName {
  std::string_view key;
  std::string_view file;
};
constexpr std::array<ArtifactName, 6> artifact_names{
    {{"ddl", "ddl.sql"},
     {"statistics", "statistics.yaml"},
     {"relationships", "relationships.yaml"},
     {"description", "description.md"},
     {"statistics_annotations", "statistics.annotations.yaml"},
     {"relationships_annotations", "relationships.annotations.yaml"}}};

void check_artifacts(const TableFiles& table, const std::string& folder,
                     const std::vector<std::string>& paths, const Place& place,
                     Findings& findings) {
  const Value* artifacts = map(table.entry.find("artifacts"));
  if (!artifacts) return;
  if (!artifacts->find("ddl"))
    findings.add("schema.missing-required-field", place.at("artifacts"), "'ddl' is missing");
  for (const auto& [key, file] : artifact_names) {
    const Value* named = artifacts->find(key);
    if (!named) continue;
    const std::string path = folder + "/" + named->text;
    if (!std::ranges::binary_search(paths, path))
      findings.add("manifest.missing-artifact", place.at(fmt::format("artifacts.{}", key)),
                   fmt::format("there is no file '{}'", path));
  }
}

void check_fqns(const TableFiles& table, const std::string& folder, Findings& findings) {
  const auto check = [&](const Artifact& artifact, std::string_view file) {
    const auto name = text(artifact.value.find("table"));
    if (name && *name != table.fqn)
      findings.add("manifest.table-fqn-mismatch", {fmt::format("{}/{}", folder, file), "table"},
                   fmt::format("the manifest calls it '{}', the file '{}'", table.fqn, *name));
  };
  check(table.statistics, "statistics.yaml");
  check(table.relationships, "relationships.yaml");
}

void check_column_count(const TableFiles& table, const Place& place, Findings& findings) {
  const auto declared = integer(table.entry.find("columns"));
  const Value* columns = map(table.statistics.value.find("columns"));
  if (!declared || !columns) return;
  if (columns->items.empty() && table.statistics.value.find("scope")) return;
  if (*declared != std::ssize(columns->items))
    findings.add("manifest.columns-count-mismatch", place.at("columns"),
                 fmt::format("the manifest says {}, statistics.yaml holds {}", *declared,
                             columns->items.size()));
}

void check_ddl(const TableFiles& table, const std::string& folder, Findings& findings) {
  if (!table.ddl.present || table.ddl.error) return;
  const Place place{folder + "/ddl.sql", ""};
  if (trim(table.ddl.value.text).empty())
    findings.add("ddl.empty-file", place, "the file is empty");
  else if (!table.ddl.value.text.ends_with('\n'))
    findings.add("ddl.missing-trailing-newline", place, "the last line has no end");
}

void check_selectors(const PrintFiles& files, Findings& findings) {
  const Value* own = map(files.manifest.value.find("selectors"));
  const Value* target = map(files.diff.value.find("target"));
  const Value* other = target ? map(target->find("selectors")) : nullptr;
  if (own && other &&
      (texts(own->find("include")) != texts(other->find("include")) ||
       texts(own->find("exclude")) != texts(other->find("exclude"))))
    findings.add("manifest.selectors-mismatch-diff", {"manifest.yaml", "selectors"},
                 "diff.yaml was made with other selectors");
}

}  // namespace

void check_layout(const PrintFiles& files, const std::string& adapter, Findings& findings) {
  if (!files.manifest.present)
    findings.add("layout.missing-manifest", {"manifest.yaml", ""}, "there is no manifest.yaml");
  if (!files.has_reading_guide)
    findings.add("layout.missing-reading-guide", {"reading.md", ""}, "there is no reading.md");
  if (!files.diff.present && !files.tables.empty())
    findings.add("layout.missing-diff", {"diff.yaml", ""}, "there is no diff.yaml");
  Declared declared;
  for (const auto& table : files.tables) {
    const auto folder = text(table.entry.find("path"));
    if (!folder) continue;
    declared.folders.insert(*folder);
    if (const Value* artifacts = map(table.entry.find("artifacts")))
      for (const auto& file : artifacts->items) declared.files.insert(*folder + "/" + file.text);
  }
  for (const auto& path : files.paths) check_path(path, declared, adapter, findings);
  check_yaml(files.manifest, "manifest.yaml", findings);
  check_yaml(files.manifest_annotations, "manifest.annotations.yaml", findings);
  check_yaml(files.diff, "diff.yaml", findings);
  for (const auto& table : files.tables) {
    const std::string folder = text(table.entry.find("path")).value_or("") + "/";
    check_yaml(table.statistics, folder + "statistics.yaml", findings);
    check_yaml(table.relationships, folder + "relationships.yaml", findings);
    check_yaml(table.statistics_annotations, folder + "statistics.annotations.yaml", findings);
    check_yaml(table.relationships_annotations, folder + "relationships.annotations.yaml",
               findings);
  }
}

void check_manifest(const PrintFiles& files, Findings& findings) {
  if (!files.manifest.present || files.manifest.error) return;
  const Place place{"manifest.yaml", ""};
  const Value& manifest = files.manifest.value;
  if (!check_version(manifest, place, findings)) return;
  check_fields(manifest, manifest_fields, place, findings);
  if (const Value* selectors = map(manifest.find("selectors")))
    check_fields(*selectors, selector_fields, place.at("selectors"), findings);
  if (manifest.find("manifest_annotations") && !files.manifest_annotations.present)
    findings.add("manifest.missing-artifact", place.at("manifest_annotations"),
                 "there is no file 'manifest.annotations.yaml'");
  for (const auto& table : files.tables) {
    const Place entry{"manifest.yaml", "tables." + table.fqn};
    check_fields(table.entry, entry_fields, entry, findings);
    const std::string folder = text(table.entry.find("path")).value_or("");
    check_artifacts(table, folder, files.paths, entry, findings);
    check_fqns(table, folder, findings);
    check_column_count(table, entry, findings);
    check_ddl(table, folder, findings);
  }
  check_selectors(files, findings);
}

}  // namespace leeway::print::validation
