#include "print/yaml_blocks.h"

#include <gtest/gtest.h>

#include <string>

#include "print/encode.h"
#include "print/yaml_values.h"
#include "unit/print/text_mutation.h"

namespace leeway::print {
namespace {

using testing_support::mutated;
using testing_support::ValueGenerator;

// Whether the quick reader took the text; then the other one must take it for the same value.
bool takes_as_events_do(const std::string& text) {
  const auto quick = parse_yaml_blocks(text);
  if (!quick) return false;
  const auto slow = parse_yaml_events(text);
  EXPECT_TRUE(slow) << text << "\n" << (slow ? "" : slow.error().text());
  if (slow) {
    EXPECT_TRUE(*quick == *slow) << text;
  }
  return true;
}

TEST(YamlBlocks, TakesWhatLeewayWrites) {
  constexpr auto text =
      "format_version: 1\n"
      "'it''s': 'a: b'\n"
      "list:\n"
      "- 1\n"
      "- a: x\n"
      "  b:\n"
      "  - - -1.50\n"
      "    - ~\n"
      "  - {}\n"
      "- []\n"
      "map:\n"
      "  'y': true\n"
      "  caf\xc3\xa9: 0x1F\n";
  EXPECT_TRUE(takes_as_events_do(text));
}

TEST(YamlBlocks, LeavesEveryOtherTextToTheEvents) {
  const std::string deep = [] {
    std::string text;
    for (int i = 0; i < 60; ++i) text += "- ";
    return text + "1\n";
  }();
  for (const std::string& text : {std::string(),
                                  std::string("\n"),
                                  std::string("a\n"),
                                  std::string("a: 1"),
                                  std::string("a:\n"),
                                  std::string("a: 1\na: 2\n"),
                                  std::string("a: b\n  c\n"),
                                  std::string("a: \"b\"\n"),
                                  std::string("a: [1]\n"),
                                  std::string("a: 1 # no\n"),
                                  std::string("a: &x 1\nb: *x\n"),
                                  std::string("a: !!str 1\n"),
                                  std::string("a: |\n  b\n"),
                                  std::string("? a\n: 1\n"),
                                  std::string("---\na: 1\n"),
                                  std::string("a: 1\r\n"),
                                  std::string("a:\n    b: 1\n  c: 2\n"),
                                  std::string("- 1\nb: 2\n"),
                                  std::string("  a: 1\n"),
                                  std::string("a: 'b\n"),
                                  std::string("a: 'b'c\n"),
                                  std::string("a: b: c\n"),
                                  deep})
    EXPECT_FALSE(parse_yaml_blocks(text)) << text;
}

TEST(YamlBlocks, AgreesWithTheEventsOnEveryTextItTakes) {
  constexpr std::uint64_t seeds = 3000;
  constexpr int edits = 6;
  int taken = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    ValueGenerator random(seed);
    std::string text = to_yaml(random.value(4));
    taken += takes_as_events_do(text) ? 1 : 0;
    for (int i = 0; i < edits; ++i) {
      // Now and then the damage adds up.
      const std::string edited = mutated(text, random);
      taken += takes_as_events_do(edited) ? 1 : 0;
      if (random.chance(2)) text = edited;
    }
  }
  EXPECT_GT(taken, 1000);
}

}  // namespace
}  // namespace leeway::print
