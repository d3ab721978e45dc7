"""Which exceptions an operation may raise by itself, where something is known of its operands.

Asked about the guards of claims: True unless the answer is certainly no.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Final, TypeAlias

from clew.analysis.abstract_values import (
    FINITE,
    INFINITE,
    NAN,
    SEQUENCES,
    Fixed,
    Known,
    Many,
    Maybe,
    Number,
    Table,
    Value,
    as_int,
    as_many,
    bounds_of,
    is_number,
    keys_of,
    may_be_zero,
    worst_of,
)
from clew.analysis.regex_results import has_item
from clew.ir import tree as ir
from clew.ir.operators import DIVISIONS, ORDER, POWERS, SHIFTS, with_in_place

OF_NUMBERS: Final = with_in_place("+", "-", "*", "/", "//", "%", "**")

NUMBERS: Final[frozenset[type]] = frozenset({int, bool, float})
INTS: Final[frozenset[type]] = frozenset({int, bool})
TEXT: Final[frozenset[type]] = frozenset({str})
DICT: Final[frozenset[type]] = frozenset({dict})
MATCH: Final[frozenset[type]] = frozenset({re.Match})
INDEXED: Final[frozenset[type]] = frozenset({str, list, tuple, bytes})
SCALARS: Final[frozenset[type]] = frozenset({int, bool, float, str, bytes, type(None)})
BUILTIN: Final = frozenset({int, bool, float, complex, str, bytes, list, tuple, dict, set, frozenset, range, re.Match})

_LEAST: Final = {"sqrt": 0, "log": 1, "log2": 1, "log10": 1, "log1p": 0, "acosh": 1, "factorial": 0, "isqrt": 0}
"""Functions of `math`: the least int of those that they take."""

NATURAL_BASE: Final = Number(False, FINITE, math.e, math.e)

Classes: TypeAlias = "frozenset[type] | None"


def fails_by_value(operation: ir.Statement, cls: str, value_of: Callable[[ir.Atom], Value]) -> bool:
    """By intervals of numbers and lengths."""
    if (numbers := _given_to_log(operation, value_of)) is not None:
        return _logarithm_fails(cls, *numbers)
    match cls, operation:
        case "ZeroDivisionError", ir.Assign(value=ir.Binary(op, _, right)) if op in DIVISIONS:
            return may_be_zero(value_of(right))
        case "ZeroDivisionError", ir.Assign(value=ir.Call(ir.Var() as function, (ir.Var() | ir.Const(), right))):
            if isinstance(right, ir.Star | ir.Keyword) or value_of(function) != Known(divmod):
                return True
            return may_be_zero(value_of(right))
        case "ZeroDivisionError", ir.Assign(value=ir.Binary(op, base, exponent)) if op in POWERS:
            number = as_int(value_of(exponent))
            return may_be_zero(value_of(base)) and (number is None or number.low < 0)
        case "OverflowError", ir.Assign(value=ir.Binary("/" | "/=", left, right)):
            return not (_is_small(value_of(left)) and as_int(value_of(right)) is not None)
        case "OverflowError", ir.Assign(value=ir.Call(ir.Var() as function, (ir.Var() as argument,))):
            known = value_of(function) in (Known(float), Known(int), Known(round))
            return not (known and (_is_small(value_of(argument)) or _is_whole(value_of(function), value_of(argument))))
        case "ValueError", ir.Assign(value=ir.Binary(op, _, right)) if op in SHIFTS:
            number = as_int(value_of(right))
            return number is None or number.low < 0
        case "IndexError" | "LookupError", ir.Assign(value=ir.Item(object, key)):
            if cls == "LookupError" and isinstance(value_of(object), Table):
                return not _is_there(value_of(object), value_of(key))
            if has_item(value_of(object), key):
                return False
            many = as_many(value_of(object))
            return not _is_within(many, value_of(key)) and (cls == "LookupError" or not _is_dict(many))
        case "IndexError" | "KeyError" | "LookupError", ir.Assign(value=ir.MethodCall(object, "pop", arguments)):
            return _popping_fails(value_of(object), arguments, value_of)
        case "IndexError" | "LookupError", ir.SetItem(object, key) | ir.DelItem(object, key):
            many = as_many(value_of(object))
            return not _is_within(many, value_of(key)) and (cls == "LookupError" or not _is_dict(many))
        case "KeyError", ir.DelItem(object, key):
            return not _is_there(value_of(object), value_of(key))
        case "KeyError", ir.Assign(value=ir.Item(object, key)):
            return not has_item(value_of(object), key) and not _is_there(value_of(object), value_of(key))
        case "ValueError", ir.Assign(value=ir.MethodCall(object, "index" | "rindex", (ir.Const(str() as part),))):
            many = as_many(value_of(object))
            return many is None or part not in many.holds
        case "ValueError", ir.Unpack(targets, starred, atom):
            return _unpacking_fails(len(targets), starred, value_of(atom))
        case "ValueError", ir.Assign(value=ir.Call(ir.Var() as function, (ir.Var() as argument,))):
            given, called = value_of(argument), value_of(function)
            given = given.value if isinstance(given, Maybe) else given  # None is of a wrong type, and of no wrong value
            many = as_many(given)
            if called in (Known(min), Known(max)):
                return many is None or many.low < 1
            readable = (many is not None and many.decimal) or worst_of(given) < NAN
            if called == Known(float):
                return not (readable or is_number(given))
            return called not in (Known(int), Known(round)) or not readable
        case "ValueError", ir.Assign(value=ir.MethodCall(object, name, (ir.Var() as argument,))):
            least = _LEAST.get(name) if value_of(object) == Known(math) else None
            number = as_int(value_of(argument))
            return least is None or number is None or number.low < least
    return True


def _given_to_log(operation: ir.Statement, value_of: Callable[[ir.Atom], Value]) -> list[Value] | None:
    match operation:
        case ir.Assign(value=ir.Call(ir.Var() as function, arguments)) if value_of(function) == Known(math.log):
            pass
        case ir.Assign(value=ir.MethodCall(module, "log", arguments)) if value_of(module) == Known(math):
            pass
        case _:
            return None
    plain = [a for a in arguments if not isinstance(a, ir.Star | ir.Keyword)]
    return [value_of(a) for a in plain] if len(plain) == len(arguments) and len(plain) in (1, 2) else None


def _logarithm_fails(cls: str, x: Value, base: Value = NATURAL_BASE) -> bool:
    """Of NaN it does not."""
    numbers = is_number(x) and is_number(base)
    match cls:
        case "ValueError":
            return not (numbers and _is_above_zero(x) and _is_above_zero(base))
        case "ZeroDivisionError":
            return not (numbers and bounds_of(base)[0] > 1)
    return True


def _is_above_zero(value: Value) -> bool:
    low, _ = bounds_of(value)
    return low > 0 or (low == 0 and not may_be_zero(value))


def _is_within(many: Many | None, key: Value) -> bool:
    """Is the number surely a place in the text, list or tuple?"""
    number = as_int(key)
    if many is None or many.kind not in SEQUENCES or number is None:
        return False
    return -many.low <= number.low and number.high < many.low


def _is_small(value: Value) -> bool:
    """Is it an int between bounds, which are far from the largest float?"""
    number = as_int(value)
    return number is not None and number.low > -INFINITE and number.high < INFINITE


def _is_whole(function: Value, value: Value) -> bool:
    """Is it a number that an int can be made of, by a function that makes one?"""
    return function != Known(float) and worst_of(value) == FINITE


def _popping_fails(value: Value, arguments: tuple[ir.Argument, ...], value_of: Callable[[ir.Atom], Value]) -> bool:
    """From a list, at its end or at a constant place, or from a dict, a key that is surely there."""
    place = arguments[0] if arguments else ir.Const(-1)
    if not isinstance(place, ir.Const):
        return True
    many = as_many(value)
    if many is None or many.kind != "list" or type(place.value) is not int:
        return not _is_there(value, value_of(place))
    return many.low <= place.value or many.low < -place.value


def _is_dict(many: Many | None) -> bool:
    return many is not None and many.kind == "dict"


def _is_there(value: Value, key: Value) -> bool:
    """Is the key surely in the dict?"""
    if not isinstance(value, Table) or (keys := keys_of(key)) is None:
        return False
    return all(any(type(each) is type(other) and each == other for other, _ in value.items) for each in keys)


def _unpacking_fails(count: int, starred: int | None, value: Value) -> bool:
    if isinstance(value, Fixed) and starred is None:
        return len(value.items) != count
    many = as_many(value)
    if many is None:
        return True
    least, most = (count, count) if starred is None else (count - 1, INFINITE)
    return many.low < least or many.high > most


def fails_by_type(operation: ir.Statement, cls: str, types_of: Callable[[ir.Atom], Classes]) -> bool:
    """By the classes that operands may have, and no others.  (What a subclass does begins in its own code.)"""
    match cls, operation:
        case "AttributeError", ir.Assign(value=ir.Attr(object, name) | ir.MethodCall(object, name)):
            classes = types_of(object)
            return not classes or not all(c in BUILTIN and hasattr(c, name) for c in classes)
        case "TypeError", ir.Assign(value=ir.Unary(op, operand)):
            return not _within(types_of(operand), INTS if op == "~" else NUMBERS)
        case "TypeError", ir.Assign(value=ir.Binary(op, left, right)):
            one, other = types_of(left), types_of(right)
            if op in OF_NUMBERS or op in ORDER:
                numbers = _within(one, NUMBERS) and _within(other, NUMBERS)
                texts = _within(one, TEXT) and _within(other, TEXT) and (op in ORDER or op in ("+", "+="))
                return not (numbers or texts)
        case "TypeError", ir.Assign(value=ir.Item(object, key)):
            indexed = _within(types_of(object), INDEXED) and _within(types_of(key), INTS)
            found = _within(types_of(object), DICT | MATCH) and _within(types_of(key), SCALARS)
            return not (indexed or found)
    return True


def _within(classes: Classes, known: frozenset[type]) -> bool:
    return classes is not None and bool(classes) and classes <= known
