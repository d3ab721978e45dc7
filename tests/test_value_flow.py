"""What intervals prove, and, case by case, what they must leave alone."""

from __future__ import annotations

import builtins
from textwrap import dedent

import pytest

from clew.analysis.type_flow import Class
from clew.analysis.value_flow import dead_by_values
from clew.frontend.module import Module, read_module


def dead(source: str) -> list[str]:
    """`line:outcome` of the dead branches and conditions of the first function."""
    module = read_module(dedent(source).strip() + "\n", "m.py", "m")
    assert isinstance(module, Module)
    function = module.units[0].function
    classes = {"int": int, "str": str}
    parameters = {p.name: frozenset({Class(classes[p.annotation], True)}) for p in function.parameters if p.annotation}
    found = dead_by_values(function, parameters, lambda name: getattr(builtins, name, None))
    return sorted({f"{span[0]}:{outcome}" for span, kind, outcome in found if kind != "statement"})


PROVED = {
    "a remainder": ("def f(n: int):\n    n, d = divmod(n, 10)\n    if d > 9:\n        return 1", ["3:true"]),
    "a counter that grows": (
        "def f(xs):\n    c = 1\n    for x in xs:\n        if x:\n            c = 1\n        else:\n            c += 1\n"
        "    if c == 0:\n        return 1",
        ["8:true"],
    ),
    "a loop over a constant": ("def f():\n    for c in (5, 2, 1):\n        print(c)", ["2:empty"]),
    "parts of a split": (
        "def f(s: str):\n    parts = s.split('.')\n    for p in parts:\n        print(p)",
        ["3:empty"],
    ),
    "a text whose length was asked": (
        "def f(s: str):\n    if len(s) != 3 or s[0] == 'a':\n        return\n    for i, c in enumerate(s):\n        print(c)",
        ["4:empty"],
    ),
    "a range from a range": (
        "def f(n: int):\n    for end in range(n, 0, -1):\n        for i in range(end):\n            print(i)",
        ["3:empty"],
    ),
    "masks": ("def f(m: int):\n    if m & 7 > 7:\n        return 1", ["2:true"]),
    "so many rounds": (
        "def f(s: str):\n    parts = s.split('.')\n    if len(parts) != 4:\n        return\n    value = 0\n"
        "    for p in parts:\n        if not p.isdigit():\n            return\n"
        "        if len(p) > 1 and p[0] == '0':\n            return\n        n = int(p)\n"
        "        if n > 255:\n            return\n        value = value * 256 + n\n"
        "    if value < 0 or value >= 2**32:\n        return 1",
        ["15:true", "6:empty"],
    ),
    "a power": (
        "def f(n: int, m: int):\n    if n < 2 or n > 3 or m < 1 or m > 4:\n        return\n    p = n**m\n"
        "    if p < 2:\n        return 1\n    if p > 81:\n        return 2",
        ["5:true", "7:true"],
    ),
    "a round left early": (
        "def f(n: int):\n    k = 0\n    for c in (1, 2, 3):\n        if c == n:\n            break\n        k += 1\n"
        "    if k > 3:\n        return 1",
        ["3:empty", "7:true"],
    ),
    "both parts of a condition": (
        "def f(n: int):\n    if n < 0 or n > 9:\n        return 0\n    return 1 if n == 10 else 2",
        ["4:true"],
    ),
}

ALIVE = {
    "a list changed through another name": (
        "def f():\n    a = [1]\n    b = a\n    b.clear()\n    for x in a:\n        print(x)"
    ),
    "a round left early": (
        "def f(n: int):\n    k = 0\n    for c in (1, 2, 3):\n        if c == n:\n            break\n        k += 1\n"
        "    else:\n        k = 9\n    if k < 1:\n        return 1\n    if k == 9:\n        return 2"
    ),
    "rounds that go on": (
        "def f(n: int):\n    k = 0\n    for c in (1, 2, 3):\n        if c == n:\n            continue\n        k += 1\n"
        "    if k == 2:\n        return 1"
    ),
    "digits that were cut": (
        "def f(s: str):\n    if s.isdigit():\n        s = '-' + s\n        if int(s) < 0:\n            return 1"
    ),
    "digits or not": ("def f(s: str):\n    if s.isdigit() or s == '-1':\n        if int(s) < 0:\n            return 1"),
    "a power of zero": "def f(n: int):\n    if n < 0 or n > 1:\n        return\n    if n**n == 1:\n        return 1",
    "a list that was given away": "def f(g):\n    a = [1]\n    g(a)\n    for x in a:\n        print(x)",
    "a list a closure changes": (
        "def f():\n    a = [1]\n    def g():\n        a.clear()\n    g()\n    for x in a:\n        print(x)"
    ),
    "a variable a closure assigns": (
        "def f(h):\n    n = 1\n    def g():\n        nonlocal n\n        n = 0\n    h(g)\n    if n == 0:\n        return 1"
    ),
    "an iterator used twice": (
        "def f():\n    it = enumerate((1, 2))\n    for x in it:\n        print(x)\n    while True:\n"
        "        for y in it:\n            print(y)\n        return"
    ),
    "an assignment before an exception": (
        "def f(g):\n    n = 1\n    try:\n        n = 0\n        g()\n        n = 1\n    except ValueError:\n"
        "        if n == 0:\n            return 1"
    ),
    "what finally assigns when a loop is left": (
        "def f(g):\n    n = 1\n    for x in g:\n        try:\n            break\n        finally:\n            n = 0\n"
        "    if n == 0:\n        return 1"
    ),
    "an exception swallowed by with": (
        "def f(g):\n    n = 0\n    with g:\n        n = 1\n        g()\n        n = 2\n    if n == 1:\n        return 1"
    ),
    "a parameter without a type": "def f(n):\n    if n % 10 > 9:\n        return 1",
    "a negative divisor": "def f(n: int, d: int):\n    if n % d < 0:\n        return 1",
    "a counter that falls": "def f(n: int):\n    c = 1\n    while n > c:\n        c -= 1\n    if c == -5:\n        return 1",
    "a loop that may not run": "def f(xs):\n    c = 0\n    for x in xs:\n        c = 1\n    if c == 0:\n        return 1",
    "continue past an assignment": (
        "def f(xs):\n    c = 1\n    for x in xs:\n        c = 0\n        if x:\n            continue\n        c = 1\n"
        "    if c == 0:\n        return 1"
    ),
    "split without a separator": "def f(s: str):\n    for p in s.split():\n        print(p)",
    "a shadowed builtin": "def f(s, len):\n    if len(s) < 0:\n        return 1",
    "a flag whose variable changed since": (
        "def f(n: int):\n    small = n < 5 and n > 1\n    n = 7\n    if small:\n        return 1 if n == 7 else 2"
    ),
    "a comparison of changed operands": "def f(n: int):\n    t = n < 5\n    n = 9\n    if t:\n        return 1",
}


@pytest.mark.parametrize("name", PROVED)
def test_proved(name: str) -> None:
    source, wanted = PROVED[name]
    assert dead(source) == wanted


@pytest.mark.parametrize("name", ALIVE)
def test_left_alone(name: str) -> None:
    found = dead(ALIVE[name])
    assert not [f for f in found if f not in ("5:false", "4:false", "3:exhausted", "3:empty")], found
