// A print's files held in memory.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "print/decode.h"
#include "print/encode.h"

namespace leeway::print::testing_support {

using FileMap = std::map<std::string, std::string>;

inline FileSource memory_source(const FileMap& files) {
  return {"memory",
          [files] {
            std::vector<std::string> paths;
            for (const auto& [path, content] : files) paths.push_back(path);
            return paths;
          },
          [files](const std::string& path) -> Result<std::string> {
            const auto found = files.find(path);
            if (found == files.end()) return fail(ErrorCode::not_found, "no file '{}'", path);
            return found->second;
          }};
}

inline FileMap files_of(const Print& print) {
  FileMap files = {{"manifest.yaml", to_yaml(encode_manifest(print))}};
  for (const TablePrint& table : print.tables) {
    if (table.ddl) files[table.path + "/ddl.sql"] = *table.ddl;
    if (table.statistics)
      files[table.path + "/statistics.yaml"] = to_yaml(encode_statistics(table));
    if (table.relationships)
      files[table.path + "/relationships.yaml"] = to_yaml(encode_relationships(table));
  }
  return files;
}

}  // namespace leeway::print::testing_support
