"""What a pass is: a function from procedures to procedures, and the forms it needs and gives.

A form is a promise about the text of a procedure.  Forms last until a pass takes them back (`breaks`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Flag, auto

from clew.analysis.cfg import is_acyclic, successors
from clew.ir.blocks import Assign, Call, Havoc, Procedure, assigned
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


@dataclass(frozen=True, slots=True)
class Pass:
    """name: as on the command line (`clew dump --after NAME`)."""

    name: str
    run: Callable[[Procedure], Procedure]
    needs: Form = Form.NONE
    gives: Form = Form.NONE
    breaks: Form = Form.NONE


def form_of(procedure: Procedure) -> Form:
    """The forms that can be seen in the text; SSA only where nothing is assigned twice at all."""
    form = Form.NONE
    instrs = [instr for block in procedure.blocks for instr in block.instrs]
    targets = [name.name for instr in instrs for name in assigned(instr)]
    if not any(isinstance(i, Call) for i in instrs):
        form |= Form.CALL_FREE
    if is_acyclic(successors(procedure), procedure.entry):
        form |= Form.ACYCLIC | Form.REDUCIBLE
    if not any(isinstance(i, Assign | Havoc | Call) for i in instrs):
        form |= Form.PASSIVE | Form.SSA
    elif len(set(targets)) == len(targets):
        form |= Form.SSA
    return form


def run_passes(procedure: Procedure, passes: Iterable[Pass], form: Form) -> Procedure:
    """The passes in order, each with the forms it needs."""
    for step in passes:
        missing = step.needs & ~form
        assert not missing, f"{step.name} needs {missing}"
        procedure = step.run(procedure)
        form = (form | step.gives) & ~step.breaks
    return procedure
