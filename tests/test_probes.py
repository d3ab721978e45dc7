"""Probes report what was reached and change nothing else.  (`test_frontend_runs` compares them with the tree form.)"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import os
from pathlib import Path
from typing import Any

import pytest

from clew.frontend.module import Module, read_module
from clew.frontend.probes import hooks, probe
from clew.source.files import read_source

STDLIB = Path(os.__file__).parent


def probed(text: str) -> tuple[dict[str, Any], set[str]]:
    """The namespace of the probed module and the (growing) set of goals reached, without the module's name."""
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    goals = [g for u in module.units for g in u.goals]
    result = probe(text, "m.py", goals)
    assert result.unprobed == () and result.table == tuple(g.id for g in goals)
    reached: set[str] = set()
    namespace: dict[str, Any] = {"__name__": "m", **hooks(lambda n: reached.add(result.table[n].removeprefix("m::")))}
    exec(compile(result.tree, "m.py", "exec", dont_inherit=True), namespace)
    return namespace, reached


def test_loops() -> None:
    space, reached = probed(
        "def f(xs, stop):\n    for x in xs:\n        if x == stop: break\n        if x == -stop: raise KeyError\n"
        "    return [y for y in xs]\n"
    )

    def run(xs: list[int], stop: int) -> set[str]:
        reached.clear()
        with contextlib.suppress(KeyError):
            space["f"](xs, stop)
        return {g.removeprefix("f:") for g in reached if "branch:e" in g}

    assert run([], 1) == {"2:branch:empty", "5:branch:empty"}
    assert run([2], 1) == {"2:branch:entered", "2:branch:exhausted", "5:branch:entered", "5:branch:exhausted"}
    assert run([1], 1) == {"2:branch:entered", "5:branch:entered", "5:branch:exhausted"}
    assert run([-1], 1) == {"2:branch:entered"}


def test_match() -> None:
    space, reached = probed(
        "def f(x):\n    match x:\n        case 1:\n            return 1\n        case [y] if y:\n            return y\n"
    )
    space["f"](1)
    assert {g for g in reached if "branch" in g} == {"f:3:branch:taken"}
    reached.clear()
    space["f"]([0])
    assert {g for g in reached if "branch" in g} == {
        "f:3:branch:missed",
        "f:5:branch:missed",
        "f:5:branch:false",
    }


class Falsy(int):
    def __bool__(self) -> bool:
        return False


def test_truth_is_asked_for_once_and_lines_stay() -> None:
    text = '''"""Doc."""
from __future__ import annotations
class C:
    def f(self, a, b):
        """Inner."""
        global G
        x = a or b
        if a < b < 3 and not x:
            raise ValueError
        return super().__repr__(), __class__, x, self.__p
    __p = 1
'''
    space, _ = probed(text)
    assert space["__doc__"] == "Doc." and space["C"].f.__doc__ == "Inner."
    assert space["C"]().f(2, 1)[1:] == (space["C"], 2, 1)
    with pytest.raises(ValueError) as caught:
        space["C"]().f(Falsy(1), Falsy(2))
    assert caught.traceback[-1].lineno == 8  # Counted from 0.
    asked: list[str] = []

    class Value:
        def __init__(self, name: str) -> None:
            self.name = name

        def __bool__(self) -> bool:
            asked.append(self.name)
            return False

        def __lt__(self, other: object) -> Value:
            return Value(f"{self.name}<")

        __gt__ = __lt__

    space["C"]().f(Value("a"), Value("b"))
    assert asked == ["a", "a<"]


def test_generators_and_coroutines() -> None:
    space, reached = probed(
        "def g(xs):\n    try:\n        for x in xs:\n            y = yield x or 0\n    finally:\n        yield 9\n"
        "async def h(xs):\n    async for x in xs:\n        if x and await k(x): return x\n"
        "    return [x async for x in xs if x]\n"
        "async def k(x): return x > 1\n"
        "async def a(n):\n    for i in range(n): yield i\n"
        "class M:\n    async def __aenter__(self): return self\n"
        "    async def __aexit__(self, *e): return e[0] is KeyError\n"
        "async def w(x):\n    async with M() as m:\n        if x: raise KeyError\n    return m\n"
    )
    assert list(space["g"]([1, 0])) == [1, 0, 9]
    it = space["g"]([1])
    next(it)
    assert it.throw(KeyError) == 9
    assert asyncio.run(space["h"](space["a"](3))) == 2
    assert {g for g in reached if g.startswith("h:8:branch")} == {"h:8:branch:entered"}
    assert asyncio.run(space["h"](space["a"](0))) == []
    assert "h:8:branch:empty" in reached and "h:10.19:branch:empty" not in reached
    assert isinstance(asyncio.run(space["w"](1)), space["M"])
    with pytest.raises(TypeError, match="'async for' requires an object with __aiter__ method, got int"):
        asyncio.run(space["h"](3))


@pytest.mark.parametrize(
    ("name", "expression"),
    [
        ("textwrap", "wrap('the quick brown  fox-like jumps over', 9), dedent('  a\\n   b\\n'), shorten('a b c d', 5)"),
        (
            "heapq",
            "(h := [5, 3, 8], heapify(h), nsmallest(2, h), list(merge([1, 4], [2, 3])), nlargest(2, h, key=str))",
        ),
        ("difflib", "list(unified_diff('abcd', 'acxd')), get_close_matches('appel', ['ape', 'apple', 'peach'])"),
        ("fractions", "Fraction('3/4') + Fraction(1.5), Fraction(7, 3).limit_denominator(2), float(Fraction(1, 3))"),
        ("statistics", "mean([1, 2, 4]), median([3, 1]), mode('aab'), quantiles([1, 2, 3, 4]), pstdev([1, 2])"),
        ("colorsys", "rgb_to_hsv(.2, .4, .4), hls_to_rgb(.5, .5, .1), rgb_to_yiq(1, 0, 0)"),
        ("fnmatch", "translate('a[!b-c]*?.py'), filter(['a.py', 'b'], '*.py')"),
        ("shlex", 'split(\'a "b c" d # e\', comments=True), quote("it\'s")'),
        ("string", "capwords('a b'), Template('$x ${y} $$').substitute(x=1, y=2), Formatter().format('{0!r:>4}', 'a')"),
    ],
)
def test_standard_library_behaves_the_same(name: str, expression: str) -> None:
    text = read_source(STDLIB / f"{name}.py")
    assert isinstance(text, str)
    space, reached = probed(text)
    plain: dict[str, Any] = {"__name__": "m"}
    exec(compile(ast.parse(text), name, "exec", dont_inherit=True), plain)
    assert repr(eval(expression, space)) == repr(eval(expression, plain))
    assert len(reached) > 5
