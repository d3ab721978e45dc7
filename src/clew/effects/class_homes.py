"""Where a class comes from, whatever it says: its body, a decorator, or what made it may set `__module__`."""

from __future__ import annotations

import sys
import types
from collections.abc import Collection
from typing import Any, Final

from clew.semantics.class_lookup import HEAP_TYPE

NOWHERE: Final = ""
_IMMUTABLE: Final = 1 << 8  # `Py_TPFLAGS_IMMUTABLETYPE`


def home_of(cls: type) -> str:
    """The module that has the class under the names that it says; `NOWHERE` if none has, so that it may be anybody's.

    Classes in functions are found by what their methods have for globals.
    """
    module = _text(cls, "__module__")
    if not is_settable(cls):
        return module
    path = _text(cls, "__qualname__")
    if "<locals>" in path:
        homes = {f.__globals__.get("__name__") for f in vars(cls).values() if isinstance(f, types.FunctionType)}
        return module if homes == {module} else NOWHERE
    return module if is_where_it_says(cls) else NOWHERE


def is_settable(cls: type) -> bool:
    """Can its attributes be set?"""
    return bool(cls.__flags__ & HEAP_TYPE) and not cls.__flags__ & _IMMUTABLE


def is_where_it_says(cls: type) -> bool:
    """Is it in its module, under its own name?  What calls make (`new_class`, `ABCMeta`) often is not."""
    found: Any = sys.modules.get(_text(cls, "__module__"))
    for part in _text(cls, "__qualname__").split("."):
        found = getattr(found, part, None)
    return found is cls


def is_of_project(cls: type, project: Collection[str]) -> bool:
    """May code of the project define it?  project: names of modules."""
    home = home_of(cls)
    return home == NOWHERE or home in project


def is_defined_in(cls: type, module: str) -> bool:
    """Is it defined there, as far as is known?"""
    return home_of(cls) in (NOWHERE, module)


def _text(cls: type, name: str) -> str:
    value = getattr(cls, name, None)
    return value if isinstance(value, str) else NOWHERE
