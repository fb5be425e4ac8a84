// Notes for whoever watches the work closely (`-v`): one line a statement or phase. The receiver
// redacts.
#pragma once

#include <string>
#include <string_view>

#include "base/text.h"
#include "pipeline/context.h"

namespace leeway::pipeline {

inline std::string in_one_line(std::string_view sql) {
  std::string text;
  for (const auto& line : split(sql, "\n")) {
    if (!text.empty()) text += ' ';
    text += trim(line);
  }
  return text;
}

// Does the step, then tells "<what> (12 ms)" and, where there is SQL, the SQL.
template <typename Step>
auto told(const Context& context, std::string_view what, std::string_view sql, Step step) {
  const TimePoint started = context.clock.now();
  auto done = step();
  if (context.progress)
    context.tell({ProgressEvent::Kind::note, "",
                  fmt::format("{} ({} ms{}){}{}", what, milliseconds(context.clock.now() - started),
                              done ? "" : ", failed", sql.empty() ? "" : ": ", in_one_line(sql)),
                  0, 0, 0});
  return done;
}

}  // namespace leeway::pipeline
