"""Where a mutant makes a difference: the text that says so against both functions, and what is proved by it."""

from __future__ import annotations

import ast
import itertools
import math
from pathlib import Path
from typing import Any

import pytest
from test_def_use import covered

from clew.frontend.infected import infected, place_in, stopping
from clew.frontend.mutants import mutants_of
from clew.goals.criteria import MUTANT
from clew.verdict.verdicts import Covered, Infeasible

MARK = "_weak7"


class Odd:
    """Nothing that it says of itself follows from the rest."""

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return False

    def __le__(self, other: object) -> bool:
        return True


class Whole(int):
    def __lt__(self, other: object) -> bool:
        return False

    def __ne__(self, other: object) -> bool:
        return True


VALUES: list[Any] = [
    -1, 0, 1, 2, True, False, 0.0, -0.0, 0.5, 1.0, math.nan, math.inf, 2**70, "", "a", "a?", "b", b"a", None, [], [1], {1}, set(),
    1j, Odd(), Whole(1), Whole(0),
]  # fmt: skip


class Reached(BaseException):
    pass


def reach() -> None:
    raise Reached


def reaching(node: ast.FunctionDef) -> ast.FunctionDef:
    if (place := place_in(node)) is not None:
        place.orelse = ast.copy_location(ast.parse("reach()", mode="eval").body, place.orelse)
    return node


def made(node: ast.FunctionDef) -> Any:
    space: dict[str, Any] = {"reach": reach}
    tree = ast.fix_missing_locations(ast.Module([reaching(node)], []))
    exec(compile(tree, "m.py", "exec"), space)
    return space[node.name]


def result(function: Any, *values: Any) -> object:
    try:
        found = function(*values)
    except Reached:
        return MARK
    except Exception as error:
        return type(error), str(error)
    return type(found), repr(found)


@pytest.mark.parametrize("text", ["a < b", "a <= b", "a > b", "a >= b", "a < 1", "1 < a", "a == 'a'", "a >= -1",
                                  "a <= 0.5", "a != 1", "'a' < b", "0 <= a < b", "a < b <= 1", "a < b < 'b'", "a == True",
                                  "max(a, b)", "min(a, b)", "min(b, a, 1)", "t = 'abc'; t[a]"])  # fmt: skip
def test_what_does_not_reach_the_mark_is_the_same_for_both(text: str) -> None:
    setup, _, text = text.rpartition("; ")
    (node,) = ast.parse(f"def f(a, b):\n    {setup or 'pass'}\n    return {text}\n").body
    assert isinstance(node, ast.FunctionDef)
    told = alike = 0
    for mutant in mutants_of(node):
        marked = infected(node, mutant.node, MARK)
        if marked is None:
            continue
        assert isinstance(marked, ast.FunctionDef) and isinstance(mutant.node, ast.FunctionDef)
        three = made(marked), made(node), made(mutant.node)
        for values in itertools.product(VALUES, repeat=2):
            reached, before, after = (result(each, *values) for each in three)
            if reached == MARK:
                told += before != after
            else:
                assert reached == before == after, (mutant.place, values)
                alike += 1
    assert told and alike > 20


@pytest.mark.parametrize(
    "text",
    ["x() < y()", "0 <= x() < y()", "x() < y() < z()", "a < x()", "a < (a := y())", "b[0] < b.pop()", "x() == 2"],
)
def test_operands_are_evaluated_once_and_in_their_turn(text: str) -> None:
    (node,) = ast.parse(f"def f(a, b, x, y, z):\n    return {text}\n").body
    assert isinstance(node, ast.FunctionDef)
    seen: list[str] = []

    def said(name: str, value: int) -> Any:
        return lambda: (seen.append(name), value)[1]

    found = 0
    for mutant in mutants_of(node):
        marked = infected(node, mutant.node, MARK)
        if marked is None:
            continue
        assert isinstance(marked, ast.FunctionDef)
        for numbers in itertools.product((0, 1, 2), repeat=3):
            told: list[tuple[object, ...]] = []
            for each in (made(marked), made(node)):
                seen.clear()
                given = [said(name, n) for name, n in zip("xyz", numbers, strict=True)]
                told.append((result(each, numbers[0], [3, *numbers], *given), tuple(seen)))
            if told[0][0] != MARK:
                assert told[0] == told[1]
                found += 1
    assert found


@pytest.mark.parametrize(
    "text",
    [
        "def f(n):\n    return n < len(locals())\n",
        "def f(n, type):\n    return n < 3\n",
        "def f(n):\n    int = str\n    return n < 3\n",
        "def f(n):\n    return [1, 2] is n\n",
        "def f(n):\n    return n < None\n",
        "def f(n):\n    max = min\n    return max(n, 3)\n",
        "def f(n, m):\n    return max(*n, m)\n",
        "def f(n, m):\n    return max(n, m, key=str)\n",
        "def f(n, m):\n    return pow(n, m)\n",
        "def f(n):\n    t = 'abc'\n    return t[n], t\n",
        "def f(n):\n    t = 'abc'\n    return t[n:]\n",
        "def f(n):\n    def g(t='abc'):\n        t = 'abc'\n        return t[n]\n    return g\n",
    ],
)
def test_where_nothing_can_be_said(text: str) -> None:
    (node,) = ast.parse(text).body
    assert isinstance(node, ast.FunctionDef)
    assert not any(infected(node, mutant.node, MARK) for mutant in mutants_of(node))


STOPPED = [
    "if a < b:\n        return a\n    return 0",
    "if a == 7:\n        return b\n    return a if a <= b else b",
    "n = 0\n    if a < 2:\n        n = 1\n    return n if b else a",
    "return max(a, b)",
    "return a < 1 or a < b",
]


@pytest.mark.parametrize("text", STOPPED)
def test_what_ends_before_the_place_of_a_change_is_the_same_for_both(text: str) -> None:
    class Differs(BaseException):
        pass

    def ends(differs: bool) -> None:
        raise Differs if differs else RuntimeError

    (node,) = ast.parse(f"def f(a, b):\n    {text}\n").body
    assert isinstance(node, ast.FunctionDef)
    told = alike = 0
    for mutant in mutants_of(node):
        marked = infected(node, mutant.node, MARK)
        stops = None if marked is None else stopping(marked, "ends")
        if stops is None:
            continue
        assert isinstance(stops, ast.FunctionDef) and isinstance(mutant.node, ast.FunctionDef)
        first, before, after = made(stops), made(node), made(mutant.node)
        first.__globals__["ends"] = ends
        for values in itertools.product(VALUES, repeat=2):
            try:
                result_of_first = result(first, *values)
            except Differs:
                told += result(before, *values) != result(after, *values)
            else:
                assert result_of_first is not None
                assert result(before, *values) == result(after, *values), (mutant.place, values)
                alike += 1
    assert told and alike > 20


@pytest.mark.parametrize(
    "text",
    [
        "try:\n        return a < b\n    except BaseException:\n        return 1",
        "with a:\n        return a < b",
        "return any(x < b for x in a)",
        "for x in a:\n        if x < b:\n            return 1",
        "if a < 1:\n        return 2\n    while b:\n        b -= a",
        "return [x for x in a if x > 0]",
        "return f(0, b) + 1 if a >= 1 else 2",
        "return g(lambda: a < b)",
        "yield a < b",
    ],
)
def test_where_somebody_may_notice_the_end(text: str) -> None:
    (node,) = ast.parse(f"def f(a, b):\n    {text}\n").body
    assert isinstance(node, ast.FunctionDef)
    marked = [infected(node, mutant.node, MARK) for mutant in mutants_of(node)]
    assert any(marked)
    assert not any(stopping(each, "ends") for each in marked if each is not None)


LOOPS = """
def place(items: list[int], wanted: int) -> int:
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def gaps(items: list[int]) -> int:
    gap, n = len(items) // 2, 0
    while gap > 0:
        n += gap
        gap //= 2
    return n


def octet(text: str) -> int:
    if not text.isdecimal() or not text.isascii():
        raise ValueError("no number")
    if len(text) > 1 and text[0] == "0":
        raise ValueError("leading zero")
    return int(text)


def sign(x: float) -> str:
    if x < 0:
        return "below"
    if x > 0:
        return "above"
    return "none"


def again(n: int) -> int:
    i = 0
    while i < 10:
        i += other(i)
    return i


def other(n: int) -> int:
    return again(11) if n > 100 else 1
"""


def verdicts(tmp_path: Path, text: str) -> dict[str, object]:
    units = covered(tmp_path, text, criterion=(MUTANT,)).report.units
    return {goal.id.removeprefix("m::"): goal.verdict for unit in units for goal in unit.goals}


def test_comparisons_that_never_differ_where_they_stand(tmp_path: Path) -> None:
    """Loops over lists of any length, which no search that compares results ends."""
    found = verdicts(tmp_path, LOOPS)
    for goal in ("place:4:mutant:!=", "gaps:15:mutant:!=", "octet:24.7:mutant:!="):
        shown = found[goal]
        assert isinstance(shown, Infeasible), goal
    assert not isinstance(found["sign:32:mutant:!="], Infeasible)  # NaN
    assert not isinstance(found["again:39:mutant:<="], Infeasible)


def test_classes_that_say_what_is_less(tmp_path: Path) -> None:
    text = (
        "class Whole(int):\n    def __ne__(self, other: object) -> bool:\n        return self > 5\n\n"
        "def f(n: int) -> int:\n    if n >= 0:\n        if n > 0:\n            return 1\n        return 2\n    return 3\n"
    )
    assert not isinstance(verdicts(tmp_path, text)["f:7:mutant:!="], Infeasible)
    plain = text[text.index("def f") :]
    assert isinstance(verdicts(tmp_path, plain)["f:3:mutant:!="], Infeasible)


DOWN = """
def down(n: int) -> int:
    if n > 0:
        return down(n - 1) + 1
    return 0
"""


def test_what_comes_to_the_place_of_a_change_is_tried_on_the_mutant(tmp_path: Path) -> None:
    """No search that compares results sees the end of this one."""
    assert isinstance(verdicts(tmp_path, DOWN)["down:3:mutant:!="], Covered)


VANISHING = """
def copied(payload: bytes, claimed: int) -> bytes:
    if claimed < 0 or claimed > len(payload):
        return b""
    return payload[:claimed]


def marked(payload: bytes, claimed: int) -> bytes:
    if claimed < 0 or claimed > len(payload):
        return b"?"
    return payload[:claimed]


def cents(amount: float) -> int:
    return int(amount * 100 + 0.5) if amount >= 0 else -int(-amount * 100 + 0.5)


def text(amount: float) -> str:
    return str(amount) if amount >= 0 else str(-amount)


def halves(amount: float) -> int:
    return int(amount + 0.5) if amount >= 0.5 else 0


def sizes(items: list[int], n: int) -> int:
    if n <= 0:
        return 0
    return len(items[:n])
"""


def test_a_difference_that_vanishes_behind_the_place_where_it_begins(tmp_path: Path) -> None:
    """No list and no text is looked at where both do the same, and of doubles only those that can come there."""
    found = verdicts(tmp_path, VANISHING)
    for goal in ("copied:3:mutant:<=", "copied:3:mutant:1", "cents:15:mutant:>"):
        shown = found[goal]
        assert isinstance(shown, Infeasible) and not shown.scope, goal
    for goal in ("marked:9:mutant:<=", "text:19:mutant:>", "halves:23:mutant:>"):
        assert isinstance(found[goal], Covered), goal


TABLES = """
def longest(first: str, second: str) -> int:
    ends = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    most = 0
    for i, a in enumerate(first, 1):
        for j, b in enumerate(second, 1):
            if a == b:
                ends[i][j] = ends[i - 1][j - 1] + 1
                most = max(most, ends[i][j])
    return most


def most_of(rows: list[int]) -> list[int]:
    table = [[0] * 2 for _ in rows]
    for i, x in enumerate(rows):
        table[i][0] = x
    return [max(0, row[0]) for row in table]


def sorted_of(items: list[int]) -> list[int]:
    if len(items) <= 1:
        return items
    middle = len(items) // 2
    left, right = sorted_of(items[:middle]), sorted_of(items[middle:])
    merged: list[int] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]
"""


def test_what_is_in_tables_and_what_a_function_gives_itself(tmp_path: Path) -> None:
    found = verdicts(tmp_path, TABLES)
    for goal in ("longest:9:mutant:swapped", "sorted_of:27.10:mutant:!=", "sorted_of:27.28:mutant:!="):
        shown = found[goal]
        assert isinstance(shown, Infeasible) and not shown.scope, goal
    assert not isinstance(found["most_of:17:mutant:swapped"], Infeasible)  # 0 or False


WRAPPED = """
import functools


def wrapped(f):
    @functools.wraps(f)
    def inner(items):
        return -f(items)
    return inner


def depth(items: str) -> int:
    n = depth(items[1:]) if items else 0
    if n < 0:
        return 1
    return n + 1


depth = wrapped(depth)
"""


def test_what_the_name_of_a_function_stands_for_later(tmp_path: Path) -> None:
    """A wrapper gives itself the name of what it wraps."""
    units = covered(tmp_path, WRAPPED, criterion=("statement",)).report.units
    found = {goal.id.removeprefix("m::"): goal.verdict for unit in units for goal in unit.goals}
    assert not isinstance(found["depth:15:statement"], Infeasible)
