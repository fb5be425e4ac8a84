#include "cli/print_options.h"
#include "cli/render.h"
#include "output/print_json.h"
#include "output/print_report.h"
#include "print/encode.h"
#include "print/overview.h"

namespace leeway::cli {
namespace {

int execute(Invocation& invocation) {
  std::vector<print::Overview> overviews;
  const int code = for_each_connection(invocation, [&](const PrintWork& work) {
    const auto print = print::committed_print(work.connection);
    if (!print) return report_print(invocation, print.error());
    const auto overview =
        print::overview(*print, work.connection, to_rfc3339(invocation.clock.now()));
    if (!overview) return report_print(invocation, overview.error());
    overviews.push_back(*overview);
    return exit_success;
  });
  const std::string format = format_of(invocation);
  const auto document = [&] {
    print::Value list = print::make_list();
    for (const auto& overview : overviews) list.items.push_back(print::encode_overview(overview));
    print::Value value = print::make_map();
    value.set("connections", std::move(list));
    return value;
  };
  if (format == "json")
    invocation.print(output::value_to_json(document()));
  else if (format == "yaml")
    invocation.print(print::to_yaml(document()));
  else
    invocation.print(output::overviews_to_text(overviews, style_of(invocation)));
  return code;
}

}  // namespace

Command list_command() {
  return {"list",
          "List committed prints and their age",
          {connection_option(), project_option(), format_option({"human", "json", "yaml"})},
          execute,
          {},
          "leeway list --format json"};
}

}  // namespace leeway::cli
