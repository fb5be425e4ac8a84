#include <iostream>
#include <iterator>

#include "cli/command.h"
#include "output/rows.h"
#include "output/yaml.h"
#include "pipeline/databases.h"

namespace leeway::cli {
namespace {

constexpr std::size_t most_rows = 1000000;

Result<std::string> adapter_name(const Invocation& invocation, const config::Project& project) {
  if (const auto asked = invocation.arguments.value("adapter")) return *asked;
  if (project.adapters.size() == 1) return project.adapters.begin()->first;
  if (project.adapters.contains("default")) return "default";
  std::vector<std::string> names;
  for (const auto& [name, adapter] : project.adapters) names.push_back(name);
  return fail(ErrorCode::usage, "the project has several adapters ({}). Use --adapter NAME",
              fmt::join(names, ", "));
}

std::string statement_text(const Invocation& invocation) {
  const std::string text = *invocation.arguments.value("sql");
  if (text != "-") return text;
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

std::string format_of(const Invocation& invocation) {
  if (const auto asked = invocation.arguments.value("format")) return *asked;
  switch (invocation.output) {
    case OutputMode::json:
      return "json";
    case OutputMode::yaml:
      return "yaml";
    case OutputMode::md:
      return "md";
    case OutputMode::table:
      break;
  }
  return "table";
}

Result<engines::RowSet> ask(Invocation& invocation) {
  LEEWAY_TRY(const auto project, invocation.load_project());
  LEEWAY_TRY(const auto name, adapter_name(invocation, project));
  LEEWAY_TRY(const auto database, pipeline::open_adapter(project, name, pipeline::Access::create));
  LEEWAY_TRY(const auto session, database->connect());
  const std::stop_callback interrupt(invocation.stop, [&] { session->interrupt(); });
  return session->run_script(statement_text(invocation), most_rows);
}

int execute(Invocation& invocation) {
  const auto rows = ask(invocation);
  if (!rows) return invocation.report(rows.error());
  const std::string format = format_of(invocation);
  if (format == "json")
    invocation.print_rows(output::rows_to_json(*rows));
  else if (format == "csv")
    invocation.print_rows(output::rows_to_csv(*rows));
  else if (format == "yaml")
    invocation.print_rows(output::json_to_yaml(output::rows_to_json(*rows)));
  else if (format == "md")
    invocation.print_rows("```text\n" + output::rows_to_table(*rows) + "```\n");
  else
    invocation.print_rows(output::rows_to_table(*rows));
  if (rows->truncated && format != "table")
    return invocation.report(
        {ErrorCode::unsupported,
         "the result was cut after " + std::to_string(rows->rows.size()) + " rows",
         "Write it with COPY ... TO, or ask for less."});
  if (rows->truncated)
    invocation.warn("only the first " + std::to_string(rows->rows.size()) +
                    " rows are shown; add a LIMIT or write them with COPY");
  return exit_success;
}

}  // namespace

Command query_command() {
  return {"query",
          "Run SQL on an adapter and print the last result",
          {{"sql", "SQL", "One or more statements; - reads stdin", true, {}, {}},
           {"--adapter", "NAME", "The adapter, where the project has several", false, {}, {}},
           {"--format", "FORMAT", "table, csv or json", false, {"table", "csv", "json"}, {}}},
          execute,
          {},
          "leeway query \"SELECT count(*) FROM staging__shop.orders\""};
}

}  // namespace leeway::cli
