"""Layers around an engine: each wraps another solver and has the same one method.

Remembering   answers from what is already known: an old model that satisfies the query too, a known contradiction
              among its assertions (KLEE's counterexample cache; Cadar, Dunbar, Engler 2008)
Parted        solves the parts of a query that share no variable each on its own, and joins their models
Plain         moves the values of a model toward small and plain ones, as long as every assertion holds
Ground        keeps queries with quantifiers away from layers that only evaluate, or know arithmetic
Counted       counts

What sees every question and its answer is no layer of its own: `watching.py`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from clew.logic.evaluate import Value, all_hold
from clew.logic.terms import Term, is_quantified, variables
from clew.solver.parts import parts_of
from clew.solver.plain import Preference, plain_model
from clew.solver.protocol import Answer, GaveUp, Query, Sat, Solver, Unsat
from clew.solver.statistics import Statistics


class Counted:
    """Counts the queries that reach the engine."""

    def __init__(self, inner: Solver, statistics: Statistics) -> None:
        self._inner = inner
        self._statistics = statistics

    def solve(self, query: Query) -> Answer:
        answer = self._inner.solve(query)
        self._statistics.engine_queries += 1
        return answer


class Ground:
    """The inner solver for queries without quantifiers, the engine for the others."""

    def __init__(self, inner: Solver, engine: Solver) -> None:
        self._inner = inner
        self._engine = engine

    def solve(self, query: Query) -> Answer:
        solver = self._engine if any(map(is_quantified, query.assertions)) else self._inner
        return solver.solve(query)


class Plain:
    """Moves models toward plain values."""

    def __init__(self, inner: Solver, preference: Preference) -> None:
        self._inner = inner
        self._preference = preference

    def solve(self, query: Query) -> Answer:
        answer = self._inner.solve(query)
        if isinstance(answer, Sat):
            return Sat(plain_model(query.assertions, answer.model, self._preference))
        return answer


class Remembering:
    """Keeps the models and the cores of the last answers."""

    def __init__(self, inner: Solver, statistics: Statistics, models: int = 16, cores: int = 2000) -> None:
        self._inner = inner
        self._statistics = statistics
        self._most_models = models
        self._most_cores = cores
        self._models: list[dict[str, Value]] = []
        self._cores: OrderedDict[frozenset[Term], None] = OrderedDict()
        # A core is looked up by its youngest assertion: it is contained in a query only if that one is.
        self._by_youngest: dict[Term, list[frozenset[Term]]] = {}

    def solve(self, query: Query) -> Answer:
        self._statistics.queries += 1
        core = self._known_core(query.assertions)
        if core is not None:
            return Unsat(tuple(i for i, a in enumerate(query.assertions) if a in core))
        # To evaluate quantifiers under many models takes longer than to ask.
        if not any(map(is_quantified, query.assertions)):
            newest_first = query.assertions[::-1]
            for model in self._models:
                if all_hold(newest_first, model):
                    # A copy, since a caller may extend what it gets.
                    return Sat(dict(model))
        answer = self._inner.solve(query)
        self.learn(query, answer)
        return answer

    def forget_models(self) -> None:
        """Variables are about to get other sorts under the same names."""
        self._models.clear()

    def learn(self, query: Query, answer: Answer) -> None:
        """Remember an answer found elsewhere."""
        match answer:
            case Sat(model):
                self._models.insert(0, model)
                del self._models[self._most_models :]
            case Unsat(indices, True) if len(indices) <= _LONGEST_CORE:
                self._keep_core(frozenset(query.assertions[i] for i in indices))
            case _:
                pass

    def _known_core(self, assertions: tuple[Term, ...]) -> frozenset[Term] | None:
        present: frozenset[Term] | None = None
        for assertion in assertions:
            candidates = self._by_youngest.get(assertion)
            if candidates:
                present = present or frozenset(assertions)
                for core in candidates:
                    if core <= present:
                        return core
        return None

    def _keep_core(self, core: frozenset[Term]) -> None:
        if core in self._cores:
            return
        self._cores[core] = None
        self._by_youngest.setdefault(_youngest(core), []).append(core)
        if len(self._cores) > self._most_cores:
            oldest, _ = self._cores.popitem(last=False)
            self._by_youngest[_youngest(oldest)].remove(oldest)


_LONGEST_CORE = 30


def _youngest(core: Iterable[Term]) -> Term:
    return max(core, key=lambda term: term.id)


class Parted:
    """Solves independent parts one by one."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner

    def solve(self, query: Query) -> Answer:
        if query.near is not None:
            # Such a query was cut out around its last assertion already.
            return self._inner.solve(query)
        parts = parts_of(query.assertions)
        if len(parts) == 1:
            return self._inner.solve(query)
        model: dict[str, Value] = {}
        doubt: Answer | None = None
        for part in parts:
            answer = self._inner.solve(Query(tuple(query.assertions[i] for i in part), query.wants_core, query.label))
            match answer:
                case Unsat(core, exact):
                    found = Unsat(tuple(part[i] for i in core), exact)
                    if exact:
                        return found
                    doubt = found
                case Sat(values):
                    wanted = {v.data for i in part for v in variables(query.assertions[i])}
                    model.update((name, values[name]) for name in values if name in wanted or name not in model)
                case GaveUp():
                    doubt = doubt or answer
        return doubt or Sat(model)
