#pragma once

#include <string>

#include "unit/config/support.h"

namespace leeway::config {

// A project that uses most of the grammar.
inline const std::string rich_project = R"toml(# everything at once
[adapter.db]
type = "duckdb"
path = "${DB_PATH:-poc.duckdb}"
timeout_secs = 30

[adapter.db.retry]
max_retries = "${RETRIES}"
backoff_multiplier = 1.5
jitter = false

[adapter.wh]
type = "snowflake"
account = "acme"
warehouse = "wh"
username = "me"
password = "literal-pass-word"

[pipeline.raw]
type = "replication"
strategy = "incremental"
timestamp_column = "_updated"
merge_keys = ["id"]
merge_keys_fallback = ["uid"]
prune_unchanged = true
on_alter_failure = "full_refresh"
metadata_columns = [
  { name = "_source", type = "VARCHAR", value = "'{source}'" },
  { name = "_by", type = "VARCHAR", value = "'${USER_TOKEN}'" },
]

[pipeline.raw.drift]
on_unreadable_target = "fail"

[pipeline.raw.source]
adapter = "db"
catalog = "main"
discovery = { adapter = "db", report_new_sources = true, on_collision = "warn" }

[pipeline.raw.source.schema_pattern]
prefix = "raw__"
separator = "__"
components = ["client", "regions...", "source"]

[pipeline.raw.target]
adapter = "wh"
catalog_template = "{client}_db"
schema_template = "staging__{regions:_}__{source}"
separator = "_"

[pipeline.raw.target.governance]
auto_create_catalogs = true
auto_create_schemas = true

[[pipeline.raw.table_overrides]]
match.connector = "raw__a"
match.table = "orders"
strategy = "merge"
merge_keys = ["order_id"]

[[pipeline.raw.table_overrides]]
match.table = "tmp_*"
enabled = false

[pipeline.raw.checks]
row_count = true
column_match = { enabled = true, severity = "warning" }
freshness = { threshold_seconds = 3600, overrides = { orders = 60 } }
null_rate = { columns = ["id"], threshold = 0.1, sample_percent = 25 }
anomaly_threshold_pct = 30
fail_on_error = false
custom = [{ name = "some", sql = "SELECT count(*) FROM {table}", threshold = 2 }]

[pipeline.raw.checks.cross_source_overlap]
keys = ["id"]
sample = 5

[[pipeline.raw.checks.assertions]]
table = "orders"
type = "in_range"
column = "amount"
min = "0.5"
max = 100

[[pipeline.raw.checks.assertions]]
table = "orders"
name = "total"
type = "aggregate"
op = "sum"
cmp = ">="
column = "amount"
value = "10"
severity = "warning"

[[pipeline.raw.checks.assertions]]
table = "orders"
type = "accepted_values"
column = "state"
values = ["new", "done"]
filter = "amount > 0"

[pipeline.raw.execution]
concurrency = "${WORKERS:-4}"
fail_fast = "${FAIL_FAST:-true}"
error_rate_abort_pct = 10
table_retries = 3

[pipeline.marts]
type = "transformation"
models = "models/**"
depends_on = ["raw"]

[policy]
version = 1
default_agent_effect = "deny"

[[policy.rules]]
principal = "agent"
capability = "schema_change.additive"
scope = { models = ["stg_*"], tags = { layer = "bronze" }, max_downstreams = 5 }
effect = "allow"
verify_after = ["row_count"]

[resilience]
auto_apply_additive_drift = true

[state]
namespacing = "pipeline"
retention = { max_age_days = 10, min_runs_kept = 5 }
idempotency = { dedup_on = "any", in_flight_ttl_hours = 2, retention_days = 3 }
)toml";

inline const Variables rich_variables{
    {"RETRIES", "7"}, {"USER_TOKEN", "env-secret-value"}, {"FAIL_FAST", ""}};

}  // namespace leeway::config
