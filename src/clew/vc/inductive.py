"""Goals that nothing reaches, shown by plain queries over whole states, maps and quantifiers included.

At each cut point (`horn.py`) stands a conjunction of *candidates* that are inductive together: whatever state meets
those of one cut point and survives a path meets those of the next (Houdini; Flanagan and Leino 2001).  Candidates are
what the paths from the entry assume of parameters that never change, such as preconditions, and bounds: v >= 0, v <= w
and v < w.  They are weak, but what they are added to is everything else on the path to a goal, which Spacer does not
see: products, and what lists hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from clew.ir.blocks import Procedure, assigned
from clew.logic.evaluate import Environment
from clew.logic.sorts import INT
from clew.logic.terms import (
    TRUE,
    Term,
    all_,
    and_,
    eq,
    integer,
    is_quantified,
    le,
    lt,
    not_,
    post_order,
    substitute,
    var,
    variables,
)
from clew.logic.terms import instance as opened
from clew.solver.engines.spacer import Clause, Solution, argument, claims, instance
from clew.solver.engines.z3_engine import Z3Limits
from clew.solver.protocol import Query, Sat, Solver, Unsat
from clew.solver.supply import Supply
from clew.vc.horn import HornClauses

MOST_VARIABLES: Final = 9
"""Between which bounds are looked for."""
MOST_PATHS: Final = 32
MOST_FACTS: Final = 6
MOST_QUERIES: Final = 1_000
QUICK: Final = 20_000  # steps of the solver for a candidate with a quantifier


class Inductive(HornClauses):
    """Of one procedure without calls."""

    def __init__(
        self,
        procedure: Procedure,
        steps: int,
        left: Callable[[], float],
        supply: Supply,
        given: Sequence[Term] = (),
    ) -> None:
        """given: further candidates, over the variables of the procedure."""
        super().__init__(procedure, steps, left, supply, MOST_PATHS)
        self.changed = {n.name for b in procedure.blocks for instr in b.instrs for n in assigned(instr)}
        self.asked = 0
        self.quick = supply.z3(Z3Limits(steps=QUICK))
        self.candidates: dict[str, list[Term]] = {label: [] for label in self.relations}
        loops = [label for label in self.relations if label != procedure.entry]
        self.given = {label: [*self._given(label, given)] for label in loops}
        plain = {label: [c for c in self.given[label] if not is_quantified(c)] for label in loops}
        bounds = {label: [*plain[label], *self._bounds(label)] for label in loops}
        self._inductive(bounds)
        # What needs to know of items is tried again.
        signs = {label: [c for c in bounds[label] if _is_sign(c)] for label in loops}
        self._inductive({label: [*self.given[label], *self._facts(label), *signs[label]] for label in loops})
        self.solutions = [self._solution()]

    def suggested(self, queries: Sequence[Clause]) -> Solution | str:
        return "no candidates show it"

    def _solution(self) -> Solution:
        return Solution({label: and_(*found) for label, found in self.candidates.items()})

    # ------------------------------------------------------------ candidates, over the arguments of a relation

    def _arguments(self, label: str) -> dict[Term, Term]:
        live = self.live[label]
        return {var(name, self.sorts[name]): var(argument(i), self.sorts[name]) for i, name in enumerate(live)}

    def _given(self, label: str, terms: Sequence[Term]) -> Iterator[Term]:
        values = self._arguments(label)
        for term in terms:
            for part in conjuncts(term):
                if variables(part) <= values.keys():
                    yield substitute(part, values)

    def _bounds(self, label: str) -> Iterator[Term]:
        values = self._arguments(label)
        for fact in self._lasting():
            if variables(fact) <= values.keys() and not is_quantified(fact):
                yield substitute(fact, values)
        numbers = self._numbers(label)
        for v in numbers:
            yield le(integer(0), v)
            for w in numbers:
                if v is not w:
                    yield from (le(v, w), lt(v, w))
        maps = [term for variable, term in values.items() if variable.sort.name == "Array"][:MOST_VARIABLES]
        yield from (eq(v, w) for v, w in combinations(maps, 2) if v.sort is w.sort)

    def _numbers(self, label: str) -> list[Term]:
        """Those that change come first."""
        values = [(v, term) for v, term in self._arguments(label).items() if v.sort is INT]
        values.sort(key=lambda pair: pair[0].data not in self.changed)
        return [term for _, term in values[:MOST_VARIABLES]]

    def _facts(self, label: str) -> Iterator[Term]:
        """What is said of all items, of those before and those from some index, and that it is not so."""
        values = self._arguments(label)
        found: dict[Term, None] = {}
        for arrival in (each for arrivals in self.arrivals.values() for each in arrivals):
            for part in conjuncts(arrival.condition):
                for node in post_order(part):
                    if node.op == "all" and variables(node) <= values.keys():
                        found[substitute(node, values)] = None
        for fact in [*found][:MOST_FACTS]:
            low, high, _ = fact.args
            for start, end in [(low, high), *((low, v) for v in self._numbers(label)),
                               *((v, high) for v in self._numbers(label))]:  # fmt: skip
                each = var("each!", INT)
                part = all_(each, start, end, opened(fact, each))
                yield from (part, not_(part))

    def _lasting(self) -> Iterator[Term]:
        """What is assumed of variables that nothing assigns."""
        found: dict[Term, None] = {}
        for clause in self.clauses:
            if clause.body is not None and clause.body.relation == self.procedure.entry:
                found.update(dict.fromkeys(conjuncts(clause.constraint)))
        for fact in found:
            if all(v.data in self.sorts and v.data not in self.changed for v in variables(fact)):
                yield fact

    # ------------------------------------------------------------ weakening

    def _inductive(self, more: Mapping[str, list[Term]]) -> None:
        """These candidates are added; those that do not follow are dropped, until all do."""
        more = {
            label: [c for c in dict.fromkeys(found) if c not in self.candidates[label]] for label, found in more.items()
        }
        for label, found in more.items():
            self.candidates[label] += found
        clauses = [clause for clause in self.clauses if clause.head is not None and clause.body is not None]
        dropped = True
        while dropped and self.left() > 0 and self.asked < MOST_QUERIES:
            dropped = bool(sum(self._weakened(clause, more) for clause in clauses))
        if dropped:
            for label, found in more.items():
                self.candidates[label] = [c for c in self.candidates[label] if c not in found]

    def _weakened(self, clause: Clause, asked: Mapping[str, list[Term]]) -> bool:
        """By one clause.  asked: candidates that may be dropped."""
        assert clause.head is not None
        label = clause.head.relation
        here = [c for c in self.candidates[label] if c in asked.get(label, ())]
        terms = {c: instance(clause.head, Solution({label: c})) for c in here}
        assumed = [part for each in claims(clause, self._solution())[0] for part in conjuncts(each)]
        plain = [each for each in assumed if not is_quantified(each)]
        if any(map(is_quantified, here)):
            said = self.given.get(label, ())
            lost = [
                c
                for c, term in terms.items()
                if not self._follows(self.engine if c in said else self.quick, assumed, term)
            ]
        else:
            lost = self._lost(plain, terms)
        self.candidates[label] = [c for c in self.candidates[label] if c not in lost]
        return bool(lost)

    def _follows(self, engine: Solver, assumed: Sequence[Term], claim: Term) -> bool:
        if claim is TRUE or claim in assumed:
            return True
        self.asked += 1
        if self.asked > MOST_QUERIES:
            return False
        answer = engine.solve(Query((*assumed, not_(claim))))
        return isinstance(answer, Unsat) and answer.exact

    def _lost(self, assumed: Sequence[Term], terms: dict[Term, Term]) -> list[Term]:
        """The candidates of which not all instances follow."""
        lost: list[Term] = []
        while left := {c: term for c, term in terms.items() if c not in lost}:
            self.asked += 1
            answer = self.engine.solve(Query((*assumed, not_(and_(*left.values())))))
            if isinstance(answer, Unsat) and answer.exact:
                break
            broken: list[Term] = []
            if isinstance(answer, Sat):
                values = Environment(answer.model)
                broken = [c for c, term in left.items() if not values.value(term)]
            if not broken:
                return lost + [c for c, term in left.items() if not self._follows(self.engine, assumed, term)]
            lost += broken
        return lost


def _is_sign(term: Term) -> bool:
    return len(variables(term)) == 1 and not is_quantified(term)


def conjuncts(term: Term) -> Iterable[Term]:
    return term.args if term.op == "and" else (term,)
