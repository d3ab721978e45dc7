"""What is known of a value while a function is flattened.

Ints and bools are expressions.  A bool is the int it is equal to (`True` is 1): arithmetic and comparisons cannot tell
the difference, and what can (`is`, `str`, `type`, …) is not in the subset.  An expression of type `bool` is a
condition that was not stored yet.  Everything else is known by its kind only, and may be passed on, returned or
raised, but not asked anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Final, TypeAlias

from clew.ir import tree
from clew.ir.blocks import (
    BOOL,
    FALSE,
    INT,
    TRUE,
    Binary,
    Conditional,
    Expr,
    Literal,
    Name,
    Select,
    Store,
    Unary,
    operands,
    type_of,
)
from clew.passes.flatten.exceptions import ExceptionClass
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class Opaque:
    """kind: `none`, `str`, or `any`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Items:
    """A tuple."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """`range(start, stop, step)`; step is not 0."""

    start: Expr
    stop: Expr
    step: Expr


@dataclass(frozen=True, slots=True)
class Builtin:
    name: str


@dataclass(frozen=True, slots=True)
class Callee:
    """A function of the project.  key: tells it apart; defaults: by parameter, where they are ints, bools or None."""

    key: str
    function: tree.Function
    defaults: Mapping[str, int | None] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception, of the class numbered `code`."""

    code: Expr


Value: TypeAlias = (
    Literal | Name | Unary | Binary | Conditional | Select | Store
    | Opaque | Items | Range | Builtin | Callee | ExceptionClass | Raised
)  # fmt: skip

Globals: TypeAlias = Callable[[str], int | Builtin | Callee | ExceptionClass | None]
"""What a global name stands for whenever the function runs; None where that is not certain."""

EXPRESSIONS: Final = (Literal, Name, Unary, Binary, Conditional)
NONE: Final = Opaque("none")
ANY: Final = Opaque("any")
STRING: Final = Opaque("str")

_OPPOSITE: Final = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
_FOLD: Final[Mapping[str, Callable[[int, int], int | bool]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def integer(value: int) -> Literal:
    return Literal(int(value), INT)


def is_condition(expr: Expr) -> bool:
    return type_of(expr) == BOOL


def as_int(expr: Expr) -> Expr:
    if not is_condition(expr):
        return expr
    if isinstance(expr, Literal):
        return integer(int(expr.value))
    return Conditional(expr, integer(1), integer(0), expr.span)


def as_condition(expr: Expr) -> Expr:
    """Its truth value."""
    if is_condition(expr):
        return expr
    match expr:
        case Literal(value):
            return TRUE if value else FALSE
        case Conditional(condition, Literal(1), Literal(0)):
            return condition
    return Binary("!=", expr, integer(0), expr.span)


def negated(condition: Expr) -> Expr:
    match condition:
        case Literal(value):
            return FALSE if value else TRUE
        case Unary("!", inner):
            return inner
        case Binary(op, left, right, span) if op in _OPPOSITE:
            return Binary(_OPPOSITE[op], left, right, span)
    return Unary("!", condition, condition.span)


def binary(op: str, left: Expr, right: Expr) -> Expr:
    """The operation on two ints, computed where both are literals."""
    if isinstance(left, Literal) and isinstance(right, Literal) and op in _FOLD:
        value = _FOLD[op](int(left.value), int(right.value))
        return Literal(value, BOOL if isinstance(value, bool) else INT)
    return Binary(op, left, right)


def size(expr: Expr) -> int:
    count, stack = 0, [expr]
    while stack:
        count += 1
        stack += operands(stack.pop())
    return count
