"""Terms as Z3's own, through its C-level API: one Z3 term for each of ours, made once and kept.

How each theory is encoded, and what an *unsat* is then worth:

    floor division    Z3 rounds so that the remainder is never negative; the sign of the divisor is split off.  Exact.
    bit operations    with a constant: by division and remainder of each run of ones in the mask.  Exact.
                      of two terms: everything is brought to `and` (a|b = a+b-(a&b), a^b = a+b-2(a&b)).  Without `width`
                      its result is a fresh variable with a few true facts (too many values: unsat is exact); with
                      `width` both operands are cut to that many bits and taken apart (too few: unsat proves nothing).
    doubles           exact in the theory of floating point, or, with `floats_as_reals`, as real numbers: different
                      values, so nothing is proved and each model has to be tried.  Integers turned into doubles go
                      through bit-vectors in the exact encoding (too few values).
"""

from __future__ import annotations

from fractions import Fraction
from math import isinf, isnan
from typing import Any, Final

from z3 import z3core as z3
from z3.z3types import Ast

from clew.logic.numerals import fraction_text
from clew.logic.sorts import BOOL, FLOAT, INT, REAL, Sort
from clew.logic.terms import Term, is_const, post_order, value_of


class CannotEncode(Exception):
    """This encoding has no term for the operation (an infinity among the reals)."""


class Z3Terms:
    """Encodes terms in one Z3 context.  Nothing is ever released, as terms are not."""

    def __init__(self, context: Any, width: int | None = None, floats_as_reals: bool = False) -> None:
        self.context = context
        self.width = width
        self.floats_as_reals = floats_as_reals
        self._asts: dict[Term, Ast] = {}
        self._sides: dict[Term, tuple[Ast, ...]] = {}
        self._assertions: dict[Term, Ast] = {}
        self._sorts: dict[Sort, Any] = {}
        self._functions: dict[tuple[str, tuple[Sort, ...], Sort], Any] = {}
        self._literals: list[Ast] = []
        self._applications: dict[Term, tuple[Term, ...]] = {}
        self._fresh = 0
        self._zero = self._number(0)
        self._one = self._number(1)

    def assertion(self, term: Term) -> Ast:
        """The term with the side conditions of what is inside it, to be asserted at the top level."""
        ast = self._assertions.get(term)
        if ast is None:
            ast = self.term(term)
            sides = [side for node in post_order(term) if node in self._sides for side in self._sides[node]]
            if sides:
                ast = self._and([ast, *sides])
            self._assertions[term] = ast
        return ast

    def term(self, term: Term) -> Ast:
        known = self._asts.get(term)
        if known is None:
            for node in post_order(term):
                if node not in self._asts:
                    self._asts[node] = self._encode(node, [self._asts[a] for a in node.args])
            known = self._asts[term]
        return known

    def literal(self, index: int) -> Ast:
        """The index-th assumption literal."""
        while len(self._literals) <= index:
            self._literals.append(self._fresh_const(BOOL))
        return self._literals[index]

    def implied(self, literal: Ast, ast: Ast) -> Ast:
        """literal → ast; the caller's solver keeps it alive."""
        return z3.Z3_mk_implies(self.context, literal, ast)

    def applications(self, term: Term) -> tuple[Term, ...]:
        """The applications of uninterpreted functions in an assertion."""
        known = self._applications.get(term)
        if known is None:
            known = self._applications[term] = tuple(node for node in post_order(term) if node.op == "apply")
        return known

    # ------------------------------------------------------------ one node

    def _encode(self, term: Term, args: list[Ast]) -> Ast:
        c = self.context
        match term.op:
            case "const":
                return self._constant(term)
            case "var":
                return self.keep(z3.Z3_mk_const(c, self._symbol(term.data), self.sort(term.sort)))
            case "apply":
                function = self._function(term.data, tuple(a.sort for a in term.args), term.sort)
                return self.keep(z3.Z3_mk_app(c, function, len(args), _array(args)))
            case "+":
                coefficients, constant = term.data
                return self._linear(coefficients, args, constant, term.sort)
            case "*":
                return self.keep(z3.Z3_mk_mul(c, len(args), _array(args)))
            case "<=0" | "<0" | "=0":
                return self._against_zero(term)
            case "=":
                return self.keep(z3.Z3_mk_eq(c, args[0], args[1]))
            case "not":
                return self._not(args[0])
            case "and":
                return self._and(args)
            case "or":
                return self._or(args)
            case "ite":
                return self._ite(args[0], args[1], args[2])
            case "div":
                return self._floor_div(term.args[1], args[0], args[1])
            case "mod":
                return self._floor_mod(term.args[1], args[0], args[1])
            case "bitand" | "bitor" | "bitxor":
                return self._bit_op(term, args[0], args[1])
            case "in":
                return self._in_ranges(args[0], term.data)
            case "to_real":
                return self.keep(z3.Z3_mk_int2real(c, args[0]))
            case "to_int":
                return self.keep(z3.Z3_mk_real2int(c, args[0]))
            case "select":
                return self.keep(z3.Z3_mk_select(c, args[0], args[1]))
            case "store":
                return self.keep(z3.Z3_mk_store(c, args[0], args[1], args[2]))
            case "const_array":
                return self.keep(z3.Z3_mk_const_array(c, self.sort(term.sort.arguments[0]), args[0]))
            case _:
                return self._real_float_op(term, args) if self.floats_as_reals else self._float_op(term, args)

    def keep(self, ast: Ast) -> Ast:
        z3.Z3_inc_ref(self.context, ast)
        return ast

    def sort(self, sort: Sort) -> Any:
        known = self._sorts.get(sort)
        if known is None:
            c = self.context
            if sort is FLOAT and not self.floats_as_reals:
                known = z3.Z3_mk_fpa_sort_double(c)
            elif sort.name == "Array":
                known = z3.Z3_mk_array_sort(c, self.sort(sort.arguments[0]), self.sort(sort.arguments[1]))
            else:
                make = {BOOL: z3.Z3_mk_bool_sort, INT: z3.Z3_mk_int_sort}.get(sort, z3.Z3_mk_real_sort)
                known = make(c)
            z3.Z3_inc_ref(c, z3.Z3_sort_to_ast(c, known))
            self._sorts[sort] = known
        return known

    def _symbol(self, name: str) -> Any:
        return z3.Z3_mk_string_symbol(self.context, name)

    def _function(self, name: str, sorts: tuple[Sort, ...], result: Sort) -> Any:
        key = (name, sorts, result)
        if key not in self._functions:
            c = self.context
            domain = (z3.Sort * len(sorts))(*(self.sort(s) for s in sorts))
            function = z3.Z3_mk_func_decl(c, self._symbol(name), len(sorts), domain, self.sort(result))
            z3.Z3_inc_ref(c, z3.Z3_func_decl_to_ast(c, function))
            self._functions[key] = function
        return self._functions[key]

    def function_of(self, term: Term) -> Any:
        """The declaration of an `apply` term's function."""
        return self._function(term.data, tuple(a.sort for a in term.args), term.sort)

    def _constant(self, term: Term) -> Ast:
        c = self.context
        if term.sort is BOOL:
            return self.keep(z3.Z3_mk_true(c) if term.data else z3.Z3_mk_false(c))
        if term.sort is not FLOAT:
            return self._number(term.data, term.sort)
        value = value_of(term)
        if not self.floats_as_reals:
            return self.keep(z3.Z3_mk_fpa_numeral_double(c, value, self.sort(FLOAT)))
        if isinf(value) or isnan(value):
            raise CannotEncode(term.data)
        return self._number(Fraction(value), REAL)

    def _number(self, value: int | Fraction, sort: Sort = INT) -> Ast:
        # The text of a Fraction, `n/d`, is what Z3 reads.
        return self.keep(z3.Z3_mk_numeral(self.context, fraction_text(Fraction(value)), self.sort(sort)))

    def _fresh_const(self, sort: Sort) -> Ast:
        self._fresh += 1
        return self.keep(z3.Z3_mk_const(self.context, self._symbol(f"!{self._fresh}"), self.sort(sort)))

    # ------------------------------------------------------------ connectives and linear arithmetic

    def _not(self, a: Ast) -> Ast:
        return self.keep(z3.Z3_mk_not(self.context, a))

    def _and(self, parts: list[Ast]) -> Ast:
        return self.keep(z3.Z3_mk_and(self.context, len(parts), _array(parts)))

    def _or(self, parts: list[Ast]) -> Ast:
        return self.keep(z3.Z3_mk_or(self.context, len(parts), _array(parts)))

    def _ite(self, condition: Ast, then: Ast, orelse: Ast) -> Ast:
        return self.keep(z3.Z3_mk_ite(self.context, condition, then, orelse))

    def _le(self, a: Ast, b: Ast) -> Ast:
        return self.keep(z3.Z3_mk_le(self.context, a, b))

    def _add(self, *parts: Ast) -> Ast:
        return self.keep(z3.Z3_mk_add(self.context, len(parts), _array(list(parts))))

    def _sub(self, a: Ast, b: Ast) -> Ast:
        return self.keep(z3.Z3_mk_sub(self.context, 2, _array([a, b])))

    def _neg(self, a: Ast) -> Ast:
        return self.keep(z3.Z3_mk_unary_minus(self.context, a))

    def _times(self, factor: int | Fraction, a: Ast, sort: Sort = INT) -> Ast:
        if factor == 1:
            return a
        return self.keep(z3.Z3_mk_mul(self.context, 2, _array([self._number(factor, sort), a])))

    def _linear(self, coefficients: tuple[Any, ...], args: list[Ast], constant: Any, sort: Sort) -> Ast:
        parts = [self._times(factor, a, sort) for factor, a in zip(coefficients, args, strict=True)]
        if constant:
            parts.append(self._number(constant, sort))
        return parts[0] if len(parts) == 1 else self._add(*parts)

    def _against_zero(self, term: Term) -> Ast:
        """The constant goes to the right-hand side, where Z3 wants it."""
        (form,) = term.args
        if form.op == "+":
            coefficients, constant = form.data
            left = self._linear(coefficients, [self._asts[a] for a in form.args], 0, form.sort)
        else:
            left, constant = self._asts[form], 0
        make = {"<=0": z3.Z3_mk_le, "<0": z3.Z3_mk_lt, "=0": z3.Z3_mk_eq}[term.op]
        return self.keep(make(self.context, left, self._number(-constant, form.sort)))

    def _in_ranges(self, a: Ast, ranges: tuple[tuple[int, int], ...]) -> Ast:
        """A balanced tree of comparisons: Z3 then decides few bounds, not one disjunct for each range."""
        if len(ranges) == 1:
            lo, hi = ranges[0]
            if lo == hi:
                return self.keep(z3.Z3_mk_eq(self.context, a, self._number(lo)))
            return self._and([self._le(self._number(lo), a), self._le(a, self._number(hi))])
        middle = len(ranges) // 2
        left = self._le(a, self._number(ranges[middle - 1][1]))
        return self._ite(left, self._in_ranges(a, ranges[:middle]), self._in_ranges(a, ranges[middle:]))

    # ------------------------------------------------------------ division and bits

    def _div(self, a: Ast, b: Ast) -> Ast:
        return self.keep(z3.Z3_mk_div(self.context, a, b))

    def _mod(self, a: Ast, b: Ast) -> Ast:
        return self.keep(z3.Z3_mk_mod(self.context, a, b))

    def _floor_div(self, divisor: Term, a: Ast, b: Ast) -> Ast:
        if is_const(divisor) and divisor.data:
            return self._div(a, b) if divisor.data > 0 else self._div(self._neg(a), self._neg(b))
        positive = self._le(self._one, b)
        return self._ite(positive, self._div(a, b), self._div(self._neg(a), self._neg(b)))

    def _floor_mod(self, divisor: Term, a: Ast, b: Ast) -> Ast:
        if is_const(divisor) and divisor.data > 0:
            return self._mod(a, b)
        mirrored = self._neg(self._mod(self._neg(a), self._neg(b)))
        if is_const(divisor) and divisor.data < 0:
            return mirrored
        return self._ite(self._le(self._one, b), self._mod(a, b), mirrored)

    def _bit_op(self, term: Term, a: Ast, b: Ast) -> Ast:
        mask = term.args[1]
        both = self._and_with(a, mask.data) if is_const(mask) else self._and_of(term, a, b)
        match term.op:
            case "bitand":
                return both
            case "bitor":
                return self._sub(self._add(a, b), both)
            case _:
                return self._sub(self._add(a, b), self._times(2, both))

    def _and_with(self, a: Ast, mask: int) -> Ast:
        """a & mask, run of ones by run of ones; a negative mask keeps all but the bits of its complement."""
        if mask < 0:
            return self._sub(a, self._and_with(a, ~mask)) if ~mask else a
        parts = []
        low = 0
        while mask >> low:
            if not mask >> low & 1:
                low += 1
                continue
            high = low
            while mask >> high & 1:
                high += 1
            shifted = self._div(a, self._number(1 << low)) if low else a
            parts.append(self._times(1 << low, self._mod(shifted, self._number(1 << (high - low)))))
            low = high
        return self._add(*parts) if len(parts) > 1 else parts[0] if parts else self._zero

    def _and_of(self, term: Term, a: Ast, b: Ast) -> Ast:
        if self.width is None:
            result = self._fresh_const(INT)
            facts = self._facts_of_and(a, b, result)
        else:
            result, facts = self._and_by_bits(a, b, self.width)
        self._sides[term] = tuple(facts)
        return result

    def _facts_of_and(self, a: Ast, b: Ast, result: Ast) -> list[Ast]:
        """True of every a, b and a & b."""
        zero, facts = self._zero, []
        negative = [self._not(self._le(zero, x)) for x in (a, b)]
        for x, below in ((a, negative[0]), (b, negative[1])):
            facts.append(self._or([below, self._and([self._le(zero, result), self._le(result, x)])]))
        below_both = [self._le(result, a), self._le(result, b), self._not(self._le(zero, result))]
        facts.append(self._or([*map(self._not, negative), self._and(below_both)]))
        # a + b - (a & b) is a | b, and that is at least both.
        joined = self._sub(self._add(a, b), result)
        facts.append(self._or([*negative, self._and([self._le(a, joined), self._le(b, joined)])]))
        two = self._number(2)
        odd = [self.keep(z3.Z3_mk_eq(self.context, self._mod(x, two), self._one)) for x in (a, b, result)]
        facts.append(self.keep(z3.Z3_mk_iff(self.context, odd[2], self._and(odd[:2]))))
        facts.append(self._or([self._not(self.keep(z3.Z3_mk_eq(self.context, a, b))), self._le(a, result)]))
        return facts

    def _and_by_bits(self, a: Ast, b: Ast, width: int) -> tuple[Ast, list[Ast]]:
        """Both operands as sums of their bits in two's complement, and with them the sum of the common ones."""
        c = self.context
        bits: list[list[Ast]] = []
        facts = []
        for operand in (a, b):
            own = [self._fresh_const(BOOL) for _ in range(width)]
            facts.append(self.keep(z3.Z3_mk_eq(c, operand, self._sum_of_bits(own))))
            bits.append(own)
        common = [self._and([x, y]) for x, y in zip(*bits, strict=True)]
        return self._sum_of_bits(common), facts

    def _sum_of_bits(self, bits: list[Ast]) -> Ast:
        last = len(bits) - 1
        values = [-(1 << i) if i == last else 1 << i for i in range(len(bits))]
        return self._add(*(self._ite(b, self._number(v), self._zero) for b, v in zip(bits, values, strict=True)))

    # ------------------------------------------------------------ doubles

    def _float_op(self, term: Term, args: list[Ast]) -> Ast:
        c = self.context
        op = term.op
        if op in _ROUNDED:
            return self.keep(_ROUNDED[op](c, self._rounding(z3.Z3_mk_fpa_rne), *args))
        if op in _UNROUNDED:
            return self.keep(_UNROUNDED[op](c, *args))
        if op in _INTEGRAL:
            return self.keep(z3.Z3_mk_fpa_round_to_integral(c, self._rounding(_INTEGRAL[op]), args[0]))
        if op == "int_to_float":
            bits = self.keep(z3.Z3_mk_int2bv(c, _INT_WIDTH, args[0]))
            back = self.keep(z3.Z3_mk_bv2int(c, bits, True))
            self._sides[term] = (self.keep(z3.Z3_mk_eq(c, args[0], back)),)
            return self.keep(z3.Z3_mk_fpa_to_fp_signed(c, self._rounding(z3.Z3_mk_fpa_rne), bits, self.sort(FLOAT)))
        assert op == "float_to_int", op
        limit = self.keep(z3.Z3_mk_fpa_numeral_double(c, 2.0 ** (_INT_WIDTH - 2), self.sort(FLOAT)))
        size = self.keep(z3.Z3_mk_fpa_abs(c, args[0]))
        self._sides[term] = (self.keep(z3.Z3_mk_fpa_lt(c, size, limit)),)
        bits = self.keep(z3.Z3_mk_fpa_to_sbv(c, self._rounding(z3.Z3_mk_fpa_rtz), args[0], _INT_WIDTH))
        return self.keep(z3.Z3_mk_bv2int(c, bits, True))

    def _rounding(self, mode: Any) -> Ast:
        """A rounding mode, kept: Z3 frees at once what nobody holds."""
        return self.keep(mode(self.context))

    def _real_float_op(self, term: Term, args: list[Ast]) -> Ast:
        c = self.context
        match term.op:
            case "fadd":
                return self._add(*args)
            case "fsub":
                return self._sub(*args)
            case "fmul":
                return self.keep(z3.Z3_mk_mul(c, 2, _array(args)))
            case "fdiv":
                self._sides[term] = (self._not(self.keep(z3.Z3_mk_eq(c, args[1], self._number(0, REAL)))),)
                return self._div(*args)
            case "fneg":
                return self._neg(args[0])
            case "fabs":
                return self._ite(self._le(self._number(0, REAL), args[0]), args[0], self._neg(args[0]))
            case "fsqrt":
                root = self._fresh_const(REAL)
                square = self.keep(z3.Z3_mk_mul(c, 2, _array([root, root])))
                positive = self._le(self._number(0, REAL), root)
                self._sides[term] = (positive, self.keep(z3.Z3_mk_eq(c, square, args[0])))
                return root
            case "fround":
                half = self._add(args[0], self._number(Fraction(1, 2), REAL))
                return self._real(self._floor(half))
            case "ffloor":
                return self._real(self._floor(args[0]))
            case "fceil":
                return self._real(self._neg(self._floor(self._neg(args[0]))))
            case "ftrunc":
                return self._real(self._truncated(args[0]))
            case "float_to_int":
                return self._truncated(args[0])
            case "int_to_float":
                return self._real(args[0])
            case "flt":
                return self.keep(z3.Z3_mk_lt(c, *args))
            case "fle":
                return self._le(*args)
            case "feq":
                return self.keep(z3.Z3_mk_eq(c, *args))
            case "fisnan" | "fisinf":
                return self.keep(z3.Z3_mk_false(c))
        raise AssertionError(term.op)

    def _real(self, a: Ast) -> Ast:
        return self.keep(z3.Z3_mk_int2real(self.context, a))

    def _floor(self, a: Ast) -> Ast:
        return self.keep(z3.Z3_mk_real2int(self.context, a))

    def _truncated(self, a: Ast) -> Ast:
        positive = self._le(self._number(0, REAL), a)
        return self._ite(positive, self._floor(a), self._neg(self._floor(self._neg(a))))


def _array(asts: list[Ast]) -> Any:
    return (Ast * len(asts))(*asts)


_INT_WIDTH: Final = 66

_ROUNDED: Final = {
    "fadd": z3.Z3_mk_fpa_add,
    "fsub": z3.Z3_mk_fpa_sub,
    "fmul": z3.Z3_mk_fpa_mul,
    "fdiv": z3.Z3_mk_fpa_div,
    "fsqrt": z3.Z3_mk_fpa_sqrt,
}
_UNROUNDED: Final = {
    "fneg": z3.Z3_mk_fpa_neg,
    "fabs": z3.Z3_mk_fpa_abs,
    "flt": z3.Z3_mk_fpa_lt,
    "fle": z3.Z3_mk_fpa_leq,
    "feq": z3.Z3_mk_fpa_eq,
    "fisnan": z3.Z3_mk_fpa_is_nan,
    "fisinf": z3.Z3_mk_fpa_is_infinite,
}
_INTEGRAL: Final = {
    "fround": z3.Z3_mk_fpa_rne,
    "ffloor": z3.Z3_mk_fpa_rtn,
    "fceil": z3.Z3_mk_fpa_rtp,
    "ftrunc": z3.Z3_mk_fpa_rtz,
}
