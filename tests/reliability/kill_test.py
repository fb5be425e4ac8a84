#!/usr/bin/env python3
"""Runs that end badly: killed before any statement, interrupted, two at once.

    kill_test.py --bin DIR [--bin DIR...] [--each-kind] [-v] [TEST...]

Each --bin holds `leeway` or `duck`. Every scenario is run to its end once, undisturbed, as the
control; then again and again, killed before its first, second, third ... statement, and run once
more. Targets, watermarks and drift must then be what the control has. With --each-kind a run is
killed only before the statement its scenario is about, before its last one, and before statements
of a kind that no earlier scenario has: every kind of statement once. The last line is
"N passed, N failed".
"""
import concurrent.futures
import dataclasses
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PATIENCE_SECONDS = 120
MOST_STATEMENTS = 300
each_kind = "--each-kind" in sys.argv
stride = 5 if each_kind else 1  # of kills that are not of a scenario's

CONFIG = """
[adapter]
type = "duckdb"
path = "w.duckdb"
statement_log = "statements.log"

[pipeline.p]
strategy = "{strategy}"
timestamp_column = "ts"
{pipeline}

[pipeline.p.source.schema_pattern]
prefix = "raw__"
separator = "__"
components = ["source"]

[pipeline.p.target]
catalog_template = "w"
schema_template = "staging__{{source}}"

[pipeline.p.target.governance]
auto_create_schemas = true

[pipeline.p.execution]
concurrency = {concurrency}

{tables}
"""

# 40 rows an hour apart, the last two at one time.
SEED = """
CREATE SCHEMA raw__a;
CREATE TABLE raw__a.orders AS
  SELECT i::INTEGER AS id, 'name ' || i AS name, i / 4 AS amount,
         TIMESTAMP '2026-01-01' + to_hours(least(i, 38)) AS ts FROM range(40) r(i);
CREATE TABLE raw__a.customers AS
  SELECT i::INTEGER AS id, 'customer ' || i AS name, TIMESTAMP '2026-01-01' + to_minutes(i) AS ts
  FROM range(25) r(i);
"""


@dataclasses.dataclass
class Scenario:
    config: str = CONFIG
    strategy: str = "incremental"
    seed: str = SEED
    change: str = ""  # after a first run; empty: the first run is the one that is killed
    pipeline: str = ""
    later: str = ""  # what the project has as well after the change
    tables: str = ""
    concurrency: int = 1
    sends: str = "CREATE TABLE"  # in a statement of the undisturbed run: what the scenario is about


SCENARIOS = {
    "copy": Scenario(),
    "copy_several_at_once": Scenario(concurrency=2),
    "append": Scenario(
        sends="INSERT INTO",
        change="INSERT INTO raw__a.orders VALUES (100, 'tie', 1, TIMESTAMP '2026-01-02 14:00:00'),"
               " (101, 'new', 2, TIMESTAMP '2026-02-01');"
               "INSERT INTO raw__a.customers VALUES (100, 'new', TIMESTAMP '2026-02-01');"),
    "evolve": Scenario(
        sends="ADD COLUMN",
        change="ALTER TABLE raw__a.orders ALTER COLUMN id TYPE BIGINT;"
               "ALTER TABLE raw__a.orders ADD COLUMN region VARCHAR;"
               "INSERT INTO raw__a.orders VALUES"
               " (5000000000, 'new', 2, TIMESTAMP '2026-02-01', 'north');"),
    "evolve_with_an_index": Scenario(
        sends="__leeway_rewrite",
        change="CREATE INDEX by_name ON staging__a.orders(name);"
               "COMMENT ON TABLE staging__a.orders IS 'orders of a';"
               "ALTER TABLE raw__a.orders ALTER COLUMN id TYPE BIGINT;"
               "INSERT INTO raw__a.orders VALUES"
               " (5000000000, 'new', 2, TIMESTAMP '2026-02-01');"),
    "rebuild": Scenario(
        sends="CREATE INDEX by_id",
        change="ALTER TABLE raw__a.orders ALTER COLUMN name TYPE INTEGER USING id;"
               "CREATE INDEX by_id ON staging__a.orders(id);"
               "INSERT INTO raw__a.orders VALUES (100, 7, 2, TIMESTAMP '2026-02-01');"),
    "rebuild_after_a_refused_alter": Scenario(
        sends="ROLLBACK",
        pipeline="[pipeline.p.drift]\non_alter_failure = \"full_refresh\"\n",
        change="DROP TABLE staging__a.orders;"
               "CREATE TABLE staging__a.orders (id INTEGER UNIQUE, name VARCHAR, amount DOUBLE,"
               " ts TIMESTAMP);"
               "INSERT INTO staging__a.orders SELECT * FROM raw__a.orders;"
               "ALTER TABLE raw__a.orders ALTER COLUMN id TYPE BIGINT;"),
    "merge": Scenario(
        sends="MERGE INTO",
        strategy="merge", pipeline='merge_keys = ["id"]',
        change="UPDATE raw__a.orders SET name = 'changed' WHERE id % 3 = 0;"
               "INSERT INTO raw__a.orders VALUES (100, 'new', 2, TIMESTAMP '2026-02-01');"),
    "full_refresh_of_a_table_with_a_key": Scenario(
        sends="DELETE FROM",
        strategy="full_refresh",
        change="DROP TABLE staging__a.orders;"
               "CREATE TABLE staging__a.orders (id INTEGER PRIMARY KEY, name VARCHAR,"
               " amount DOUBLE, ts TIMESTAMP);"
               "INSERT INTO raw__a.orders VALUES (100, 'new', 2, TIMESTAMP '2026-02-01');"),
    "views": Scenario(
        sends="CREATE OR REPLACE VIEW",
        tables='[[pipeline.p.table_overrides]]\nmatch = { table = "orders" }\nstrategy = "view"\n'),
}

SCENARIOS["from_another_file"] = Scenario(
    config=CONFIG.replace("[adapter]", "[adapter.shop]\ntype = \"duckdb\"\npath = \"shop.duckdb\"\n"
                          "\n[adapter.warehouse]")
    .replace("[pipeline.p.source.schema_pattern]", "[pipeline.p.source]\nadapter = \"shop\"\n"
             "\n[pipeline.p.source.schema_pattern]")
    .replace("[pipeline.p.target]", "[pipeline.p.target]\nadapter = \"warehouse\""),
    seed="ATTACH 'shop.duckdb' AS shop; USE shop;" + SEED,
    change="ATTACH 'shop.duckdb' AS shop; USE shop;"
           "ALTER TABLE raw__a.orders ALTER COLUMN id TYPE BIGINT;"
           "INSERT INTO raw__a.orders VALUES (5000000000, 'new', 2, TIMESTAMP '2026-02-01');",
    sends="ALTER TABLE")
SCENARIOS["metadata_columns"] = Scenario(
    sends="_loaded_from",
    change="CREATE INDEX by_id ON staging__a.orders(id);"
           "INSERT INTO raw__a.orders VALUES (100, 'new', 2, TIMESTAMP '2026-02-01');",
    later='metadata_columns = [{ name = "_loaded_from", type = "VARCHAR", value = "\'a\'" }]')


class Shop:
    """A project in a folder of its own."""

    def __init__(self, folder, config=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(exist_ok=True)
        if config:
            (self.folder / "leeway.toml").write_text(config)

    @classmethod
    def of(cls, folder, scenario, **variables):
        fields = dataclasses.asdict(scenario)
        shop = cls(folder, scenario.config.format(**fields))
        shop.sql(scenario.seed)
        if scenario.change:
            shop.must_run(**variables)
            shop.sql(scenario.change)
            shop.log.unlink()
        if scenario.later:
            return cls(folder, scenario.config.format(**{**fields, "pipeline": scenario.later}))
        return shop

    def copy(self, folder):
        shutil.copytree(self.folder, folder)
        return Shop(folder)

    def remove(self):
        shutil.rmtree(self.folder)

    @property
    def log(self):
        return self.folder / "statements.log"

    def statements(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def sql(self, text):
        return subprocess.run(["duck", "w.duckdb"], cwd=self.folder, input=text, text=True,
                              check=True, capture_output=True).stdout

    def start(self, *arguments, **variables):
        return subprocess.Popen(["leeway", *arguments], cwd=self.folder, text=True,
                                env={**os.environ, **variables}, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    @staticmethod
    def end_of(process):
        """What a process printed. One that does not end is killed, and that is a failure."""
        try:
            return process.communicate(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise

    def leeway(self, *arguments, **variables):
        process = self.start(*arguments, **variables)
        output, errors = self.end_of(process)
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    def must_run(self, **variables):
        done = self.leeway("-o", "json", "run", **variables)
        if done.returncode != 0:
            raise AssertionError(f"run ended with {done.returncode}: {done.stdout}{done.stderr}")
        return json.loads(done.stdout)

    def wait_for_statement(self, process, part):
        """Until the engine was sent a statement with `part` in it, while the process runs."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end and process.poll() is None:
            if any(part in statement for statement in self.statements()):
                return
            time.sleep(0.01)
        process.kill()
        raise AssertionError(f"no statement with {part!r} was sent: {self.statements()}")

    def targets(self):
        """Every target with its shape and its rows, sorted."""
        names = self.sql(
            "SELECT schema_name || '.' || table_name FROM duckdb_tables() "
            "WHERE schema_name LIKE 'staging%' UNION ALL "
            "SELECT schema_name || '.' || view_name FROM duckdb_views() "
            "WHERE schema_name LIKE 'staging%' ORDER BY 1").split()
        rows = "".join(f"SELECT '== {name}'; SELECT * FROM {name} ORDER BY ALL;" for name in names)
        return self.sql(
            "SELECT table_name, column_name, data_type, is_nullable, comment "
            "FROM duckdb_columns() WHERE schema_name LIKE 'staging%' ORDER BY ALL;"
            "SELECT table_name, index_name, sql FROM duckdb_indexes() ORDER BY ALL;"
            "SELECT table_name, comment FROM duckdb_tables() "
            "WHERE schema_name LIKE 'staging%' ORDER BY ALL;"
            "SELECT table_name, constraint_text FROM duckdb_constraints() "
            "WHERE schema_name LIKE 'staging%' ORDER BY ALL;" + rows)

    def watermarks(self):
        state = json.loads(self.leeway("-o", "json", "state").stdout)
        return sorted((mark["table"], mark["last_value"]) for mark in state["watermarks"])

    def drift(self):
        done = self.leeway("-o", "json", "drift")
        return done.returncode, json.loads(done.stdout)["drift"]["actions_taken"]

    def leftovers(self):
        return self.sql("SELECT schema_name, table_name FROM duckdb_tables() "
                        "WHERE table_name LIKE '%leeway%' OR schema_name LIKE '%leeway%'")

    def picture(self):
        return {"targets": self.targets(), "watermarks": self.watermarks(),
                "drift": self.drift(), "leftovers": self.leftovers()}


class InFolder(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="leeway_kill_"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def prepare(self, scenario):
        """The project before the run, an undisturbed one with what it sent, and its picture."""
        base = Shop.of(self.folder / "base", scenario)
        control = base.copy(self.folder / "control")
        control.must_run()
        control.sent = control.statements()
        self.assertTrue(any(scenario.sends in sent for sent in control.sent), control.sent)
        return base, control, control.picture()


def kind_of(statement):
    """What a statement does, whatever it does it to: its words in capitals up to the first name."""
    words = itertools.takewhile(str.isupper, re.split(r"[\s(]+", re.sub(r"/\*.*?\*/", "", statement)))
    added = re.search(r"\b(ADD COLUMN|SET DATA TYPE|RENAME)\b|__leeway_\w+|duplicate_keys|newest_rows",
                      statement)
    return " ".join(words), added and added[0]


class Killed(InFolder):
    """kill -9 before every statement of a run, then a run."""

    kinds = set()  # of the statements that runs were killed before

    def numbers(self, scenario, statements):
        """The statements to be killed before, counted from 1, in the order of an undisturbed run."""
        chosen = []
        for number, statement in enumerate(statements, 1):
            new = kind_of(statement) not in self.kinds
            self.kinds.add(kind_of(statement))
            if not each_kind or new or scenario.sends in statement or number == len(statements):
                chosen.append(number)
        return chosen

    def killed(self, base, number, expected):
        """What is wrong after a run that was killed before statement `number`; empty: nothing."""
        shop = base.copy(self.folder / f"killed_{number}")
        ended = shop.leeway("run", LEEWAY_TEST_KILL_AT=str(number))
        if ended.returncode == 0:
            return "not killed"
        if ended.returncode != -signal.SIGKILL:
            return f"ended with {ended.returncode}: {ended.stderr}"
        after = (shop.statements() or [""])[-1][:80]
        try:
            shop.must_run()
            self.assertEqual(shop.picture(), expected)
        except AssertionError as error:
            return f"after {after}: {error}"
        shop.remove()
        return ""

    def kill_everywhere(self, scenario):
        base, control, expected = self.prepare(scenario)
        self.assertEqual(expected["leftovers"], "")
        self.assertIn("== staging__a.orders", expected["targets"])
        chosen = self.numbers(scenario, control.sent)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = pool.map(lambda number: self.killed(base, number, expected), chosen)
        for number, what in zip(chosen, wrong):
            # Several sessions do not always send the same number of statements.
            if what == "not killed" and scenario.concurrency > 1 and number > len(control.sent) // 2:
                continue
            with self.subTest(killed_before=number, statement=control.sent[number - 1][:80]):
                self.assertEqual(what, "")


def add_scenario(name, scenario):
    setattr(Killed, "test_" + name, lambda self: self.kill_everywhere(scenario))


for scenario_name, each_scenario in SCENARIOS.items():
    add_scenario(scenario_name, each_scenario)


class KilledInOtherWays(InFolder):
    def test_again_and_again_on_one_project(self):
        for name in ("copy", "append", "evolve_with_an_index"):
            with self.subTest(name):
                shop = Shop.of(self.folder / name, SCENARIOS[name])
                control = shop.copy(self.folder / (name + "_control"))
                control.must_run()
                for number in range(1, MOST_STATEMENTS, stride):
                    ended = shop.leeway("run", LEEWAY_TEST_KILL_AT=str(number))
                    if ended.returncode == 0:
                        break
                    self.assertEqual(ended.returncode, -signal.SIGKILL, ended.stderr)
                self.assertEqual(shop.picture(), control.picture())

    def test_between_the_commit_and_the_state(self):
        """The database as after the commit, the state as before it."""
        scenario = dataclasses.replace(
            SCENARIOS["append"],
            seed=SEED + "DROP TABLE raw__a.customers;",
            change="INSERT INTO raw__a.orders VALUES"
                   " (100, 'tie', 1, TIMESTAMP '2026-01-02 14:00:00'),"
                   " (101, 'new', 2, TIMESTAMP '2026-02-01');")
        base, control, expected = self.prepare(scenario)
        commit = control.sent.index("COMMIT") + 1
        shop = base.copy(self.folder / "killed")
        ended = shop.leeway("run", LEEWAY_TEST_KILL_AT=str(commit))
        self.assertEqual(ended.returncode, -signal.SIGKILL, ended.stderr)
        shutil.copy(control.folder / "w.duckdb", shop.folder / "w.duckdb")
        self.assertNotEqual(shop.watermarks(), expected["watermarks"])
        shop.must_run()
        self.assertEqual(shop.picture(), expected)

    def test_a_killed_run_is_told_in_the_history(self):
        shop = Shop.of(self.folder / "shop", SCENARIOS["copy"])
        shop.leeway("run", LEEWAY_TEST_KILL_AT="8")
        runs = json.loads(shop.leeway("-o", "json", "history").stdout)["runs"]
        self.assertEqual([run["status"] for run in runs], ["Interrupted"])

    def test_while_an_apply(self):
        base = Shop.of(self.folder / "base", SCENARIOS["evolve"])
        plan = json.loads(base.leeway("-o", "json", "plan").stdout)["plan_id"]
        control = base.copy(self.folder / "control")
        self.assertEqual(control.leeway("apply", plan).returncode, 0)
        for number in range(1, MOST_STATEMENTS, stride):
            shop = base.copy(self.folder / f"killed_{number}")
            ended = shop.leeway("apply", plan, LEEWAY_TEST_KILL_AT=str(number))
            if ended.returncode == 0:
                return
            with self.subTest(killed_before=number):
                shop.must_run()
                self.assertEqual(shop.picture(), control.picture())
            shop.remove()
        self.fail("the apply never came to its end")


class TwoAtOnce(InFolder):
    """Two runs of one project: one refuses or waits, and nothing is written twice."""

    def test_a_run_that_is_held_up_keeps_others_out(self):
        base, _, expected = self.prepare(SCENARIOS["append"])
        first = base.start("-o", "json", "run")
        base.wait_for_statement(first, "SELECT")
        first.send_signal(signal.SIGSTOP)
        try:
            second = base.leeway("run")
        finally:
            first.send_signal(signal.SIGCONT)
        output, errors = base.end_of(first)
        self.assertEqual(first.returncode, 0, errors)
        self.assertEqual(second.returncode, 1)
        self.assertIn(json.loads(output)["run_id"], second.stderr)
        self.assertEqual(base.picture(), expected)

    def test_started_together(self):
        base, _, expected = self.prepare(SCENARIOS["append"])
        for number in range(3):
            shop = base.copy(self.folder / f"together_{number}")
            runs = [shop.start("run") for _ in range(3)]
            ended = [shop.end_of(run) for run in runs]
            codes = [run.returncode for run in runs]
            self.assertIn(0, codes, ended)
            self.assertLessEqual(set(codes), {0, 1}, ended)
            self.assertEqual(shop.picture(), expected)


# The copy takes as long as ${ROWS} and ${LETTERS} say, and its rows do not depend on them. A count
# of rows can be interrupted; one look at two long texts cannot.
SLOW = """metadata_columns = [{ name = "checked", type = "INTEGER", value = \"\"\"
CASE WHEN (SELECT max(sha256(i::VARCHAR)) FROM range(${ROWS}) r(i)) IS NULL
  OR levenshtein(repeat('a', ${LETTERS}), repeat('b', ${LETTERS})) = 0 THEN 0 ELSE 1 END\"\"\" }]
"""
QUICK = {"ROWS": "1", "LETTERS": "1"}
ENDLESS = "100000000000"


class Interrupted(InFolder):
    """A signal while the first of two tables is copied: nothing of it stands, and a run goes on."""

    def interrupt(self, signals, scenario=SCENARIOS["copy"], command=("run",), **slow):
        scenario = dataclasses.replace(scenario, pipeline=SLOW)
        shop = Shop.of(self.folder / "shop", scenario, **QUICK)
        before = shop.targets()
        control = shop.copy(self.folder / "control")
        control.must_run(**QUICK)
        if command == ("apply",):
            planned = shop.leeway("-o", "json", "plan", **{**QUICK, **slow})
            command = ("apply", json.loads(planned.stdout)["plan_id"])
        process = shop.start("-o", "json", *command, **{**QUICK, **slow})
        shop.wait_for_statement(process, scenario.sends)
        for each in signals:
            time.sleep(0.3)  # the statement, sent by now, must also have begun
            process.send_signal(each)
        output, errors = shop.end_of(process)
        self.assertEqual(process.returncode, 130, errors)
        runs = json.loads(shop.leeway("-o", "json", "history", **QUICK).stdout)["runs"]
        self.assertEqual(runs[0]["status"], "Interrupted")
        self.assertEqual(shop.targets(), before)
        shop.must_run(**QUICK)
        self.assertEqual(shop.targets(), control.targets())
        self.assertEqual(shop.leftovers(), "")
        return json.loads(output) if output else None

    def test_ctrl_c_ends_the_running_statement(self):
        told = self.interrupt([signal.SIGINT], ROWS=ENDLESS)
        self.assertTrue(told["interrupted"])
        self.assertEqual({table["status"] for table in told["not_copied"]}, {"interrupted"})

    def test_termination_ends_the_running_statement(self):
        self.assertTrue(self.interrupt([signal.SIGTERM], ROWS=ENDLESS)["interrupted"])

    def test_ctrl_c_while_appending(self):
        told = self.interrupt([signal.SIGINT], SCENARIOS["append"], ROWS=ENDLESS)
        self.assertTrue(told["interrupted"])

    def test_ctrl_c_of_an_apply(self):
        told = self.interrupt([signal.SIGINT], command=("apply",), ROWS=ENDLESS)
        self.assertTrue(told["interrupted"])

    def test_ctrl_c_waits_for_what_cannot_be_ended(self):
        self.interrupt([signal.SIGINT], LETTERS="20000")

    def test_ctrl_c_twice_does_not_wait(self):
        self.assertIsNone(self.interrupt([signal.SIGINT, signal.SIGINT], LETTERS="1000000"))


class Secrets(InFolder):
    """Values from the environment are in no output and no file."""

    SECRET = "s3cr3t-Tok3n!value"
    # The secret reaches the engine in a statement that fails.
    FAILING = 'metadata_columns = [{ name = "x", type = "INTEGER", value = "\'${TOKEN}\'" }]'

    def test_are_never_told(self):
        scenario = dataclasses.replace(SCENARIOS["copy"], pipeline=self.FAILING)
        shop = Shop.of(self.folder / "shop", scenario)
        told = ""
        for command in (["validate"], ["doctor"], ["discover"], ["drift"], ["run"], ["-v", "run"],
                        ["-o", "table", "run"], ["-o", "md", "run"], ["state"], ["history"],
                        ["history", "--audit"]):
            done = shop.leeway(*command, TOKEN=self.SECRET)
            told += done.stdout + done.stderr
        self.assertNotIn(self.SECRET, told)
        self.assertIn("***", told)
        for file in shop.folder.rglob("*"):
            if file.is_file() and file.name not in ("w.duckdb", "statements.log"):
                self.assertNotIn(self.SECRET.encode(), file.read_bytes(), file)

    def test_a_plan_holds_none_and_still_works(self):
        pipeline = self.FAILING.replace("INTEGER", "VARCHAR")
        shop = Shop.of(self.folder / "shop", dataclasses.replace(SCENARIOS["copy"], pipeline=pipeline))
        planned = shop.leeway("-o", "json", "plan", TOKEN=self.SECRET)
        self.assertNotIn(self.SECRET, planned.stdout + planned.stderr)
        for file in (shop.folder / ".leeway").rglob("*"):
            if file.is_file():
                self.assertNotIn(self.SECRET.encode(), file.read_bytes(), file)
        applied = shop.leeway("apply", json.loads(planned.stdout)["plan_id"], TOKEN=self.SECRET)
        self.assertEqual(applied.returncode, 0, applied.stderr)
        self.assertNotIn(self.SECRET, applied.stdout + applied.stderr)
        self.assertEqual(shop.sql("SELECT DISTINCT x FROM staging__a.orders").strip(), self.SECRET)


def main():
    arguments, rest = [], []
    words = iter(sys.argv[1:])
    for word in words:
        (arguments if word == "--bin" else rest).append(next(words) if word == "--bin" else word)
    folders = [str(pathlib.Path(folder).resolve()) for folder in arguments]
    os.environ["PATH"] = os.pathsep.join([*folders, os.environ["PATH"]])
    for program in ("leeway", "duck"):
        if not shutil.which(program):
            sys.exit(f"{program} is not in {', '.join(folders) or 'PATH'}; see --bin")
    rest = [word for word in rest if word != "--each-kind"]
    result = unittest.main(argv=[sys.argv[0], *rest], exit=False).result
    wrong = {getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors}
    print(f"{result.testsRun - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(0 if result.testsRun and not wrong else 1)


if __name__ == "__main__":
    main()
