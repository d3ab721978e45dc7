"""`read(show(f)) == f` for the tree form, over the standard library and over awkward names and constants."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.frontend.module import Module, read_module
from clew.ir import tree as ir
from clew.ir.tree_reader import Unreadable, read
from clew.ir.tree_text import show
from clew.source.files import read_source
from clew.source.spans import Span

STDLIB = Path(os.__file__).parent
SAMPLE = [
    "ast",
    "copy",
    "csv",
    "dataclasses",
    "functools",
    "json/decoder",
    "statistics",
    "textwrap",
    "test/test_patma",
    "asyncio/tasks",
]

AT = Span(1, 0, 2, 3)
names = st.text(min_size=1) | st.sampled_from(
    ["super", "nan", "inf", "None", "%1", "x'1", "it'0", "b'1", "as", "mark", "then"]
)
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.binary() | st.just(...)
    | st.text(st.characters()) | st.text(st.characters(categories=["Cs", "Cc", "Zl"])) | st.just(1 << 2000)
)  # fmt: skip
atoms = st.builds(ir.Var, names) | st.builds(ir.Const, scalars)
arguments = st.lists(
    atoms | st.builds(ir.Star, atoms) | st.builds(ir.Keyword, st.none() | names, atoms), max_size=3
).map(tuple)
some_names = st.lists(names, max_size=2).map(tuple)
values = st.one_of(
    atoms,
    st.builds(ir.Binary, st.sampled_from(["-", "%", "*", "**=", "is-not", "@"]), atoms, atoms),
    st.builds(ir.Unary, st.sampled_from(["-", "~", "not", "is-sequence"]), atoms),
    st.builds(ir.Call, atoms, arguments),
    st.builds(ir.MethodCall, atoms, names, arguments, st.none() | st.builds(ir.Var, names)),
    st.builds(ir.Attr, atoms, names),
    st.builds(ir.Global, names),
    st.just(ir.SuperCall()),
    st.builds(ir.DictDisplay, st.lists(st.tuples(st.none() | atoms, atoms), max_size=2).map(tuple)),
    st.builds(ir.Native, st.text(), st.text(), some_names),
    st.builds(ir.Format, atoms, st.sampled_from(["", "r"]), atoms),
    st.builds(ir.YieldFrom, atoms),
)
variables = st.builds(ir.Var, names)
place = st.just(AT)
targets = st.lists(variables, min_size=1, max_size=3).map(tuple)
simple = st.one_of(
    st.builds(ir.Assign, variables, values, place),
    st.builds(ir.Unpack, targets, st.none() | st.just(0), atoms, place),
    st.builds(ir.Raise, atoms, st.none() | atoms, st.booleans(), place),
    st.builds(ir.Raise, st.none(), st.none(), st.booleans(), place),
    st.builds(ir.Reach, place, st.just("branch"), st.just("taken")),
    st.builds(ir.NativeStatement, st.text(), st.text(), st.just(()), some_names, place),
)


def compound(inner: st.SearchStrategy[tuple[ir.Statement, ...]]) -> st.SearchStrategy[tuple[ir.Statement, ...]]:
    handlers = st.lists(
        st.builds(ir.Handler, inner, st.none() | atoms, st.none() | variables, inner, st.just(AT)), max_size=2
    ).map(tuple)
    one = (
        st.builds(ir.If, atoms, inner, inner, st.sampled_from([None, "branch", "condition"]), st.just(AT))
        | st.builds(ir.While, inner, atoms, inner, inner, st.just(AT))
        | st.builds(ir.For, variables, atoms, inner, inner, st.booleans(), st.just(AT))
        | st.builds(ir.Try, inner, handlers, inner, inner, st.just(AT))
        | st.builds(ir.With, atoms, st.none() | variables, inner, st.just(AT))
    )
    return st.lists(one, max_size=2).map(tuple)


blocks = st.recursive(st.lists(simple, max_size=3).map(tuple), compound, max_leaves=6)


def function(body: tuple[ir.Statement, ...], name: str) -> ir.Function:
    parameter = ir.Parameter("default", "keyword-only", "int", True)
    return ir.Function(name, name, (parameter,), name, (name,), (), (), (name,), ("async",), (name,), body, AT, name)


@settings(max_examples=150, deadline=None)
@given(blocks, st.text())
def test_any_function(body: tuple[ir.Statement, ...], name: str) -> None:
    inner = function(body, name)
    closure = ir.Closure(inner, (ir.Const(1),), (("default", ir.Var("as")),))
    outer = function((ir.Assign(ir.Var("%1"), closure, AT), *body), "f")
    assert read(show(outer)) == outer


@pytest.mark.parametrize("name", SAMPLE)
def test_standard_library(name: str) -> None:
    text = read_source(STDLIB / f"{name}.py")
    assert isinstance(text, str)
    module = read_module(text, name, "m")
    assert isinstance(module, Module)
    for unit in module.units:
        assert read(show(unit.function)) == unit.function, unit.id


def test_unreadable() -> None:
    with pytest.raises(Unreadable, match="line 1: wanted `function`"):
        read("nothing\n")
    with pytest.raises(Unreadable, match="line 3"):
        read('function "f" "f" @1:0-1:1\n  body\n    x = what 1 @1:0-1:1\n')
