== create_catalog
none

== create_schema
CREATE SCHEMA IF NOT EXISTS "db"."main"

== create_table_as
CREATE TABLE "db"."main"."orders" AS
SELECT 1 AS one

== create_or_replace_table_as
none

== create_view
CREATE OR REPLACE VIEW "db"."main"."orders" AS
SELECT 1 AS one

== create_materialized_view
CREATE MATERIALIZED VIEW "db"."main"."orders" AS
SELECT 1 AS one

== drop_table
DROP TABLE IF EXISTS "db"."main"."orders"

== drop_view
DROP VIEW IF EXISTS "db"."main"."orders"

== rename_table
ALTER TABLE "db"."main"."orders" RENAME TO "old orders"

== add_column
ALTER TABLE "db"."main"."orders" ADD COLUMN "region" bigint

== alter_column_type nullable
ALTER TABLE "db"."main"."orders" ALTER COLUMN "amount" TYPE numeric(12,2)

== alter_column_type not null
ALTER TABLE "db"."main"."orders" ALTER COLUMN "amount" TYPE numeric(12,2)

== widen_prelude
none

== comment_on_table
COMMENT ON TABLE "db"."main"."orders" IS 'it''s a\\b
line'

== comment_on_column
COMMENT ON COLUMN "db"."main"."orders"."amount" IS 'it''s'

== select
SELECT
  "id",
  "Amount" AS "amount",
  CAST(NULL AS integer) AS "gone",
  CAST(
current_user -- who
AS VARCHAR) AS "loaded_by"
FROM "db"."raw"."order ""list"""

== select where
SELECT
  "id"
FROM "db"."raw"."order ""list"""
WHERE "at" > CAST('2026-01-02 03:04:05.678901' AS timestamp(6))

== insert_select
INSERT INTO "db"."main"."orders" ("id", "amount", "gone", "loaded_by")
SELECT 1, 2, 3, 4

== delete_where
DELETE FROM "db"."main"."orders" WHERE "at" = CAST('2026-01-02 03:04:05.678901' AS timestamp(6))

== merge
MERGE INTO "db"."main"."orders"
USING (
SELECT 1 -- all
) AS "leeway_source"
ON ("orders"."id" = "leeway_source"."id")
WHEN MATCHED THEN UPDATE SET "amount" = "leeway_source"."amount", "gone" = "leeway_source"."gone", "loaded_by" = "leeway_source"."loaded_by"
WHEN NOT MATCHED THEN INSERT ("id", "amount", "gone", "loaded_by") VALUES ("leeway_source"."id", "leeway_source"."amount", "leeway_source"."gone", "leeway_source"."loaded_by")

== merge every match
MERGE INTO "db"."main"."orders"
USING (
SELECT 1
) AS "leeway_source"
ON ("orders"."id" = "leeway_source"."id")
WHEN MATCHED THEN UPDATE SET "amount" = "leeway_source"."amount", "gone" = "leeway_source"."gone", "loaded_by" = "leeway_source"."loaded_by"
WHEN NOT MATCHED THEN INSERT ("id", "amount", "gone", "loaded_by") VALUES ("leeway_source"."id", "leeway_source"."amount", "leeway_source"."gone", "leeway_source"."loaded_by")

== field_F117 merge of keys alone
MERGE INTO "db"."main"."orders"
USING (
SELECT 1
) AS "leeway_source"
ON ("orders"."b" = "leeway_source"."b" AND "orders"."a" = "leeway_source"."a")
WHEN MATCHED THEN UPDATE SET "b" = "leeway_source"."b", "a" = "leeway_source"."a"
WHEN NOT MATCHED THEN INSERT ("a", "b") VALUES ("leeway_source"."a", "leeway_source"."b")

== newer_than
"n" > CAST('7' AS bigint)

== at_or_after
"at" >= CAST('2026-01-02 03:04:05.678901' AS timestamp(6))

== equal_to
"n" = CAST('1.50' AS numeric(10,2))

== watermark_probe
SELECT * FROM (SELECT COUNT(CASE WHEN "at" > CAST('2026-01-02 03:04:05.678901' AS timestamp(6)) THEN 1 END) AS newer_rows, COUNT(CASE WHEN "at" = CAST('2026-01-02 03:04:05.678901' AS timestamp(6)) THEN 1 END) AS boundary_rows, 0 AS endless_rows, COUNT(CASE WHEN "at" IS NULL THEN 1 END) AS dateless_rows
FROM "db"."raw"."order ""list"""
WHERE "at" >= CAST('2026-01-02 03:04:05.678901' AS timestamp(6)) OR "at" IS NULL) AS source_side
CROSS JOIN (SELECT COUNT(CASE WHEN "At" > CAST('2026-01-02 03:04:05.678901' AS timestamp(6)) THEN 1 END) AS target_newer_rows, COUNT(CASE WHEN "At" = CAST('2026-01-02 03:04:05.678901' AS timestamp(6)) THEN 1 END) AS target_boundary_rows, 0 AS target_endless_rows, 0 AS target_dateless_rows
FROM "db"."main"."orders"
WHERE "At" >= CAST('2026-01-02 03:04:05.678901' AS timestamp(6))) AS target_side

== watermark_probe without a watermark
SELECT COUNT(CASE WHEN "at" IS NOT NULL THEN 1 END) AS newer_rows, 0 AS boundary_rows, 0 AS endless_rows, COUNT(CASE WHEN "at" IS NULL THEN 1 END) AS dateless_rows
FROM "db"."raw"."order ""list"""

== watermark_probe of numbers
SELECT COUNT(CASE WHEN "n" > CAST('7' AS bigint) THEN 1 END) AS newer_rows, COUNT(CASE WHEN "n" = CAST('7' AS bigint) THEN 1 END) AS boundary_rows, 0 AS endless_rows, 0 AS dateless_rows
FROM "db"."raw"."order ""list"""
WHERE "n" >= CAST('7' AS bigint)

== watermark_read
SELECT CAST(MAX("at") AS VARCHAR) AS newest, COUNT(*) AS newest_rows
FROM "db"."main"."orders"
WHERE "at" = (SELECT MAX("at") FROM "db"."main"."orders")

== count_rows
SELECT COUNT(*) FROM "db"."main"."orders"

== duplicate_keys
SELECT (SELECT COUNT(*) FROM (SELECT 1 AS one FROM "db"."main"."orders" WHERE "a" IS NOT NULL AND "b" IS NOT NULL GROUP BY "a", "b" HAVING COUNT(*) > 1) AS repeated) AS duplicate_keys, (SELECT COUNT(*) FROM "db"."main"."orders" WHERE "a" IS NULL OR "b" IS NULL) AS null_keys

== rows_differ_probe
SELECT COUNT(*) FROM (SELECT "a", "b" FROM "db"."raw"."order ""list""" EXCEPT SELECT "a", "b" FROM "db"."main"."orders") AS missing

== null_rates
SELECT COUNT(*), COUNT(*) - COUNT("a"), COUNT(*) - COUNT("b") FROM (SELECT "a", "b" FROM "db"."main"."orders" WHERE RANDOM() < 0.125) AS sampled_rows

== null_rates of all rows
SELECT COUNT(*), COUNT(*) - COUNT("a") FROM (SELECT "a" FROM "db"."main"."orders") AS sampled_rows

== freshness
SELECT CAST(MAX("at") AS VARCHAR) AS newest, CAST(FLOOR(EXTRACT(EPOCH FROM CAST('2026-11-30 23:35:16.250' AS TIMESTAMP)) - EXTRACT(EPOCH FROM MAX("at"))) AS BIGINT) AS lag_seconds FROM "db"."main"."orders"

== custom_check
SELECT COUNT(*) FROM "db"."main"."orders"

== not_null
SELECT COUNT(*) FROM "db"."main"."orders" WHERE (
x > 1 -- some
) AND "a" IS NULL

== unique
SELECT COALESCE(SUM(n), 0) FROM (SELECT COUNT(*) AS n FROM (SELECT "a" FROM "db"."main"."orders" WHERE (
x > 1 -- some
)) AS checked WHERE "a" IS NOT NULL GROUP BY "a" HAVING COUNT(*) > 1) AS repeated

== composite
SELECT COALESCE(SUM(n), 0) FROM (SELECT COUNT(*) AS n FROM (SELECT "a", "b" FROM "db"."main"."orders") AS checked WHERE "a" IS NOT NULL AND "b" IS NOT NULL GROUP BY "a", "b" HAVING COUNT(*) > 1) AS repeated

== unique_expr
SELECT COALESCE(SUM(n), 0) FROM (SELECT COUNT(*) AS n FROM (SELECT (
lower(a)
) AS "leeway_value" FROM "db"."main"."orders") AS checked WHERE "leeway_value" IS NOT NULL GROUP BY "leeway_value" HAVING COUNT(*) > 1) AS repeated

== accepted_values
SELECT COUNT(*) FROM "db"."main"."orders" WHERE (
x > 1 -- some
) AND "a" NOT IN ('x', 'it''s')

== relationships
SELECT COUNT(*) FROM "db"."main"."orders" WHERE (
x > 1 -- some
) AND "a" IS NOT NULL AND "a" NOT IN (SELECT "leeway_other"."key" FROM "db"."raw"."order ""list""" AS "leeway_other" WHERE "leeway_other"."key" IS NOT NULL)

== expression
SELECT COUNT(*) FROM "db"."main"."orders" WHERE NOT (
a > 1 -- x
)

== row_count_range
SELECT CASE WHEN (COUNT(*) < 1 OR COUNT(*) > 1000000) THEN 1 ELSE 0 END FROM "db"."main"."orders"

== in_range
SELECT COUNT(*) FROM "db"."main"."orders" WHERE (
x > 1 -- some
) AND "a" < 0.5

== regex_match
SELECT COUNT(*) FROM "db"."main"."orders" WHERE NOT ("a" ~ '^\\d+''$')

== aggregate
SELECT CASE WHEN COUNT(DISTINCT "a") >= 3 THEN 0 WHEN NOT (COUNT(DISTINCT "a") >= 3) THEN 1 END FROM "db"."main"."orders"

== not_in_future
SELECT COUNT(*) FROM "db"."main"."orders" WHERE CAST(FLOOR(EXTRACT(EPOCH FROM CAST('2026-11-30 23:35:16.250' AS TIMESTAMP)) - EXTRACT(EPOCH FROM "at")) AS BIGINT) < 0

== older_than_n_days
SELECT COUNT(*) FROM "db"."main"."orders" WHERE CAST(FLOOR(EXTRACT(EPOCH FROM CAST('2026-11-30 23:35:16.250' AS TIMESTAMP)) - EXTRACT(EPOCH FROM "at")) AS BIGINT) < 172800

