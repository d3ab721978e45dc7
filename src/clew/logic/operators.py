"""The operations of terms, once: their sorts, their values, their SMT-LIB text, their function in Z3.

An operation that has an entry here can be built (constants are folded), evaluated, written, read and asked about.  What
an entry cannot say is a function kept where it is used, under the name of the operation: laws that simplify more than
constants (`terms`), a text or an encoding of its own (`smtlib`, `solver.engines`).  Forms, whose meaning is more than
the values of their arguments, are not here: leaves, sums, ranges, applications, constant arrays.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor, isinf, isnan, nan, sqrt, trunc
from typing import Any, Final, TypeAlias

from clew.logic.sorts import BOOL, FLOAT, INT, REAL, Sort
from clew.logic.values import divided, double_of, integral, same_value
from clew.records import dataclass

Closure: TypeAlias = Callable[[Any], Any]
"""From a model to a value."""


@dataclass(frozen=True, slots=True)
class Operator:
    """takes, gives: the sorts of its arguments and result; empty and None where these vary.

    value: its value from those of the arguments; None where that is left open, which evaluates to 0.
    code: the same from closures to a closure, for what is evaluated often, or not always needs all of its arguments.
    text: the function in SMT-LIB, with its rounding mode.  definition: of that function, where the standard has none;
    narrow: which is then right for 64 bits only.
    z3: the function `Z3_mk_…` that makes it from the arguments, with its rounding mode; `[]` where it takes an array.
    """

    name: str
    takes: tuple[Sort, ...] = ()
    gives: Sort | None = None
    value: Callable[..., Any] | None = None
    code: Callable[..., Closure] | None = None
    text: str = ""
    z3: str = ""
    definition: str = ""
    narrow: bool = False


# ---------------------------------------------------------------- parts of entries


def _conjunction(*parts: Closure) -> Closure:
    def conjunction(model: Any) -> bool:
        for part in parts:  # noqa: SIM110
            if not part(model):
                return False
        return True

    return conjunction


def _disjunction(*parts: Closure) -> Closure:
    def disjunction(model: Any) -> bool:
        for part in parts:  # noqa: SIM110
            if part(model):
                return True
        return False

    return disjunction


def _product(first: Any, *others: Any) -> Any:
    for other in others:
        first *= other
    return first


def _bits(name: str, value: Callable[[int, int], int], vector: str) -> Operator:
    """An operation on integers in two's complement of unbounded width."""
    number = f"(bv2nat ({vector} ((_ int2bv 64) a) ((_ int2bv 64) b)))"
    signed = f"(ite (< {number} {1 << 63}) {number} (- {number} {1 << 64}))"
    definition = f"(define-fun {name} ((a Int) (b Int)) Int {signed})"
    return Operator(name, (INT, INT), INT, value, text=name, definition=definition, narrow=True)


# ---------------------------------------------------------------- the table

_ONE, _TWO = (FLOAT,), (FLOAT, FLOAT)
_DOUBLE: Final = "(_ FloatingPoint 11 53)"

_ALL: Final = (
    Operator("not", (BOOL,), BOOL, code=lambda a: lambda model: not a(model), text="not", z3="not"),
    Operator("and", gives=BOOL, code=_conjunction, text="and", z3="and[]"),
    Operator("or", gives=BOOL, code=_disjunction, text="or", z3="or[]"),
    Operator(
        "ite",
        code=lambda test, then, orelse: lambda model: then(model) if test(model) else orelse(model),
        text="ite",
        z3="ite",
    ),
    Operator("=", gives=BOOL, value=same_value, text="=", z3="eq"),
    # Numbers.  The argument of a comparison is a linear form, compared with 0.
    Operator("<=0", gives=BOOL, code=lambda a: lambda model: a(model) <= 0),
    Operator("<0", gives=BOOL, code=lambda a: lambda model: a(model) < 0),
    Operator("=0", gives=BOOL, code=lambda a: lambda model: a(model) == 0),
    Operator("*", value=_product, text="*", z3="mul[]"),
    Operator(
        "div",
        (INT, INT),
        INT,
        lambda a, b: a // b if b else None,
        text="floordiv",
        definition="(define-fun floordiv ((a Int) (b Int)) Int (ite (> b 0) (div a b) (div (- a) (- b))))",
    ),
    Operator(
        "mod",
        (INT, INT),
        INT,
        lambda a, b: a % b if b else None,
        text="floormod",
        definition="(define-fun floormod ((a Int) (b Int)) Int (ite (> b 0) (mod a b) (- (mod (- a) (- b)))))",
    ),
    _bits("bitand", operator.and_, "bvand"),
    _bits("bitor", operator.or_, "bvor"),
    _bits("bitxor", operator.xor, "bvxor"),
    Operator("to_real", (INT,), REAL, Fraction, text="to_real", z3="int2real"),
    Operator("to_int", (REAL,), INT, floor, text="to_int", z3="real2int"),
    # Arrays.
    Operator("select", value=operator.getitem, text="select", z3="select"),
    Operator("store", value=lambda array, index, item: array.stored(index, item), text="store", z3="store"),
    # Doubles: IEEE 754 binary64, rounding to nearest even.
    Operator("fadd", _TWO, FLOAT, operator.add, text="fp.add RNE", z3="fpa_add rne"),
    Operator("fsub", _TWO, FLOAT, operator.sub, text="fp.sub RNE", z3="fpa_sub rne"),
    Operator("fmul", _TWO, FLOAT, operator.mul, text="fp.mul RNE", z3="fpa_mul rne"),
    Operator("fdiv", _TWO, FLOAT, divided, text="fp.div RNE", z3="fpa_div rne"),
    Operator("fneg", _ONE, FLOAT, operator.neg, text="fp.neg", z3="fpa_neg"),
    Operator("fabs", _ONE, FLOAT, abs, text="fp.abs", z3="fpa_abs"),
    Operator(
        "fsqrt",
        _ONE,
        FLOAT,
        lambda a: nan if isnan(a) or a < 0 else sqrt(a),
        text="fp.sqrt RNE",
        z3="fpa_sqrt rne",
    ),
    Operator("fround", _ONE, FLOAT, integral(round), text="fp.roundToIntegral RNE", z3="fpa_round_to_integral rne"),
    Operator("ffloor", _ONE, FLOAT, integral(floor), text="fp.roundToIntegral RTN", z3="fpa_round_to_integral rtn"),
    Operator("fceil", _ONE, FLOAT, integral(ceil), text="fp.roundToIntegral RTP", z3="fpa_round_to_integral rtp"),
    Operator("ftrunc", _ONE, FLOAT, integral(trunc), text="fp.roundToIntegral RTZ", z3="fpa_round_to_integral rtz"),
    # These are false of nan, which differs from itself.
    Operator("flt", _TWO, BOOL, operator.lt, text="fp.lt", z3="fpa_lt"),
    Operator("fle", _TWO, BOOL, operator.le, text="fp.leq", z3="fpa_leq"),
    Operator("feq", _TWO, BOOL, operator.eq, text="fp.eq", z3="fpa_eq"),
    Operator("fisnan", _ONE, BOOL, isnan, text="fp.isNaN", z3="fpa_is_nan"),
    Operator("fisinf", _ONE, BOOL, isinf, text="fp.isInfinite", z3="fpa_is_infinite"),
    Operator(
        "int_to_float",
        (INT,),
        FLOAT,
        double_of,
        text="int_to_float",
        definition=f"(define-fun int_to_float ((a Int)) {_DOUBLE} ((_ to_fp 11 53) RNE (to_real a)))",
    ),
    # Truncation; what it gives for nan and the infinities is left open.
    Operator(
        "float_to_int",
        _ONE,
        INT,
        lambda a: None if isnan(a) or isinf(a) else trunc(a),
        text="float_to_int",
        definition=f"(define-fun float_to_int ((a {_DOUBLE})) Int (to_int (fp.to_real (fp.roundToIntegral RTZ a))))",
        narrow=True,
    ),
)

OPERATORS: Final[Mapping[str, Operator]] = {operator.name: operator for operator in _ALL}
