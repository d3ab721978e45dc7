"""Paths, from expressions to verdicts, against running everything (the random functions of `test_def_use`).

The oracle is a tracer of lines: what was decided at a test is told by the line that follows.  It knows nothing of
automata, twins and recordings.
"""

from __future__ import annotations

import ast
import contextlib
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, cast

import pytest
from click.testing import CliRunner
from test_def_use import INPUTS, Program, covered, given, inside

from clew.cli.main import main
from clew.frontend.module import Module, read_module
from clew.frontend.paths.asked import Asked, BadCondition, BadGiven, BadStart, question_of
from clew.frontend.paths.automaton import automaton_of
from clew.frontend.paths.expression import (
    AnyBut,
    BadExpression,
    BadQuestion,
    Choice,
    Event,
    Expression,
    Repeated,
    Series,
    read,
    show,
)
from clew.frontend.paths.question import twin_of
from clew.frontend.paths.steps import Step, is_meant, labels_in
from clew.frontend.paths.watched import RECORDED, named, names_of, recording_answer, recording_word, watching
from clew.frontend.paths.words import ROUNDS, TooMany, twin_of_words, words_of
from clew.frontend.twins import Subject, subjects_in
from clew.goals.criteria import PATH
from clew.pipeline import path
from clew.report.progress import Silent
from clew.report.record import CoverResult, UnitReport
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Covered, Infeasible, NoneWithin, Unknown

# ---------------------------------------------------------------- expressions


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("entry .* 17:true (23|31) !40* exit", "entry .* 17:true (23 | 31) !40* exit"),
        ("5 7.4 | raises:json.E call:x.y+", "5 7.4 | raises:json.E call:x.y+"),
        ("!(3|4:false)+ retry?", "!(3 | 4:false)+ retry?"),
        ("(a b)* (a|b c)", "(a b)* (a | b c)"),
        ("3||4", "3 |  | 4"),
    ],
)
def test_expressions_are_read_and_shown(text: str, shown: str) -> None:
    assert show(read(text)) == shown
    assert show(read(shown)) == shown


@pytest.mark.parametrize(
    ("text", "said", "column"),
    [
        ("", "the expression is empty", 0),
        ("3 & 4", "`&` cannot stand here", 2),
        ("a b ) c", "`)` cannot stand here", 4),
        ("( 3", "`)` is missing at the end", 3),
        ("3 !", "something is missing at the end", 3),
        ("5:foo", "`foo` is no outcome; there are true, false, taken, entered", 2),
        ("entry:x", "`entry` has nothing behind it", 6),
        ("call", "`call` names a function: `call:fetch`", 0),
        ("* 3", "`*` cannot stand here", 0),
    ],
)
def test_expressions_that_are_none(text: str, said: str, column: int) -> None:
    with pytest.raises(BadExpression, match=re.escape(said)) as caught:
        read(text)
    assert caught.value.column == column


def some_expression(rng: random.Random, depth: int) -> Expression:
    match rng.randrange(6 if depth else 2):
        case 0:
            return Event("line", rng.randint(1, 3))
        case 1:
            return AnyBut(tuple([Event("line", rng.randint(1, 3)) for _ in range(rng.randrange(3))]))
        case 2 | 3:
            return Series(tuple([some_expression(rng, depth - 1) for _ in range(rng.randrange(4))]))
        case 4:
            return Choice(tuple([some_expression(rng, depth - 1) for _ in range(rng.randint(2, 3))]))
    return Repeated(some_expression(rng, depth - 1), rng.choice("*+?"))


def pattern(expression: Expression) -> str:
    match expression:
        case Event(line=line):
            return str(line)
        case AnyBut(but):
            return f"[^{''.join(str(e.line) for e in but)}]" if but else "."
        case Series(parts):
            return "".join(map(pattern, parts))
        case Choice(parts):
            return f"(?:{'|'.join(map(pattern, parts))})"
        case Repeated(part, sign):
            return f"(?:{pattern(part)}){sign}"


def test_automata_accept_what_regular_expressions_match() -> None:
    rng, both = random.Random(0), set[bool]()
    steps = [Step("line", line) for line in range(1, 5)]
    for _ in range(400):
        expression = some_expression(rng, 3)
        automaton, meant = automaton_of(expression, steps), re.compile(pattern(expression))
        for _ in range(20):
            word = [rng.choice(steps) for _ in range(rng.randrange(7))]
            state: int | None = 0
            for step in word:
                state = automaton.after(state, step)
            matched = meant.fullmatch("".join(str(step.line) for step in word)) is not None
            assert (state in automaton.accepting) is matched, show(expression)
            both.add(matched)
    assert both == {True, False}


# ---------------------------------------------------------------- what a call does, told by lines


def lines_of_call(
    space: dict[str, Any], name: str, arguments: tuple[Any, ...], variables: list[dict[str, Any]] | None = None
) -> tuple[list[int], str]:
    """The lines that it goes through, and how it ended.  variables: gets what they are before each of these lines."""
    lines: list[int] = []

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_name != name:
            return None
        if event == "line":
            lines.append(frame.f_lineno)
            if variables is not None:
                variables.append(dict(frame.f_locals))
        return trace

    sys.settrace(trace)
    try:
        space[name](*arguments)
        return lines, "exit"
    except ZeroDivisionError:
        return lines, "raises"
    finally:
        sys.settrace(None)


class Oracle:
    def __init__(self, text: str, name: str) -> None:
        self.space: dict[str, Any] = {}
        exec(compile(text, "m.py", "exec"), self.space)
        self.name = name
        self.bodies: dict[int, frozenset[int]] = {}
        self.loops: set[int] = set()
        self.handlers: dict[int, frozenset[int]] = {}
        self.tries: set[int] = set()
        for node in ast.walk(ast.parse(text)):
            match node:
                case ast.If(body=body) | ast.While(body=body) | ast.For(body=body):
                    self.bodies[node.lineno] = inside(body)
                    self.loops |= set() if isinstance(node, ast.If) else {node.lineno}
                case ast.ExceptHandler(body=body):
                    self.handlers[node.lineno] = inside(body)

    def steps(self, arguments: tuple[Any, ...]) -> list[Step]:
        return [step for step, _ in self.states(arguments)]

    def states(self, arguments: tuple[Any, ...]) -> list[tuple[Step, dict[str, Any]]]:
        """Its steps, each with the variables there."""
        variables: list[dict[str, Any]] = []
        lines, how = lines_of_call(self.space, self.name, arguments, variables)
        variables.append(variables[-1])
        found = [(Step("entry"), variables[0])]
        before = 0
        for n, (line, following) in enumerate(zip(lines, [*lines[1:], -1], strict=True)):
            if line in self.handlers:
                if following in self.handlers[line]:
                    found.append((Step("outcome", line, 0, "entered"), variables[n + 1]))
            else:
                again = line in self.loops and before in self.bodies[line]
                found += [] if again else [(Step("line", line), variables[n])]
                if line in self.bodies:
                    outcome = "true" if following in self.bodies[line] else "false"
                    found.append((Step("outcome", line, 0, outcome), variables[n + 1]))
            before = line
        return [*found, (Step(how), variables[-1])]


def word(steps: list[Step]) -> str:
    """As goals of the criterion are called."""
    return ",".join(
        "raises" if s.kind == "raises" else f"{s.line}:{s.name}" for s in steps if s.kind in ("outcome", "raises")
    )


def subject_of(text: str) -> tuple[Module, Subject]:
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    return module, next(subjects_in(module))[1]


def recorded(text: str, twin: Any, arguments: tuple[Any, ...]) -> list[str]:
    space: dict[str, Any] = {}
    exec(compile(watching(text, [twin]), "m.py", "exec"), space)
    del space[RECORDED][:]
    with contextlib.suppress(ZeroDivisionError):
        space[twin.name](*arguments)
    return list(space[RECORDED])


SOME = INPUTS[::7]


def test_what_is_recorded_is_what_a_tracer_of_lines_sees() -> None:
    rng = random.Random(3)
    for _ in range(40):
        program = Program(rng, "f")
        _, subject = subject_of(program.text)
        oracle, twin = Oracle(program.text, "f"), recording_word(subject, 1)
        for arguments in SOME:
            assert recorded(program.text, twin, arguments) == [f"1 {word(oracle.steps(arguments))}"], program.text


def some_question(rng: random.Random, steps: list[Step]) -> str:
    """Along which the call with these steps goes, or nearly."""
    parts = ["entry"] if rng.random() < 0.5 else [".*"] if rng.random() < 0.5 else []
    for step in [*sorted(rng.sample(steps[1:-1], min(len(steps) - 2, 6)), key=steps.index), steps[-1]]:
        shown = {"line": str(step.line), "outcome": f"{step.line}:{step.name}"}.get(step.kind, step.kind)
        last = step.kind in ("exit", "raises")
        if rng.random() < 0.6 or last:
            parts += [".*", shown]
        elif rng.random() < 0.2:
            parts += [f"!{shown}*"]
    if rng.random() < 0.3:
        parts.insert(rng.randrange(len(parts)), f"(. | {rng.choice(parts).strip('*') or '.'})?")
    return " ".join(parts)


def is_along(expression: Expression, steps: list[Step]) -> bool:
    """Is some beginning of the steps one of the paths?  Told by `re`, a letter for each step."""
    named = {step: chr(0x100 + n) for n, step in enumerate(dict.fromkeys(steps))}

    def letters(part: Expression) -> str:
        match part:
            case Event():
                found = [c for s, c in named.items() if is_meant(s, part)]
                return f"[{''.join(found)}]" if found else "(?!)"
            case AnyBut(but):
                found = [c for s, c in named.items() if not any(is_meant(s, e) for e in but)]
                return f"[{''.join(found)}]" if found else "(?!)"
            case Series(parts):
                return "".join(map(letters, parts))
            case Choice(parts):
                return f"(?:{'|'.join(map(letters, parts))})"
            case Repeated(inner, sign):
                return f"(?:{letters(inner)}){sign}"

    seen = "".join(named[step] for step in steps)
    return any(re.fullmatch(letters(expression), seen[:n]) for n in range(len(seen) + 1))


def visible(steps: list[Step], asked: str) -> list[Step]:
    tests = {int(line) for line in re.findall(r"(\d+):", asked)}
    ends = {kind for kind in ("exit", "raises") if kind in asked}
    kept = {"line", *ends, *({"entry"} if "entry" in asked else ())}
    return [s for s in steps if s.kind in kept or (s.kind == "outcome" and s.line in tests)]


def test_twins_and_recordings_agree_with_a_tracer_of_lines() -> None:
    """No search: both are run on all inputs."""
    rng, both = random.Random(5), set[bool]()
    for _ in range(60):
        program = Program(rng, "f")
        module, subject = subject_of(program.text)
        oracle = Oracle(program.text, "f")
        asked = Asked(some_question(rng, oracle.steps(rng.choice(INPUTS))))
        question = question_of(asked, module, subject)
        along, recording = twin_of(subject, question, 1), recording_answer(subject, question, 1)
        for arguments in SOME:
            wanted = is_along(read(asked.path), visible(oracle.steps(arguments), asked.path))
            assert bool(recorded(program.text, recording, arguments)) is wanted, (program.text, asked)
            assert reaches(program.text, along, arguments) is wanted, (program.text, asked, along.text)
            both.add(wanted)
    assert both == {True, False}


def some_beginning(rng: random.Random, steps: list[Step]) -> Asked:
    """A question whose paths begin with one of these steps."""
    at = rng.choice([n for n, step in enumerate(steps) if step.kind in ("line", "outcome")])
    start = rng.choice(("", f"{steps[at].line}:{steps[at].name}".rstrip(":")))
    name = rng.choice("abnxy" if start else "abn")  # the others have no value where the call begins
    given = f"{name} {rng.choice(('<', '==', '>', '!='))} {rng.randint(-2, 3)}"
    asked = some_question(rng, steps[at:] if start else steps)
    if start and rng.random() < 0.9:
        asked = f".* {asked.removeprefix('entry')}"
    return Asked(asked, start=start, given=rng.choice((given, given, "" if start else given)))


def is_along_from(asked: Asked, states: list[tuple[Step, dict[str, Any]]]) -> bool:
    """Does a path that is meant begin at one of the steps with which it may?"""
    names = f"{asked.path} {asked.start}"
    steps = visible([step for step, _ in states], names)
    begins = {0} if not asked.start else set[int]()
    at = 0
    for step, variables in states:
        if asked.start and step in steps and is_meant(step, cast(Event, read(asked.start))):
            begins |= {at} if holds(asked.given, variables) else set()
        elif step.kind == "entry" and not holds(asked.given, variables):
            begins.discard(0)
        at += bool(visible([step], names))
    return any(is_along(read(asked.path), steps[n:]) for n in begins)


def holds(condition: str, variables: dict[str, Any]) -> bool:
    try:
        return not condition or bool(eval(condition, {}, variables))
    except NameError:
        return False


def test_paths_that_begin_inside_agree_with_a_tracer_of_lines() -> None:
    rng, both, refused = random.Random(17), Counter[bool](), 0
    for _ in range(150):
        program = Program(rng, "f")
        module, subject = subject_of(program.text)
        oracle = Oracle(program.text, "f")
        asked = some_beginning(rng, oracle.steps(rng.choice(INPUTS)))
        question = question_of(asked, module, subject)
        recording = recording_answer(subject, question, 1)
        try:
            along = twin_of(subject, question, 1)
        except BadExpression as error:
            assert str(error) == "no path of this expression begins there"
            assert not any(is_along_from(asked, oracle.states(arguments)) for arguments in SOME), (program.text, asked)
            refused += 1
            continue
        for arguments in SOME:
            wanted = is_along_from(asked, oracle.states(arguments))
            assert bool(recorded(program.text, recording, arguments)) is wanted, (program.text, asked)
            assert reaches(program.text, along, arguments) is wanted, (program.text, asked, along.text)
            both[wanted] += 1
    assert both[True] > 100 and both[False] > 100 and refused < 75


def reaches(text: str, twin: Any, arguments: tuple[Any, ...]) -> bool:
    """Is one of its goals executed?"""
    space: dict[str, Any] = {}
    first = text.count("\n")
    exec(compile(text + twin.text, "m.py", "exec"), space)
    lines, _ = lines_of_call(space, twin.name, arguments)
    return any(span.line + first in lines for spans in twin.goals.values() for span in spans)


# ---------------------------------------------------------------- criterion `path`


def rounds_of(steps: list[Step]) -> int:
    """The most rounds that a loop went, each time that it was come to."""
    most, now = 0, dict[int, int]()
    for step in steps:
        if step.kind == "line":
            now[step.line] = 0
        elif step.name == "true":
            now[step.line] = now.get(step.line, 0) + 1
            most = max(most, now[step.line])
    return most


def feasible(text: str, name: str, inputs: Iterator[tuple[Any, ...]]) -> set[str]:
    oracle = Oracle(text, name)
    return {word(steps) for each in inputs if (steps := oracle.steps(each))}


def check_unit(text: str, unit: UnitReport) -> Iterator[str]:
    tests = [eval(f"given{test.call.removeprefix('f')}", {"given": given}) for test in unit.tests]
    wanted = feasible(text, "f", iter([*INPUTS, *tests]))
    for goal in unit.goals:
        is_wanted = goal.outcome in wanted
        if not isinstance(goal.verdict, Covered if is_wanted else Infeasible | Unknown):
            yield f"{goal.outcome}: {goal.verdict}, but it is {'feasible' if is_wanted else 'not'}:\n{text}"


def test_verdicts_are_those_of_running_everything(tmp_path: Path) -> None:
    rng, wrong, seen = random.Random(11), [], set[type]()
    for _ in range(8):
        program = Program(rng, "f")
        if len(_words(program.text)) > 60:
            continue
        (unit,) = covered(tmp_path, program.text, criterion=(PATH,)).report.units
        wrong += list(check_unit(program.text, unit))
        seen |= {type(goal.verdict) for goal in unit.goals}
    assert wrong == []
    assert {Covered, Infeasible} <= seen


def _words(text: str) -> list[str]:
    _, subject = subject_of(text)
    try:
        return [named(word, names_of(subject.node)) for word in words_of(subject.node)]
    except TooMany:
        return ["many"] * 1_001


def test_every_path_that_ends_as_it_may_is_a_goal() -> None:
    """By the shape: calls whose loops go round no more than is asked about, and that no operation cut short."""
    rng, seen = random.Random(13), 0
    for _ in range(60):
        program = Program(rng, "f")
        words = {*_words(program.text)}
        if "many" in words:
            continue
        oracle = Oracle(program.text, "f")
        for arguments in INPUTS:
            steps = oracle.steps(arguments)
            if steps[-1].kind == "exit" and rounds_of(steps) <= ROUNDS:
                assert word(steps) in words, program.text
                seen += 1
    assert seen > 1_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(x):\n    return x\n", [""]),
        ("def f(x):\n    if x:\n        return 1\n    assert x > 3\n",
         ["2:true", "2:false,4:true", "2:false,4:false,raises"]),
        ("def f(x):\n    for i in x:\n        if i:\n            break\n",
         ["2:false", "2:true,3:true", "2:true,3:false,2:false", "2:true,3:false,2:true,3:true",
          "2:true,3:false,2:true,3:false,2:false"]),
        ("def f(x):\n    while True:\n        if x:\n            return 1\n", ["2:true,3:true", "2:true,3:false,2:true,3:true"]),
        ("def f(x):\n    try:\n        if x: return 1\n    except E:\n        return 2\n    finally:\n        g()\n",
         ["3:false", "3:true", "4:entered", "3:true,4:entered", "3:false,4:entered"]),
        ("def f(x):\n    match x:\n        case 1: return 1\n        case 2: pass\n", ["3:taken", "4:taken", ""]),
        ("def f(x):\n    if x > 1: y = 2 if x else 3\n", ["2:true", "2:false"]),
    ],
)  # fmt: skip
def test_the_paths_of_a_function(text: str, expected: list[str]) -> None:
    assert sorted(_words(text)) == sorted(expected)


def test_twins_of_words_are_python() -> None:
    text = "class A:\n    def f(self, xs: list[int]) -> int:\n        with open('a') as h:\n            for x in xs:\n                return x\n        raise E\n"
    _, subject = subject_of(text)
    twin = twin_of_words(subject, words_of(subject.node), 3)
    compile(twin.text, "m.py", "exec")
    assert twin.text.startswith("def _along3(self: A, xs: list[int]):")


# ---------------------------------------------------------------- questions

SHOP = """
def price(n: int, vip: bool) -> int:
    total = n * 3
    if vip and n > 10:  # clew: label rebate
        total -= 5
    # clew: label again
    while total > 100:
        total -= 50
    if total < 0:
        raise ValueError(n)
    return total


class Till:
    def __init__(self, limit: int) -> None:
        self._limit = limit

    def takes(self, n: int) -> bool:
        if n > self._limit:
            return False
        return price(n, False) > 0

    def named(self, n: int) -> int:
        result = n and abs(n)
        return result * 2
"""


def answered(folder: Path, name: str, asked: Asked, text: str = SHOP, **settings: Any) -> CoverResult:
    file = folder / "m.py"
    file.write_text(text, encoding="utf-8")
    target = Target("m.py", str(file), "m", str(folder), name)
    return path([target], asked, Settings(jobs=2, **settings), Silent())


@pytest.mark.parametrize(
    ("name", "asked", "verdict"),
    [
        ("price", Asked("entry .* 5 .* exit"), Covered),
        ("price", Asked("entry .* rebate .* again !8* exit", "result > 100"), Infeasible),
        ("price", Asked(".* 5 .* 8 .* exit", "total > 60"), Covered),
        ("price", Asked(".* exit", "result >= 0", True), Infeasible),
        ("price", Asked(".* exit", "result > 0", True), Covered),
        ("price", Asked("entry (!5)* 9:true"), Covered),
        ("price", Asked(".* 5 .* 9:true"), Infeasible),
        ("price", Asked(".* raises:ValueError"), Covered),
        ("price", Asked(".* 5 .* raises:ValueError"), NoneWithin),
        ("price", Asked(".* exit", "unknown_at_that_point or True"), BadCondition),
        ("price", Asked(".* 8", "nothing_such > 3"), BadCondition),
        ("price", Asked(".* 8", "result > 3"), BadCondition),
        ("price", Asked(".* 8", "total.append(3)"), BadCondition),
        ("price", Asked(".* 8", "total >"), BadCondition),
        ("price", Asked(".* 6 .*"), BadExpression),
        ("price", Asked(".* 5:true .*"), BadExpression),
        ("price", Asked(".* rebat .*"), BadExpression),
        ("price", Asked(".* call:fetch .*"), BadExpression),
        ("price", Asked(".* raises:Nothing"), BadExpression),
        ("price", Asked("3 4", "total == 9"), Covered),
        ("price", Asked(". 3"), Infeasible),
        ("Till.named", Asked(".* exit", "result == n", True), Covered),
        ("Till.named", Asked(".* call:abs .*"), BadExpression),
        ("price", Asked("raises:A | raises:B"), BadExpression),
        ("Till.takes", Asked("entry .* 19:true .* exit", "self._limit > 50"), Covered),
        ("Till.takes", Asked("entry .* call:price .* exit", "result"), Covered),
        ("Till.takes", Asked("19 call:price"), Infeasible),
        ("Till.takes", Asked(".* 19:false .* exit", "n > self._limit"), Unknown),
    ],
)
def test_questions(name: str, asked: Asked, verdict: type, tmp_path: Path) -> None:
    if issubclass(verdict, ValueError):
        with pytest.raises(verdict):
            answered(tmp_path, name, asked)
        return
    result = answered(tmp_path, name, asked)
    goals = [goal for unit in result.report.units for goal in unit.goals]
    assert [type(goal.verdict) for goal in goals] == [verdict]
    if verdict is Covered:
        (test,) = result.report.units[0].tests
        assert goals[0].id in test.covers
    elif isinstance(goals[0].verdict, Infeasible):
        assert goals[0].verdict.because
        assert all(1 < span.line <= SHOP.count("\n") for span in goals[0].verdict.because)


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        (Asked(".* exit", "result > 60", start="8", given="total == 149"), Covered),
        (Asked(".* exit", "result > 100", start="8", given="total == 149"), Infeasible),
        (Asked(".* exit", "result >= 52", True, start="8", given="total > 101"), Covered),
        (Asked(".* exit", "result >= 52", True, start="8", given="total == 150"), Infeasible),
        (Asked(".* exit", "vip", start="rebate", given="n == 100"), Covered),
        (Asked("again .* exit", "vip and result == 100", start="again", given="n == 50"), Infeasible),
        (Asked(".* exit", "result == 95", given="n == 50"), Covered),
        (Asked(".* 5 .* exit", given="n == 5"), Infeasible),
        (Asked(".* exit", start="7:true", given="total < 100"), Infeasible),
        (Asked(".* exit", given="nowhere_bound_yet or True"), BadGiven),
        (Asked(".* exit", given="total == 50"), BadGiven),
        (Asked(".* exit", given="n == 50 and [total for total in range(n)] != []"), Covered),
        (Asked(".* exit", start="7", given="total +"), BadGiven),
        (Asked(".* exit", start="7", given="result > 3"), BadGiven),
        (Asked(".* exit", start="77"), BadStart),
        (Asked(".* exit", start="7 8"), BadStart),
        (Asked(".* exit", start="7 8)"), BadStart),
        (Asked(".* exit", start="exit"), BadStart),
        (Asked(".* exit", start="agin"), BadStart),
        (Asked("8 exit", start="7"), BadExpression),
        (Asked("entry .* exit", start="7"), BadExpression),
    ],
)
def test_questions_that_begin_inside(asked: Asked, verdict: type, tmp_path: Path) -> None:
    test_questions("price", asked, verdict, tmp_path)


def test_labels() -> None:
    _, subject = subject_of(SHOP)
    assert labels_in(SHOP, subject.node) == {"rebate": (4,), "again": (7,)}


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shop.py").write_text(SHOP, encoding="utf-8")
    asked = ["path", "shop.py::price", ".* 5 .* exit", "--where", "result == 61"]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0
    assert "feasible: this call goes along it" in result.stdout
    assert ">>> price(22, True)" in result.stdout
    (written,) = Path("clew_tests").glob("test_*.py")
    assert "price(22, True) == 61" in written.read_text()
    proved = CliRunner().invoke(main, ["path", "shop.py::price", ".* exit", "--must", "result >= 0"])
    assert proved.exit_code == 0 and proved.stdout.startswith("proved: no execution goes along it")
    refuted = CliRunner().invoke(main, ["path", "shop.py::price", ".* exit", "--must", "result", "--no-write"])
    assert refuted.exit_code == 1 and refuted.stdout.startswith("refuted: ")
    shown = CliRunner().invoke(main, ["path", "shop.py::price", "5 7", "--output-format", "json", "--no-write"])
    (goal,) = json.loads(shown.stdout)["units"][0]["goals"]
    assert (goal["kind"], goal["outcome"], goal["verdict"]) == ("path", "5 7", "infeasible")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["shop.py::price", ".* 99"], "the nearest is in line 11\n      .* 99\n         ^\n"),
        (["shop.py::price", "5 ) 7"], "`)` cannot stand here\n      5 ) 7\n        ^\n"),
        (["shop.py::price", "5", "--where", "totl > 3"], "did you mean `total`?\n      totl > 3\n      ^\n"),
        (["shop.py", "5"], "name one function"),
        (["shop.py::prise", "5"], "price"),
        (["shop.py::price", "5", "--where", "n", "--must", "n"], "one of them"),
        (["shop.py::price", ".* exit", "--start", "again 8"], "or a label\n      again 8\n      ^\n"),
        (["shop.py::price", ".* exit", "--start", "rebat"], "did you mean `rebate`?\n      rebat\n      ^\n"),
        (["shop.py::price", "5", "--given", "n > totl"], "did you mean `total`?\n      n > totl\n          ^\n"),
        (["shop.py::price", "8 exit", "--start", "4"], "begins there\n      8 exit\n      ^\n"),
        (["shop.py::price", "--count", "--start", "4"], "are asked with an EXPRESSION"),
    ],
)
def test_errors_of_the_command(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shop.py").write_text(SHOP, encoding="utf-8")
    result = CliRunner().invoke(main, ["path", *arguments])
    assert result.exit_code == 2
    assert said in result.stderr, result.stderr


def test_the_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shop.py").write_text(SHOP, encoding="utf-8")
    asked = ["path", "shop.py::price", ".* 5 .* exit", "--no-write", "--isolated", "--graph"]
    assert CliRunner().invoke(main, [*asked, "price.svg"]).exit_code == 0
    drawn = Path("price.svg").read_text()
    boxes = re.findall(r'class="n [\w-]+( way)?"[^>]*>(?:(?!</g>|</a>).)*total -= (\d+)', drawn, re.DOTALL)
    assert drawn.startswith("<svg") and {("5", " way"), ("50", "")} <= {(number, way) for way, number in boxes}
    refused = CliRunner().invoke(main, [*asked, "nowhere/price.svg"])
    assert refused.exit_code == 2 and "cannot write the picture" in refused.stderr


def test_what_was_meant_is_suggested() -> None:
    module, subject = subject_of(SHOP)
    for asked, said in (
        (Asked(".* exti"), "there is no label `exti` in `price`; did you mean `exit`?"),
        (Asked(".* exit", given="total == 50"), "`total` has no value yet where the call begins"),
    ):
        with pytest.raises(BadQuestion, match=re.escape(said)):
            question_of(asked, module, subject)


def test_proofs_mark_what_the_question_names(tmp_path: Path) -> None:
    text = """\
def cost(grams: int, express: bool) -> int:
    cents = 490
    if express:
        cents += 700
    if cents > 1300:
        cents -= 100
    for _ in range(grams % 3):
        cents += 1
    return cents
"""
    for asked, lines in ((Asked(".* 6 .* exit"), {5, 6}), (Asked(".* 3:true .* exit", "result > 900", True), {3})):
        (tmp_path / "m.py").write_text(text)
        target = Target("m.py", str(tmp_path / "m.py"), "m", str(tmp_path), "cost")
        (goal,) = path([target], asked, Settings(), Silent()).report.units[0].goals
        assert isinstance(goal.verdict, Infeasible)
        assert lines.issuperset(span.line for span in goal.verdict.because)
