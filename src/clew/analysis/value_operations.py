"""What operators, builtins and methods of texts return, of what is known of their operands."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from typing import Any, Final

from clew.analysis.abstract_values import (
    ANY_INT,
    INFINITE,
    NAN,
    NATURAL,
    TRUTH,
    Bool,
    ClassOf,
    Cut,
    Fixed,
    Int,
    Known,
    Many,
    Nothing,
    Number,
    Table,
    Value,
    arithmetic,
    as_int,
    as_many,
    bounds_of,
    classes_of,
    interval,
    is_number,
    join,
    keys_of,
    may_be_zero,
    may_change,
    number,
    of_numbers,
    text,
    worst_of,
)
from clew.analysis.library_results import fixed_result
from clew.ir import tree as ir
from clew.ir.operators import ALWAYS_BOOL, COMPARISONS, MEMBERSHIP, OPPOSITE

MAKING: Final = {list: "list", sorted: "list", tuple: "tuple", dict: "dict", set: "set"}
"""What makes a container of its own kind, whatever it is given."""
VIEWS: Final = ("keys", "values", "items")
NEGATED: Final = {**OPPOSITE, "is": "is-not", "is-not": "is", "in": "not-in", "not-in": "in"}


def unary(op: str, value: Value) -> Value:
    number = as_int(value)
    match op:
        case "-" if number is not None:
            return Int(-number.high, -number.low, True, None if number.but is None else -number.but)
        case "+" if number is not None:
            return replace(number, exact=True)
        case "-" if isinstance(value, Number):
            return replace(value, low=-value.high, high=-value.low)
        case "+" if isinstance(value, Number):
            return value
        case "~" if number is not None:
            return ANY_INT
        case "not":
            return Bool(not value.truth) if isinstance(value, Bool) else TRUTH
    return None


def binary(op: str, a: Value, b: Value) -> Value:
    if isinstance(a, ClassOf) and (found := _class_asked(op, a, b)) is not None:
        return Bool(found)
    if op in ALWAYS_BOOL:
        return TRUTH
    x, y = as_int(a), as_int(b)
    if op in COMPARISONS:
        return TRUTH if _comparable(a) and _comparable(b) else None
    if x is not None and y is not None:
        return arithmetic(op, x, y)
    if is_number(a) and is_number(b):
        return of_numbers(op, a, b)
    match op, a, b:
        case (("+" | "+="), Many("str", low, high), Many("str", least, most)):
            return text(low + least, high + most)
        case "+", Many("list", low, high, one), Many("list", least, most, other):
            return Many("list", low + least, high + most, join(one, other))
        case ("*", Many("list", low, high, one), (Int() | Bool())) if y is not None:
            return Many("list", low * max(y.low, 0) if low and y.low > 0 else 0, INFINITE, one)
        case (("%" | "%="), Many("str"), _) if b is not None:
            return text()
    return None


def _class_asked(op: str, a: ClassOf, b: Value) -> bool | None:
    """`type(x) is int`, `type(x) in (int, bool)`; None where that depends on the object."""
    if op not in (*MEMBERSHIP, "is", "is-not", "==", "!="):
        return None
    wanted = _classes_named(b, is_tuple=op in MEMBERSHIP)
    if wanted is None or not (a.classes <= wanted or a.classes.isdisjoint(wanted)):
        return None
    return (op in ("is", "==", "in")) is (a.classes <= wanted)


def _classes_named(value: Value, is_tuple: bool) -> frozenset[type] | None:
    """The class, or those in the tuple, none of which says by itself what its instances are."""
    each = value.items if isinstance(value, Fixed) and is_tuple else () if is_tuple else (value,)
    found = frozenset(item.object for item in each if isinstance(item, Known) and type(item.object) is type)
    return found if found and len(found) == len(each) else None


def is_instance(value: Value, classes: Value) -> bool | None:
    """isinstance(value, classes); None where that is not known."""
    own, wanted = classes_of(value), _classes_named(classes, is_tuple=isinstance(classes, Fixed))
    if not own or wanted is None:
        return None
    answers = {issubclass(cls, tuple(wanted)) for cls in own}
    return answers.pop() if len(answers) == 1 else None


def _comparable(value: Value) -> bool:
    """Does comparing it with another such value give a bool, or fail?"""
    return is_number(value) or isinstance(value, Nothing) or (isinstance(value, Many) and value.kind == "str")


def item_of(o: Value, key: Value) -> Value:
    match o, key:
        case (Many("list" | "tuple" | "range"), (Int() | Bool())):
            assert isinstance(o, Many)
            return o.element
        case Many("str", low, high), Cut(lower):
            start = lower if lower is not None else INFINITE
            return text(max(0, low - start), max(0, high - (lower or 0)) if high < INFINITE else INFINITE)
        case Many("list" | "tuple" as kind, low, high, element), Cut(lower):
            start = lower if lower is not None else INFINITE
            return Many(
                kind, max(0, low - start), max(0, high - (lower or 0)) if high < INFINITE else INFINITE, element
            )
        case Many("str"), (Int() | Bool()):
            return text(1, 1)
        case Table(items), (Many() | Int()):
            keys, held = keys_of(key) or [], dict(items)
            found = [held.get(each) for each in keys]
            return None if not found or any(may_change(each) for each in found) else functools.reduce(join, found)
        case Fixed(items), Int(low, high) if low == high and -len(items) <= low < len(items):
            return items[int(low)]
        case Fixed(), (Int() | Bool()):
            many = as_many(o)
            assert many is not None
            return many.element
    return None


def result_of_call(function: Any, given: list[Value]) -> Value:
    """What a function returns that is none of the project; None where that is not known."""
    found = _number(function, given)
    return found if found is not None else _container(function, given)


def _number(function: Any, given: list[Value]) -> Value:
    """For those that give a number, or a text made of numbers."""
    first = given[0] if given else None
    whole, many = as_int(first), as_many(first)
    if function is len and len(given) == 1:
        return Int(many.low, many.high, exact=True) if many is not None and many.kind != "once" else NATURAL
    if function is ord:
        return Int(0, 0x10FFFF, exact=True)
    if function is chr:
        return text(1, 1)
    if function is int:
        digits = many is not None and many.digits and len(given) == 1
        if isinstance(first, Number) and len(given) == 1:
            low, high = (end if math.isinf(end) else math.trunc(end) for end in bounds_of(first))
            return interval(low, high)
        return NATURAL if digits else ANY_INT if whole is None else replace(whole, exact=True)
    if function is float and len(given) == 1:
        ends = (end if math.isinf(end) else float(end) for end in bounds_of(first))
        return Number(may_be_zero(first), worst_of(first), *ends) if is_number(first) else Number()
    if function is str and whole is not None:
        return text(1)
    if function in (min, max) and len(given) == 1 and many is not None and is_number(many.element):
        return many.element
    if not given or not all(is_number(g) for g in given):
        return fixed_result(function, given)
    if function is round:
        return ANY_INT if len(given) == 1 else Number(True, worst_of(first))
    if function is abs and whole is not None:
        low = 0 if whole.low <= 0 <= whole.high else min(abs(whole.low), abs(whole.high))
        return Int(low, max(abs(whole.low), abs(whole.high)), exact=True)
    if function is abs and isinstance(first, Number):
        least = max(first.low, -first.high, 0)
        return Number(first.zero, first.worst, least, max(-first.low, first.high))
    if function is divmod and len(given) == 2:
        return Fixed((binary("//", *given), binary("%", *given)))
    if function in (min, max) and len(given) > 1:
        return _extreme(function, given)
    return fixed_result(function, given)


def _extreme(function: Any, given: list[Value]) -> Value:
    """Of numbers."""
    ints = [n for g in given if (n := as_int(g)) is not None]
    if len(ints) == len(given):
        ends = function(n.low for n in ints), function(n.high for n in ints)
        return Int(*ends, exact=all(n.exact for n in ints))
    # What is not smaller than something above zero is no zero either: NaN loses each comparison.
    above = function is max and any(n.low > 0 for n in ints)
    # Where the first is NaN, so is the result; another one that is does not count.
    lows, highs = zip(*map(bounds_of, given), strict=True)
    certain = [bounds_of(g) for i, g in enumerate(given) if i == 0 or worst_of(g) < NAN]
    low, high = function(low for low, _ in certain), function(high for _, high in certain)
    low, high = (min(lows), high) if function is min else (low, max(highs))
    return number(not above and any(may_be_zero(g) for g in given), max(map(worst_of, given)), low, high)


def _container(function: Any, given: list[Value]) -> Value:
    """For those that make a container, or iterate over one."""
    many = as_many(given[0]) if given else None
    if function is range and 1 <= len(given) <= 3:
        return _range([as_int(g) for g in given])
    if function in (list, sorted, tuple) and len(given) == 1 and many is not None and many.kind != "once":
        return Many(MAKING[function], many.low, many.high, many.element)
    if function in MAKING and len(given) <= 1:
        return Many(MAKING[function], 0, INFINITE if given else 0)
    if function is enumerate and many is not None and (start := _start(given)) is not None:
        last = max(many.high - 1, 0)
        return Many("once", many.low, many.high, Fixed((Int(start.low, start.high + last, start.exact), many.element)))
    if many is None or many.kind == "once":
        return None
    if function is iter and len(given) == 1:
        return replace(many, kind="once", among=None)
    if function is reversed:
        return Many("once", many.low, many.high, many.element)
    if function is zip:
        parts = [as_many(g) for g in given]
        if all(p is not None for p in parts):
            known = [p for p in parts if p is not None]
            items = Fixed(tuple(p.element for p in known))
            return Many("once", min(p.low for p in known), min(p.high for p in known), items)
    return None


def _start(given: list[Value]) -> Int | None:
    """What `enumerate` counts from."""
    return Int(0, 0, exact=True) if len(given) == 1 else as_int(given[1]) if len(given) == 2 else None


def _range(ends: list[Int | None]) -> Value:
    """A range has elements if it starts before it stops."""
    start, stop = (Int(0, 0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
    step = ends[2] if len(ends) == 3 else Int(1, 1)
    if start is None or stop is None or step is None or step.low != step.high or step.low in (0, INFINITE, -INFINITE):
        return None
    stride = abs(step.low)
    if step.low > 0:
        least, most, element = stop.low - start.high, stop.high - start.low, Int(start.low, stop.high - 1, exact=True)
    else:
        least, most, element = start.low - stop.high, start.high - stop.low, Int(stop.low + 1, start.high, exact=True)
    low, high = (0 if n <= 0 else n if math.isinf(n) else -(-n // stride) for n in (least, most))
    return Many("range", low if low < INFINITE else 0, high, element if element.low <= element.high else None)


def result_of_method(receiver: Many, name: str, arguments: tuple[ir.Argument, ...]) -> Value:
    if any(isinstance(a, ir.Star | ir.Keyword) for a in arguments):
        return None
    separator = arguments[0] if arguments else ir.Const(None)
    part = separator.value if isinstance(separator, ir.Const) and isinstance(separator.value, str) else ""
    given = part != ""
    match name:
        case "strip" | "lstrip" | "rstrip" | "removeprefix" | "removesuffix":
            return text(0, receiver.high)
        case "upper" | "lower" | "casefold" | "title" | "capitalize" | "swapcase":
            return text(min(receiver.low, 1), INFINITE if receiver.high > 0 else 0)
        case "replace" | "format" | "join" | "zfill" | "ljust" | "rjust" | "center" | "translate" | "expandtabs":
            return text()
        case "split" | "rsplit" if given:
            least, most = _splits(arguments)
            return Many("list", 1 + min(least, part in receiver.holds), 1 + most, text())
        case "split" | "rsplit" if separator == ir.Const(None) and len(arguments) < 2:
            return Many("list", 0, INFINITE, text(1))
        case "splitlines":
            return Many("list", 0, INFINITE, text())
        case "partition" | "rpartition" if given:
            return Fixed((text(), text(), text()))
        case "find" | "rfind":
            is_there = given and len(arguments) == 1 and part in receiver.holds
            return NATURAL if is_there else Int(-1, INFINITE, exact=True)
        case "index" | "rindex" | "count":
            return NATURAL
    return None


def _splits(arguments: tuple[ir.Argument, ...]) -> tuple[float, float]:
    """At how many places a text is split at the most: at the least, and at the most, that it may be."""
    if len(arguments) < 2:
        return INFINITE, INFINITE
    most = arguments[1].value if isinstance(arguments[1], ir.Const) else None
    if type(most) is not int:
        return 0, INFINITE
    return (most, most) if most >= 0 else (INFINITE, INFINITE)
