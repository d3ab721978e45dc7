"""Labels in comments: what they say, that probes see them, that no proof denies what a call shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clew.frontend.label_comments import read_labels
from clew.frontend.module import Module, read_module
from clew.frontend.probes import hooks, probe
from clew.goals.criteria import LABEL, Criteria
from clew.ir.check import check_function
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import UnitReport
from clew.report.wording import headline
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown

TEXT = (Path(__file__).parent / "attacks_on_labels" / "labels.py").read_text(encoding="utf-8")


def asked(text: str, *names: str) -> Module:
    module = read_module(text, "m.py", "m", Criteria(names or (LABEL,)))
    assert isinstance(module, Module)
    return module


def covered(folder: Path, text: str, **settings: Any) -> tuple[UnitReport, ...]:
    (folder / "m.py").write_text(text, encoding="utf-8")
    settings = {"criterion": (LABEL,), "jobs": 2, "suite": "small", **settings}
    return cover([Target("m.py", str(folder / "m.py"), "m", str(folder))], Settings(**settings), Silent()).report.units


def marks() -> Iterator[tuple[int, str]]:
    """The line of a label, and the call that shows it."""
    for number, line in enumerate(TEXT.splitlines(), 1):
        _, found, call = line.partition("# shown: ")
        if found and number > 1:
            yield number - 1, call


# ---------------------------------------------------------------- attacks


def test_probes_see_what_calls_show() -> None:
    module = asked(TEXT)
    goals, joint = module.goals, [each for unit in module.units for each in unit.joint]
    for line, call in marks():
        hits = set[int]()
        space: dict[str, Any] = {**hooks(hits.add), "__name__": "m"}
        exec(compile(probe(TEXT, "m.py", goals).tree, "m.py", "exec"), space)
        eval(call, space)
        shown = {goals[number].id for number in hits}
        ways = [way for each in joint if each.goal.span.line == line for way in each.ways]
        assert line in {g.span.line for g in goals if g.id in shown} or any(shown.issuperset(w) for w in ways), line


def test_the_tree_form_is_one() -> None:
    module = asked(TEXT)
    assert [problem for unit in module.units for problem in check_function(unit.function)] == []
    assert all(read(show(unit.function)) == unit.function for unit in module.units)
    assert probe(TEXT, "m.py", module.goals).unprobed == ()
    assert module.problems == ()


def test_no_proof_denies_what_calls_show(tmp_path: Path) -> None:
    units = covered(tmp_path, TEXT, attack=0)
    verdicts = {goal.span.line: goal.verdict for unit in units for goal in unit.goals}
    lines = [line for line, _ in marks()]
    assert [line for line in lines if isinstance(verdicts[line], Infeasible | NoneWithin)] == []
    assert sum(isinstance(verdicts[line], Covered) for line in lines) > 0.9 * len(lines)


# ---------------------------------------------------------------- what is said

SHOP = """\
def f(x: int, y: int) -> int:
    # clew: label low: x < 0
    z = x + y
    if z > 3:  # clew: label big: z > 10
        # clew: label x > 0 and y < 0 and z > x
        z -= 1
    # clew: label end
    z += 1
    # clew: label low -> end clear x
    # clew: label big -> end clear z
    # clew: label low & big | big -> low
    return z
"""


def test_verdicts_and_words(tmp_path: Path) -> None:
    (unit,) = covered(tmp_path, SHOP)
    said = {g.id.removeprefix("m::f:"): (type(g.verdict), headline(g, SHOP.splitlines())) for g in unit.goals}
    assert said == {
        "2:label:low": (Covered, "whether `low: x < 0` can be true here"),
        "4:label:big": (Covered, "whether `big: z > 10` can be true here"),
        "5:label:true": (Infeasible, "`x > 0 and y < 0 and z > x` is never true here"),
        "7:label:end": (Covered, "whether `end` can be reached"),
        "9:label:low->end:clear:x": (Covered, "whether `low -> end clear x` can be taken in this order"),
        "10:label:big->end:clear:z": (Infeasible, "`big -> end clear z` is never taken in this order"),
        "11:label:low&big|big->low": (Covered, "whether `low & big | big -> low` can be shown"),
    }


GUARDED = """\
def f(x: int, y: int, c: bool) -> int:
    # clew: label low: x < 0
    z = x + y
    if z > 3:  # clew: label big: z > 10
        z -= 1
    # clew: label end
    z += 1
    # clew: label low -> end where low.x + 20 == end.z and low.x == -3
    # clew: label low -> end where low.x > end.x
    # clew: label low & big where (low.x > -5) != (big.z > 12) and bool(low.c) != bool(big.c)
    # clew: label low & big where low.x > 3 or big.z < 2
    # clew: label big where big.z == 14
    # clew: label low -> end where low.x == -1 or 10 // (low.x + 1) > end.z
    return z


def g(xs: list[int]) -> int:
    # clew: label start
    n = 0
    for x in xs:
        # clew: label some: x > 2
        n += x
        xs = xs[1:]
    # clew: label end
    n += 1
    # clew: label start -> some -> end where len(start.xs) > len(end.xs) + 2 and some.x == end.n
    # clew: label some -> end where some.n > 3 and all(v > some.n for v in some.xs)
    # clew: label some -> end where some.n > end.n + 100
    # clew: label start -> end where f"{start.xs}" == f"{end.xs}x"
    return n
"""


def test_guards(tmp_path: Path) -> None:
    units = covered(tmp_path, GUARDED)
    assert asked(GUARDED).problems == ()
    verdicts = {g.span.line: g.verdict for unit in units for g in unit.goals if ":where:" in (g.outcome or "")}
    found = {line: isinstance(verdict, Covered) for line, verdict in verdicts.items()}
    assert [line for line, verdict in verdicts.items() if isinstance(verdict, NoneWithin)] == []
    assert [line for line, yes in found.items() if yes] == [8, 10, 12, 13, 26, 27, 28]
    assert all(isinstance(verdicts[line], Infeasible) for line in (9, 11))
    assert isinstance(verdicts[29], Unknown | Infeasible)
    (word,) = [headline(g, GUARDED.splitlines()) for g in units[0].goals if g.span.line == 9]
    assert word == "`low -> end where low.x > end.x` is never shown"


def test_a_guard_between_calls_is_shown_by_two_tests_that_it_holds_between(tmp_path: Path) -> None:
    unit, _ = covered(tmp_path, GUARDED)
    (goal,) = [g for g in unit.goals if g.span.line == 10]
    assert isinstance(goal.verdict, Covered) and len(goal.verdict.others) == 1
    calls = {test.id: test.call for test in unit.tests}
    low, big = (ast.literal_eval(calls[each].removeprefix("f")) for each in (goal.verdict.test, *goal.verdict.others))
    assert low[0] < 0 and sum(big[:2]) > 10
    assert (low[0] > -5) != (sum(big[:2]) > 12) and low[2] != big[2]


def test_nothing_changes_where_labels_are_not_asked_for() -> None:
    plain = "\n".join(line.partition("#")[0].rstrip() for line in SHOP.splitlines()) + "\n"
    assert asked(SHOP, "branch").units[0].function == asked(plain, "branch").units[0].function
    assert asked(SHOP, "branch").problems == ()


def test_both_are_shown_by_two_tests(tmp_path: Path) -> None:
    text = "def f(x: int) -> int:\n    # clew: label a: x > 3\n    # clew: label b: x < 3\n    # clew: label a & b\n    return x\n"
    (unit,) = covered(tmp_path, text)
    (both,) = [g for g in unit.goals if g.outcome == "a&b"]
    assert isinstance(both.verdict, Covered) and len(both.verdict.others) == 1


def test_both_are_infeasible_if_one_is(tmp_path: Path) -> None:
    text = "def f(x: int) -> int:\n    # clew: label a: x > 3\n    # clew: label b: x < x\n    # clew: label a & b\n    return x\n"
    (unit,) = covered(tmp_path, text)
    (both,) = [g for g in unit.goals if g.outcome == "a&b"]
    assert isinstance(both.verdict, Infeasible)


def test_what_is_not_followed_is_unknown(tmp_path: Path) -> None:
    text = (
        "async def f(xs: object) -> int:\n    async for x in xs:\n        # clew: label a: x > 3\n        x += 1\n"
        "    # clew: label b\n    y = 1\n    # clew: label a -> b\n    return y\n"
    )
    (unit,) = covered(tmp_path, text)
    found = {g.outcome: g.verdict for g in unit.goals}
    assert isinstance(found["a"], Unknown) and isinstance(found["a->b"], Unknown)


@pytest.mark.parametrize(
    ("comment", "problem", "column"),
    [
        ("x >", "not an expression (invalid syntax)", 2),
        ("x, y", "not an expression (it is no single value)", 0),
        ("total > xz", "`total` is no variable of `f`, nor of its module", 0),
        ("x > lengthy", "`lengthy` is no variable of `f`, nor of its module; did you mean `length`?", 4),
        ("low: x > lengthy", "`lengthy` is no variable of `f`, nor of its module; did you mean `length`?", 9),
        ("print(x)", "a label only looks, but it calls print()", 0),
        ("(x := 3)", "a label only looks, but it assigns", 0),
        ("first -> lats", "there is no label `lats` in `f`; did you mean `last`?", 9),
        ("first -> -> last", "`->` where the name of a label is expected", 9),
        ("first last -> last", "`last` where an operator is expected", 6),
        ("first ->", "the name of a label is missing at its end", 7),
        ("first + last -> last", "`+` where `->`, `&` or `|` is expected", 6),
        ("first -> last clear lenght", "`lenght` is no variable of `f`; did you mean `length`?", 20),
        ("first -> last clear i", "where `i` is assigned is not told by statements alone", 20),
        ("first -> last clear 3", "`clear` is followed by names of variables", 20),
        ("first -> last where first.x <", "not an expression (invalid syntax)", 28),
        ("first -> last where first.x > last.lenght", "`lenght` is no variable of `f`; did you mean `length`?", 30),
        ("first -> last where firs.x > 3", "there is no label `firs` in `f`; did you mean `first`?", 20),
        ("first -> last where first > 3", "`first` is a label, of which a variable is meant, as in `first.x`", 20),
        ("first -> last where last.x > x", "`x` is a variable: say at which label, as in `first.x`", 29),
        ("first -> last where last.x.sort()", "a guard only looks, but it calls sort()", 20),
        ("first where last.x > 3", "`last` is not named in each of its ways", 12),
        ("first & last | last where first.x > 3", "`first` is not named in each of its ways", 26),
        ("first -> first where first.x > 3", "`first` is named several times: which one is meant?", 21),
        ("first -> last where any(x > last.x for x in [])", "`x` is bound in the guard, too", 28),
        (
            "first & last where True and first.x == last.x",
            "`first.x == last.x` is about values of several calls, where only what is true or false goes, "
            "as in `(a.x > 3) != (b.x > 3)`",
            28,
        ),
        ("", "a label is a name, or an expression", 0),
        ("low:", "a label is a name, or an expression", 0),
    ],
)
def test_what_is_no_label_is_said(comment: str, problem: str, column: int) -> None:
    text = (
        "def f(x: int, length: int) -> int:\n    # clew: label first\n    x += 1\n    # clew: label last\n    x += 1\n"
        f"    for i, j in [(1, 2)]:\n        x += i\n    # clew: label {comment}\n    return x\n"
    )
    assert asked(text, "branch").problems == ()
    (found,) = asked(text, "label").problems
    assert found.text == f"{problem}: it is not asked for"
    assert found.span is not None and (found.span.line, found.span.column - 18) == (8, column)


@pytest.mark.parametrize(
    "text",
    [
        "# clew: label x > 3\ndef f(x: int) -> int:\n    return x\n",
        "def f(x: int) -> int:\n    while x < 9:\n        x += 1\n        # clew: label x < 9\n    return x\n",
        "def f(x: int) -> int:\n    if x:\n        x = 1\n        # clew: label x\n    else:\n        x = 2\n    return x\n",
        "def f(x: int) -> int:\n    try:\n        x = 1\n        # clew: label x\n    except E:\n        x = 2\n    return x\n",
        "def f(x: int) -> int:\n    match x:\n        case 1:\n            x = 2\n        case _:  # clew: label x\n"
        "            x = 3\n    return x\n",
        "def f(x: int) -> int:\n    if x:\n        x = 1\n    else:  # clew: label x\n        x = 2\n    return x\n",
    ],
)
def test_labels_stand_at_statements(text: str) -> None:
    """Where none follows in the block, that of another block is not asked for."""
    (found,) = read_labels(ast.parse(text), text, "m.py").problems
    assert found.text.startswith(
        "a label stands behind a statement of a function, or right above one in the same block"
    )


def test_labels_behind_several_statements_are_of_the_last_one() -> None:
    text = "def f(x: int) -> int:\n    x = 1; y = 2  # clew: label x == 1\n    if x: return y  # clew: label y\n    return x\n"
    found = read_labels(ast.parse(text), text, "m.py")
    (function,) = found.of.values()
    assert [(label.head.line, label.head.column) for label in function.labels] == [(2, 11), (3, 10)]


BINDING = """\
def f(v, xs):
    # clew: label a
    w = 0
    {}
    # clew: label b
    w += 1
    # clew: label a -> b clear x
    return w
"""


def shows(text: str, call: str) -> set[str]:
    """The outcomes of the labels that a call shows, by the probes."""
    module = asked(text)
    assert module.problems == ()
    hits = set[int]()
    space: dict[str, Any] = {**hooks(hits.add), "__name__": "m"}
    exec(compile(probe(text, "m.py", module.goals).tree, "m.py", "exec"), space)
    eval(call, space)
    return {module.goals[number].outcome or "" for number in hits}


@pytest.mark.parametrize(
    "binding",
    [
        "x = v",
        "x: int = v",
        "x = w = v",
        "x, *w = v",
        "w = [x, w] = v",
        "import os as x",
        "with open('/dev/null') as x: pass",
        "for x in v: pass",
        "match v:\n        case [x, _]: pass",
        "def x(): pass",
        "class x: pass",
        "x = 1; x += 1",
        "x = 1; del x",
    ],
)
def test_what_is_assigned_is_not_clear(binding: str) -> None:
    assert shows(BINDING.format(binding).replace("w += 1", "w = 1"), "f([1, 2], [3])") == {"a", "b"}


@pytest.mark.parametrize(
    "binding",
    [
        "x = xs[0] = v",
        "x, xs[0] = v",
        "import os as x, sys",
        "with v as x, xs: pass",
        "match v:\n        case [x, _] if xs: pass",
        "x = w = 1; del x, w",
    ],
)
def test_what_a_statement_may_bind_before_it_fails_is_not_told(binding: str) -> None:
    (problem,) = asked(BINDING.format(binding)).problems
    assert problem.text.startswith("where `x` is assigned is not told by statements alone")
