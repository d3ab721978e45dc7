"""Members of classes that have other names than their functions: `push = add`, `register = dict.__setitem__`."""

from __future__ import annotations

import functools
import types
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from clew.effects.kept_state import functions_in
from clew.effects.readers import only_reads

_IN_C = (types.MethodDescriptorType, types.WrapperDescriptorType, types.BuiltinFunctionType, types.MethodWrapperType)


def other_names(classes: Iterable[type]) -> Mapping[str, frozenset[str | None]]:
    """By the name of a member, the names of the functions that it runs; None among them: code in C that may change what
    it is given.
    """
    found: dict[str, set[str | None]] = {}
    for cls in classes:
        for name, member in vars(cls).items():
            runs = {each for each in _run_by(member) if each != name}
            if runs:
                found.setdefault(name, set()).update(runs)
    return {name: frozenset(runs) for name, runs in found.items()}


def changes_when_read(classes: Iterable[type], changing: Collection[str]) -> bool:
    """May reading an attribute of an object change something?  changing: names of functions that do."""
    if not {"__getattr__", "__getattribute__", "__get__"}.isdisjoint(changing):
        return True
    members = [member for cls in classes for member in vars(cls).values()]
    if any(isinstance(member, functools.cached_property) for member in members):
        return True
    getters = (member.fget for member in members if isinstance(member, property))
    return any(getattr(getter, "__name__", None) in changing for getter in getters)


def _run_by(member: Any) -> set[str | None]:
    if isinstance(member, _IN_C):
        return set() if only_reads(member) else {None}
    return {function.__name__ for function in functions_in(member)}
