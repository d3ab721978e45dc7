"""Annotations and uses → shapes."""

from __future__ import annotations

import collections.abc
import datetime
import enum
import operator
import sys
import types
import typing
from decimal import Decimal
from typing import Any, Literal, NamedTuple, NewType, Protocol, TypedDict, TypeVar

import pytest

from clew.effects.bodies import constants_of, keywords_used
from clew.effects.changes import aliasing_matters
from clew.frontend.module import Module, read_module
from clew.inputs.annotations import hints_of, shape_of_annotation
from clew.inputs.shape_inference import ERROR_CLASSES
from clew.inputs.shapes import (
    AnyShape,
    BoolShape,
    BytesShape,
    CallableShape,
    ClassName,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    IteratorShape,
    ListShape,
    LiteralShape,
    MadeShape,
    NoneShape,
    ObjectShape,
    Opaque,
    RecordShape,
    SetShape,
    Shape,
    StrShape,
    TimeShape,
    TupleShape,
    TypeShape,
    UnionShape,
    VariadicTupleShape,
)
from clew.inputs.signatures import Catalogue

INT, STR = IntShape(), StrShape()


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Base:
    pass


class Sub(Base):
    def area(self) -> int:
        return 1


class Shapely(Protocol):
    def area(self) -> int: ...


class Unmet(Protocol):
    def nobody_has_this(self) -> int: ...


class Movie(TypedDict, total=False):
    title: typing.Required[str]
    year: int


class Pair(NamedTuple):
    a: int
    b: str


Age = NewType("Age", int)
B = TypeVar("B", bound=int)
C = TypeVar("C", int, str)


def here(name: str) -> ClassName:
    return ClassName(__name__, name)


@pytest.mark.parametrize(
    ("annotation", "wanted"),
    [
        (int, INT),
        (None, NoneShape()),
        (float, FloatShape()),
        (bytes, BytesShape()),
        (int | None, UnionShape((NoneShape(), INT))),
        (typing.Optional[str], UnionShape((NoneShape(), STR))),  # noqa: UP045
        (typing.Union[str, None, int], UnionShape((NoneShape(), STR, INT))),  # noqa: UP007
        (list[int], ListShape(INT)),
        (typing.List[int], ListShape(INT)),  # noqa: UP006
        (collections.abc.Sequence[str], AnyShape((ListShape(STR), STR, TupleShape((STR, STR))), stated=True)),
        (collections.abc.Iterable[int], AnyShape((ListShape(INT), TupleShape((INT, INT))), stated=True)),
        (collections.abc.Iterator[int], IteratorShape(INT)),
        (collections.abc.Generator[int, None, None], IteratorShape(INT, "generator")),
        (tuple[int, str], TupleShape((INT, STR))),
        (tuple[int, ...], VariadicTupleShape(INT)),
        (set[int], SetShape(INT)),
        (frozenset[int], SetShape(INT, "frozenset")),
        (dict[str, int], DictShape(STR, INT)),
        (collections.abc.Mapping[str, int], AnyShape((DictShape(STR, INT),), stated=True)),
        (collections.defaultdict[str, int], DictShape(STR, INT, "defaultdict")),
        (collections.Counter[str], DictShape(STR, INT, "Counter")),
        (collections.deque[int], ListShape(INT, "deque")),
        (collections.abc.Callable[[int], bool], CallableShape((INT,), BoolShape())),
        (collections.abc.Callable[..., int], CallableShape(None, INT)),
        (Literal["a", 1], LiteralShape(("a", 1))),
        (typing.Annotated[int, "positive"], INT),
        (Age, INT),
        (B, INT),
        (C, UnionShape((INT, STR))),
        (Colour, EnumShape(here("Colour"), ("RED", "BLUE"))),
        (Literal[Colour.RED], EnumShape(here("Colour"), ("RED",))),
        (Base, ObjectShape(here("Base"), (here("Sub"),))),
        ("Base", ObjectShape(here("Base"), (here("Sub"),))),
        (Pair, ObjectShape(here("Pair"))),
        (Shapely, AnyShape((ObjectShape(here("Sub")),), stated=True)),
        (type[Base], TypeShape((here("Base"), here("Sub")))),
        (Movie, RecordShape((("title", STR, True), ("year", INT, False)), declared=True)),
        (typing.NoReturn, Opaque("no value has the type Never")),
    ],
    ids=str,
)
def test_annotations(annotation: Any, wanted: Shape) -> None:
    assert shape_of_annotation(annotation, (Base, Sub, Colour, Pair)) == wanted


def test_ready_made_and_unmet() -> None:
    assert isinstance(shape_of_annotation(Decimal), MadeShape)
    assert shape_of_annotation(datetime.date) == UnionShape((TimeShape("date"), TimeShape("datetime")))
    assert isinstance(shape_of_annotation(Unmet), Opaque)
    assert isinstance(shape_of_annotation(Any), AnyShape)


def test_one_bad_hint_loses_only_its_parameter() -> None:
    def f(a: int, b: "Missing", c: "str") -> None: ...  # type: ignore[name-defined]  # noqa: F821, UP037

    assert hints_of(f, globals()) == {"a": int, "c": str, "return": type(None)}


SOURCE = """
class Stack:
    def __init__(self): self._items = []
    def push(self, x): self._items.append(x)

def arithmetic(x): return x // 2 if x > 3 else x
def text(s): return s.strip().lower() == "abc"
def total(rows):
    t = 0
    for row in rows:
        if row["price"] > 10.5: t += 1
    return t
def user(stack, n): stack.push(n)
def call(f, xs): return [f(x) for x in xs]
def through(q): return arithmetic(q)
def options(sep=",", strict=False, **kw): return kw.get("limit") if strict else sep
def swap(xs, i): xs[i] = 0
def pure(xs):
    out = []
    for x in xs: out.append(x)
    return out
class Pipeline:
    def __init__(self, steps):
        steps = tuple(reversed(steps))
        self.first = steps[0]
        self.rest = steps[1:]
    def run(self, x):
        x = self.first(x)
        for step in self.rest: x = step(x)
        return x
def attempt(x, kind):
    try: return x()
    except kind: return None
def keyed(xs, **options): return sorted(map(options.get("key"), xs))
class Sized:
    def __init__(self, limit, weigh=None):
        self.limit = limit
        self.weigh = weigh
    def add(self, name): return self.weigh(name.strip()) + self.over(1.5)
    def over(self, by): return self.limit < by / 2.5
class Named(Sized):
    def __init__(self, limit, name):
        super().__init__(limit)
        Sized.add(self, name)
def made(limit, name): return Named(name=name, limit=limit)
def bound(f, o): return __import__("functools") and functools.partial(f, o)
import functools
"""


@pytest.fixture(scope="module")
def inferred() -> Any:
    module = types.ModuleType("shapes_under_test")
    sys.modules["shapes_under_test"] = module
    exec(SOURCE, module.__dict__)
    read = read_module(SOURCE, "shapes_under_test.py", "shapes_under_test")
    assert isinstance(read, Module)
    functions = {(read.name, u.qualname): u.function for u in read.units}
    catalogue = Catalogue((read.name,), functions)

    def first(name: str, index: int = 0) -> Shape:
        function = functions[read.name, name]
        shape = catalogue.signature(operator.attrgetter(name)(module), function)[index].shape
        assert isinstance(shape, AnyShape)
        return shape.candidates[0]

    yield first, functions
    del sys.modules["shapes_under_test"]


def test_types_from_use(inferred: Any) -> None:
    first, _ = inferred
    assert first("arithmetic") == INT
    assert first("text") == STR
    assert first("through") == INT
    assert first("user") == ObjectShape(ClassName("shapes_under_test", "Stack"))
    assert isinstance(first("call"), CallableShape)
    assert isinstance(first("call", 1), ListShape)
    assert first("options") == STR
    assert first("options", 1) == BoolShape()
    rows = first("total")
    assert isinstance(rows, ListShape) and isinstance(rows.element, AnyShape)
    row = rows.element.candidates[0]
    assert isinstance(row, UnionShape) and isinstance(row.options[1], DictShape)
    record = row.options[0]
    assert isinstance(record, RecordShape) and record.likely
    ((key, price, required),) = record.fields
    assert (key, required) == ("price", False)
    assert isinstance(price, AnyShape) and price.candidates[0] == FloatShape()
    steps = first("Pipeline.__init__", 1)
    assert isinstance(steps, ListShape) and isinstance(steps.element, AnyShape)
    assert isinstance(steps.element.candidates[0], CallableShape)
    assert first("attempt", 1) == ERROR_CLASSES
    assert isinstance(first("keyed", 1), CallableShape)


def test_types_from_what_an_argument_is_handed_on_to(inferred: Any) -> None:
    first, _ = inferred
    assert isinstance(first("Sized.__init__", 2), CallableShape)  # kept, and called by a method
    assert first("Named.__init__", 2) == STR  # through the class
    assert first("made", 1) == STR  # through the constructor, by keyword
    assert isinstance(first("bound"), CallableShape)  # by the library


def test_facts_about_bodies(inferred: Any) -> None:
    _, functions = inferred
    of = {name: function for (_, name), function in functions.items()}
    assert constants_of(of["total"]) == (0, "price", 10.5, 1)
    assert keywords_used(of["options"], "kw") == ("limit",)
    assert aliasing_matters(of["swap"])
    assert not aliasing_matters(of["pure"])
