"""Pairs of definitions and uses, from the source to the verdicts, against running everything.

Random functions over bools and an int, with a statement on each line.  A tracer of lines says which definition of a
variable came last before each use, in all inputs that matter; it knows the text of the lines and nothing of ours.
"""

from __future__ import annotations

import ast
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from itertools import product
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.frontend.module import Module, read_module
from clew.frontend.probes import hooks, probe
from clew.goals.criteria import ALL_DEFS, DEF_USE, Criteria
from clew.goals.pairs import Pair, read_pair
from clew.ir.check import check_function
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.pipeline import cover
from clew.records import dataclass
from clew.report.progress import Silent
from clew.report.record import CoverResult, UnitReport
from clew.report.wording import headline
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible, Unknown

INPUTS = tuple(product((True, False), (True, False), range(-4, 5)))


def covered(folder: Path, text: str, **settings: Any) -> CoverResult:
    path = folder / "m.py"
    path.write_text(text, encoding="utf-8")
    settings = {"criterion": (DEF_USE,), "jobs": 2, **settings}
    return cover([Target("m.py", str(path), "m", str(folder))], Settings(suite="small", **settings), Silent())


def asked(text: str, *names: str) -> Module:
    module = read_module(text, "m.py", "m", Criteria(names or (DEF_USE,)))
    assert isinstance(module, Module)
    return module


def pairs(text: str) -> list[str]:
    return [goal.id.removeprefix("m::f:") for goal in asked(text).goals]


# ---------------------------------------------------------------- against running everything

VALUES = ("{v} + 1", "{v} - n", "0", "n", "3", "{v} if a else 2", "int(b)", "n // {v}")
TESTS = ("a", "b", "not a", "n > 1", "n == 0", "{v} > 2", "{v} == n", "{v} < 0 and a", "a or {v} > 3")


class Program:
    """A random one: `lines` of a function of the parameters a, b, n."""

    def __init__(self, rng: random.Random, name: str) -> None:
        self.rng, self.name, self.loops = rng, name, 0
        self.lines = [f"def {name}(a: bool, b: bool, n: int) -> int:", "    x = 1", "    y = n"]
        self.block(4, 2, False)
        self.lines.append("    return x + y")

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def pick(self, forms: tuple[str, ...]) -> str:
        return self.rng.choice(forms).format(v=self.rng.choice("xy"))

    def block(self, indent: int, depth: int, looping: bool) -> None:
        for _ in range(self.rng.randint(1, 3)):
            self.statement(indent, depth, looping)

    def statement(self, indent: int, depth: int, looping: bool) -> None:
        rng, space = self.rng, " " * indent
        kind = rng.choice(
            ("set", "set", "add", "if", "if", "for", "while", "try", "leave") if depth else ("set", "add")
        )
        match kind:
            case "set":
                self.lines.append(f"{space}{rng.choice('xy')} = {self.pick(VALUES)}")
            case "add":
                self.lines.append(f"{space}{rng.choice('xy')} += {self.pick(VALUES)}")
            case "if":
                self.lines.append(f"{space}if {self.pick(TESTS)}:")
                self.block(indent + 4, depth - 1, looping)
                if rng.random() < 0.5:
                    self.lines.append(f"{space}else:")
                    self.block(indent + 4, depth - 1, looping)
            case "for":
                self.lines.append(f"{space}for {rng.choice(('i', 'x'))} in range({rng.choice((0, 1, 2))}):")
                self.block(indent + 4, depth - 1, True)
            case "while":
                self.loops += 1
                self.lines += [f"{space}k{self.loops} = 0", f"{space}while k{self.loops} < {rng.choice((1, 2))}:"]
                self.lines.append(f"{space}    k{self.loops} += 1")
                self.block(indent + 4, depth - 1, True)
            case "try":
                self.lines.append(f"{space}try:")
                self.block(indent + 4, depth - 1, looping)
                self.lines.append(f"{space}except ZeroDivisionError:")
                self.block(indent + 4, depth - 1, looping)
            case "leave":
                self.lines.append(f"{space}if {self.pick(TESTS)}:")
                self.lines.append(f"{space}    {rng.choice(('break', 'continue') if looping else ('return x',))}")


@dataclass(slots=True)
class Line:
    """What the text of a line says."""

    kind: str  # `for`, `test` or `other`
    defines: str | None
    uses: frozenset[str]
    inside: frozenset[int] = frozenset()  # the lines of its body


def lines_of(text: str) -> dict[int, Line]:
    found: dict[int, Line] = {}
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[node.lineno] = Line("other", name, names_in(value))
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                found[node.lineno] = Line("other", name, names_in(value) | {name})
            case ast.For(target=ast.Name(id=name), iter=iterable):
                found[node.lineno] = Line("for", name, names_in(iterable), inside(node.body))
            case ast.If(test=test) | ast.While(test=test):
                found[node.lineno] = Line("test", None, names_in(test), inside(node.body))
            case ast.Return(value=ast.expr() as value):
                found[node.lineno] = Line("other", None, names_in(value))
    return found


def inside(body: list[ast.stmt]) -> frozenset[int]:
    return frozenset(range(body[0].lineno, (body[-1].end_lineno or 0) + 1))


def names_in(node: ast.AST) -> frozenset[str]:
    return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name) and n.id not in ("int", "range"))


@dataclass(slots=True)
class Tracer:
    """One call.  seen: pairs as (line of the use, pair)."""

    lines: dict[int, Line]
    seen: set[tuple[int, str]]
    last: dict[str, int] = field(default_factory=lambda: dict.fromkeys("abn", 1))
    now: int = 0
    failed: bool = False

    def __call__(self, frame: FrameType, event: str, argument: object) -> Callable[..., Any]:
        if event == "line":
            self.leave(frame.f_lineno)
            self.come(frame.f_lineno)
        elif event == "exception":
            self.failed = True
        elif event == "return":
            self.leave(-1)
        return self

    def leave(self, following: int) -> None:
        line = self.lines.get(self.now)
        if line is not None and not self.failed:
            taken = following in line.inside
            if line.kind == "test":
                self.note(line, f":{'true' if taken else 'false'}")
            if line.defines is not None and (line.kind == "other" or taken):
                self.last[line.defines] = self.now
        self.failed = False

    def come(self, number: int) -> None:
        before, self.now = self.now, number
        line = self.lines.get(number)
        if line is not None and line.kind != "test" and not (line.kind == "for" and before in line.inside):
            self.note(line, "")

    def note(self, line: Line, outcome: str) -> None:
        self.seen.update((self.now, f"{name}@{self.last[name]}{outcome}") for name in line.uses if name in self.last)


def run_under(
    start: Callable[[], Callable[..., Any]], text: str, name: str, inputs: Iterable[tuple[Any, ...]] = INPUTS
) -> None:
    """Call a function of the text under a new tracer each time."""
    space: dict[str, Any] = {}
    exec(compile(text, "m.py", "exec"), space)
    for arguments in inputs:
        tracer = start()

        def begin(
            frame: FrameType, event: str, argument: object, tracer: Callable[..., Any] = tracer
        ) -> Callable[..., Any] | None:
            return tracer if frame.f_code.co_name == name else None

        sys.settrace(begin)
        try:
            space[name](*arguments)
        except ZeroDivisionError:
            pass
        finally:
            sys.settrace(None)


def feasible(text: str, name: str, inputs: Iterable[tuple[Any, ...]] = INPUTS) -> set[tuple[int, str]]:
    lines, seen = lines_of(text), set[tuple[int, str]]()
    run_under(lambda: Tracer(lines, seen), text, name, inputs)
    return seen


def check_unit(text: str, name: str, unit: UnitReport) -> Iterator[str]:
    """What is wrong with the verdicts."""
    tests = [eval(f"given{test.call.removeprefix(name)}", {"given": given}) for test in unit.tests]
    wanted = feasible(text, name) | feasible(text, name, tests)  # which may need larger numbers
    found = {(g.span.line, g.outcome or ""): g.verdict for g in unit.goals if g.kind == DEF_USE}
    yield from (f"{use} is no goal:\n{text}" for use in wanted - found.keys())
    for use, verdict in found.items():
        right = Covered if use in wanted else Infeasible
        if not isinstance(verdict, right):
            yield f"{use}: {verdict}, but it is {'feasible' if use in wanted else 'not'}:\n{text}"


def given(a: bool, b: bool, n: int) -> tuple[Any, ...]:
    return a, b, n


def check_programs(folder: Path, seed: int, number: int) -> tuple[list[str], int, int]:
    """What is wrong; how many goals there were, and how many of them are infeasible."""
    rng = random.Random(seed)
    programs = [Program(rng, f"f{i}") for i in range(number)]
    wrong, goals, excluded = [], 0, 0
    for program in programs:
        (unit,) = covered(folder, program.text).report.units
        wrong += check_unit(program.text, program.name, unit)
        goals += len(unit.goals)
        excluded += sum(isinstance(g.verdict, Infeasible) for g in unit.goals)
    return wrong, goals, excluded


def test_verdicts_are_those_of_running_everything(tmp_path: Path) -> None:
    wrong, goals, excluded = check_programs(tmp_path, 0, 15)
    assert wrong == []
    assert goals > 100 and excluded > 5


def test_definitions_that_are_used_are_those_of_running_everything(tmp_path: Path) -> None:
    """All-defs: some use of each definition; pairs are looked for, and nothing is said of them."""
    rng, seen = random.Random(3), Counter[type]()
    for number in range(12):
        program = Program(rng, f"f{number}")
        (unit,) = covered(tmp_path, program.text, criterion=(ALL_DEFS,)).report.units
        tests = [eval(f"given{test.call.removeprefix(program.name)}", {"given": given}) for test in unit.tests]
        used = feasible(program.text, program.name) | feasible(program.text, program.name, tests)
        wanted = {outcome.partition(":")[0] for _, outcome in used}
        assert {goal.kind for goal in unit.goals} == {ALL_DEFS}
        assert wanted <= {goal.outcome for goal in unit.goals}, program.text
        for goal in unit.goals:
            right = Covered if goal.outcome in wanted else Infeasible
            assert isinstance(goal.verdict, right), (goal, program.text)
            assert goal.span.line == int((goal.outcome or "").partition("@")[2])
            seen[right] += 1
            shown = [test for test in unit.tests if goal.id in test.covers]
            assert bool(shown) is (right is Covered)
    assert seen[Covered] > 50 and seen[Infeasible] >= 2


def test_all_defs_beside_def_use() -> None:
    """Pairs are asked for once."""
    text = "def f(n):\n    m = n\n    k = n\n    return m + m\n"
    goals = asked(text, DEF_USE, ALL_DEFS)
    (unit,) = goals.units
    ways = {joint.goal.outcome: joint.ways for joint in unit.joint}
    assert ways == {
        "n@1": (("m::f:2:def-use:n@1",), ("m::f:3:def-use:n@1",)),
        "m@2": (("m::f:4:def-use:m@2",),),
    }
    assert unit.silent == frozenset()
    (alone,) = asked(text, ALL_DEFS).units
    assert alone.silent == {goal.id for goal in alone.goals} == {goal.id for goal in unit.goals}


def test_variables_that_are_not_followed_are_said_to_be_unknown_by_all_defs(tmp_path: Path) -> None:
    text = "def f(n: int) -> int:\n    if n > 3 and (n := n + 1) > 4:\n        return n\n    return 0\n"
    (unit,) = covered(tmp_path, text, criterion=(ALL_DEFS,)).report.units
    assert [(goal.kind, goal.outcome, type(goal.verdict)) for goal in unit.goals] == [(ALL_DEFS, "n", Unknown)]


def test_the_probes_agree_with_a_tracer_of_lines() -> None:
    rng = random.Random(7)
    for _ in range(60):
        program = Program(rng, "f")
        goals = asked(program.text).goals
        probed, hits = probe(program.text, "m.py", goals), set[int]()
        assert probed.unprobed == ()
        space: dict[str, Any] = dict(hooks(hits.add))
        exec(compile(probed.tree, "m.py", "exec"), space)
        for arguments in INPUTS:
            try:
                space["f"](*arguments)
            except ZeroDivisionError:
                continue
        assert {(goals[n].span.line, goals[n].outcome) for n in hits} == feasible(program.text, "f")


def test_what_the_guard_of_a_later_case_binds_is_noted() -> None:
    text = (
        "def f(x: int) -> int:\n    match x:\n        case 1:\n            y = 1\n        case z if (y := z) > 3:\n"
        "            return y\n    return 0\n"
    )
    goals, hits = asked(text).goals, set[int]()
    space: dict[str, Any] = dict(hooks(hits.add))
    exec(compile(probe(text, "m.py", goals).tree, "m.py", "exec"), space)
    assert space["f"](5) == 5
    assert {goals[n].outcome for n in hits} == {"x@1", "y@2", "z@2:true"}


# ---------------------------------------------------------------- what is asked


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(x: int) -> int:\n    return x + x\n", ["2:def-use:x@1"]),
        ("def f(x: int) -> int:\n    x += 1\n    return x\n", ["2:def-use:x@1", "3:def-use:x@2"]),
        (
            "def f(x: int) -> int:\n    while x > 3:\n        x -= 1\n    return 0\n",
            ["2:def-use:x@1:false", "2:def-use:x@1:true", "2:def-use:x@3:false", "2:def-use:x@3:true",
             "3:def-use:x@1", "3:def-use:x@3"],
        ),
        (
            "def f(xs: list[int]) -> int:\n    for x in xs:\n        y = x\n    return y\n",
            ["2:def-use:xs@1", "3:def-use:x@2", "4:def-use:y@3"],
        ),
        (
            "def f(x: int) -> int:\n    try:\n        y = 1 // x\n    except ZeroDivisionError as y:\n        return 0\n    return y\n",
            ["3:def-use:x@1", "6:def-use:y@3"],
        ),
        ("def f(x: int) -> int:\n    y = 1; y = 2\n    return y\n", ["3:def-use:y@2.11"]),
        ("def f(x: int) -> int:\n    if (y := x) > 2:\n        return y\n    return 0\n",
         ["2:def-use:x@1:false", "2:def-use:x@1:true", "3:def-use:y@2"]),
        ("def f(x: int) -> int:\n    y = x\n    del x\n    return y\n", ["2:def-use:x@1", "4:def-use:y@2"]),
        ("def f(x: int) -> list[int]:\n    return [x for x in range(x)]\n", ["2:def-use:x@1"]),
        ("def f(x: int) -> int:\n    def g() -> None:\n        nonlocal x\n        x = 1\n    g()\n    return x\n",
         ["5:def-use:g@2"]),
        ("def f(x: int) -> int:\n    global y\n    y = x\n    return y\n", ["3:def-use:x@1", "4:def-use:y@3"]),
        ("def f(x: object) -> object:\n    match x:\n        case [y, *z] if y:\n            return z\n        case {'a': y}:\n"
         "            return y\n    return x\n",
         ["2:def-use:x@1", "3:def-use:y@2:false", "3:def-use:y@2:true", "4:def-use:z@2", "6:def-use:y@2",
          "7:def-use:x@1"]),
        ("def f(x: int) -> int:\n    with open('a') as h, open(str(x)) as x:\n        return x\n    return 0\n",
         ["2:def-use:x@1", "3:def-use:x@2"]),
        ("def f(x: int) -> int:\n    import math as m\n    return m.floor(x)\n", ["3:def-use:x@1", "3:def-use:m@2"]),
        ("def f(x: int) -> int:\n    while True:\n        x += 1\n", ["3:def-use:x@1", "3:def-use:x@3"]),
        ("def f(x: int) -> int:\n    return 0\n    return x\n", []),
        ("def f(x: int) -> object:\n    e: x\n    for i in range(2):\n        try:\n            1 // i\n        except Exception as e:\n"
         "            if i:\n                break\n            i = e\n            e = 1\n    return e\n",
         ["5:def-use:i@3", "7:def-use:i@3:false", "7:def-use:i@3:true", "9:def-use:e@6"]),
        ("def f(x: int) -> int:\n    for _ in range(x):\n        try:\n            break\n        finally:\n            if x > 3:\n"
         "                break\n    return 0\n", ["2:def-use:x@1", "6:def-use:x@1:false", "6:def-use:x@1:true"]),
    ],
)  # fmt: skip
def test_pairs_are_those_that_paths_join(text: str, expected: list[str]) -> None:
    module = asked(text)
    assert sorted(g.id.removeprefix("m::f:") for g in module.units[0].goals) == sorted(expected)
    assert check_function(module.units[0].function) == []
    assert probe(text, "m.py", module.goals).unprobed == ()


def test_the_tree_form_has_a_text() -> None:
    program = Program(random.Random(3), "f")
    (unit,) = asked(program.text).units
    assert read(show(unit.function)) == unit.function


def test_nothing_changes_where_pairs_are_not_asked_for() -> None:
    text = Program(random.Random(4), "f").text
    assert asked(text, "branch").units[0].function == asked(text, "statement").units[0].function
    assert all("def'" not in show(unit.function) for unit in asked(text, "branch").units)


def test_pairs_have_a_text_form() -> None:
    for pair in (Pair("x", "3"), Pair("x", "3.4"), Pair("_C__x", "12", "true")):
        assert read_pair(str(pair)) == pair
    with pytest.raises(ValueError, match="no pair"):
        read_pair("x")


def test_variables_of_what_is_not_followed_are_not_asked_about(tmp_path: Path) -> None:
    text = "async def f(xs: object) -> int:\n    n = 0\n    async for x in xs:\n        n += 1\n    k = 3\n    return n + k\n"
    (unit,) = covered(tmp_path, text).report.units
    found = {g.outcome: g.verdict for g in unit.goals}
    assert found.keys() == {"n", "x", "xs", "k@5"}
    assert all(isinstance(v, Unknown) and v.reason.code == "unmodelled-call" for n, v in found.items() if n != "k@5")


@pytest.mark.parametrize(
    ("lines", "unclear"),
    [
        ("if x > 3 and (x := x - 5) > 3:\n        return 1", ["x"]),
        ("return x + (x := 3)", ["x"]),
        ("while (y := x - 1) > 0 and y != 5:\n        x = y", ["y"]),
        ("xs[x], x = 1, 2", ["x", "xs[x]"]),  # said too often
        ("x, xs[x] = 1, 2", ["x", "xs[x]"]),
        ("x, y, *z = xs", []),
        ("x, (y, z) = xs", ["x"]),
        ("x: xs = 3", []),
        ("try:\n        pass\n    except xs as y:\n        pass", ["xs"]),
        ("[x, y], z = xs", []),
        ("x = y = xs[0] = 4", ["x", "y"]),
        ("x = xs[0] = y = 4", ["x"]),
        ("for x, (y, *z) in xs:\n        pass", ["x"]),
        ("from os import path as x, sep", ["sep", "x"]),
        ("import os, sys", ["os", "sys"]),
        ("del x, xs", ["x"]),
        ("with open(x) as y, open(y) as z:\n        pass", ["y"]),
        ("with open(x) as x, open('a') as z:\n        pass", []),
        ("match xs:\n        case [x, *y] if x > (y := 3):\n            pass", []),
        ("match xs:\n        case [x, *z] if (y := x) > y:\n            pass", ["y"]),
    ],
)  # fmt: skip
def test_what_is_bound_before_the_end_of_a_statement_is_not_asked_about(lines: str, unclear: list[str]) -> None:
    (unit,) = asked(f"def f(x: int, xs: list) -> object:\n    {lines}\n    return x, xs\n").units
    assert sorted(joint.goal.outcome or "" for joint in unit.joint) == unclear
    assert all("a statement" in joint.unasked or "clause reads" in joint.unasked for joint in unit.joint)


def test_the_first_of_two_managers_is_bound_when_the_second_fails() -> None:
    text = (
        "def f(n: int) -> int:\n    x = 0\n    try:\n        with C(1) as x, C(n) as y:\n            return y\n"
        "    except ValueError:\n        return x\n    return 0\n"
        "class C:\n    def __init__(self, n):\n        self.n = n\n    def __enter__(self):\n        if not self.n:\n"
        "            raise ValueError\n        return self.n\n    def __exit__(self, *a):\n        return None\n"
    )
    goals, hits = asked(text).goals, set[int]()
    space: dict[str, Any] = dict(hooks(hits.add))
    exec(compile(probe(text, "m.py", goals).tree, "m.py", "exec"), space)
    assert space["f"](0) == 1
    assert {goals[n].outcome for n in hits if goals[n].span.line < 9} == {"n@1", "x@4"}


def test_the_words_of_a_pair(tmp_path: Path) -> None:
    text = "def f(x: int) -> int:\n    y = 1\n    if x > 3:\n        y = 2\n    if x < 2 and y == 2:\n        return y\n    return 0\n"
    (unit,) = covered(tmp_path, text).report.units
    said = {g.id.removeprefix("m::f:"): headline(g, text.splitlines()) for g in unit.goals}
    assert said["5:def-use:y@4:true"] == "`y` of line 4 is never what makes `x < 2 and y == 2` true"
    assert said["6:def-use:y@2"] == "`y` of line 2 is never read in `return y`"
    runner = CliRunner()
    found = runner.invoke(main, ["cover", str(tmp_path / "m.py"), "--criterion", "def-use", "--output-format", "json"])
    goals = json.loads(found.stdout)["units"][0]["goals"] if found.exit_code in (0, 1) else []
    assert {g["kind"] for g in goals} == {DEF_USE}
