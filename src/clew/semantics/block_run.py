"""Running a procedure in block form on concrete values.

Each block becomes one Python function over a list of variables, compiled once, that says whether the execution survived
its assumptions.  Which target of a `goto` is taken is the caller's choice: `follow` replays a given path, `wander`
makes a random walk that backs out of blocked targets, `all_paths` tries everything (brute force, for tests).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from clew.ir import blocks as ir
from clew.logic.evaluate import Value
from clew.records import dataclass
from clew.semantics.block_operations import FUNCTIONS, default_value, python_statements

State = list[Any]
Step = Callable[[State, Callable[[ir.Name], Value]], bool]


@dataclass(frozen=True, slots=True)
class Machine:
    """A compiled procedure.  names: every variable, in the order of the state; steps: a function per block."""

    names: tuple[ir.Name, ...]
    entry: str
    steps: Mapping[str, Step]
    targets: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Run:
    """path: the labels passed; havocs: the values chosen, in order; normal: it ended in a final block."""

    inputs: Mapping[str, Value]
    path: tuple[str, ...]
    havocs: tuple[Value, ...]
    normal: bool


def variables_of(procedure: ir.Procedure, globals: Sequence[ir.Name] = ()) -> tuple[ir.Name, ...]:
    """Every variable, globals first; each may be read before it is written and is then an input."""
    found: dict[str, ir.Name] = {}
    for name in (*globals, *procedure.parameters, *procedure.returns, *procedure.locals):
        found.setdefault(name.name, name)
    for block in procedure.blocks:
        for instr in block.instrs:
            for name in ir.assigned(instr):
                found.setdefault(name.name, name)
            match instr:
                case ir.Assign(_, expr) | ir.Assume(expr) | ir.Assert(expr):
                    for name in ir.names_in(expr).values():
                        found.setdefault(name.name, name)
    return tuple(ir.Name(n.name, n.type) for n in found.values())


def compile_procedure(procedure: ir.Procedure) -> Machine:
    """The procedure has no calls.  An `assert` stops the execution as an `assume` does: it does not end normally."""
    names = variables_of(procedure)
    index = {name.name: i for i, name in enumerate(names)}
    lines: list[str] = []
    types: dict[str, Any] = {}

    def text_of(expr: ir.Expr) -> str:
        before, text = python_statements(expr, lambda n: f"s[{index[n]}]")
        lines.extend(f"    {line}" for line in before)
        return text

    for number, block in enumerate(procedure.blocks):
        lines.append(f"def block_{number}(s, any_value):")
        for instr in block.instrs:
            match instr:
                case ir.Assign(target, value):
                    text = text_of(value)
                    lines.append(f"    s[{index[target.name]}] = {text}")
                case ir.Havoc(target):
                    types[f"name_{index[target.name]}"] = target
                    lines.append(f"    s[{index[target.name]}] = any_value(name_{index[target.name]})")
                case ir.Assume(condition) | ir.Assert(condition):
                    text = text_of(condition)
                    lines.append(f"    if not {text}: return False")
                case ir.Call():
                    raise AssertionError("calls are inlined or summarised before a procedure is run")
        lines.append("    return True")
    space: dict[str, Any] = {**FUNCTIONS, **types}
    exec("\n".join(lines), space)
    steps = {block.label: space[f"block_{n}"] for n, block in enumerate(procedure.blocks)}
    return Machine(names, procedure.entry, steps, {b.label: b.targets for b in procedure.blocks})


def start(machine: Machine, inputs: Mapping[str, Value]) -> State:
    """Variables without a given value begin with the plain value of their type."""
    return [inputs[n.name] if n.name in inputs else default_value(n.type) for n in machine.names]


def follow(machine: Machine, inputs: Mapping[str, Value], path: Sequence[str], havocs: Sequence[Value] = ()) -> bool:
    """Does the execution on these values along this path survive every assumption, and end in a final block?"""
    state = start(machine, inputs)
    values = iter(havocs)

    def chosen(name: ir.Name) -> Value:
        return next(values, default_value(name.type))

    for label, after in zip(path, (*path[1:], None), strict=True):
        if not machine.steps[label](state, chosen):
            return False
        if after is None:
            return not machine.targets[label]
        if after not in machine.targets[label]:
            return False
    return False


def wander(
    machine: Machine,
    inputs: Mapping[str, Value],
    random: Random,
    value: Callable[[ir.Name], Value],
    prefix: Sequence[str] = (),
    steps: int = 100_000,
) -> Run:
    """A random complete execution, after the given prefix.  When every target of a block is blocked the walk backs up,
    a bounded number of times, but not into the prefix."""
    state = start(machine, inputs)
    havocs: list[Value] = []

    def chosen(name: ir.Name) -> Value:
        havocs.append(value(name))
        return havocs[-1]

    path: list[str] = []
    for label in prefix or (machine.entry,):
        if not machine.steps[label](state, chosen):
            return Run(inputs, tuple(path), tuple(havocs), False)
        path.append(label)
    # For each block taken: the state before it, the number of havocs then, the targets not yet tried.
    trail: list[tuple[State, int, list[str]]] = []
    backs = 0
    while targets := machine.targets[path[-1]]:
        before, kept, left = state, len(havocs), list(targets)
        if len(left) == 2:
            if random.random() < 0.5:
                left.reverse()
        elif len(left) > 2:
            random.shuffle(left)
        while True:
            while not left:
                backs += 1
                if not trail or backs > 64 or len(path) > steps:
                    return Run(inputs, tuple(path), tuple(havocs), False)
                before, kept, left = trail.pop()
                path.pop()
            del havocs[kept:]
            target = left.pop()
            # The state is changed in place where there is nothing left to come back for.
            state = before.copy() if left else before
            if machine.steps[target](state, chosen):
                break
        trail.append((before, kept, left))
        path.append(target)
    return Run(inputs, tuple(path), tuple(havocs), True)


def all_paths(
    machine: Machine, inputs: Mapping[str, Value], choices: Callable[[ir.Name], Sequence[Value]]
) -> Iterator[tuple[str, ...]]:
    """Every complete path some execution on these inputs takes; `choices` lists the values of a havocked variable."""

    def enter(label: str, state: State, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for after in _outcomes(machine.steps[label], state, choices):
            if not machine.targets[label]:
                yield (*path, label)
            for target in machine.targets[label]:
                yield from enter(target, after, (*path, label))

    yield from dict.fromkeys(enter(machine.entry, start(machine, inputs), ()))


def _outcomes(step: Step, state: State, choices: Callable[[ir.Name], Sequence[Value]]) -> Iterator[State]:
    """The states after a block, one for each way of choosing its havocs."""
    pending: list[tuple[Value, ...]] = [()]
    while pending:
        given = pending.pop()
        used: list[Value] = []

        def chosen(name: ir.Name, given: tuple[Value, ...] = given, used: list[Value] = used) -> Value:
            if len(used) < len(given):
                used.append(given[len(used)])
            else:
                first, *others = choices(name)
                pending.extend((*used, other) for other in others)
                used.append(first)
            return used[-1]

        after = state.copy()
        if step(after, chosen):
            yield after
