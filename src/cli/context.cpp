#include "print/context.h"
#include "base/text.h"
#include "cli/print_options.h"
#include "output/print_context.h"
#include "output/print_json.h"
#include "print/decode.h"
#include "print/encode.h"

namespace leeway::cli {
namespace {

Result<std::optional<std::size_t>> budget_of(const Arguments& arguments) {
  const auto text = arguments.value("budget");
  if (!text) return std::nullopt;
  const bool digits = !text->empty() && text->find_first_not_of("0123456789") == std::string::npos;
  if (!digits || text->size() > 9 || std::stoul(*text) == 0)
    return fail(ErrorCode::usage, "--budget '{}' is no number of tokens (1 or more)", *text);
  return std::stoul(*text);
}

print::ContextOptions options_of(const Arguments& arguments) {
  print::ContextOptions options;
  options.target = arguments.flag("all") ? "*" : arguments.value("target").value_or("");
  if (arguments.value("purpose") == "query") options.purpose = print::ContextPurpose::query;
  options.ddl = !arguments.flag("no-ddl");
  options.relationships = !arguments.flag("no-relationships");
  options.description = !arguments.flag("no-description");
  options.annotations = !arguments.flag("no-annotations");
  options.stats = !arguments.flag("no-stats");
  return options;
}

Result<std::string> text_of(Invocation& invocation, const print::Context& context) {
  const std::string format = format_of(invocation, "md");
  if (format == "json") return output::value_to_json(print::encode_context(context));
  if (format == "yaml") return print::to_yaml(print::encode_context(context));
  LEEWAY_TRY(const auto budget, budget_of(invocation.arguments));
  LEEWAY_TRY(const auto text, output::context_to_markdown(context, budget));
  if (text.left_out > 0)
    invocation.warn(counted(static_cast<long long>(text.left_out), "section") +
                    " left out: over the budget");
  return text.text;
}

Result<std::string> context_of_connection(Invocation& invocation, const PrintWork& work) {
  const auto source = print::folder_source(work.connection.output);
  const auto files = print::load_files(source);
  LEEWAY_TRY(const auto print, print::decode(files));
  LEEWAY_TRY(const auto context,
             print::collect_context(print, files, source, options_of(invocation.arguments)));
  return text_of(invocation, context);
}

int execute(Invocation& invocation) {
  if (invocation.arguments.flag("all") == invocation.arguments.value("target").has_value())
    return invocation.report(
        {ErrorCode::usage, "name one table or pattern, or give --all for every table", {}});
  std::string text;
  const int code = for_each_connection(invocation, [&](const PrintWork& work) {
    const auto part = context_of_connection(invocation, work);
    if (!part) return report_print(invocation, part.error());
    text += *part;
    return exit_success;
  });
  return text.empty() ? code : std::max(code, deliver(invocation, text));
}

}  // namespace

Command context_command() {
  return {"context",
          "Show what a print says about tables",
          {{"target", "TARGET", "A table's name, or a glob over names", false, {}, {}},
           connection_option(),
           {"--all", "", "Every table", false, {}, {}},
           project_option(),
           format_option({"md", "json", "yaml"}),
           {"--purpose", "PURPOSE", "profile (default) or query", false, {"profile", "query"}, {}},
           {"--no-ddl", "", "Without definitions", false, {}, {}},
           {"--no-relationships", "", "Without relationships", false, {}, {}},
           {"--no-description", "", "Without description.md", false, {}, {}},
           {"--no-annotations", "", "Without annotations", false, {}, {}},
           {"--no-stats", "", "Without statistics", false, {}, {}},
           {"--budget", "TOKENS", "At most this many tokens (four characters each)", false, {}, {}},
           output_file_option()},
          execute,
          {},
          "leeway context shop.main.orders --purpose query --budget 4000"};
}

}  // namespace leeway::cli
