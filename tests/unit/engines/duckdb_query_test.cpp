#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/tasks.h"
#include "temporary_database.h"

namespace leeway::engines {
namespace {

using DuckDbQuery = DuckDbTest;
using DuckDbErrors = DuckDbTest;
using DuckDbTransactions = DuckDbTest;
using DuckDbInterrupt = DuckDbTest;

// The texts are those of the engine's own CAST(... AS VARCHAR).
TEST_F(DuckDbQuery, ValuesKeepEveryDigit) {
  const std::pair<const char*, const char*> cases[] = {
      {"NULL", "NULL"},
      {"true", "true"},
      {"(-128)::TINYINT", "-128"},
      {"18446744073709551615::UBIGINT", "18446744073709551615"},
      {"'-170141183460469231731687303715884105728'::HUGEINT",
       "-170141183460469231731687303715884105728"},
      {"'340282366920938463463374607431768211455'::UHUGEINT",
       "340282366920938463463374607431768211455"},
      {"'-123456789012345678901234567890123456789012345678901234567890'::BIGNUM",
       "-123456789012345678901234567890123456789012345678901234567890"},
      {"'0'::BIGNUM", "0"},
      {"0.1::FLOAT", "0.1"},
      {"0.1::DOUBLE + 0.2::DOUBLE", "0.30000000000000004"},
      {"'-0.0'::DOUBLE", "-0.0"},
      {"'nan'::DOUBLE", "nan"},
      {"'-inf'::FLOAT", "-inf"},
      {"-1.50::DECIMAL(4,2)", "-1.50"},
      {"-0.05::DECIMAL(9,2)", "-0.05"},
      {"12345678901234.5678::DECIMAL(18,4)", "12345678901234.5678"},
      {"'-9999999999999999999999999999.9999999999'::DECIMAL(38,10)",
       "-9999999999999999999999999999.9999999999"},
      {"DATE '2024-02-29'", "2024-02-29"},
      {"'infinity'::DATE", "infinity"},
      {"'0044-03-15 (BC)'::DATE", "0044-03-15 (BC)"},
      {"TIME '10:00:00.250'", "10:00:00.25"},
      {"TIME '24:00:00'", "24:00:00"},
      {"'01:02:03.000004+05:30'::TIMETZ", "01:02:03.000004+05:30"},
      {"TIMESTAMP '2024-01-01 10:00:00.250001'", "2024-01-01 10:00:00.250001"},
      {"'-infinity'::TIMESTAMP", "-infinity"},
      {"'2024-01-01 10:00:00'::TIMESTAMP_S", "2024-01-01 10:00:00"},
      {"'2024-01-01 10:00:00.123'::TIMESTAMP_MS", "2024-01-01 10:00:00.123"},
      {"'2024-01-01 10:00:00.123456789'::TIMESTAMP_NS", "2024-01-01 10:00:00.123456789"},
      {"'2024-01-01 10:00:00.000001+02'::TIMESTAMPTZ", "2024-01-01 08:00:00.000001+00"},
      {"INTERVAL '1 year 2 days 3.000004 seconds'", "1 year 2 days 00:00:03.000004"},
      {"INTERVAL '-1 month'", "-1 month"},
      {"'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
      {"'ffffffff-ffff-ffff-ffff-fffffffffffe'::UUID", "ffffffff-ffff-ffff-ffff-fffffffffffe"},
      {"''", ""},
      {"'a''b\"c\nd 🦆'", "a'b\"c\nd 🦆"},
      {"'\\x00\\xFFa'::BLOB", "\\x00\\xFFa"},
      {"'0101101'::BIT", "0101101"},
      {"'b c'::ENUM('a', 'b c')", "b c"},
      {"'{\"a\": 1.50}'::JSON", "{\"a\": 1.50}"},
      {"[]::INTEGER[]", "[]"},
      {"[1.50, NULL]", "[1.50, NULL]"},
      {"['a b', 'c,d', '', 'NULL', NULL]", "[a b, 'c,d', '', 'NULL', NULL]"},
      {"[1, 2]::INTEGER[2]", "[1, 2]"},
      {"{'a': 1, 'B c': [DATE '2024-01-01']}", "{'a': 1, 'B c': [2024-01-01]}"},
      {"MAP {'k': 1.0, 'l': NULL}", "{k=1.0, l=NULL}"},
      {"MAP {}", "{}"},
      {"union_value(n := 5)", "5"},
      {"[union_value(s := 'x'), NULL]", "[x, NULL]"},
      {"['{\"a\":1}'::JSON]", "['{\"a\":1}']"},
  };
  for (const auto& [expression, text] : cases)
    EXPECT_EQ(cell(fmt::format("SELECT {}", expression)), text) << expression;
}

TEST_F(DuckDbQuery, NulBytesInTextAreKept) {
  EXPECT_EQ(cell("SELECT 'a' || chr(0) || 'b'"), std::string("a\0b", 3));
  EXPECT_EQ(cell("SELECT 'a long text before ' || chr(0)"),
            std::string("a long text before \0", 20));
  EXPECT_EQ(cell("SELECT ['a' || chr(0) || 'b']"), "[a\\0b]");
}

// The engine's own cast is the witness. It adds a millisecond to an instant near the end of time
// when it shows it in a time zone; that one is compared without.
TEST_F(DuckDbQuery, field_F215_AllTypesAreReadAsTheEngineShowsThem) {
  const auto read = session_->query("SELECT * FROM test_all_types()", 10);
  ASSERT_TRUE(read) << read.error().text();
  const auto shown = session_->query(
      "SELECT COLUMNS(*)::VARCHAR FROM (SELECT * REPLACE "
      "(make_timestamp(epoch_us(timestamp_tz)) || '+00' AS timestamp_tz) FROM test_all_types())",
      10);
  ASSERT_TRUE(shown) << shown.error().text();
  ASSERT_GE(read->columns.size(), 50u);
  ASSERT_EQ(read->rows.size(), 3u);
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < read->columns.size(); ++column)
      EXPECT_EQ(read->rows[row][column], shown->rows[row][column]) << read->columns[column].name;
}

TEST_F(DuckDbQuery, TypesAreNamedAsTheEngineNamesThem) {
  const auto read = session_->query("SELECT * FROM test_all_types()", 1);
  const auto described = session_->query("DESCRIBE SELECT * FROM test_all_types()");
  ASSERT_TRUE(read && described);
  for (std::size_t i = 0; i < read->columns.size(); ++i) {
    EXPECT_EQ(read->columns[i].name, described->rows[i][0]);
    EXPECT_EQ(dialects::parse_type(session_->dialect(), read->columns[i].type),
              dialects::parse_type(session_->dialect(), *described->rows[i][1]))
        << read->columns[i].type;
  }
}

TEST_F(DuckDbQuery, KeepsNoMoreRowsThanAsked) {
  const auto cut = session_->query("SELECT * FROM range(1000000000000)", 3000);
  ASSERT_TRUE(cut) << cut.error().text();
  EXPECT_EQ(cut->rows.size(), 3000u);
  EXPECT_EQ(cut->rows.back()[0], "2999");
  EXPECT_TRUE(cut->truncated);
  const auto whole = session_->query("SELECT * FROM range(3000)", 3000);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->rows.size(), 3000u);
  EXPECT_FALSE(whole->truncated);
  const auto none = session_->query("SELECT 1", 0);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->rows.empty());
  EXPECT_TRUE(none->truncated);
  EXPECT_EQ(cell("SELECT 'usable'"), "usable");
}

TEST_F(DuckDbQuery, OrderIsKept) {
  const auto set = session_->query("SELECT i FROM range(50000) t(i) ORDER BY i DESC");
  ASSERT_TRUE(set);
  ASSERT_EQ(set->rows.size(), 50000u);
  for (std::size_t i = 0; i < set->rows.size(); ++i)
    ASSERT_EQ(set->rows[i][0], std::to_string(49999 - i));
}

TEST_F(DuckDbQuery, AScriptGivesTheLastResult) {
  EXPECT_EQ(script_cell("CREATE TABLE t (s VARCHAR); INSERT INTO t VALUES ('a;b'); -- c;d\n"
                        "/* e;f */ SELECT s FROM t;  "),
            "a;b");
  EXPECT_EQ(script_cell("SELECT 'x'; SELECT $$;y;$$"), ";y;");
  EXPECT_EQ(script_cell("SELECT 1"), "1");
  EXPECT_EQ(script_cell("INSERT INTO t VALUES ('z'); SELECT nothing; INSERT INTO t VALUES ('y')"),
            "refused");
  EXPECT_EQ(cell("SELECT count(*) FROM t"), "2");
}

TEST_F(DuckDbQuery, AScriptRunsAMiddleSelectToItsEnd) {
  run("CREATE SEQUENCE s");
  EXPECT_EQ(script_cell("SELECT nextval('s') FROM range(5000); SELECT nextval('s')"), "5001");
}

TEST_F(DuckDbQuery, SeveralStatementsAreRefusedBeforeTheFirstRuns) {
  run("CREATE TABLE t (i INT)");
  for (const char* sql : {"INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)",
                          "INSERT INTO t VALUES (1); SELECT 1;", "SELECT 1; DROP TABLE t"}) {
    const auto sent = session_->statements_sent();
    EXPECT_EQ(cell(sql), "refused") << sql;
    const auto executed = session_->execute(sql);
    EXPECT_FALSE(executed) << sql;
    EXPECT_EQ(first_cell(session_->read(sql)), "refused") << sql;
    EXPECT_LE(session_->statements_sent() - sent, 2u) << "BEGIN and ROLLBACK of read()";
  }
  EXPECT_EQ(cell("SELECT count(*) FROM t;  -- one; statement"), "0");
}

TEST_F(DuckDbQuery, ReadingChangesNothing) {
  const TemporaryFolder folder;
  run("CREATE TABLE t (i INT)");
  run("CREATE SEQUENCE s");
  const std::string file = folder.file("out.csv");
  const std::string statements[] = {
      "INSERT INTO t VALUES (1)",
      "INSERT INTO t VALUES (1) RETURNING i",
      "CREATE TABLE evil AS SELECT 1",
      "CREATE TEMP TABLE evil AS SELECT 1",
      "COPY t TO '" + file + "'",
      "ATTACH '" + file + "' AS other",
      "SET threads = 1",
      "CALL enable_logging()",
      "COMMIT",
      "ROLLBACK",
      "EXPLAIN ANALYZE INSERT INTO t VALUES (1)",
      "SELECT nextval('s')",
      "WITH c AS (SELECT nextval('s') AS n) SELECT n, [n]::UNION(a BIGINT[]) FROM c",
  };
  for (const auto& sql : statements) EXPECT_EQ(first_cell(session_->read(sql)), "refused") << sql;
  EXPECT_EQ(cell("SELECT count(*) FROM t"), "0");
  EXPECT_EQ(cell("SELECT count(*) FROM duckdb_tables()"), "1");
  EXPECT_EQ(cell("SELECT nextval('s')"), "1");
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(DuckDbQuery, ReadingGivesRowsAndLeavesNoTransactionOpen) {
  run("CREATE TABLE t AS SELECT 7 AS i");
  for (const char* sql : {"FROM t", "SELECT i FROM t", "WITH c AS (FROM t) SELECT i FROM c",
                          "VALUES (7)", "SELECT i FROM query('SELECT 7 AS i')"}) {
    const auto rows = session_->read(sql);
    ASSERT_TRUE(rows) << sql << rows.error().text();
    EXPECT_EQ(rows->rows.at(0).at(0), "7") << sql;
  }
  EXPECT_EQ(first_cell(session_->read("SELECT CAST('a' AS INT)")), "conversion");
  run("INSERT INTO t VALUES (8)");
}

TEST_F(DuckDbQuery, AnExpressionIsOneAndNothingElse) {
  const std::pair<const char*, bool> cases[] = {
      {"1", true},
      {"a > 1 AND b IS NULL", true},
      {"'a) ; (b'", true},
      {"$$a) ; (b$$", true},
      {"f(x) -- comment", true},
      {"/* a */ 1", true},
      {"(SELECT max(i) FROM t)", true},
      {"SELECT max(i) FROM t", true},
      {"CASE WHEN a THEN ')' ELSE \"c)\" END", true},
      {"count(*) OVER (PARTITION BY a)", true},
      {"", false},
      {"1;", false},
      {"1 AS x", false},
      {"1) , (SELECT 1", false},
      {"1) AS a, (2", false},
      {"1 AS INT) AS m FROM t; CREATE TABLE evil AS SELECT 1; SELECT CAST(1", false},
      {"true); CREATE TABLE evil AS SELECT 1; SELECT (1", false},
      {"true) OR (true", false},
      {"1 /*", false},
      {"'a", false},
      {"$$a", false},
      {"1) --", false},
      {"CREATE TABLE evil AS SELECT 1", false},
      {"1 FROM t", false},
  };
  const auto sent = session_->statements_sent();
  for (const auto& [text, is_one] : cases)
    EXPECT_EQ(session_->check_expression(text).has_value(), is_one) << text;
  EXPECT_EQ(session_->statements_sent(), sent);
}

TEST_F(DuckDbQuery, ATypeIsOneAndNothingElse) {
  const std::pair<const char*, bool> cases[] = {
      {"INTEGER", true},
      {"DECIMAL(10, 2)[]", true},
      {"STRUCT(a INTEGER, \"b)\" VARCHAR)", true},
      {"TIMESTAMP WITH TIME ZONE", true},
      {"my_schema.mood", true},
      {"INT -- comment", true},
      {"", false},
      {"INT, 2", false},
      {"INT), CAST(2 AS INT", false},
      {"INT) AS m FROM t; CREATE TABLE evil AS SELECT (1", false},
      {"INT FROM t", false},
      {"INT /*", false},
  };
  for (const auto& [text, is_one] : cases)
    EXPECT_EQ(session_->check_type(text).has_value(), is_one) << text;
}

TEST_F(DuckDbQuery, StatementsThatAreNotSelectsGiveTheirResult) {
  run("CREATE TABLE t (i INT, moment TIMESTAMP)");
  EXPECT_EQ(cell("INSERT INTO t VALUES (1, '2024-01-01') RETURNING moment"), "2024-01-01 00:00:00");
  EXPECT_EQ(cell("DESCRIBE t"), "i");
  EXPECT_EQ(cell("PRAGMA table_info('t')"), "0");
  EXPECT_EQ(cell("CREATE VIEW v AS SELECT 1"), "no rows");
  EXPECT_EQ(cell("WITH c AS (SELECT 3 AS x) FROM c"), "3");
}

TEST_F(DuckDbQuery, ExecuteTellsTheRowsChanged) {
  const std::pair<const char*, std::optional<std::int64_t>> cases[] = {
      {"CREATE TABLE t AS SELECT * FROM range(7) r(i)", 7},
      {"INSERT INTO t SELECT * FROM range(3)", 3},
      {"UPDATE t SET i = i + 1 WHERE i < 2", 4},
      {"DELETE FROM t WHERE false", 0},
      {"MERGE INTO t USING (SELECT 6 AS i) s ON t.i = s.i WHEN MATCHED THEN DELETE", 1},
      {"CREATE OR REPLACE TABLE t AS SELECT 1 AS i", 1},
      {"CREATE TABLE empty (i INT)", std::nullopt},
      {"ALTER TABLE t ADD COLUMN j INT", std::nullopt},
      {"DROP TABLE t", std::nullopt},
      {"SELECT * FROM range(5000)", std::nullopt},
  };
  for (const auto& [sql, rows] : cases) {
    const auto outcome = session_->execute(sql);
    ASSERT_TRUE(outcome) << sql << outcome.error().text();
    EXPECT_EQ(outcome->rows, rows) << sql;
  }
}

TEST_F(DuckDbQuery, ExecuteRunsASelectToItsEnd) {
  const auto failed = session_->execute(
      "SELECT CASE WHEN i = 90000 THEN error('late') ELSE i END FROM range(100000) t(i)");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::refused);
}

TEST_F(DuckDbQuery, StatementsAreCountedAndLogged) {
  const TemporaryFolder folder;
  auto settings = duckdb_file("");
  settings.statement_log = folder.file("statements.log");
  const auto database = open_database(settings);
  ASSERT_TRUE(database);
  const auto session = (*database)->connect();
  ASSERT_TRUE(session);
  const auto before = (*session)->statements_sent();
  ASSERT_TRUE((*session)->execute("CREATE TABLE t AS\nSELECT '\\' AS s"));
  ASSERT_TRUE((*session)->run_script("SELECT 1; SELECT 2", 1));
  EXPECT_FALSE((*session)->query("SELECT nothing", 1));
  EXPECT_EQ((*session)->statements_sent() - before, 4u);
  const std::string log = read_file(settings.statement_log).value_or("");
  EXPECT_TRUE(
      log.ends_with("CREATE TABLE t AS\\nSELECT '\\\\' AS s\nSELECT 1; SELECT 2\n"
                    "SELECT nothing\n"))
      << log;
  settings.statement_log = folder.file("no/such/folder.log");
  const auto refused = open_database(settings);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::io);
}

TEST_F(DuckDbQuery, SessionsWorkSideBySide) {
  constexpr std::size_t kSessions = 4;
  std::vector<std::unique_ptr<Session>> sessions;
  for (std::size_t i = 0; i < kSessions; ++i) sessions.push_back(connect());
  std::vector<int> failures(kSessions);
  run_tasks(
      kSessions, kSessions,
      [&](std::size_t, std::size_t i) {
        Session& session = *sessions[i];
        for (int round = 0; round < 20; ++round) {
          const std::string name = fmt::format("t{}_{}", i, round);
          const bool done = session.begin() &&
                            session.execute("CREATE TABLE " + name + " AS SELECT 1 AS i") &&
                            session.read_table({"", "main", name}) && session.commit() &&
                            cell(session, "SELECT i FROM " + name) == "1";
          failures[i] += done ? 0 : 1;
        }
      },
      [] { return false; });
  EXPECT_EQ(failures, std::vector<int>(kSessions, 0));
  EXPECT_EQ(cell("SELECT count(*) FROM duckdb_tables()"), "80");
}

TEST_F(DuckDbErrors, AreToldApart) {
  run("CREATE TABLE t (i INT PRIMARY KEY, j INT NOT NULL, k INT, l INT CHECK (l > 0))");
  run("INSERT INTO t VALUES (1, 1, 1, 1)");
  run("CREATE INDEX ix ON t (k)");
  run("CREATE TABLE child (i INT REFERENCES t (i))");
  run("CREATE TABLE generated (a INT, b INT GENERATED ALWAYS AS (a + 1))");
  run("CREATE SCHEMA full_one");
  run("CREATE TABLE full_one.x (i INT)");
  const std::pair<const char*, ErrorCode> cases[] = {
      {"SELEC 1", ErrorCode::refused},
      {"", ErrorCode::refused},
      {" ; -- nothing", ErrorCode::refused},
      {"SELECT nothing FROM t", ErrorCode::refused},
      {"SELECT ?", ErrorCode::refused},
      {"SELECT error('no')", ErrorCode::refused},
      {"CREATE TABLE t (i INT)", ErrorCode::refused},
      {"COMMIT", ErrorCode::refused},
      {"SELECT * FROM nowhere", ErrorCode::not_found},
      {"SELECT * FROM nowhere.t", ErrorCode::not_found},
      {"SELECT * FROM nodb.main.t", ErrorCode::not_found},
      {"DROP TABLE nowhere", ErrorCode::not_found},
      {"SELECT 'x'::INT", ErrorCode::conversion},
      {"SELECT 1000::TINYINT", ErrorCode::conversion},
      {"SELECT 100::TINYINT + 100::TINYINT", ErrorCode::conversion},
      {"SELECT 12345::DECIMAL(4,1)", ErrorCode::conversion},
      {"INSERT INTO t VALUES (1, 1, 1, 1)", ErrorCode::constraint},
      {"INSERT INTO t VALUES (2, NULL, 1, 1)", ErrorCode::constraint},
      {"INSERT INTO t VALUES (2, 1, 1, -1)", ErrorCode::constraint},
      {"INSERT INTO child VALUES (77)", ErrorCode::constraint},
      {"ALTER TABLE t ALTER k TYPE BIGINT", ErrorCode::constraint},
      {"ALTER TABLE t ALTER j TYPE BIGINT", ErrorCode::constraint},
      {"ALTER TABLE t ALTER l TYPE BIGINT", ErrorCode::constraint},
      {"ALTER TABLE generated ALTER a TYPE BIGINT", ErrorCode::constraint},
      {"ALTER TABLE generated DROP COLUMN a", ErrorCode::constraint},
      {"DROP TABLE t", ErrorCode::constraint},
      {"DROP SCHEMA full_one", ErrorCode::constraint},
      {"SELECT * FROM read_csv('/nonexistent.csv')", ErrorCode::io},
      {"SELECT * FROM 'https://example.invalid/x.csv'", ErrorCode::unsupported},
  };
  for (const auto& [sql, code] : cases) {
    const auto failed = session_->execute(sql);
    ASSERT_FALSE(failed) << sql;
    EXPECT_EQ(failed.error().code, code) << sql << ": " << failed.error().message;
    EXPECT_FALSE(failed.error().message.empty());
    EXPECT_EQ(failed.error().message.find('\n'), std::string::npos) << failed.error().message;
  }
}

TEST_F(DuckDbErrors, AStatementWithANulByteIsNotCutShort) {
  run("CREATE TABLE t AS SELECT 1 AS i");
  const auto failed = session_->execute(std::string("DELETE FROM t\0 WHERE i = 2", 26));
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::refused);
  EXPECT_EQ(cell("SELECT count(*) FROM t"), "1");
}

TEST_F(DuckDbTransactions, CommitKeepsAndRollbackUndoes) {
  ASSERT_TRUE(session_->begin());
  run("CREATE TABLE t AS SELECT 1 AS i");
  ASSERT_TRUE(session_->commit());
  ASSERT_TRUE(session_->begin());
  run("ALTER TABLE t ADD COLUMN j INT");
  run("DELETE FROM t");
  ASSERT_TRUE(session_->rollback());
  EXPECT_EQ(cell("SELECT count(*) FROM (DESCRIBE t)"), "1");
  EXPECT_EQ(cell("SELECT count(*) FROM t"), "1");
}

// The engine answers COMMIT of an aborted transaction with success and has kept nothing.
TEST_F(DuckDbTransactions, CommitOfAnAbortedTransactionFails) {
  run("CREATE TABLE t (i INT)");
  ASSERT_TRUE(session_->begin());
  run("INSERT INTO t VALUES (1)");
  EXPECT_EQ(cell("SELECT 'x'::INT"), "conversion");
  EXPECT_EQ(cell("SELECT 1"), "refused");
  EXPECT_FALSE(session_->commit());
  ASSERT_TRUE(session_->rollback());
  EXPECT_EQ(cell("SELECT count(*) FROM t"), "0");
  ASSERT_TRUE(session_->begin());
  run("INSERT INTO t VALUES (2)");
  ASSERT_TRUE(session_->commit());
  EXPECT_EQ(cell("SELECT count(*) FROM t"), "1");
}

TEST_F(DuckDbTransactions, ARefusedStatementNeedNotAbort) {
  run("CREATE TABLE t (i INT)");
  ASSERT_TRUE(session_->begin());
  run("INSERT INTO t VALUES (1)");
  EXPECT_EQ(cell("SELECT nothing FROM t"), "refused");
  EXPECT_TRUE(session_->commit());
  EXPECT_EQ(cell("SELECT count(*) FROM t"), "1");
}

TEST_F(DuckDbTransactions, BeginAndCommitOutOfPlaceAreRefused) {
  EXPECT_FALSE(session_->commit());
  EXPECT_TRUE(session_->rollback());
  ASSERT_TRUE(session_->begin());
  EXPECT_FALSE(session_->begin());
  EXPECT_TRUE(session_->rollback());
}

TEST_F(DuckDbTransactions, AConflictIsWorthAnotherTry) {
  run("CREATE TABLE t AS SELECT 1 AS i");
  const auto other = connect();
  const std::pair<const char*, const char*> cases[] = {
      {"UPDATE t SET i = 2", "UPDATE t SET i = 3"},
      {"ALTER TABLE t ADD COLUMN j INT", "ALTER TABLE t ADD COLUMN k INT"},
      {"CREATE TABLE u (i INT)", "CREATE TABLE u (i INT)"},
  };
  for (const auto& [first, second] : cases) {
    ASSERT_TRUE(session_->begin());
    ASSERT_TRUE(other->begin());
    run(first);
    EXPECT_EQ(cell(*other, second), "transient") << second;
    EXPECT_TRUE(other->rollback());
    EXPECT_TRUE(session_->commit()) << first;
  }
}

TEST_F(DuckDbTransactions, AFailedCommitLeavesAUsableSession) {
  run("CREATE TABLE t (i INT PRIMARY KEY)");
  const auto other = connect();
  ASSERT_TRUE(session_->begin());
  ASSERT_TRUE(other->begin());
  run("INSERT INTO t VALUES (1)");
  ASSERT_TRUE(other->execute("INSERT INTO t VALUES (1)"));
  ASSERT_TRUE(session_->commit());
  const auto failed = other->commit();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::constraint);
  EXPECT_TRUE(other->rollback());
  EXPECT_EQ(cell(*other, "SELECT count(*) FROM t"), "1");
}

TEST_F(DuckDbInterrupt, EndsTheRunningStatement) {
  const char* endless = "SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b";
  for (const bool reading : {true, false}) {
    const std::jthread stopper([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        session_->interrupt();
      }
    });
    const Error error =
        reading ? session_->query(endless, 1).error() : session_->execute(endless).error();
    EXPECT_EQ(error.code, ErrorCode::interrupted) << error.message;
  }
  EXPECT_EQ(cell("SELECT 1"), "1");
}

TEST_F(DuckDbInterrupt, WhenNothingRunsHasNoEffect) {
  session_->interrupt();
  EXPECT_EQ(cell("SELECT 1"), "1");
}

TEST_F(DuckDbInterrupt, ATransactionCanBeUndoneAfterwards) {
  run("CREATE TABLE t (i BIGINT)");
  ASSERT_TRUE(session_->begin());
  run("INSERT INTO t VALUES (1)");
  {
    const std::jthread stopper([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        session_->interrupt();
      }
    });
    EXPECT_FALSE(session_->execute(
        "INSERT INTO t SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b"));
  }
  EXPECT_TRUE(session_->rollback());
  EXPECT_EQ(cell("SELECT count(*) FROM t"), "0");
}

}  // namespace
}  // namespace leeway::engines
