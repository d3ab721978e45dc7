"""Which classes variables hold, and what is in containers: what is said, and, by running, that nothing else is there."""

from __future__ import annotations

import builtins
import itertools
import sys
from textwrap import dedent
from types import FrameType
from typing import Any

import pytest

from clew.analysis.contents import contents_of
from clew.frontend.module import Module, read_module

CLASSES = {"int": {int, bool}, "str": {str}, "float": {int, bool, float}, "list[int]": {list}}


def contents(source: str) -> dict[str, str]:
    """Of the first function, by variable, the names of the classes."""
    module = read_module(dedent(source), "m.py", "m")
    assert isinstance(module, Module)
    function = module.units[0].function
    parameters = {p.name: frozenset(CLASSES[p.annotation or ""]) for p in function.parameters}
    inside = {p.name: frozenset({int, bool}) for p in function.parameters if p.annotation == "list[int]"}
    found = contents_of(function, parameters, inside, lambda name: getattr(builtins, name, None))
    named = {name: found[name] for name in function.locals if name in found}
    return {name: " ".join(sorted(cls.__name__ for cls in classes)) for name, classes in named.items()}


SAID = {
    "lists of lists": (
        "def f(n: int):\n    rows = [[0] * n for _ in range(n)]\n    rows[0][0] = rows[0][0] + True\n    x = rows[0][0]",
        {"x": "int"},
    ),
    "what is put in later": (
        "def f(n: int):\n    rows = [[0] for _ in range(n)]\n    x = rows[0][0]\n    row = rows[0]\n    row.append('a')",
        {"x": "int str"},
    ),
    "by another name": (
        "def f(n: int):\n    one = []\n    other = one\n    other.append(1)\n    other.append(True)\n    x = one[0]",
        {"x": "bool int"},
    ),
    "by way of a pair": (
        "def f(s: str):\n    pairs = []\n    for i, a in enumerate(s):\n        pairs.append((i, a))\n    for i2, a2 in pairs:\n"
        "        x = i2",
        {"x": "int", "a2": "str"},
    ),
    "pairs of several lengths": (
        "def f(n: int):\n    p = (1, 'a')\n    if n:\n        p = (True, 'b', 2.0)\n    x = p[0]",
        {"x": "bool float int str"},
    ),
    "dicts": (
        "def f(xs: list[int]):\n    d = {}\n    for x in xs:\n        d[x] = d.get(x, 0) + 1\n    for k, v in d.items():\n        y = v",
        {"k": "bool int", "y": "int"},
    ),
    "nothing found": ("def f(xs: list[int]):\n    d = {1: 2}\n    y = d.get(3)", {"y": "NoneType int"}),
    "extended in place": (
        "def f(s: str):\n    xs = [1]\n    ys = xs\n    xs += s\n    x = ys[0]",
        {"x": "int str"},
    ),
    "slices": ("def f(xs: list[int]):\n    ys = [0, 1]\n    ys[1:] = xs\n    x = ys[:1][0]", {"x": "bool int"}),
    "operators of bools": (
        "def f(a: int):\n    b = a < 1\n    c = b & b\n    d = b & a\n    e = -b\n    g = b + b\n    h = max(b, a)",
        {"b": "bool", "c": "bool", "d": "bool int", "e": "int", "g": "int", "h": "bool int"},
    ),
    "quotients": ("def f(a: int):\n    b = a / 2\n    c = a // 2\n    d = c // b", {"b": "float", "c": "int", "d": "float"}),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_what_is_said(name: str) -> None:
    source, wanted = SAID[name]
    found = contents(source)
    assert {key: found.get(key) for key in wanted} == wanted


NOTHING = {
    "an unknown function": "def f(n: int):\n    xs = [1]\n    g(xs)\n    x = xs[0]",
    "a method that nobody knows": "def f(s: str):\n    x = s.encode()",
    "a builtin that may be another": "def f(n: int):\n    len2 = len\n    x = len2('a')",
    "one of two builtins": "def f(n: int):\n    x = (len if n else str)('a')",
    "a builtin in a list": "def f(n: int):\n    fs = [len, str]\n    x = fs[n]('a')",
    "a builtin among numbers": "def f(n: int):\n    fs = [len]\n    x = fs[0] if n else 1",
    "a builtin as an argument": "def f(n: int):\n    xs = []\n    xs.append(len)\n    x = xs[0] if n else 1",
    "a method that is kept": "def f(n: int):\n    xs = [1]\n    g = xs.append\n    g('a')\n    x = xs[0]",
    "a function inside": "def f(n: int):\n    xs = [1]\n    def g():\n        xs.append('a')\n    g()\n    x = xs[0]",
    "powers": "def f(n: int):\n    x = n ** -1",
    "a key": "def f(xs: list[int]):\n    x = sorted(xs, key=str)",
    "what is caught": "def f(n: int):\n    try:\n        x = 1 // n\n    except ZeroDivisionError as e:\n        x = e",
    "a generator": "def f(n: int):\n    x = 1\n    yield x",
    "several arguments in one": "def f(*xs):\n    x = xs[0]",
    "a set that grows in place": "def f(n: int):\n    a = {1}\n    b = a\n    a |= {'a'}\n    x = b.pop()",
}


@pytest.mark.parametrize("name", NOTHING)
def test_where_nothing_is_said(name: str) -> None:
    try:
        assert contents(NOTHING[name]) == {}
    except KeyError:
        assert name == "several arguments in one"


RUN = [
    "def f(xs: list[int], s: str):\n    out = []\n    for x, c in zip(xs, s):\n        out.append([x, c])\n"
    "    for a, b in out:\n        y = a\n        z = b\n    w = out[0][1] if out else None",
    "def f(xs: list[int], s: str):\n    d = {}\n    for c in s:\n        d.setdefault(c, []).append(len(d))\n"
    "    for k in d:\n        v = d[k][0]\n    t = [*xs, *s]\n    u = t[-1]\n    e = d.pop('a', 1.5)",
    "def f(xs: list[int], s: str):\n    seen = set()\n    best = 0\n    for i, x in enumerate(sorted(xs), True):\n"
    "        seen.add(x)\n        best = max(best, i * x)\n    y = best / 2 if best else False\n    q = best & True\n    r = s * best",
    "def f(xs: list[int], s: str):\n    grid = [[None] * 2 for _ in xs]\n    for row in grid:\n        row[0] = s\n        row[1] = row\n"
    "    a = grid[0][0]\n    b = grid[0][1]",
    "def f(xs: list[int], s: str):\n    a, *rest = xs\n    first = rest[0]\n    rest.insert(0, s)\n    b = rest[0]\n    b2 = rest[1:]\n    c = b2[0]",
    "def f(xs: list[int], s: str):\n    p = (1, s)\n    q = p + (2.5,)\n    x = q[0]\n    y = p[1]\n    z = (0, True) * 2\n    w = z[3]\n    v = min(xs)",
    "def f(xs: list[int], s: str):\n    total = sum(xs)\n    mean = total / len(xs)\n    low = mean - total\n    r = range(len(s))\n    i = r[0]\n"
    "    n = ~True\n    m = abs(True)\n    k = s.find('a')\n    o = not k",
    "def f(xs: list[int], s: str):\n    stack = [xs]\n    while stack:\n        top = stack.pop()\n        for y in top:\n            z = y\n"
    "        if len(top) > 1:\n            stack.append(top[1:])\n            stack.append([s])",
]  # fmt: skip
VALUES: list[list[Any]] = [[], [0], [True, 2], [3, False, -1], [5, 5, 5, 2**70]]


@pytest.mark.parametrize("source", RUN)
def test_no_run_holds_anything_else(source: str) -> None:
    said = contents(source)
    assert said
    held: dict[str, set[str]] = {}

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_name == "f":
            for name, value in frame.f_locals.items():
                held.setdefault(name, set()).add(type(value).__name__)
        return trace

    space: dict[str, Any] = {}
    exec(source, space)
    for xs, s in itertools.product(VALUES, ["", "a", "abca"]):
        sys.settrace(trace)
        try:
            space["f"]([*xs], s)
        except (LookupError, ValueError, TypeError, ArithmeticError):
            pass
        finally:
            sys.settrace(None)
    for name, classes in held.items():
        if name in said and "_Iterator" not in said[name]:
            assert classes <= set(said[name].split()), (name, classes, said[name])
