// DDL that DuckDB prints, read back, says what its catalog says.
#include <gtest/gtest.h>

#include "base/text.h"
#include "print/ddl_facts.h"
#include "unit/engines/temporary_database.h"

namespace leeway::print {
namespace {

class DdlOfDuckDb : public engines::DuckDbTest {
 protected:
  catalog::Table table(const std::string& schema, const std::string& name) {
    const auto presence = session_->read_table({"", schema, name});
    EXPECT_TRUE(presence);
    const auto* found = presence ? catalog::present(*presence) : nullptr;
    EXPECT_TRUE(found) << name;
    return found ? *found : catalog::Table{};
  }

  void expect_catalog(const catalog::Table& table) {
    const std::string ddl = complete_ddl(table);
    const auto facts = ddl_facts(ddl);
    ASSERT_TRUE(facts) << ddl;
    EXPECT_EQ(facts->defaults.size(), table.columns.size()) << ddl;
    for (const auto& column : table.columns) {
      const std::string key = to_lower(column.name);
      const auto wanted =
          column.generated || column.default_value == "NULL" ? std::nullopt : column.default_value;
      ASSERT_TRUE(facts->defaults.contains(key)) << key << "\n" << ddl;
      EXPECT_EQ(facts->defaults.at(key), wanted) << key << "\n" << ddl;
      const auto comment = facts->column_comments.find(key);
      EXPECT_EQ(comment == facts->column_comments.end() ? "" : comment->second,
                column.comment.value_or(""))
          << key;
    }
    EXPECT_EQ(facts->comment, table.comment);
    ASSERT_EQ(facts->indexes.size(), table.indexes.size()) << ddl;
    for (const auto& index : table.indexes) {
      ASSERT_TRUE(facts->indexes.contains(index.name)) << index.name;
      EXPECT_EQ(facts->indexes.at(index.name).unique, index.unique) << index.name;
    }
  }
};

TEST_F(DdlOfDuckDb, F159_tells_every_default_index_and_comment) {
  run("CREATE SCHEMA \"s p\"");
  run("CREATE SEQUENCE \"se q\"");
  run("CREATE TABLE \"s p\".\"t \"\"1\" (id INTEGER PRIMARY KEY DEFAULT nextval('\"se q\"'), "
      "a VARCHAR DEFAULT 'it''s (a, \"b\")', b DECIMAL(10,2) DEFAULT -1.50 CHECK (b < 5), "
      "c TIMESTAMP DEFAULT now(), d VARCHAR COLLATE NOCASE DEFAULT concat('a', upper('b,c'), ')'), "
      "e INTEGER DEFAULT CAST('7' AS INTEGER) UNIQUE, f INTEGER GENERATED ALWAYS AS (id + 1), "
      "\"we ird, \"\"col\" INTEGER DEFAULT (1 + 2) * 3 NOT NULL, "
      "m ENUM('sad, very', 'ok)', 'default') DEFAULT 'ok)', "
      "s STRUCT(\"default\" INTEGER, \"x y\" VARCHAR[]) DEFAULT {'default': 1, 'x y': ['a,)']}, "
      "\"default\" INTEGER DEFAULT CASE WHEN true THEN 1 ELSE 2 END, n VARCHAR DEFAULT NULL, "
      "u UNION(\"default\" INTEGER, b VARCHAR), l INTEGER[3], q VARCHAR DEFAULT $$a ' ) --$$, "
      "r VARCHAR DEFAULT E'two\\nlines', \"Key\" BLOB DEFAULT '\\xAA'::BLOB, "
      "mp MAP(VARCHAR, INTEGER) DEFAULT MAP {'default': 1}, CHECK (a <> 'default, x'), "
      "UNIQUE (a, b), \"check\" BOOLEAN DEFAULT ('a' IN ('a', 'b')))");
  run("CREATE INDEX i1 ON \"s p\".\"t \"\"1\"(a)");
  run("CREATE UNIQUE INDEX \"i \"\"2\" ON \"s p\".\"t \"\"1\"(b, \"we ird, \"\"col\")");
  run("CREATE INDEX i3 ON \"s p\".\"t \"\"1\"(lower(a), (id + 1), d)");
  run("COMMENT ON TABLE \"s p\".\"t \"\"1\" IS 'it''s; a \"table\" -- no\nremark /*'");
  run("COMMENT ON COLUMN \"s p\".\"t \"\"1\".\"we ird, \"\"col\" IS 'x'");
  const auto read = table("s p", "t \"1");
  expect_catalog(read);
  const auto facts = ddl_facts(complete_ddl(read));
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->indexes.at("i \"2").columns, (std::vector<std::string>{"b", "we ird, \"col"}));
}

TEST_F(DdlOfDuckDb, can_be_run_again_and_is_the_same) {
  run("CREATE TABLE t (a INTEGER DEFAULT 3, \"b c\" VARCHAR DEFAULT 'x')");
  run("CREATE UNIQUE INDEX i ON t(a)");
  run("COMMENT ON TABLE t IS 'it''s'");
  run("COMMENT ON COLUMN t.\"b c\" IS 'two\nlines'");
  const std::string ddl = complete_ddl(table("main", "t"));
  run("DROP TABLE t");
  for (const auto& statement : split(ddl, ";\n"))
    if (!statement.empty()) run(statement);
  EXPECT_EQ(complete_ddl(table("main", "t")), ddl);
}

TEST_F(DdlOfDuckDb, of_a_view_tells_its_comment) {
  run("CREATE VIEW v AS SELECT CASE WHEN true THEN ';' END AS \"default\"");
  run("COMMENT ON VIEW v IS 'of v'");
  const auto facts = ddl_facts(complete_ddl(table("main", "v")));
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->comment, "of v");
}

}  // namespace
}  // namespace leeway::print
