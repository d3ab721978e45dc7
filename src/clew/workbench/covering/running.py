"""Executions of an `.ivl` program as it was read, by an interpreter that knows no pass: loops go round, calls call.

Whatever is open (the target of a `goto`, the value of a `havoc`) is tried in every way, within bounds on how often an
activation may enter one block and how deep calls may nest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

from clew.ir import blocks as ir
from clew.logic.evaluate import Value
from clew.records import dataclass
from clew.semantics.block_operations import FUNCTIONS, python_text

State = dict[str, Any]
Place = tuple[str, str]
"""(procedure, label)"""


@dataclass(frozen=True, slots=True)
class Bounds:
    """visits: of a block in one activation; depth: activations of a procedure below itself."""

    visits: int
    depth: int


class Runner:
    def __init__(self, program: ir.Program, bounds: Bounds, choices: Callable[[ir.Name], Sequence[Value]]) -> None:
        self._procedures = {p.name: p for p in program.procedures}
        self._blocks = {(p.name, b.label): b for p in program.procedures for b in p.blocks}
        self._globals = [name.name for name in program.globals]
        self._bounds = bounds
        self._choices = choices
        self._compiled: dict[int, tuple[ir.Expr, Callable[[State], Any]]] = {}

    def places(self, name: str, inputs: Mapping[str, Value], wanted: Set[Place] | None = None) -> set[Place]:
        """All that some normally ending execution from these inputs passes; `wanted`: nothing else is looked for."""
        found: set[Place] = set()
        for _, passed in self._call(self._procedures[name], dict(inputs), (name,)):
            found |= passed
            if wanted is not None and wanted <= found:
                break
        return found

    def _call(
        self, procedure: ir.Procedure, state: State, active: tuple[str, ...]
    ) -> Iterator[tuple[State, frozenset[Place]]]:
        entry = procedure.blocks[0].label
        return self._enter(procedure, entry, state, {}, active)

    def _enter(
        self, procedure: ir.Procedure, label: str, state: State, visits: Mapping[str, int], active: tuple[str, ...]
    ) -> Iterator[tuple[State, frozenset[Place]]]:
        """Ways to end normally from the start of a block: the state then, and the places passed."""
        count = visits.get(label, 0) + 1
        if count > self._bounds.visits:
            return
        visits = {**visits, label: count}
        block = self._blocks[procedure.name, label]
        here = frozenset({(procedure.name, label)})
        for after, inside in self._instrs(block.instrs, state, active):
            if not block.targets:
                yield after, here | inside
            for target in block.targets:
                for end, passed in self._enter(procedure, target, after, visits, active):
                    yield end, here | inside | passed

    def _instrs(
        self, instrs: Sequence[ir.Instr], state: State, active: tuple[str, ...]
    ) -> Iterator[tuple[State, frozenset[Place]]]:
        if not instrs:
            yield state, frozenset()
            return
        first, rest = instrs[0], instrs[1:]
        match first:
            case ir.Assign(target, value):
                yield from self._instrs(rest, {**state, target.name: self._value(value, state)}, active)
            case ir.Assume(condition) | ir.Assert(condition):
                if self._value(condition, state):
                    yield from self._instrs(rest, state, active)
            case ir.Havoc(target):
                for chosen in self._choices(target):
                    yield from self._instrs(rest, {**state, target.name: chosen}, active)
            case ir.Call(targets=targets, procedure=name, arguments=arguments):
                if active.count(name) > self._bounds.depth:
                    return
                callee = self._procedures[name]
                inner = {g: state[g] for g in self._globals}
                for parameter, argument in zip(callee.parameters, arguments, strict=True):
                    inner[parameter.name] = self._value(argument, state)
                for end, passed in self._call(callee, inner, (*active, name)):
                    after = {**state, **{g: end[g] for g in self._globals}}
                    for target, result in zip(targets, callee.returns, strict=True):
                        after[target.name] = end[result.name]
                    for last, more in self._instrs(rest, after, active):
                        yield last, passed | more

    def _value(self, expr: ir.Expr, state: State) -> Any:
        known = self._compiled.get(id(expr))
        if known is None:
            # The expression is kept with its function, so that its id is not given away again.
            known = (expr, eval(f"lambda s: {python_text(expr, lambda n: f's[{n!r}]')}", dict(FUNCTIONS)))
            self._compiled[id(expr)] = known
        return known[1](state)
