"""What decorators made of a function, and how it can still be called.

The name of a unit may be bound to the function itself, to a wrapper, to an object that keeps the function in one of its
attributes (a command with its `callback`), to a descriptor that calls it when an attribute is read (a cached property),
or to something that no longer leads to it.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterator
from typing import Any

from clew.effects.raw_attribute import raw_attribute
from clew.records import dataclass

_DEPTH = 2  # attributes from the object to the function
_CALLED_AS_THEY_ARE = (functools.partial, types.BuiltinFunctionType, types.MethodType, type)


@dataclass(frozen=True, slots=True)
class Callee:
    """function: what to call.  path: the attributes that lead to it from what the name is bound to (`.callback`).

    read: reading the attribute of the receiver calls it.  certain: it is the function itself.  wrapped: it is another
    function in its place, so that calls by the name are calls of that.  bound_late: a descriptor, which decides what an
    instance has under the name.
    """

    function: Any
    path: str = ""
    read: bool = False
    certain: bool = False
    wrapped: bool = False
    bound_late: bool = False


def callee_of(
    bound: Any,
    is_unit: Callable[[types.FunctionType], bool],
    package: str,
    member: bool,
    receiver_only: bool,
) -> Callee:
    """bound: what the name is bound to; member: of a class; receiver_only: the unit has no other parameters.

    is_unit: is it the unit's function?  package: of the module, whose own objects are called as they are.
    """
    plain = raw_attribute(bound, "__func__") if isinstance(bound, staticmethod | classmethod) else bound
    if isinstance(plain, types.FunctionType):
        certain = is_unit(plain)
        return Callee(bound, certain=certain, wrapped=not certain)
    if isinstance(bound, functools.cached_property):
        return Callee(bound, read=member, bound_late=member)
    if isinstance(plain, functools._lru_cache_wrapper):
        return Callee(bound, certain=_leads_to(plain.__wrapped__, is_unit), wrapped=True)
    if isinstance(plain, _CALLED_AS_THEY_ARE) or _package_of_call(type(plain)) == package:
        return Callee(bound)
    if member and hasattr(type(bound), "__get__"):
        return Callee(bound, read=receiver_only and not callable(bound), bound_late=True)
    for path, function in _functions_of(bound):
        if is_unit(function):
            return Callee(function, path, certain=True)
    return Callee(bound)


def _leads_to(found: Any, is_unit: Callable[[types.FunctionType], bool]) -> bool:
    return isinstance(found, types.FunctionType) and is_unit(found)


def _package_of_call(kind: type) -> str:
    """The package of the class that says what calling an instance does."""
    return next((base.__module__ for base in kind.__mro__ if "__call__" in base.__dict__), "").partition(".")[0]


def _functions_of(value: Any) -> Iterator[tuple[str, types.FunctionType]]:
    """The functions in public attributes of an object, with the attributes that lead there, nearest first."""
    level = [("", value)]
    for _ in range(_DEPTH):
        inner: list[tuple[str, Any]] = []
        for path, owner in level:
            fields = raw_attribute(owner, "__dict__")
            for name, found in sorted(fields.items()) if isinstance(fields, dict) else ():
                if name.startswith("_") and name != "__wrapped__":
                    continue
                if isinstance(found, types.FunctionType):
                    yield f"{path}.{name}", found
                elif not isinstance(found, types.ModuleType | type):
                    inner.append((f"{path}.{name}", found))
        level = inner
