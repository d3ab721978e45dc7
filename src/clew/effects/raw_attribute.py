"""Attributes of any object at all, without running code of the user's: no `__getattr__`, be it of a class or of a
module, no `__getattribute__`, no property and no descriptor written in Python.
"""

from __future__ import annotations

import types
from typing import Any

from clew.semantics.class_lookup import HEAP_TYPE, in_bases


def raw_attribute(value: Any, name: str, default: Any = None) -> Any:
    """The attribute, past hooks of the user's; the default, too, for what only their code could give."""
    kind = type(value)
    if kind is types.ModuleType:
        return _past_hooks(value, name, default)
    if kind is not type and not kind.__flags__ & HEAP_TYPE:
        return getattr(value, name, default)  # a type in C, which has none of these
    if _runs_code(in_bases(kind, name, None)) or (issubclass(kind, type) and _runs_code(in_bases(value, name, None))):
        return default
    if not issubclass(kind, types.ModuleType) and not any(
        isinstance(base.__dict__.get(hook), types.FunctionType)
        for base in kind.__mro__
        for hook in ("__getattr__", "__getattribute__")
    ):
        return getattr(value, name, default)
    return _past_hooks(value, name, default)


def _past_hooks(value: Any, name: str, default: Any) -> Any:
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return default


def _runs_code(raw: Any) -> bool:
    """Does reading an attribute run code when this is what the class holds?"""
    if isinstance(raw, classmethod):  # which binds what it wraps, be it a property
        raw = raw.__func__
    return type(raw) is property or isinstance(in_bases(type(raw), "__get__", None), types.FunctionType)
