#include "print/connection.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

namespace leeway::print {
namespace {

Result<OpenConnection> opened(const std::string& primitive,
                              std::map<std::string, std::string> set) {
  config::PrintProject project;
  config::PrintConnection connection;
  connection.name = "shop";
  connection.adapter = "duckdb";
  connection.redact = {{{"*.email"}, {}, {}, primitive}};
  set.emplace("DBPRINT_SHOP_DATABASE", ":memory:");
  const Environment environment = [&](const std::string& name) -> std::optional<std::string> {
    const auto found = set.find(name);
    return found == set.end() ? std::nullopt : std::optional(found->second);
  };
  Redactor redactor;
  return open_connection(project, connection, environment, redactor);
}

TEST(PrintConnection, ARuleThatHashesNeedsASalt) {
  for (const auto* blank : {"", " \t"}) {
    const auto refused = opened("hash", {{"DBPRINT_SHOP_REDACTION_SALT", blank}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::config);
  }
  EXPECT_FALSE(opened("hash", {}));
  const auto salted = opened("hash", {{"DBPRINT_SHOP_REDACTION_SALT", "pepper"}});
  ASSERT_TRUE(salted) << salted.error().text();
  EXPECT_EQ(salted->redaction_salt, "pepper");
  EXPECT_TRUE(opened("mask", {}));
  EXPECT_TRUE(opened("drop", {}));
}

}  // namespace
}  // namespace leeway::print
