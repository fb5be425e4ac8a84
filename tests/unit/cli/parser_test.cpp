#include "cli/parser.h"

#include <gmock/gmock.h>

#include "base/text.h"

namespace leeway::cli {
namespace {

using ::testing::HasSubstr;

OptionSpec option(const std::string& name, const std::string& value = "", bool required = false) {
  return {name, value, "help of " + name, required, {}, {}};
}

std::vector<Command> commands() {
  Command run{"run",
              "Copies tables",
              {option("-p,--pipeline", "NAME"), option("--filter", "KEY=VALUE")},
              {},
              {},
              ""};
  run.options.push_back({"--resume", "RUN", "Resumes a run", false, {}, {"--resume-latest"}});
  run.options.push_back({"--resume-latest", "", "Resumes the last", false, {}, {}});
  Command apply{"apply", "Applies a plan", {option("plan", "PLAN", true)}, {}, {}, ""};
  Command show{"show", "Shows one table", {option("table", "TABLE", true)}, {}, {}, ""};
  Command list{"list", "Lists tables", {option("--all")}, {}, {}, ""};
  Command state{"state", "Shows the state", {}, {}, {show, list}, ""};
  return {run, apply, state};
}

class Parser : public ::testing::Test {
 protected:
  Result<Parsed> parse(std::vector<const char*> words) {
    words.insert(words.begin(), "leeway");
    return cli::parse(all, words);
  }
  std::string command(const std::vector<const char*>& words) {
    const auto parsed = parse(words);
    if (!parsed) return std::string(to_string(parsed.error().code));
    return parsed->command ? parsed->command->name : "none";
  }

  std::vector<Command> all = commands();
};

TEST_F(Parser, finds_the_command) {
  struct Case {
    std::vector<const char*> words;
    std::string command;
  };
  const std::vector<Case> cases = {
      {{}, "none"},
      {{"run"}, "run"},
      {{"apply", "abc"}, "apply"},
      {{"state"}, "state"},
      {{"state", "list"}, "list"},
      {{"state", "show", "orders"}, "show"},
      {{"-q", "run"}, "run"},
      {{"run", "-q"}, "run"},
      {{"--help"}, "none"},
      {{"run", "--help"}, "none"},
      {{"--version"}, "none"},
      {{"rum"}, "usage"},
      {{"run", "extra"}, "usage"},
      {{"run", "apply", "abc"}, "usage"},
      {{"run", "--nothing"}, "usage"},
      {{"run", "--filter"}, "usage"},
      {{"apply"}, "usage"},
      {{"apply", "a", "b"}, "usage"},
      {{"state", "show"}, "usage"},
      {{"state", "shwo"}, "usage"},
      {{"--output", "xml", "run"}, "usage"},
      {{"--output"}, "usage"},
      {{"run", "--progress", "sometimes"}, "usage"},
      {{"run", "--principal", "robot"}, "usage"},
      {{"run", "--resume", "x", "--resume-latest"}, "usage"},
      {{"run", "--resume-latest=now"}, "usage"},
  };
  for (const auto& c : cases)
    EXPECT_EQ(command(c.words), c.command) << ::testing::PrintToString(c.words);
}

TEST_F(Parser, takes_values_by_their_long_name) {
  for (const auto& words : std::vector<std::vector<const char*>>{
           {"run", "-p", "main", "--filter", "tenant=acme", "-o", "json"},
           {"run", "--pipeline", "main", "--filter=tenant=acme", "--output", "json"},
           {"-o", "json", "run", "--filter", "tenant=acme", "-pmain"},
           {"--output=json", "run", "--pipeline=main", "--filter=tenant=acme"}}) {
    const auto parsed = parse(words);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->arguments.value("pipeline"), "main");
    EXPECT_EQ(parsed->arguments.value("filter"), "tenant=acme");
    EXPECT_EQ(parsed->arguments.value("output"), "json");
    EXPECT_FALSE(parsed->arguments.flag("quiet"));
    EXPECT_FALSE(parsed->arguments.value("resume"));
  }
}

TEST_F(Parser, takes_global_options_on_either_side) {
  for (const auto& words : std::vector<std::vector<const char*>>{
           {"--config", "x.toml", "-v", "state", "show", "orders"},
           {"state", "--config", "x.toml", "-v", "show", "orders"},
           {"state", "show", "orders", "--config", "x.toml", "-v"}}) {
    const auto parsed = parse(words);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->arguments.value("config"), "x.toml");
    EXPECT_TRUE(parsed->arguments.flag("verbose"));
    EXPECT_EQ(parsed->arguments.value("table"), "orders");
  }
}

TEST_F(Parser, takes_values_as_they_are) {
  for (const char* value : {" ", "a b", "x=y=z", "'; DROP TABLE t; --", "\xc3\xa9", "-1"}) {
    const std::string joined = std::string("--filter=") + value;
    const auto parsed = parse({"run", joined.c_str()});
    ASSERT_TRUE(parsed) << value << parsed.error().message;
    EXPECT_EQ(parsed->arguments.value("filter"), value);
  }
}

TEST_F(Parser, shows_help_of_what_was_asked) {
  EXPECT_THAT(parse({})->text, HasSubstr("apply"));
  EXPECT_THAT(parse({"--help"})->text, HasSubstr("Copies tables"));
  EXPECT_THAT(parse({"-h"})->text, HasSubstr("Copies tables"));
  EXPECT_THAT(parse({"run", "--help"})->text, HasSubstr("--resume-latest"));
  EXPECT_THAT(parse({"state", "list", "--help"})->text, HasSubstr("--all"));
  EXPECT_THAT(parse({"apply", "--help"})->text, HasSubstr("PLAN"));
}

TEST_F(Parser, shows_the_version) {
  for (const char* word : {"--version", "-V"}) {
    const auto parsed = parse({word});
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->text, "leeway " LEEWAY_VERSION "\n");
  }
}

TEST_F(Parser, offers_the_nearest_command) {
  const auto parsed = parse({"aply", "abc"});
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().code, ErrorCode::usage);
  EXPECT_THAT(parsed.error().message, HasSubstr("apply"));
}

// The real commands: names are found, helps are there, and no option hides a global one.
TEST(Commands, are_all_reachable) {
  const auto all = all_commands();
  for (const auto& command : all) {
    for (const std::vector<const char*>& words :
         {std::vector<const char*>{"leeway", command.name.c_str(), "--help"}}) {
      const auto parsed = parse(all, words);
      ASSERT_TRUE(parsed) << command.name;
      EXPECT_FALSE(parsed->text.empty());
    }
    EXPECT_FALSE(command.summary.empty()) << command.name;
    EXPECT_TRUE(command.run || !command.children.empty()) << command.name;
    for (const auto& spec : command.options) {
      EXPECT_FALSE(spec.help.empty()) << command.name << " " << spec.name;
      for (const auto& global : global_options()) EXPECT_NE(spec.name, global.name);
    }
  }
}

TEST(Arguments, tell_flags_from_values) {
  Arguments arguments;
  EXPECT_FALSE(arguments.flag("x"));
  EXPECT_FALSE(arguments.value("x"));
  arguments.set("x", "");
  EXPECT_TRUE(arguments.flag("x"));
  EXPECT_EQ(arguments.value("x"), "");
}

TEST_F(Parser, says_what_is_wrong_in_words) {
  struct Case {
    std::vector<const char*> words;
    std::string part;
  };
  const std::vector<Case> cases = {
      {{"run", "--filter", "a=1", "--filter", "b=2"}, "only one --filter is taken"},
      {{"run", "--filter"}, "--filter needs a value"},
      {{"run", "-o", "jsn"}, "Did you mean 'json'? See"},
      {{"run", "--resume", "x", "--resume-latest"}, "exclude each other"},
      {{"apply"}, "needs PLAN"},
      {{"apply", "a", "b"}, "more words than it takes"},
      {{"run", "--resume-latest=yes"}, "takes no value"},
      {{"rnu"}, "Did you mean 'run'?"},
  };
  for (const auto& [words, part] : cases) {
    const auto parsed = parse(words);
    ASSERT_FALSE(parsed) << part;
    EXPECT_EQ(parsed.error().code, ErrorCode::usage);
    EXPECT_THAT(parsed.error().text(), HasSubstr(part));
    EXPECT_EQ(parsed.error().text().find("?."), std::string::npos);
  }
}

TEST(Help, every_command_has_an_example_and_fits_80_columns) {
  const auto commands = all_commands();
  for (const auto& command : commands) {
    EXPECT_FALSE(command.example.empty()) << command.name;
    const std::vector<const char*> words{"leeway", command.name.c_str(), "--help"};
    const auto parsed = cli::parse(commands, words);
    ASSERT_TRUE(parsed);
    EXPECT_THAT(parsed->text, HasSubstr("Example:\n  leeway"));
    EXPECT_THAT(parsed->text, HasSubstr("Usage: leeway " + command.name));
    for (const auto& line : split(parsed->text, "\n")) EXPECT_LE(line.size(), 80U) << line;
  }
  for (const std::vector<const char*>& words :
       {std::vector<const char*>{"leeway"}, std::vector<const char*>{"leeway", "--help"}}) {
    const auto parsed = cli::parse(commands, words);
    ASSERT_TRUE(parsed);
    for (const auto& line : split(parsed->text, "\n")) EXPECT_LE(line.size(), 80U) << line;
  }
}

}  // namespace
}  // namespace leeway::cli
