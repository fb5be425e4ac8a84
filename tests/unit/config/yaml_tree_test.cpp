#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "config/tree.h"

namespace leeway::config {
namespace {

Node parsed(const std::string& text) {
  auto root = parse_yaml(text, "file.yaml");
  EXPECT_TRUE(root) << (root ? "" : root.error().text());
  return root ? *root : Node{};
}

const Node& entry(const Node& root, std::string_view key) {
  static const Node none;
  const Node* found = root.find(key);
  EXPECT_TRUE(found) << key;
  return found ? *found : none;
}

std::vector<std::string> keys_of(const Node& node) {
  std::vector<std::string> keys;
  for (const auto& child : node.children) keys.push_back(child.key);
  return keys;
}

TEST(YamlTree, PlainScalarsHaveTheTypeTheySpell) {
  const auto kind = [](const std::string& text) {
    const Node root = parsed("k: " + text);
    return entry(root, "k").kind;
  };
  for (const auto* text : {"text", "'1'", "\"true\"", "!!str 1", "1_000", "2026-01-01", "1.2.3",
                           ".nan.", "nope", "0xg", "0o8", "y", "|\n  1"})
    EXPECT_EQ(kind(text), Node::Kind::text) << text;
  for (const auto* text : {"true", "False", "yes", "NO", "on", "Off"})
    EXPECT_EQ(kind(text), Node::Kind::boolean) << text;
  for (const auto* text : {"1", "-1", "+1", "007", "0x1F", "0o17"})
    EXPECT_EQ(kind(text), Node::Kind::integer) << text;
  for (const auto* text : {"1.5", "-1.5", "+1.5", "1e3", "1.", "99999999999999999999"})
    EXPECT_EQ(kind(text), Node::Kind::number) << text;
}

TEST(YamlTree, NumbersHaveTheirValue) {
  const Node root = parsed("a: 0x1F\nb: 0o17\nc: +7\nd: -7\ne: +1.5\nf: 1e3\ng: 007\n");
  EXPECT_EQ(entry(root, "a").integer, 31);
  EXPECT_EQ(entry(root, "b").integer, 15);
  EXPECT_EQ(entry(root, "c").integer, 7);
  EXPECT_EQ(entry(root, "d").integer, -7);
  EXPECT_EQ(entry(root, "e").number, 1.5);
  EXPECT_EQ(entry(root, "f").number, 1000);
  EXPECT_EQ(entry(root, "g").integer, 7);
}

TEST(YamlTree, EveryScalarKeepsItsSpelling) {
  for (const auto* text : {"007", "yes", "1e5", "0x10", "+1", "plain"})
    EXPECT_EQ(entry(parsed(std::string("k: ") + text), "k").text, text);
}

TEST(YamlTree, KeysWithoutAValueAreLeftOut) {
  EXPECT_EQ(keys_of(parsed("a:\nb: ~\nc: null\nd: ''\n")), (std::vector<std::string>{"d"}));
}

TEST(YamlTree, AnEmptyFileIsAnEmptyMap) {
  for (const auto* text : {"", "\n", "# nothing\n", "{}", "---\n", "null\n"})
    EXPECT_TRUE(parsed(text).children.empty()) << text;
}

TEST(YamlTree, PlacesAreLines) {
  const Node root = parsed("a: 1\n\nb:\n  - x\n  - y: 2\n");
  EXPECT_EQ(entry(root, "a").location.line, 1);
  EXPECT_EQ(entry(root, "b").location.line, 3);
  EXPECT_EQ(entry(root, "b").children.at(1).location.line, 5);
  EXPECT_EQ(entry(root, "b").location.file, "file.yaml");
}

TEST(YamlTree, AliasesStandForWhatTheirAnchorNamed) {
  const Node root = parsed("a: &x {k: 1}\nb: *x\nc: [&y text, *y]\n");
  EXPECT_EQ(entry(entry(root, "b"), "k").integer, 1);
  EXPECT_EQ(entry(root, "c").children.at(1).text, "text");
}

TEST(YamlTree, WhatAMapSaysStandsOverWhatIsMergedIntoIt) {
  const std::string base = "base: &base {a: 1, b: 2}\nother: &other {b: 3, c: 4}\n";
  const auto made = [&](const std::string& map) {
    const Node root = parsed(base + "made:\n" + map);
    std::string text;
    for (const auto& child : entry(root, "made").children) text += child.key + child.text + " ";
    return text;
  };
  EXPECT_EQ(made("  <<: *base\n  b: 9\n"), "a1 b9 ");
  EXPECT_EQ(made("  b: 9\n  <<: *base\n"), "b9 a1 ");
  EXPECT_EQ(made("  <<: [*base, *other]\n"), "a1 b2 c4 ");
  EXPECT_EQ(made("  <<: *base\n  a:\n"), "b2 ");
}

TEST(YamlTree, WhatCannotBeReadIsRefused) {
  for (const std::string text :
       {"a: 1\na: 2\n", "a: {b: 1, b: 2}\n", "x: &x {a: 1}\ny:\n  <<: *x\n  a: 2\n  a: 3\n",
        "a: *nothing\n", "a: &a [*a]\n", "{a: 1}: b\n", "[a]: b\n", "x: &x a\n*x : b\n",
        "x: &x a\n? *x\n: b\n", "a: 1\n<<: 2\n", "- a\n", "text\n", "a: [1\n", "a: 'x\n",
        "a: 1\n---\nb: 2\n", "a: \tb: c\n", "a: \x01\n", "%bad\n"}) {
    const auto root = parse_yaml(text, "file.yaml");
    ASSERT_FALSE(root) << text;
    EXPECT_EQ(root.error().code, ErrorCode::config) << text;
    EXPECT_TRUE(root.error().message.starts_with("file.yaml")) << root.error().message;
  }
}

TEST(YamlTree, NestingBeyondReasonIsRefused) {
  const auto nested = [](std::size_t levels) {
    return "a: " + std::string(levels, '[') + std::string(levels, ']');
  };
  EXPECT_TRUE(parse_yaml(nested(60), "file.yaml"));
  EXPECT_FALSE(parse_yaml(nested(65), "file.yaml"));
  EXPECT_FALSE(parse_yaml(nested(100000), "file.yaml"));
}

TEST(YamlTree, AliasesOfAliasesStayBounded) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 12; ++level) {
    bomb += "a" + std::to_string(level) + ": &a" + std::to_string(level) + " [";
    for (int i = 0; i < 10; ++i) bomb += (i ? ", *a" : "*a") + std::to_string(level - 1);
    bomb += "]\n";
  }
  EXPECT_FALSE(parse_yaml(bomb, "file.yaml"));

  std::string deep = "b0: &b0 x\n";
  for (int level = 1; level < 200; ++level)
    deep += "b" + std::to_string(level) + ": &b" + std::to_string(level) + " " +
            std::string(60, '[') + "*b" + std::to_string(level - 1) + std::string(60, ']') + "\n";
  EXPECT_FALSE(parse_yaml(deep, "file.yaml"));
}

}  // namespace
}  // namespace leeway::config
