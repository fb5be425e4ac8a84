// How text for people may look. Whoever knows the terminal (the command line) decides; the
// renderers obey and stay pure.
#pragma once

#include <cstddef>

namespace leeway::output {

// How much of a plan's digest is shown; `apply` takes as much.
inline constexpr std::size_t shown_digest = 16;

struct Style {
  bool color = false;
  std::size_t width = 80;  // columns at which sentences are wrapped; names and SQL never are
};

}  // namespace leeway::output
