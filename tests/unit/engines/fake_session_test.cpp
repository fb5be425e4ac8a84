#include "support/fake_session.h"

#include <gtest/gtest.h>

namespace leeway::testing {
namespace {

catalog::Table table_named(const std::string& name) {
  catalog::Table table;
  table.name = {"", "s", name};
  return table;
}

class FakeSessionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    engine_ = std::make_shared<FakeEngine>("duckdb");
    database_ = std::make_unique<FakeDatabase>(engine_);
    session_ = std::move(*database_->connect());
  }

  std::shared_ptr<FakeEngine> engine_;
  std::unique_ptr<FakeDatabase> database_;
  std::unique_ptr<engines::Session> session_;
};

TEST_F(FakeSessionTest, ShowsTheCatalogItWasGiven) {
  engine_->add(table_named("b"));
  engine_->set({"", "s", "a"}, catalog::Unreadable{"no permission"});
  engine_->add_schema({"", "s2"});
  engine_->add_schema({"other", "s"});
  const auto listings = session_->list_schemas("", "s");
  ASSERT_TRUE(listings);
  ASSERT_EQ(listings->size(), 2u);
  EXPECT_EQ((*listings)[0].tables.size(), 2u);
  const auto reads = session_->read_schema({"fake", "s"});
  ASSERT_TRUE(reads);
  EXPECT_EQ((*reads)[0].name, (catalog::TableName{"fake", "s", "a"}));
  EXPECT_TRUE(std::holds_alternative<catalog::Unreadable>((*reads)[0].presence));
  EXPECT_TRUE(catalog::present(*session_->read_table({"", "s", "B"})));
  EXPECT_EQ(*session_->read_table({"", "s", "c"}), catalog::Presence(catalog::Absent{}));
  EXPECT_EQ(session_->statements_sent(), 4u);
  EXPECT_EQ(engine_->sent_matching("read_table"), 2u);
}

TEST_F(FakeSessionTest, AnswersAndFailsAsTold) {
  engine_->answer("count", {{{"n", "BIGINT"}}, {{"3"}, {"4"}}});
  engine_->affects("INSERT", 7);
  engine_->fail_statement(2, {ErrorCode::transient, "once", ""});
  engine_->fail_matching("ALTER", {ErrorCode::refused, "no", ""}, 1);
  const auto set = session_->query("SELECT count(*)", 1);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->rows, (std::vector<std::vector<std::optional<std::string>>>{{"3"}}));
  EXPECT_TRUE(set->truncated);
  EXPECT_EQ(session_->execute("INSERT").error().code, ErrorCode::transient);
  EXPECT_EQ(session_->execute("INSERT")->rows, 7);
  EXPECT_EQ(session_->execute("ALTER TABLE").error().code, ErrorCode::refused);
  EXPECT_TRUE(session_->execute("ALTER TABLE"));
}

TEST_F(FakeSessionTest, ARollbackPutsTheCatalogBack) {
  engine_->on_statement = [this](const std::string& sql) {
    if (sql == "CREATE") engine_->add(table_named("made"));
  };
  ASSERT_TRUE(session_->begin());
  ASSERT_TRUE(session_->execute("CREATE"));
  EXPECT_TRUE(catalog::present(*session_->read_table({"", "s", "made"})));
  ASSERT_TRUE(session_->rollback());
  EXPECT_FALSE(catalog::present(*session_->read_table({"", "s", "made"})));
}

TEST_F(FakeSessionTest, AnInterruptEndsTheRunningStatementOnly) {
  session_->interrupt();
  EXPECT_TRUE(session_->execute("SELECT 1"));
  engine_->on_statement = [this](const std::string&) { session_->interrupt(); };
  EXPECT_EQ(session_->execute("SELECT 1").error().code, ErrorCode::interrupted);
}

TEST_F(FakeSessionTest, MarkersAttachmentsAndRefusals) {
  engine_->markers[{"", "s", "t"}] = "42";
  EXPECT_EQ(*session_->change_marker({"", "s", "t"}), "42");
  EXPECT_EQ(*session_->change_marker({"", "s", "u"}), std::nullopt);
  engine_->attachable["a.db"] = "a";
  EXPECT_EQ(database_->attach("a.db").value_or("?"), "a");
  EXPECT_EQ(database_->attach("b.db").error().code, ErrorCode::not_found);
  database_->refusal = Error{ErrorCode::auth, "no", ""};
  EXPECT_EQ(database_->connect().error().code, ErrorCode::auth);
}

}  // namespace
}  // namespace leeway::testing
