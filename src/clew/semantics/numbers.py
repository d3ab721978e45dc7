"""Numeric terms across bool, int and float: coercions, exact comparisons, and when an int is too large for a double.

CPython compares an int with a float by value, without rounding either.  It computes with them after rounding the int
to the nearest double, which raises OverflowError beyond the largest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from clew.logic import terms as t
from clew.logic.sorts import BOOL, FLOAT, INT
from clew.logic.terms import Term
from clew.semantics.operation import Raises

Predicate: TypeAlias = Callable[[Term, Term], Term]

TOO_LARGE: Final = 2**1024 - 2**970  # the least int that rounds past the largest double
EXACT: Final = 2**53  # every int up to here, either sign, is a double
ZERO_FLOAT: Final = t.floating(0.0)


def as_int(term: Term) -> Term:
    """A bool as the int it is."""
    return t.ite(term, t.ONE, t.ZERO) if term.sort is BOOL else term


def as_float(term: Term) -> Term:
    """The nearest double."""
    if term.sort is BOOL:
        return t.ite(term, t.floating(1.0), ZERO_FLOAT)
    if term.sort is FLOAT:
        return term
    if term.op == "const" and abs(term.data) < TOO_LARGE:
        return t.floating(float(term.data))
    return t.operation("int_to_float", term)


def too_large(term: Term) -> Term:
    """Rounding to a double raises OverflowError."""
    if term.sort is not INT:
        return t.FALSE
    limit = t.integer(TOO_LARGE)
    return t.or_(t.ge(term, limit), t.le(term, t.neg(limit)))


OVERFLOW: Final = Raises("OverflowError", lambda a, b: t.or_(too_large(a), too_large(b)))


def is_zero(term: Term) -> Term:
    return t.operation("feq", term, ZERO_FLOAT) if term.sort is FLOAT else t.eq(as_int(term), t.ZERO)


def finite(term: Term) -> Term:
    return t.not_(t.or_(t.operation("fisnan", term), t.operation("fisinf", term)))


def less(a: Term, b: Term) -> Term:
    """a < b for numbers of any two types."""
    match a.sort is FLOAT, b.sort is FLOAT:
        case False, False:
            return t.lt(as_int(a), as_int(b))
        case True, True:
            return t.operation("flt", a, b)
        case False, True:
            return _mixed(as_int(a), b, "flt", lambda n, x: t.lt(n, _to_int("fceil", x)), reverse=False)
        case _:
            return _mixed(as_int(b), a, "flt", lambda n, x: t.gt(n, _to_int("ffloor", x)), reverse=True)


def less_equal(a: Term, b: Term) -> Term:
    match a.sort is FLOAT, b.sort is FLOAT:
        case False, False:
            return t.le(as_int(a), as_int(b))
        case True, True:
            return t.operation("fle", a, b)
        case False, True:
            return _mixed(as_int(a), b, "fle", lambda n, x: t.le(n, _to_int("ffloor", x)), reverse=False)
        case _:
            return _mixed(as_int(b), a, "fle", lambda n, x: t.ge(n, _to_int("fceil", x)), reverse=True)


def equal(a: Term, b: Term) -> Term:
    if a.sort is BOOL and b.sort is BOOL:
        return t.eq(a, b)
    match a.sort is FLOAT, b.sort is FLOAT:
        case False, False:
            return t.eq(as_int(a), as_int(b))
        case True, True:
            return t.operation("feq", a, b)
        case True, False:
            a, b = b, a
    a = as_int(a)
    if t.is_const(a) and abs(a.data) <= EXACT:
        return t.operation("feq", as_float(a), b)
    integral = t.operation("feq", b, t.operation("ftrunc", b))
    return t.and_(finite(b), integral, t.eq(a, _to_int("ftrunc", b)))


def _to_int(rounding: str, x: Term) -> Term:
    """The integer a finite double rounds to."""
    if t.is_const(x) and not t.is_const(t.operation("float_to_int", t.operation(rounding, x))):
        return t.ZERO  # nan or infinite: the comparison is decided without it
    return t.operation("float_to_int", t.operation(rounding, x))


def _mixed(n: Term, x: Term, double: str, of_ints: Predicate, reverse: bool) -> Term:
    """A comparison of an int with a double: nan answers no, an infinity by its sign, the rest exactly.

    reverse: the double stands on the left.
    """
    if t.is_const(n) and abs(n.data) <= EXACT:
        return t.operation(double, x, as_float(n)) if reverse else t.operation(double, as_float(n), x)
    beyond = t.operation("flt", x, ZERO_FLOAT) if reverse else t.operation("flt", ZERO_FLOAT, x)
    unordered, infinite = t.operation("fisnan", x), t.operation("fisinf", x)
    return t.and_(t.not_(unordered), t.ite(infinite, beyond, of_ints(n, x)))


COMPARISONS: Final[dict[str, Predicate]] = {
    "==": equal,
    "!=": lambda a, b: t.not_(equal(a, b)),
    "<": less,
    "<=": less_equal,
    ">": lambda a, b: less(b, a),
    ">=": lambda a, b: less_equal(b, a),
}
