"""`python -m clew.workbench.fuzz.lengths --seed N --functions M`: is what the analysis of values says of indexes so?

Random functions of lists, texts and numbers, full of loops over places, slices, and lists that grow, shrink, are copied
or have two names.  Each is analysed alone (`dead_by_values`), and then called by CPython with many arguments: a line
that runs, or an index that is out of range, where the analysis says that this cannot be, is a contradiction.
"""

from __future__ import annotations

import argparse
import builtins
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import field
from random import Random
from types import FrameType
from typing import Any, Final

from clew.analysis.type_flow import Class
from clew.analysis.value_flow import dead_by_values
from clew.contracts.claims import with_all_claims
from clew.frontend.module import Module, read_module
from clew.records import dataclass

MOST_LINES: Final = 400
"""Executed in one call, which then is given up."""
LARGEST: Final = 300
"""Of numbers and lengths, likewise."""
CALLS: Final = 60
DEEPEST: Final = 3

PRELUDE: Final = """\
def grow(items: list[int]) -> None:
    items.append(7)


def shrink(items: list[int]) -> int:
    return items.pop() if items else 0


"""
SIGNATURE: Final = "def f(xs: list[int], ys: list[int], s: str, n: int, k: int) -> int:"
PARAMETERS: Final = {"xs": list, "ys": list, "s": str, "n": int, "k": int}


@dataclass(slots=True)
class Generator:
    """lists, numbers: variables that are bound for certain."""

    rng: Random
    lists: list[str] = field(default_factory=lambda: ["xs", "ys"])
    numbers: list[str] = field(default_factory=lambda: ["n", "k"])

    def function(self) -> str:
        body = "\n".join(self.block(0, self.rng.randint(3, 7)))
        return f"{SIGNATURE}\n    r = [1, 2]\n{body}\n    return n\n"

    def pick(self, *choices: str) -> str:
        return self.rng.choice(choices)

    def list_(self) -> str:
        return self.rng.choice([*self.lists, "r", "r"])

    def sequence(self) -> str:
        return self.pick("s", self.list_(), self.list_())

    def number(self, depth: int = 1) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.4:
            return rng.choice([*self.numbers, *self.numbers, "0", "1", "2", f"len({self.sequence()})"])
        a, b, some = self.number(depth - 1), self.number(depth - 1), rng.choice(self.numbers)
        return self.pick(
            f"{a} + 1", f"{a} - 1", f"{a} + {b}", f"{a} - {b}", f"({a} + {b}) // 2", f"({a} + {b}) >> 1", f"{a} // 2",
            f"min({a}, {b})", f"max({a}, {b})", f"max(0, {a})", f"{a} % max(1, {b})", f"{a} % (len(r) or 1)",
            f"len({self.sequence()})", f"len({self.sequence()}) - 1", "s.find(s[:1])", "s.find('a')", "s.find('ab')",
            "s.rfind('b')", "s.count('a')", f"-{some}", f"{a} * 2", f"abs({some})", f"int({some} > 0)",
            "len(s.strip())", f"len(s[{a}:])",
        )  # fmt: skip

    def test(self, depth: int = 1) -> str:
        if depth and self.rng.random() < 0.35:
            return self.pick(
                f"{self.test(0)} and {self.test(0)}", f"{self.test(0)} or {self.test(0)}", f"not ({self.test(0)})",
                f"0 <= {self.number(0)} < {self.number(1)}",
                f"{self.number(0)} < {self.number(0)} <= len({self.sequence()})",
            )  # fmt: skip
        operator = self.pick("<", "<", "<=", ">", ">=", "==", "!=")
        return self.pick(
            f"{self.number(0)} {operator} {self.number()}", f"{self.number(0)} {operator} len({self.sequence()})",
            self.list_(), "s", f"not {self.list_()}", f"{self.rng.choice(self.numbers)}",
            f"{self.number(0)} in {self.list_()}",
        )  # fmt: skip

    def block(self, depth: int, count: int) -> list[str]:
        """The lines of some statements; what they bind is bound for certain only in what follows of the block."""
        known = [*self.lists], [*self.numbers]
        lines = [line for _ in range(count) for line in self.statement(depth)]
        if depth:
            self.lists, self.numbers = known
        return lines or ["    " * (depth + 1) + "pass"]

    def statement(self, depth: int) -> Iterator[str]:
        pad, rng = "    " * (depth + 1), self.rng
        kind = rng.random()
        if depth < DEEPEST and kind < 0.42:
            yield from self.compound(pad, depth)
        elif kind < 0.6:
            name = self.pick("i", "j", "n", "k")
            yield f"{pad}{name} = {self.number(2)}"
            self.numbers = sorted({*self.numbers, name})
        elif kind < 0.82:
            place = self.pick(self.number(0), self.number(1), self.number(1))
            yield self.pick(
                f"{pad}v = {self.sequence()}[{place}]", f"{pad}v = {self.sequence()}[{place}]",
                f"{pad}{self.list_()}[{place}] = {self.number(0)}", f"{pad}del {self.list_()}[{place}]",
                f"{pad}v = {self.list_()}.pop()",
            )  # fmt: skip
        else:
            yield pad + self.change()

    def change(self) -> str:
        rng, some, other = self.rng, self.list_(), self.list_()
        if rng.random() < 0.45:
            name = self.pick("r", "q", "xs", "s")
            if name == "s":
                return self.pick("s = s[1:]", "s = s + 'a'", "s = s.strip()", "s += s", f"s = s[:{self.number(0)}]")
            made = self.pick(
                f"list({other})", f"{other}[:]", f"{other}", f"[0] * {self.number(0)}", f"[0] * len({other})",
                f"[v for v in {other}]", f"{other} + {some}", f"sorted({other})", f"{other}.copy()", "[]", "[5]",
                f"[v for v in range({self.number(0)})]", f"list(range({self.number(0)}))",
                f"{other}[{self.number(0)}:]",
                f"list(reversed({other}))", f"[v + 1 for v in {other} if v]", "list(map(len, [s]))",
            )  # fmt: skip
            self.lists = sorted({*self.lists, name} - {"r"})
            return f"{name} = {made}"
        return self.pick(
            f"{some}.append({self.number(0)})", f"{some}.extend({other}[:3])", f"{some}.insert({self.number(0)}, 4)",
            f"{some}.clear()", f"{some}.reverse()", f"{some}.sort()", f"grow({some})", f"shrink({some})",
            f"{some}.append({self.number(0)})", f"{some}[{self.number(0)}:] = [1]", f"del {some}[{self.number(0)}:]",
            f"{some} += [3]", f"{some}.remove({some}[0]) if {some} else 0",
        )  # fmt: skip

    def compound(self, pad: str, depth: int) -> Iterator[str]:
        rng, size = self.rng, self.rng.randint(1, 3)
        kind = rng.random()
        if kind < 0.3:
            yield f"{pad}if {self.test()}:"
            yield from self.block(depth + 1, size)
            if rng.random() < 0.5:
                yield f"{pad}else:"
                yield from self.block(depth + 1, size)
        elif kind < 0.55:
            yield f"{pad}while {self.test()}:"
            yield from self.block(depth + 1, size)
            yield pad + "    " + self.pick("n = n + 1", "k = k - 1", "n += 2", "break", "k = k + 1")
        elif kind < 0.9:
            name, numbers = self.pick("i", "j"), [*self.numbers]
            self.numbers = sorted({*numbers, name})
            a, b = rng.choice(numbers), f"len({self.sequence()})"
            yield pad + self.pick(
                f"for {name} in range({b}):", f"for {name} in range({b} - 1):", f"for {name} in range({a}, {b}):",
                f"for {name} in range({b} - 1, -1, -1):", f"for {name} in range({a}, -1, -1):",
                f"for {name} in range({a}):", f"for {name}, v in enumerate({self.sequence()}):",
                f"for {name} in range(0, {b}, 2):", f"for v in {self.sequence()}:",
                f"for {name}, (v, w) in enumerate(zip(s, {self.list_()})):",
                f"for {name} in range({a}, {b}, {rng.choice(numbers)} or 1):",
            ).replace("for v in", f"{name} = 0\n{pad}for v in")  # fmt: skip
            yield from self.block(depth + 1, size)
            if rng.random() < 0.2:
                yield f"{pad}    {self.pick('continue', 'break')}"
            self.numbers = numbers
        else:
            yield f"{pad}try:"
            yield from self.block(depth + 1, size)
            yield f"{pad}except (IndexError, ValueError):"
            yield from self.block(depth + 1, 1)
            if rng.random() < 0.3:
                yield f"{pad}finally:"
                yield f"{pad}    {self.change()}"  # a loop in it would not be ended by an exception
                yield f"{pad}    n = {self.number()}"


class _Long(Exception):
    """The call takes too long."""


def _is_large(value: object) -> bool:
    return abs(value) > LARGEST if isinstance(value, int) else isinstance(value, list | str) and len(value) > LARGEST


@dataclass(slots=True)
class Call:
    """What one call of CPython did: lines that ran, and those where an index was out of range."""

    lines: set[int] = field(default_factory=set)
    outside: set[int] = field(default_factory=set)
    count: int = 0

    def trace(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        if event == "line" and frame.f_code.co_name == "f":
            self.lines.add(frame.f_lineno)
            self.count += 1
            if self.count > MOST_LINES or any(map(_is_large, frame.f_locals.values())):
                raise _Long
        if event == "exception" and frame.f_code.co_name == "f" and argument[0] is IndexError:
            self.outside.add(frame.f_lineno)
        return self.trace

    def of(self, function: Callable[..., Any], arguments: list[Any]) -> Call:
        sys.settrace(self.trace)
        try:
            function(*arguments)
        except (_Long, ArithmeticError, LookupError, ValueError, NameError, MemoryError, TypeError):
            pass
        finally:
            sys.settrace(None)
        return self


def arguments_of(rng: Random) -> list[Any]:
    def numbers() -> list[int]:
        return [rng.randint(-2, 4) for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 5)))]

    xs = numbers()
    ys = xs if rng.random() < 0.3 else numbers()
    s = "".join(rng.choice("ab ") for _ in range(rng.choice((0, 1, 2, 3, 6))))
    return [xs, ys, s, rng.randint(-3, 7), rng.randint(-3, 7)]


def contradictions(source: str, rng: Random) -> tuple[list[str], int]:
    """Each with the arguments, and how many claims and lines the analysis excludes."""
    module = read_module(source, "m.py", "m")
    assert isinstance(module, Module), module
    ((claimed, _),) = with_all_claims([module])
    plain, unit = (next(u for u in m.units if u.qualname == "f") for m in (module, claimed))
    parameters = {name: frozenset({Class(cls, True)}) for name, cls in PARAMETERS.items()}
    space: dict[str, Any] = {}
    exec(compile(source, "m.py", "exec"), space)
    dead = dead_by_values(unit.function, parameters, lambda n: space.get(n, getattr(builtins, n, None)), True)
    claims = [goal for goal in unit.goals if goal.kind == "claim" and goal.outcome == "IndexError"]
    alive = {goal.span.line for goal in claims if goal.place not in dead}
    never_outside = {goal.span.line for goal in claims} - alive
    never = {goal.span.line for goal in plain.goals if goal.kind == "statement" and goal.place in dead}
    found = []
    for _ in range(CALLS):
        arguments = arguments_of(rng)
        shown = repr(arguments) + (" (xs is ys)" if arguments[0] is arguments[1] else "")
        call = Call().of(space["f"], arguments)
        found += [f"line {line} runs with {shown}" for line in sorted(call.lines & never)]
        found += [f"line {line} is out of range with {shown}" for line in sorted(call.outside & never_outside)]
    return found, len(never_outside) + len(never)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--functions", type=int, default=1000)
    options = parser.parse_args()
    rng, began, wrong, excluded = Random(options.seed), time.monotonic(), 0, 0
    for number in range(options.functions):
        source = PRELUDE + Generator(rng).function()
        found, count = contradictions(source, rng)
        excluded += count
        if found:
            wrong += 1
            print(f"# function {number}\n{source}\n" + "\n".join(f"# {each}" for each in found[:3]), flush=True)
    seconds = time.monotonic() - began
    print(f"{options.functions} functions, {excluded} lines and claims excluded, {wrong} contradicted; {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
