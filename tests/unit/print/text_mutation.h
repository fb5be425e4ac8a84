// Small damage to a text, the same for the same generator.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "unit/print/value_generator.h"

namespace leeway::print::testing_support {

// One edit: a byte or a piece of syntax in, out or over another, or a line doubled, moved, cut.
inline std::string mutated(std::string text, ValueGenerator& random) {
  constexpr std::array<std::string_view, 26> pieces = {
      " ",  "  ",   "\n",       ":",        ": ",  "- ",  "-",    "'",  "''",
      "\"", "#",    " #",       "[]",       "{",   "}",   "?",    "\t", "&a",
      "*a", "null", "\xc2\x85", "\xf0\x9f", "---", "|\n", "9999", "-1"};
  if (text.empty()) return std::string(pieces[random.below(pieces.size())]);
  const std::size_t at = random.below(text.size());
  const std::string_view piece = pieces[random.below(pieces.size())];
  const std::size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
  const std::string line = text.substr(start, end - start);
  switch (random.below(7)) {
    case 0:
      return text.insert(at, piece);
    case 1:
      return text.erase(at, 1 + random.below(3));
    case 2:
      return text.replace(at, 1, piece);
    case 3:
      return text.insert(start, line);
    case 4:
      return text.erase(start, line.size());
    case 5:
      return text.insert(start, std::string(1 + random.below(3), ' '));
    default:
      return text.substr(0, at);
  }
}

}  // namespace leeway::print::testing_support
