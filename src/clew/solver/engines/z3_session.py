"""A growing set of clauses over numbered propositions, solved again and again under assumptions (Z3's core, no
theories).

Literals are written as in DIMACS: proposition i ≥ 1 as `i`, its negation as `-i`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from z3 import z3core as z3
from z3.z3consts import Z3_L_FALSE, Z3_L_TRUE
from z3.z3types import Ast


class PropositionalSession:
    """solve gives a test of truth in a model, or the assumptions that cannot all be made."""

    def __init__(self, count: int, seed: int = 0) -> None:
        config = z3.Z3_mk_config()
        self._context = c = z3.Z3_mk_context_rc(config)
        z3.Z3_del_config(config)
        self._handler = z3.Z3_set_error_handler(c, lambda context, code: None)
        self._solver = z3.Z3_mk_solver_for_logic(c, z3.Z3_mk_string_symbol(c, "QF_FD"))
        z3.Z3_solver_inc_ref(c, self._solver)
        parameters = z3.Z3_mk_params(c)
        z3.Z3_params_inc_ref(c, parameters)
        z3.Z3_params_set_uint(c, parameters, z3.Z3_mk_string_symbol(c, "random_seed"), seed)
        z3.Z3_solver_set_params(c, self._solver, parameters)
        z3.Z3_params_dec_ref(c, parameters)
        boolean = z3.Z3_mk_bool_sort(c)
        self._literals: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        for number in range(1, count + 1):
            positive = z3.Z3_mk_const(c, z3.Z3_mk_int_symbol(c, number), boolean)
            z3.Z3_inc_ref(c, positive)
            negative = z3.Z3_mk_not(c, positive)
            z3.Z3_inc_ref(c, negative)
            for literal, ast in ((number, positive), (-number, negative)):
                self._literals[literal] = ast
                self._numbers[z3.Z3_get_ast_id(c, ast)] = literal
        self.count = count
        self._truth = (z3.Z3_mk_false(c), z3.Z3_mk_true(c))
        for value in self._truth:
            z3.Z3_inc_ref(c, value)
        self.checks = 0

    def clause(self, literals: Iterable[int]) -> None:
        """At least one of the literals is true."""
        c = self._context
        asts = [self._literals[literal] for literal in literals]
        ast = asts[0] if len(asts) == 1 else z3.Z3_mk_or(c, len(asts), (Ast * len(asts))(*asts))
        z3.Z3_solver_assert(c, self._solver, ast)

    def prefer(self, true: Container[int]) -> None:
        """Where a choice is free the next solution makes these propositions true and all others false."""
        c = self._context
        for number in range(1, self.count + 1):
            z3.Z3_solver_set_initial_value(c, self._solver, self._literals[number], self._truth[number in true])

    def solve(self, assumptions: Sequence[int]) -> Callable[[int], bool] | frozenset[int]:
        """The test reads the model of this call and is spent with the next one."""
        c = self._context
        assumed = (Ast * len(assumptions))(*(self._literals[a] for a in assumptions))
        self.checks += 1
        answer = z3.Z3_solver_check_assumptions(c, self._solver, len(assumptions), assumed)
        if answer == Z3_L_FALSE:
            vector = z3.Z3_solver_get_unsat_core(c, self._solver)
            z3.Z3_ast_vector_inc_ref(c, vector)
            size = z3.Z3_ast_vector_size(c, vector)
            core = [self._numbers[z3.Z3_get_ast_id(c, z3.Z3_ast_vector_get(c, vector, i))] for i in range(size)]
            z3.Z3_ast_vector_dec_ref(c, vector)
            return frozenset(core)
        assert answer == Z3_L_TRUE, "clauses without theories are always decided"
        model = z3.Z3_solver_get_model(c, self._solver)
        z3.Z3_model_inc_ref(c, model)
        out = (Ast * 1)()

        def holds(number: int) -> bool:
            z3.Z3_model_eval(c, model, self._literals[number], True, out)
            return bool(z3.Z3_get_bool_value(c, out[0]) == Z3_L_TRUE)

        return holds

    def __del__(self) -> None:
        z3.Z3_solver_dec_ref(self._context, self._solver)
        for ast in (*self._literals.values(), *self._truth):  # what it still finds costs the context much more
            z3.Z3_dec_ref(self._context, ast)
        z3.Z3_del_context(self._context)
