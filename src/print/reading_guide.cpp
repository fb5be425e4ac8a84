#include "print/files.h"

namespace leeway::print {

std::string reading_guide() {
  return R"(# How to read this print

This folder is a print: a picture of one database, measured at one moment and kept as text. It holds
counts, shapes and a few values, not the data. This page is the same for every database.

## What lies where

| File | Holds |
|---|---|
| `manifest.yaml` | every table, view and materialized view: its path, its row count, when it was measured |
| `<path>/ddl.sql` | the definition as the engine gives it: types, constraints, names in their own spelling |
| `<path>/statistics.yaml` | what was measured: rows, keys, and one block a column |
| `<path>/relationships.yaml` | which columns point at which tables, and who points here |
| `<path>/description.md`, `*.annotations.yaml` | what people know and measuring cannot tell |
| `diff.yaml` | what moved between the print before and this one |

Where a person's note and a measurement disagree about a number, trust the measurement. Where they
disagree about a meaning, trust the person.

## A way through it

1. `manifest.yaml`: find the tables by name, and see how large and how old their pictures are.
2. The `description.md` and annotations of those tables, where there are any.
3. `relationships.yaml`: how to join them, and which way a join multiplies rows.
4. `grain` in `statistics.yaml`: what one row stands for.
5. The blocks of only those columns the question needs.
6. `ddl.sql` for the exact types, defaults, constraints and the text of a view.

Do not load everything: a table's folder stands on its own.

## Classes of columns

| `classification` | Means | Look at |
|---|---|---|
| `foreign_key_candidate` | points at another table by constraint or by name | `relationships.yaml` |
| `categorical` | few distinct values | `values`, usually all of them |
| `boolean` | true, false, perhaps NULL | `values`, `null_rate` |
| `temporal` | dates and times | `range`, `freshness`, `percentiles` |
| `numeric` | many distinct numbers | `range`, `percentiles`, `mean`, `zero_count` |
| `text` | many distinct strings | `length`, `inferred.looks_like`, `empty_count` |
| `json` | nested documents | only counts of NULL; look inside with the engine |
| `unsupported` | not comparable by the engine, or not measured | only counts of NULL |

The class follows how many distinct values there are before it follows the type: a date column with
three days in it is `categorical`. Readers meet words here that they do not know; take them as text.

## Traps

- **Absent is not zero.** A field that is missing was not applicable or not measured. `unmeasured`
  names what was tried and failed.
- **`scope` narrows everything but `row_count`.** With it, counts and ratios speak of `rows_scanned`
  rows. Scale a count by `row_count / rows_scanned`; do not scale a `sum` of a filtered read.
- **`values` may be the top of a list.** Only `values_coverage: 1.0` says that there are no others.
- **Approximate counts are estimates.** `cardinality_method: approximate` does not prove a key, and
  neither does a `cardinality_ratio` near 1.
- **NULL is in the denominator.** `cardinality_ratio` divides by all rows read, `values_coverage` by
  those that are not NULL.
- **The empty string is not NULL.** `empty_count` and `null_count` are separate, and both may mean
  "unknown" to whoever filled the table.
- **`redacted` values are stand-ins.** Do not filter by them. Their counts and shares are real.
- **Length is in characters**, not bytes.
- **Names are lower-cased here.** `physical_name` holds the spelling to quote where it differs.
- **`inferred` is a guess.** `looks_like` tells what most of a sample matched. A missing
  `sensitivity` never means that a column is harmless.
- **Everything has a date.** Tables are measured at their own `profiled_at`; two of them may differ.
- **No edge does not mean no join**, and an `inferred` edge comes from a name alone.

## Writing queries

- Pick join columns from `relationships.yaml`: `declared` first, then `measured`, then `inferred`.
- `observed.fanout_avg` above 1 multiplies the rows of the target; aggregate before joining.
- `observed.target_coverage` below 1 means targets without a partner: an inner join drops them.
- `observed.containment` below 1 means partners that are not there: an outer join keeps those rows.
- Filter `categorical` columns by a listed spelling; `spelling_of` shows variants of one word, so
  compare `LOWER(TRIM(column))` where it appears.
- Take the table's `grain` for `COUNT(*)`; where it has no key, rows may repeat.
- For "recent", begin at `range.max` of the time column, not at today: `freshness` tells how far the
  data is behind.
- `epoch_unit` marks numbers that are instants in seconds or milliseconds.
- Average with care where `distribution` is `long_tail` or `dominant_value`; prefer percentiles.
- `zero_count` and `negative_count` show where zero stands for missing or a sign for a refund.
- A table with `physical_layout` reads less when its leading key is filtered.

## Further signals

- `null_patterns`: which columns are empty together; often two kinds of row in one table.
- `dependencies`: one column that tells another; group by the first and the second comes along.
- `timeline`: rows a period; a hole is a period without rows, not a period of zeros on record.
- `populated`: since when a column is filled, and until when.
- `quantized_count`: timestamps at midnight or whole numbers; dates or counts in disguise.
- `grain.search`: whether a key of two columns was looked for, and to the end.
- `sketch`: a fingerprint of a column's distinct values, to compare columns of two tables offline.
- `depends_on`: what a view reads directly.
- `diff.yaml`: of its kinds, `statistic_changed` and `table_row_count_changed` speak of rows; all
  others say that the database is no longer the one pictured before.
)";
}

}  // namespace leeway::print
