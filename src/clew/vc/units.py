"""A flattened function and some of its goals go in; for each goal inputs that reach it, a proof, or neither.

The function is inlined and unwound; a goal is reached by the blocks that carry its place and by their copies.  What
was cut ends an execution in a block of its own (`passes/cuts.py`), which is a goal like the others here: where it is
unreachable too the proofs hold without the bound.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import field, replace
from typing import Final

from clew.analysis.cfg import successors
from clew.analysis.loops import find_loops
from clew.goals.goal import Place
from clew.ir.blocks import Assign, Assume, Binary, Block, Expr, Literal, Procedure, names_in, operands, origin_of
from clew.logic.evaluate import Value
from clew.logic.terms import FALSE, Term, or_
from clew.passes.cuts import DEPTH, LOOP
from clew.passes.flatten.function import Flat
from clew.passes.inline import TooLarge
from clew.passes.normal_ends import normal_ends
from clew.passes.pipelines import SIMPLER, WITHOUT_CALLS, WITHOUT_LOOPS, Course, Form, passed
from clew.passes.split_nodes import TooIrreducible
from clew.records import dataclass
from clew.semantics.block_run import compile_procedure
from clew.vc.learning_cover import learning_cover
from clew.vc.maximal import maximal_inputs
from clew.vc.merged import Merged, is_mergeable
from clew.vc.noted import noted_variables
from clew.vc.preparation import Bounds, single_assignments
from clew.vc.task import UNREACHED, Algorithm, Covering, Limits, Statistics, Task
from clew.vc.together import Together
from clew.verdict.evidence import Evidence
from clew.verdict.scopes import Scope

MOST_BLOCKS: Final = 1_200
"""Of the acyclic form; loops are unwound less often where it would have more."""
MOST_APART: Final = 20_000
"""Of the same, where blocks count that only tell apart what no input reaches."""
MOST_PRODUCTS: Final = 6
"""Beyond so many products of two variables Z3 does not keep to its limits."""


@dataclass(frozen=True, slots=True)
class UnitCovering:
    """inputs: assignments of the parameters, each with the goals it is for; unknown: why, by goal."""

    inputs: tuple[tuple[Mapping[str, Value], tuple[Place, ...]], ...] = ()
    proofs: Mapping[Place, Evidence] = field(default_factory=dict)
    unknown: Mapping[Place, str] = field(default_factory=dict)
    statistics: Statistics = field(default_factory=Statistics)

    def settled(self) -> frozenset[Place]:
        return frozenset(self.proofs).union(place for _, reached in self.inputs for place in reached)

    def joined(self, other: UnitCovering) -> UnitCovering:
        """With what was settled of other goals."""
        return UnitCovering(
            (*self.inputs, *other.inputs),
            {**self.proofs, **other.proofs},
            {**self.unknown, **other.unknown},
            self.statistics.joined(other.statistics),
        )


def cover_unit(
    flat: Flat,
    places: Sequence[Place],
    bounds: Bounds,
    limits: Limits,
    algorithm: Algorithm = learning_cover,
    normal: bool = False,
) -> UnitCovering:
    """normal: a goal counts as reached only by an execution that then ends normally."""
    together = None if normal else _unwound_apart(flat, bounds)
    first = UnitCovering() if together is None else _covered_together(flat, together, places, bounds, limits)
    settled = first.settled()
    left = [place for place in places if place not in settled]
    return first.joined(_covered(flat, left, bounds, limits, algorithm, normal)) if left else first


def cover_at_once(flat: Flat, places: Sequence[Place], limits: Limits) -> UnitCovering | None:
    """The same for goals that only notes tell apart; None where there are none, or loops or recursion."""
    bounds = Bounds(1, 1)
    cut = _unwound_apart(flat, bounds)
    return None if cut is None or cut.cuts else _covered_together(flat, cut, places, bounds, limits)


def cover_maximally(flat: Flat, places: Sequence[Place], bounds: Bounds, limits: Limits) -> list[Mapping[str, Value]]:
    """Assignments of the parameters that reach all places that any reaches, each as many of those left as go together;
    none where it is not known how they would.
    """
    try:
        cut = unwound(flat, bounds)
    except (TooLarge, TooIrreducible):
        return []
    if not is_mergeable(cut.procedure) or products(cut.procedure):
        return []
    merged = Merged(cut.procedure)
    conditions = _conditions(flat, cut, merged)
    goals: dict[Hashable, Term] = {place: conditions.get(place, FALSE) for place in places}
    found = maximal_inputs(Together(merged, goals, limits))
    parameters = [name.name for name in flat.procedure.parameters]
    return [{name: values.get(name, 0) for name in parameters} for values in found]


def _conditions(flat: Flat, cut: Unwound, merged: Merged) -> dict[Place, Term]:
    """When each place is reached."""
    conditions: dict[Place, Term] = {}
    for block in cut.procedure.blocks:
        origin = origin_of(cut.procedure, block)
        for place in flat.places.get((origin.procedure, origin.label), ()):
            conditions[place] = or_(conditions.get(place, FALSE), merged.conditions[block.label])
    return conditions


def _unwound_apart(flat: Flat, bounds: Bounds) -> Unwound | None:
    """Where what tells goals apart is for the most part what no input reaches, so that all can be settled at once."""
    try:
        cut = unwound(flat, bounds, MOST_APART)
    except (TooLarge, TooIrreducible):
        return None
    procedure = cut.procedure
    return (
        cut
        if noted_variables(procedure, counting=True) and is_mergeable(procedure) and not products(procedure)
        else None
    )


def _covered_together(
    flat: Flat, cut: Unwound, places: Sequence[Place], bounds: Bounds, limits: Limits
) -> UnitCovering:
    procedure = cut.procedure
    merged = Merged(procedure)
    wanted = set(places)
    conditions: dict[Hashable, Term] = {label: merged.conditions[label] for label in cut.cuts}
    conditions |= {place: each for place, each in _conditions(flat, cut, merged).items() if place in wanted}
    together = Together(merged, conditions, limits)
    together.settle()
    within = tuple(sorted(_bound(cut, name, bounds) for name in cut.cuts if name not in together.impossible))
    spans = {block.label: [instr.span for instr in block.instrs] for block in procedure.blocks}
    proofs = {
        goal: replace(UNREACHED, scope=within, because=tuple(sorted({spans[label][at] for label, at in because})))
        for goal, because in together.impossible.items()
        if isinstance(goal, Place)
    }
    parameters = [name.name for name in flat.procedure.parameters]
    inputs = tuple(
        ({name: values.get(name, 0) for name in parameters}, reached)
        for values, goals in together.found
        if (reached := tuple(goal for goal in goals if isinstance(goal, Place)))
    )
    return UnitCovering(inputs, proofs, statistics=Statistics(queries=together.queries))


def _bound(cut: Unwound, label: str, bounds: Bounds) -> tuple[str, int]:
    kind = cut.cuts[label]
    return kind, cut.loop if kind == "loop" else bounds.depth


def _covered(
    flat: Flat, places: Sequence[Place], bounds: Bounds, limits: Limits, algorithm: Algorithm, normal: bool
) -> UnitCovering:
    try:
        cut = unwound(flat, bounds)
    except (TooLarge, TooIrreducible) as error:
        return UnitCovering(unknown=dict.fromkeys(places, str(error)))
    task, goals_of = _task(flat, cut, places, normal)
    if task is None:
        return UnitCovering(proofs=dict.fromkeys(places, UNREACHED))
    if products(task.procedure) > MOST_PRODUCTS:
        return UnitCovering(unknown=dict.fromkeys(places, "nonlinear"))
    covering = algorithm(task, limits)
    reached = {name: bound for name, bound in cut.cuts.items() if name not in covering.infeasible}
    scope = tuple(sorted(_bound(cut, name, bounds) for name in reached))
    sound = {i for i, test in enumerate(covering.tests) if not (normal and test.path[-1] in cut.cuts)}
    return _answer(flat, places, goals_of, covering, scope, sound)


def products(procedure: Procedure) -> int:
    """How many products and quotients of two variables are computed."""
    count = 0
    stack: list[Expr] = []
    for block in procedure.blocks:
        for instr in block.instrs:
            if isinstance(instr, Assign):
                stack.append(instr.value)
            elif isinstance(instr, Assume):
                stack.append(instr.condition)
    while stack:
        expr = stack.pop()
        stack += operands(expr)
        if isinstance(expr, Binary) and expr.op in ("*", "div", "mod"):
            left = isinstance(expr.left, Literal) and expr.op == "*"
            count += not (left or isinstance(expr.right, Literal))
    return count


def acyclic_task(flat: Flat, cut: Unwound, places: Sequence[Place]) -> Task:
    """The task that the covering algorithms are given."""
    task, _ = _task(flat, cut, places, False)
    assert task is not None
    return task


@dataclass(frozen=True, slots=True)
class Unwound:
    """loop: rounds of loops; cuts: labels of the blocks in which an execution ends that was cut, with their bounds."""

    procedure: Procedure
    loop: int
    cuts: Mapping[str, str]


def call_free(flat: Flat, depth: int) -> Procedure:
    """Without calls; recursion ends in a cut.  Loops stay.

    Raises TooLarge.
    """
    return passed(flat.procedure, WITHOUT_CALLS, Course(flat.program, 0, depth))


def unwound(flat: Flat, bounds: Bounds, apart: int = 0) -> Unwound:
    """Without calls and loops; these are gone round less often where there would be too many blocks.

    apart: so many there may be of those that are entered by a test of what no input reaches, beside the others.

    Raises TooLarge or TooIrreducible.
    """
    cyclic = call_free(flat, bounds.depth)
    telling = _telling(cyclic) if apart else frozenset[str]()
    nesting = _nesting(cyclic)
    if not _fits(nesting, telling, 0, apart):
        raise TooLarge(f"more than {MOST_BLOCKS} blocks")
    loop = bounds.loop
    while loop > 1 and not _fits(nesting, telling, loop, apart):
        loop -= 1
    procedure = passed(cyclic, WITHOUT_LOOPS, Course(flat.program, loop, bounds.depth), Form.CALL_FREE)
    labels = {block.label for block in procedure.blocks}
    cuts = {label: name for label, name in ((LOOP, "loop"), (DEPTH, "recursion")) if label in labels}
    return Unwound(procedure, loop, cuts)


def _telling(procedure: Procedure) -> frozenset[str]:
    """Blocks that are entered by a test of noted variables, or only join such."""
    noted = noted_variables(procedure)
    if not noted:
        return frozenset()

    def tells(block: Block) -> bool:
        first = block.instrs[0] if block.instrs else None
        return first is None or (isinstance(first, Assume) and noted.issuperset(names_in(first.condition)))

    return frozenset(block.label for block in procedure.blocks if tells(block))


def _nesting(procedure: Procedure) -> dict[str, int]:
    """In how many loops each block is."""
    nesting = {block.label: 0 for block in procedure.blocks}
    for found in find_loops(successors(procedure), procedure.entry).loops:
        for label in found.body:
            nesting[label] += 1
    return nesting


def _fits(nesting: Mapping[str, int], telling: Set[str], loop: int, apart: int) -> bool:
    """After so many rounds of every loop."""
    sizes: dict[str, int] = {label: (loop + 1) ** loops for label, loops in nesting.items()}
    among = sum(sizes[label] for label in telling)
    return sum(sizes.values()) - among <= MOST_BLOCKS and among <= apart


def _task(
    flat: Flat, cut: Unwound, places: Sequence[Place], normal: bool
) -> tuple[Task | None, dict[Place, tuple[str, ...]]]:
    """None where no execution ends so."""
    procedure = cut.procedure
    if normal:
        ending = normal_ends(procedure)
        if ending is None:
            return None, {}
        procedure = ending
    wanted = set(places)
    groups: dict[str, list[str]] = {}
    goals_of: dict[Place, dict[str, None]] = {}
    for block in procedure.blocks:
        origin = origin_of(procedure, block)
        here = [place for place in flat.places.get((origin.procedure, origin.label), ()) if place in wanted]
        if here:
            # A block is of one goal only: blocks with the same places are one.
            name = "; ".join(_name(place) for place in here)
            groups.setdefault(name, []).append(block.label)
            for place in here:
                goals_of.setdefault(place, {})[name] = None
    goals = {name: tuple(found) for name, found in groups.items()}
    present = {block.label for block in procedure.blocks}
    goals |= {label: (label,) for label in cut.cuts if label in present}
    kept = {label for found in goals.values() for label in found}
    course = Course(flat.program, cut.loop, 0, kept)
    procedure = passed(procedure, SIMPLER, course, Form.CALL_FREE | Form.ACYCLIC)
    task = Task(procedure, *single_assignments(procedure), goals, compile_procedure(procedure))
    return task, {place: tuple(names) for place, names in goals_of.items()}


def _answer(
    flat: Flat,
    places: Sequence[Place],
    goals_of: Mapping[Place, tuple[str, ...]],
    covering: Covering,
    scope: Scope,
    sound: set[int],
) -> UnitCovering:
    """sound: the tests that show what they are for; of one that was cut nobody knows how it ends."""
    parameters = [name.name for name in flat.procedure.parameters]
    proofs: dict[Place, Evidence] = {}
    unknown: dict[Place, str] = {}
    reached: dict[int, list[Place]] = {}
    carried = {place for found in flat.places.values() for place in found}
    for place in places:
        names = goals_of.get(place, ())
        tests = [covering.covered[name] for name in names if name in covering.covered]
        if sound & set(tests):
            reached.setdefault(min(sound & set(tests)), []).append(place)
        elif tests:
            unknown[place] = "bound"
        elif not flat.has(place):
            unknown[place] = "form"
        elif place not in carried:
            proofs[place] = UNREACHED  # no path leads there, whatever the bounds
        elif all(name in covering.infeasible for name in names):
            because = {span for name in names for span in covering.infeasible[name].because}
            proofs[place] = replace(UNREACHED, scope=scope, because=tuple(sorted(because)))
        else:
            unknown[place] = next(covering.unknown[name] for name in names if name in covering.unknown)
    inputs = tuple(
        ({name: covering.tests[index].inputs.get(name, 0) for name in parameters}, tuple(found))
        for index, found in sorted(reached.items())
    )
    return UnitCovering(inputs, proofs, unknown, covering.statistics)


def _name(place: Place) -> str:
    span, kind, outcome = place
    return f"{span}:{kind}:{outcome}"
