"""What the block form of the function under test settles, for a search; solvers are imported when it is asked."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clew.concolic.entry import Entry
from clew.concolic.prepared import Prepared
from clew.frontend.module import Module
from clew.inputs.inhabitants import subclasses_of, told_from_the_start
from clew.inputs.shapes import parts
from clew.inputs.signatures import ParameterShape
from clew.inputs.stand_ins import admitted_classes
from clew.records import dataclass
from clew.search.request import Request
from clew.search.tree import Model
from clew.solver.watching import Watch
from clew.source.spans import Span

if TYPE_CHECKING:
    from clew.concolic.verification import Verifier
    from clew.search.explorer import Verified


@dataclass(slots=True)
class Blocks:
    """left: seconds of the safety net.  watch: sees every query; keep: gets the text of Horn clauses."""

    prepared: Prepared
    entry: Entry
    module: Module
    request: Request
    left: Callable[[], float]
    watch: Watch | None
    keep: Callable[[str], None] | None
    verifier: Verifier | None = None

    def settle(self, goals: frozenset[str], normal: bool) -> Verified:
        """normal: only executions that end normally count."""
        return self.made().settle(goals, normal)

    def settle_at_once(self, goals: frozenset[str]) -> Verified | None:
        """All of them together, where that is possible without a bound on loops."""
        return self.made().settle_at_once(goals)

    def maximal(self, goals: frozenset[str]) -> list[Model]:
        """Inputs, each of which reaches as many of the goals as go together."""
        return self.made().maximal(goals)

    def made(self) -> Verifier:
        if self.verifier is None:
            verifier = _verifier(self.prepared, self.entry, self.module, self.request, self.left)
            self.verifier = replace(verifier, watch=self.watch, keep=self.keep)
        return self.verifier


def _verifier(
    prepared: Prepared, entry: Entry, module: Module, request: Request, left: Callable[[], float]
) -> Verifier:
    from clew.concolic.verification import Verifier, stated

    machine, functions = prepared.machine, prepared.sites.functions

    def span_of(value: Any) -> Span | None:
        number = machine.by_code.get(value.__code__) if isinstance(value, types.FunctionType) else None
        return functions[number].span if number is not None and functions[number].module == module.name else None

    classes = admitted_classes(prepared.catalogue)
    computes = any(_of_others(p, classes) for p in entry.parameters)
    # An `IntFlag` inverts its bits in its own way, and the block form knows ints only.
    certain = stated(entry.parameters) and not entry.untyped and not computes and not machine.flags()
    plain = not any(subclasses_of(part, classes) for p in entry.parameters for part in parts(p.shape))
    rounds, depth = request.budget.loop, request.bounds.depth
    return Verifier(module, entry.unit, prepared.module, span_of, entry.parameters, rounds, depth, certain, plain, left)


def _of_others(parameter: ParameterShape, classes: tuple[type, ...]) -> bool:
    """Is there a class of the project whose instances the parameter may be, and which computes in its own way?"""
    return next(told_from_the_start(parameter.name, parameter.shape, classes), None) is not None
