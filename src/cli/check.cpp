#include <algorithm>

#include "cli/print_options.h"
#include "cli/render.h"
#include "output/print_json.h"
#include "output/print_report.h"
#include "print/encode.h"

namespace leeway::cli {
namespace {

bool has_error(const std::vector<print::Issue>& issues) {
  return std::ranges::any_of(issues, &print::Issue::error);
}

// The worst of everything found.
int exit_code_of(const print::CheckReport& report) {
  int code = exit_success;
  const auto at_least = [&](bool holds, int candidate) {
    if (holds) code = std::max(code, candidate);
  };
  at_least(has_error(report.structure), exit_failure);
  at_least(!report.stale.empty(), exit_stale);
  at_least(!report.drift.empty() || !report.distribution.empty(), exit_drift);
  at_least(report.online_error.has_value(), exit_connection);
  at_least(report.online && !report.online->reading.failed.empty(), exit_partial_print);
  at_least(has_error(report.assertions), exit_assertion);
  return code;
}

struct Checked {
  std::string connection;
  print::CheckReport report;
  int code = 0;
};

std::string render_checks(const Invocation& invocation, const std::vector<Checked>& checked) {
  const std::string format = format_of(invocation);
  if (format == "json" || format == "yaml") {
    print::Value list = print::make_list();
    for (const auto& one : checked)
      list.items.push_back(output::check_document(one.report, one.connection, one.code));
    print::Value document = print::make_map();
    document.set("connections", std::move(list));
    return format == "json" ? output::value_to_json(document) : print::to_yaml(document);
  }
  std::string text;
  for (const auto& one : checked)
    text += format == "md"
                ? output::check_to_markdown(one.report, one.connection, one.code)
                : output::check_to_text(one.report, one.connection, one.code, style_of(invocation));
  return text;
}

int execute(Invocation& invocation) {
  print::CheckOptions options;
  options.online = invocation.arguments.flag("online");
  if (const auto text = invocation.arguments.value("max-age")) {
    const auto days = print::parse_max_age(*text);
    if (!days) return report_print(invocation, days.error());
    options.max_age_days = *days;
  }
  std::vector<Checked> checked;
  const int code = for_each_connection(invocation, [&](const PrintWork& work) {
    auto report = print::check(work.request(), options);
    if (!report) return report_print(invocation, report.error());
    const int worst = exit_code_of(*report);
    checked.push_back({work.connection.name, std::move(*report), worst});
    return worst;
  });
  if (!checked.empty()) invocation.print(render_checks(invocation, checked));
  return code;
}

}  // namespace

Command check_command() {
  return {
      "check",
      "Is the print well formed, fresh, still true?",
      {connection_option(),
       project_option(),
       {"--max-age", "AGE", "Stale when older, e.g. 7d, 12h, 30m; for every table", false, {}, {}},
       {"--online", "", "Read the database again and compare", false, {}, {}},
       format_option()},
      execute,
      {},
      "leeway check --online --max-age 7d"};
}

}  // namespace leeway::cli
