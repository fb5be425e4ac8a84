#include <charconv>

#include "cli/print_options.h"
#include "cli/render.h"
#include "output/print_diff.h"
#include "output/print_json.h"
#include "output/print_report.h"
#include "print/encode.h"

namespace leeway::cli {
namespace {

Result<print::DiffThresholds> thresholds_of(const PrintWork& work) {
  const auto& configured = work.connection.thresholds;
  const auto text = work.invocation.arguments.value("threshold");
  if (!text)
    return print::DiffThresholds{configured.cardinality_ratio, configured.percentile_pct,
                                 configured.values_coverage, configured.fallback};
  double number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc{} || end != text->data() + text->size() || !(number >= 0 && number <= 1))
    return fail(ErrorCode::usage, "--threshold '{}' is no number from 0 to 1", *text);
  return print::DiffThresholds{number, number, number, number};
}

Result<print::Comparison> compare(const PrintWork& work) {
  const Arguments& arguments = work.invocation.arguments;
  const auto from = arguments.value("from");
  const auto to = arguments.value("to");
  if (to && !from) return fail(ErrorCode::usage, "--to needs --from");
  if (from) return print::compare_revisions(work.request(), *from, to);
  return print::compare_live(work.request());
}

Result<std::string> render_diff(const PrintWork& work, const print::Comparison& comparison) {
  const std::string format = format_of(work.invocation);
  if (format == "json")
    return output::value_to_json(output::diff_document(comparison.diff, comparison.distribution));
  if (format == "yaml")
    return print::to_yaml(output::diff_document(comparison.diff, comparison.distribution));
  LEEWAY_TRY(const auto thresholds, thresholds_of(work));
  if (format == "md")
    return output::print_diff_to_markdown(comparison.diff, comparison.distribution, thresholds);
  return output::print_diff_to_text(comparison.diff, comparison.distribution, thresholds,
                                    style_of(work.invocation));
}

int diff(const PrintWork& work, std::string& text) {
  const auto comparison = compare(work);
  if (!comparison) return report_print(work.invocation, comparison.error());
  const auto rendered = render_diff(work, *comparison);
  if (!rendered) return report_print(work.invocation, rendered.error());
  text += *rendered;
  const auto& reading = comparison->reading;
  work.invocation.tell(output::reading_to_text(reading, style_of(work.invocation)));
  return reading.failed.empty() ? exit_success : exit_partial_print;
}

int execute(Invocation& invocation) {
  std::string text;
  const int code =
      for_each_connection(invocation, [&](const PrintWork& work) { return diff(work, text); });
  return text.empty() ? code : std::max(code, deliver(invocation, text));
}

}  // namespace

Command diff_command() {
  return {"diff",
          "Compare a print with the database or another",
          {connection_option(),
           project_option(),
           include_option(),
           exclude_option(),
           format_option(),
           output_file_option(),
           {"--threshold", "NUMBER", "Show people changes from here on, 0 to 1", false, {}, {}},
           {"--from", "REVISION", "Compare the print of this git revision, offline", false, {}, {}},
           {"--to", "REVISION", "with this one's (default: the files)", false, {}, {}}},
          execute,
          {},
          "leeway diff --from main --format md"};
}

}  // namespace leeway::cli
