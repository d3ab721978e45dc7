"""Who calls whom in a program in block form, and what a call may touch.

Procedures that can call each other form a *component* (Tarjan's strongly connected components, read here off the
reachability relation, programs being small); recursion never leaves one.
"""

from __future__ import annotations

from collections.abc import Mapping

from clew.analysis.cfg import reachable
from clew.ir.blocks import Assert, Call, Procedure, Program, assigned
from clew.records import dataclass


@dataclass(frozen=True, slots=True)
class CallGraph:
    """below: what a procedure may call, in the end; writes: the globals that it and these may change; fails: may one
    of their assertions fail?"""

    below: Mapping[str, frozenset[str]]
    writes: Mapping[str, frozenset[str]]
    fails: Mapping[str, bool]

    def recursive_with(self, name: str, other: str) -> bool:
        """Can the two be active below each other?"""
        return name == other or (other in self.below[name] and name in self.below[other])


def call_graph(program: Program) -> CallGraph:
    calls = {p.name: tuple(dict.fromkeys(i.procedure for i in _calls(p))) for p in program.procedures}
    below = {name: frozenset(reachable(calls, calls[name])) for name in calls}
    globals = frozenset(name.name for name in program.globals)
    own_writes: dict[str, frozenset[str]] = {}
    own_fails: dict[str, bool] = {}
    for procedure in program.procedures:
        instrs = [instr for block in procedure.blocks for instr in block.instrs]
        own_writes[procedure.name] = globals.intersection(n.name for i in instrs for n in assigned(i))
        own_fails[procedure.name] = any(isinstance(i, Assert) for i in instrs)
    return CallGraph(
        below,
        {name: own_writes[name].union(*(own_writes[b] for b in below[name])) for name in calls},
        {name: own_fails[name] or any(own_fails[b] for b in below[name]) for name in calls},
    )


def _calls(procedure: Procedure) -> list[Call]:
    return [instr for block in procedure.blocks for instr in block.instrs if isinstance(instr, Call)]
