"""Terms as Z3's own: one Z3 term for each of ours, made once and kept.

An operation is made by the function that the table of operators names, or by an encoding: `z3_integers`, `z3_doubles`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from z3 import z3core as z3
from z3.z3types import Ast

from clew.logic.operators import OPERATORS
from clew.logic.sorts import BOOL, FLOAT
from clew.logic.terms import Term, post_order, trigger
from clew.solver.engines.z3_builder import CannotEncode, Z3Builder, array_of
from clew.solver.engines.z3_doubles import AS_REALS, EXACT, double_constant
from clew.solver.engines.z3_integers import INTEGERS


class Z3Terms(Z3Builder):
    """Encodes terms in one Z3 context."""

    def __init__(
        self, context: Any, width: int | None = None, floats_as_reals: bool = False, held: list[Ast] | None = None
    ) -> None:
        super().__init__(context, width, floats_as_reals, held)
        self._asts: dict[Term, Ast] = {}
        self._assertions: dict[Term, Ast] = {}
        self._literals: list[Ast] = []
        self._applications: dict[Term, tuple[Term, ...]] = {}
        self._encodings: dict[str, Callable[[Term, list[Ast]], Ast]] = {
            "const": self._constant,
            "var": lambda term, args: self.constant(term.data, term.sort),
            "bound": lambda term, args: self.bound(term.data),
            "all": self._quantifier,
            "apply": self._application,
            "+": lambda term, args: self.linear(term.data[0], args, term.data[1], term.sort),
            "<=0": lambda term, args: self._against_zero("le", term.args[0]),
            "<0": lambda term, args: self._against_zero("lt", term.args[0]),
            "=0": lambda term, args: self._against_zero("eq", term.args[0]),
            "const_array": lambda term, args: self.made("const_array", self.sort(term.sort.arguments[0]), *args),
        }
        for op, encode in {**INTEGERS, **(AS_REALS if floats_as_reals else EXACT)}.items():
            self._encodings[op] = partial(encode, self)

    def assertion(self, term: Term) -> Ast:
        """The term with the side conditions of what is inside it, to be asserted at the top level."""
        ast = self._assertions.get(term)
        if ast is None:
            ast = self.term(term)
            nodes = post_order(term) if self.sides else ()
            if sides := [side for node in nodes if node in self.sides for side in self.sides[node]]:
                ast = self.and_(ast, *sides)
            self._assertions[term] = ast
        return ast

    def term(self, term: Term) -> Ast:
        known = self._asts.get(term)
        if known is None:
            for node in post_order(term, known=self._asts):
                encode = self._encodings.get(node.op) or self._encoding(node.op)
                self._asts[node] = encode(node, [self._asts[a] for a in node.args])
            known = self._asts[term]
        return known

    def _encoding(self, op: str) -> Callable[[Term, list[Ast]], Ast]:
        """As the table of operators says."""
        operator = OPERATORS[op]
        if not operator.z3 or (self.floats_as_reals and FLOAT in (operator.gives, *operator.takes)):
            raise CannotEncode(op)
        make = self.maker(operator.z3)
        self._encodings[op] = lambda term, args: make(args)
        return self._encodings[op]

    def literal(self, index: int) -> Ast:
        """The index-th assumption literal."""
        while len(self._literals) <= index:
            self._literals.append(self.fresh(BOOL))
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

    # ------------------------------------------------------------ what the table does not say

    def _constant(self, term: Term, args: list[Ast]) -> Ast:
        if term.sort is BOOL:
            return self.made("true" if term.data else "false")
        return double_constant(self, term) if term.sort is FLOAT else self.number(term.data, term.sort)

    def _application(self, term: Term, args: list[Ast]) -> Ast:
        return self.keep(z3.Z3_mk_app(self.context, self.function_of(term), len(args), array_of(args)))

    def _quantifier(self, term: Term, args: list[Ast]) -> Ast:
        """The variable is the constant that stands for it in the body."""
        low, high, body = args
        variable = self.bound(term.data)
        inside = self.and_(self.le(low, variable), self.made("lt", variable, high))
        pattern = trigger(term)
        return self.forall(variable, self.implies(inside, body), None if pattern is None else self._asts[pattern])

    def _against_zero(self, relation: str, form: Term) -> Ast:
        """The constant goes to the right-hand side, where Z3 wants it."""
        left, constant = self._asts[form], 0
        if form.op == "+":
            coefficients, constant = form.data
            left = self.linear(coefficients, [self._asts[a] for a in form.args], 0, form.sort)
        return self.made(relation, left, self.number(-constant, form.sort))
