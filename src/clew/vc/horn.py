"""Is a block unreachable whatever the number of rounds?  Loops as constrained Horn clauses (Bjørner, Gurfinkel,
McMillan and Rybalchenko 2015).

Each block has a relation: the states in which it may be entered, over the variables that are live there.  Each edge is
a clause: who enters the source and survives its instructions enters the target.  A goal is unreachable when the
relations can be chosen so that all clauses hold and no state of the goal's relation survives the assumptions the goal
begins with.  What Spacer chooses is not believed before every clause has been shown by a query of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from clew.analysis.cfg import successors
from clew.analysis.loops import find_loops
from clew.ir.blocks import Assert, Assign, Assume, Block, Havoc, Procedure, names_in
from clew.logic.sorts import INT
from clew.logic.terms import TRUE, Term, and_, not_, var
from clew.records import dataclass
from clew.semantics.block_operations import encode
from clew.solver.engines.spacer import Atom, Clause, Solution, claims
from clew.solver.engines.z3_engine import Z3Limits
from clew.solver.protocol import Query, Unsat
from clew.solver.supply import Supply
from clew.source.spans import Span


@dataclass(frozen=True, slots=True)
class Unreachable:
    """invariants: by label of a loop header; because: the loops that need one, and the tests that contradict them."""

    invariants: Mapping[str, Term]
    because: tuple[Span, ...]


class HornClauses:
    """Of one procedure without calls, all of whose variables are ints."""

    def __init__(self, procedure: Procedure, steps: int, left: Callable[[], float], supply: Supply) -> None:
        """steps: of the solver, for one question; left: seconds for all that are still to come."""
        self.procedure = procedure
        self.steps = steps
        self.left = left
        self.supply = supply
        self.engine = supply.z3(Z3Limits(steps=steps))
        self.solutions: list[Solution] = []  # all their clauses were shown
        self.blocks = {block.label: block for block in procedure.blocks}
        self.live = _live(procedure)
        self.relations = {label: len(names) for label, names in self.live.items()}
        entry = procedure.entry
        self.clauses = [Clause(None, TRUE, self._atom(entry, {}))]
        for block in procedure.blocks:
            values, condition = _after(block)
            source = self._atom(block.label, {})
            self.clauses += [Clause(source, condition, self._atom(target, values)) for target in block.targets]

    def unreachable(self, labels: Sequence[str]) -> Unreachable | str:
        """That no execution enters any of the blocks and survives the assumptions it begins with, or why not."""
        queries = [Clause(self._atom(label, {}), _entered(self.blocks[label]), None) for label in labels]
        solution = next((known for known in self.solutions if self._holds(known, queries)), None)
        if solution is None:
            found = self.supply.solve_horn(self.relations, [*self.clauses, *queries], self.steps, self.left())
            if isinstance(found, str):
                return found
            if not self._holds(found, (*self.clauses, *queries)):
                return "the invariants found are not inductive"
            self.solutions.append(found)
            solution = found
        headers = [loop.header for loop in find_loops(successors(self.procedure), self.procedure.entry).loops]
        invariants = {header: solution.formulas[header] for header in headers}
        spans = {self.blocks[header].span for header, formula in invariants.items() if formula is not TRUE}
        for label in labels:
            spans |= {instr.span for instr in _leading(self.blocks[label])}
        return Unreachable(invariants, tuple(sorted(spans)))

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
        return Atom(label, tuple(values.get(name, var(name, INT)) for name in self.live[label]))


def _after(block: Block) -> tuple[dict[str, Term], Term]:
    """The values behind the block, and what its execution assumes, over those in front of it."""
    values: dict[str, Term] = {}
    conditions: list[Term] = []
    for number, instr in enumerate(block.instrs):
        match instr:
            case Assign(target, value):
                values[target.name] = encode(value, values)
            case Havoc(target):
                values[target.name] = var(f"any!{block.label}!{number}", INT)
            case Assume(condition) | Assert(condition):
                conditions.append(encode(condition, values))
            case _:
                raise AssertionError("there are no calls")
    return values, and_(*conditions)


def _leading(block: Block) -> list[Assume]:
    found: list[Assume] = []
    for instr in block.instrs:
        if not isinstance(instr, Assume):
            break
        found.append(instr)
    return found


def _entered(block: Block) -> Term:
    return and_(*(encode(instr.condition, {}) for instr in _leading(block)))


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
