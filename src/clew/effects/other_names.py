"""Members of classes that have other names than their functions: `push = add`, `register = dict.__setitem__`."""

from __future__ import annotations

import functools
import types
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from clew.effects.kept_state import functions_in
from clew.effects.readers import only_reads

# Modules of classes that others inherit from without being called back by them under names of their own.
_WITHOUT = ("builtins", "typing", "abc", "enum", "collections.abc")
_IN_C = (types.MethodDescriptorType, types.WrapperDescriptorType, types.BuiltinFunctionType, types.MethodWrapperType)


def other_names(classes: Iterable[type]) -> Mapping[str, frozenset[str | None]]:
    """By the name of a member, the names of the functions that it runs; None among them: code in C that may change what
    it is given.

    So do methods of the library that classes inherit from: `HTMLParser.feed` runs `handle_starttag`.
    """
    found: dict[str, set[str | None]] = {}
    classes = tuple(classes)
    project = {cls.__module__ for cls in classes}
    for cls in classes:
        for name, member in vars(cls).items():
            runs = {each for each in _run_by(member) if each != name}
            if runs:
                found.setdefault(name, set()).update(runs)
        inherited = tuple(base for base in cls.__mro__ if base.__module__ not in (*_WITHOUT, *project))
        if inherited:
            own = {n for base in cls.__mro__ if base.__module__ in project for n in vars(base)}
            for name, named in _mentioned_by(inherited).items():
                called = {each for each in own if each in named or "getattr" in named} - {name}
                if called and name not in own and not name.startswith("__"):
                    found.setdefault(name, set()).update(called)
    return {name: frozenset(runs) for name, runs in found.items()}


@functools.cache
def _mentioned_by(bases: tuple[type, ...]) -> Mapping[str, frozenset[str]]:
    """Of each method written in Python, all names in its text, and in those of methods that it names."""
    named = {
        name: frozenset(n for function in functions_in(member) for n in _names_in(function.__code__))
        for base in reversed(bases)
        for name, member in vars(base).items()
    }
    before = -1
    while before != (before := sum(map(len, named.values()))):
        named = {name: own.union(*(named[each] for each in own if each in named)) for name, own in named.items()}
    return {name: own for name, own in named.items() if own}


def _names_in(code: types.CodeType) -> set[str]:
    inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
    texts = {each for each in code.co_consts if isinstance(each, str)}  # instrumented code has names as constants
    return texts.union(code.co_names, *map(_names_in, inner))


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
