// A fault put into a well-formed print, and the codes it must give.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "print/check.h"
#include "unit/print/memory_source.h"

namespace leeway::print::testing_support {

// The print in wellformed/: every block and marker of the format stands in it somewhere, and all
// its numbers agree.
inline FileMap wellformed_print() {
  const auto source =
      folder_source(std::filesystem::path(LEEWAY_SOURCE_DIR) / "tests/unit/print/wellformed");
  FileMap files;
  for (const auto& path : source.list()) files[path] = source.read(path).value_or("");
  return files;
}

// Replaces the first `from` behind the first `after` (both in `file`). An empty `from` adds `to` at
// the end of the file, which is made where there is none; a `from` of "*" is the whole file, and
// then an empty `to` removes it.
struct Edit {
  std::string file;
  std::string after;
  std::string from;
  std::string to;
};

inline void edit_file(FileMap& files, const Edit& edit) {
  std::string& text = files[edit.file];
  if (edit.from.empty()) {
    text += edit.to;
  } else if (edit.from == "*") {
    text = edit.to;
    if (text.empty()) files.erase(edit.file);
  } else {
    const auto start = text.find(edit.after);
    ASSERT_NE(start, std::string::npos) << edit.file << ": " << edit.after;
    const auto at = text.find(edit.from, start);
    ASSERT_NE(at, std::string::npos) << edit.file << ": " << edit.from;
    text.replace(at, edit.from.size(), edit.to);
  }
}

enum class Severity { error, warning };

struct Mutation {
  std::string code;
  Severity severity;
  std::vector<Edit> edits;
  std::set<std::string> also = {};  // codes that the same fault must give as well
};

inline std::string told(const std::vector<Issue>& issues) {
  std::string text;
  for (const auto& issue : issues)
    text +=
        (issue.error ? "E " : "W ") + issue.code + " " + issue.path + ": " + issue.detail + "\n";
  return text;
}

inline std::vector<Issue> validate(const FileMap& files, const std::string& adapter = "duckdb") {
  return validate_print(load_files(memory_source(files)), adapter);
}

inline void expect_finding(const Mutation& mutation, FileMap files = wellformed_print()) {
  for (const auto& edit : mutation.edits) edit_file(files, edit);
  const auto issues = validate(files);
  std::set<std::string> expected = mutation.also;
  expected.insert(mutation.code);
  std::set<std::string> found;
  for (const auto& issue : issues) {
    found.insert(issue.code);
    if (issue.code != mutation.code) continue;
    EXPECT_EQ(issue.error, mutation.severity == Severity::error) << issue.code;
    EXPECT_TRUE(issue.spec_ref.starts_with("§")) << issue.code;
    EXPECT_FALSE(issue.detail.empty()) << issue.code;
    EXPECT_FALSE(issue.path.empty()) << issue.code;
  }
  EXPECT_EQ(found, expected) << mutation.code << ", " << mutation.edits.front().from << " -> "
                             << mutation.edits.front().to << "\n"
                             << told(issues);
}

// One edit of one statistics file, behind the name of a column.
struct Fault {
  std::string code;
  std::string column;  // empty: from the top of the file
  std::string from;
  std::string to;
  std::set<std::string> also = {};
  Severity severity = Severity::error;
};

inline void expect_faults(const std::string& table, const std::vector<Fault>& faults) {
  for (const auto& [code, column, from, to, also, severity] : faults)
    expect_finding({code,
                    severity,
                    {{"shop/main/" + table + "/statistics.yaml",
                      column.empty() ? "" : "\n  " + column + ":", from, to}},
                    also});
}

}  // namespace leeway::print::testing_support
