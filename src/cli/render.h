// From a result to the text the user asked for.
#pragma once

#include <string>

#include "cli/command.h"
#include "output/human.h"
#include "output/json.h"
#include "output/markdown.h"
#include "output/yaml.h"

namespace leeway::cli {

inline output::Style style_of(const Invocation& invocation) {
  return {invocation.color, static_cast<std::size_t>(invocation.width)};
}

// Picks among the renderings of one result; Markdown falls back to the human text where a result
// has no Markdown of its own.
template <typename ToText, typename ToJson, typename ToMarkdown>
std::string render(const Invocation& invocation, ToText to_text, ToJson to_json,
                   ToMarkdown to_markdown) {
  switch (invocation.output) {
    case OutputMode::json:
      return to_json();
    case OutputMode::yaml:
      return output::json_to_yaml(to_json());
    case OutputMode::md:
      return to_markdown();
    case OutputMode::table:
      break;
  }
  return to_text();
}

template <typename Report>
std::string render(const Invocation& invocation, const Report& report) {
  const auto text = [&] { return output::to_text(report, style_of(invocation)); };
  const auto json = [&] { return output::to_json(report, LEEWAY_VERSION); };
  if constexpr (requires { output::to_markdown(report); })
    return render(invocation, text, json, [&] { return output::to_markdown(report); });
  else
    return render(invocation, text, json, [&] { return "```text\n" + text() + "```\n"; });
}

}  // namespace leeway::cli
