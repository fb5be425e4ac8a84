// Files of a print, from a folder or from a git revision, read and understood.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "print/print.h"

namespace leeway::print {

// Where files come from. Paths are relative to the connection's root, '/'-separated.
struct FileSource {
  std::string description;  // for errors: the folder, or "REVISION:folder"
  std::function<std::vector<std::string>()> list;
  // Errors: not_found, io.
  std::function<Result<std::string>(const std::string& path)> read;
};

// Symbolic links below `root` are left out. What an interrupted write had committed is read as if
// it were finished (files.h); what it had not is not seen.
FileSource folder_source(const std::filesystem::path& root);
// The files below `root` (inside a git work tree) as `revision` has them, read with the git program
// in a fixed number of processes. Errors: not_found (no such revision, no repository, no git).
Result<FileSource> git_source(const std::filesystem::path& root, const std::string& revision);

// Reads YAML 1.2 text; scalars are typed by the core schema, quoted ones are strings. An empty text
// is null. Refused (config, with line and column): a key that stands twice, a key that is no
// scalar, tags beyond the core schema; more than 64 MiB, two million values (aliases counted as
// what they stand for) or a hundred levels.
Result<Value> parse_yaml(std::string_view text);

// One artifact: absent, not readable as YAML, or its value (a string value for ddl.sql).
struct Artifact {
  bool present = false;
  std::optional<Error> error;
  Value value;
};

struct TableFiles {
  std::string fqn;
  Value entry;  // of the manifest
  Artifact ddl;
  Artifact statistics;
  Artifact relationships;
  Artifact statistics_annotations;
  Artifact relationships_annotations;
  bool has_description = false;
};

// The hashes of a sketch as artifacts hold them; nullopt for what is no base64 of 8-byte numbers.
std::optional<std::vector<std::uint64_t>> decode_hashes(std::string_view base64);

// Every artifact of one print, parsed once; both the validator and the decoder work on it.
struct PrintFiles {
  std::string description;
  std::vector<std::string> paths;  // every file there is, in byte order
  Artifact manifest;
  Artifact manifest_annotations;
  Artifact diff;
  bool has_reading_guide = false;
  std::vector<TableFiles> tables;  // in manifest order
};

// Reads with several threads. Never fails: what could not be read is told in its Artifact.
PrintFiles load_files(const FileSource& source, unsigned threads = 2);

// The print the files hold. An artifact that cannot be understood is absent from its table.
// Errors: not_found (no manifest), integrity (a manifest that is no manifest, or of another major
// version).
Result<Print> decode(const PrintFiles& files);

}  // namespace leeway::print
