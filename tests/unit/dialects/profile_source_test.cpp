#include "dialects/profile_source.h"

#include <gtest/gtest.h>

namespace leeway::dialects {
namespace {

TEST(ScanClause, SaysWhatIsRead) {
  const Dialect& duckdb = *find_dialect("duckdb");
  ScanSource source;
  source.table = {"d", "s", "a\"b"};
  EXPECT_EQ(scan_clause(duckdb, source), R"("d"."s"."a""b")");
  source.sample = 0.125;
  source.seed = 42;
  EXPECT_EQ(
      scan_clause(duckdb, source),
      R"("d"."s"."a""b" TABLESAMPLE bernoulli(12.50000000000000000 PERCENT) REPEATABLE (42))");
  source.sample.reset();
  source.filter = "x > 1 -- all";
  EXPECT_EQ(scan_clause(duckdb, source),
            "(SELECT * FROM \"d\".\"s\".\"a\"\"b\" WHERE (\nx > 1 -- all\n)) AS leeway_rows");
}

}  // namespace
}  // namespace leeway::dialects
