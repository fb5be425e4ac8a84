#!/usr/bin/env python3
"""`leeway generate` that ends badly: killed, interrupted, on a full disk.

    generate_test.py --bin DIR [--bin DIR...] [--each-kind] [-v] [TEST...]

Each --bin holds `leeway` or `duck`. Afterwards the print is the old one or the new one, whole, and
one more run works. With --each-kind only every fifth point is tried. The last line is
"N passed, N failed".
"""
import concurrent.futures
import hashlib
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PATIENCE_SECONDS = 120
MOST_POINTS = 400
stride = 5 if "--each-kind" in sys.argv else 1

PROJECT = """
connections:
  shop:
    adapter: duckdb
"""

SEED = """
CREATE TABLE customers AS SELECT i AS id, 'customer ' || i AS name FROM range(30) r(i);
ALTER TABLE customers ADD PRIMARY KEY (id);
CREATE TABLE orders AS SELECT i AS id, i % 30 AS customer_id, i / 4 AS amount,
  TIMESTAMP '2026-01-01' + to_hours(i) AS placed_at, CASE WHEN i % 3 = 0 THEN NULL ELSE i END AS note
  FROM range(200) r(i);
CREATE TABLE gone AS SELECT 1 AS id;
"""

CHANGE = """
ALTER TABLE orders ADD COLUMN region VARCHAR;
UPDATE orders SET region = 'region ' || id % 7;
DROP TABLE gone;
CREATE TABLE fresh AS SELECT i AS id FROM range(9) r(i);
"""

# Long enough to be interrupted in any of its statements.
LARGE = """
CREATE TABLE large AS SELECT {columns} FROM range(1000000) r(i);
""".format(columns=", ".join(f"md5((i + {n})::VARCHAR) AS c{n}" for n in range(6)))


class Shop:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    @classmethod
    def made(cls, folder, seed=SEED):
        shop = cls(folder)
        shop.folder.mkdir()
        (shop.folder / ".dbprint.yaml").write_text(PROJECT)
        shop.sql(seed)
        return shop

    def copy(self, folder):
        shutil.copytree(self.folder, folder)
        return Shop(folder)

    def sql(self, text):
        subprocess.run(["duck", "shop.duckdb"], cwd=self.folder, input=text, text=True, check=True,
                       capture_output=True)

    def start(self, *arguments, before=None, **variables):
        return subprocess.Popen(["leeway", *arguments], cwd=self.folder, text=True,
                                env={**os.environ, "DBPRINT_SHOP_DATABASE": "shop.duckdb",
                                     **variables},
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before)

    def leeway(self, *arguments, **options):
        process = self.start(*arguments, **options)
        try:
            output, errors = process.communicate(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    def generate(self, **options):
        return self.leeway("generate", "--force", **options)

    @property
    def root(self):
        return self.folder / "prints" / "shop"

    def tables(self):
        """What readers take the print for: what `context` tells of its tables."""
        return self.leeway("context", "--all", "--no-stats", "--no-ddl").stdout

    def digest(self):
        """Every file of the print, byte by byte."""
        return {str(file.relative_to(self.root)): hashlib.sha256(file.read_bytes()).hexdigest()
                for file in sorted(self.root.rglob("*")) if file.is_file()}


class InFolder(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="leeway_generate_"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def old(self, change=CHANGE):
        """A project with a print, and a database that has moved on."""
        shop = Shop.made(self.folder / "old")
        done = shop.generate()
        self.assertEqual(done.returncode, 0, done.stderr)
        shop.sql(change)
        return shop

    def what_is_wrong(self, shop):
        """With a project after a bad end; empty: nothing. The print is whole, and the next is new."""
        checked = shop.leeway("check")
        if checked.returncode != 0:
            return f"check ended with {checked.returncode}: {checked.stdout}{checked.stderr}"
        seen = shop.tables()
        if ("shop.main.fresh" in seen) == ("shop.main.gone" in seen):
            return f"neither the old print nor the new one: {seen}"
        again = shop.generate()
        if again.returncode not in (0, 3):
            return f"the next run ended with {again.returncode}: {again.stderr}"
        if shop.leeway("check").returncode != 0 or "shop.main.fresh" not in shop.tables():
            return "the next run did not print the database"
        if (shop.root / ".leeway-run").exists():
            return "something is left in .leeway-run"
        return ""

    def at_every_point(self, attempt):
        """Tries points 1, 2, 3 ... until a run is not hit; `attempt` gives None then."""
        base = self.old()
        hit = 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for first in range(1, MOST_POINTS, stride * os.cpu_count()):
                points = range(first, first + stride * os.cpu_count(), stride)
                wrong = list(pool.map(lambda point: attempt(base, point), points))
                for point, what in zip(points, wrong):
                    self.assertFalse(what, f"point {point}")
                hit += sum(what is not None for what in wrong)
                if None in wrong:
                    return hit
        self.fail("the run was hit at every point that was tried")

    def after(self, base, point, expected, **options):
        shop = base.copy(self.folder / f"point_{point}")
        done = shop.generate(**options)
        if done.returncode in (0, 3):
            return None
        if done.returncode not in expected:
            return f"ended with {done.returncode}: {done.stderr}"
        wrong = self.what_is_wrong(shop)
        shutil.rmtree(shop.folder)
        return wrong


class Killed(InFolder):
    def test_before_every_statement(self):
        self.assertGreater(self.at_every_point(lambda base, point: self.after(
            base, point, {-signal.SIGKILL}, LEEWAY_TEST_KILL_AT=str(point))), 2)

    def test_before_every_change_of_the_file_system(self):
        self.assertGreater(self.at_every_point(lambda base, point: self.after(
            base, point, {-signal.SIGKILL}, LEEWAY_TEST_KILL_AT_STEP=str(point))), 2)


class FullDisk(InFolder):
    """No file may grow beyond a size: as on a disk that is full at that moment."""

    def limited(self, size, action):
        base = self.old()
        before = base.digest()

        def limit():
            signal.signal(signal.SIGXFSZ, action)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        done = base.generate(before=limit)
        self.assertNotIn(done.returncode, (0, 3), done.stdout)
        self.assertEqual(base.digest() if action == signal.SIG_IGN else before, before)
        self.assertEqual(self.what_is_wrong(base), "")

    def test_is_told_and_keeps_the_old_print(self):
        for size in (0, 100, 5000):
            with self.subTest(size=size):
                self.limited(size, signal.SIG_IGN)
                shutil.rmtree(self.folder / "old")

    def test_where_the_system_kills_for_it(self):
        for size in (0, 100, 5000):
            with self.subTest(size=size):
                self.limited(size, signal.SIG_DFL)
                shutil.rmtree(self.folder / "old")


class Interrupted(InFolder):
    def test_ctrl_c_keeps_the_old_print_whenever_it_comes(self):
        shop = self.old(CHANGE + LARGE)
        before = shop.digest()
        for delay in (0.3, 0.8, 1.5, 2.5):
            with self.subTest(delay=delay):
                process = shop.start("generate", "--force")
                time.sleep(delay)
                if process.poll() is not None:
                    process.communicate()
                    continue
                process.send_signal(signal.SIGINT)
                _, errors = process.communicate(timeout=PATIENCE_SECONDS)
                self.assertEqual(process.returncode, 130, errors)
                self.assertEqual(shop.digest(), before)
        shop.sql("DROP TABLE large;")
        self.assertEqual(self.what_is_wrong(shop), "")


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
