#!/usr/bin/env python3
"""Measures leeway against its targets, side by side with the bare engine where there is one to compare.

    bench/run.py --bin DIR [--bin DIR...] [--scale X] [--only P1,P3] [--runs N]
                                                              (LEEWAY_BENCH_SCALE, _ONLY, _RUNS)

--scale 0.01 makes every table and every number of tables that much smaller, to try it out; only at
scale 1 do the targets mean anything. Prints each figure and writes bench/results.json. Times are medians.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
START_RUNS = 21  # a process start is short: more of them

PROJECT = """[adapter]
type = "duckdb"
path = "bench.duckdb"
{log}
[pipeline.bench]
strategy = "{strategy}"
timestamp_column = "loaded_at"

[pipeline.bench.source.schema_pattern]
prefix = "raw__"
separator = "__"
components = ["source"]

[pipeline.bench.target]
catalog_template = "bench"
schema_template = "out__{{source}}"

[pipeline.bench.target.governance]
auto_create_schemas = true
"""


@dataclasses.dataclass
class Cost:
    wall: float  # seconds
    cpu: float   # user + system seconds
    peak: int    # resident bytes
    stdout: str


def run(command, folder, text=None, expected=(0,)):
    """Runs one process and gives what it cost; its standard error goes to ours when it fails."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=out, stderr=err)
        process.stdin.write((text or "").encode())
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if process.returncode not in expected:
            sys.exit(f"{' '.join(map(str, command))}: exit code {process.returncode}\n"
                     f"{err.read().decode()[-2000:]}")
        unit = 1 if sys.platform == "darwin" else 1024
        return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit,
                    out.read().decode())


class Bench:
    def __init__(self, bins, scale, runs):
        path = os.pathsep.join([*bins, os.environ["PATH"]])
        os.environ["PATH"] = path
        self.scale = scale
        self.runs = runs
        self.results = []

    def size(self, full):
        return max(1, round(full * self.scale))

    def leeway(self, folder, *arguments, expected=(0,)):
        return run(["leeway", "-o", "json", *arguments], folder, expected=expected)

    def duck(self, folder, sql):
        return run(["duck", "bench.duckdb"], folder, sql)

    def report(self, target, work, figures, limit=None, value=None):
        met = None if limit is None else value <= limit
        self.results.append({"target": target, "work": work, "figures": figures,
                             "limit": limit, "value": value, "met": met})
        mark = {None: "", True: "met", False: "MISSED"}[met]
        shown = "  ".join(f"{name} {number:.4g}" for name, number in figures.items())
        print(f"{target}  {work:<44} {shown}  {mark}", flush=True)


def project(folder, strategy, log=""):
    pathlib.Path(folder, "leeway.toml").write_text(PROJECT.format(strategy=strategy, log=log))


def statements_of_a_run(bench, folder, strategy):
    """What one more run sends to the engine, counted by the log of its statements."""
    project(folder, strategy, 'statement_log = "statements.log"\n')
    bench.leeway(folder, "run")
    return len(pathlib.Path(folder, "statements.log").read_text().splitlines())


def median(costs, field):
    return statistics.median(getattr(cost, field) for cost in costs)


def p1_start(bench, folder):
    """A start costs next to nothing."""
    project(folder, "incremental")
    bench.duck(folder, "CREATE SCHEMA raw__shop; CREATE TABLE raw__shop.t AS SELECT 1 AS id")
    for arguments, limit in ((["--version"], 0.005), (["validate"], 0.010)):
        costs = [run(["leeway", *arguments], folder) for _ in range(START_RUNS)]
        cpu = median(costs, "cpu")
        bench.report("P1", f"leeway {' '.join(arguments)}",
                     {"cpu_ms": cpu * 1e3, "wall_ms": median(costs, "wall") * 1e3},
                     limit, cpu)


def p2_full_refresh(bench, folder):
    """A full refresh against the bare statement, in turns, on the same file."""
    project(folder, "full_refresh")
    columns = ("i AS id, i % 1000 AS customer, hash(i) % 100000 AS product, (i % 10000) / 100 AS price,"
               " i % 7 AS quantity, DATE '2020-01-01' + (i % 2000)::INTEGER AS day,"
               " md5((i % 50000)::VARCHAR) AS note, 'status ' || i % 5 AS status, i % 2 = 0 AS paid,"
               " TIMESTAMP '2020-01-01' + INTERVAL (i) SECOND AS loaded_at")
    for rows in (bench.size(2_000_000), bench.size(20_000_000)):
        bench.duck(folder, f"""
            DROP SCHEMA IF EXISTS raw__shop CASCADE; CREATE SCHEMA raw__shop;
            CREATE SCHEMA IF NOT EXISTS bare;
            CREATE TABLE raw__shop.sales AS SELECT {columns} FROM range({rows}) t(i)""")
        ours, bare = [], []
        for turn in range(bench.runs + 1):  # the first turn makes the tables and is not counted
            pair = (bench.leeway(folder, "run"),
                    bench.duck(folder, "CREATE OR REPLACE TABLE bare.sales AS"
                                       " SELECT * FROM raw__shop.sales"))
            if turn:
                ours.append(pair[0])
                bare.append(pair[1])
        ratio = median(ours, "wall") / median(bare, "wall")
        bench.report("P2", f"full refresh, {rows:,} rows x 10 columns",
                     {"leeway_s": median(ours, "wall"), "bare_s": median(bare, "wall"),
                      "ratio": ratio, "cpu_ratio": median(ours, "cpu") / median(bare, "cpu"),
                      "leeway_mb": median(ours, "peak") / 1e6,
                      "bare_mb": median(bare, "peak") / 1e6}, 1.05, ratio)


def many_tables(schema_prefix, tables, columns, rows, per_schema=100):
    """SQL for `tables` tables in schemas of at most `per_schema`."""
    names = ", ".join(f"i + {n} AS c{n}" for n in range(columns - 1))
    statements = ["BEGIN"]
    for number in range(tables):
        schema = f"{schema_prefix}__s{number // per_schema}"
        if number % per_schema == 0:
            statements.append(f"CREATE SCHEMA {schema}")
        statements.append(f"CREATE TABLE {schema}.t{number} AS SELECT {names},"
                          f" TIMESTAMP '2024-01-01' + INTERVAL (i) SECOND AS loaded_at"
                          f" FROM range({rows}) t(i)")
    return ";\n".join([*statements, "COMMIT"])


def growth(bench, target, figures):
    """How the time grows from each size to the next: 1 is linear."""
    for (small, fast), (large, slow) in zip(figures, figures[1:]):
        bench.report(target, f"growth of time, {small:,} to {large:,} tables",
                     {"size": large / small, "time": slow / fast})


def p3_nothing_new(bench, folder):
    """An incremental run that finds nothing new."""
    times, statements = [], []
    for number, tables in enumerate(map(bench.size, (100, 1000, 10_000))):
        place = pathlib.Path(folder, str(number))
        place.mkdir()
        project(place, "incremental")
        bench.duck(place, many_tables("raw", tables, 10, 10))
        bench.leeway(place, "run")
        costs = [bench.leeway(place, "run") for _ in range(bench.runs)]
        sent = statements_of_a_run(bench, place, "incremental")
        wall = median(costs, "wall")
        times.append((tables, wall))
        statements.append((tables, sent))
        bench.report("P3", f"run, nothing new, {tables:,} tables",
                     {"ms_per_table": wall / tables * 1e3, "wall_s": wall,
                      "cpu_ms_per_table": median(costs, "cpu") / tables * 1e3, "statements": sent,
                      "peak_mb": median(costs, "peak") / 1e6}, 0.002, wall / tables)
    growth(bench, "P3", times)
    for (few, sent), (many, sent_more) in zip(statements, statements[1:]):
        slope = (sent_more - sent) / max(1, many - few)
        bench.report("P3", f"statements per table, {few:,} to {many:,} tables",
                     {"slope": slope}, 1, slope)


def p4_drift(bench, folder):
    """A drift report over many tables that have not drifted, beside opening the file and no more."""
    times = []
    for number, tables in enumerate(map(bench.size, (1000, 10_000))):
        place = pathlib.Path(folder, str(number))
        place.mkdir()
        project(place, "incremental")
        for side in ("raw", "out"):
            bench.duck(place, many_tables(side, tables, 20, 0))
        costs, bare = [], []
        for _ in range(bench.runs):  # in turns
            costs.append(bench.leeway(place, "drift"))
            bare.append(bench.duck(place, "SELECT 1"))
        wall = median(costs, "wall")
        times.append((tables, wall))
        own = median(costs, "cpu") - median(bare, "cpu")
        bench.report("P4", f"drift, {tables:,} tables x 20 columns",
                     {"wall_s": wall, "cpu_s": median(costs, "cpu"), "open_cpu_s": median(bare, "cpu"),
                      "own_cpu_s": own, "ratio": median(costs, "cpu") / median(bare, "cpu"),
                      "peak_mb": median(costs, "peak") / 1e6,
                      "open_mb": median(bare, "peak") / 1e6}, 2.0, wall)
    growth(bench, "P4", times)


def print_project(folder):
    pathlib.Path(folder, ".dbprint.yaml").write_text("connections:\n  bench:\n    adapter: duckdb\n")
    os.environ["DBPRINT_BENCH_DATABASE"] = "bench.duckdb"


# The tables of TPC-H by their shapes and numbers of rows at one gigabyte, with made-up values.
TPCH = {
    "region": (5, "i AS r_regionkey, 'region ' || i AS r_name, md5(i::VARCHAR) AS r_comment"),
    "nation": (25, "i AS n_nationkey, 'nation ' || i AS n_name, i % 5 AS n_regionkey,"
                   " md5(i::VARCHAR) AS n_comment"),
    "supplier": (10_000, "i AS s_suppkey, 'supplier ' || i AS s_name, md5(i::VARCHAR) AS s_address,"
                         " i % 25 AS s_nationkey, 10 + i % 25 || '-' || hash(i) % 10000000 AS s_phone,"
                         " (hash(i) % 1000000 / 100)::DECIMAL(15,2) AS s_acctbal,"
                         " 'note ' || hash(i) AS s_comment"),
    "customer": (150_000, "i AS c_custkey, 'customer ' || i AS c_name, md5(i::VARCHAR) AS c_address,"
                          " i % 25 AS c_nationkey, 10 + i % 25 || '-' || hash(i) % 10000000 AS c_phone,"
                          " (hash(i) % 1000000 / 100)::DECIMAL(15,2) AS c_acctbal,"
                          " 'segment ' || hash(i) % 5 AS c_mktsegment, 'note ' || hash(i) AS c_comment"),
    "part": (200_000, "i AS p_partkey, 'part ' || hash(i) % 90000 AS p_name,"
                      " 'maker ' || i % 5 AS p_mfgr, 'brand ' || i % 25 AS p_brand,"
                      " 'type ' || hash(i) % 150 AS p_type, (1 + hash(i) % 50)::INTEGER AS p_size,"
                      " 'box ' || hash(i) % 40 AS p_container,"
                      " (900 + i % 1000 / 10)::DECIMAL(15,2) AS p_retailprice,"
                      " 'note ' || hash(i) % 130000 AS p_comment"),
    "partsupp": (800_000, "i // 4 AS ps_partkey, (i // 4 + i % 4 * 2501) % 10000 AS ps_suppkey,"
                          " (hash(i) % 10000)::INTEGER AS ps_availqty,"
                          " (hash(i) % 100000 / 100)::DECIMAL(15,2) AS ps_supplycost,"
                          " 'note ' || hash(i) AS ps_comment"),
    "orders": (1_500_000, "i * 4 AS o_orderkey, (hash(i) % 100000)::BIGINT AS o_custkey,"
                          " 'OFP'[1 + (hash(i) % 3)::INTEGER] AS o_orderstatus,"
                          " (hash(i) % 50000000 / 100)::DECIMAL(15,2) AS o_totalprice,"
                          " DATE '1992-01-01' + (hash(i) % 2406)::INTEGER AS o_orderdate,"
                          " 'priority ' || hash(i) % 5 AS o_orderpriority,"
                          " 'clerk ' || hash(i) % 1000 AS o_clerk, 0 AS o_shippriority,"
                          " 'note ' || hash(i) % 1480000 AS o_comment"),
    "lineitem": (6_000_000, "i // 4 * 4 AS l_orderkey, (hash(i) % 200000)::BIGINT AS l_partkey,"
                            " (hash(i) % 10000)::BIGINT AS l_suppkey, 1 + i % 4 AS l_linenumber,"
                            " (1 + hash(i) % 50)::DECIMAL(15,2) AS l_quantity,"
                            " (hash(i) % 9000000 / 100)::DECIMAL(15,2) AS l_extendedprice,"
                            " (hash(i) % 11 / 100)::DECIMAL(15,2) AS l_discount,"
                            " (hash(i) % 9 / 100)::DECIMAL(15,2) AS l_tax,"
                            " 'ANR'[1 + (hash(i) % 3)::INTEGER] AS l_returnflag,"
                            " 'FO'[1 + (hash(i) % 2)::INTEGER] AS l_linestatus,"
                            " DATE '1992-01-01' + (hash(i) % 2526)::INTEGER AS l_shipdate,"
                            " DATE '1992-01-31' + (hash(i) % 2466)::INTEGER AS l_commitdate,"
                            " DATE '1992-01-03' + (hash(i) % 2555)::INTEGER AS l_receiptdate,"
                            " 'instruct ' || hash(i) % 4 AS l_shipinstruct,"
                            " 'mode ' || hash(i) % 7 AS l_shipmode,"
                            " 'note ' || hash(i) % 4500000 AS l_comment"),
}


def p5_generate(bench, folder):
    """A whole print of a database against the engine's own summary of the same tables, in turns."""
    print_project(folder)
    sizes = {name: rows if rows <= 25 else bench.size(rows) for name, (rows, _) in TPCH.items()}
    bench.duck(folder, ";\n".join(f"CREATE TABLE {name} AS SELECT {columns} FROM range({sizes[name]}) t(i)"
                                  for name, (_, columns) in TPCH.items()))
    summarize = ";\n".join(f"SUMMARIZE {name}" for name in TPCH)
    ours, bare = [], []
    for _ in range(bench.runs):
        ours.append(run(["leeway", "generate", "--force"], folder))
        bare.append(bench.duck(folder, summarize))
    for field in ("cpu", "wall", "peak"):
        ratio = median(ours, field) / median(bare, field)
        bench.report("P5", f"generate, 8 tables, {sum(sizes.values()):,} rows: {field}",
                     {"leeway": median(ours, field), "summarize": median(bare, field),
                      "ratio": ratio}, 2.0, ratio)


SMALL_TABLE = """CREATE TABLE t{n} AS SELECT i AS c0, i % 10 AS c1, i % 100 AS c2, i * 3 AS c3, i / 7 AS c4,
    (i % 50) / 4 AS c5, 'status ' || i % 5 AS c6, 'name ' || i AS c7, md5(i::VARCHAR) AS c8,
    i % 2 = 0 AS c9, DATE '2024-01-01' + (i % 300)::INTEGER AS c10,
    TIMESTAMP '2024-01-01' + to_hours(i) AS c11, CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS c12,
    CASE WHEN i % 4 = 0 THEN NULL ELSE 'x' || i % 9 END AS c13, 'u' || i || '@example.com' AS c14,
    (i * 1.5)::DECIMAL(12,2) AS c15, i % 7 AS c16, hash(i) % 1000 AS c17,
    (i % 20)::SMALLINT AS c18, 'a note about row ' || i AS c19
    FROM range({n} * 1000, {n} * 1000 + 200) t(i)"""


def p8_check(bench, folder):
    """A check of a committed print, offline."""
    times = []
    for number, tables in enumerate(map(bench.size, (100, 1000))):
        place = pathlib.Path(folder, str(number))
        place.mkdir()
        print_project(place)
        bench.duck(place, ";\n".join(SMALL_TABLE.format(n=n) for n in range(tables)))
        run(["leeway", "generate"], place)
        size = sum(file.stat().st_size for file in (place / "prints").rglob("*") if file.is_file())
        costs = [run(["leeway", "check"], place) for _ in range(bench.runs)]
        wall = median(costs, "wall")
        times.append((tables, wall))
        bench.report("P8", f"check, {tables:,} tables x 20 columns",
                     {"wall_s": wall, "cpu_s": median(costs, "cpu"), "print_mb": size / 1e6,
                      "peak_mb": median(costs, "peak") / 1e6}, 1.0, wall)
    growth(bench, "P8", times)


WORKS = {"P1": p1_start, "P2": p2_full_refresh, "P3": p3_nothing_new, "P4": p4_drift,
         "P5": p5_generate, "P8": p8_check}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", action="append", default=[])
    parser.add_argument("--scale", type=float, default=float(os.environ.get("LEEWAY_BENCH_SCALE", 1)))
    parser.add_argument("--runs", type=int, default=int(os.environ.get("LEEWAY_BENCH_RUNS", 5)))
    parser.add_argument("--only", default=os.environ.get("LEEWAY_BENCH_ONLY", ",".join(WORKS)))
    options = parser.parse_args()
    bench = Bench([os.path.realpath(folder) for folder in options.bin], options.scale,
                  options.runs)
    for name in options.only.split(","):
        with tempfile.TemporaryDirectory(prefix="leeway-bench.") as folder:
            WORKS[name](bench, folder)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    (HERE / "results.json").write_text(json.dumps(
        {"scale": bench.scale, "runs": bench.runs, "cores": os.cpu_count(), "memory_bytes": memory,
         "machine": platform.machine(), "results": bench.results}, indent=2) + "\n")
    missed = [r for r in bench.results if r["met"] is False]
    print(f"{len(bench.results)} figures, {len(missed)} targets missed; bench/results.json has them all")


if __name__ == "__main__":
    main()
