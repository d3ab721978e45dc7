"""Shapes as text, both ways: of a module of all kinds, and of what no annotation gives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from clew.inputs import readymade
from clew.inputs.recipes import Collection, Dictionary, Function, Literal, Made, Name, Part, Recipe, Shared, Step
from clew.inputs.shape_inference import ERROR_CLASSES
from clew.inputs.shape_text import Unreadable, read, show
from clew.inputs.shapes import (
    ANY,
    BytesShape,
    CallableShape,
    ClassName,
    DictShape,
    EnumShape,
    IntShape,
    ListShape,
    LiteralShape,
    MadeShape,
    NamespaceShape,
    NoneShape,
    Opaque,
    RecordShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
    ViewShape,
)
from clew.inputs.signatures import ParameterShape

GOLDEN = Path(__file__).parent / "golden" / "shapes"
CLS = ClassName("shop", "Cart.Part")
INT = IntShape()
RECIPES: tuple[Recipe, ...] = (
    *map(Literal, (None, -1, 1.5, float("inf"), -float("inf"), -2j, complex(0, -1.5), "a'b\n", b"\xff", ..., True)),
    Collection("deque", (Literal(1), Name("a.b", "C.d"))),
    Dictionary("Counter", ((Literal("k"), Literal(2)),)),
    Made(Name("a", "B"), (Part("c"),), (("key", Literal(0)),), (Step("add", (Literal(1),)), Step("x", how="delete"))),
    Made(Name("a", "B"), (), (), (Step("given", follow=(Literal(1), Literal("a"))),)),
    Function("lambda *args:", None, (Shared("x", Literal([].__len__())), Literal(2))),
)
SHAPES: tuple[Shape, ...] = (
    ANY,
    ERROR_CLASSES,
    BytesShape("bytearray"),
    CallableShape(None, NoneShape()),
    CallableShape((), UnionShape((NoneShape(), INT))),
    CallableShape((NoneShape(), UnionShape((INT, StrShape()))), INT),
    EnumShape(CLS, ("A",), (3, 5), False),
    LiteralShape((None, True, -1, "or | = parameter(x)", b"'")),
    MadeShape("every kind", RECIPES),
    NamespaceShape(CLS, (("a", INT), ("b", UnionShape((INT, StrShape()))))),
    Opaque("it's not known; see `x: y`\n"),
    RecordShape((("a b", ListShape(INT, "deque"), True), ("c", StrShape(), False)), True, True),
    TupleShape(()),
    TupleShape((INT,)),
    TupleShape((TupleShape((INT, INT)),)),
    TupleShape((TupleShape(()),)),
    UnionShape((INT,)),
    UnionShape((INT, UnionShape((NoneShape(), StrShape())))),
    UnionShape((UnionShape((NoneShape(), StrShape())), INT)),
    ViewShape(DictShape(StrShape(), INT, "OrderedDict"), "items"),
    *(MadeShape(name, made) for (_, name), made in readymade.READY.items()),
)


def test_shapes_of_a_module() -> None:
    """Printed by the command, as they stand in the file; and read back."""
    command = [sys.executable, "-m", "clew", "dump", "shop.py", "--after", "shapes"]
    done = subprocess.run(command, cwd=GOLDEN, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (GOLDEN / "shop.txt").read_text(encoding="utf-8")
    for block in done.stdout.split("# ")[1:]:
        _, _, text = block.strip().partition("\n")
        assert show(read(text)) == text


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_what_is_shown_is_read_back(shape: Shape) -> None:
    parameters = (
        ParameterShape("x", "positional", shape),
        ParameterShape("y", "**", shape, True, ("a", "b"), (None,), True),
    )
    assert read(show(parameters)) == parameters


@pytest.mark.parametrize("text", ["x: list[int", "x", "x: strange", "x: int = 3", "x: list", "x: open('a')", "f()"])
def test_what_is_no_text_of_shapes(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)
