"""What is called unreachable or doomed, against running: random functions of two ints, on every pair of a small square.

An execution that reaches an unreachable statement, or passes a doomed one and ends normally, is a contradiction.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from clew.pipeline import dead
from clew.report.finding_list import shown
from clew.report.progress import Silent
from clew.report.record import Report, UnitReport
from clew.source.discovery import Target
from clew.source.settings import Settings
from clew.verdict.verdicts import Infeasible

FUNCTIONS = 40
SQUARE = range(-9, 14)


class Writer:
    """A random function, as text; most of what it computes stays near zero, so that tests and failures are met."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.lines: list[str] = []

    def function(self, name: str) -> str:
        self.lines = [f"def {name}(x: int, y: int) -> int:", "    z = 0", "    items = [3, 1, 2]"]
        self.block(1, 3, self.rng.randint(2, 4))
        self.lines.append(f"    return {self.value()}")
        return "\n".join(self.lines) + "\n"

    def block(self, depth: int, room: int, count: int) -> None:
        for _ in range(count):
            self.statement(depth, room)

    def add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def statement(self, depth: int, room: int) -> None:
        rng = self.rng
        kind = rng.choice(["set", "set", "set", "risk", "if", "if", "if", "for", "try", "assert", "leave"])
        if room == 0 and kind in ("if", "for", "try"):
            kind = "set"
        match kind:
            case "set":
                self.add(depth, f"{rng.choice('xyz')} = {self.value()}")
            case "risk":
                risks = ["{} // {}", "{} % {}", "items[{}]", "{{1: 2, 3: 4}}[{}]", "int(items[0]) + {}"]
                self.add(depth, f"z = {rng.choice(risks).format(self.value(), self.value())}")
            case "if":
                self.add(depth, f"if {self.test()}:")
                self.block(depth + 1, room - 1, rng.randint(1, 2))
                if rng.random() < 0.3:
                    self.add(depth, f"elif {self.test()}:")
                    self.block(depth + 1, room - 1, 1)
                if rng.random() < 0.4:
                    self.add(depth, "else:")
                    self.block(depth + 1, room - 1, rng.randint(1, 2))
            case "for":
                self.add(depth, f"for i in range({rng.randint(0, 3)}):")
                self.block(depth + 1, room - 1, 1)
                self.add(depth + 1, f"z += {rng.choice(['i', 'x', '1'])}")
            case "try":
                self.add(depth, "try:")
                self.block(depth + 1, room - 1, rng.randint(1, 2))
                self.add(depth, f"except {rng.choice(['ZeroDivisionError', 'KeyError', 'ValueError', 'LookupError'])}:")
                self.block(depth + 1, 0, 1)
            case "assert":
                self.add(depth, f"assert {self.test()}")
            case _:
                self.add(depth, rng.choice([f"return {self.value()}", "raise ValueError(z)", f"z = {self.value()}"]))

    def value(self) -> str:
        rng = self.rng
        a, b = rng.choice(["x", "y", "z", "x", "y"]), rng.choice(["x", "y", "z", str(rng.randint(-3, 6))])
        scaled = f"{a} * {rng.randint(-1, 2)}", f"{a} % {rng.randint(2, 4)}"
        return rng.choice([a, b, f"{a} + {b}", f"{a} - {b}", *scaled])

    def test(self) -> str:
        rng = self.rng
        one = f"{rng.choice('xyz')} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {rng.randint(-4, 8)}"
        two = f"{rng.choice('xyz')} {rng.choice(['<', '>', '=='])} {self.value()}"
        return rng.choice([one, one, two, f"{one} and {two}", f"{one} or {two}", f"{rng.randint(-3, 2)} < {one}"])


def contradictions(text: str, report: Report) -> list[str]:
    """Every pair of the square, in each function."""
    space: dict[str, Any] = {}
    exec(compile(text, "subject.py", "exec"), space)
    found = []
    for unit in report.units:
        name = unit.id.partition("::")[2]
        reached, passed = _runs(space[name])
        found += [f"{name}: {goal} was reached by {reached[line]}" for goal, line in _dead(unit) if line in reached]
        found += [f"{name}: {goal} was passed by {passed[line]}" for goal, line in _doomed(unit) if line in passed]
    return found


def _dead(unit: UnitReport) -> list[tuple[str, int]]:
    goals = [g for g in unit.goals if g.kind == "statement"]
    return [(g.id, g.span.line) for g in goals if isinstance(g.verdict, Infeasible) and not g.verdict.scope]


def _doomed(unit: UnitReport) -> list[tuple[str, int]]:
    return [(g.id, g.span.line) for g in unit.goals if g.doom is not None and not g.doom.scope]


def _runs(function: Any) -> tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]]:
    """For each line, inputs that reach it, and inputs that pass it and end normally."""
    reached: dict[int, tuple[int, int]] = {}
    passed: dict[int, tuple[int, int]] = {}
    lines: set[int] = set()

    def line_of(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            lines.add(frame.f_lineno)
        return line_of

    for x in SQUARE:
        for y in SQUARE:
            lines.clear()
            sys.settrace(lambda frame, event, _: line_of if frame.f_code is function.__code__ else None)
            try:
                function(x, y)
                ended = True
            except Exception:
                ended = False
            finally:
                sys.settrace(None)
            for line in lines:
                reached.setdefault(line, (x, y))
                if ended:
                    passed.setdefault(line, (x, y))
    return reached, passed


def subject(folder: Path, seed: str, count: int) -> tuple[str, Report]:
    text = "\n\n".join(Writer(f"{seed}:{i}").function(f"f{i}") for i in range(count))
    path = folder / "subject.py"
    path.write_text(text)
    settings = Settings(jobs=1, paths=120, seconds=3.0)
    return text, dead([Target("subject.py", str(path), "subject", str(folder))], settings, Silent()).report


def test_dead_code_is_dead(tmp_path: Path) -> None:
    text, report = subject(tmp_path, "0", FUNCTIONS)
    assert contradictions(text, report) == []
    rules = [f.rule for f in shown(report, strict=False, bounded=False, silenced=False).findings or ()]
    assert rules.count("CLEW101") >= 10 and rules.count("CLEW102") >= 10, rules
