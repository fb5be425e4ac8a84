#include "cli/print_options.h"
#include "cli/render.h"
#include "output/print_report.h"

namespace leeway::cli {
namespace {

int exit_code_of(print::GenerateOutcome outcome) {
  switch (outcome) {
    case print::GenerateOutcome::unchanged:
      return exit_success;
    case print::GenerateOutcome::shape_changed:
      return exit_drift;
    case print::GenerateOutcome::partial:
      return exit_partial_print;
    case print::GenerateOutcome::nothing_read:
      return exit_nothing_read;
  }
  return exit_failure;
}

int generate(const PrintWork& work, const print::GenerateOptions& options) {
  Invocation& invocation = work.invocation;
  const auto report = print::generate(work.request(), options);
  if (!report) return report_print(invocation, report.error());
  invocation.tell(output::generate_to_text(*report, work.connection.name, style_of(invocation)));
  return exit_code_of(report->outcome);
}

int execute(Invocation& invocation) {
  const print::GenerateOptions options{invocation.arguments.flag("force"),
                                       invocation.arguments.flag("dry-run"),
                                       invocation.arguments.flag("fail-fast")};
  return for_each_connection(invocation,
                             [&](const PrintWork& work) { return generate(work, options); });
}

}  // namespace

Command generate_command() {
  return {"generate",
          "Print a database and what moved since",
          {connection_option(),
           project_option(),
           {"--force", "", "Read every table again, fresh or not", false, {}, {}},
           {"--dry-run", "", "Read and compare, write nothing", false, {}, {}},
           include_option(),
           exclude_option(),
           {"--fail-fast", "", "Stop at the first table that fails", false, {}, {}}},
          execute,
          {},
          "leeway generate --include 'shop.main.*'"};
}

}  // namespace leeway::cli
