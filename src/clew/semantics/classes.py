"""Questions about types: `isinstance` on a value whose type is not yet chosen is a term; the choice stays open."""

from __future__ import annotations

import types
from abc import ABCMeta
from typing import Any, Final

from clew.logic import terms as t
from clew.semantics.fallback import unmodelled
from clew.semantics.operation import Machine, Operation
from clew.semantics.shadow import Choice, Concretized, Tracked, simplified


def _is_instance(machine: Machine, value: Tracked, kinds: Tracked) -> Tracked:
    if kinds.shadow is not None or isinstance(value.shadow, Concretized) or not _plain_classes(kinds.value):
        return unmodelled(machine, "isinstance", isinstance, (value, kinds), {})
    shadow = value.shadow
    if isinstance(shadow, Choice) and shadow.tells_types():
        matching = [
            t.eq(shadow.kind, t.integer(i)) for i, kind in enumerate(shadow.types) if issubclass(kind, kinds.value)
        ]
        return Tracked(isinstance(value.value, kinds.value), simplified(t.or_(*matching)))
    value = machine.settle(value)
    if isinstance(value.shadow, Concretized):
        return unmodelled(machine, "isinstance", isinstance, (value, kinds), {})
    return Tracked(isinstance(value.value, kinds.value), None)


def _plain_classes(kinds: Any) -> bool:
    """Instance checks of these classes ask for nothing but the type."""
    if isinstance(kinds, tuple):
        return all(map(_plain_classes, kinds))
    if isinstance(kinds, types.UnionType):
        return all(map(_plain_classes, kinds.__args__))
    if not isinstance(kinds, type):
        return False
    check = type(kinds).__instancecheck__
    return not isinstance(check, types.FunctionType) or check is ABCMeta.__instancecheck__


def _type(machine: Machine, /, *args: Tracked) -> Tracked:
    if len(args) != 1 or isinstance(args[0].shadow, Concretized):
        return unmodelled(machine, "type", type, args, {})
    value = machine.settle(args[0])
    if isinstance(value.shadow, Concretized):
        return unmodelled(machine, "type", type, (value,), {})
    return Tracked(type(value.value), None)


def _callable(machine: Machine, value: Tracked, /) -> Tracked:
    value = machine.settle(value)
    return Tracked(callable(value.value), value.shadow if isinstance(value.shadow, Concretized) else None)


FUNCTION: Final = {
    (isinstance, object): Operation("isinstance", isinstance, shadow=_is_instance),
    (type, object): Operation("type", type, shadow=_type),
    (callable, object): Operation("callable", callable, shadow=_callable),
}
