"""The passes, and the orders in which they run: one list for each way, read by what runs it and by `clew dump`.

A pass is a function from procedures to procedures, and the forms it needs and gives.  A form is a promise about the
text of a procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from enum import Flag, auto
from typing import Final

from clew.ir.blocks import Procedure, Program
from clew.passes.assertions import assertions_as_choice
from clew.passes.conditionals import branch_conditionals
from clew.passes.cuts import DEPTH, LOOP, cuts_as_ends
from clew.passes.drop_unreachable import drop_unreachable
from clew.passes.inline import inline_calls
from clew.passes.passive import to_passive
from clew.passes.split_nodes import split_nodes
from clew.passes.ssa import to_ssa
from clew.passes.straighten import straightened
from clew.passes.unwind import unwind
from clew.records import dataclass


class Form(Flag):
    """CALL_FREE: no calls.  REDUCIBLE: every cycle is a natural loop.  ACYCLIC: no cycles.

    SSA: on every execution each variable is assigned at most once, and before it is read.  PASSIVE: nothing is
    assigned.
    """

    NONE = 0
    CALL_FREE = auto()
    REDUCIBLE = auto()
    ACYCLIC = auto()
    SSA = auto()
    PASSIVE = auto()


@dataclass(slots=True)
class Course:
    """What the passes are told: whose procedures are called, the rounds of every loop, the activations of a procedure
    below itself (depth), the labels of blocks that somebody asks for (kept).

    cut: what they found: `loop` and `recursion`, where these bounds cut something.
    """

    program: Program
    loop: int
    depth: int
    kept: Iterable[str] = ()
    cut: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Pass:
    """name, help: as on the command line (`clew dump --after NAME`)."""

    name: str
    help: str
    run: Callable[[Procedure, Course], Procedure]
    needs: Form = Form.NONE
    gives: Form = Form.NONE


def run(
    procedure: Procedure, passes: Iterable[Pass], course: Course, form: Form = Form.NONE
) -> Iterator[tuple[str, Procedure]]:
    """The procedure after each of the passes, by its name.  form: what is known of the procedure.

    Raises TooLarge or TooIrreducible.
    """
    for step in passes:
        missing = step.needs & ~form
        assert not missing, f"{step.name} needs {missing}"
        procedure = step.run(procedure, course)
        form |= step.gives
        yield step.name, procedure


def passed(procedure: Procedure, passes: Sequence[Pass], course: Course, form: Form = Form.NONE) -> Procedure:
    """The procedure after all of the passes; raises as `run` does."""
    for _, after in run(procedure, passes, course, form):
        procedure = after
    return procedure


# ---------------------------------------------------------------- the passes


def _inline(procedure: Procedure, course: Course) -> Procedure:
    inlined = inline_calls(course.program, procedure, course.depth)
    if inlined.cut:
        course.cut.add("recursion")
    return inlined.procedure


def _unwind(procedure: Procedure, course: Course) -> Procedure:
    unwound = unwind(procedure, course.loop)
    if unwound.cut:
        course.cut.add("loop")
    return drop_unreachable(unwound.procedure)


def _plain(run: Callable[[Procedure], Procedure]) -> Callable[[Procedure, Course], Procedure]:
    return lambda procedure, course: run(procedure)


_INLINE = Pass("inline", "without calls, recursion followed to --depth", _inline, gives=Form.CALL_FREE)
_ASSERTIONS = Pass("assertions", "assertions as choices, one of which fails", _plain(assertions_as_choice))
_CUT_CALLS = Pass("cut-calls", "executions end where recursion was cut", lambda p, _: cuts_as_ends(p, DEPTH))
_CUT_LOOPS = Pass("cut-loops", "executions end where a loop was cut", lambda p, _: cuts_as_ends(p, LOOP))
_DROP = Pass("drop-unreachable", "without the blocks no path leads to", _plain(drop_unreachable))
_SPLIT = Pass(
    "split-nodes", "reducible: every cycle is a loop with one entry", _plain(split_nodes), gives=Form.REDUCIBLE
)
_UNWIND = Pass(
    "unwind", "without loops, each gone round --loop times", _unwind, Form.CALL_FREE | Form.REDUCIBLE, Form.ACYCLIC
)
_STRAIGHTEN = Pass(
    "straighten", "only blocks and assignments that matter", lambda p, c: straightened(p, c.kept), Form.ACYCLIC
)
_BRANCHES = Pass("branch-conditionals", "conditional values as branches", _plain(branch_conditionals), Form.ACYCLIC)
_SSA = Pass("ssa", "every variable assigned once", _plain(to_ssa), Form.ACYCLIC | Form.CALL_FREE, Form.SSA)
_PASSIVE = Pass("passive", "assumptions only", _plain(to_passive), Form.ACYCLIC | Form.SSA, Form.PASSIVE)

# ---------------------------------------------------------------- the orders

LOOP_FREE: Final = (_INLINE, _DROP, _SPLIT, _UNWIND)
"""A procedure of a program."""
WITH_FAILURES: Final = (_INLINE, _ASSERTIONS, _DROP, _SPLIT, _UNWIND)
"""The same, where an execution may end because an assertion fails."""
WITHOUT_CALLS: Final = (_INLINE, _CUT_CALLS, _DROP)
"""A function of Python; what was cut is a place where an execution may end."""
WITHOUT_LOOPS: Final = (_SPLIT, _UNWIND, _CUT_LOOPS, _DROP)
"""And then this."""
SIMPLER: Final = (_STRAIGHTEN, _BRANCHES)
"""Before paths of a function are counted."""
LOGIC: Final = (_SSA, _PASSIVE)
"""What the covering algorithms are given, of procedures without calls and loops."""
