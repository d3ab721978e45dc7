"""Is a block unreachable whatever the number of rounds?  Loops as constrained Horn clauses (Bjørner, Gurfinkel,
McMillan and Rybalchenko 2015).

Each *cut point* has a relation: the states in which it may be entered, over the variables that are live there.  Cut
points are the entry, loop headers, and blocks to which too many paths lead.  Each path from one to the next is a clause
(large-block encoding; Beyer, Cimatti, Griggio, Keremoglu and Sebastiani 2009): who enters the first and survives the
instructions on the path enters the second.  A goal is unreachable when the relations can be chosen so that all clauses
hold and no state survives a path to the goal and the assumptions that it begins with.  What Spacer chooses is not
believed before every clause has been shown by a query of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from clew.analysis.cfg import reverse_postorder, successors
from clew.analysis.loops import find_loops
from clew.ir.blocks import Assert, Assign, Assume, Block, Havoc, Procedure, names_in
from clew.logic.terms import FALSE, TRUE, Term, and_, not_, var
from clew.records import dataclass
from clew.semantics.block_operations import encode, sort_of
from clew.semantics.block_run import variables_of
from clew.solver.engines.spacer import Atom, Clause, Solution, claims
from clew.solver.engines.z3_engine import Z3Limits
from clew.solver.protocol import Query, Unsat
from clew.solver.supply import Supply
from clew.source.spans import Span

MOST_PATHS: Final = 8  # to a block that is no cut point


@dataclass(frozen=True, slots=True)
class Unreachable:
    """invariants: by label of a loop header; because: the loops that need one, and the tests that contradict them."""

    invariants: Mapping[str, Term]
    because: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A path to the start of a block.

    cut: where it begins; values: of variables, over those at the cut point, of those that changed; condition: what the
    path assumes.
    """

    cut: str
    values: Mapping[str, Term]
    condition: Term


class HornClauses:
    """Of one procedure without calls, all of whose variables are ints where Spacer is asked."""

    def __init__(
        self,
        procedure: Procedure,
        steps: int,
        left: Callable[[], float],
        supply: Supply,
        paths: int = MOST_PATHS,
    ) -> None:
        """steps: of the solver, for one question; left: seconds for all that are still to come; paths: to a block that
        is no cut point.
        """
        self.procedure = procedure
        self.steps = steps
        self.left = left
        self.supply = supply
        self.engine = supply.z3(Z3Limits(steps=steps))
        self.solutions: list[Solution] = []  # all their clauses were shown
        self.blocks = {block.label: block for block in procedure.blocks}
        self.live = _live(procedure)
        self.sorts = {name.name: sort_of(name.type) for name in variables_of(procedure)}
        self.paths = paths
        self.arrivals: dict[str, list[Arrival]] = {}
        self.clauses: list[Clause] = []
        self._find_paths()
        cuts = [label for label, found in self.arrivals.items() if found and found[0].cut == label]
        self.relations = {label: len(self.live[label]) for label in cuts}

    def _find_paths(self) -> None:
        """Blocks in an order in which only back edges lead back, so that all other ways to a block are known there."""
        entry = self.procedure.entry
        graph = successors(self.procedure)
        order = reverse_postorder(graph, entry)
        place = {label: number for number, label in enumerate(order)}
        headers = {target for label in order for target in graph[label] if place[target] <= place[label]}
        arriving: dict[str, list[Arrival]] = {label: [] for label in order}
        self.clauses.append(Clause(None, TRUE, self._atom(entry, {})))
        for label in order:
            if label == entry or label in headers or len(arriving[label]) > self.paths:
                self.clauses += [self._clause(arrival, label) for arrival in arriving[label]]
                arriving[label] = [Arrival(label, {}, TRUE)]
            here = self.arrivals[label] = arriving[label]
            left = [found for arrival in here if (found := after(self.blocks[label], arrival)).condition is not FALSE]
            for target in graph[label]:
                if place[target] <= place[label]:
                    self.clauses += [self._clause(arrival, target) for arrival in left]
                else:
                    arriving[target] += left

    def _clause(self, arrival: Arrival, target: str) -> Clause:
        return Clause(self._atom(arrival.cut, {}), arrival.condition, self._atom(target, arrival.values))

    def unreachable(self, labels: Sequence[str]) -> Unreachable | str:
        """That no execution enters any of the blocks and survives the assumptions it begins with, or why not."""
        queries = [query for label in labels for query in self._queries(label)]
        solution = next((known for known in self.solutions if self._holds(known, queries)), None)
        if solution is None:
            found = self.suggested(queries)
            if isinstance(found, str):
                return found
            if not self._holds(found, (*self.clauses, *queries)):
                return "the invariants found are not inductive"
            self.solutions.append(found)
            solution = found
        headers = [loop.header for loop in find_loops(successors(self.procedure), self.procedure.entry).loops]
        invariants = {header: solution.formulas[header] for header in headers if header in self.relations}
        spans = {self.blocks[header].span for header, formula in invariants.items() if formula is not TRUE}
        for label in labels:
            spans |= {instr.span for instr in leading(self.blocks[label])}
        return Unreachable(invariants, tuple(sorted(spans)))

    def suggested(self, queries: Sequence[Clause]) -> Solution | str:
        return self.supply.solve_horn(self.relations, [*self.clauses, *queries], self.steps, self.left())

    def _queries(self, label: str) -> Iterator[Clause]:
        """That the block is not entered."""
        for arrival in self.arrivals.get(label, ()):
            entered = [encode(instr.condition, arrival.values) for instr in leading(self.blocks[label])]
            yield Clause(self._atom(arrival.cut, {}), and_(arrival.condition, *entered), None)

    def _holds(self, solution: Solution, clauses: Sequence[Clause]) -> bool:
        for clause in clauses:
            assumed, claim = claims(clause, solution)
            if claim is TRUE:
                continue
            answer = self.engine.solve(Query((*assumed, not_(claim))))
            if not (isinstance(answer, Unsat) and answer.exact):
                return False
        return True

    def _atom(self, label: str, values: Mapping[str, Term]) -> Atom:
        return Atom(label, tuple(values.get(name, var(name, self.sorts[name])) for name in self.live[label]))


def after(block: Block, before: Arrival) -> Arrival:
    """What is known behind the block."""
    values = dict(before.values)
    conditions = [before.condition]
    for number, instr in enumerate(block.instrs):
        match instr:
            case Assign(target, value):
                values[target.name] = encode(value, values)
            case Havoc(target):
                values[target.name] = var(f"any!{block.label}!{number}", sort_of(target.type))
            case Assume(condition) | Assert(condition):
                conditions.append(encode(condition, values))
            case _:
                raise AssertionError("there are no calls")
    return Arrival(before.cut, values, and_(*conditions))


def leading(block: Block) -> list[Assume]:
    found: list[Assume] = []
    for instr in block.instrs:
        if not isinstance(instr, Assume):
            break
        found.append(instr)
    return found


def _live(procedure: Procedure) -> dict[str, tuple[str, ...]]:
    """Variables that may be read before they are written, at the start of each block."""
    live: dict[str, frozenset[str]] = {block.label: frozenset() for block in procedure.blocks}
    changed = True
    while changed:
        changed = False
        for block in reversed(procedure.blocks):
            here = set().union(*(live[target] for target in block.targets))
            for instr in reversed(block.instrs):
                match instr:
                    case Assign(target, value):
                        if target.name in here:
                            here.discard(target.name)
                            here |= names_in(value).keys()
                    case Havoc(target):
                        here.discard(target.name)
                    case Assume(condition) | Assert(condition):
                        here |= names_in(condition).keys()
                    case _:
                        raise AssertionError("there are no calls")
            if here != live[block.label]:
                live[block.label] = frozenset(here)
                changed = True
    return {label: tuple(sorted(names)) for label, names in live.items()}
