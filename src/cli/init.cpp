#include <filesystem>

#include "base/files.h"
#include "cli/command.h"

namespace leeway::cli {
namespace {

constexpr std::string_view starter =
    R"(# A leeway project: what to copy, where to, and how. docs/config.md lists every key.

[adapter]
type = "duckdb"
path = "warehouse.duckdb"

[pipeline.main]
strategy = "incremental"          # or full_refresh, merge, view
timestamp_column = "updated_at"   # moves forward with every new row

# Schemas named raw__<source> are copied ...
[pipeline.main.source.schema_pattern]
prefix = "raw__"
separator = "__"
components = ["source"]

# ... to schemas named staging__<source>, in the same database.
[pipeline.main.target]
catalog_template = ""
schema_template = "staging__{source}"

[pipeline.main.target.governance]
auto_create_schemas = true

[pipeline.main.checks]
row_count = true
column_match = true
)";

int execute(Invocation& invocation) {
  const std::filesystem::path folder = invocation.arguments.value("folder").value_or(".");
  const auto file = folder / "leeway.toml";
  if (std::filesystem::exists(file))
    return invocation.report(
        {ErrorCode::usage, "'" + file.string() + "' exists already and was left as it is", {}});
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (const Status written = write_file_atomically(file, starter); !written)
    return invocation.report(written.error());
  using std::filesystem::perms;
  std::filesystem::permissions(
      file, perms::owner_read | perms::owner_write | perms::group_read | perms::others_read,
      failed);
  invocation.print("Wrote " + file.string() +
                   "\nEdit the adapter's path, then: leeway doctor, leeway plan, leeway run\n");
  return exit_success;
}

}  // namespace

Command init_command() {
  return {"init",
          "Write a starter leeway.toml",
          {{"folder", "FOLDER", "Where to (default: here)", false, {}, {}}},
          execute,
          {},
          "leeway init shop && leeway -c shop/leeway.toml validate"};
}

}  // namespace leeway::cli
