"""The goals of a function by way of its block form: inputs for some, proofs for others, before paths are searched for.

What the global names stand for must be certain both from the text of the module and in the module as it was imported.
Parameters without a stated type are taken for ints where that is the likeliest, which gives inputs but no proofs.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from clew.frontend.module import Module, Unit
from clew.goals.goal import Goal, Place
from clew.inputs.shapes import AnyShape, BoolShape, IntShape, ListShape, Shape, UnionShape, VariadicTupleShape
from clew.inputs.signatures import ParameterShape
from clew.logic.evaluate import Value
from clew.passes.flatten.exceptions import ExceptionClass
from clew.passes.flatten.function import MOST_BLOCKS, Flat, flatten
from clew.passes.flatten.graph import NotInSubset
from clew.passes.flatten.module_globals import globals_in
from clew.passes.flatten.values import Builtin, Callee, Globals
from clew.records import dataclass
from clew.search.explorer import Verified
from clew.search.tree import Model
from clew.solver.protocol import EnginesDisagree
from clew.solver.watching import Watch
from clew.source.spans import Span

if TYPE_CHECKING:
    from clew.solver.supply import Supply
    from clew.vc.task import Limits
    from clew.vc.units import UnitCovering

STEPS: Final = 100_000  # of the solver, for one query
QUERIES: Final = 5_000  # for one function
QUERY, RUN, GOAL = 1_000, 200, 20_000  # what they cost, in the units of `Account.work`
HORN_STEPS: Final = 500_000  # and for the invariants of one goal


@dataclass(slots=True)
class Verifier:
    """span_of: the place of a function object's definition.  rounds: of loops; depth: of recursion; certain: are the
    types stated?  plain: are all numbers ints and bools, of no other class?  left: seconds of the safety net.
    watch: sees every query; keep: gets the text of Horn clauses.
    """

    module: Module
    unit: Unit
    live: types.ModuleType
    span_of: Callable[[Any], Span | None]
    parameters: tuple[ParameterShape, ...]
    rounds: int
    depth: int
    certain: bool
    plain: bool
    left: Callable[[], float]
    watch: Watch | None = None
    keep: Callable[[str], None] | None = None
    flat: Flat | NotInSubset | None = None

    def settle(self, goals: Iterable[str], normal: bool) -> Verified:
        """normal: only executions that end normally count."""
        flat = self.flattened()
        if isinstance(flat, NotInSubset):
            return Verified()
        asked = set(goals)
        wanted = {goal.place: goal for goal in self.unit.goals if goal.id in asked}
        if not wanted or ((flat.lists or not flat.exact) and (normal or not self.certain)):
            return Verified()
        # Solvers are imported only when something is asked of them.
        from clew.solver.supply import Supply
        from clew.vc.preparation import Bounds
        from clew.vc.unbounded import prove_unreachable
        from clew.vc.units import UnitCovering, cover_unit

        supply = Supply(self.watch, self.keep)
        if flat.lists or not flat.exact:
            # The executor finds inputs sooner; what it cannot do is to close loops over lists of any length.
            proofs = prove_unreachable(flat, tuple(wanted), self.depth, HORN_STEPS, self.left, supply)
            return self.read(UnitCovering(proofs=proofs), wanted)
        try:
            found = cover_unit(flat, tuple(wanted), Bounds(self.rounds, self.depth), _limits(supply), normal=normal)
        except EnginesDisagree:
            return Verified()
        if self.certain and not normal and len(flat.procedure.blocks) <= MOST_BLOCKS:
            # What holds within bounds may hold without.
            bounded = [p for p in wanted if p in found.unknown or (p in found.proofs and found.proofs[p].scope)]
            unbounded = prove_unreachable(flat, bounded, self.depth, HORN_STEPS, self.left, supply) if bounded else {}
            found = replace(found, proofs={**found.proofs, **unbounded})
        return self.read(found, wanted)

    def settle_at_once(self, goals: Iterable[str]) -> Verified | None:
        """All of them together; None where that is not possible without a bound on loops."""
        flat = self.flattened()
        if isinstance(flat, NotInSubset) or flat.lists or not flat.exact:
            return None
        from clew.solver.supply import Supply
        from clew.vc.units import cover_at_once

        asked = set(goals)
        wanted = {goal.place: goal for goal in self.unit.goals if goal.id in asked}
        found = cover_at_once(flat, tuple(wanted), _limits(Supply(self.watch, self.keep)))
        return None if found is None else self.read(found, wanted)

    def maximal(self, goals: Iterable[str]) -> list[Model]:
        """Inputs, each of which reaches as many of the goals as go together; none where the block form cannot say."""
        flat = self.flattened()
        if isinstance(flat, NotInSubset) or flat.lists or not flat.exact:
            return []
        from clew.solver.supply import Supply
        from clew.vc.preparation import Bounds
        from clew.vc.units import cover_maximally

        asked = set(goals)
        places = tuple(goal.place for goal in self.unit.goals if goal.id in asked)
        limits = _limits(Supply(self.watch, self.keep))
        return [self.model(i) for i in cover_maximally(flat, places, Bounds(self.rounds, self.depth), limits)]

    def flattened(self) -> Flat | NotInSubset:
        if self.flat is None:
            kinds = {p.name: kind for p in self.parameters if (kind := _kind(p)) is not None}
            try:
                self.flat = flatten(self.unit.function, self.unit.function.name, kinds, self.globals())
            except NotInSubset as stop:
                self.flat = stop
        return self.flat

    def read(self, found: UnitCovering, wanted: Mapping[Place, Goal]) -> Verified:
        models = [(self.model(inputs), tuple(wanted[place].id for place in places)) for inputs, places in found.inputs]
        proofs = {wanted[place].id: proof for place, proof in found.proofs.items()} if self.certain else {}
        statistics = found.statistics
        work = GOAL * len(wanted) + QUERY * statistics.queries + RUN * statistics.runs
        return Verified(tuple(models), proofs, work)

    def model(self, inputs: Mapping[str, Value]) -> Model:
        booleans = {p.name for p in self.parameters if isinstance(p.shape, BoolShape)}
        values = ((p.name, inputs.get(p.name)) for p in self.parameters)
        return {n: bool(value) if n in booleans else value for n, value in values if isinstance(value, int)}

    def globals(self) -> Globals:
        stated = globals_in(self.module)
        spans = {unit.qualname: unit.span for unit in self.module.units}
        names = vars(self.live)

        def known(name: str) -> int | Builtin | Callee | ExceptionClass | None:
            meant = stated(name)
            match meant:
                case bool() | int():
                    same = type(names.get(name)) in (int, bool) and names[name] == meant
                case Callee():
                    same = name in names and self.span_of(names[name]) == spans.get(name)
                case _:
                    same = name not in names and (self.plain or name != "type")
            return meant if same else None

        return known


def _limits(supply: Supply) -> Limits:
    from clew.vc.task import Limits

    return Limits(steps=STEPS, rounds=60, runs=400, queries=QUERIES, supply=supply)


def _kind(parameter: ParameterShape) -> str | None:
    shape = parameter.shape
    if isinstance(shape, AnyShape) and shape.candidates:
        shape = shape.candidates[0]
    if parameter.kind in ("*", "**") or parameter.optional:
        return None
    match shape:
        case ListShape(ListShape(IntShape(), "list"), "list"):
            return "[list]"
        case ListShape(element, "list"):
            return f"[{_element(element)}]"
        case VariadicTupleShape(element):
            return f"({_element(element)})"
        case UnionShape(options) if all(isinstance(each, IntShape | BoolShape) for each in options):
            return "int"  # as which a bool computes, and the block form never asks which of the two it is
    return _element(shape) if isinstance(shape, IntShape | BoolShape) else None


def _element(shape: Shape) -> str:
    return "int" if isinstance(shape, IntShape) else "bool" if isinstance(shape, BoolShape) else "any"


def stated(parameters: Iterable[ParameterShape]) -> bool:
    """Do annotations say what every parameter is?"""
    return all(p.shape and not isinstance(p.shape, AnyShape) and not p.unread for p in parameters)
