"""What the objects of a class share, and its ordinary use changes: attributes of the class itself that its constructors
or methods assign, or whose objects they change.

Other objects of the class may have been made, and used, before the call.  So in a run the value of such an attribute
decides nothing for certain: it is lost, and so is what the objects that it leads to hold.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clew.analysis.state import changed_state
from clew.effects import object_graph
from clew.effects.kept_state import Kept, is_constant
from clew.ir import tree as ir
from clew.ir.walk import nodes
from clew.records import dataclass
from clew.semantics.class_lookup import in_bases
from clew.semantics.shadow import Fields, Havocked, Shadow

if TYPE_CHECKING:
    from clew.concolic.machine import Machine
    from clew.concolic.prepared import Prepared


@dataclass(frozen=True, slots=True)
class SharedAttribute:
    """`cls.name`.  counts: the classes only ever count with it, so that its type stays what it is."""

    cls: type
    name: str
    counts: bool


def shared_attributes(prepared: Prepared, kept: Kept) -> tuple[SharedAttribute, ...]:
    """Those among what may be read that classes of the same family change."""
    changed: dict[type, frozenset[str]] = {}
    found = []
    for cls, name in kept.attributes:
        if cls not in changed:
            changed[cls] = _changed_by(prepared, cls)
        if name in changed[cls]:
            found.append(SharedAttribute(cls, name, _only_counts(prepared, cls, name)))
    return tuple(found)


def _changed_by(prepared: Prepared, cls: type) -> frozenset[str]:
    """Names of attributes that constructors and methods of the class, its bases and its subclasses change, those that
    they set on their own receiver left out.
    """
    names: set[str] = set()
    changing = prepared.catalogue.changing().names
    for function in _family(prepared, cls):
        change = changed_state(function, changing)
        names |= change.set | change.attributes
    return frozenset(names)


def _family(prepared: Prepared, cls: type) -> Iterator[ir.Function]:
    for each in prepared.catalogue.classes():
        if cls in each.__mro__ or each in cls.__mro__:
            yield from (unit.function for unit in prepared.state.units_of(each))


def _only_counts(prepared: Prepared, cls: type, name: str) -> bool:
    """Is it an int to which constants are added, or that is set to some, in `o.name += 1` and `o.name = 0`?"""
    texts = [node for function in _family(prepared, cls) for node in nodes(function.body)]
    if type(in_bases(cls, name)) is not int or ir.Const(name) in texts:  # `setattr` takes its name
        return False
    return all(
        _is_count(write.value, name, {n.target.name: n.value for n in nodes(function.body) if isinstance(n, ir.Assign)})
        for function in _family(prepared, cls)
        for write in nodes(function.body)
        if isinstance(write, ir.SetAttr) and write.name == name
    )


def _is_count(value: object, name: str, assigned: dict[str, object]) -> bool:
    match assigned.get(value.name) if isinstance(value, ir.Var) else value:
        case ir.Const(number):
            return type(number) is int
        case ir.Binary("+=" | "-=" | "+" | "-", ir.Var(old), ir.Const(number)):
            read = assigned.get(old)
            return type(number) is int and isinstance(read, ir.Attr) and read.name == name
    return False


def lose(machine: Machine, attributes: tuple[SharedAttribute, ...]) -> None:
    """A run starts, and others may have used the classes before."""
    fields: dict[type, dict[str, Shadow]] = {}
    for attribute in attributes:
        value = in_bases(attribute.cls, attribute.name)
        text = f"what other objects, made or used before, leave in `{attribute.cls.__qualname__}.{attribute.name}`"
        lost = machine.lost("bound", text)
        kind = int if attribute.counts else None
        fields.setdefault(attribute.cls, {})[attribute.name] = replace(lost, kind=kind)
        for each in object_graph.reachable([(value, None)]):
            if each is object_graph.TOO_MANY:
                machine.approximate("bound", text)
            elif _changes(each):
                machine.keep(each, Havocked(lost))
    for cls, shadows in fields.items():
        machine.keep(cls, Fields(shadows))


def _changes(value: Any) -> bool:
    """May it be another one, or hold something else, after it was used?"""
    return not (is_constant(value) or isinstance(value, types.CellType | int | float | complex | str | bytes | None))
