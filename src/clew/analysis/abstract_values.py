"""Abstract values of `value_flow`: intervals of ints, and what is known of the length and the elements of a sequence.

A value stands for a set of Python objects; None stands for all of them.  Only exact ints and bools are `Int`, only
exact strings, tuples, lists and ranges are `Many`, so that the operations on them are Python's own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Set
from dataclasses import replace
from typing import Any, Final, TypeAlias

from clew.records import dataclass

INFINITE: Final = math.inf
LARGEST: Final = 2**70  # a bound beyond it counts as none, so that bounds mix with infinity
_LARGEST_POWER: Final = 70
_SMALLEST_POWER: Final = 400  # beyond it every power of an int from two up is zero
_DEEPEST: Final = 4  # containers in containers of a global that are looked into
CONTAINERS: Final = ("list", "dict", "set")
SEQUENCES: Final = frozenset({"list", "tuple", "str"})
_MOST_ITEMS: Final = 40  # of a tuple that are looked at one by one
_MOST_TEXTS: Final = 40  # of which a text is known to be one
_MOST_GATHERED: Final = 6  # by a loop, round by round
_LONGEST_TEXT: Final = 80
THRESHOLDS: Final = (-1, 0, 1)
FINITE, UNBOUNDED, NAN = range(3)  # see `Number`
_CLASSES: Final[dict[str, type]] = {
    "str": str, "tuple": tuple, "list": list, "dict": dict, "set": set, "range": range,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Int:
    """low <= value <= high.  exact: it is no bool; but: what it is not, between the two."""

    low: float
    high: float
    exact: bool = False
    but: float | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """An exact int, bool or float.  zero: it may be zero; worst: what else it may be, `FINITE`, `UNBOUNDED` (infinite)
    or `NAN`, each of which includes those before; low, high: between which it is, where it is no NaN.
    """

    zero: bool = True
    worst: int = 2
    low: float = -math.inf
    high: float = math.inf


@dataclass(frozen=True, slots=True)
class Many:
    """kind: `str`, `tuple`, `list`, `dict`, `set`, `range`, or `once` for an iterator or view fresh from its builtin.

    low, high: of its length; element: what every element is; digits: it is a text for which `isdigit`, or one of its
    kin, holds; decimal: it is a text of decimal digits, so that `int` takes it; holds: texts that
    are surely in it; among: the texts of which it is one, where these are few.
    """

    kind: str
    low: float
    high: float
    element: Value = None
    digits: bool = False
    decimal: bool = False
    holds: frozenset[str] = frozenset()
    among: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple with these items."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A dict, all of whose keys are texts and ints, with at least these: what stands at each."""

    items: tuple[tuple[str | int, Value], ...]

    def at(self, key: str | int) -> Value:
        return dict(self.items)[key]


@dataclass(frozen=True, slots=True)
class Foreign:
    """An iterator, of Python's own, over what may run any code for its next element; element: what each is."""

    element: Value


@dataclass(frozen=True, slots=True)
class Nothing:
    """Exactly None."""


@dataclass(frozen=True, slots=True)
class Maybe:
    """None, or what the value stands for."""

    value: Value


@dataclass(frozen=True, slots=True)
class Bool:
    """Exactly this truth value."""

    truth: bool


@dataclass(frozen=True, slots=True)
class Known:
    """A function or module that is no part of the project, and which nothing changes."""

    object: Any


@dataclass(frozen=True, slots=True)
class Itself:
    """The function that is looked at, called by itself: with such arguments a call gives the result, and changes
    nothing that it was given or that others have.

    ends: may such a call end normally, by what is known so far?
    """

    given: tuple[Value, ...]
    result: Value = None
    ends: bool = False

    def takes(self, arguments: list[Value]) -> bool:
        """Is what is known of its parameters true of these?"""
        fits = all(join(mine, its) == mine for mine, its in zip(self.given, arguments, strict=False))
        return fits and len(arguments) == len(self.given)


@dataclass(frozen=True, slots=True)
class ClassOf:
    """The class of an object, which is one of these, all of them Python's own."""

    classes: frozenset[type]


@dataclass(frozen=True, slots=True)
class Matched:
    """A `re.Match`.  groups: what each is, the whole match first; empty where it is not known which there are.

    names: of groups, each with its number; of_texts: of a text, not of bytes.
    """

    groups: tuple[Value, ...]
    names: tuple[tuple[str, int], ...]
    of_texts: bool


@dataclass(frozen=True, slots=True)
class Cut:
    """A slice whose lower end is this constant, whose other parts are None; None: any other slice.

    plain: its ends are ints or None, so that using it runs no code.
    """

    lower: int | None
    plain: bool = False


Value: TypeAlias = (
    Int
    | Number
    | Many
    | Fixed
    | Table
    | Foreign
    | Nothing
    | Maybe
    | Bool
    | Known
    | Itself
    | ClassOf
    | Matched
    | Cut
    | None
)
ANY_INT: Final = Int(-INFINITE, INFINITE, exact=True)
ANY_WHOLE: Final = Int(-INFINITE, INFINITE)  # or a bool
NATURAL: Final = Int(0, INFINITE, exact=True)
TRUTH: Final = Int(0, 1)  # a bool, which one is not known


def number(zero: bool, worst: int, low: float, high: float) -> Number:
    """What lies between finite bounds is finite."""
    finite = worst == UNBOUNDED and low > -INFINITE and high < INFINITE
    return Number(zero and low <= 0 <= high, FINITE if finite else worst, low, high)


def bounds_of(value: Value) -> tuple[float, float]:
    """Between which a number is, where it is no NaN."""
    whole = as_int(value)
    if whole is not None:
        return whole.low, whole.high
    return (value.low, value.high) if isinstance(value, Number) else (-INFINITE, INFINITE)


def interval(low: float, high: float) -> Int:
    """Ints, the bounds made smaller than `LARGEST` or infinite."""
    least = -INFINITE if low < -LARGEST else min(low, LARGEST)
    return Int(least, INFINITE if high > LARGEST else max(high, -LARGEST), exact=True)


def narrowed(value: Int, found: Int) -> Int:
    """What is both, of the class of the first; its bounds cross where nothing is."""
    low, high = max(value.low, found.low), min(value.high, found.high)
    holes = [hole for hole in (found.but, value.but) if hole is not None]
    for hole in (*holes, *holes):
        low, high = low + (low == hole), high - (high == hole)
    return Int(low, high, value.exact, next((hole for hole in holes if low < hole < high), None))


def misses(value: Int, number: float) -> bool:
    return not value.low <= number <= value.high or value.but == number


def text(low: float = 0, high: float = INFINITE) -> Many:
    return Many("str", low, high, Many("str", 1, 1) if high > 1 or low != high else None)


def one_of(texts: Set[str]) -> Many:
    """One of these texts, of which there is at least one; which of them is forgotten where they are many, or long."""
    found = text(min(map(len, texts)), max(map(len, texts)))
    few = len(texts) <= _MOST_TEXTS and found.high <= _LONGEST_TEXT
    letters = {letter for each in texts for letter in each} if few else frozenset()
    if 0 < len(letters) <= _MOST_TEXTS:
        found = replace(found, element=Many("str", 1, 1, among=frozenset(letters)))
    return replace(found, among=frozenset(texts)) if few else found


def constant(value: object) -> Value:
    match value:
        case bool():
            return Bool(value)
        case int():
            return Int(value, value, exact=True) if abs(value) <= LARGEST else Number(False, FINITE)
        case float():
            if value != value:
                return Number(False, NAN)
            return Number(value == 0, UNBOUNDED if math.isinf(value) else FINITE, value, value)
        case str():
            return one_of({value})
        case tuple():
            return Fixed(tuple(constant(v) for v in value))
        case None:
            return Nothing()
        case _:
            return None


def of_object(value: object, depth: int = 0) -> Value:
    """What a global holds: numbers, texts and containers of exactly these types, others not at all.

    Only of what nothing changes.
    """
    if depth > _DEEPEST:
        return None
    if type(value) is tuple:
        if len(value) > _MOST_ITEMS:
            return Many("tuple", len(value), len(value))
        return Fixed(tuple(of_object(item, depth + 1) for item in value))
    if type(value) is list:
        items = Fixed(tuple(of_object(item, depth + 1) for item in value[:_MOST_ITEMS]))
        element = _element(items) if len(value) <= _MOST_ITEMS else None
        return Many("list", len(value), len(value), element)
    if type(value) is dict and len(value) <= _MOST_ITEMS and all(type(key) in (str, int) for key in value):
        return Table(tuple((key, of_object(item, depth + 1)) for key, item in value.items()))
    return constant(value) if type(value) in (bool, int, float, str, type(None)) else None


def keys_of(value: Value) -> list[str | int] | None:
    """The texts, or ints, of which it is one, where these are few and known."""
    match value:
        case Many(among=texts) if texts is not None:
            return sorted(texts)
        case Int(low, high, True) if high - low < _MOST_TEXTS:
            return [*range(int(low), int(high) + 1)]
    return None


def as_int(value: Value) -> Int | None:
    if isinstance(value, Bool):
        return Int(int(value.truth), int(value.truth))
    return value if isinstance(value, Int) else None


def as_many(value: Value) -> Many | None:
    if isinstance(value, Fixed):
        return Many("tuple", len(value.items), len(value.items), _element(value))
    if isinstance(value, Table):
        return Many("dict", len(value.items), INFINITE)
    return value if isinstance(value, Many) else None


def _element(fixed: Fixed) -> Value:
    elements = fixed.items
    element = elements[0] if elements else None
    for other in elements[1:]:
        element = join(element, other)
    return element


def classes_of(value: Value) -> frozenset[type] | None:
    """The classes of what it stands for, none of them a subclass's; None where they are not known."""
    match value:
        case Bool():
            return frozenset({bool})
        case Int():
            return frozenset({int} if value.exact else {int, bool})
        case Number():
            return frozenset({int, bool, float})
        case Many(kind):
            return frozenset({_CLASSES[kind]}) if kind in _CLASSES else None
        case Fixed():
            return frozenset({tuple})
        case Table():
            return frozenset({dict})
        case Matched():
            return frozenset({re.Match})
        case Nothing():
            return frozenset({type(None)})
        case Maybe(inner):
            classes = classes_of(inner)
            return None if classes is None else classes | {type(None)}
    return None


def is_number(value: Value) -> bool:
    return isinstance(value, Int | Bool | Number)


def may_be_zero(value: Value) -> bool:
    """True unless it is a number other than zero."""
    number = as_int(value)
    if number is not None:
        return not misses(number, 0)
    return value.zero if isinstance(value, Number) else True


def worst_of(value: Value) -> int:
    """How far from a finite number it may be."""
    return FINITE if as_int(value) is not None else value.worst if isinstance(value, Number) else NAN


def may_change(value: Value) -> bool:
    """Does the value stand for objects that may change, or for iterators over such?"""
    if isinstance(value, Maybe):
        return may_change(value.value)
    return isinstance(value, Table) or (isinstance(value, Many) and value.kind in (*CONTAINERS, "once"))


def join(a: Value, b: Value) -> Value:
    """A value that stands for everything either does."""
    if a == b:
        return a
    match a, b:
        case (Nothing(), other) | (other, Nothing()):
            return other if isinstance(other, Maybe) else _maybe(other)
        case (Maybe(x), Maybe(y)) | (Maybe(x), y) | (x, Maybe(y)):
            return _maybe(join(x, y))
        case (Number(), _) | (_, Number()) if is_number(a) and is_number(b):
            (low, high), (least, most) = bounds_of(a), bounds_of(b)
            return Number(
                may_be_zero(a) or may_be_zero(b), max(worst_of(a), worst_of(b)), min(low, least), max(high, most)
            )
        case ClassOf(xs), ClassOf(ys):
            return ClassOf(xs | ys)
        case Table(), Table():
            held = dict(b.items)
            return Table(tuple((key, join(item, held[key])) for key, item in a.items if key in held))
        case (Fixed(xs), Fixed(ys)) if len(xs) == len(ys):
            return Fixed(tuple(join(x, y) for x, y in zip(xs, ys, strict=True)))
        case (Matched(xs, names), Matched(ys, others)) if names == others and len(xs) == len(ys):
            return Matched(tuple(map(join, xs, ys)), names, a.of_texts and b.of_texts)
        case ((Int() | Bool()), (Int() | Bool())):
            x, y = as_int(a), as_int(b)
            assert x is not None and y is not None
            holes = [hole for hole in (x.but, y.but) if hole is not None and misses(x, hole) and misses(y, hole)]
            but = holes[0] if holes else None
            return narrowed(Int(min(x.low, y.low), max(x.high, y.high), x.exact and y.exact, but), ANY_WHOLE)
        case ((Many() | Fixed() | Table()), (Many() | Fixed() | Table())):
            p, q = as_many(a), as_many(b)
            assert p is not None and q is not None
            if p.kind == q.kind:
                low, high = min(p.low, q.low), max(p.high, q.high)
                element = q.element if p.high == 0 else p.element if q.high == 0 else join(p.element, q.element)
                among = p.among | q.among if p.among is not None and q.among is not None else None
                return Many(
                    p.kind,
                    low,
                    high,
                    element,
                    p.digits and q.digits,
                    p.decimal and q.decimal,
                    p.holds & q.holds,
                    among if among is None or len(among) <= _MOST_TEXTS else None,
                )
    return None


def _maybe(value: Value) -> Value:
    return None if value is None else Maybe(value)


def widen(old: Value, new: Value) -> Value:
    """Their join, every bound that moved being moved on at once, so that a chain of them ends."""
    joined = join(old, new)
    match old, joined:
        case ((Int() | Bool()), Int(low, high)):
            before = as_int(old)
            assert before is not None
            return replace(joined, low=_down(before.low, low), high=_up(before.high, high))
        case _, Number(low=low, high=high) if is_number(old):
            least, most = bounds_of(old)
            return replace(joined, low=-INFINITE if low < least else low, high=INFINITE if high > most else high)
        case (Many(), Many(low=low, high=high, element=element) as many):
            least, most = max(_down(old.low, low), 0), _up(old.high, high)
            element = element if old.high == 0 else widen(old.element, element)
            among = many.among if many.among == old.among or len(many.among or ()) <= _MOST_GATHERED else None
            return replace(many, low=least, high=most, element=element, among=among)
        case (Fixed(xs), Fixed(ys)):
            return Fixed(tuple(widen(x, y) for x, y in zip(xs, ys, strict=True)))
        case (Maybe(x), Maybe(y)):
            return _maybe(widen(x, y))
        case (Table(), Table(items)):
            return Table(tuple((key, widen(old.at(key), item)) for key, item in items))
    return joined


def _down(old: float, new: float) -> float:
    if new >= old:
        return old
    return max((b for b in THRESHOLDS if b <= new), default=-INFINITE)


def _up(old: float, new: float) -> float:
    if new <= old:
        return old
    return min((b for b in THRESHOLDS if b >= new), default=INFINITE)


# ---------------------------------------------------------------- arithmetic


def arithmetic(op: str, a: Int, b: Int) -> Value:
    """`a op b`, where it does not raise.  Of bools, only `&`, `|` and `^` give bools."""
    found = _arithmetic(op.removesuffix("="), a, b)
    is_exact = op.removesuffix("=") not in ("&", "|", "^") or a.exact or b.exact
    return replace(found, exact=is_exact) if isinstance(found, Int) else found


def _arithmetic(op: str, a: Int, b: Int) -> Value:
    match op:
        case "+":
            return interval(a.low + b.low, a.high + b.high)
        case "-":
            return interval(a.low - b.high, a.high - b.low)
        case "*":
            ends = [_times(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
            return interval(min(ends), max(ends))
        case "//" if b.low >= 1:
            ends = [_divided(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
            return interval(min(ends), max(ends))
        case "%" if b.low >= 1:
            if a.low >= 0 and a.high < b.low:
                return a
            return Int(0, b.high - 1) if b.high < INFINITE else NATURAL
        case "&" if a.low >= 0 or b.low >= 0:
            return Int(0, min(x.high for x in (a, b) if x.low >= 0))
        case ">>" if a.low >= 0:
            return Int(0, a.high)
        case "|" if a.low >= 0 and b.low >= 0:
            return Int(max(a.low, b.low), INFINITE)
        case "^" if a.low >= 0 and b.low >= 0:
            return NATURAL
        case "<<" if a.low >= 0:
            return Int(a.low, INFINITE)
        case "//" | "%" | "&" | ">>" | "|" | "^" | "<<":
            return ANY_INT
        case "/":
            return Number(True, FINITE)
        case "**" if a.low >= 0 and b.low >= 0 and b.high <= _LARGEST_POWER and a.high <= LARGEST:
            return interval(int(a.low) ** int(b.low) if a.low else 0, max(int(a.high), 1) ** int(b.high))
        case "**" if b.low == b.high and b.low >= 0:
            return NATURAL if b.low % 2 == 0 else ANY_INT
        case "**" if a.low >= 0 and b.low >= 0:
            return Int(min(a.low, 1), INFINITE)
        case "**" if a.low >= 1 and a.high <= LARGEST and b.low >= -_SMALLEST_POWER and b.high <= _LARGEST_POWER:
            return Number(float(a.high) ** b.low == 0, FINITE)
        case "**":
            return Number(True, FINITE)
    return None


def of_numbers(op: str, a: Value, b: Value) -> Value:
    """What arithmetic gives where an operand is no int: no complex number, at the least.

    Of finite numbers nothing gives NaN, and remainders and powers are finite, or fail.
    """
    finite = worst_of(a) == worst_of(b) == FINITE
    match op.removesuffix("="):
        case "+" | "-" | "*" | "/" | "//":
            return Number(True, UNBOUNDED if finite else NAN)
        case "%":
            return Number(True, FINITE if finite else NAN)
        case "**" if isinstance(b, Int | Bool) or (isinstance(a, Int) and a.low >= 0):
            return Number(True, FINITE if finite else NAN)
    return None


def _times(x: float, y: float) -> float:
    return 0 if x == 0 or y == 0 else x * y


def _divided(x: float, y: float) -> float:
    """Rounded down; y: one at the least."""
    return x if math.isinf(x) else -1 if x < 0 and math.isinf(y) else 0 if math.isinf(y) else x // y
