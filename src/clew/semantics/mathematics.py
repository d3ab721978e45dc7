"""The `math` module: predicates and roots with exact terms; integer functions as the algorithms that compute them;
of logarithms and what grows as fast as powers, when they raise.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from clew.logic import terms as t
from clew.logic.sorts import FLOAT
from clew.logic.terms import Term
from clew.semantics.fallback import unmodelled
from clew.semantics.floats import is_infinite, is_nan
from clew.semantics.integers import LARGEST_EXPONENT, decided, follow, magnitude
from clew.semantics.numbers import ZERO_FLOAT, as_float, as_int, finite, less_equal, too_large
from clew.semantics.operation import Machine, Operation, Raises
from clew.semantics.shadow import Tracked, simplified

TOO_LARGE: Final = Raises("OverflowError", too_large)


def _of_float(f: Callable[[Term], Term]) -> Callable[[Term], Term]:
    return lambda a: f(as_float(a))


SQRT: Final = Operation(
    "sqrt",
    math.sqrt,
    lambda a: t.operation("fsqrt", as_float(a)),
    (TOO_LARGE, Raises("ValueError", lambda a: t.operation("flt", as_float(a), ZERO_FLOAT))),
)
FABS: Final = Operation("fabs", math.fabs, lambda a: t.operation("fabs", as_float(a)), (TOO_LARGE,))
IS_NAN: Final = Operation("isnan", math.isnan, _of_float(is_nan), (TOO_LARGE,))
IS_INF: Final = Operation("isinf", math.isinf, _of_float(is_infinite), (TOO_LARGE,))
IS_FINITE: Final = Operation("isfinite", math.isfinite, _of_float(finite), (TOO_LARGE,))

LARGEST_OF_EXP: Final = 709.782712893384  # to the next double, `exp` and `expm1` are too large
LARGEST_OF_SINH: Final = 710.4758600739439  # and `sinh` and `cosh`


def _refuses(condition: Callable[[Term], Term]) -> Raises:
    return Raises("ValueError", lambda a: condition(as_float(a)))


def _grows(beyond: float, even: bool = False) -> tuple[Raises, ...]:
    """Too large where its argument is, but not where that is infinite.  even: or what it is negated."""

    def overflows(a: Term) -> Term:
        if a.sort is not FLOAT:
            n = as_int(a)
            return t.or_(too_large(n), t.gt(magnitude(n) if even else n, t.integer(math.floor(beyond))))
        return t.and_(t.operation("flt", t.floating(beyond), _size(a) if even else a), t.not_(is_infinite(a)))

    return (Raises("OverflowError", overflows),)


def _size(a: Term) -> Term:
    return t.operation("fabs", as_float(a))


NOT_POSITIVE: Final = Raises("ValueError", lambda a: less_equal(a, t.ZERO))  # of ints, too, however large
PARTIAL: Final = {
    **dict.fromkeys(("log", "log2", "log10"), (NOT_POSITIVE,)),
    "log1p": (TOO_LARGE, _refuses(lambda x: t.operation("fle", x, t.floating(-1.0)))),
    **dict.fromkeys(("asin", "acos"), (TOO_LARGE, _refuses(lambda x: t.operation("flt", t.floating(1.0), _size(x))))),
    "atanh": (TOO_LARGE, _refuses(lambda x: t.operation("fle", t.floating(1.0), _size(x)))),
    "acosh": (TOO_LARGE, _refuses(lambda x: t.operation("flt", x, t.floating(1.0)))),
    **dict.fromkeys(("exp", "expm1"), _grows(LARGEST_OF_EXP)),
    **dict.fromkeys(("sinh", "cosh"), _grows(LARGEST_OF_SINH, even=True)),
}
"""By name: when they raise, of one number."""


def _of_one(name: str) -> Operation:
    function = getattr(math, name)
    entry = Operation(name, function, raises=PARTIAL[name])

    def run(machine: Machine, *args: Tracked, **named: Tracked) -> Tracked:
        if len(args) != 1 or named:
            return unmodelled(machine, name, function, args, named)
        return entry.run(machine, (machine.settle(args[0]),))

    return Operation(name, function, shadow=run)


# ---------------------------------------------------------------- integers


def gcd_terms(machine: Machine, a: Term, x: int, b: Term, y: int) -> tuple[Term, int]:
    """Euclid's algorithm, each step deciding whether there is another."""
    a, x, b, y = magnitude(a), abs(x), magnitude(b), abs(y)
    while not machine.decide(t.eq(b, t.ZERO), y == 0):
        a, x, b, y = b, y, t.floor_mod(a, b), x % y
    return a, x


def _gcd(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    term, value = t.ZERO, 0
    for other, number in zip(terms, values, strict=True):
        term, value = gcd_terms(machine, term, value, other, number)
    return Tracked(math.gcd(*values), simplified(term))


def _lcm(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    term, value = t.ONE, 1
    for other, number in zip(terms, values, strict=True):
        if machine.decide(t.eq(other, t.ZERO), number == 0):
            return Tracked(0, None)
        common, divisor = gcd_terms(machine, term, value, other, number)
        term = t.mul(term, t.floor_div(magnitude(other), common))
        value = value * (abs(number) // divisor)
    return Tracked(math.lcm(*values), simplified(term))


def _isqrt(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    """The root is decided: r * r <= n < (r + 1) ** 2."""
    n, value = terms[0], values[0]
    if not machine.decide(t.lt(n, t.ZERO), value < 0):
        root = math.isqrt(value)
        machine.decide(t.and_(t.ge(n, t.integer(root**2)), t.lt(n, t.integer((root + 1) ** 2))), True)
    return Tracked(math.isqrt(value), None)


def _factorial(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    if not machine.decide(t.lt(terms[0], t.ZERO), values[0] < 0):
        decided(machine, terms[0], values[0])
    return Tracked(math.factorial(values[0]), None)


def _choose(compute: Callable[..., int], ordered: bool) -> Callable[..., Tracked]:
    """`comb` and `perm`: k is decided; then a product of k factors."""

    def model(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
        if len(terms) == 1:
            return _factorial(machine, terms, values)
        (n, k), (x, y) = terms, values
        if machine.decide(t.lt(n, t.ZERO), x < 0) or machine.decide(t.lt(k, t.ZERO), y < 0):
            return Tracked(compute(x, y), None)
        if machine.decide(t.gt(k, n), y > x):
            return Tracked(compute(x, y), None)
        decided(machine, k, y)
        if y > LARGEST_EXPONENT:
            decided(machine, n, x)
            return Tracked(compute(x, y), None)
        product = t.ONE
        for i in range(y):
            product = t.mul(product, t.sub(n, t.integer(i)))
        return Tracked(
            compute(x, y), simplified(product if ordered else t.floor_div(product, t.integer(math.factorial(y))))
        )

    return model


def _only_ints(
    name: str, value: Callable[..., Any], model: Callable[..., Tracked], arity: tuple[int, ...]
) -> Operation:
    entry = follow(name, value, model, arity=arity)

    def run(machine: Machine, *args: Tracked, **named: Tracked) -> Tracked:
        args = tuple(map(machine.settle, args))
        if named or not all(type(a.value) in (int, bool) for a in args):
            return unmodelled(machine, name, value, args, named)
        return entry.run(machine, args)

    return Operation(name, value, shadow=run)


_ON_INTS: Final = (
    (math.gcd, _gcd, ()),
    (math.lcm, _lcm, ()),
    (math.isqrt, _isqrt, (1,)),
    (math.factorial, _factorial, (1,)),
    (math.comb, _choose(math.comb, ordered=False), (2,)),
    (math.perm, _choose(math.perm, ordered=True), (1, 2)),
)

FUNCTION: Final[dict[tuple[Callable[..., Any], type], Operation]] = {
    **{(f, int): _only_ints(f.__name__, f, model, arity) for f, model, arity in _ON_INTS},
    **{
        (f, kind): entry
        for f, entry in (
            (math.sqrt, SQRT), (math.fabs, FABS), (math.isnan, IS_NAN), (math.isinf, IS_INF),
            (math.isfinite, IS_FINITE),
        )
        for kind in (int, float)
    },
    **{(getattr(math, name), kind): _of_one(name) for name in PARTIAL for kind in (int, float)},
}  # fmt: skip
