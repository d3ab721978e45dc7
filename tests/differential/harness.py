"""Every operation against CPython: its result, its shadow, and above all what that claims about *other* inputs.

An operand is a `Shape` over named variables.  A model gives it a value and shadows.  The operation runs once on a
checking machine; then

(a) value or exception, and what became of the operands, are CPython's;
(b) the shadows evaluated under the model are the values;
(c) every decision has the truth value it was decided to have;
(d) under every other model that takes the same decisions, CPython's result is what the shadows of the first run
    predict.  A shadow of None predicts that nothing changes.

A run with an approximation makes no claim about other inputs, and what is `Concretized` none about itself.
"""

from __future__ import annotations

import math
import random
import sys
import types
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from clew.logic import terms as t
from clew.logic.evaluate import evaluate
from clew.logic.sorts import BOOL, FLOAT, INT
from clew.logic.terms import Term
from clew.semantics import table
from clew.semantics.dates import PARTS, truth
from clew.semantics.dicts import dict_of, over_view
from clew.semantics.shadow import (
    Choice,
    Concretized,
    Contents,
    Fields,
    Havocked,
    Items,
    Mapping,
    Members,
    Sequence,
    Shadow,
    Text,
    Tracked,
    items_of,
    term_of,
    text_of,
)
from clew.semantics.symbols import CONCRETE

SCALARS = (int, bool, float, str, bytes, type(None), complex)
SORTS = {int: INT, bool: BOOL, float: FLOAT}
VIEWS = (type({}.keys()), type({}.values()), type({}.items()))


# ---------------------------------------------------------------- operands


@dataclass(frozen=True)
class Leaf:
    """A bool, int or float; a variable where it has a name."""

    value: Any
    name: str | None = None


@dataclass(frozen=True)
class Word:
    """A str or bytes: code points are variables; free: so is the length."""

    value: Any
    name: str | None = None
    free: bool = False


@dataclass(frozen=True)
class Group:
    """kind: tuple, list, set, frozenset.  free: the length of a list is a variable too."""

    kind: type
    parts: tuple[Any, ...]
    name: str
    free: bool = False


@dataclass(frozen=True)
class Table:
    kind: type
    parts: tuple[tuple[Any, Any], ...]
    name: str


@dataclass(frozen=True)
class Whole:
    """A range, slice, date, time or duration from its parts."""

    kind: type
    parts: tuple[Any, ...]


@dataclass(frozen=True)
class Fixed:
    """A value that never depends on the inputs (None, a callable, a class)."""

    value: Any


Shape = Leaf | Word | Group | Table | Whole | Fixed


class Impossible(Exception):
    """The model does not describe operands of these shapes."""


def first_model(shape: Shape) -> dict[str, Any]:
    """The model under which the shape has the values it was drawn with."""
    match shape:
        case Leaf(value, str(name)):
            return {name: value}
        case Word(value, str(name), free):
            model = {f"{name}[{i}]": c for i, c in enumerate(value if isinstance(value, bytes) else map(ord, value))}
            return {**model, f"{name}.len": len(value)} if free else model
        case Group(_, parts, name, free):
            result = {f"{name}.len": len(parts)} if free else {}
            return result | {k: v for p in parts for k, v in first_model(p).items()}
        case Table(_, parts):
            return {k: v for pair in parts for p in pair for k, v in first_model(p).items()}
        case Whole(_, parts):
            return {k: v for p in parts for k, v in first_model(p).items()}
    return {}


def build(shape: Shape, model: dict[str, Any], machine: CheckingMachine) -> Tracked:
    """A fresh value of the shape, with its shadows."""
    match shape:
        case Leaf(value, None) | Word(value, None) | Fixed(value):
            return Tracked(value, None)
        case Leaf(value, str(name)):
            real = model[name] * 1.0 if isinstance(value, float) else model[name]  # no two nans are one object
            return Tracked(real, t.var(name, SORTS[type(value)]))
        case Word(value, str(name), free):
            size = model[f"{name}.len"] if free else len(value)
            codes = [model.get(f"{name}[{i}]", 0) for i in range(size)]
            try:
                real = bytes(codes) if isinstance(value, bytes) else "".join(map(chr, codes))
            except (ValueError, OverflowError):
                raise Impossible from None
            if free:
                return Tracked(real, Text(t.var(f"{name}.len", INT), (), name))
            chars = tuple(t.var(f"{name}[{i}]", INT) for i in range(size))
            return Tracked(real, Text(t.integer(size), chars) if chars else None)
        case Group(kind, parts, name, free):
            return _build_group(kind, parts, name, free, model, machine)
        case Table(kind, parts):
            pairs = [(build(k, model, machine), build(v, model, machine)) for k, v in parts]
            real = defaultdict(int) if kind is defaultdict else kind()
            for k, v in pairs:
                real[k.value] = v.value
            if len(real) != len(pairs):
                raise Impossible
            if any(x.shadow is not None for pair in pairs for x in pair):
                machine.keep(real, Mapping({k.value: (k.shadow, v.shadow) for k, v in pairs}))
            return Tracked(real, None)
        case Whole(kind, parts):
            built = [build(p, model, machine) for p in parts]
            try:
                real = kind(*(b.value for b in built))
            except (ValueError, OverflowError):
                raise Impossible from None
            if any(getattr(real, n) != b.value for n, b in zip(PARTS.get(kind, ()), built, strict=False)):
                raise Impossible  # a duration that carries over
            return Tracked(real, items_of(tuple(b.shadow for b in built)))
    raise AssertionError(shape)


def _build_group(
    kind: Any, parts: tuple[Any, ...], name: str, free: bool, model: dict[str, Any], machine: CheckingMachine
) -> Tracked:
    size = model[f"{name}.len"] if free else len(parts)
    shapes = [parts[i] if i < len(parts) else Leaf(0, f"{name}[{i}]") for i in range(size)]
    extended = {**{f"{name}[{i}]": 0 for i in range(size)}, **model}
    elements = [build(p, extended, machine) for p in shapes]
    real = kind(e.value for e in elements)
    if len(real) != len(elements):
        raise Impossible
    if kind is tuple:
        return Tracked(real, items_of(tuple(e.shadow for e in elements)))
    if free or any(e.shadow is not None for e in elements):
        length = t.var(f"{name}.len", INT) if free else None
        if kind is list or kind is deque:
            machine.keep(real, Sequence([e.shadow for e in elements], length))
        else:
            machine.keep(real, Members({e.value: e.shadow for e in elements}))
    return Tracked(real, None)


# ---------------------------------------------------------------- the machine


class Stream:
    """A real iterator over tracked items."""

    is_stream = True
    sized_by = None

    def __init__(self, items: Iterator[Tracked]) -> None:
        self.items = items

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> Any:
        return next(self.items).value

    def iterated(self) -> None:
        """`iter` was asked for it."""


@dataclass
class CheckingMachine:
    """The protocol of `semantics.operation.Machine`; every decision is checked when it is made."""

    model: dict[str, Any]
    decisions: list[tuple[Term, bool]] = field(default_factory=list)
    heap: dict[int, tuple[Any, Contents]] = field(default_factory=dict)
    approximated: list[str] = field(default_factory=list)
    halfway: Any = None

    def charge(self, steps: int) -> None:
        pass

    def round(self, visits: int) -> None:
        pass

    def decide(self, condition: Term, outcome: bool) -> bool:
        assert isinstance(outcome, bool), outcome
        actual = evaluate(condition, self.model)
        assert actual is outcome, f"decided {outcome}, is {actual}: {condition!r} under {self.model}"
        if not t.is_const(condition):
            self.decisions.append((condition, outcome))
        return outcome

    def decide_failure(self, condition: Term, outcome: bool) -> bool:
        return self.decide(condition, outcome)

    def assume(self, condition: Term) -> None:
        assert evaluate(condition, self.model) is True

    def settle(self, value: Tracked) -> Tracked:
        while isinstance(value.shadow, Choice):
            self.decide(t.eq(value.shadow.kind, t.integer(value.shadow.actual)), True)
            value = Tracked(value.value, value.shadow.inner)
        return value

    def contents(self, value: Any) -> Contents | None:
        entry = self.heap.get(id(value))
        if entry is None:
            return None
        match entry[1]:
            case Sequence(known) | Mapping(known) | Members(known):
                assert len(known) == len(value), f"stale contents of {value!r}: {known}"
        return entry[1]

    def keep(self, value: Any, contents: Contents) -> None:
        self.heap[id(value)] = (value, contents)

    def elements(self, value: Any) -> list[Shadow]:
        contents = self.contents(value)
        if contents is None:
            contents = Sequence([None] * len(value))
            self.keep(value, contents)
        if isinstance(contents, Havocked):
            return [contents.lost] * len(value)
        assert isinstance(contents, Sequence)
        if contents.length is not None:
            length, contents.length = contents.length, None
            self.decide(t.eq(length, t.integer(len(value))), True)
        return contents.items

    def characters(self, value: Tracked) -> tuple[Term, ...] | None:
        text = text_of(value.value, value.shadow)
        if text is None:
            return None
        if not t.is_const(text.length):
            self.decide(t.eq(text.length, t.integer(len(value.value))), True)
        return text.first(len(value.value))

    def iterate(self, value: Tracked) -> Iterator[Tracked]:
        value = self.settle(value)
        real, shadow = value
        if isinstance(real, Stream):
            return real.items
        iter(real)
        return self._items(real, shadow)

    def resume(self, value: Tracked) -> Iterator[Tracked]:
        return self.iterate(value)

    def _items(self, real: Any, shadow: Shadow) -> Iterator[Tracked]:
        contents = None if isinstance(real, SCALARS) else self.contents(real)
        if isinstance(shadow, Concretized) or isinstance(contents, Havocked):
            lost = shadow if isinstance(shadow, Concretized) else contents.lost
            self.approximated.append("iterating over what was lost")
            yield from (Tracked(item, lost) for item in real)
        elif isinstance(real, list | deque):
            index = 0
            while True:
                contents = self.contents(real)
                length = getattr(contents, "length", None)
                if length is not None:
                    self.decide(t.gt(length, t.integer(index)), index < len(real))
                if index >= len(real):
                    return
                yield Tracked(real[index], None if contents is None else contents.items[index])
                index += 1
        elif isinstance(real, tuple):
            shadows = shadow.shadows if isinstance(shadow, Items) else [None] * len(real)
            yield from map(Tracked, real, shadows)
        elif isinstance(real, str | bytes):
            chars = self.characters(Tracked(real, shadow))
            for item, char in zip(real, chars, strict=True):
                whole = Text(t.ONE, (char,)) if isinstance(real, str) else char
                yield Tracked(item, None if t.is_const(char) else whole)
        elif isinstance(real, range) and isinstance(shadow, Items):
            yield from self._over_range(real, shadow)
        elif isinstance(real, VIEWS) and isinstance(contents, Mapping):
            whole = dict_of(real) or {}
            yield from over_view(self, real, whole, iter(whole))
        elif isinstance(contents, Mapping):
            for key, value in list(contents.entries.items()):
                yield Tracked(key, value[0])
        elif isinstance(contents, Members):
            if len(real) > 1:
                self.approximated.append("order of a set")
            for item in real:
                yield Tracked(item, contents.entries[item])
        else:
            yield from (Tracked(item, None) for item in real)

    def _over_range(self, real: range, shadow: Items) -> Iterator[Tracked]:
        ends = (real.start, real.stop, real.step)
        current, stop, step = (term_of(v, s) for v, s in zip(ends, shadow.shadows, strict=True))
        self.decide(t.gt(step, t.ZERO), real.step > 0)
        for item in real:
            self.decide(t.lt(current, stop) if real.step > 0 else t.gt(current, stop), True)
            yield Tracked(item, None if t.is_const(current) else current)
            current = t.add(current, step)
        self.decide(t.lt(current, stop) if real.step > 0 else t.gt(current, stop), False)

    def stream(self, items: Iterator[Tracked], sized_by: Tracked | None = None) -> Tracked:
        return Tracked(Stream(items), None)

    def call(self, function: Tracked, args: tuple[Tracked, ...], kwargs: dict[str, Tracked]) -> Tracked:
        f = function.value
        entry = table.function(f) if not isinstance(f, types.FunctionType) else None
        if entry is not None:
            return entry.run(self, args, kwargs)
        operands = (*args, *kwargs.values())
        tainted = any(self.tainted(a) for a in operands)
        before = [(a.value, told(lambda a=a: repr(a.value))) for a in operands]
        try:
            result = f(*(a.value for a in args), **{k: a.value for k, a in kwargs.items()})
        finally:
            if tainted and not getattr(f, "clew_total", False):
                self.approximated.append("a native call may raise")
        if not tainted:
            return Tracked(result, None)
        lost = Concretized("unmodelled-call", getattr(f, "__qualname__", "?"))
        for value, text in before:
            if told(lambda value=value: repr(value)) != text:
                self.keep(value, Havocked(lost))
        if not isinstance(result, (*SCALARS, tuple, range, type)):
            self.keep(result, Havocked(lost))
        return Tracked(result, lost)

    def tainted(self, operand: Tracked) -> bool:
        value, shadow = operand
        if shadow is not None or isinstance(value, Stream):
            return True
        if isinstance(value, SCALARS):
            return False
        contents = self.contents(value)
        match contents:
            case Havocked() | Fields():
                return True
            case Sequence(items, length):
                if length is not None or any(s is not None for s in items):
                    return True
            case Mapping(entries):
                if any(s is not None for pair in entries.values() for s in pair):
                    return True
            case Members(entries):
                if any(s is not None for s in entries.values()):
                    return True
        if isinstance(value, list | tuple | set | frozenset):
            return any(self.tainted(Tracked(v, None)) for v in value)
        if isinstance(value, dict):
            return any(self.tainted(Tracked(v, None)) for v in value.values())
        return False

    def truth(self, value: Tracked) -> bool:
        value = self.settle(value)
        real, shadow = value
        holds = bool(real)
        if isinstance(shadow, Concretized):
            self.approximated.append("a decision on what was lost")
        elif isinstance(shadow, Text):
            self.decide(t.ge(shadow.length, t.ONE), holds)
        elif isinstance(shadow, Term):
            if isinstance(real, bool):
                self.decide(shadow, holds)
            elif isinstance(real, int):
                self.decide(t.ne(shadow, t.ZERO), holds)
            else:
                self.decide(t.not_(t.operation("feq", shadow, t.floating(0.0))), holds)
        elif isinstance(shadow, Items) and (known := truth(value)) is not None:
            self.decide(known, holds)
        elif not isinstance(real, SCALARS):
            contents = self.contents(real)
            if isinstance(contents, Havocked):
                self.approximated.append("a decision on what was lost")
            elif getattr(contents, "length", None) is not None:
                self.decide(t.ge(contents.length, t.ONE), holds)
        return holds

    def binary(self, op: str, a: Tracked, b: Tracked) -> Tracked:
        a, b = self.settle(a), self.settle(b)
        entry = table.binary(op, type(a.value), type(b.value))
        if entry is None and op == "in":
            return self.call(Tracked(lambda x, y: x in y, None), (a, b), {})
        if entry is None:
            return self.call(Tracked(lambda x, y: CONCRETE[op](x, y), None), (a, b), {})
        return entry.run(self, (a, b))

    def equal(self, a: Tracked, b: Tracked) -> Tracked:
        a, b = self.settle(a), self.settle(b)
        if a.value is b.value and a.shadow is b.shadow and not isinstance(a.shadow, Concretized):
            return Tracked(True, None)
        return self.binary("==", a, b)

    def less(self, a: Tracked, b: Tracked) -> Tracked:
        return self.binary("<", a, b)

    def lost(self, code: str, text: str) -> Concretized:
        return Concretized(code, text)

    def tells(self, error: Exception, operands: tuple[Tracked, ...]) -> None:
        """What the exception says is not compared."""

    def ends(self, error: Exception, kind: type[Exception]) -> bool:
        return isinstance(error, kind)

    def approximate(self, code: str, text: str) -> None:
        self.approximated.append(text)


# ---------------------------------------------------------------- prediction


class NoClaim(Exception):
    """A part of the value was lost."""


LOST = object()


def predict(machine: CheckingMachine, value: Tracked, model: dict[str, Any]) -> Any:
    """What the shadows say the value is under the model; `LOST` for parts they say nothing about."""
    real, shadow = value
    if isinstance(shadow, Choice):
        raise NoClaim
    if isinstance(shadow, Concretized):
        return LOST
    if isinstance(shadow, Term):
        return evaluate(shadow, model)
    if isinstance(shadow, Text):
        codes = [evaluate(c, model) for c in shadow.first(evaluate(shadow.length, model))]
        return bytes(codes) if isinstance(real, bytes) else "".join(map(chr, codes))
    if isinstance(real, tuple):
        shadows = shadow.shadows if isinstance(shadow, Items) else (None,) * len(real)
        return tuple(predict(machine, Tracked(v, s), model) for v, s in zip(real, shadows, strict=True))
    if isinstance(real, range | slice):
        shadows = shadow.shadows if isinstance(shadow, Items) else (None,) * 3
        ends = (real.start, real.stop, real.step)
        return type(real)(*(predict(machine, Tracked(v, s), model) for v, s in zip(ends, shadows, strict=True)))
    if type(real) in PARTS and isinstance(shadow, Items):
        parts = zip(PARTS[type(real)], shadow.shadows, strict=True)
        named = {n: predict(machine, Tracked(getattr(real, n), s), model) for n, s in parts}
        return type(real)(**named) if type(real) is timedelta else real.replace(**named)
    if isinstance(real, SCALARS):
        return real
    if isinstance(real, Materialised):
        return Materialised([predict(machine, v, model) for v in real.items])
    return _predict_contents(machine, real, model)


def _predict_contents(machine: CheckingMachine, real: Any, model: dict[str, Any]) -> Any:
    contents = machine.contents(real)
    match contents:
        case Havocked():
            return LOST
        case Sequence(shadows, length):
            size = len(real) if length is None else evaluate(length, model)
            if size != len(real):
                known = [predict(machine, Tracked(v, s), model) for v, s in zip(real, shadows, strict=True)][:size]
                return type(real)(known + [LOST] * (size - len(known)))
            return type(real)(predict(machine, Tracked(v, s), model) for v, s in zip(real, shadows, strict=True))
        case Mapping(entries) if not isinstance(real, VIEWS):
            assert list(entries) == list(real), "keys in another order than the dict"
            return Pairs(
                [
                    (predict(machine, Tracked(k, ks), model), predict(machine, Tracked(real[k], vs), model))
                    for k, (ks, vs) in entries.items()
                ]
            )
        case Members(entries):
            return Bag([predict(machine, Tracked(k, s), model) for k, s in entries.items()])
    if isinstance(real, list | deque):
        return type(real)(predict(machine, Tracked(v, None), model) for v in real)
    if isinstance(real, dict):
        return Pairs([(k, predict(machine, Tracked(v, None), model)) for k, v in real.items()])
    if isinstance(real, set | frozenset):
        return Bag(list(real))
    return real


@dataclass
class Materialised:
    """The items of an iterator or view."""

    items: list[Any]


@dataclass
class Pairs:
    """The items of a dict in order."""

    items: list[tuple[Any, Any]]


@dataclass
class Bag:
    """The members of a set."""

    items: list[Any]


def agrees(predicted: Any, actual: Any) -> bool:
    """Same type and value; nan is nan, -0.0 is not 0.0, what was lost is anything."""
    if predicted is LOST:
        return True
    if isinstance(predicted, Pairs):
        if not isinstance(actual, dict) or len(predicted.items) != len(actual):
            return False
        return all(agrees(p, a) for p, a in zip(predicted.items, actual.items(), strict=True))
    if isinstance(predicted, Bag):
        rest = list(actual)
        if len(rest) != len(predicted.items):
            return False
        for p in predicted.items:
            hit = next((i for i, a in enumerate(rest) if agrees(p, a)), None)
            if hit is None:
                return False
            del rest[hit]
        return True
    if isinstance(predicted, Materialised):
        return isinstance(actual, Materialised) and agrees(predicted.items, actual.items)
    if type(predicted) is not type(actual):
        return False
    if isinstance(predicted, dict):
        return agrees(Pairs(list(predicted.items())), actual)
    if isinstance(predicted, set | frozenset):
        return agrees(Bag(list(predicted)), actual)
    if isinstance(predicted, float):
        return predicted.hex() == actual.hex()
    if isinstance(predicted, list | tuple | deque):
        return len(predicted) == len(actual) and all(map(agrees, predicted, actual))
    if isinstance(predicted, Exception):
        return True
    if isinstance(predicted, types.MethodType | types.BuiltinMethodType):
        return True
    return bool(predicted == actual)


# ---------------------------------------------------------------- the check


Runner = Callable[[CheckingMachine, tuple[Tracked, ...]], Tracked]


def materialised(machine: CheckingMachine | None, value: Tracked) -> Tracked:
    """Iterators and views as lists of their items."""
    real = value.value
    if isinstance(real, Stream):
        return Tracked(Materialised(list(real.items)), None)
    if isinstance(real, VIEWS):
        if machine is None:
            return Tracked(Materialised(list(real)), None)
        whole = dict_of(real) or {}
        return Tracked(Materialised(list(over_view(machine, real, whole, iter(whole)))), None)
    if isinstance(real, Iterator) and not isinstance(value.shadow, Concretized):
        return Tracked(Materialised(list(real) if machine is None else [Tracked(v, None) for v in real]), None)
    return value


def attempt(run: Callable[[], Any]) -> tuple[Any, str | None]:
    """The result, or the name of the exception."""
    try:
        return run(), None
    except (AssertionError, Impossible):
        raise
    except Exception as error:
        return None, type(error).__name__


def concrete(
    plain: Callable[..., Any], shapes: tuple[Shape, ...], model: dict[str, Any]
) -> tuple[Any, str | None, list[Any]]:
    """What CPython does on fresh values: result, exception, and the operands afterwards."""
    scratch = CheckingMachine(model)
    values = [build(s, model, scratch).value for s in shapes]
    result, raised = attempt(lambda: materialised(None, Tracked(plain(*values), None)).value)
    return result, raised, values


def check(run: Runner, plain: Callable[..., Any], shapes: tuple[Shape, ...], seed: int, others: int = 30) -> None:
    """All four properties.  run: the operation on a machine; plain: the same on values."""
    model = {k: v for s in shapes for k, v in first_model(s).items()}
    machine = CheckingMachine(model)
    try:
        operands = tuple(build(s, model, machine) for s in shapes)
        wanted, wanted_error, wanted_operands = concrete(plain, shapes, model)
    except Impossible:
        return
    result, error = attempt(lambda: materialised(machine, run(machine, operands)))
    case = told(lambda: f"{shapes} under {model}")
    assert error == wanted_error, f"raises {error}, CPython {wanted_error}: {case}"
    claims = [(f"operand {i}", o) for i, o in enumerate(operands) if not isinstance(o.value, Stream)]
    if error is None:
        claims.append(("result", result))
    actual = [*wanted_operands, wanted]
    for name, claim in claims:
        real = actual[int(name[8:])] if name != "result" else wanted
        value = claim.value
        unlost = [v.value for v in value.items] if isinstance(value, Materialised) else value
        assert agrees(unlost, real.items if isinstance(real, Materialised) else real), told(
            lambda claim=claim, real=real: f"{claim} is {claim.value!r}, CPython {real!r}: {case}"
        )
        predicted = predict(machine, claim, model)
        assert agrees(predicted, real), told(lambda p=predicted, r=real: f"predicted {p!r}, is {r!r}: {case}")
    if machine.approximated:
        return
    for other in perturbed(model, seed, others):
        if any(evaluate(c, other) is not outcome for c, outcome in machine.decisions):
            continue
        try:
            real, real_error, real_operands = concrete(plain, shapes, other)
        except Impossible:
            continue
        what = told(lambda other=other: f"{case}\n  decisions {machine.decisions}\n  other {other}")
        assert real_error == error, f"raised {error}, but {real_error} under the same decisions: {what}"
        for name, claim in claims:
            value = real_operands[int(name[8:])] if name != "result" else real
            predicted = predict(machine, claim, other)
            assert agrees(predicted, value), told(lambda p=predicted, v=value: f"predicted {p!r}, is {v!r}: {what}")


def told(say: Callable[[], str]) -> str:
    """A text about numbers that may have more digits than Python shows."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return say()
    finally:
        sys.set_int_max_str_digits(limit)


EXTREME = (
    2**31,
    2**63 - 1,
    2**63,
    -(2**63),
    -(2**63) - 1,
    2**70,
    -(2**70),
    10**400,
    -(10**400),
    10**5_000,
    0xD800,
    0x10FFFF,
)
INTERESTING = (0, 1, -1, 2, 3, -2, 5, 7, 10, 2**53, 2**53 + 1, -(2**53) - 1, 2**1024, 97, 48, 255, *EXTREME)
FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -0.5, math.inf, -math.inf, math.nan, 1e308, 5e-324, 2.0**53, 3.0)


def perturbed(model: dict[str, Any], seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Other models: a few variables changed, to near, special or equal values."""
    generator = random.Random(seed)
    names = list(model)
    if not names:
        return
    for _ in range(count):
        result = dict(model)
        for name in generator.sample(names, min(len(names), generator.choice((1, 1, 2, 3, len(names))))):
            result[name] = _other(generator, name, model)
        if result != model or any(v != v for v in model.values()):
            yield result


def _other(generator: random.Random, name: str, model: dict[str, Any]) -> Any:
    value = model[name]
    if isinstance(value, bool):
        return not value
    if isinstance(value, float):
        alike = [v for v in model.values() if isinstance(v, float)]
        return generator.choice((*FLOATS, *alike, value + 1, -value, value * 2, generator.uniform(-100, 100)))
    if name.endswith(".len"):
        return max(0, value + generator.choice((-2, -1, 1, 2)))
    alike = [v for v in model.values() if type(v) is int]
    number = generator.choice((*INTERESTING, *alike, value + 1, value - 1, -value, generator.randint(-20, 20)))
    return number
