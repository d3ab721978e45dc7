"""float: IEEE 754 double arithmetic and comparisons, alone and with ints; conversions to int.

An int operand is rounded to the nearest double first, and is an OverflowError beyond the largest.  `//`, `%` and `**`
on doubles are not one rounding of anything, so they have no term.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, Final

from clew.logic import terms as t
from clew.logic.sorts import FLOAT
from clew.logic.terms import Term
from clew.semantics.fallback import unmodelled
from clew.semantics.numbers import COMPARISONS, OVERFLOW, as_float, is_zero, too_large
from clew.semantics.operation import Machine, Operation, Raises
from clew.semantics.shadow import NOTHING, Tracked, term_of
from clew.semantics.symbols import CONCRETE

DIVISION_BY_ZERO: Final = Raises("ZeroDivisionError", lambda a, b: is_zero(b))


def _floating(op: str) -> Callable[..., Term]:
    return lambda *args: t.operation(op, *map(as_float, args))


def is_nan(x: Term) -> Term:
    return t.operation("fisnan", x) if x.sort is FLOAT else t.FALSE


def is_infinite(x: Term) -> Term:
    return t.operation("fisinf", x) if x.sort is FLOAT else t.FALSE


NOT_A_NUMBER: Final = Raises("ValueError", is_nan)
INFINITE: Final = Raises("OverflowError", is_infinite)


def to_int(rounding: str) -> Callable[[Term], Term]:
    """A finite double, rounded to an int."""

    def term(x: Term) -> Term:
        if t.is_const(x) and not math.isfinite(t.value_of(x)):
            return t.ZERO  # it has raised
        return t.operation("float_to_int", t.operation(rounding, x))

    return term


def rounding_to_int(name: str, value: Callable[..., Any], rounding: str) -> Operation:
    return Operation(name, value, to_int(rounding), (NOT_A_NUMBER, INFINITE))


def without_term(op: str, value: Callable[..., Any], *, divides: bool) -> Operation:
    """An operation on doubles whose result is lost; that it divides by zero is decided, other exceptions are not."""

    def run(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
        if a.shadow is None and b.shadow is None:
            return Tracked(value(a.value, b.value), None)
        left, right = term_of(a.value, a.shadow), term_of(b.value, b.shadow)
        if left is None or right is None or not divides:
            return unmodelled(machine, op, value, (a, b), {})
        for term, operand in ((left, a), (right, b)):
            machine.decide(too_large(term), _too_large(operand.value))
        if not any(_too_large(operand.value) for operand in (a, b)):
            machine.decide(is_zero(right), b.value == 0)
        return Tracked(value(a.value, b.value), machine.lost("unmodelled-operation", f"`{op}` on floats"))

    return Operation(op, value, shadow=run)


def _too_large(value: Any) -> bool:
    try:
        float(value)
    except OverflowError:
        return True
    return False


ADD: Final = Operation("+", operator.add, _floating("fadd"), (OVERFLOW,))
SUB: Final = Operation("-", operator.sub, _floating("fsub"), (OVERFLOW,))
MUL: Final = Operation("*", operator.mul, _floating("fmul"), (OVERFLOW,))
DIV: Final = Operation("/", operator.truediv, _floating("fdiv"), (OVERFLOW, DIVISION_BY_ZERO))
FLOOR_DIV: Final = without_term("//", operator.floordiv, divides=True)
MOD: Final = without_term("%", operator.mod, divides=True)
POWER: Final = without_term("**", operator.pow, divides=False)
TO_FLOAT: Final = Operation("float", float, as_float, (Raises("OverflowError", too_large),))


def _float(machine: Machine, *args: Tracked, **named: Tracked) -> Tracked:
    if len(args) != 1 or named:
        return unmodelled(machine, "float", float, args, named)
    return TO_FLOAT.run(machine, args)


def _int(machine: Machine, *args: Tracked, **named: Tracked) -> Tracked:
    if len(args) != 1 or named:
        return unmodelled(machine, "int", int, args, named)
    return TRUNCATE.run(machine, args)


def _round(machine: Machine, number: Tracked, ndigits: Tracked = NOTHING) -> Tracked:
    digits = machine.settle(ndigits)
    if digits.value is None and digits.shadow is None:
        return ROUND.run(machine, (number,))
    return unmodelled(machine, "round", round, (number, digits), {})


def _is_integer(x: Term) -> Term:
    return t.and_(t.not_(is_infinite(x)), t.operation("feq", x, t.operation("ftrunc", x)))


TRUNCATE: Final = rounding_to_int("int", int, "ftrunc")
ROUND: Final = rounding_to_int("round", round, "fround")

UNARY: Final = {
    ("-", float): Operation("-", operator.neg, _floating("fneg")),
    ("+", float): Operation("+", operator.pos, as_float),
}

_ARITHMETIC: Final = {"+": ADD, "-": SUB, "*": MUL, "/": DIV, "//": FLOOR_DIV, "%": MOD, "**": POWER}
_PAIRS: Final = ((float, float), (float, int), (int, float))

BINARY: Final = {
    **{(op + s, *pair): entry for op, entry in _ARITHMETIC.items() for pair in _PAIRS for s in ("", "=")},
    **{(op, *pair): Operation(op, CONCRETE[op], term) for op, term in COMPARISONS.items() for pair in _PAIRS},
}

FUNCTION: Final = {
    (abs, float): Operation("abs", abs, _floating("fabs")),
    (float, float): Operation("float", float, shadow=_float),
    (float, int): Operation("float", float, shadow=_float),
    (int, float): Operation("int", int, shadow=_int),
    (round, float): Operation("round", round, shadow=_round),
    (math.floor, float): rounding_to_int("floor", math.floor, "ffloor"),
    (math.ceil, float): rounding_to_int("ceil", math.ceil, "fceil"),
    (math.trunc, float): rounding_to_int("trunc", math.trunc, "ftrunc"),
}

METHOD: Final = {
    (float, "is_integer"): Operation("is_integer", float.is_integer, _is_integer),
    (float, "conjugate"): Operation("conjugate", float.conjugate, as_float),
}
