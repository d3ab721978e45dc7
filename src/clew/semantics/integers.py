"""int: arithmetic, comparisons, bit operations, conversions.  A bool operand is the int it is.

Shifts and powers have terms once the shift or exponent is a number, so it is decided.  The quotient of two ints is the
correctly rounded one, which is the quotient of their doubles only while both are doubles themselves.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, Final

from clew.logic import terms as t
from clew.logic.terms import Term
from clew.semantics.fallback import unmodelled
from clew.semantics.numbers import COMPARISONS, EXACT, TOO_LARGE, as_float, as_int, too_large
from clew.semantics.operation import Machine, Operation, Raises
from clew.semantics.shadow import NOTHING, Concretized, Tracked, items_of, simplified, term_of
from clew.semantics.symbols import CONCRETE

LARGEST_EXPONENT: Final = 64  # powers of an input beyond this are not written out
LARGEST_SHIFT: Final = 4096

DIVISION_BY_ZERO: Final = Raises("ZeroDivisionError", lambda a, b: t.eq(as_int(b), t.ZERO))


def _on_ints(f: Callable[..., Term]) -> Callable[..., Term]:
    return lambda *args: f(*map(as_int, args))


def _bits(op: str) -> Callable[..., Term]:
    return lambda a, b: t.bit_op(op, as_int(a), as_int(b))


ABS: Final = Operation("abs", abs, lambda a: magnitude(as_int(a)))
NEG: Final = Operation("-", operator.neg, _on_ints(t.neg))
POS: Final = Operation("+", operator.pos, as_int)
INVERT: Final = Operation("~", operator.invert, lambda a: t.sub(t.integer(-1), as_int(a)))
ADD: Final = Operation("+", operator.add, _on_ints(t.add))
SUB: Final = Operation("-", operator.sub, _on_ints(t.sub))
MUL: Final = Operation("*", operator.mul, _on_ints(t.mul))
FLOOR_DIV: Final = Operation("//", operator.floordiv, _on_ints(t.floor_div), (DIVISION_BY_ZERO,))
MOD: Final = Operation("%", operator.mod, _on_ints(t.floor_mod), (DIVISION_BY_ZERO,))
AND: Final = Operation("&", operator.and_, _bits("bitand"))
OR: Final = Operation("|", operator.or_, _bits("bitor"))
XOR: Final = Operation("^", operator.xor, _bits("bitxor"))


def magnitude(a: Term) -> Term:
    return t.ite(t.lt(a, t.ZERO), t.neg(a), a)


# ---------------------------------------------------------------- operands


def int_term(operand: Tracked) -> Term | None:
    """The Int term of an int or bool; None where it was lost."""
    term = term_of(operand.value, operand.shadow)
    return None if term is None else as_int(term)


def decided(machine: Machine, term: Term, value: int) -> int:
    """The value of an Int term, decided in this run."""
    machine.decide(t.eq(term, t.integer(value)), True)
    return value


def follow(
    name: str,
    value: Callable[..., Any],
    model: Callable[..., Tracked],
    may_raise: bool = True,
    arity: tuple[int, ...] = (),
) -> Operation:
    """An entry on ints whose model needs the machine: model(machine, terms, values) gives the result.

    arity: the numbers of operands it takes, where others are a TypeError.  Operands that were lost make the result
    lost, and whether the operation raises.
    """

    def run(machine: Machine, *args: Tracked) -> Tracked:
        args = tuple(map(machine.settle, args))
        values = [a.value for a in args]
        if all(a.shadow is None for a in args) or (arity and len(args) not in arity):
            return Tracked(value(*values), None)
        terms = [int_term(a) for a in args]
        if any(term is None for term in terms):
            reason = next((a.shadow for a in args if isinstance(a.shadow, Concretized)), None)
            reason = reason or machine.lost("unmodelled-operation", f"{name} on this operand")
            if may_raise:
                machine.approximate(reason.code, f"{name} on a value that was not followed may raise")
            return Tracked(value(*values), reason)
        return model(machine, terms, values)

    return Operation(name, value, shadow=run)


# ---------------------------------------------------------------- division, powers, shifts


def _divided(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    """Exact, then rounded to the nearest double once: it overflows where that is past the largest."""
    (a, b), (x, y) = terms, values
    if machine.decide(t.eq(b, t.ZERO), y == 0):
        return Tracked(operator.truediv(x, y), None)
    exact = t.and_(*(t.and_(t.le(n, t.integer(EXACT)), t.ge(n, t.integer(-EXACT))) for n in terms))
    if machine.decide(exact, all(abs(v) <= EXACT for v in values)):
        return Tracked(x / y, simplified(t.operation("fdiv", as_float(a), as_float(b))))
    beyond = t.ge(magnitude(a), t.mul(t.integer(TOO_LARGE), magnitude(b)))
    machine.decide(beyond, abs(x) >= TOO_LARGE * abs(y))
    return Tracked(operator.truediv(x, y), machine.lost("unmodelled-operation", "the quotient of ints beyond 2**53"))


TRUE_DIV: Final = follow("/", operator.truediv, _divided)


def _divmod(a: Term, b: Term) -> tuple[Term, Term]:
    return t.floor_div(a, b), t.floor_mod(a, b)


def _divmod_model(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    machine.decide(t.eq(terms[1], t.ZERO), values[1] == 0)
    quotient, remainder = _divmod(terms[0], terms[1])
    return Tracked(divmod(values[0], values[1]), items_of((simplified(quotient), simplified(remainder))))


DIVMOD: Final = follow("divmod", divmod, _divmod_model)


def _divmod_of(machine: Machine, a: Tracked, b: Tracked) -> Tracked:
    b = machine.settle(b)
    if type(b.value) in (int, bool):
        return DIVMOD.run(machine, (a, b))
    return unmodelled(machine, "divmod", divmod, (a, b), {})


def power(base: Term, exponent: int) -> Term:
    result = t.ONE
    for _ in range(exponent):
        result = t.mul(result, base)
    return result


def _power_model(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    (a, b), (x, y) = terms, values
    if machine.decide(t.lt(b, t.ZERO), y < 0):  # both are rounded to floats first; no such power is too large
        if machine.decide(too_large(a), abs(x) >= TOO_LARGE) or machine.decide(too_large(b), abs(y) >= TOO_LARGE):
            return Tracked(x**y, None)
        if machine.decide(t.eq(a, t.ZERO), x == 0):
            return Tracked(x**y, None)
        return Tracked(x**y, machine.lost("unmodelled-operation", "a negative power"))
    if t.is_const(a) and a.data in (0, 1):
        return Tracked(x**y, simplified(t.ite(t.eq(b, t.ZERO), t.ONE, a)))
    decided(machine, b, y)
    if t.is_const(a):
        return Tracked(x**y, None)
    if y > LARGEST_EXPONENT:
        return Tracked(x**y, machine.lost("unmodelled-operation", f"a power above {LARGEST_EXPONENT}"))
    return Tracked(x**y, simplified(power(a, y)))


POWER: Final = follow("**", operator.pow, _power_model)


def _shift_model(left: bool) -> Callable[..., Tracked]:
    compute = operator.lshift if left else operator.rshift

    def model(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
        (a, b), (x, y) = terms, values
        if machine.decide(t.lt(b, t.ZERO), y < 0):
            return Tracked(compute(x, y), None)
        decided(machine, b, y)
        if y > LARGEST_SHIFT:
            decided(machine, a, x)
            return Tracked(compute(x, y), None)
        factor = t.integer(2**y)
        return Tracked(compute(x, y), simplified(t.mul(a, factor) if left else t.floor_div(a, factor)))

    return model


SHIFT_LEFT: Final = follow("<<", operator.lshift, _shift_model(True))
SHIFT_RIGHT: Final = follow(">>", operator.rshift, _shift_model(False))


def _power_modulo(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    """pow(base, exponent, modulus): the exponent is decided, and so are all three where it is negative or large."""
    a, b, m = terms
    machine.decide(t.eq(m, t.ZERO), values[2] == 0)
    if values[2]:
        decided(machine, b, values[1])
        if 0 <= values[1] <= LARGEST_EXPONENT:
            return Tracked(pow(*values), simplified(t.floor_mod(power(a, values[1]), m)))
        decided(machine, a, values[0])
        decided(machine, m, values[2])
    return Tracked(pow(*values), None)


_POWER_3: Final = follow("pow", pow, _power_modulo)


def _pow(machine: Machine, *args: Tracked, **named: Tracked) -> Tracked:
    args = (*args, *(named[n] for n in ("base", "exp", "mod")[len(args) :] if n in named))
    args = tuple(map(machine.settle, args))
    if len(args) == 3 and args[2].value is not None:
        if all(type(a.value) in (int, bool) for a in args):
            return _POWER_3.run(machine, args)
        return Tracked(pow(*(a.value for a in args)), None)  # no other builtin numbers take a modulus
    if len(args) == 1:
        return Tracked(pow(args[0].value), None)  # type: ignore[call-overload]  # a TypeError
    return machine.binary("**", args[0], args[1])


# ---------------------------------------------------------------- methods and functions


def _bit_length_model(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    """The length is decided: 2 ** (k - 1) <= abs(n) < 2 ** k."""
    size, length = magnitude(terms[0]), values[0].bit_length()
    above = t.lt(size, t.integer(2**length))
    machine.decide(t.and_(t.ge(size, t.integer(2 ** (length - 1))), above) if length else above, True)
    return Tracked(length, None)


BIT_LENGTH: Final = follow("bit_length", int.bit_length, _bit_length_model, may_raise=False, arity=(1,))


def _bit_count_model(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    """The length is decided, then every bit is a term."""
    length = _bit_length_model(machine, terms, values).value
    size = magnitude(terms[0])
    bits = [t.floor_mod(t.floor_div(size, t.integer(2**k)), t.integer(2)) for k in range(length)]
    return Tracked(values[0].bit_count(), simplified(t.add(t.ZERO, *bits)))


def _identity(name: str, value: Callable[..., Any]) -> Operation:
    return Operation(name, value, as_int)


def _int(machine: Machine, *args: Tracked, **named: Tracked) -> Tracked:
    if len(args) != 1 or named:
        return unmodelled(machine, "int", int, args, named)
    return POS.run(machine, args)


def _round(machine: Machine, number: Tracked, ndigits: Tracked = NOTHING) -> Tracked:
    """Rounding an int to a negative number of digits: to the nearest multiple of a power of ten, ties to even."""
    digits = machine.settle(ndigits)
    if digits.value is None or type(digits.value) not in (int, bool):
        return Tracked(round(number.value, digits.value), POS.run(machine, (number,)).shadow)
    return _ROUND_TO.run(machine, (number, digits))


def _round_model(machine: Machine, terms: list[Term], values: list[Any]) -> Tracked:
    n, digits = terms
    result = round(*values)
    if machine.decide(t.ge(digits, t.ZERO), values[1] >= 0):
        return Tracked(result, simplified(n))
    unit = 10 ** -decided(machine, digits, values[1])
    quotient, rest = t.floor_div(n, t.integer(unit)), t.floor_mod(n, t.integer(unit))
    odd = t.eq(t.floor_mod(quotient, t.integer(2)), t.ONE)
    twice = t.scale(2, rest)
    up = t.or_(t.gt(twice, t.integer(unit)), t.and_(t.eq(twice, t.integer(unit)), odd))
    return Tracked(result, simplified(t.scale(unit, t.add(quotient, t.ite(up, t.ONE, t.ZERO)))))


_ROUND_TO: Final = follow("round", round, _round_model, may_raise=False)


# ---------------------------------------------------------------- entries

UNARY: Final = {("-", int): NEG, ("+", int): POS, ("~", int): INVERT}

_ARITHMETIC: Final = {
    "+": ADD, "-": SUB, "*": MUL, "/": TRUE_DIV, "//": FLOOR_DIV, "%": MOD, "**": POWER,
    "<<": SHIFT_LEFT, ">>": SHIFT_RIGHT, "&": AND, "|": OR, "^": XOR,
}  # fmt: skip

BINARY: Final = {
    **{(op, int, int): entry for op, entry in _ARITHMETIC.items()},
    **{(op + "=", int, int): entry for op, entry in _ARITHMETIC.items()},
    **{(op, int, int): Operation(op, CONCRETE[op], term) for op, term in COMPARISONS.items()},
}

FUNCTION: Final = {
    (abs, int): ABS,
    (divmod, int): Operation("divmod", divmod, shadow=_divmod_of),
    (pow, object): Operation("pow", pow, shadow=_pow),
    (int, int): Operation("int", int, shadow=_int),
    (round, int): Operation("round", round, shadow=_round),
    (math.floor, int): _identity("floor", math.floor),
    (math.ceil, int): _identity("ceil", math.ceil),
    (math.trunc, int): _identity("trunc", math.trunc),
    (operator.index, int): _identity("index", operator.index),
}

METHOD: Final = {
    (int, "bit_length"): BIT_LENGTH,
    (int, "bit_count"): follow("bit_count", int.bit_count, _bit_count_model, may_raise=False, arity=(1,)),
    (int, "conjugate"): _identity("conjugate", int.conjugate),
}
