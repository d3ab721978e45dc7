"""Terms of Z3, made through its C-level API: what the encodings are written with.

Nothing is ever released, as our terms are not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from z3 import z3core as z3
from z3.z3types import Ast, Pattern

from clew.logic.numerals import fraction_text
from clew.logic.sorts import BOOL, FLOAT, INT, REAL, Sort
from clew.logic.terms import Term, variables


class CannotEncode(Exception):
    """This encoding has no term for the operation (an infinity among the reals)."""


class Z3Builder:
    """Makes Z3's terms in one context.

    width: bits that operands of bit operations are cut to; floats_as_reals: doubles are real numbers.  held: all that
    is kept, to be let go by whoever ends the context: what it still finds then costs it 20 times as long.
    """

    def __init__(
        self, context: Any, width: int | None = None, floats_as_reals: bool = False, held: list[Ast] | None = None
    ) -> None:
        self.context = context
        self.held: list[Ast] = [] if held is None else held
        self.width = width
        self.floats_as_reals = floats_as_reals
        self.sides: dict[Term, tuple[Ast, ...]] = {}
        self._sorts: dict[Sort, Any] = {}
        self._functions: dict[tuple[str, tuple[Sort, ...], Sort], Any] = {}
        self._fresh = 0
        self.zero = self.number(0)
        self.one = self.number(1)

    def keep(self, ast: Ast) -> Ast:
        """Z3 frees at once what nobody holds."""
        z3.Z3_inc_ref(self.context, ast)
        self.held.append(ast)
        return ast

    def aside(self, term: Term, *facts: Ast) -> None:
        """What has to be asserted wherever the term is: at the top level, where no variable is bound."""
        if any(leaf.op == "bound" for leaf in variables(term)):
            raise CannotEncode(term.op)
        self.sides[term] = facts

    # ------------------------------------------------------------ sorts, symbols, leaves

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
            self.keep(z3.Z3_sort_to_ast(c, known))
            self._sorts[sort] = known
        return known

    def constant(self, name: str, sort: Sort) -> Ast:
        return self.keep(z3.Z3_mk_const(self.context, self._symbol(name), self.sort(sort)))

    def bound(self, number: int) -> Ast:
        """A constant that a quantifier binds; its symbol is a number, so that no name is the same."""
        return self.keep(z3.Z3_mk_const(self.context, z3.Z3_mk_int_symbol(self.context, number), self.sort(INT)))

    def forall(self, variable: Ast, body: Ast, pattern: Ast | None) -> Ast:
        """For all values of the constant."""
        c = self.context
        patterns = (Pattern * bool(pattern))()
        if pattern is not None:
            patterns[0] = z3.Z3_mk_pattern(c, 1, array_of([pattern]))
        return self.keep(z3.Z3_mk_forall_const(c, 0, 1, array_of([variable]), len(patterns), patterns, body))

    def fresh(self, sort: Sort) -> Ast:
        self._fresh += 1
        return self.constant(f"!{self._fresh}", sort)

    def number(self, value: int | Fraction, sort: Sort = INT) -> Ast:
        # The text of a Fraction, `n/d`, is what Z3 reads.
        return self.keep(z3.Z3_mk_numeral(self.context, fraction_text(Fraction(value)), self.sort(sort)))

    def real(self, value: int | Fraction) -> Ast:
        return self.number(value, REAL)

    def _symbol(self, name: str) -> Any:
        return z3.Z3_mk_string_symbol(self.context, name)

    def function(self, name: str, sorts: tuple[Sort, ...], result: Sort) -> Any:
        """The declaration of an uninterpreted function."""
        key = (name, sorts, result)
        if key not in self._functions:
            c = self.context
            domain = (z3.Sort * len(sorts))(*(self.sort(s) for s in sorts))
            function = z3.Z3_mk_func_decl(c, self._symbol(name), len(sorts), domain, self.sort(result))
            self.keep(z3.Z3_func_decl_to_ast(c, function))
            self._functions[key] = function
        return self._functions[key]

    def function_of(self, term: Term) -> Any:
        """The declaration of an `apply` term's function."""
        return self.function(term.data, tuple(a.sort for a in term.args), term.sort)

    # ------------------------------------------------------------ the functions of the API

    def made(self, name: str, *args: Ast) -> Ast:
        """By a function `Z3_mk_…` on single arguments."""
        return self.keep(getattr(z3, f"Z3_mk_{name}")(self.context, *args))

    def made_of_all(self, name: str, args: Sequence[Ast]) -> Ast:
        """By a function `Z3_mk_…` on an array."""
        return self.keep(getattr(z3, f"Z3_mk_{name}")(self.context, len(args), array_of(args)))

    def maker(self, words: str) -> Callable[[Sequence[Ast]], Ast]:
        """What an entry of the table of operators names."""
        name, _, mode = words.partition(" ")
        if name.endswith("[]"):
            return lambda args: self.made_of_all(name[:-2], args)
        if mode:
            rounding = self.made(f"fpa_{mode}")
            return lambda args: self.made(name, rounding, *args)
        return lambda args: self.made(name, *args)

    def not_(self, a: Ast) -> Ast:
        return self.made("not", a)

    def and_(self, *parts: Ast) -> Ast:
        return self.made_of_all("and", parts)

    def or_(self, *parts: Ast) -> Ast:
        return self.made_of_all("or", parts)

    def implies(self, a: Ast, b: Ast) -> Ast:
        return self.made("implies", a, b)

    def ite(self, condition: Ast, then: Ast, orelse: Ast) -> Ast:
        return self.made("ite", condition, then, orelse)

    def eq(self, a: Ast, b: Ast) -> Ast:
        return self.made("eq", a, b)

    def le(self, a: Ast, b: Ast) -> Ast:
        return self.made("le", a, b)

    def add(self, *parts: Ast) -> Ast:
        return self.made_of_all("add", parts)

    def sub(self, *parts: Ast) -> Ast:
        return self.made_of_all("sub", parts)

    def mul(self, *parts: Ast) -> Ast:
        return self.made_of_all("mul", parts)

    def neg(self, a: Ast) -> Ast:
        return self.made("unary_minus", a)

    def div(self, a: Ast, b: Ast) -> Ast:
        return self.made("div", a, b)

    def mod(self, a: Ast, b: Ast) -> Ast:
        return self.made("mod", a, b)

    def times(self, factor: int | Fraction, a: Ast, sort: Sort = INT) -> Ast:
        return a if factor == 1 else self.mul(self.number(factor, sort), a)

    def linear(self, coefficients: tuple[Any, ...], args: Sequence[Ast], constant: Any, sort: Sort) -> Ast:
        parts = [self.times(factor, a, sort) for factor, a in zip(coefficients, args, strict=True)]
        if constant:
            parts.append(self.number(constant, sort))
        return parts[0] if len(parts) == 1 else self.add(*parts)


def array_of(asts: Sequence[Ast]) -> Any:
    return (Ast * len(asts))(*asts)
