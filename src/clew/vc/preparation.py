"""All passes in order: a procedure and its program go in, a task for the covering algorithms comes out."""

from __future__ import annotations

from collections.abc import Iterator

from clew.ir.blocks import Procedure, Program
from clew.passes.inline import TooLarge
from clew.passes.pipelines import LOGIC, LOOP_FREE, WITH_FAILURES, Course, Form, passed, run
from clew.passes.split_nodes import TooIrreducible
from clew.records import dataclass
from clew.vc.task import Task, make_task
from clew.verdict.scopes import Scope


@dataclass(frozen=True, slots=True)
class Bounds:
    """loop: rounds of every loop; depth: activations of a procedure below itself."""

    loop: int = 8
    depth: int = 3


@dataclass(frozen=True, slots=True)
class Prepared:
    """scope: the bounds that cut something."""

    task: Task
    scope: Scope


class CannotPrepare(Exception):
    """The message says why, for the user."""


def prepare(program: Program, procedure: Procedure, bounds: Bounds, assertions: bool) -> Prepared:
    """Its calls are inlined.  assertions: an execution may end where one fails."""
    loop_free, scope = flatten(program, procedure, bounds, assertions)
    return Prepared(task_of(loop_free), scope)


def flatten(program: Program, procedure: Procedure, bounds: Bounds, assertions: bool) -> tuple[Procedure, Scope]:
    """The procedure without calls and loops, and the bounds that cut something."""
    course = Course(program, bounds.loop, bounds.depth)
    try:
        loop_free = passed(procedure, WITH_FAILURES if assertions else LOOP_FREE, course)
    except (TooLarge, TooIrreducible) as error:
        raise CannotPrepare(str(error)) from None
    scope = {"loop": bounds.loop, "recursion": bounds.depth}
    return loop_free, tuple((name, bound) for name, bound in scope.items() if name in course.cut)


def stages(program: Program, procedure: Procedure, bounds: Bounds) -> Iterator[tuple[str, Procedure]]:
    """What `prepare` does without assertions as choices, by the name of the pass, in order."""
    try:
        yield from run(procedure, (*LOOP_FREE, *LOGIC), Course(program, bounds.loop, bounds.depth))
    except (TooLarge, TooIrreducible) as error:
        raise CannotPrepare(str(error)) from None


def task_of(loop_free: Procedure) -> Task:
    return make_task(loop_free, *single_assignments(loop_free))


def single_assignments(loop_free: Procedure) -> tuple[Procedure, Procedure]:
    """The procedure with every variable assigned once, and in passive form."""
    course = Course(Program((), (loop_free,)), 0, 0)
    (_, ssa), (_, passive) = run(loop_free, LOGIC, course, Form.CALL_FREE | Form.ACYCLIC)
    return ssa, passive
