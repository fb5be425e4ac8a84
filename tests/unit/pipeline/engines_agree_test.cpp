#include <gtest/gtest.h>

#include "config/read.h"
#include "dialects/dialect.h"

namespace leeway::pipeline {
namespace {

// What the project file's reader says of an engine is what its dialect says.
TEST(EnginesAgree, on_materialized_views) {
  for (const char* name : {"duckdb", "postgres", "mysql", "clickhouse", "redshift", "snowflake",
                           "bigquery", "databricks", "trino"}) {
    config::Adapter adapter;
    adapter.type = name;
    const auto* dialect = dialects::find_dialect(name);
    ASSERT_NE(dialect, nullptr) << name;
    EXPECT_EQ(config::has_materialized_views(adapter), dialect->capabilities.materialized_views)
        << name;
  }
}

}  // namespace
}  // namespace leeway::pipeline
