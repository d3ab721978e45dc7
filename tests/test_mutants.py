"""Mutants as goals: which there are, and that what is said of each holds: a test that kills it fails on the changed
module, and no input tells an equivalent one apart.
"""

from __future__ import annotations

import ast
import random
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_def_use import INPUTS, Program, covered

from clew.frontend.module import Module, functions_of, read_module
from clew.frontend.mutants import Mutant, mutants_of
from clew.frontend.places import span_of
from clew.goals.criteria import MUTANT, Criteria
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import UnitReport
from clew.report.wording import headline
from clew.settling.mutants import Effects, ask_for_mutants, known_of, unsearched
from clew.settling.work import INTERRUPTED, UnitWork, read_targets
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown


def mutants(text: str) -> list[Mutant]:
    return mutants_of(next(functions_of(ast.parse(text))))


def changes(text: str) -> list[str]:
    lines = text.splitlines()
    return [f"{_source(m.place.span, lines)} → {m.place.outcome}" for m in mutants(text)]


def _source(span: Any, lines: list[str]) -> str:
    return lines[span.line - 1][span.column : span.end_column if span.line == span.end_line else None]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return a < b", ["a < b → None", "a < b → <=", "a < b → !="]),
        ("return a <= b < c", ["a <= b < c → None", "a <= b → <", "a <= b → ==", "b < c → <=", "b < c → !="]),
        ("return a and not b", ["a and not b → None", "a and not b → or", "not b → negated"]),
        ("a += 3", ["a += 3 → -=", "a += 3 → deleted", "3 → 4", "3 → 2"]),
        ("if a:\n        f(a, b)", ["a → negated", "f(a, b) → deleted", "f(a, b) → swapped"]),
        ("return min(a, a)", ["min(a, a) → None", "min(a, a) → max"]),
        ("return a.split(b)", ["a.split(b) → None"]),
        ("return a.split(sep=b)", ["a.split(sep=b) → None"]),
        (
            "return a.split(None, 1)",
            [f"a.split(None, 1) → {each}" for each in ("None", "rsplit", "swapped")] + ["1 → 2", "1 → 0"],
        ),
        ("return a.rsplit(maxsplit=b)", ["a.rsplit(maxsplit=b) → None", "a.rsplit(maxsplit=b) → split"]),
        ("raise ValueError(a + 'text')", ["raise ValueError(a + 'text') → deleted", "ValueError → RuntimeError"]),
        ("try:\n        pass\n    except (KeyError, E):\n        pass", ["(KeyError, E) → ()"]),
        ("while True:\n        break", ["True → False", "break → continue"]),
        ("x: 'int' = ''", ["'' → text"]),
        ("'a docstring'\n    assert a > 3, f'{a + 1}'", []),
        ("return", []),
        ("return lambda x=3: x * 2", ["lambda x=3: x * 2 → None", "x * 2 → +", "2 → 3", "2 → 1"]),
        ("match a:\n        case 3 if b == 1:\n            pass", ["b == 1 → !=", "1 → 2", "1 → 0"]),
    ],
)
def test_what_is_changed(body: str, expected: list[str]) -> None:
    assert changes(f"def f(a, b, c):\n    {body}\n") == expected


def test_a_change_leaves_the_rest_as_it_was() -> None:
    text = "def f(a, b):\n    'says a'\n    if a < b:\n        return b\n    return a\n"
    before = ast.unparse(ast.parse(text))
    for mutant in mutants(text):
        after = ast.unparse(mutant.node)
        assert sum(x != y for x, y in zip(before.splitlines(), after.splitlines(), strict=True)) == 1


# ---------------------------------------------------------------- against running everything


def changed_module(text: str, place: Any) -> dict[str, Any]:
    """The names of the module with the mutant in the place of its function."""
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    (old, new) = next((f, m.node) for f in functions for m in mutants_of(f) if m.place == place)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef):
            node.body = [new if each is old else each for each in node.body]
    space: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(tree), "m.py", "exec"), space)
    return space


def ended(space: dict[str, Any], call: str) -> object:
    """Its result, and what it leaves in variables; with a bound on what an endless loop may do."""
    lines = 0

    def count(frame: Any, event: str, argument: object) -> Any:
        nonlocal lines
        lines += 1
        if lines > 20_000:
            raise TimeoutError
        return count

    *setup, last = call.split("; ")
    local: dict[str, Any] = {}
    sys.settrace(count)
    try:
        exec("\n".join(setup), space, local)
        return eval(last, space, local), {name: value for name, value in local.items() if isinstance(value, list)}
    except Exception as error:
        return type(error)
    finally:
        sys.settrace(None)


def check_unit(text: str, unit: UnitReport, calls: list[str]) -> Iterator[str]:
    space: dict[str, Any] = {}
    exec(compile(text, "m.py", "exec"), space)
    tests = {test.id: test.call for test in unit.tests}
    for goal in unit.goals:
        changed = changed_module(text, goal.place)
        match goal.verdict:
            case Covered() as shown:
                ids = (shown.test, *shown.others)
                if not any(ended(space, tests[test]) != ended(changed, tests[test]) for test in ids):
                    yield f"{goal.id}: {ids} do not kill it"
            case Infeasible():
                told = [call for call in calls if ended(space, call) != ended(changed, call)]
                if told:
                    yield f"{goal.id}: told apart by {told[0]}:\n{text}"


def test_verdicts_are_those_of_running_everything(tmp_path: Path) -> None:
    rng, wrong, seen = random.Random(5), list[str](), list[type]()
    for _ in range(4):
        program = Program(rng, "f")
        (unit,) = covered(tmp_path, program.text, criterion=(MUTANT,)).report.units
        wrong += check_unit(program.text, unit, [f"f{each}" for each in INPUTS])
        seen += [type(goal.verdict) for goal in unit.goals]
    assert wrong == []
    assert seen.count(Covered) > 20 and seen.count(Infeasible) > 1 and seen.count(Unknown) * 4 < len(seen)


OBJECTS = """
class Till:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def take(self, cents: int) -> int:
        if cents <= 0:
            raise ValueError("nothing")
        self.cents += cents
        return self.cents

    @property
    def full(self) -> bool:
        return self.cents >= 1000

    @classmethod
    def of(cls, notes: int) -> int:
        return cls(notes * 500).cents

    @staticmethod
    def larger(a: int, b: int) -> int:
        return b if a < b else a


def drop(xs: list[int]) -> None:
    while xs and xs[-1] == 0:
        xs.pop()
"""


def test_methods_and_arguments_that_change(tmp_path: Path) -> None:
    units = covered(tmp_path, OBJECTS, criterion=(MUTANT,)).report.units
    goals = {goal.id.removeprefix("m::"): goal.verdict for unit in units for goal in unit.goals}
    for unit in units:
        if not unit.id.endswith("__init__"):
            assert list(check_unit(OBJECTS, unit, [])) == []
    assert isinstance(goals["Till.larger:22:mutant:<="], Infeasible)
    assert isinstance(goals["Till.full:14:mutant:>"], Covered)
    assert isinstance(goals["drop:27:mutant:deleted"], Covered)
    open_goals = [name for name, verdict in goals.items() if isinstance(verdict, Unknown)]
    assert len(open_goals) * 5 < len(goals), open_goals


def test_what_has_no_twins_says_why(tmp_path: Path) -> None:
    text = (
        "import contextlib\n\n@contextlib.contextmanager\ndef held(n: int):\n    yield n + 1\n\n"
        "def count(n: int):\n    for i in range(n):\n        yield i\n"
        "SEEN: list[int] = []\ndef note(n: int) -> None:\n    SEEN.append(n)\n"
    )
    units = covered(tmp_path, text, criterion=(MUTANT,)).report.units
    reasons = {
        goal.id.partition("::")[2]: goal.verdict.reason.text
        for unit in units
        for goal in unit.goals
        if isinstance(goal.verdict, Unknown)
    }
    assert reasons["held:5:mutant:-"] == "what its decorators make of it is not compared"
    assert not any("proved" in why for why in reasons.values())
    for unit in units:
        assert not any(isinstance(goal.verdict, Infeasible) for goal in unit.goals)


@pytest.mark.parametrize(
    ("text", "goal", "why"),
    [
        ("def f(n: int) -> int:\n    if n <= 0:\n        return 0\n    return f(n - 1)\n", "4:mutant:+", ""),
        ("def f(n: int) -> int:\n    return 0 if n < 1 else g(n)\ndef g(n: int) -> int:\n    return f(n - 1)\n",
         "2:mutant:<=", "may be called again"),
        ("import random\ndef f(n: int) -> int:\n    random.random()\n    return n\n", "3:mutant:deleted", "change more"),
        ("def f(n: int) -> int:\n    print(n)\n    return n\n", "2:mutant:deleted", ""),
        ("SEEN: list[int] = []\ndef f(n: int) -> int:\n    SEEN.append(n)\n    return n\n", "3:mutant:deleted", ""),
        ("class C:\n    k = 0\ndef f(n: int) -> int:\n    C.k += n\n    return n\n", "4:mutant:-=", "change more"),
        ("class C:\n    def __eq__(self, o: object) -> bool:\n        return True\ndef f(c: C, n: int) -> int:\n"
         "    c.n = n\n    return n\n", "5:mutant:deleted", "by themselves"),
        ("def f(*xs: list[int]) -> int:\n    for x in xs:\n        x.append(1)\n    return 0\n", "3:mutant:deleted", ""),
        ("class C:\n    xs: list[int] = []\ndef f(c: C, n: int) -> int:\n    c.xs.append(n)\n    return n\n",
         "4:mutant:deleted", ""),
        ("SEEN: list[int] = []\nclass C:\n    @property\n    def k(self) -> int:\n        SEEN.append(1)\n        return 1\n"
         "def f(c: C, n: int) -> int:\n    c.k\n    return n\n", "8:mutant:deleted", ""),
        ("class C:\n    def __init__(self) -> None:\n        self.n = 0\n    @property\n    def k(self) -> int:\n"
         "        self.n += 1\n        return 1\n    def f(self) -> int:\n        self.k\n        return 1\n",
         "9:mutant:deleted", ""),
        ("def f(n: int) -> int:\n    if n <= 0:\n        raise SystemExit\n    return n\n", "2:mutant:<", ""),
        ("from collections.abc import Iterator\ndef f(it: Iterator[int]) -> int:\n    next(it, 0)\n    return 1\n",
         "3:mutant:deleted", ""),
    ],
)  # fmt: skip
def test_what_is_not_equivalent_is_not_called_so(tmp_path: Path, text: str, goal: str, why: str) -> None:
    units = covered(tmp_path, text, criterion=(MUTANT,)).report.units
    (verdict,) = (g.verdict for unit in units for g in unit.goals if g.id.endswith(f"f:{goal}"))
    assert not isinstance(verdict, Infeasible | NoneWithin)
    if why:
        assert isinstance(verdict, Unknown) and why in verdict.reason.text


def test_a_test_kills_by_what_it_asserts(tmp_path: Path) -> None:
    """The object is equal to what is expected whatever the change does to this field."""
    text = (
        "from dataclasses import dataclass, field\n\n@dataclass\nclass Rec:\n    key: int\n"
        "    seen: int = field(default=0, compare=False)\n    def touch(self) -> None:\n        self.seen += 1\n"
        "    def rename(self, key: int) -> None:\n        self.key = key + 1\n"
    )
    goals = {g.id: g.verdict for unit in covered(tmp_path, text, criterion=(MUTANT,)).report.units for g in unit.goals}
    assert not any(isinstance(verdict, Covered) for goal, verdict in goals.items() if "touch" in goal)
    assert any(isinstance(verdict, Covered) for goal, verdict in goals.items() if "rename" in goal)


def test_the_words_of_a_mutant(tmp_path: Path) -> None:
    text = "def f(a: int, b: int) -> int:\n    if a < b:\n        return b\n    return a\n"
    (unit,) = covered(tmp_path, text, criterion=(MUTANT,)).report.units
    (goal,) = (goal for goal in unit.goals if isinstance(goal.verdict, Infeasible))
    assert headline(goal, text.splitlines()) == "`<=` in `a < b` is never told apart"
    assert span_of(ast.parse(text).body[0].body[0].test) == goal.span  # type: ignore[attr-defined]


def test_a_parameter_with_the_name_of_the_function(tmp_path: Path) -> None:
    text = (
        "def area(area: int) -> int:\n    if area < 0:\n        return 0\n    return area * 2\n\n"
        "def more(*more: int) -> int:\n    t = 0\n    for a in more:\n        t += a\n    return t\n\n"
        "def words(words: list[str]) -> list[str]:\n    return [words.upper() for words in words if words != 'a']\n"
    )
    units = covered(tmp_path, text, criterion=(MUTANT,)).report.units
    goals = {g.id.partition("::")[2]: g.verdict for unit in units for g in unit.goals}
    assert isinstance(goals["area:2:mutant:<="], Infeasible)
    assert isinstance(goals["more:9:mutant:deleted"], Covered)
    assert not any(isinstance(verdict, Unknown) for verdict in goals.values()), goals


def test_what_a_call_leaves_kills_even_where_it_gives_something(tmp_path: Path) -> None:
    text = (
        "class Account:\n    def __init__(self) -> None:\n        self.balance = 0\n\n"
        "    def deposit(self, n: int) -> int:\n        self.balance += n\n        return n\n\n"
        "def put(d: dict[str, int], k: str) -> bool:\n    d[k] = 1\n    return True\n"
    )
    units = covered(tmp_path, text, criterion=(MUTANT,)).report.units
    verdicts = {g.id.partition("::")[2]: g.verdict for unit in units for g in unit.goals}
    assert isinstance(verdicts["Account.deposit:6:mutant:deleted"], Covered)
    assert isinstance(verdicts["put:10:mutant:deleted"], Covered)


IN_PLACE = """
def push(xs: list[int], x: int, y: int) -> None:
    if x * 3 > y * 7 + 1234:
        xs += [x]
"""


def test_an_argument_that_is_changed_in_place_is_not_shared(tmp_path: Path) -> None:
    units = covered(tmp_path, IN_PLACE, criterion=(MUTANT,)).report.units
    verdicts = [goal.verdict for unit in units for goal in unit.goals]
    assert len(verdicts) > 5
    assert not [each for each in verdicts if isinstance(each, Infeasible | NoneWithin)]


@pytest.mark.parametrize(
    ("parameter", "body", "is_pure"),
    [
        ("xs: list[int]", "return xs[0]", True),
        ("xs: list[int]", "total = 0\n    for x in xs: total += x\n    return total", True),
        ("xs: list[int]", "ys = xs + []; ys += xs; return ys", True),
        ("n: int", "n += 1; return n", True),
        ("xs: list[int]", "xs += [1]", False),
        ("xs: list[int]", "xs *= 2", False),
        ("xs: list[int]", "ys = xs or []; ys += [1]", False),
        ("xs: list[list[int]]", "a, b = xs; a += [1]", False),
        ("xs: list[list[int]]", "for x in xs: x += [1]", False),
        ("xs: list[list[int]]", "ys = []\n    for ys in xs: pass\n    ys += [1]", False),
        ("xs: list[int]", "ys = 0\n    match (xs,):\n        case (ys,): pass\n    ys += [2]", False),
        ("xs: list[int]", "return len([ys := xs]), ys.append(1)", False),
    ],
)
def test_what_is_pure(parameter: str, body: str, is_pure: bool) -> None:
    module = read_module(f"def f({parameter}):\n    {body}\n", "m.py", "m")
    assert isinstance(module, Module)
    assert Effects.of(module).is_pure(module.units[0].function) == is_pure


INTERRUPTING = """\
def f{0}(a: int, b: int) -> int:
    if a > b:
        a, b = b, a
    return a * 2 + b
"""


class Interrupting(Silent):
    """Interrupts the run when the first function is settled."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def unit_done(self, unit: UnitReport) -> None:
        self.done.append(unit.id)
        if len(self.done) == 1:
            main = threading.main_thread().ident
            assert main is not None
            signal.pthread_kill(main, signal.SIGINT)


def test_an_interrupted_run_keeps_what_was_settled_and_says_of_the_rest_that_it_ended(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"m{number}.py").write_text(INTERRUPTING.format(number), encoding="utf-8")
    targets = [Target(f"m{n}.py", str(tmp_path / f"m{n}.py"), f"m{n}", str(tmp_path)) for n in range(3)]
    progress = Interrupting()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # which what runs the tests may have changed
    try:
        report = cover(targets, Settings(criterion=(MUTANT,), jobs=1), progress).report
    finally:
        signal.signal(signal.SIGINT, before)
    assert report.interrupted
    settled = [unit for unit in report.units if unit.id == progress.done[0]]
    others = [unit for unit in report.units if unit.id != progress.done[0]]
    assert len(settled) == 1 and len(others) == 2
    assert sum(isinstance(goal.verdict, Covered) for goal in settled[0].goals) > 5
    left = [goal.verdict for goal in others[-1].goals]
    assert left and all(isinstance(each, Unknown) and each.reason.code == "interrupted" for each in left)


def test_mutants_that_are_not_searched_for_since_the_run_ends_are_not_given_up(tmp_path: Path) -> None:
    """The tests of the function were there before."""
    text = INTERRUPTING.format(0)
    (tmp_path / "m0.py").write_text(text, encoding="utf-8")
    works, _ = read_targets([Target("m0.py", str(tmp_path / "m0.py"), "m0", str(tmp_path))], Criteria((MUTANT,)))
    ask_for_mutants(works, None)
    (entry,) = works[0].entries
    driver = UnitWork(entry.unit, frozenset({"goal"}))
    assert known_of(entry.mutants[0], driver) == INTERRUPTED
    unsearched(entry)
    assert {mutant.known for mutant in entry.mutants} == {INTERRUPTED}


def test_functions_of_other_modules_are_judged_by_what_names_mean_there() -> None:
    other = read_module("LIMIT = []\n\n\ndef kept(x: int) -> int:\n    LIMIT.append(x)\n    return x\n", "o.py", "o")
    text = "from o import kept\nLIMIT = 3\n\n\ndef f(x: int) -> int:\n    return kept(x) + LIMIT\n"
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module) and isinstance(other, Module)
    assert not Effects.of(module, [other]).stays_inside(module.units[0].function)


def test_functions_at_the_same_place_of_two_modules_are_not_one() -> None:
    other = read_module("def kept(x, y=[]):\n    print(x)\n    return x\n", "o.py", "o")
    module = read_module(
        "def nice(x, y=[]):\n    return x + 1\n    return x\n\n\ndef f(x: int) -> int:\n    return nice(x)\n",
        "m.py",
        "m",
    )
    assert isinstance(module, Module) and isinstance(other, Module)
    effects = Effects.of(module, [other])
    assert module.units[0].span == other.units[0].span
    assert effects.stays_inside(module.units[0].function) and not effects.stays_inside(other.units[0].function)


@pytest.mark.parametrize(
    ("imports", "call", "stays"),
    [
        ("import o", "o.added(x)", True),
        ("import o as p", "p.added(x)", True),
        ("import o", "o.kept(x)", False),
        ("import o", "o.missing(x)", False),
        ("import o", "o.wrapped(x)", False),
        ("from o import LIMIT", "x + LIMIT", True),
        ("from o import SEEN", "SEEN.append(x)", False),
        ("from o import Made", "Made(x)", True),
        ("import o\nif o: o = print", "o.added(x)", False),
    ],
)
def test_what_imports_bind(imports: str, call: str, stays: bool) -> None:
    text = "SEEN = []\nLIMIT = 3\n\n\nclass Made:\n    def __init__(self, x):\n        self.x = x\n\n\n"
    text += "def added(x):\n    return x + 1\n\n\ndef kept(x):\n    SEEN.append(x)\n\n\n@print\ndef wrapped(x):\n    return x\n"
    other = read_module(text, "o.py", "o")
    module = read_module(f"{imports}\n\n\ndef f(x: int) -> object:\n    return {call}\n", "m.py", "m")
    assert isinstance(module, Module) and isinstance(other, Module)
    assert Effects.of(module, [other]).stays_inside(module.units[0].function) == stays
