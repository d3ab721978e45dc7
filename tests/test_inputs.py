"""What is built has the value the assignment says, a shadow that evaluates to it, and a recipe that makes it again."""

from __future__ import annotations

import collections
import itertools
import sys
import types
from collections.abc import Iterable
from typing import Any

import pytest

from clew.concolic.building import RESULT, Builder, ConstructionFailed
from clew.inputs.choices import Cut
from clew.inputs.readymade import CannotBuild, realise
from clew.inputs.seeds import seed_assignments
from clew.inputs.shapes import (
    AnyShape,
    BoolShape,
    CallableShape,
    ClassName,
    DictShape,
    FloatShape,
    IntShape,
    ListShape,
    NoneShape,
    ObjectShape,
    Opaque,
    SetShape,
    Shape,
    StrShape,
    TupleShape,
    UnionShape,
    VariadicTupleShape,
)
from clew.inputs.signatures import Catalogue, ParameterShape
from clew.logic import terms as t
from clew.logic.evaluate import evaluate
from clew.logic.terms import Term
from clew.search.request import Bounds
from clew.semantics.shadow import Choice, Fields, Items, Mapping, Members, Sequence, Text, Tracked
from clew.testgen.expressions import Names, Writer


class PlainMachine:
    """Enough of a machine to build inputs: calls run for real, decisions and facts are written down."""

    def charge(self, steps: int) -> None:
        pass

    def __init__(self) -> None:
        self.facts: list[Term] = []
        self.decisions: list[tuple[Term, bool]] = []
        self.kept: dict[int, tuple[Any, Any]] = {}
        self.outside: dict[str, list[str]] = {}

    def decide_failure(self, condition: Term, outcome: bool) -> bool:
        return self.decide(condition, outcome)

    def assume(self, condition: Term) -> None:
        self.facts.append(condition)

    def decide(self, condition: Term, outcome: bool) -> bool:
        self.decisions.append((condition, outcome))
        return outcome

    def keep(self, value: Any, contents: Any) -> None:
        self.kept[id(value)] = (value, contents)

    def stands_for(self, name: str, base: type) -> None:
        pass

    def ran_out(self, exception: BaseException) -> None: ...

    def guess(self, name: str) -> None:
        pass

    def named(self, value: Any, name: str) -> None:
        pass

    def holds(self, value: Any, name: str, base: type, keys: frozenset[str] | None = None) -> None:
        pass

    def contents(self, value: Any) -> Any:
        return self.kept[id(value)][1] if id(value) in self.kept else None

    def call(self, function: Tracked, args: tuple[Tracked, ...], kwargs: dict[str, Tracked]) -> Tracked:
        return Tracked(function.value(*(a.value for a in args), **{k: a.value for k, a in kwargs.items()}), None)

    def settle(self, value: Tracked) -> Tracked:
        shadow = value.shadow
        while isinstance(shadow, Choice):
            self.decide(t.eq(shadow.kind, t.integer(shadow.actual)), True)
            shadow = shadow.inner
        return Tracked(value.value, shadow)

    def approximate(self, code: str, text: str) -> None:
        pass

    def watch(self, o: Any, names: Iterable[str], others: bool) -> None:
        self.outside[type(o).__name__] = sorted(names)

    def number_of(self, function: Any) -> int | None:
        return None

    def lost(self, code: str, text: str) -> Any:
        return None


SOURCE = """
class Stack:
    def __init__(self, items: list[int], limit: int = 3):
        if limit < 0:
            raise ValueError("limit")
        self.items = items
    def push(self, item: int) -> None:
        self.items.append(item)
    def peek(self) -> int:
        return self.items[-1]

class Node:
    def __init__(self, value: int, next: "Node | None" = None):
        self.value, self.next = value, next
"""


@pytest.fixture
def catalogue() -> Any:
    module = types.ModuleType("inputs_under_test")
    sys.modules["inputs_under_test"] = module
    exec(compile(SOURCE, "inputs_under_test.py", "exec"), module.__dict__)
    yield Catalogue(("inputs_under_test",))
    del sys.modules["inputs_under_test"]


def named(name: str) -> ObjectShape:
    return ObjectShape(ClassName("inputs_under_test", name))


def holds(machine: PlainMachine, builder: Builder) -> None:
    """Facts and decisions are true under the values the builder says the variables had."""
    for condition, outcome in (*((fact, True) for fact in machine.facts), *machine.decisions):
        values = {v.data: builder.values.get(v.data, _default(v)) for v in t.variables(condition)}
        assert evaluate(condition, values) is outcome, (condition, values)


def _default(variable: Term) -> Any:
    return {"Int": 0, "Bool": False, "Float": 0.0}[variable.sort.name]


def agrees(machine: PlainMachine, builder: Builder, value: Any, shadow: Any) -> None:
    """The shadow describes the value under the assignment."""

    def number(term: Term) -> Any:
        return evaluate(term, {v.data: builder.values[v.data] for v in t.variables(term)})

    match shadow:
        case Choice(kind, kinds, actual, inner):
            assert number(kind) == actual and isinstance(value, kinds[actual])
            agrees(machine, builder, value, inner)
        case Text():
            assert number(shadow.length) == len(value)
            codes = list(value) if isinstance(value, bytes) else [ord(c) for c in value]
            assert [number(c) for c in shadow.first(len(value))] == codes
        case Items(shadows):
            for part, inner in zip(value, shadows, strict=True):
                agrees(machine, builder, part, inner)
        case Term():
            assert number(shadow) == value or value != value
        case None:
            match machine.contents(value):
                case Sequence(items, length):
                    assert length is None or number(length) == len(value)
                    for part, inner in zip(value, items, strict=True):
                        agrees(machine, builder, part, inner)
                case Mapping(entries, length):
                    assert length is None or number(length) == len(value)
                    for key, (one, two) in entries.items():
                        agrees(machine, builder, key, one)
                        agrees(machine, builder, value[key], two)
                case Members(entries):
                    for member, inner in entries.items():
                        agrees(machine, builder, member, inner)


SHAPES: list[Shape] = [
    IntShape(), BoolShape(), FloatShape(), StrShape(), ListShape(StrShape()), ListShape(ListShape(IntShape())),
    ListShape(IntShape(), "deque"), SetShape(IntShape()), SetShape(StrShape(), "frozenset"),
    DictShape(StrShape(), ListShape(IntShape())), DictShape(IntShape(), IntShape(), "defaultdict"),
    DictShape(StrShape(), IntShape(), "Counter"), DictShape(TupleShape((IntShape(), StrShape())), BoolShape()),
    TupleShape((IntShape(), StrShape())), VariadicTupleShape(FloatShape()),
    UnionShape((NoneShape(), IntShape(), ListShape(IntShape()))), AnyShape((IntShape(), StrShape(), NoneShape())),
    ListShape(UnionShape((NoneShape(), StrShape()))),
]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_value_shadow_and_recipe_agree(shape: Shape, catalogue: Catalogue) -> None:
    parameter = (ParameterShape("x", "positional", shape),)
    for assignment in seed_assignments(parameter, (3, "ab"), catalogue, Bounds(), 25):
        machine = PlainMachine()
        builder = Builder(machine, catalogue, Bounds(), assignment)  # type: ignore[arg-type]
        built = builder.build(shape, "x")
        agrees(machine, builder, *built.tracked)
        holds(machine, builder)
        writer = Writer(Names("inputs_under_test"))
        again = eval(writer.expression(built.recipe), {"collections": collections})
        assert type(again) is type(built.tracked.value)
        assert again == built.tracked.value or repr(again) == repr(built.tracked.value)


def test_the_plainest_values_come_without_an_assignment(catalogue: Catalogue) -> None:
    plain = {IntShape(): 0, StrShape(): "", ListShape(IntShape()): [], UnionShape((NoneShape(), IntShape())): None}
    for shape, value in plain.items():
        builder = Builder(PlainMachine(), catalogue, Bounds(), {})  # type: ignore[arg-type]
        assert builder.build(shape, "x").tracked.value == value
    builder = Builder(PlainMachine(), catalogue, Bounds(), {"x#len": 3})  # type: ignore[arg-type]
    assert builder.build(StrShape(), "x").tracked.value == "aaa"


@pytest.mark.parametrize("given", [6.0, 2.5, float("inf"), float("nan"), 10**400, True])
def test_an_assignment_made_for_another_shape_is_taken_in_the_sort_of_this_one(
    given: Any, catalogue: Catalogue
) -> None:
    for shape, kind in ((IntShape(), int), (FloatShape(), float), (BoolShape(), bool)):
        builder = Builder(PlainMachine(), catalogue, Bounds(), {"x": given})  # type: ignore[arg-type]
        built = builder.build(shape, "x")
        assert type(built.tracked.value) is type(builder.values["x"]) is kind


def test_members_that_would_be_equal_are_told_apart(catalogue: Catalogue) -> None:
    for given in itertools.product((0, 1, 2), repeat=2):
        assignment = {"x#len": 4, "x.key0": given[0], "x.key2": given[1]}
        machine = PlainMachine()
        builder = Builder(machine, catalogue, Bounds(), assignment)  # type: ignore[arg-type]
        built = builder.build(SetShape(IntShape()), "x")
        assert len(built.tracked.value) == 4
        holds(machine, builder)


def test_bounds_are_cuts_and_ranges_are_not(catalogue: Catalogue) -> None:
    builder = Builder(PlainMachine(), catalogue, Bounds(length=2), {"x#len": 9})  # type: ignore[arg-type]
    assert builder.build(ListShape(IntShape()), "x").tracked.value == [0, 0]
    fact = t.le(t.var("x#len", t.var("x#len", t.ONE.sort).sort), t.integer(2))
    assert builder.cuts == [Cut("len", 2, "x#len", fact, "no more than 2 elements in x")]


def test_objects_come_from_their_constructors(catalogue: Catalogue) -> None:
    machine = PlainMachine()
    assignment = {"x.items#len": 1, "x?calls": 2, "x?call0": 0, "x?call1": 0, "x.call1.push.item": 7}
    builder = Builder(machine, catalogue, Bounds(), assignment)  # type: ignore[arg-type]
    built = builder.build(named("Stack"), "x")
    assert built.tracked.value.items == [0, 0, 7]
    holds(machine, builder)
    writer = Writer(Names("inputs_under_test"))
    assert writer.expression(built.recipe) == "stack"
    assert writer.setup == ["stack = Stack([0], 0)", "stack.push(0)", "stack.push(7)"]
    with pytest.raises(ConstructionFailed, match="Stack raised ValueError"):
        Builder(machine, catalogue, Bounds(), {"x.limit": -1}).build(named("Stack"), "x")  # type: ignore[arg-type]


def test_recursive_objects_end_at_the_depth_bound(catalogue: Catalogue) -> None:
    deep = {"x" + ".next:1" * n + ".next?kind": 1 for n in range(9)}
    machine = PlainMachine()
    builder = Builder(machine, catalogue, Bounds(depth=2, method_calls=0), deep)  # type: ignore[arg-type]
    node, length = builder.build(named("Node"), "x").tracked.value, 0
    while node is not None:
        node, length = node.next, length + 1
    assert length == 3
    assert [c.bound for c in builder.cuts if c.bound == "depth"] == ["depth"]
    holds(machine, builder)


def test_one_object_may_be_two_arguments(catalogue: Catalogue) -> None:
    parameters = tuple(ParameterShape(n, "positional", ListShape(IntShape())) for n in "ab")
    for alias in (0, 1):
        builder = Builder(PlainMachine(), catalogue, Bounds(), {"b?alias": alias})  # type: ignore[arg-type]
        arguments = builder.arguments(parameters, aliasing=True)
        first, second = (a.value for a in arguments.args)
        assert (first is second) is bool(alias)
        assert isinstance(arguments.args[1].shadow, Choice)
        writer = Writer(Names("m"))
        texts = [writer.expression(r) for r in arguments.arg_recipes]
        assert texts == (["a", "a"] if alias else ["[]", "[]"])


def test_callables_give_an_input(catalogue: Catalogue) -> None:
    machine = PlainMachine()
    builder = Builder(machine, catalogue, Bounds(), {"f()": 4})  # type: ignore[arg-type]
    built = builder.build(CallableShape((IntShape(),), IntShape()), "f")
    assert built.tracked.value(1) == 4
    contents = machine.contents(built.tracked.value)
    assert isinstance(contents, Fields) and contents.attributes[f"{RESULT}0"] is t.var("f()", t.ONE.sort)
    assert Writer(Names("m")).expression(built.recipe) == "lambda *args: 4"


def test_callables_may_give_several_results(catalogue: Catalogue) -> None:
    builder = Builder(PlainMachine(), catalogue, Bounds(), {"f()#more": 2, "f()": 4, "f()[2]": 7})  # type: ignore[arg-type]
    built = builder.build(CallableShape(None, IntShape()), "f")
    assert [built.tracked.value(0, key=1) for _ in range(4)] == [4, 1, 7, 7]
    text = Writer(Names("m")).expression(built.recipe)
    assert text == "lambda *args, results=iter([4, 1]), **kwargs: next(results, 7)"
    written = eval(text)
    assert [written(0, key=1) for _ in range(4)] == [4, 1, 7, 7]


def test_what_cannot_be_built_says_why(catalogue: Catalogue) -> None:
    builder = Builder(PlainMachine(), catalogue, Bounds(), {})  # type: ignore[arg-type]
    with pytest.raises(CannotBuild, match="no such thing"):
        builder.build(Opaque("no such thing"), "x")


def test_every_ready_made_value_can_be_made() -> None:
    from clew.inputs.readymade import READY

    for recipes in READY.values():
        for recipe in recipes:
            realise(recipe)
