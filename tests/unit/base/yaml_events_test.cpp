#include "base/yaml_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace leeway {
namespace {

std::string told(const YamlEvent& event) {
  switch (event.kind) {
    case YamlEvent::Kind::map_start:
      return "{";
    case YamlEvent::Kind::map_end:
      return "}";
    case YamlEvent::Kind::list_start:
      return "[";
    case YamlEvent::Kind::list_end:
      return "]";
    case YamlEvent::Kind::alias:
      return "*" + std::string(event.text);
    case YamlEvent::Kind::scalar:
      break;
  }
  return (event.plain ? "" : "'") + std::string(event.text);
}

Result<std::vector<std::string>> read(std::string_view text) {
  std::vector<std::string> events;
  const auto done = read_yaml(text, [&](const YamlEvent& event) -> Status {
    events.push_back(told(event));
    return {};
  });
  if (!done) return std::unexpected(done.error());
  return events;
}

TEST(ReadYaml, TellsEveryEventInOrder) {
  const auto events = read("a: 1\nb:\n- 'x'\n- &n \"y\"\n- *n\nc: {}\n");
  ASSERT_TRUE(events) << events.error().text();
  EXPECT_THAT(*events, testing::ElementsAre("{", "a", "1", "b", "[", "'x", "'y", "*n", "]", "c",
                                            "{", "}", "}"));
}

TEST(ReadYaml, AnEmptyTextHasNoEvents) {
  for (const char* const text : {"", "\n", "# a remark\n"}) {
    const auto events = read(text);
    ASSERT_TRUE(events);
    EXPECT_TRUE(events->empty()) << text;
  }
}

TEST(ReadYaml, TellsLinesColumnsAnchorsAndTags) {
  std::vector<std::string> seen;
  const auto done = read_yaml("k: &a !!str 5\n", [&](const YamlEvent& event) -> Status {
    seen.push_back(fmt::format("{}:{} {} {}", event.line, event.column, event.anchor, event.tag));
    return {};
  });
  ASSERT_TRUE(done);
  EXPECT_EQ(seen.at(2), "1:4 a tag:yaml.org,2002:str");
}

TEST(ReadYaml, ErrorsOfTheTextAreConfig) {
  for (const std::string& text :
       {std::string("a: [1"), std::string("a: b: c"), std::string("\tx: 1"), std::string("a: 'b"),
        std::string("--- 1\n--- 2\n"), std::string("a: \xff\xfe"), std::string("a: \x01"),
        std::string(101, '['), std::string("a:\n - 1\n- 2")}) {
    const auto events = read(text);
    ASSERT_FALSE(events) << text;
    EXPECT_EQ(events.error().code, ErrorCode::config) << text;
  }
}

TEST(ReadYaml, APlaceIsNamed) {
  const auto events = read("a: 1\nb: [\n");
  ASSERT_FALSE(events);
  EXPECT_THAT(events.error().message, testing::HasSubstr("line 3"));
}

TEST(ReadYaml, DeepNestingEndsSoon) {
  const std::string deep(1'000'000, '[');
  EXPECT_FALSE(read(deep));
  EXPECT_FALSE(read(std::string(200'000, '{')));
}

TEST(ReadYaml, StopsAtTheHandlersError) {
  int calls = 0;
  const auto done = read_yaml("[1, 2, 3]", [&](const YamlEvent&) -> Status {
    if (++calls == 2) return fail(ErrorCode::policy, "enough");
    return {};
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::policy);
  EXPECT_EQ(calls, 2);
}

TEST(ClassifyPlain, FollowsTheCoreSchema) {
  struct Case {
    const char* text;
    YamlScalar type;
  };
  for (const auto& [text, type] : std::vector<Case>{
           {"", YamlScalar::null},
           {"~", YamlScalar::null},
           {"null", YamlScalar::null},
           {"NULL", YamlScalar::null},
           {"nULL", YamlScalar::string},
           {"true", YamlScalar::boolean},
           {"FALSE", YamlScalar::boolean},
           {"tRUE", YamlScalar::string},
           {"yes", YamlScalar::string},
           {"no", YamlScalar::string},
           {"on", YamlScalar::string},
           {"0", YamlScalar::integer},
           {"-17", YamlScalar::integer},
           {"+5", YamlScalar::integer},
           {"007", YamlScalar::integer},
           {"0o17", YamlScalar::integer},
           {"0o8", YamlScalar::string},
           {"0x1F", YamlScalar::integer},
           {"0x", YamlScalar::string},
           {"-0x1F", YamlScalar::string},
           {"1_000", YamlScalar::string},
           {"1.", YamlScalar::real},
           {".5", YamlScalar::real},
           {"-.5", YamlScalar::real},
           {"1e5", YamlScalar::real},
           {"1.5E-3", YamlScalar::real},
           {"1e", YamlScalar::string},
           {"e5", YamlScalar::string},
           {".", YamlScalar::string},
           {"-", YamlScalar::string},
           {"+", YamlScalar::string},
           {".e5", YamlScalar::string},
           {".inf", YamlScalar::real},
           {"-.INF", YamlScalar::real},
           {"+.Inf", YamlScalar::real},
           {".nan", YamlScalar::real},
           {"-.nan", YamlScalar::string},
           {".iNf", YamlScalar::string},
           {"2026-05-17", YamlScalar::string},
           {"12:30:45", YamlScalar::string},
           {"1.2.3", YamlScalar::string},
           {"text", YamlScalar::string},
           {"1 ", YamlScalar::string},
       })
    EXPECT_EQ(classify_plain(text), type) << "'" << text << "'";
}

}  // namespace
}  // namespace leeway
