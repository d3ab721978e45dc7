"""When is a block reached?  One condition for each, of which ways that meet are parts, so that none is enumerated.

The executions of a loop-free procedure are followed all at once, from the entry, in an order in which every block comes
after those before it: where ways meet, the condition is that of the one or the other, and a value is `if … then …
else` (Avgerinos, Rebert, Cha and Brumley, ICSE 2014).  Each test has a proposition, and the conditions are over these,
so what contradicts each other is named by tests; one query a block says which inputs reach it, or why none do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import field
from typing import TypeAlias

from clew.analysis.cfg import reverse_postorder, successors
from clew.analysis.liveness import live_at_blocks
from clew.ir.blocks import Assign, Assume, Block, Havoc, Instr, Procedure, blocks_by_label
from clew.logic.sorts import BOOL
from clew.logic.terms import FALSE, TRUE, Term, and_, eq, ite, not_, or_, var, variables
from clew.records import dataclass
from clew.semantics.block_operations import encode, variable
from clew.solver.protocol import Answer, Query, Solver, Unsat
from clew.source.spans import Span

Position: TypeAlias = tuple[str, int]
"""An instruction: the label of its block, and its index there."""
Values: TypeAlias = Mapping[str, Term]


def is_mergeable(procedure: Procedure) -> bool:
    """Do the inputs alone determine the way?

    Where two ways are open to one execution, the values of one would hide those of the other where they meet.
    """
    blocks = blocks_by_label(procedure)
    return all(_is_determined(block, [blocks[target] for target in block.targets]) for block in procedure.blocks)


def _is_determined(block: Block, targets: Sequence[Block]) -> bool:
    if any(isinstance(instr, Havoc) for instr in block.instrs):
        return False
    if len(targets) < 2:
        return True
    tests = [encode(first.condition, {}) for each in targets if isinstance(first := _first(each), Assume)]
    return len(targets) == len(tests) == 2 and tests[0] is not_(tests[1])


def _first(block: Block) -> Instr | None:
    return block.instrs[0] if block.instrs else None


@dataclass(slots=True)
class Merged:
    """conditions: of each block, under which an execution comes to its end, over propositions.

    tests: what each proposition stands for, over inputs and other propositions; places: where it was met first.
    """

    procedure: Procedure
    conditions: dict[str, Term] = field(default_factory=dict)
    tests: dict[Term, Term] = field(default_factory=dict)
    places: dict[Term, Position] = field(default_factory=dict)
    known: dict[tuple[Span, Term], Term] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """The procedure has no cycles, no calls and nothing that is arbitrary (`is_mergeable`)."""
        procedure = self.procedure
        graph, blocks, live = successors(procedure), blocks_by_label(procedure), live_at_blocks(procedure)
        every = (*procedure.parameters, *procedure.returns, *procedure.locals)
        arriving: dict[str, list[tuple[Term, Values]]] = {
            procedure.entry: [(TRUE, {name.name: variable(name) for name in every})]
        }
        for label in reverse_postorder(graph, procedure.entry):
            ways = arriving.pop(label, [])
            if not ways:
                self.conditions[label] = FALSE
                continue
            guard, values = self.carried_out(blocks[label], *_joined(ways, live[label]))
            self.conditions[label] = guard
            for target in blocks[label].targets if guard is not FALSE else ():
                arriving.setdefault(target, []).append((guard, values))

    def carried_out(self, block: Block, guard: Term, before: Values) -> tuple[Term, Values]:
        values = dict(before)
        for index, instr in enumerate(block.instrs):
            if isinstance(instr, Assign):
                values[instr.target.name] = encode(instr.value, values)
            elif isinstance(instr, Assume):
                test = encode(instr.condition, values)
                guard = and_(guard, self.proposition(test, instr.span, (block.label, index)))
        return guard, values

    def proposition(self, test: Term, span: Span, place: Position) -> Term:
        """Both sides of a decision have one."""
        if test is TRUE:
            return test
        if (span, not_(test)) in self.known:
            return not_(self.known[span, not_(test)])
        if (span, test) not in self.known:
            made = var(f"test${len(self.known)}", BOOL)
            self.known[span, test], self.tests[made], self.places[made] = made, test, place
        return self.known[span, test]

    def ask(self, label: str, solver: Solver) -> tuple[Answer, tuple[Position, ...]]:
        """Inputs for which the block is reached, or that there are none, with the tests that contradict each other."""
        condition = self.conditions.get(label, FALSE)
        needed = self.needed(condition)
        asked = tuple(eq(proposition, self.tests[proposition]) for proposition in needed)
        answer = solver.solve(Query((*asked, condition), wants_core=True))
        core = answer.core if isinstance(answer, Unsat) else ()
        return answer, tuple(sorted(self.places[needed[i]] for i in core if i < len(needed)))

    def needed(self, condition: Term) -> list[Term]:
        """The propositions in it and in what these stand for, as they were made."""
        found: set[Term] = set()
        stack = [condition]
        while stack:
            for each in variables(stack.pop()):
                if each in self.tests and each not in found:
                    found.add(each)
                    stack.append(self.tests[each])
        return [each for each in self.tests if each in found]


def _joined(ways: Sequence[tuple[Term, Values]], live: Set[str]) -> tuple[Term, Values]:
    """Ways that meet at the start of a block: under which condition, and with which values."""
    guard, first = ways[0]
    values = dict(first)
    for other, given in ways[1:]:
        for name in live:
            if values[name] is not given[name]:
                values[name] = ite(other, given[name], values[name])
        guard = or_(guard, other)
    return guard, values
