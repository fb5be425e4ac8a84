// Tables of a print as Markdown, for people and language models.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/error.h"
#include "print/context.h"

namespace leeway::output {

struct ContextText {
  std::string text;
  std::size_t left_out = 0;  // sections that did not fit the budget
};

// `budget`: tokens, counted as four characters each; a section that does not fit is left out and
// counted at the end. Errors (usage): the budget holds no section at all.
Result<ContextText> context_to_markdown(const print::Context& context,
                                        std::optional<std::size_t> budget = std::nullopt);

}  // namespace leeway::output
