"""What a module has under the name of a builtin is not what the interpreter itself uses."""

from __future__ import annotations

import pytest

from clew.frontend.module import Module, read_module
from clew.ir import tree as ir
from clew.ir.tree_reader import read
from clew.ir.tree_text import show
from clew.ir.walk import nodes

TOTAL = "def total(xs):\n    return sum(x for x in xs)\n"


def functions(text: str) -> list[ir.Function]:
    module = read_module(text, "m.py", "m")
    assert isinstance(module, Module)
    return [unit.function for unit in module.units]


@pytest.mark.parametrize("before", ["from math import *\n", "def iter(xs):\n    return [1]\n\n\n"])
def test_generator_expressions_are_followed(before: str) -> None:
    function = next(f for f in functions(before + TOTAL) if f.name == "total")
    every = list(nodes(function.body))
    assert ir.Builtin("iter") in every
    assert not any(isinstance(n, ir.Native | ir.NativeStatement) for n in every)
    assert read(show(function)) == function


def test_a_name_that_nothing_hides_stays_global() -> None:
    (function,) = functions(TOTAL)
    assert ir.Global("iter") in list(nodes(function.body))
