#!/usr/bin/env python3
"""Runs the scenario tests: text scripts a user could read. tests/scenarios/README.md is the guide.

    run.py --bin DIR [--bin DIR...] [-j N] [--keep] [FILE or FOLDER...]

Each scenario runs in a folder of its own. One that fails prints where, what was expected and what
came. The last line is `N passed, N failed`; the exit code is 1 when one failed or none ran.
"""
import argparse
import concurrent.futures
import dataclasses
import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import json_path

HERE = pathlib.Path(__file__).resolve().parent
SCHEMAS = HERE.parent.parent / "schemas"
STEP_SECONDS = 120
NOTHING = "(nothing)"
ANY_LINES = "..."
ANY_TEXT = "[..]"
DIRECTIVE = re.compile(r"(\?|stderr|json|schema|sql|file)(?: (.*))?$")


class Failure(Exception):
    """A step that did not go as written."""


@dataclasses.dataclass
class Step:
    line: int
    kind: str  # run, ?, stderr, json, schema, sql, file
    text: str  # the command or the directive's argument
    body: list = dataclasses.field(default_factory=list)  # expected output, or a block's lines


def parse(text):
    """The steps of a script. Raises Failure on a line that means nothing."""
    steps = []
    lines = iter(enumerate(text.splitlines(), 1))
    output = None  # the command whose expected output is being read
    for number, line in lines:
        directive = DIRECTIVE.match(line)
        if line.startswith("$ "):
            output = Step(number, "run", line[2:])
            steps.append(output)
        elif output and not output.body and line.startswith("> "):
            output.text += "\n" + line[2:]
        elif output and directive and directive.group(1) == "?":
            steps.append(Step(number, "?", directive.group(2)))
            output = None
        elif not line.strip():
            output = None
        elif output:
            output.body.append(line)
        elif line.startswith("#"):
            continue
        elif directive:
            step = Step(number, directive.group(1), directive.group(2) or "")
            if step.kind in ("sql", "file"):
                read_block(step, lines)
            steps.append(step)
        else:
            raise Failure(f"line {number}: neither a comment, a command nor a directive: {line}")
    return steps


def read_block(step, lines):
    for _, line in lines:
        if line == "end":
            return
        step.body.append(line)
    raise Failure(f"line {step.line}: `{step.kind} {step.text}` has no `end`")


def line_matches(expected, actual):
    if ANY_TEXT not in expected:
        return expected.rstrip() == actual.rstrip()
    pattern = ".*".join(re.escape(part) for part in expected.rstrip().split(ANY_TEXT))
    return re.fullmatch(pattern, actual.rstrip()) is not None


def lines_match(expected, actual):
    """Whether the lines fit; `...` stands for any number of lines."""
    reachable = {0}  # how many actual lines the expected lines so far can have used
    for line in expected:
        if line == ANY_LINES:
            reachable = set(range(min(reachable), len(actual) + 1))
        else:
            reachable = {n + 1 for n in reachable if n < len(actual) and line_matches(line, actual[n])}
        if not reachable:
            return False
    return len(actual) in reachable


def difference(expected, actual):
    # A wildcard line that fits is shown as the line it fits, so that only real differences show.
    shown = [next((a for a in actual if line_matches(e, a)), e) for e in expected]
    return "\n".join(list(difflib.unified_diff(shown, actual, "expected", "got", "", "", n=3))[2:])


class Runner:
    """One scenario's folder and what its last command gave."""

    def __init__(self, folder, environment):
        self.folder = folder
        self.environment = environment
        self.stdout = self.stderr = ""
        self.code = 0
        self.unchecked = None  # the command whose exit code is still to be looked at

    def run(self, step):
        self.shell(["bash", "-c", step.text])
        self.unchecked = step
        actual = self.stdout.splitlines()
        expected = [] if step.body == [NOTHING] else step.body
        if step.body and not lines_match(expected, actual):
            raise Failure(f"the output differs\n{difference(expected, actual)}")

    def shell(self, command, text=None):
        try:
            done = subprocess.run(command, cwd=self.folder, env=self.environment, input=text,
                                  stdin=None if text is not None else subprocess.DEVNULL,
                                  capture_output=True, timeout=STEP_SECONDS, text=True,
                                  errors="backslashreplace")
        except subprocess.TimeoutExpired:
            raise Failure(f"it did not end within {STEP_SECONDS} s") from None
        except OSError as error:
            raise Failure(f"{command[0]}: {error.strerror}") from None
        self.stdout, self.stderr, self.code = done.stdout, done.stderr, done.returncode

    def settle(self):
        """A command without a `?` line must have ended with 0."""
        if self.unchecked and self.code != 0:
            raise Failure(f"exit code {self.code}, expected 0 (`{self.unchecked.text}`)")
        self.unchecked = None

    def exit_code(self, step):
        if self.code != int(step.text):
            raise Failure(f"exit code {self.code}, expected {step.text}")
        self.unchecked = None

    def stderr_line(self, step):
        if not any(line_matches(step.text, line) for line in self.stderr.splitlines()):
            raise Failure("no line of standard error fits")

    def json(self, step):
        try:
            complaint = json_path.check(step.text, json.loads(self.stdout))
        except (ValueError, json_path.Malformed) as error:
            raise Failure(str(error)) from None
        if complaint:
            raise Failure(complaint)

    def schema(self, step):
        output = self.folder / ".stdout.json"
        output.write_text(self.stdout)
        before = self.stdout, self.stderr, self.code
        self.shell(["leeway_schema_check", str(SCHEMAS / f"{step.text}.schema.json"), str(output)])
        if self.code != 0:
            raise Failure(f"not what schemas/{step.text}.schema.json says\n{self.stdout}{self.stderr}")
        self.stdout, self.stderr, self.code = before

    def sql(self, step):
        self.shell(["duck", step.text], "\n".join(step.body))
        if self.code != 0:
            raise Failure(f"the SQL failed\n{self.stderr}")

    def file(self, step):
        path = self.folder / step.text
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(line + "\n" for line in step.body))

    ACTIONS = {"run": run, "?": exit_code, "stderr": stderr_line, "json": json, "schema": schema,
               "sql": sql, "file": file}


def play(script, folder, environment):
    """None, or what went wrong."""
    step = None
    runner = Runner(folder, environment)
    try:
        for step in parse(script.read_text()):
            if step.kind != "?":
                runner.settle()
            Runner.ACTIONS[step.kind](runner, step)
        runner.settle()
    except Failure as failure:
        text = f"{script}:{step.line}: {step.kind} {step.text}\n" if step else f"{script}: "
        text = text.replace(": run ", ": $ ", 1) + str(failure)
        errors = runner.stderr.strip().splitlines()[-15:]
        return text + ("\n-- standard error --\n" + "\n".join(errors) if errors else "")
    return None


def run_one(script, bins, keep):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="scenario."))
    path = ":".join([*map(str, bins), "/usr/local/bin", "/usr/bin", "/bin"])
    environment = {"HOME": str(folder), "PATH": path, "LC_ALL": "C.UTF-8", "TZ": "UTC",
                   "COLUMNS": "100", "PWD": str(folder)}
    environment.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
    failure = play(script, folder, environment)
    if keep:
        failure = failure and f"{failure}\n-- kept in {folder} --"
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return failure


def find_scripts(places):
    for place in map(pathlib.Path, places):
        yield from sorted(place.rglob("*.test")) if place.is_dir() else [place]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", action="append", default=[], help="folder to put on PATH")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", action="store_true", help="keep the folders of the scenarios")
    parser.add_argument("places", nargs="*", default=[HERE])
    options = parser.parse_args()

    bins = [pathlib.Path(folder).resolve() for folder in options.bin]
    scripts = list(find_scripts(options.places))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for failure in pool.map(lambda script: run_one(script, bins, options.keep), scripts):
            if failure:
                failed += 1
                print(f"FAIL {failure}\n", flush=True)
    print(f"{len(scripts) - failed} passed, {failed} failed")
    return 1 if failed or not scripts else 0


if __name__ == "__main__":
    sys.exit(main())
