== create_catalog
none

== create_schema
CREATE SCHEMA IF NOT EXISTS `main`

== create_table_as
CREATE TABLE `main`.`orders` AS
SELECT 1 AS one

== create_or_replace_table_as
none

== create_view
CREATE OR REPLACE VIEW `main`.`orders` AS
SELECT 1 AS one

== create_materialized_view
none

== drop_table
DROP TABLE IF EXISTS `main`.`orders`

== drop_view
DROP VIEW IF EXISTS `main`.`orders`

== rename_table
ALTER TABLE `main`.`orders` RENAME TO `main`.`old orders`

== add_column
ALTER TABLE `main`.`orders` ADD COLUMN `region` BIGINT NULL

== alter_column_type nullable
ALTER TABLE `main`.`orders` MODIFY COLUMN `amount` DECIMAL(12,2) NULL

== alter_column_type not null
ALTER TABLE `main`.`orders` MODIFY COLUMN `amount` DECIMAL(12,2) NOT NULL

== widen_prelude
none

== comment_on_table
ALTER TABLE `main`.`orders` COMMENT = 'it''s a\\b
line'

== comment_on_column
none

== select
SELECT
  `id`,
  `Amount` AS `amount`,
  NULL AS `gone`,
  CAST(
current_user -- who
AS VARCHAR) AS `loaded_by`
FROM `raw`.`order "list"`

== select where
SELECT
  `id`
FROM `raw`.`order "list"`
WHERE `at` > CAST('2026-01-02 03:04:05.678901' AS DATETIME(6))

== insert_select
INSERT INTO `main`.`orders` (`id`, `amount`, `gone`, `loaded_by`)
SELECT 1, 2, 3, 4

== delete_where
DELETE FROM `main`.`orders` WHERE `at` = CAST('2026-01-02 03:04:05.678901' AS DATETIME(6))

== merge
none

== merge every match
none

== field_F117 merge of keys alone
none

== newer_than
`n` > CAST('7' AS SIGNED)

== at_or_after
`at` >= CAST('2026-01-02 03:04:05.678901' AS DATETIME(6))

== equal_to
`n` = CAST('1.50' AS DECIMAL(10, 2))

== watermark_probe
SELECT * FROM (SELECT COUNT(CASE WHEN `at` > CAST('2026-01-02 03:04:05.678901' AS DATETIME(6)) THEN 1 END) AS newer_rows, COUNT(CASE WHEN `at` = CAST('2026-01-02 03:04:05.678901' AS DATETIME(6)) THEN 1 END) AS boundary_rows, 0 AS endless_rows, COUNT(CASE WHEN `at` IS NULL THEN 1 END) AS dateless_rows
FROM `raw`.`order "list"`
WHERE `at` >= CAST('2026-01-02 03:04:05.678901' AS DATETIME(6)) OR `at` IS NULL) AS source_side
CROSS JOIN (SELECT COUNT(CASE WHEN `At` > CAST('2026-01-02 03:04:05.678901' AS DATETIME(6)) THEN 1 END) AS target_newer_rows, COUNT(CASE WHEN `At` = CAST('2026-01-02 03:04:05.678901' AS DATETIME(6)) THEN 1 END) AS target_boundary_rows, 0 AS target_endless_rows, 0 AS target_dateless_rows
FROM `main`.`orders`
WHERE `At` >= CAST('2026-01-02 03:04:05.678901' AS DATETIME(6))) AS target_side

== watermark_probe without a watermark
SELECT COUNT(CASE WHEN `at` IS NOT NULL THEN 1 END) AS newer_rows, 0 AS boundary_rows, 0 AS endless_rows, COUNT(CASE WHEN `at` IS NULL THEN 1 END) AS dateless_rows
FROM `raw`.`order "list"`

== watermark_probe of numbers
SELECT COUNT(CASE WHEN `n` > CAST('7' AS SIGNED) THEN 1 END) AS newer_rows, COUNT(CASE WHEN `n` = CAST('7' AS SIGNED) THEN 1 END) AS boundary_rows, 0 AS endless_rows, 0 AS dateless_rows
FROM `raw`.`order "list"`
WHERE `n` >= CAST('7' AS SIGNED)

== watermark_read
SELECT CAST(MAX(`at`) AS CHAR) AS newest, COUNT(*) AS newest_rows
FROM `main`.`orders`
WHERE `at` = (SELECT MAX(`at`) FROM `main`.`orders`)

== count_rows
SELECT COUNT(*) FROM `main`.`orders`

== duplicate_keys
SELECT (SELECT COUNT(*) FROM (SELECT 1 AS one FROM `main`.`orders` WHERE `a` IS NOT NULL AND `b` IS NOT NULL GROUP BY `a`, `b` HAVING COUNT(*) > 1) AS repeated) AS duplicate_keys, (SELECT COUNT(*) FROM `main`.`orders` WHERE `a` IS NULL OR `b` IS NULL) AS null_keys

== rows_differ_probe
SELECT COUNT(*) FROM (SELECT `a`, `b` FROM `raw`.`order "list"` EXCEPT SELECT `a`, `b` FROM `main`.`orders`) AS missing

== null_rates
SELECT COUNT(*), COUNT(*) - COUNT(`a`), COUNT(*) - COUNT(`b`) FROM (SELECT `a`, `b` FROM `main`.`orders` WHERE RAND() < 0.125) AS sampled_rows

== null_rates of all rows
SELECT COUNT(*), COUNT(*) - COUNT(`a`) FROM (SELECT `a` FROM `main`.`orders`) AS sampled_rows

== freshness
SELECT CAST(MAX(`at`) AS CHAR) AS newest, FLOOR(TIMESTAMPDIFF(MICROSECOND, MAX(`at`), CAST('2026-11-30 23:35:16.250' AS DATETIME(6))) / 1000000) AS lag_seconds FROM `main`.`orders`

== custom_check
SELECT COUNT(*) FROM `main`.`orders`

== not_null
SELECT COUNT(*) FROM `main`.`orders` WHERE (
x > 1 -- some
) AND `a` IS NULL

== unique
SELECT COALESCE(SUM(n), 0) FROM (SELECT COUNT(*) AS n FROM (SELECT `a` FROM `main`.`orders` WHERE (
x > 1 -- some
)) AS checked WHERE `a` IS NOT NULL GROUP BY `a` HAVING COUNT(*) > 1) AS repeated

== composite
SELECT COALESCE(SUM(n), 0) FROM (SELECT COUNT(*) AS n FROM (SELECT `a`, `b` FROM `main`.`orders`) AS checked WHERE `a` IS NOT NULL AND `b` IS NOT NULL GROUP BY `a`, `b` HAVING COUNT(*) > 1) AS repeated

== unique_expr
SELECT COALESCE(SUM(n), 0) FROM (SELECT COUNT(*) AS n FROM (SELECT (
lower(a)
) AS `leeway_value` FROM `main`.`orders`) AS checked WHERE `leeway_value` IS NOT NULL GROUP BY `leeway_value` HAVING COUNT(*) > 1) AS repeated

== accepted_values
SELECT COUNT(*) FROM `main`.`orders` WHERE (
x > 1 -- some
) AND `a` NOT IN ('x', 'it''s')

== relationships
SELECT COUNT(*) FROM `main`.`orders` WHERE (
x > 1 -- some
) AND `a` IS NOT NULL AND `a` NOT IN (SELECT `leeway_other`.`key` FROM `raw`.`order "list"` AS `leeway_other` WHERE `leeway_other`.`key` IS NOT NULL)

== expression
SELECT COUNT(*) FROM `main`.`orders` WHERE NOT (
a > 1 -- x
)

== row_count_range
SELECT CASE WHEN (COUNT(*) < 1 OR COUNT(*) > 1000000) THEN 1 ELSE 0 END FROM `main`.`orders`

== in_range
SELECT COUNT(*) FROM `main`.`orders` WHERE (
x > 1 -- some
) AND `a` < 0.5

== regex_match
SELECT COUNT(*) FROM `main`.`orders` WHERE NOT (`a` REGEXP '^\\d+''$')

== aggregate
SELECT CASE WHEN COUNT(DISTINCT `a`) >= 3 THEN 0 WHEN NOT (COUNT(DISTINCT `a`) >= 3) THEN 1 END FROM `main`.`orders`

== not_in_future
SELECT COUNT(*) FROM `main`.`orders` WHERE FLOOR(TIMESTAMPDIFF(MICROSECOND, `at`, CAST('2026-11-30 23:35:16.250' AS DATETIME(6))) / 1000000) < 0

== older_than_n_days
SELECT COUNT(*) FROM `main`.`orders` WHERE FLOOR(TIMESTAMPDIFF(MICROSECOND, `at`, CAST('2026-11-30 23:35:16.250' AS DATETIME(6))) / 1000000) < 172800

