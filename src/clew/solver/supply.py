"""Where engines come from: whoever asks questions outside the chain of layers gets its engine here, so that nothing is
asked that the watchers do not see.

A watcher sees every question with the answer an engine gave, may keep its text, and may take an answer back.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from fractions import Fraction
from typing import Protocol, TypeAlias

from clew.logic.sorts import BOOL, REAL
from clew.logic.terms import Term, add, le, not_, or_, real, scale, var
from clew.records import dataclass
from clew.solver.engines.simplex import Contradiction, Point, Row, Sum, satisfy, satisfy_sums
from clew.solver.engines.spacer import Clause, Solution, script, solve_horn
from clew.solver.engines.z3_engine import Z3Assuming, Z3Engine, Z3Limits, Z3Session
from clew.solver.engines.z3_session import PropositionalSession
from clew.solver.protocol import Answer, EnginesDisagree, Query, Sat, Solver, Unsat
from clew.solver.watching import Watch, Watched


class Session(Protocol):
    """A conjunction that only grows (`z3_engine.Z3Session`)."""

    def add(self, assertion: Term) -> None: ...
    def solve(self) -> Answer: ...


class Assuming(Protocol):
    """Statements of which some are assumed for each question (`z3_engine.Z3Assuming`)."""

    def add(self, statement: Term) -> int: ...
    def drop(self, number: int) -> None: ...
    def solve(self, assumed: Sequence[int]) -> Answer: ...


Truth: TypeAlias = Callable[[int], bool]


class Propositions(Protocol):
    """Clauses over numbered propositions (`z3_session.PropositionalSession`)."""

    def clause(self, literals: Iterable[int]) -> None: ...
    def prefer(self, true: Container[int]) -> None: ...
    def solve(self, assumptions: Sequence[int]) -> Truth | frozenset[int]: ...


@dataclass(frozen=True, slots=True)
class Supply:
    """Engines for the algorithms on the block form.

    watch: sees what they are asked; None where nobody looks.  script: gets the text of a system of Horn clauses, whose
    solution nobody believes before plain queries have shown it.
    """

    watch: Watch | None = None
    script: Callable[[str], None] | None = None

    def z3(self, limits: Z3Limits) -> Solver:
        engine = Z3Engine(limits)
        return engine if self.watch is None else Watched(engine, self.watch)

    def session(self, limits: Z3Limits, wanted: Iterable[Term]) -> Session:
        """A conjunction that only grows; its models tell the values of the wanted variables."""
        session = Z3Session(limits, wanted)
        return session if self.watch is None else WatchedSession(session, self.watch)

    def assuming(self, limits: Z3Limits, wanted: Iterable[Term], always: Sequence[Term]) -> Assuming:
        """Statements that are assumed or not, beside those that always are."""
        session = Z3Assuming(limits, wanted, always)
        return session if self.watch is None else WatchedAssuming(session, self.watch, always)

    def propositions(self, count: int, seed: int = 0) -> Propositions:
        session = PropositionalSession(count, seed)
        return session if self.watch is None else WatchedPropositions(session, self.watch)

    def satisfy(self, rows: Sequence[Row], start: Sequence[int], pivots: int = 4000) -> Point | Contradiction | None:
        """A rational point of all half-spaces, or which of them contradict each other; None: not within the pivots."""
        return self._seen(satisfy(rows, start, pivots), lambda: rows)

    def satisfy_sums(
        self, limits: Sequence[tuple[Sum, int]], start: Sequence[int], rows: Callable[[], Sequence[Row]]
    ) -> Point | Contradiction | None:
        """`satisfy` for those who keep what `linear_sum` makes of a normal.  rows: with the normals, in this order."""
        return self._seen(satisfy_sums(limits, start), rows)

    def _seen(
        self, found: Point | Contradiction | None, asked: Callable[[], Sequence[Row]]
    ) -> Point | Contradiction | None:
        """The answer, where whoever watches does not take it back."""
        if self.watch is None or found is None:
            return found
        rows = asked()
        width = len(rows[0][0]) if rows else 0
        query = Query(tuple(_half_space(row) for row in rows), label="simplex")
        if isinstance(found, Contradiction):
            return found if isinstance(self.watch(query, Unsat(tuple(found.support))), Unsat) else None
        values = {f"x{j}": Fraction(found.numerators[j], found.denominator) for j in range(width)}
        self.watch(query, Sat(dict(values)))
        return found

    def solve_horn(
        self, relations: dict[str, int], clauses: Sequence[Clause], steps: int, left: float
    ) -> Solution | str:
        if self.script is not None:
            self.script(script(relations, clauses))
        return solve_horn(relations, clauses, steps, left)


def _half_space(row: Row) -> Term:
    normal, bound = row
    terms = [scale(a, var(f"x{j}", REAL)) for j, a in enumerate(normal) if a]
    return le(add(*terms) if terms else real(0), real(bound))


class WatchedSession:
    """A session whose whole conjunction is shown with each answer."""

    def __init__(self, inner: Session, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch
        self._kept: list[Term] = []

    def add(self, assertion: Term) -> None:
        self._kept.append(assertion)
        self._inner.add(assertion)

    def solve(self) -> Answer:
        answer = self._inner.solve()
        shown = Unsat(tuple(range(len(self._kept)))) if isinstance(answer, Unsat) else answer
        return self._watch(Query(tuple(self._kept)), shown)


class WatchedAssuming:
    """Statements of which those that are assumed are shown with each answer, after those that always are."""

    def __init__(self, inner: Assuming, watch: Watch, always: Sequence[Term]) -> None:
        self._inner = inner
        self._watch = watch
        self._always = tuple(always)
        self._kept: list[Term] = []

    def add(self, statement: Term) -> int:
        self._kept.append(statement)
        return self._inner.add(statement)

    def drop(self, number: int) -> None:
        self._inner.drop(number)

    def solve(self, assumed: Sequence[int]) -> Answer:
        answer = self._inner.solve(assumed)
        count = len(self._always)
        query = Query((*self._always, *(self._kept[number] for number in assumed)))
        shown = answer
        if isinstance(answer, Unsat):
            shown = Unsat((*range(count), *(count + i for i in answer.core)))
        said = self._watch(query, shown)
        return answer if isinstance(said, Unsat) else said


class WatchedPropositions:
    """Propositions whose clauses are shown, over Bool variables `p1`, `p2`, …, with each answer."""

    def __init__(self, inner: PropositionalSession, watch: Watch) -> None:
        self._inner = inner
        self._watch = watch
        self._kept: list[Term] = []

    def clause(self, literals: Iterable[int]) -> None:
        literals = list(literals)
        self._kept.append(or_(*map(_literal, literals)))
        self._inner.clause(literals)

    def prefer(self, true: Container[int]) -> None:
        self._inner.prefer(true)

    def solve(self, assumptions: Sequence[int]) -> Truth | frozenset[int]:
        """Raises EnginesDisagree where a contradiction is taken back, since callers know no third answer."""
        answer = self._inner.solve(assumptions)
        query = Query((*self._kept, *map(_literal, assumptions)), label="propositions")
        if not isinstance(answer, frozenset):
            self._watch(query, Sat({f"p{number}": answer(number) for number in range(1, self._inner.count + 1)}))
        elif not isinstance(self._watch(query, Unsat(tuple(range(len(query.assertions))))), Unsat):
            raise EnginesDisagree("the engines disagree about which paths there are")
        return answer


def _literal(number: int) -> Term:
    proposition = var(f"p{abs(number)}", BOOL)
    return proposition if number > 0 else not_(proposition)
