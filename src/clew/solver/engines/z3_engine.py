"""Z3, in process, through its C-level API.

The engine keeps one Z3 solver for each way of encoding and its stack of assertions in it: a query first pops to the
common prefix with the one before it, so that a depth-first search pays for one assertion a step.  Work is limited in
Z3's own units (`rlimit`), so an answer does not depend on how busy the machine is.

A query goes through the encodings that fit it, cheapest first, until one settles it (`_plan`).  A model counts only
when our own evaluator agrees with it; an unsat only as much as the encoding is worth.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from typing import Any, Final

from z3 import z3core as z3
from z3.z3consts import Z3_APP_AST, Z3_L_FALSE, Z3_L_TRUE, Z3_NUMERAL_AST
from z3.z3types import Ast, Model, Z3Exception

from clew.logic.evaluate import ArrayValue, Value, all_hold, default_of
from clew.logic.numerals import fraction_in
from clew.logic.operators import OPERATORS
from clew.logic.sorts import BOOL, FLOAT, INT, REAL, Sort
from clew.logic.terms import FALSE, Term, by_id, is_const, post_order, variables
from clew.logic.values import double_of, key_of
from clew.records import dataclass
from clew.solver.engines.z3_builder import CannotEncode
from clew.solver.engines.z3_terms import Z3Terms
from clew.solver.protocol import Answer, GaveUp, Query, Sat, Unsat


@dataclass(frozen=True, slots=True)
class Z3Limits:
    """steps: Z3's resource units for one query; milliseconds: the safety net by the clock, 0 for none."""

    steps: int = 500_000
    milliseconds: int = 0
    seed: int = 0


class Mode(Enum):
    """GROUND: without quantifiers.  DOUBLES: the same, solved afresh each time, as a SAT problem.

    PATTERNS: quantifiers by E-matching only, which refutes fast and never says sat (Detlefs, Nelson and Saxe 2005).
    MODELS: by model-based instantiation as well (Ge and de Moura 2009).
    """

    GROUND, DOUBLES, PATTERNS, MODELS = range(4)


@dataclass(frozen=True, slots=True)
class Way:
    """How a query is encoded and asked.  exact: unsat is a proof; width: of bit operations; reals: doubles as reals."""

    exact: bool = True
    width: int | None = None
    reals: bool = False
    mode: Mode = Mode.GROUND


class Z3Engine:
    """One Z3 context.  Not for use by several threads."""

    name: Final = "z3"

    def __init__(self, limits: Z3Limits | None = None) -> None:
        self.limits = limits or Z3Limits()
        self._stacks: dict[tuple[int | None, bool, Mode], _Stack] = {}
        self._special: dict[Term, frozenset[str]] = {}
        self.checks = 0
        config = z3.Z3_mk_config()
        self._context = z3.Z3_mk_context_rc(config)
        z3.Z3_del_config(config)
        # Without a handler of ours an error ends the process; z3core turns the error code into an exception.
        self._handler = z3.Z3_set_error_handler(self._context, lambda context, code: None)
        self._held: list[Ast] = []
        weakref.finalize(self, _end, self._context, self._held)

    def solve(self, query: Query) -> Answer:
        reason = "incomplete"
        for way in _plan(self._special_of(query.assertions)):
            stack = self._stack(way)
            try:
                result = stack.check(query.assertions)
                # Where instances of quantifiers show no contradiction there is a candidate for a model.
                candidate = result is None or (way.mode is Mode.PATTERNS and result not in ("unsat", *_OUT_OF_WORK))
                model = stack.model(query.assertions) if candidate else None
            except CannotEncode:
                continue
            except Z3Exception as error:
                stack.reset()
                words = error.value
                reason = words.decode() if isinstance(words, bytes) else str(words)
                continue
            self.checks += 1
            if model is not None and holds(query.assertions, model):
                return Sat(model)
            if result == "unsat" and way.exact:
                core = stack.core(query.assertions) if query.wants_core else tuple(range(len(query.assertions)))
                return Unsat(core)
            reason = result or "the model does not hold when evaluated"
        if reason == "unsat":
            return Unsat(tuple(range(len(query.assertions))), exact=False)
        return GaveUp(reason)

    def steps(self) -> int:
        """The resource units used so far, in all."""
        return max((s.steps() for s in self._stacks.values()), default=0)

    def _stack(self, way: Way) -> _Stack:
        key = (way.width, way.reals, way.mode)
        if key not in self._stacks:
            terms = Z3Terms(self._context, way.width, way.reals, self._held)
            self._stacks[key] = _Stack(self._context, terms, self.limits, way.mode)
        return self._stacks[key]

    def _special_of(self, assertions: tuple[Term, ...]) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        for assertion in assertions:
            special = self._special.get(assertion)
            if special is None:
                special = frozenset(kind for node in post_order(assertion) if (kind := _kind(node)))
                self._special[assertion] = special
            if special:
                found |= special
        return found


def _end(context: Any, held: Sequence[Ast]) -> None:
    for ast in held:
        z3.Z3_dec_ref(context, ast)
    z3.Z3_del_context(context)


class Z3Session:
    """A conjunction that only grows, asked again and again, without scopes; values of the `wanted` variables only.

    Nobody evaluates the conjunction under a model again: that grows as fast as the conjunction does.  The caller has
    something better to check, such as an execution.
    """

    def __init__(self, limits: Z3Limits, wanted: Iterable[Term]) -> None:
        self._engine = Z3Engine(limits)
        self._stack = self._engine._stack(Way())
        for variable in wanted:
            self._stack.watch(variable)

    def add(self, assertion: Term) -> None:
        self._stack.keep(assertion)

    def solve(self) -> Answer:
        result = self._stack.check(())
        if result == "unsat":
            return Unsat(())
        model = None if result else self._stack.model(())
        return GaveUp(result or "a value cannot be read") if model is None else Sat(model)


class Z3Assuming:
    """Statements, numbered as they come, some of which are assumed for each question; what was learned stays.

    The values of the `wanted` variables only; whoever asks checks them.
    """

    def __init__(self, limits: Z3Limits, wanted: Iterable[Term], always: Iterable[Term]) -> None:
        """always: what is assumed for every question."""
        self._engine = Z3Engine(limits)
        self._stack = self._engine._stack(Way())
        self._count = 0
        for variable in wanted:
            self._stack.watch(variable)
        for statement in always:
            self._stack.keep(statement)

    def add(self, statement: Term) -> int:
        self._stack.keep_under(self._count, statement)
        self._count += 1
        return self._count - 1

    def drop(self, number: int) -> None:
        """Nobody will assume it again."""
        self._stack.keep_under(number, FALSE)

    def solve(self, assumed: Sequence[int]) -> Answer:
        """A contradiction is of some of those assumed, by their places."""
        result = self._stack.check_under(assumed)
        if not isinstance(result, str | None):
            return Unsat(result)
        model = None if result else self._stack.model(())
        return GaveUp(result or "a value cannot be read") if model is None else Sat(model)


def _kind(node: Term) -> str:
    """What is special about a node: `bits`, `float`, `conversion`, `quantifier` or nothing."""
    operator = OPERATORS.get(node.op)
    if operator is not None and FLOAT in (operator.gives, *operator.takes):
        return "conversion" if INT in (operator.gives, *operator.takes) else "float"
    if node.op in ("bitand", "bitor", "bitxor"):
        return "" if is_const(node.args[1]) else "bits"
    if node.op == "all":
        return "quantifier"
    return "float" if node.sort is FLOAT else ""


def _plan(special: frozenset[str]) -> Iterator[Way]:
    """The ways to try, in order."""
    if "quantifier" in special:
        ways = list(_plan(special - {"quantifier"}))
        yield from (replace(way, mode=mode) for mode in (Mode.PATTERNS, Mode.MODELS) for way in ways)
        return
    bits, floats, exact = "bits" in special, bool(special & _FLOATS), "conversion" not in special
    mode = Mode.DOUBLES if floats else Mode.GROUND
    if floats:
        yield Way(False, 16 if bits else None, True)
    if exact:
        yield Way(mode=mode)
    if bits:
        yield Way(False, 16, mode=mode)
        yield Way(False, 64, mode=mode)
    elif not exact:
        yield Way(False, mode=mode)


_FLOATS: Final = frozenset({"float", "conversion"})
_OUT_OF_WORK: Final = ("budget", "timeout")


def holds(assertions: tuple[Term, ...], model: dict[str, Value]) -> bool:
    """Do all assertions evaluate to true?"""
    return all_hold(assertions, model)


class _Stack:
    """A Z3 solver and what is asserted in it, one scope for each assertion.

    With doubles every query is asserted from the start, without scopes; Z3 then simplifies the whole and turns doubles
    into a SAT problem, several times faster than its incremental core does.
    """

    def __init__(self, context: Any, terms: Z3Terms, limits: Z3Limits, mode: Mode) -> None:
        self._context = context
        self._terms = terms
        self._limits = limits
        self._asserted: list[Term] = []
        # The variables of the asserted terms in the order they came, and how many there were below each assertion.
        self._variables: dict[Term, Ast] = {}
        self._below: list[int] = []
        self._out = (Ast * 1)()
        self._int64 = ctypes.c_int64()
        self._mode = mode
        self._afresh = mode is Mode.DOUBLES
        self._solver = self._made()

    def _made(self) -> Any:
        """A new Z3 solver with our limits."""
        context = self._context
        solver = z3.Z3_mk_solver(context) if self._afresh else z3.Z3_mk_simple_solver(context)
        z3.Z3_solver_inc_ref(context, solver)
        self._limit(self._limits.steps, solver)
        return solver

    def _limit(self, steps: int, solver: Any = None) -> None:
        """What the next checks may cost."""
        context, limits, solver = self._context, self._limits, solver or self._solver
        parameters = z3.Z3_mk_params(context)
        z3.Z3_params_inc_ref(context, parameters)
        self._set(parameters, "rlimit", steps * (_DOUBLES_COST if self._afresh else 1))
        self._set(parameters, "random_seed", limits.seed)
        if limits.milliseconds:
            self._set(parameters, "timeout", limits.milliseconds)
        self._switch(parameters, "ctrl_c", False)
        if self._mode in (Mode.PATTERNS, Mode.MODELS):
            self._switch(parameters, "auto_config", False)
            self._switch(parameters, "mbqi", self._mode is Mode.MODELS)
        z3.Z3_solver_set_params(context, solver, parameters)
        z3.Z3_params_dec_ref(context, parameters)

    def _set(self, parameters: Any, name: str, value: int) -> None:
        z3.Z3_params_set_uint(self._context, parameters, z3.Z3_mk_string_symbol(self._context, name), value)

    def _switch(self, parameters: Any, name: str, value: bool) -> None:
        z3.Z3_params_set_bool(self._context, parameters, z3.Z3_mk_string_symbol(self._context, name), value)

    def check(self, assertions: tuple[Term, ...]) -> str | None:
        """None for sat, `unsat`, or the reason for giving up."""
        if self._afresh:
            self.reset()
        common = 0
        for old, new in zip(self._asserted, assertions, strict=False):
            if old is not new:
                break
            common += 1
        self._pop(common)
        c, solver = self._context, self._solver
        for term in assertions[common:]:
            ast = self._terms.assertion(term)
            if not self._afresh:
                z3.Z3_solver_push(c, solver)
            z3.Z3_solver_assert(c, solver, ast)
            self._asserted.append(term)
            self._below.append(len(self._variables))
            self._enter(term)
        return self._said(z3.Z3_solver_check(c, solver))

    def watch(self, variable: Term) -> None:
        """Models tell its value, whatever is asserted."""
        self._variables[variable] = self._terms.term(variable)

    def keep(self, assertion: Term) -> None:
        """Assert it below all scopes, without looking for variables in it."""
        assert not self._asserted, "scopes are above what is kept"
        z3.Z3_solver_assert(self._context, self._solver, self._terms.assertion(assertion))

    def keep_under(self, literal: int, statement: Term) -> None:
        """Assert it below all scopes, for whoever assumes the literal of that number."""
        ast = self._terms.implied(self._terms.literal(literal), self._terms.assertion(statement))
        z3.Z3_solver_assert(self._context, self._solver, ast)

    def check_under(self, literals: Sequence[int]) -> tuple[int, ...] | str | None:
        """As `check`; for unsat the places of assumed literals that contradict each other."""
        c, solver, asts = self._context, self._solver, [self._terms.literal(each) for each in literals]
        said = self._said(z3.Z3_solver_check_assumptions(c, solver, len(asts), (Ast * len(asts))(*asts)))
        if said != "unsat":
            return said
        ids = _core(c, solver)
        return tuple(i for i, ast in enumerate(asts) if z3.Z3_get_ast_id(c, ast) in ids)

    def _said(self, answer: int) -> str | None:
        if answer == Z3_L_TRUE:
            return None
        if answer == Z3_L_FALSE:
            return "unsat"
        reason = z3.Z3_solver_get_reason_unknown(self._context, self._solver)
        if "resource" in reason or "canceled" in reason or "max" in reason:
            return "timeout" if "timeout" in reason else "budget"
        return "timeout" if "timeout" in reason else reason.removeprefix("(").removesuffix(")") or "incomplete"

    def _enter(self, assertion: Term) -> None:
        known = self._variables
        fresh = [v for v in variables(assertion) if v not in known and v.op == "var"]
        for variable in sorted(fresh, key=by_id):
            known[variable] = self._terms.term(variable)

    def _pop(self, count: int) -> None:
        extra = len(self._asserted) - count
        if extra:
            z3.Z3_solver_pop(self._context, self._solver, extra)
            for _ in range(len(self._variables) - self._below[count]):
                self._variables.popitem()
            del self._asserted[count:]
            del self._below[count:]

    def reset(self) -> None:
        if self._afresh:
            z3.Z3_solver_dec_ref(self._context, self._solver)
            self._solver = self._made()
        else:
            z3.Z3_solver_reset(self._context, self._solver)
        self._asserted.clear()
        self._below.clear()
        self._variables.clear()

    def core(self, assertions: tuple[Term, ...]) -> tuple[int, ...]:
        """Which assertions contradict each other: Z3's core, then each left out that is not needed (deletion filter).

        The stack is known to be unsatisfiable; where Z3 cannot say so again within the limit the last good set stands.
        Leaving out goes on until it has cost as much as finding the core did, or next to nothing.
        """
        if self._afresh:
            self.reset()
        self._pop(0)
        c, solver = self._context, self._solver
        z3.Z3_solver_push(c, solver)
        for index, term in enumerate(assertions):
            self.keep_under(index, term)
        began = self.steps()
        core = self._core_of(range(len(assertions)))
        if core is None:
            core = tuple(range(len(assertions)))
        elif len(core) <= _MINIMISED:
            self._limit(self._limits.steps // _MINIMISED)
            found = self.steps()
            for index in core:
                if self.steps() - found > max(found - began, _CHEAP):
                    break
                smaller = self._core_of([i for i in core if i != index])
                if smaller is not None:
                    core = smaller
            self._limit(self._limits.steps)
        z3.Z3_solver_pop(c, solver, 1)
        return core

    def _core_of(self, indices: Sequence[int]) -> tuple[int, ...] | None:
        found = self.check_under(indices)
        return tuple(indices[i] for i in found) if isinstance(found, tuple) else None

    def steps(self) -> int:
        statistics = z3.Z3_solver_get_statistics(self._context, self._solver)
        z3.Z3_stats_inc_ref(self._context, statistics)
        found = 0
        for i in range(z3.Z3_stats_size(self._context, statistics)):
            if z3.Z3_stats_get_key(self._context, statistics, i) == "rlimit count":
                found = z3.Z3_stats_get_uint_value(self._context, statistics, i)
        z3.Z3_stats_dec_ref(self._context, statistics)
        return found

    # ------------------------------------------------------------ models

    def model(self, assertions: tuple[Term, ...]) -> dict[str, Value] | None:
        """The values of the query's variables; None where one has no value that can be read."""
        c = self._context
        model = z3.Z3_solver_get_model(c, self._solver)
        z3.Z3_model_inc_ref(c, model)
        try:
            values: dict[str, Value] = {}
            for variable, ast in self._variables.items():
                small = self._small(model, ast, variable.sort)
                values[variable.data] = self._value(model, ast, variable.sort) if small is None else small
            for assertion in assertions:
                for term in self._terms.applications(assertion):
                    if term.data not in values:
                        values[term.data] = self._function(model, term)
            return values
        except _Unreadable:
            return None
        finally:
            z3.Z3_model_dec_ref(c, model)

    def _small(self, model: Model, ast: Ast, sort: Sort) -> int | None:
        """A bool or an integer of 64 bits; past z3core, which would ask for an error code after each call."""
        c, number = self._context, self._int64
        if (sort is INT or sort is BOOL) and _MODEL_EVAL(c, model, ast, True, self._out):
            if sort is BOOL:
                return bool(_BOOL_VALUE(c, self._out[0]) == Z3_L_TRUE)
            if _NUMERAL(c, self._out[0], ctypes.byref(number)):
                return number.value
        return None

    def _value(self, model: Model, ast: Ast, sort: Sort) -> Value:
        c = self._context
        out = (Ast * 1)()
        if not z3.Z3_model_eval(c, model, ast, True, out):
            raise _Unreadable
        value = Ast(out[0]) if not isinstance(out[0], Ast) else out[0]
        z3.Z3_inc_ref(c, value)
        try:
            return self._read(value, sort)
        finally:
            z3.Z3_dec_ref(c, value)

    def _read(self, value: Ast, sort: Sort) -> Value:
        c = self._context
        if sort is BOOL:
            return bool(z3.Z3_get_bool_value(c, value) == Z3_L_TRUE)
        if sort is INT or sort is REAL:
            number = self._number(value)
            return int(number) if sort is INT else number
        if sort is FLOAT:
            return double_of(self._number(value)) if self._terms.floats_as_reals else self._double(value)
        return self._array(value, sort)

    def _number(self, value: Ast) -> Fraction:
        c = self._context
        if z3.Z3_get_ast_kind(c, value) == Z3_NUMERAL_AST:
            return fraction_in(z3.Z3_get_numeral_string(c, value))
        if z3.Z3_is_algebraic_number(c, value):
            # An irrational root: near enough, since the evaluator decides.
            return Fraction(z3.Z3_get_numeral_decimal_string(c, value, 30).rstrip("?"))
        raise _Unreadable

    def _double(self, value: Ast) -> float:
        c = self._context
        if not z3.Z3_is_app(c, value):
            raise _Unreadable
        if z3.Z3_fpa_is_numeral_nan(c, value):
            return float("nan")
        if not (z3.Z3_get_ast_kind(c, value) == Z3_NUMERAL_AST or z3.Z3_get_ast_kind(c, value) == Z3_APP_AST):
            raise _Unreadable
        sign = -1.0 if z3.Z3_fpa_is_numeral_negative(c, value) else 1.0
        if z3.Z3_fpa_is_numeral_inf(c, value):
            return sign * float("inf")
        if z3.Z3_fpa_is_numeral_zero(c, value):
            return sign * 0.0
        significand = ctypes.c_ulonglong()
        exponent = ctypes.c_longlong()
        if not z3.Z3_fpa_get_numeral_significand_uint64(c, value, ctypes.byref(significand)):
            raise _Unreadable
        if not z3.Z3_fpa_get_numeral_exponent_int64(c, value, ctypes.byref(exponent), False):
            raise _Unreadable
        hidden = 0 if z3.Z3_fpa_is_numeral_subnormal(c, value) else 1 << 52
        number = Fraction(significand.value | hidden, 1 << 52) * Fraction(2) ** exponent.value
        return sign * double_of(number)

    def _array(self, value: Ast, sort: Sort) -> ArrayValue:
        """A nest of stores around a constant array."""
        c = self._context
        index_sort, element_sort = sort.arguments
        entries: dict[Any, Value] = {}
        while True:
            declaration = z3.Z3_get_app_decl(c, z3.Z3_to_app(c, value))
            arity = z3.Z3_get_app_num_args(c, z3.Z3_to_app(c, value))
            parts = [z3.Z3_get_app_arg(c, z3.Z3_to_app(c, value), i) for i in range(arity)]
            name = z3.Z3_get_symbol_string(c, z3.Z3_get_decl_name(c, declaration))
            if name == "const":
                return ArrayValue(self._read(parts[0], element_sort), entries)
            if name != "store":
                raise _Unreadable
            entries.setdefault(key_of(self._read(parts[1], index_sort)), self._read(parts[2], element_sort))
            value = parts[0]

    def _function(self, model: Model, term: Term) -> ArrayValue:
        """The table of an uninterpreted function."""
        c = self._context
        declaration = self._terms.function_of(term)
        if not z3.Z3_model_has_interp(c, model, declaration):
            return ArrayValue(default_of(term.sort))
        table = z3.Z3_model_get_func_interp(c, model, declaration)
        z3.Z3_func_interp_inc_ref(c, table)
        entries: dict[Any, Value] = {}
        for i in range(z3.Z3_func_interp_get_num_entries(c, table)):
            entry = z3.Z3_func_interp_get_entry(c, table, i)
            z3.Z3_func_entry_inc_ref(c, entry)
            key = tuple(
                key_of(self._value(model, z3.Z3_func_entry_get_arg(c, entry, j), a.sort))
                for j, a in enumerate(term.args)
            )
            entries[key] = self._value(model, z3.Z3_func_entry_get_value(c, entry), term.sort)
            z3.Z3_func_entry_dec_ref(c, entry)
        default = self._value(model, z3.Z3_func_interp_get_else(c, table), term.sort)
        z3.Z3_func_interp_dec_ref(c, table)
        return ArrayValue(default, entries)


def _core(context: Any, solver: Any) -> set[int]:
    """The ids of the assumptions in the last contradiction."""
    c, vector = context, z3.Z3_solver_get_unsat_core(context, solver)
    z3.Z3_ast_vector_inc_ref(c, vector)
    ids = {z3.Z3_get_ast_id(c, z3.Z3_ast_vector_get(c, vector, i)) for i in range(z3.Z3_ast_vector_size(c, vector))}
    z3.Z3_ast_vector_dec_ref(c, vector)
    return ids


class _Unreadable(Exception):
    """A value in a model that is not a plain constant."""


_MINIMISED: Final = 20
_CHEAP: Final = 20_000  # steps for making a core smaller, however little it took to find it

# A step of the SAT problem that doubles become is counted as one, and is far cheaper than one of arithmetic.
_DOUBLES_COST: Final = 2

# The C functions themselves, as z3core keeps them for its wrappers.
_MODEL_EVAL: Final = z3.Z3_model_eval.__defaults__[0].f
_BOOL_VALUE: Final = z3.Z3_get_bool_value.__defaults__[0].f
_NUMERAL: Final = z3.Z3_get_numeral_int64.__defaults__[0].f
