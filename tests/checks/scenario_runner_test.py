"""The scenario runner notices what it is there to notice."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RUNNER = ROOT / "tests/scenarios/run.py"


def verdict(script):
    """(passed, what the runner printed) of one script."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "one.test")
        file.write_text(script)
        run = subprocess.run([sys.executable, RUNNER, file], capture_output=True, text=True)
        last = run.stdout.splitlines()[-1]
        assert last in ("1 passed, 0 failed", "0 passed, 1 failed"), run.stdout + run.stderr
        passed = last.startswith("1")
        assert passed == (run.returncode == 0)
        return passed, run.stdout


GOOD = {
    "whole output": "$ printf 'a\\nb\\n'\na\nb\n",
    "output not looked at": "$ echo a\n\n$ echo b\nb\n",
    "no output": "$ true\n(nothing)\n",
    "any lines": "$ seq 9\n1\n...\n8\n9\n",
    "any lines, none": "$ seq 2\n1\n...\n2\n",
    "any text": "$ echo took 12 ms\ntook [..] ms\n",
    "empty line": "$ printf 'a\\n\\nb\\n'\na\n[..]\nb\n",
    "exit code": "$ exit 3\n? 3\n",
    "exit code after output": "$ echo a; exit 3\na\n? 3\n",
    "standard error": "$ echo no table orders >&2\n\nstderr no [..] orders\n",
    "file": "file a/b.txt\nx\n\ny\nend\n$ cat a/b.txt\nx\n[..]\ny\n",
    "continued command": "$ cat <<END\n> one\n> END\none\n",
    "folder kept between commands": "$ echo a > f\n\n$ cat f\na\n",
    "json": """$ echo '{"a": [{"n": "x", "v": 1}, {"n": "y", "v": true, "w z": "abc"}], "b": null}'

json $.a.length() = 2
json $.a[0].v = 1
json $.a[-1].v = true
json $.a[0].v != true
json $.a[?n="y"]["w z"] ~ "^ab"
json $.a[0].v >= 1
json $.b = null
json $.b exists
json $.c absent
""",
}

BAD = {
    "other output": "$ echo a\nb\n",
    "more output": "$ printf 'a\\nb\\n'\na\n",
    "less output": "$ echo a\na\nb\n",
    "output where none is expected": "$ echo a\n(nothing)\n",
    "any lines, wrong end": "$ seq 9\n1\n...\n8\n",
    "any text, wrong end": "$ echo took 12 s\ntook [..] ms\n",
    "failed command": "$ false\n\n$ true\n",
    "failed last command": "$ false\n",
    "failed command before json": "$ echo 1; false\n\njson $ = 1\n",
    "other exit code": "$ exit 2\n? 3\n",
    "success where failure is expected": "$ true\n? 1\n",
    "no such line on standard error": "$ echo a >&2\n\nstderr b\n",
    "json value": "$ echo '{\"a\": 1}'\n\njson $.a = 2\n",
    "json true is not 1": "$ echo '{\"a\": true}'\n\njson $.a = 1\n",
    "json missing": "$ echo '{\"a\": 1}'\n\njson $.b = 2\n",
    "json missing is not different": "$ echo '{\"a\": 1}'\n\njson $.b != 2\n",
    "json missing is not null": "$ echo '{}'\n\njson $.b = null\n",
    "json absent": "$ echo '{\"a\": 1}'\n\njson $.a absent\n",
    "json comparison of text": "$ echo '{\"a\": \"9\"}'\n\njson $.a > 1\n",
    "json of no json": "$ echo a\n\njson $.a = 1\n",
    "json without an operator": "$ echo '{}'\n\njson $.a\n",
    "schema that is not there": "$ echo '{}'\n\nschema no-such\n",
    "block without end": "file a\nx\n",
    "unknown line": "run something\n",
}


class Verdicts(unittest.TestCase):
    def test_good_scripts_pass(self):
        for name, script in GOOD.items():
            with self.subTest(name):
                passed, output = verdict(script)
                self.assertTrue(passed, output)

    def test_bad_scripts_fail(self):
        for name, script in BAD.items():
            with self.subTest(name):
                passed, output = verdict(script)
                self.assertFalse(passed)
                self.assertIn("one.test", output)

    def test_no_scenario_is_not_a_pass(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, RUNNER, folder], capture_output=True)
            self.assertEqual(run.returncode, 1)


if __name__ == "__main__":
    unittest.main()
