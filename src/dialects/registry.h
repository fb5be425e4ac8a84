// The engines' records, one a file.
#pragma once

#include "dialects/dialect.h"

namespace leeway::dialects {

const Dialect& duckdb();
const Dialect& postgres();
const Dialect& mysql();
const Dialect& clickhouse();
const Dialect& redshift();
const Dialect& snowflake();
const Dialect& bigquery();
const Dialect& databricks();
const Dialect& trino();

}  // namespace leeway::dialects
