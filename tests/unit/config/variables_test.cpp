#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/config/support.h"

namespace leeway::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string path_of(const std::string& written, Variables variables) {
  const auto outcome =
      read_text("[adapter]\ntype = \"duckdb\"\npath = '" + written + "'\n", std::move(variables));
  if (!outcome.validation.valid) return "error";
  return outcome.project().adapters.at("default").setting("path");
}

TEST(Variables, are_replaced_inside_strings) {
  struct Case {
    std::string written;
    Variables variables;
    std::string expected;
  };
  const std::vector<Case> cases{
      {"${A}", {{"A", "x"}}, "x"},
      {"${A}", {{"A", ""}}, ""},
      {"${A}", {}, "error"},
      {"${A:-d}", {}, "d"},
      {"${A:-d}", {{"A", ""}}, "d"},
      {"${A:-d}", {{"A", "x"}}, "x"},
      {"${A:-}", {}, ""},
      {"${A:-a:-b}", {}, "a:-b"},
      {"/data/${A}/${B:-two}.db", {{"A", "one"}}, "/data/one/two.db"},
      {"${A}${A}", {{"A", "x"}}, "xx"},
      {"${A}", {{"A", "${B}"}, {"B", "no"}}, "${B}"},
      {"${A", {}, "${A"},
      {"${}", {}, "${}"},
      {"$A", {}, "$A"},
      {"a ${ b ${A}", {{" b ${A", "odd"}}, "a odd"},
      {"${A}", {{"A", "quote \" and\nline = 'x'"}}, "quote \" and\nline = 'x'"},
  };
  for (const auto& [written, variables, expected] : cases)
    EXPECT_EQ(path_of(written, variables), expected) << written;
}

TEST(Variables, in_comments_are_left_alone) {
  EXPECT_TRUE(read_text("# ${NOT_SET}\n" + small_project("# ${NOT_SET}") + "# ${NOT_SET}")
                  .validation.valid);
}

TEST(Variables, that_are_missing_are_all_listed) {
  const auto outcome = read_text(R"([adapter]
type = "duckdb"
path = "${FIRST}"
[pipeline.raw]
timestamp_column = "${SECOND}"
prune_unchanged = "${FIRST}"
stratgy = 1
)");
  ASSERT_FALSE(outcome.validation.valid);
  EXPECT_THAT(outcome.everything(), HasSubstr("FIRST (line 3, 6)"));
  EXPECT_THAT(outcome.everything(), HasSubstr("SECOND (line 5)"));
  EXPECT_THAT(outcome.errors(), testing::Contains("L004 -").Times(1));
  EXPECT_THAT(outcome.errors(), testing::Contains("L001 pipeline.raw.stratgy"));
  EXPECT_THAT(outcome.errors(), Not(testing::Contains(HasSubstr("prune_unchanged"))));
}

TEST(Variables, become_numbers_and_booleans) {
  const auto with = [](const std::string& value) {
    return read_text(small_project("prune_unchanged = \"${FLAG}\"",
                                   "[pipeline.raw.execution]\nconcurrency = \"${N}\"\n"
                                   "[pipeline.raw.checks]\nrow_count = \"${FLAG}\"\n"
                                   "anomaly_threshold_pct = \"${X:-2.5}\""),
                     {{"N", value}, {"FLAG", "true"}});
  };
  const auto outcome = with("8");
  ASSERT_TRUE(outcome.validation.valid) << outcome.everything();
  EXPECT_EQ(outcome.replication().execution.concurrency, 8);
  EXPECT_TRUE(outcome.replication().prune_unchanged);
  EXPECT_TRUE(outcome.replication().checks.row_count.enabled);
  EXPECT_EQ(outcome.replication().checks.anomaly_threshold_pct, 2.5);
  EXPECT_EQ(with("adaptive").replication().execution.concurrency, 0);
  EXPECT_THAT(with("many").errors(), ElementsAre("L002 pipeline.raw.execution.concurrency"));
  EXPECT_EQ(with("0").replication().execution.concurrency, 1);
  EXPECT_THAT(with("-1").errors(), ElementsAre("L002 pipeline.raw.execution.concurrency"));
}

TEST(Variables, outside_of_quotes_get_a_hint) {
  const auto outcome =
      read_text(small_project("", "[pipeline.raw.execution]\nconcurrency = ${N}"), {{"N", "4"}});
  EXPECT_THAT(outcome.errors(), ElementsAre("V001 -"));
  EXPECT_THAT(outcome.everything(), HasSubstr("inside quotes"));
}

TEST(Variables, register_secrets) {
  struct Case {
    std::string line;
    std::string secret;
    bool registered;
  };
  const std::vector<Case> cases{
      {"path = \"${VALUE}\"", "from-env-1", false},
      {"path = \"x/${VALUE}/y\"", "from-env-1", false},
      {"host = \"${VALUE}\"", "from-env-1", false},
      {"Host = \"${VALUE}\"", "from-env-1", false},
      {"username = \"${VALUE}\"", "from-env-1", false},
      {"extra = { columns = [\"${VALUE}\"] }", "from-env-1", false},
      {"path = \"md:shop?motherduck_token=${VALUE}\"", "from-env-1", true},
      {"path = \"${DSN}\"", "postgres://me:pass-1@host/db", true},
      {"path = \"${DSN}\"", "pass-1", true},
      {"path = \"postgres://me:${VALUE}@host/db\"", "from-env-1", true},
      {"path = \"postgres://host/${VALUE}\"", "from-env-1", false},
      {"host = \"https://me:pass-2@host\"", "pass-2", true},
      {"host = \"${VALUE}\"\npassword = \"${VALUE}\"", "from-env-1", true},
      {"client_id = \"${VALUE}\"", "from-env-1", true},
      {"value = \"'${VALUE}'\"", "from-env-1", true},
      {"sql = \"SELECT '${VALUE}'\"", "from-env-1", true},
      {"unheard_of = \"${VALUE}\"", "from-env-1", true},
      {"unheard_of = [\"${VALUE}\"]", "from-env-1", true},
      {"token = \"${VALUE}-${NOT_SET}\"", "from-env-1", true},
      {"path = \"${UNSET:-default-1}\"", "default-1", false},
      {"path = \"literal-path\"", "literal-path", false},
      {"timeout_secs = \"${NUMBER}\"", "12345", false},
      {"password = \"${NUMBER}\"", "12345", true},
      {"password = \"literal-1\"", "literal-1", true},
      {"token = 'literal-2'", "literal-2", true},
      {"client_secret = \"literal-3\"", "literal-3", true},
      {"api_key = \"literal-4\"", "literal-4", true},
      {"api_secret = \"literal-5\"", "literal-5", true},
      {"oauth_token = \"literal-6\"", "literal-6", true},
      {"pat = \"literal-7\"", "literal-7", true},
      {"token = \"${UNSET:-default-2}\"", "default-2", true},
      {"extra = { inner = { password = \"literal-8\" } }", "literal-8", true},
      {"extra = { inner = { password = \"\"\"literal-9\"\"\" } }", "literal-9", true},
  };
  for (const auto& [line, secret, registered] : cases) {
    const auto outcome = read_text(
        "[adapter]\ntype = \"duckdb\"\n" + line,
        {{"VALUE", "from-env-1"}, {"NUMBER", "12345"}, {"DSN", "postgres://me:pass-1@host/db"}});
    EXPECT_EQ(outcome.redactor.redact(secret) == "***", registered) << line;
  }
}

}  // namespace
}  // namespace leeway::config
