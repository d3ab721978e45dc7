"""How doubles are encoded for Z3, where the table of operators names no function, and what an *unsat* is then worth.

exact       in the theory of floating point.  Integers turned into doubles go through bit-vectors (too few values).
as reals    different values, so nothing is proved and each model has to be tried.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isinf, isnan
from typing import Final

from z3 import z3core as z3
from z3.z3types import Ast

from clew.logic.sorts import FLOAT, REAL
from clew.logic.terms import Term, value_of
from clew.solver.engines.z3_builder import CannotEncode, Z3Builder

_INT_WIDTH: Final = 66


def double_constant(z: Z3Builder, term: Term) -> Ast:
    value = value_of(term)
    if not z.floats_as_reals:
        return z.keep(z3.Z3_mk_fpa_numeral_double(z.context, value, z.sort(FLOAT)))
    if isinf(value) or isnan(value):
        raise CannotEncode(term.data)
    return z.real(Fraction(value))


# ---------------------------------------------------------------- exact


def _from_int(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    bits = z.keep(z3.Z3_mk_int2bv(z.context, _INT_WIDTH, args[0]))
    z.aside(term, z.eq(args[0], z.keep(z3.Z3_mk_bv2int(z.context, bits, True))))
    return z.made("fpa_to_fp_signed", z.made("fpa_rne"), bits, z.sort(FLOAT))


def _to_int(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    limit = z.keep(z3.Z3_mk_fpa_numeral_double(z.context, 2.0 ** (_INT_WIDTH - 2), z.sort(FLOAT)))
    z.aside(term, z.made("fpa_lt", z.made("fpa_abs", args[0]), limit))
    bits = z.keep(z3.Z3_mk_fpa_to_sbv(z.context, z.made("fpa_rtz"), args[0], _INT_WIDTH))
    return z.keep(z3.Z3_mk_bv2int(z.context, bits, True))


EXACT: Final[Mapping[str, Callable[[Z3Builder, Term, list[Ast]], Ast]]] = {
    "int_to_float": _from_int,
    "float_to_int": _to_int,
}

# ---------------------------------------------------------------- as reals


def _quotient(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    z.aside(term, z.not_(z.eq(args[1], z.real(0))))
    return z.div(*args)


def _root(z: Z3Builder, term: Term, args: list[Ast]) -> Ast:
    root = z.fresh(REAL)
    z.aside(term, z.le(z.real(0), root), z.eq(z.mul(root, root), args[0]))
    return root


def _floor(z: Z3Builder, a: Ast) -> Ast:
    return z.made("real2int", a)


def _ceiling(z: Z3Builder, a: Ast) -> Ast:
    return z.neg(_floor(z, z.neg(a)))


def _truncated(z: Z3Builder, a: Ast) -> Ast:
    return z.ite(z.le(z.real(0), a), _floor(z, a), _ceiling(z, a))


AS_REALS: Final[Mapping[str, Callable[[Z3Builder, Term, list[Ast]], Ast]]] = {
    "fadd": lambda z, _, args: z.add(*args),
    "fsub": lambda z, _, args: z.sub(*args),
    "fmul": lambda z, _, args: z.mul(*args),
    "fdiv": _quotient,
    "fneg": lambda z, _, args: z.neg(args[0]),
    "fabs": lambda z, _, args: z.ite(z.le(z.real(0), args[0]), args[0], z.neg(args[0])),
    "fsqrt": _root,
    "fround": lambda z, _, args: z.made("int2real", _floor(z, z.add(args[0], z.real(Fraction(1, 2))))),
    "ffloor": lambda z, _, args: z.made("int2real", _floor(z, args[0])),
    "fceil": lambda z, _, args: z.made("int2real", _ceiling(z, args[0])),
    "ftrunc": lambda z, _, args: z.made("int2real", _truncated(z, args[0])),
    "float_to_int": lambda z, _, args: _truncated(z, args[0]),
    "int_to_float": lambda z, _, args: z.made("int2real", args[0]),
    "flt": lambda z, _, args: z.made("lt", *args),
    "fle": lambda z, _, args: z.le(*args),
    "feq": lambda z, _, args: z.eq(*args),
    "fisnan": lambda z, _, args: z.made("false"),
    "fisinf": lambda z, _, args: z.made("false"),
}
