"""How integers are encoded for Z3, where the table of operators names no function, and what an *unsat* is then worth.

floor division    Z3 rounds so that the remainder is never negative; the sign of the divisor is split off.  Exact.
ranges            a balanced tree of comparisons.  Exact.
bit operations    with a constant: by division and remainder of each run of ones in the mask.  Exact.
                  of two terms: everything is brought to `and` (a|b = a+b-(a&b), a^b = a+b-2(a&b)).  Without `width` its
                  result is a fresh variable with a few true facts (too many values: unsat is exact); with `width` both
                  operands are cut to that many bits and taken apart (too few: unsat proves nothing).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from z3.z3types import Ast

from clew.logic.sorts import BOOL, INT
from clew.logic.terms import Term, is_const
from clew.solver.engines.z3_builder import Z3Builder

Ranges = tuple[tuple[int, int], ...]


def _floor_div(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    a, b = args
    divisor = term.args[1]
    if is_const(divisor) and divisor.data:
        return z.div(a, b) if divisor.data > 0 else z.div(z.neg(a), z.neg(b))
    return z.ite(z.le(z.one, b), z.div(a, b), z.div(z.neg(a), z.neg(b)))


def _floor_mod(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    a, b = args
    divisor = term.args[1]
    if is_const(divisor) and divisor.data > 0:
        return z.mod(a, b)
    mirrored = z.neg(z.mod(z.neg(a), z.neg(b)))
    if is_const(divisor) and divisor.data < 0:
        return mirrored
    return z.ite(z.le(z.one, b), z.mod(a, b), mirrored)


def _in_ranges(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    """Z3 then decides few bounds, not one disjunct for each range."""
    (a,) = args

    def member(ranges: Ranges) -> Ast:
        if len(ranges) == 1:
            low, high = ranges[0]
            if low == high:
                return z.eq(a, z.number(low))
            return z.and_(z.le(z.number(low), a), z.le(a, z.number(high)))
        middle = len(ranges) // 2
        left = z.le(a, z.number(ranges[middle - 1][1]))
        return z.ite(left, member(ranges[:middle]), member(ranges[middle:]))

    return member(term.data)


# ---------------------------------------------------------------- bits


def _common_bits(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    a, b = args
    mask = term.args[1]
    if is_const(mask):
        return _and_with(z, a, mask.data)
    if z.width is None:
        result = z.fresh(INT)
        facts = _facts_of_and(z, a, b, result)
    else:
        result, facts = _and_by_bits(z, a, b, z.width)
    z.aside(term, *facts)
    return result


def _all_bits(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    return z.sub(z.add(*args), _common_bits(z, term, args))


def _different_bits(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    return z.sub(z.add(*args), z.times(2, _common_bits(z, term, args)))


def _and_with(z: Z3Builder, a: Ast, mask: int) -> Ast:
    """a & mask, run of ones by run of ones; a negative mask keeps all but the bits of its complement."""
    if mask < 0:
        return z.sub(a, _and_with(z, a, ~mask)) if ~mask else a
    parts = []
    low = 0
    while mask >> low:
        if not mask >> low & 1:
            low += 1
            continue
        high = low
        while mask >> high & 1:
            high += 1
        shifted = z.div(a, z.number(1 << low)) if low else a
        parts.append(z.times(1 << low, z.mod(shifted, z.number(1 << (high - low)))))
        low = high
    return z.add(*parts) if len(parts) > 1 else parts[0] if parts else z.zero


def _facts_of_and(z: Z3Builder, a: Ast, b: Ast, result: Ast) -> list[Ast]:
    """True of every a, b and a & b."""
    zero = z.zero
    negative = [z.not_(z.le(zero, x)) for x in (a, b)]
    facts = [
        z.or_(below, z.and_(z.le(zero, result), z.le(result, x))) for x, below in zip((a, b), negative, strict=True)
    ]
    below_both = z.and_(z.le(result, a), z.le(result, b), z.not_(z.le(zero, result)))
    facts.append(z.or_(*map(z.not_, negative), below_both))
    # a + b - (a & b) is a | b, and that is at least both.
    joined = z.sub(z.add(a, b), result)
    facts.append(z.or_(*negative, z.and_(z.le(a, joined), z.le(b, joined))))
    two = z.number(2)
    odd = [z.eq(z.mod(x, two), z.one) for x in (a, b, result)]
    facts.append(z.made("iff", odd[2], z.and_(*odd[:2])))
    facts.append(z.or_(z.not_(z.eq(a, b)), z.le(a, result)))
    return facts


def _and_by_bits(z: Z3Builder, a: Ast, b: Ast, width: int) -> tuple[Ast, list[Ast]]:
    """Both operands as sums of their bits in two's complement, and with them the sum of the common ones."""
    bits: list[list[Ast]] = []
    facts = []
    for operand in (a, b):
        own = [z.fresh(BOOL) for _ in range(width)]
        facts.append(z.eq(operand, _sum_of_bits(z, own)))
        bits.append(own)
    common = [z.and_(x, y) for x, y in zip(*bits, strict=True)]
    return _sum_of_bits(z, common), facts


def _sum_of_bits(z: Z3Builder, bits: list[Ast]) -> Ast:
    last = len(bits) - 1
    values = [-(1 << i) if i == last else 1 << i for i in range(len(bits))]
    return z.add(*(z.ite(b, z.number(v), z.zero) for b, v in zip(bits, values, strict=True)))


Encoding = Callable[[Z3Builder, Term, list[Ast]], Ast]

INTEGERS: Final[Mapping[str, Encoding]] = {
    "div": _floor_div,
    "mod": _floor_mod,
    "in": _in_ranges,
    "bitand": _common_bits,
    "bitor": _all_bits,
    "bitxor": _different_bits,
}
