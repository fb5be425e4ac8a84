#include "config/print_project.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "unit/config/print_support.h"

namespace leeway::config {
namespace {

using testing::HasSubstr;

class PrintCredentialsTest : public PrintProjectTest {
 protected:
  Result<Credentials> of(const std::string& adapter) {
    return credentials(yaml("connections: {shop: {adapter: " + adapter + "}}\n"));
  }
  void home(const std::string& text) { write("home/.dbprint/connections.yaml", text); }
};

TEST_F(PrintCredentialsTest, TheEnvironmentIsBeforeTheHomeFileBeforeTheDotEnv) {
  write(".env", "DBPRINT_SHOP_DATABASE=dotenv\n");
  EXPECT_EQ(of("duckdb")->values.at("database"), "dotenv");
  home("shop: {database: home}\nother: {database: wrong}\n");
  EXPECT_EQ(of("duckdb")->values.at("database"), "home");
  variables_["DBPRINT_SHOP_DATABASE"] = "env";
  EXPECT_EQ(of("duckdb")->values.at("database"), "env");
  variables_["DBPRINT_SHOP_DATABASE"] = "  ";
  EXPECT_EQ(of("duckdb")->values.at("database"), "home");
  home("shop: {database: ''}\n");
  EXPECT_EQ(of("duckdb")->values.at("database"), "");
}

TEST_F(PrintCredentialsTest, ABlankOfTheDotEnvIsNoValueExceptOfAPassword) {
  write(".env",
        "DBPRINT_SHOP_HOST=\nDBPRINT_SHOP_PORT=5432\nDBPRINT_SHOP_DATABASE=d\n"
        "DBPRINT_SHOP_USER=' '\nDBPRINT_SHOP_PASSWORD=\n");
  const auto found = of("postgres");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::auth);
  EXPECT_THAT(found.error().message, HasSubstr("host, user"));
  variables_["DBPRINT_SHOP_HOST"] = "h";
  variables_["DBPRINT_SHOP_USER"] = "u";
  ASSERT_TRUE(of("postgres"));
  EXPECT_EQ(of("postgres")->values.at("password"), "");
  write(".env", "DBPRINT_SHOP_PORT=1\nDBPRINT_SHOP_DATABASE=d\nDBPRINT_SHOP_PASSWORD=secret\n");
  variables_["DBPRINT_SHOP_PASSWORD"] = "";
  EXPECT_EQ(of("postgres")->values.at("password"), "");
}

TEST_F(PrintCredentialsTest, TheDotEnvMayQuoteExportAndComment) {
  write(".env",
        "# comment\n\nexport DBPRINT_SHOP_DATABASE = \"a b=c\"\r\nDBPRINT_SHOP_READ_ONLY='no'\n"
        "nonsense\n");
  const auto found = of("duckdb");
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found->values.at("database"), "a b=c");
  EXPECT_EQ(found->values.at("read_only"), "no");
}

TEST_F(PrintCredentialsTest, ValuesOfTheHomeFileStandAsWritten) {
  home("shop: {host: h, port: 05432, database: 1e5, user: yes, password: 007}\n");
  const auto found = of("postgres");
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found->values.at("port"), "05432");
  EXPECT_EQ(found->values.at("database"), "1e5");
  EXPECT_EQ(found->values.at("user"), "yes");
  EXPECT_EQ(found->values.at("password"), "007");
}

TEST_F(PrintCredentialsTest, EveryMissingKeyIsNamedInOneError) {
  for (const auto& [adapter, keys] : std::vector<std::pair<std::string, std::string>>{
           {"postgres", "host, port, database, user, password"},
           {"mysql", "host, port, database, user, password"},
           {"snowflake", "account, user, warehouse, database, role, exactly one of"},
           {"duckdb", "database"},
           {"clickhouse", "host, database"},
           {"redshift", "host, database, user, password"},
           {"databricks", "server_hostname, http_path, access_token, catalog"},
           {"bigquery", "project, dataset"}}) {
    const auto found = of(adapter);
    ASSERT_FALSE(found) << adapter;
    EXPECT_EQ(found.error().code, ErrorCode::auth) << adapter;
    EXPECT_THAT(found.error().message, HasSubstr("lacks " + keys)) << adapter;
  }
}

TEST_F(PrintCredentialsTest, SnowflakeTakesAPasswordOrAKeyFile) {
  const std::string rest = "account: a, user: u, warehouse: w, database: d, role: r";
  home("shop: {" + rest + "}\n");
  EXPECT_FALSE(of("snowflake"));
  home("shop: {" + rest + ", password: p}\n");
  EXPECT_TRUE(of("snowflake"));
  home("shop: {" + rest + ", private_key_file: k, private_key_file_pwd: p}\n");
  EXPECT_TRUE(of("snowflake"));
  home("shop: {" + rest + ", password: p, private_key_file: k}\n");
  EXPECT_FALSE(of("snowflake"));
}

TEST_F(PrintCredentialsTest, ABlankSaltIsNone) {
  variables_["DBPRINT_SHOP_DATABASE"] = "d";
  EXPECT_EQ(of("duckdb")->redaction_salt, "");
  home("shop: {redaction_salt: '  '}\n");
  EXPECT_EQ(of("duckdb")->redaction_salt, "");
  write(".env", "DBPRINT_SHOP_REDACTION_SALT=pepper\n");
  EXPECT_EQ(of("duckdb")->redaction_salt, "pepper");
  home("shop: {redaction_salt: 0123}\n");
  EXPECT_EQ(of("duckdb")->redaction_salt, "0123");
  EXPECT_EQ(redactor_.redact("the salt is pepper"), "the salt is " + redactor_.redact("pepper"));
  EXPECT_THAT(redactor_.redact("pepper"), testing::Not(HasSubstr("pepper")));
}

TEST_F(PrintCredentialsTest, SecretsAreRedactedEvenWhereOthersAreMissing) {
  variables_["DBPRINT_SHOP_PASSWORD"] = "hunter-two";
  EXPECT_FALSE(of("postgres"));
  EXPECT_THAT(redactor_.redact("hunter-two"), testing::Not(HasSubstr("hunter")));
}

TEST_F(PrintCredentialsTest, ABrokenHomeFileIsAnError) {
  home("shop: [\n");
  EXPECT_FALSE(of("duckdb"));
  home("\n");
  EXPECT_EQ(of("duckdb").error().code, ErrorCode::auth);
  home("shop: text\n");
  EXPECT_EQ(of("duckdb").error().code, ErrorCode::auth);
}

}  // namespace
}  // namespace leeway::config
