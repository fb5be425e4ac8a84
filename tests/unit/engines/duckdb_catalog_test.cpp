#include <string>
#include <vector>

#include "base/text.h"
#include "temporary_database.h"

namespace leeway::engines {
namespace {

class DuckDbCatalog : public DuckDbTest {
 protected:
  catalog::Presence read(const std::string& schema, const std::string& table) {
    auto presence = session_->read_table({"", schema, table});
    EXPECT_TRUE(presence) << (presence ? "" : presence.error().text());
    return presence ? *presence : catalog::Absent{};
  }
  catalog::Table table(const std::string& schema, const std::string& name) {
    const auto presence = read(schema, name);
    const auto* found = catalog::present(presence);
    EXPECT_TRUE(found) << name;
    return found ? *found : catalog::Table{};
  }
  std::vector<std::string> names(const std::string& schema) {
    const auto reads = session_->read_schema({"", schema});
    EXPECT_TRUE(reads) << (reads ? "" : reads.error().text());
    std::vector<std::string> result;
    if (reads)
      for (const auto& one : *reads) result.push_back(one.name.table);
    return result;
  }
  std::vector<std::string> schemas(const std::string& prefix) {
    const auto listings = session_->list_schemas("", prefix);
    EXPECT_TRUE(listings) << (listings ? "" : listings.error().text());
    std::vector<std::string> result;
    if (listings)
      for (const auto& listing : *listings) result.push_back(listing.schema.schema);
    return result;
  }
};

using Names = std::vector<std::string>;

TEST_F(DuckDbCatalog, ColumnsAsTheCatalogHasThem) {
  run("CREATE TABLE t (i INTEGER NOT NULL, s VARCHAR DEFAULT 'x''y', d DECIMAL(10,2) DEFAULT 1.5, "
      "\"we\"\"ird, name\" STRUCT(a INTEGER, \"B c\" VARCHAR[]), e ENUM('a', 'b'), "
      "g INTEGER GENERATED ALWAYS AS (i + 1), \"h h\" INTEGER GENERATED ALWAYS AS (i), "
      "j JSON, at_ TIMESTAMP WITH TIME ZONE)");
  run("COMMENT ON COLUMN t.s IS 'a comment'");
  run("COMMENT ON TABLE t IS 'of the table'");
  const auto t = table("main", "t");
  EXPECT_EQ(t.kind, catalog::ObjectKind::table);
  EXPECT_EQ(t.comment, "of the table");
  EXPECT_EQ(t.estimated_rows, 0);
  EXPECT_TRUE(t.definition.starts_with("CREATE TABLE")) << t.definition;
  struct Row {
    const char* name;
    const char* type;
    bool nullable;
    std::optional<std::string> default_value;
    std::optional<std::string> comment;
    bool generated;
  };
  const Row rows[] = {
      {"i", "INTEGER", false, {}, {}, false},
      {"s", "VARCHAR", true, "'x''y'", "a comment", false},
      {"d", "DECIMAL(10,2)", true, "1.5", {}, false},
      {"we\"ird, name", "STRUCT(a INTEGER, \"B c\" VARCHAR[])", true, {}, {}, false},
      {"e", "ENUM('a', 'b')", true, {}, {}, false},
      {"g", "INTEGER", true, "CAST((i + 1) AS INTEGER)", {}, true},
      {"h h", "INTEGER", true, "CAST(i AS INTEGER)", {}, true},
      {"j", "JSON", true, {}, {}, false},
      {"at_", "TIMESTAMP WITH TIME ZONE", true, {}, {}, false},
  };
  ASSERT_EQ(t.columns.size(), std::size(rows));
  for (std::size_t i = 0; i < t.columns.size(); ++i) {
    const auto& column = t.columns[i];
    EXPECT_EQ(column.name, rows[i].name);
    EXPECT_EQ(column.raw_type, rows[i].type);
    EXPECT_EQ(column.type, dialects::parse_type(session_->dialect(), rows[i].type));
    EXPECT_EQ(column.nullable, rows[i].nullable) << column.name;
    EXPECT_EQ(column.comment, rows[i].comment) << column.name;
    EXPECT_EQ(column.generated, rows[i].generated) << column.name;
    EXPECT_EQ(column.default_value, rows[i].default_value) << column.name;
  }
}

TEST_F(DuckDbCatalog, KeysChecksAndIndexes) {
  run("CREATE SCHEMA s");
  run("CREATE TABLE s.parent (a INT, b INT, c VARCHAR, PRIMARY KEY (b, a), UNIQUE (c, a), "
      "CHECK (a > 0))");
  run("CREATE TABLE s.child (x INT, y INT UNIQUE, z VARCHAR, \"a b\" INT, "
      "FOREIGN KEY (x, y) REFERENCES s.parent (b, a))");
  run("CREATE UNIQUE INDEX by_z ON s.child (lower(z), \"a b\")");
  run("CREATE INDEX by_y ON s.child (y)");
  const auto parent = table("s", "parent");
  EXPECT_EQ(parent.primary_key, Names({"b", "a"}));
  EXPECT_EQ(parent.unique_keys, std::vector<Names>({{"c", "a"}}));
  EXPECT_EQ(parent.checks, Names({"(a > 0)"}));
  EXPECT_TRUE(parent.foreign_keys.empty());
  EXPECT_TRUE(parent.indexes.empty());
  const auto child = table("s", "child");
  EXPECT_TRUE(child.primary_key.empty());
  EXPECT_EQ(child.unique_keys, std::vector<Names>({{"y"}}));
  ASSERT_EQ(child.foreign_keys.size(), 1u);
  EXPECT_EQ(child.foreign_keys[0], (catalog::ForeignKey{.columns = {"x", "y"},
                                                        .references = {"", "s", "parent"},
                                                        .referenced_columns = {"b", "a"},
                                                        .name = "child_x_y_b_a_fkey",
                                                        .on_delete = "NO ACTION",
                                                        .on_update = "NO ACTION"}));
  ASSERT_EQ(child.indexes.size(), 2u);
  EXPECT_EQ(child.indexes[0].name, "by_y");
  EXPECT_FALSE(child.indexes[0].unique);
  EXPECT_EQ(child.indexes[0].columns, Names({"y"}));
  EXPECT_EQ(child.indexes[1].name, "by_z");
  EXPECT_TRUE(child.indexes[1].unique);
  ASSERT_EQ(child.indexes[1].columns.size(), 2u);
  EXPECT_NE(child.indexes[1].columns[0].find("lower(z)"), std::string::npos);
  EXPECT_EQ(child.indexes[1].columns[1], "a b");
  EXPECT_TRUE(child.indexes[1].definition.starts_with("CREATE UNIQUE INDEX by_z ON s.child"));
}

TEST_F(DuckDbCatalog, AnIndexCanBeMadeAgainFromItsDefinition) {
  run("CREATE SCHEMA \"my schema\"");
  run("CREATE TABLE \"my schema\".\"T t\" (\"a \"\"b\" INT, c VARCHAR)");
  run("CREATE UNIQUE INDEX \"my ix\" ON \"my schema\".\"T t\" (\"a \"\"b\", lower(c))");
  const auto before = table("my schema", "T t");
  ASSERT_EQ(before.indexes.size(), 1u);
  run("DROP INDEX \"my schema\".\"my ix\"");
  EXPECT_TRUE(table("my schema", "T t").indexes.empty());
  run(before.indexes[0].definition);
  EXPECT_EQ(table("my schema", "T t").indexes, before.indexes);
}

TEST_F(DuckDbCatalog, AReferenceToItselfIsOneForeignKey) {
  run("CREATE TABLE tree (i INT PRIMARY KEY, up INT REFERENCES tree (i))");
  EXPECT_EQ(table("main", "tree").foreign_keys.size(), 1u);
}

TEST_F(DuckDbCatalog, ASchemaIsReadWithItsTablesAndViewsOnly) {
  run("CREATE SCHEMA s");
  run("CREATE SCHEMA other");
  run("CREATE TABLE s.b (i INT)");
  run("CREATE TABLE s.\"A'a\" (i INT)");
  run("CREATE VIEW s.c AS SELECT i FROM s.b");
  run("CREATE TABLE other.d (i INT)");
  run("CREATE TEMP TABLE e (i INT)");
  run("CREATE SEQUENCE s.f");
  run("CREATE MACRO s.g(x) AS x + 1");
  EXPECT_EQ(names("s"), Names({"A'a", "b", "c"}));
  EXPECT_EQ(names("S"), Names({"A'a", "b", "c"}));
  EXPECT_EQ(names("other"), Names({"d"}));
  EXPECT_TRUE(names("main").empty());
  EXPECT_TRUE(names("nowhere").empty());
  EXPECT_TRUE(names("pg_catalog").empty());
  EXPECT_TRUE(names("information_schema").empty());
  EXPECT_TRUE(names(std::string("s\0", 2)).empty());
}

TEST_F(DuckDbCatalog, NamesAreComparedWithoutAsciiCaseOnly) {
  run("CREATE SCHEMA \"É\"");
  run("CREATE TABLE \"É\".Orders (i INT)");
  EXPECT_EQ(table("É", "oRDERS").name, (catalog::TableName{"", "É", "Orders"}));
  EXPECT_TRUE(names("é").empty());
  run("CREATE TABLE \"É\".\"Ä\" (i INT)");
  EXPECT_EQ(read("É", "ä"), catalog::Presence(catalog::Absent{}));
  EXPECT_EQ(read("É", "Orders'; DROP TABLE x; --"), catalog::Presence(catalog::Absent{}));
  EXPECT_EQ(read("É", std::string("Orders\0x", 8)), catalog::Presence(catalog::Absent{}));
  EXPECT_EQ(read("nowhere", "Orders"), catalog::Presence(catalog::Absent{}));
}

TEST_F(DuckDbCatalog, ABrokenViewIsUnreadableAndNothingElse) {
  run("CREATE TABLE base (i INT)");
  run("CREATE TABLE kept (i INT)");
  run("CREATE VIEW broken AS SELECT i FROM base");
  run("CREATE VIEW over_broken AS SELECT * FROM broken");
  run("CREATE VIEW fine AS SELECT i FROM kept");
  run("DROP TABLE base");
  const auto reads = session_->read_schema({"", "main"});
  ASSERT_TRUE(reads) << reads.error().text();
  ASSERT_EQ(names("main"), Names({"broken", "fine", "kept", "over_broken"}));
  for (const int broken : {0, 3}) {
    const auto* unreadable = std::get_if<catalog::Unreadable>(&(*reads)[broken].presence);
    ASSERT_TRUE(unreadable) << (*reads)[broken].name.table;
    EXPECT_NE(unreadable->reason.find("base"), std::string::npos) << unreadable->reason;
  }
  EXPECT_TRUE(catalog::present((*reads)[1].presence));
  EXPECT_TRUE(catalog::present((*reads)[2].presence));
  EXPECT_TRUE(std::holds_alternative<catalog::Unreadable>(read("main", "broken")));
}

TEST_F(DuckDbCatalog, ABrokenViewDoesNotAbortATransaction) {
  run("CREATE TABLE base (i INT)");
  run("CREATE VIEW broken AS SELECT i FROM base");
  run("DROP TABLE base");
  ASSERT_TRUE(session_->begin());
  run("CREATE TABLE made (i INT)");
  EXPECT_EQ(names("main"), Names({"broken", "made"}));
  EXPECT_TRUE(session_->commit());
  EXPECT_TRUE(catalog::present(read("main", "made")));
}

TEST_F(DuckDbCatalog, AViewHasTheColumnsItHasNow) {
  run("CREATE TABLE base (i INT, e ENUM('a', 'b'), j JSON)");
  run("CREATE VIEW v AS SELECT * FROM base");
  run("COMMENT ON COLUMN v.e IS 'kept'");
  run("ALTER TABLE base ADD COLUMN added DECIMAL(9,3)");
  const auto v = table("main", "v");
  EXPECT_EQ(v.kind, catalog::ObjectKind::view);
  EXPECT_TRUE(v.definition.starts_with("CREATE VIEW"));
  const auto base = table("main", "base");
  ASSERT_EQ(v.columns.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(v.columns[i].name, base.columns[i].name);
    EXPECT_EQ(v.columns[i].raw_type, base.columns[i].raw_type);
    EXPECT_EQ(v.columns[i].type, base.columns[i].type);
  }
  EXPECT_EQ(v.columns[1].comment, "kept");
}

TEST_F(DuckDbCatalog, ChangesOfTheOpenTransactionAreSeen) {
  run("CREATE TABLE t (i INT)");
  const auto other = connect();
  ASSERT_TRUE(session_->begin());
  run("ALTER TABLE t ADD COLUMN j BIGINT");
  run("ALTER TABLE t ALTER i TYPE BIGINT");
  run("CREATE TABLE u (i INT)");
  EXPECT_EQ(table("main", "t").columns.size(), 2u);
  EXPECT_EQ(table("main", "t").columns[0].raw_type, "BIGINT");
  EXPECT_EQ(names("main"), Names({"t", "u"}));
  const auto outside = other->read_schema({"", "main"});
  ASSERT_TRUE(outside);
  ASSERT_EQ(outside->size(), 1u);
  EXPECT_EQ(catalog::present((*outside)[0].presence)->columns.size(), 1u);
  ASSERT_TRUE(session_->rollback());
  EXPECT_EQ(table("main", "t").columns.size(), 1u);
}

TEST_F(DuckDbCatalog, PrefixesAreBytes) {
  for (const char* schema : {"raw__a", "rawxxb", "RAW__c", "raw%d", "raw_", "é1", "É2"})
    run(fmt::format("CREATE SCHEMA \"{}\"", schema));
  EXPECT_EQ(schemas("raw__"), Names({"raw__a"}));
  EXPECT_EQ(schemas("raw_"), Names({"raw_", "raw__a"}));
  EXPECT_EQ(schemas("raw%"), Names({"raw%d"}));
  EXPECT_EQ(schemas("RAW"), Names({"RAW__c"}));
  EXPECT_EQ(schemas("é"), Names({"é1"}));
  EXPECT_EQ(schemas("'"), Names());
  EXPECT_EQ(schemas(std::string("raw_\0", 5)), Names());
  EXPECT_EQ(schemas(""),
            Names({"RAW__c", "main", "raw%d", "raw_", "raw__a", "rawxxb", "É2", "é1"}));
}

TEST_F(DuckDbCatalog, SchemasAreListedWithTheirTables) {
  run("CREATE SCHEMA s");
  run("CREATE SCHEMA s_empty");
  run("CREATE TABLE s.b AS SELECT * FROM range(50)");
  run("CREATE TABLE s.a (i INT)");
  run("CREATE VIEW s.v AS SELECT 1 AS one");
  const auto sent = session_->statements_sent();
  const auto listings = session_->list_schemas("", "s");
  ASSERT_TRUE(listings) << listings.error().text();
  EXPECT_EQ(session_->statements_sent() - sent, 1u);
  ASSERT_EQ(listings->size(), 2u);
  const auto& tables = (*listings)[0].tables;
  EXPECT_EQ((*listings)[0].schema, (catalog::SchemaName{"", "s"}));
  ASSERT_EQ(tables.size(), 3u);
  EXPECT_EQ(tables[0].name, "a");
  EXPECT_EQ(tables[1].name, "b");
  EXPECT_EQ(tables[1].estimated_rows, 50);
  EXPECT_EQ(tables[2].name, "v");
  EXPECT_EQ(tables[2].kind, catalog::ObjectKind::view);
  EXPECT_EQ(tables[2].estimated_rows, std::nullopt);
  EXPECT_TRUE((*listings)[1].tables.empty());
}

TEST_F(DuckDbCatalog, AnAttachedDatabaseIsReadUnderItsAlias) {
  const TemporaryFolder folder;
  {
    const auto source = open_database(duckdb_file(folder.file("the source.duckdb")));
    ASSERT_TRUE(source);
    const auto session = (*source)->connect();
    ASSERT_TRUE(session);
    ASSERT_TRUE(
        (*session)->run_script("CREATE SCHEMA s; CREATE TABLE s.t (i INT PRIMARY KEY); "
                               "CREATE VIEW s.v AS SELECT * FROM s.t"));
  }
  run("CREATE SCHEMA s");
  run("CREATE TABLE s.mine (i INT)");
  const auto alias = database_->attach(folder.file("the source.duckdb"));
  ASSERT_TRUE(alias) << alias.error().text();
  const auto reads = session_->read_schema({*alias, "s"});
  ASSERT_TRUE(reads) << reads.error().text();
  ASSERT_EQ(reads->size(), 2u);
  EXPECT_EQ((*reads)[0].name, (catalog::TableName{*alias, "s", "t"}));
  EXPECT_EQ(catalog::present((*reads)[0].presence)->name, (*reads)[0].name);
  EXPECT_TRUE(catalog::present((*reads)[1].presence)) << "a view of an attached database";
  EXPECT_EQ(names("s"), Names({"mine"}));
  const auto listings = session_->list_schemas(*alias, "s");
  ASSERT_TRUE(listings);
  ASSERT_EQ(listings->size(), 1u);
  EXPECT_EQ((*listings)[0].schema, (catalog::SchemaName{*alias, "s"}));
  EXPECT_EQ((*listings)[0].tables.size(), 2u);
}

TEST_F(DuckDbCatalog, SeveralSchemasAreReadWithOneStatement) {
  run("CREATE SCHEMA a; CREATE SCHEMA b; CREATE SCHEMA c");
  run("CREATE TABLE a.t (i INT); CREATE TABLE b.t (j INT PRIMARY KEY); CREATE TABLE c.t (i INT)");
  run("CREATE VIEW a.v AS SELECT j FROM b.t");
  const auto sent = session_->statements_sent();
  const auto reads = session_->read_schemas({{"", "B"}, {"", "nowhere"}, {"", "a"}});
  ASSERT_TRUE(reads) << reads.error().text();
  EXPECT_EQ(session_->statements_sent() - sent, 1u);
  ASSERT_EQ(reads->size(), 3u);
  EXPECT_EQ((*reads)[0].name, (catalog::TableName{"", "B", "t"}));
  EXPECT_EQ(catalog::present((*reads)[0].presence)->primary_key, Names({"j"}));
  EXPECT_EQ((*reads)[1].name, (catalog::TableName{"", "a", "t"}));
  EXPECT_TRUE(catalog::present((*reads)[1].presence)->primary_key.empty());
  EXPECT_EQ((*reads)[2].name, (catalog::TableName{"", "a", "v"}));
  EXPECT_TRUE(session_->read_schemas({})->empty());
}

TEST_F(DuckDbCatalog, ASchemaNamedLikeTheDatabaseIsNoTrap) {
  run("CREATE SCHEMA memory; CREATE TABLE memory.memory.t (i INT)");
  run("CREATE VIEW memory.memory.v AS SELECT i FROM memory.memory.t");
  EXPECT_TRUE(catalog::present(read("memory", "v")));
}

TEST_F(DuckDbCatalog, StatementsDoNotGrowWithTheSchema) {
  const auto statements = [this] {
    const auto before = session_->statements_sent();
    EXPECT_TRUE(session_->read_schema({"", "main"}));
    return session_->statements_sent() - before;
  };
  const auto when_empty = statements();
  for (int i = 0; i < 300; ++i) run(fmt::format("CREATE TABLE t{} (a INT, b VARCHAR)", i));
  for (int i = 0; i < 3; ++i) run(fmt::format("CREATE VIEW v{} AS SELECT * FROM t{}", i, i));
  EXPECT_EQ(statements(), when_empty);
  EXPECT_EQ(when_empty, 1u);
  EXPECT_EQ(names("main").size(), 303u);
}

TEST_F(DuckDbCatalog, ManyTablesAreReadWhole) {
  std::string sql;
  for (int i = 0; i < 400; ++i) {
    sql += fmt::format("CREATE TABLE t{:03} (", i);
    for (int c = 0; c < 20; ++c) sql += fmt::format("{}c{} INTEGER", c ? ", " : "", c);
    sql += ");";
  }
  run(sql);
  const auto reads = session_->read_schema({"", "main"});
  ASSERT_TRUE(reads);
  ASSERT_EQ(reads->size(), 400u);
  for (const auto& one : *reads) {
    const auto* found = catalog::present(one.presence);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->columns.size(), 20u);
    for (int c = 0; c < 20; ++c) ASSERT_EQ(found->columns[c].name, fmt::format("c{}", c));
  }
}

TEST_F(DuckDbCatalog, ThereIsNoChangeMarker) {
  run("CREATE TABLE t (i INT)");
  const auto marker = session_->change_marker({"", "main", "t"});
  ASSERT_TRUE(marker);
  EXPECT_EQ(*marker, std::nullopt);
  EXPECT_FALSE(session_->dialect().capabilities.change_marker);
}

}  // namespace
}  // namespace leeway::engines
