"""All passes in order: a procedure and its program go in, a task for the covering algorithms comes out."""

from __future__ import annotations

from collections.abc import Iterator

from clew.ir.blocks import Procedure, Program
from clew.passes.assertions import assertions_as_choice
from clew.passes.drop_unreachable import drop_unreachable
from clew.passes.inline import TooLarge, inline_calls
from clew.passes.passive import to_passive
from clew.passes.split_nodes import TooIrreducible, split_nodes
from clew.passes.ssa import to_ssa
from clew.passes.unwind import unwind
from clew.records import dataclass
from clew.vc.task import Task, make_task


@dataclass(frozen=True, slots=True)
class Bounds:
    """loop: rounds of every loop; depth: activations of a procedure below itself."""

    loop: int = 8
    depth: int = 3


@dataclass(frozen=True, slots=True)
class Prepared:
    """scope: the bounds that cut something."""

    task: Task
    scope: tuple[tuple[str, int], ...]


class CannotPrepare(Exception):
    """The message says why, for the user."""


def prepare(program: Program, procedure: Procedure, bounds: Bounds, assertions: bool) -> Prepared:
    """Its calls are inlined.  assertions: an execution may end where one fails."""
    loop_free, scope = flatten(program, procedure, bounds, assertions)
    return Prepared(task_of(loop_free), scope)


def flatten(
    program: Program, procedure: Procedure, bounds: Bounds, assertions: bool
) -> tuple[Procedure, tuple[tuple[str, int], ...]]:
    """The procedure without calls and loops, and the bounds that cut something."""
    try:
        inlined = inline_calls(program, procedure, bounds.depth)
        whole = assertions_as_choice(inlined.procedure) if assertions else inlined.procedure
        unwound = unwind(split_nodes(drop_unreachable(whole)), bounds.loop)
    except (TooLarge, TooIrreducible) as error:
        raise CannotPrepare(str(error)) from None
    scope = []
    if unwound.cut:
        scope.append(("loop", bounds.loop))
    if inlined.cut:
        scope.append(("recursion", bounds.depth))
    return drop_unreachable(unwound.procedure), tuple(scope)


def stages(program: Program, procedure: Procedure, bounds: Bounds) -> Iterator[tuple[str, Procedure]]:
    """What `prepare` does without assertions as choices, by the name of the pass, in order."""
    try:
        procedure = inline_calls(program, procedure, bounds.depth).procedure
        yield "inline", procedure
        procedure = drop_unreachable(procedure)
        yield "drop-unreachable", procedure
        procedure = split_nodes(procedure)
        yield "split-nodes", procedure
    except (TooLarge, TooIrreducible) as error:
        raise CannotPrepare(str(error)) from None
    procedure = drop_unreachable(unwind(procedure, bounds.loop).procedure)
    yield "unwind", procedure
    procedure = to_ssa(procedure)
    yield "ssa", procedure
    yield "passive", to_passive(procedure)


def task_of(loop_free: Procedure) -> Task:
    ssa = to_ssa(loop_free)
    return make_task(loop_free, ssa, to_passive(ssa))
