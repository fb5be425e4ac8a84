"""A statement about a JSON document: PATH OPERATOR VALUE.

    $.drift.actions_taken[0].action = "add_columns"
    $.checks[?name="row_count"].passed = true        the first element whose name is that
    $.tables.length() >= 3
    $.errors absent                                  also: exists
    $.reason ~ "widened"                             a regular expression somewhere in the text
"""
import json
import operator
import re

MISSING = object()
STATEMENT = re.compile(r'(\$(?:[^\s"]|"[^"]*")*)\s+(=|!=|<=|>=|<|>|~|exists|absent)(?:\s+(.*))?$')
STEP = re.compile(
    r'\.length\(\)|\.(?P<key>[A-Za-z_][\w-]*)|\["(?P<quoted>[^"]*)"\]|\[(?P<index>-?\d+)\]'
    r'|\[\?(?P<field>\w+)=(?P<value>[^\]]+)\]')
COMPARISONS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


class Malformed(Exception):
    """A statement that cannot be read."""


def one_step(value, step):
    if step.group(0) == ".length()":
        return len(value) if isinstance(value, (list, dict, str)) else MISSING
    if step.group("index"):
        index = int(step.group("index"))
        inside = isinstance(value, list) and -len(value) <= index < len(value)
        return value[index] if inside else MISSING
    if step.group("field"):
        wanted = json.loads(step.group("value"))
        items = value if isinstance(value, list) else []
        return next((item for item in items if isinstance(item, dict)
                     and same(item.get(step.group("field"), MISSING), wanted)), MISSING)
    key = step.group("key") or step.group("quoted")
    return value.get(key, MISSING) if isinstance(value, dict) else MISSING


def look_up(path, document):
    value, at = document, 1
    while at < len(path):
        step = STEP.match(path, at)
        if not step:
            raise Malformed(f"cannot read the path from here: {path[at:]}")
        value = one_step(value, step)
        if value is MISSING:
            return MISSING
        at = step.end()
    return value


def same(left, right):
    # In Python True == 1; in JSON they are two.
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def check(statement, document):
    """None when the statement holds, else a sentence that says what is there instead."""
    match = STATEMENT.match(statement.strip())
    if not match or (match.group(3) is None) != (match.group(2) in ("exists", "absent")):
        raise Malformed(f"expected PATH OPERATOR VALUE: {statement}")
    path, operation, text = match.groups()
    found = look_up(path, document)
    shown = "nothing" if found is MISSING else json.dumps(found, ensure_ascii=False)[:2000]
    complaint = f"{path} is {shown}"
    if operation in ("exists", "absent"):
        return None if (found is MISSING) == (operation == "absent") else complaint
    wanted = json.loads(text)
    if found is MISSING:
        return complaint
    if operation in ("=", "!="):
        return None if same(found, wanted) == (operation == "=") else complaint
    if operation == "~":
        return None if isinstance(found, str) and re.search(wanted, found) else complaint
    number = isinstance(found, (int, float)) and not isinstance(found, bool)
    return None if number and COMPARISONS[operation](found, wanted) else complaint
