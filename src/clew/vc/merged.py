"""When is a block reached?  One condition for each, of which ways that meet are parts, so that none is enumerated.

The executions of a loop-free procedure are followed all at once, from the entry, in an order in which every block comes
after those before it: where ways meet, the condition is that of the one or the other, and a value is `if … then …
else` (Avgerinos, Rebert, Cha and Brumley, ICSE 2014).  Each test has a proposition, and the conditions are over these,
so what contradicts each other is named by tests; one query a block says which inputs reach it, or why none do.

Where all ways that part at a block meet again, the condition is that of the block, whatever was tested between.
Variables that no input reaches are followed by their values (`noted.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import field
from typing import TypeAlias

from clew.analysis.cfg import reverse_postorder, successors
from clew.analysis.dominators import dominates, immediate_dominators, immediate_post_dominators
from clew.analysis.liveness import live_at_blocks
from clew.ir.blocks import Assign, Assume, Binary, Block, Expr, Havoc, Instr, Procedure, blocks_by_label, names_in
from clew.logic.sorts import BOOL
from clew.logic.terms import FALSE, TRUE, Term, and_, eq, ite, not_, or_, var, variables
from clew.records import dataclass
from clew.semantics.block_operations import encode, variable
from clew.solver.protocol import Answer, Query, Solver, Unsat
from clew.source.spans import Span
from clew.vc.noted import Noted, as_term, assigned, joined, noted_variables, passed

Position: TypeAlias = tuple[str, int]
"""An instruction: the label of its block, and its index there."""
Values: TypeAlias = Mapping[str, Term | Noted]


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
    tests = [first.condition for each in targets if isinstance(first := _first(each), Assume)]
    if not len(targets) == len(tests) == 2:
        return False
    return _are_opposite(*tests) or encode(tests[0], {}) is not_(encode(tests[1], {}))


def _are_opposite(one: Expr, other: Expr) -> bool:
    """By their shape, as most are."""
    match one, other:
        case Binary(op, left, right), Binary(also):
            return {op, also} == {"==", "!="} and left is other.left and right is other.right
    return False


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
    noted: frozenset[str] = frozenset()
    types: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """The procedure has no cycles, no calls and nothing that is arbitrary (`is_mergeable`)."""
        procedure = self.procedure
        graph, blocks, live = successors(procedure), blocks_by_label(procedure), live_at_blocks(procedure)
        every = (*procedure.parameters, *procedure.returns, *procedure.locals)
        self.noted = noted_variables(procedure, counting=True)
        self.types = {name.name: name.type.name for name in every}
        order = reverse_postorder(graph, procedure.entry)
        parted = _where_parted(procedure, order, graph)
        arriving: dict[str, list[tuple[Term, Values]]] = {
            procedure.entry: [(TRUE, {name.name: variable(name) for name in every})]
        }
        for label in order:
            ways = arriving.pop(label, [])
            if not ways:
                self.conditions[label] = FALSE
                continue
            base = self.conditions[parted[label]] if label in parted else None
            guard, values = self.carried_out(blocks[label], *self.joined(ways, live[label], base))
            self.conditions[label] = guard
            for target in blocks[label].targets if guard is not FALSE else ():
                arriving.setdefault(target, []).append((guard, values))

    def joined(self, ways: Sequence[tuple[Term, Values]], live: Set[str], base: Term | None) -> tuple[Term, Values]:
        """Ways that meet at the start of a block: under which condition, and with which values.

        base: the condition of the block where they parted, if every way from there leads here.
        """
        guard, first = ways[0]
        if len(ways) == 1:
            return guard, first
        values = dict(first)
        for name in live:
            found = [given[name] for _, given in ways]
            if any(value is not found[0] for value in found):
                values[name] = self.value(name, [(taken, given[name]) for taken, given in ways], base)
        return or_(*(taken for taken, _ in ways)) if base is None else base, values

    def value(self, name: str, ways: Sequence[tuple[Term, Term | Noted]], base: Term | None) -> Term | Noted:
        notes = [(_beyond(guard, base), value) for guard, value in ways if isinstance(value, Noted)]
        if len(notes) == len(ways) and (made := joined(notes)) is not None:
            return made
        terms = [(guard, self.term(name, value)) for guard, value in ways]
        found = terms[0][1]
        for guard, term in terms[1:]:
            found = ite(guard, term, found)
        return found

    def term(self, name: str, value: Term | Noted) -> Term:
        return as_term(value, self.types[name]) if isinstance(value, Noted) else value

    def carried_out(self, block: Block, guard: Term, before: Values) -> tuple[Term, Values]:
        values = dict(before)
        for index, instr in enumerate(block.instrs):
            if isinstance(instr, Assign):
                values[instr.target.name] = self.assigned(instr, values)
            elif isinstance(instr, Assume):
                if told := passed(instr.condition, guard, self.notes(instr.condition, values)):
                    guard, narrowed = told
                    values |= narrowed
                    continue
                test = self.encoded(instr.condition, values)
                guard = and_(guard, self.proposition(test, instr.span, (block.label, index)))
        return guard, values

    def assigned(self, instr: Assign, values: Values) -> Term | Noted:
        name = instr.target.name
        made = assigned(instr.value, self.notes(instr.value, values)) if name in self.noted else None
        return self.encoded(instr.value, values) if made is None else made

    def notes(self, expr: Expr, values: Values) -> dict[str, Noted]:
        """Of the variables in an expression, and those that they were computed of."""
        found: dict[str, Noted] = {}
        for name in names_in(expr):
            if name in self.noted and isinstance(value := values.get(name), Noted):
                found[name] = value
                if isinstance(source := values.get(value.name), Noted):
                    found[value.name] = source
        return found

    def encoded(self, expr: Expr, values: Values) -> Term:
        return encode(expr, {name: self.term(name, values[name]) for name in names_in(expr) if name in values})

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


def _beyond(guard: Term, base: Term | None) -> Term:
    """What a condition says to those that know another one already."""
    if base is None or guard.op != "and":
        return guard
    known = base.args if base.op == "and" else (base,)
    return and_(*(part for part in guard.args if part not in known))


def _where_parted(procedure: Procedure, order: Sequence[str], graph: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """For blocks at which ways meet, the last block that all of these passed, if every way on from that leads here."""
    tested = {target for targets in graph.values() if len(targets) == 2 for target in targets}
    for block in procedure.blocks:
        if block.label != procedure.entry and any(isinstance(i, Assume) for i in block.instrs[block.label in tested :]):
            return {}  # an execution may end there, after others have parted
    above = immediate_dominators(graph, procedure.entry)
    below = immediate_post_dominators({label: graph[label] for label in order})
    return {label: above[label] for label in order if label != above[label] and dominates(below, label, above[label])}
