"""The criterion `all-du-paths`: which paths there are between definitions and uses, and what is said of them."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest
from test_def_use import asked, covered

from clew.frontend.du_paths import MOST, UNNOTED, steps_of
from clew.frontend.probes import hooks, probe
from clew.goals.criteria import ALL_DU_PATHS
from clew.goals.pairs import path_name, read_path
from clew.report.record import UnitReport
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown
from clew.workbench.fuzz.executions import executed


def paths(text: str) -> list[str]:
    return [goal.id.removeprefix("m::f:").replace(f":{ALL_DU_PATHS}:", " ") for goal in asked(text, ALL_DU_PATHS).goals]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A use takes the ways that are clear of definitions; a test that uses a variable is the last one decided.
        (
            "def f(a):\n    x = 0\n    if a:\n        x = 1\n    if x:\n        pass\n    return x\n",
            ["3 a@1[3:false]", "3 a@1[3:true]"]
            + [f"5 x@2[3:false,5:{each}]" for each in ("false", "true")]
            + [f"5 x@4[5:{each}]" for each in ("false", "true")]
            + [f"7 x@2[3:false,5:{each}]" for each in ("false", "true")]
            + [f"7 x@4[5:{each}]" for each in ("false", "true")],
        ),
        # No way comes to the test of a loop twice, but a cycle may lead from a definition back to its statement.
        (
            "def f(n):\n    while n:\n        n -= 1\n    return n\n",
            [
                *("2 n@1[2:false]", "2 n@1[2:true]", "2 n@3[2:false]", "2 n@3[2:true]"),
                *("3 n@1[2:true]", "3 n@3[2:true]", "4 n@1[2:false]", "4 n@3[2:false]"),
            ],
        ),
        (
            "def f(xs):\n    y = 0\n    for x in xs:\n        if x:\n            y = x\n    return y\n",
            ["3 xs@1", "4 x@3[4:false]", "4 x@3[4:true]", "5 x@3[4:true]", "6 y@2[3:false]", "6 y@5[3:false]"],
        ),
        # What an exception breaks off is told apart by the handler.
        (
            "def f(a):\n    x = 1\n    try:\n        x = g(a)\n    except E:\n        pass\n    return x\n",
            ["4 a@1", "7 x@2[5:entered]", "7 x@4", "7 x@4[5:entered]"],
        ),
        # A constant that is stored just before a call fails has been stored.
        (
            "def f():\n    x = 1\n    try:\n        x = 2\n        g()\n    except E:\n        pass\n    return x\n",
            ["8 x@2[6:entered]", "8 x@4", "8 x@4[6:entered]"],
        ),
        ("def f(a):\n    if a: return a\n    assert a; return a\n", None),
    ],
)
def test_paths_between_definitions_and_uses(text: str, expected: list[str] | None) -> None:
    if expected is None:  # two tests in two lines, one of each is named by its line
        assert "3 a@1[2:false,3:true]" in " ".join(paths(text)).replace("3.14 ", "3 ")
    else:
        assert paths(text) == expected


def test_names_are_read_as_they_are_shown() -> None:
    assert path_name("x", "4.2", ["5:true", "7.3:false"]) == "x@4.2[5:true,7.3:false]"
    for text in ("x@4", "x@4[5:true]", "x@4.2[5:true,7.3:false]"):
        name, label, decided = read_path(text)
        assert path_name(name, label, decided) == text


LOOP = """
def f(a: bool, n: int) -> int:
    x = 0
    if a:
        x = n
    if n > 3:
        n = 3
    while n > 0:
        n -= 1
        if a and x > 5:
            x -= 2
        elif n == 1:
            break
    return x
"""
STATEMENTS = """
def f(a: bool, n: int) -> int:
    x = y = 0
    for i in range(n if n < 5 else 5):
        try:
            x = 10 // (i - 2)
            assert x != 10, x
        except ZeroDivisionError:
            y = x
            continue
        except AssertionError as error:
            x += len(error.args)
        finally:
            y += 1
        if (z := y) > 1 and a:
            def inner(y: int) -> int:
                if y:
                    y += 1
                return y
            return inner(z)
    else:
        x -= y
    with open_nothing() as w:
        y = w + x
    return x + y


class open_nothing:
    def __enter__(self) -> int:
        return 3

    def __exit__(self, *exc: object) -> None:
        pass
"""


def test_probes_see_what_another_interpreter_sees() -> None:
    """Two implementations, neither of which knows the tree form, on every input that matters."""
    module = asked(LOOP, ALL_DU_PATHS)
    places = {goal.id: (goal.span.line, goal.outcome) for goal in module.goals}
    probed, hits = probe(LOOP, "m.py", module.goals), set[int]()
    assert not probed.unprobed
    namespace: dict[str, object] = dict(hooks(hits.add))
    exec(compile(probed.tree, "m.py", "exec"), namespace)
    node = ast.parse(LOOP).body[0]
    assert isinstance(node, ast.FunctionDef)
    for a, n in itertools.product((False, True), range(-2, 9)):
        hits.clear()
        namespace["f"](a, n)  # type: ignore[operator]
        facts = executed(node, {"a": a, "n": n}).facts
        seen = {(line, outcome) for kind, line, _, outcome in facts if kind == ALL_DU_PATHS}
        assert {places[probed.table[number]] for number in hits} == seen, (a, n)


def verdicts(unit: UnitReport) -> dict[type, list[str]]:
    found: dict[type, list[str]] = {}
    for goal in unit.goals:
        found.setdefault(type(goal.verdict), []).append(f"{goal.span.line} {goal.outcome}")
    return found


def test_verdicts_are_those_of_running_everything(tmp_path: Path) -> None:
    (unit,) = covered(tmp_path, LOOP, criterion=(ALL_DU_PATHS,)).report.units
    node = ast.parse(LOOP).body[0]
    assert isinstance(node, ast.FunctionDef)
    every = (executed(node, {"a": a, "n": n}) for a, n in itertools.product((False, True), range(-12, 13)))
    shown = {f"{line} {outcome}" for run in every for kind, line, _, outcome in run.facts if kind == ALL_DU_PATHS}
    found = verdicts(unit)
    assert set(found[Covered]) == shown
    assert found.keys() == {Covered, Infeasible, NoneWithin} or found.keys() == {Covered, Infeasible}
    assert shown.isdisjoint([*found[Infeasible], *found.get(NoneWithin, ())])


def test_statements_of_all_kinds_are_followed(tmp_path: Path) -> None:
    f, inner, *_ = covered(tmp_path, STATEMENTS, criterion=(ALL_DU_PATHS,)).report.units
    found = verdicts(f)
    # The value is stored, the assertion fails, its handler is entered; and in the next round it is not stored again.
    assert "9 x@6[7:true,15:false,4:true,8:entered]" in found[Covered]
    assert "12 error@11" in found[Covered] and "12 x@6[7:false,11:entered]" in found[Covered]
    assert "24 x@22" in found[Covered] and "25 y@24" in found[Covered]
    assert set(verdicts(inner)[Covered]) >= {"17 y@16[17:true]", "19 y@18"}


UNKIND = """
def a1(n: int, b: bool) -> int:
    x = 0
    try:
        x = 1
        if n > 2:
            raise ValueError
        x = 2
    except ValueError:
        x += 10
        if b:
            return x
    finally:
        x += 100
        if n == 3:
            return x
    return x

def a2(n: int, b: bool) -> int:
    x = n
    while True:
        if x > 5:
            break
        x += 1
        if b and x == 3:
            continue
        if x == 4:
            return x
    return x

def a3(n: int, b: bool) -> int:
    y = 0
    for i in range(n % 4):
        for j in range(i):
            if b:
                y += j
                continue
            if j == 1:
                break
        else:
            y -= 1
    return y

def a5(n: int, b: bool) -> int:
    t = 0
    i = n
    while i > 0 and t < 6:
        i -= 1
        try:
            t += 6 // (i - 1)
        except ZeroDivisionError:
            if b:
                break
            t = 0
        else:
            continue
        finally:
            t += 1
    else:
        t = -t
    return t

def a8(n: int, b: bool) -> int:
    x = 0
    for x in range(n % 3):
        if b:
            b = not b
    if b:
        x = -x
    if n > 1:
        return x
    if n > 2:
        return x + 1
    return b
"""


def test_no_verdict_is_refuted_by_plain_runs(tmp_path: Path) -> None:
    """Jumps out of `finally`, `else` of loops, loops in loops, `while True`."""
    module = asked(UNKIND, ALL_DU_PATHS)
    probed, hits = probe(UNKIND, "m.py", module.goals), set[int]()
    namespace: dict[str, object] = dict(hooks(hits.add))
    exec(compile(probed.tree, "m.py", "exec"), namespace)
    for unit in module.units:
        for n, b in itertools.product(range(-4, 12), (False, True)):
            namespace[unit.qualname](n, b)  # type: ignore[operator]
    seen = {probed.table[number] for number in hits}
    units = covered(tmp_path, UNKIND, criterion=(ALL_DU_PATHS,)).report.units
    found = {goal.id: type(goal.verdict) for unit in units for goal in unit.goals}
    assert {goal for goal, verdict in found.items() if verdict is Covered} == seen
    assert len(seen) > 80 and Infeasible in found.values()


MATCHED = "def f(n: int) -> int:\n    match n:\n        case 1:\n            return n\n    return n\n"


NESTED = """
def outer(n: int, b: bool) -> int:
    def inner(k: int) -> int:
        x = 0
        if k > 2:
            x = k
        return x

    match n:
        case 1:
            return inner(1)
        case _:
            return inner(n)


def other(n: int, b: bool) -> int:
    y = n
    if b:
        y += 1

    def inner(k: int) -> int:
        match k:
            case 1:
                return k
        return 0

    return inner(y)
"""
KEPT = """
def f(n: int, b: bool) -> int:
    x = n
    try:
        if b:
            raise ValueError
    except* ValueError:
        pass
    return x
"""


def test_functions_inside_of_others_are_asked_for_themselves(tmp_path: Path) -> None:
    units = covered(tmp_path, NESTED, criterion=(ALL_DU_PATHS,)).report.units
    found = {unit.id.partition("::")[2]: verdicts(unit).keys() for unit in units}
    assert found == {"outer": {Unknown}, "outer.<locals>.inner": {Covered}, "other": {Covered}}


def test_what_is_decided_in_statements_that_are_kept_is_not_told_apart() -> None:
    (unit,) = asked(KEPT, ALL_DU_PATHS).units
    assert not unit.goals and {joint.unasked for joint in unit.joint} == {UNNOTED}


def many(tests: int) -> str:
    body = [f"    if n > {i}:\n        y += {i}" for i in range(tests)]
    return "\n".join(["def f(n: int) -> int:", "    x, y = n, 0", *body, "    return x + y", ""])


@pytest.mark.parametrize(("text", "names"), [(MATCHED, {"n"}), (many(11), {"n", "x"})])
def test_what_is_not_asked_says_why(text: str, names: set[str], tmp_path: Path) -> None:
    (unit,) = covered(tmp_path, text, criterion=(ALL_DU_PATHS,)).report.units
    left = {g.outcome: g.verdict.reason.text for g in unit.goals if isinstance(g.verdict, Unknown)}
    assert left.keys() == names
    assert all("match" in why or f"{MOST:,}" in why for why in left.values())


def test_steps_are_called_by_columns_where_a_line_has_several() -> None:
    (node,) = ast.parse("def f(a):\n    if a: g()\n    while a: assert b; c()\n").body
    assert isinstance(node, ast.FunctionDef)
    assert sorted(steps_of(node).values()) == [
        *("2:false", "2:true", "3.10:false", "3.10:true", "3.20:false", "3.20:true"),
    ]
