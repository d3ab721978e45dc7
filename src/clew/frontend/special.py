"""Methods that are called by no name of theirs."""

from __future__ import annotations

from typing import Final

_CONSTRUCTORS: Final = frozenset({"__init__", "__new__", "__post_init__"})


def is_constructor(name: str) -> bool:
    return name in _CONSTRUCTORS


def is_special(name: str) -> bool:
    """Is it called by no name, as operators are, and the methods of enums with one underscore?"""
    return name.startswith("_") and name.endswith("_") and len(name) > 2
