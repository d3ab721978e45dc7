"""Attributes of any object at all, without running code of the user's: no `__getattr__`, no `__getattribute__`."""

from __future__ import annotations

import types
from typing import Any


def held(value: Any, name: str, default: Any = None) -> Any:
    """The attribute, past hooks of the user's, or the default."""
    hooked = any(
        isinstance(base.__dict__.get(hook), types.FunctionType)
        for base in type(value).__mro__
        for hook in ("__getattr__", "__getattribute__")
    )
    if not hooked:
        return getattr(value, name, default)
    try:
        return object.__getattribute__(value, name)
    except AttributeError:
        return default


def in_class(cls: type, name: str) -> bool:
    """Whether a class or a base of it defines the name."""
    return any(name in base.__dict__ for base in cls.__mro__)
