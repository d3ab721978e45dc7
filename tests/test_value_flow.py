"""What intervals prove, and, case by case, what they must leave alone."""

from __future__ import annotations

import builtins
from textwrap import dedent

import pytest

from clew.analysis.abstract_values import ANY_WHOLE
from clew.analysis.type_flow import Class
from clew.analysis.value_flow import dead_by_values
from clew.frontend.module import Module, read_module


def dead(source: str) -> list[str]:
    """`line:outcome` of the dead branches and conditions of the first function."""
    module = read_module(dedent(source).strip() + "\n", "m.py", "m")
    assert isinstance(module, Module)
    function = module.units[0].function
    classes = {"int": int, "str": str, "list": list, "dict": dict, "set": set}
    annotated = {p.name: p.annotation for p in function.parameters if p.annotation}
    parameters = {name: frozenset({Class(classes[a.partition("[")[0]], True)}) for name, a in annotated.items()}
    plain, nested = len(annotated) == len(function.parameters), any(a.count("[") > 1 for a in annotated.values())
    inside = {name: ANY_WHOLE for name, a in annotated.items() if a == "list[int]"}
    itself = function.name if function.name == "itself" else ""
    given = (lambda name: getattr(builtins, name, None)), plain, nested
    found = dead_by_values(function, parameters, *given, elements=inside, itself=itself)
    return sorted({f"{span[0]}:{outcome}" for span, kind, outcome in found if kind != "statement"})


PROVED = {
    "the class of a number": (
        "def f(s: str):\n    k = len(s)\n    if type(k) not in (int, bool):\n        return 1",
        ["3:true"],
    ),
    "the class of a text": ("def f(s: str):\n    t = s + 'a'\n    if type(t) is str:\n        return 1", ["3:false"]),
    "another class": ("def f(s: str):\n    t = s + 'a'\n    if type(t) in (int, list):\n        return 1", ["3:true"]),
    "an instance": (
        "def f(s: str):\n    k = len(s)\n    if isinstance(k, (int, str)):\n        return 1\n    return 2",
        ["3:false"],
    ),
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
    "a bool is an int": "def f(s: str, b):\n    k = len(s) if b else True\n    if type(k) is int:\n        return 1",
    "other names of types": "def f(s: str, C):\n    k = len(s)\n    if type(k) in (int, C):\n        return 1\n    if type(k) is C:\n        return 2",
    "a class that asks": "def f(s: str):\n    from abc import ABC\n    if isinstance(len(s), ABC):\n        return 1",
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


HARMLESS = (
    "n = len(xs) + max(xs) + sum(xs)",
    "zs = sorted(ys)\n    zs.append(1)",
    "out = []\n    for y in ys:\n        out.append(y + 1)\n    out.clear()",
    "d = {}\n    for y in ys:\n        d[y] = d.get(y, 0) + 1",
    "zs = [y for y in ys if y in xs]\n    if any(y > 3 for y in ys):\n        raise ValueError(f'{xs}')",
    "total = 0\n    total += len(ys)\n    zs = xs + ys\n    zs += [1]",
    "zs = sorted(xs, key=lambda x: -x)",
    "a, b = xs[0], len(ys)\n    zs = xs[:]\n    zs[0] = a",
)
CHANGES = (
    "xs.clear()",
    "ys.clear()",  # it may be the same list
    "del xs[:]",
    "xs[:] = ()",
    "xs *= 0",
    "zs = xs\n    zs.pop()",
    "zs = xs or ys\n    zs.pop()",
    "zs = xs if len(ys) else ys\n    zs.pop()",
    "(zs, n) = (ys, 1)\n    zs.clear()",
    "for zs in (xs, ys):\n        zs.clear()",
    "for zs in [xs]:\n        zs.clear()",
    "zs = max(xs, ys)\n    zs.clear()",
    "zs = sum((), xs)\n    zs.clear()",
    "d = {0: xs}\n    d[0].clear()",
    "d = {}\n    d[0] = xs\n    d[0].clear()",
    "out = []\n    out.append(xs)\n    out[0].clear()",
    "g = xs.clear\n    g()",
    "g = lambda: xs\n    g().clear()",
    "g = lambda: xs.clear()\n    g()",
    "g = lambda zs: zs.clear()\n    g(xs)",
    "g = lambda zs=xs: zs.clear()\n    g()",
    "sorted(ys, key=lambda y: xs.clear())",
    "any(xs.clear() for y in ys)",
    "def g():\n        yield xs\n    for zs in g():\n        zs.clear()",
    "print(xs)",
    "h(ys)",
    "list.clear(xs)",
    "xs.__init__()",
    "try:\n        raise ValueError(xs)\n    except ValueError as e:\n        e.args[0].clear()",
    "n = [*ys, xs][-1].clear()",
    "d = {}\n    zs = d.get(0, xs)\n    zs.clear()",
    "zs = next(iter([]), xs)\n    zs.clear()",
    "exec('xs.clear()')",
    "rows = locals()\n    rows['xs'].clear()",
)
LOOP = (
    "def f(xs: list[int], ys: list[int]):\n    if not xs:\n        return 0\n    {}\n    for x in xs:\n        t = x\n"
)
NESTED = (
    "rows[0].clear()",
    "for row in rows:\n        row.clear()",
    "first, *rest = rows\n    first.clear()",
    "[row.clear() for row in rows]",
    "max(rows, key=lambda row: row.pop())",
    "rows.pop().clear()",
    "for i, row in enumerate(rows):\n        row += row\n        row.clear()",
    "for row in list(rows):\n        del row[0]",
    "row = min(rows)\n    row.remove(1)",
)
ROWS = "def f(xs: list[int], rows: list[list[int]]):\n    if not xs:\n        return 0\n    {}\n    for x in xs:\n        t = x\n"


@pytest.mark.parametrize("body", HARMLESS)
def test_what_only_reads_leaves_an_argument_as_it_was(body: str) -> None:
    last = LOOP.format(body).count("\n") - 1
    assert f"{last}:empty" in dead(LOOP.format(body))


@pytest.mark.parametrize("source", [LOOP.format(body) for body in CHANGES] + [ROWS.format(body) for body in NESTED])
def test_what_may_change_an_argument(source: str) -> None:
    last = source.count("\n") - 1
    assert f"{last}:empty" not in dead(source)


@pytest.mark.parametrize(
    "source",
    [
        "def f(xs: list[int]):\n    ys = [x for x in xs]\n    for y in ys:\n        t = y\n",
        "def f(xs: list[int]):\n    if not xs:\n        return\n    ys = [x for x in xs if x]\n    for y in ys:\n        t = y\n",
        "def f(xs: list[int]):\n    if not xs:\n        return\n    ys = [x for x in xs]\n    ys.pop()\n    for y in ys:\n        t = y\n",
        "def f(xs: list[int]):\n    if not xs:\n        return\n    zs = ys = [x for x in xs]\n    zs.pop()\n    for y in ys:\n"
        "        t = y\n",
        "def f(xs: list[int], s: set[int]):\n    if not s:\n        return\n    ys = {x for x in s for z in xs}\n    for y in ys:\n"
        "        t = y\n",
    ],
)  # fmt: skip
def test_what_a_comprehension_may_leave_empty(source: str) -> None:
    last = source.count("\n") - 1
    assert f"{last}:empty" not in dead(source)


def test_what_a_comprehension_fills() -> None:
    assert dead("def f(s: str):\n    ys = [int(p) for p in s.split(',')]\n    for y in ys:\n        t = y\n") == [
        "2:empty",
        "3:empty",
    ]


ITSELF = {
    "a length": (
        "def itself(s: str):\n    n = itself(s[1:]) if s else 0\n    if n < 0:\n        return 1\n    return n + 1",
        ["3:true"],
    ),
    "less than one": (
        "def itself(s: str):\n    n = itself(s[1:]) if s else 0\n    if n < 0:\n        return 1\n    return n - 1",
        [],
    ),
    "nothing at the end": (
        "def itself(s: str):\n    n = itself(s[1:]) if s else 0\n    if n is None:\n        return 1\n    if s:\n        return n",
        [],
    ),
    "another kind of argument": (
        "def itself(s: str):\n    n = itself(3) if s else 0\n    if n < 0:\n        return 1\n    return len(s)",
        [],
    ),
    "a default": (
        "def itself(s: str, k: int = None):\n    n = itself(s[1:]) if s else 0\n    if n < 0:\n        return 1\n    return 2",
        [],
    ),
    "lists that nothing changes": (
        "def itself(xs: list[int]):\n    if len(xs) < 2:\n        return xs\n    ys = itself(xs[1:])\n    n = len(ys)\n"
        "    zs = itself(xs[2:])\n    if n > len(ys):\n        return zs\n    return ys + zs",
        ["7:true"],
    ),
    "a list that is changed": (
        "def itself(xs: list[int]):\n    xs.append(1)\n    if len(xs) < 5:\n        return xs\n    n = len(xs)\n"
        "    ys = itself(xs)\n    if n < len(xs):\n        return ys\n    return xs",
        [],
    ),
    "one that another has": (
        "def itself(xs: list[int]):\n    global kept\n    if len(xs) < 2:\n        kept = xs\n        return xs\n"
        "    ys = itself(xs[1:])\n    n = len(ys)\n    kept.append(1)\n    if n < len(ys):\n        return ys\n    return xs",
        [],
    ),
    "one that grows by another name": (
        "def itself(xs: list[int]):\n    if len(xs) < 2:\n        return xs\n    ys = itself(xs)\n    n = len(ys)\n"
        "    zs = itself(xs)\n    zs.append(1)\n    if n < len(ys):\n        return zs\n    return ys",
        [],
    ),
    "never a result": ("def itself(n: int):\n    k = itself(n)\n    if k > 0:\n        return 1\n    return k", []),
}  # fmt: skip


@pytest.mark.parametrize("name", ITSELF)
def test_what_a_function_gives_itself(name: str) -> None:
    source, wanted = ITSELF[name]
    found = [each for each in dead(source) if each.endswith((":true", ":false"))]
    assert found == wanted
