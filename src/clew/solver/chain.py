"""The chain of solvers, put together in one place.

build_solver(settings).solve(query)
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import TYPE_CHECKING

from clew.logic.terms import terms_made
from clew.records import dataclass
from clew.solver.doubles import DoubleSolver
from clew.solver.layers import Counted, Ground, Parted, Plain, Remembering
from clew.solver.linear import LinearSolver
from clew.solver.nearby import Nearby
from clew.solver.plain import Preference, small_values
from clew.solver.protocol import Answer, Query, Solver
from clew.solver.ranges import RangeSolver
from clew.solver.statistics import Statistics
from clew.solver.watching import Watch, Watched

if TYPE_CHECKING:
    from clew.solver.engines.z3_engine import Z3Engine


@dataclass(frozen=True, slots=True)
class SolverSettings:
    """steps: Z3's resource units for one query; milliseconds: the safety net by the clock, 0 for none.

    preference: the values a reader would like to see for a variable; watch: sees every query that an engine answers.
    """

    steps: int = 500_000
    milliseconds: int = 0
    seed: int = 0
    preference: Preference = small_values
    watch: Watch | None = None


class SolverChain:
    """The outermost solver, with what the layers counted."""

    def __init__(self, outermost: Remembering, statistics: Statistics, steps: Callable[[], int]) -> None:
        self._outermost = outermost
        self._statistics = statistics
        self._steps = steps
        self._asked = self._spent = 0
        self._terms = terms_made()

    def solve(self, query: Query) -> Answer:
        start = process_time()
        answer = self._outermost.solve(query)
        self._statistics.seconds += process_time() - start
        return answer

    def forget_models(self) -> None:
        """The names of variables stand for something else from now on, as where other shapes of inputs are tried."""
        self._outermost.forget_models()

    def work(self) -> int:
        """What was done so far, in steps of the engine: the terms made and the queries answered are counted in."""
        if self._statistics.engine_queries != self._asked:
            self._asked = self._statistics.engine_queries
            self._spent = self._steps()
        terms = _TERM * (terms_made() - self._terms)
        return self._spent + terms + _QUERY * self._statistics.queries

    def statistics(self) -> Statistics:
        self._statistics.steps = self._steps()
        return self._statistics


class Z3OnDemand:
    """Loading Z3 takes as long as settling a small function, and most small functions have no query for it."""

    def __init__(self, settings: SolverSettings) -> None:
        self._settings = settings
        self._engine: Z3Engine | None = None

    def solve(self, query: Query) -> Answer:
        if self._engine is None:
            from clew.solver.engines.z3_engine import Z3Engine, Z3Limits

            limits = Z3Limits(self._settings.steps, self._settings.milliseconds, self._settings.seed)
            self._engine = Z3Engine(limits)
        return self._engine.solve(query)

    def steps(self) -> int:
        return 0 if self._engine is None else self._engine.steps()


# What a term and a query cost beside the engine, in its steps.
_TERM, _QUERY = 100, 1_000


def build_solver(settings: SolverSettings | None = None) -> SolverChain:
    """Remembered answers first, then each independent part: by simplex, near a known model, by ranges, else by Z3."""
    settings = settings or SolverSettings()
    statistics = Statistics()
    engine = Z3OnDemand(settings)
    counted = Counted(engine, statistics)
    solver: Solver = RangeSolver(counted)
    solver = DoubleSolver(solver, settings.preference)
    solver = Plain(solver, settings.preference)
    solver = Nearby(solver, settings.preference)
    solver = LinearSolver(solver, settings.preference)
    solver = Ground(solver, counted)
    if settings.watch is not None:
        solver = Watched(solver, settings.watch)
    solver = Parted(solver)
    return SolverChain(Remembering(solver, statistics), statistics, engine.steps)
