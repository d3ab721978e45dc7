"""MC/DC and vectors of conditions, from the source to the verdicts, against running everything.

Random decisions over bools and an int, in every construct that has decisions, some of which can only be met under a
further test.  A second text of each function notes the conditions as it evaluates them; run on all inputs that matter
it says which vectors there are, and the definitions say which pairs.
"""

from __future__ import annotations

import ast
import contextlib
import json
import random
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from clew.cli.main import main
from clew.cli.settings_file import read_settings
from clew.frontend.decisions import Decision as Compound
from clew.frontend.decisions import decisions_in
from clew.frontend.module import Module, parse, read_module
from clew.goals.criteria import Criteria
from clew.goals.goal import Goal
from clew.goals.joint import Joint
from clew.goals.vectors import pairs_of
from clew.ir.check import check_function
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.pipeline import cover
from clew.report.progress import Silent
from clew.report.record import CoverResult, UnitReport, read_report, show_report
from clew.report.wording import headline
from clew.settling.joint import are_all_listed, known_together, needs_of, shown_by
from clew.source.diagnostics import InputError
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.source.spans import Span
from clew.verdict.conclude import conclude
from clew.verdict.evidence import UNDER, Approximation, Evidence
from clew.verdict.reasons import Reason
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown, Verdict

BOTH = ("mcdc", "mcc")
BOUNDS = Settings().bounds()


def covered(folder: Path, text: str, **settings: Any) -> CoverResult:
    path = folder / "m.py"
    path.write_text(text, encoding="utf-8")
    settings = {"criterion": BOTH, "jobs": 2, **settings}
    return cover([Target("m.py", str(path), "m", str(folder))], Settings(suite="small", **settings), Silent())


# ---------------------------------------------------------------- against running everything

INPUTS = tuple(product((True, False), (True, False), range(-5, 6)))
ATOMS = ("a", "b", "not a", "a is b", "n > 1", "n == 0", "n != 2", "n < -1", "odd(n)", "-1 < n <= 2", "a == (n > 0)")
PLACES = (
    "    if {}:\n        return 1\n    return 0\n",
    "    while {}:\n        return 1\n    return 0\n",
    "    assert {}\n    return 0\n",
    "    return 1 if {} else 0\n",
    "    return len([i for i in (n,) if {}])\n",
    "    match n:\n        case int() if {}:\n            return 1\n    return 0\n",
)
HEAD = "def odd(n: int) -> bool:\n    return n % 2 == 1\n\n\n"


class Decision:
    """A random one, in a function of its own: its text, and the text that notes the conditions by `c(index, value)`."""

    def __init__(self, rng: random.Random, name: str) -> None:
        self.conditions = 0
        plain, noting = self.formula(rng, rng.randint(2, 4))
        place = rng.choice(PLACES)
        simple = [atom for atom in ATOMS if "<=" not in atom]
        before = f"    if not ({rng.choice(simple)}):\n        return 2\n" if rng.random() < 0.5 else ""
        head = f"def {name}(a: bool, b: bool, n: int) -> int:\n{before}"
        self.name, self.text, self.noting = name, head + place.format(plain), head + place.format(noting)

    def formula(self, rng: random.Random, size: int) -> tuple[str, str]:
        if size == 1:
            return self.atom(rng.choice(ATOMS))
        left = rng.randint(1, size - 1)
        word = rng.choice((" and ", " or "))
        sides = [self.formula(rng, part) for part in (left, size - left)]
        negation = "not " if rng.random() < 0.2 else ""
        return tuple(f"{negation}({word.join(each)})" for each in zip(*sides, strict=True))  # type: ignore[return-value]

    def atom(self, text: str) -> tuple[str, str]:
        if text == "-1 < n <= 2":
            return f"({text})", f"({self.noted('-1 < n')} and {self.noted('n <= 2')})"
        if text.startswith("not "):
            return text, f"not {self.noted(text[4:])}"
        return (f"({text})" if " " in text else text), self.noted(text)

    def noted(self, text: str) -> str:
        self.conditions += 1
        return f"c({self.conditions - 1}, {text})"

    def vector(self) -> Callable[[tuple[Any, ...]], str]:
        """Of an input; empty where it does not come to the decision."""
        seen: dict[int, str] = {}

        def noted(index: int, value: bool) -> bool:
            seen[index] = "T" if value else "F"
            return value

        space: dict[str, Any] = {"c": noted}
        exec(HEAD + self.noting, space)

        def of(arguments: tuple[Any, ...]) -> str:
            seen.clear()
            with contextlib.suppress(AssertionError):
                space[self.name](*arguments)
            return "".join(seen.get(i, "x") for i in range(self.conditions)) if seen else ""

        return of


def check_unit(decision: Decision, unit: UnitReport, made: Compound, form: str) -> Iterator[str]:
    """What is wrong with the verdicts."""
    vector = decision.vector()
    feasible = {vector(arguments) for arguments in INPUTS}
    calls = {test.id: eval(f"given{test.call.removeprefix(decision.name)}", {"given": given}) for test in unit.tests}
    pairs = pairs_of(made.formula, made.vectors, form)
    goals = [g for g in unit.goals if g.kind == "mcc"]
    if {g.outcome for g in goals} != {v.values for v in made.vectors}:
        yield f"vectors are missing: {decision.text}"
    for goal in goals:
        match goal.verdict:
            case Covered(test) if vector(calls[test]) == goal.outcome:
                pass
            case Infeasible() if goal.outcome not in feasible:
                pass
            case _:
                yield f"{goal.outcome} of {decision.text}: {goal.verdict}, {sorted(feasible)}"
    alone = [g for g in unit.goals if g.kind == "mcdc"]
    if len(alone) != decision.conditions:
        yield f"conditions are missing: {decision.text}"
    for index, goal in enumerate(sorted(alone, key=lambda g: made.conditions.index(g.span))):
        possible = [pair for pair in pairs[index] if feasible.issuperset(pair)]
        match goal.verdict:
            case Covered(test, others):
                pair = tuple(vector(calls[each]) for each in (test, *others))
                if pair not in possible or len({test, *others}) != 2:
                    yield f"condition {index} of {decision.text}: {goal.verdict} has {pair}, not among {possible}"
            case Infeasible() if not possible:
                pass
            case _:
                yield f"condition {index} of {decision.text}: {goal.verdict}, {possible}"


def given(a: bool, b: bool, n: int) -> tuple[Any, ...]:
    return a, b, n


@pytest.mark.parametrize("form", ["masking", "unique-cause"])
def test_verdicts_are_those_of_running_everything(form: str, tmp_path: Path, seed: int = 0, number: int = 12) -> None:
    rng = random.Random(f"{form} {seed}")
    decisions = [Decision(rng, f"f{i}") for i in range(number)]
    text = HEAD + "\n\n".join(d.text for d in decisions)
    units = {u.id.partition("::")[2]: u for u in covered(tmp_path, text, mcdc=form).report.units}
    tree = parse(text, "m.py")
    assert isinstance(tree, ast.Module)
    compound = sorted(decisions_in(tree), key=lambda each: each.span)
    wrong = []
    for decision, made in zip(decisions, compound, strict=True):
        wrong += check_unit(decision, units[decision.name], made, form)
    assert wrong == []


# ---------------------------------------------------------------- what is asked


def asked(text: str, *names: str, form: str = "masking") -> Module:
    module = read_module(text, "m.py", "m", Criteria(names, form))
    assert isinstance(module, Module)
    return module


def ids(goals: Iterable[Goal]) -> list[str]:
    return [goal.id.removeprefix("m::f:") for goal in goals]


TWO = "def f(a: int, b: int) -> int:\n    if a > 1 and b:\n        return 1\n    return 2 if a else 3\n"


def test_a_goal_of_several_criteria_is_asked_once() -> None:
    (unit,) = asked(TWO, "mcdc", "mcc", "branch").units
    assert ids(unit.goals) == [
        "2:branch:true",
        "2:branch:false",
        "2:mcc:TT",
        "2:mcc:TF",
        "2:mcc:Fx",
        "4:branch:true",
        "4:branch:false",
    ]
    assert ids(j.goal for j in unit.joint) == ["2.7:mcdc", "2.17:mcdc"]
    assert unit.silent == frozenset()


def test_decisions_with_one_condition_are_left_to_their_branches() -> None:
    (unit,) = asked(TWO, "mcdc").units
    shown = [goal for goal in unit.goals if goal.id not in unit.silent]
    assert ids(shown) == ["4:branch:true", "4:branch:false"]
    assert all(goal.kind == "mcc" for goal in unit.goals if goal.id in unit.silent)


def test_nothing_changes_where_vectors_are_not_asked_for() -> None:
    default, plain = (read_module(TWO, "m.py", "m", *given) for given in ((), (Criteria(),)))
    assert default == plain
    assert isinstance(default, Module)
    assert {goal.kind for unit in default.units for goal in unit.goals} == {"statement", "branch", "condition"}
    assert "vector" not in show(default.units[0].function)


MARKED = """\
    %3 = binary > a 1 @2:7-2:12
    if %3 condition @2:7-2:12
      then
        vector'decision0 = 1 @2:7-2:12
        if b condition @2:17-2:18
          then
            vector'decision0 = binary + vector'decision0 3 @2:17-2:18
            %1 = b @2:17-2:18
            %2 = True @2:17-2:18
          else
            vector'decision0 = binary + vector'decision0 6 @2:17-2:18
            %1 = b @2:17-2:18
            %2 = False @2:17-2:18
      else
        vector'decision0 = 2 @2:7-2:12
        %1 = %3 @2:7-2:12
        %2 = False @2:7-2:12
    if %2 branch @2:7-2:18
      then
        reach mcc TT @2:7-2:18
        mark @3:8-3:16
        return 1 @3:8-3:16
      else
        less'decision0 = binary < vector'decision0 7 @2:7-2:18
        if less'decision0 @2:7-2:18
          then
            reach mcc Fx @2:7-2:18
          else
            reach mcc TF @2:7-2:18
"""


def test_the_tree_form() -> None:
    function = asked(TWO, "mcdc").units[0].function
    assert MARKED in show(function)
    assert check_function(function) == []
    assert read(show(function)) == function


def test_too_many_vectors() -> None:
    names = [f"{letter}{number}" for number in range(8) for letter in "ab"]
    test = " and ".join(f"({one} or {other})" for one, other in zip(names[::2], names[1::2], strict=True))
    (unit,) = asked(f"def f({', '.join(names)}):\n    if {test}:\n        return 1\n", *BOTH).units
    assert unit.goals == ()
    assert [j.goal.kind for j in unit.joint] == ["mcc", *["mcdc"] * 16]
    assert {(j.ways, j.unasked) for j in unit.joint} == {
        ((), "the decision has 511 vectors of conditions, more than 256")
    }


# ---------------------------------------------------------------- what follows from the places

PAIR = Joint(Goal("g", "mcdc", Span(1, 0, 1, 1), None), (("t1", "f1"), ("t1", "f2"), ("t2", "f1"), ("t2", "f2")))


def shown(line: int, **known: Any) -> Evidence:
    return Evidence("unreached", "exhaustion", because=(Span(line, 0, line, 1),), **known)


OPEN = Reason("budget", "too much")


def concluded(covering: dict[str, tuple[str, ...]] | None = None, reached: str = "", **places: Any) -> Verdict:
    known = {"t1": OPEN, "t2": OPEN, "f1": OPEN, "f2": OPEN, **places}
    return conclude(known_together(PAIR, known, covering or {}, frozenset(reached.split()), BOUNDS), BOUNDS)


def test_a_goal_is_infeasible_only_if_no_way_is_left() -> None:
    assert concluded() == Unknown(OPEN)
    assert concluded(f1=shown(3)) == Unknown(OPEN)
    assert concluded(f1=shown(3), t1=shown(4)) == Unknown(OPEN)
    every = concluded(f1=shown(3), f2=shown(5))
    assert isinstance(every, Infeasible)
    assert [span.line for span in every.because] == [3, 5]


def test_a_coupling_within_a_decision_has_its_line() -> None:
    nowhere = Evidence("unreached", "exhaustion")
    every = concluded(f1=nowhere, f2=nowhere)
    assert isinstance(every, Infeasible)
    assert every.because == (PAIR.goal.span,)


def test_bounds_and_doubts_of_a_place_are_those_of_the_goal() -> None:
    bounded = shown(3, scope=(("loop", 8),))
    assert isinstance(concluded(f1=bounded, f2=shown(5)), NoneWithin)
    assert isinstance(concluded(f1=bounded, f2=shown(5), t1=shown(1), t2=shown(2)), Infeasible)
    smaller = concluded(reached="t1 t2", f1=shown(3, scope=(("loop", 2),)), f2=shown(5))
    assert isinstance(smaller, Unknown)
    assert smaller.reason.code == "bound"
    doubtful = shown(3, approximations=(Approximation(UNDER, OPEN),))
    assert concluded(f1=doubtful, f2=shown(5)) == Unknown(OPEN)


def test_no_proof_counts_of_what_a_run_reached() -> None:
    found = concluded(reached="f1", f1=shown(3), f2=shown(5))
    assert found == Unknown(OPEN)
    assert isinstance(concluded(reached="f1 t1", f1=OPEN, t1=OPEN, f2=shown(5), t2=shown(6)), Unknown)


def test_two_tests_show_a_pair_and_are_kept() -> None:
    hits = [frozenset({"t1", "f1"}), frozenset({"f2"}), frozenset()]
    assert shown_by([PAIR], hits) == {"g": (0, 1)}
    assert needs_of([PAIR], hits, [9, 1, 1]) == {"g": (frozenset({0, 1}),)}
    assert are_all_listed([PAIR], hits)
    assert not are_all_listed([PAIR], hits * 3)
    assert shown_by([PAIR], [hits[0], hits[0]]) == {"g": (0, 1)}
    assert concluded({"g": ("test_a", "test_b")}) == Covered("test_a", ("test_b",))


def test_one_test_shows_a_pair_where_there_is_no_other() -> None:
    assert shown_by([PAIR], [frozenset({"t1", "f1"})]) == {"g": (0,)}
    assert shown_by([PAIR], [frozenset({"t1", "t2"})]) == {}


# ---------------------------------------------------------------- from the command line


def test_the_pair_is_named_in_the_report(tmp_path: Path) -> None:
    result = covered(tmp_path, TWO, criterion=("mcdc",))
    (unit,) = result.report.units
    goals = {goal.id.removeprefix("m::f:"): goal for goal in unit.goals}
    assert list(goals) == ["2.7:mcdc", "2.17:mcdc", "4:branch:true", "4:branch:false"]
    verdict = goals["2.7:mcdc"].verdict
    assert isinstance(verdict, Covered)
    pair = {verdict.test, *verdict.others}
    assert len(pair) == 2
    assert {test.id for test in unit.tests if "m::f:2.7:mcdc" in test.covers} == pair
    text = show_report(result.report)
    jsonschema.validate(json.loads(text), json.loads(files("clew.report").joinpath("schema.json").read_text()))
    assert read_report(text).units[0].goals == unit.goals


def test_a_coupling_is_proved(tmp_path: Path) -> None:
    text = "def f(x: int) -> int:\n    if x > 10 and x > 5:\n        return 1\n    return 2\n"
    (unit,) = covered(tmp_path, text, criterion=("mcdc",)).report.units
    one, other = unit.goals
    assert isinstance(one.verdict, Covered)
    assert isinstance(other.verdict, Infeasible)
    assert headline(other, text.splitlines()) == "`x > 5` is never what decides by itself"
    assert [span.line for span in other.verdict.because] == [2]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            "statement,mcd",
            "`mcd` is none of statement, branch, condition, mcdc, mcc, boundary, loop, def-use, all-defs, all-du-paths, path, label, mutant; did you mean `mcdc`?",
        ),
        (
            "lines",
            "`lines` is none of statement, branch, condition, mcdc, mcc, boundary, loop, def-use, all-defs, all-du-paths, path, label, mutant",
        ),
        (
            "",
            "wanted a list of 'statement' or 'branch' or 'condition' or 'mcdc' or 'mcc' or 'boundary' or 'loop' or 'def-use' or 'all-defs' or 'all-du-paths' or 'path' or 'label' or 'mutant', got the string ''",
        ),
    ],
)
def test_no_such_criterion(given: str, said: str) -> None:
    result = CliRunner().invoke(main, ["cover", "m.py", "--criterion", given])
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1] == f"Error: Invalid value for '--criterion': {said}"
    with pytest.raises(InputError) as error:
        read_settings(f'[tool.clew]\ncriterion = "{given}"\n', "pyproject.toml")
    assert error.value.diagnostic.text == f"`criterion`: {said}"


@pytest.mark.parametrize("given", ['"mcc, statement"', '["mcc", "statement", "mcc"]'])
def test_criteria_are_a_text_or_a_list(given: str) -> None:
    assert read_settings(f"[tool.clew]\ncriterion = {given}\n", "p") == {"criterion": ("statement", "mcc")}
