"""Which functions give whole numbers for certain, and which bools."""

from __future__ import annotations

import ast

import pytest

from clew.frontend.parsing import parse_module
from clew.frontend.result_types import certain_kind


def kind(text: str) -> str | None:
    module = parse_module(text)
    function = next(each for each in ast.walk(module) if isinstance(each, ast.FunctionDef))
    return certain_kind(function, module)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(x: int, y: int) -> int:\n    if y == 0:\n        return 0\n    return x * 100 // y", "int"),
        ("def f(x: list[int]) -> int:\n    return len(x)", "int"),
        ("def f(n: int) -> int:\n    total = 0\n    for i in range(n):\n        total += i\n    return total", "int"),
        ("def f(n: int) -> int:\n    a, b = 0, 1\n    while n:\n        n -= 1\n    return a", None),  # by a tuple
        ("def f(x: int) -> bool:\n    return x > 1", "bool"),
        ("def f(x) -> bool:\n    return x is None or not x", "bool"),
        ("def f(x: str) -> bool:\n    found = False\n    if x:\n        found = True\n    return found", "bool"),
        ("def f(x: int) -> int:\n    return x", None),  # True may be given
        ("def f(x: bool) -> int:\n    return x + 0", "int"),
        ("def f(x: float) -> float:\n    return x * 2", None),
        ("def f(x) -> int:\n    return x + 1", None),
        ("def f(x: int) -> int:\n    return x / 2", None),
        ("def f(x: int) -> int:\n    x = x + 0.0\n    return x + 1", None),
        ("def f(x: int = 0.0) -> int:\n    return x + 1", None),
        ("def f(x: int = 0.0) -> int:\n    x = x + 1\n    return x", None),
        ("def f(*x: int) -> int:\n    return x + 1", None),
        ("def f(x: int) -> int:\n    return x & 1", None),
        ("def f(x: int) -> int:\n    return ~x", None),
        ("def f(x: int):\n    if x:\n        return 1", None),
        ("def f(x: int):\n    if x:\n        return 1\n    else:\n        raise ValueError", "int"),
        ("def f(x) -> bool:\n    return x == 1", None),  # what `__eq__` gives
        ("def f(x) -> bool:\n    return x and True", None),
        ("def f(x: int) -> int:\n    y = x + 1\n    y = y * True\n    return y", "int"),
        ("def f(x: int) -> int:\n    y = True\n    z = y\n    y = z\n    return y", "bool"),
        ("def f(x: int) -> int:\n    c = True\n    a = c\n    a = a + 1\n    return a + 1", "int"),
        ("def f(x: int) -> int:\n    y = 1\n    [y := 0.0 for _ in range(x)]\n    return y + 1", None),
        (
            "def f(x: int) -> int:\n    y = 1\n    def g():\n        nonlocal y\n        y = 0.0\n    g()\n    return y + 1",
            None,
        ),
        ("def f(x, len) -> int:\n    return len(x)", None),
        ("def f(x) -> int:\n    return len(x)\ndef len(x):\n    return True", None),
        ("from shop import *\ndef f(x) -> int:\n    return len(x)", None),
        ("def f(x: int) -> int:\n    return x + 1\nclass Cents(int): ...", None),  # whose `+` may give anything
    ],
)
def test_kinds(text: str, expected: str | None) -> None:
    assert kind(text) == expected
