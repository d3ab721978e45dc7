"""What calls share, and ordinary use changes: attributes of classes that their constructors or methods assign,
variables of modules that functions assign, and the objects that these, defaults and closures hold.

Other calls may have been made before.  So in a run such a value decides nothing for certain: it is lost, and so is what
the objects that it leads to hold.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from clew.analysis.state import Changed, globals_bound
from clew.effects import object_graph
from clew.effects.kept_state import Keeping, Kept, is_constant, kept_by
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.semantics.class_lookup import in_bases
from clew.semantics.shadow import Concretized, Fields, Havocked, Shadow

if TYPE_CHECKING:
    from clew.concolic.machine import Machine
    from clew.concolic.prepared import Prepared


@dataclass(frozen=True, slots=True)
class SharedAttribute:
    """`cls.name`.  counts: the classes only ever count with it, so that its type stays what it is."""

    cls: type
    name: str
    counts: bool


@dataclass(frozen=True, slots=True)
class SharedVariable:
    """`name` of a module.  counts: as of an attribute; comes_and_goes: it is there only after some call, or before."""

    module: str
    name: str
    counts: bool
    comes_and_goes: bool


@dataclass(frozen=True, slots=True)
class SharedState:
    """What a call may find otherwise than the import left it.  functions: with objects in defaults or closures;
    contexts: code of the project may set context variables; other: names of what may hold objects that are gone, or of
    another class.
    """

    attributes: tuple[SharedAttribute, ...] = ()
    variables: tuple[SharedVariable, ...] = ()
    functions: tuple[tuple[str, Keeping], ...] = ()
    contexts: bool = False
    other: tuple[str, ...] = ()


def shared_state(prepared: Prepared, kept: Kept) -> SharedState:
    """Among what may be read: the attributes that classes of the same family change, and what `ProjectState` says of
    variables and functions.
    """
    changed: dict[type, Changed] = {}
    attributes = []
    for cls, name in kept.attributes:
        if cls not in changed:
            changed[cls] = _changed_by(prepared, cls)
        touched = name in changed[cls].attributes or name in changed[cls].called
        inside = touched and _holds_what_changes(in_bases(cls, name))
        if inside or name in changed[cls].set:
            attributes.append(SharedAttribute(cls, name, _only_counts(prepared, cls, name)))
    state = prepared.state
    variables = tuple(
        SharedVariable(
            module,
            name,
            _variable_counts(prepared, module, name),
            name in state.deleted(module) or name not in vars(sys.modules[module]),
        )
        for module, name in kept.variables
        if state.is_lost(module, name)
    )
    functions = tuple((name, f) for name, f in kept.functions if f is not None and not state.rebinds(f))
    held: list[tuple[str, object, str, Any]] = []
    held += [(name, module, name, vars(sys.modules[module]).get(name)) for module, name in kept.variables]
    held += [(f"{cls.__qualname__}.{name}", cls, name, in_bases(cls, name)) for cls, name in kept.attributes]
    other = [shown for shown, holder, name, value in held if state.held_may_be_other(holder, name, value)]
    other += [name for name, f in kept.functions if f is not None and state.may_be_other(kept_by(f))]
    return SharedState(tuple(attributes), variables, functions, state.texts.sets_contexts, tuple(other))


def _changed_by(prepared: Prepared, cls: type) -> Changed:
    """What constructors and methods of the class, its bases and its subclasses change."""
    return functools.reduce(Changed.joined, map(prepared.state.changes_of, _family(prepared, cls)), Changed())


def _family(prepared: Prepared, cls: type) -> Iterator[ir.Function]:
    modules: dict[str, None] = {}
    for each in prepared.catalogue.classes():
        if cls in each.__mro__ or each in cls.__mro__:
            yield from (unit.function for unit in prepared.state.units_of(each))
            modules[each.__module__] = None
    for name in modules:
        if (known := prepared.project.modules.get(name)) is not None:
            yield from known.lambdas


def _only_counts(prepared: Prepared, cls: type, name: str) -> bool:
    """Is it an int to which constants are added, or that is set to some, in `o.name += 1` and `o.name = 0`?"""
    if type(in_bases(cls, name)) is not int:
        return False
    texts = [node for function in _family(prepared, cls) for node in nodes(function.body)]
    if ir.Const(name) in texts:  # `setattr` takes its name
        return False
    return all(
        _is_count(write.value, name, _assigned(function))
        for function in _family(prepared, cls)
        for write in nodes(function.body)
        if isinstance(write, ir.SetAttr) and write.name == name
    )


def _variable_counts(prepared: Prepared, module: str, name: str) -> bool:
    """The same of a variable of a module."""
    if type(vars(sys.modules[module]).get(name)) is not int:
        return False
    functions = [unit.function for unit in prepared.project.modules[module].units if unit.parent is None]
    binding = [function for function in functions if name in globals_bound(function)]
    if any(isinstance(n, ir.Native | ir.NativeStatement) for function in binding for n in nodes(function.body)):
        return False
    return all(
        isinstance(write, ir.SetGlobal) and _is_count(write.value, name, _assigned(function))
        for function in binding
        for write in nodes(function.body)
        if isinstance(write, ir.SetGlobal | ir.DelGlobal) and write.name == name
    )


def _assigned(function: ir.Function) -> dict[str, object]:
    return {n.target.name: n.value for n in nodes(function.body) if isinstance(n, ir.Assign)}


def _is_count(value: object, name: str, assigned: dict[str, object]) -> bool:
    match assigned.get(value.name) if isinstance(value, ir.Var) else value:
        case ir.Const(number):
            return type(number) is int
        case ir.Binary("+=" | "-=" | "+" | "-", ir.Var(old), ir.Const(number)):
            match assigned.get(old):
                case ir.Attr(_, read) | ir.Global(read):
                    return type(number) is int and read == name
    return False


OTHERS: Final = "what other"
"""How all reasons begin that name what is lost here."""


def lose(machine: Machine, state: SharedState, at_start: bool = False) -> None:
    """Others may have used the classes and functions: before a run starts, or while code of theirs runs."""
    machine.fresh = False
    fields: dict[type, dict[str, Shadow]] = {}
    for attribute in state.attributes:
        value = in_bases(attribute.cls, attribute.name)
        text = f"{OTHERS} objects, made or used before, leave in `{attribute.cls.__qualname__}.{attribute.name}`"
        lost = lose_objects(machine, value, text, at_start)
        fields.setdefault(attribute.cls, {})[attribute.name] = replace(lost, kind=int if attribute.counts else None)
    for cls, shadows in fields.items():
        machine.keep(cls, Fields(shadows))
    for variable in state.variables:
        value = vars(sys.modules[variable.module]).get(variable.name)
        if variable.comes_and_goes:
            machine.approximate("bound", f"whether functions have bound or deleted `{variable.name}` is left open")
        lost = lose_objects(machine, value, f"{OTHERS} calls leave in `{variable.name}`", at_start)
        machine.set_global(variable.module, variable.name, replace(lost, kind=int if variable.counts else None))
    for name in state.other:
        machine.approximate("bound", f"whether what `{name}` leads to is still there, and of which class, is left open")
    for name, function in state.functions:
        for value in kept_by(function):
            if not isinstance(value, types.FunctionType):
                lose_objects(machine, value, f"{OTHERS} calls leave in the defaults and the closure of {name}")


def lose_objects(machine: Machine, value: Any, text: str, at_start: bool = False) -> Concretized:
    """What the value holds, and the objects it leads to.

    at_start: of a run, when all that is put back before one is as it was.
    """
    lost = machine.lost("bound", text)
    found = machine.led_to.get(id(value)) if at_start else None
    if found is None:
        found = LedTo.of(value, machine.looks)
        if at_start and all(map(machine.puts_back, found.every)):
            machine.led_to[id(value)] = found
    if found.more:
        machine.approximate("bound", text)
    havocked = Havocked(lost)
    machine.heap.update((id(each), (each, havocked)) for each in found.changing)
    return lost


@dataclass(frozen=True, slots=True)
class LedTo:
    """every: objects below a value, and itself; changing: those that may be others later; more: these are not all."""

    value: Any
    every: list[Any]
    changing: list[Any]
    more: bool

    @staticmethod
    def of(value: Any, looks: Callable[[int], object]) -> LedTo:
        every = list(object_graph.reachable([(value, None)], looks))
        more = bool(every) and every[-1] is object_graph.TOO_MANY
        every = every[:-1] if more else every
        return LedTo(value, every, [each for each in every if _changes(each)], more)


def _holds_what_changes(value: Any) -> bool:
    """Is there anything in it that may hold something else after it was handed on?"""
    reached = object_graph.reachable([(value, None)])
    return any(each is object_graph.TOO_MANY or (type(each) is not tuple and _changes(each)) for each in reached)


def _changes(value: Any) -> bool:
    """May it be another one, or hold something else, after it was used?"""
    return not (is_constant(value) or isinstance(value, types.CellType) or object_graph.is_leaf(value))
