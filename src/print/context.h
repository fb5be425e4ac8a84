// What a print says about some tables, put together for someone who is about to query them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "print/decode.h"
#include "print/print.h"

namespace leeway::print {

enum class ContextPurpose {
  profile,  // everything measured
  query,    // definitions, join paths, a dictionary of columns and their values; no statistics
};

struct ContextOptions {
  std::string target = "*";  // a name or a glob over names
  ContextPurpose purpose = ContextPurpose::profile;
  bool ddl = true;
  bool relationships = true;
  bool description = true;
  bool annotations = true;
  bool stats = true;
};

struct ContextTable {
  const TablePrint* table = nullptr;
  std::string description;       // description.md
  Value statistics_annotations;  // null where there are none
  Value relationships_annotations;
};

struct Context {
  std::string connection;
  std::string notes;  // of manifest.annotations.yaml
  ContextOptions options;
  std::vector<ContextTable> tables;
};

// REQUIRES: `print` and `files` are of one print and outlive the result. Errors: not_found (no
// table matches; names the nearest).
Result<Context> collect_context(const Print& print, const PrintFiles& files,
                                const FileSource& source, const ContextOptions& options);

// The same as one document, without sketches.
Value encode_context(const Context& context);

}  // namespace leeway::print
