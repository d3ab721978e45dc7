"""What is said of numbers that are no bools, and of the one that a number is not, against CPython."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from test_def_use import covered

from clew.analysis.abstract_values import ANY_WHOLE, Bool, Fixed, Int, constant, join, misses, narrowed, widen
from clew.analysis.type_flow import Class
from clew.analysis.value_flow import dead_by_values
from clew.frontend.module import Module, read_module
from clew.verdict.verdicts import Infeasible

VALUES = [True, False, -3, -2, -1, 0, 1, 2, 3, 7, 2**70, -(2**70)]
LISTS: list[list[Any]] = [[], [True], [1], [False, 0], [2, True, -1], [2**70]]


def dead_lines(text: str) -> set[int]:
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    given = {"n": int, "k": int, "xs": list}
    parameters = {name: frozenset({Class(cls, True)}) for name, cls in given.items()}
    elements = {"xs": ANY_WHOLE}
    known = dead_by_values(
        module.units[0].function, parameters, lambda name: getattr(builtins, name, None), True, elements=elements
    )
    return {place.span[0] for place in known if place.kind == "statement"}


class Writer:
    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.names = ["n", "k", "t", "u"]

    def number(self, depth: int = 2) -> str:
        pick = self.rng.choice
        if depth == 0 or self.rng.random() < 0.3:
            return pick([*self.names, "1", "0", "2", "True", "len(xs)", "-1"])
        a, b = self.number(depth - 1), self.number(depth - 1)
        return pick([
            f"({a} {pick(['+', '-', '*', '//', '%', '&', '|', '^', '<<', '>>'])} {b})", f"{pick('-+~')}({a})",
            f"{pick(['min', 'max'])}({a}, {b})", f"abs({a})", f"int({a})", f"round({a})", f"divmod({a}, {b})[{pick('01')}]",
            f"({a} if n < {b} else {b})", f"(xs[{a}])", "max(xs)", "min(xs)", f"({a} < {b})", f"[{a}, {b}][0]", f"({a}) ** 2",
        ])  # fmt: skip

    def test(self) -> str:
        name, other = self.rng.choice(self.names), self.number(1)
        return self.rng.choice([f"type({name}) is int", f"type({name}) is not int", f"type({name}) is bool", f"{name} != {other}",
                                f"{name} == {other}", f"{name} < {other}", f"{name} >= {other}", name, f"not {name}"])  # fmt: skip

    def block(self, indent: str, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.rng.randint(1, 3)):
            kind = self.rng.random()
            if kind < 0.45 or depth == 0:
                lines.append(f"{indent}{self.rng.choice('tun')} = {self.number()}")
            elif kind < 0.8:
                lines += [f"{indent}if {self.test()}:", *self.block(indent + "    ", depth - 1)]
                if self.rng.random() < 0.5:
                    lines += [f"{indent}else:", *self.block(indent + "    ", depth - 1)]
            else:
                over = self.rng.choice(["xs", "range(k)", "range(n, k)", "range(3)", "range(True, 3)"])
                lines += [f"{indent}for u in {over}:", *self.block(indent + "    ", depth - 1)]
        return lines

    def function(self) -> str:
        head = "def f(n: int, k: int, xs: list[int]) -> int:\n    t = u = 0\n"
        return head + "\n".join([*self.block("    ", 2), *self.block("    ", 2)]) + "\n    return n\n"


class TooLong(BaseException):
    pass


def lines_run(function: Any, *values: Any) -> set[int]:
    seen: set[int] = set()
    left = 300

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal left
        if event == "line":
            seen.add(frame.f_lineno)
            left -= 1
            if left < 0 or any(type(v) is int and abs(v) > 2**200 for v in frame.f_locals.values()):
                raise TooLong
        return trace

    sys.settrace(trace)
    try:
        function(*values)
    except (ArithmeticError, LookupError, ValueError, TypeError, MemoryError, TooLong):
        pass
    finally:
        sys.settrace(None)
    return seen


@pytest.mark.parametrize("part", range(4))
def test_what_is_said_never_comes_holds(part: int) -> None:
    said = 0
    for seed in range(part * 100, part * 100 + 100):
        text = Writer(seed).function()
        dead = dead_lines(text)
        if not dead:
            continue
        said += len(dead)
        space: dict[str, Any] = {}
        exec(compile(text, "m.py", "exec"), space)
        rng = Random(seed)
        for _ in range(80):
            values = rng.choice(VALUES[:10]), rng.choice(VALUES[:10]), [*rng.choice(LISTS)]
            wrong = dead & lines_run(space["f"], *values)
            assert not wrong, (text, values, wrong)
    assert said > 20


KINDS = {
    "a sum": ("t = n + k\n    if type(t) is not int:", True),
    "a sum of what lists hold": ("t = 0\n    for x in xs:\n        t += x\n    if type(t) is not int:", True),
    "the larger of two sums": ("t = max(n + 1, k - 1)\n    if type(t) is not int:", True),
    "the largest of places": ("t = max([i for i in range(n)])\n    if type(t) is not int:", True),
    "the larger of arguments": ("t = max(n, k)\n    if type(t) is not int:", False),
    "an argument": ("t = n\n    if type(t) is not int:", False),
    "what lists hold": ("t = 0\n    for x in xs:\n        t = x\n    if type(t) is not int:", False),
    "bits of bools": ("t = n & k\n    if type(t) is not int:", False),
    "some of both": ("t = n + 1 if k else k\n    if type(t) is not int:", False),
    "none but zero": ("t = 0\n    if n == 0:\n        return 0\n    if n <= 0 and n >= 0:", True),
    "none but zero, a loop later": ("t = 0\n    if n == 0:\n        return 0\n    for i in xs:\n        t = i\n    if n <= 0 and n >= 0:", True),
    "no other than zero": ("t = 0\n    if n == 0:\n        return 0\n    if n <= 1 and n >= 1:", False),
    "changed after": ("t = 0\n    if n == 0:\n        return 0\n    n = n + 1\n    if n <= 0 and n >= 0:", False),
    "a quotient": ("t = 0\n    if n < 0 or not 2 <= k <= 9:\n        return 0\n    if n // k < 0 or n % k > 8:", True),
    "a quotient of less": ("t = 0\n    if n < -5 or not 2 <= k <= 9:\n        return 0\n    if n // k < 0:", False),
}  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_what_is_known_of_a_number(name: str) -> None:
    body, is_dead = KINDS[name]
    text = f"def f(n: int, k: int, xs: list[int]) -> int:\n    {body}\n        return 7\n    return 0\n"
    assert (text[: text.index("return 7")].count("\n") + 1 in dead_lines(text)) is is_dead


def test_what_is_put_into_a_list_that_is_given() -> None:
    text = "def f(n: int, k: int, xs: list[int]) -> int:\n    xs.append({})\n    for x in xs:\n        t = x + 1\n        if type(t) is not int:\n            return 7\n    return 0\n"
    assert 6 not in dead_lines(text.format("0.5"))
    assert 6 in dead_lines(text.replace("    xs.append({})\n", "    k = 1\n"))


def test_joins_and_parts_of_intervals_hold_what_they_should() -> None:
    rng = Random(5)

    def any_interval() -> Int:
        low = rng.randint(-4, 4)
        return narrowed(Int(low, low + rng.randint(0, 4), rng.random() < 0.5, rng.choice([None, 0, 1, -2])), ANY_WHOLE)

    def members(value: Int) -> set[tuple[int, type]]:
        numbers = [n for n in range(-12, 13) if value.low <= n <= value.high and not misses(value, n)]
        return {(n, int) for n in numbers} | {(n, bool) for n in numbers if n in (0, 1) and not value.exact}

    for _ in range(4000):
        a, b = any_interval(), any_interval()
        both, wide = join(a, b), widen(a, b)
        assert isinstance(both, Int) and isinstance(wide, Int)
        assert members(a) | members(b) <= members(both) <= members(wide)
        met = narrowed(a, b)
        wanted = {(n, cls) for n, cls in members(a) if n in {m for m, _ in members(b)}}
        assert wanted <= members(met)
        assert wanted == members(met) or None not in (a.but, b.but)  # two that it is not are too many
    assert join(Bool(True), constant(1)) == Int(1, 1) and join(constant(0), constant(2)) == Int(0, 2, exact=True)
    assert isinstance(constant((1, True)), Fixed)


SWAPPED = """
from enum import IntEnum


def best(items: list[int]) -> int:
    ending = found = 0
    for item in items:
        ending = max(0, ending + item)
        found = max(found, ending)
    return found


def packed(room: int, items: list[tuple[int, int]]) -> int:
    most = [0] * (room + 1)
    for weight, value in items:
        before = list(most)
        for i in range(room + 1):
            if weight <= i:
                most[i] = max(before[i], value + before[i - weight])
    return most[room]


def largest(items: list[int]) -> int:
    found = 0
    for item in items:
        found = max(found, item)
    return found


def digits(n: int, base: int) -> str:
    if n < 0 or not 2 <= base <= 16:
        raise ValueError("base")
    letters = "0123456789abcdef"
    text = ""
    while n > 0:
        n, digit = divmod(n, base)
        text = letters[digit] + text
    return text


def ways(coins: list[int], total: int) -> int:
    if total == 0:
        return 1
    if total < 0 or not coins:
        return 0
    return ways(coins, total - coins[0]) + ways(coins[1:], total)
"""


def test_mutants_of_recursive_functions_and_loops(tmp_path: Path) -> None:
    units = covered(tmp_path, SWAPPED, criterion=("mutant",)).report.units
    found = {goal.id.removeprefix("m::"): goal.verdict for unit in units for goal in unit.goals}
    for goal in ("best:8:mutant:swapped", "best:9:mutant:swapped", "packed:19:mutant:swapped", "digits:33:mutant:text",
                 "digits:35:mutant:!=", "ways:44:mutant:<=", "ways:44:mutant:1"):  # fmt: skip
        shown = found[goal]
        assert isinstance(shown, Infeasible), goal
    assert not isinstance(found["largest:26:mutant:swapped"], Infeasible)  # True in the list
    assert not any(isinstance(verdict, Infeasible) for goal, verdict in found.items() if goal.startswith("digits:31"))
