"""Which sizes functions ask for (`analysis.sizes`)."""

from __future__ import annotations

from clew.analysis.sizes import sizes_of
from clew.frontend.module import Module, read_module


def test_a_constant_computed_of_itself() -> None:
    text = "def f(xs: list[int], x: int) -> int:\n    x = 3\n    x = 40 - x\n    x = x * x\n    return len(xs) == x\n"
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    found = sizes_of([unit.function for unit in module.units], lambda name: (), lambda name: ())
    assert {3, 37} <= {*found.lengths}
